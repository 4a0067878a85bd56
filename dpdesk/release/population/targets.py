"""Tables over the margins of a listed table, closest to noisy answers and to each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.margins import Axes, axes_of, needed_margins, on_margin
from dpdesk.planning.joint.tables import JointTable
from dpdesk.postprocess.agreeing_margins import AgreeingMargins, margin_of
from dpdesk.postprocess.closest.non_negative import Projection
from dpdesk.progress import stretch
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total
from dpdesk.queries.reduction import Reduction, reduce_workload

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_CLOSE = 0.02
"""To within so much of a unit the tables over margins are brought closest; whole numbers follow."""
_FEW_STEPS = 100
"""Up to so many steps a person, the unit of a sum is a step."""


class Targets:
    """Tables over margins of a listed table, closest to noisy answers and to each other, for one statistic."""

    def __init__(self, table: JointTable, weights: Sequence[float], margins: Sequence[Axes] | None = None) -> None:
        """Take a weight for each part, 0 where nothing is told, and the margins: those that are told, if not given.

        Sums have fewer than counts: what nobody tells of them must not pull at what is told.
        """
        self.kept = [number for number, weight in enumerate(weights) if weight > 0]
        self._parts = parts = [table.parts[number].queries for number in self.kept]
        self.weights = weights = [weights[number] for number in self.kept]
        self.margins = tuple(needed_margins(Stack(*parts)) if margins is None else margins)
        self._family = family = AgreeingMargins(self.margins, table.shape)
        axes = [axes_of(part) for part in parts]
        self._within: list[list[int]] = []
        self._borrowed: list[list[tuple[Axes, int]]] = []
        self._reductions: list[Reduction] = []
        self._stacks: list[Stack] = []
        self._projections: list[Projection] = []
        for margin in self.margins:
            within = [number for number, part_axes in enumerate(axes) if set(part_axes) <= set(margin)]
            borrowed = [
                (overlap, holder)
                for overlap in family.shared
                if set(overlap) < set(margin)
                and not any(axes[place] == overlap and single(parts[place]) for place in within)
                if (holder := next((number for number, part in enumerate(parts) if _tells(part, overlap)), None))
                is not None
            ]
            queries = [on_margin(parts[number], margin) for number in within]
            queries += [_table_of(margin, overlap, table.shape) for overlap, _ in borrowed]
            own_weights = [weights[number] for number in within]
            own_weights += [weights[number] / _added(parts[number], overlap) for overlap, number in borrowed]
            if not queries:  # nobody publishes this margin: it follows the others
                queries, own_weights = [_table_of(margin, (), table.shape)], [1.0]
            stack, reduction = reduce_workload(Stack(*queries))
            self._within.append(within)
            self._borrowed.append(borrowed)
            self._reductions.append(reduction)
            self._stacks.append(stack)
            self._projections.append(Projection(stack, own_weights))

    @property
    def open(self) -> bool:
        """Whether a margin's own answers leave open what it shares with others: what each takes then differs."""
        for margin, projection, reduction in zip(self.margins, self._projections, self._reductions, strict=True):
            met = [overlap for overlap in self._family.shared if set(overlap) < set(margin)]
            sizes = zip(margin, reduction.classes, reduction.shape, strict=True)
            merged = {axis for axis, classes, size in sizes if classes.size > size}
            if (met and not projection.tells_all) or any(len(overlap) > 1 and merged & set(overlap) for overlap in met):
                return True
        return False

    def fitted(self, answers: Sequence[Values], upper: Sequence[Values]) -> list[Values]:
        """Tables of counts over the margins, each closest to its own answers, none negative."""
        tables = []
        for margin, (projection, reduction) in enumerate(zip(self._projections, self._reductions, strict=True)):
            most = np.where(reduction.every(upper[margin] == 0), 0.0, np.inf)
            with stretch(margin / len(self._projections), (margin + 1) / len(self._projections)):
                tables.append(projection.fit(self._answers(margin, answers), upper=most, tolerance=_CLOSE).cells)
        return tables

    def agreeing(self, fitted: Sequence[Values], upper: Sequence[Values]) -> list[Values]:
        """These tables by the table's classes, made to agree."""
        return self._family.fit(self._by_class(fitted), upper=upper)

    def numbers(self, fitted: Sequence[Values]) -> list[Values]:
        """What these tables say of every part: the mean of the margins that have its variables."""
        answers: dict[int, list[Values]] = {}
        for within, stack, table in zip(self._within, self._stacks, fitted, strict=True):
            for number, queries in zip(within, stack.parts, strict=False):
                answers.setdefault(number, []).append(np.asarray(queries.answer(table), dtype=np.float64))
        return [np.mean(answers[part], axis=0) for part in range(len(self._parts))]

    def sums(
        self, answers: Sequence[Values], low: Sequence[Values], high: Sequence[Values], scale: float
    ) -> list[Values]:
        """Tables of sums between bounds, made to agree."""
        return self._family.fit(self._by_class(self.fitted_sums(answers, low, high, scale)), lower=low, upper=high)

    def fitted_sums(
        self, answers: Sequence[Values], low: Sequence[Values], high: Sequence[Values], scale: float
    ) -> list[Values]:
        """Tables of sums over the margins, each closest to its own answers, between bounds.

        scale: how many steps of a sum are one of these numbers: where few are, it is brought as close to a step.
        """
        return [
            projection.fit(
                self._answers(margin, answers),
                lower=reduction.merge(low[margin]),
                upper=reduction.merge(high[margin]),
                tolerance=_CLOSE / min(scale, _FEW_STEPS),
            ).cells
            for margin, (projection, reduction) in enumerate(zip(self._projections, self._reductions, strict=True))
        ]

    def _answers(self, margin: int, answers: Sequence[Values]) -> list[Values]:
        """The answers of a margin's own statistics, and what others say of the margins it shares."""
        given = [answers[number] for number in self.kept]
        borrowed = [_said(self._parts[number], overlap, given[number]) for overlap, number in self._borrowed[margin]]
        collected = [*(given[number] for number in self._within[margin]), *borrowed]
        if collected:
            return collected
        whole = next((number for number, part in enumerate(self._parts) if _tells(part, ())), None)
        return [np.zeros(1) if whole is None else _said(self._parts[whole], (), given[whole])]

    def _by_class(self, fitted: Sequence[Values]) -> list[Values]:
        """Tables over margins in the table's classes, from tables in the classes that each margin's queries tell apart.

        What several of the table's classes have together is divided as a margin that tells them apart divides it.
        """
        shares: dict[int, Values] = {}
        margins = self.margins
        for axes, reduction, table in zip(margins, self._reductions, fitted, strict=True):
            for axis, classes, size in zip(axes, reduction.classes, reduction.shape, strict=True):
                if classes.size == size:
                    shares.setdefault(axis, np.maximum(margin_of(table, axes, (axis,)), 0.0) + 1e-9)
        result = []
        for axes, reduction, table in zip(margins, self._reductions, fitted, strict=True):
            for place, (axis, classes) in enumerate(zip(axes, reduction.classes, strict=True)):
                if classes.size > table.shape[place]:
                    share = shares.get(axis, np.ones(classes.size))
                    share = share / np.bincount(classes, weights=share)[classes]
                    table = np.take(table, classes, axis=place) * share.reshape(
                        [-1 if number == place else 1 for number in range(len(axes))]
                    )
            result.append(table)
        return result


def single(part: Kronecker) -> bool:
    """Whether a part counts every combination of single classes of its variables."""
    return all(isinstance(factor, (Identity, Total)) for factor in part.factors)


def _tells(part: Kronecker, axes: Axes) -> bool:
    """Whether the table over some variables follows from a part's answers by adding up."""
    return all(
        isinstance(factor, Identity) or (axis not in axes and isinstance(factor, (Total, Prefix)))
        for axis, factor in enumerate(part.factors)
    )


def _said(part: Kronecker, axes: Axes, answers: Values) -> Values:
    """That table; of cumulative counts the last is everybody."""
    table = answers.reshape(part.counts)
    for axis in reversed(range(len(part.factors))):
        if axis not in axes:
            last = isinstance(part.factors[axis], Prefix)
            table = np.take(table, -1, axis=axis) if last else table.sum(axis=axis)
    return np.asarray(table, dtype=np.float64).reshape(-1)


def _added(part: Kronecker, axes: Axes) -> int:
    """How many of a part's answers are added up to a number of that table."""
    return prod(
        1 if axis in axes or isinstance(factor, Prefix) else count
        for axis, (factor, count) in enumerate(zip(part.factors, part.counts, strict=True))
    )


def _table_of(margin: Axes, axes: Axes, shape: Sequence[int]) -> Kronecker:
    """The table over some variables of a margin."""
    return Kronecker(*(Identity(shape[axis]) if axis in axes else Total(shape[axis]) for axis in margin))
