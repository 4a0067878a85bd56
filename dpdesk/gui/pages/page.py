"""What every page of the path has: a title, a word on how complete it is, its next action, and a place for messages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from dpdesk.gui.desk import Desk
from dpdesk.gui.settings import Settings
from dpdesk.gui.theme import UNIT
from dpdesk.gui.widgets.message import Message
from dpdesk.gui.widgets.text import column, label


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

    `build` runs once, when the page is first opened, so that the window is up at once; until then no other method of
    the subclass is called but `state`, which reads the desk alone.
    """

    name = ""  # the step's name, not translated: pages are found by it
    help_topic = ""  # a file of resources/help without its ending

    changed = Signal()  # state or action is another
    go = Signal(str)  # open the page of that name

    def __init__(self, desk: Desk, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.desk, self.settings = desk, settings
        self.setObjectName(f"page-{self.name.lower()}")
        self.message = Message()
        self._built = False
        outer = column(self, margin=UNIT * 2, spacing=UNIT)
        outer.addWidget(self.message)
        self.body: QVBoxLayout = column(spacing=UNIT * 2)
        outer.addLayout(self.body, 1)

    def open(self) -> None:
        """Called whenever the page comes into view."""
        if not self._built:
            self._built = True
            self.build()
        self.shown()

    @property
    def built(self) -> bool:
        """Whether the page was ever opened."""
        return self._built

    def title(self) -> str:
        """The step's name as shown."""
        return self.name

    def build(self) -> None:
        """Make the widgets and connect them to the desk."""
        self.body.addWidget(label(self.title(), "title"))

    def shown(self) -> None:
        """The page has come into view."""

    def state(self) -> State:
        """How complete the step is; reads the desk only."""
        return State(False)

    def action(self) -> Action | None:
        """What comes next here, if anything."""
        return None
