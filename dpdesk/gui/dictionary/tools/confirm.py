"""Confirming that what was read from the data is public knowledge, and starting a variable by hand: two tools."""

from __future__ import annotations

from PySide6.QtCore import Signal

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.dictionary.editor.fields import ColumnBox, Editing, TextLine
from dpdesk.gui.dictionary.editor.public import today
from dpdesk.gui.dictionary.edits.variables import (
    KINDS,
    confirm_variables,
    names,
    new_variable,
    title_of,
    unconfirmed,
    variables,
)
from dpdesk.gui.dictionary.tools.tool import Tool
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.table import RemarksTable
from dpdesk.gui.kit.text import field, form, row
from dpdesk.gui.kit.words import bound_text

_MOST_CODES = 40
"""So many codes are listed, so that they can be looked through; of more variables have their own pages."""


class ConfirmTool(Tool):
    """One name, one step, all variables that were read from the data."""

    confirmed = Signal(object, str)

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.head(
            self.tr("Confirm what was read from the data"),
            self.tr(
                "These codes and bounds were read from the confidential data. Publishing them is a disclosure in "
                "itself unless they are public knowledge anyway. Look through them; then say who confirms it. The "
                "name and today's date are kept in the dictionary."
            ),
            self.tr("Confirm them all"),
        )
        self.model = RowsModel([self.tr("Variable"), self.tr("What was read")], self)
        self.table = RemarksTable(self.tr("Read from the data"))
        self.table.setModel(self.model)
        lines, signed = form(), row()
        self.by = TextLine()
        field(lines, self.tr("&Confirmed by"), self.by, self.tr("An office or a role, such as Census methods unit."))
        self.by.returnPressed.connect(self.apply)
        self.body.addWidget(self.table, 1)
        signed.addLayout(lines, 1)
        signed.addWidget(self.button)  # beside the name, and not where the button that led here was
        self.body.addLayout(signed)

    def start(self) -> None:
        """Show what waits."""
        self.refresh()
        self.problem.setText("")
        if not self.by.text():
            marks = (one.get("public") or {} for one in variables(self.editing.dictionary))
            self.by.setText(next((str(mark["confirmed_by"]) for mark in marks if mark.get("confirmed_by")), ""))
        self.by.setFocus()
        self.by.selectAll()  # whoever confirmed before is typed over

    def refresh(self) -> None:
        """Show what still waits."""
        dictionary, language = self.editing.dictionary, self.editing.language
        waiting = [variables(dictionary)[at] for at in unconfirmed(dictionary)]
        self.model.set_rows([(title_of(one, language), self._read(one, language)) for one in waiting])
        self.button.setEnabled(bool(waiting))

    def _read(self, record: Tree, language: str) -> str:
        codes = record.get("codes")
        if isinstance(codes, list):
            found = ", ".join(str(one.get("code")) for one in codes[:_MOST_CODES])
            listed = self.tr("1 code: {codes}") if len(codes) == 1 else self.tr("{n} codes: {codes}")
            return listed.format(n=len(codes), codes=found + (", …" if len(codes) > _MOST_CODES else ""))
        bins = record.get("bins")
        if isinstance(bins, dict):
            low, high = bins.get("first", bins.get("lower")), bins.get("last", bins.get("upper"))
            said = self.tr("numbers from {low} to {high}").format(low=bound_text(low), high=bound_text(high))
            coded = [str(number) for one in record.get("missing", ()) for number in one.get("numbers") or ()]
            if coded:
                said += self.tr("; as missing: {numbers}").format(numbers=", ".join(coded))
            return said
        low, high = bound_text(record.get("lower")), bound_text(record.get("upper"))
        return self.tr("amounts from {low} to {high}").format(low=low, high=high)

    def apply(self) -> None:
        """Confirm all variables under the name that was typed, or say what is wrong."""
        dictionary = self.editing.dictionary
        try:
            made = confirm_variables(dictionary, unconfirmed(dictionary), self.by.text(), today())
        except DpdeskError as problem:
            self.problem.setText(sentence_of(problem))
            self.by.setFocus()
            return
        self.confirmed.emit(made, self.tr("Confirm all variables"))


class NewTool(Tool):
    """A variable by hand: its type, what it is made of, its label."""

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.head(
            self.tr("New variable"),
            self.tr("Describe a variable by hand, from what is public about it. The data are not read."),
            self.tr("Add the variable"),
        )
        words = {
            "category": self.tr("category: a column of codes"),
            "number": self.tr("number: a column of numbers, counted in bins"),
            "quantity": self.tr("quantity: a column of amounts, to be summed"),
            "combination": self.tr("combination: several columns, one code"),
            "recode": self.tr("groups: codes of another variable put together"),
            "members": self.tr("of the whole unit: made of all its rows, such as its size"),
        }
        lines = form()
        self.kind = Choice([(kind, words[kind]) for kind in KINDS], preset=True)
        self.column_box, self.of, self.label = ColumnBox(), Choice(preset=True), TextLine()
        field(lines, self.tr("&Type"), self.kind)
        self._column_label = field(lines, self.tr("C&olumn"), self.column_box, self.tr("The column of the file."))
        self._of_label = field(lines, self.tr("&Variable"), self.of, self.tr("The variable whose codes are grouped."))
        field(lines, self.tr("&Label"), self.label, self.tr("The title in tables; the column's name if left empty."))
        self.label.returnPressed.connect(self.apply)
        self.kind.chosen.connect(lambda _: self._show_kind())
        self.body.addLayout(lines)
        self.body.addStretch(1)

    def choose(self, kind: str) -> None:
        """Begin with a type."""
        self.kind.set_value(kind)
        self._show_kind()

    def _show_kind(self) -> None:
        recode = self.kind.value() == "recode"
        self.of.setVisible(recode)
        self._of_label.setVisible(recode)
        with_column = self.kind.value() not in ("recode", "members")
        self.column_box.setVisible(with_column)
        self._column_label.setVisible(with_column)
        self._column_label.setText(
            self.tr("First c&olumn") if self.kind.value() == "combination" else self.tr("C&olumn")
        )

    def start(self) -> None:
        """Offer the columns and variables there are."""
        self.problem.setText("")
        self.column_box.set_columns(list(self.editing.columns()))
        self.of.set_options([(name, name) for name in names(self.editing.dictionary)])
        if self.of.currentIndex() < 0 and self.of.count():
            self.of.setCurrentIndex(0)
        self.label.clear()
        self._show_kind()
        first = {"recode": self.of, "members": self.label}
        first.get(self.kind.value() or "", self.column_box).setFocus()

    def apply(self) -> None:
        """Add the variable to the dictionary, or say what is missing."""
        kind = self.kind.value() or ""
        of = self.of.value() if kind == "recode" else self.column_box.currentText().strip()
        if kind == "members":
            of = ""
        elif not of:
            self.problem.setText(
                self.tr("Choose the variable whose codes are grouped.")
                if kind == "recode"
                else self.tr("Name the column it is read from.")
            )
            return
        record = new_variable(
            kind, self.label.text(), names(self.editing.dictionary), of=of, language=self.editing.language
        )
        self.made.emit([record], self.tr("New variable"))
