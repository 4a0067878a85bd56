"""A line that is opened and closed by the keyboard, and says what is in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from dpdesk.gui.kit.fold import Fold


def test_what_is_inside_comes_and_goes(qtbot):
    inside, opened = QLineEdit(), []
    fold = Fold("&Proof", "Signature and check values.", inside)
    qtbot.addWidget(fold)
    fold.opened.connect(lambda: opened.append(True))
    fold.show()
    assert not inside.isVisible() and fold.line.text() == "&Proof ▸" and fold.line.accessibleName() == "Proof"
    qtbot.keyClick(fold.line, Qt.Key.Key_Space)
    assert inside.isVisible() and fold.line.text() == "&Proof ▾" and opened
    fold.line.click()
    assert not inside.isVisible()
    fold.open()
    assert inside.isVisible()
