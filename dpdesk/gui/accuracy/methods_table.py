"""The table of methods: a plain name over the technical one, and a bar of the error with the best possible."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen
from PySide6.QtWidgets import QHeaderView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.local import english
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.shared.methods import ABOVE, METHOD, ROW_ROLE, SCALE_ROLE, TYPICAL, MethodRow, MethodsModel

_PAD = 8
_BAR = 6


class MethodsDelegate(QStyledItemDelegate):
    """Paints a row in two lines; what cannot be used is grey and says why in its second line."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Paint one cell."""
        row = index.data(ROW_ROLE)
        if not isinstance(row, MethodRow):
            return
        colours = theme.colours()
        painter.save()
        area = QRect(option.rect)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected:
            painter.fillRect(area, QColor(colours.accent_soft))
        painter.setPen(QColor(colours.line))
        painter.drawLine(area.bottomLeft(), area.bottomRight())
        inner = area.adjusted(_PAD, 4, -_PAD, -4)
        if index.column() == METHOD:
            self._paint_method(painter, inner, option.font, row)
        else:
            self._paint_figure(painter, inner, option, index, row)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRect(QRectF(area).adjusted(1, 1, -1, -2))
        painter.restore()

    def _paint_method(self, painter: QPainter, inner: QRect, font: QFont, row: MethodRow) -> None:
        colours = theme.colours()
        strong, small = QFont(font), QFont(font)
        strong.setWeight(QFont.Weight.DemiBold if row.chosen else QFont.Weight.Normal)
        name = f"✓ {row.plain}" if row.chosen else row.plain
        small.setPointSizeF(font.pointSizeF() * 0.88)
        first = QRect(inner.left(), inner.top(), inner.width(), inner.height() // 2 + 1)
        second = QRect(inner.left(), first.bottom(), inner.width(), inner.bottom() - first.bottom() + 1)
        side = Qt.AlignmentFlag.AlignLeading | Qt.AlignmentFlag.AlignVCenter
        painter.setFont(strong)
        painter.setPen(QColor(colours.accent if row.chosen else colours.text if row.available else colours.muted))
        if QFontMetrics(strong).horizontalAdvance(name) > first.width():  # the name comes before the technical one
            painter.drawText(inner, side | Qt.TextFlag.TextWordWrap, name)
            return
        painter.drawText(first, side, _elided(strong, name, first.width()))
        painter.setFont(small)
        painter.setPen(QColor(colours.muted))
        below = row.technical if row.available or not english() else f"{row.technical}: {row.why_not}"
        painter.drawText(second, side, _elided(small, below, second.width()))

    def _paint_figure(
        self,
        painter: QPainter,
        inner: QRect,
        option: QStyleOptionViewItem,
        index: QModelIndex | QPersistentModelIndex,
        row: MethodRow,
    ) -> None:
        colours = theme.colours()
        text = str(index.data() or "")
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text if row.available and not text[:1].isalpha() else colours.muted))
        room = QRect(inner)
        bar = index.column() == ABOVE and row.minimised is not None
        if bar:
            room.setBottom(inner.bottom() - _BAR - 2)
        side = Qt.AlignmentFlag.AlignTrailing | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(room, side, _elided(option.font, text, room.width()))
        if bar:
            self._paint_bar(painter, inner, float(index.data(SCALE_ROLE) or 0.0), row, option)

    def _paint_bar(
        self, painter: QPainter, inner: QRect, scale: float, row: MethodRow, option: QStyleOptionViewItem
    ) -> None:
        if scale <= 0 or row.minimised is None:
            return
        colours = theme.colours()
        track = QRectF(inner.left(), inner.bottom() - _BAR + 1, inner.width(), _BAR)
        painter.fillRect(track, QColor(colours.sunken))
        mirrored = option.direction == Qt.LayoutDirection.RightToLeft

        def part(start: float, width: float) -> QRectF:
            left = track.right() - start - width if mirrored else track.left() + start
            return QRectF(left, track.top(), width, track.height())

        share = min(row.minimised / scale, 1.0)
        painter.fillRect(part(0, track.width() * share), QColor(colours.accent if row.chosen else colours.border))
        if row.minimised > scale * 1.001:  # longer than the bar can show
            painter.fillRect(part(track.width() - 6, 2), QColor(colours.paper))
        if row.bound is not None:
            at = track.width() * min(row.bound / scale, 1.0)
            tick = part(max(at - 1.0, 0.0), 2.0).adjusted(0, -3, 0, 1)
            painter.fillRect(tick, QColor(colours.text))

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        """Two lines, as wide as the text."""
        return QSize(
            option.fontMetrics.horizontalAdvance(str(index.data() or "")) + 2 * _PAD,
            option.fontMetrics.height() * 2 + 10,
        )


class MethodsTable(DataTable):
    """The view of a `MethodsModel`."""

    def __init__(self, name: str, model: MethodsModel, parent: QWidget | None = None) -> None:
        super().__init__(name, parent)
        self.setModel(model)
        self.setItemDelegate(MethodsDelegate(self))
        self.setSelectionMode(DataTable.SelectionMode.SingleSelection)
        self.setMinimumWidth(360)
        header = self.horizontalHeader()
        header.setStretchLastSection(False)
        header.setMinimumSectionSize(64)
        header.setSectionResizeMode(METHOD, QHeaderView.ResizeMode.Stretch)
        for column in range(TYPICAL, ABOVE + 1):
            header.setSectionResizeMode(column, QHeaderView.ResizeMode.Interactive)
        self._fit_columns()
        model.headerDataChanged.connect(self._fit_columns)

    def _fit_rows(self) -> None:
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() * 2 + 12)
        if self.model() is not None:
            self._fit_columns()

    def _fit_columns(self) -> None:
        """As wide as the headings and the widest figure need."""
        header = self.horizontalHeader()
        font = header.font()
        font.setWeight(QFont.Weight.DemiBold)
        metrics = QFontMetrics(font)
        for column in range(TYPICAL, ABOVE + 1):
            heading = str(self.model().headerData(column, Qt.Orientation.Horizontal))
            wide = max(metrics.horizontalAdvance(line) for line in heading.split("\n"))
            self.setColumnWidth(column, max(wide, metrics.horizontalAdvance("± 00,000")) + 2 * _PAD)


def _elided(font: QFont, text: str, width: int) -> str:
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(width, 8))
