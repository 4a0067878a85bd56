"""Putting the codes or bins of a variable into groups: a tool that adds a recode."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton, QWidget

from dpdesk.errors import BadInput, DpdeskError
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.dictionary.editor.fields import Editing, TextLine
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.codes import groups_from_marks
from dpdesk.gui.dictionary.edits.lists import list_text, parse_list
from dpdesk.gui.dictionary.edits.variables import names, require_name, title_of
from dpdesk.gui.dictionary.tools.tool import Tool
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.number import NumberField, exact_text
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, field, form, label, named, row
from dpdesk.problems.problem import problem
from dpdesk.schema.editing.starting import free_name, friendly_id, group_codes

Codes = Sequence[tuple[str, str, bool]]
"""Code, label and whether it is a missing code, of each code of a variable."""


class GroupTool(Tool):
    """Numbers in groups of a width or at edges; codes in groups that are named beside them."""

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.head(self.tr("Group"), "", self.tr("Add the groups"))
        self._base: Tree = {}
        self._number = False
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._show_preview)
        self.body.addLayout(self._names())
        self.codes = self._codes()
        self.body.addWidget(self.codes, 1)
        self.preview = label("", "caption")
        self.body.addWidget(self.preview)
        self.body.addStretch(0)
        self.way.chosen.connect(lambda _: self._show_way())
        self.width_field.edited.connect(lambda _: self._soon.start())
        self.edges.textEdited.connect(lambda _: self._soon.start())
        for line in (self.label, self.name, self.width_field, self.edges):
            line.returnPressed.connect(self.apply)

    def _names(self) -> QFormLayout:
        """What the groups are called, and how numbers are grouped."""
        lines = form()
        self.label, self.name = TextLine(), TextLine()
        self.way = Choice(
            (
                ("width", self.tr("groups of equal width")),
                ("edges", self.tr("groups that begin at given numbers")),
            ),
            preset=True,
        )
        self.width_field = NumberField()
        self.width_field.setText("5")
        self.edges = QLineEdit()
        self.edges.setPlaceholderText("18; 25; 35; 45; 55; 65; 75")
        field(lines, self.tr("&Label"), self.label, self.tr("The title in tables."))
        field(lines, self.tr("&Name"), self.name, self.tr("A short name for tables and other variables."))
        self._of_number: list[QWidget] = [self.way, field(lines, self.tr("&How"), self.way)]
        self._of_width: list[QWidget] = [
            self.width_field,
            field(lines, self.tr("&Width"), self.width_field, self.tr("Five makes five-year groups of ages.")),
        ]
        self._of_edges: list[QWidget] = [
            self.edges,
            field(lines, self.tr("&Begin at"), self.edges, self.tr("Growing numbers with semicolons between them.")),
        ]
        return lines

    def _codes(self) -> QWidget:
        """The table in which codes are marked with their group."""
        codes = QWidget()
        inner = column(codes)
        self.table = RecordsTable(
            self.tr("Codes to group"),
            [
                Field(self.tr("Code"), lambda one: str(one["code"]), width=90),
                Field(self.tr("Label"), lambda one: str(one["label"]), width=200),
                Field(
                    self.tr("Group"),
                    lambda one: str(one.get("group", "")),
                    lambda one, text: {**one, "group": text},
                    width=140,
                ),
            ],
        )
        self.table.edited.connect(lambda rows, _: self._show_marks(rows))
        inner.addWidget(self.table, 1)
        marking = row()
        self.mark = TextLine()
        named(self.mark, self.tr("Group of the chosen lines"), self.tr("The label of the group."))
        self.mark.setPlaceholderText(self.tr("Label of a group"))
        put_in = QPushButton(self.tr("Put the chosen lines into this group"))
        named(put_in, put_in.text())
        put_in.clicked.connect(self.mark_chosen)
        self.mark.returnPressed.connect(self.mark_chosen)
        marking.addWidget(self.mark, 1)
        marking.addWidget(put_in)
        inner.addLayout(marking)
        rest = form()
        self.rest = Choice(
            (
                ("nowhere", self.tr("are left out")),
                ("keep", self.tr("stand for themselves")),
            ),
            preset=True,
        )
        field(rest, self.tr("&Codes in no group"), self.rest)
        self.rest.chosen.connect(lambda _: self._soon.start())
        inner.addLayout(rest)
        return codes

    def offer(self, record: Tree, codes: Codes) -> None:
        """Begin with a variable and its codes."""
        self._base = record
        language = self.editing.language
        title = title_of(record, language)
        self.title.setText(self.tr("Group ‘{label}’").format(label=title[:80]))
        self._number = record.get("kind") == "number"
        self.sentence.setText(
            self.tr("The number stays as it is; a new variable has its bins in groups.")
            if self._number
            else self.tr(
                "The variable stays as it is; a new one has its codes in groups. Type the label of a group beside each "
                "code, or choose lines and put them into one."
            )
        )
        for widget in self._of_number:
            widget.setVisible(self._number)
        self.codes.setVisible(not self._number)
        self.label.setText(self.tr("{label} in groups").format(label=title))
        self.label.setCursorPosition(0)
        self.name.setText(free_name(f"{record.get('name', '')}_groups", names(self.editing.dictionary)))
        if not self._number:
            rows = [{"code": code, "label": text} for code, text, missing in codes if not missing]
            self.table.show_records(rows, another=True)
        self._show_way()

    def start(self) -> None:
        """Begin anew: at the width of a number, or at the first code's group."""
        self.problem.setText("")
        if self._number:
            self.width_field.setFocus()
            self.width_field.selectAll()
        else:
            self.table.view.setFocus()
            self.table.choose(0, 2)

    def _show_way(self) -> None:
        for widgets, way in ((self._of_width, "width"), (self._of_edges, "edges")):
            for widget in widgets:
                widget.setVisible(self._number and self.way.value() == way)
        self._soon.start()

    def _show_marks(self, rows: Sequence[Record]) -> None:
        self.table.show_records(rows)
        self._soon.start()

    def mark_chosen(self) -> None:
        """Put the chosen lines into the group that is typed."""
        rows = list(self.table.model.records)
        for at in self.table.view.chosen():
            place = self.table.model.place(at)
            rows[place] = {**rows[place], "group": self.mark.text().strip()}
        self._show_marks(rows)
        self.mark.clear()
        self.table.view.setFocus()

    def _record(self) -> Tree:
        language = self.editing.language
        text = " ".join(self.label.text().split()) or title_of(self._base, language)
        name = self.name.text().strip() or friendly_id(text, names(self.editing.dictionary))
        if self._number:
            from dpdesk.schema.editing.grouping import group_bins

            if self.way.value() == "width":
                return group_bins(
                    self._base, name=name, label=text, width=self.width_field.value() or 0, language=language
                )
            edges = [exact_text(one) for one in parse_list(self.edges.text())]
            if None in edges or not edges:
                raise BadInput(problem("gui.group_numbers"))
            given = [edge for edge in edges if edge is not None]
            return group_bins(self._base, name=name, label=text, edges=given, language=language)
        rows = self.table.model.records
        codes = [str(one["code"]) for one in rows]
        marks = {str(one["code"]): str(one.get("group", "")) for one in rows}
        if not any(mark.strip() for mark in marks.values()):
            raise BadInput(problem("gui.group_labels"))
        groups, otherwise = groups_from_marks(codes, marks, self.rest.value() or "")
        record = group_codes(self._base, groups, name=name, label=text, otherwise=otherwise, language=language)
        known = {str(one["code"]): one["label"] for one in rows}
        for code in record["codes"]:
            if "label" not in code and known.get(code["code"], code["code"]) != code["code"]:
                code["label"] = {language: known[code["code"]]}
        return record

    def _show_preview(self) -> None:
        try:
            record = self._record()
        except DpdeskError as error:
            self.preview.setText(sentence_of(error))
            return
        texts = [shown(code.get("label"), self.editing.language) or str(code["code"]) for code in record["codes"]]
        more = "; …" if len(texts) > 30 else ""
        self.preview.setText(
            self.tr("{n} groups: {groups}").format(n=len(texts), groups=list_text(texts[:30])[:500] + more)
        )

    def apply(self) -> None:
        """Add the recode."""
        try:
            record = self._record()
        except DpdeskError as error:
            self.problem.setText(sentence_of(error))
            return
        try:
            require_name(self.editing.dictionary, record["name"])
        except DpdeskError as error:
            self.problem.setText(sentence_of(error))
            self.name.setFocus()
            return
        self.made.emit([record], self.tr("Group a variable"))
