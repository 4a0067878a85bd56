"""One sheet of an Excel workbook as a stream of rows of text.

It is read row by row by `workbook_reader`, after `workbook_guard` has let it pass. A cell's text is its stored
value: whole numbers without a decimal point, other numbers by the shortest decimal that is the stored one, dates
as 2000-04-01, TRUE and FALSE, texts as they are. A row without any value is not a record.
"""

from __future__ import annotations

import datetime
import warnings
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.data.sources import headings
from dpdesk.data.sources.base import BATCH, OneFile, Row, batched
from dpdesk.data.sources.format import Format, Proposal
from dpdesk.data.sources.workbook.guard import check_archive, part_names, require_safe_parser, survey_sheet
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.limits import BATCH_CELLS, MOST_CELLS
from dpdesk.problems.problem import Phrase, Problem, phrase, problem
from dpdesk.progress import Progress, silent
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.numberformat import NumberFormat

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

ZIP = b"PK\x03\x04"
"""What a zip archive begins with; a text whose first column is named PK does not."""
_WHOLE = 2**53
_SHEETS_TRIED, _SHEETS_NAMED, _ROWS_TRIED = 100, 5, 50


def cell_text(value: Any) -> str:
    """Return the text of a stored cell value; a missing one is the empty text."""
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < _WHOLE else repr(value)
    if isinstance(value, datetime.datetime):
        midnight = value.time() == datetime.time(0)
        return value.date().isoformat() if midnight else value.isoformat(sep=" ")
    if isinstance(value, datetime.date | datetime.time):
        return value.isoformat()
    return str(value)


@contextmanager
def opened(path: Path, *, data_only: bool = True) -> Iterator[Any]:
    """Open a workbook after the guard; every exception of the library is replaced.

    `data_only` gives a formula's stored result; without it a formula is no value.
    """
    require_safe_parser()
    check_archive(path)
    from dpdesk.data.sources.workbook.reader import read_book

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # openpyxl warns of styles and extensions it leaves out
        try:
            book = read_book(path, data_only=data_only)
        except DpdeskError:
            raise
        except Exception:  # a damaged part ends in almost any kind, and its words may quote a cell
            raise BadInput(problem("data.workbook_unreadable", file=path.name)) from None
        try:
            yield book
        except (DpdeskError, GeneratorExit):
            raise
        except Exception:  # rows are parsed as they are asked for: as above
            raise BadInput(problem("data.sheet_unreadable", file=path.name)) from None
        finally:
            book.close()


def sheet_names(path: Path) -> tuple[str, ...]:
    """Return the names of a workbook's sheets, charts left out."""
    with opened(path) as book:
        return tuple(sheet.title for sheet in book.worksheets)


def top_rows(path: Path, sheet: str, rows: int) -> list[list[str]]:
    """Return the texts of the first rows of a sheet."""
    with opened(path) as book:
        top: list[list[str]] = []
        cells = 0
        for row in book[sheet].iter_rows(max_row=rows, values_only=True):
            cells += len(row)
            if cells > BATCH_CELLS and top:
                break
            top.append([cell_text(value) for value in row])
        return top


def filled_sheets(path: Path, sheets: Sequence[str]) -> tuple[str, ...]:
    """Return the sheets, of the first hundred, that hold something in their first rows."""
    with opened(path) as book:
        return tuple(sheet for sheet in sheets[:_SHEETS_TRIED] if _holds_something(book[sheet]))


def _holds_something(sheet: Any) -> bool:
    rows = sheet.iter_rows(max_row=_ROWS_TRIED, values_only=True)
    return any(cell_text(value).strip() for row in rows for value in row)


def sheets_to_name(sheets: Sequence[str]) -> Phrase:
    """Say in words which sheet to name in the source format."""
    if not sheets:
        return phrase("data.no_sheet_has_data")
    more = ", …" if len(sheets) > _SHEETS_NAMED else ""
    return phrase("data.name_sheet", sheets=tuple(sheets[:_SHEETS_NAMED]), more=more)


class WorkbookSource(OneFile):
    """A sheet of a workbook, opened; see `sources.Source`."""

    hint: Phrase | None = None
    numbers = NumberFormat()

    def __init__(self, path: Path, sheet: str | None, header_row: int) -> None:
        self.path, self.header_row = path, header_row
        with opened(self.path) as book:
            self.sheets = tuple(sheet.title for sheet in book.worksheets)
            self.sheet = self._choose(sheet)
            self._part = self._part_of(book[self.sheet])
            heading = self._heading(book[self.sheet])
        if not heading:
            raise BadInput(self._without_heading())
        headings.require_headings(heading, path.name)
        self.columns = headings.column_names(heading)

    def _choose(self, sheet: str | None) -> str:
        if sheet is None:
            if len(self.sheets) != 1:
                some = sheets_to_name(filled_sheets(self.path, self.sheets))
                raise BadInput(problem("data.sheet_needed", file=self.path.name, sheets=len(self.sheets), some=some))
            return str(self.sheets[0])
        if sheet not in self.sheets:
            some = sheets_to_name(self.sheets) if len(self.sheets) < 10 else phrase("data.check_its_name")
            raise BadInput(
                problem(
                    "data.no_sheet",
                    file=self.path.name,
                    sheet=sheet,
                    near=meant(sheet, self.sheets, ""),
                    some=some,
                )
            )
        return sheet

    def _without_heading(self) -> Problem:
        filled, file = filled_sheets(self.path, self.sheets), self.path.name
        if self.sheet in filled:
            return problem("data.sheet_no_heading", sheet=self.sheet, file=file, row=self.header_row)
        return problem("data.sheet_empty", sheet=self.sheet, file=file, some=sheets_to_name(filled))

    def _part_of(self, sheet: Any) -> str:
        """The archive part of a sheet; charts are no sheets."""
        part = getattr(sheet, "_worksheet_path", None)
        if not isinstance(part, str):
            raise BadInput(problem("data.sheet_is_chart", file=self.path.name))
        return part.lstrip("/")

    def _heading(self, sheet: Any) -> list[str]:
        for row in sheet.iter_rows(min_row=self.header_row, max_row=self.header_row, values_only=True):
            texts = [cell_text(value) for value in row]
            while texts and not texts[-1].strip():
                texts.pop()
            return texts
        return []

    def count(self, progress: Progress = silent) -> int:
        """Return the number of rows below the heading that hold a value, from the raw XML."""
        progress("counting records", None)
        try:
            return survey_sheet(self.path, self._part, self.header_row)
        except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, OSError, ValueError):
            raise BadInput(problem("data.workbook_damaged", file=self.path.name)) from None

    def scan(self, engine: DuckDBPyConnection, wanted: Sequence[str]) -> str | None:
        """Return None: the engine never reads a workbook."""
        headings.positions(self.columns, wanted, self.path.name)
        return None

    def _rows(self) -> Iterator[list[str]]:
        width, cells = len(self.columns), 0
        with opened(self.path) as book:
            for row in book[self.sheet].iter_rows(min_row=self.header_row + 1, values_only=True):
                if all(value is None for value in row):
                    continue
                cells += len(row)
                if cells > MOST_CELLS:
                    raise BadInput(problem("data.too_many_cells", file=self.path.name, most=MOST_CELLS))
                if any(value is not None for value in row[width:]):
                    raise BadInput(problem("data.beyond_heading", file=self.path.name))
                texts = [cell_text(value) for value in row[:width]]
                yield texts + [""] * (width - len(texts))

    def batches(self, wanted: Sequence[str], size: int = BATCH) -> Iterator[list[Row]]:
        """Yield the rows of the wanted columns as text, `size` at a time."""
        where = headings.positions(self.columns, wanted, self.path.name)
        return batched(self._rows(), where, size)


class WorkbookFormat(Format):
    """Knows a workbook by its parts, proposes a sheet with data and opens one."""

    kind = "xlsx"
    what = phrase("data.workbook_file")
    endings = (".xlsx", ".xlsm")

    def recognises(self, path: Path, head: bytes) -> bool:
        """A workbook is an archive with parts of its own names."""
        return head.startswith(ZIP) and any(name.startswith("xl/") for name in archive_parts(path))

    def open(self, path: Path, form: SourceFormat) -> WorkbookSource:
        """Open the sheet that the dictionary names."""
        return WorkbookSource(path, form.sheet, form.header_row)

    def propose(self, path: Path, head: bytes) -> Proposal | None:
        """Propose the first sheet that holds something; of a damaged archive its reader says what is wrong."""
        if not head.startswith(ZIP):
            return None
        sheets = sheet_names(path)
        if not sheets:
            raise BadInput(problem("data.no_sheets", file=path.name))
        filled = filled_sheets(path, sheets)
        if not filled:
            nothing = "data.sheet_has_nothing" if len(sheets) == 1 else "data.sheets_have_nothing"
            raise BadInput(problem(nothing, file=path.name))
        sheet = filled[0]
        rows = top_rows(path, sheet, 50)
        header = _header_row(rows)
        form = SourceFormat(self.kind, header_row=header, sheet=sheet)
        several = "data.remark_first_sheet" if sheet == sheets[0] else "data.remark_first_filled_sheet"
        remarks = (phrase(several),) if len(sheets) > 1 else ()
        return Proposal(form, WorkbookSource(path, sheet, header).columns, len(rows), sheets, remarks)


def archive_parts(path: Path) -> list[str]:
    """Return the names of an archive's parts, none where it cannot be read.

    That is where its directory is missing or damaged (BadZipFile), a name in it is not in its encoding (ValueError),
    the file does not let itself be read (OSError), or it asks for a newer version of the format (NotImplementedError).
    """
    try:
        return part_names(path)
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return []


def _header_row(rows: Sequence[Sequence[str]]) -> int:
    """The first row that is as wide as most and mostly filled."""
    widths = Counter(_filled_width(row) for row in rows if any(row))
    width = max(widths, key=lambda w: (widths[w], w))
    wide = (n for n, row in enumerate(rows, 1) if _filled_width(row) >= width and headings.mostly_filled(row[:width]))
    return next(wide, 1)


def _filled_width(row: Sequence[str]) -> int:
    return max((number for number, cell in enumerate(row, start=1) if cell.strip()), default=0)
