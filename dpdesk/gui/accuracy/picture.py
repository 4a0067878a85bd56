"""The picture of the page Accuracy: a switch of what it shows, the picture, its key, and the same as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QButtonGroup,
    QHeaderView,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from dpdesk.gui.accuracy.figure import FigureModel
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.plots import loading
from dpdesk.gui.kit.plots.figure import Figure, Series
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import column, label, named, panel, row
from dpdesk.gui.kit.theme import UNIT

if TYPE_CHECKING:
    from dpdesk.gui.kit.plots.chart import Chart

BUDGET, LENGTH, CELL, DRAWS = "budget", "length", "cell", "draws"


class Picture(QWidget):
    """Shows `Figure`s. `wanted` when another picture is asked for; `moved` and `released` of its point;
    `copied` when all its figures are wanted as text.
    """

    wanted = Signal()
    moved = Signal(float)
    released = Signal(float)
    copied = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chart: Chart | None = None
        self._begun = False
        self._figure = Figure()
        self._named: dict[str, QToolButton] = {}
        self._number = 1
        self._lay_out()

    # Layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        sheet = panel()
        outer = column(self)
        outer.addWidget(sheet)
        inner = column(sheet, margin=UNIT * 2, spacing=UNIT // 2)
        inner.addLayout(self._switch())
        above = row()
        self.y_title = label("", "caption", wrap=False)
        self.live = label("", "accent", wrap=False)
        for words in (self.y_title, self.live):  # they give way where it is narrow
            words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
            above.addWidget(words, 1)
        self.live.hide()
        above.addWidget(self.as_table)
        above.addWidget(self.copy_button)
        inner.addLayout(above)
        self._stack = QStackedWidget()
        self._empty = label("", "caption")
        self._empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._empty.setMargin(UNIT * 4)
        self.model = FigureModel(self)
        self.table = FigureTable(self.tr("The picture as a table"))
        self.table.whole.connect(self.copied)
        self.table.setModel(self.model)
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self.table)
        inner.addWidget(self._stack, 1)
        self.x_title = label("", "caption", wrap=False)
        self.x_title.setAlignment(Qt.AlignmentFlag.AlignTrailing)
        inner.addWidget(self.x_title)
        self.key = Key()
        inner.addWidget(self.key)
        self.note = label("", "caption")
        inner.addWidget(self.note)

    def _switch(self) -> FlowLayout:
        line = FlowLayout(spacing=UNIT // 2)
        self._group = QButtonGroup(self)
        for kind, text, description in (
            (BUDGET, self.tr("By budget"), self.tr("How the typical error falls as the budget grows.")),
            (LENGTH, self.tr("By range"), self.tr("How the error of a range grows with its length.")),
            (CELL, self.tr("By cell"), self.tr("The noise margin of every cell.")),
            (DRAWS, self.tr("Simulated"), self.tr("What the errors of one release could look like.")),
        ):
            button = QToolButton()
            button.setText(text)
            button.setCheckable(True)
            named(button, text, description)
            self._group.addButton(button)
            self._named[kind] = button
            line.addWidget(button)
        self._named[BUDGET].setChecked(True)
        self._group.buttonClicked.connect(lambda _: self._on_switch())
        self.order = Box()
        self.order.addItem(self.tr("in the table's order"), "order")
        self.order.addItem(self.tr("sorted into classes"), "classes")
        named(self.order, self.tr("Cells"), self.tr("Each cell in its place, or how many cells have which margin."))
        self.order.activated.connect(lambda _: self.wanted.emit())
        self.again = QPushButton(self.tr("Another example"))
        self.again.clicked.connect(self._on_again)
        self.as_table = QToolButton()
        self.as_table.setText(self.tr("As a table"))
        self.as_table.setCheckable(True)
        named(self.as_table, self.tr("As a table"), self.tr("The same figures as a table, which can be copied."))
        self.as_table.toggled.connect(lambda _: self._show())
        self.copy_button = QToolButton()
        self.copy_button.setText(self.tr("Copy"))
        named(self.copy_button, self.tr("Copy the picture's figures"), self.tr("As tab-separated text with headings."))
        self.copy_button.clicked.connect(lambda: self.copied.emit())
        for widget in (self.order, self.again):
            line.addWidget(widget)
        self.order.hide()
        self.again.hide()
        return line

    # What is asked for ----------------------------------------------------------------------------------------

    @property
    def kind(self) -> str:
        """Which kind of picture was chosen."""
        return next(kind for kind, button in self._named.items() if button.isChecked())

    @property
    def number(self) -> int:
        """Which simulated example is asked for."""
        return self._number

    @property
    def sorted_into_classes(self) -> bool:
        """Whether cells are to be counted by their margin."""
        return str(self.order.currentData()) == "classes"

    def _on_switch(self) -> None:
        self.order.setVisible(self.kind == CELL)
        self.again.setVisible(self.kind == DRAWS)
        self.wanted.emit()

    def _on_again(self) -> None:
        self._number += 1
        self.wanted.emit()

    # What is shown --------------------------------------------------------------------------------------------

    @property
    def figure(self) -> Figure:
        """The figure in view."""
        return self._figure

    def show_figure(self, figure: Figure) -> None:
        """Show a figure, in place of the one before."""
        self._figure = figure
        self.model.set_figure(figure)
        self._fit_columns()
        self._show()

    def begin(self) -> None:
        """Make the picture itself, once its library is loaded: in steps, between which the window takes its turn."""
        if self._begun or not loading.loaded():
            return
        self._begun = True
        from dpdesk.gui.kit.plots.chart import Chart

        chart = Chart(self)
        chart.hide()
        chart.moved.connect(self.moved)
        chart.released.connect(self.released)

        def join() -> None:
            self._stack.addWidget(chart)
            self.chart = chart
            QTimer.singleShot(0, self, self._show)

        QTimer.singleShot(0, self, join)

    def take_colours(self) -> None:
        """Another palette or size of text."""
        if self.chart is not None:
            self.chart.take_colours()
        self.key.update()

    def _show(self) -> None:
        figure, table = self._figure, self.as_table.isChecked()
        self.y_title.setText(figure.y_title if not table else "")
        self.x_title.setText(figure.x_title if not table else "")
        self.note.setText(figure.note)
        self.note.setVisible(bool(figure.note))
        self.key.show_series([] if table else [one for one in figure.series if one.name])
        self.copy_button.setEnabled(bool(figure.headings))
        if figure.empty or not figure.series:
            self._empty.setText(figure.empty or self.tr("The picture is being drawn …"))
            self._stack.setCurrentWidget(self._empty)
        elif table:
            self._stack.setCurrentWidget(self.table)
        elif self.chart is not None:
            self.chart.show_figure(figure)
            self.chart.setAccessibleName(f"{figure.y_title} – {figure.x_title}")
            self.chart.setAccessibleDescription(self._spoken(figure))
            self._stack.setCurrentWidget(self.chart)

    def _spoken(self, figure: Figure) -> str:
        names = "; ".join(one.name for one in figure.series if one.name)
        return self.tr("{names}. {note} The same figures stand in the table that “As a table” opens.").format(
            names=names, note=figure.note
        )

    def _fit_columns(self) -> None:
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        for at in range(len(self._figure.headings)):
            mode = QHeaderView.ResizeMode.Stretch if at == 0 else QHeaderView.ResizeMode.Interactive
            header.setSectionResizeMode(at, mode)
            if at:
                wide = header.fontMetrics().horizontalAdvance(self._figure.headings[at]) + UNIT * 4
                self.table.setColumnWidth(at, min(max(wide, 96), 200))

    def say(self, words: str) -> None:
        """Show what the point says while it is being moved, in place of the axis' title; nothing for an empty text."""
        self.live.setText(words)
        self.live.setVisible(bool(words))
        self.y_title.setVisible(not words)


class FigureTable(DataTable):
    """The figures of a picture; `whole` when all of them are to be copied, which may take a while."""

    whole = Signal()

    def copy(self) -> None:
        """Copy the rows chosen, all of them if none is."""
        if self.selectionModel().hasSelection():
            super().copy()
        else:
            self.whole.emit()


class Key(QWidget):
    """The key of a picture: a piece of each line beside its name."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._series: list[Series] = []
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_series(self, series: list[Series]) -> None:
        """Show the key of some series."""
        self._series = series
        self.setVisible(len(series) > 1)
        self.setAccessibleName("; ".join(one.name for one in series))
        self.setToolTip("\n".join(one.name for one in series))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """A line of text for each two or three series."""
        return QSize(200, (self.fontMetrics().height() + 6) * max(len(self._lines(max(self.width(), 320))), 1))

    def resizeEvent(self, event: object) -> None:
        """More lines where there is less room."""
        self.updateGeometry()

    def minimumSizeHint(self) -> QSize:
        """No less than it needs."""
        return self.sizeHint()

    def _lines(self, width: int) -> list[list[Series]]:
        metrics = self.fontMetrics()
        lines: list[list[Series]] = [[]]
        used = 0
        for one in self._series:
            wide = min(metrics.horizontalAdvance(one.name), width - 44) + 60
            if lines[-1] and used + wide > width:
                lines.append([])
                used = 0
            lines[-1].append(one)
            used += wide
        return lines

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all entries."""
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        metrics = QFontMetrics(self.font())
        height = metrics.height() + 6
        mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        for number, line in enumerate(self._lines(self.width())):
            x = 0
            y = number * height + height / 2
            for one in line:
                wide = min(metrics.horizontalAdvance(one.name) + 2, self.width() - 44)
                left = self.width() - x - 30 if mirrored else x
                self._sample(painter, one, left, y)
                place = QRectF(left - 10 - wide if mirrored else x + 38, y - height / 2, wide, height)
                painter.setPen(QColor(colours.text))
                text = metrics.elidedText(one.name, Qt.TextElideMode.ElideRight, wide)
                painter.drawText(place, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, text)
                x += wide + 60
        painter.end()

    def _sample(self, painter: QPainter, series: Series, left: float, y: float) -> None:
        colours = theme.colours()
        accent, muted, text = QColor(colours.accent), QColor(colours.muted), QColor(colours.text)
        if series.style == "dots":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(accent)
            for at in (6, 15, 24):
                painter.drawEllipse(QRectF(left + at - 2.5, y - 2.5, 5, 5))
            return
        pens = {
            "main": QPen(accent, 2.5),
            "other": QPen(text, 1.4, Qt.PenStyle.DotLine),
            "bound": QPen(muted, 1.4, Qt.PenStyle.DashLine),
            "bars": QPen(accent, 8),
        }
        painter.setPen(pens[series.style])
        painter.drawLine(round(left), round(y), round(left) + 30, round(y))
