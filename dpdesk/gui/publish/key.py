"""How series are told apart on screen, by fill, line or marker besides their colour, and the key that says so."""

from __future__ import annotations

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import label, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.paper.picture_marks import DASHES, marker
from dpdesk.planning.compiler.pictures import BARS, LINE, PYRAMID
from dpdesk.publish.workbook.drawing import COLOURS, Drawing

MARKERS = ("o", "s", "t1", "d", "x", "+")
_DARK = ("#74bdee", "#f0a04b", "#c3a6f5", "#7fd1a0", "#ff8f85", "#c3c8ce")
_FILLS = (
    Qt.BrushStyle.SolidPattern, Qt.BrushStyle.BDiagPattern, Qt.BrushStyle.Dense5Pattern, Qt.BrushStyle.HorPattern,
)  # fmt: skip
_WIDTH, _HEIGHT, _UNITS = 36, 16, 9.0  # of a sample in pixels, and a pixel in the units of paper


def colour(series: int) -> QColor:
    """The colour of a series in the palette in use."""
    return QColor((_DARK if theme.is_dark() else COLOURS)[series])


def brush(series: int) -> QBrush:
    """What the bars of a series are filled with."""
    return QBrush(colour(series), _FILLS[series % len(_FILLS)])


def pen(series: int) -> QPen:
    """The line of a series."""
    made = QPen(colour(series), 2.2)
    made.setCosmetic(True)
    made.setCapStyle(Qt.PenCapStyle.FlatCap)
    if DASHES[series]:
        made.setDashPattern(list(DASHES[series]))
    return made


class Sample(QWidget):
    """A piece of a series: its fill, or its line with its marker."""

    def __init__(self, kind: str, series: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._kind, self._series = kind, series
        self.setFixedSize(QSize(_WIDTH, _HEIGHT))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the sample in the colours of the palette in use."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        ink, middle = colour(self._series), _HEIGHT / 2
        if self._kind in (BARS, PYRAMID):
            painter.setPen(QPen(ink, 1.0))
            painter.setBrush(brush(self._series))
            painter.drawRect(QRectF(1, 3, _WIDTH - 2, _HEIGHT - 6))
        else:
            painter.setPen(pen(self._series))
            painter.drawLine(QLineF(0, middle, _WIDTH, middle))
            if self._kind == LINE:
                painter.scale(1 / _UNITS, 1 / _UNITS)
                at = QPointF(_WIDTH / 2 * _UNITS, middle * _UNITS)
                marker(painter, at, self._series, ink, 4.5 * _UNITS, hollow=False)
        painter.end()


class Key(QWidget):
    """The names of the series, each beside its sample; hidden where there is only one."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._flow = FlowLayout(self, spacing=UNIT * 2)
        self._entries: list[QWidget] = []

    def show_drawing(self, drawing: Drawing) -> None:
        """Show the key of a picture."""
        for one in self._entries:
            self._flow.removeWidget(one)
            one.hide()
            one.deleteLater()
        self._entries = []
        several = len(drawing.series) > 1
        for number, series in enumerate(drawing.series if several else ()):
            entry = QWidget()
            inside = row(entry, spacing=UNIT)
            inside.addWidget(Sample(drawing.kind, number))
            inside.addWidget(label(series.name, "caption", wrap=False))
            self._flow.addWidget(entry)
            self._entries.append(entry)
        self.setVisible(several)
