"""A built mechanism: strategy, noise, forecast, and the release of one vector of counts.

Nothing here has seen data until `measure` or `release` is called; every other member is a function of the
workload, the loss and the relation. `measure` adds exact discrete noise to exact integers; whatever follows
is post-processing of its result and may be floating point.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod, sqrt
from typing import Any

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.chain import Joint
from dpdesk.mechanisms.core.joined import JoinedStrategy
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.scales import LAPLACE, NoiseScale
from dpdesk.mechanisms.core.sensitivity import COUNT_VALUES, Relation
from dpdesk.mechanisms.core.strategy import Margin, Strategy
from dpdesk.mechanisms.errors import margins
from dpdesk.mechanisms.figures import UnitFigures
from dpdesk.privacy import noise_law
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from dpdesk.problems.problem import problem
from dpdesk.queries.compound import Stack
from dpdesk.queries.workload import Array, FloatArray, IntArray, Workload, as_numbers

LARGEST = 2.0**62
"""Exact integers, in grid units, stay below this in absolute value (noise keeps below 2^60)."""
LOST = 1e-20
"""Share of the largest variance below which only rounding errors are left: noise that cancels leaves some 1e-26."""


@dataclass(frozen=True, eq=False)
class Mechanism:
    """One way to answer one workload; made by `dpdesk.mechanisms.build`.

    Attributes:
        name: of the catalogue.
        workload: k queries over N cells.
        strategy: what is measured, and how it becomes answers.
        scale: the noise on every measured integer.
        loss: what a release spends, sums included; None where nothing needs protection.
        relation: whom the promise compares.
        pieces, weights: the workload as products, and the weight of each statistic group.
        norm: the sensitivity of the integers, in L1 for Laplace noise and squared L2 for Gaussian noise, for one row of
            a unit; `norm_is_exact` says whether it is attained.
        sums: the mechanisms of further vectors that share the loss.
        rho: for Gaussian noise what is spent in zCDP, whatever the loss.
        goal: the objective that it was chosen by.

    >>> from dpdesk.mechanisms import build
    >>> from dpdesk.privacy import Neighbours
    >>> from dpdesk.queries import Identity
    >>> mechanism = build("histogram", Identity(3), PureDP(1), Neighbours.ADD_REMOVE)
    >>> round(mechanism.rmse, 3), float(mechanism.margins(90)[0])
    (1.357, 2.0)
    >>> mechanism.release(np.array([10, 20, 30])).shape
    (3,)
    """

    name: str
    workload: Workload
    strategy: Strategy
    scale: NoiseScale
    loss: Loss | None
    relation: Relation
    pieces: tuple[Piece, ...]
    weights: tuple[float, ...]
    norm: int
    norm_is_exact: bool = True
    sums: tuple[Mechanism, ...] = ()
    rho: Fraction | None = None
    shared: UnitFigures | None = None
    goal: str = "weighted"
    values: tuple[int, ...] = COUNT_VALUES
    """The extreme values a row can contribute: 1 to counts, the ends of its range to a sum."""
    alone: tuple[UnitFigures, int] | None = None
    """Of vectors that are measured together: unit variances and norm of the strategy that measures each mixture."""

    @property
    def joint(self) -> Joint | None:
        """What is measured of several vectors together, this one among them; None where it is measured by itself."""
        return self.strategy.joint if isinstance(self.strategy, JoinedStrategy) else None

    @property
    def apart(self) -> tuple[Mechanism, ...]:
        """The sums that have noise of their own."""
        members = () if self.joint is None else self.joint.chain.members
        return tuple(part for number, part in enumerate(self.sums, start=1) if number not in members)

    @property
    def noise(self) -> str:
        """The law of the noise: laplace or gaussian."""
        return self.scale.noise

    @property
    def grid(self) -> int:
        """Multiples of the strategy's own rows that are measured."""
        return self.scale.grid

    @property
    def measurements(self) -> int:
        """Number r of measured integers."""
        return self.strategy.rows

    @property
    def largest_total(self) -> int:
        """The greatest sum of absolute counts for which no measured integer can overflow."""
        return (int(LARGEST) - 1) // (self.grid * self.strategy.largest_entry)

    @property
    def unprotected(self) -> bool:
        """Whether nothing measured can differ between neighbours, so that it is published exactly."""
        return self.scale.parameter is None

    @property
    def account_loss(self) -> Loss | None:
        """The loss as an account in rho is charged: PureDP for Laplace noise, ZCDP for Gaussian noise."""
        if self.loss is None or isinstance(self.loss, (PureDP, ZCDP)):
            return self.loss
        if self.noise == LAPLACE:
            return PureDP(self.loss.epsilon)
        return None if self.rho is None else ZCDP(self.rho)

    @cached_property
    def figures(self) -> UnitFigures:
        """Unit variances: those of every mechanism with this strategy, where they are shared."""
        return self.shared or UnitFigures(self.strategy, self.pieces, len(self.weights))

    @property
    def unit_means(self) -> tuple[float, ...]:
        """Mean unit variance of each statistic group (0 for an empty one)."""
        return self.figures.means

    @property
    def group_counts(self) -> tuple[int, ...]:
        """Number of queries of each statistic group."""
        return self.figures.counts

    @cached_property
    def rmse(self) -> float:
        """Root mean square error over all queries, unweighted."""
        return sqrt(weighted_mean(self.unit_means, self.group_counts) * self.scale.variance)

    @cached_property
    def objective(self) -> float:
        """√(Σ_g w_g · mean variance_g / Σ_g w_g) over the statistic groups g."""
        weights = [w if n else 0.0 for w, n in zip(self.weights, self.group_counts, strict=True)]
        return sqrt(weighted_mean(self.unit_means, weights) * self.scale.variance)

    @property
    def unit_variances(self) -> FloatArray:
        """Variance of every answer for one unit of noise variance; 0 where only rounding errors are left of it."""
        variances = self.figures.variances
        lost = (variances > 0) & (variances < LOST * self.figures.largest)
        if not lost.any():
            return variances
        variances = np.where(lost, 0.0, variances)
        variances.flags.writeable = False
        return variances

    @cached_property
    def std(self) -> FloatArray:
        """Standard error of every answer, in the workload's order."""
        result = np.sqrt(self.unit_variances * self.scale.variance)
        result.flags.writeable = False
        return result

    @cached_property
    def max_std(self) -> float:
        """The largest standard error."""
        if self.scale.parameter is None:
            return 0.0
        return sqrt(self.figures.largest * self.scale.variance)

    @cached_property
    def expected_max_error(self) -> float:
        """An upper bound of E max |error| over all queries (stated in errors/margins.py)."""
        if self.scale.parameter is None:
            return 0.0
        return margins.expected_max_bound(
            self.scale, self.workload.shape[0], self.figures.largest, self.strategy.largest_coefficient
        )

    @cached_property
    def _bound(self) -> tuple[float, str] | None:
        if self.scale.parameter is None or self.relation.once:  # none is known of units that are counted once a cell
            return None
        if self.noise == LAPLACE:
            return self._above_laplace
        return self._above_proven(*self._judged)

    def _above_proven(self, figures: UnitFigures, norm: float) -> tuple[float, str] | None:
        """What was to be made small over its lower bound, for noise of that variance where Δ2 = 1 would have 1."""
        counts = tuple(float(n) for n in self.group_counts)
        if self.goal == "weighted":
            return figures.bound(self.weights, norm, self.relation)
        alike = figures.bound(counts, norm, self.relation)
        if self.goal == "rmse" or alike is None or not self.rmse:
            return alike
        # The largest variance is no less than any weighted mean, nor its bound than that mean's.
        return alike[0] * max(1.0, self.max_std / self.rmse), alike[1]

    @property
    def _judged(self) -> tuple[UnitFigures, float]:
        """What bounds are held against: the strategy over cells, and its squared sensitivity in counts."""
        if self.alone is not None and isinstance(self.strategy, JoinedStrategy):
            figures, norm = self.alone
            return figures, norm / self.strategy.inner.unit**2
        return self.figures, self.norm / self.strategy.unit**2

    @property
    def _above_laplace(self) -> tuple[float, str] | None:
        """Over the best known with Laplace noise, or else over what is proven (docs/proofs/laplace_bound.md)."""
        from dpdesk.mechanisms.bounds import best_known

        if self.scale.parameter is None or self.joint is not None or self.values != COUNT_VALUES:
            return None
        rows = self.relation.rows_per_unit
        epsilon = Fraction(self.norm * rows * self.grid) / self.scale.parameter
        known = None if self.goal == "max" else best_known.ratio(self.pieces, self.relation, self.rmse, epsilon)
        if known is not None:
            return known, best_known.BEST_KNOWN
        alone = noise_law.laplace_variance(rows / epsilon)
        if alone == 0.0:  # a budget beyond reason, with which there is no noise to be held against another
            return None
        above = self._above_proven(self.figures, self.scale.variance / alone)
        return None if above is None or above[0] > best_known.FAR else (above[0], best_known.AT_MOST)

    @property
    def ratio_to_bound(self) -> float | None:
        """What was to be made small over a proven lower bound of any mechanism with this noise, None if none is known.

        That is `objective`, `rmse`, or `max_std`, as `goal` says; for the last the bound is one of `rmse`. With Laplace
        noise over the smallest that is known, and where none is, over a bound that need not be near.
        """
        return None if self._bound is None else self._bound[0]

    @property
    def bound_is(self) -> str | None:
        """certified, best known, at most (over a proven bound that nothing need come near), or None."""
        return None if self._bound is None else self._bound[1]

    @property
    def gamma(self) -> tuple[float, float] | None:
        """‖R‖_F·Δ2(M)/√k of this factorization W = R M of the workload, and a lower bound for all of them.

        Under add/remove Δ2(M) is ‖M‖_{1→2}, and the least possible is the factorization norm γ(W) (Edmonds, Nikolov and
        Ullman 2019). One row of a unit; None where the noise is not Gaussian, or no bound is at hand.
        """
        if self.noise == LAPLACE or self.scale.parameter is None or not self.rmse or self.relation.once:
            return None
        (figures, norm), counts = self._judged, tuple(float(n) for n in self.group_counts)
        bound = figures.bound(counts, norm, self.relation)
        reached = sqrt(norm * weighted_mean(figures.means, counts))
        return None if bound is None else (reached, reached / bound[0])

    def margins(self, level: Fraction | int = 90, rows: IntArray | None = None) -> FloatArray:
        """Half-widths of the central intervals of the noise in the answers, from its law.

        How exact they are is stated in errors/margins.py.

        Args:
            level: in per cent.
            rows: n numbers of queries in the workload's order; all of them by default.

        Returns:
            n half-widths, in counts.

        Raises:
            BadInput: the level does not lie between 0 and 100.
        """
        return margins.half_widths(self.strategy, self.pieces, self.scale, level, rows, lambda: self.unit_variances)

    @property
    def needed_margins(self) -> tuple[Margin, ...] | None:
        """Margins of the counts that `measure` can do with instead of the whole vector; None where it cannot."""
        return self.strategy.needed_margins

    def measure(self, x: Array | Mapping[Margin, Array]) -> IntArray:
        """Measure counts, with fresh exact noise at each call.

        Args:
            x: whole counts in C order over the domain, int64. Marginals also take a mapping from the positions of some
                variables, ascending, to the counts over these variables: margins of one and the same table, from which
                    all
                `needed_margins` can be had.

        Returns:
            The r noisy integers, `grid` times the strategy's `unit` to a count.

        Raises:
            BadInput: another shape, numbers that are not whole, or counts so large that an integer could overflow.
        """
        noisy: IntArray = self._noisy(self._exact(x), 1)[0]
        return noisy

    def measure_together(self, vectors: Sequence[Array | Mapping[Margin, Array]]) -> IntArray:
        """Measure several vectors of a chain together, with fresh exact noise.

        Args:
            vectors: those of the chain, in its order, each as `measure` takes one.

        Returns:
            The noisy integers, mixture after mixture.

        Raises:
            BadInput: as `measure`.
            TypeError: this mechanism measures one vector.
        """
        strategy = self.strategy
        if not isinstance(strategy, JoinedStrategy):
            raise TypeError("this mechanism measures one vector")
        each = replace(self, strategy=strategy.inner, alone=None)
        return np.concatenate([each.measure(mixture(row, vectors)) for row in strategy.joint.matrix])

    def _exact(self, x: Array | Mapping[Margin, Array]) -> IntArray:
        """The integers before the noise. Confidential."""
        if isinstance(x, Mapping):
            given = {axes: self._margin(axes, counts) for axes, counts in x.items()}
            if len({int(counts.sum()) for counts in given.values()}) > 1:
                raise BadInput(problem("mechanisms.margins_differ"))
            exact = self.strategy.measure_margins(given)
        else:
            counts = self._checked(as_numbers(x, self.workload.shape[1], self.workload.domain))
            exact = self.strategy.measure(counts)
        return np.asarray(exact, dtype=np.int64) * self.grid

    def _noisy(self, exact: IntArray, times: int) -> IntArray:
        """The same integers with fresh noise in each of so many rows: one for a release, many for an audit."""
        noisy = np.setdiff1d(np.arange(exact.size), self.strategy.exact_rows, assume_unique=True)
        rows = np.repeat(exact[None, :], times, axis=0)
        rows[:, noisy] += self.scale.draw(times * noisy.size).reshape(times, noisy.size)
        return rows

    def _margin(self, axes: Margin, counts: Array) -> Array:
        """Counts over some variables in their shape."""
        sizes = self.workload.domain
        if list(axes) != sorted({*axes}) or not {*axes} <= {*range(len(sizes))}:
            raise BadInput(problem("mechanisms.margin_positions", most=len(sizes) - 1))
        shape = tuple(sizes[i] for i in axes)
        return self._checked(as_numbers(counts, prod(shape), shape))

    def _checked(self, counts: Array) -> Array:
        if counts.dtype != np.int64:
            raise BadInput(problem("mechanisms.counts_whole"))
        if float(np.abs(counts.astype(np.float64)).sum()) > self.largest_total * (1 - 1e-9):
            raise BadInput(problem("mechanisms.counts_too_large"))
        return counts

    def decode(self, y: Array) -> FloatArray:
        """Reconstruct the answers from measured integers.

        Args:
            y: r integers, as `measure` returned them.

        Returns:
            k unbiased answers, in counts.

        Raises:
            BadInput: another number of integers.
        """
        array = np.asarray(y)
        if array.shape != (self.strategy.rows,):
            raise BadInput(problem("mechanisms.measurements", rows=self.strategy.rows, shape=str(array.shape)))
        return self.strategy.decode(array.astype(np.float64) / (self.grid * self.strategy.unit))

    def split(self, a: Array) -> tuple[Array, ...]:
        """Cut a vector with one entry a query into one piece a part of a Stack; one piece for any other workload.

        Args:
            a: k entries.
        """
        if isinstance(self.workload, Stack):
            return self.workload.split(a)
        return Stack(self.workload).split(a)

    def release(self, x: Array | Mapping[Margin, Array]) -> FloatArray:
        """Measure and reconstruct. No ledger stands behind this call.

        Args:
            x: counts, as `measure` takes them.

        Returns:
            k unbiased answers with fresh noise, in counts.
        """
        return self.decode(self.measure(x))

    def to_json(self) -> dict[str, Any]:
        """Public parameters for metadata: JSON-able, fractions as exact strings."""
        return {
            "mechanism": self.name,
            "neighbours": self.relation.neighbours.value,
            "rows_per_unit": self.relation.rows_per_unit,
            "exact_row": self.relation.exact_row,
            **({"once": True} if self.relation.once else {}),
            "loss": None if self.loss is None else self.loss.to_json(),
            "strategy": self.strategy.to_json(),
            "measurements": self.measurements,
            "exact_measurements": int(self.strategy.exact_rows.size),
            "sensitivity": {
                ("l1" if self.noise == LAPLACE else "l2_squared"): str(
                    self.norm * (self.relation.rows_per_unit if self.noise == LAPLACE else self.relation.squared)
                ),
                "is": "exact" if self.norm_is_exact else "upper bound",
            },
            **self.scale.to_json(),
            "unprotected": self.unprotected,
            "sums": [part.to_json() for part in self.apart],
            **({} if self.joint is None else {"joint": self.joint.to_json()}),
        }


def mixture(row: Sequence[int], vectors: Sequence[Array | Mapping[Margin, Array]]) -> Array | dict[Margin, Array]:
    """A combination of vectors by whole numbers.

    Args:
        row: a whole number for each vector.
        vectors: each one array, or the same margins of one.
    """
    first = vectors[0]
    if not isinstance(first, Mapping):
        return np.asarray(sum(a * np.asarray(vector) for a, vector in zip(row, vectors, strict=True)))
    weighed = [(a, vector) for a, vector in zip(row, vectors, strict=True) if isinstance(vector, Mapping)]
    return {axes: np.asarray(sum(a * vector[axes] for a, vector in weighed)) for axes in first}


def weighted_mean(values: tuple[float, ...], weights: tuple[float, ...] | tuple[int, ...] | list[float]) -> float:
    """Σ w·v / Σ w, 0 where there is no weight.

    Args:
        values: v.
        weights: w, at least 0.

    >>> weighted_mean((1.0, 4.0), (2, 1))
    2.0
    """
    total = float(sum(weights))
    return sum(w * v for w, v in zip(weights, values, strict=True)) / total if total else 0.0
