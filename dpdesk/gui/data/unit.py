"""The first question: whose privacy? Persons, households or others, with one row each or several under one id."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from dpdesk.gui.data.over_cap import OverCap
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.answers import Answers
from dpdesk.gui.kit.choice import Choice, ColumnChoice
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, label, named, set_role, show_if
from dpdesk.gui.kit.theme import UNIT


class UnitQuestion(QWidget):
    """Emits `unit_edited` (field of the unit, value or None) and `words_edited`."""

    unit_edited = Signal(str, object)
    words_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.describes = Answers(
            [
                ("person", self.tr("Each person")),
                ("household", self.tr("Each household")),
                ("other", self.tr("Something else:")),
            ],
            self,
        )
        self.words = QLineEdit()
        self.words.setMaxLength(200)
        self.words.setMinimumWidth(200)
        self.words.setPlaceholderText(self.tr("one hospital stay"))
        self.kind = Answers(
            [("row", self.tr("One row each")), ("id", self.tr("Several rows, those with the same"))], self
        )
        self.column = ColumnChoice(self.tr("column…"))
        self.most = NumberField(whole=True)
        self.most.setMaximumWidth(72)
        self.without = Choice((), self.tr("choose…"))
        named(self.words, self.tr("The unit in own words"), self.tr("What is protected, with “one” before it."))
        named(self.column, self.tr("Column of the identifier"), self.tr("Rows with the same value belong together."))
        named(self.most, self.tr("Most rows of a unit"), self.tr("Of each, at most so many rows are counted."))
        named(self.without, self.tr("Rows without an identifier"), self.tr("What becomes of rows with an empty one."))
        self.over_cap = OverCap()
        who, rows, cap, empty = FlowLayout(), FlowLayout(), FlowLayout(), FlowLayout()
        for widget in (*self.describes.buttons, self.words):
            who.addWidget(widget)
        for one in (*self.kind.buttons, self.column):
            rows.addWidget(one)
        weighing = label(
            self.tr(
                "The larger this number, the more noise the tables get; the smaller, the more rows are left out, "
                "chosen by a secret key."
            ),
            "caption",
        )
        self._id_pieces: list[QWidget] = [self.column, weighing, self.over_cap]  # hidden while there is no identifier
        self._piece(cap, self.tr("Of each, at most"), self.most, self.tr("rows are counted"))
        self._piece(empty, self.tr("Rows with nothing in that column"), self.without)
        self.problem = label("", "problem")
        self.remark = label("", "caption")
        layout = column(self, spacing=UNIT)
        for line in (who, rows, cap):
            layout.addLayout(line)
        layout.addWidget(weighing)
        layout.addLayout(empty)
        layout.addWidget(self.over_cap)  # what opens there moves no field
        layout.addWidget(self.problem)
        layout.addWidget(self.remark)
        self.describes.chosen.connect(lambda value: self.unit_edited.emit("describes", value))
        self.words.textEdited.connect(lambda text: self.words_edited.emit(text.strip()))
        self.kind.chosen.connect(lambda value: self.unit_edited.emit("kind", value))
        self.column.chosen.connect(self._on_column)
        self.most.textEdited.connect(lambda _: self.unit_edited.emit("max_rows", self._most()))
        self.without.chosen.connect(lambda value: self.unit_edited.emit("rows_without_id", value))

    def _on_column(self, text: str) -> None:
        self.unit_edited.emit("column", text or None)
        if text and not self.most.text().strip():
            self.most.setFocus(Qt.FocusReason.OtherFocusReason)  # how many rows, is the next thing to say

    def _piece(self, flow: FlowLayout, before: str, widget: QWidget, after: str = "") -> None:
        self._id_pieces += flow.add_gap(label(before, wrap=False), widget, label(after, wrap=False) if after else None)

    def _most(self) -> int | None:
        return self.most.whole_from_one(1_000_000)

    def show_unit(self, unit: Tree, neighbours: str | None, language: str, columns: tuple[str, ...]) -> None:
        """Show what the dictionary says; what is being typed is not replaced by an equal value."""
        self.describes.set_value(unit.get("describes"))
        show_if(self.words, unit.get("describes") == "other")
        words = shown(unit.get("label"), language)
        if words != self.words.text().strip():
            self.words.setText(words)
            self.words.setCursorPosition(0)
        self.kind.set_value(unit.get("kind"))
        by_id = unit.get("kind") == "id"
        for widget in self._id_pieces:
            show_if(widget, by_id)
        self.column.set_columns(columns)
        self.column.set_value(unit.get("column", ""))
        most = unit.get("max_rows")
        if most is not None:
            self.most.set_value(str(most))
        elif self._most() is not None:
            self.most.set_value(None)
        wrong = bool(self.most.text().strip()) and self._most() is None
        set_role(self.most, "invalid", wrong)
        choices = [("refuse", self.tr("stop the release")), ("drop", self.tr("are left out"))]
        if neighbours == "add_remove" or unit.get("rows_without_id") == "own_unit":
            choices.append(("own_unit", self.tr("count as one each")))
        self.without.set_options(choices)
        self.without.set_value(unit.get("rows_without_id"))
        missing = by_id and bool(columns) and unit.get("column") is not None and unit["column"] not in columns
        problem = ""
        if wrong:
            problem = self.tr("The most rows of a unit must be a whole number from 1 to 1,000,000.")
        elif missing:
            problem = self.tr("The file has no column of that name.")
        remark = self._remark(unit)
        for line, text in ((self.problem, problem), (self.remark, remark)):
            line.setText(text)
            show_if(line, bool(text))
        self.updateGeometry()

    def _remark(self, unit: Tree) -> str:
        said = []
        said += {
            "refuse": [self.tr("A file with a row that has no identifier is not released.")],
            "drop": [self.tr("Rows without an identifier are in no table.")],
            "own_unit": [self.tr("Each row without an identifier is protected by itself.")],
        }.get(unit.get("rows_without_id", ""), [])
        if unit.get("kind") == "row" and unit.get("describes") == "person":
            said.append(self.tr("Choose this only if nobody has two rows in the file."))
        elif unit.get("kind") == "row" and unit.get("describes") == "household":
            said.append(self.tr("Choose this only if no household has two rows in the file."))
        return " ".join(said)

    def lock(self, locked: bool) -> None:
        """Whether the account fixes the terms, so that nothing here can be changed."""
        self.describes.set_enabled(not locked)
        self.kind.set_enabled(not locked)
        for widget in (self.words, self.column, self.most, self.without):
            widget.setEnabled(not locked)
