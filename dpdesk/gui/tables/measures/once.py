"""Whether a table counts records, or units, each once in every cell in which it has a record."""

from __future__ import annotations

from PySide6.QtWidgets import QCheckBox, QWidget

from dpdesk.gui.kit.text import named
from dpdesk.gui.shared.people import several_rows
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import once


class OnceField(QCheckBox):
    """A box to tick; there only where a unit may have several records."""

    def __init__(self, bench: TableBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.setText(self.tr("Count each unit once in a &cell"))
        named(
            self,
            self.tr("Count each unit once in a cell"),
            self.tr(
                "Patients by diagnosis: one with two diagnoses counts in both, and once in each. Such cells do not add "
                "up, so the table has no totals and counts alone, and a group of its own."
            ),
        )
        self.clicked.connect(self._on_click)
        bench.plan_changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Show it for the table in view."""
        several = several_rows(self._bench.desk.dictionary)
        counted = once.counts_units(self._bench.table)
        self.setVisible(bool(self._bench.count) and (several or counted))
        self.setChecked(counted)

    def _on_click(self, checked: bool) -> None:
        plan = once.set_once(self._bench.desk.plan, self._bench.t, checked)
        self._bench.edit(self.text().replace("&", ""), plan)
