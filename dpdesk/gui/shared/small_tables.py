"""Small public tables, a workbook's sheets or one text file, read as text."""

from __future__ import annotations

import csv
from itertools import islice
from pathlib import Path

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent

Rows = list[list[str]]
MOST_ROWS, MOST_SHEETS = 20_000, 50
_LARGEST_TEXT = 2**26


def read_tables(path: Path, progress: Progress = silent) -> list[Rows]:
    """The sheets of a workbook, or the one table of a text file. Raises BadInput."""
    try:
        with path.open("rb") as file:
            workbook = file.read(2) == b"PK"
        return _workbook(path, progress) if workbook else [_text(path)]
    except OSError:
        raise BadInput(problem("gui.published_unreadable", file=path.name)) from None


def _workbook(path: Path, progress: Progress) -> list[Rows]:
    from dpdesk.data.sources.workbook.source import cell_text, opened

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
