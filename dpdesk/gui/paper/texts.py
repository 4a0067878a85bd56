"""Sheets of text: the cover and the notes of a release, set one paragraph below the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage

from dpdesk.gui.paper.painting import GREY, INK
from dpdesk.gui.paper.typography import LONG, MARGIN, POINT, ROW, SHORT, font
from dpdesk.planning.document.style_files import picture_of
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.notes import all_notes
from dpdesk.publish.documents.words import said

if TYPE_CHECKING:
    from dpdesk.release.result import Release

_LEFT, _TOP, _WRAP = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignTop, Qt.TextFlag.TextWordWrap
_PIXEL, _LOGO_WIDE, _LOGO_HIGH = 7.5, 2400.0, 600.0  # of a logo, at most


@dataclass(frozen=True, slots=True)
class Text:
    """A paragraph where it stands on its sheet."""

    text: str
    font: QFont
    colour: QColor
    area: QRectF


Piece = tuple[str, float, bool, float]
"""A paragraph, its size in points, whether it is strong, and how far it is indented."""


def cover(release: Release, language: str) -> list[Piece]:
    """What the first sheet says of a release."""
    pieces: list[Piece] = []
    if release.rehearsal:
        pieces.append((said(language, facts.REHEARSAL), 12, True, 0))
    pieces.append((facts.marked_title(release, language), 20, True, 0))
    for name, value in facts.cover(release, language):
        pieces += [(name, 8, True, 0), (value, 10, False, 0)]
    if not release.rehearsal:
        pieces += [
            (said(language, "Entry in the ledger"), 8, True, 0), (str(release.entry), 10, False, 0),
            (said(language, "Check value of the ledger"), 8, True, 0), (release.head, 9, False, 0),
            (said(language, "Check value of the tables"), 8, True, 0), (release.result_hash, 9, False, 0),
        ]  # fmt: skip
        for role, office in release.offices.items():
            pieces += [(said(language, role), 8, True, 0), (office, 10, False, 0)]
    return pieces


def notes(release: Release, language: str) -> list[Piece]:
    """All notes of a release."""
    pieces: list[Piece] = [(said(language, "Notes"), 14, True, 0)]
    for number, text in enumerate(all_notes(release, language), start=1):
        pieces += [(said(language, "note {number}", number=number), 8, True, 0), (text, 9, False, 0)]
    return pieces


def logo_of(release: Release) -> tuple[QImage, QRectF] | None:
    """The logo of the house style, and where it stands at the head of the first sheet; None where there is none."""
    picture = picture_of(release.plan.record.house)
    image = QImage() if picture is None else QImage.fromData(picture.data)
    if image.isNull():
        return None
    scale = min(_PIXEL, _LOGO_WIDE / image.width(), _LOGO_HIGH / image.height())
    return image, QRectF(MARGIN, MARGIN, image.width() * scale, image.height() * scale)


def placed(pieces: list[Piece], top: float = MARGIN) -> list[list[Text]]:
    """Set paragraphs one below the other, on as many sheets as they need; on the first below `top`."""
    width, bottom = SHORT - 2 * MARGIN, LONG - MARGIN - 2 * ROW
    sheets: list[list[Text]] = [[]]
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
        colour = GREY if strong and points < 10 else INK
        sheets[-1].append(Text(text, used, colour, QRectF(MARGIN + indent, y, width - indent, height + 1)))
        y += height
    return sheets
