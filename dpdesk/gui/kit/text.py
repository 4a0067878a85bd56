"""Pieces of text: titles, headings, captions, problems; and names for those who hear the window."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import (
    QFormLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QMenu,
    QScrollArea,
    QSplitter,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from dpdesk.gui.kit.theme import UNIT

_UNBROKEN = re.compile(r"(?<=[±≈…→ερδ]) (?=[\d±≈])|(?<=\d) (?=[%…→])")


def unbroken(text: str) -> str:
    """A text in which no line ends inside a margin, a range, a percentage or an amount."""
    return _UNBROKEN.sub("\u00a0", text)


class Sentence(QLabel):
    """An unbroken text on the window; `text` is as it was set."""

    def __init__(self, text: str = "") -> None:
        super().__init__()
        self._plain = ""
        self.setText(text)

    def setText(self, text: str) -> None:
        """Show another text."""
        self._plain = text
        super().setText(unbroken(text))

    def text(self) -> str:
        """The text with plain spaces."""
        return self._plain


def label(text: str = "", role: str = "", *, wrap: bool = True) -> QLabel:
    """A text in one of the roles of the style sheet: title, heading, caption, accent, problem, confidential."""
    made = Sentence(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setWordWrap(wrap)
    if role:
        made.setProperty("role", role)
    return made


def set_role(widget: QWidget, name: str, value: object) -> None:
    """Give a property of the style sheet another value and show it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


def show_if(widget: QWidget, wanted: bool) -> None:
    """Show or hide a widget where that changes anything: asking a layout for nothing costs time."""
    if widget.isHidden() == wanted:
        widget.setVisible(wanted)


def bring_into_view(area: QScrollArea, widget: QWidget) -> None:
    """Scroll to a widget that has just been opened in an area, once it is laid out; its end matters most."""

    def scroll() -> None:
        if isValid(area) and isValid(widget):
            area.ensureWidgetVisible(widget, 0, UNIT)

    QTimer.singleShot(0, area, scroll)


def named(widget: QWidget, name: str, description: str = "") -> QWidget:
    """Give an input its accessible name, and a description that is also its tool tip."""
    widget.setAccessibleName(name)
    if description:
        widget.setAccessibleDescription(description)
        widget.setToolTip(description)
    return widget


def set_menu(button: QToolButton, menu: QMenu) -> None:
    """Give a button a menu; closed, it leaves no colour of a pointer that has gone elsewhere meanwhile."""

    def look() -> None:
        under = button.rect().contains(button.mapFromGlobal(QCursor.pos()))
        button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, under)
        button.update()

    button.setMenu(menu)
    menu.aboutToHide.connect(look)


def splitter(orientation: Qt.Orientation, gap: int = UNIT) -> QSplitter:
    """Parts beside each other (or above), none of which can be closed, with a gap between them that is dragged."""
    made = QSplitter(orientation)
    made.setStyleSheet("QSplitter::handle { background: transparent; }")  # before any part of it is there
    made.setChildrenCollapsible(False)
    made.setHandleWidth(gap)
    return made


def field(form: QFormLayout, text: str, widget: QWidget, description: str = "") -> QLabel:
    """Add an input to a form with its visible label, which is its accessible name and leads the focus to it."""
    shown = label(text, wrap=False)
    shown.setBuddy(widget)
    named(widget, text.replace("&", ""), description)
    form.addRow(shown, widget)
    return shown


def form() -> QFormLayout:
    """A form on the grid."""
    made = QFormLayout()
    made.setContentsMargins(0, 0, 0, 0)
    made.setHorizontalSpacing(UNIT * 2)
    made.setVerticalSpacing(UNIT)
    made.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    made.setLabelAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
    return made


def column(parent: QWidget | None = None, *, margin: int = 0, spacing: int = UNIT) -> QVBoxLayout:
    """A vertical layout on the grid."""
    layout = QVBoxLayout() if parent is None else QVBoxLayout(parent)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(spacing)
    return layout


def row(parent: QWidget | None = None, *, margin: int = 0, spacing: int = UNIT) -> QHBoxLayout:
    """A horizontal layout on the grid."""
    layout = QHBoxLayout() if parent is None else QHBoxLayout(parent)
    layout.setContentsMargins(margin, margin, margin, margin)
    layout.setSpacing(spacing)
    return layout


def grid(parent: QWidget | None = None) -> QGridLayout:
    """A grid layout on the grid."""
    layout = QGridLayout() if parent is None else QGridLayout(parent)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(UNIT)
    return layout


def panel(*, confidential: bool = False) -> QFrame:
    """A sheet of paper on the desk; an amber one for what is confidential."""
    made = QFrame()
    made.setProperty("confidential" if confidential else "panel", True)
    return made
