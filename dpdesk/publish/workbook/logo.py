"""The picture on the cover, as openpyxl takes it: the bytes of its file, where it stands, and what it shows in words.

openpyxl would open the picture with a library of its own to learn its size; here the size is known.
"""

from __future__ import annotations

from openpyxl.drawing.fill import Blip
from openpyxl.drawing.geometry import PresetGeometry2D
from openpyxl.drawing.image import Image
from openpyxl.drawing.picture import PictureFrame
from openpyxl.drawing.spreadsheet_drawing import OneCellAnchor
from openpyxl.drawing.xdr import XDRPositiveSize2D

from dpdesk.publish.workbook.sheet import Placed

_PIXEL, _POINT = 9_525, 12_700  # in the unit of drawings
_LEFT, _BELOW = 6 * _PIXEL, 4 * _PIXEL  # from the edge of the cell, and below its line of text


class _Logo(Image):
    """A picture that is known."""

    def __init__(self, placed: Placed) -> None:
        self._bytes, self.format = placed.picture.data, placed.picture.kind

    def _data(self) -> bytes:
        return self._bytes


def logo(placed: Placed) -> Image:
    """The picture in its cell."""
    frame = PictureFrame()
    about = frame.nvPicPr.cNvPr
    about.id, about.name, about.descr = 1, "Logo", placed.words
    frame.blipFill.blip = Blip()
    frame.spPr.prstGeom, frame.spPr.ln = PresetGeometry2D(prst="rect"), None
    anchor = OneCellAnchor()
    anchor._from.col, anchor._from.row = 1, placed.row - 1
    anchor._from.colOff, anchor._from.rowOff = _LEFT, round(placed.text * _POINT) + _BELOW
    anchor.ext = XDRPositiveSize2D(round(placed.across * _PIXEL), round(placed.down * _PIXEL))
    anchor.pic = frame
    made = _Logo(placed)
    made.anchor = anchor
    return made
