"""Whole tables over cliques that agree exactly, and the list of cells of one table that all are margins of.

The first clique is rounded, and then each after the one it hangs on, whose numbers of what both share it keeps
(whole_numbers.py). What a clique is rounded for is all that it tells of what is published anywhere: else errors of
shared numbers would pile up below. The tables are then put together block by block: cells of either side are cut into
pieces, and laid side by side, those of the one in order, those of the other in an order that is spread. As many people
lie in a block on either side, so that all tables are margins of the list (docs/proofs/joint_tables.md, claim 1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.tree import Clique, CliqueTree, Separator
from dpdesk.postprocess.integer_search import closest_whole
from dpdesk.postprocess.listed.cells import ListedCells, distinct
from dpdesk.postprocess.listed.lister import spread
from dpdesk.postprocess.whole_numbers import Margin, cumulative, round_cells
from dpdesk.queries import Kronecker, Stack

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_ROOM = 4
"""Whole cells are looked for up to so much above the largest real one."""
_PIECES = 2**17
"""About so many pieces are laid side by side: a person each, in files of no more."""


def whole_tables(
    tree: CliqueTree,
    parts: Sequence[Kronecker],
    cells: Sequence[Values],
    *,
    total: int | None = None,
    most: Sequence[Integers] | None = None,
) -> list[Integers]:
    """Whole tables near real ones, that agree.

    Args:
        tree: of cliques.
        parts: what is published.
        cells: of each clique, not negative.
        total: of each clique's cells, where it is known.
        most: what the whole cells may be at most, where that is known: whole tables that agree.
    """
    found: list[Integers] = []
    for number, (clique, real) in enumerate(zip(tree.cliques, cells, strict=True)):
        asked = list(dict.fromkeys(clique.seen(part) for part in parts))
        margin = None
        if number:
            shared = tree.separators[number - 1]
            above = np.zeros(shared.size, dtype=np.int64)
            np.add.at(above, shared.above, found[tree.parents[number]].ravel())
            margin = Margin(shared.below.reshape(clique.closed.size), above)
        elif total is not None:
            margin = Margin(np.zeros(clique.closed.size, dtype=np.int64), np.array([total]))
        found.append(_whole(clique, asked, real, margin, None if most is None else most[number]))
    return found


def _whole(
    clique: Clique, asked: Sequence[Kronecker], real: Values, margin: Margin | None, most: Integers | None
) -> Integers:
    """A whole table near a real one, with the numbers it keeps."""
    shape = clique.shape or (1,)
    real = real.reshape(shape)
    if margin is not None:
        margin = Margin(margin.slices.reshape(shape), margin.totals)
    if most is None:
        allowed = ~clique.closed.reshape(shape)
        whole = round_cells(real, Stack(*asked), allowed=allowed, margin=margin)
        most = allowed * int(max(whole.max(initial=0), real.max(initial=0.0)) + _ROOM)
    else:
        most = most.reshape(shape)
        whole = _within(cumulative(real, most > 0, margin), real, most, margin)
    return closest_whole(whole, real, asked, np.zeros_like(whole), most, margin).reshape(clique.shape)


def _within(whole: Integers, real: Values, most: Integers, margin: Margin | None) -> Integers:
    """Whole cells cut at what they may be at most; what that takes from a kept sum goes to others of its cells."""
    cut = np.minimum(whole, most).ravel()
    if margin is None:
        return cut.reshape(whole.shape)
    slices, room, wanted = margin.slices.ravel(), most.ravel(), real.ravel()
    while True:
        lacking = margin.totals - np.bincount(slices, cut, margin.totals.size).astype(np.int64)
        open_ = np.flatnonzero((cut < room) & (lacking > 0)[slices])
        if not open_.size:
            return cut.reshape(whole.shape)
        order = open_[np.lexsort((cut[open_] - wanted[open_], slices[open_]))]
        rank = np.arange(order.size) - np.searchsorted(slices[order], slices[order])
        cut[order[rank < lacking[slices[order]]]] += 1


def listed(
    tree: CliqueTree,
    tables: Sequence[Integers],
    shape: Sequence[int],
    idle: Sequence[int],
    flagged: Sequence[Sequence[Integers]] = (),
) -> tuple[ListedCells, Integers, list[Integers]]:
    """The cells of one table that all are margins of, and how many people each holds, in all and of some parts.

    People of a part are laid beside people of that part; of one part all its tables are then margins of the list, of
    several those of the first.

    Args:
        tree: of cliques.
        tables: whole ones over its cliques, that agree.
        shape: of the one table.
        idle: for each of its variables the class that people have of whom nobody tells it.
        flagged: for some parts of the people such tables, with no more people than there are.
    """
    pieces = _pieces(tree.cliques[0], tables[0], idle, [of_part[0] for of_part in flagged])
    for number, (clique, table) in enumerate(zip(tree.cliques, tables, strict=True)):
        if number:
            shared, above = tree.separators[number - 1], tree.cliques[tree.parents[number]]
            new = _pieces(clique, table, idle, [of_part[number] for of_part in flagged])
            pieces = _side_by_side(pieces, new, above, clique, shared, number)
    rows, back = distinct(pieces.rows, shape)
    counts = np.zeros((1 + len(flagged), len(rows)), dtype=np.int64)
    for of_part, flags in zip(counts, [np.ones(back.size, dtype=bool), *pieces.flags.T], strict=True):
        np.add.at(of_part, back, np.where(flags, pieces.counts, 0))
    return ListedCells(rows, tuple(shape)), counts[0], list(counts[1:])


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Some people of one cell each: `rows` are their classes, and `classes` how many of each variable are told apart.

    flags: whether they are of each part (pieces × parts).
    """

    rows: Integers
    counts: Integers
    classes: tuple[int, ...]
    flags: NDArray[np.bool_]


def _pieces(clique: Clique, table: Integers, idle: Sequence[int], flagged: Sequence[Integers]) -> _Pieces:
    """A table's cells, cut where parts of their people end, and large ones in pieces of about the same size."""
    people = table.ravel()
    size = max(1, int(people.sum()) // _PIECES)
    ends = np.cumsum(people)
    begins = ends - people
    cuts = [ends, *(begins + of_part.ravel() for of_part in flagged), np.arange(size, int(people.sum()), size)]
    upto = np.unique(np.concatenate(cuts))
    upto = upto[upto > 0]
    cell = np.searchsorted(ends, upto)
    rows = np.empty((cell.size, len(idle)), dtype=np.int64)
    rows[:] = idle
    classes = [0] * len(idle)
    places = np.unravel_index(cell, clique.shape) if clique.shape else ()
    for axis, codes, own in zip(clique.axes, clique.codes, places, strict=True):
        rows[:, axis] = codes[own]
        classes[axis] = codes.size
    flags = [upto <= (begins + of_part.ravel())[cell] for of_part in flagged]
    of_parts = np.stack(flags, axis=1) if flags else np.zeros((cell.size, 0), dtype=bool)
    return _Pieces(rows, np.diff(upto, prepend=0), tuple(classes), of_parts)


def _side_by_side(one: _Pieces, other: _Pieces, above: Clique, below: Clique, shared: Separator, salt: int) -> _Pieces:
    """The people of two tables, each of the one with one of the other in the same block."""
    blocks, others = shared.above[above.places(one.rows)], shared.below[below.places(other.rows)]
    order = np.lexsort((*one.flags.T[::-1], blocks))
    spread_order = np.lexsort((spread(others.size, salt), *other.flags.T[::-1], others))
    ends, other_ends = np.cumsum(one.counts[order]), np.cumsum(other.counts[spread_order])
    cuts = np.union1d(ends, other_ends)
    mine, theirs = order[np.searchsorted(ends, cuts)], spread_order[np.searchsorted(other_ends, cuts)]
    rows = one.rows[mine]
    classes = list(one.classes)
    for axis, size in enumerate(other.classes):
        if size > classes[axis]:
            rows[:, axis] = other.rows[theirs, axis]
            classes[axis] = size
    return _Pieces(rows, np.diff(cuts, prepend=0), tuple(classes), one.flags[mine])
