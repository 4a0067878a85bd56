"""Choosing a house style: one that comes with the program, one the office keeps, the one in use, or a file.

Editing one is a page of its own; whoever wants a style edited says what becomes of it (`StyleWish`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QPushButton, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import drop, ordered, put
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import named, row
from dpdesk.gui.shared.page import PageName

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord

_FILE, _OWN, _FIRST = "\0file", "\0own", "\0first"


@dataclass(frozen=True, slots=True)
class StyleWish:
    """A style that is to be edited (None: whichever is in use), who takes it then, and the page that comes next."""

    style: StyleRecord | None
    take: Callable[[StyleRecord], None]
    page: PageName


def put_style(desk: Desk, style: StyleRecord, text: str) -> None:
    """Give the plan on the desk a house style, as a step called `text`; the plain one is left out of it."""
    from dpdesk.planning.document.style import PLAIN

    plan = drop(desk.plan, ["style"])
    if style != PLAIN:
        plan = put(plan, ["style"], style.model_dump(mode="json", exclude_unset=True))
    desk.edit_plan(text, ordered(plan, PLAN_ORDER))


class StyleChoice(Choice):
    """Emits `styled` with the house style that was chosen, None for the `first` answer; `refused` with a sentence.

    `first` is what stands for no choice, such as the style of the release; without it one of the styles is chosen.
    """

    styled = Signal(object)
    refused = Signal(str)

    def __init__(self, language: str, first: str = "", parent: QWidget | None = None) -> None:
        super().__init__((), "", parent, preset=True)
        self._language, self._first = language, first
        self._styles = known_styles()
        self._own: StyleRecord | None = None
        self._shown: StyleRecord | None = None
        self.show_style(None)
        self.chosen.connect(self._on_chosen)

    @property
    def style_in_use(self) -> StyleRecord | None:
        """The style that is shown; None for the first answer."""
        return self._shown

    def showPopup(self) -> None:
        """Open the list, with what the office keeps by now."""
        found = known_styles()
        if found != self._styles:
            self._styles = found
            self.show_style(self._shown)
        super().showPopup()

    def show_style(self, style: StyleRecord | None) -> None:
        """Show the style that is in use; None where nothing was chosen."""
        known = next((name for name, one in self._styles.items() if one == style), None)
        self._own = style if known is None else self._own
        options = [(_FIRST, self._first)] if self._first else []
        options += [(name, self._name(one)) for name, one in self._styles.items()]
        options += [(_OWN, self._name(self._own))] if self._own is not None else []
        self.set_options([*options, (_FILE, self.tr("From a file…"))])
        usual = _FIRST if self._first else "plain"
        self.set_value(usual if style is None else known or _OWN)
        self._shown = style

    def _name(self, style: StyleRecord) -> str:
        from dpdesk.schema.text import Text

        return Text(style.name).show(self._language)

    def _on_chosen(self, value: str) -> None:
        if value == _FILE:
            self.show_style(self._shown)
            kinds = self.tr("House styles") + " (*.style.json *.json)"
            name, _ = QFileDialog.getOpenFileName(self, self.tr("Choose a house style"), "", kinds)
            if name:
                self.read(Path(name))
            return
        self._take(None if value == _FIRST else self._own if value == _OWN else self._styles[value])

    def read(self, path: Path) -> None:
        """Take the style of a file, its picture included."""
        from dpdesk.planning.document.style_files import load_style

        try:
            style = load_style(path)
        except DpdeskError as problem:
            self.refused.emit(sentence_of(problem))
            return
        self._take(style)

    def take(self, style: StyleRecord) -> None:
        """Take a style that was edited, kept or not."""
        self._styles = known_styles()
        self._take(style)

    def _take(self, style: StyleRecord | None) -> None:
        self.show_style(style)
        self.styled.emit(style)


class StyleRow(QWidget):
    """A choice of house styles with a button that opens the page on which they are edited.

    `usual` is the style that the first answer stands for; None is the plain one.
    """

    def __init__(
        self,
        desk: Desk,
        choice: StyleChoice,
        page: PageName,
        usual: Callable[[], StyleRecord | None] = lambda: None,
    ) -> None:
        super().__init__()
        self.choice, self.edit_button = choice, QPushButton(self.tr("Edit…"))
        named(
            self.edit_button,
            self.tr("Edit the house style"),
            self.tr("Opens the page on which house styles are edited and kept; then leads back here."),
        )
        self.edit_button.clicked.connect(
            lambda: desk.style_wanted.emit(StyleWish(choice.style_in_use or usual(), choice.take, page))
        )
        choice.setMinimumContentsLength(8)
        layout = row(self)
        layout.addWidget(choice, 1)
        layout.addWidget(self.edit_button)
        self.setFocusProxy(choice)


def known_styles() -> dict[str, StyleRecord]:
    """The styles of the program, and those the office keeps; a file of theirs that is none is left out."""
    from dpdesk.planning.document.style_files import bundled, kept, load_style, style_of

    found = {name: style_of(name) for name in bundled()}
    for name, path in kept().items():
        try:
            found[name] = load_style(path)
        except DpdeskError:
            continue  # who names it is told what is wrong
    return found
