"""The pictures of a release as files of their own, `charts/*.svg`: painted as they are on paper, with title and source,
and with their words for those who do not see them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter
from PySide6.QtSvg import QSvgGenerator

from dpdesk.gui.paper import offscreen, picture
from dpdesk.gui.paper.around import source
from dpdesk.gui.paper.flow import GREY, INK, flags_of, height_of
from dpdesk.gui.paper.painting import watermark
from dpdesk.gui.paper.typography import PAD, POINT, ROW, font
from dpdesk.planning.document.formats import file_stems
from dpdesk.progress import Progress
from dpdesk.publish import folders
from dpdesk.publish.documents.words import said
from dpdesk.publish.workbook.drawing import Drawing, drawings
from dpdesk.publish.workbook.titles import headnote_words, table_title

if TYPE_CHECKING:
    from dpdesk.release.result import Release, TableResult

_WIDE, _AROUND = 5400.0, 150.0  # tenths of a point
_Text = tuple[str, QFont, QColor]
_FACES = re.compile(rb'font-family="[^"]*"')


def papers(release: Release, languages: Sequence[str], progress: Progress) -> dict[str, bytes]:
    """A file for each picture of a release, by name: one for each page of a table that has several."""
    offscreen.ensure()
    made: dict[str, bytes] = {}
    names = file_stems([table.shell.name for table in release.tables])
    for at, language in enumerate(languages):
        place = f"{folders.CHARTS}/{language}" if at else folders.CHARTS
        for number, (name, table) in enumerate(zip(names, release.tables, strict=True)):
            progress("writing the charts", number / len(names))
            for one in drawings(release, table, language):
                page = f"-{one.page + 1}" if table.shell.pages.size > 1 else ""
                made[f"{place}/{name}{page}.svg"] = _svg(release, table, one)
    return made


def _svg(release: Release, table: TableResult, drawing: Drawing) -> bytes:
    """One picture as SVG, in the fonts of whoever looks at it where Inter is not there."""
    language, title, small = drawing.language, font(11, strong=True), font(8)
    page = drawing.page if table.shell.pages.size > 1 else None
    named = table_title(release, table, page, language)
    above = [(named, title, INK), (headnote_words(release, table, language), small, GREY)]
    below = [(drawing.note, small, GREY), (source(release, language, table.shell.name), small, GREY)]
    high = picture.height_of(drawing) + ROW
    whole = QRectF(0, 0, _WIDE + 2 * _AROUND, high + 2 * _AROUND + _height(above) + _height(below))
    held = QByteArray()
    buffer = QBuffer(held)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(round(whole.width() / POINT), round(whole.height() / POINT)))
    generator.setViewBox(whole)
    generator.setTitle(named)
    generator.setDescription("\n".join(filter(None, (drawing.words, drawing.note))))
    painter = QPainter(generator)
    painter.fillRect(whole, Qt.GlobalColor.white)
    if release.rehearsal or release.withdrawn is not None:
        word = said(language, "REHEARSAL" if release.rehearsal else "WITHDRAWN")
        watermark(painter, whole.width(), whole.height(), word)
    _write(painter, above, _AROUND)
    picture.paint(painter, drawing, QRectF(_AROUND, _AROUND + _height(above) + ROW, _WIDE, high - ROW))
    _write(painter, below, _AROUND + _height(above) + high)
    painter.end()
    buffer.close()
    return _FACES.sub(b'font-family="Inter,Arial,Helvetica,sans-serif"', bytes(held.data()))


def _height(texts: Sequence[_Text]) -> float:
    return sum(height_of(text, used, _WIDE) + 2 * PAD for text, used, _ in texts if text)


def _write(painter: QPainter, texts: Sequence[_Text], top: float) -> None:
    for text, used, colour in texts:
        painter.setFont(used)
        painter.setPen(colour)
        high = _height([(text, used, colour)])
        painter.drawText(QRectF(_AROUND, top + PAD, _WIDE, high), flags_of(text, used, _WIDE), text)
        top += high
