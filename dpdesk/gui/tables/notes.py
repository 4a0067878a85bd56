"""Notes on the release, a table, a row, a column or a cell."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QScrollArea, QToolButton, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.sheet.model import CellAt, ShellModel
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared import notes
from dpdesk.gui.tables.bench import TableBench

WHERE = ("table", "release", "row", "column", "cell")


class NotesPanel(QScrollArea):
    """The notes on the table in view and on the release, and a line to add one."""

    def __init__(self, bench: TableBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._lines: list[_NoteLine] = []
        self._model: ShellModel | None = None
        self._cell: CellAt | None = None
        inner = QWidget()
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setAccessibleName(self.tr("Notes"))
        self.where = Box()
        for key, text in zip(
            WHERE,
            (
                self.tr("this table"),
                self.tr("the release"),
                self.tr("the row of the chosen cell"),
                self.tr("the column of the chosen cell"),
                self.tr("the chosen cell"),
            ),
            strict=True,
        ):
            self.where.addItem(text, key)
        where_label = label(self.tr("A note &on"), wrap=False)
        where_label.setBuddy(self.where)
        named(self.where, self.tr("A note on"), self.tr("What the note is about."))
        self.text = QLineEdit()
        named(self.text, self.tr("Text of the new note"), self.tr("What the reader should know."))
        self.text.setPlaceholderText(self.tr("What the reader should know"))
        self.add = QPushButton(self.tr("Add the note"))
        self.add.clicked.connect(self.add_note)
        self.text.returnPressed.connect(self.add_note)
        first = row()
        for widget in (where_label, self.where):
            first.addWidget(widget)
        first.addWidget(self.text, 1)
        first.addWidget(self.add)
        self._list = column(spacing=4)
        layout = column(inner, margin=UNIT)
        layout.addLayout(first)
        layout.addLayout(self._list)
        layout.addStretch(1)
        bench.plan_changed.connect(self.redraw)
        self.redraw()

    def set_cell(self, model: ShellModel | None, cell: CellAt | None) -> None:
        """Know the chosen cell."""
        self._model, self._cell = model, cell

    def begin(self, where: str) -> None:
        """Ask for a note on a table, row, column, cell or the release."""
        self.where.setCurrentIndex(self.where.findData(where))
        self.text.setFocus()

    def add_note(self) -> None:
        """Add the note that was typed."""
        text = self.text.text().strip()
        bench, where = self._bench, self.where.currentData()
        if not text or (where != "release" and not bench.count):
            return
        places: dict[str, object] = {} if where == "release" else {"table": bench.table["name"]}
        if where in ("row", "column", "cell") and self._model is not None and self._cell is not None:
            places |= self._named(where, self._model, self._cell)
        plan = notes.add_note(bench.desk.plan, text, bench.language, **places)  # type: ignore[arg-type]  # of the right kinds
        self.text.clear()
        bench.edit(self.tr("Add a note"), plan)

    def _named(self, where: str, model: ShellModel, cell: CellAt) -> dict[str, object]:
        page, line, across, item = cell
        found: dict[str, object] = {}
        if where in ("row", "cell"):
            found["row"] = model.rows.codes(line)
        if where in ("column", "cell"):
            found["column"] = model.columns.codes(across)
        if where == "cell":
            found["page"] = model.pages.codes(page)
        several = len(model.shell.items) > 1
        if several and (where == "cell" or (where == "row") == model.items_down):
            found["measure"] = model.shell.items[item].code
        return found

    def redraw(self) -> None:
        """List the notes on the table in view, then those on the release."""
        bench = self._bench
        name = bench.table.get("name")
        found = [] if name is None else notes.notes_of(bench.desk.plan, name)
        found += notes.notes_of(bench.desk.plan, None)
        while len(self._lines) > len(found):
            line = self._lines.pop()
            self._list.removeWidget(line)
            line.hide()
            line.deleteLater()
        while len(self._lines) < len(found):
            line = _NoteLine(bench)
            self._list.addWidget(line)
            self._lines.append(line)
        for line, (n, note) in zip(self._lines, found, strict=True):
            line.redraw(n, note)


class _NoteLine(QWidget):
    """One note: where it is, its text, and a button to remove it."""

    def __init__(self, bench: TableBench) -> None:
        super().__init__()
        self._bench, self._n = bench, 0
        self._where = label("", "caption", wrap=False)
        self._where.setMinimumWidth(120)
        self._where.setMaximumWidth(240)
        self.text = QLineEdit()
        self.remove = QToolButton()
        self.remove.setText("×")
        self.remove.setProperty("small", True)
        named(self.remove, self.tr("Remove the note"))
        layout = row(self, spacing=UNIT)
        layout.addWidget(self._where)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.remove)
        self.text.textEdited.connect(self._on_text)
        self.remove.clicked.connect(
            lambda: bench.edit(self.tr("Remove a note"), notes.remove_note(bench.desk.plan, self._n))
        )

    def redraw(self, n: int, note: Tree) -> None:
        """Show a note."""
        self._n = n
        where = self._words(note)
        self._where.setText(self._where.fontMetrics().elidedText(where, Qt.TextElideMode.ElideRight, 232))
        self._where.setToolTip(where)
        named(self.text, self.tr("Note on {where}").format(where=where), self.tr("What the reader should know."))
        text = note["text"].get(self._bench.language, "")
        if self.text.text() != text:
            self.text.setText(text)

    def _words(self, note: Tree) -> str:
        if "table" not in note:
            return self.tr("the release")
        parts = []
        for key, text in (
            ("page", self.tr("page")),
            ("row", self.tr("row")),
            ("column", self.tr("column")),
        ):
            if key in note:
                codes = ", ".join(f"{self._bench.label(name)} {code}" for name, code in note[key].items())
                parts.append(f"{text} {codes}" if codes else text)
        if "measure" in note:
            parts.append(note["measure"])
        return " · ".join(parts) or self.tr("this table")

    def _on_text(self, text: str) -> None:
        plan = notes.set_note_text(self._bench.desk.plan, self._n, text, self._bench.language)
        self._bench.edit(self.tr("Change a note"), plan, f"note-{self._n}")
