"""The sheets of a document, painted on a device that has pages: the preview, the printer, a PDF.

A PDF is written off the window's thread; its dates are the release's own, so that two PDFs of one release are the same
bytes.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QBuffer, QByteArray, QHashSeed, QIODevice, QMarginsF, QUuid
from PySide6.QtGui import QPageLayout, QPageSize, QPainter, QPdfWriter, QTransform

from dpdesk.gui.paper.typography import LONG, SHORT
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from PySide6.QtGui import QPagedPaintDevice

_RESOLUTION = 720

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


class Sheets(Protocol):
    """What can be painted sheet by sheet."""

    @property
    def sheets(self) -> int:
        """How many there are."""

    def papers(self) -> Iterator[Paper]:
        """The sheets in order."""


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
    prepare(writer)
    paint(document, writer, progress)
    del writer
    buffer.close()
    return _dated(bytes(held.data()), day)


def prepare(device: QPagedPaintDevice) -> None:
    """Sheets of A4 without margins of the device's own."""
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
