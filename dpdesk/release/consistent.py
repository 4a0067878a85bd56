"""The one table of whole, non-negative cells behind a group's published numbers, and how it is had from noisy answers.

Every number a group publishes is a sum of cells of this table, so its numbers agree wherever they overlap, whether one
margin of the tables contains another or not: there is a population that has all of them at once. Where the product of
the group's variables is written down, the table is the closest to the noisy answers there is, up to rounding
(`non_negative`, `whole_numbers`). Where it is too large for that, only its non-empty cells are listed: tables over the
margins are brought closest to the noisy answers and to each other, and the list comes close to those
(`agreeing_margins`, `listed_cells`, `listed_search`). The guarantee is the same; what differs is that a list is close
to the answers without being proven closest. With one margin, of all variables, the two are the same problem.

Groups that share a margin with an earlier group keep its whole numbers there, in either form.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.agreement import FREE, NO_BLOCK, SharedMargin
from dpdesk.planning.choose import ChosenGroup
from dpdesk.planning.compile import CompiledGroup, SumVector
from dpdesk.planning.margins import Axes, axes_of, impossible_on, on_margin
from dpdesk.postprocess.agreeing_margins import AgreeingMargins, margin_of
from dpdesk.postprocess.listed_cells import (
    Blocks,
    Layer,
    ListedCells,
    Lister,
    Statistic,
    fit_counts,
    fit_sums,
    layered,
)
from dpdesk.postprocess.listed_search import Search, improve_counts, improve_sums
from dpdesk.postprocess.non_negative import Projection, kronecker_parts
from dpdesk.postprocess.whole_numbers import Margin, cumulative, round_cells
from dpdesk.queries import Identity, Kronecker, Prefix, Stack, Total
from dpdesk.queries.reduction import Reduction, reduce_workload

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
_FEW_STEPS = 100
"""Up to so many steps a person, sums are improved as whole numbers; the noise on others is far wider than a step."""
_CLOSE = 0.02
"""To within so much of a unit the tables over margins are brought closest; whole numbers follow."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """A margin shared with an earlier group, and its whole numbers there, C order over the margin's shape."""

    shared: SharedMargin
    totals: Integers


class Cells(Protocol):
    """A group's table of cells; values have one entry a cell."""

    def counts(self, unbiased: Values, agreements: Sequence[Agreement]) -> Integers:
        """Whole, non-negative counts close to noisy answers, with an earlier group's numbers where one is named."""

    def sums(self, unbiased: Values, vector: SumVector, counts: Integers, agreements: Sequence[Agreement]) -> Integers:
        """Sums of a quantity in whole steps, each cell between the bounds its count allows."""

    def answer(self, values: Integers) -> Integers:
        """The published answers: sums of cells."""

    def slices(self, shared: SharedMargin, later: bool) -> Integers:
        """The position of every cell in a margin, NO_BLOCK where no row is ever counted."""


def cells_of(group: ChosenGroup) -> Cells:
    """The form a group's cells have."""
    return Listed(group.compiled) if group.listed else Written(group.compiled)


def agreement_with(earlier: Cells, values: Integers, shared: SharedMargin) -> Agreement:
    """What an earlier group says about a margin."""
    theirs = earlier.slices(shared, later=False).ravel()
    inside = theirs >= 0
    totals = np.zeros(shared.size, dtype=np.int64)
    np.add.at(totals, theirs[inside], values.ravel()[inside])
    return Agreement(shared, totals)


class Written:
    """Every cell of the product of the variables, by classes."""

    def __init__(self, compiled: CompiledGroup) -> None:
        """Prepare the projection."""
        self._compiled = compiled
        self._projection = Projection(compiled.workload, _weights(compiled))

    def counts(self, unbiased: Values, agreements: Sequence[Agreement]) -> Integers:
        """The projection, rounded."""
        compiled = self._compiled
        allowed = None if compiled.impossible is None else ~compiled.impossible
        upper = np.inf if allowed is None else np.where(allowed, np.inf, 0.0)
        fit = self._projection.fit(compiled.workload.split(unbiased), upper=upper)
        margin = self._margin(agreements, fit.cells, allowed)
        return round_cells(fit.cells, compiled.workload, allowed=allowed, margin=margin)

    def sums(self, unbiased: Values, vector: SumVector, counts: Integers, agreements: Sequence[Agreement]) -> Integers:
        """The projection between bounds, rounded."""
        lower, upper = counts * vector.lower, counts * vector.upper
        scale = _scale(vector)
        answers = [a / scale for a in self._compiled.workload.split(unbiased)]
        fit = self._projection.fit(answers, lower=lower / scale, upper=upper / scale)
        values = fit.cells * scale
        margin = self._margin(agreements, values, counts > 0, lower)
        return lower + cumulative(values - lower, counts > 0, margin)

    def answer(self, values: Integers) -> Integers:
        """The workload's answers."""
        return np.asarray(self._compiled.workload.answer(values), dtype=np.int64)

    def slices(self, shared: SharedMargin, later: bool) -> Integers:
        """Of every cell, in the shape of the domain."""
        return shared.slices(later)

    def _margin(
        self,
        agreements: Sequence[Agreement],
        values: Values,
        allowed: NDArray[np.bool_] | None,
        floor: Integers | None = None,
    ) -> Margin | None:
        """What must come out exactly. A last slice, with nothing in it, holds cells in which no row is ever counted."""
        if not agreements:
            return None
        blocks = _blocks(agreements)
        positions = [self.slices(one.shared, later=True) for one in agreements]
        slices = layered(positions, [one.shared.size for one in agreements])
        return _margin_of(slices, blocks.totals, values, allowed, floor)


class Listed:
    """The non-empty cells of a domain too large to be written down; `counts` decides which these are."""

    def __init__(self, compiled: CompiledGroup) -> None:
        """Prepare the projection of each margin."""
        self._compiled = compiled
        self._parts = parts = kronecker_parts(compiled.workload)
        axes = [axes_of(part) for part in parts]
        self._statistics = [
            Statistic(own, on_margin(part, own) if own else None) for part, own in zip(parts, axes, strict=True)
        ]
        self._margins = compiled.margins
        self._family = AgreeingMargins(self._margins, compiled.shape)
        self._impossible = [impossible_on(own, compiled.excluded, compiled.shape) for own in self._margins]
        self._within: list[list[int]] = []
        self._borrowed: list[list[tuple[Axes, int]]] = []
        self._reductions: list[Reduction] = []
        self._projections: list[Projection] = []
        weights = _weights(compiled)
        for margin in self._margins:
            within = [at for at, own in enumerate(axes) if set(own) <= set(margin)]
            borrowed = [
                (own, at)
                for own in self._family.shared
                if set(own) < set(margin) and not any(axes[one] == own and _single(parts[one]) for one in within)
                if (at := next((at for at, part in enumerate(parts) if _tells(part, own)), None)) is not None
            ]
            queries = [on_margin(parts[at], margin) for at in within]
            queries += [_table_of(margin, own, compiled.shape) for own, _ in borrowed]
            stack, reduction = reduce_workload(Stack(*queries))
            self._within.append(within)
            self._borrowed.append(borrowed)
            self._reductions.append(reduction)
            own_weights = [weights[at] for at in within] + [1.0 / query.shape[0] for query in queries[len(within) :]]
            self._projections.append(Projection(stack, own_weights))
        self._whole = [_single(part) for part in parts]
        self._cells = ListedCells(np.zeros((0, len(compiled.shape)), dtype=np.int64), compiled.shape)

    def counts(self, unbiased: Values, agreements: Sequence[Agreement]) -> Integers:
        """Tables over the margins, then a list of cells that comes close to them."""
        answers = self._compiled.workload.split(unbiased)
        free = [np.full([self._compiled.shape[axis] for axis in axes], np.inf) for axes in self._margins]
        upper = [
            most if closed is None else np.where(closed, 0.0, most)
            for most, closed in zip(free, self._impossible, strict=True)
        ]
        fitted = []
        for at, (projection, reduction) in enumerate(zip(self._projections, self._reductions, strict=True)):
            most = np.where(reduction.every(upper[at] == 0), 0.0, np.inf)
            fitted.append(projection.fit(self._answers(at, answers), upper=most, tolerance=_CLOSE).cells)
        targets = self._family.fit(self._by_class(fitted), upper=upper)
        blocks = _blocks(agreements) if agreements else self._exact(answers)
        if blocks is not None:
            total = max(float(blocks.totals.sum()), float(targets[0].sum()) if _some_free(blocks) else 0.0)
            blocks = replace(blocks, totals=_with_rest(blocks.totals, total))
            targets = [table * (blocks.totals.sum() / max(table.sum(), 1.0)) for table in targets]
        cells = Lister(self._margins, targets, self._compiled.shape, self._compiled.excluded).cells(blocks)
        fitted_cells = fit_counts(cells, self._margins, targets, blocks)
        margin = self._margin(cells, blocks, fitted_cells, None)
        values = cumulative(fitted_cells, None, margin)
        search = Search(cells, self._statistics, self._margins, targets)
        self._cells, whole = improve_counts(search, values, blocks, self._compiled.excluded)
        return whole

    def sums(self, unbiased: Values, vector: SumVector, counts: Integers, agreements: Sequence[Agreement]) -> Integers:
        """The same cells, each with a sum."""
        answers, scale = self._compiled.workload.split(unbiased), _scale(vector)
        lower, upper = counts * vector.lower, counts * vector.upper
        low = [np.asarray(self._cells.margin(lower, own), dtype=np.float64) / scale for own in self._margins]
        high = [np.asarray(self._cells.margin(upper, own), dtype=np.float64) / scale for own in self._margins]
        scaled = [own / scale for own in answers]
        fitted = [
            projection.fit(
                self._answers(at, scaled),
                lower=reduction.merge(low[at]),
                upper=reduction.merge(high[at]),
                tolerance=_CLOSE,
            ).cells
            for at, (projection, reduction) in enumerate(zip(self._projections, self._reductions, strict=True))
        ]
        agreed = self._family.fit(self._by_class(fitted), lower=low, upper=high)
        targets = [table * scale for table in agreed]
        values = fit_sums(self._cells, counts, self._margins, targets, (float(vector.lower), float(vector.upper)))
        blocks = _blocks(agreements) if agreements else None
        margin = self._margin(self._cells, blocks, values, lower)
        whole = lower + cumulative(values - lower, counts > 0, margin)
        if blocks is None and scale <= _FEW_STEPS:
            whole = improve_sums(Search(self._cells, self._statistics, self._margins, targets), whole, lower, upper)
        return whole

    def answer(self, values: Integers) -> Integers:
        """Each statistic from its margin."""
        return self._cells.answer(self._statistics, values)

    def slices(self, shared: SharedMargin, later: bool) -> Integers:
        """Of every listed cell."""
        return _layer(shared, later).of(self._cells.rows)

    def _answers(self, margin: int, answers: Sequence[Values]) -> list[Values]:
        """The answers of a margin's own statistics, and what others say of the margins it shares."""
        borrowed = [_said(self._parts[at], own, answers[at]) for own, at in self._borrowed[margin]]
        return [*(answers[at] for at in self._within[margin]), *borrowed]

    def _by_class(self, fitted: Sequence[Values]) -> list[Values]:
        """Tables over margins in the group's classes, from tables in the classes that each margin's queries tell apart.

        What several of the group's classes have together is divided as a margin that tells them apart divides it.
        """
        shares: dict[int, Values] = {}
        for axes, reduction, table in zip(self._margins, self._reductions, fitted, strict=True):
            for axis, classes, size in zip(axes, reduction.classes, reduction.shape, strict=True):
                if classes.size == size:
                    shares.setdefault(axis, np.maximum(margin_of(table, axes, (axis,)), 0.0) + 1e-9)
        result = []
        for axes, reduction, table in zip(self._margins, self._reductions, fitted, strict=True):
            for place, (axis, classes) in enumerate(zip(axes, reduction.classes, strict=True)):
                if classes.size > table.shape[place]:
                    share = shares.get(axis, np.ones(classes.size))
                    share = share / np.bincount(classes, weights=share)[classes]
                    table = np.take(table, classes, axis=place) * share.reshape(
                        [-1 if at == place else 1 for at in range(len(axes))]
                    )
            result.append(table)
        return result

    def _exact(self, answers: Sequence[Values]) -> Blocks | None:
        """The number of units where it is public: the answers that count everybody once add up to it."""
        if not self._compiled.exact_row or not any(self._whole):
            return None
        total = round(float(np.sum(answers[self._whole.index(True)])))
        return Blocks((Layer((), (), ()),), np.array([total, 0], dtype=np.int64))

    def _margin(
        self, cells: ListedCells, blocks: Blocks | None, values: Values, floor: Integers | None
    ) -> Margin | None:
        if blocks is None:
            return None
        every = np.ones(len(cells.rows), dtype=bool)
        return _margin_of(blocks.of(cells.rows), blocks.totals, values, every, floor)


def _margin_of(
    slices: Integers, totals: Integers, values: Values, allowed: NDArray[np.bool_] | None, floor: Integers | None
) -> Margin:
    """Sums of slices that must come out exactly, less what their cells hold at least (`floor`).

    The slice of the cells of which nothing is said keeps its own sum; one more holds cells in which no row is ever
    counted. Nothing is asked of slices where no cell may hold anything: a rule that empties a whole slice in this group
    was not seen by the earlier one, whose variables do not span it.
    """
    slices = np.where(slices == NO_BLOCK, totals.size, slices)
    rest = slices == totals.size - 1
    totals = np.append(totals, 0)
    totals[-2] = round(float(values[rest].sum())) if rest.any() else 0
    if floor is not None:
        least = np.zeros(totals.size, dtype=np.int64)
        np.add.at(least, slices.ravel(), floor.ravel())
        totals = totals - least
    if allowed is not None:
        held = np.bincount(slices[allowed].ravel(), minlength=totals.size) > 0
        totals = np.where(held, totals, 0)
    return Margin(slices, totals)


def _blocks(agreements: Sequence[Agreement]) -> Blocks:
    """What several margins of earlier groups say, the finest first; of a coarser one what finer ones leave over."""
    layers = tuple(_layer(one.shared, True) for one in agreements)
    totals: list[Integers] = []
    for at, one in enumerate(agreements):
        left = one.totals.copy()
        for layer, above in zip(layers[:at], totals, strict=True):
            if above.any():  # of many groups with one margin only the first says anything
                place = _containing(layer, layers[at])
                np.subtract.at(left, place[place >= 0], above[place >= 0])
        totals.append(np.maximum(left, 0) if at else left)
    return Blocks(layers, np.append(np.concatenate(totals), 0).astype(np.int64))


def _containing(fine: Layer, coarse: Layer) -> Integers:
    """For each product of blocks of a layer the product of a coarser one that contains it, FREE if none does."""
    index = np.indices(fine.shape).reshape(len(fine.shape), -1) if fine.shape else np.zeros((0, 1), dtype=np.int64)
    result = np.zeros(index.shape[1], dtype=np.int64)
    free = np.zeros(index.shape[1], dtype=bool)
    for axis, blocks, size in zip(coarse.axes, coarse.blocks, coarse.shape, strict=True):
        if axis in fine.axes:
            own = fine.blocks[fine.axes.index(axis)]
            owner = np.full(fine.shape[fine.axes.index(axis)], FREE, dtype=np.int64)
            owner[own[own >= 0]] = blocks[own >= 0]
            place = owner[index[fine.axes.index(axis)]]
        else:
            place = np.full(result.size, FREE if (blocks == FREE).any() or size > 1 else 0, dtype=np.int64)
        result = result * size + np.maximum(place, 0)
        free |= place < 0
    return np.where(free, FREE, result)


def _some_free(blocks: Blocks) -> bool:
    """Whether of some cells no layer says anything."""
    return all(any((own == FREE).any() for own in layer.blocks) for layer in blocks.layers)


def _with_rest(totals: Integers, total: float) -> Integers:
    """The totals with what is left for the cells of which nothing is said."""
    result = totals.copy()
    result[-1] = max(round(total) - int(totals[:-1].sum()), 0)
    return result


def _layer(shared: SharedMargin, later: bool) -> Layer:
    axes, blocks = (shared.axes_b, shared.blocks_b) if later else (shared.axes_a, shared.blocks_a)
    return Layer(axes, tuple(blocks[axis] for axis in axes), shared.shape)


def _weights(compiled: CompiledGroup) -> list[float]:
    parts = compiled.workload.parts
    return [float(weight) / part.shape[0] for weight, part in zip(compiled.weights, parts, strict=True)]


def _scale(vector: SumVector) -> float:
    return float(max(abs(vector.lower), abs(vector.upper), 1))


def _single(part: Kronecker) -> bool:
    """Whether a part counts every combination of single classes of its variables."""
    return all(isinstance(factor, (Identity, Total)) for factor in part.factors)


def _tells(part: Kronecker, axes: Axes) -> bool:
    """Whether the table over some variables follows from a part's answers by adding up."""
    return all(
        isinstance(factor, Identity) or (at not in axes and isinstance(factor, (Total, Prefix)))
        for at, factor in enumerate(part.factors)
    )


def _said(part: Kronecker, axes: Axes, answers: Values) -> Values:
    """That table; of cumulative counts the last is everybody."""
    table = answers.reshape(part.counts)
    for at in reversed(range(len(part.factors))):
        if at not in axes:
            last = isinstance(part.factors[at], Prefix)
            table = np.take(table, -1, axis=at) if last else table.sum(axis=at)
    return np.asarray(table, dtype=np.float64).reshape(-1)


def _table_of(margin: Axes, axes: Axes, shape: Sequence[int]) -> Kronecker:
    """The table over some variables of a margin."""
    return Kronecker(*(Identity(shape[at]) if at in axes else Total(shape[at]) for at in margin))
