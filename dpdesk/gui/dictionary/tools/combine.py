"""Combining yes-or-no columns into one variable: a tool."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, QTimer

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.dictionary.editor.fields import Editing, TextLine, pair
from dpdesk.gui.dictionary.editor.part import text_field
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.codes import flag_of
from dpdesk.gui.dictionary.edits.variables import names, title_of, variables, with_origin
from dpdesk.gui.dictionary.tools.tool import Tool
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import grid, label
from dpdesk.schema.editing.starting import friendly_id


class CombineTool(Tool):
    """Tick the columns, name the variable, see the codes it will have."""

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.head(
            self.tr("Combine yes-or-no columns"),
            self.tr(
                "Tick the columns that together make one variable: Latino, Black and Asian make the ethnic group. "
                "Space ticks a line; Alt+Up and Alt+Down change the order."
            ),
            self.tr("Add the combination"),
        )
        self.flags: Mapping[str, tuple[str, str]] = {}  # of the last proposal: column → (no, yes)
        ticked = Field(
            self.tr("Use"),
            lambda one: "1" if one["use"] else "",
            lambda one, text: {**one, "use": bool(text)},
            checked=True,
            width=48,
        )
        self.table = RecordsTable(
            self.tr("Yes-or-no columns"),
            [
                ticked,
                text_field(self.tr("Column"), "column", 130),
                text_field(self.tr("Label"), "label", 170),
                text_field(self.tr("Yes is"), "yes", 80),
                text_field(self.tr("No is"), "no", 80),
            ],
            new=lambda _: {"use": True, "column": "", "label": "", "yes": "1", "no": "0"},
        )
        self.table.edited.connect(self._edited)
        self.table.refused.connect(self.problem.setText)
        self.body.addWidget(self.table, 1)
        lines = grid()
        lines.setColumnStretch(1, 3)
        lines.setColumnStretch(3, 2)
        self.label, self.name = TextLine(), TextLine()
        self.how = Choice(
            (
                ("all", self.tr("every combination of answers has a code")),
                ("first", self.tr("the first yes decides, in this order")),
                ("single_or_multiple", self.tr("each alone has a code, several together share one")),
            ),
            preset=True,
        )
        self.rest = Choice(
            (
                ("nowhere", self.tr("are left out")),
                ("not_stated", self.tr("count as not stated")),
            ),
            preset=True,
        )
        pair(lines, 0, 0, self.tr("&Label"), self.label, self.tr("The title in tables, such as Ethnic group."))
        pair(lines, 0, 1, self.tr("&Name"), self.name, self.tr("A short name; made from the label if left empty."))
        pair(lines, 1, 0, self.tr("&How"), self.how, self.tr("Which codes the new variable has."))
        pair(
            lines,
            1,
            1,
            self.tr("&Other answers"),
            self.rest,
            self.tr("Rows in which a column says neither yes nor no."),
        )
        self.body.addLayout(lines)
        self.preview = label("", "caption")
        self.preview.setMaximumHeight(60)
        self.body.addWidget(self.preview)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._show_preview)
        self.label.typed.connect(self._named)
        self.name.typed.connect(lambda _: self._soon.start())
        self.how.chosen.connect(lambda _: self._soon.start())
        self.rest.chosen.connect(lambda _: self._soon.start())
        self.label.returnPressed.connect(self.apply)
        self.name.returnPressed.connect(self.apply)

    def offer(self, chosen: Sequence[int]) -> None:
        """List the columns that can be combined, those of the chosen variables ticked."""
        dictionary, language = self.editing.dictionary, self.editing.language
        rows: list[Record] = []
        for at, one in enumerate(variables(dictionary)):
            flag = self.flags.get(str(one.get("column"))) if one.get("kind") == "category" else None
            flag = flag_of(one) or flag
            if flag is None or any(row["column"] == one["column"] for row in rows):
                continue
            row = {"use": at in chosen and len(chosen) > 1, "column": one["column"], "label": title_of(one, language)}
            rows.append({**row, "no": flag[0], "yes": flag[1]})
        known = {row["column"] for row in rows}
        rows += [
            {"use": False, "column": column, "label": column, "no": flag[0], "yes": flag[1]}
            for column, flag in self.flags.items()
            if column not in known
        ]
        self.table.show_records(rows, another=True)

    def start(self) -> None:
        """Begin anew: with no name, and at the first column of the list."""
        self.problem.setText("")
        self.label.clear()
        self.name.clear()
        self.name.setPlaceholderText("")
        self._show_preview()
        self.table.view.setFocus()
        if self.table.model.rowCount():
            self.table.view.setCurrentIndex(self.table.model.index(0, 0))

    def tick(self, columns: Sequence[str]) -> None:
        """Tick exactly these columns."""
        rows = [{**one, "use": one["column"] in columns} for one in self.table.model.records]
        self._edited(rows, "")

    def _edited(self, rows: list[Record], _: str) -> None:
        self.table.show_records(rows)
        self._soon.start()

    def _named(self, text: str) -> None:
        taken = names(self.editing.dictionary)
        self.name.setPlaceholderText(friendly_id(text, taken) if text.strip() else "")
        self._soon.start()

    def _record(self) -> Tree:
        from dpdesk.schema.editing.combining import combine_flags

        used = [one for one in self.table.model.records if one["use"]]
        title = " ".join(self.label.text().split())
        taken = names(self.editing.dictionary)
        how: Any = self.how.value()
        return combine_flags(
            self.name.text().strip() or friendly_id(title or "combination", taken),
            title,
            [(one["column"], one["yes"], one["no"], one["label"] or one["column"]) for one in used],
            how=how,
            otherwise=self.rest.value() or "",
            language=self.editing.language,
        )

    def _show_preview(self) -> None:
        if sum(one["use"] for one in self.table.model.records) < 1:
            self.preview.setText(self.tr("Tick at least one column."))
            return
        try:
            record = self._record()
        except DpdeskError as problem:
            self.preview.setText(sentence_of(problem))
            return
        codes = [*record["codes"], *record.get("missing", ())]
        texts = "; ".join(shown(one["label"], self.editing.language) for one in codes)
        self.preview.setText(self.tr("{n} codes: {codes}").format(n=len(codes), codes=texts[:400]))

    def apply(self) -> None:
        """Add the combination to the dictionary, or say what is wrong with it."""
        from dpdesk.gui.dictionary.edits.variables import require_name

        dictionary = self.editing.dictionary
        if not self.label.text().strip():
            self.problem.setText(self.tr("Type the label of the new variable."))
            self.label.setFocus()
            return
        try:
            record = self._record()
            require_name(dictionary, record["name"])
        except DpdeskError as error:
            self.problem.setText(sentence_of(error))
            return
        if not all(record["columns"]):
            self.problem.setText(self.tr("Name the column in every line that is ticked."))
            return
        self.made.emit([with_origin(record, self._origins(record["columns"]))], self.tr("Combine columns"))

    def _origins(self, columns: Sequence[str]) -> list[Tree]:
        """The variables of the columns; one that waits for a confirmation where a column's answers are a proposal's.

        A proposal that was undone or deleted leaves its answers in the table here, and they were read from the data:
        a variable of the column vouches for them if it was read from the data too, or has these very answers.
        """
        found = [one for one in variables(self.editing.dictionary) if one.get("column") in columns]
        vouched = {
            one.get("column")
            for one in found
            if (one.get("public") or {}).get("how") == "read_from_data"
            or flag_of(one) == self.flags.get(str(one.get("column")))
        }
        read = any(column in self.flags and column not in vouched for column in columns)
        return [*found, {"public": {"how": "read_from_data"}}] if read else found

    def keyPressEvent(self, event: Any) -> None:
        """Enter in the table goes on to the label."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.table.view.hasFocus():
            self.label.setFocus()
            return
        super().keyPressEvent(event)
