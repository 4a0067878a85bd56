"""Whole cells that have the very published numbers, where real ones do: the shortest move from whole ones near them.

Where no noise is in what is published, or what is published agrees, real cells reach all of it, and whole ones found
by rounding and descent lack a few people here and there. What is lacking is small, so that few cells have to move: over
whole m with

    Q m = t − Q z,   m ≥ −z,

minimise Σ|m|, z the whole cells there are, t what is published. A program of equations alone is a hundred times
smaller than one that weighs how far each number is off, and its real solution is mostly whole.

Privacy: a function of noisy numbers and public parameters only. Nothing is drawn at random; the work ends by its
amount, not by the clock.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from dpdesk.postprocess.integer_program import shortest_move
from dpdesk.postprocess.integer_search import distinct
from dpdesk.postprocess.listed.cells import Integers, ListedCells
from dpdesk.postprocess.listed.closest import Published, joined

MOST_TERMS = 300_000
"""Different queries that count a cell, added up over cells, up to which a move is looked for."""
_WORK = 3_000_000_000
_OFF = 1e-6


def exact_whole_list(
    published: Published, cells: ListedCells, start_cells: ListedCells, start: Integers
) -> tuple[ListedCells, Integers] | None:
    """Whole counts of cells with all published numbers, which are whole, next to others; None where none are found.

    Args:
        published: what is published, with its targets.
        cells: among which real counts have these numbers.
        start_cells: others, next to which is looked.
        start: their whole counts.
    """
    from scipy.sparse import csr_array, vstack

    here = ListedCells(start_cells.rows, start_cells.shape)
    every, whole = joined(here, start.astype(np.float64), cells, np.zeros(len(cells.rows)))
    plain = replace(published, total=None)
    matrix, goal = plain.matrix(every), np.rint(plain.goal())
    if published.total is not None:
        matrix = vstack([matrix, csr_array(np.ones((1, len(every.rows))))], format="csr")
        goal = np.append(goal, published.total)
    lacking = goal - matrix @ whole
    kept, which = distinct(matrix)
    if np.abs(lacking[which < 0]).max(initial=0.0) > _OFF:
        return None
    told = matrix[kept]
    if told.nnz > MOST_TERMS:
        return None
    move = shortest_move(told, lacking[kept], whole, np.full(whole.size, np.inf), 1, _WORK)
    if move is None:
        return None
    moved = whole + move
    if (moved < 0).any() or np.abs(matrix @ moved - goal).max(initial=0.0) > _OFF:
        return None
    filled = moved > 0
    return ListedCells(every.rows[filled], every.shape), moved[filled].astype(np.int64)
