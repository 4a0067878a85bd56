"""One CSV file a table, one line a cell: the form that programs read.

Columns: `table`; for each page, stub and boxhead variable its code (under the variable's name) and its label (under
`<name>_label`); `measure`; `estimate`, `lower`, `upper`, `margin`, `unbiased`, `flag`. Lines in C order, each total
("_T") before its parts, measures innermost. A variable that a block does not split by has an empty code.

UTF-8 without a byte order mark, because programs that do not expect one read it into the name of the first column,
and for people there is the workbook; lines end in CR LF as RFC 4180 has it. Numbers are spelled by
`release.canonical.number_text`: whole numbers as their digits, others as the shortest decimal that reads back as
the same double, always with a point and never with an exponent. `[n]` is a value that cannot be estimated, `[z]` one
that is impossible by public rule, and `[d]` one that the level of detail of its area does not show. Text that a
spreadsheet program might run as a formula begins with an apostrophe (`text`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from dpdesk.publish.tables.text import csv_field
from dpdesk.release.canonical import texts
from dpdesk.release.result import TableResult

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis

REHEARSAL = "REHEARSAL "
VALUES = ("estimate", "lower", "upper", "margin", "unbiased")
_LINES_AT_ONCE = 2_000


def header(table: TableResult) -> list[str]:
    """The names of the columns; a variable named like another column is written `variable:NAME`."""
    shell = table.shell
    ours = ("table", "measure", *VALUES, "flag")
    used = {name.casefold() for name in ours}
    names: list[str] = []
    for axis in (shell.pages, shell.stub, shell.boxhead):
        for variable in axis.variables:
            name, prefix = variable.name, "variable"
            while name.casefold() in used or f"{name}_label".casefold() in used:
                prefix += ":"
                name = prefix + variable.name
            used |= {name.casefold(), f"{name}_label".casefold()}
            names += [name, f"{name}_label"]
    return ["table", *names, "measure", *VALUES, "flag"]


def lines(table: TableResult, *, language: str = "en", rehearsal: bool = False) -> Iterator[bytes]:
    """The file in pieces of some thousand lines."""
    shell = table.shell
    flags = [str(flag) for flag in table.flag.ravel().tolist()]
    arrays = (table.estimate, table.lower, table.upper, table.margin, table.unbiased)
    values = zip(*(texts(array, flags) for array in arrays), flags, strict=True)
    name = csv_field((REHEARSAL if rehearsal else "") + shell.name)
    pages, stubs, boxes = (_fields(axis, language) for axis in (shell.pages, shell.stub, shell.boxhead))
    ends = [f"{box}{csv_field(item.code)}," for box in boxes for item in shell.items]
    yield (",".join(map(csv_field, header(table))) + "\r\n").encode()
    waiting: list[str] = []
    for page in pages:
        for stub in stubs:
            start = f"{name},{page}{stub}"
            waiting += [f"{start}{end}{','.join(next(values))}\r\n" for end in ends]
            if len(waiting) >= _LINES_AT_ONCE:
                yield "".join(waiting).encode()
                waiting.clear()
    yield "".join(waiting).encode()


def _fields(axis: Axis, language: str) -> list[str]:
    """For each line of an axis its fields, each followed by a comma."""
    return [
        "".join(
            f"{csv_field(code)},{csv_field(label.get(language))},"
            for code, label in zip(line.codes, line.labels, strict=True)
        )
        for line in axis.lines
    ]
