"""A table as it will stand on paper: title, spanned boxhead, indented stub, numbers on the right.

`TableGrid` is the grid; `TableSheet` puts title, universe and the choice of the page above it. Widths come from labels,
which are public, never from values. Copying gives tab-separated text with all headings.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from PySide6.QtCore import (
    QAbstractListModel,
    QItemSelectionModel,
    QModelIndex,
    QRect,
    QStringListModel,
    Qt,
    QTimer,
    Signal,
)
from PySide6.QtGui import QAction, QColor, QGuiApplication, QKeySequence, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.rows import Index, RowsModel
from dpdesk.gui.kit.sheet.header import FEW_COLUMNS, NARROWEST, PAD, TableHeader, column_widths, line_height, wrapped
from dpdesk.gui.kit.sheet.model import CellAt, Provider, ShellModel
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.publish.tables.text import pasted

_SELECTED, _FOCUSED = QStyle.StateFlag.State_Selected.value, QStyle.StateFlag.State_HasFocus.value
_BESIDE = Qt.AlignmentFlag.AlignVCenter.value | Qt.AlignmentFlag.AlignAbsolute.value | Qt.TextFlag.TextSingleLine.value
_LEFT, _RIGHT = (_BESIDE | side.value for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight))
"""How a cell is drawn, as numbers: flags put together anew for each cell take as long as drawing it."""
_MANY = 4000
"""Cells copied at one go; more are gathered while the window goes on."""


class CellDelegate(QStyledItemDelegate):
    """Draws a cell: its text on the right, in its role's colour; the chosen cell in a frame."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw one cell."""
        model = index.model()
        if not isinstance(model, ShellModel):
            super().paint(painter, option, index)
            return
        colours = theme.colours()
        rect: QRect = option.rect
        state = option.state.value
        view = self.parent()
        if not isinstance(view, TableGrid):
            return
        painter.save()
        if state & _SELECTED:
            painter.fillRect(rect, QColor(colours.accent_soft))
        shown = model.shown(index.row(), index.column())
        if shown is not None:
            text, _, name = shown
            painter.setPen(QColor(colours.muted if view.dimmed else getattr(colours, name or "text", colours.text)))
            painter.setFont(view.font())
            inner = view.in_view(rect).adjusted(PAD, 0, -PAD, 0)
            if inner.width() < rect.width() - 2 * PAD and painter.fontMetrics().horizontalAdvance(text) > inner.width():
                text = "…"  # the first digits of a figure that is half scrolled away are another figure
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
            painter.setLayoutDirection(Qt.LayoutDirection.LeftToRight)  # "± 12" reads so in every language
            painter.drawText(inner, _LEFT if view.isRightToLeft() else _RIGHT, text)
        if state & _FOCUSED:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(rect.adjusted(1, 1, -2, -2))
        painter.restore()


class _Corner(QWidget):
    """Between stub and boxhead: the names of the stub's variables below, those of the boxhead's above."""

    def __init__(self, grid: TableGrid) -> None:
        super().__init__(grid)
        self._grid = grid

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the names."""
        painter = QPainter(self)
        colours = theme.colours()
        painter.fillRect(self.rect(), QColor(colours.sunken))
        painter.setPen(QColor(colours.line))
        painter.drawLine(0, self.height() - 1, self.width(), self.height() - 1)
        edge = 0 if self.isRightToLeft() else self.width() - 1
        painter.drawLine(edge, 0, edge, self.height())
        across, down = self._grid.boxhead.side, self._grid.stub.side
        if across is None or down is None:
            return
        painter.setFont(theme.font(strong=True))
        painter.setPen(QColor(colours.text))
        taken = 0
        metrics, spacing = painter.fontMetrics(), painter.fontMetrics().lineSpacing()
        heights = self._grid.boxhead.level_heights()
        most = 1 + (heights[-1] - line_height()) // spacing
        for level, width in enumerate(self._grid.stub.level_widths()):
            lines = wrapped(down.heading(level), metrics, width - 2 * PAD, most)
            top = self.height() - line_height() - (len(lines) - 1) * spacing
            for at, line in enumerate(lines):
                rect = QRect(taken + PAD, top + at * spacing, width - 2 * PAD, line_height())
                self._text(painter, rect, line, far=False)
            taken += width
        painter.setFont(theme.font(points=9))
        painter.setPen(QColor(colours.muted))
        for level in range(across.levels - 1):
            rect = QRect(PAD, sum(heights[:level]), self.width() - 2 * PAD, heights[level])
            self._text(painter, rect, across.heading(level), far=True)
        painter.end()

    def _text(self, painter: QPainter, rect: QRect, text: str, *, far: bool) -> None:
        if self.isRightToLeft():
            rect = QRect(self.width() - rect.right() - 1, rect.top(), rect.width(), rect.height())
        right = far != self.isRightToLeft()
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        align = side | Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignAbsolute
        text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, rect.width())
        painter.drawText(rect, int(align) | Qt.TextFlag.TextSingleLine, text)


class TableGrid(QTableView):
    """A grid over a `ShellModel`; arrow keys move, Ctrl+C copies, the menu key opens the menu.

    `chosen` says that another cell is current: page, stub line, boxhead line, item; `selected` that other cells are
    selected.
    """

    chosen = Signal(object)
    selected = Signal()

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.dimmed = False
        self._hint = ""
        self._nothing = RowsModel([], self)
        self._narrowest = NARROWEST
        self._own: Sequence[int] = ()  # the same of each column, where that is known
        self._settled = True  # no widths are being set
        self._widths: list[int] = []  # of the columns as they were last set, where they are few
        self.boxhead = TableHeader(Qt.Orientation.Horizontal, self)
        self.stub = TableHeader(Qt.Orientation.Vertical, self)
        self.setHorizontalHeader(self.boxhead)
        self.setVerticalHeader(self.stub)
        self.boxhead.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self.boxhead.setMinimumSectionSize(40)
        self.boxhead.sectionResized.connect(lambda *_: self._on_resized() if self._settled else None)
        self.stub.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.stub.setMinimumSectionSize(line_height())
        self.stub.setDefaultSectionSize(line_height())
        self.setCornerButtonEnabled(False)
        self.corner = _Corner(self)
        self.setItemDelegate(CellDelegate(self))
        self.setFont(theme.font())
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.horizontalScrollBar().setSingleStep(UNIT * 4)
        self.horizontalScrollBar().valueChanged.connect(self.viewport().update)  # texts keep within the edges
        self.verticalScrollBar().setSingleStep(line_height())
        self._gathering: Iterator[str] | None = None
        self._gathered: list[str] = []
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._gather)
        self.copy_action = QAction(self.tr("Copy"), self)
        self.copy_action.setShortcut(QKeySequence(QKeySequence.StandardKey.Copy))
        self.copy_action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.copy_action.triggered.connect(self.copy)
        self.copy_all_action = QAction(self.tr("Copy the whole page of the table"), self)
        self.copy_all_action.triggered.connect(lambda: self.copy(whole=True))
        self.addActions([self.copy_action, self.copy_all_action])
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    # What is shown --------------------------------------------------------------------------------------------

    @property
    def shell_model(self) -> ShellModel | None:
        """The model, if it is of a shell."""
        model = self.model()
        return model if isinstance(model, ShellModel) else None

    def show_model(self, model: ShellModel | None) -> None:
        """Show a shell (None for an empty sheet); the cell in view stays chosen where it still exists."""
        old = self.currentIndex()
        cell = (old.row(), old.column()) if old.isValid() else (0, 0)
        scrolled = (self.horizontalScrollBar().value(), self.verticalScrollBar().value())
        before = self.model()
        self.boxhead.set_side(None)
        self.stub.set_side(None)
        self.setModel(self._nothing if model is None else model)
        if before is not model and isinstance(before, ShellModel) and before.parent() is self:
            before.deleteLater()
        if model is not None:
            self.boxhead.set_side(model.columns)
            self.stub.set_side(model.rows)
            self._set_widths(model)
            self.selectionModel().currentChanged.connect(self._on_current)
            self.selectionModel().selectionChanged.connect(lambda new, old: self.selected.emit())
            row_at, column_at = min(cell[0], model.rows.size - 1), min(cell[1], model.columns.size - 1)
            index = model.index(row_at, column_at)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.horizontalScrollBar().setValue(scrolled[0])
            self.verticalScrollBar().setValue(scrolled[1])
        self.updateGeometries()
        self.corner.update()

    def set_values(self, provider: Provider | None) -> None:
        """Fill the cells; see `ShellModel.set_values`."""
        if self.shell_model is not None:
            self.shell_model.set_values(provider)

    def set_number_width(self, characters: int, each: Sequence[int] = ()) -> None:
        """Make every column wide enough for numbers of so many characters (a public bound, never a value's).

        each: how many in each column, where they are few.
        """
        zero = self.fontMetrics().horizontalAdvance("0")
        self._narrowest, *own = (max(NARROWEST, zero * one + 2 * PAD) for one in (characters, *each))
        self._own = own
        if self.shell_model is not None:
            self._set_widths(self.shell_model)

    def set_hint(self, hint: str) -> None:
        """What is written on the empty sheet while there is no table to draw."""
        if hint != self._hint:
            self._hint = hint
            self.viewport().update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells, or the hint on an empty sheet."""
        super().paintEvent(event)
        if self.shell_model is None and self._hint:
            painter = QPainter(self.viewport())
            painter.setPen(QColor(theme.colours().muted))
            painter.setFont(self.font())
            room = self.viewport().rect().adjusted(4 * PAD, PAD, -4 * PAD, -PAD)
            painter.drawText(room, int(Qt.AlignmentFlag.AlignCenter) | Qt.TextFlag.TextWordWrap, self._hint)
            painter.end()

    def in_view(self, rect: QRect) -> QRect:
        """The part of a cell between the edges at the left and right: "± 6.4" cut there would read "± 6"."""
        seen = QRect(rect)
        seen.setLeft(max(rect.left(), 0))
        seen.setRight(min(rect.right(), self.viewport().width() - 1))
        return seen

    def set_dimmed(self, dimmed: bool) -> None:
        """Draw the cells quietly: what is shown is not up to date."""
        if dimmed != self.dimmed:
            self.dimmed = dimmed
            self.viewport().update()

    def refresh_looks(self) -> None:
        """Take up another palette or size of text."""
        self.setFont(theme.font())
        self.boxhead.setFont(theme.font(strong=True))
        self.stub.setMinimumSectionSize(line_height())
        self.stub.setDefaultSectionSize(line_height())
        model = self.shell_model
        if model is not None:
            self.boxhead.set_side(model.columns)
            self.stub.set_side(model.rows)
            self._set_widths(model)
        self.updateGeometries()
        self.viewport().update()
        self.corner.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another room is divided anew, unless somebody has moved an edge."""
        super().resizeEvent(event)
        model = self.shell_model
        if model is not None and event.size().width() != event.oldSize().width() and self._widths == self._sizes():
            self._set_widths(model)

    def _sizes(self) -> list[int]:
        few = self.boxhead.count() <= FEW_COLUMNS
        return [self.boxhead.sectionSize(section) for section in range(self.boxhead.count())] if few else []

    def _set_widths(self, model: ShellModel) -> None:
        room = self.viewport().width()
        widths = column_widths(model.columns, self.boxhead.fontMetrics(), self._narrowest, room, self._own)
        self._settled = False
        if widths is None:
            usual = max(self._narrowest, 120)
            widths = [max(usual, room // max(room // usual, 1))] * self.boxhead.count()
        if widths:
            self.boxhead.setDefaultSectionSize(widths[-1])  # which leaves as they are those that once had their own
        for section, width in enumerate(widths):
            if self.boxhead.sectionSize(section) != width:
                self.boxhead.resizeSection(section, width)
        self._widths, self._settled = self._sizes(), True
        self.boxhead.fit_levels()

    def _on_resized(self) -> None:
        """An edge of a column is moved by hand: its head is broken anew."""
        if self._widths != self._sizes():
            self.boxhead.fit_levels()

    def _on_current(self, index: QModelIndex, before: QModelIndex) -> None:
        self.boxhead.viewport().update()
        self.stub.viewport().update()
        if index.isValid() and self.shell_model is not None:
            self.chosen.emit(self.shell_model.cell_at(index.row(), index.column()))

    def choose(self, row_at: int, column_at: int) -> None:
        """Make a cell current and bring it into view."""
        if self.shell_model is not None:
            index = self.shell_model.index(row_at, column_at)
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(index)

    def updateGeometries(self) -> None:
        """Place the headers, and the corner between them."""
        super().updateGeometries()
        across, down = self.boxhead.geometry(), self.stub.geometry()
        self.corner.setGeometry(down.left(), across.top(), down.width(), across.height())
        self.corner.setVisible(self.boxhead.side is not None)
        self.corner.raise_()

    def selected_cells(self, most: int) -> list[CellAt]:
        """The selected cells, row by row; none of them where they are more than that."""
        model = self.shell_model
        if model is None:
            return []
        selection = self.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        if sum(area.height() * area.width() for area in ranges) > most:
            return []
        places = {
            (row_at, column_at)
            for area in ranges
            for row_at in range(area.top(), area.bottom() + 1)
            for column_at in range(area.left(), area.right() + 1)
        }
        return [model.cell_at(row_at, column_at) for row_at, column_at in sorted(places)]

    # Copying --------------------------------------------------------------------------------------------------

    def copy(self, *, whole: bool = False) -> None:
        """Put the chosen cells (or the whole page) on the clipboard, tab-separated, under all their headings."""
        model = self.shell_model
        if model is None:
            return
        rows, columns = self._chosen_lines(model, whole)
        self._gathering = _lines_of(model, rows, columns)
        self._gathered = []
        self._gather()

    def _chosen_lines(self, model: ShellModel, whole: bool) -> tuple[list[int], list[int]]:
        selection = self.selectionModel().selection()
        ranges = [selection.at(number) for number in range(selection.count())]
        if whole or not ranges:
            return list(range(model.rows.size)), list(range(model.columns.size))
        rows = sorted({row_at for area in ranges for row_at in range(area.top(), area.bottom() + 1)})
        columns = sorted({column_at for area in ranges for column_at in range(area.left(), area.right() + 1)})
        return rows, columns

    def _gather(self) -> None:
        """Make some more of the text; the clipboard gets it when it is complete."""
        cells = 0
        for line in self._gathering or ():
            self._gathered.append(line)
            cells += line.count("\t") + 1
            if cells > _MANY:
                self._timer.start(0)
                return
        self._timer.stop()
        self._gathering = None
        QGuiApplication.clipboard().setText("\n".join(self._gathered) + "\n")


def _lines_of(model: ShellModel, rows: list[int], columns: list[int]) -> Iterator[str]:
    """The lines of a table as tab-separated text: the levels of the boxhead, then each row after its stub."""
    across, down = model.columns, model.rows
    if model.pages.size > 1:
        yield pasted(model.page_words(model.page))
    for level in range(across.levels):
        last = level == across.levels - 1
        heads = [down.heading(level) if last else "" for level in range(down.levels)]
        yield "\t".join(pasted(text) for text in [*heads, *(across.label(column_at, level) for column_at in columns)])
    for row_at in rows:
        stub = [down.label(row_at, level) for level in range(down.levels)]
        cells = [(model.shown(row_at, column_at) or ("", "", ""))[0] for column_at in columns]
        yield "\t".join(pasted(text) for text in [*stub, *cells])


class _Pages(QAbstractListModel):
    """The pages of a table by their words, made when they are looked at."""

    def __init__(self, model: ShellModel) -> None:
        super().__init__(model)
        self._model = model

    def rowCount(self, parent: Index | None = None) -> int:
        """Number of pages."""
        return 0 if parent is not None and parent.isValid() else self._model.pages.size

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """A page in words."""
        return self._model.page_words(index.row()) if role == Qt.ItemDataRole.DisplayRole else None


class TableSheet(QWidget):
    """Title, universe and page above a `TableGrid` (`grid`)."""

    page_chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget | None = None, *, titled: bool = True) -> None:
        super().__init__(parent)
        self.grid = TableGrid(name)
        self._title = label(role="heading")
        self._universe = label(role="caption")
        self._page_row = QWidget()
        self._no_pages = QStringListModel(self)
        self.page_field = Box()
        self.page_field.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.page_field.setMinimumContentsLength(24)
        named(self.page_field, self.tr("Page of the table"), self.tr("Which page of the table is shown."))
        self.page_label = label(self.tr("Page"), wrap=False)
        self.page_label.setBuddy(self.page_field)
        pages = row(self._page_row)
        pages.addWidget(self.page_label)
        pages.addWidget(self.page_field)
        pages.addStretch(1)
        layout = column(self, spacing=UNIT // 2)
        layout.addWidget(self._title)
        layout.addWidget(self._universe)
        layout.addWidget(self._page_row)
        layout.addWidget(self.grid, 1)
        self._titled = titled
        self._page_row.hide()
        self.page_field.currentIndexChanged.connect(self._on_page)

    def show_model(self, model: ShellModel | None) -> None:
        """Show a shell with its title and universe; None clears the sheet."""
        page = self.page_field.currentIndex()
        self.grid.show_model(model)
        title = model.shell.title.show(model.language) if model is not None else ""
        universe = model.shell.universe.show(model.language) if model is not None and model.shell.universe else ""
        self._title.setText(title)
        self._title.setVisible(self._titled and bool(title))
        self._universe.setText(universe)
        self._universe.setVisible(self._titled and bool(universe))
        several = model is not None and model.pages.size > 1
        self._page_row.setVisible(several)
        self.page_field.blockSignals(True)
        if model is None or not several:
            self.page_field.setModel(self._no_pages)
        else:
            self.page_field.setModel(_Pages(model))
            self.page_field.setCurrentIndex(min(max(page, 0), model.pages.size - 1))
            model.set_page(self.page_field.currentIndex())
        self.page_field.blockSignals(False)

    def _on_page(self, page: int) -> None:
        model = self.grid.shell_model
        if model is not None and page >= 0:
            model.set_page(page)
            index = self.grid.currentIndex()
            if index.isValid():
                self.grid.chosen.emit(model.cell_at(index.row(), index.column()))
            self.page_chosen.emit(page)
