"""The desk: edits, undo, and what the documents amount to."""

from __future__ import annotations

import sys

from PySide6.QtWidgets import QLabel

from dpdesk.gui.desk.documents import empty_dictionary
from dpdesk.gui.desk.read import Read
from dpdesk.gui.desk.trees import drop, put
from dpdesk.resources import resource


def test_a_plan_opened_is_checked_and_forecast(desk, settled):
    desk.open(resource("sample/plan.json"))
    settled()
    assert desk.snapshot.final
    assert desk.snapshot.plan_problem == desk.snapshot.dictionary_problem == ""
    assert desk.snapshot.forecast["tables"][0]["table"] == "area"
    assert not desk.account.opened
    assert not desk.ledger_path.exists()


def test_the_data_file_goes_with_the_documents_it_belongs_to(desk, settled, town):
    desk.set_data(town.data, None)
    desk.open(town.plan("people"))
    settled()
    assert desk.data_path == town.data, "a file named first waits for its plan"
    desk.open(town.plan("people"))
    settled()
    assert desk.data_path == town.data, "the same data set"
    desk.open(resource("sample/plan.json"))
    settled()
    assert desk.data_path is None, "another data set"


def test_an_edit_is_one_step_and_typing_is_one_step(desk, settled):
    desk.open(resource("sample/plan.json"))
    settled()
    before = desk.plan
    desk.edit_plan("title", put(desk.plan, ["title", "en"], "A"), merge="title")
    desk.edit_plan("title", put(desk.plan, ["title", "en"], "AB"), merge="title")
    assert desk.undo.count() == 1
    assert desk.plan["title"]["en"] == "AB"
    desk.undo.undo()
    assert desk.plan is before
    desk.undo.redo()
    assert desk.plan["title"]["en"] == "AB"
    settled()


def test_the_window_opens_on_every_page(window, settled):
    for name in window.pages:
        window.open_page(name)
        settled()
        assert window.page.name == name


def test_an_unfinished_dictionary_is_saved_and_opened_again(desk, settled, tmp_path):
    desk.open(resource("sample/plan.json"))
    settled()
    unfinished = drop(drop(desk.dictionary, ["unit"]), ["budget_cap"])
    desk.edit_dictionary("forget the unit", unfinished)
    plan = desk.plan
    desk.save(tmp_path / "a.plan.json", tmp_path / "a.dictionary.json")
    settled()
    assert desk.undo.isClean()
    desk.show_documents(empty_dictionary())
    desk.open(tmp_path / "a.plan.json")
    settled()
    assert desk.dictionary == unfinished
    assert desk.plan == plan
    assert desk.snapshot.missing == ("unit", "budget_cap")
    assert desk.snapshot.compiled is not None


def test_what_was_read_of_a_file_is_not_forgotten_when_it_is_opened_again(desk, tmp_path):
    one, other = tmp_path / "one.csv", tmp_path / "other.csv"
    desk.say_beginning_read(one)
    desk.set_data(one, None)
    assert desk.status.startswith("Only the beginning of the file has been read")
    desk.say_read(Read.PROPOSED)
    desk.say_beginning_read(one)
    assert desk.status.startswith("The columns were read")
    desk.say_beginning_read(other)
    assert desk.status.startswith("Only the beginning of the file has been read")


def test_a_dictionary_without_a_word_is_saved_too(desk, settled, tmp_path):
    desk.save(None, tmp_path / "a.dictionary.json")
    settled()
    desk.open(tmp_path / "a.dictionary.json")
    settled()
    assert desk.dictionary == empty_dictionary()


def test_a_file_that_is_no_document_is_refused_in_a_sentence(desk, settled, tmp_path, qtbot):
    path = tmp_path / "people.csv"
    path.write_text("a,b\n1,2\n")
    with qtbot.waitSignal(desk.message) as told:
        desk.open(path)
    assert told.args[0] == "red"
    assert "people.csv" in told.args[1]
    settled()


def test_qt_calls_do_not_wear_out_none(qapp, qtbot):
    """Some versions of the bindings lose a reference to None at every call, and abort after some thousands."""
    label = QLabel("a")
    qtbot.addWidget(label)
    before = sys.getrefcount(None)
    for _ in range(2_000):
        label.setVisible(False)
    assert sys.getrefcount(None) > before - 500
