"""Choosing a house style: one that comes with the program, the one that is in use, or an office's own file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.sentences import sentence_of

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord

_FILE, _OWN, _FIRST = "\0file", "\0own", "\0first"


class StyleChoice(Choice):
    """Emits `styled` with the house style that was chosen, None for the `first` answer; `refused` with a sentence.

    `first` is what stands for no choice, such as the style of the release; without it one of the styles is chosen.
    """

    styled = Signal(object)
    refused = Signal(str)

    def __init__(self, language: str, first: str = "", parent: QWidget | None = None) -> None:
        from dpdesk.planning.document.style_files import bundled, style_of

        super().__init__((), "", parent, preset=True)
        self._language, self._first = language, first
        self._styles = {name: style_of(name) for name in bundled()}
        self._own: StyleRecord | None = None
        self.show_style(None)
        self.chosen.connect(self._on_chosen)

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

    def _take(self, style: StyleRecord | None) -> None:
        self.show_style(style)
        self.styled.emit(style)
