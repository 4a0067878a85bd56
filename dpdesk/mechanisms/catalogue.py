"""The catalogue of mechanisms, and the one function that builds them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import prod
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.mechanisms.baselines import gaussian, laplace
from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.baselines.prefix_difference import PrefixAxis
from dpdesk.mechanisms.baselines.workload import WorkloadStrategy, column_triples
from dpdesk.mechanisms.core.axis import Axis, TotalAxis
from dpdesk.mechanisms.core.chain import Chain, Joint
from dpdesk.mechanisms.core.drawn import as_drawn
from dpdesk.mechanisms.core.joined import JoinedStrategy
from dpdesk.mechanisms.core.pieces import Piece, only_totals, pieces_of
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import MAX, OBJECTIVES, RMSE, WEIGHTED, Choice, Choose, Question, Row
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE, Calibration, apart, available, joint_rho
from dpdesk.mechanisms.core.sensitivity import COUNT_VALUES, Relation, SumRange
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.mechanisms.core.together import Asked, together
from dpdesk.mechanisms.factorization import mechanism as factorization
from dpdesk.mechanisms.figures import UnitFigures
from dpdesk.mechanisms.marginals import mechanism as marginals
from dpdesk.mechanisms.mechanism import LARGEST, Mechanism
from dpdesk.mechanisms.p_identity import mechanism as p_identity
from dpdesk.mechanisms.ranking import Ranking
from dpdesk.mechanisms.trees import levels as tree_levels
from dpdesk.mechanisms.trees.binary import DyadicAxis
from dpdesk.mechanisms.trees.weighted import levels as weighted_levels
from dpdesk.mechanisms.waves import sine, toeplitz
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.noise import LARGEST_SCALE
from dpdesk.problems.problem import Problem, phrase, problem
from dpdesk.progress import breathe
from dpdesk.queries.workload import Workload

BEST = "best"
ONCE = "histogram"
"""What measures each cell by itself: all that may, where a unit is counted once in each of several cells."""


def _workload(strategy: Callable[[tuple[Piece, ...], bool], WorkloadStrategy]) -> Choose:
    def choose(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
        columns = column_triples(question.pieces, question.relation, bool(question.sums))
        return Choice(strategy(question.pieces, question.known), *columns)

    return choose


def _axes(kind: Callable[[int], Axis]) -> Choose:
    """The same kind of axis for every variable that is not only totalled."""

    def choose(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
        axes = tuple(
            TotalAxis(size) if all(only_totals(p.factors[i]) for p in question.pieces) else kind(size)
            for i, size in enumerate(question.sizes)
        )
        product = ProductStrategy(axes, question.pieces, question.known)
        return Choice(product, product.triples())

    return choose


_ON_CELLS: dict[str, Row] = {
    "laplace": Row("Laplace noise on every published count itself.", _workload(laplace.strategy), (LAPLACE,)),
    "gaussian": Row("Gaussian noise on every published count itself.", _workload(gaussian.strategy), (GAUSSIAN,)),
    "histogram": Row("Noise on every cell; published counts are sums of noisy cells.", _axes(IdentityAxis)),
    "prefix-difference": Row(
        "Noise on every cumulative count; an interval is the difference of two of them.", _axes(PrefixAxis)
    ),
    "binary-tree": Row(
        "Noise on every dyadic block; an interval is the sum of the few blocks that make it up.", _axes(DyadicAxis)
    ),
    "tree": Row(
        "Noise on blocks of well chosen sizes, all of them combined by least squares.",
        tree_levels.answer,
        per_noise=True,
    ),
    "weighted-tree": Row(
        "Noise on nested blocks or areas, each level as precise as the published counts need it, combined likewise.",
        weighted_levels.answer,
        per_noise=True,
    ),
    "toeplitz": Row(
        "Noise on cumulative counts that share it smoothly, by the square root of their matrix.",
        toeplitz.answer,
        (GAUSSIAN,),
    ),
    "sine": Row(
        "Noise on sine waves of the cumulative counts or intervals: the best known for them with Gaussian noise.",
        sine.answer,
        (GAUSSIAN,),
    ),
    "factorization": Row(
        factorization.SENTENCE,
        factorization.answer,
        (GAUSSIAN,),
        numerical=True,
        refuses=factorization.refuses,
    ),
    "p-identity": Row(
        "Noise on every cell and on a few overlapping bumps of cells: the best known with Laplace noise.",
        p_identity.answer,
        (LAPLACE,),
        numerical=True,
        stored=p_identity.at_hand,
        refuses=p_identity.refuses,
    ),
}
"""Mechanisms that work on the cells of a product, the simpler first."""
ROWS = {
    **_ON_CELLS,
    "marginals": Row(
        marginals.SENTENCE, marginals.answering(_ON_CELLS), per_noise=True, refuses=marginals.refuses, wide=True
    ),
}
"""All mechanisms, the simpler first."""
ANSWERED = 256
"""So many choices are remembered for all builders, those of the last questions."""


_ANSWERED: Recent[Choice] = Recent(ANSWERED)
ASKED = 32
"""And of so many questions what rows remember between budgets, which depends on nothing else either."""
_KEPT: Recent[dict[str, Any]] = Recent(ASKED)


Calibrated = tuple[Choice, Asked, Calibration, Joint | None, Calibration]


def catalogue() -> dict[str, str]:
    """Names of the mechanisms with a sentence each, the simpler first.

    >>> catalogue()["histogram"]
    'Noise on every cell; published counts are sums of noisy cells.'
    """
    return {name: row.sentence for name, row in ROWS.items()}


def noises(name: str, loss: Loss) -> tuple[str, ...]:
    """The laws of noise that a mechanism can use for a loss.

    Args:
        name: of the catalogue.
        loss: what may be spent.

    Returns:
        Of "laplace" and "gaussian" those that serve, in this order; none where it is not available.

    >>> noises("histogram", ApproxDP(1, "1e-6"))
    ('laplace', 'gaussian')
    """
    return tuple(noise for noise in ROWS[name].noises if available(noise, loss) is None)


def why_not(
    name: str, workload: Workload, loss: Loss, neighbours: Neighbours, *, noise: str | None = None
) -> Problem | None:
    """Why a mechanism cannot be asked for.

    Args:
        name: of the catalogue.
        workload: the queries.
        loss: what may be spent.
        neighbours: whom the promise compares.
        noise: "laplace" or "gaussian"; any by default.

    Returns:
        The problem; None where it can.
    """
    if name not in ROWS:
        return problem("mechanisms.unknown", name=name, known=tuple(ROWS))
    served = ROWS[name].noises
    if len(served) == 1 and noise not in (None, served[0]):
        law = phrase("mechanisms.laplace" if served[0] == LAPLACE else "mechanisms.gaussian")
        return problem("mechanisms.one_noise", name=name, noise=law)
    if workload.shape[0] == 0:
        return problem("mechanisms.no_queries")
    too_large = ROWS[name].too_large(workload.shape[1])
    if too_large is not None:
        return too_large
    reasons = [available(law_name, loss) for law_name in ((noise,) if noise is not None else served)]
    return None if None in reasons else reasons[-1]


def build(
    name: str,
    workload: Workload,
    loss: Loss,
    neighbours: Neighbours,
    *,
    noise: str | None = None,
    weights: Sequence[float | Fraction | int] | None = None,
    objective: str = "weighted",
    rows_per_unit: int = 1,
    exact_row: bool = False,
    sums: Sequence[SumRange] = (),
) -> Mechanism:
    """Build a mechanism, without data.

    Args:
        name: of the catalogue, or "best".
        workload: the k queries, over a domain of D cells.
        loss: what is spent in all.
        neighbours: whom the promise compares.
        noise: "laplace" or "gaussian" where the loss allows both; the better forecast by default.
        weights: one positive number a part of a Stack; equal by default.
        objective: what "best" and the levels of a tree minimise: "weighted" (mean variance of each part, weighted),
            "rmse" (all queries alike) or "max" (largest standard error).
        rows_per_unit: how many rows of a unit are counted at most.
        exact_row: every unit puts exactly one row in the domain.
        sums: further integer vectors over the same cells that share the loss; `mechanism.sums[i]` answers the i-th.

    Raises:
        BadInput: the mechanism is not available for that, or an argument makes no sense.

    >>> from dpdesk.queries import Identity
    >>> build("histogram", Identity(4), PureDP("1"), Neighbours.ADD_REMOVE).noise
    'laplace'
    """
    builder = Builder(
        workload,
        neighbours,
        weights=weights,
        objective=objective,
        rows_per_unit=rows_per_unit,
        exact_row=exact_row,
        sums=sums,
    )
    if not isinstance(loss, (PureDP, ZCDP, ApproxDP)):
        raise BadInput(problem("mechanisms.loss"))
    names = list(ROWS) if name == BEST else [name]
    built: list[Mechanism] = []
    reasons: list[Problem] = []
    for candidate in names:
        reason = why_not(candidate, workload, loss, neighbours, noise=noise)
        if reason is not None:
            reasons.append(reason)
            continue
        for law in noises(candidate, loss) if noise is None else (noise,):
            reason = builder.refuses(candidate, law)
            if reason is not None:
                reasons.append(reason)
            elif name != BEST or not builder.takes_long(candidate, law):
                built.append(builder.build(candidate, law, loss))
    if not built:
        raise BadInput(reasons[-1])
    return min(built, key=builder.score)


def _weights(weights: Sequence[float | Fraction | int] | None, groups: int) -> tuple[float, ...]:
    if weights is None:
        return (1.0,) * groups
    given = tuple(float(weight) for weight in weights)
    if len(given) != groups or not all(0 < weight < float("inf") for weight in given):
        raise BadInput(problem("mechanisms.weights", groups=groups))
    return given


def _cells_alone(strategy: Strategy) -> bool:
    """Whether each cell is measured by itself, so that the columns of different cells are orthogonal."""
    if not isinstance(strategy, ProductStrategy) or strategy.known:
        return False
    return all(isinstance(axis, IdentityAxis) or axis.size == 1 for axis in strategy.axes)


class Builder:
    """Everything `build` is asked but the name, the noise and the loss, so that these can change.

    Strategies and their unit variances are kept, so that a mechanism at another loss costs a calibration only; a tree
    with Laplace noise is chosen anew among chains of levels that are kept, since which are best depends on ε. Not safe
    for several threads at once.
    """

    def __init__(
        self,
        workload: Workload,
        neighbours: Neighbours,
        *,
        weights: Sequence[float | Fraction | int] | None = None,
        objective: str = "weighted",
        rows_per_unit: int = 1,
        exact_row: bool = False,
        once: bool = False,
        sums: Sequence[SumRange] = (),
        sealed: Mapping[str, Any] | None = None,
        chains: Sequence[Chain] = (),
        most_rows: int = 0,
    ) -> None:
        """Take the arguments of `build`; `sealed` is what noisy integers of this question were drawn for (Question).

        One of the `chains` of counts and sums is measured together where that is better and its integers have room for
        `most_rows` rows.

        Raises BadInput for arguments that make no sense.
        """
        relation = Relation(neighbours, rows_per_unit, exact_row, once)
        if objective not in OBJECTIVES:
            raise BadInput(problem("mechanisms.objective", known=tuple(OBJECTIVES)))
        pieces = pieces_of(workload)
        groups = _weights(weights, 1 + max(piece.group for piece in pieces))
        self.workload = workload
        asked = pieces, groups, objective, relation, tuple(sums)
        kept = {} if sealed is not None else _KEPT.get(asked, dict)
        self.question = Question(*asked, kept, sealed)
        self.chains, self.most_rows = tuple(chains), most_rows
        self._choices: dict[tuple[str, str, Fraction | None], Choice] = {}
        self._figures: dict[object, UnitFigures] = {}
        self._ranking = Ranking(self.score)
        self._refused: dict[tuple[str, str], Problem | None] = {}
        self._latest: tuple[Loss | None, dict[tuple[str, str], Calibrated]] = None, {}

    def score(self, mechanism: Mechanism) -> float:
        """What "best" minimises; rounded, so that ties go to the earlier row of the catalogue.

        Args:
            mechanism: one that answers this builder's question.
        """
        value = {WEIGHTED: "objective", RMSE: "rmse", MAX: "max_std"}[self.question.objective]
        return float(f"{getattr(mechanism, value):.10g}")

    def best_first(self, rows: Sequence[tuple[str, str]], loss: Loss) -> Iterator[tuple[str, str]]:
        """Rows by what "best" minimises, the least first; of those alike the earlier.

        What a row errs by at one loss is remembered for the next, where its strategy does not depend on the loss.

        Args:
            rows: name and noise of each, in the catalogue's order; each can serve question and loss.
            loss: what is spent in all.
        """
        return self._ranking.best_first(rows, loss, lambda row: self._counts(*row, loss))

    def _counts(self, name: str, noise: str, loss: Loss) -> Mechanism:
        """What `build` returns, without the sums and what is spent in ρ: no error of the counts rests on them."""
        breathe("comparing methods")
        choice, asked, _, joint, calibration = self._calibrated(name, noise, loss)
        calibration, exact = self._drawn(name, asked, joint, calibration) or (calibration, choice.exact)
        strategy = choice.strategy
        if joint is not None:
            plain = strategy.unconditioned() if self.question.sums else strategy
            strategy = JoinedStrategy(plain, joint, joint.chain.members.index(0))
        mechanism = self._mechanism(name, strategy, calibration, 0, 0, exact, (), None)
        chosen_anew = ROWS[name].per_noise and noise == LAPLACE
        if not chosen_anew and not self.chains and self.question.sealed is None:
            self._ranking.remember((name, noise), loss, mechanism)
        return mechanism

    def refuses(self, name: str, noise: str) -> Problem | None:
        """Why a row cannot serve this question.

        Args:
            name: of the catalogue.
            noise: "laplace" or "gaussian".

        Returns:
            The problem; None where it can.
        """
        if self.question.relation.once and name != ONCE:
            return problem("mechanisms.cells_alone", other=ONCE)
        if (name, noise) not in self._refused:
            row = ROWS[name]
            self._refused[name, noise] = row.too_large(prod(self.question.sizes)) or row.refuses(self.question, noise)
        return self._refused[name, noise]

    def takes_long(self, name: str, noise: str) -> bool:
        """Whether a row is found by optimisation that may take seconds.

        Args:
            name: of the catalogue.
            noise: "laplace" or "gaussian".
        """
        row = ROWS[name]
        return row.numerical and not row.stored(self.question, noise)

    def build(self, name: str, noise: str, loss: Loss) -> Mechanism:
        """Build one row of the catalogue with one law of noise.

        Args:
            name: of the catalogue.
            noise: "laplace" or "gaussian".
            loss: what is spent in all.

        Raises:
            BadInput: the noise cannot serve the loss, or the row the question.
        """
        question = self.question
        choice, asked, split, joint, calibration = self._calibrated(name, noise, loss)
        rho = None
        if noise == GAUSSIAN and calibration.loss is not None:
            rho = joint_rho(calibration, choice.triples, question.relation, question.sums, joint)
        calibration, exact = self._drawn(name, asked, joint, calibration) or (calibration, choice.exact)
        plain = choice.strategy.unconditioned() if question.sums else choice.strategy
        blocks = {number: block for block, number in enumerate(apart(question.sums, joint), start=1)}

        def vector(number: int, strategy: Strategy, sums: tuple[Mechanism, ...] = ()) -> Mechanism:
            block = blocks.get(number, 0)
            if block or joint is None:
                return self._mechanism(name, strategy, calibration, block, number, exact, sums, rho)
            joined = JoinedStrategy(plain, joint, joint.chain.members.index(number))
            made = self._mechanism(name, joined, calibration, 0, number, exact, sums, rho)
            return replace(made, alone=(self._shared(plain), split.norms[0]))

        parts = tuple(vector(number, plain) for number, _ in enumerate(question.sums, start=1))
        return vector(0, choice.strategy, parts)

    def _calibrated(self, name: str, noise: str, loss: Loss) -> Calibrated:
        """`_calibrate`, once for ranking a row at a loss and for building it."""
        if self._latest[0] != loss:
            self._latest = loss, {}
        known = self._latest[1]
        if (name, noise) not in known:
            known[name, noise] = self._calibrate(name, noise, loss)
        return known[name, noise]

    def _calibrate(self, name: str, noise: str, loss: Loss) -> Calibrated:
        """The strategy of a row, what its scales are for, those with noise of their own, and what is taken instead."""
        reason = available(noise, loss) or self.refuses(name, noise)
        if reason is not None:
            raise BadInput(reason)
        question, choice = self.question, self.choice(name, noise, loss)
        if question.relation.once and (question.sums or not _cells_alone(choice.strategy)):
            raise BadInput(problem("mechanisms.cells_alone", other=ONCE))
        columns = choice.l1 if noise == LAPLACE and choice.l1 is not None else choice.triples
        asked = Asked(noise, loss, columns, question.relation, question.sums)
        split = asked.calibrate(fine=choice.strategy.mixes)
        joint, calibration = self._together(name, asked, choice.strategy, split) or (None, split)
        return choice, asked, split, joint, calibration

    def _together(
        self, name: str, asked: Asked, strategy: Strategy, split: Calibration
    ) -> tuple[Joint, Calibration] | None:
        """What is measured together; where integers were sealed, what they were drawn for.

        Then rows that were not chosen measure vectors by themselves, which is never better: they are not chosen now.
        """
        sealed = self.question.sealed
        if sealed is not None:
            sealed_joint = sealed.get("joint")
            if sealed_joint is None or [sealed["mechanism"], sealed["noise"]] != [name, asked.noise]:
                return None
            joint = Joint.from_json(sealed_joint)
            return joint, asked.calibrate(joint, fine=asked.noise == GAUSSIAN)

        def fits(joint: Joint, calibration: Calibration) -> bool:
            scale = calibration.scales[0]
            widest = LARGEST_SCALE ** (1 if asked.noise == LAPLACE else 2)
            most = scale.grid * strategy.largest_entry * joint.largest_entry * self.most_rows
            return scale.parameter is not None and scale.parameter <= widest and most < LARGEST * (1 - 1e-6)

        return together(asked, self.chains, split, fits)

    def _drawn(
        self, name: str, asked: Asked, joint: Joint | None, today: Calibration
    ) -> tuple[Calibration, bool] | None:
        """The noise that was drawn, and whether its sensitivity was said to be attained, where integers were sealed."""
        sealed = self.question.sealed
        if sealed is None or sealed["mechanism"] != name:
            return None
        drawn = as_drawn(asked, joint, today, sealed)
        return None if drawn is None else (drawn, sealed["sensitivity"]["is"] == "exact")

    def _mechanism(
        self,
        name: str,
        strategy: Strategy,
        calibration: Calibration,
        block: int,
        number: int,
        exact: bool,
        sums: tuple[Mechanism, ...],
        rho: Fraction | None,
    ) -> Mechanism:
        """Assemble counts (number 0) or one sum, from a block of the calibration."""
        return Mechanism(
            name=name,
            workload=self.workload,
            strategy=strategy,
            scale=replace(calibration.scales[block], unit=strategy.unit),
            loss=calibration.loss,
            relation=self.question.relation,
            pieces=self.question.pieces,
            weights=self.question.weights,
            norm=calibration.norms[block],
            norm_is_exact=exact and not self._bounded,
            sums=sums,
            rho=rho,
            shared=self._shared(strategy),
            goal=self.question.objective,
            values=self.question.sums[number - 1].values if number else COUNT_VALUES,
        )

    @property
    def _bounded(self) -> bool:
        """Whether two units that are counted once a cell cannot have as many cells as they have rows together."""
        relation, cells = self.question.relation, prod(self.question.sizes)
        units = 2 if relation.neighbours is Neighbours.REPLACE_ONE else 1
        return relation.once and units * relation.rows_per_unit > cells

    def _shared(self, strategy: Strategy) -> UnitFigures:
        """The unit variances of a strategy, shared by all mechanisms that use it."""
        if strategy not in self._figures:
            self._figures[strategy] = UnitFigures(strategy, self.question.pieces, len(self.question.weights))
        return self._figures[strategy]

    def choice(self, name: str, noise: str, loss: Loss) -> Choice:
        """The strategy of a row with what its columns say, kept where the loss does not matter.

        Args:
            name: of the catalogue.
            noise: "laplace" or "gaussian".
            loss: what is spent in all.
        """
        epsilon = None if noise == GAUSSIAN or isinstance(loss, ZCDP) else loss.epsilon
        key = (name, noise, epsilon) if ROWS[name].per_noise else (name, "", None)
        if key not in self._choices:
            self._choices[key] = self._choose(name, noise, epsilon)
        return self._choices[key]

    def _choose(self, name: str, noise: str, epsilon: Fraction | None) -> Choice:
        """Ask a row, unless this or another builder has asked it the same lately: a choice depends on nothing else."""
        asked, row = self.question, ROWS[name]
        if asked.sealed is not None:
            return row.choose(asked, noise, epsilon)
        key = (row, noise if row.per_noise else "", epsilon, asked.pieces, asked.weights, asked.objective)
        return _ANSWERED.get((*key, asked.relation, asked.sums), lambda: row.choose(asked, noise, epsilon))
