"""The desk: edits, undo, and what the documents amount to."""

from __future__ import annotations

from dpdesk.gui.edits.trees import put
from dpdesk.resources import resource


def test_a_plan_opened_is_checked_and_forecast(desk, settled):
    desk.open(resource("sample/plan.json"))
    settled()
    assert desk.snapshot.final
    assert desk.snapshot.plan_problem == desk.snapshot.dictionary_problem == ""
    assert desk.snapshot.forecast["tables"][0]["table"] == "area"
    assert not desk.account.opened
    assert not desk.ledger_path.exists()


def test_an_edit_is_one_step_and_typing_is_one_step(desk, settled):
    desk.open(resource("sample/plan.json"))
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
