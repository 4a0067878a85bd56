"""A table on the desk: rows of equal kind, copied with their headings, moved about by keyboard."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QRect, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStyle, QStyleOptionViewItem, QTableView, QWidget

from dpdesk.publish.tables.text import pasted

_MOST_WRAPPED, _AROUND = 200, 11
"""Rows that are measured at most, and the room above and below a text together."""
_TEXT = QStyleOptionViewItem.ViewItemFeature.HasDisplay | QStyleOptionViewItem.ViewItemFeature.WrapText


class PlainTable(QTableView):
    """Whole rows are selected, without a grid and without numbers; rows are as high as the text is large."""

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setCornerButtonEnabled(False)
        self.verticalHeader().hide()
        self._fit_rows()
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)

    def changeEvent(self, event: QEvent) -> None:
        """Rows are as high as the text is large."""
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self._fit_rows()

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(max(28, self.fontMetrics().height() + _AROUND))


class DataTable(PlainTable):
    """A read-only table view: whole rows selected, copied as tab-separated text with the headings.

    A confidential table does not copy.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, confidential: bool = False) -> None:
        super().__init__(name, parent)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._confidential = confidential
        if not confidential:
            copy = QAction(self.tr("Copy"), self, shortcut=QKeySequence(QKeySequence.StandardKey.Copy))
            copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            copy.triggered.connect(self.copy)
            self.addAction(copy)
            self.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move about; Qt's own copying of a cell does nothing in a confidential table."""
        if self._confidential and event.matches(QKeySequence.StandardKey.Copy):
            event.accept()
            return
        super().keyPressEvent(event)

    def copy(self) -> None:
        """Put the selected cells on the clipboard as tab-separated text, headings first."""
        QGuiApplication.clipboard().setText(selection_text(self.model(), self.selectedIndexes()))


class RemarksTable(DataTable):
    """Ends with a column of remarks, which wrap; the others are as wide as what they say, up to a third of the room.

    Of very many rows none wraps: each would have to be measured.
    """

    def __init__(self, name: str, parent: QWidget | None = None, *, confidential: bool = False) -> None:
        super().__init__(name, parent, confidential=confidential)
        self.setWordWrap(True)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fit)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Show a model, and fit its columns whenever it has other rows."""
        super().setModel(model)
        if model is not None:
            model.modelReset.connect(self._soon.start)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share the width anew."""
        super().resizeEvent(event)
        self._soon.start()

    def _fit(self) -> None:
        header, last = self.horizontalHeader(), self.model().columnCount() - 1
        room = self.viewport().width()
        wanted = (max(self.sizeHintForColumn(at), header.sectionSizeHint(at)) + 2 for at in range(last))
        widths = [min(wide, max(room // 3, 96)) for wide in wanted]
        least = max(header.sectionSizeHint(last), header.defaultSectionSize())  # no less is given to the last
        over = sum(widths) + least - room
        if over > 0 and widths:  # the widest wraps, and the remarks keep their head
            widest = widths.index(max(widths))
            widths[widest] = max(widths[widest] - over, 96)
        for at, wide in enumerate(widths):
            self.setColumnWidth(at, wide)
        rows = self.model().rowCount()
        for row in range(rows if rows <= _MOST_WRAPPED else 0):
            self.setRowHeight(row, max(self.verticalHeader().defaultSectionSize(), self._high(row, last) + _AROUND))

    def _high(self, row: int, last: int) -> int:
        """How high a row's texts are; Qt's own hint forgets the padding of the style sheet and cuts a line."""
        option, style = QStyleOptionViewItem(), self.style()
        self.initViewItemOption(option)
        option.features |= _TEXT
        beside = 2 * (style.pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin, option, self) + 1)
        high = self.sizeHintForRow(row)
        for at in range(last + 1):
            text = str(self.model().index(row, at).data() or "")
            option.text, option.rect = text, QRect(0, 0, self.columnWidth(at), 200)
            inside = style.subElementRect(QStyle.SubElement.SE_ItemViewItemText, option, self).width() - beside
            room = QRect(0, 0, inside, 0)
            high = max(high, self.fontMetrics().boundingRect(room, int(Qt.TextFlag.TextWordWrap), text).height())
        return high


def selection_text(model: QAbstractItemModel, chosen: list[QModelIndex]) -> str:
    """The chosen cells as tab-separated text with the headings; all cells if none is chosen."""
    rows = sorted({index.row() for index in chosen}) or list(range(model.rowCount()))
    columns = sorted({index.column() for index in chosen}) or list(range(model.columnCount()))
    heads = [_plain(model.headerData(column, Qt.Orientation.Horizontal)) for column in columns]
    lines = ["\t".join(heads)]
    lines += ["\t".join(_plain(model.index(r, c).data()) for c in columns) for r in rows]
    return "\n".join(lines) + "\n"


def _plain(value: object) -> str:
    return pasted(str(value)) if value is not None else ""
