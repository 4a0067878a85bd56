"""Cells that have the very answers, found from cells that have them nearly.

Iterations end some thousandths of a person away, which of an income of thousands is several steps. Where nothing proves
that no cells have the answers, each step moves the cells that are off their bounds, by the least that gives the answers
(least squares by Golub-Kahan bidiagonalisation: Fong, Saunders 2011), and cuts them at their bounds. These then stay
there, and after a few steps none is cut any more; where no step comes closer, those go on that the answers pull off
their bounds. The closest cells are returned, which are no further off than those given.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.progress import breathe

if TYPE_CHECKING:
    from scipy.sparse.linalg import LinearOperator

    from dpdesk.queries import Kronecker

Values = NDArray[np.float64]

_STEPS = 10
_SOLVES = 500
_EXACT = 1e-12
"""Length of what is off, in parts of the answers', that is a rounding error."""


def with_answers(queries: LinearOperator, goal: Values, cells: Values, lower: Values, upper: Values) -> Values:
    """The cells, flat, moved to where they have the answers, as far as that is found.

    Args:
        queries: a row a query, a column a cell.
        goal: the answers.
        cells: within their bounds, flat.
        lower: their bounds from below.
        upper: and from above.
    """
    from scipy.sparse import diags_array
    from scipy.sparse.linalg import aslinearoperator, lsmr

    exact = _EXACT * float(np.linalg.norm(goal))
    off = goal - queries.matvec(cells)
    best, least = cells, float(np.linalg.norm(off))
    before, stuck = np.inf, False
    for step in range(_STEPS):
        breathe("meeting the answers", step / _STEPS)
        if least <= exact:
            break
        inside = (lower < cells) & (cells < upper)
        if stuck:
            pull = queries.rmatvec(off)
            inside = np.where(pull > 0, cells < upper, lower < cells) & (lower < upper)
        some = queries @ aslinearoperator(diags_array(inside.astype(np.float64)))
        cells = np.clip(cells + lsmr(some, off, atol=0.0, btol=0.0, conlim=0.0, maxiter=_SOLVES)[0], lower, upper)
        off = goal - queries.matvec(cells)
        after = float(np.linalg.norm(off))
        if after < least:
            best, least = cells, after
        if stuck and after >= before:
            break
        before, stuck = after, after >= before
    return best


def operator(parts: Sequence[Kronecker], shape: tuple[int, ...]) -> LinearOperator:
    """The queries, without being written down.

    Args:
        parts: over one domain.
        shape: of the domain.
    """
    from scipy.sparse.linalg import LinearOperator

    ends = np.cumsum([part.shape[0] for part in parts])

    def asked(cells: Values) -> Values:
        return np.concatenate([part.answer(cells.reshape(shape)) for part in parts])

    def turned(answers: Values) -> Values:
        each = zip(parts, np.split(answers.ravel(), ends[:-1]), strict=True)
        return sum((part.adjoint(own).ravel() for part, own in each), np.zeros(prod(shape)))

    return LinearOperator((int(ends[-1]), prod(shape)), matvec=asked, rmatvec=turned, dtype=np.float64)
