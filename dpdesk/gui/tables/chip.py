"""A variable, measure or condition of a table as a small button: chosen by focus, moved and removed by keyboard."""

from __future__ import annotations

import json

from PySide6.QtCore import QByteArray, QMimeData, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QDrag, QFocusEvent, QKeyEvent, QMouseEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QMenu,
    QSizePolicy,
    QStyle,
    QStyleOptionToolButton,
    QStylePainter,
    QToolButton,
    QWidget,
)

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import named, set_role
from dpdesk.gui.tables.bench import Chosen, TableBench
from dpdesk.gui.tables.edits.plan import Place
from dpdesk.gui.tables.words import TableWords

MIME = "application/x-dpdesk-variable"
_LEAST = 160
"""No chip is narrower, unless its text is; in pixels."""
_MOVES = {
    Qt.Key.Key_Left: "left",
    Qt.Key.Key_Right: "right",
    Qt.Key.Key_Up: "up",
    Qt.Key.Key_Down: "down",
}


class Chip(QToolButton):
    """Emits `moved` with "left", "right", "up" or "down", `removed`, `focused` and `opened` (for its options)."""

    moved = Signal(object, str)
    removed = Signal(object)
    focused = Signal(object)
    opened = Signal(object)

    def __init__(self, chosen: Chosen, text: str, description: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chosen = chosen
        self.whole_text = text
        self._pressed: QPoint | None = None
        self.setProperty("chip", True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        named(self, text, description)
        self.setToolTip(f"{text}\n{description}" if description else text)
        self.setText(text.replace("&", "&&"))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.clicked.connect(lambda: self.opened.emit(self.chosen))

    def minimumSizeHint(self) -> QSize:
        """A long text gives way where there is no room for it."""
        return self.sizeHint().boundedTo(QSize(_LEAST, self.sizeHint().height()))

    def showEvent(self, event: QShowEvent) -> None:
        """Dressed, it needs more room than it asked for before."""
        super().showEvent(event)
        self.updateGeometry()

    @property
    def shown_text(self) -> str:
        """What stands on the chip: its text, with dots at its end where the chip is too narrow for it."""
        lacking = self.sizeHint().width() - self.width()
        if lacking <= 0:
            return self.whole_text
        room = self.fontMetrics().horizontalAdvance(self.whole_text) - lacking
        return self.fontMetrics().elidedText(self.whole_text, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the chip; Qt would cut a long text on both sides."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        option.text = self.shown_text.replace("&", "&&")
        QStylePainter(self).drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer the moves, the options and the removal."""
        menu = QMenu(self)
        menu.addAction(self.tr("Options")).triggered.connect(lambda: self.opened.emit(self.chosen))
        for shown, direction in self._moves():
            menu.addAction(shown).triggered.connect(lambda checked=False, d=direction: self.moved.emit(self.chosen, d))
        menu.addAction(self.tr("Remove (Delete)")).triggered.connect(lambda: self.removed.emit(self.chosen))
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def _moves(self) -> list[tuple[str, str]]:
        if self.chosen.kind == "variable":
            return [
                (self.tr("Move outward (Ctrl+Left)"), "left"),
                (self.tr("Move inward, or into a block of its own (Ctrl+Right)"), "right"),
                (self.tr("Move to the row above (Ctrl+Up)"), "up"),
                (self.tr("Move to the row below (Ctrl+Down)"), "down"),
            ]
        if self.chosen.kind == "measure":
            return [(self.tr("Move forward (Ctrl+Left)"), "left"), (self.tr("Move back (Ctrl+Right)"), "right")]
        return []

    def show_chosen(self, chosen: bool) -> None:
        """Mark the chip whose options are shown."""
        set_role(self, "chosen", chosen)
        self.setAccessibleName(self.tr("{name}, chosen").format(name=self.whole_text) if chosen else self.whole_text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move with Ctrl and an arrow, remove with Delete, open the options with Return."""
        key = Qt.Key(event.key())
        if key in _MOVES and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            direction = _MOVES[key]
            if self.isRightToLeft() and direction in ("left", "right"):
                direction = "left" if direction == "right" else "right"
            self.moved.emit(self.chosen, direction)
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace):
            self.removed.emit(self.chosen)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.opened.emit(self.chosen)
        elif key in _MOVES:
            self.focusNextPrevChild(key in (Qt.Key.Key_Right, Qt.Key.Key_Down))
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The chip with the focus is the chosen one."""
        super().focusInEvent(event)
        self.focused.emit(self.chosen)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Perhaps the beginning of a drag."""
        self._pressed = event.position().toPoint()
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Begin a drag once the pointer has gone far enough."""
        if self._pressed is None or self.chosen.place is None:
            super().mouseMoveEvent(event)
            return
        gone = event.position().toPoint() - self._pressed
        if gone.manhattanLength() < QApplication.startDragDistance():
            return
        self._pressed = None
        self.setDown(False)
        drag = QDrag(self)
        drag.setMimeData(mime_of(None, self.chosen.place))
        drag.setPixmap(self.grab())
        drag.exec(Qt.DropAction.MoveAction)


def mime_of(record: Tree | None, place: Place | None = None) -> QMimeData:
    """What is dragged: a new variable for a block, or the place of one that is moved."""
    data = {"record": record, "place": [place.axis, place.block, place.at] if place else None}
    mime = QMimeData()
    mime.setData(MIME, QByteArray(json.dumps(data).encode()))
    return mime


def dragged(mime: QMimeData) -> tuple[Tree | None, Place | None]:
    """What a drag carries: a new variable, or the place of one that is moved."""
    try:
        data = json.loads(bytes(mime.data(MIME).data()).decode())
        place = data.get("place")
        return data.get("record"), Place(str(place[0]), int(place[1]), int(place[2])) if place else None
    except (ValueError, AttributeError, IndexError, TypeError):
        return None, None


class Chips(QFrame):
    """A row of chips of the table in view, kept in step with what is chosen; a subclass draws and removes them."""

    _flow: FlowLayout

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self._drawn: object = None  # what the chips stand for
        self.chips: list[Chip] = []

    def _follow(self) -> None:
        """Draw, and from now on again whenever the plan or the variables change; when all else is there."""
        bench = self._bench
        bench.plan_changed.connect(self.redraw)
        bench.variables_changed.connect(lambda: self.redraw(again=True))
        bench.chosen_changed.connect(self._mark)
        bench.focus_wanted.connect(self._focus)
        self.redraw()

    def redraw(self, again: bool = False) -> None:
        """Draw the chips if they stand for something else now, or `again`; every subclass does it in its own way.

        Qt's classes have a metaclass of their own, so this cannot be an abstract method.
        """
        raise NotImplementedError

    def _clear(self) -> None:
        for chip in self.chips:
            self._flow.removeWidget(chip)
            chip.hide()
            chip.deleteLater()
        self.chips = []

    def _add_chip(self, chip: Chip) -> None:
        chip.removed.connect(self._remove)
        chip.focused.connect(self._bench.choose)
        chip.opened.connect(self._open)
        self._flow.addWidget(chip)
        chip.show()
        self.chips.append(chip)

    def _remove(self, chosen: Chosen) -> None:
        raise NotImplementedError  # as in `redraw`

    def _held(self) -> Chosen | None:
        return next((chip.chosen for chip in self.chips if chip.hasFocus()), None)

    def _mark(self) -> None:
        for chip in self.chips:
            chip.show_chosen(chip.chosen == self._bench.chosen)

    def _focus(self, chosen: object) -> None:
        for chip in self.chips:
            if chip.chosen == chosen:
                chip.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, chosen: Chosen) -> None:
        self._bench.choose(chosen)
        self._bench.options_wanted.emit()
