"""A fixed integer matrix: what axes (axis.py), blocks of marginals and whole strategies (strategy.py) have in common.

What is measured is such a matrix M times the counts, whole numbers throughout; M is a function of public parameters.
It has two forms in JSON. `to_json` is what a seal keeps, with the integers themselves where a search found them, so
that `from_json` of such a class gives back the matrix that noisy integers were drawn for. What `strategy.json` prints
is made for a reader without this program: `to_public_json` of a matrix over one variable, `terms` of a strategy.
The columns say what it costs: axes give extreme triples (sensitivity.py), blocks norms and ranges of inner products.
"""

from __future__ import annotations

import base64
import hashlib
from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, IntArray

Json = dict[str, Any]
LISTED = 1 << 14
"""Up to so many integers of a matrix are listed; more are written as base64 of their bytes."""


class IntegerMatrix(ABC):
    """An integer matrix M that is measured."""

    __slots__ = ()

    @property
    @abstractmethod
    def rows(self) -> int:
        """Number of measured integers, exact ones included."""

    @property
    def unit(self) -> int:
        """How many measured units are one count: 1 for 0/1 rows; a real-valued row is rounded to a grid.

        Unit variances and coefficients are those of measurements / unit.
        """
        return 1

    @property
    def largest_entry(self) -> int:
        """A bound on |M_ju|."""
        return 1

    @abstractmethod
    def to_json(self) -> Json:
        """Public parameters as a seal keeps them, JSON-able."""


class OneVariableMatrix(IntegerMatrix):
    """A matrix over the codes of one variable, applied along one axis of an array."""

    __slots__ = ()

    if TYPE_CHECKING:  # a field of some, a property of others

        @property
        def size(self) -> int:
            """The number of codes of the variable."""

    @property
    @abstractmethod
    def norm(self) -> int:
        """Largest squared norm of a column."""

    @abstractmethod
    def measure(self, x: Array, axis: int) -> Array:
        """Measure along one axis of an array: M x, exact integers for integers.

        Args:
            x: an array with D entries along the axis.
            axis: the variable's.

        Returns:
            The array with `rows` measurements along that axis.
        """

    def to_public_json(self) -> Json:
        """A rule with its parameters (and the SHA-256 of the integers), or the integers, as `strategy.json` prints."""
        return self.to_json()


@dataclass(frozen=True, slots=True)
class Term:
    """A whole number times a Kronecker product of matrices over one variable each, as `to_public_json` has them.

    `counts_only`: a public total, of which sums beside the counts have none.
    """

    times: int
    factors: tuple[Json, ...]
    counts_only: bool = False


def total_json(size: int) -> Json:
    """The row that counts all codes.

    Args:
        size: codes of the variable.
    """
    return {"kind": "total", "codes": size}


def identity_json(size: int) -> Json:
    """Every code by itself.

    Args:
        size: codes of the variable.
    """
    return {"kind": "identity", "codes": size}


def prefixes_json(size: int) -> Json:
    """Every code with those before it.

    Args:
        size: codes of the variable.
    """
    return {"kind": "prefixes", "codes": size}


def queries_json(query: OneVariable) -> Json:
    """A list of queries over one variable, as `strategy.json` has it.

    Args:
        query: the queries.
    """
    if isinstance(query, Total):
        return total_json(query.size)
    if isinstance(query, Identity):
        return identity_json(query.size)
    if isinstance(query, Prefix):
        return prefixes_json(query.size)
    if isinstance(query, AllRange):
        return {"kind": "intervals", "codes": query.size}
    runs = query.runs()
    ends = np.stack([runs.starts, runs.ends], axis=1).reshape(-1).tolist()
    rows = [ends[2 * a : 2 * b] for a, b in pairwise(runs.first.tolist())]
    return {"kind": "sets", "codes": query.size, "runs": rows}


def entries_json(entries: IntArray) -> Json:
    """A matrix by its integers: listed, or as base64 of their bytes where they are many.

    Args:
        entries: int64 of shape (rows, codes).
    """
    dense = np.ascontiguousarray(entries, dtype="<i8")
    document: Json = {"kind": "matrix", "codes": int(dense.shape[1])}
    if dense.size <= LISTED:
        return document | {"entries": dense.tolist()}
    width = 4 if int(np.abs(dense).max()) < 1 << 31 else 8
    return document | {"base64": base64.b64encode(dense.astype(f"<i{width}").tobytes()).decode(), "bytes": width}


def sha256_of(entries: IntArray) -> str:
    """The SHA-256 of integers, row after row, as 64-bit little-endian ones.

    Args:
        entries: of any shape.
    """
    return hashlib.sha256(np.ascontiguousarray(entries, dtype="<i8").tobytes()).hexdigest()
