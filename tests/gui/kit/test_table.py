"""Tables that end with remarks: these wrap, and nothing is cut beside empty room."""

from __future__ import annotations

from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.table import RemarksTable

REMARK = "It looks like an identifier: nearly every row has its own value, and a table by it would show nothing. "


def test_remarks_wrap_and_names_have_the_room_they_need(qtbot):
    table = RemarksTable("Columns read")
    qtbot.addWidget(table)
    model = RowsModel(["Column", "Remark"], table)
    table.setModel(model)
    table.resize(600, 300)
    table.show()
    model.set_rows([("a", ""), ("DIASTOLIC PRESSURE", REMARK), ("b", REMARK * 3)])
    qtbot.waitUntil(lambda: table.rowHeight(1) > table.rowHeight(0))
    assert table.rowHeight(2) > table.rowHeight(1) > table.rowHeight(0) >= 28
    assert table.fontMetrics().horizontalAdvance("DIASTOLIC PRESSURE") < table.columnWidth(0) <= 200
    table.resize(2400, 300)
    qtbot.waitUntil(lambda: table.rowHeight(1) == table.rowHeight(0))


def test_of_very_many_rows_none_is_measured(qtbot):
    table = RemarksTable("Columns read")
    qtbot.addWidget(table)
    model = RowsModel(["Column", "Remark"], table)
    table.setModel(model)
    table.resize(400, 300)
    table.show()
    model.set_rows([(str(at), REMARK) for at in range(300)])
    qtbot.wait(20)
    assert table.rowHeight(0) == table.verticalHeader().defaultSectionSize()
