"""A finished release on paper: the same painter for the preview, the printer and a PDF.

A cover sheet says what this is and what was spent, the next what stands where; then the tables with title, universe,
boxhead, stub and source on every sheet, each followed by its picture, if it has one; then the notes. A rehearsal has
REHEARSAL across every sheet, a withdrawn release WITHDRAWN. A PDF is written off the window's thread; its dates are the
release's own, so that two PDFs of one release are the same bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QBuffer, QByteArray, QHashSeed, QIODevice, QMarginsF, QRectF, Qt, QUuid
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QImage,
    QPageLayout,
    QPageSize,
    QPaintEngine,
    QPainter,
    QPdfWriter,
    QPen,
    QTransform,
)

from dpdesk.gui.paper import offscreen
from dpdesk.gui.paper.bookmarks import with_bookmarks
from dpdesk.gui.paper.contents import ContentsPaper, Entry
from dpdesk.gui.paper.layout import FOOT, HEAD, LONG, MARGIN, PAD, POINT, ROW, SHORT, Part, TablePaper, font
from dpdesk.gui.paper.picture_sheets import PicturePaper
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from PySide6.QtGui import QPagedPaintDevice
    from PySide6.QtPrintSupport import QPrintPreviewDialog
    from PySide6.QtWidgets import QWidget

    from dpdesk.publish.write import Extra
    from dpdesk.release.result import Release

_INK, _GREY, _LINE, _RED = QColor("#1d2125"), QColor("#565b61"), QColor("#84817a"), QColor("#a3221b")
_LEFT, _RIGHT, _CENTRE = (
    Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight, Qt.AlignmentFlag.AlignHCenter
)  # fmt: skip
_MIDDLE, _TOP = Qt.AlignmentFlag.AlignVCenter, Qt.AlignmentFlag.AlignTop
_WRAP, _LINE_ONLY = Qt.TextFlag.TextWordWrap, Qt.TextFlag.TextSingleLine
_RESOLUTION = 720
_MOST_PREVIEWED = 40
_FEW = 2  # entries that need no page of contents
_SMALLER = (7.2, 6.4, 5.8)  # points of labels that are too long in the usual type
_TWO_LINES = 1.8  # widths of a line that surely fit into two
_KINDS = {
    "consistent": "Estimates adjusted to add up, protected by random noise.",
    "unbiased": "Unbiased values, protected by random noise.",
}
_BESIDE = {
    "margin": "± is the noise margin ({level})",
    "both": "± is the noise margin ({level}), then, where declared, the sampling margin and that of both together",
    "limits": "In brackets the limits ({level})",
    "alone": "Noise margins ({level}) are in the files of the release",
}
_PIXEL, _LOGO_WIDE, _LOGO_HIGH = 7.5, 2400.0, 600.0  # of a logo, at most


@dataclass(frozen=True, slots=True)
class Options:
    """Language of the texts, which values are printed and what stands beside them (see `publish_values`)."""

    language: str = "en"
    which: str = "consistent"
    beside: str = "both"


Draw = Callable[[QPainter], None]


@dataclass(frozen=True, slots=True)
class Paper:
    """One sheet of paper: its orientation, what is drawn on it, in tenths of a point, and how large it is set."""

    landscape: bool
    draw: Draw
    scale: float = 1.0

    @property
    def size(self) -> tuple[float, float]:
        """Width and height; larger than the sheet where what is drawn is set smaller."""
        width, height = (LONG, SHORT) if self.landscape else (SHORT, LONG)
        return width / self.scale, height / self.scale


class Document:
    """All sheets of a release."""

    def __init__(self, release: Release, options: Options = Options()) -> None:
        self.release, self.options = release, options
        self.tables = [
            TablePaper(release, table, options.language, options.which, options.beside) for table in release.tables
        ]
        self._logo = logo_of(release)
        below = 0.0 if self._logo is None else self._logo[1].height() + 2 * PAD
        self._front = _texts(_cover(release, options.language), MARGIN + below)
        self._back = _texts(_notes(release, options.language))
        self._pictures = [self._pictures_of(number, table) for number, table in enumerate(self.tables, 1)]
        self._contents = self._make_contents()
        self.sheets = len(self._front) + self._contents.sheets + sum(one.sheets for one in self.tables)
        self.sheets += sum(one.sheets for one in self._pictures) + len(self._back)

    def _pictures_of(self, number: int, table: TablePaper) -> PicturePaper:
        """The sheets with the pictures of a table."""
        from dpdesk.publish.documents.words import said
        from dpdesk.publish.workbook.drawing import drawings
        from dpdesk.publish.workbook.titles import table_title

        language = self.options.language
        unbiased = self.options.which == "unbiased"
        found = drawings(self.release, table.table, language, unbiased=unbiased)
        pages = [one.page if table.pages.size > 1 else None for one in found]
        titles = [table_title(self.release, table.table, page, language, str(number)) for page in pages]
        return PicturePaper(found, [f"{title}: {said(language, 'picture')}" for title in titles])

    def _make_contents(self) -> ContentsPaper:
        from dpdesk.publish.documents.words import said

        titles = [(one.title, one.level) for one in self._entries(1)]
        titles = titles if len(titles) > _FEW else []  # one table and its notes are found without
        return ContentsPaper(said(self.options.language, "Contents"), titles)

    @property
    def entries(self) -> list[Entry]:
        """What stands on which sheet."""
        return self._entries(len(self._front) + self._contents.sheets + 1)

    def _entries(self, sheet: int) -> list[Entry]:
        """The tables, their pictures and the notes, from a sheet on."""
        from dpdesk.publish.documents.words import said

        language, found = self.options.language, list[Entry]()
        for number, (table, pictures) in enumerate(zip(self.tables, self._pictures, strict=True), 1):
            shell = table.table.shell
            title = shell.title.show(language) or shell.name
            found.append(Entry(f"{said(language, 'Table {number}', number=number)}: {title}", sheet))
            sheet += table.sheets
            if pictures.sheets:
                found.append(Entry(said(language, "Picture"), sheet, 1))
            sheet += pictures.sheets
        return [*found, Entry(said(language, "Notes"), sheet)]

    def papers(self) -> Iterator[Paper]:
        """The sheets in order."""
        number = 0
        for texts in self._front:
            number += 1
            yield Paper(False, self._text_sheet(texts, number))
        for sheet in range(self._contents.sheets):
            number += 1
            yield Paper(False, self._contents_sheet(sheet, number))
        for table, pictures in zip(self.tables, self._pictures, strict=True):
            for part in table.parts():
                number += 1
                yield Paper(table.landscape, self._table_sheet(table, part, number), table.size)
            for sheet in range(pictures.sheets):
                number += 1
                yield Paper(False, self._picture_sheet(pictures, sheet, number))
        for texts in self._back:
            number += 1
            yield Paper(False, self._text_sheet(texts, number))

    # One sheet ------------------------------------------------------------------------------------------------

    def _text_sheet(self, texts: list[_Text], number: int) -> Draw:
        def draw(painter: QPainter) -> None:
            self._frame(painter, SHORT, LONG, number)
            if number == 1 and self._logo is not None:
                painter.drawImage(self._logo[1], self._logo[0])
            for one in texts:
                painter.setFont(one.font)
                painter.setPen(one.colour)
                painter.drawText(one.area, int(_LEFT | _TOP | _WRAP), one.text)

        return draw

    def _contents_sheet(self, sheet: int, number: int) -> Draw:
        def draw(painter: QPainter) -> None:
            self._frame(painter, SHORT, LONG, number)
            self._contents.draw(painter, sheet, self.entries)

        return draw

    def _picture_sheet(self, pictures: PicturePaper, sheet: int, number: int) -> Draw:
        def draw(painter: QPainter) -> None:
            self._frame(painter, SHORT, LONG, number)
            pictures.draw(painter, sheet)
            self._source(painter, SHORT, LONG)

        return draw

    def _table_sheet(self, table: TablePaper, part: Part, number: int) -> Draw:
        def draw(painter: QPainter) -> None:
            self._frame(painter, table.paper_width, table.paper_height, number)
            self._titles(painter, table, part)
            top = MARGIN + HEAD
            for band in part.bands:
                boxhead(painter, table, band, top)
                end = body(painter, table, part, band, top + table.head_height)
                top += table.band_height
            self._source(painter, table.paper_width, table.paper_height, end, table.table.shell.name)

        return draw

    def _frame(self, painter: QPainter, width: float, height: float, number: int) -> None:
        from dpdesk.publish.documents import facts
        from dpdesk.publish.documents.words import day, said

        language, rehearsal = self.options.language, self.release.rehearsal
        if rehearsal or self.release.withdrawn is not None:
            watermark(painter, width, height, said(language, "REHEARSAL" if rehearsal else "WITHDRAWN"))
        title = facts.marked_title(self.release, language)
        painter.setFont(font(7))
        painter.setPen(_GREY)
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
        from dpdesk.publish.documents.notes import Marks, mark, numbered
        from dpdesk.publish.documents.words import said
        from dpdesk.publish.workbook.titles import headnote_words, table_title

        language, shell = self.options.language, table.table.shell
        page = part.page if table.pages.size > 1 and not table.together else None
        notes = numbered(self.release, language)
        marks = Marks(shell, notes)
        own = str(self.tables.index(table) + 1)
        title = table_title(self.release, table.table, page, language, own) + mark(sorted(marks.title), language)
        if part.rows.start > 0 or part.bands[0].start > 0 or (table.together and part.page > 0):
            title = said(language, "{title} (continued)", title=title)
        width = table.paper_width - 2 * MARGIN
        painter.setFont(font(11, strong=True))
        painter.setPen(_RED if self.release.rehearsal else _INK)
        painter.drawText(QRectF(MARGIN, MARGIN, width, 300), int(_LEFT | _TOP | _WRAP), title)
        painter.setFont(font(8))
        painter.setPen(_GREY)
        line = headnote_words(self.release, table.table, language)
        line = QFontMetricsF(painter.font()).elidedText(line, Qt.TextElideMode.ElideRight, _TWO_LINES * width)
        painter.drawText(QRectF(MARGIN, MARGIN + 300, width, 195), int(_LEFT | _MIDDLE | _WRAP), line)

    def _source(
        self, painter: QPainter, width: float, height: float, end: float | None = None, table: str = ""
    ) -> None:
        """Say what the signs mean, and the source: below a table that ends there, or at the foot of the sheet."""
        from dpdesk.publish.documents import facts
        from dpdesk.publish.documents.sampling import has_sampling
        from dpdesk.publish.documents.words import said
        from dpdesk.publish.workbook.titles import source_words

        release, language = self.release, self.options.language
        width -= 2 * MARGIN
        alone = self.options.beside == "both" and not has_sampling(release)
        kind, beside = said(language, _KINDS[self.options.which]), "margin" if alone else self.options.beside
        told = said(language, _BESIDE[beside], level=facts.level(release))
        where = said(language, "Ledger entry {entry}", entry=release.entry)
        if release.rehearsal:
            where = said(language, "A rehearsal on made-up records")
        painter.setFont(font(7))
        painter.setPen(_GREY)
        signs = f"{kind} {told}; {said(language, 'see the notes at the end')}."
        text = f"{signs}\n{source_words(release, language, table)} {where}."
        foot = height - MARGIN - FOOT + PAD
        area = QRectF(MARGIN, foot if end is None else min(foot, end + 2 * PAD), width, FOOT - ROW - PAD)
        painter.drawText(area, int(_LEFT | _TOP | _WRAP), text)


def boxhead(painter: QPainter, table: TablePaper, columns: range, top: float) -> None:
    """Paint the headings of a band of columns."""
    right = MARGIN + table.stub_width + len(columns) * table.column_width
    _rule(painter, MARGIN, right, top, 8)
    painter.setFont(table.head_font)
    painter.setPen(_INK)
    levels, first_level = table.columns.levels, top + PAD / 2
    if table.subjects:
        _subjects(painter, table, columns, first_level)
        first_level += ROW
    for level in range(levels):
        y = first_level + level * ROW
        at = columns.start
        while at < columns.stop:
            first, last = table.columns.run(at, level)
            stop = min(last, columns.stop)
            span = table.columns.span(at, level)
            text = table.head_words(at, level)
            bottom_level = level + max(span, 1) >= levels
            left = MARGIN + table.stub_width + (at - columns.start) * table.column_width
            height = table.head_lines * ROW + (max(span, 1) - 1) * ROW if bottom_level else ROW * max(span, 1)
            area = QRectF(left + PAD, y, (stop - at) * table.column_width - 2 * PAD, height)
            if text and span:
                if bottom_level and stop - at == 1:
                    painter.drawText(area, int(_RIGHT | Qt.AlignmentFlag.AlignBottom | _WRAP), table.broken(text))
                else:
                    shown = QFontMetricsF(table.head_font).elidedText(text, Qt.TextElideMode.ElideRight, area.width())
                    painter.drawText(area, int(_CENTRE | _MIDDLE | _LINE_ONLY), shown)
                    _rule(painter, area.left(), area.right(), y + ROW, 4)
                    painter.setPen(_INK)
            at = max(stop, at + 1) if first <= at else at + 1
    heading = table.corner
    area = QRectF(MARGIN, top + PAD / 2, table.stub_width - PAD, table.head_height - PAD)
    painter.drawText(area, int(_LEFT | Qt.AlignmentFlag.AlignBottom | _WRAP), heading)
    _rule(painter, MARGIN, right, top + table.head_height - PAD / 4, 5)


def _subjects(painter: QPainter, table: TablePaper, columns: range, y: float) -> None:
    """Paint what the blocks of a boxhead are about: "Sex", "Age"."""
    for first, end, name in table.subjects:
        begin, stop = max(first, columns.start), min(end, columns.stop)
        if begin < stop:
            left = MARGIN + table.stub_width + (begin - columns.start) * table.column_width + PAD
            area = QRectF(left, y, (stop - begin) * table.column_width - 2 * PAD, ROW)
            shown = QFontMetricsF(table.head_font).elidedText(name, Qt.TextElideMode.ElideRight, area.width())
            painter.drawText(area, int(_CENTRE | _MIDDLE | _LINE_ONLY), shown)
            _rule(painter, area.left(), area.right(), y + ROW, 4)
            painter.setPen(_INK)


def body(painter: QPainter, table: TablePaper, part: Part, columns: range, top: float) -> float:
    """Paint the rows of a band of columns; returns where they end."""
    from dpdesk.publish.documents.words import said

    right = MARGIN + table.stub_width + len(columns) * table.column_width
    y = top
    for page in part.pages:
        if table.together:
            painter.setPen(_INK)
            _label(painter, table, table.page_words(page), QRectF(MARGIN, y, right - MARGIN, ROW), heading=True)
            y += ROW
        for words, indent in table.again(part.rows.start):
            painter.setPen(_GREY)
            room = QRectF(MARGIN + indent, y, table.stub_width - PAD - indent, ROW)
            _label(painter, table, said(table.language, "{title} (continued)", title=words), room, heading=False)
            y += ROW
        for place in part.rows:
            _line(painter, table, page, place, columns, y)
            y += ROW
    _rule(painter, MARGIN, right, y + PAD / 2, 8)
    return y + PAD / 2


def _line(painter: QPainter, table: TablePaper, page: int, place: int, columns: range, y: float) -> None:
    """Paint a line of a band: its label, and its numbers with what stands beside them."""
    more_width = table.more_width + (PAD / 2 if table.more_width else 0.0)
    row, words, indent = table.line(place)
    indent += 90.0 * table.together
    painter.setPen(_INK)
    room = QRectF(MARGIN + indent, y, table.stub_width - PAD - indent, ROW)
    _label(painter, table, words, room, heading=row is None)
    if row is None:
        return
    painter.setFont(table.cell_font)
    beside: list[tuple[QRectF, str]] = []
    for across, at in enumerate(columns, 1):
        number, more = table.cell(page, row, at)
        edge = MARGIN + table.stub_width + across * table.column_width - PAD
        area = QRectF(edge - table.column_width, y, table.column_width - more_width, ROW)
        painter.drawText(area, int(_RIGHT | _MIDDLE | _LINE_ONLY), number)
        if more:
            beside.append((QRectF(edge - table.more_width, y, table.more_width, ROW), more))
    painter.setFont(table.small_font)
    painter.setPen(_GREY)
    for area, more in beside:
        painter.drawText(area, int(_LEFT | _MIDDLE | _LINE_ONLY), more)


def _label(painter: QPainter, table: TablePaper, words: str, room: QRectF, *, heading: bool) -> None:
    """Paint the label of a line: a long one in smaller type, in two lines if it takes them, and only then cut short."""
    for used in (table.head_font if heading else table.stub_font, *(font(one, strong=heading) for one in _SMALLER)):
        painter.setFont(used)
        if QFontMetricsF(used).horizontalAdvance(words) <= room.width():
            painter.drawText(room, int(_LEFT | _MIDDLE | _LINE_ONLY), words)
            return
    shown = QFontMetricsF(used).elidedText(words, Qt.TextElideMode.ElideRight, _TWO_LINES * room.width())
    painter.drawText(room, int(_LEFT | _MIDDLE | _WRAP), shown)


def _rule(painter: QPainter, left: float, right: float, y: float, weight: float) -> None:
    painter.setPen(QPen(_LINE, weight))
    painter.drawLine(QRectF(left, y, right - left, 0).topLeft(), QRectF(left, y, right - left, 0).topRight())


def watermark(painter: QPainter, width: float, height: float, word: str) -> None:
    """Write a word across a sheet."""
    colour = QColor(_RED)
    colour.setAlphaF(0.13)
    painter.save()
    painter.setFont(font(84, strong=True))
    painter.setPen(colour)
    painter.translate(width / 2, height / 2)
    painter.rotate(-35)
    painter.drawText(QRectF(-width, -600, 2 * width, 1200), int(_CENTRE | _MIDDLE | _LINE_ONLY), word)
    painter.restore()


# Sheets of text -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Text:
    text: str
    font: QFont
    colour: QColor
    area: QRectF


_Piece = tuple[str, float, bool, float]
"""A paragraph, its size in points, whether it is strong, and how far it is indented."""


def _cover(release: Release, language: str) -> list[_Piece]:
    from dpdesk.publish.documents import facts
    from dpdesk.publish.documents.words import said

    pieces: list[_Piece] = []
    if release.rehearsal:
        pieces.append((said(language, facts.REHEARSAL), 12, True, 0))
    pieces.append((facts.marked_title(release, language), 20, True, 0))
    for name, value in facts.cover(release, language):
        pieces += [(name, 8, True, 0), (value, 10, False, 0)]
    if not release.rehearsal:
        pieces += [
            (said(language, "Entry in the ledger"), 8, True, 0), (str(release.entry), 10, False, 0),
            (said(language, "Head of the ledger"), 8, True, 0), (release.head, 9, False, 0),
            (said(language, "Result hash"), 8, True, 0), (release.result_hash, 9, False, 0),
        ]  # fmt: skip
        for role, office in release.offices.items():
            pieces += [(said(language, role), 8, True, 0), (office, 10, False, 0)]
    return pieces


def _notes(release: Release, language: str) -> list[_Piece]:
    from dpdesk.publish.documents.notes import all_notes
    from dpdesk.publish.documents.words import said

    pieces: list[_Piece] = [(said(language, "Notes"), 14, True, 0)]
    for number, text in enumerate(all_notes(release, language), start=1):
        pieces += [(said(language, "note {number}", number=number), 8, True, 0), (text, 9, False, 0)]
    return pieces


def logo_of(release: Release) -> tuple[QImage, QRectF] | None:
    """The logo of the house style, and where it stands at the head of the first sheet; None where there is none."""
    from dpdesk.planning.document.style_files import picture_of

    picture = picture_of(release.plan.record.house)
    image = QImage() if picture is None else QImage.fromData(picture.data)
    if image.isNull():
        return None
    scale = min(_PIXEL, _LOGO_WIDE / image.width(), _LOGO_HIGH / image.height())
    return image, QRectF(MARGIN, MARGIN, image.width() * scale, image.height() * scale)


def _texts(pieces: list[_Piece], top: float = MARGIN) -> list[list[_Text]]:
    """Set paragraphs one below the other, on as many sheets as they need; on the first below `top`."""
    width, bottom = SHORT - 2 * MARGIN, LONG - MARGIN - 2 * ROW
    sheets: list[list[_Text]] = [[]]
    y = top
    for text, points, strong, indent in pieces:
        used = font(points, strong=strong)
        metrics = QFontMetricsF(used)
        room = QRectF(0, 0, width - indent, LONG * 4)
        height = metrics.boundingRect(room, int(_LEFT | _TOP | _WRAP), text).height()
        before = points * POINT * (0.9 if strong else 0.15) if sheets[-1] else 0.0
        if sheets[-1] and y + before + height > bottom:
            sheets.append([])
            y, before = MARGIN, 0.0
        y += before
        colour = _GREY if strong and points < 10 else _INK
        sheets[-1].append(_Text(text, used, colour, QRectF(MARGIN + indent, y, width - indent, height + 1)))
        y += height
    return sheets


# Devices --------------------------------------------------------------------------------------------------------


def paint(document: Sheets, device: QPagedPaintDevice, progress: Progress = silent, most: int | None = None) -> None:
    """Paint all sheets (or the first `most`) on a device that has pages; the orientation follows the table."""
    painter: QPainter | None = None
    try:
        for number, paper in enumerate(document.papers()):
            if most is not None and number >= most:
                break
            progress("printing", number / document.sheets)
            orientation = QPageLayout.Orientation.Landscape if paper.landscape else QPageLayout.Orientation.Portrait
            device.setPageOrientation(orientation)
            if painter is None:
                painter = QPainter(device)
            else:
                device.newPage()
            width, _ = paper.size
            scale = device.width() / width
            painter.setTransform(QTransform.fromScale(scale, scale))
            paper.draw(painter)
    finally:
        if painter is not None:
            painter.end()


class Sheets(Protocol):
    """What can be painted sheet by sheet."""

    @property
    def sheets(self) -> int:
        """How many there are."""

    def papers(self) -> Iterator[Paper]:
        """The sheets in order."""


def papers(languages: Sequence[str], options: Options) -> Extra:
    """What writes the PDF of a release in each of some languages, for `write_release`."""
    from dpdesk.publish.folders import PDF, PUBLISH, stems

    def make(release: Release, _: Sequence[str], progress: Progress) -> dict[str, bytes]:
        offscreen.ensure()
        names = stems(release)
        return {
            f"{PUBLISH}/{names[one]}{PDF[options.which]}": pdf_bytes(release, replace(options, language=one), progress)
            for one in languages
        }

    return make


def pdf_bytes(release: Release, options: Options, progress: Progress = silent) -> bytes:
    """The release as a PDF; the same bytes every time on one machine."""
    title = release.plan.title.show(options.language)
    document = Document(release, options)
    content = as_pdf(document, title, release.result_hash, release.date, progress)
    return with_bookmarks(content, document.entries, options.language)


def as_pdf(document: Sheets, title: str, identity: str, day: str, progress: Progress = silent) -> bytes:
    """Sheets as a PDF whose number is made from `identity` and whose dates are `day` (YYYY-MM-DD).

    Fonts are embedded in the order of a table of Qt's, which is another in each process unless its seed is fixed.
    """
    QHashSeed.setDeterministicGlobalSeed()
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setResolution(_RESOLUTION)
    writer.setTitle(title)
    writer.setCreator("dpdesk")
    writer.setDocumentId(_identifier(identity))
    _prepare(writer)
    paint(document, writer, progress)
    del writer
    buffer.close()
    return _dated(bytes(held.data()), day)


def _prepare(device: QPagedPaintDevice) -> None:
    device.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    device.setPageMargins(QMarginsF(0, 0, 0, 0))


def _identifier(identity: str) -> QUuid:
    """A number of the document that is made from what it shows, instead of a random one."""
    return QUuid.fromRfc4122(QByteArray(hashlib.sha256(identity.encode()).digest()[:16]))


def _dated(content: bytes, day: str) -> bytes:
    """Put the document's day in the place of the clock's, and of its zone; what stands behind moves up."""
    stamp = b"(D:" + day.replace("-", "").encode() + b"000000Z)"
    content = re.sub(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d", day.encode() + b"T00:00:00+00:00", content)
    clock = re.compile(rb"\(D:\d{14}[^)]*\)")
    end = [found.end() for found in clock.finditer(content)][:2][-1]
    shorter = end - len(head := clock.sub(stamp, content[:end]))
    body, table, places = content[end:].rpartition(b"\nxref\n")

    def moved(found: re.Match[bytes]) -> bytes:
        place = int(found[1])
        return f"{place - shorter if place >= end else place:0{len(found[1])}d}".encode() + found[2]

    places = re.sub(rb"(?m)^(\d{10})( 00000 n)", moved, places)
    places = re.sub(rb"(?<=startxref\n)(\d+)()", moved, places)
    return head + body + table + places


def preview_dialog(document: Document, parent: QWidget) -> QPrintPreviewDialog:
    """The preview of a document, from which all of it can be printed; it shows the first forty sheets."""
    from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog

    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setFullPage(True)
    _prepare(printer)
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
