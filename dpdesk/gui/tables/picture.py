"""The picture of a table: which kind is drawn of it once it is finished, if any."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.text import named, row
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import display


class PictureChoice(QWidget):
    """Edits the picture of the table in view; `add` is its box."""

    def __init__(self, bench: TableBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self.add = Choice(
            [
                (display.NO_PICTURE, self.tr("none")),
                ("bars", self.tr("bars")),
                ("pyramid", self.tr("pyramid")),
                ("curve", self.tr("cumulative curve")),
                ("line", self.tr("lines")),
            ],
            preset=True,
        )
        named(
            self.add,
            self.tr("Picture"),
            self.tr("A picture of the finished table, in the window, the workbook and the PDF; it changes no number."),
        )
        layout = row(self)
        layout.setContentsMargins(4, 2, 4, 2)
        layout.addWidget(self.add)
        layout.addStretch(1)
        self.add.chosen.connect(self._on_choice)
        bench.plan_changed.connect(self.redraw)
        bench.chosen_changed.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Show the picture of the table in view."""
        self.setEnabled(self._bench.count > 0)
        if self._bench.count:
            self.add.set_value(display.picture_of(self._bench.desk.plan, self._bench.t))

    def _on_choice(self, picture: str) -> None:
        plan = self._bench.desk.plan
        if picture != display.picture_of(plan, self._bench.t):
            edited = display.set_picture(plan, self._bench.t, picture)
            self._bench.desk.edit_plan(self.tr("Picture of a table"), edited)
