"""The canonical form of a release's cells: what the result hash covers, whatever file the cells are printed in.

Each published value has exactly one spelling. A whole number is its digits; any other number is the shortest
decimal that reads back as the same double, without an exponent; zero has no sign; a value that cannot be estimated
is `[n]`, every value of an impossible cell is `[z]` and every value of a cell that its area's level of detail does not
show is `[d]`, so that nothing is empty by accident. A cell is one line of
JSON with its codes (never its labels: a correction of text leaves the result what it was), and tables are taken in
the order of their names, so the hash can be computed again from the workbook alone or from the CSV files alone, in
any order. Of its flags all count but those of the house style, which say how large the noise is beside the estimate and
follow from both.

The workbook does not carry the unbiased values (one cell has one official number), so the hash is made of two: one
of the official cells, one of the unbiased values, and the result hash over both. A reader of the workbook computes
the first from the sheets and takes the second from the page *Ledger line*; a reader of the CSV files computes both.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from json.encoder import encode_basestring
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.release.result import CAUTION, IMPOSSIBLE, LESS_DETAIL, UNRELIABLE, Release, TableResult, Values

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Shell

NOT_ESTIMABLE_SYMBOL = "[n]"
IMPOSSIBLE_SYMBOL = "[z]"
LESS_DETAIL_SYMBOL = "[d]"
_CELLS = "dpdesk official cells, version 1"
_UNBIASED = "dpdesk unbiased values, version 1"
_RESULT = "dpdesk result, version 1"


def number_text(value: float) -> str:
    """The one spelling of a published number; `[n]` for NaN and the infinities."""
    if not math.isfinite(value):
        return NOT_ESTIMABLE_SYMBOL
    whole = int(value)
    if whole == value:
        return str(whole)
    text = repr(float(value))
    if "e" in text:
        text = np.format_float_positional(value, unique=True, trim="-")
    return text


def level_text(level: Fraction | int) -> str:
    """A level such as 90 or 97.5 as text: decimal where the decimal ends, a fraction otherwise."""
    exact = Fraction(level)
    rest = exact.denominator
    for prime in (2, 5):
        while rest % prime == 0:
            rest //= prime
    if rest != 1:
        return str(exact)
    digits = f"{exact.numerator * 10**40 // exact.denominator:041d}"
    return f"{digits[:-40]}.{digits[-40:]}".rstrip("0").rstrip(".")


_OF_STYLE = str.maketrans("", "", UNRELIABLE + CAUTION)


def without_style(flag: str) -> str:
    """The flags of a cell without those of the house style."""
    return flag.translate(_OF_STYLE) if flag else flag


def texts(values: Values, flags: Sequence[str]) -> list[str]:
    """The spellings of a flat array of values, given the flags of the same cells."""
    flat: list[float] = values.ravel().tolist()
    different = set(flat)
    if 4 * len(different) < len(flat):  # margins and counts repeat: each is spelled once
        spelled = {value: number_text(value) for value in different}
        written = [spelled[value] if value in spelled else NOT_ESTIMABLE_SYMBOL for value in flat]
    else:
        written = [number_text(value) for value in flat]
    return [_symbol(flag) or text if flag else text for text, flag in zip(written, flags, strict=True)]


def _symbol(flag: str) -> str:
    """What stands in the place of every value of a cell with such flags; nothing where values stand."""
    if IMPOSSIBLE in flag:
        return IMPOSSIBLE_SYMBOL
    return LESS_DETAIL_SYMBOL if LESS_DETAIL in flag else ""


def codes_in_order(shell: Shell) -> Iterator[tuple[str, ...]]:
    """The codes of each cell in the order of the tidy CSV: pages, stub, boxhead, and the measure innermost."""
    items = [(item.code,) for item in shell.items]
    box = [line.codes + item for line in shell.boxhead.lines for item in items]
    for page in shell.pages.lines:
        for stub in shell.stub.lines:
            head = page.codes + stub.codes
            for rest in box:
                yield head + rest


@dataclass(frozen=True, slots=True)
class CellsOf:
    """The cells of one table as any file format gives them back.

    `variables` are the names of the page, stub and boxhead variables; each of `rows` is the codes of these
    variables, the measure, then estimate, lower, upper, margin and flag as spelled above; `unbiased` is one
    spelling a row, or None where the format does not carry it.
    """

    name: str
    variables: tuple[str, ...]
    rows: Iterable[Sequence[str]]
    unbiased: Iterable[str] | None


def cells_of(table: TableResult) -> CellsOf:
    """The canonical cells of a table held in memory."""
    shell = table.shell
    flags = [without_style(str(flag)) for flag in table.flag.ravel().tolist()]
    columns = [texts(values, flags) for values in (table.estimate, table.lower, table.upper, table.margin)]
    rows = ((*codes, *values) for codes, *values in zip(codes_in_order(shell), *columns, flags, strict=True))
    return CellsOf(shell.name, variables_of(shell), rows, texts(table.unbiased, flags))


def variables_of(shell: Shell) -> tuple[str, ...]:
    """Names of the page, stub and boxhead variables, in this order."""
    return tuple(variable.name for axis in (shell.pages, shell.stub, shell.boxhead) for variable in axis.variables)


@dataclass(frozen=True, slots=True)
class Hashes:
    """Hex SHA-256 of the official cells, of the unbiased values, and of both together (the result hash)."""

    cells: str
    unbiased: str

    @property
    def result(self) -> str:
        """The hash the ledger's commit entry covers."""
        return hashlib.sha256(f"{_RESULT}\n{self.cells}\n{self.unbiased}\n".encode()).hexdigest()


def hashes_of(tables: Iterable[CellsOf], unbiased: str | None = None) -> Hashes:
    """The hashes of a set of tables; `unbiased` is the quoted hash where the format carries no unbiased values."""
    official = hashlib.sha256(_line([_CELLS]))
    beside = hashlib.sha256(_line([_UNBIASED]))
    for table in sorted(tables, key=lambda result: result.name):
        official.update(_line(["table", table.name, *table.variables]))
        for row in table.rows:
            official.update(_line(row))
        if table.unbiased is not None:
            beside.update(_line(["table", table.name]))
            beside.update("".join(f"{value}\n" for value in table.unbiased).encode())
    return Hashes(official.hexdigest(), beside.hexdigest() if unbiased is None else unbiased)


def release_hashes(tables: Iterable[TableResult]) -> Hashes:
    """The hashes of the tables of a release."""
    return hashes_of(cells_of(table) for table in tables)


def result_hash(release: Release | Iterable[TableResult]) -> str:
    """SHA-256 over the canonical cells of a release, or of its tables: independent of every file format."""
    return release_hashes(release.tables if isinstance(release, Release) else release).result


def _line(fields: Sequence[str]) -> bytes:
    return f"[{','.join(map(encode_basestring, fields))}]\n".encode()  # JSON; there may be a million lines
