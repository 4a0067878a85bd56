"""What was left of one account after each entry, drawn as steps under the line of its cap."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS, shown_number
from dpdesk.gui.ledger.view import Balance


class BalancePicture(QWidget):
    """A small picture; the table beside it says the same in figures."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.points: list[Balance] = []
        self._unit = ""
        self.setMinimumHeight(UNIT * 12)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def sizeHint(self) -> QSize:
        """A little wider than high."""
        return QSize(UNIT * 40, UNIT * 24)

    def show_balance(self, points: Sequence[Balance], unit: str) -> None:
        """Draw other points, in entry order; `unit` is epsilon, delta or rho."""
        self.points, self._unit = list(points), SYMBOLS.get(unit, unit)
        self.setAccessibleName(self.tr("What is left after each entry"))
        self.setAccessibleDescription(self.words())
        self.setToolTip(self.words())
        self.update()

    def words(self) -> str:
        """The picture in a sentence."""
        if not self.points:
            return ""
        first, last = self.points[0], self.points[-1]
        return self.tr("{unit} {first} was left at entry {from_entry}, {unit} {last} at entry {to_entry}.").format(
            unit=self._unit, first=shown_number(first.left), from_entry=first.entry,
            last=shown_number(last.left), to_entry=last.entry,
        )  # fmt: skip

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw it."""
        if not self.points:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(theme.font(points=9))
        self._draw(painter)
        painter.end()

    def _draw(self, painter: QPainter) -> None:
        colours, metrics = theme.colours(), painter.fontMetrics()
        high = metrics.height()
        top = max(point.limit for point in self.points)
        marks = [Fraction(0), top / 2, top]
        texts = [shown_number(mark) if len(shown_number(mark)) < 9 else local(f"{float(mark):.3g}") for mark in marks]
        left = max(metrics.horizontalAdvance(text) for text in texts) + UNIT
        area = QRectF(left, high * 1.5, self.width() - left - UNIT, self.height() - high * 3.9)
        if area.width() < 20 or area.height() < 20:
            return
        muted, text = QColor(colours.muted), QColor(colours.text)
        painter.setPen(muted)
        painter.drawText(QPointF(0, high), self.tr("{unit} left").format(unit=self._unit))
        for mark, name in zip(marks, texts, strict=True):
            y = self._y(area, mark, top)
            painter.setPen(QColor(colours.line))
            painter.drawLine(QLineF(area.left(), y, area.right(), y))
            painter.setPen(muted)
            painter.drawText(QRectF(0, y - high / 2, left - UNIT / 2, high), Qt.AlignmentFlag.AlignRight, name)
        self._draw_axis(painter, area, high)
        steps = QPolygonF()
        caps = QPolygonF()
        for at, point in enumerate(self.points):
            for line, value in ((steps, point.left), (caps, point.limit)):
                x = self._x(area, point.entry)
                if at:
                    line.append(QPointF(x, line.last().y()))
                line.append(QPointF(x, self._y(area, value, top)))
        for line in (steps, caps):
            line.append(QPointF(area.right(), line.last().y()))
        painter.setPen(QPen(muted, 1.0, Qt.PenStyle.DashLine))
        painter.drawPolyline(caps)
        ground = QPolygonF(steps)
        ground.append(QPointF(area.right(), area.bottom()))
        ground.append(QPointF(steps.first().x(), area.bottom()))
        fill = QColor(text)
        fill.setAlphaF(0.07)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawPolygon(ground)
        painter.setPen(QPen(text, 2.0))
        painter.drawPolyline(steps)
        painter.setPen(muted)
        cap = self.tr("budget")
        painter.drawText(
            QPointF(area.right() - metrics.horizontalAdvance(cap), caps.last().y() - metrics.descent() - 1), cap
        )

    def _draw_axis(self, painter: QPainter, area: QRectF, high: int) -> None:
        first, last = self.points[0], self.points[-1]
        wide = painter.fontMetrics().horizontalAdvance
        below = area.bottom() + high
        painter.drawText(QPointF(area.left(), below), str(first.entry))
        name = self.tr("entry")
        painter.drawText(QPointF(area.center().x() - wide(name) / 2, below), name)
        painter.drawText(QPointF(area.left(), below + high * 1.1), first.date)
        if last.entry != first.entry:
            painter.drawText(QPointF(area.right() - wide(str(last.entry)), below), str(last.entry))
            painter.drawText(QPointF(area.right() - wide(last.date), below + high * 1.1), last.date)

    def _x(self, area: QRectF, entry: int) -> float:
        first, last = self.points[0].entry, self.points[-1].entry
        return float(area.left() + (area.width() - 2) * (entry - first) / max(last - first, 1))

    @staticmethod
    def _y(area: QRectF, value: Fraction, top: Fraction) -> float:
        return float(area.bottom() - area.height() * (float(value) / float(top))) if top else float(area.bottom())
