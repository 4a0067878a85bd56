"""The picture of a finished table below it: chart, key, and what its signs mean."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from dpdesk.gui.kit.plots import loading
from dpdesk.gui.kit.text import column, label, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.publish.key import Key
from dpdesk.gui.publish.sheet import Watermark
from dpdesk.planning.compiler.pictures import BARS, PYRAMID

if TYPE_CHECKING:
    from dpdesk.gui.desk.tasks import Tasks
    from dpdesk.gui.publish.chart import DrawnChart
    from dpdesk.progress import Progress
    from dpdesk.publish.workbook.drawing import Drawing

PICTURE = "publish-picture"
"""The owner of the task that loads the library that draws."""
_LEAST = 150  # pixels
_BAR, _GAP = 11, 8


class TablePicture(QScrollArea):
    """Shows a `Drawing`, as high as it needs; its words are what is heard of it."""

    def __init__(self, tasks: Tasks, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tasks = tasks
        self.drawing: Drawing | None = None
        self.chart: DrawnChart | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._inside = QWidget()
        self._layout = column(self._inside, spacing=UNIT // 2)
        self.key = Key()
        self.measure, self.along = label(role="caption"), label(role="caption")
        self.note = label(role="caption")
        words = row()
        words.addWidget(self.measure, 1)
        words.addWidget(self.along, 1)
        self.along.setAlignment(Qt.AlignmentFlag.AlignRight)
        self._layout.addWidget(self.key)
        self._layout.addLayout(words)
        self._layout.addWidget(self.note)
        self.setWidget(self._inside)
        self.watermark = Watermark(self.viewport())
        self.hide()

    def show_drawing(self, drawing: Drawing | None) -> None:
        """Show another picture; None hides it."""
        self.drawing = drawing
        self.setVisible(drawing is not None)
        if drawing is None:
            return
        self.setAccessibleName(self.tr("Picture of the table"))
        self.setAccessibleDescription(drawing.words)
        self.setToolTip(drawing.words)
        self.key.show_drawing(drawing)
        lying = drawing.kind in (BARS, PYRAMID)
        across, up = (drawing.measure, drawing.along) if lying else (drawing.along, drawing.measure)
        self.measure.setText(self.tr("Up: {words}").format(words=up) if up else "")
        self.along.setText(self.tr("Across: {words}").format(words=across) if across else "")
        self.note.setText(drawing.note)
        self.note.setVisible(bool(drawing.note))
        if self.chart is not None:
            self._paint()
        elif loading.loaded():
            self._begin(None)
        else:

            def load(progress: Progress) -> None:
                loading.load()

            self._tasks.start(PICTURE, load, self._begin)

    def take_colours(self) -> None:
        """Another palette or size of text."""
        self._paint()
        self.key.update()

    def _begin(self, _: object) -> None:
        """Make the chart, once its library is loaded."""
        from dpdesk.gui.publish.chart import DrawnChart

        if self.chart is None:
            self.chart = DrawnChart()
            self._layout.insertWidget(1, self.chart, 1)
            self.watermark.raise_()
        self._paint()

    def _paint(self) -> None:
        drawing, chart = self.drawing, self.chart
        if drawing is None or chart is None:
            return
        bars = len(drawing.series) if drawing.kind == BARS else 1
        lying = drawing.kind in (BARS, PYRAMID)
        high = (bars * _BAR + _GAP) * len(drawing.places) + 40 if lying else _LEAST
        chart.setMinimumHeight(max(high, _LEAST))
        chart.setAccessibleName(drawing.title)
        chart.setAccessibleDescription(drawing.words)
        chart.show_drawing(drawing)
