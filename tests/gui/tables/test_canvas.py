"""Variables dropped on the table itself: a line shows where each will land, and there it lands."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from dpdesk.gui.tables.chip import mime_of
from dpdesk.gui.tables.edits.plan import Place, nested
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

TABLE = {
    "name": "people",
    "title": {"en": "People"},
    "stub": [{"variables": [{"variable": "sex"}]}],
    "boxhead": [{"variables": [{"variable": "ethnic_group"}]}],
    "measures": [{"kind": "count"}],
}


class Sheet:
    """The table as a user drags over it."""

    def __init__(self, page, desk, settled):
        self.page, self.desk, self.settled = page, desk, settled

    @property
    def grid(self):
        return self.page.sheet.grid

    def drag(self, part, point, *, record=None, place=None, drop=True):
        """Drag something over a part of the sheet; what the line says while it is there."""
        mime = mime_of(record, place)
        left, none = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
        action = Qt.DropAction.MoveAction
        for kind in (QDragEnterEvent, QDragMoveEvent):
            event = kind(point, action, mime, left, none)
            QApplication.sendEvent(part, event)
            assert event.isAccepted()
        said, line = self.page.canvas.word(), self.page.canvas.landing.line
        assert self.page.canvas.isVisible()
        self.page.canvas.grab()  # it can be drawn
        if drop:
            QApplication.sendEvent(part, QDropEvent(QPointF(point), action, mime, left, none))
        else:
            QApplication.sendEvent(part, QDragLeaveEvent())
        assert not self.page.canvas.isVisible()
        self.settled()
        return said, line

    def blocks(self, axis):
        found = self.desk.plan["tables"][0].get(axis, [])
        return [[one["variable"] for one in block["variables"]] for block in found]


@pytest.fixture
def sheet(window, desk, settled):
    desk.show_documents(
        Dictionary.load(resource("sample/sample.dictionary.json")).to_json(),
        {**desk.plan, "title": {"en": "Plan"}, "loss": {"epsilon": "1"}, "tables": [TABLE]},
    )
    window.open_page("Tables")
    settled()
    return Sheet(window.pages["Tables"], desk, settled)


MARRIED = nested("marital_status")


def test_at_the_right_end_of_the_columns_it_lands_beside_them(sheet):
    head = sheet.grid.boxhead
    said, line = sheet.drag(head.viewport(), QPoint(min(head.length(), head.width()) - 4, 8), record=MARRIED)
    assert said == "beside" and line.x1() == line.x2()
    assert sheet.blocks("boxhead") == [["ethnic_group"], ["marital_status"]]


def test_low_in_the_columns_it_lands_inside_them_and_high_around_them(sheet):
    head = sheet.grid.boxhead
    top, bottom = head.geometry().top(), head.geometry().top() + head.height()
    said, line = sheet.drag(head.viewport(), QPoint(20, head.height() - 2), record=MARRIED)
    assert said == "inside" and line.y1() == line.y2() == bottom
    assert sheet.blocks("boxhead") == [["ethnic_group", "marital_status"]]
    sheet.desk.undo.undo()
    sheet.settled()
    said, line = sheet.drag(head.viewport(), QPoint(20, 2), record=MARRIED)
    assert said == "inside" and line.y1() == top
    assert sheet.blocks("boxhead") == [["marital_status", "ethnic_group"]]


def test_in_the_corner_it_lands_among_the_rows(sheet):
    corner = sheet.grid.corner
    said, _ = sheet.drag(corner, QPoint(corner.width() - 3, 8), record=MARRIED)
    assert said == "inside" and sheet.blocks("stub") == [["sex", "marital_status"]]


def test_under_the_last_row_it_lands_below_and_at_a_row_inside(sheet):
    stub = sheet.grid.stub
    end = stub.geometry().top() + stub.length() - 1
    said, line = sheet.drag(stub.viewport(), QPoint(20, stub.length() + 30), record=MARRIED)
    assert said == "below" and line.y1() == line.y2() == end
    assert sheet.blocks("stub") == [["sex"], ["marital_status"]]
    sheet.desk.undo.undo()
    sheet.settled()
    said, _ = sheet.drag(stub.viewport(), QPoint(stub.width() - 3, 10), record=MARRIED)
    assert said == "inside" and sheet.blocks("stub") == [["sex", "marital_status"]]


def test_over_the_cells_the_nearer_side_takes_it(sheet):
    body = sheet.grid.viewport()
    said, _ = sheet.drag(body, QPoint(6, sheet.grid.stub.length() - 4), record=MARRIED, drop=False)
    assert said == "below"
    said, _ = sheet.drag(
        body, QPoint(min(sheet.grid.boxhead.length(), body.width()) - 6, 4), record=MARRIED, drop=False
    )
    assert said == "beside"
    assert sheet.blocks("stub") == [["sex"]], "what is not dropped changes nothing"


def test_a_variable_of_the_form_is_moved_and_one_undo_takes_it_back(sheet):
    head = sheet.grid.boxhead
    before = sheet.desk.plan
    sheet.drag(head.viewport(), QPoint(20, head.height() - 2), place=Place("stub", 0, 0))
    assert sheet.blocks("boxhead") == [["ethnic_group", "sex"]] and sheet.blocks("stub") == []
    sheet.desk.undo.undo()
    assert sheet.desk.plan == before


def test_an_empty_table_has_columns_along_its_top_and_rows_else(sheet):
    sheet.page.tables.add_table()
    sheet.settled()
    body = sheet.grid.viewport()
    for x, y in ((20, 10), (20, body.height() // 2), (body.width() // 2, body.height() // 2)):
        said, _ = sheet.drag(body, QPoint(x, y), record=MARRIED, drop=False)
        assert said == "as rows"
    said, _ = sheet.drag(body, QPoint(body.width() - 20, 10), record=MARRIED)
    assert said == "as columns"
    table = sheet.desk.plan["tables"][1]
    assert [one["variable"] for one in table["boxhead"][0]["variables"]] == ["marital_status"]


def test_totals_come_first_or_last_and_each_keeps_its_margin(sheet):
    def shown():
        model = sheet.grid.model()
        rows = [model.headerData(at, Qt.Orientation.Vertical) for at in range(model.rowCount())]
        columns = [model.headerData(at, Qt.Orientation.Horizontal) for at in range(model.columnCount())]
        cells = {(r, c): model.index(i, j).data() for i, r in enumerate(rows) for j, c in enumerate(columns)}
        return rows, columns, cells

    rows, columns, cells = shown()
    meaning = sheet.desk.snapshot.plan.meaning
    field = sheet.page.totals.choice
    field.setCurrentIndex(field.findText("last"))
    field.activated.emit(field.currentIndex())
    sheet.settled()
    last_rows, last_columns, last_cells = shown()
    assert (last_rows, last_columns) == ([*rows[1:], rows[0]], [*columns[1:], columns[0]])
    assert last_cells == cells and len(set(cells.values())) > 1
    assert sheet.desk.plan["display"] == {"totals": "last"} and sheet.desk.snapshot.plan.meaning == meaning
    sheet.grid.choose(len(rows) - 1, len(columns) - 1)
    sheet.settled()
    assert sheet.page._wanted_cell == 0, "the last cell in view is the first of the table"
    sheet.desk.undo.undo()
    sheet.settled()
    assert shown() == (rows, columns, cells)
