"""Looking at the window as a person does: what is visible, what it is called, whether it can be read."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from PySide6.QtCore import QEventLoop, QPoint, QRect, Qt
from PySide6.QtGui import QAccessible, QImage, QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QTabBar,
    QTextEdit,
    QWidget,
)

INPUTS = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
)


def visible(root: QWidget, kind: type[QWidget] | tuple[type[QWidget], ...] = QWidget) -> Iterator[QWidget]:
    """The widgets of a kind that can be seen, in no particular order."""
    for widget in root.findChildren(QWidget):
        if isinstance(widget, kind) and widget.isVisibleTo(root) and not widget.visibleRegion().isEmpty():
            yield widget


def inputs(root: QWidget) -> Iterator[QWidget]:
    """Everything a person can act on, without the parts that a control is made of."""
    for widget in visible(root, INPUTS):
        parts = isinstance(widget, QScrollBar) or widget.objectName().startswith("qt_")
        inside = isinstance(widget.parentWidget(), (QAbstractSpinBox, QComboBox, QAbstractItemView))
        if not parts and not inside and widget.focusPolicy() != Qt.FocusPolicy.NoFocus:
            yield widget


def spoken_name(widget: QWidget) -> str:
    """What a screen reader says of a widget."""
    interface = QAccessible.queryAccessibleInterface(widget)
    return interface.text(QAccessible.Text.Name).strip() if interface is not None else ""


def path_of(widget: QWidget) -> str:
    """Where a widget stands, for a failing test."""
    steps = []
    node: QWidget | None = widget
    while node is not None:
        text = node.text() if isinstance(node, QLabel | QAbstractButton) else ""
        steps.append(f"{type(node).__name__}({node.objectName() or text[:30] or spoken_name(node)[:30]})")
        node = node.parentWidget()
    return " < ".join(steps[:6])


def picture(window: QWidget, ratio: int = 1) -> QImage:
    """The window as it is painted, at `ratio` device pixels to a pixel of the layout."""
    pixmap = QPixmap(window.size() * ratio)
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    window.render(pixmap)
    image = pixmap.toImage().convertToFormat(QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(1)
    return image


def at_rest(window: QWidget) -> QImage:
    """The window once two turns of the event loop leave it as it is: wrapped texts are laid out in several."""
    before = None
    for _ in range(200):
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        now = picture(window)
        if now == before and not window.desk.tasks.running():
            return now
        before = now
    raise AssertionError("the window does not come to rest")


def area_of(widget: QWidget, window: QWidget) -> QRect:
    """The part of the window in which a widget can be seen, in pixels of the layout."""
    seen = widget.visibleRegion().boundingRect()
    return QRect(widget.mapTo(window, seen.topLeft()), seen.size())


def colours_in(image: QImage, area: QRect, ratio: int) -> list[str]:
    """The colours in a part of a picture, the most frequent first."""
    cut = image.copy(QRect(area.topLeft() * ratio, area.size() * ratio))
    pixels = np.frombuffer(bytes(cut.constBits()), dtype="<u4") & 0xFFFFFF
    colours, counts = np.unique(pixels, return_counts=True)
    return [f"#{colour:06x}" for colour in colours[np.argsort(-counts)]]


def masked(image: QImage, window: QWidget) -> QImage:
    """The picture with every amber frame blacked out: what lies in one is confidential and said to be."""
    from PySide6.QtGui import QPainter

    painter = QPainter(image)
    for widget in visible(window):
        if widget.property("confidential"):
            painter.fillRect(area_of(widget, window), Qt.GlobalColor.black)
    painter.end()
    return image


def clipped(label: QLabel | QAbstractButton) -> bool:
    """Whether part of a text cannot be seen and no tool tip says it whole."""
    text = label.text().replace("&", "")
    if not text or text in label.toolTip():
        return False
    if isinstance(label, QLabel):
        if label.wordWrap():
            return label.heightForWidth(label.width()) > label.height() + 1
        return label.sizeHint().width() > label.width() + 1
    return label.minimumSizeHint().width() > label.width() + 1


def hint_cut(field: QLineEdit) -> bool:
    """Whether what an empty field asks for cannot be read to its end."""
    room = field.width() - field.sizeHint().width() + field.fontMetrics().horizontalAdvance("x" * 17)
    return not field.text() and field.fontMetrics().horizontalAdvance(field.placeholderText()) > room


__all__ = [
    "QPoint",
    "area_of",
    "clipped",
    "colours_in",
    "hint_cut",
    "inputs",
    "masked",
    "path_of",
    "picture",
    "spoken_name",
    "visible",
]
