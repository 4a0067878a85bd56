"""What matrices of waves have in common: square integers that are made some rows at a time, and multiplied exactly."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.core.recent import Recent
from dpdesk.queries.workload import Array, IntArray

BLOCK = 1 << 16
"""Entries generated at a time."""
FEW = 4
"""Up to so many columns 64-bit integers are multiplied as they are."""
KEPT = 1024
"""Up to so many codes a matrix is kept once it has been generated."""
LARGE = 4096
"""Up to so many the one last multiplied with, in 32 bits: a release multiplies with it three times."""


class WaveMatrix(ABC):
    """A square integer matrix; equal parameters make equal ones."""

    __slots__ = ()
    if TYPE_CHECKING:  # a field

        @property
        def size(self) -> int:
            """Number of rows and of columns."""

    @abstractmethod
    def generate(self, first: int, last: int) -> IntArray:
        """Rows first … last − 1 as int64, made afresh.

        Args:
            first: of the rows.
            last: the row before which they end.

        Returns:
            int64[last − first, codes].
        """

    def block(self, first: int, last: int) -> IntArray:
        """The same; of a small matrix from the whole one, which is kept.

        Args:
            first: of the rows.
            last: the row before which they end.

        Returns:
            int64[last − first, codes]; not to be written to.
        """
        return whole(self)[first:last] if self.size <= KEPT else self.generate(first, last)

    def blocks(self) -> Iterator[tuple[int, IntArray]]:
        """All rows in order, with the number of the first of each block."""
        step = self.size if self.size <= KEPT else max(1, BLOCK // self.size)
        for first in range(0, self.size, step):
            yield first, self.block(first, min(first + step, self.size))

    def _multiplied(self) -> Iterator[tuple[int, IntArray]]:
        """The same to multiply with, which is done again and again with one matrix."""
        entries = _LAST.get(self, lambda: _packed(self)) if KEPT < self.size <= LARGE else None
        if entries is None:
            yield from self.blocks()
            return
        step = max(1, BLOCK // self.size)
        for first in range(0, self.size, step):
            yield first, entries[first : first + step].astype(np.int64)

    def times(self, x: Array) -> Array:
        """M x along the first axis of a two-dimensional array: exact for integers, floating point for floats.

        Several columns of integers are cut into limbs so short that every partial sum of the floating-point product is
        a whole number below 2^53, hence exact in whatever order it is added up.

        Args:
            x: [codes, n], integers or floats.

        Returns:
            [rows, n], of the same kind.
        """
        if x.dtype != np.int64:
            return np.concatenate([block.astype(np.float64) @ x for _, block in self._multiplied()])
        if x.shape[1] <= FEW:
            return np.concatenate([block @ x for _, block in self._multiplied()])
        limb = 52 - columns(self).largest.bit_length() - self.size.bit_length()
        top = int(np.abs(x).max(initial=0)).bit_length()
        signs, sizes = np.sign(x), np.abs(x)
        parts = [
            (signs * ((sizes >> low) & ((1 << limb) - 1))).astype(np.float64) for low in range(0, max(top, 1), limb)
        ]
        result = np.empty((self.size, x.shape[1]), dtype=np.int64)
        for first, block in self._multiplied():
            dense = block.astype(np.float64)
            total = np.zeros((block.shape[0], x.shape[1]), dtype=np.int64)
            for number, part in enumerate(parts):
                total += (dense @ part).astype(np.int64) << (limb * number)
            result[first : first + block.shape[0]] = total
        return result

    def digest(self) -> str:
        """SHA-256 of the entries, row after row, as 64-bit little-endian integers."""
        return _digest(self)


@lru_cache(maxsize=64)
def _digest(matrix: WaveMatrix) -> str:
    digest = hashlib.sha256()
    for _, block in matrix.blocks():
        digest.update(np.ascontiguousarray(block, dtype="<i8").tobytes())
    return digest.hexdigest()


@lru_cache(maxsize=8)
def whole(matrix: WaveMatrix) -> IntArray:
    """The matrix at once, for at most KEPT codes.

    Args:
        matrix: its kind, codes and binary places.

    Returns:
        int64[rows, codes]; not to be written to.
    """
    step = max(1, BLOCK // matrix.size)
    entries = np.empty((matrix.size, matrix.size), dtype=np.int64)
    for first in range(0, matrix.size, step):
        entries[first : first + step] = matrix.generate(first, min(first + step, matrix.size))
    entries.flags.writeable = False
    return entries


_LAST: Recent[NDArray[np.int32] | None] = Recent(1)


def _packed(matrix: WaveMatrix) -> NDArray[np.int32] | None:
    """The matrix at once in 32 bits a number; None where these are too few."""
    if columns(matrix).largest > np.iinfo(np.int32).max:
        return None
    entries = np.empty((matrix.size, matrix.size), dtype=np.int32)
    for first, block in matrix.blocks():
        entries[first : first + len(block)] = block
    entries.flags.writeable = False
    return entries


@dataclass(frozen=True, slots=True, eq=False)
class Columns:
    """What the sensitivity needs: the columns' exact squared norms and the largest entry."""

    norms: tuple[int, ...]
    largest: int


@lru_cache(maxsize=64)
def columns(matrix: WaveMatrix) -> Columns:
    """One pass over the matrix, in integers; a squared norm is about 4^bits, far below 2^63.

    Args:
        matrix: its kind, codes and binary places.
    """
    norms, largest = np.zeros(matrix.size, dtype=np.int64), 0
    for _, block in matrix.blocks():
        norms += np.einsum("ji,ji->i", block, block)
        largest = max(largest, int(block.max()), -int(block.min()))
    return Columns(tuple(int(norm) for norm in norms), largest)
