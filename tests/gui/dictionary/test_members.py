"""Variables of a whole unit on the Dictionary page: added, shown, edited, and renamed along."""

from __future__ import annotations

import pytest
from households import described
from looking import clipped
from PySide6.QtWidgets import QLabel

from dpdesk.gui.dictionary.editor.members import MembersPart
from dpdesk.gui.dictionary.edits import variables as edits
from dpdesk.gui.dictionary.edits.codes import rename_code
from dpdesk.schema.dictionary import Dictionary


@pytest.fixture
def page(page, settled):
    """The page over variables of whole households."""
    page.desk.show_documents(described(5).to_json())
    settled()
    return page


def choose(page, name: str) -> MembersPart:
    page.choose(edits.names(page.desk.dictionary).index(name))
    part = page.editor.part(MembersPart)
    assert isinstance(part, MembersPart)
    return part


def record(page, name: str):
    return page.desk.dictionary["variables"][edits.names(page.desk.dictionary).index(name)]


def test_a_rule_is_shown_and_edited(page, qtbot, settled):
    part = choose(page, "hh_region")
    assert (part.take.value(), part.of.value(), part.nobody.text()) == ("first", "region", "none")
    assert part.table.model.rowCount() == 1
    assert not [one.text() for one in page.editor.findChildren(QLabel) if one.isVisible() and clipped(one)]
    part.take.chosen.emit("count")
    assert {"of", "nobody"}.isdisjoint(record(page, "hh_region"))
    assert part.most.isVisible() and not part.of.isVisible()
    part.most.setText("x")
    part.most.editingFinished.emit()
    assert "most" not in record(page, "hh_region") and page.message.isVisible()
    part.most.setText("4")
    part.most.editingFinished.emit()
    settled()
    assert Dictionary.from_json(page.desk.dictionary).variable("hh_region").codes == ("0", "1", "2", "3", "4")
    part.table.edited.emit([{"variable": "age", "codes": ["old"]}, {"variable": "rel", "codes": ["ref"]}], "change")
    assert record(page, "hh_region")["where"] == {"age": ["old"], "rel": ["ref"]}


def test_one_is_added_by_hand(page, settled):
    page.start_new("members")
    tool = page.new_variable
    assert not tool.column_box.isVisible() and not tool.of.isVisible()
    tool.label.setText("Adults")
    tool.apply()
    settled()
    assert record(page, "Adults") == {"name": "Adults", "kind": "members", "label": {"en": "Adults"}, "take": "count"}
    assert page.desk.snapshot.dictionary_problem == ""


def test_names_and_codes_are_followed():
    tree = described(5).to_json()
    place = edits.names(tree).index("age")
    renamed, _ = edits.rename(tree, {}, place, "years")
    assert edits.uses(renamed, {}, "years") == ["children", "oldest"]
    renamed = rename_code(renamed, place, "child", "under15")
    children = edits.variables(renamed)[edits.names(renamed).index("children")]
    assert children["where"] == {"years": ["under15"]}
    assert set(edits.of_rows(renamed)) == {"years", "region", "rel"}
