"""The integers a p-identity strategy measures: every code by itself, and p overlapping bumps.

M = [diag(d); T] with T ≥ 0 of p rows and d_u = 2^q − Σ_j T_ju > 0, so that every column of M adds up to exactly 2^q
whatever T is; where the total is measured beside, a last row of entries 2^q. T is stored for a ladder of sizes
(resources/strategies/p-identity, by packaging/tools/p_identity.py) and stretched to others: code i of D lies at place
(2i + 1)D₀/(2D) − ½ of the D₀ stored ones, and its column is interpolated between the two beside it, rounded to integers
by integer arithmetic. Neither depends on any data, nor on the machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

import numpy as np

from dpdesk.errors import DpdeskError
from dpdesk.mechanisms.core.kinds import INTERVALS, PREFIXES
from dpdesk.problems.problem import problem
from dpdesk.queries.workload import FloatArray, IntArray
from dpdesk.resources import resource

BESIDE = "-beside-total"
KINDS = (PREFIXES, INTERVALS, PREFIXES + BESIDE, INTERVALS + BESIDE)
"""Queries, and the same where the total is measured beside."""
FOLDER = "strategies/p-identity"
BITS = 12
"""Binary places that are stored: rounding to them costs less than 1 part in 10^5 of an error."""
LADDER = (16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512, 724, 1024, 1448, 2048, 2896, 4096, 5793, 8192)
"""Sizes at which an optimum is stored; between them stretching costs less than 1 % of an error."""


@dataclass(frozen=True, slots=True)
class PMatrix:
    """T with its number of binary places; two of equal integers are equal. `whole`: the total is measured beside."""

    size: int
    bits: int
    origin: str
    sha256: str
    whole: bool
    bumps: IntArray = field(compare=False, repr=False)

    @classmethod
    def of(cls, bumps: IntArray, bits: int, origin: str, whole: bool = False) -> PMatrix:
        """Check T, and give it its hash: SHA-256 of its integers, row after row, 64-bit little-endian.

        Args:
            bumps: T ≥ 0, int64[rows, codes].
            bits: binary places q; every column of T adds up to less than 2^q.
            origin: where T comes from, for the description.
            whole: the total is measured beside.

        Raises:
            DpdeskError: the integers are not such a matrix.
        """
        entries = np.ascontiguousarray(bumps, dtype=np.int64)
        if entries.size and (int(entries.min()) < 0 or int(entries.sum(axis=0).max()) >= 1 << bits):
            raise DpdeskError(problem("mechanisms.stored_strategy"))
        entries.flags.writeable = False
        digest = hashlib.sha256(np.ascontiguousarray(entries, dtype="<i8").tobytes()).hexdigest()
        return cls(entries.shape[1], bits, origin, digest, whole, entries)

    @property
    def diagonal(self) -> IntArray:
        """d: what every code is measured with by itself."""
        return np.asarray((1 << self.bits) - self.bumps.sum(axis=0), dtype=np.int64)

    @property
    def shared(self) -> IntArray:
        """All rows but the codes' own."""
        if not self.whole:
            return self.bumps
        return np.concatenate([self.bumps, np.full((1, self.size), 1 << self.bits, dtype=np.int64)])


def rounded(theta: FloatArray, bits: int, origin: str, whole: bool = False) -> PMatrix:
    """Θ on the grid: T = round(2^q Θ/(1 + 1ᵀΘ)), each column lowered where nothing would be left for its code.

    Args:
        theta: Θ ≥ 0, float64[rows, codes].
        bits: binary places q.
        origin: where Θ comes from, for the description.
        whole: the total is measured beside.
    """
    size = theta.shape[1]
    if theta.shape[0] == 0:
        return PMatrix.of(np.zeros((0, size), dtype=np.int64), bits, origin, whole)
    shares = theta / (1 + theta.sum(axis=0))
    entries = np.rint(shares * 2.0**bits).astype(np.int64)
    for u in np.flatnonzero(entries.sum(axis=0) >= 1 << bits).tolist():
        entries[int(np.argmax(entries[:, u])), u] -= int(entries[:, u].sum()) - (1 << bits) + 1
    return PMatrix.of(entries[(entries > 0).any(axis=1)], bits, origin, whole)


@lru_cache(maxsize=16)
def stored(kind: str, size: int, bits: int, whole: bool = False) -> PMatrix:
    """The stored optimum nearest in size, stretched and with fewer places where these are wanted.

    Args:
        kind: one of KINDS; one that ends in BESIDE is meant for `whole`, or for a total that is known.
        size: codes of the variable.
        bits: binary places, at most BITS.
        whole: add the total's row.
    """
    nearest = min(_sizes(kind), key=lambda stored_size: max(stored_size, size) / min(stored_size, size), default=0)
    if not nearest or size <= nearest / 2:  # few codes: nothing is better than each by itself
        return PMatrix.of(np.zeros((0, size), dtype=np.int64), bits, kind, whole)
    entries_read = _read(kind, nearest)
    entries = stretched(entries_read, size)
    if bits < BITS:
        entries = (entries + (1 << (BITS - bits - 1))) >> (BITS - bits)
    return PMatrix.of(entries[(entries > 0).any(axis=1)], bits, f"{kind} {nearest}", whole)


def stretched(entries: IntArray, size: int) -> IntArray:
    """Columns for another number of codes, interpolated between those given, half a unit rounded up.

    Args:
        entries: T, int64[rows, codes given].
        size: codes wanted.

    Returns:
        int64[rows, size].

    >>> stretched(np.array([[0, 10]]), 4).tolist()
    [[0, 3, 8, 10]]
    """
    given = entries.shape[1]
    if given == size:
        return entries
    places = (2 * np.arange(size, dtype=np.int64) + 1) * given - size
    below, part = places // (2 * size), places % (2 * size)
    left, right = np.clip(below, 0, given - 1), np.clip(below + 1, 0, given - 1)
    interpolated = (entries[:, left] * (2 * size - part) + entries[:, right] * part + size) // (2 * size)
    return np.asarray(interpolated, dtype=np.int64)


@lru_cache(maxsize=4)
def _sizes(kind: str) -> tuple[int, ...]:
    """Sizes that are at hand."""
    sizes: list[int] = []
    for size in LADDER:
        try:
            resource(file_name(kind, size))
        except DpdeskError:
            continue
        sizes.append(size)
    return tuple(sizes)


def file_name(kind: str, size: int) -> str:
    """The resource of a stored optimum.

    Args:
        kind: of KINDS.
        size: of LADDER.
    """
    return f"{FOLDER}/{kind}-{size}.json"


@lru_cache(maxsize=8)
def _read(kind: str, size: int) -> IntArray:
    """The integers of a file."""
    return unpacked(json.loads(resource(file_name(kind, size)).read_text(encoding="utf-8"))["rows"], size)


def packed(entries: IntArray) -> list[list[int]]:
    """Each row as the number of its first code and the integers from there to its last that is not 0.

    Args:
        entries: int64[rows, codes], no row all 0.

    >>> packed(np.array([[0, 5, 0, 7, 0]]))
    [[1, 5, 0, 7]]
    """
    rows: list[list[int]] = []
    for row in entries:
        places = np.flatnonzero(row)
        first, last = int(places[0]), int(places[-1])
        rows.append([first, *(int(value) for value in row[first : last + 1])])
    return rows


def unpacked(rows: Sequence[Sequence[int]], size: int) -> IntArray:
    """The inverse of `packed`.

    Args:
        rows: as `packed` gives them.
        size: codes of the variable.

    >>> unpacked([[1, 5, 0, 7]], 5).tolist()
    [[0, 5, 0, 7, 0]]
    """
    entries = np.zeros((len(rows), size), dtype=np.int64)
    for row, target in zip(rows, entries, strict=True):
        target[row[0] : row[0] + len(row) - 1] = row[1:]
    return entries
