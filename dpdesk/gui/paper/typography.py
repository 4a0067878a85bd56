"""The type and the measures of paper: lengths are in tenths of a point, and texts are measured without hinting, so that
a page is the same on screen, on paper and in a file.
"""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFont, QFontDatabase, QFontMetricsF

from dpdesk.gui.kit import theme
from dpdesk.resources import resource

POINT = 10.0
"""Units to a point."""
SHORT, LONG = 5950.0, 8420.0  # A4
MARGIN = 420.0
PAD = 40.0
ROW = 135.0
LINE = 100.0  # of headings that take several
GAP = 35.0  # between title and headnote
FOOT = 520.0  # of a sheet of pictures or of text: source and page number


def font(points: float, *, strong: bool = False) -> QFont:
    """The type face in the units of the page, with plain glyphs only: those a reader of the file can copy as text."""
    made = theme.font(strong=strong)
    made.clearFeatures()
    made.setFeature(QFont.Tag("calt"), 0)
    made.setPixelSize(round(points * POINT))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


def figures(points: float) -> QFont:
    """The type face with plain figures of one width, for numbers that stand below each other and are copied as text."""
    made = QFont([_face_of_figures(), *theme.font().families()])
    made.setPixelSize(round(points * POINT))
    made.setHintingPreference(QFont.HintingPreference.PreferNoHinting)
    return made


@cache
def _face_of_figures() -> str:
    """Inter with its figures of one width in the place of the others: as a feature they cannot be copied as text."""
    number = QFontDatabase.addApplicationFont(str(resource("fonts/Inter-Figures.otf")))
    return next(iter(QFontDatabase.applicationFontFamilies(number)), "") if number >= 0 else ""


def text_height(text: str, used: QFont, width: float) -> float:
    """How high a text is in a width."""
    return QFontMetricsF(used).boundingRect(QRectF(0, 0, width, LONG), Qt.TextFlag.TextWordWrap, text).height()


def lines_of(text: str, used: QFont, width: float) -> int:
    """How many lines a text takes in a width."""
    return round(text_height(text, used, width) / QFontMetricsF(used).lineSpacing()) if text else 1


def width_of(text: str, used: QFontMetricsF) -> float:
    """How wide a text is."""
    return used.horizontalAdvance(text)
