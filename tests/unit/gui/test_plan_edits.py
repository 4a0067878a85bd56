"""Edits of the plan as pure functions: what a person would write by hand comes out, and undoing an edit is exact."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from dpdesk.gui.accuracy.edits import reference
from dpdesk.gui.desk.trees import drop
from dpdesk.gui.shared import notes
from dpdesk.gui.tables.edits import display, groups, measures, plan
from dpdesk.gui.tables.edits.plan import Place
from dpdesk.resources import resource

ROOT = Path(__file__).resolve().parents[3]
EMPTY = {"format": "dpdesk-plan", "version": 1, "title": {"en": ""}, "tables": []}
LABELS = {"sex": {"en": "Sex"}, "ethnic": {"en": "Ethnic group"}, "age": {"en": "Age", "de": "Alter"}}


def append_variable(tree: Any, t: int, axis: str, record: Any) -> Any:
    """Nest a variable innermost in the last block of an axis."""
    blocks = tree["tables"][t].get(axis, [])
    inside = len(blocks[-1].get("variables", [])) if blocks else 0
    return plan.insert_variable(tree, t, plan.Place(axis, max(len(blocks) - 1, 0), inside), record)


def stack_variable(tree: Any, t: int, axis: str, record: Any) -> Any:
    """Put a variable in a block of its own after those of an axis."""
    return plan.insert_variable(tree, t, plan.Place(axis, len(tree["tables"][t].get(axis, [])), 0), record)


def built(tree, wanted):
    """A plan's tables, groups and notes made again by edits, step by step as the window makes them."""
    for t, table in enumerate(wanted["tables"]):
        tree, at = plan.new_table(tree)
        assert at == t
        tree = plan.rename_table(tree, t, table["name"])
        for language, text in table["title"].items():
            tree = plan.set_title(tree, t, text, language)
        for condition in table.get("universe", {}).get("where", []):
            tree = plan.add_condition(tree, t, condition, {"en": "?"})
        for language, text in table.get("universe", {}).get("text", {}).items():
            tree = plan.set_universe_text(tree, t, text, language)
        for axis in plan.AXES:
            for block in table.get(axis, []):
                first, *others = block["variables"]
                tree = stack_variable(tree, t, axis, plan.nested(first["variable"]))
                tree = plan.change_variable(tree, t, plan.places(tree["tables"][t], axis)[-1], **first)
                for record in others:
                    tree = append_variable(tree, t, axis, plan.nested(**record))
        for record in table["measures"]:
            tree = measures.add_measure(tree, t, record)
        if measures.COUNT not in table["measures"]:
            tree = measures.remove_measure(tree, t, 0)
    parts = {group["name"]: group["part"] for group in wanted["groups"]}
    if len(parts) == len(wanted["tables"]) == len(set(parts.values())):
        tree = groups.each_alone(tree)
    for t, table in enumerate(wanted["tables"]):
        tree = groups.set_group(tree, t, table["group"])
    for g, group in enumerate(wanted["groups"]):
        tree = groups.set_part(tree, g, group["part"])
    for note in wanted["notes"]:
        tree = notes.add_note(tree, note["text"]["en"], table=note.get("table"))
    expected = wanted.get("reference", {})
    for language, text in expected.get("source", {}).items():
        tree = reference.set_total(tree, expected["total"], text, language)
    whole = ("loss", "style", "title", "contact", "reference_period", "region", "intended_use", "revision")
    kept = {key: wanted[key] for key in whole if key in wanted}  # each put there whole
    return plan.ordered({**tree, **kept}, plan.PLAN_ORDER)


@pytest.mark.parametrize("path", [ROOT / "tests/plans/fulton_rho.plan.json", resource("sample/plan.json")])
def test_a_plan_built_by_edits_is_the_plan_written_by_hand(path):
    wanted = json.loads(path.read_text(encoding="utf-8"))
    made = built(EMPTY, wanted)
    assert wanted["level"] == 90  # written out by hand, the default
    assert made == drop(drop(wanted, ["dictionary"]), ["level"])
    assert [key for key in made if key != "level"] == [key for key in plan.PLAN_ORDER if key in made]
    for table in made["tables"]:
        assert list(table) == [key for key in plan.TABLE_ORDER if key in table]


@pytest.mark.parametrize("path", [ROOT / "tests/plans/fulton_rho.plan.json", resource("sample/plan.json")])
def test_it_has_the_same_hashes(path):
    from dpdesk.planning.document.plan import Plan

    by_hand = Plan.load(path)
    made = built(EMPTY, by_hand.to_json())
    made["dictionary"] = by_hand.to_json()["dictionary"]
    again = Plan.from_json(made, by_hand.dictionary)
    assert (again.meaning, again.text_hash) == (by_hand.meaning, by_hand.text_hash)


def table_with(*axes):
    tree, t = plan.new_table(EMPTY)
    for axis, names in axes:
        for name in names:
            tree = append_variable(tree, t, axis, plan.nested(name))
    return tree


def shown(tree, t=0):
    return {
        axis: [[one["variable"] for one in block["variables"]] for block in tree["tables"][t][axis]]
        for axis in plan.AXES
        if axis in tree["tables"][t]
    }


def test_the_title_follows_the_variables_until_it_is_typed():
    before, t = plan.new_table(EMPTY)
    assert before["tables"][0]["title"] == {"en": "Total"}
    after = append_variable(before, t, "stub", plan.nested("sex"))
    after = plan.retitled(before, after, t, LABELS)
    assert after["tables"][0]["title"] == {"en": "Sex"}
    more = plan.retitled(after, append_variable(after, t, "boxhead", plan.nested("ethnic")), t, LABELS)
    assert more["tables"][0]["title"] == {"en": "Sex by ethnic group"}
    typed = plan.set_title(more, t, "Mine", "en")
    last = plan.retitled(typed, append_variable(typed, t, "pages", plan.nested("age")), t, LABELS)
    assert last["tables"][0]["title"] == {"en": "Mine"}


def test_titles_in_two_languages():
    table = table_with(("stub", ["sex", "age"]), ("boxhead", ["ethnic"]))["tables"][0]
    assert plan.automatic_title(table, LABELS) == {"en": "Sex by age and ethnic group"}
    assert plan.automatic_title(table, LABELS, "de") == {"de": "Sex nach Alter und Ethnic group"}


def test_defaults_are_not_written():
    tree = table_with(("stub", ["sex"]))
    place = Place("stub", 0, 0)
    tree = plan.change_variable(tree, 0, place, total="none", missing="hide", codes=["F"])
    assert plan.nested_at(tree["tables"][0], place) == {
        "variable": "sex", "total": "none", "codes": ["F"], "missing": "hide"
    }  # fmt: skip
    tree = plan.change_variable(tree, 0, place, total="first", missing="show", codes=None)
    assert plan.nested_at(tree["tables"][0], place) == {"variable": "sex"}


@pytest.mark.parametrize(
    ("old", "direction", "after"),
    [
        (Place("stub", 0, 1), "left", {"stub": [["b", "a"]], "boxhead": [["c"]]}),
        (Place("stub", 0, 0), "right", {"stub": [["b", "a"]], "boxhead": [["c"]]}),
        (Place("stub", 0, 1), "right", {"stub": [["a"], ["b"]], "boxhead": [["c"]]}),
        (Place("stub", 0, 0), "down", {"stub": [["b"]], "boxhead": [["c", "a"]]}),
        (Place("boxhead", 0, 0), "up", {"stub": [["a", "b", "c"]]}),
        (Place("boxhead", 0, 0), "down", {"stub": [["a", "b"]], "pages": [["c"]]}),
    ],
)
def test_variables_move_by_keyboard(old, direction, after):
    tree = table_with(("stub", ["a", "b"]), ("boxhead", ["c"]))
    name = plan.nested_at(tree["tables"][0], old)["variable"]
    new = plan.neighbour(tree["tables"][0], old, direction)
    landed = plan.landed(tree["tables"][0], old, new)
    moved = plan.move_variable(tree, 0, old, new)
    assert shown(moved) == after
    assert plan.nested_at(moved["tables"][0], landed)["variable"] == name


def test_every_move_keeps_every_variable():
    tree = table_with(("stub", ["a", "b"]), ("boxhead", ["c"]))
    tree = stack_variable(tree, 0, "stub", plan.nested("d"))
    tree = stack_variable(tree, 0, "stub", plan.nested("e"))
    found = plan.places(tree["tables"][0])
    ends = [Place(axis, block, at) for axis in plan.AXES for block in range(4) for at in range(3)]
    for old in found:
        for new in ends:
            blocks = tree["tables"][0].get(new.axis, [])
            if new.block > len(blocks) or (new.block < len(blocks) and new.at > len(blocks[new.block]["variables"])):
                continue
            if new.block == len(blocks) and new.at:
                continue
            moved = plan.move_variable(tree, 0, old, new)
            names = sorted(
                one["variable"]
                for one in (plan.nested_at(moved["tables"][0], p) for p in plan.places(moved["tables"][0]))
            )
            assert names == ["a", "b", "c", "d", "e"]
            wanted = plan.nested_at(tree["tables"][0], old)
            assert plan.nested_at(moved["tables"][0], plan.landed(tree["tables"][0], old, new)) == wanted


def test_removing_the_last_variable_removes_block_and_axis():
    tree = table_with(("stub", ["a"]))
    assert "stub" not in plan.remove_variable(tree, 0, Place("stub", 0, 0))["tables"][0]
    assert plan.remove_variable(tree, 0, Place("pages", 0, 0)) is tree


def test_names_and_notes_go_together():
    tree, _ = plan.new_table(EMPTY)
    tree, _ = plan.new_table(tree)
    assert plan.names_of(tree) == ["table_1", "table_2"]
    tree = notes.add_note(tree, "n", table="table_1")
    tree = plan.rename_table(tree, 0, "people")
    assert tree["notes"] == [{"text": {"en": "n"}, "table": "people"}]
    assert plan.rename_table(tree, 1, "PEOPLE") is tree
    copied, at = plan.duplicate_table(tree, 0)
    assert plan.names_of(copied) == ["people", "people_1", "table_2"]
    assert at == 1
    assert [note["table"] for note in copied["notes"]] == ["people", "people_1"]
    assert "notes" not in plan.remove_table(plan.remove_table(copied, 0), 0)


def test_groups_share_exactly():
    tree = EMPTY
    for _ in range(3):
        tree, _ = plan.new_table(tree)
    alone = groups.each_alone(tree)
    assert [group["part"] for group in alone["groups"]] == ["1/3"] * 3
    assert groups.left_over(alone) == 0
    assert groups.all_together(alone) == tree
    one = groups.set_group(tree, 0, "a")
    assert one["groups"] == [{"name": "a", "part": "1/2"}]
    two = groups.set_group(one, 1, "b")
    assert [group["part"] for group in two["groups"]] == ["1/3", "1/3"]
    assert groups.left_over(two) == Fraction(1, 3)
    back = groups.set_group(two, 0, "b")
    assert [group["name"] for group in back["groups"]] == ["b"]
    renamed = groups.rename_group(two, 1, "c")
    assert renamed["tables"][1]["group"] == "c"
    assert groups.rename_group(two, 1, "A") is two


def test_a_groups_options_at_their_default_are_not_written():
    tree = groups.each_alone(plan.new_table(EMPTY)[0])
    changed = groups.change_group(tree, 0, mechanism="tree", noise="laplace")
    changed = groups.set_split(groups.set_split(changed, 0, "", "2"), 0, "income", "1/2")
    changed = groups.set_weight(changed, 0, "sex", "3")
    assert list(changed["groups"][0]) == [key for key in groups.GROUP_ORDER if key != "detail"]
    assert changed["groups"][0]["split"] == {"counts": "2", "sums": {"income": "1/2"}}
    for what in ("", "income"):
        changed = groups.set_split(changed, 0, what, "1")
    changed = groups.set_weight(changed, 0, "sex", "1")
    assert groups.change_group(changed, 0, mechanism="best", noise=None) == tree


def test_a_table_keeps_a_measure():
    tree, t = plan.new_table(EMPTY)
    assert measures.remove_measure(tree, t, 0) == tree
    more = measures.add_measure(tree, t, measures.measure("median", "age"))
    assert measures.remove_measure(more, t, 0)["tables"][0]["measures"] == [{"kind": "median", "variable": "age"}]
    assert measures.add_measure(more, t, measures.measure("median", "age")) is more


AGES = tuple(Fraction(n) for n in range(101))


def test_intervals_to_begin_from_have_ends_on_edges():
    incomes = tuple(Fraction(n * 2000) for n in range(129))  # to 256,000
    for edges in (AGES, incomes, (Fraction(0), Fraction(1)), tuple(Fraction(n, 4) for n in range(15))):
        for record in measures.some_intervals(edges):
            assert Fraction(record["at_least"]) in edges
            assert Fraction(record["below"]) in edges
    assert 2 <= len(measures.some_intervals(AGES)) <= 8
    assert len(measures.some_intervals(incomes)) <= 8
    assert len(measures.equal_widths(AGES, Fraction(5))) == 20
    assert measures.equal_widths(AGES, Fraction(30))[-1] == {"at_least": "90", "below": "100"}


def test_age_bands():
    assert measures.age_bands(AGES)[3] == {"at_least": "65", "label": {"en": "65 and over"}}
    adults = tuple(Fraction(n) for n in range(18, 101))
    assert [one["label"]["en"] for one in measures.age_bands(adults)] == ["18 to 64", "65 and over"]


def test_a_distribution_is_intervals_and_quartiles():
    tree, t = plan.new_table(EMPTY)
    made = measures.distribution(tree, t, "age", measures.some_intervals(AGES), numbers=True)
    assert [one["kind"] for one in made["tables"][0]["measures"]] == ["count", "intervals", "quantiles"]
    assert plan.automatic_title(made["tables"][0], LABELS) == {"en": "Age"}


def test_conditions_come_and_go_with_their_sentence():
    tree, t = plan.new_table(EMPTY)
    limited = plan.add_condition(tree, t, {"variable": "sex", "codes": ["F"]}, {"en": "Women"})
    assert limited["tables"][0]["universe"] == {"text": {"en": "Women"}, "where": [{"variable": "sex", "codes": ["F"]}]}
    assert plan.remove_condition(limited, t, 0) == tree
    assert plan.set_universe_text(tree, t, "x") is tree


def test_the_usual_layout_is_not_written_and_other_display_stays():
    tree = {"tables": [{"name": "a"}], "display": {"scale": 1000}}
    classic = display.set_layout(tree, 0, "classic")
    assert classic["display"] == {"scale": 1000, "layout": "classic"} and display.layout_of(classic, 0) == "classic"
    assert display.set_layout(classic, 0, "accessible") == tree
    assert "display" not in display.set_layout({"tables": [], "display": {"layout": "list"}}, 0, "accessible")
    assert tree["display"] == {"scale": 1000}


def test_edits_do_not_touch_the_tree_they_are_given():
    path = resource("sample/plan.json")
    tree = json.loads(path.read_text(encoding="utf-8"))
    before = json.dumps(tree)
    plan.move_variable(tree, 0, Place("stub", 0, 0), Place("boxhead", 0, 0))
    plan.remove_table(tree, 1)
    plan.duplicate_table(tree, 1)
    groups.each_alone(tree)
    groups.set_group(tree, 0, None)
    measures.distribution(tree, 0, "age", [], numbers=True)
    notes.remove_note(tree, 0)
    plan.set_level(tree, 95)
    assert json.dumps(tree) == before
