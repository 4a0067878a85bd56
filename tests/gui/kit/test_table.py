"""Tables that end with remarks: these wrap, and nothing is cut beside empty room."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QStyle
from pytestqt.qtbot import QtBot

from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.table import RemarksTable

REMARK = "It looks like an identifier: nearly every row has its own value, and a table by it would show nothing. "


@pytest.fixture
def table(qtbot: QtBot) -> RemarksTable:
    """A table of names and remarks, shown narrow and without rows."""
    made = RemarksTable("Columns read")
    qtbot.addWidget(made)
    made.setModel(RowsModel(["Column", "Remark"], made))
    made.resize(600, 300)
    made.show()
    return made


def test_remarks_wrap_and_names_have_the_room_they_need(qtbot, table):
    table.model().set_rows([("a", ""), ("DIASTOLIC PRESSURE", REMARK), ("b", REMARK * 3)])
    qtbot.waitUntil(lambda: table.rowHeight(1) > table.rowHeight(0))
    assert table.rowHeight(2) > table.rowHeight(1) > table.rowHeight(0) >= 28
    assert table.fontMetrics().horizontalAdvance("DIASTOLIC PRESSURE") < table.columnWidth(0) <= 200
    table.resize(2400, 300)
    qtbot.waitUntil(lambda: table.rowHeight(1) == table.rowHeight(0))


def test_a_text_that_just_fits_its_lines_is_not_cut_at_its_end(qtbot, table):
    table.setStyleSheet("QTableView::item { padding: 3px; }")
    texts = ["Zachodnio pomorskie " + "i" * many for many in range(1, 150)]  # one of them just misses its line
    table.model().set_rows([("region", text) for text in texts])
    qtbot.waitUntil(lambda: table.rowHeight(148) > table.rowHeight(0))
    wide = table.columnWidth(1) - 2 * (table.style().pixelMetric(QStyle.PixelMetric.PM_FocusFrameHMargin) + 1 + 3)
    for at, text in enumerate(texts):
        room = table.fontMetrics().boundingRect(QRect(0, 0, wide, 0), int(Qt.TextFlag.TextWordWrap), text)
        assert table.rowHeight(at) >= room.height() + 8, f"{at + 1} letters"


def test_of_very_many_rows_none_is_measured(table):
    table.model().set_rows([(str(at), REMARK) for at in range(300)])
    QApplication.processEvents()
    assert table.rowHeight(0) == table.verticalHeader().defaultSectionSize()
