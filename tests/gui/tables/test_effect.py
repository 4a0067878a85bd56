"""What a table does to the others, as a user of the page Tables meets it: said, chosen, taken back."""

from __future__ import annotations

import re
from types import SimpleNamespace

import pytest
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from dpdesk.gui.desk.trees import put
from dpdesk.gui.shared.ranges import fixed
from dpdesk.gui.tables.edits import groups
from dpdesk.planning.aids.company import Company
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

PEOPLE = {
    "name": "people",
    "title": {"en": "People"},
    "stub": [{"variables": [{"variable": "sex"}]}],
    "boxhead": [{"variables": [{"variable": "ethnic_group"}]}],
    "measures": [{"kind": "count"}],
}
MEDIAN = {
    "name": "median",
    "title": {"en": "Median age"},
    "stub": [{"variables": [{"variable": "district"}]}],
    "measures": [{"kind": "median", "variable": "age"}],
}
MARRIED = {
    "name": "married",
    "title": {"en": "Marital status"},
    "stub": [{"variables": [{"variable": "marital_status"}]}],
    "measures": [{"kind": "count"}],
}


@pytest.fixture
def page(window, desk, settled):
    """The page Tables with one table and a loss."""
    desk.show_documents(
        Dictionary.load(resource("sample/sample.dictionary.json")).to_json(),
        {**desk.plan, "title": {"en": "Plan"}, "loss": {"epsilon": "1"}, "tables": [PEOPLE]},
    )
    window.open_page("Tables")
    settled()
    return window.pages["Tables"]


@pytest.fixture
def looked(page, qtbot, desk):
    """Wait until everything is checked and nothing more is looked for."""

    def quiet():
        return desk.checked and not desk.tasks.running() and not page.advisor.pending and not page.watcher.pending

    return lambda: qtbot.waitUntil(quiet, timeout=60_000)


def add(page, table):
    tables = [*page.desk.plan["tables"], table]
    page.bench.edit("New table", {**page.desk.plan, "tables": tables}, t=len(tables) - 1)


def sentence(page):
    return page.effect.sentence


def button(page, text):
    return next(one for one in page.effect.findChildren(QPushButton) if one.text().startswith(text))


def widest(desk, name):
    """The widest margin of a table in the forecast that `dpdesk forecast` prints."""
    entry = next(one for one in desk.snapshot.forecast["tables"] if one["table"] == name)
    key = entry["chosen"], entry["chosen_noise"]
    return next(row for row in entry["mechanisms"] if (row["mechanism"], row["noise"]) == key)["margin_max"]


def shown(page):
    return re.findall(r"± \d+(?:[.,]\d+)*", sentence(page))


def test_a_new_table_that_would_harm_another_is_computed_by_itself_and_that_is_said(page, desk, looked):
    looked()
    alone = widest(desk, "people")
    before = desk.plan
    add(page, MEDIAN)
    looked()
    assert desk.plan["tables"][1]["group"] == "median", "the smaller error of the two"
    now = widest(desk, "people")
    margins = f"(± {fixed(alone, 1)} → ± {fixed(now, 1)})"
    harm = f"Adding “Median age” made “People” {now / alone:.1f} times less accurate {margins}"
    assert harm in sentence(page)
    assert "Computed with the others, it would leave “People” ± " in sentence(page), "whose margin it is"
    assert page.effect.isVisible() and not page.advice.isVisible()
    assert desk.undo.undoText() == "New table"
    said = shown(page)
    button(page, "Compute it with the others").click()
    looked()
    assert "groups" not in desk.plan
    assert f"± {fixed(widest(desk, 'people'), 1)}" == said[2], "what was said is what the forecast says then"
    desk.undo.undo()
    desk.undo.undo()
    assert desk.plan == before, "one step back takes the table and its group"
    looked()
    assert not page.effect.isVisible()


@pytest.mark.parametrize(("people", "married", "offered"), [(596, 302, False), (115, 302, True), (596, 200, True)])
def test_the_other_way_is_offered_only_where_somebody_gains_and_both_margins_are_said(
    page, desk, looked, people, married, offered
):
    """Computed by itself, the new table is ± 278 wide and made the other ± 153."""
    looked()
    page.bench.desk.edit_plan("two", {**desk.plan, "tables": [PEOPLE, MARRIED]})
    before, now, otherwise = (
        {name: SimpleNamespace(margin=margin, error=0.0) for name, margin in margins.items()}
        for margins in (
            {"people": 80},
            {"people": 153, "married": 278},
            {"people": people, "married": married},
        )
    )
    page.watcher.found.emit(Company("married", True, before, now, {}, otherwise))
    words = f"it would leave “People” ± {people} and be ± {married} itself instead of ± 278."
    assert words in sentence(page)
    buttons = [one.text() for one in page.effect.findChildren(QPushButton) if one.isVisible()]
    assert ("Compute it with the others" in buttons) == offered


def test_what_was_undone_can_be_done_again(page, desk, looked):
    add(page, MARRIED)
    looked()
    page.bench.edit("Median", put(desk.plan, ["tables", 1], {**desk.plan["tables"][1], **MEDIAN, "name": "married"}))
    looked()
    last = desk.plan
    assert last["tables"][1]["group"] == "married"
    desk.undo.undo()
    looked()
    assert desk.undo.canRedo(), "nothing is edited in its way"
    desk.undo.redo()
    looked()
    assert desk.plan == last


def test_a_table_that_is_changed_harms_another_and_one_button_computes_it_by_itself(page, desk, looked):
    tables = [PEOPLE, MARRIED]
    desk.show_documents(desk.dictionary, {**desk.plan, "tables": tables})
    looked()
    was = widest(desk, "people")
    page.bench.choose_table(1)
    page.bench.edit("Median", put(desk.plan, ["tables", 1], {**MEDIAN, "name": "married"}))
    looked()
    assert "groups" not in desk.plan, "how an older table is computed is the user's"
    now = widest(desk, "people")
    times, rest = sentence(page).split(" times less accurate ")
    assert times.startswith("Changing “Age in completed years by district of residence” made “People” ")
    assert float(times.rsplit(" ", 1)[1]) == pytest.approx(now / was, abs=0.05)
    assert rest.startswith(f"(± {fixed(was, 1)} → ± {fixed(now, 1)})")
    promised = shown(page)[2]
    before = desk.plan
    button(page, "Compute it by itself").click()
    assert desk.undo.undoText() == "Compute a table by itself"
    looked()
    assert f"± {fixed(widest(desk, 'people'), 1)}" == promised
    assert [table.get("group") for table in desk.plan["tables"]] == [None, "married"]
    assert desk.plan["groups"] == [{"name": "married", "part": "1/2"}]
    desk.undo.undo()
    assert desk.plan == before


def test_what_is_kept_is_not_said_again(page, desk, looked):
    desk.show_documents(desk.dictionary, {**desk.plan, "tables": [PEOPLE, MARRIED]})
    looked()
    page.bench.edit("Median", put(desk.plan, ["tables", 1], {**MEDIAN, "name": "married"}), t=1)
    looked()
    button(page, "Keep").click()
    assert not page.effect.isVisible()
    page.bench.edit("Title", put(desk.plan, ["tables", 1, "title"], {"en": "Ages"}))
    looked()
    assert not page.effect.isVisible()


def test_parts_given_by_hand_are_left_alone_but_the_harm_is_said(page, desk, looked):
    desk.edit_plan("by hand", groups.set_group(desk.plan, 0, "mine"))
    looked()
    add(page, {**MEDIAN, "group": "mine"})
    looked()
    assert [table["group"] for table in desk.plan["tables"]] == ["mine", "mine"]
    assert "Adding “Median age” made “People”" in sentence(page)
    button(page, "Compute it by itself").click()
    looked()
    assert desk.plan["groups"] == [{"name": "mine", "part": "1/2"}, {"name": "median", "part": "1/2"}]


def test_a_table_that_harms_nobody_is_computed_with_the_others(page, desk, looked):
    add(page, {**PEOPLE, "name": "sexes", "boxhead": []})
    looked()
    assert "groups" not in desk.plan
    assert "times less accurate" not in sentence(page)


@pytest.mark.parametrize(("margin", "says"), [(9.41, ""), (7.0, "Computed with the others: ± 7; by itself: ± 9.5.")])
def test_a_choice_is_told_only_where_its_figures_differ(page, monkeypatch, margin, says):
    now, otherwise = ({"people": SimpleNamespace(margin=one, error=0.0)} for one in (margin, 9.42))
    monkeypatch.setattr(type(page.watcher), "by_default", True)
    page.watcher.found.emit(Company("people", False, {}, now, {}, otherwise))
    assert sentence(page).endswith(says) and bool(page.effect.sentence) == bool(says)
    shown = QLabel.text(page.effect.findChild(QLabel))
    assert "± " not in shown, "no line ends after ±"


CHOICES = {
    "of one table": ({"married": (34.8, 0.0)}, {"married": (46.4, 0.5)}, "So it is better for all tables together."),
    "of another": (
        {"married": (46.4, 0.3), "people": (30, 0.0)},
        {"married": (34.8, 0.0), "people": (60, 0.7)},
        "The other way, “People” would have ± 60 instead of ± 30.",
    ),
    "of figures without a margin": (
        {"married": (46.4, 0.3), "people": (30, 0.0)},
        {"married": (34.8, 0.4), "people": (30, 0.2)},
        "Its own counts are wider so, but all figures of all tables together are more accurate.",
    ),
    "of neither": ({"married": (46.4, 0.0)}, {"married": (34.8, 0.005)}, ""),
    "of the other way": (
        {"married": (46.4, 0.5)}, {"married": (34.8, 0.0)}, "The other way is better for all tables together.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("gain", CHOICES)
@pytest.mark.parametrize("alone", [True, False])
def test_why_a_table_is_computed_as_it_is_contradicts_no_figure_beside_it(page, monkeypatch, desk, gain, alone):
    """It said "with the others, which is better: ± 46.4, by itself ± 34.8", after an undo even where it was worse."""
    desk.edit_plan("two", {**desk.plan, "tables": [PEOPLE, MARRIED]})
    *made, why = CHOICES[gain]
    now, otherwise = (
        {name: SimpleNamespace(margin=margin, error=error) for name, (margin, error) in one.items()} for one in made
    )
    monkeypatch.setattr(type(page.watcher), "by_default", True)
    page.watcher.found.emit(Company("married", alone, {}, now, {}, otherwise))
    own, other = (f"± {one['married'][0]}" for one in made)
    first, second = ("by itself", "with the others") if alone else ("with the others", "by itself")
    assert sentence(page) == f"Computed {first}: {own}; {second}: {other}. {why}".strip()
    offered = [one.text() for one in page.effect.findChildren(QPushButton) if one.isVisible()]
    way = f"Compute it {second}" if alone else f"Compute it {second}: {other}"
    assert (way in offered) == (gain == "of the other way")


def test_the_list_shows_between_which_margins_the_cells_of_a_table_lie(page, desk, looked):
    add(page, MARRIED)
    looked()
    forecast = desk.snapshot.forecast["tables"]
    for at, entry in enumerate(forecast):
        _, below = page.tables.list.item(at).text().split("\n")
        assert " " not in below, "no line ends inside a range"
        found = page.ranges.found[entry["table"]]
        assert found.widest == pytest.approx(widest(desk, entry["table"]))
        margins = [float(one.removeprefix("±\u00a0")) for one in below.split("\u00a0…\u00a0")]
        assert margins[-1] == pytest.approx(found.widest, abs=0.1) and margins[-1] >= found.widest
        assert margins[0] == pytest.approx(found.least, abs=0.1)
        assert "budget" in page.tables.list.item(at).toolTip()
    desk.edit_plan("more", {**desk.plan, "loss": {"epsilon": "2"}})
    before = page.tables.list.item(0).text()
    looked()
    assert page.tables.list.item(0).text() != before


def test_a_median_has_no_margin_until_somebody_says_how_many_people_there_are(page, desk, looked):
    add(page, {**MEDIAN, "stub": [{"variables": [{"variable": "sex"}]}]})
    looked()
    grid = page.sheet.grid

    def texts():
        return [grid.model().index(row, 0).data() for row in range(grid.model().rowCount())]

    assert set(texts()) == {"size?"}, "a figure for ten thousand people would be taken for the forecast"
    assert page.people.isVisible() and "how many people" in page.people.words.text()
    grid.choose(1, 0)
    looked()
    assert "with 10,000 records about ±" in page.cell._margin.text()
    assert "nobody has said how many there are" in page.cell._lines[0].text()
    assert page.tables.list.item(1).text().split("\n")[1].startswith("with 10,000 records: ±\u00a0")
    for digit in "2400":  # every digit is an edit, and the field stays where it is
        QTest.keyClicks(page.people.field, digit)
        looked()
    assert desk.plan["reference"]["total"] == 2400
    assert all(text.startswith("≈ ± ") for text in texts())
    assert "2,400 records" in page.people.words.text() and page.people.field.isVisible()
    assert page.tables.list.item(1).text().split("\n")[1].startswith("≈\u00a0±\u00a0")
    assert "about ±" in page.cell._margin.text() and "records" not in page.cell._margin.text()
    desk.undo.undo()
    looked()
    assert "reference" not in desk.plan and set(texts()) == {"size?"}


def test_cells_with_too_few_people_for_a_rough_margin_say_so(page, desk, looked):
    """They had a dot that nothing explained, beside cells that asked for the size."""
    add(page, {**MEDIAN, "stub": [{"variables": [{"variable": "sex"}]}]})
    looked()
    grid = page.sheet.grid
    QTest.keyClicks(page.people.field, "3")
    looked()
    texts = [grid.model().index(row, 0).data() for row in range(grid.model().rowCount())]
    assert "too few" in texts and set(texts) <= {"too few", *(one for one in texts if one.startswith("≈ ± "))}
    assert "“too few”" in page.people.words.text()
    grid.choose(texts.index("too few"), 0)
    looked()
    assert page.cell._margin.text() == "too few records for a rough figure"


def test_before_and_after_are_said_as_the_list_says_them(page, desk, looked):
    looked()
    desk.edit_plan("two", {**desk.plan, "tables": [PEOPLE, MARRIED]})
    made = [{"people": SimpleNamespace(margin=one, error=0.0)} for one in (79.4, 153.0, 100.0)]
    for one in made:
        one["married"] = SimpleNamespace(margin=278, error=0.0)
    page.watcher.found.emit(Company("married", True, made[0], made[1], {}, made[2]))
    assert "(± 79.4 → ± 153)" in sentence(page)


def test_the_name_of_a_method_is_for_those_who_choose_one(page, desk, looked):
    """Beside each cell stood "Totals first, then departures", which decides nothing for whoever makes a table."""
    looked()
    page.sheet.grid.choose(1, 0)
    looked()

    def said():
        return " ".join(one.text() for one in page.cell._lines)

    assert "Best method: " in said() and "Method:" not in said()
    desk.edit_plan("by hand", {**desk.plan, "groups": [{"name": "g", "part": "1", "mechanism": "histogram"}]})
    desk.edit_plan("in it", put(desk.plan, ["tables", 0, "group"], "g"))
    looked()
    assert "Noise on every innermost cell. " in said() and "Best method" not in said()


def crossed(name, group, *variables):
    blocks = [[{"variables": [{"variable": one}]}] for one in variables]
    return {
        "name": name,
        "title": {"en": name.title()},
        "group": group,
        "stub": blocks[0],
        "boxhead": blocks[1],
        "measures": [{"kind": "count"}],
    }


@pytest.fixture
def two_groups(page, desk, looked, monkeypatch):
    """Two groups that the user made; tables of more than a thousand cells are not written down."""
    monkeypatch.setattr("dpdesk.planning.joint.junction_tree.LARGEST_WRITTEN", 1000)
    monkeypatch.setattr("dpdesk.planning.choosing.tied.LARGEST_WRITTEN", 1000)
    monkeypatch.setattr("dpdesk.planning.joint.ties.clique_tree", lambda *_: None)  # too small not to have any
    tables = [PEOPLE | {"group": "a"}, crossed("ages", "b", "age", "sex")]
    own = [{"name": "a", "part": "1/4"}, {"name": "b", "part": "3/4"}]
    desk.edit_plan("two groups", {**desk.plan, "tables": tables, "groups": own})
    looked()
    return desk


STATUS = crossed("status", "a", "age", "marital_status")


def test_a_new_table_that_ties_tables_together_is_put_where_it_does_not(page, two_groups, looked):
    desk, before = two_groups, two_groups.plan
    add(page, STATUS)
    looked()
    assert [table["group"] for table in desk.plan["tables"]] == ["a", "b", "b"]
    assert desk.plan["groups"] == before["groups"], "the user's parts"
    assert "tied" not in page.problem.text()
    assert desk.undo.undoText() == "New table"
    desk.undo.undo()
    assert desk.plan == before


def test_tables_that_are_tied_together_are_told_with_what_to_do(page, two_groups, looked):
    """An older table is not moved unasked."""
    desk = two_groups
    add(page, crossed("status", "a", "age_group", "sex"))
    looked()
    assert not page.problem.isVisible()
    tables = [*desk.plan["tables"][:2], STATUS]
    page.watcher.keep()
    page.bench.edit("Another table", {**desk.plan, "tables": tables})
    looked()
    assert desk.plan["tables"][2]["group"] == "a"
    assert "are tied together by" in page.problem.text() and page.problem.isVisible()
    assert page.problem.text().endswith("Put the table 'Status' into the group of 'Ages'.")
    assert "“Status” ties tables so closely together" in sentence(page)
    button(page, "Compute it so").click()
    looked()
    assert desk.plan["tables"][2]["group"] == "b" and not page.problem.isVisible()
    assert desk.undo.undoText() == "Compute a table with the others"
