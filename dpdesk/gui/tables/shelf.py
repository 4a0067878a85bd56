"""Stub, boxhead or pages as a shelf: blocks beside each other, each a row of variables, the outermost first.

Variables are dropped into a block (nested) or behind the last one (stacked), moved by keyboard, or chosen from the menu
of the "+" button, which lists every variable and level: nothing needs a mouse.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QFrame, QMenu, QToolButton, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import label, named, row, set_menu, set_role
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.tables.bench import NOTHING, Chosen, TableBench
from dpdesk.gui.tables.chip import MIME, Chip, Chips, dragged
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.edits.plan import Place
from dpdesk.gui.tables.words import TableWords


class Shelf(Chips):
    """One axis of the table in view."""

    def __init__(self, bench: TableBench, words: TableWords, axis: str, parent: QWidget | None = None) -> None:
        super().__init__(bench, words, parent)
        self.axis = axis
        self._blocks: list[QFrame] = []
        self._head: QWidget | None = None
        self.setProperty("shelf", True)
        self.setAcceptDrops(True)
        self.setAccessibleName(words.axis(axis))
        self._flow = FlowLayout(self, spacing=UNIT // 2)
        self._flow.setContentsMargins(4, 2, 4, 2)
        self._hint = label("", "caption", wrap=False)
        self.add = QToolButton()
        self.add.setText("+")
        self.add.setProperty("plain", True)
        self.add.setProperty("small", True)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        name = self.tr("Add a variable to: {axis}").format(axis=words.axis(axis))
        named(self.add, name, self.tr("Lists every variable and level; nested in the last block or stacked after it."))
        menu = QMenu(self)
        menu.aboutToShow.connect(lambda: fill_menu(menu, bench, words, axis))
        set_menu(self.add, menu)
        self._flow.addWidget(self._hint)
        self._flow.addWidget(self.add)
        self._follow()

    # Drawing --------------------------------------------------------------------------------------------------

    def redraw(self, again: bool = False) -> None:
        """Draw the blocks as they stand in the plan, if they are others than those drawn."""
        blocks = self._bench.table.get(self.axis, [])
        wanted = (self._bench.t, blocks)
        self.setEnabled(self._bench.count > 0)
        if wanted == self._drawn and not again:
            return
        self._drawn = wanted
        held = self._held()
        self._clear()
        for number, block in enumerate(blocks):
            self._draw_block(number, block, len(blocks))
        self._hint.setText("" if blocks else self._hint_text())
        self._hint.setVisible(not blocks)
        self._flow.removeWidget(self.add)
        self._flow.addWidget(self.add)
        self._mark()
        if held is not None:
            self._focus(held)
        self.updateGeometry()

    def _hint_text(self) -> str:
        return {
            "stub": self.tr("Drop variables here for the rows."),
            "boxhead": self.tr("Drop variables here for the columns."),
            "pages": self.tr("Drop variables here for one table each."),
        }[self.axis]

    def _clear(self) -> None:
        for block in self._blocks:
            self._flow.removeWidget(block)
            block.hide()
            block.deleteLater()
        self._blocks, self.chips = [], []

    def _draw_block(self, number: int, block: Tree, blocks: int) -> None:
        frame = QFrame()
        frame.setProperty("block", blocks > 1)
        layout = row(frame, spacing=2)
        layout.setContentsMargins(2, 0, 2, 0)
        for at, record in enumerate(block.get("variables", [])):
            if at:
                layout.addWidget(label("‹" if self.isRightToLeft() else "›", "caption", wrap=False))
            place = Place(self.axis, number, at)
            described = self.tr("Ctrl and an arrow key moves it, Delete removes it, Return opens its options.")
            chip = Chip(Chosen("variable", place), self._words.nested(record), described)
            chip.moved.connect(self._move)
            chip.removed.connect(self._remove)
            chip.focused.connect(self._bench.choose)
            chip.opened.connect(self._open)
            layout.addWidget(chip)
            self.chips.append(chip)
        if not block.get("variables"):
            layout.addWidget(label(self.tr("Everyone"), "caption", wrap=False))
        self._flow.addWidget(frame)
        frame.show()
        self._blocks.append(frame)

    # Editing --------------------------------------------------------------------------------------------------

    def _move(self, chosen: Chosen, direction: str) -> None:
        place = chosen.place
        new = edits.neighbour(self._bench.table, place, direction) if place is not None else None
        if place is not None and new is not None:
            move(self._bench, place, new, self.tr("Move a variable"))

    def _remove(self, chosen: Chosen) -> None:
        if chosen.place is None:
            return
        plan = edits.remove_variable(self._bench.desk.plan, self._bench.t, chosen.place)
        left = edits.places(edits.table_of(plan, self._bench.t), self.axis)
        nearest = [place for place in left if (place.block, place.at) <= (chosen.place.block, chosen.place.at)]
        following = (nearest or left)[-1:] if nearest else left[:1]
        after = Chosen("variable", following[0]) if following else NOTHING
        self._bench.edit(self.tr("Remove a variable"), plan, chosen=after)
        if not following:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    # Drag and drop --------------------------------------------------------------------------------------------

    def take_from(self, head: QWidget) -> None:
        """Take what is dropped on the shelf's head, too: it goes where Return would send it."""
        self._head = head
        head.setAcceptDrops(True)
        head.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Look at drags over the head."""
        if watched is self._head:
            if isinstance(event, QDragEnterEvent):
                self.dragEnterEvent(event)
            elif isinstance(event, QDragMoveEvent):
                self.dragMoveEvent(event)
            elif isinstance(event, QDragLeaveEvent):
                self.dragLeaveEvent(event)
            elif isinstance(event, QDropEvent):
                self._take(event, last_place(self._bench, self.axis))
            return isinstance(event, QDropEvent | QDragLeaveEvent)
        return super().eventFilter(watched, event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take variables only."""
        if event.mimeData().hasFormat(MIME):
            set_role(self, "target", True)
            event.acceptProposedAction()

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        """Take variables only."""
        if event.mimeData().hasFormat(MIME):
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        """The drag has gone elsewhere."""
        set_role(self, "target", False)

    def dropEvent(self, event: QDropEvent) -> None:
        """Nest the variable where it was dropped, or stack it behind the last block."""
        self._take(event, self.place_at(event.position().toPoint()))

    def _take(self, event: QDropEvent, at: Place) -> None:
        set_role(self, "target", False)
        record, place = dragged(event.mimeData())
        if place is not None:
            move(self._bench, place, at, self.tr("Move a variable"))
            event.acceptProposedAction()
        elif record is not None:
            add(self._bench, record, at, self.tr("Add a variable"))
            event.acceptProposedAction()

    def place_at(self, point: QPoint) -> Place:
        """Where a variable dropped at a point goes."""
        for number, frame in enumerate(self._blocks):
            if not frame.geometry().adjusted(-2, -4, 2, 4).contains(point):
                continue
            own = [chip for chip in self.chips if chip.chosen.place is not None and chip.chosen.place.block == number]
            centres = [frame.x() + chip.geometry().center().x() for chip in own]
            if self.isRightToLeft():
                return Place(self.axis, number, sum(centre > point.x() for centre in centres))
            return Place(self.axis, number, sum(centre < point.x() for centre in centres))
        return Place(self.axis, len(self._blocks), 0)


def move(bench: TableBench, old: Place, new: Place, text: str) -> None:
    """Move a variable of the table in view."""
    plan = edits.move_variable(bench.desk.plan, bench.t, old, new)
    bench.edit(text, plan, chosen=Chosen("variable", edits.landed(bench.table, old, new)))


def add(bench: TableBench, record: Tree, place: Place, text: str) -> None:
    """Add a variable to the table in view; a quantity, which has no codes, becomes its mean."""
    from dpdesk.gui.tables.edits import measures

    variable = bench.variables.get(record["variable"])
    if variable is not None and variable.is_quantity:
        plan = measures.add_measure(bench.desk.plan, bench.t, measures.measure("mean", variable.name))
        bench.edit(text, plan)
        return
    plan = edits.insert_variable(bench.desk.plan, bench.t, place, record)
    bench.edit(text, plan, chosen=Chosen("variable", place))


def last_place(bench: TableBench, axis: str) -> Place:
    """Inside the last block of an axis."""
    blocks = bench.table.get(axis, [])
    return Place(axis, max(len(blocks) - 1, 0), len(blocks[-1].get("variables", [])) if blocks else 0)


def fill_menu(menu: QMenu, bench: TableBench, words: TableWords, axis: str) -> None:
    """List every variable and level, to be nested in the last block of an axis or stacked after it."""
    menu.clear()
    blocks, inside = bench.table.get(axis, []), last_place(bench, axis)
    _entries(menu, bench, words, lambda record: add(bench, record, inside, words.tr("Add a variable")))
    if blocks:
        menu.addSeparator()
        stacked = menu.addMenu(words.tr("Stack after it, in a block of its own"))
        end = Place(axis, len(blocks), 0)
        _entries(stacked, bench, words, lambda record: add(bench, record, end, words.tr("Stack a variable")))


def _entries(menu: QMenu, bench: TableBench, words: TableWords, take: Callable[[Tree], None]) -> None:
    for name, variable in bench.variables.items():
        if variable.is_quantity:
            continue
        shown = words.tr("{label} ({kind})").format(label=_short(bench.label(name)), kind=words.variable(variable))
        if not variable.levels:
            menu.addAction(shown).triggered.connect(lambda checked=False, n=name: take(edits.nested(n)))
            continue
        below = menu.addMenu(shown)
        for text, record in level_choices(bench, words, name):
            below.addAction(text).triggered.connect(lambda checked=False, r=record: take(r))


def level_choices(bench: TableBench, words: TableWords, name: str) -> list[tuple[str, Tree]]:
    """The ways a variable with hierarchies can stand in a block: its own codes, or down to each of its levels."""
    variable = bench.variables[name]
    found = [(words.tr("Its own codes only"), edits.nested(name))]
    hierarchies = dict.fromkeys(level.hierarchy for level in variable.levels)
    for hierarchy in hierarchies:
        levels = [level.name for level in variable.levels if level.hierarchy == hierarchy]
        if name not in levels:
            levels.append(name)
        for depth in range(1, len(levels) + 1):
            shown = " › ".join(_short(words.level(name, hierarchy, level)) for level in levels[:depth])
            found.append((shown, edits.nested(name, hierarchy, levels[:depth])))
    return found


def _short(text: str) -> str:
    text = text.replace("&", "&&")
    return text if len(text) <= 60 else f"{text[:59]}…"
