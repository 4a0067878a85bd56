"""The face every workload shows: shape, domain, answers and their adjoint, and dense forms for small tests.

Names: W the workload, k its number of queries, N the number of cells, x a vector of cell counts in C order
over the domain, a a vector with one entry a query.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem

Array = NDArray[Any]
IntArray = NDArray[np.int64]
FloatArray = NDArray[np.float64]

DENSE_LIMIT = 50_000_000
"""Largest number of entries a dense form may have; dense forms serve tests and small auxiliary
computations.
"""


def as_numbers(values: Array, cells: int, domain: tuple[int, ...]) -> Array:
    """Counts in the form that workloads answer.

    Args:
        values: one number a cell, of shape (cells,) or `domain`.
        cells: N.
        domain: number of codes of each variable.

    Returns:
        They with shape `domain`: whole numbers as int64, other numbers as float64, objects untouched.

    Raises:
        BadInput: another shape, or whole numbers beyond int64.
    """
    array = np.asarray(values)
    if array.size != cells or array.shape not in ((cells,), domain):
        raise BadInput(problem("queries.counts_shape", shape=str(array.shape), domain=str(domain), cells=cells))
    if array.dtype.kind in "bui":
        if array.dtype == np.uint64 and array.size and int(array.max()) > np.iinfo(np.int64).max:
            raise BadInput(problem("queries.counts_too_large"))
        array = array.astype(np.int64, copy=False)
    elif array.dtype.kind != "O":
        array = array.astype(np.float64, copy=False)
    return array.reshape(domain)


class Workload(ABC):
    """A 0/1 matrix of counting queries over a product domain, never written down.

    >>> from dpdesk.queries import Identity, Kronecker, Prefix
    >>> ages_by_sex = Kronecker(Identity(2), Prefix(3))
    >>> ages_by_sex.shape, ages_by_sex.domain
    ((6, 6), (2, 3))
    >>> ages_by_sex.answer([[1, 2, 3], [4, 5, 6]]).tolist()
    [1, 3, 6, 4, 9, 15]
    """

    __slots__ = ()

    @property
    @abstractmethod
    def shape(self) -> tuple[int, int]:
        """Number of queries and number of cells, (k, N)."""

    @property
    @abstractmethod
    def domain(self) -> tuple[int, ...]:
        """Number of codes of each variable; their product is N."""

    @abstractmethod
    def _answer(self, x: Array) -> Array:
        """W x for x of shape `domain`, flat."""

    @abstractmethod
    def _adjoint(self, a: Array) -> Array:
        """Wᵀ a for flat a, with shape `domain`; keeps the dtype."""

    def answer(self, x: Array) -> Array:
        """Answer every query: W x.

        Args:
            x: counts, of shape (N,) or `domain`.

        Returns:
            k answers: int64 for whole numbers, float64 for real ones.

        Raises:
            BadInput: another shape.
        """
        return self._answer(as_numbers(x, self.shape[1], self.domain))

    def adjoint(self, a: Array) -> FloatArray:
        """Spread answers over the cells that they count: Wᵀ a.

        Args:
            a: one number a query, of shape (k,).

        Returns:
            float64 of shape (N,).

        Raises:
            BadInput: another shape.
        """
        array = np.asarray(a, dtype=np.float64)
        if array.shape != (self.shape[0],):
            raise BadInput(problem("queries.one_number", queries=self.shape[0], given=str(array.shape)))
        return np.asarray(self._adjoint(array).reshape(-1), dtype=np.float64)

    def column_counts(self) -> IntArray:
        """In how many queries each cell is counted: the squared norm of its column.

        Returns:
            int64 of shape `domain`.
        """
        return np.asarray(self._adjoint(np.ones(self.shape[0], dtype=np.int64)), dtype=np.int64)

    def matrix(self) -> IntArray:
        """Write the matrix down: for tests and small domains.

        Returns:
            int64 of shape (k, N).

        Raises:
            BadInput: more than DENSE_LIMIT entries.
        """
        k, cells = self.shape
        if k * cells > DENSE_LIMIT:
            raise BadInput(problem("queries.dense_too_large", rows=k, cells=cells))
        return self._matrix()

    def _matrix(self) -> IntArray:
        k, cells = self.shape
        columns = [self._answer(unit.reshape(self.domain)) for unit in np.eye(cells, dtype=np.int64)]
        return np.stack(columns, axis=1).reshape(k, cells)

    def gram(self) -> IntArray:
        """Write WᵀW down, how many queries count both of two cells: for small domains.

        Returns:
            int64 of shape (N, N).

        Raises:
            BadInput: more than DENSE_LIMIT entries.
        """
        cells = self.shape[1]
        if cells * cells > DENSE_LIMIT:
            raise BadInput(problem("queries.gram_too_large", cells=cells))
        return self._gram()

    def _gram(self) -> IntArray:
        dense = self.matrix()
        return dense.T @ dense

    def __len__(self) -> int:
        """Return the number of queries."""
        return self.shape[0]
