"""Importing labels and codes in the window: what will change is shown, and nothing changes before it is confirmed."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from dpdesk.data.importing.dictionary import exported
from dpdesk.data.importing.tables import write_csv
from dpdesk.gui.dictionary.edits import variables as edits
from dpdesk.resources import resource


@pytest.fixture
def page(page, settled):
    """The page over the sample, about to import."""
    page.desk.open(resource("sample/plan.json"))
    settled()
    page.start_importing()
    return page


def sheet(page, path, change=lambda rows: rows):
    with path.open("wb") as stream:
        write_csv(stream, change(exported(page.desk.dictionary, resource("sample"))))
    return path


def read(page, path, settled):
    page.importing.path.setText(str(path))
    QTest.keyClick(page.importing.path, Qt.Key.Key_Return)
    settled()


def shown(tool):
    return {tool.model.index(at, 0).data(): tool.model.index(at, 1).data() for at in range(tool.model.rowCount())}


def test_what_changes_is_shown_and_taken_over_under_a_name(page, desk, settled, tmp_path):
    tool, before = page.importing, desk.dictionary

    def other(rows):
        return [["Women" if cell == "Female" else cell for cell in row] for row in rows]

    read(page, sheet(page, tmp_path / "codes.csv", other), settled)
    assert shown(tool)["Sex"] == "codes with other labels or values: 1"
    assert next(iter(shown(tool))) == "Sex", "what changes stands first"
    assert desk.dictionary is before
    tool.button.click()
    assert "Say who confirms" in tool.problem.text() and desk.dictionary is before
    tool.by.setText("Methods unit")
    tool.button.click()
    settled()
    sex = next(one for one in edits.variables(desk.dictionary) if one["name"] == "sex")
    assert "Women" in {one["label"]["en"] for one in sex["codes"]}
    assert sex["public"]["confirmed_by"] == "Methods unit"
    assert page.stack.currentWidget() is page.editor
    desk.undo.undo()
    assert desk.dictionary == before


def test_what_is_there_already_and_what_cannot_be_read_change_nothing(page, desk, settled, tmp_path):
    tool, before = page.importing, desk.dictionary
    read(page, sheet(page, tmp_path / "same.csv"), settled)
    assert tool.problem.text() == "The dictionary says all of this already." and not tool.button.isEnabled()
    (tmp_path / "empty.csv").write_bytes(b"")
    for wrong in ("missing.csv", "empty.csv"):
        read(page, tmp_path / wrong, settled)
        assert tool.problem.text().endswith(".") and wrong in tool.problem.text() and not tool.button.isEnabled()
    assert desk.dictionary is before
