"""A published workbook or CSV file, read as text for planning figures; in a thread, and never the confidential file."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput
from dpdesk.gui.accuracy.edits.published import Rows, find_counts
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.schema.dictionary import Dictionary

MOST_ROWS, MOST_SHEETS = 20_000, 50
_LARGEST_TEXT = 2**26


def published_counts(
    path: Path, names: tuple[str, ...], dictionary: Dictionary, data: Path | None, progress: Progress
) -> Mapping[str, list[int]]:
    """The counts of each variable that the tables of a file have.

    data: the confidential file, which is refused. Raises BadInput for that, for a file that cannot be read, and where
    no variable is found.
    """
    if data is not None and data.exists() and path.samefile(data):
        raise BadInput(problem("gui.published_is_data", file=path.name))
    tables = read_tables(path, progress)
    found: dict[str, list[int]] = {}
    for at, name in enumerate(names):
        progress("looking for counts", at / max(len(names), 1))
        counts = find_counts(tables, *names_of(dictionary, name))
        if counts is not None:
            found[name] = counts
    if not found:
        raise BadInput(problem("gui.published_nothing", file=path.name))
    return found


def names_of(dictionary: Dictionary, name: str) -> tuple[list[list[str]], list[bool]]:
    """What the codes of a variable may be called, labels before codes; and which mean that nothing is known."""
    variable = dictionary.variable(name)
    languages = sorted({tag for label in variable.labels for tag in label})
    texts = [
        [*(label.show(tag) for tag in languages), code]
        for code, label in zip(variable.codes, variable.labels, strict=True)
    ]
    return texts, [kind is not None for kind in variable.missing or (None,) * variable.size]


def read_tables(path: Path, progress: Progress) -> list[Rows]:
    """The sheets of a workbook, or the one table of a text file. Raises BadInput."""
    with path.open("rb") as file:
        workbook = file.read(2) == b"PK"
    return _workbook(path, progress) if workbook else [_text(path)]


def _workbook(path: Path, progress: Progress) -> list[Rows]:
    from dpdesk.data.sources.workbook import cell_text, opened

    found: list[Rows] = []
    with opened(path) as book:
        for at, sheet in enumerate(book.worksheets[:MOST_SHEETS]):
            progress("reading the file", at / max(len(book.worksheets), 1))
            rows = sheet.iter_rows(max_row=MOST_ROWS, values_only=True)
            found.append([[cell_text(value) for value in row] for row in rows])
    return found


def _text(path: Path) -> Rows:
    if path.stat().st_size > _LARGEST_TEXT:
        raise BadInput(problem("gui.published_too_large", file=path.name))
    data = path.read_bytes()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
    head = text[:10_000]
    delimiter = max("\t;,", key=head.count)
    return list(islice(csv.reader(text.splitlines(), delimiter=delimiter), MOST_ROWS))
