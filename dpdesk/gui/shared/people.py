"""Below a table: what its rough margins rest on; and, until it is said, the question how many people there are."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.documents import expect_people
from dpdesk.gui.desk.trees import Tree, get
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, label, named, row, show_if


def several_rows(dictionary: Tree) -> bool:
    """Whether several rows of a unit may be counted."""
    unit = dictionary.get("unit") or {}
    return unit.get("kind") == "id" and unit.get("max_rows") != 1


def counts_rows(dictionary: Tree) -> bool:
    """Whether tables count rows of which a unit has several; where some may be of whole units, nothing is said."""
    return several_rows(dictionary) and all(one.get("kind") != "members" for one in dictionary.get("variables", ()))


class ExpectedPeople(QWidget):
    """A sentence and a field: without a size the margins of medians, means and percentages cannot be told."""

    def __init__(self, desk: Desk, parent: QWidget | None = None, *, stacked: bool = False) -> None:
        """`stacked`: the question stands below the sentence, not beside it."""
        super().__init__(parent)
        self._desk = desk
        self.words = label("", "caption")
        self._ask = label(wrap=False)
        self.field = NumberField(whole=True)
        self.field.setMaximumWidth(104)
        self._ask.setBuddy(self.field)
        self.field.edited.connect(self._on_people)
        whole, question = (column(self) if stacked else row(self)), row()
        whole.addWidget(self.words, 1)
        question.addWidget(self._ask, 1)
        question.addWidget(self.field)
        whole.addLayout(question)
        self.hide()

    def show_rough(self, sentence: str, *, asked: bool, known: bool) -> None:
        """Show what rough margins rest on, empty where nobody has said how many people there are, and the question."""
        if counts_rows(self._desk.dictionary):
            said = self.tr("size?: how wrong these will be depends on how many rows there are. Say it to see it.")
            question = self.tr("&About how many rows?")
        else:
            said = self.tr("size?: how wrong these will be depends on how many people there are. Say it to see it.")
            question = self.tr("&About how many people?")
        self.words.setText(sentence or said)
        self._ask.setText(question)
        named(
            self.field,
            question.replace("&", ""),
            self.tr("A public figure, such as last year's number; never one from this file. It decides no number."),
        )
        total = get(self._desk.plan, ["reference", "total"], None)
        self.field.set_value(None if total is None else str(total))
        for widget in (self._ask, self.field):
            show_if(widget, asked)
        show_if(self, known)

    def _on_people(self, text: str) -> None:
        desk = self._desk
        if int(text) > 0:
            edited = expect_people(desk.plan, int(text), self.tr("Public planning figures"), desk.language)
            desk.edit_plan(self.tr("planning figures"), edited, merge="reference-total")
