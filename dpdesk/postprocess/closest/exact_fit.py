"""The closest table of non-negative cells without iterations, where that is possible; the problem is `non_negative`'s.

Running counts or all intervals of one variable by isotonic regression, small domains by active sets (active_sets.py),
a table of which every cell is published alone by cutting it at its bounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.closest.active_sets import Box, from_intervals, isotonic, positive_part
from dpdesk.postprocess.closest.grams import as_dense, factor_gram
from dpdesk.queries import AllRange, Identity, Kronecker, Prefix, Total
from dpdesk.queries.kron import kron
from dpdesk.queries.reduction import rows_of_queries

_DENSE = 1100  # cells of a domain whose Gram matrix is solved with as it is
_RIDGE = 1e-12  # share of the mean diagonal that is added to a singular Gram matrix
_POINTS = 30  # about which a ridge is put at most, one after the other
_STAYS = 1e-9  # share of the largest bound that cells move by, below which they stay where they are
_SINGULAR = 1e-10  # eigenvalue of a Gram matrix, in parts of the largest, that is a rounding error
_ACTIVE = 500_000  # queries times cells up to which active sets are found by the queries

Values = NDArray[np.float64]


class ExactFit:
    """What can be found without iterations for some parts W_p with weights w_p.

    small: whether the Gram matrix is solved with as it is; running, intervals: whether the answers are running counts
    or all intervals of one variable; whole: the part that asks for every cell by itself, None if there is none.
    """

    def __init__(self, parts: Sequence[Kronecker], weights: Sequence[float], shape: tuple[int, ...]) -> None:
        self._parts, self._weights, self._shape = parts, weights, shape
        self.small = prod(shape) <= _DENSE
        self.running = _only_running(parts)
        self.intervals = len(parts) == 1 and len(shape) == 1 and isinstance(parts[0].factors[0], AllRange)
        self.whole = next((place for place, part in enumerate(parts) if _every_cell(part)), None)
        self._asked: tuple[NDArray[np.intp], Values] | None = None  # cells, and all queries of these

    @cached_property
    def tells_all(self) -> bool:
        """Whether no two tables have the same answers, as far as this is known without the Gram operator."""
        if self.running or self.intervals or self.whole is not None:
            return True
        if not self.small:
            return False
        values = np.linalg.eigvalsh(self._matrix)
        return bool(values[0] > _SINGULAR * values[-1])

    def cells(
        self, answers: Sequence[Values], b: Values, lower: Values | float, upper: Values | float
    ) -> Values | None:
        """The closest cells, where that is possible; b = Σ_p w_p W_pᵀ a_p.

        Args:
            answers: a_p, one vector a part.
            b: Σ_p w_p W_pᵀ a_p, in the shape of the domain.
            lower: bounds of the cells from below, scalar or of that shape.
            upper: and from above.
        """
        if self.whole is not None and len(self._parts) == 1:  # nothing ties a cell to another
            cells = np.asarray(answers[0], dtype=np.float64).reshape(self._shape)
            return np.asarray(np.clip(cells, lower, upper), dtype=np.float64)
        if self.small and np.isfinite(upper).all():
            return self._between(b, np.broadcast_to(lower, self._shape), np.broadcast_to(upper, self._shape))
        if np.ndim(lower) or float(np.max(lower)) != 0:
            return None
        allowed = np.broadcast_to(np.asarray(upper) > 0, self._shape)
        if not np.isinf(np.where(allowed, upper, np.inf)).all():
            return None
        if self.running and allowed.all():
            size = self._shape[0]
            running, weights = np.zeros(size), np.zeros(size)
            for weight, answer in zip(self._weights, answers, strict=True):
                place = slice(size - answer.size, size)  # all running counts, or the total only
                running[place] += weight * answer
                weights[place] += weight
            return isotonic(running / weights, weights)
        if self.intervals and allowed.all():
            return from_intervals(b / self._weights[0])
        if self.small:
            inside = np.flatnonzero(allowed)
            q, right = self._matrix[np.ix_(inside, inside)], b.ravel()[inside]
            fitted = positive_part(q, right)
            if fitted is None:  # queries do not tell all cells apart
                fitted = self._undetermined(answers, inside, q, right)
            if fitted is not None:
                cells = np.zeros(b.size)
                cells[inside] = fitted
                return cells.reshape(self._shape)
        return None

    def _between(self, b: Values, lower: Values, upper: Values) -> Values | None:
        """Between finite bounds; where queries do not tell all cells apart, close to the middle of the bounds.

        A ridge there, as small as it is, outweighs answers of much noise; so it is put about the cells that were found
        with it, until these stay where they are (proximal points: Rockafellar 1976).
        """
        least, most, right = lower.ravel().astype(np.float64), upper.ravel().astype(np.float64), b.ravel()
        fitted = Box(self._matrix, least, most).minimiser(right)
        if fitted is None:
            ridge = _RIDGE * float(np.diag(self._matrix).mean())
            ridged, about = Box(self._matrix + ridge * np.eye(right.size), least, most), (least + most) / 2.0
            for step in range(_POINTS):
                fitted = ridged.minimiser(right + ridge * about, about if step else None)
                if fitted is None or np.abs(fitted - about).max(initial=0.0) <= _STAYS * most.max(initial=0.0):
                    break
                about = fitted
        return None if fitted is None else fitted.reshape(self._shape)

    def _undetermined(
        self, answers: Sequence[Values], inside: NDArray[np.intp], q: Values, right: Values
    ) -> Values | None:
        """One of the best tables where there are many: by the queries themselves, or where these are many by a ridge.

        The Gram matrix has the square of their condition number, and loses what weighs little.
        """
        if inside.size * sum(answer.size for answer in answers) > _ACTIVE:
            return positive_part(q + _RIDGE * float(np.diag(q).mean()) * np.eye(inside.size), right)
        from scipy.optimize import nnls

        noisy = np.concatenate([root * answer for root, answer in zip(self._roots, answers, strict=True)])
        try:
            return np.asarray(nnls(self._queries(inside), noisy)[0], dtype=np.float64)
        except RuntimeError:  # the active sets did not end
            return None

    @property
    def _roots(self) -> Values:
        return np.asarray(np.sqrt(self._weights))

    def _queries(self, inside: NDArray[np.intp]) -> Values:
        """All queries of some cells, times the roots of their weights; those of the same cells are kept."""
        if self._asked is None or not np.array_equal(self._asked[0], inside):
            each = zip(self._roots, self._parts, strict=True)
            self._asked = inside, np.concatenate([root * _rows(part)[:, inside] for root, part in each])
        return self._asked[1]

    @cached_property
    def _matrix(self) -> Values:
        """The Gram matrix Q = Σ_p w_p W_pᵀ W_p, with a row and a column for each cell."""
        size = prod(self._shape)
        total = np.zeros((size, size))
        for part, weight in zip(self._parts, self._weights, strict=True):
            gram = kron(as_dense(factor_gram(factor)) for factor in part.factors)
            gram *= weight
            total += gram
        return total


def _rows(part: Kronecker) -> Values:
    """The 0/1 matrix of a product of queries."""
    return kron(np.asarray(rows_of_queries(factor), dtype=np.float64) for factor in part.factors)


def _every_cell(part: Kronecker) -> bool:
    """Whether a part asks for every cell by itself."""
    return all(isinstance(factor, Identity) or factor.domain[0] == factor.shape[0] == 1 for factor in part.factors)


def _only_running(parts: Sequence[Kronecker]) -> bool:
    """Whether the answers are the running counts of one variable, and perhaps its total again."""
    if any(len(part.factors) != 1 for part in parts):
        return False
    factors = [part.factors[0] for part in parts]
    return any(isinstance(f, Prefix) for f in factors) and all(isinstance(f, (Prefix, Total)) for f in factors)
