"""At most c rows of a unit, chosen by a keyed hash: never by position, partition or anyone else's rows.

A unit's rows are ordered by SHA-256(secret key ‖ id ‖ canonical text of the columns the plan names), and the
first c are kept. The canonical text writes every cell with its length before it ("3:abc"), so different rows
never have the same text; equal rows have the same hash and are interchangeable. The order depends on nothing
but the key and the unit's own rows: whatever is done to another unit, this one keeps the same rows. Every
reader computes the same order, the engine by `order_sql`, the stream by `order`, compared by tests.

The first 128 bits of the hash decide (two different rows of a unit share them with probability 2^-128).
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

KEPT, OVER, NO_ID = 0, 1, 2
_PADDING = " \t"


@dataclass(frozen=True, slots=True)
class Cap:
    """The unit of protection of a file whose rows carry an id.

    `column` is the id's source column, `rows` is c, `missing` the cleaned texts that mean "no id" (the empty
    one always does), `key` the account's secret.
    """

    column: str
    rows: int
    without_id: Literal["refuse", "drop", "own_unit"]
    missing: tuple[str, ...]
    key: bytes = field(repr=False)  # engines write the arguments of what fails into their logs

    def unit(self, text: str) -> str:
        """The id a cell states: two spellings that differ in outer spaces and tabs are one unit."""
        return text.strip(_PADDING)

    def has_id(self, unit: str) -> bool:
        """Whether an id, as `unit` gives it, is one."""
        return unit not in self.missing


def columns_read(columns: Sequence[str], cap: Cap | None) -> tuple[str, ...]:
    """The columns that are read of a file: those that are counted and, under a cap, the id behind them."""
    return (*columns, *((cap.column,) if cap else ()))


def canonical(cells: Sequence[str]) -> str:
    """Write cells one after the other, each with its length in UTF-8 bytes before it: injective."""
    return "".join([f"{len(cell.encode())}:{cell}" for cell in cells])


def order(key: bytes, unit: str, cells: Sequence[str]) -> bytes:
    """Return the 16 bytes that order a unit's rows."""
    return hashlib.sha256((key.hex() + canonical((unit, *cells))).encode()).digest()[:16]


def cells_of(written: str) -> list[str]:
    """Return the cells that `canonical` wrote."""
    cells, rest = [], written.encode()
    while rest:
        length, _, rest = rest.partition(b":")
        cells.append(rest[: int(length)].decode())
        rest = rest[int(length) :]
    return cells


def written_sql(cells: Sequence[str]) -> str:
    """Return SQL for the pieces of `canonical`, one after the other."""
    return ", ".join(f"strlen({cell}), ':', {cell}" for cell in cells)


def order_sql(unit: str, written: str) -> str:
    """Return SQL for `order` in hexadecimal, which sorts alike; `written` are the pieces of the cells' canonical text.

    `$key` is the key in hexadecimal.
    """
    pieces = [f"$key, {written_sql([unit])}", *([written] if written else [])]
    return f"substr(sha256(concat({', '.join(pieces)})), 1, 32)"
