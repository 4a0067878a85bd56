"""What stands over a table: its title and short name, whom it counts, the level of its margins, and its layout.

The box for the layout stands below the table, in the form, with its label: a title needs the room.
"""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import display
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.universe import UniverseBar
from dpdesk.gui.tables.words import TableWords

_LEVELS = (80, 90, 95, 99)
"""In percent."""


class TableHead(QWidget):
    """Edits the head of the table in view; `refused` with a sentence why a name is not taken."""

    refused = Signal(str)

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._desk = bench, bench.desk
        self.title_field = QLineEdit()
        self.title_field.setFont(theme.font(points=11, strong=True))
        self.title_field.setMaxLength(2000)
        title_label = label(self.tr("Tit&le"), "caption", wrap=False)
        title_label.setBuddy(self.title_field)
        named(
            self.title_field, self.tr("Title"), self.tr("What the table is called; made from its variables at first.")
        )
        self.name_field = QLineEdit()
        self.name_field.setMaximumWidth(112)
        name_label = label(self.tr("Na&me"), "caption", wrap=False)
        name_label.setBuddy(self.name_field)
        named(self.name_field, self.tr("Name"), self.tr("A short name: of the worksheet and the CSV file."))
        self.level = Box()
        for level in _LEVELS:
            self.level.addItem(self.tr("{level} %").format(level=level), level)
        level_label = label(self.tr("Noise mar&gin"), "caption", wrap=False)
        level_label.setBuddy(self.level)
        named(
            self.level,
            self.tr("Noise margin"),
            self.tr("How often, in 100 cells, the noise stays within the margin that is shown and published."),
        )
        self.layout_field = Box()
        for text, layout in (
            (self.tr("accessible"), "accessible"),
            (self.tr("classic"), "classic"),
            (self.tr("list"), "list"),
        ):
            self.layout_field.addItem(text, layout)
        self.layout_label = label(self.tr("La&yout"), wrap=False)
        self.layout_label.setBuddy(self.layout_field)
        named(
            self.layout_field,
            self.tr("Layout"),
            self.tr(
                "How the workbook sets tables out: one header row for all readers, as on paper, or a row a number."
            ),
        )
        name = QWidget()
        named_so = row(name)
        named_so.addWidget(name_label)
        named_so.addWidget(self.name_field)
        self.universe = UniverseBar(bench, words, name)
        first = row()
        first.addWidget(title_label)
        first.addWidget(self.title_field, 1)
        first.addWidget(level_label)
        first.addWidget(self.level)
        both = column(self)
        both.addLayout(first)
        both.addWidget(self.universe)
        self.title_field.textEdited.connect(self._on_title)
        self.name_field.editingFinished.connect(self._on_name)
        self.level.activated.connect(self._on_level)
        self.layout_field.activated.connect(self._on_layout)

    def redraw(self) -> None:
        """Show the head of the table in view; a name being typed is left alone."""
        table = self._bench.table
        title = table.get("title", {}).get(self._bench.language, "")
        if self.title_field.text() != title:
            self.title_field.setText(title)
            self.title_field.setCursorPosition(0)
        self.title_field.setToolTip(title)
        if self.name_field.text() != table.get("name", "") and not self.name_field.hasFocus():
            self.name_field.setText(table.get("name", ""))
        self.level.setCurrentIndex(self.level.findData(self._desk.plan.get("level", 90)))
        layout = display.layout_of(self._desk.plan, self._bench.t)
        self.layout_field.setCurrentIndex(self.layout_field.findData(layout))

    def refresh_looks(self) -> None:
        """The text has another size."""
        self.title_field.setFont(theme.font(points=11, strong=True))

    def begin_rename(self) -> None:
        """Lead to the name."""
        self.name_field.setFocus()
        self.name_field.selectAll()

    def _on_title(self, text: str) -> None:
        plan = edits.set_title(self._desk.plan, self._bench.t, text, self._bench.language)
        self._desk.edit_plan(self.tr("Title of a table"), plan, f"title:{self._bench.t}")

    def _on_name(self) -> None:
        wanted = self.name_field.text().strip()
        if not self._bench.count or wanted == self._bench.table.get("name"):
            return
        plan = edits.rename_table(self._desk.plan, self._bench.t, wanted)
        if plan is self._desk.plan:
            self.refused.emit(self.tr("Another table is called “{name}” already.").format(name=wanted))
            self.name_field.setText(self._bench.table.get("name", ""))
            return
        self._bench.edit(self.tr("Rename a table"), plan)

    def _on_level(self, at: int) -> None:
        level = self.level.itemData(at)
        if level != self._desk.plan.get("level", 90):
            self._desk.edit_plan(self.tr("Level of the margins"), edits.set_level(self._desk.plan, level))

    def _on_layout(self, at: int) -> None:
        layout, plan = self.layout_field.itemData(at), self._desk.plan
        if layout != display.layout_of(plan, self._bench.t):
            self._desk.edit_plan(self.tr("Layout of the tables"), display.set_layout(plan, self._bench.t, layout))
