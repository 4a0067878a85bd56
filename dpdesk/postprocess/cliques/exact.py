"""Whole tables over cliques that have the very published numbers, where real ones do.

Without noise, or where published numbers agree, real tables reach whole numbers, and rounding one table after the other
leaves some off by one: what a clique keeps of the one above was chosen before. Then few cells have to move, of all
cliques at once: the shortest move that brings every number to what it is to be, with neighbours still agreeing, as in
postprocess/listed/exact.py. It is asked for the numbers alone that no others imply, and of a large table the largest
cells move. Post-processing; nothing is drawn at random, and the work ends by its amount.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.cliques.tree import CliqueTree
from dpdesk.postprocess.integer_program import shortest_move
from dpdesk.postprocess.integer_search import distinct, query_matrix
from dpdesk.postprocess.listed.implied import telling_parts
from dpdesk.queries import Kronecker

if TYPE_CHECKING:
    from scipy.sparse import csr_array

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_TERMS = 300_000
"""Queries that count a cell, added up over the cells that may move: the largest, real or whole."""
_WORK = 3_000_000_000
_WHOLE = 0.1
"""Up to so much from a whole number, a real one is taken for it."""


def exact_tables(
    tree: CliqueTree, parts: Sequence[Kronecker], cells: Sequence[Values], whole: Sequence[Integers], total: int | None
) -> list[Integers]:
    """Whole tables with the numbers that real ones have, if these are whole and some are found; else the given ones.

    Args:
        tree: of cliques.
        parts: what is published.
        cells: real tables, of each clique.
        whole: others near them, that agree.
        total: of each clique's cells, where it is kept.
    """
    owners = [tree.owner(parts[at]) for at in telling_parts(parts)]
    wanted = [own.answer(cells[at]) for at, own in owners]
    if any(bool((np.abs(told - np.rint(told)) > _WHOLE).any()) for told in wanted):
        return list(whole)
    lacking = [np.rint(told) - own.answer(whole[at]) for told, (at, own) in zip(wanted, owners, strict=True)]
    if not any(told.any() for told in lacking):
        return list(whole)
    matrix = _matrix(tree, owners)
    missing = np.concatenate([*lacking, np.zeros(matrix.shape[0] - sum(told.size for told in lacking))])
    if total is None:
        matrix, missing = matrix[:-1], missing[:-1]
    kept, which = distinct(matrix, missing)
    if missing[which < 0].any():
        return list(whole)
    here = np.concatenate([table.ravel() for table in whole]).astype(np.float64)
    chosen = _largest(tree, matrix, np.maximum(here, np.concatenate([table.ravel() for table in cells])))
    every = np.full(chosen.size, np.inf)
    found = shortest_move(matrix[kept][:, chosen], missing[kept], here[chosen], every, 1, _WORK)
    if found is None:
        return list(whole)
    move = np.zeros(here.size)
    move[chosen] = found
    if np.any(matrix @ move != missing) or np.any(here + move < 0):
        return list(whole)
    return [table.astype(np.int64) for table in tree.split(here + move)]


def _largest(tree: CliqueTree, matrix: csr_array, values: Values) -> Integers:
    """The cells that may hold anybody, of many those of the largest values, as far as there is room for terms."""
    open_ = np.flatnonzero(~np.concatenate([clique.closed.ravel() for clique in tree.cliques]))
    order = open_[np.argsort(-values[open_], kind="stable")]
    terms = np.bincount(matrix.indices, minlength=values.size)
    return np.sort(order[np.cumsum(terms[order]) <= MOST_TERMS])


def _matrix(tree: CliqueTree, owners: Sequence[tuple[int, Kronecker]]) -> csr_array:
    """The queries on all cells in a row, what ties neighbours, and the total of the first clique."""
    from scipy.sparse import csr_array, vstack

    size, first = int(tree.first[-1]), tree.first.tolist()
    rows = []
    for at, own in owners:
        queries = query_matrix([own]).tocsr()
        shape = queries.shape[0], size
        rows.append(csr_array((queries.data.astype(np.float64), queries.indices + first[at], queries.indptr), shape))
    for number, (parent, shared) in enumerate(zip(tree.parents[1:], tree.separators, strict=True), 1):
        blocks = np.concatenate([shared.above, shared.below])
        places = np.concatenate([first[parent] + np.arange(shared.above.size), np.arange(*first[number : number + 2])])
        signs = np.concatenate([np.ones(shared.above.size), -np.ones(shared.below.size)])
        rows.append(csr_array((signs, (blocks, places)), (shared.size, size)))
    rows.append(csr_array((np.ones(first[1]), (np.zeros(first[1], dtype=np.int64), np.arange(first[1]))), (1, size)))
    return csr_array(vstack(rows))
