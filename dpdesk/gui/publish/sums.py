"""What the selected cells of a finished table come to, in a line below it, as a spreadsheet's status bar tells it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.text import label, named, row, show_if
from dpdesk.gui.publish.selected import DIFFERENCE, MOST, RATIO, SUM, Figure, SelectedCells
from dpdesk.progress import Progress
from dpdesk.publish.tables.text import pasted

if TYPE_CHECKING:
    from dpdesk.gui.desk.tasks import Tasks
    from dpdesk.gui.kit.sheet.grid import TableSheet
    from dpdesk.release.result import Release, TableResult

SUMS = "publish-sums"
"""The owner of additions among the tasks, on the page Publish."""


class SumsLine(QWidget):
    """Adds up, in a thread, the cells that are selected in a sheet."""

    def __init__(self, sheet: TableSheet, tasks: Tasks, owner: str = SUMS, parent: QWidget | None = None) -> None:
        """Add up cells of a sheet; what has an owner of its own gives up no addition of another table in view."""
        super().__init__(parent)
        self._sheet, self._tasks, self._owner = sheet, tasks, owner
        self._cells: SelectedCells | None = None
        self._table: TableResult | None = None
        self._which = ""
        self._figures: list[Figure] = []
        self.text = label(role="caption")
        self.copy_button = QPushButton(self.tr("Copy the sums"))
        tip = self.tr("Copies what the selected cells come to, each with its margin.")
        named(self.copy_button, self.tr("Copy the sums"), tip)
        self.copy_button.clicked.connect(self.copy)
        layout = row(self)
        layout.addWidget(self.text, 1)
        layout.addWidget(self.copy_button)
        sheet.grid.selected.connect(self.add_up)
        sheet.page_chosen.connect(lambda page: self.add_up())
        self._say([])

    def show_table(self, release: Release | None, table: TableResult | None, which: str) -> None:
        """Add up cells of another table, as it is shown; None for no table."""
        if release is None:
            self._cells = None
        elif self._cells is None or self._cells.release is not release:
            self._cells = SelectedCells(release)
        self._table, self._which = table, which
        self.add_up()

    def add_up(self) -> None:
        """Work out what is selected now; what was asked before is given up."""
        from dpdesk.publish.documents.arranged import order_of

        self._tasks.cancel(self._owner)
        self._say([])
        cells, table, which = self._cells, self._table, self._which
        shown = self._sheet.grid.selected_cells(MOST)
        if cells is None or table is None or len(shown) < 2:
            return
        stub, boxhead = order_of(table.shell.stub), order_of(table.shell.boxhead)
        places = [(page, stub[line], boxhead[across], item) for page, line, across, item in shown]
        name = table.shell.name

        def work(progress: Progress) -> list[Figure]:
            return cells.figures(name, places, which, progress)

        self.text.setText(self.tr("{number} cells …").format(number=whole(len(shown))))
        self._tasks.start(self._owner, work, lambda found: self._say(found, len(shown)), self.text.setText)

    def copy(self) -> None:
        """Put what is said on the clipboard: a line each with what it is, the number and its half-width."""
        names = {SUM: self.tr("Sum"), DIFFERENCE: self.tr("Difference"), RATIO: self.tr("Ratio")}
        lines = [(names[one.kind], one.number, one.half_width) for one in self._figures]
        QGuiApplication.clipboard().setText("".join("\t".join(map(pasted, line)) + "\n" for line in lines))

    def _say(self, figures: list[Figure], number: int = 0) -> None:
        self._figures = figures
        sentences = {
            SUM: self.tr("sum {figure}"),
            DIFFERENCE: self.tr("first less second {figure}"),
            RATIO: self.tr("first by second {figure}"),
        }
        words = "   ".join(sentences[one.kind].format(figure=one.words) for one in figures)
        if figures:
            words = self.tr("{number} cells:   {figures}").format(number=whole(number), figures=words)
        elif number:
            words = self.tr("These cells cannot be added up: choose counts, or sums of one quantity.")
        else:
            words = self.tr("Select several cells to see their sum with its own noise margin.")
        self.text.setText(words)
        show_if(self.copy_button, bool(figures))
