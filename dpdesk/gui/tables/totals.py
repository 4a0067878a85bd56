"""Whether the totals of a table come before or after what they count; no number depends on it."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.text import named, row
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import display


class TotalsField(QWidget):
    """A choice of two: first or last, for all tables unless the one in view has a display of its own."""

    def __init__(self, bench: TableBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.choice = Box()
        self.choice.addItem(self.tr("first"), display.FIRST)
        self.choice.addItem(self.tr("last"), "last")
        named(
            self.choice,
            self.tr("Totals"),
            self.tr("Whether rows and columns for all codes stand before or after them; no number depends on it."),
        )
        self.choice.activated.connect(self._on_choice)
        line = row(self)
        line.addWidget(self.choice)
        line.addStretch(1)
        bench.plan_changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Show the choice for the table in view."""
        self.choice.setCurrentIndex(self.choice.findData(display.totals_of(self._bench.desk.plan, self._bench.t)))

    def _on_choice(self, at: int) -> None:
        totals, plan = self.choice.itemData(at), self._bench.desk.plan
        if totals != display.totals_of(plan, self._bench.t):
            self._bench.desk.edit_plan(self.tr("Totals first or last"), display.set_totals(plan, self._bench.t, totals))
