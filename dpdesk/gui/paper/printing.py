"""A finished release on paper: the same painter for the preview, the printer and a PDF.

A cover sheet says what this is and what was spent, the next what stands where; then the tables with title, universe,
boxhead, stub and source on every sheet, each followed by its picture, if it has one; then the notes. A rehearsal has
REHEARSAL across every sheet, a withdrawn release WITHDRAWN.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEngine, QPainter

from dpdesk.gui.paper import offscreen, texts
from dpdesk.gui.paper.around import signs, source
from dpdesk.gui.paper.bookmarks import with_bookmarks
from dpdesk.gui.paper.contents import ContentsPaper, Entry
from dpdesk.gui.paper.devices import Draw, Paper, as_pdf, paint, prepare
from dpdesk.gui.paper.layout import Part, TablePaper
from dpdesk.gui.paper.painting import GREY, INK, RED, body, boxhead, watermark
from dpdesk.gui.paper.picture_sheets import PicturePaper
from dpdesk.gui.paper.texts import Text
from dpdesk.gui.paper.typography import FOOT, GAP, LINE, LONG, MARGIN, PAD, ROW, SHORT, font, text_height
from dpdesk.progress import Progress, silent
from dpdesk.publish.documents.words import said

if TYPE_CHECKING:
    from PySide6.QtGui import QPagedPaintDevice
    from PySide6.QtPrintSupport import QPrintPreviewDialog
    from PySide6.QtWidgets import QWidget

    from dpdesk.publish.write import Extra
    from dpdesk.release.result import Release

_LEFT, _RIGHT, _CENTRE = (
    Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter
)  # fmt: skip
_MIDDLE, _TOP = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
_WRAP, _LINE_ONLY = Qt.TextFlag.TextWordWrap, Qt.TextFlag.TextSingleLine
_MOST_PREVIEWED = 40
_FEW = 2  # entries that need no page of contents
_TWO_LINES = 1.8  # widths of a line that surely fit into two
_APART = 290.0  # between what stands below each other on a sheet


@dataclass(frozen=True, slots=True)
class Options:
    """Language of the texts, which values are printed and what stands beside them (see `publish_values`)."""

    language: str = "en"
    which: str = "consistent"
    beside: str = "both"


@dataclass(frozen=True, slots=True)
class _Block:
    """Something that stands on a sheet: what paints it, from the upper margin down, how high it is, how large it is
    set, and where on its sheet it begins, in tenths of a point.
    """

    draw: Draw
    height: float = LONG
    scale: float = 1.0
    top: float = 0.0

    @property
    def end(self) -> float:
        """How far down the sheet it reaches."""
        return self.top + MARGIN + self.scale * self.height

    def below(self, end: float) -> _Block:
        """The same below something that ends there."""
        return replace(self, top=end + _APART - MARGIN)


@dataclass(slots=True)
class _Sheet:
    """A sheet of paper and what stands on it; more may be added to one that is open."""

    landscape: bool
    blocks: list[_Block]
    open: bool = False

    def takes(self, block: _Block, *, landscape: bool) -> bool:
        """Put a block below the others, if it may stand there and has room."""
        placed = block.below(self.blocks[-1].end)
        bottom = (SHORT if self.landscape else LONG) - MARGIN - ROW - PAD
        if not self.open or landscape != self.landscape or placed.end > bottom:
            return False
        self.blocks.append(placed)
        return True


class Document:
    """All sheets of a release."""

    def __init__(self, release: Release, options: Options = Options()) -> None:
        self.release, self.options = release, options
        self.tables = [
            TablePaper(release, table, options.language, options.which, options.beside, number)
            for number, table in enumerate(release.tables, 1)
        ]
        self._logo = texts.logo_of(release)
        below = 0.0 if self._logo is None else self._logo[1].height() + 2 * PAD
        cover = texts.placed(texts.cover(release, options.language), MARGIN + below)
        front = [_Sheet(False, [_Block(self._text(one))]) for one in cover]
        if self._logo is not None:
            front[0].blocks.append(_Block(self._picture_of_house))
        self._inside: list[_Sheet] = []
        self._places: list[Entry] = []  # with sheets counted from the first table on
        self._set_tables()
        self._set_notes()
        titles = [(place.title, place.level) for place in self._places]
        few = len(titles) <= _FEW  # one table and its notes are found without
        self._contents = ContentsPaper(said(options.language, "Contents"), [] if few else titles)
        contents = [_Sheet(False, [_Block(self._contents_sheet(at))]) for at in range(self._contents.sheets)]
        self._before = len(front) + len(contents)
        self._all = [*front, *contents, *self._inside]
        self.sheets = len(self._all)

    @property
    def entries(self) -> list[Entry]:
        """What stands on which sheet."""
        return [replace(place, sheet=place.sheet + self._before) for place in self._places]

    def papers(self) -> Iterator[Paper]:
        """The sheets in order."""
        for number, sheet in enumerate(self._all, 1):
            yield Paper(sheet.landscape, self._sheet(sheet, number))

    # What stands where ----------------------------------------------------------------------------------------

    def _set_tables(self) -> None:
        """Set the tables on sheets, each followed by its pictures; one that is short goes below the one before it."""
        for number, table in enumerate(self.tables, 1):
            shell = table.table.shell
            title = shell.title.show(self.options.language) or shell.name
            blocks = [_Block(self._table(table, part), table.height(part), table.size) for part in table.parts()]
            last = self._inside[-1] if self._inside else None
            if len(blocks) > 1 or last is None or not last.takes(blocks[0], landscape=table.landscape):
                first = len(self._inside) + 1
                self._inside += [_Sheet(table.landscape, [block], True) for block in blocks]
            else:
                first = len(self._inside)
            named = said(self.options.language, "Table {number}", number=number)
            self._places.append(Entry(f"{named}: {title}", first))
            self._set_pictures(number, table)

    def _set_pictures(self, number: int, table: TablePaper) -> None:
        pictures = self._pictures_of(number, table)
        if pictures.sheets:
            self._places.append(Entry(said(self.options.language, "Picture"), len(self._inside) + 1, 1))
        self._inside += [_Sheet(False, [_Block(self._picture(pictures, at))]) for at in range(pictures.sheets)]

    def _set_notes(self) -> None:
        """Set the notes below the last table where all of them have room there, else on sheets of their own."""
        sheets = texts.placed(texts.notes(self.release, self.options.language))
        blocks = [_Block(self._text(sheet), sheet[-1].area.bottom() - MARGIN) for sheet in sheets]
        last = self._inside[-1]
        if len(blocks) > 1 or not last.takes(blocks[0], landscape=False):
            self._places.append(Entry(said(self.options.language, "Notes"), len(self._inside) + 1))
            self._inside += [_Sheet(False, [block]) for block in blocks]
        else:
            self._places.append(Entry(said(self.options.language, "Notes"), len(self._inside)))

    def _pictures_of(self, number: int, table: TablePaper) -> PicturePaper:
        """The sheets with the pictures of a table."""
        from dpdesk.publish.workbook.drawing import drawings
        from dpdesk.publish.workbook.titles import table_title

        language = self.options.language
        unbiased = self.options.which == "unbiased"
        found = drawings(self.release, table.table, language, unbiased=unbiased)
        pages = [one.page if table.pages.size > 1 else None for one in found]
        titles = [table_title(self.release, table.table, page, language, str(number)) for page in pages]
        return PicturePaper(found, [f"{title}: {said(language, 'picture')}" for title in titles])

    # One sheet ------------------------------------------------------------------------------------------------

    def _sheet(self, sheet: _Sheet, number: int) -> Draw:
        width, height = (LONG, SHORT) if sheet.landscape else (SHORT, LONG)

        def draw(painter: QPainter) -> None:
            self._frame(painter, width, height, number)
            for block in sheet.blocks:
                painter.save()
                painter.translate(MARGIN, block.top + MARGIN)  # the margins are those of the sheet
                painter.scale(block.scale, block.scale)
                painter.translate(-MARGIN, -MARGIN)
                block.draw(painter)
                painter.restore()

        return draw

    def _picture_of_house(self, painter: QPainter) -> None:
        if self._logo is not None:
            image, area = self._logo
            painter.drawImage(area, image)

    def _text(self, pieces: list[Text]) -> Draw:
        def draw(painter: QPainter) -> None:
            for piece in pieces:
                painter.setFont(piece.font)
                painter.setPen(piece.colour)
                painter.drawText(piece.area, int(_LEFT | _TOP | _WRAP), piece.text)

        return draw

    def _contents_sheet(self, sheet: int) -> Draw:
        return lambda painter: self._contents.draw(painter, sheet, self.entries)

    def _picture(self, pictures: PicturePaper, sheet: int) -> Draw:
        def draw(painter: QPainter) -> None:
            pictures.draw(painter, sheet)
            language = self.options.language
            told = signs(self.release, language, self.options.which, self.options.beside)
            area = QRectF(MARGIN, LONG - MARGIN - FOOT + PAD, SHORT - 2 * MARGIN, FOOT - ROW - PAD)
            _say(painter, area, f"{told}\n{source(self.release, language)}")

        return draw

    def _table(self, table: TablePaper, part: Part) -> Draw:
        def draw(painter: QPainter) -> None:
            self._titles(painter, table, part)
            top = MARGIN + table.around.head
            for band in part.bands:
                boxhead(painter, table, band, top)
                end = body(painter, table, part, band, top + table.head_height)
                top += table.band_height
            area = QRectF(MARGIN, end + 2 * PAD, table.paper_width - 2 * MARGIN, table.around.under)
            _say(painter, area, table.around.below)

        return draw

    def _frame(self, painter: QPainter, width: float, height: float, number: int) -> None:
        from dpdesk.publish.documents import facts
        from dpdesk.publish.documents.words import day

        language, rehearsal = self.options.language, self.release.rehearsal
        if rehearsal or self.release.withdrawn is not None:
            watermark(painter, width, height, said(language, "REHEARSAL" if rehearsal else "WITHDRAWN"))
        title = facts.marked_title(self.release, language)
        painter.setFont(font(7))
        painter.setPen(GREY)
        area = QRectF(MARGIN, height - MARGIN - ROW, width - 2 * MARGIN, ROW)
        left = f"{said(language, 'REHEARSAL')}: {title}" if rehearsal else title
        metrics = QFontMetricsF(painter.font())
        shown = metrics.elidedText(
            f"{left} · {day(language, self.release.date)}", Qt.TextElideMode.ElideRight, area.width() * 0.8
        )
        page = said(language, "Page {number} of {sheets}", number=number, sheets=self.sheets)
        painter.drawText(area, int(_LEFT | _MIDDLE | _LINE_ONLY), shown)
        painter.drawText(area, int(_RIGHT | _MIDDLE | _LINE_ONLY), page)

    def _titles(self, painter: QPainter, table: TablePaper, part: Part) -> None:
        again = part.rows.start > 0 or part.bands[0].start > 0 or (table.together and part.page > 0)
        width, around = table.paper_width - 2 * MARGIN, table.around
        painter.setFont(font(11, strong=True))
        painter.setPen(RED if self.release.rehearsal else INK)
        title = table.title(part.page, continued=again)
        height = min(
            around.title, text_height(title, font(11, strong=True), width)
        )  # that of another page may be longer
        painter.drawText(QRectF(MARGIN, MARGIN, width, height + 1), int(_LEFT | _TOP | _WRAP), title)
        painter.setFont(font(8))
        painter.setPen(GREY)
        line = QFontMetricsF(painter.font()).elidedText(
            around.headnote, Qt.TextElideMode.ElideRight, _TWO_LINES * width
        )
        area = QRectF(MARGIN, MARGIN + height + GAP, width, 2 * LINE)
        painter.drawText(area, int(_LEFT | _TOP | _WRAP), line)


def _say(painter: QPainter, area: QRectF, text: str) -> None:
    """Write in small type."""
    painter.setFont(font(7))
    painter.setPen(GREY)
    painter.drawText(area, int(_LEFT | _TOP | _WRAP), text)


def papers(languages: Sequence[str], options: Options) -> Extra:
    """What writes the PDF of a release in each of some languages, for `write_release`."""
    from dpdesk.publish.folders import PDF, PUBLISH, stems

    def make(release: Release, _: Sequence[str], progress: Progress) -> dict[str, bytes]:
        offscreen.ensure()
        names = stems(release)
        return {
            f"{PUBLISH}/{names[language]}{PDF[options.which]}": pdf_bytes(
                release, replace(options, language=language), progress
            )
            for language in languages
        }

    return make


def pdf_bytes(release: Release, options: Options, progress: Progress = silent) -> bytes:
    """The release as a PDF; the same bytes every time on one machine."""
    title = release.plan.title.show(options.language)
    document = Document(release, options)
    content = as_pdf(document, title, release.result_hash, release.date, progress)
    return with_bookmarks(content, document.entries, options.language)


def preview_dialog(document: Document, parent: QWidget) -> QPrintPreviewDialog:
    """The preview of a document, from which all of it can be printed; it shows the first forty sheets."""
    from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    prepare(printer)
    dialog = QPrintPreviewDialog(printer, parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    title = document.release.plan.title.show(document.options.language)
    dialog.setWindowTitle(f"{title} ({min(document.sheets, _MOST_PREVIEWED)} / {document.sheets})")

    def on_paint(device: QPagedPaintDevice, kept: QPrinter = printer) -> None:  # the dialog does not keep its printer
        drawn_on_screen = device.paintEngine().type() == QPaintEngine.Type.Picture
        paint(document, device, most=_MOST_PREVIEWED if drawn_on_screen else None)

    dialog.paintRequested.connect(on_paint)
    dialog.resize(900, 700)
    return dialog
