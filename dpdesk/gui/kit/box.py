"""A box of answers whose list shows them whole, however narrow the box is; the box itself ends a long one in dots."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QHelpEvent, QPaintEvent
from PySide6.QtWidgets import QComboBox, QSizePolicy, QStyle, QStyleOptionComboBox, QStylePainter, QToolTip

_MOST = 640
"""No list is wider: a longer text has dots, and its tool tip says the rest."""


class Box(QComboBox):
    """A combo box; its list is as wide as its longest text."""

    def showPopup(self) -> None:
        """Open the list, with room for its texts and the scroll bar."""
        view = self.view()
        bar = view.verticalScrollBar().sizeHint().width() if self.count() > self.maxVisibleItems() else 0
        edges = 2 * view.frameWidth()
        view.setMinimumWidth(min(_MOST, view.sizeHintForColumn(0) + bar + edges))
        super().showPopup()

    @property
    def shown_text(self) -> str:
        """What stands in the box: the answer, with dots at its end where the box is too narrow for it."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        part = QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, part, self).width()
        return self.fontMetrics().elidedText(self.currentText(), Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the box; Qt would cut a long text in the middle of a letter."""
        text = self.shown_text
        if self.isEditable() or self.currentIndex() < 0 or text == self.currentText():
            super().paintEvent(event)
            return
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = text
        painter = QStylePainter(self)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option)
        painter.drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option)

    def event(self, event: QEvent) -> bool:
        """The tip of a box that cannot show its answer whole is that answer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip and self.currentIndex() >= 0:
            if self.shown_text != self.currentText():
                QToolTip.showText(event.globalPos(), self.currentText(), self)
                return True
        return super().event(event)


def shrinking_box() -> Box:
    """A box for a narrow form: as wide as the form, and never wider than a few letters by itself."""
    box = Box()
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box
