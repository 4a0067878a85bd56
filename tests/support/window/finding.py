"""Widgets of a page by what a person sees or hears of them."""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

W = TypeVar("W", bound=QWidget)


def button(page: QWidget, text: str) -> QPushButton:
    """The only button with this text, its mnemonic and the price below it apart."""
    found = [one for one in page.findChildren(QPushButton) if one.text().replace("&", "").partition("\n")[0] == text]
    assert len(found) == 1, (text, found)
    return found[0]


def named(page: QWidget, name: str, kind: type[W]) -> W:
    """The only widget of a kind with this accessible name."""
    found = [one for one in page.findChildren(kind) if one.accessibleName() == name]
    assert len(found) == 1, (name, found)
    return found[0]


def double_click(widget: QWidget) -> None:
    """What an impatient hand sends: two presses and two releases (`mouseDClick` alone lets nothing go)."""
    left = Qt.MouseButton.LeftButton
    QTest.mouseClick(widget, left)
    QTest.mouseDClick(widget, left)
    QTest.mouseRelease(widget, left)
