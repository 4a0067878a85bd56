"""What combinations and recodes consist of: inputs, codes and rules; groups. Parts of the variable's editor."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QWidget

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.dictionary.editor.codes import WithCodes, members_field
from dpdesk.gui.dictionary.editor.fields import Editing, FateField, TextLine
from dpdesk.gui.dictionary.editor.part import Part, label_field
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.codes import put_inputs
from dpdesk.gui.dictionary.edits.lists import list_text, members_text, parse_list, parse_members
from dpdesk.gui.dictionary.edits.variables import names
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, grid, label, row
from dpdesk.gui.kit.theme import UNIT


class CombinationCodesPart(WithCodes):
    """The codes of a combination."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        self.table = RecordsTable(
            self.tr("Codes"), [self.code_field(), label_field(editing, self.tr("Label"))], new=self.fresh
        )
        self.table.edited.connect(self.codes_edited)
        self.table.refused.connect(editing.refuse)
        layout.addWidget(self.table, 1)

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show the codes."""
        self.table.show_records(record.get("codes", []), another=another)


class RulesPart(Part):
    """The inputs of a combination and its rules, the first that holds deciding."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        form = grid()
        form.setColumnStretch(1, 1)
        self.columns, self.inputs = TextLine(), TextLine()
        for line, text, field, description in (
            (0, self.tr("Co&lumns it combines"), self.columns, self.tr("Columns with semicolons between them.")),
            (1, self.tr("&Variables it combines"), self.inputs, self.tr("Variables with semicolons between them.")),
        ):
            shown = label(text, wrap=False)
            shown.setBuddy(field)
            field.setAccessibleName(text.replace("&", ""))
            field.setAccessibleDescription(description)
            field.setToolTip(description)
            form.addWidget(shown, line, 0)
            form.addWidget(field, line, 1)
            field.editingFinished.connect(self._put_inputs)
        layout.addLayout(form)
        self.table = RecordsTable(self.tr("Rules"), [], new=self._new_rule)
        self.table.edited.connect(lambda rules, text: self.put(["rules"], rules, text))
        self.table.refused.connect(editing.refuse)
        layout.addWidget(self.table, 1)
        self.fate = FateField(
            self.tr("Rows for which no rule holds"),
            [("nowhere", self.tr("are left out"))],
            code=self.tr("count as the code"),
        )
        self.fate.picked.connect(lambda fate: self.put(["otherwise"], fate, self.tr("Change what other rows become")))
        below = row()
        other = label(self.tr("&Rows for which no rule holds"), wrap=False)
        other.setBuddy(self.fate.choice)
        below.addWidget(other)
        below.addWidget(self.fate)
        below.addStretch(1)
        layout.addLayout(below)
        self._shown: tuple[object, ...] = ()

    def _new_rule(self, rules: Sequence[Record]) -> Record:
        codes = self.editing.record.get("codes") or [{}]
        return {"when": {}, "then": str(codes[0].get("code", ""))}

    def _put_inputs(self) -> None:
        record = self.editing.record
        try:
            columns, inputs = parse_list(self.columns.text()), parse_list(self.inputs.text())
        except BadInput as problem:
            self.editing.refuse(sentence_of(problem))
            return
        unknown = [name for name in inputs if name not in names(self.editing.dictionary)]
        if unknown:
            self.editing.refuse(self.tr("There is no variable named '{name}'.").format(name=unknown[0]))
            return
        if (columns, inputs) != (list(record.get("columns", ())), list(record.get("variables", ()))):
            self.editing.edit(self.tr("Change what is combined"), put_inputs(record, columns, inputs))

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show the inputs and the rules."""
        columns, inputs = list(record.get("columns", ())), list(record.get("variables", ()))
        for field, members in ((self.columns, columns), (self.inputs, inputs)):
            if another or not field.hasFocus():
                field.show_text(list_text(members))
        codes = tuple(
            (str(one.get("code", "")), str(one.get("code", "")))
            for one in [*record.get("codes", ()), *record.get("missing", ())]
        )
        if (columns, inputs, codes) != self._shown or another:
            self._shown = (columns, inputs, codes)
            fields = [
                Field(
                    name,
                    partial(_condition, name),
                    partial(_put_condition, name),
                    lambda _: self.tr("any"),
                    width=max(80, min(150, 9 * len(name) + 24)),
                )
                for name in [*columns, *inputs]
            ]
            then = Field(
                self.tr("becomes the code"),
                lambda one: str(one.get("then", "")),
                lambda one, text: {**one, "then": text},
                choices=codes if len(codes) <= 200 else (),
                width=150,
            )
            self.table.model.set_fields([*fields, then])
            self.table.view.fit()
        self.table.show_records(record.get("rules", []), another=another)
        self.fate.show_fate(record.get("otherwise"))
        self.fate.offer_codes([code for code, _ in codes])


def _condition(name: str, rule: Record) -> str:
    return members_text(rule.get("when", {}).get(name))


def _put_condition(name: str, rule: Record, text: str) -> Record:
    when = {key: value for key, value in rule.get("when", {}).items() if key != name}
    if text:
        when[name] = parse_members(text)
    return {**rule, "when": when}


class GroupsPart(WithCodes):
    """The groups of a recode."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        above = row()
        self.of = Choice(preset=True)
        shown = label(self.tr("&Groups codes of"), wrap=False)
        shown.setBuddy(self.of)
        self.of.setAccessibleName(self.tr("Groups codes of"))
        self.of.setAccessibleDescription(self.tr("The variable whose codes are put into groups."))
        self.of.chosen.connect(lambda name: self.put(["of"], name, self.tr("Group another variable")))
        above.addWidget(shown)
        above.addWidget(self.of, 1)
        layout.addLayout(above)
        self.table = RecordsTable(
            self.tr("Groups"),
            [self.code_field(), label_field(editing, self.tr("Label"), 190), members_field(self.tr("Codes in it"))],
            new=lambda records: {**self.fresh(records), "members": []},
        )
        self.table.edited.connect(self.codes_edited)
        self.table.refused.connect(editing.refuse)
        layout.addWidget(self.table, 1)
        self.fate = FateField(
            self.tr("Codes in no group"),
            [("none", self.tr("must not be left")), ("nowhere", self.tr("are left out"))],
            code=self.tr("count as the code"),
        )
        self.fate.picked.connect(
            lambda fate: self.put(
                ["otherwise"], None if fate == "none" else fate, self.tr("Change what other codes become")
            )
        )
        below = row()
        other = label(self.tr("&Codes in no group"), wrap=False)
        other.setBuddy(self.fate.choice)
        below.addWidget(other)
        below.addWidget(self.fate)
        below.addStretch(1)
        layout.addLayout(below)

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show a recode."""
        others = [name for name in names(self.editing.dictionary) if name and name != record.get("name")]
        self.of.set_options([(name, name) for name in others])
        self.of.set_value(str(record.get("of", "")))
        self.table.show_records(record.get("codes", []), another=another)
        self.fate.show_fate(record.get("otherwise", "none"))
        self.fate.offer_codes([str(one.get("code")) for one in record.get("codes", ())])
