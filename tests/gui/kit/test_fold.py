"""A line that is opened and closed by the keyboard, and says what is in it."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from dpdesk.gui.kit import theme
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


def test_its_line_begins_where_what_stands_around_it_begins(qtbot):
    around = QWidget()
    qtbot.addWidget(around)
    layout = QVBoxLayout(around)
    fold = Fold("&Proof", "Signature and check values.", QLineEdit())
    layout.addWidget(fold)
    theme.dress(around)
    around.resize(400, 80)
    around.show()
    qtbot.waitExposed(around)
    image = around.grab().toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    ground = image.pixelColor(390, 5).lightness()
    rows, left = range(fold.y(), fold.y() + fold.line.height()), fold.x()
    inked = (x for x in range(200) if any(abs(image.pixelColor(x, y).lightness() - ground) > 60 for y in rows))
    assert left <= next(inked) <= left + 4
