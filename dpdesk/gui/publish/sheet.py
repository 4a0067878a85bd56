"""A finished table on the desk, with REHEARSAL written across it where its numbers mean nothing."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.sheet.grid import TableSheet
from dpdesk.gui.kit.text import column, label
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.publish.title import TitleLine


class Watermark(QWidget):
    """Lies over another widget and lets the mouse through; written in large, pale letters from corner to corner."""

    def __init__(self, over: QWidget) -> None:
        super().__init__(over)
        self.word = ""
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        over.installEventFilter(self)
        self.setGeometry(over.rect())
        self.hide()

    def show_word(self, word: str) -> None:
        """Write another word; none hides it."""
        if word and word != self.word:
            self.word = word
            self.setAccessibleName(word)
            self.update()
        self.setVisible(bool(word))
        self.raise_()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep to the size of what lies below."""
        if event.type() == QEvent.Type.Resize and isinstance(watched, QWidget):
            self.setGeometry(watched.rect())
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        """Write the word."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.TextAntialiasing)
        colour = QColor(theme.colours().red)
        colour.setAlphaF(0.16)
        painter.setPen(colour)
        font = theme.font(strong=True)
        size = max(24, min(self.width() // 7, self.height() // 2))
        font.setPixelSize(size)
        long = QFontMetrics(font).horizontalAdvance(self.word) / max(1, 0.9 * self.width())
        if long > 1:
            font.setPixelSize(max(12, int(size / long)))
        painter.setFont(font)
        painter.translate(self.width() / 2, self.height() / 2)
        painter.rotate(-18)
        width = painter.fontMetrics().horizontalAdvance(self.word)
        painter.drawText(-width // 2, painter.fontMetrics().ascent() // 2, self.word)
        painter.end()


class PublishSheet(QWidget):
    """Title and universe, then the table; `sheet.grid` is the grid. `marked` with the word that is written across."""

    marked = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.head = TitleLine()
        self.below = label(role="caption")
        self.sheet = TableSheet(name, titled=False)
        self.watermark = Watermark(self.sheet.grid)
        self._rehearsal, self._withdrawn = False, ""
        layout = column(self, spacing=UNIT // 2)
        layout.addWidget(self.head)
        layout.addWidget(self.below)
        layout.addWidget(self.sheet, 1)

    @property
    def title(self) -> QLabel:
        """The title as it is shown."""
        return self.head.shown

    def show_titles(self, title: str, below: str, *, rehearsal: bool, editable: str | None = None) -> None:
        """Write above the table what it is; `editable` is the part of the title that can be edited, if any can."""
        self.head.show_title(title, editable)
        self.below.setText(below)
        self.below.setVisible(bool(below))
        self._rehearsal = rehearsal
        self._mark()

    def show_withdrawn(self, word: str) -> None:
        """Write a word across the table of a withdrawn release; none for another."""
        self._withdrawn = word
        self._mark()

    def _mark(self) -> None:
        word = self.tr("REHEARSAL") if self._rehearsal else self._withdrawn
        self.head.say_role("irreversible" if word else "heading")
        self.watermark.show_word(word)
        self.marked.emit(word)
