"""The tables of the plan: titles with their margins and part of the budget; new, copied, reordered, deleted."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QListWidgetItem, QMenu, QPushButton, QToolButton, QWidget

from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.text import column, label, named, row, set_menu, unbroken
from dpdesk.gui.kit.titles import Titles
from dpdesk.gui.kit.words import shown_number
from dpdesk.gui.shared.ranges import MarginRanges
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import groups
from dpdesk.gui.tables.edits import plan as edits

_LONG = 120
"""Characters of a title that are shown; its tool tip has them all."""


class TablesPanel(QWidget):
    """A list above its buttons. Delete removes, Alt and an arrow moves, F2 renames."""

    rename_wanted = Signal()

    def __init__(self, bench: TableBench, ranges: MarginRanges, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._ranges = bench, ranges
        head = label(self.tr("&Tables"), "heading", wrap=False)
        self.list = Titles()
        named(
            self.list, self.tr("Tables"), self.tr("Delete removes a table, Alt and an arrow moves it, F2 renames it.")
        )
        head.setBuddy(self.list)
        self.new = QPushButton(self.tr("&New table"))
        named(self.new, self.tr("New table"), self.tr("Adds a table that counts everyone; then add variables."))
        self.new.clicked.connect(self.add_table)
        buttons = row(spacing=4)
        buttons.addWidget(self.new, 1)
        self.more = QToolButton()
        self.more.setText("⋯")
        self.more.setProperty("plain", True)
        self.more.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        named(self.more, self.tr("More about this table"), self.tr("Duplicate, rename, move or delete the table."))
        menu = QMenu(self)
        for name, key, slot in (
            (self.tr("Duplicate the table"), "Ctrl+D", self.duplicate),
            (self.tr("Move the table up"), "Alt+Up", lambda: self.move_by(-1)),
            (self.tr("Move the table down"), "Alt+Down", lambda: self.move_by(1)),
            (self.tr("Delete the table"), "Delete", self.remove),
            (self.tr("Rename the table"), "F2", self.rename_wanted.emit),
        ):
            action = QAction(name, self.list)
            action.setShortcut(QKeySequence(key))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            action.triggered.connect(slot)
            self.list.addAction(action)
            menu.addAction(action)
        set_menu(self.more, menu)
        buttons.addWidget(self.more)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        layout = column(self, spacing=4)
        layout.addWidget(head)
        layout.addWidget(self.list, 1)
        layout.addLayout(buttons)
        self.list.currentRowChanged.connect(bench.choose_table)
        bench.plan_changed.connect(self.redraw)
        bench.checked.connect(self.redraw)
        ranges.changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """List the tables."""
        bench = self._bench
        tables = bench.desk.plan.get("tables", [])
        parts = {group["name"]: groups.part_of(group) for group in groups.groups_of(bench.desk.plan)}
        left, wrong = groups.left_over(bench.desk.plan), bench.problem_at()
        self.list.blockSignals(True)
        while self.list.count() > len(tables):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(tables):
            self.list.addItem(QListWidgetItem())
        for at, table in enumerate(tables):
            title = shown(table.get("title"), bench.language) or table["name"]
            group = table.get("group")
            if not parts:
                alone = len(tables) == 1
                share = self.tr("all that this plan spends") if alone else self.tr("computed together with all others")
            elif group is None:
                share = self.tr("{part} of the budget").format(part=shown_number(left))
            elif parts.get(group, left) == 1:
                share = self.tr("all that this plan spends · {group}").format(group=group)
            else:
                share = self.tr("{part} of the budget · {group}").format(
                    part=shown_number(parts.get(group, left)), group=group
                )
            margins = self._ranges.text(table["name"])
            below = unbroken(margins) or share
            if at == wrong:
                below = self.tr("needs a look · {share}").format(share=share)
            item = self.list.item(at)
            item.setText(f"{title if len(title) <= _LONG else f'{title[: _LONG - 1]}…'}\n{below}")
            item.setToolTip("\n".join(filter(None, (f"{table['name']}: {title}", self._of_margins(margins), share))))
            item.setData(Qt.ItemDataRole.AccessibleTextRole, ", ".join(filter(None, (title, margins, share))))
        self.list.fit()
        self.list.setCurrentRow(bench.t if tables else -1)
        self.list.blockSignals(False)
        self.more.setEnabled(bool(tables))

    def _of_margins(self, margins: str) -> str:
        level = self._bench.desk.plan.get("level", 90)
        words = self.tr("Noise margins ({level} %): {range}")
        return words.format(level=level, range=margins) if margins else ""

    def add_table(self) -> None:
        """Add a table at the end and bring it into view."""
        bench = self._bench
        group = None
        if groups.groups_of(bench.desk.plan) and groups.left_over(bench.desk.plan) <= 0:
            group = bench.table.get("group") or groups.groups_of(bench.desk.plan)[-1]["name"]
        plan, t = edits.new_table(edits.titled(bench.desk.plan, bench.desk.dictionary), bench.language, group=group)
        bench.edit(self.tr("New table"), plan, t=t)

    def duplicate(self) -> None:
        """Copy the table in view."""
        plan, t = edits.duplicate_table(self._bench.desk.plan, self._bench.t)
        self._bench.edit(self.tr("Duplicate a table"), plan, t=t)

    def remove(self) -> None:
        """Delete the table in view; that can be undone."""
        bench = self._bench
        if bench.count:
            t = max(min(bench.t, bench.count - 2), 0)
            bench.edit(self.tr("Delete a table"), edits.remove_table(bench.desk.plan, bench.t), t=t)

    def move_by(self, step: int) -> None:
        """Move the table in view up or down."""
        bench, new = self._bench, self._bench.t + step
        if 0 <= new < bench.count:
            bench.edit(self.tr("Move a table"), edits.move_table(bench.desk.plan, bench.t, new), t=new)
