"""How one variable is taken apart for marginals: into blocks that are measured apart from each other.

A block is a set of integer rows over the codes of one variable. The blocks of a variable, together, have every vector
over its codes as one combination of their rows and no more than one but for rows within a block that depend on each
other: their row spaces are a direct sum. So a query q has a part in each block, R_b with q = Σ_b R_b M_b and R_b of
least norm, and products over several variables are taken apart into products of blocks.

`Whole` is the row that counts everybody. `Rest` is D·1 − J, with J all ones: every code against the mean of all, D
integer rows of rank D − 1, which cost no more than an orthonormal basis (docs/proofs/marginals.md, claim 1).
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import moments_of
from dpdesk.mechanisms.core.dense import dense_rows, in_blocks
from dpdesk.mechanisms.core.matrix import Json, OneVariableMatrix, total_json
from dpdesk.mechanisms.core.pieces import only_totals
from dpdesk.queries.one_variable import OneVariable
from dpdesk.queries.workload import Array, FloatArray, IntArray

Pair = tuple[int, ...]
"""For two codes the inner product of their columns in every block."""


class Block(OneVariableMatrix):
    """Integer rows over one variable; `unit` of them are a natural unit.

    `largest_entry` also bounds what occurs on the way to a measurement of one record.
    """

    __slots__ = ()

    @property
    def whole(self) -> bool:
        """Whether everybody is counted, so that the block needs nothing of the variable."""
        return False

    by_length: ClassVar[bool] = False
    """Whether moments depend on nothing but how many codes a query has."""

    @abstractmethod
    def answer(self, y: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """The block's part of the answers from measurements along the axis.

        Args:
            y: measurements, with the block's rows along the axis.
            axis: of the array.
            query: what is asked of the variable.

        Returns:
            Of the shape of `y`, with the queries along the axis, in counts.
        """

    def moments(self, query: OneVariable) -> FloatArray:
        """Variance of the block's part of every answer, for one unit of noise on rows / unit.

        Args:
            query: what is asked of the variable.

        Returns:
            float64[queries], in counts².
        """
        moments = np.zeros(query.count)
        for rows in in_blocks(query.count, 4 * self.size):
            moments[rows] = (self.coefficients(query, rows) ** 2).sum(axis=1)
        return moments

    def sum(self, query: OneVariable) -> float:
        """Sum of the moments.

        Args:
            query: what is asked of the variable.
        """
        return float(self.moments(query).sum())

    @abstractmethod
    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The decoder's rows for chosen queries, for measurements / unit.

        Args:
            query: what is asked of the variable.
            rows: numbers of queries.

        Returns:
            float64[queries chosen, rows of the block].
        """

    def follows(self, query: OneVariable) -> bool:
        """Whether queries have no part elsewhere, where the block is a product's only one of its variable.

        Args:
            query: what is asked of the variable.
        """
        return not self.whole or only_totals(query)


def lengths(query: OneVariable) -> FloatArray:
    """Number of codes of every query.

    Args:
        query: what is asked of the variable.

    Returns:
        float64[queries].

    >>> from dpdesk.queries.one_variable import Prefix
    >>> lengths(Prefix(3)).tolist()
    [1.0, 2.0, 3.0]
    """
    return moments_of(IdentityAxis(query.size), query)[0]


@dataclass(frozen=True, slots=True)
class Everybody(Block):
    """The row that counts everybody; of its count every query has a share, which depends on the blocks beside it."""

    size: int

    @abstractmethod
    def shares(self, query: OneVariable) -> FloatArray:
        """What part of the count of everybody belongs to each query.

        Args:
            query: what is asked of the variable.

        Returns:
            float64[queries].
        """

    @property
    def whole(self) -> bool:
        """Yes: nothing but everybody is counted."""
        return True

    @property
    def rows(self) -> int:
        """One row, of ones."""
        return 1

    @property
    def norm(self) -> int:
        """Each column is a single 1."""
        return 1

    def measure(self, x: Array, axis: int) -> Array:
        """Sum along the axis."""
        return np.asarray(x.sum(axis=axis, keepdims=True))

    def answer(self, y: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """Every query's share of the measured count."""
        shape = [1] * y.ndim
        shape[axis] = query.count
        return np.asarray(y * self.shares(query).reshape(shape))

    def moments(self, query: OneVariable) -> FloatArray:
        """The squared shares: the count's noise has variance 1."""
        return np.asarray(self.shares(query) ** 2)

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The shares, each the only coefficient of its query."""
        return self.shares(query)[rows].reshape(-1, 1)

    def to_json(self) -> Json:
        """The kind alone: the variable's size stands beside its blocks."""
        return {"kind": "whole"}

    def to_public_json(self) -> Json:
        """The row of ones, for a reader without this program."""
        return total_json(self.size)


@dataclass(frozen=True, slots=True)
class Whole(Everybody):
    """Everybody, beside blocks that compare codes with their mean: ℓ of D codes have ℓ/D of the count."""

    by_length = True  # shares of as many codes are alike

    def shares(self, query: OneVariable) -> FloatArray:
        """In proportion to the number of codes."""
        return np.asarray(lengths(query) / self.size)

    def sum(self, query: OneVariable) -> float:
        """In closed form for all intervals."""
        return IdentityAxis(self.size).sums(query)[1] / self.size**2


@dataclass(frozen=True, slots=True)
class Rest(Block):
    """D·1 − J: every code against the mean."""

    by_length = True  # projections of as many codes are alike

    size: int

    @property
    def rows(self) -> int:
        """One row a code: D."""
        return self.size

    @property
    def unit(self) -> int:
        """Counts are multiplied by D, so that means are whole."""
        return self.size

    @property
    def norm(self) -> int:
        """(D − 1)² + (D − 1)."""
        return self.size * (self.size - 1)

    @property
    def largest_entry(self) -> int:
        """Counts are multiplied by D."""
        return self.size

    def measure(self, x: Array, axis: int) -> Array:
        """D·x less the total."""
        return np.asarray(self.size * x - x.sum(axis=axis, keepdims=True))

    def answer(self, y: FloatArray, axis: int, query: OneVariable) -> FloatArray:
        """(1 − J/D)/D is the pseudo-inverse."""
        centred = (y - y.mean(axis=axis, keepdims=True)) / self.size
        return np.asarray(query.along(centred, axis), dtype=np.float64)

    def moments(self, query: OneVariable) -> FloatArray:
        """ℓ − ℓ²/D: the squared length of the query's projection."""
        codes = lengths(query)
        return np.asarray(codes - codes * codes / self.size)

    def sum(self, query: OneVariable) -> float:
        """In closed form for all intervals."""
        first, second = IdentityAxis(self.size).sums(query)
        return max(0.0, first - second / self.size)

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """The queries less their mean over the codes."""
        dense = dense_rows(query, rows)
        return np.asarray(dense - dense.mean(axis=1, keepdims=True))

    def to_json(self) -> Json:
        """The kind alone: the variable's size stands beside its blocks."""
        return {"kind": "rest"}

    def to_public_json(self) -> Json:
        """The kind and the number of codes."""
        return {"kind": "rest", "codes": self.size}


@dataclass(frozen=True, slots=True)
class Parts:
    """One variable's blocks, the one that counts everybody first if there is one."""

    size: int
    blocks: tuple[Block, ...]

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Kinds of pairs of different codes; every other pair's is a mixture of these and of `identical`."""
        return ((1,),) if self.size > 1 else ()

    @property
    def even(self) -> bool:
        """Whether in every block all columns have the same norm."""
        return True

    @property
    def peak(self) -> bool:
        """Whether some code's columns have the largest norm in all blocks."""
        return True

    @property
    def contexts(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Where each product of the other variables' blocks has one block of its own: which; else nothing."""
        return ()

    @property
    def split(self) -> bool:
        """Whether more than everybody is measured."""
        return not all(block.whole for block in self.blocks)

    @property
    def identical(self) -> Pair:
        """A code and itself, where all columns have the largest norm."""
        return tuple(block.norm for block in self.blocks)

    def to_json(self) -> Json:
        """The number of codes, and what each block says of itself."""
        return {"codes": self.size, "blocks": [block.to_json() for block in self.blocks]}


@dataclass(frozen=True, slots=True)
class Flat(Parts):
    """Everybody, and every code against the mean."""

    @property
    def pairs(self) -> tuple[Pair, ...]:
        """Any two codes: 1 for everybody, −D for the rows against the mean."""
        return ((1, -self.size),)


def totalled(size: int) -> Parts:
    """The variable is only ever totalled.

    Args:
        size: D.
    """
    return Parts(size, (Whole(size),))


def flat(size: int) -> Parts:
    """Everybody, and every code against the mean.

    Args:
        size: D.
    """
    return totalled(size) if size == 1 else Flat(size, (Whole(size), Rest(size)))
