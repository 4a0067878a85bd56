"""What a row of the catalogue is asked, and what it answers.

A `Question` is everything a strategy may depend on but the loss: the workload in pieces, what its errors weigh, who is
a neighbour of whom, and the sums beside the counts. A `Choice` is a strategy with what its columns say of sensitivity.
A `Row` is a mechanism's place in the catalogue: when it can serve, and how it chooses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any

from dpdesk.mechanisms.core.axis import Axis
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE
from dpdesk.mechanisms.core.sensitivity import Relation, SumRange, Triple, one_row, products
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.privacy import noise_law
from dpdesk.problems.problem import Problem, problem

LARGEST_PRODUCT = 2**24
"""Most cells of a product of variables that are written down, several vectors of which must fit in memory."""
WEIGHTED, RMSE, MAX = "weighted", "rmse", "max"
OBJECTIVES = (WEIGHTED, RMSE, MAX)


@dataclass(frozen=True, eq=False)
class Question:
    """A workload with its objective, relation and sums.

    `weights` has one positive number a statistic group; `known` says that every unit puts exactly one row in the
    domain, so that Σx is public; `kept` is for what a row wants to remember between budgets.

    `sealed` is the JSON of the mechanism that noisy integers of this very question were drawn for, if any. A search may
    end elsewhere on another machine, or with another version of a library, so that a row that searches takes the
    integers from there: noisy integers are decoded by the strategy they were drawn for.
    """

    pieces: tuple[Piece, ...]
    weights: tuple[float, ...]
    objective: str
    relation: Relation
    sums: tuple[SumRange, ...] = ()
    kept: dict[str, Any] = field(default_factory=dict)
    sealed: Mapping[str, Any] | None = None

    def sealed_strategy(self, name: str) -> Mapping[str, Any] | None:
        """The JSON of the strategy that noisy integers were drawn for.

        Args:
            name: of a row of the catalogue.

        Returns:
            What the seal has; None where nothing was drawn, or by another row.
        """
        if self.sealed is None or self.sealed.get("mechanism") != name:
            return None
        strategy: Mapping[str, Any] = self.sealed["strategy"]
        return strategy

    @property
    def known(self) -> bool:
        """Whether Σx is public."""
        return self.relation.exact_row

    @property
    def sizes(self) -> tuple[int, ...]:
        """Number of codes of each variable."""
        return self.pieces[0].product.domain

    @cached_property
    def counts(self) -> tuple[int, ...]:
        """Number of queries of each statistic group."""
        counts = [0] * len(self.weights)
        for piece in self.pieces:
            counts[piece.group] += piece.count
        return tuple(counts)

    def piece_weights(self) -> list[float]:
        """Weight of each piece's sum of unit variances in the objective (the mean one, where the largest counts)."""
        if self.objective == RMSE:
            return [1.0] * len(self.pieces)
        return [self.weights[p.group] / self.counts[p.group] if p.count else 0.0 for p in self.pieces]

    def score(self, strategy: Strategy) -> float:
        """What the objective makes of a strategy's unit variances.

        Args:
            strategy: one that answers this question.

        Returns:
            A number in counts², to be multiplied by the variance of the noise; the smaller, the better.
        """
        if self.objective == MAX:
            return max(strategy.piece_maximum(piece) for piece in self.pieces)
        weighted = zip(self.piece_weights(), self.pieces, strict=True)
        return sum(weight * strategy.piece_sum(piece) for weight, piece in weighted if piece.count)

    def cost(self, axes: Sequence[Axis], epsilon: Fraction | None) -> float:
        """The variance of noise that a product of axes with entries 0 and 1 needs, up to a factor common to all.

        Args:
            axes: the strategy of each variable.
            epsilon: ε of Laplace noise; None for Gaussian noise, whose variance is in proportion to Δ2².
        """
        return _cost(tuple(axis.triples() for axis in axes), self.relation, epsilon)


@lru_cache(maxsize=4096)
def _cost(triples: tuple[tuple[Triple, ...], ...], relation: Relation, epsilon: Fraction | None) -> float:
    norm = one_row(products(triples), relation)
    if norm == 0:
        return 0.0
    if epsilon is None:
        return float(norm)
    return noise_law.laplace_variance(Fraction(norm * relation.rows_per_unit) / epsilon)


@dataclass(frozen=True, slots=True)
class Choice:
    """A strategy and the extreme triples (‖m_u‖², ‖m_v‖², ⟨m_u, m_v⟩) of its integer columns.

    `exact` says whether the sensitivity these give is attained (else it is a proven upper bound). `l1` are triples
    (‖m_u‖₁, ‖m_v‖₁, Σ_j min(m_ju, m_jv)) for Laplace noise, where entries are not all 0 or 1.
    """

    strategy: Strategy
    triples: tuple[Triple, ...]
    exact: bool = True
    l1: tuple[Triple, ...] | None = None


Choose = Callable[[Question, str, Fraction | None], Choice]
"""How a row of the catalogue chooses: from a question (the workload, and what is a neighbour of what), the law of the
noise (LAPLACE or GAUSSIAN), and ε for Laplace noise (None for Gaussian), the strategy with what its sensitivity follows
from.
"""


def serves_all(question: Question, noise: str) -> Problem | None:
    """No question is refused.

    Args:
        question: any.
        noise: LAPLACE or GAUSSIAN.
    """
    return None


@dataclass(frozen=True, slots=True)
class Row:
    """A mechanism of the catalogue.

    `per_noise`: the strategy depends on the law of the noise, and for Laplace noise on ε. `numerical`: it is found by
    optimisation that may take seconds; such a row is computed only when it is asked for by name or in the background,
    and "best" leaves it out, except where `stored` says that an optimum is at hand. `refuses` says in a sentence why a
    question cannot be served with a law of noise, or None. `wide`: works on margins, however many cells there are.
    """

    sentence: str
    choose: Choose
    noises: tuple[str, ...] = (LAPLACE, GAUSSIAN)
    per_noise: bool = False
    numerical: bool = False
    stored: Callable[[Question, str], bool] = lambda question, noise: False
    refuses: Callable[[Question, str], Problem | None] = serves_all
    wide: bool = False

    def too_large(self, cells: int) -> Problem | None:
        """Why a domain is not served.

        Args:
            cells: how many it has.

        Returns:
            The problem; None where it is served.
        """
        if self.wide or cells <= LARGEST_PRODUCT:
            return None
        return problem("mechanisms.every_cell", cells=cells, most=LARGEST_PRODUCT)
