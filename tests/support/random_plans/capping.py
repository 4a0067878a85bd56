"""The rule by which a unit's rows are cut to its cap, written out a second time."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

import pytest

from dpdesk.data.counting import row_cap

PRIME = 2**31 - 1


def few_places(monkeypatch: pytest.MonkeyPatch, prime: int) -> None:
    """Take a field of so few elements that many rows have the place of another, here and in the program."""
    monkeypatch.setitem(globals(), "PRIME", prime)
    monkeypatch.setattr(row_cap, "PRIME", prime)


def order(key: bytes, unit: str, cells: Sequence[str]) -> tuple[int, int, bytes]:
    """What a row of these cells is put in its place by: h(id)·h(row) as a pair of numbers, then the row as written."""
    u, r = _hash(key, _written([unit])), _hash(key, _written(cells))
    return (u[0] * r[0] - u[1] * r[1]) % PRIME, (u[0] * r[1] + u[1] * r[0]) % PRIME, _written(cells)


def _written(cells: Sequence[str]) -> bytes:
    return b"".join(b"%d:%s" % (len(cell.encode()), cell.encode()) for cell in cells)


def _hash(key: bytes, written: bytes) -> tuple[int, int]:
    digest = hashlib.sha256(key.hex().encode() + written).digest()
    return int.from_bytes(digest[:4], "big") % PRIME, int.from_bytes(digest[4:8], "big") % PRIME
