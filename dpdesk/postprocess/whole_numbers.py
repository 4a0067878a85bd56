"""Whole cells that add up: real-valued cells rounded to integers so that published sums stay close to what they were.

Rounding cells one by one lets errors pile up in every total. Two-way tables, hierarchies and trees get the best
controlled rounding, every published number one of the two next to what it was (controlled_rounding.py). For others two
things are done:

* cumulative rounding: the running sum over the cells, in the order of the domain, is rounded and differenced, so that
  the sum over any run of cells is off by less than one, and each prefix of a single variable by at most one half;
* local improvement: a cell moves between its two neighbouring integers while that lowers the summed squared deviation
  of all published answers (controlled rounding in the sense of Cox 1987, by descent instead of a flow problem).

Both are functions of already private values: post-processing. The outcome is deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.postprocess.controlled_rounding import by_urgency, controlled, kept_partitions
from dpdesk.queries.compound import kronecker_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpdesk.queries import Kronecker, Stack

_DESCENT_CELLS = 40_000
_DESCENT_MOVES = 40_000
_NOTHING = 1e-9  # a slice whose real cells sum to less than this is empty


@dataclass(frozen=True, slots=True)
class Margin:
    """Sums that must come out exactly: cell i counts towards `totals[slices[i]]`; `slices` has the domain's shape."""

    slices: NDArray[np.int64]
    totals: NDArray[np.int64]


def round_cells(
    cells: NDArray[np.float64],
    workload: Stack,
    *,
    allowed: NDArray[np.bool_] | None = None,
    margin: Margin | None = None,
    told: Sequence[Kronecker] = (),
) -> NDArray[np.int64]:
    """Return whole cells near the real ones, none negative; with `margin` their sums over its slices equal it exactly.

    Args:
        cells: non-negative, shape of the domain.
        workload: the published statistics, Kronecker parts.
        allowed: False where a cell must stay zero.
        margin: sums of slices that are kept.
        told: more sums that large tables should have, as others publish them.

    Raises:
        ValueError: where the margin asks for rows in a slice that has no allowed cell.
    """
    values, more = (cells, []) if margin is None else (_scaled(cells, allowed, margin), [margin.slices.ravel()])
    best = controlled(values, kronecker_parts(workload), more)
    if best is not None:
        return best
    if len(workload.domain) == 1:
        return cumulative(cells, allowed, margin)  # every prefix is within one half already
    if cells.size > _DESCENT_CELLS:
        return _by_urgency(values, [*kronecker_parts(workload), *told], margin)
    rounded = by_urgency(cells, kronecker_parts(workload)) if margin is None else cumulative(cells, allowed, margin)
    return _descend(cells, rounded, workload, margin)


def round_sums(
    cells: NDArray[np.float64], parts: Sequence[Kronecker], allowed: NDArray[np.bool_], margin: Margin | None
) -> NDArray[np.int64]:
    """Whole sums of cells near real ones, in one pass: of large tables line by line, so that all sums are close.

    Args:
        cells: non-negative, shape of the domain.
        parts: the sums that matter.
        allowed: False where a cell must stay zero.
        margin: sums of slices that are kept.
    """
    if cells.ndim == 1 or cells.size <= _DESCENT_CELLS:
        return cumulative(cells, allowed, margin)
    return _by_urgency(cells if margin is None else _scaled(cells, allowed, margin), parts, margin)


def _by_urgency(cells: NDArray[np.float64], parts: Sequence[Kronecker], margin: Margin | None) -> NDArray[np.int64]:
    """Cells whose slices have their totals, rounded line by line: first what they add up to by whole slices."""
    if margin is None:
        return by_urgency(cells, parts)
    slices = margin.slices.reshape(cells.shape)
    across = [axis for axis in range(cells.ndim) if bool((slices == slices.take([0], axis)).all())]
    kept = [axis for axis in range(cells.ndim) if axis not in across]
    sums = np.asarray(cells.sum(axis=tuple(across)))
    of_sums = slices[tuple(0 if axis in across else slice(None) for axis in range(cells.ndim))]
    whole = by_urgency(cells, parts, cumulative(sums, None, Margin(of_sums, margin.totals)), kept)
    reached = np.bincount(slices.ravel(), weights=whole.ravel(), minlength=margin.totals.size)
    # A line whose fractions are rounding errors cannot be raised by one, should its total have been.
    return whole if np.array_equal(reached, margin.totals.ravel()) else cumulative(cells, None, margin)


def cumulative(
    cells: NDArray[np.float64], allowed: NDArray[np.bool_] | None = None, margin: Margin | None = None
) -> NDArray[np.int64]:
    """Round the running sum and difference it, separately in each slice of the margin where one is given.

    Args:
        cells: non-negative, of one ordered variable.
        allowed: False where a cell must stay zero.
        margin: sums of slices that are kept.

    >>> cumulative(np.array([0.4, 0.4, 0.4])).tolist()
    [0, 1, 0]
    """
    if margin is None:
        running = np.rint(np.cumsum(cells.ravel()))
        return np.diff(running, prepend=0.0).astype(np.int64).reshape(cells.shape)
    totals, count, slices = margin.totals.ravel(), margin.totals.size, margin.slices.ravel()
    values, scale = _scale(cells, allowed, margin)
    order = np.argsort(slices, kind="stable")
    filled = order[values[order] > 0]
    owner = slices[filled]
    first, last = np.searchsorted(owner, np.arange(count), "left"), np.searchsorted(owner, np.arange(count), "right")
    running = np.cumsum(values[filled])
    before = np.concatenate([[0.0], running])[first]
    ends = np.rint((running - before[owner]) * scale[owner])
    present = last > first
    ends[last[present] - 1] = totals[present]  # the last cell of a slice closes it, whatever the running sum's last bit
    whole = np.diff(ends, prepend=0.0)
    whole[first[present]] = ends[first[present]]
    result = np.zeros(cells.size, dtype=np.int64)
    result[filled] = whole.astype(np.int64)
    return result.reshape(cells.shape)


def within(whole: NDArray[np.int64], most: NDArray[np.int64], margin: Margin | None) -> NDArray[np.int64]:
    """Whole cells of which none holds more than it may: what is cut goes to cells of the same slice that have room.

    Slices are multiplied to have their totals, and a cell may come above its bound by that. One that has more than all
    its cells may hold stays as it is.

    Args:
        whole: cells, none negative.
        most: bounds of each.
        margin: sums of slices that are kept; that of all cells where None.
    """
    over = np.maximum(whole - most, 0).ravel()
    if not over.any():
        return whole
    slices = np.zeros(whole.size, dtype=np.int64) if margin is None else margin.slices.ravel()
    order = np.argsort(slices, kind="stable")
    own, room = slices[order], np.maximum(most - whole, 0).ravel()[order]
    taken, space = np.zeros((2, int(own[-1]) + 1), dtype=np.int64)
    np.add.at(taken, own, over[order])
    np.add.at(space, own, room)
    taken[taken > space] = 0
    before = np.cumsum(room) - room - (np.cumsum(space) - space)[own]
    moved = np.zeros(whole.size, dtype=np.int64)
    moved[order] = np.clip(taken[own] - before, 0, room) - np.where(taken[own] > 0, over[order], 0)
    return whole + moved.reshape(whole.shape)


def _scale(
    cells: NDArray[np.float64], allowed: NDArray[np.bool_] | None, margin: Margin
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The flat cells, those of an empty slice that must be filled alike, and what each slice is to be multiplied by."""
    totals, count, slices = margin.totals.ravel(), margin.totals.size, margin.slices.ravel()
    free = np.ones(cells.size, dtype=bool) if allowed is None else allowed.ravel()
    values = np.where(free, cells.ravel(), 0.0)
    sums = np.bincount(slices, weights=values, minlength=count)
    empty = sums < _NOTHING
    values = np.where(empty[slices], np.where(free & (totals > 0)[slices], 1.0, 0.0), values)
    sums = np.bincount(slices, weights=values, minlength=count)
    if bool(np.any((sums <= 0) & (totals != 0))):
        raise ValueError("a margin asks for rows where every cell is impossible")
    return values, np.divide(totals, sums, out=np.zeros(count), where=sums > 0)


def _scaled(cells: NDArray[np.float64], allowed: NDArray[np.bool_] | None, margin: Margin) -> NDArray[np.float64]:
    """The cells with every slice multiplied so that it has its total."""
    values, scale = _scale(cells, allowed, margin)
    return np.asarray((values * scale[margin.slices.ravel()]).reshape(cells.shape))


def _descend(
    cells: NDArray[np.float64], start: NDArray[np.int64], workload: Stack, margin: Margin | None
) -> NDArray[np.int64]:
    """Move one cell at a time by one while the sum of squared deviations of the published answers falls.

    With a margin to keep, a move is a pair: one cell of a slice up, another of the same slice down.
    """
    parts = kronecker_parts(workload)
    together = _Together(parts)
    whole = start.astype(np.float64)
    curvature = together.alone
    deviation = whole - cells
    gradient = np.zeros(cells.shape)
    for part in parts:
        gradient += part.adjoint(part.answer(deviation)).reshape(cells.shape)
    floor, ceiling = np.maximum(np.floor(cells), 0.0), np.ceil(cells)
    pairs = None if margin is None else _Pairs(margin, together)
    for _ in range(min(_DESCENT_MOVES, 4 * cells.size)):
        up = np.where(whole < ceiling, gradient + curvature / 2, np.inf)
        down = np.where(whole > floor, -gradient + curvature / 2, np.inf)
        moves = _single(up, down) if pairs is None else pairs.best(up, down)
        if moves is None:
            break
        for index, sign in moves:
            whole[index] += sign
            gradient += sign * together.column(index)
    return whole.astype(np.int64)


Move = tuple[tuple[int, ...], float]


def _single(up: NDArray[np.float64], down: NDArray[np.float64]) -> list[Move] | None:
    best_up, best_down = int(np.argmin(up)), int(np.argmin(down))
    flat, sign, change = (
        (best_up, 1.0, up.flat[best_up])
        if up.flat[best_up] <= down.flat[best_down]
        else (best_down, -1.0, down.flat[best_down])
    )
    if not change < -1e-9:
        return None
    return [(_index(flat, up.shape), sign)]


class _Pairs:
    """The best cell to raise and, in the same slice, the best to lower."""

    def __init__(self, margin: Margin, together: _Together) -> None:
        self._order = np.argsort(margin.slices.ravel(), kind="stable")
        owner = margin.slices.ravel()[self._order]
        self._starts = np.flatnonzero(np.diff(owner, prepend=owner[0] - 1))
        self._ends = np.append(self._starts[1:], owner.size)
        self._together = together

    def best(self, up: NDArray[np.float64], down: NDArray[np.float64]) -> list[Move] | None:
        """The first pair that gains, among the slices that promise most; None if there is none."""
        rise, fall = up.ravel()[self._order], down.ravel()[self._order]
        gain = np.minimum.reduceat(rise, self._starts) + np.minimum.reduceat(fall, self._starts)
        for which in np.argsort(gain, kind="stable")[:8]:
            if not gain[which] < -1e-9:
                return None
            start, end = self._starts[which], self._ends[which]
            raised = _index(int(self._order[start + np.argmin(rise[start:end])]), up.shape)
            lowered = _index(int(self._order[start + np.argmin(fall[start:end])]), up.shape)
            overlap = float(self._together.column(raised)[lowered])
            if raised != lowered and up[raised] + down[lowered] - overlap < -1e-9:
                return [(raised, 1.0), (lowered, -1.0)]
        return None


def _index(flat: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(flat, shape))


class _Together:
    """How many published queries count two cells both, Σ_p W_pᵀ W_p: a column of it at a time, and its diagonal."""

    def __init__(self, parts: Sequence[Kronecker]) -> None:
        self._shape = parts[0].domain
        labels = kept_partitions(tuple(parts))
        self._labels = None if labels is None else np.array(labels)
        self._many = np.min_scalar_type(len(parts))  # to add in small integers is quick
        self._grams: list[list[NDArray[np.float64]]] = []
        if self._labels is None:
            self._grams = [[np.asarray(factor.gram(), dtype=np.float64) for factor in part.factors] for part in parts]

    @property
    def alone(self) -> NDArray[np.float64]:
        """In how many queries each cell is."""
        if self._labels is not None:
            many = np.asarray((self._labels >= 0).sum(axis=0), dtype=np.float64)
            return many.reshape(self._shape)
        return _sum_of_products([[np.diag(gram) for gram in factors] for factors in self._grams], self._shape)

    def column(self, index: tuple[int, ...]) -> NDArray[np.float64]:
        """What belongs to one cell."""
        if self._labels is not None:
            own = self._labels[:, np.ravel_multi_index(index, self._shape)]
            alike = self._labels[own >= 0] == own[own >= 0, None]
            many = np.asarray(alike.sum(axis=0, dtype=self._many), dtype=np.float64)
            return many.reshape(self._shape)
        columns = [[gram[:, i] for gram, i in zip(factors, index, strict=True)] for factors in self._grams]
        return _sum_of_products(columns, self._shape)


def _sum_of_products(factors: Sequence[Sequence[NDArray[np.float64]]], shape: tuple[int, ...]) -> NDArray[np.float64]:
    total = np.zeros(shape)
    for vectors in factors:
        product = np.ones(())
        for vector in vectors:
            product = np.multiply.outer(product, vector)
        total += product
    return total
