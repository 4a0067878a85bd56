"""Whole cells that add up: real-valued cells rounded to integers so that published sums stay close to what they were.

Rounding cells one by one lets errors pile up in every total. Two things are done instead:

* cumulative rounding: the running sum over the cells, in the order of the domain, is rounded and differenced, so that
  the sum over any run of cells is off by less than one, and each prefix of a single variable by at most one half;
* local improvement: a cell moves between its two neighbouring integers while that lowers the summed squared deviation
  of all published answers (controlled rounding in the sense of Cox 1987, by descent instead of a flow problem).

Both are functions of already private values: post-processing. The outcome is deterministic.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.postprocess.non_negative import kronecker_parts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dpdesk.queries import Stack

_DESCENT_CELLS = 40_000
_DESCENT_MOVES = 40_000
_NOTHING = 1e-9  # a slice whose real cells sum to less than this is empty


def round_cells(
    cells: NDArray[np.float64],
    workload: Stack,
    *,
    allowed: NDArray[np.bool_] | None = None,
    margin_axes: tuple[int, ...] = (),
    margin: NDArray[np.int64] | None = None,
    non_negative: bool = True,
) -> NDArray[np.int64]:
    """Return integer cells near the real ones; with `margin` their sums over the other variables equal it exactly.

    cells: shape of the domain; workload: the published statistics, Kronecker parts; allowed: False where a cell must
    stay zero; margin_axes, margin: variables (positions in the domain, ascending) and the whole numbers their margin
    must have.
    Raises ValueError where the margin asks for rows in a slice that has no allowed cell.
    """
    rounded = cumulative(cells, allowed, margin_axes, margin)
    if _runs_only(workload) or cells.size > _DESCENT_CELLS:
        return rounded
    improved = _descend(cells, rounded, workload, margin_axes if margin is not None else None, non_negative)
    return improved


def cumulative(
    cells: NDArray[np.float64],
    allowed: NDArray[np.bool_] | None = None,
    margin_axes: tuple[int, ...] = (),
    margin: NDArray[np.int64] | None = None,
) -> NDArray[np.int64]:
    """Round the running sum and difference it, separately in each slice of the margin where one is given."""
    if margin is None:
        running = np.rint(np.cumsum(cells.ravel()))
        return np.diff(running, prepend=0.0).astype(np.int64).reshape(cells.shape)
    others = tuple(axis for axis in range(cells.ndim) if axis not in margin_axes)
    order = (*margin_axes, *others)
    slices = int(np.prod([cells.shape[axis] for axis in margin_axes], dtype=np.int64))
    blocks = np.array(cells.transpose(order).reshape(slices, -1), dtype=np.float64)
    free = np.ones(blocks.shape, dtype=bool) if allowed is None else allowed.transpose(order).reshape(slices, -1)
    target = margin.reshape(slices)
    sums = blocks.sum(axis=1)
    bare = sums < _NOTHING
    blocks[bare] = 0.0
    bare &= target > 0
    blocks[bare] = free[bare]
    sums = blocks.sum(axis=1)
    if bool(np.any((sums <= 0) & (target != 0))):
        raise ValueError("a margin asks for rows where every cell is impossible")
    scale = np.divide(target, sums, out=np.zeros(slices), where=sums > 0)
    running = np.rint(np.cumsum(blocks, axis=1) * scale[:, None])
    running[:, -1] = target
    last = blocks.shape[1] - 1 - np.argmax(blocks[:, ::-1] > 0, axis=1)
    running = np.where(np.arange(blocks.shape[1])[None, :] >= last[:, None], target[:, None], running)
    whole = np.diff(running, prepend=0.0, axis=1).astype(np.int64)
    shape = tuple(cells.shape[axis] for axis in order)
    return np.ascontiguousarray(whole.reshape(shape).transpose(np.argsort(order)))


def _runs_only(workload: Stack) -> bool:
    """Whether one variable alone is tabulated: cumulative rounding then keeps every prefix within one half."""
    return len(workload.domain) == 1


def _descend(
    cells: NDArray[np.float64],
    start: NDArray[np.int64],
    workload: Stack,
    margin_axes: tuple[int, ...] | None,
    non_negative: bool,
) -> NDArray[np.int64]:
    """Move one cell at a time by one while the sum of squared deviations of the published answers falls.

    With a margin to keep, a move is a pair: one cell of a slice up, another of the same slice down.
    """
    parts = kronecker_parts(workload)
    grams = [[np.asarray(factor.gram(), dtype=np.float64) for factor in part.factors] for part in parts]
    whole = start.astype(np.float64)
    curvature = _sum_of_products([[np.diag(gram) for gram in factors] for factors in grams], cells.shape)
    deviation = whole - cells
    gradient = np.zeros(cells.shape)
    for part in parts:
        gradient += part.adjoint(part.answer(deviation)).reshape(cells.shape)
    floor, ceiling = np.floor(cells), np.ceil(cells)
    if non_negative:
        floor = np.maximum(floor, 0.0)
    for _ in range(min(_DESCENT_MOVES, 4 * cells.size)):
        up = np.where(whole < ceiling, gradient + curvature / 2, np.inf)
        down = np.where(whole > floor, -gradient + curvature / 2, np.inf)
        moves = _pair(up, down, margin_axes, grams) if margin_axes is not None else _single(up, down)
        if moves is None:
            break
        for index, sign in moves:
            whole[index] += sign
            gradient += sign * _column(grams, index)
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


def _pair(
    up: NDArray[np.float64],
    down: NDArray[np.float64],
    margin_axes: tuple[int, ...],
    grams: Sequence[Sequence[NDArray[np.float64]]],
) -> list[Move] | None:
    """The best cell to raise and, in the same slice, the best to lower, if the two together gain."""
    others = tuple(axis for axis in range(up.ndim) if axis not in margin_axes)
    gain = up.min(axis=others, keepdims=True) + down.min(axis=others, keepdims=True)
    ranked = np.argsort(gain.ravel(), kind="stable")[:8]
    for flat in ranked:
        place = _index(int(flat), gain.shape)
        if not gain[place] < -1e-9:
            return None
        block = tuple(place[axis] if axis in margin_axes else slice(None) for axis in range(up.ndim))
        raised = _within(int(np.argmin(up[block])), up[block].shape, place, others)
        lowered = _within(int(np.argmin(down[block])), down[block].shape, place, others)
        overlap = _sum_of_products_at(grams, raised, lowered)
        if raised != lowered and up[raised] + down[lowered] - overlap < -1e-9:
            return [(raised, 1.0), (lowered, -1.0)]
    return None


def _within(flat: int, shape: tuple[int, ...], place: tuple[int, ...], others: tuple[int, ...]) -> tuple[int, ...]:
    inner = _index(flat, shape)
    full = list(place)
    for axis, position in zip(others, inner, strict=True):
        full[axis] = position
    return tuple(full)


def _index(flat: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(int(i) for i in np.unravel_index(flat, shape))


def _column(grams: Sequence[Sequence[NDArray[np.float64]]], index: tuple[int, ...]) -> NDArray[np.float64]:
    """The column of Σ_p W_pᵀ W_p that belongs to one cell."""
    columns = [[gram[:, i] for gram, i in zip(factors, index, strict=True)] for factors in grams]
    return _sum_of_products(columns, tuple(gram.shape[0] for gram in grams[0]))


def _sum_of_products(factors: Sequence[Sequence[NDArray[np.float64]]], shape: tuple[int, ...]) -> NDArray[np.float64]:
    total = np.zeros(shape)
    for vectors in factors:
        product = np.ones(())
        for vector in vectors:
            product = np.multiply.outer(product, vector)
        total += product
    return total


def _sum_of_products_at(
    grams: Sequence[Sequence[NDArray[np.float64]]], first: tuple[int, ...], second: tuple[int, ...]
) -> float:
    return float(
        sum(np.prod([gram[i, j] for gram, i, j in zip(factors, first, second, strict=True)]) for factors in grams)
    )
