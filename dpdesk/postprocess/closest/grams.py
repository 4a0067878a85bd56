"""The Gram operator Q = Σ_p w_p W_pᵀ W_p of Kronecker products, applied and inverted without forming it.

On a variable whose Gram matrices commute (totals with single codes, all intervals with single codes, one kind of
interval) their common eigenvectors make Q diagonal, by a fast cosine or sine transform where they are known; on the
others nothing is done, and one small dense block is left for each different set of coefficients. Where even the blocks
are too large there is no inverse, and whoever needs one goes another way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from math import prod
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.queries.kron import kron

if TYPE_CHECKING:
    from dpdesk.queries import Kronecker
    from dpdesk.queries.workload import Workload

_SHORT = 32  # codes up to which a matrix is quicker than a transform
_TOGETHER = 48  # codes of neighbouring variables up to which they are rotated by one matrix
_LARGEST_BLOCKS = 2_000_000_000  # number of blocks times the cube of their size: a second or two of work

Values: TypeAlias = NDArray[np.float64]


def gram_of(parts: list[Kronecker], weights: list[float], shape: tuple[int, ...]) -> Gram | None:
    """Q, or None where its blocks are too large or too many.

    Args:
        parts: W_p.
        weights: w_p.
        shape: of the domain.
    """
    factors = [[factor_gram(part.factors[axis]) for part in parts] for axis in range(len(shape))]
    axes = [_Axis.of(grams) for grams in factors]
    rest = [variable for variable, axis in enumerate(axes) if not axis.commute]
    size = prod(shape[variable] for variable in rest)
    coefficients = _coefficients(axes, weights, [variable for variable in range(len(shape)) if variable not in rest])
    if not rest:  # one number a cell: there is nothing to sort into blocks
        single = coefficients.sum(axis=1, keepdims=True)
        return Gram(axes, factors, rest, single, np.arange(single.size), shape)
    distinct, owner = np.unique(np.round(coefficients, 14), axis=0, return_inverse=True)
    if len(distinct) * size**3 <= _LARGEST_BLOCKS:
        return Gram(axes, factors, rest, distinct, owner.ravel(), shape)
    return None


def _coefficients(axes: list[_Axis], weights: list[float], kept: list[int]) -> Values:
    """For each joint eigenvector of the commuting variables (C order) the weight with which each part acts there."""
    columns = []
    for index, weight in enumerate(weights):
        product = np.full(1, weight)
        for variable in kept:
            product = np.multiply.outer(product, axes[variable].values[index]).ravel()
        columns.append(product)
    return np.stack(columns, axis=1)


class Gram:
    """Q as dense blocks over the variables that do not commute, one for each different row of coefficients.

    `smallest` is its smallest eigenvalue above rounding.
    """

    def __init__(
        self,
        axes: list[_Axis],
        factors: list[list[Values | _Simple]],
        rest: list[int],
        distinct: Values,
        owner: NDArray[np.intp],
        shape: tuple[int, ...],
    ) -> None:
        self._axes, self._shape = axes, shape
        self._rotated = [variable for variable in range(len(shape)) if variable not in rest]
        self._turns = [
            (variables[0], prod(shape[: variables[0]]), prod(shape[variables[-1] + 1 :]), basis)
            for variables, basis in _turns(axes, self._rotated)
        ]
        self._order = (*self._rotated, *rest)
        self._back = tuple(int(variable) for variable in np.argsort(self._order))
        self._rows = [np.flatnonzero(owner == which) for which in range(len(distinct))] if rest else []
        self._vectors: list[Values] = []
        self._spectra: list[Values] = [] if rest else [distinct.sum(axis=1)[owner]]  # one number a cell
        size = prod(shape[variable] for variable in rest)
        for row in distinct if rest else ():
            terms = (c * kron([as_dense(factors[variable][i]) for variable in rest]) for i, c in enumerate(row) if c)
            values, vectors = np.linalg.eigh(sum(terms, np.zeros((size, size))))  # zero where no part acts
            self._spectra.append(values)
            self._vectors.append(vectors)
        largest = max(float(values.max()) for values in self._spectra)
        self.smallest = min(float(values[values > 1e-12 * largest].min(initial=largest)) for values in self._spectra)
        self._least = min(float(values.min()) for values in self._spectra)

    def apply(self, cells: Values) -> Values:
        """Q h.

        Args:
            cells: h, in the shape of the domain.
        """
        return self._through(cells, self._spectra)

    def solve(self, right: Values, rho: float) -> Values:
        """(Q + ρI)⁻¹ applied to `right`.

        Args:
            right: in the shape of the domain.
            rho: ρ ≥ 0.
        """
        return self._through(right, [1.0 / (np.maximum(values, 0.0) + rho) for values in self._spectra])

    def damped(self, rho: float) -> Callable[[Values], Values]:
        """Q(I + Q/ρ)⁻¹, to be applied to cells again and again.

        Args:
            rho: ρ > 0.
        """
        return partial(self._through, spectra=[values * (rho / (values + rho)) for values in self._spectra])

    def free(self, right: Values) -> Values | None:
        """Q⁻¹ applied to `right`, where every eigenvalue is above rounding.

        Args:
            right: in the shape of the domain.

        Returns:
            Of the same shape; None where some eigenvalue is not above rounding.
        """
        if not self._least >= self.smallest > 0:
            return None
        return self._through(right, [1.0 / values for values in self._spectra])

    def _through(self, cells: Values, spectra: Sequence[Values]) -> Values:
        """A function of Q applied to cells, by its values at the eigenvalues of each block."""
        cells = self._turned(cells, inverse=False)
        moved = np.ascontiguousarray(cells.transpose(self._order))
        if not self._rows:
            result = moved.ravel() * spectra[0]
        else:
            flat = moved.reshape(sum(rows.size for rows in self._rows), -1)
            result = np.empty_like(flat)
            for rows, vectors, values in zip(self._rows, self._vectors, spectra, strict=True):
                result[rows] = ((flat[rows] @ vectors) * values) @ vectors.T
        return self._turned(result.reshape(moved.shape).transpose(self._back), inverse=True)

    def _turned(self, cells: Values, *, inverse: bool) -> Values:
        for first, before, after, basis in self._turns:
            if basis is None:
                cells = self._axes[first].transform(cells, first, inverse=inverse)
            else:
                matrix = basis if inverse else basis.T
                if after == 1:
                    turned = cells.reshape(before, -1) @ matrix.T
                else:
                    turned = matrix @ cells.reshape(before, -1, after)
                cells = turned.reshape(self._shape)
        return cells


def _turns(axes: list[_Axis], rotated: list[int]) -> Iterator[tuple[list[int], Values | None]]:
    """Variables to be rotated, neighbours of few codes together, and by which matrix; None: by a fast transform."""
    run: list[int] = []
    basis: Values | None = None
    for variable in rotated:
        own = axes[variable].basis
        beside = bool(run) and run[-1] == variable - 1
        if beside and basis is not None and own is not None and len(basis) * len(own) <= _TOGETHER:
            run, basis = [*run, variable], kron([basis, own])
            continue
        if run:
            yield run, basis
        run, basis = [variable], own
    if run:
        yield run, basis


class _Axis:
    """An orthonormal basis for one variable and, in it, the diagonal of each part's Gram matrix."""

    __slots__ = ("basis", "commute", "sines", "values")

    def __init__(self, basis: Values | None, values: list[Values], *, commute: bool, sines: bool = False) -> None:
        self.basis = basis  # None: many cosines, or sines, applied by a fast transform
        self.values = values
        self.commute = commute
        self.sines = sines

    @classmethod
    def of(cls, grams: list[Values | _Simple]) -> _Axis:
        """Find the basis: common eigenvectors where the matrices commute, those of their mean where they do not."""
        simple = [gram for gram in grams if isinstance(gram, _Simple)]
        kinds = {gram.kind for gram in simple}
        if len(simple) == len(grams) and not {_TOTAL, _INTERVALS} <= kinds:
            sines = _INTERVALS in kinds
            basis = _waves(simple[0].size, sines) if simple[0].size <= _SHORT else None
            return cls(basis, [gram.spectrum() for gram in simple], commute=True, sines=sines)
        dense = [as_dense(g) for g in grams]
        distinct = _distinct(dense)
        # A generic positive combination has the common eigenvectors where the matrices commute.
        mixture = sum(m * (1.0 + 0.618 * i) / np.trace(m) for i, m in enumerate(distinct))
        basis = np.linalg.eigh(mixture)[1]
        commute = len(distinct) == 1 or all(_is_diagonal(basis.T @ m @ basis) for m in distinct)
        known = [(m, np.einsum("ij,ij->j", basis, m @ basis)) for m in distinct]
        values = [next(v for m, v in known if np.array_equal(m, g)) for g in dense]
        return cls(np.ascontiguousarray(basis), values, commute=commute)

    def transform(self, cells: Values, index: int, *, inverse: bool) -> Values:
        from scipy.fft import dct, dst, idct

        if self.sines:
            return np.asarray(dst(cells, type=1, axis=index, norm="ortho"), dtype=np.float64)
        way = idct if inverse else dct
        return np.asarray(way(cells, axis=index, norm="ortho"), dtype=np.float64)


def _waves(size: int, sines: bool) -> Values:
    """The orthonormal cosines or sines as columns."""
    from scipy.fft import dst, idct

    unit = np.eye(size)
    return np.ascontiguousarray(dst(unit, type=1, axis=0, norm="ortho") if sines else idct(unit, axis=0, norm="ortho"))


_TOTAL, _CODES, _INTERVALS = range(3)


@dataclass(frozen=True, slots=True)
class _Simple:
    """The Gram matrix of single codes (identity), the total (all ones) or all intervals, known without forming it."""

    size: int
    kind: int

    def spectrum(self) -> Values:
        """Eigenvalues: for the total those of cosines, for all intervals those of sines (a DST-I)."""
        values = np.ones(self.size)
        if self.kind == _TOTAL:
            values = np.zeros(self.size)
            values[0] = self.size
        elif self.kind == _INTERVALS:
            angles = np.pi * np.arange(1, self.size + 1) / (2 * (self.size + 1))
            values = (self.size + 1) / (4 * np.sin(angles) ** 2)
        return values

    def dense(self) -> Values:
        if self.kind == _INTERVALS:
            places = np.arange(1.0, self.size + 1)
            return np.asarray(np.minimum.outer(places, places) * (self.size + 1 - np.maximum.outer(places, places)))
        return np.ones((self.size, self.size)) if self.kind == _TOTAL else np.eye(self.size)


def factor_gram(factor: Workload) -> Values | _Simple:
    """The Gram matrix of one factor, by name where it is known.

    Args:
        factor: queries of one variable.
    """
    from dpdesk.queries import AllRange, Identity, Total

    for kind, known in ((Identity, _CODES), (Total, _TOTAL), (AllRange, _INTERVALS)):
        if isinstance(factor, kind):
            return _Simple(factor.domain[0], known)
    return np.asarray(factor.gram(), dtype=np.float64)


def as_dense(gram: Values | _Simple) -> Values:
    """It as a matrix, float64[codes, codes].

    Args:
        gram: by name, or written down.
    """
    return gram.dense() if isinstance(gram, _Simple) else gram


def _distinct(matrices: list[Values]) -> list[Values]:
    return [m for at, m in enumerate(matrices) if not any(np.array_equal(m, other) for other in matrices[:at])]


def _is_diagonal(matrix: Values) -> bool:
    off = matrix - np.diag(np.diag(matrix))
    return bool(np.abs(off).max() <= 1e-9 * np.abs(matrix).max())
