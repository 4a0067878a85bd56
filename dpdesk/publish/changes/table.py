"""One CSV file a table of changes or totals, one line a cell: the codes and labels of the tidy CSV, then the numbers.

`change` is `now` less `before`, the official estimates of two releases, `total` the sum of the estimates of all waves;
`lower`, `upper` and `margin` are those of the unbiased values. Numbers are spelled as in the tidy CSV, and so are
fields without one.
"""

from __future__ import annotations

from collections.abc import Iterator

from dpdesk.publish.tables.text import csv_field
from dpdesk.publish.tables.tidy import LAST, MEASURE, axis_fields, columns, item_fields, numbers
from dpdesk.release.canonical import number_text
from dpdesk.release.series.sides import Beside, TableBeside

LEVEL_AFTER = "upper"


def header(found: Beside, table: TableBeside) -> list[str]:
    """The names of the columns."""
    own = next(one for one in found.release.tables if one.shell.name == table.shell.name)
    names = [column.header for column in columns(own)[: -len(LAST)]] + [*MEASURE]
    for name in table.values:
        names += [name, "level"] if name == LEVEL_AFTER else [name]
    return [*names, "flag"]


def lines(found: Beside, table: TableBeside, language: str) -> Iterator[bytes]:
    """The file, a line at a time."""
    release, shell = found.release, table.shell
    flags = [str(flag) for flag in table.flag.ravel().tolist()]
    level, parts = [number_text(float(release.level))] * len(flags), list[list[str]]()
    for name, values in table.values.items():
        parts += [numbers(values, flags), level] if name == LEVEL_AFTER else [numbers(values, flags)]
    cells = zip(*parts, flags, strict=True)
    name = csv_field(shell.name)
    pages, stubs, boxes = (axis_fields(axis, language) for axis in (shell.pages, shell.stub, shell.boxhead))
    items = item_fields(release, shell, language)
    yield (",".join(map(csv_field, header(found, table))) + "\r\n").encode()
    for start in (f"{name},{page}{stub}" for page in pages for stub in stubs):
        for end in (f"{box}{item}" for box in boxes for item in items):
            yield f"{start}{end}{','.join(next(cells))}\r\n".encode()
