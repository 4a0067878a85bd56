"""What every page of the path has: a title, a word on how complete it is, its next action, and a place for messages."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtCore import Qt, Signal, SignalInstance
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QLineEdit, QScrollArea, QSplitter, QSplitterHandle, QStackedWidget, QVBoxLayout, QWidget
from shiboken6 import isValid

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.message import Message
from dpdesk.gui.kit.text import column, label
from dpdesk.gui.kit.theme import UNIT

_END = object()
_AT_ONCE = 60
"""Widgets that are dressed in one turn of the event loop, or more if they are one piece."""


class PageName(StrEnum):
    """The pages, in the order of the path and then those at its side; not translated: pages are found by it."""

    DATA = "Data"
    DICTIONARY = "Dictionary"
    TABLES = "Tables"
    ACCURACY = "Accuracy"
    RELEASE = "Release"
    PUBLISH = "Publish"
    CHECK = "Check"
    ASK = "Ask"
    LEDGER = "Ledger"
    STYLE = "Style"
    START = "Start"
    NEXT_YEAR = "NextYear"


@dataclass(frozen=True, slots=True)
class State:
    """How complete a step is: `done`, or what is missing in a sentence (which the page itself shows)."""

    done: bool
    missing: str = ""


@dataclass(frozen=True, slots=True)
class Action:
    """What the button at the lower right does on this page; disabled, it says why not as its tool tip."""

    text: str
    run: Callable[[], None]
    enabled: bool = True
    why_not: str = ""


class Page(QWidget):
    """A page of the desk. Subclasses set `name`, fill `self.body` in `build`, and override what they need.

    `build` runs once, when the page is first opened or the window has nothing else to do, so that the window is up at
    once; until then no other method of the subclass is called but `state`, which reads the desk alone. It may be a
    generator: what lies between two `yield`s is done in one turn of the event loop, and should take 20 ms at most.
    """

    name: PageName
    help_topic = ""  # a file of resources/help without its ending

    changed = Signal()  # state or action is another
    go = Signal(PageName)  # open that page

    def __init__(self, desk: Desk, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.settings = desk, settings
        self.setObjectName(f"page-{self.name.lower()}")
        self.message = Message()
        self._built = False
        self._outer = column(self, margin=UNIT * 2, spacing=UNIT)
        self._outer.addWidget(self.message)  # below: it pushes nothing away from under the pointer
        # The content joins the page when it is complete: a widget that changes its parent is styled anew, and so is
        # everything in it.
        self._content = QWidget()
        self.body: QVBoxLayout = column(self._content, spacing=UNIT * 2)
        self._building: Iterator[None] | None = None
        self.dressed: list[QWidget] = []
        self._missed: dict[Callable[..., None], tuple[Any, ...]] = {}

    def prepare(self) -> bool:
        """Do one part of building the page; False once there is nothing left to do."""
        if self._built:
            return False
        if self._building is None:
            self._building = self._parts()
        self._built = next(self._building, _END) is _END
        return not self._built

    def _parts(self) -> Iterator[None]:
        yield from self.build() or ()
        self.hear(self.desk.replaced, self.forget)
        self.dressed = [self.message, *pieces(self._content)]  # held, or Python forgets which they are
        self._outer.insertWidget(0, self._content, 1)
        yield
        dressed = 0
        for piece in self.dressed:
            theme.dress(piece)
            dressed += 1 + len(piece.findChildren(QWidget))
            if dressed >= _AT_ONCE:
                dressed = 0
                yield
        yield
        for at, widget in enumerate(self._content.findChildren(QWidget)):
            widget.ensurePolished()  # now, and not all at once when the page first comes into view
            if at % 40 == 39:
                yield
        yield
        around = self.parentWidget()
        if around is not None and not self.isVisible():  # likewise with where everything stands
            self.resize(around.size())
            self._outer.activate()

    def open(self) -> None:
        """Called whenever the page has come into view."""
        self.catch_up()
        self.shown()

    def catch_up(self) -> None:
        """Be complete, and show what is on the desk now: before it comes into view, where that costs less."""
        while self.prepare():
            pass
        missed, self._missed = self._missed, {}
        for slot, arguments in missed.items():
            slot(*arguments)

    @property
    def built(self) -> bool:
        """Whether the page is complete."""
        return self._built

    def follow(self, signal: SignalInstance, slot: Callable[..., None]) -> None:
        """Call a slot at a signal while the page is in view; else once, with the last arguments, when it is opened.

        For whatever only shows something: pages out of view cost an edit nothing.
        """

        def heard(*arguments: Any) -> None:
            if not isValid(self):  # the window is gone, the desk still there
                return
            if self.isVisible():
                slot(*arguments)
            else:
                self._missed.pop(slot, None)
                self._missed[slot] = arguments

        signal.connect(heard)

    def hear(self, signal: SignalInstance, slot: Callable[[], None]) -> None:
        """Call a slot at a signal, in view or not, for as long as the page is there."""
        signal.connect(lambda: slot() if isValid(self) else None)

    def title(self) -> str:
        """The step's name as shown."""
        return self.name

    def build(self) -> Iterator[None] | None:
        """Make the widgets and connect them to the desk."""
        self.body.addWidget(label(self.title(), "title"))
        return None

    def shown(self) -> None:
        """The page has come into view."""

    def forget(self) -> None:
        """Other documents lie on the desk: what the page says of those before is taken back."""
        self.message.clear()

    def state(self) -> State:
        """How complete the step is; reads the desk only."""
        return State(False)

    def action(self) -> Action | None:
        """What comes next here, if anything."""
        return None

    def undo_stack(self) -> QUndoStack:
        """What Undo and Redo are about while the page is in view: the documents, unless it has something of its own."""
        return self.desk.undo

    def find_field(self) -> QLineEdit | None:
        """The field that searches the page, where there is one."""
        return None

    def may_close(self, go_on: Callable[[], None]) -> bool:
        """Whether the window may be closed now; a page that asks first calls `go_on` when it may be after all."""
        return True


def pieces(widget: QWidget) -> Iterator[QWidget]:
    """What is in a widget and has looks of its own, down through whatever only sets it out.

    Each is dressed by itself, so that a change of looks takes many short turns instead of a long one, and what a stack
    or a splitter hides waits until it is shown.
    """
    for child in widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if type(child) in (QSplitter, QStackedWidget):
            yield from pieces(child)
        elif type(child) is QScrollArea and (sheet := child.widget()) is not None:
            bars = (bar.parentWidget() for bar in (child.verticalScrollBar(), child.horizontalScrollBar()))
            yield from (bar for bar in bars if bar is not None)
            for ground in (child.viewport(), sheet):
                ground.setAutoFillBackground(False)  # the desk is seen through it, in whatever colour it has
            yield from pieces(sheet)
        elif not isinstance(child, QSplitterHandle):
            yield child
