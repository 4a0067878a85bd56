"""One CSV file a table of changes, one line a cell: the codes and labels of the tidy CSV, then the change.

`change` is `now` less `before`, the official estimates of both releases; `lower`, `upper` and `margin` are those of the
difference of the unbiased values. Numbers are spelled as in the tidy CSV, and so are fields without one.
"""

from __future__ import annotations

from collections.abc import Iterator

from dpdesk.publish.tables.text import csv_field
from dpdesk.publish.tables.tidy import LAST, MEASURE, axis_fields, columns, item_fields, numbers
from dpdesk.release.canonical import number_text
from dpdesk.release.result import TableResult
from dpdesk.release.series.change import Change, TableChange

VALUES = ("change", "lower", "upper", "level", "margin", "before", "now", "flag")


def header(table: TableResult) -> list[str]:
    """The names of the columns, of a table of the later release."""
    return [column.header for column in columns(table)[: -len(LAST)]] + [*MEASURE, *VALUES]


def lines(found: Change, table: TableChange, language: str) -> Iterator[bytes]:
    """The file, a line at a time."""
    release, shell = found.release, table.shell
    own = next(one for one in release.tables if one.shell.name == shell.name)
    flags = [str(flag) for flag in table.flag.ravel().tolist()]
    parts = (table.change, table.lower, table.upper, table.margin, table.before, table.now)
    values = zip(*(numbers(one, flags) for one in parts), flags, strict=True)
    name, level = csv_field(shell.name), number_text(float(release.level))
    pages, stubs, boxes = (axis_fields(axis, language) for axis in (shell.pages, shell.stub, shell.boxhead))
    items = [item_fields(item, release.dictionary, language) for item in shell.items]
    yield (",".join(map(csv_field, header(own))) + "\r\n").encode()
    for start in (f"{name},{page}{stub}" for page in pages for stub in stubs):
        for end in (f"{box}{item}" for box in boxes for item in items):
            change, low, high, margin, before, now, flag = next(values)
            yield f"{start}{end}{change},{low},{high},{level},{margin},{before},{now},{flag}\r\n".encode()
