"""The code list of a category, and the missing codes of any variable: two parts of the variable's editor.

What a category has in common with other variables that have codes of their own is `WithCodes`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QCheckBox, QFileDialog, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.dictionary.editor.fields import Editing, FateField
from dpdesk.gui.dictionary.editor.part import Part, label_field, list_field, numbers_field, text_field
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.codes import codes_pasted, fresh_code, new_missing, put_code, put_missing
from dpdesk.gui.dictionary.edits.lists import members_text, parse_members
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT


class WithCodes(Part):
    """A table of codes; what refers to a code that is renamed follows it."""

    table: RecordsTable
    _renamed: tuple[str, str] | None = None

    def code_field(self) -> Field:
        """The column of codes, which remembers the one that is renamed until `codes_edited` takes it."""
        return Field(self.tr("Code"), lambda one: str(one.get("code", "")), self._put_code, width=110)

    def _put_code(self, record: Record, code: str) -> Record:
        made = put_code(self.table.model.records, record, code)
        self._renamed = (str(record.get("code", "")), code)
        return made

    def codes_edited(self, records: list[Record], text: str) -> None:
        """Put other codes into the record, and the new name of one that was renamed wherever the old one stood."""
        renamed, self._renamed = self._renamed, None
        made = {**self.editing.record, "codes": records}
        if renamed is not None:
            self.editing.edit_code(text, made, *renamed)
        else:
            self.editing.edit(text, made)

    def fresh(self, records: Sequence[Record]) -> Record:
        """The record of a new code, which is none of these and no missing code."""
        return {"code": fresh_code([*records, *self.editing.record.get("missing", ())])}


class CodesPart(WithCodes):
    """The codes of a category, whether they are ordered, and what happens to any other cell."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        spelling = list_field(
            self.tr("Values in the file"), "texts", hint=lambda one: str(one.get("code", "")), width=180
        )
        self.table = RecordsTable(
            self.tr("Codes"),
            [self.code_field(), label_field(editing, self.tr("Label")), spelling],
            new=self.fresh,
            paste=lambda records, lines, place: codes_pasted(records, lines, place, editing.language, {}),
        )
        self.table.add_tool(
            self.tr("Import…"),
            self.tr("Import code list…"),
            self.tr("Read codes and labels from a CSV file with the columns code and label."),
            self.ask_import,
        )
        self.table.edited.connect(self.codes_edited)
        self.table.refused.connect(editing.refuse)
        self.ordered = QCheckBox(self.tr("The codes have an &order"))
        self.ordered.clicked.connect(self._order)
        self.fate = FateField(
            self.tr("Any other value"),
            [("nowhere", self.tr("is left out"))],
            code=self.tr("counts as the code"),
        )
        self.fate.picked.connect(lambda fate: self.put(["otherwise"], fate, self.tr("Change what other values become")))
        named(self.ordered, self.tr("The codes have an order"), self.tr("Medians and intervals can be counted."))
        below = row()
        below.addWidget(self.ordered)
        below.addSpacing(UNIT * 2)
        other = label(self.tr("&Any other value"), wrap=False)
        other.setBuddy(self.fate.choice)
        below.addWidget(other)
        below.addWidget(self.fate)
        below.addStretch(1)
        self.file = label("", "caption")
        layout.addWidget(self.file)
        layout.addWidget(self.table, 1)
        layout.addLayout(below)

    def _order(self, on: bool) -> None:
        self.put(["ordered"], True if on else None, self.tr("Change the order of codes"))

    def ask_import(self) -> None:
        """Ask for a CSV file and take its codes."""
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Import a code list"), "", self.tr("Code lists") + " (*.csv *.tsv *.txt)"
        )
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        """Replace the codes by those of a CSV file; cells that mean a code stay where the code does."""
        from dpdesk.schema.file.codefiles import read_code_list

        try:
            rows = read_code_list(path)
        except DpdeskError as problem:
            self.editing.refuse(sentence_of(problem))
            return
        record = self.editing.record
        present = record.get("codes")
        known = {one.get("code"): one for one in present} if isinstance(present, list) else {}
        rows = [
            {**one, "texts": known[one["code"]]["texts"]} if "texts" in known.get(one["code"], {}) else one
            for one in rows
        ]
        public: Tree = {"how": "imported", "source": {self.editing.language: path.name}}
        self.editing.edit(self.tr("Import a code list"), {**record, "codes": rows, "public": public})

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show a category."""
        codes = record.get("codes")
        in_file = isinstance(codes, dict)
        self.file.setVisible(in_file)
        if isinstance(codes, dict):
            self.file.setText(self.tr("The codes stand in the file {name}.").format(name=codes.get("file", "")))
        self.table.model.editable = not in_file
        rows = codes if isinstance(codes, list) else []
        self.table.show_records(rows, another=another)
        if self.ordered.isChecked() != bool(record.get("ordered")):
            self.ordered.setChecked(bool(record.get("ordered")))
        self.fate.show_fate(record.get("otherwise"))
        self.fate.offer_codes([str(one.get("code")) for one in [*rows[:2000], *record.get("missing", ())]])


class MissingPart(Part):
    """The codes for cells that state no value; of a quantity the cells alone."""

    def __init__(self, editing: Editing, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        caption = {
            "quantity": self.tr("Cells that state no amount. They add nothing to a sum and are left out of a mean."),
            "combination": self.tr("Codes for rows that state no value; rules lead to them."),
            "recode": self.tr("Groups of codes that state no value."),
        }.get(kind, self.tr("Codes for cells that state no value. They stand last in a table and can be hidden."))
        layout.addWidget(label(caption, "caption"))
        kinds = (("not_stated", self.tr("not stated")), ("not_applicable", self.tr("not applicable")))
        meaning = Field(
            self.tr("Meaning"),
            lambda one: str(one.get("kind", "")),
            lambda one, text: {**one, "kind": text},
            choices=kinds,
            width=120,
        )
        fields = [meaning]
        if kind != "quantity":
            fields = [text_field(self.tr("Code"), "code", 90), meaning, label_field(editing, self.tr("Label"), 170)]
        if kind in ("category", "number", "quantity"):
            fields.append(list_field(self.tr("Values in the file"), "texts", 150))
        if kind in ("number", "quantity"):
            fields.append(numbers_field(self.tr("Numbers in the file")))
        if kind == "recode":
            fields.append(members_field(self.tr("Codes in it")))
        self.table = RecordsTable(
            self.tr("Missing codes"), fields, new=lambda records: new_missing(editing.record, records)
        )
        self.table.edited.connect(self._edited)
        self.table.refused.connect(editing.refuse)
        layout.addWidget(self.table, 1)

    def _edited(self, records: list[Record], text: str) -> None:
        self.editing.edit(text, put_missing(self.editing.record, records))

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show the missing codes."""
        self.table.show_records(record.get("missing", []), another=another)


def members_field(heading: str, width: int = 220) -> Field:
    """The codes of a group: a list, or a range."""
    return Field(
        heading,
        lambda one: members_text(one.get("members")),
        lambda one, text: {**one, "members": parse_members(text)},
        width=width,
    )
