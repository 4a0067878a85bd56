"""The hierarchies of a variable: levels from the top down, and the table of code, parent and label."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QPushButton, QSplitter, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree, drop, get, insert, shown
from dpdesk.gui.dictionary.editor.fields import Editing, TextLine, pair
from dpdesk.gui.dictionary.editor.part import Part, label_field, text_field
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.codes import fresh_code, hierarchy_of, new_hierarchy, put_code, rows_pasted
from dpdesk.gui.dictionary.edits.variables import NAME
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, grid, label, named, row, splitter
from dpdesk.gui.kit.theme import UNIT
from dpdesk.schema.editing.starting import free_name, friendly_id


class LevelsPart(Part):
    """Choose a hierarchy, name it and its levels, edit its rows."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        layout.addLayout(self._head())
        self.none = label(
            self.tr(
                "No hierarchy. With one, a table can show the codes in levels, such as region, county, district: add "
                "it here or import it."
            ),
            "caption",
        )
        layout.addWidget(self.none)
        self.body = QWidget()
        inner = column(self.body)
        inner.addLayout(self._names())
        self.file = label("", "caption")
        inner.addWidget(self.file)
        inner.addWidget(self._tables(), 1)
        layout.addWidget(self.body, 1)
        layout.addStretch(0)

    def _head(self) -> QHBoxLayout:
        """Which hierarchy is shown, and the buttons that add, import and delete one."""
        above = row()
        self.chosen = Choice(preset=True)
        shown_label = label(self.tr("&Hierarchy"), wrap=False)
        shown_label.setBuddy(self.chosen)
        named(self.chosen, self.tr("Hierarchy"), self.tr("The hierarchy shown below."))
        self.chosen.chosen.connect(lambda _: self._show_chosen(another=True))
        above.addWidget(shown_label)
        above.addWidget(self.chosen, 1)
        for text, description, run in (
            (self.tr("Add"), self.tr("Add a hierarchy with one group for all codes."), self.add),
            (
                self.tr("Import hierarchy…"),
                self.tr("Read a CSV file with the columns code, parent and label."),
                self.ask_import,
            ),
            (self.tr("Delete"), self.tr("Delete the hierarchy shown."), self.delete),
        ):
            button = QPushButton(text)
            named(button, text if "…" in text else f"{text}: {self.tr('Hierarchy')}", description)
            button.clicked.connect(run)
            above.addWidget(button)
        return above

    def _names(self) -> QGridLayout:
        """Name and label of the hierarchy, and what short branches mean."""
        form = grid()
        form.setColumnStretch(1, 1)
        form.setColumnStretch(3, 1)
        self.name, self.label, self.since = TextLine(), TextLine(), TextLine()
        self.since.setPlaceholderText(self.tr("year-month-day"))
        self.ragged = Choice(
            (("refuse", self.tr("are not allowed")), ("repeat", self.tr("repeat the code on the levels it lacks"))),
            preset=True,
        )
        pair(form, 0, 0, self.tr("Hierarchy &name"), self.name)
        pair(form, 0, 1, self.tr("Hierarchy &label"), self.label)
        pair(form, 1, 0, self.tr("&Short branches"), self.ragged)
        pair(form, 1, 1, self.tr("&Valid from"), self.since)
        self.name.editingFinished.connect(self._rename)
        self.label.typed.connect(
            lambda text: self.put_words([*self._path(), "label"], text, self.tr("Change a label"), "hierarchy-label")
        )
        self.since.editingFinished.connect(self._date)
        self.ragged.chosen.connect(
            lambda value: self.put(
                [*self._path(), "ragged"], value if value == "repeat" else None, self.tr("Change short branches")
            )
        )
        return form

    def _tables(self) -> QSplitter:
        """The levels beside the codes and what they belong to."""
        split = splitter(Qt.Orientation.Horizontal)
        self.levels = RecordsTable(
            self.tr("Levels, from the top"),
            [text_field(self.tr("Level"), "name", 90), label_field(self.editing, self.tr("Label"), 100)],
            new=lambda levels: {"name": free_name("level", [str(level.get("name")) for level in levels])},
            movable=False,
        )
        self.rows = RecordsTable(
            self.tr("Codes and what they belong to"),
            [
                Field(self.tr("Code"), lambda one: str(one.get("code", "")), self._put_code, width=100),
                Field(
                    self.tr("Belongs to"),
                    lambda one: str(one.get("parent", "")),
                    lambda one, text: {**one, "parent": text},
                    lambda _: self.tr("(top)"),
                    width=110,
                ),
                label_field(self.editing, self.tr("Label"), 160),
            ],
            new=lambda rows: {"code": fresh_code(rows), "parent": ""},
            paste=lambda rows, lines, place: rows_pasted(rows, lines, place, self.editing.language),
            movable=False,
        )
        self.levels.edited.connect(lambda rows, text: self.put([*self._path(), "levels"], rows, text))
        self.rows.edited.connect(lambda rows, text: self.put([*self._path(), "rows"], rows, text))
        for table in (self.levels, self.rows):
            table.refused.connect(self.editing.refuse)
            split.addWidget(table)
        split.setStretchFactor(0, 2)
        split.setStretchFactor(1, 3)
        return split

    def _path(self) -> list[str | int]:
        return ["hierarchies", max(0, self.chosen.currentIndex())]

    def _put_code(self, record: Record, code: str) -> Record:
        return put_code(self.rows.model.records, record, code)

    def _hierarchies(self) -> Sequence[Tree]:
        return self.editing.record.get("hierarchies") or []

    def _rename(self) -> None:
        at, text = self._path()[1], self.name.text().strip()
        hierarchies = self._hierarchies()
        if not isinstance(at, int) or at >= len(hierarchies) or text == hierarchies[at].get("name"):
            return
        if not NAME.fullmatch(text) or any(hierarchy.get("name") == text for hierarchy in hierarchies):
            self.editing.refuse(
                self.tr("The name of a hierarchy is a letter, then letters, digits, '_', '.' or '-', and its own.")
            )
            self.name.setText(str(hierarchies[at].get("name", "")))
            return
        self.put([*self._path(), "name"], text, self.tr("Rename a hierarchy"))

    def add(self) -> None:
        """Add a hierarchy."""
        self._add(new_hierarchy(self.editing.record, self.editing.language), self.tr("Add a hierarchy"))

    def _add(self, hierarchy: Tree, text: str) -> None:
        record = self.editing.record
        count = len(self._hierarchies())
        self.editing.edit(text, insert(record, ["hierarchies"], count, hierarchy))
        self.chosen.setCurrentIndex(count)
        self._show_chosen(another=True)

    def ask_import(self) -> None:
        """Ask for a CSV file and add its hierarchy."""
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Import a hierarchy"), "", self.tr("Hierarchies") + " (*.csv *.tsv *.txt)"
        )
        if name:
            self.import_file(Path(name))

    def import_file(self, path: Path) -> None:
        """Add the hierarchy of a CSV file."""
        from dpdesk.schema.file.codefiles import read_hierarchy

        try:
            rows = read_hierarchy(path)
        except DpdeskError as problem:
            self.editing.refuse(sentence_of(problem))
            return
        taken = [str(hierarchy.get("name")) for hierarchy in self._hierarchies()]
        name = friendly_id(path.stem, taken)
        self._add(hierarchy_of(rows, name, self.editing.language), self.tr("Import a hierarchy"))

    def delete(self) -> None:
        """Delete the hierarchy in view."""
        if not self._hierarchies():
            return
        made = drop(self.editing.record, self._path())
        if not made["hierarchies"]:
            made = drop(made, ["hierarchies"])
        self.editing.edit(self.tr("Delete a hierarchy"), made)

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show the hierarchies of a variable."""
        hierarchies = record.get("hierarchies") or []
        at = 0 if another else max(0, self.chosen.currentIndex())
        language = self.editing.language
        self.chosen.set_options(
            [
                (str(place), shown(hierarchy.get("label"), language) or str(hierarchy.get("name", "")))
                for place, hierarchy in enumerate(hierarchies)
            ]
        )
        if hierarchies:
            self.chosen.set_value(str(min(at, len(hierarchies) - 1)))
        self._show_chosen(another=another)

    def _date(self) -> None:
        day = self.since.text().strip()
        if self._hierarchies() and day != str(get(self.editing.record, [*self._path(), "valid_from"], "")):
            self.put([*self._path(), "valid_from"], day or None, self.tr("Change the day of boundaries"))

    def _show_chosen(self, *, another: bool) -> None:
        hierarchies = self._hierarchies()
        self.none.setVisible(not hierarchies)
        self.body.setVisible(bool(hierarchies))
        self.chosen.setEnabled(len(hierarchies) > 1)
        if not hierarchies:
            self.levels.show_records([], another=True)
            self.rows.show_records([], another=True)
            return
        at = min(max(0, self.chosen.currentIndex()), len(hierarchies) - 1)
        one, language = hierarchies[at], self.editing.language
        if another or not self.name.hasFocus():
            self.name.show_text(str(one.get("name", "")))
        self.label.show_text(str(one.get("label", {}).get(language, "")), shown(one.get("label"), language))
        if another or not self.since.hasFocus():
            self.since.setText(str(one.get("valid_from", "")))
        self.ragged.set_value(str(one.get("ragged", "refuse")))
        self.file.setVisible("file" in one)
        self.file.setText(self.tr("The rows stand in the file {name}.").format(name=one.get("file", "")))
        self.rows.model.editable = "file" not in one
        self.levels.show_records(one.get("levels", []), another=another)
        self.rows.show_records(one.get("rows") or [], another=another)
