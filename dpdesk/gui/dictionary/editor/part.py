"""What every part of the variable's editor is: it shows a record and edits it through the page."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QWidget

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree, drop, put, put_text, shown
from dpdesk.gui.dictionary.editor.fields import Editing
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.edits.lists import list_text, parse_list
from dpdesk.gui.kit.number import exact_text
from dpdesk.problems.problem import problem


class Part(QWidget):
    """A part of the editor; `editing` is the page's side."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editing = editing

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show a record; `another` if it is another variable's. Every part does it in its own way.

        Qt's classes have a metaclass of their own, so this cannot be an abstract method.
        """
        raise NotImplementedError

    def put(self, path: list[str | int], value: Any, text: str, merge: str = "") -> None:
        """Edit one field of the record; None removes it."""
        record = self.editing.record
        made = drop(record, path) if value is None else put(record, path, value)
        self.editing.edit(text, made, merge)

    def put_words(self, path: list[str | int], words: str, text: str, merge: str) -> None:
        """Edit a public text in the language in view."""
        self.editing.edit(text, put_text(self.editing.record, path, words, self.editing.language), merge)


def label_field(editing: Editing, heading: str, width: int = 260) -> Field:
    """The column of labels, in the language in view; another language's label is hinted at."""

    def read(record: Record) -> str:
        texts = record.get("label")
        return str(texts.get(editing.language, "")) if isinstance(texts, dict) else ""

    def write(record: Record, text: str) -> Record:
        return put_text(record, ["label"], text, editing.language)

    return Field(heading, read, write, lambda record: shown(record.get("label"), editing.language), width=width)


def text_field(heading: str, key: str, width: int = 120, *, required: bool = True) -> Field:
    """A column of plain texts."""

    def write(record: Record, text: str) -> Record:
        return {**record, key: text} if text or required else drop(record, [key])

    return Field(heading, lambda record: str(record.get(key, "")), write, width=width)


def list_field(heading: str, key: str, width: int = 160, *, hint: Any = None, keep_empty: bool = False) -> Field:
    """A column of lists of cells."""

    def write(record: Record, text: str) -> Record:
        members = parse_list(text)
        return {**record, key: members} if members or keep_empty else drop(record, [key])

    return Field(heading, lambda record: list_text(record.get(key) or ()), write, hint, width=width)


def numbers_field(heading: str, width: int = 160) -> Field:
    """A column of lists of exact numbers."""

    def write(record: Record, text: str) -> Record:
        found = [exact_text(one) for one in parse_list(text)]
        if None in found:
            raise BadInput(problem("gui.numbers_listed"))
        return {**record, "numbers": found} if found else drop(record, ["numbers"])

    return Field(heading, lambda record: list_text(record.get("numbers") or ()), write, width=width)
