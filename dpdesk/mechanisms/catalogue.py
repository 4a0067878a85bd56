"""The catalogue of mechanisms, and the one function that builds them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from dpdesk.errors import BadInput
from dpdesk.mechanisms import gaussian, laplace, sine, toeplitz, tree_levels
from dpdesk.mechanisms.axis import Axis, TotalAxis
from dpdesk.mechanisms.binary_tree import DyadicAxis
from dpdesk.mechanisms.figures import UnitFigures
from dpdesk.mechanisms.histogram import IdentityAxis
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.mechanisms.pieces import only_totals, pieces_of
from dpdesk.mechanisms.prefix_difference import PrefixAxis
from dpdesk.mechanisms.scales import GAUSSIAN, LAPLACE, Calibration, available, calibrate, joint_rho
from dpdesk.mechanisms.sensitivity import Relation, SumRange, Triple, one_row, products
from dpdesk.mechanisms.strategy import ProductStrategy, Strategy
from dpdesk.mechanisms.workload_strategy import WorkloadStrategy, column_triples
from dpdesk.privacy import noise_law
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.workload import Workload

BEST = "best"
_SENTENCES = {
    "laplace": "Laplace noise on every published count itself.",
    "gaussian": "Gaussian noise on every published count itself.",
    "histogram": "Noise on every cell; published counts are sums of noisy cells.",
    "prefix-difference": "Noise on every cumulative count; an interval is the difference of two of them.",
    "binary-tree": "Noise on every dyadic block; an interval is the sum of the few blocks that make it up.",
    "tree": "Noise on blocks of well chosen sizes, all of them combined by least squares.",
    "toeplitz": "Noise on cumulative counts that share it smoothly, by the square root of their matrix.",
    "sine": "Noise on sine waves of the cumulative counts or intervals: the best known for them with Gaussian noise.",
}
_ONLY_NOISE = {"laplace": LAPLACE, "gaussian": GAUSSIAN, "toeplitz": GAUSSIAN, "sine": GAUSSIAN}
_WORKLOAD = {"laplace": laplace.strategy, "gaussian": gaussian.strategy}
_AXES: dict[str, Callable[[int], Axis]] = {
    "histogram": IdentityAxis,
    "prefix-difference": PrefixAxis,
    "binary-tree": DyadicAxis,
}
_OBJECTIVES = ("weighted", "rmse", "max")


def catalogue() -> dict[str, str]:
    """Names of the mechanisms with a sentence each, the simpler first."""
    return dict(_SENTENCES)


def noises(name: str, loss: Loss) -> tuple[str, ...]:
    """The laws of noise a mechanism can use for a loss, Laplace first; empty where it is not available."""
    wanted = (_ONLY_NOISE[name],) if name in _ONLY_NOISE else (LAPLACE, GAUSSIAN)
    return tuple(noise for noise in wanted if available(noise, loss) is None)


def why_not(
    name: str, workload: Workload, loss: Loss, neighbours: Neighbours, *, noise: str | None = None
) -> str | None:
    """A sentence saying why this row of the catalogue is not available, or None where it is."""
    if name not in _SENTENCES:
        return f"There is no mechanism named {name!r}; choose one of {', '.join(_SENTENCES)}."
    if name in _ONLY_NOISE and noise not in (None, _ONLY_NOISE[name]):
        return f"The mechanism {name} uses {_ONLY_NOISE[name]} noise only."
    if workload.shape[0] == 0:
        return "The workload has no queries."
    for one in (noise,) if noise is not None else (LAPLACE, GAUSSIAN):
        if name in _ONLY_NOISE and one != _ONLY_NOISE[name]:
            continue
        reason = available(one, loss)
        if reason is None:
            return None
    return reason


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
    """Build a mechanism by name, or the "best" one, without data.

    `noise` chooses the law where the loss allows both (the better forecast by default); `weights` is one
    positive number per part of a Stack (equal by default); `objective` says what "best" and the levels of a
    tree minimise:
    "weighted" (mean variance of each part, weighted), "rmse" (all queries alike) or "max" (largest standard
    error).
    `rows_per_unit` is c; `exact_row` states that every unit puts exactly one row in the domain. `sums` are
    further integer vectors over the same cells that share the loss; `mechanism.sums[i]` answers the i-th.
    Raises BadInput where the row is not available or an argument makes no sense.
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
        raise BadInput("The loss is a PureDP, ZCDP or ApproxDP.")
    names = list(_SENTENCES) if name == BEST else [name]
    built: list[Mechanism] = []
    reasons: list[str] = []
    for one in names:
        reason = why_not(one, workload, loss, neighbours, noise=noise)
        if reason is not None:
            reasons.append(reason)
            continue
        laws = noises(one, loss) if noise is None else (noise,)
        built.extend(builder.build(one, law, loss) for law in laws)
    if not built:
        raise BadInput(reasons[-1])
    return min(built, key=builder.score)


def _weights(weights: Sequence[float | Fraction | int] | None, groups: int) -> tuple[float, ...]:
    if weights is None:
        return (1.0,) * groups
    given = tuple(float(weight) for weight in weights)
    if len(given) != groups or not all(0 < weight < float("inf") for weight in given):
        raise BadInput(f"Weights are one positive number per part of the workload; there are {groups} parts.")
    return given


class Builder:
    """Everything `build` is asked but the name, the noise and the loss, so that these can change.

    Strategies and their unit variances are kept, so that a mechanism at another loss costs a calibration only; a tree
    with Laplace noise is chosen anew, since the best levels depend on ε. Not safe for several threads at once.
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
        sums: Sequence[SumRange] = (),
    ) -> None:
        """Take the arguments of `build`. Raises BadInput for those that make no sense."""
        self.relation = Relation(neighbours, rows_per_unit, exact_row)
        if objective not in _OBJECTIVES:
            raise BadInput(f"The objective is one of {', '.join(_OBJECTIVES)}.")
        self.workload, self.objective, self.sums = workload, objective, tuple(sums)
        self.pieces = pieces_of(workload)
        self.weights = _weights(weights, 1 + max(piece.group for piece in self.pieces))
        self.sizes = self.pieces[0].product.domain
        self.known = exact_row
        self.columns: tuple[tuple[Triple, ...], bool] | None = None
        self._strategies: dict[tuple[str, str, Fraction | None], tuple[Strategy, tuple[Triple, ...], bool]] = {}
        self._figures: dict[object, UnitFigures] = {}
        self._memo = tree_levels.Memo()

    def score(self, mechanism: Mechanism) -> float:
        """What "best" minimises; rounded, so that ties go to the earlier row of the catalogue."""
        value = {"weighted": "objective", "rmse": "rmse", "max": "max_std"}[self.objective]
        return float(f"{getattr(mechanism, value):.10g}")

    def build(self, name: str, noise: str, loss: Loss) -> Mechanism:
        """One row of the catalogue with one law of noise. Raises BadInput where the noise cannot serve the loss."""
        reason = available(noise, loss)
        if reason is not None:
            raise BadInput(reason)
        strategy, triples, exact = self.strategy(name, noise, loss)
        calibration = calibrate(noise, loss, triples, self.relation, self.sums)
        rho = None
        if noise == GAUSSIAN and calibration.loss is not None:
            rho = joint_rho(calibration, triples, self.relation, self.sums)
        plain = self.unconditioned(strategy) if self.sums else strategy
        parts = tuple(
            self.mechanism(name, plain, calibration, number, exact, (), rho)
            for number, _ in enumerate(self.sums, start=1)
        )
        return self.mechanism(name, strategy, calibration, 0, exact, parts, rho)

    def mechanism(
        self,
        name: str,
        strategy: Strategy,
        calibration: Calibration,
        block: int,
        exact: bool,
        sums: tuple[Mechanism, ...],
        rho: Fraction | None,
    ) -> Mechanism:
        """Assemble counts (block 0) or one sum."""
        return Mechanism(
            name=name,
            workload=self.workload,
            strategy=strategy,
            scale=replace(calibration.scales[block], unit=strategy.unit),
            loss=calibration.loss,
            relation=self.relation,
            pieces=self.pieces,
            weights=self.weights,
            norm=calibration.norms[block],
            norm_is_exact=exact,
            sums=sums,
            rho=rho,
            shared=self.figures(strategy),
        )

    def figures(self, strategy: Strategy) -> UnitFigures:
        """The unit variances of a strategy, shared by all that use it."""
        kind = strategy.axes if isinstance(strategy, ProductStrategy) else type(strategy)
        key = (kind, getattr(strategy, "known", None))
        if key not in self._figures:
            self._figures[key] = UnitFigures(strategy, self.pieces, len(self.weights))
        return self._figures[key]

    def unconditioned(self, strategy: Strategy) -> Strategy:
        """The same rows for a sum, whose total is not public."""
        if isinstance(strategy, ProductStrategy):
            return ProductStrategy(strategy.axes, strategy.pieces, False)
        if isinstance(strategy, WorkloadStrategy):
            return WorkloadStrategy(strategy.pieces, False)
        return strategy

    def strategy(self, name: str, noise: str, loss: Loss) -> tuple[Strategy, tuple[Triple, ...], bool]:
        """The strategy of a name, its extreme triples, and whether these are exact."""
        epsilon = None if name != "tree" or noise == GAUSSIAN or isinstance(loss, ZCDP) else loss.epsilon
        key = (name, noise if name == "tree" else "", epsilon)
        if key not in self._strategies:
            self._strategies[key] = self._strategy(name, epsilon)
        return self._strategies[key]

    def _strategy(self, name: str, epsilon: Fraction | None) -> tuple[Strategy, tuple[Triple, ...], bool]:
        """The same, for Laplace noise of ε where the choice depends on it (None: any Gaussian noise)."""
        if name in _WORKLOAD:
            if self.columns is None:
                self.columns = column_triples(self.pieces, self.relation, bool(self.sums))
            return _WORKLOAD[name](self.pieces, self.known), *self.columns
        if name == "toeplitz":
            product = toeplitz.strategy(self.sizes, self.pieces, self.known, self.sums)
            columns, exact = toeplitz.triples(product, self.relation, self.sums)
            return product, products(columns), exact
        if name == "sine":
            product = sine.choose(self.sizes, self.pieces, self.known, self.sums, self.forecast)
            return product, sine.triples(product, self.relation), sine.exact(product, self.relation)
        if name == "tree":
            product = tree_levels.choose(
                self.sizes,
                self.pieces,
                self.piece_weights(),
                self.known,
                lambda axes: self.cost(axes, epsilon),
                self.largest if self.objective == "max" else None,
                self._memo,
            )
        else:
            kind = _AXES[name]
            product = ProductStrategy(
                tuple(
                    TotalAxis(size) if all(only_totals(p.factors[i]) for p in self.pieces) else kind(size)
                    for i, size in enumerate(self.sizes)
                ),
                self.pieces,
                self.known,
            )
        return product, product.triples(), True

    def piece_weights(self) -> list[float]:
        """Weight of each piece's sum of variances in the objective."""
        counts = [0] * len(self.weights)
        for piece in self.pieces:
            counts[piece.group] += piece.count
        if self.objective == "rmse":
            return [1.0] * len(self.pieces)
        return [self.weights[p.group] / counts[p.group] if p.count else 0.0 for p in self.pieces]

    def forecast(self, product: ProductStrategy) -> float:
        """The objective of a product of sines and codes with Gaussian noise, up to a factor common to all."""
        norm = sine.distance(product, self.relation)
        if self.objective == "max":
            return norm * self.largest(product)
        weighted = zip(self.piece_weights(), self.pieces, strict=True)
        return norm * sum(weight * product.piece_sum(piece) for weight, piece in weighted if piece.count)

    def largest(self, product: ProductStrategy) -> float:
        """Largest unit variance."""
        return max(product.piece_maximum(piece) for piece in self.pieces)

    def cost(self, axes: Sequence[Axis], epsilon: Fraction | None) -> float:
        """Noise variance a product of axes needs; for Gaussian noise in proportion to the squared sensitivity."""
        return _cost(tuple(axis.triples() for axis in axes), self.relation, epsilon)


@lru_cache(maxsize=4096)
def _cost(triples: tuple[tuple[Triple, ...], ...], relation: Relation, epsilon: Fraction | None) -> float:
    norm = one_row(products(triples), relation)
    if norm == 0:
        return 0.0
    if epsilon is None:
        return float(norm)
    return noise_law.laplace_variance(Fraction(norm * relation.rows_per_unit) / epsilon)
