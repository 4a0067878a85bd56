"""The fields of the form: each stands for one path of the style, and says below itself what is wrong with it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QFileDialog, QLabel, QLineEdit, QPushButton, QWidget

from dpdesk.gui.desk.trees import Tree, get
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.number import exact_text
from dpdesk.gui.kit.text import column, label, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.style.edits import percent, share

_PICTURE = 40  # pixels


class Field(QWidget):
    """An input with its problem below; `edited` carries the path and the value, None for what is left out."""

    edited = Signal(object, object)

    def __init__(self, path: Sequence[str], inner: QWidget, words: str = "") -> None:
        super().__init__()
        self.path = tuple(path)
        self.words = words  # what it is called
        self.inner = self.input = inner  # the whole, and what has the focus
        self.problem = label("", "problem")
        self.problem.hide()
        layout = column(self, spacing=UNIT // 4)
        layout.addWidget(inner)
        layout.addWidget(self.problem)
        self.setFocusProxy(inner)

    def say(self, sentence: str) -> None:
        """Say what is wrong; "" for nothing."""
        self.problem.setText(sentence)
        show_if(self.problem, bool(sentence))
        set_role(self.inner, "invalid", bool(sentence))

    def show_style(self, tree: Tree, language: str) -> None:
        """Show what stands in a style; texts in a language."""


class PlainField(Field):
    """A text that is the same in all languages, such as a sign; what is usual stands pale where it is empty."""

    def __init__(self, path: Sequence[str], usual: str = "", longest: int = 40) -> None:
        self.line = QLineEdit()
        self.line.setMaxLength(longest)
        self.line.setPlaceholderText(usual)
        super().__init__(path, self.line)
        self.line.textEdited.connect(self._on_text)

    def show_style(self, tree: Tree, language: str) -> None:
        """Show what a style says; the field is empty where it says nothing."""
        value = get(tree, self.path)
        _show(self.line, "" if value is None else str(value))

    def _on_text(self, text: str) -> None:
        self.edited.emit(self.path, self._read(text))

    def _read(self, text: str) -> object:
        """What a style says where this was typed."""
        return text or None


class TextField(PlainField):
    """A text in each language."""

    def __init__(self, path: Sequence[str], longest: int = 2_000) -> None:
        super().__init__(path, longest=longest)
        self._language = "en"

    def show_style(self, tree: Tree, language: str) -> None:
        """The text in a language."""
        self._language = language
        texts = get(tree, self.path, {})
        _show(self.line, str(texts.get(language, "")) if isinstance(texts, dict) else "")
        others = [text for tag, text in texts.items() if tag != language] if isinstance(texts, dict) else []
        self.line.setPlaceholderText(str(others[0]) if others else self.tr("optional"))

    def _on_text(self, text: str) -> None:
        self.edited.emit((*self.path, self._language), text or None)


class WholeField(PlainField):
    """A whole number; what is typed and is none goes into the style as a text, which its check refuses."""

    def __init__(self, path: Sequence[str], usual: str) -> None:
        super().__init__(path, usual, longest=12)

    def _read(self, text: str) -> object:
        plain = text.strip()
        whole = plain.isascii() and plain.isdecimal()
        return (int(plain) if whole else plain) if plain else None


class ShareField(PlainField):
    """A share of the estimate, as a percentage."""

    def __init__(self, path: Sequence[str], usual: str) -> None:
        super().__init__(path, usual, longest=20)

    def show_style(self, tree: Tree, language: str) -> None:
        """The percentage, unless what is typed is the same number."""
        value = get(tree, self.path)
        if self._read(self.line.text()) != value:
            _show(self.line, local(percent(value)))

    def _read(self, text: str) -> str | None:
        plain = text.strip().removesuffix("%").strip()
        exact = exact_text(plain)
        return (share(exact) if exact is not None else plain) if plain else None


class OptionField(Field):
    """One of a few values; the first of them stands for what is usual, and is left out of the style."""

    def __init__(self, path: Sequence[str], options: Sequence[tuple[Any, str]]) -> None:
        self.choice = Choice([(str(number), text) for number, (_, text) in enumerate(options)], preset=True)
        super().__init__(path, self.choice)
        self._values = [value for value, _ in options]
        self.choice.chosen.connect(self._on_choice)

    def show_style(self, tree: Tree, language: str) -> None:
        """The value, or what is usual."""
        value = get(tree, self.path)
        number = self._values.index(value) if value in self._values else 0
        self.choice.set_value(str(number))

    def _on_choice(self, number: str) -> None:
        chosen = int(number)
        self.edited.emit(self.path, self._values[chosen] if chosen else None)


class RuleField(OptionField):
    """What marks are decided by; without it the style has no rule at all."""

    def show_style(self, tree: Tree, language: str) -> None:
        """What decides, or that nothing does."""
        rule = tree.get("reliability")
        value = rule.get("measure", "margin") if isinstance(rule, dict) else None
        self.choice.set_value(str(self._values.index(value) if value in self._values else 0))

    def _on_choice(self, number: str) -> None:
        value = self._values[int(number)]
        self.edited.emit(self.path if value is not None else self.path[:-1], value)


class LogoField(Field):
    """A picture: shown small, chosen from a file, taken away. `picked` carries the file."""

    picked = Signal(object)

    def __init__(self) -> None:
        holder = QWidget()
        super().__init__(("logo",), holder)
        self.picture = QLabel()
        self.choose = QPushButton(self.tr("Choose a picture…"))
        self.remove = QPushButton(self.tr("Without logo"))
        self.choose.clicked.connect(self._choose)
        self.remove.clicked.connect(lambda: self.edited.emit(self.path, None))
        layout = row(holder)
        for widget in (self.picture, self.choose, self.remove):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.input = self.choose
        self.setFocusProxy(self.choose)

    def show_style(self, tree: Tree, language: str) -> None:
        """The picture, if there is one."""
        address = get(tree, self.path)
        shown = picture(address, _PICTURE)
        if shown is not None:
            self.picture.setPixmap(shown)
        self.picture.setVisible(shown is not None)
        self.picture.setAccessibleName(self.tr("Logo"))
        self.remove.setVisible(address is not None)

    def _choose(self) -> None:
        kinds = self.tr("Pictures") + " (*.png *.jpg *.jpeg)"
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Choose the logo"), "", kinds)
        if name:
            self.picked.emit(Path(name))


def picture(address: Any, high: int) -> QPixmap | None:
    """The logo of a style at most so many pixels high, and four times as wide; None where there is none."""
    if not isinstance(address, str) or not address.startswith("data:"):
        return None
    import base64
    import binascii

    made = QPixmap()
    try:
        loaded = made.loadFromData(base64.b64decode(address.partition(",")[2]))
    except (ValueError, binascii.Error):
        return None
    if not loaded:
        return None
    return made.scaled(4 * high, high, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)


def _show(line: QLineEdit, text: str) -> None:
    if line.text() != text:
        line.setText(text)
        line.setCursorPosition(0)
