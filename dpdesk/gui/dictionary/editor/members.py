"""What the rows of a unit make up together: the rule, and which of its members are meant. A part of the editor."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from dpdesk.gui.desk.trees import Tree, drop
from dpdesk.gui.dictionary.editor.fields import Editing, TextLine, pair
from dpdesk.gui.dictionary.editor.part import Part
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.lists import members_text, parse_members
from dpdesk.gui.dictionary.edits.variables import TAKES, of_rows
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.text import column, grid, label
from dpdesk.gui.kit.theme import UNIT


class MembersPart(Part):
    """The rule of a variable of a whole unit."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        layout.addWidget(
            label(
                self.tr(
                    "Made of all rows of a unit (a household), as far as its cap keeps them. Tables of it count units."
                )
            )
        )
        form = grid()
        form.setColumnStretch(1, 3)
        form.setColumnStretch(3, 2)
        self.take, self.of = Choice(preset=True), Choice(preset=True)
        self.most, self.nobody = TextLine(), TextLine()
        self.take.set_options(
            (
                ("count", self.tr("how many members, as codes")),
                ("number", self.tr("how many members, to be summed")),
                ("first", self.tr("the first code among the members")),
                ("last", self.tr("the last code among the members")),
            )
        )
        pair(form, 0, 0, self.tr("What is &taken"), self.take, self.tr("What a unit's rows make up together."))
        self._most_label = pair(
            form,
            0,
            1,
            self.tr("Hi&ghest number"),
            self.most,
            self.tr("The last code, which says “or more”; the cap on the rows of a unit if left empty."),
        )
        self._of_label = pair(
            form, 1, 0, self.tr("&Of the variable"), self.of, self.tr("Its codes, in the order of its code list.")
        )
        self._nobody_label = pair(
            form,
            1,
            1,
            self.tr("Code &if nobody is meant"),
            self.nobody,
            self.tr("The code of a unit without such a member, or without a code among them."),
        )
        layout.addLayout(form)
        self.table = RecordsTable(self.tr("Only members with these codes"), [], new=self._new_condition)
        layout.addWidget(self.table, 1)
        self.take.chosen.connect(self._put_take)
        self.of.chosen.connect(lambda name: self.put(["of"], name, self.tr("Take another variable")))
        self.most.editingFinished.connect(self._put_most)
        self.nobody.editingFinished.connect(self._put_nobody)
        self.table.edited.connect(self._put_conditions)
        self.table.refused.connect(editing.refuse)

    def _put_take(self, take: str) -> None:
        record = self.editing.record
        foreign = ("most",) if take in ("first", "last") else ("of", "nobody") + (("most",) if take == "number" else ())
        for field in foreign:
            record = drop(record, [field]) if field in record else record
        self.editing.edit(self.tr("Take something else of the members"), {**record, "take": take})

    def _put_most(self) -> None:
        text = self.most.text().strip()
        if text and not text.isdecimal():
            self.editing.refuse(self.tr("The highest number is a whole number, such as 6."))
            return
        most = int(text) if text else None
        if most != self.editing.record.get("most"):
            self.put(["most"], most, self.tr("Change the highest number"))

    def _put_nobody(self) -> None:
        code = self.nobody.text().strip()
        present = self.editing.record.get("nobody") or {}
        if code != present.get("code", ""):
            made = {"kind": "not_applicable", **present, "code": code} if code else None
            self.put(["nobody"], made, self.tr("Change the code for nobody"))

    def _new_condition(self, records: Sequence[Record]) -> Record:
        taken = {one["variable"] for one in records}
        free = [name for name in of_rows(self.editing.dictionary) if name not in taken]
        return {"variable": free[0] if free else "", "codes": []}

    def _put_conditions(self, records: Sequence[Record], text: str) -> None:
        where = {one["variable"]: one["codes"] for one in records}
        if len(where) < len(records):
            self.editing.refuse(self.tr("Each variable has one line, with all its codes."))
            return
        self.put(["where"], where or None, text)

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show the fields that the rule has; one being typed into keeps its text, unless it is `another` rule."""
        take = str(record.get("take", ""))
        self.take.set_value(take)
        others = [(name, name) for name in of_rows(self.editing.dictionary)]
        self.of.set_options(others)
        self.of.set_value(str(record.get("of", "")))
        taken = take in TAKES
        for widget in (self.of, self._of_label, self.nobody, self._nobody_label):
            widget.setVisible(taken)
        for widget in (self.most, self._most_label):
            widget.setVisible(take == "count")
        if another or not self.most.hasFocus():
            self.most.show_text(str(record.get("most", "")))
        if another or not self.nobody.hasFocus():
            self.nobody.show_text(str((record.get("nobody") or {}).get("code", "")))
        variable = Field(
            self.tr("Variable"),
            lambda one: str(one.get("variable", "")),
            lambda one, text: {**one, "variable": text},
            choices=tuple(others),
            width=200,
        )
        codes = Field(
            self.tr("Codes"),
            lambda one: members_text(one.get("codes")),
            lambda one, text: {**one, "codes": parse_members(text)},
            width=300,
        )
        self.table.model.set_fields([variable, codes])
        where = record.get("where") or {}
        self.table.show_records([{"variable": name, "codes": own} for name, own in where.items()], another=another)
