"""Groups chosen by forecast, as a user of the page Tables meets them: proposed, taken, taken back, never imposed."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QPushButton

from dpdesk.gui.desk.trees import drop
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

TABLES = [
    {
        "name": "people",
        "title": {"en": "People"},
        "stub": [{"variables": [{"variable": "sex"}]}],
        "boxhead": [{"variables": [{"variable": "ethnic_group"}]}],
        "measures": [{"kind": "count"}],
    },
    {
        "name": "median",
        "title": {"en": "Median age"},
        "stub": [{"variables": [{"variable": "district"}]}],
        "measures": [{"kind": "median", "variable": "age"}],
    },
]


@pytest.fixture
def page(window, desk, settled):
    """The page Tables with one table and a loss."""
    desk.show_documents(
        Dictionary.load(resource("sample/sample.dictionary.json")).to_json(),
        {**desk.plan, "title": {"en": "Plan"}, "loss": {"epsilon": "1"}, "tables": TABLES[:1]},
    )
    window.open_page("Tables")
    settled()
    return window.pages["Tables"]


@pytest.fixture
def looked(page, qtbot, desk):
    """Wait until everything is checked and no advice is on its way."""

    def wait():
        qtbot.waitUntil(lambda: desk.checked and not desk.tasks.running() and not page.advisor.pending, timeout=60_000)

    return wait


def open_both(page, *, group=None):
    """A plan in which the second table is there already."""
    tables = [TABLES[0], TABLES[1]] if group is None else [{**table, "group": group} for table in TABLES]
    more = {} if group is None else {"groups": [{"name": group, "part": "1"}]}
    page.desk.show_documents(page.desk.dictionary, {**page.desk.plan, **more, "tables": tables})


def press(page, text):
    press_in(page.advice, text)


def press_in(bar, text):
    button = next(one for one in bar.findChildren(QPushButton) if one.text() == text)
    assert button.isVisible()
    button.click()


def widest(desk, name):
    entry = next(one for one in desk.snapshot.forecast["tables"] if one["table"] == name)
    key = entry["chosen"], entry["chosen_noise"]
    return next(row for row in entry["mechanisms"] if (row["mechanism"], row["noise"]) == key)["margin_max"]


def test_a_table_that_harms_another_is_seen_and_grouped_apart_in_one_step(page, desk, looked):
    looked()
    alone = widest(desk, "people")
    assert not page.advice.isVisible()
    open_both(page)
    looked()
    harmed = widest(desk, "people")
    assert harmed > 3 * alone
    assert page.advice.isVisible()
    assert "“People” ± 12.7 instead of ± 42.3" in page.advice.sentence
    before = desk.plan
    press(page, "Group them so")
    assert [table["group"] for table in desk.plan["tables"]] == ["people", "median"]
    assert "Grouped by forecast" in page.advice.sentence
    assert desk.undo.undoText() == "Group the tables by forecast"
    looked()
    assert widest(desk, "people") < harmed / 3
    assert page.advice.isVisible(), "what was done stays in view"
    desk.undo.undo()
    assert desk.plan == before
    looked()
    assert not page.advice.isVisible(), "what was taken back is not proposed again"


def test_what_is_kept_is_kept_until_there_is_another_table(page, desk, looked):
    open_both(page)
    looked()
    press(page, "Keep as it is")
    assert not page.advice.isVisible()
    page.bench.edit("Title", {**desk.plan, "level": 95})
    looked()
    assert not page.advice.isVisible()
    page.tables.duplicate()
    looked()
    assert page.effect.isVisible() and not page.advice.isVisible(), "one thing is said at a time"


def test_groups_made_by_hand_are_left_alone_but_when_asked(page, desk, looked):
    open_both(page, group="mine")
    looked()
    assert not page.advice.isVisible()
    assert [table["group"] for table in desk.plan["tables"]] == ["mine", "mine"]
    page.groups.by_forecast.click()
    looked()
    assert "more accurate" in page.advice.sentence
    assert [table["group"] for table in desk.plan["tables"]] == ["mine", "mine"]
    press(page, "Group them so")
    looked()
    assert [table["group"] for table in desk.plan["tables"]] == ["people", "median"]
    page.groups.by_forecast.click()
    looked()
    assert page.advice.sentence == "No other groups were found that would be more accurate."


def test_groups_of_the_desk_are_looked_at_again_when_a_table_joins_them(page, desk, looked):
    open_both(page)
    looked()
    press(page, "Group them so")
    looked()
    page.bench.choose_table(1)
    page.tables.add_table()  # it joins the group of the table in view, and leaves it by default
    looked()
    press_in(page.effect, "Keep")
    page.groups.by_forecast.click()
    looked()
    press(page, "Group them so")
    looked()
    assert {table["group"] for table in desk.plan["tables"]} == {"people", "median"}
    assert desk.plan["tables"][2]["group"] == "people"


def test_what_was_put_together_by_hand_stays_together(page, desk, looked):
    open_both(page)
    looked()
    press(page, "Group them so")
    looked()
    page.groups.together.click()
    looked()
    assert "groups" not in desk.plan
    assert not page.advice.isVisible()
    page.groups.alone.click()
    looked()
    assert not page.advice.isVisible()


def test_nothing_is_looked_for_without_a_dictionary_that_is_complete(page, desk, looked):
    desk.edit_dictionary("cap", drop(desk.dictionary, ["budget_cap"]))
    open_both(page)
    looked()
    assert not page.advice.isVisible()
