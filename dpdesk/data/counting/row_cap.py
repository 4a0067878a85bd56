"""At most c rows of a unit, chosen by keyed hashes: never by position, partition or anyone else's rows.

A unit's rows are put in the order of h(id)·h(row), and the first c are kept. h(t) is an element of the field of
(2^31 - 1)^2 elements, made of the first 64 bits of SHA-256(secret key ‖ t), and the product is that of the field, read
as a whole number. What is hashed of a row is the canonical text of the columns the plan names, which writes every cell
with its length before it ("3:abc"), so different rows never have the same text; equal rows are interchangeable. The
order depends on nothing but the key and the unit's own rows: whatever is done to another unit, this one keeps the same
rows. Two different rows of a unit have the same place with probability 2^-62, that of equal hashes.

A hash of id and row together would do as well, and costs as many hashes as there are rows: this one costs one a unit
and one for each different row. For any two rows each comes first in as many units as the other, as far as h(id) is
uniform: multiplied by it, the two are a pair of places that is uniform, too, unless h of one is a real multiple of that
of the other (probability 2^-31).

Every reader computes the same order, the engine by `place_sql`, the stream by `order`, compared by tests.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

KEPT, OVER, NO_ID = 0, 1, 2
PRIME = (1 << 31) - 1
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


def numbers(key: bytes, text: str) -> tuple[int, int]:
    """Return h of a canonical text: an element of the field by its two parts."""
    digest = hashlib.sha256((key.hex() + text).encode()).digest()
    return int.from_bytes(digest[:4]) % PRIME, int.from_bytes(digest[4:8]) % PRIME


def place(unit: tuple[int, int], row: tuple[int, int]) -> int:
    """Return the product of two elements of the field, where -1 has no square root, as a number below 2^62."""
    (a, b), (c, d) = unit, row
    return (a * c + (PRIME - b) * d) % PRIME << 31 | (a * d + b * c) % PRIME


def order(key: bytes, unit: str, cells: Sequence[str]) -> int:
    """Return the number that orders a unit's rows."""
    return place(numbers(key, canonical((unit,))), numbers(key, canonical(cells)))


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


def numbers_sql(written: str) -> tuple[str, str]:
    """Return SQL for `numbers`; `written` are the pieces of a canonical text, and `$key` is the key in hexadecimal."""
    digest = f"sha256(concat($key, {written}))"
    first, second = (f"CAST('0x' || substr({digest}, {start}, 8) AS BIGINT) % {PRIME}" for start in (1, 9))
    return first, second


def place_sql(unit: tuple[str, str], row: tuple[str, str]) -> str:
    """Return SQL for `place`."""
    (a, b), (c, d) = unit, row
    return (
        f"((({a}) * ({c}) + ({PRIME} - ({b})) * ({d})) % {PRIME} << 31) | ((({a}) * ({d}) + ({b}) * ({c})) % {PRIME})"
    )
