"""One CSV file a table, one line a cell: the form that programs read.

Columns: `table`; for each page, stub and boxhead variable its code (under the variable's name) and its label (under
`<name>_label`); `measure` with `measure_label` and `unit`; `estimate`, `lower`, `upper`, `level`, `margin`, `unbiased`,
`flag`; where the plan declares sampling errors, also `sampling_margin` and `combined_margin`. Lines in C order, each
total ("_T") before its parts, measures innermost. A variable that a block does not split by has an empty code.
`described` says of each column what it is; `csvw` writes that down for programs.

UTF-8 without a byte order mark, because programs that do not expect one read it into the name of the first column,
and for people there is the workbook; lines end in CR LF as RFC 4180 has it. The columns of numbers hold numbers only,
spelled by `release.canonical.number_text`: whole numbers as their digits, others as the shortest decimal that reads
back as the same double, always with a point and never with an exponent. Where there is no number the field is empty,
and the flag says why: `z` impossible by public rule, `d` not shown at the level of detail of the area, `n` not
estimable. Text that a spreadsheet program might run as a formula begins with an apostrophe (`text`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpdesk.publish.tables.text import csv_field
from dpdesk.publish.tables.units import measure_units
from dpdesk.release.canonical import (
    IMPOSSIBLE_SYMBOL,
    LESS_DETAIL_SYMBOL,
    NOT_ESTIMABLE_SYMBOL,
    number_text,
    texts,
)
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, Release, TableResult, Values

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis, Shell
    from dpdesk.schema.text import Text

REHEARSAL = "REHEARSAL "
MEASURE = ("measure", "measure_label", "unit")
VALUES = ("estimate", "lower", "upper", "level", "margin", "unbiased")
NUMBERS = ("estimate", "lower", "upper", "margin", "unbiased")
LAST = (*MEASURE, *VALUES, "flag")
"""The columns after the variables of a table."""
SAMPLED = ("sampling_margin", "combined_margin")
"""The columns after these, of a table for which sampling errors are declared."""
_LINES_AT_ONCE = 2_000


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the file: its name in the header, the variable whose code or label it holds, and which of the two."""

    header: str
    variable: Text | None = None
    is_code: bool = False


def columns(table: TableResult) -> list[Column]:
    """The columns in order; a variable named like another column is written `variable:NAME`."""
    shell = table.shell
    after = LAST if table.sampling is None else (*LAST, *SAMPLED)
    used = {name.casefold() for name in ("table", *after)}
    found = [Column("table")]
    for axis in (shell.pages, shell.stub, shell.boxhead):
        for variable in axis.variables:
            name, prefix = variable.name, "variable"
            while name.casefold() in used or f"{name}_label".casefold() in used:
                prefix += ":"
                name = prefix + variable.name
            used |= {name.casefold(), f"{name}_label".casefold()}
            found += [Column(name, variable.label, True), Column(f"{name}_label", variable.label)]
    return [*found, *map(Column, after)]


def header(table: TableResult) -> list[str]:
    """The names of the columns."""
    return [column.header for column in columns(table)]


def lines(release: Release, table: TableResult, *, language: str = "en") -> Iterator[bytes]:
    """The file in pieces of some thousand lines."""
    shell = table.shell
    flags = [str(flag) for flag in table.flag.ravel().tolist()]
    estimate, lower, upper, margin, unbiased = (numbers(getattr(table, name), flags) for name in NUMBERS)
    level = number_text(float(release.level))
    values = zip(estimate, lower, upper, margin, unbiased, flags, sampling_fields(table, flags), strict=True)
    name = csv_field((REHEARSAL if release.rehearsal else "") + shell.name)
    pages, stubs, boxes = (axis_fields(axis, language) for axis in (shell.pages, shell.stub, shell.boxhead))
    items = item_fields(release, shell, language)
    ends = [f"{box}{item}" for box in boxes for item in items]
    yield (",".join(map(csv_field, header(table))) + "\r\n").encode()
    waiting: list[str] = []
    for page in pages:
        for stub in stubs:
            start = f"{name},{page}{stub}"
            for end in ends:
                one, low, high, half, raw, flag, more = next(values)
                waiting.append(f"{start}{end}{one},{low},{high},{level},{half},{raw},{flag}{more}\r\n")
            if len(waiting) >= _LINES_AT_ONCE:
                yield "".join(waiting).encode()
                waiting.clear()
    yield "".join(waiting).encode()


def sampling_fields(table: TableResult, flags: Sequence[str]) -> Sequence[str]:
    """The fields of sampling and combined margins, each after a comma; nothing where none are declared."""
    if table.sampling is None or table.combined is None:
        return [""] * len(flags)
    both = (numbers(values, flags) for values in (table.sampling, table.combined))
    return [f",{one},{together}" for one, together in zip(*both, strict=True)]


def spelled(number: str, flag: str) -> str:
    """What a field of a number stands for in the canonical cells: an empty one is what its flag says.

    Raises:
        ValueError: if it holds a symbol, which no number column does.
    """
    if number.startswith("["):
        raise ValueError("a symbol among the numbers")
    if number:
        return number
    if IMPOSSIBLE in flag:
        return IMPOSSIBLE_SYMBOL
    return LESS_DETAIL_SYMBOL if LESS_DETAIL in flag else NOT_ESTIMABLE_SYMBOL


def numbers(values: Values, flags: Sequence[str]) -> list[str]:
    """Numbers as they are spelled; nothing where there is none."""
    return ["" if text.startswith("[") else text for text in texts(values, flags)]


def axis_fields(axis: Axis, language: str) -> list[str]:
    """For each line of an axis its fields, each followed by a comma."""
    return [
        "".join(
            f"{csv_field(code)},{csv_field(label.get(language))},"
            for code, label in zip(line.codes, line.labels, strict=True)
        )
        for line in axis.lines
    ]


def item_fields(release: Release, shell: Shell, language: str) -> list[str]:
    """For each measure its code, label and unit, each followed by a comma."""
    return [
        "".join(f"{csv_field(field)}," for field in (item.code, item.label.show(language) or item.code, unit))
        for item, unit in zip(shell.items, measure_units(release, shell, language), strict=True)
    ]
