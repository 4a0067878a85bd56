"""Titles in a list are read whole, however narrow it is."""

from __future__ import annotations

from dpdesk.gui.kit.table import TitleList


def test_a_line_is_as_high_as_its_title_and_follows_the_width(qtbot):
    made = TitleList()
    qtbot.addWidget(made)
    made.addItems(["Short", "Residents aged 25 and over by ethnic group, sex and schooling\n± 6.4 … ± 8.1"])
    made.resize(640, 300)
    made.show()
    made.fit()
    one, two = (made.item(at).sizeHint().height() for at in range(2))
    line = made.fontMetrics().lineSpacing()
    assert two - one == line, "the margins below the title"
    made.resize(200, 300)
    qtbot.waitUntil(lambda: made.item(1).sizeHint().height() >= one + 3 * line)
    assert made.item(0).sizeHint().height() == one
