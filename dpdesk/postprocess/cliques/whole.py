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
from dpdesk.postprocess.integer_search import SMALL, closest_whole
from dpdesk.postprocess.listed.cells import ListedCells, distinct
from dpdesk.postprocess.listed.lister import shuffled
from dpdesk.postprocess.whole_numbers import Margin, round_cells
from dpdesk.queries import Kronecker, Stack

Values = NDArray[np.float64]
Integers = NDArray[np.int64]
Places = NDArray[np.int64] | NDArray[np.int32]

_ROOM = 4
"""Whole cells are looked for up to so much above the largest real one."""
_PIECES = 2**17
"""About so many pieces are laid side by side: a person each, in files of no more."""


def whole_tables(
    tree: CliqueTree, parts: Sequence[Kronecker], cells: Sequence[Values], total: int | None = None
) -> list[Integers]:
    """Whole tables near real ones, that agree.

    Args:
        tree: of cliques.
        parts: what is published.
        cells: of each clique, not negative.
        total: of each clique's cells, where it is known.
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
        found.append(_whole(clique, asked, real, margin))
    return found


def _whole(clique: Clique, asked: Sequence[Kronecker], real: Values, margin: Margin | None) -> Integers:
    """A whole table near a real one, with the numbers it keeps."""
    shape = clique.shape or (1,)
    real, allowed = real.reshape(shape), ~clique.closed.reshape(shape)
    if margin is not None:
        margin = Margin(margin.slices.reshape(shape), margin.totals)
    whole = round_cells(real, Stack(*asked), allowed=allowed, margin=margin)
    most = allowed * int(max(whole.max(initial=0), real.max(initial=0.0)) + _ROOM)
    # A program of all cliques at once follows where numbers are to be exact (exact.py): here only quick ones are asked.
    return closest_whole(whole, real, asked, np.zeros_like(whole), most, margin, SMALL).reshape(clique.shape)


def listed(
    tree: CliqueTree, tables: Sequence[Integers], shape: Sequence[int], idle: Sequence[int]
) -> tuple[ListedCells, Integers]:
    """The cells of one table that all are margins of, and how many people each holds.

    Args:
        tree: of cliques.
        tables: whole ones over its cliques, that agree.
        shape: of the one table.
        idle: for each of its variables the class that people have of whom nobody tells it.
    """
    pieces = [_pieces(table) for table in tables]
    counts, steps = pieces[0].counts, list[_Pairs]()
    cells: dict[int, Places] = {0: pieces[0].cells}
    for number, parent in enumerate(tree.parents[1:], 1):
        one = _Pieces(cells[parent], counts)
        pairs, counts = _side_by_side(one, pieces[number], tree.separators[number - 1], number)
        hung_on = set(tree.parents[number + 1 :])  # of these alone it is still asked what cell a piece lies in
        cells = {at: own[pairs.one] for at, own in cells.items() if at in hung_on} | {number: pairs.cells}
        steps.append(pairs)
    rows, back = distinct(_rows(tree, pieces[0].cells, steps, idle), shape)
    held = np.zeros(len(rows), dtype=np.int64)
    np.add.at(held, back, counts)
    return ListedCells(rows, tuple(shape)), held


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Some people of one cell each: the cell's place in its table, and how many they are."""

    cells: Places
    counts: Integers


@dataclass(frozen=True, slots=True, eq=False)
class _Pairs:
    """People of two tables, each of the one with one of the other: which piece of the one, which cell of the other."""

    one: Places
    cells: Places


def _pieces(table: Integers) -> _Pieces:
    """A table's cells, large ones in pieces of about the same size."""
    people = table.ravel()
    size = max(1, int(people.sum()) // _PIECES)
    ends = np.cumsum(people)
    upto = _merged(ends, np.arange(size, int(people.sum()), size))
    upto = upto[upto > 0]
    return _Pieces(np.searchsorted(ends, upto), np.diff(upto, prepend=0))


def _side_by_side(one: _Pieces, other: _Pieces, shared: Separator, salt: int) -> tuple[_Pairs, Integers]:
    """The people of two tables, each of the one with one of the other in the same block, and how many each are."""
    few = np.min_scalar_type(shared.size)  # short numbers are sorted in one pass
    blocks, others = shared.above.astype(few)[one.cells], shared.below.astype(few)[other.cells]
    order = np.argsort(blocks, kind="stable")
    other_order = shuffled(others.size, salt)
    other_order = other_order[np.argsort(others[other_order], kind="stable")]
    ends, other_ends = np.cumsum(one.counts[order]), np.cumsum(other.counts[other_order])
    cuts = _merged(ends, other_ends)
    mine, theirs = order[np.searchsorted(ends, cuts)], other_order[np.searchsorted(other_ends, cuts)]
    return _Pairs(mine.astype(np.int32), other.cells[theirs].astype(np.int32)), np.diff(cuts, prepend=0)


def _merged(one: Integers, other: Integers) -> Integers:
    """The different ones of two ascending rows of numbers, in order."""
    both = np.concatenate([one, other])
    both.sort(kind="stable")  # which sees that there are two rows in order
    return both[np.diff(both, prepend=-1) > 0]


def _rows(tree: CliqueTree, cells: Places, steps: Sequence[_Pairs], idle: Sequence[int]) -> Integers:
    """The class of each variable of the last pieces, from the clique that tells most of it; the last clique first."""
    finest: dict[int, int] = {}
    for at, clique in enumerate(tree.cliques):
        for axis, own in zip(clique.axes, clique.codes, strict=True):
            known = finest.get(axis)
            if known is None or own.size > tree.cliques[known].codes[tree.cliques[known].axes.index(axis)].size:
                finest[axis] = at
    piece: Places = np.arange((steps[-1].cells if steps else cells).size)
    columns = np.empty((len(idle), piece.size), dtype=np.int64)
    columns[:] = np.asarray(idle, dtype=np.int64)[:, None]
    for at in reversed(range(len(tree.cliques))):
        cell: Places = steps[at - 1].cells if at else cells
        clique = tree.cliques[at]
        places = np.unravel_index(cell[piece], clique.shape) if clique.shape else ()
        for axis, codes, place in zip(clique.axes, clique.codes, places, strict=True):
            if finest[axis] == at:
                columns[axis] = codes[place]
        piece = steps[at - 1].one[piece] if at else piece
    return columns.T
