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
from dpdesk.postprocess.listed.lister import spread
from dpdesk.postprocess.whole_numbers import Margin, round_cells
from dpdesk.queries import Kronecker, Stack

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

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
    pieces = _pieces(tree.cliques[0], tables[0], idle)
    for number, (clique, table) in enumerate(zip(tree.cliques, tables, strict=True)):
        if number:
            shared, above = tree.separators[number - 1], tree.cliques[tree.parents[number]]
            pieces = _side_by_side(pieces, _pieces(clique, table, idle), above, clique, shared, number)
    rows, back = distinct(pieces.rows, shape)
    counts = np.zeros(len(rows), dtype=np.int64)
    np.add.at(counts, back, pieces.counts)
    return ListedCells(rows, tuple(shape)), counts


@dataclass(frozen=True, slots=True, eq=False)
class _Pieces:
    """Some people of one cell each: their classes, and how many of each variable are told apart (`classes`)."""

    rows: Integers
    counts: Integers
    classes: tuple[int, ...]


def _pieces(clique: Clique, table: Integers, idle: Sequence[int]) -> _Pieces:
    """A table's cells, large ones in pieces of about the same size."""
    people = table.ravel()
    size = max(1, int(people.sum()) // _PIECES)
    ends = np.cumsum(people)
    upto = np.union1d(ends, np.arange(size, int(people.sum()), size))
    upto = upto[upto > 0]
    cell = np.searchsorted(ends, upto)
    rows = np.empty((cell.size, len(idle)), dtype=np.int64)
    rows[:] = idle
    classes = [0] * len(idle)
    places = np.unravel_index(cell, clique.shape) if clique.shape else ()
    for axis, codes, own in zip(clique.axes, clique.codes, places, strict=True):
        rows[:, axis] = codes[own]
        classes[axis] = codes.size
    return _Pieces(rows, np.diff(upto, prepend=0), tuple(classes))


def _side_by_side(one: _Pieces, other: _Pieces, above: Clique, below: Clique, shared: Separator, salt: int) -> _Pieces:
    """The people of two tables, each of the one with one of the other in the same block."""
    blocks, others = shared.above[above.places(one.rows)], shared.below[below.places(other.rows)]
    order = np.argsort(blocks, kind="stable")
    spread_order = np.lexsort((spread(others.size, salt), others))
    ends, other_ends = np.cumsum(one.counts[order]), np.cumsum(other.counts[spread_order])
    cuts = np.union1d(ends, other_ends)
    mine, theirs = order[np.searchsorted(ends, cuts)], spread_order[np.searchsorted(other_ends, cuts)]
    rows = one.rows[mine]
    classes = list(one.classes)
    for axis, size in enumerate(other.classes):
        if size > classes[axis]:
            rows[:, axis] = other.rows[theirs, axis]
            classes[axis] = size
    return _Pieces(rows, np.diff(cuts, prepend=0), tuple(classes))
