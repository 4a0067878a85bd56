"""`proof/certificate.pdf`: one page a language, with two lines to sign; what it says is in publish/documents."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPen

from dpdesk.gui.paper import offscreen
from dpdesk.gui.paper.devices import Paper, as_pdf
from dpdesk.gui.paper.flow import GREY, INK, WIDTH, Row, fact, paragraph, space
from dpdesk.gui.paper.painting import watermark
from dpdesk.gui.paper.typography import LONG, MARGIN, ROW, SHORT, font
from dpdesk.progress import Progress
from dpdesk.publish.documents import certificate, facts
from dpdesk.publish.documents.words import said
from dpdesk.publish.folders import CERTIFICATE

if TYPE_CHECKING:
    from dpdesk.publish.write import Extra
    from dpdesk.release.result import Release

_LINES = 2  # to sign
_SIGNING = 420.0  # the height of one
_BOTTOM = LONG - MARGIN - ROW
_SIZES = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5)
_LEFT, _TOP = Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignTop


def papers(audit: Sequence[str | bytes]) -> Extra:
    """What writes the certificate of a release, for `write_release`; `audit` are its published entries."""

    def make(release: Release, languages: Sequence[str], progress: Progress) -> dict[str, bytes]:
        if release.rehearsal:
            return {}
        offscreen.ensure()
        document = Certificate(release, audit, languages)
        title = f"{said(languages[0], certificate.TITLE)}: {facts.title(release, languages[0])}"
        return {CERTIFICATE: as_pdf(document, title, f"certificate {release.head}", release.date, progress)}

    return make


class Certificate:
    """The page in each language."""

    def __init__(self, release: Release, audit: Sequence[str | bytes], languages: Sequence[str]) -> None:
        account = certificate.account_of(release, audit)
        self.release, self.languages = release, languages
        self.sheets = len(languages)
        self._pages = [
            (_rows(release, certificate.certificate_facts(release, account, one), one), one) for one in languages
        ]

    def papers(self) -> Iterator[Paper]:
        """The sheets in order."""
        for rows, language in self._pages:

            def draw(painter: QPainter, rows: list[Row] = rows, language: str = language) -> None:
                self._draw(painter, rows, language)

            yield Paper(False, draw)

    def _draw(self, painter: QPainter, rows: list[Row], language: str) -> None:
        if self.release.withdrawn is not None:
            watermark(painter, SHORT, LONG, said(language, "WITHDRAWN"))
        top = MARGIN
        for row in rows:
            row.draw(painter, top)
            top += row.height
        for line in range(_LINES):
            _sign(painter, _BOTTOM - (_LINES - line) * _SIGNING, language)


def _rows(release: Release, told: facts.Facts, language: str) -> list[Row]:
    """The page above the lines to sign: as large as it fits."""
    room = _BOTTOM - _LINES * _SIGNING - MARGIN
    for size in _SIZES:
        rows = [
            paragraph(said(language, certificate.TITLE), font(18 * size, strong=True), INK, 90.0),
            paragraph(said(language, certificate.STATEMENT), font(9 * size), GREY, 160.0),
            *(fact(name, text, size) for name, text in told),
            space(0.0),
        ]
        if sum(row.height for row in rows) <= room:
            break
    return rows


def _sign(painter: QPainter, top: float, language: str) -> None:
    """A line for a name and, beside it, one for a date."""
    apart, date = 200.0, WIDTH * 0.3
    ends = ((MARGIN, WIDTH - date - apart), (MARGIN + WIDTH - date, date))
    for (left, width), words in zip(ends, certificate.SIGNED, strict=True):
        y = top + _SIGNING - ROW
        painter.setPen(QPen(INK, 6))
        painter.drawLine(QRectF(left, y, width, 0).topLeft(), QRectF(left, y, width, 0).topRight())
        painter.setFont(font(7.5))
        painter.setPen(GREY)
        painter.drawText(QRectF(left, y + 15, width, ROW), int(_LEFT | _TOP), said(language, words))
