"""Sheets become a workbook by openpyxl, row by row, straight into the archive.

The same sheets give the same parts: no part has the time, the machine or the user in it, and each entry of the archive
has the same date (1 January 1980, as reproducible builds do). The bytes of the whole are the same on one installation;
elsewhere zlib may pack the same parts in other bytes.

openpyxl guesses what a value is, and takes a text with "=" for a formula. Here a cell is told what it holds: text, or
the spelling of a number, which is written digit by digit. A text that begins like a formula also gets `quotePrefix`.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any, BinaryIO

from openpyxl import Workbook
from openpyxl.cell import Cell as OpenpyxlCell
from openpyxl.cell import WriteOnlyCell
from openpyxl.drawing.spreadsheet_drawing import SpreadsheetDrawing
from openpyxl.workbook.properties import CalcProperties
from openpyxl.worksheet._writer import WorksheetWriter
from openpyxl.worksheet.dimensions import RowDimension
from openpyxl.worksheet.header_footer import HeaderFooterItem
from openpyxl.worksheet.hyperlink import Hyperlink
from openpyxl.worksheet.pagebreak import Break
from openpyxl.worksheet.table import Table, TableColumn, TableStyleInfo
from openpyxl.writer.excel import ExcelWriter

from dpdesk.errors import DpdeskError
from dpdesk.planning.document.formats import ROW_HEIGHT, SHEET_ROWS, cell_text, cut_utf16, utf16_length
from dpdesk.planning.document.style import Font
from dpdesk.problems.problem import problem
from dpdesk.publish.tables.text import begins_like_a_formula, escaped
from dpdesk.publish.workbook.letters import indented, wrapped_lines
from dpdesk.publish.workbook.paper import PAPERS
from dpdesk.publish.workbook.sheet import Cell, Sheet, TableObject, column_letters, reference
from dpdesk.publish.workbook.styles import BELOW_A_RULE, INDENTS, SMALL, TITLE_LINE, WRAPPED, Styles

_AnyWriter: Any = WorksheetWriter  # what is used of it is not in its types
_USUAL = Font()
_ONE_LINE = 110  # characters of title and headnote that stand beside each other
_TITLE, _NOTE, _ACROSS = 6.5, 4.5, 740.0  # points of their letters, made smaller with the sheet; those of a page across
_HEAD = 200  # characters of a text at the head or foot of a page
_WHOLE = 253  # of a whole head, which may have 255, and begins with its place
_LEAST = 20  # of them are worth their place


@dataclass(frozen=True, slots=True)
class Properties:
    """What stands in the document properties: public and fixed by the release."""

    title: str
    language: str
    date: str  # YYYY-MM-DD
    creator: str


@dataclass(frozen=True, slots=True)
class Look:
    """The font and the paper of all sheets, which are set out for the usual ones."""

    font: Font
    paper: str

    def height(self, sheet: Sheet) -> float:
        """How much higher the lines of a sheet are than in the usual sizes."""
        return self.font.small / _USUAL.small if sheet.small else self.font.text / _USUAL.text

    def width(self, sheet: Sheet) -> float:
        """How much wider its columns are, which are measured in letters of the text's own size."""
        return self.height(sheet) * _USUAL.text / self.font.text


def write_book(stream: BinaryIO, sheets: Sequence[Sheet], properties: Properties, look: Look) -> None:
    """Write a workbook into an open stream; each sheet's rows are consumed once, in order.

    Raises:
        DpdeskError: if a part would outgrow the limit of the plain zip format.
    """
    book = Workbook(write_only=True)
    about = book.properties
    about.title, about.language, about.creator = properties.title, properties.language, properties.creator
    about.created = about.modified = datetime.fromisoformat(properties.date)
    book.calculation = CalcProperties(fullCalcOnLoad=False)  # no question whether to save what nobody changed
    with _Archive(stream) as archive:
        _Writer(book, sheets, archive, look).write_data()


class _Onward:
    """A stream that is written from its beginning to its end: what is on its way to a file can be looked through."""

    def __init__(self, stream: BinaryIO) -> None:
        self.write, self.flush = stream.write, stream.flush


class _Archive(zipfile.ZipFile):
    """A zip file that says nothing about when and where it was written."""

    def __init__(self, stream: BinaryIO) -> None:
        onward: Any = _Onward(stream)
        super().__init__(onward, "w", zipfile.ZIP_DEFLATED, allowZip64=False)

    def close(self) -> None:
        """Write the list of parts."""
        _close(super())

    def writestr(self, name: Any, data: Any, *_: Any) -> None:
        """Add a part as a whole."""
        with self.part(name) as part:
            part.write(data.encode() if isinstance(data, str) else data)

    @contextmanager
    def part(self, name: str) -> Iterator[IO[bytes]]:
        """Add a part bit by bit."""
        entry = zipfile.ZipInfo(name)
        entry.compress_type, entry.create_system = zipfile.ZIP_DEFLATED, 0
        part = self.open(entry, "w")
        try:
            yield part
        finally:
            _close(part)


def _close(part: Any) -> None:
    try:
        part.close()
    except (RuntimeError, zipfile.LargeZipFile):
        raise DpdeskError(problem("publish.workbook_too_large")) from None


class _Writer(ExcelWriter):
    """openpyxl's writer of workbooks, with rows that are made while they are written."""

    def __init__(self, book: Workbook, sheets: Sequence[Sheet], archive: _Archive, look: Look) -> None:
        super().__init__(book, archive)
        self._zip, self._sheets, self._styles, self._look = archive, {}, Styles(book, look.font), look
        for sheet in sheets:
            made = book.create_sheet(sheet.name)
            self._sheets[sheet.name] = sheet
            _set_up(made, sheet, look)

    def write_worksheet(self, ws: Any) -> None:
        """Write one sheet into the archive."""
        sheet = self._sheets[ws.title]
        if sheet.picture is not None:
            from dpdesk.publish.workbook.logo import logo

            ws._images.append(logo(sheet.picture))
            ws._drawing = SpreadsheetDrawing()
            ws._drawing.images = ws._images
        if sheet.drawn is not None:
            from dpdesk.publish.workbook.chart import chart_of, on_sheet

            chart = chart_of(sheet.drawn, sheet.name, self._look.font.family)
            ws._charts.append(chart)
            ws._drawing = on_sheet(chart, cell_text(sheet.drawn.drawing.words), sheet.name)
        with self._zip.part(ws.path[1:]) as part, closing(_AnyWriter(ws, out=part)) as writer:
            writer.write_top()
            rows = writer.xf.send(True)
            with rows.element("sheetData"):
                for number, cells in enumerate(_rows(ws, sheet, self._styles, self._look), 1):
                    writer.write_row(rows, cells, number)
            writer.xf.send(None)
            writer.write_tail()
        ws._rels = writer._rels
        self.manifest.append(ws)


class _Head(HeaderFooterItem):
    """The head of a page: a line ends in it as it is, where openpyxl writes an escape that LibreOffice prints."""

    def __str__(self) -> str:
        return str(super().__str__()).replace("_x000a_", "\n")


# One sheet ------------------------------------------------------------------------------------------------------------


def _set_up(ws: Any, sheet: Sheet, look: Look) -> None:
    """All of a sheet but its rows."""
    for at, width in enumerate(sheet.widths):
        ws.column_dimensions[column_letters(at)].width = round(width * look.width(sheet), 2)
    if sheet.small:
        ws.sheet_format.defaultRowHeight = sheet.line * look.height(sheet)
        ws.sheet_format.customHeight = True
    else:
        ws.sheet_format.defaultRowHeight = 15.75 * look.height(sheet)
    if sheet.table is not None:
        ws.tables.add(_table(sheet.table))
        if sheet.frozen:
            ws.freeze_panes = f"A{sheet.table.top + 1}"
    ws.merged_cells = sheet.merged  # openpyxl's own set of ranges has no order
    _set_up_paper(ws, sheet, look)


def _set_up_paper(ws: Any, sheet: Sheet, look: Look) -> None:
    page = ws.page_setup
    page.paperSize, page.orientation = PAPERS[look.paper].code, "portrait" if sheet.portrait else "landscape"
    if sheet.cut is None:
        ws.sheet_properties.pageSetUpPr.fitToPage, page.fitToHeight = True, sheet.most_pages
    else:
        page.scale, page.pageOrder = sheet.cut.scale, "overThenDown"
        if sheet.cut.repeated:
            ws.print_title_cols = f"A:{column_letters(sheet.cut.repeated - 1)}"
        for column in sheet.cut.after:
            ws.col_breaks.append(Break(column, max=SHEET_ROWS - 1))
    edges = ws.page_margins
    edges.left = edges.right = 0.5
    edges.top = edges.bottom = 0.55 if sheet.small else 0.75
    edges.header = edges.footer = 0.3
    ws.HeaderFooter.oddHeader = _Head()
    if sheet.watermark:
        ws.oddHeader.center.text = sheet.watermark
    top = 1
    if sheet.running is not None:
        top, edges.top = sheet.running.top, 0.75
        head = ws.oddHeader.center if sheet.watermark else ws.oddHeader.left  # the title has the watermark, too
        title, note = _short(sheet.running.title), _short(sheet.running.note)
        short = len(title) + len(note) <= _ONE_LINE or _TITLE * len(title) + _NOTE * len(note) <= _ACROSS
        head.text = f'&"{look.font.family},Bold"&11 {title}'
        below = f'\n&"{look.font.family},Regular"&8 '
        room = _WHOLE - utf16_length(head.text + below)
        if short and not sheet.watermark:
            ws.oddHeader.right.text = f"&8 {note}"
        elif sheet.foot and utf16_length(note) > room:
            ws.oddFooter.center.text = f"&8 {note}"
        elif room > _LEAST:
            head.text += below + _short(sheet.running.note, min(room, _HEAD))  # the rest stands on the sheet alone
    ws.HeaderFooter.scaleWithDoc = False  # one size of foot on all pages
    if sheet.foot:
        ws.oddFooter.left.text, ws.oddFooter.right.text = f"&10 {sheet.foot}", "&10 &[Page] / &[Pages]"
    if sheet.print_columns is not None:
        ws.print_area = f"A{top}:{column_letters(sheet.print_columns - 1)}{sheet.height}"
    if sheet.repeated is not None:
        ws.print_title_rows = "{}:{}".format(*sheet.repeated)
    elif sheet.table is not None:
        ws.print_title_rows = f"{sheet.table.top}:{sheet.table.top}"
    for row in sheet.breaks:
        ws.row_breaks.append(Break(row))


def _short(text: str, most: int = _HEAD) -> str:
    """A text for the head or foot of a page, which hold 255 characters with all codes; a "&" would begin a code."""
    text = " ".join(text.split()).replace("&", "&&")
    return text if utf16_length(text) <= most else cut_utf16(text, max(most - 1, 0)).rstrip("&") + "…"


def _table(table: TableObject) -> Table:
    """A table object without filter buttons, which screen readers stumble over."""
    last = column_letters(len(table.headings) - 1)
    made = Table(displayName=table.name, name=table.name, ref=f"A{table.top}:{last}{table.top + table.rows}")
    made.tableColumns = [TableColumn(id=i, name=escaped(heading)) for i, heading in enumerate(table.headings, 1)]
    made.tableStyleInfo = TableStyleInfo(
        showFirstColumn=False, showLastColumn=False, showRowStripes=False, showColumnStripes=False
    )
    return made


# Rows -----------------------------------------------------------------------------------------------------------------


def _rows(ws: Any, sheet: Sheet, styles: Styles, look: Look) -> Iterator[Iterator[OpenpyxlCell]]:
    """The cells of each row."""
    links = {cell: Hyperlink(cell, location=f"{reference(target)}!A1") for cell, target in sheet.links}
    known: dict[tuple[Cell, float], tuple[str, bool, int]] = {}
    for number, row in enumerate(sheet.rows, 1):
        lines, found = 1, []
        for at, (cell, width) in enumerate(zip(row, sheet.widths, strict=False), 1):
            if cell is None:
                continue
            style, value, is_number = cell
            if is_number or not value:
                found.append((at, style, False, "n", value or None))
                continue
            told = known.get((cell, width))
            if told is None:
                told = known[cell, width] = _text(style, value, width, look.font.family)
            text, quoted, own = told
            lines = max(lines, own)
            found.append((at, style, quoted, "s", text))
        height = _height(lines, sheet.line, sheet.heights.get(number), look.height(sheet))
        if height is None and row and row[0] is not None and row[0][0] == "title":
            height = TITLE_LINE * look.font.heading / _USUAL.heading
        if sheet.table is not None and number == sheet.table.top:
            height = (height or sheet.line * look.height(sheet)) + BELOW_A_RULE
        if height is not None:
            ws.row_dimensions[number] = RowDimension(ws, number, ht=height)
        yield _cells(ws, number, ((at, styles[style, quoted], *own) for at, style, quoted, *own in found), links)
        ws.row_dimensions.pop(number, None)


def _cells(
    ws: Any, number: int, found: Iterable[tuple[int, Any, str, str | None]], links: Mapping[str, Hyperlink]
) -> Iterator[OpenpyxlCell]:
    """One cell that goes round: what is written is not looked at again."""
    made: Any = WriteOnlyCell(ws)
    made.row = number
    for made.column, made._style, made.data_type, made._value in found:
        if links:
            made._hyperlink = links.get(made.coordinate)
        yield made


def _text(style: str, text: str, width: float, family: str) -> tuple[str, bool, int]:
    """A text as it is written, whether it begins like a formula, and the lines it takes in a column of this width."""
    text, lines = cell_text(text), 1
    if style in WRAPPED:
        indent = INDENTS.get(style, 0)
        points, strong = _USUAL.small if style in SMALL else _USUAL.text, style.startswith("heading")
        lines = wrapped_lines(text, indented(width, indent), points, strong=strong, family=family)
    return escaped(text), begins_like_a_formula(text), lines


def _height(lines: int, line: float, given: float | None, higher: float) -> float | None:
    """The height of a row whose wrapped text needs more than one line: from labels alone, never from a number.

    Neither LibreOffice nor the viewers of Excel files adjust the heights of a file they did not write.
    """
    if given is not None:
        return min(given * higher, ROW_HEIGHT)
    return min(lines * line * higher, ROW_HEIGHT) if lines > 1 else None
