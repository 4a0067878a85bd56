"""Variables are dropped on the table itself: a line shows where one will land, and a word how."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QColor, QDragMoveEvent, QDropEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.sheet.grid import TableGrid
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.chip import MIME, dragged
from dpdesk.gui.tables.landing import BELOW, BESIDE, COLUMNS, INSIDE, ROWS, Landing, landing
from dpdesk.gui.tables.shelf import add, move

_OVER = (QEvent.Type.DragEnter, QEvent.Type.DragMove)
_WIDTH = 3


class Canvas(QWidget):
    """Lies over a sheet, draws the line, and takes what is dropped; it is not in the way of the pointer else."""

    def __init__(self, grid: TableGrid, bench: TableBench) -> None:
        super().__init__(grid)
        self._grid, self._bench = grid, bench
        self.landing: Landing | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._parts = (grid.viewport(), grid.boxhead.viewport(), grid.stub.viewport(), grid.corner)
        for part in self._parts:
            part.setAcceptDrops(True)
            part.installEventFilter(self)
        grid.installEventFilter(self)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at drags over the sheet and its headers."""
        if watched is self._grid:
            if event.type() == QEvent.Type.Resize:
                self.setGeometry(self._grid.rect())
            return False
        kind = event.type()
        if kind == QEvent.Type.DragLeave:
            self._show(None)
            return True
        if kind not in (*_OVER, QEvent.Type.Drop) or not isinstance(event, QDropEvent):
            return False
        if not event.mimeData().hasFormat(MIME) or not isinstance(watched, QWidget):
            return False
        found = landing(self._grid, watched.mapTo(self._grid, event.position().toPoint()))
        if isinstance(event, QDragMoveEvent):
            self._show(found)
        else:
            self._show(None)
            self._drop(event, found)
        event.acceptProposedAction()
        return True

    def _drop(self, event: QDropEvent, found: Landing) -> None:
        record, place = dragged(event.mimeData())
        if place is not None:
            move(self._bench, place, found.place, self.tr("Move a variable"))
        elif record is not None:
            add(self._bench, record, found.place, self.tr("Add a variable"))

    def _show(self, found: Landing | None) -> None:
        if found != self.landing:
            self.landing = found
            self.setGeometry(self._grid.rect())
            self.setVisible(found is not None)
            self.raise_()
            self.update()

    def word(self) -> str:
        """How what is dragged will land."""
        words = {
            BESIDE: self.tr("beside"),
            BELOW: self.tr("below"),
            INSIDE: self.tr("inside"),
            ROWS: self.tr("as rows"),
            COLUMNS: self.tr("as columns"),
        }
        return "" if self.landing is None else words[self.landing.how]

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the line with its word."""
        if self.landing is None:
            return
        colours, line = theme.colours(), self.landing.line
        painter = QPainter(self)
        painter.setPen(QPen(QColor(colours.accent), _WIDTH))
        painter.drawLine(line)
        painter.setFont(theme.font(strong=True))
        metrics = painter.fontMetrics()
        word = self.word()
        room = QRect(QPoint(0, 0), metrics.size(0, word)).adjusted(0, 0, 12, 6)
        room.moveCenter(line.center())
        inside = self.rect().adjusted(2, 2, -2, -2)
        room.moveLeft(min(max(room.left(), inside.left()), max(inside.right() - room.width(), 0)))
        room.moveTop(min(max(room.top(), inside.top()), max(inside.bottom() - room.height(), 0)))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent))
        painter.drawRoundedRect(room, 4, 4)
        painter.setPen(QColor(colours.on_accent))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter), word)
        painter.end()
