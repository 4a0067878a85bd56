"""A chip shows its text whole where there is room; the options of a measure are one form."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.tables.bench import Chosen
from dpdesk.gui.tables.chip import Chip

LONG = "District of residence: Region › County › District of residence & parish"


def test_a_chip_is_as_wide_as_its_text_and_gives_way(qtbot):
    line = QWidget()
    qtbot.addWidget(line)
    layout = QHBoxLayout(line)
    chip = Chip(Chosen("measure", at=0), LONG, "A variable.")
    layout.addWidget(chip)
    layout.addStretch(1)
    theme.dress(line)
    line.resize(1000, 60)
    line.show()
    qtbot.waitExposed(line)
    assert chip.shown_text == LONG
    line.resize(300, 60)
    qtbot.waitUntil(lambda: chip.width() < 300)
    assert chip.shown_text.startswith("District of residence") and chip.shown_text.endswith("…")


def test_the_fields_of_a_measure_begin_below_each_other(table_of_sexes, settled):
    page = table_of_sexes()
    page.bench.choose(Chosen("measure", at=0))
    settled()
    options = page.options.measure
    public = options.public
    fields = [options.label_field, options.decimals, public.expanded, public.controlled, options.limit.variable]
    assert all(one.isVisibleTo(page) for one in fields)
    lefts = {one.mapTo(page, one.rect().topLeft()).x() for one in fields}
    assert len(lefts) == 1, lefts
