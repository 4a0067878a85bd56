"""Tables of metadata as files: CSV, or a sheet of a workbook; each row with its number, all cells as text.

A workbook is read by the reader for microdata, within the same limits; a text in the encoding it seems to have.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from dpdesk.data.sources import encodings
from dpdesk.data.sources.records import unreadable
from dpdesk.data.sources.workbook.guard import survey_sheet
from dpdesk.data.sources.workbook.source import ZIP, cell_text, opened
from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODEBOOK, SHEET_ROWS
from dpdesk.problems.problem import problem
from dpdesk.schema.file.canonical import NoOrdinaryFile, read_whole

MOST_ROWS = 300_000  # they are held at once
MOST_COLUMNS = 100
LONGEST_CELL = 32_767  # of a workbook
Line = tuple[int, list[str]]


def whole_text(path: Path) -> str:
    """The whole of a small text.

    Raises:
        BadInput: it cannot be read, is too large, or is no text.
    """
    try:
        content = read_whole(path, LARGEST_CODEBOOK)
    except NoOrdinaryFile:
        raise BadInput(problem("data.no_file", path=str(path))) from None
    except OSError as error:
        raise BadInput(unreadable(path.name, error)) from None
    if content is None:
        raise BadInput(problem("data.import_too_large", file=path.name, most=LARGEST_CODEBOOK >> 20))
    codec = encodings.guess_in(io.BytesIO(content), len(content))
    marked = encodings.mark_of(content)
    try:
        text = content[marked.mark if marked else 0 :].decode(codec)
    except UnicodeError:
        raise BadInput(problem("data.not_encoded", file=path.name, encoding=codec)) from None
    if "\0" in text:
        raise BadInput(problem("data.nul", file=path.name))
    return text


def is_workbook(head: bytes) -> bool:
    """Whether a file begins as a workbook does."""
    return head.startswith(ZIP)


def lines(path: Path, head: bytes) -> Iterator[list[Line]]:
    """The rows that state something, of each table of a file, the heading among them.

    Raises:
        BadInput: it cannot be read, or is too large.
    """
    yield from _of_workbook(path) if is_workbook(head) else [_of_text(path)]


def _of_text(path: Path) -> list[Line]:
    text = whole_text(path)
    first = text.split("\n", 1)[0]
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=first.count), strict=True)
    try:
        return _kept(((reader.line_num, cells) for cells in reader), path.name)
    except csv.Error:
        raise BadInput(problem("data.import_not_csv", file=path.name, line=reader.line_num)) from None


def _of_workbook(path: Path) -> Iterator[list[Line]]:
    with opened(path) as book:
        for sheet in book.worksheets:
            part = getattr(sheet, "_worksheet_path", None)
            if isinstance(part, str):
                survey_sheet(path, part.lstrip("/"), 0)  # refuses formulas without a result
                rows = (
                    (number, [cell_text(value) for value in row])
                    for number, row in enumerate(sheet.iter_rows(values_only=True), 1)
                )
                yield _kept(rows, path.name)


def _kept(rows: Iterable[Line], file: str) -> list[Line]:
    kept = []
    for number, row in rows:
        cells = row
        while cells and not cells[-1].strip():
            cells = cells[:-1]
        if cells:
            kept.append((number, cells))
            if len(cells) > MOST_COLUMNS or len(kept) > MOST_ROWS:
                raise BadInput(problem("data.import_long", file=file, most=MOST_ROWS))
    return kept


def write_csv(stream: BinaryIO, rows: Sequence[Sequence[str]]) -> None:
    """Write rows as CSV that spreadsheet programs open, in UTF-8 with a mark."""
    text = io.StringIO(newline="")
    csv.writer(text).writerows(rows)
    stream.write(text.getvalue().encode("utf-8-sig"))


def write_workbook(stream: BinaryIO, rows: Sequence[Sequence[str]], file: str) -> None:
    """Write rows as a sheet in which every cell is text, so that 01 stays 01 when it is edited.

    Raises:
        BadInput: more than a sheet holds.
    """
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font

    if len(rows) > SHEET_ROWS or any(len(text) > LONGEST_CELL for row in rows for text in row):
        raise BadInput(problem("data.export_beyond_sheet", file=file))
    book = Workbook(write_only=True)
    sheet: Any = book.create_sheet("dictionary")
    sheet.freeze_panes = "A2"
    sheet.auto_filter.ref = sheet.dimensions if not rows else f"A1:{_letter(len(rows[0]))}{len(rows)}"
    for column, name in enumerate(rows[0] if rows else (), 1):
        sheet.column_dimensions[_letter(column)].width = 40 if name.startswith("label") else 16
    for number, row in enumerate(rows):
        cells = []
        for text in row:
            cell = WriteOnlyCell(sheet, text or None)
            cell.number_format = "@"
            if text:
                cell.data_type = "s"
            if number == 0:
                cell.font = Font(bold=True)
            cells.append(cell)
        sheet.append(cells)
    book.save(stream)


def _letter(column: int) -> str:
    from openpyxl.utils import get_column_letter

    return str(get_column_letter(column))
