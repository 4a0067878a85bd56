"""The parts of an Excel workbook (ECMA-376), written by rule: the same sheets give the same bytes.

Why not openpyxl here: at 200,000 rows of 14 styled columns its write-only mode takes more than three minutes, its
bytes depend on its version and on whether lxml happens to be installed, and it decides itself which text is a
formula. Reading (verification, tests) stays with openpyxl, which thereby is an independent reader. This writer
knows text and numbers only: there is no way to write a formula, a macro, a link to another file, a hidden sheet or
a user's name.

Texts are shared strings; a text that begins like a formula also gets `quotePrefix`, so that it stays text when
someone edits the cell. Rows and parts are written in the order and spelling Excel itself uses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from dpdesk.planning.document.formats import ROW_HEIGHT, cell_text
from dpdesk.publish.tables.text import begins_like_a_formula, xml_text
from dpdesk.publish.workbook import package_parts as parts
from dpdesk.publish.workbook.package import Package
from dpdesk.publish.workbook.package_parts import HEAD, MAIN, OFFICE, Properties
from dpdesk.publish.workbook.styles import HEIGHTS, LINE, QUOTED, SMALL_LINE, STYLES, THEME, WRAPPED, stylesheet

_ROWS_AT_ONCE = 500

# A cell: its style (a key of STYLES), its text, and whether the text is the spelling of a number. None is no cell.
Cell = tuple[str, str, bool] | None


@dataclass(frozen=True, slots=True)
class TableObject:
    """A range marked up as a table: `top` is the header row (1-based), columns begin at A."""

    name: str
    top: int
    headings: tuple[str, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One worksheet. `height` is the number of rows that `rows` will give; widths are in characters."""

    name: str
    widths: tuple[float, ...]
    height: int
    rows: Iterable[Sequence[Cell]]
    table: TableObject | None = None
    links: tuple[tuple[str, str], ...] = ()  # (cell, name of the sheet it leads to)
    print_columns: int | None = None  # how many of the columns are printed; None for all
    watermark: str = ""
    repeated: tuple[int, int] | None = None  # first and last row printed again on every page; None for the header row
    merged: tuple[str, ...] = ()
    heights: Mapping[int, float] = field(default_factory=dict)  # of rows, in points, where not by their text
    frozen: bool = True  # whether the rows down to the header stay in view
    portrait: bool = False
    small: bool = False  # ten points instead of twelve
    breaks: tuple[int, ...] = ()  # rows after which a page ends

    @property
    def line(self) -> float:
        """The height of a line of text."""
        return SMALL_LINE if self.small else LINE


@dataclass(slots=True)
class Strings:
    """The shared strings in order of first use."""

    index: dict[str, int] = field(default_factory=dict)
    uses: int = 0

    def __call__(self, text: str) -> int:
        """The index of a text, which is added if it is new."""
        return self.index.setdefault(text, len(self.index))

    def xml(self) -> Iterator[str]:
        """The part `sharedStrings.xml`."""
        yield f'{HEAD}<sst xmlns="{MAIN}" count="{self.uses}" uniqueCount="{len(self.index)}">'
        for text in self.index:
            yield f'<si><t xml:space="preserve">{xml_text(text)}</t></si>'
        yield "</sst>"


def column_letters(index: int) -> str:
    """Letters of a column, 0-based: A … Z, AA …"""
    letters = ""
    index += 1
    while index:
        index, rest = divmod(index - 1, 26)
        letters = chr(65 + rest) + letters
    return letters


def write_workbook(package: Package, sheets: Sequence[Sheet], properties: Properties) -> None:
    """Write all parts of a workbook into a zip package; each sheet's rows are consumed once, in order."""
    numbers = range(1, len(sheets) + 1)
    tables = [number for number, sheet in zip(numbers, sheets, strict=True) if sheet.table is not None]
    package.part("[Content_Types].xml", parts.content_types(numbers, tables))
    package.part("_rels/.rels", parts.root_relations())
    package.part("docProps/app.xml", parts.app(properties))
    package.part("docProps/core.xml", parts.core(properties))
    package.part("xl/workbook.xml", _workbook(sheets))
    package.part("xl/_rels/workbook.xml.rels", parts.workbook_relations(numbers))
    package.part("xl/theme/theme1.xml", [HEAD, THEME])
    package.part("xl/styles.xml", [HEAD, stylesheet(MAIN)])
    strings = Strings()
    for number, sheet in zip(numbers, sheets, strict=True):
        package.part(f"xl/worksheets/sheet{number}.xml", _sheet(sheet, strings, first=number == 1))
        if sheet.table is not None:
            package.part(f"xl/worksheets/_rels/sheet{number}.xml.rels", parts.sheet_relations(number))
            package.part(f"xl/tables/table{number}.xml", _table(number, sheet.table))
    package.part("xl/sharedStrings.xml", strings.xml())


def _sheet(sheet: Sheet, strings: Strings, first: bool) -> Iterator[str]:
    letters = [column_letters(i) for i in range(len(sheet.widths))]
    frozen = 0 if sheet.table is None or not sheet.frozen else sheet.table.top
    selected = 'tabSelected="1" ' if first else ""
    yield (
        f'{HEAD}<worksheet xmlns="{MAIN}" xmlns:r="{OFFICE}/relationships">'
        '<sheetPr><pageSetUpPr fitToPage="1"/></sheetPr>'
        f'<dimension ref="A1:{letters[-1]}{sheet.height}"/>'
        f'<sheetViews><sheetView {selected}workbookViewId="0">'
    )
    if frozen:
        yield f'<pane ySplit="{frozen}" topLeftCell="A{frozen + 1}" activePane="bottomLeft" state="frozen"/>'
        yield '<selection pane="bottomLeft"/>'
    height = f'defaultRowHeight="{sheet.line:g}" customHeight="1"' if sheet.small else 'defaultRowHeight="15.75"'
    yield f"</sheetView></sheetViews><sheetFormatPr {height}/><cols>"
    for i, width in enumerate(sheet.widths, 1):
        yield f'<col min="{i}" max="{i}" width="{width:.2f}" customWidth="1"/>'
    yield "</cols><sheetData>"
    yield from _rows(sheet, letters, strings)
    yield "</sheetData>"
    if sheet.merged:
        yield f'<mergeCells count="{len(sheet.merged)}">'
        for area in sheet.merged:
            yield f'<mergeCell ref="{area}"/>'
        yield "</mergeCells>"
    if sheet.links:
        yield "<hyperlinks>"
        for cell, target in sheet.links:
            yield f'<hyperlink ref="{cell}" location="{xml_text(reference(target))}!A1"/>'
        yield "</hyperlinks>"
    edge = "0.55" if sheet.small else "0.75"
    yield f'<pageMargins left="0.5" right="0.5" top="{edge}" bottom="{edge}" header="0.3" footer="0.3"/>'
    orientation = "portrait" if sheet.portrait else "landscape"
    yield f'<pageSetup paperSize="9" orientation="{orientation}" fitToHeight="0"/>'
    head = f"<oddHeader>&amp;C{xml_text(sheet.watermark.replace('&', '&&'))}</oddHeader>" if sheet.watermark else ""
    yield f"<headerFooter>{head}<oddFooter>&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter></headerFooter>"
    if sheet.breaks:
        yield f'<rowBreaks count="{len(sheet.breaks)}" manualBreakCount="{len(sheet.breaks)}">'
        yield from (f'<brk id="{row}" max="16383" man="1"/>' for row in sheet.breaks)
        yield "</rowBreaks>"
    if sheet.table is not None:
        yield '<tableParts count="1"><tablePart r:id="rId1"/></tableParts>'
    yield "</worksheet>"


def _rows(sheet: Sheet, letters: Sequence[str], strings: Strings) -> Iterator[str]:
    out: list[str] = []
    known: dict[tuple[Cell, float], tuple[str, int]] = {}
    for number, row in enumerate(sheet.rows, 1):
        end = f'{number}" s="'
        parts: list[str] = []
        lines = 1
        for letter, cell, width in zip(letters, row, sheet.widths, strict=False):
            if cell is None:
                continue
            style, text, is_number = cell
            if not text:
                parts.append(f'<c r="{letter}{end}{STYLES[style]}"/>')
                continue
            if is_number:
                parts.append(f'<c r="{letter}{end}{STYLES[style]}"><v>{text}</v></c>')
                continue
            found = known.get((cell, width))
            if found is None:
                found = known[cell, width] = _text_cell(style, text, width, strings)
            strings.uses += 1
            parts.append(f'<c r="{letter}{end}{found[0]}')
            if found[1] > lines:
                lines = found[1]
        height = _height(row, lines, sheet.line, sheet.heights.get(number))
        out.append(f'<row r="{number}"{height}>{"".join(parts)}</row>')
        if number % _ROWS_AT_ONCE == 0:
            yield "".join(out)
            out.clear()
    yield "".join(out)


def _text_cell(style: str, text: str, width: float, strings: Strings) -> tuple[str, int]:
    """The end of a cell of text, from its style on, and the lines the text takes in a column of this width."""
    text = cell_text(text)
    index = STYLES[style] + (QUOTED if begins_like_a_formula(text) else 0)
    room = width / (1.05 if style.startswith("text") else 0.95 if style.startswith("stub") else 1.15)
    return f'{index}" t="s"><v>{strings(text)}</v></c>', wrapped_lines(text, room) if style in WRAPPED else 1


def _height(row: Sequence[Cell], lines: int, line: float, given: float | None) -> str:
    """The height of a row whose wrapped text needs more than one line: from labels alone, never from a number.

    Neither LibreOffice nor the viewers of Excel files adjust the heights of a file they did not write.
    """
    if given is not None:
        return f' ht="{min(given, ROW_HEIGHT):g}" customHeight="1"'
    if lines > 1:
        return f' ht="{min(lines * line, ROW_HEIGHT):g}" customHeight="1"'
    special = HEIGHTS.get(row[0][0]) if row and row[0] is not None else None
    return "" if special is None else f' ht="{special:g}" customHeight="1"'


def wrapped_lines(text: str, room: float) -> int:
    """How many lines a text takes in a column that has room for so many characters."""
    count = 0
    for paragraph in text.split("\n"):
        count += 1
        used = 0.0
        for word in paragraph.split(" "):
            if used and used + 1 + len(word) > room:
                count += 1
                used = 0.0
            used += len(word) + (1 if used else 0)
            while used > room:
                count += 1
                used -= room
    return count


def _table(number: int, table: TableObject) -> Iterator[str]:
    """A table object without filter buttons, which screen readers stumble over."""
    last = column_letters(len(table.headings) - 1)
    area = f"A{table.top}:{last}{table.top + table.rows}"
    yield (
        f'{HEAD}<table xmlns="{MAIN}" id="{number}" name="{xml_text(table.name)}" '
        f'displayName="{xml_text(table.name)}" ref="{area}" totalsRowShown="0">'
        f'<tableColumns count="{len(table.headings)}">'
    )
    for i, heading in enumerate(table.headings, 1):
        name = xml_text(heading).replace("\n", "_x000a_")
        yield f'<tableColumn id="{i}" name="{name}"/>'
    yield (
        '</tableColumns><tableStyleInfo showFirstColumn="0" showLastColumn="0" showRowStripes="0" '
        'showColumnStripes="0"/></table>'
    )


def reference(sheet: str) -> str:
    """The name of a sheet as it stands in a reference."""
    return "'" + sheet.replace("'", "''") + "'"


def _workbook(sheets: Sequence[Sheet]) -> Iterator[str]:
    yield (
        f'{HEAD}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}/relationships"><workbookPr/>'
        '<bookViews><workbookView xWindow="0" yWindow="0" windowWidth="24000" windowHeight="12000"/></bookViews>'
        "<sheets>"
    )
    for i, sheet in enumerate(sheets, 1):
        yield f'<sheet name="{xml_text(sheet.name)}" sheetId="{i}" r:id="rId{i}"/>'
    yield "</sheets>"
    names = list(_defined_names(sheets))
    if names:
        yield "<definedNames>" + "".join(names) + "</definedNames>"
    yield '<calcPr calcId="0"/></workbook>'


def _defined_names(sheets: Sequence[Sheet]) -> Iterator[str]:
    """Print areas and repeated header rows; nothing else is named."""
    for name in ("Print_Area", "Print_Titles"):
        for i, sheet in enumerate(sheets):
            target = xml_text(reference(sheet.name))
            if name == "Print_Area" and sheet.print_columns is not None:
                area = f"$A$1:${column_letters(sheet.print_columns - 1)}${sheet.height}"
            elif name == "Print_Titles" and sheet.repeated is not None:
                area = f"${sheet.repeated[0]}:${sheet.repeated[1]}"
            elif name == "Print_Titles" and sheet.table is not None:
                area = f"${sheet.table.top}:${sheet.table.top}"
            else:
                continue
            yield f'<definedName name="_xlnm.{name}" localSheetId="{i}">{target}!{area}</definedName>'
