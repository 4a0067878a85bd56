"""Combinations of codes that a public rule excludes, and columns named like survey weights: two tools."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.gui.desk.trees import drop, put, put_text, shown
from dpdesk.gui.dictionary.editor.fields import Editing
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.lists import members_text, parse_members
from dpdesk.gui.dictionary.edits.variables import variables
from dpdesk.gui.dictionary.tools.tool import Tool
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import column, label, named, splitter
from dpdesk.gui.shared.weights import answer_weights, weight_answers, weight_questions


class ImpossibleTool(Tool):
    """Rules at the top, the conditions of the chosen one below."""

    edited = Signal(object, str)

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.head(
            self.tr("Impossible combinations"),
            self.tr(
                "A public rule may exclude combinations: nobody under 16 is married. Such cells carry no noise; a "
                "row that contradicts a rule is left out."
            ),
            "",
        )
        split = splitter(Qt.Orientation.Vertical)
        self.rules = RecordsTable(
            self.tr("Rules"),
            [
                Field(
                    self.tr("Reason, for readers"),
                    lambda one: str(one.get("reason", {}).get(editing.language, "")),
                    lambda one, text: put_text(one, ["reason"], text, editing.language),
                    lambda one: shown(one.get("reason"), editing.language),
                    width=280,
                ),
                Field(self.tr("Excludes"), self._in_words, width=280),
            ],
            new=lambda _: {"when": {}, "reason": {editing.language: self.tr("Excluded by a public rule.")}},
        )
        self.conditions = RecordsTable(self.tr("Conditions that cannot hold together"), [], new=self._new_condition)
        lower = QWidget()
        inner = column(lower)
        inner.addWidget(label(self.tr("These cannot hold together"), "heading"))
        inner.addWidget(self.conditions, 1)
        split.addWidget(self.rules)
        split.addWidget(lower)
        self.body.addWidget(split, 1)
        self.rules.edited.connect(self._put_rules)
        self.rules.refused.connect(self.problem.setText)
        self.rules.view.selectionModel().currentRowChanged.connect(lambda *_: self._show_conditions(another=True))
        self.conditions.edited.connect(self._put_conditions)
        self.conditions.refused.connect(self.problem.setText)

    def _in_words(self, rule: Record) -> str:
        return " + ".join(f"{name}: {members_text(wanted)}" for name, wanted in rule.get("when", {}).items())

    def _with_codes(self) -> list[str]:
        return [
            str(variable.get("name"))
            for variable in variables(self.editing.dictionary)
            if variable.get("kind") != "quantity"
        ]

    def _new_condition(self, rows: Sequence[Record]) -> Record:
        used = {row["variable"] for row in rows}
        free = [name for name in self._with_codes() if name not in used]
        return {"variable": free[0] if free else "", "codes": []}

    def _chosen(self) -> int:
        current = self.rules.view.currentIndex()
        at = self.rules.model.place(current.row()) if current.isValid() else 0
        return min(at, len(self.rules.model.records) - 1)

    def start(self) -> None:
        """Begin with the rules as they are, at the chosen one or the first."""
        self.problem.setText("")
        self.refresh()
        if self.rules.model.rowCount() and not self.rules.view.currentIndex().isValid():
            self.rules.choose(0)
        self.rules.view.setFocus()

    def refresh(self) -> None:
        """Show the rules as they are now."""
        self.rules.show_records(self.editing.dictionary.get("impossible") or [])
        self._show_conditions(another=False)

    def _show_conditions(self, *, another: bool) -> None:
        at = self._chosen()
        choices = tuple((name, name) for name in self._with_codes())
        self.conditions.setEnabled(at >= 0)
        if self.conditions.model.fields[:1] == () or self.conditions.model.fields[0].choices != choices:
            self.conditions.model.set_fields(
                [
                    Field(
                        self.tr("Variable"),
                        lambda one: str(one["variable"]),
                        lambda one, text: {**one, "variable": text, "codes": []},
                        choices=choices,
                        width=180,
                    ),
                    Field(
                        self.tr("Codes"),
                        lambda one: members_text(one["codes"]),
                        lambda one, text: {**one, "codes": parse_members(text)},
                        lambda _: self.tr("type codes such as 1; 2 or 0 … 15"),
                        width=280,
                    ),
                ]
            )
            self.conditions.view.fit()
        when = self.rules.model.records[at].get("when", {}) if at >= 0 else {}
        rows = [{"variable": name, "codes": wanted} for name, wanted in when.items()]
        if rows != list(self.conditions.model.records) or another:
            self.conditions.show_records(rows, another=True)

    def _put_rules(self, rules: list[Record], _: str) -> None:
        tree = self.editing.dictionary
        made = put(tree, ["impossible"], rules) if rules else drop(tree, ["impossible"])
        self.edited.emit(made, self.tr("Change impossible combinations"))

    def _put_conditions(self, rows: list[Record], _: str) -> None:
        at = self._chosen()
        if len({row["variable"] for row in rows}) != len(rows):
            self.problem.setText(self.tr("A variable stands in a rule once."))
            return
        self.problem.setText("")
        when: dict[str, Any] = {row["variable"]: row["codes"] for row in rows if row["variable"]}
        made = put(self.editing.dictionary, ["impossible", at, "when"], when)
        self.edited.emit(made, self.tr("Change an impossible combination"))


class WeightsTool(Tool):
    """What the columns are that are named like survey weights."""

    edited = Signal(object, str)

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.head(
            self.tr("Columns named like survey weights"),
            self.tr(
                "Tables count cases unless they are weighted. Say of each of these columns whether it is a survey "
                "weight, so that nobody takes cases for population figures. Choose lines, or answer for all."
            ),
            "",
        )
        self.model = RowsModel([self.tr("Column"), self.tr("What it is")], self)
        self.table = DataTable(self.tr("Columns named like survey weights"))
        self.table.setModel(self.model)
        self.table.setColumnWidth(0, 220)
        self.body.addWidget(self.table, 1)
        buttons = FlowLayout()
        for text, answer in (
            (self.tr("It is a survey weight: tables can be weighted by it"), "weight"),
            (self.tr("It is a survey weight: count cases, unweighted"), "ignored"),
            (self.tr("It is something else"), "not_a_weight"),
            (self.tr("Take the answer back"), ""),
        ):
            button = QPushButton(text)
            named(button, text)
            button.clicked.connect(lambda _=False, answer=answer: self.answer(answer))
            buttons.addWidget(button)
        self.body.addLayout(buttons)

    def start(self) -> None:
        """Begin with the columns and the answers as they are."""
        self.refresh()
        self.table.setFocus()

    def refresh(self) -> None:
        """Show the columns and the answers."""
        dictionary = self.editing.dictionary
        answers = weight_answers(dictionary)
        words = {
            "weight": self.tr("a survey weight: used as a quantity"),
            "ignored": self.tr("a survey weight: not used"),
            "not_a_weight": self.tr("something else"),
            "": self.tr("not answered yet"),
        }
        columns = weight_questions(dictionary, self.editing.columns())
        self.model.set_rows([(one, words.get(answers.get(one, ""), "")) for one in columns], keys=columns)

    def answer(self, answer: str) -> None:
        """Give the chosen columns an answer; all that have none yet, if none is chosen."""
        rows = {index.row() for index in self.table.selectionModel().selectedIndexes()}
        columns = [self.model.keys[row] for row in sorted(rows)] or list(self.model.keys)
        self.edited.emit(
            answer_weights(self.editing.dictionary, columns, answer), self.tr("Answer for columns named like weights")
        )
