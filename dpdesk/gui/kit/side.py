"""A column of panels beside the page's matter: scrolled where it is too high, and never cut at its side."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QWidget


class SideArea(QScrollArea):
    """As wide as its panels need beside the scroll bar, and at least `least`."""

    def __init__(self, holder: QWidget, name: str, least: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._holder, self._least = holder, least
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setWidget(holder)
        self.setAccessibleName(name)
        holder.installEventFilter(self)

    def take_width(self, least: int) -> None:
        """Be at least so wide from now on."""
        self._least = least
        self.updateGeometry()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take another width when the panels need one."""
        if watched is self._holder and event.type() == QEvent.Type.LayoutRequest:
            self.updateGeometry()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """As wide as needed."""
        bar = self.verticalScrollBar().sizeHint().width() + 2 * self.frameWidth()
        return QSize(max(self._least, self._holder.minimumSizeHint().width() + bar), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """No narrower than that."""
        return QSize(self.sizeHint().width(), super().minimumSizeHint().height())
