"""Edits of what a dictionary says of the data as a whole: new trees, gaps in order, nothing guessed."""

from __future__ import annotations

import copy

from dpdesk.gui.data import edits as about
from dpdesk.gui.desk import written

CSV = {"kind": "csv", "delimiter": ";"}


def test_gaps_come_in_the_order_of_the_page():
    empty = {"format": "dpdesk-dictionary", "version": 1, "variables": []}
    assert about.gaps(empty) == (
        "source", "title", "dataset_id", "data_kind", "unit.describes", "unit.kind", "neighbours", "budget_cap",
    )  # fmt: skip
    own = about.with_unit(about.with_unit(empty, "describes", "other"), "kind", "id")
    assert [gap for gap in about.gaps(own) if gap.startswith("unit")] == [
        "unit.label", "unit.column", "unit.max_rows", "unit.rows_without_id",
    ]  # fmt: skip


def test_gaps_agree_with_what_the_frame_misses():
    from dpdesk.gui.desk.documents import missing_fields

    tree = {"variables": []}
    steps = [
        lambda t: about.with_field(t, "source", CSV),
        lambda t: about.with_unit(t, "kind", "id"),
        lambda t: about.with_unit(t, "describes", "other"),
        lambda t: about.with_own_words(t, "one stay", "en"),
        lambda t: about.with_unit(t, "column", "id"),
        lambda t: about.with_unit(t, "max_rows", 2),
        lambda t: about.with_unit(t, "rows_without_id", "drop"),
        lambda t: about.with_neighbours(t, "replace_one"),
        lambda t: about.with_field(t, "budget_cap", {"rho": "1"}),
        lambda t: about.with_field(t, "title", {"en": "A"}),
        lambda t: about.with_field(t, "dataset_id", "a"),
        lambda t: about.with_field(t, "data_kind", "sample"),
    ]
    for step in [lambda t: t, *steps]:
        before = copy.deepcopy(tree)
        after = step(tree)
        assert tree == before, "no edit changes its argument"
        tree = after
        assert {gap.partition(".")[0] for gap in about.gaps(tree)} == set(missing_fields(tree))
    assert about.gaps(tree) == ()


def test_a_new_answer_takes_out_what_makes_no_sense_beside_it():
    tree = {"neighbours": "add_remove"}
    for name, value in (("kind", "id"), ("column", "id"), ("max_rows", 2), ("rows_without_id", "own_unit")):
        tree = about.with_unit(tree, name, value)
    replaced = about.with_neighbours(tree, "replace_one")
    assert "rows_without_id" not in replaced["unit"] and replaced["unit"]["column"] == "id"
    assert about.with_unit(tree, "kind", "row")["unit"] == {"kind": "row"}
    assert about.with_unit({}, "describes", "person")["unit"] == {"describes": "person", "label": {"en": "one person"}}
    assert about.with_unit({}, "column", None) == {}


def test_sources_are_compared_by_what_they_mean():
    assert written.source_differences({"kind": "csv"}, {"kind": "csv", "encoding": "UTF8", "quote": '"'}) == ()
    assert written.source_differences(CSV, {"kind": "csv", "decimal": ","}) == ("delimiter", "decimal")
    assert written.source_differences(CSV, {"kind": "parquet"}) == ("kind",)
    assert written.source_differences({"kind": "xlsx", "sheet": "a"}, {"kind": "xlsx"}) == ("sheet",)
    for source, field in (
        ({**CSV, "delimiter": '"'}, "delimiter"),
        ({**CSV, "delimiter": ""}, "delimiter"),
        ({**CSV, "encoding": "klingon"}, "encoding"),
        ({**CSV, "thousands": "."}, "thousands"),
        ({"kind": "xlsx", "header_row": None}, "header_row"),
        (CSV, ""),
    ):
        assert written.source_problem(source) == field


def test_a_budget_is_made_of_all_its_parts_or_not_at_all():
    assert about.made_cap("epsilon", "0.5", "", "") == {"epsilon": "0.5"}
    assert about.made_cap("rho", "1/2", "9", "sum") == {"rho": "1/2"}
    assert about.made_cap("delta", "1", "1e-6", "sum") == {"epsilon": "1", "delta": "1e-6", "rule": "sum"}
    for kind, amount, delta, rule in (
        ("", "1", "", ""), ("epsilon", "", "", ""), ("epsilon", "0", "", ""), ("rho", "-1", "", ""),
        ("delta", "1", "", "sum"), ("delta", "1", "1", "sum"), ("delta", "1", "1e-6", ""),
    ):  # fmt: skip
        assert about.made_cap(kind, amount, delta, rule) is None


def test_a_cap_below_a_raised_one_is_not_called_different():
    assert not about.cap_differs({"rho": "2"}, {"rho": "3"})
    assert about.cap_differs({"rho": "4"}, {"rho": "3"})
    assert about.cap_differs({"epsilon": "1"}, {"rho": "3"})
    both = {"epsilon": "1", "delta": "1/1000000"}
    assert about.cap_differs({**both, "rule": "sum"}, {**both, "rule": "rho"})
