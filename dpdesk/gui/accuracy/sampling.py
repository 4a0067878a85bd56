"""The sampling errors of a survey, declared by the office: typed in words, or read from a CSV file cell by cell.

They are public knowledge of the design; nothing here reads microdata, and the confidential file is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QLineEdit, QListWidget, QPushButton, QWidget

from dpdesk.errors import BadInput
from dpdesk.gui.accuracy.edits import sampling as edits
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.message import Message
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, grid, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.problems.problem import problem

_MOST = 1_000  # measures of a table that are offered


class SamplingErrors(QFrame):
    """A form in place of the comparison; `done` when it is to be closed."""

    done = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk, self._folder = desk, ""
        outer = column(self, margin=UNIT * 2)
        head = row()
        head.addWidget(label(self.tr("Sampling errors"), "heading", wrap=False))
        told = self.tr(
            "How far off a survey’s figures are because a sample was asked. From public knowledge: never computed from "
            "this file. They are printed beside the noise margins, and decide no number."
        )
        head.addWidget(label(told, "caption"), 1)
        close = QPushButton(self.tr("&Back to the accuracy"))
        close.clicked.connect(self.done)
        head.addWidget(close)
        outer.addLayout(head)
        self.message = Message()
        outer.addWidget(self.message)
        self._fields(outer.addLayout)
        self.list = QListWidget()
        named(self.list, self.tr("Declared sampling errors"))
        outer.addWidget(self.list, 1)
        self.forget = QPushButton(self.tr("Ta&ke back"))
        named(self.forget, self.tr("Take back"), self.tr("Takes the chosen declaration out of the plan."))
        self.forget.clicked.connect(self._on_forget)
        self.list.currentRowChanged.connect(lambda at: self.forget.setEnabled(at >= 0))
        last = row()
        last.addWidget(self.forget)
        last.addStretch(1)
        outer.addLayout(last)

    def _fields(self, add: Callable[..., None]) -> None:
        self.table, self.measure, self.words, self.source = Box(), Box(), QLineEdit(), QLineEdit()
        self.words.setPlaceholderText("design effect 1.6, 2000 of 100000")
        self.table.currentIndexChanged.connect(lambda _: self._fill_measures())
        lines = grid()
        lines.setColumnStretch(1, 1)
        how = self.tr(
            "Write “design effect 1.6, 2000 of 100000”, with “, deviation 250” for means; “relative variance -0.00002 "
            "+ 2140/x”; or by classes of size “0: 50 %, 1000: 12 %”."
        )
        for at, (text, field, tip) in enumerate(
            (
                (self.tr("Whos&e"), self.table, self.tr("Of which table.")),
                (self.tr("&Measure"), self.measure, self.tr("Of which of its measures.")),
                (self.tr("H&ow large"), self.words, how),
                (self.tr("Publis&hed in"), self.source, self.tr("Where they were published.")),
            )
        ):
            shown_by = label(text, wrap=False)
            shown_by.setBuddy(field)
            named(field, text.replace("&", ""), tip)
            lines.addWidget(shown_by, at, 0)
            lines.addWidget(field, at, 1)
        lines.addWidget(label(how, "caption"), 4, 1)
        self.declare = QPushButton(self.tr("Dec&lare"))
        self.declare.clicked.connect(self._on_declare)
        self.read = QPushButton(self.tr("&Read from a CSV file…"))
        tip = self.tr("A file with codes of cells, as the CSV file of a table has them, and a column standard_error.")
        named(self.read, self.tr("Read from a CSV file"), tip)
        self.read.clicked.connect(self._ask_file)
        lines.addWidget(self.declare, 2, 2)
        lines.addWidget(self.read, 3, 2)
        add(lines)

    def redraw(self) -> None:
        """Show what the plan declares, and offer its tables."""
        names = [str(one.get("name", "")) for one in self._desk.plan.get("tables", [])]
        if [self.table.itemData(at) for at in range(1, self.table.count())] != names or not self.table.count():
            self.table.clear()
            self.table.addItem(self.tr("all tables"), None)
            for name in names:
                self.table.addItem(name, name)
        self._fill_measures()
        self.list.clear()
        for one in edits.declared(self._desk.plan):
            self.list.addItem(self._line(one))
        self.forget.setEnabled(False)

    def _fill_measures(self) -> None:
        """Offer the measures of the table chosen."""
        chosen, compiled = self.table.currentData(), self._desk.snapshot.compiled
        shells = () if compiled is None or chosen is None else compiled.shells
        codes = [item.code for shell in shells if shell.name == chosen for item in shell.items[:_MOST]]
        if [self.measure.itemData(at) for at in range(1, self.measure.count())] == codes and self.measure.count():
            return
        self.measure.clear()
        self.measure.addItem(self.tr("all measures"), None)
        for code in codes:
            self.measure.addItem(code, code)

    def _line(self, one: Tree) -> str:
        from dpdesk.planning.document.sampling_words import words_of

        words = words_of(one) or self.tr("cell by cell: {n}").format(n=whole(len(one.get("rows", ()))))
        table, measure = edits.whose(one)
        about = ", ".join(filter(None, (table or self.tr("all tables"), measure)))
        return f"{about}: {words} ({shown(one.get('source'), self._desk.language)})"

    def _about(self) -> edits.Whose:
        table, measure = self.table.currentData(), self.measure.currentData()
        return (None, None) if table is None else (str(table), None if measure is None else str(measure))

    def _on_declare(self) -> None:
        from dpdesk.planning.document.sampling_words import read_words

        self._take(lambda: read_words(self.words.text()))

    def _ask_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Read sampling errors"), self._folder, "CSV (*.csv)")
        if name:
            self.read_file(Path(name))

    def read_file(self, path: Path) -> None:
        """Declare the errors of a CSV file, cell by cell."""
        from dpdesk.planning.document.sampling_words import read_errors

        self._folder, data = str(path.parent), self._desk.data_path

        def read() -> Tree:
            if data is not None and data.exists() and path.exists() and path.samefile(data):
                raise BadInput(problem("gui.published_is_data", file=path.name))
            return read_errors(path)

        self._take(read)

    def _take(self, read: Callable[[], Tree]) -> None:
        """Declare what is read, or say why not."""
        if not (source := self.source.text().strip()):
            self.message.say("red", self.tr("Say where the errors were published; they must not come from this file."))
            return
        try:
            form = read()
        except BadInput as wrong:
            self.message.say("red", sentence_of(wrong))
            return
        self.message.say("info", "")
        plan = edits.declare(self._desk.plan, self._about(), form, source, self._desk.language)
        self._desk.edit_plan(self.tr("sampling errors"), plan)
        self.redraw()

    def _on_forget(self) -> None:
        declared, at = edits.declared(self._desk.plan), self.list.currentRow()
        if 0 <= at < len(declared):
            self._desk.edit_plan(self.tr("sampling errors"), edits.forget(self._desk.plan, edits.whose(declared[at])))
            self.redraw()
