"""A side column is as wide as its panels need, beside its scroll bar."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QScrollArea, QWidget

from dpdesk.gui.kit.side import SideArea
from dpdesk.gui.kit.text import column, row

LEAST = 336


def panels(wide):
    """A column of panels, the widest of which needs so many pixels, higher than any window."""
    holder = QWidget()
    layout = column(holder)
    for _ in range(4):
        one = QWidget()
        one.setMinimumSize(wide, 400)
        layout.addWidget(one)
    return holder


def cut(qtbot, area):
    """How many pixels of the panels are out of view at the side, and how wide the column is."""
    window = QWidget()
    qtbot.addWidget(window)
    both = row(window)
    both.addWidget(QWidget(), 1)
    both.addWidget(area)
    window.resize(1024, 600)
    window.show()
    qtbot.waitExposed(window)
    return max(0, area.widget().width() - area.viewport().width()), area.width()


@pytest.mark.parametrize("wide", [200, 335, 350, 420])
def test_nothing_is_cut_at_its_side(qtbot, wide):
    area = SideArea(panels(wide), "panels", LEAST)
    lost, width = cut(qtbot, area)
    assert lost == 0
    assert width >= LEAST


def test_a_fixed_width_would_cut(qtbot):
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setWidget(panels(350))
    area.setFixedWidth(LEAST)
    assert cut(qtbot, area)[0] > 0
