"""Shells: the order of lines and cells, codes and labels of stacked blocks, hierarchies, items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from small import COUNT, block, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.shells import KEPT, Item, Items, Shell
from dpdesk.schema.text import Text


def shell(**fields: Any) -> Shell:
    return compile_plan(plan(table(**fields))).shells[0]


def codes(**fields: Any) -> list[tuple[str, ...]]:
    return [line.codes for line in shell(**fields).stub.lines]


def area(*levels: str, **more: Any) -> dict[str, Any]:
    return {"variable": "area", "hierarchy": "map", "levels": list(levels), **more}


def test_totals_come_first_and_nested_variables_in_c_order() -> None:
    made = shell(stub=[block("sex", "colour")])
    assert [line.codes for line in made.stub.lines] == [
        (a, b) for a in ("_T", "f", "m") for b in ("_T", "red", "green", "blue")
    ]
    assert [line.depth for line in made.stub.lines] == [0, 1, 1, 1, 1, 2, 2, 2, 1, 2, 2, 2]
    assert made.stub.lines[0].labels[0].get("de") == "Insgesamt"
    assert made.stub.lines[5].labels[1].get("en") == "RED"


def test_without_a_total_nothing_is_indented() -> None:
    made = shell(stub=[block({"variable": "sex", "total": "none"})])
    assert [(line.codes, line.depth) for line in made.stub.lines] == [(("f",), 0), (("m",), 0)]


def test_stacked_blocks_share_columns_and_leave_the_others_empty() -> None:
    made = shell(
        stub=[{}, block("sex"), block({"variable": "colour", "total": "none"}, {"variable": "sex", "total": "none"})]
    )
    assert [variable.name for variable in made.stub.variables] == ["sex", "colour"]
    assert [line.codes for line in made.stub.lines] == [
        ("", ""),
        ("_T", ""),
        ("f", ""),
        ("m", ""),
        ("f", "red"),
        ("m", "red"),
        ("f", "green"),
        ("m", "green"),
        ("f", "blue"),
        ("m", "blue"),
    ]


def test_cells_run_over_pages_stub_boxhead_and_items() -> None:
    made = shell(
        pages=[block({"variable": "state", "total": "none"})],
        stub="sex",
        boxhead=[block({"variable": "colour", "total": "none"})],
        measures=[COUNT, {"kind": "percentage", "base": "row"}],
    )
    assert made.shape == (2, 3, 3, 2)
    cells = list(made.cells_in_order())
    assert made.cells == len(cells) == 36
    assert [variable.name for variable in made.variables] == ["state", "sex", "colour"]
    assert [(c, item.code) for c, _, item in cells[:3]] == [
        (("on", "_T", "red"), "count"),
        (("on", "_T", "red"), "percentage:row"),
        (("on", "_T", "green"), "count"),
    ]
    assert cells[-1][0] == ("off", "m", "blue")


def test_parents_come_before_their_children() -> None:
    assert codes(stub=[block(area("region", "county", "area"))]) == [
        (code,) for code in ["_T", "north", "n1", "n1a", "n1b", "n2", "n2a", "south", "s1", "s1a", "s1b", "ns"]
    ]
    depths = [line.depth for line in shell(stub=[block(area("region", "county", "area"))]).stub.lines]
    assert depths[:4] == [0, 1, 2, 3]
    assert codes(stub=[block(area("county", total="none", missing="hide"))]) == [("n1",), ("n2",), ("s1",)]
    assert codes(stub=[block(area("region", "area", codes=["south", "s1b", "n1a"]))]) == [
        ("_T",),
        ("n1a",),
        ("south",),
        ("s1b",),
    ]


def test_groupings_of_one_variable_nest() -> None:
    both = [block({"variable": "ages"}, {"variable": "age"})]
    lines = codes(stub=both)
    assert lines[:4] == [("_T", "_T"), ("0-4", "_T"), ("0-4", "0"), ("0-4", "1")]
    assert ("0-4", "7") not in lines
    assert ("5-9", "7") in lines
    assert ("_T", "7") not in lines
    with pytest.raises(BadInput, match="more than one of the outer codes"):
        codes(stub=[block("age", "ages")])
    with pytest.raises(BadInput, match="more than one of the outer codes"):
        codes(stub=[block("ages", "third")])


def test_selected_codes_stand_in_the_order_given_and_missing_can_be_hidden() -> None:
    assert codes(stub=[block({"variable": "colour", "codes": ["blue", "red"]})]) == [("_T",), ("blue",), ("red",)]
    assert codes(stub=[block({"variable": "area", "total": "none"})])[-1] == ("ns",)
    assert codes(stub=[block({"variable": "area", "total": "none", "missing": "hide"})])[-1] == ("s1b",)


@pytest.mark.parametrize(
    ("stub", "word"),
    [
        ([block("height")], "stub[0].variables[0] names 'height'"),
        ([block("pay")], "a quantity"),
        ([block({"variable": "sex", "codes": ["x"]})], "names 'x'"),
        ([block({"variable": "sex", "codes": ["f", "f"]})], "two lines with the code 'f'"),
        ([block("sex", "sex")], "names a variable twice"),
        ([block("sex"), block("sex")], "same codes in different blocks"),
        ([block(area("county", "region"))], "must go down"),
        ([block(area("province"))], "levels[0] names 'province'"),
        ([block({"variable": "sex", "hierarchy": "map", "levels": ["region"]})], "no hierarchy"),
    ],
)
def test_what_an_axis_cannot_be(stub: list[Any], word: str) -> None:
    with pytest.raises(BadInput) as problem:
        shell(stub=stub)
    assert word in str(problem.value)
    assert "tables[0].stub" in str(problem.value)


def test_one_root_stands_on_one_axis() -> None:
    with pytest.raises(BadInput, match="both made of 'age'"):
        shell(stub="ages", boxhead=[block("age")])
    with pytest.raises(BadInput, match="'sex' stands in pages and in columns"):
        shell(pages=[block("sex")], boxhead=[block("sex")])


# Items


def items(*measures: dict[str, Any]) -> list[tuple[str, str]]:
    return [(item.code, item.label.get("en")) for item in shell(stub="sex", measures=measures).items]


def test_items_and_their_labels() -> None:
    assert items(COUNT, {"kind": "sum", "variable": "pay"}, {"kind": "mean", "variable": "pay"}) == [
        ("count", "Count"),
        ("sum:pay", "Sum: Pay"),
        ("mean:pay", "Mean: Pay"),
    ]
    assert items({"kind": "quantiles", "variable": "age", "at": ["0.25", "1/2"]}) == [
        ("quantile:age:1/4", "Lower quartile: Age"),
        ("quantile:age:1/2", "Median: Age"),
    ]
    assert items({"kind": "cdf", "variable": "weight"})[0][0] == "cdf:weight:0..50"
    assert [text for _, text in items({"kind": "cdf", "variable": "weight"})] == [
        "Weight: under 50", "Weight: under 100", "Weight: under 150", "Weight: all",
    ]  # fmt: skip
    assert items({"kind": "cdf", "variable": "age"})[4][1] == "Age: up to 4"
    intervals = [{"below": "5", "label": {"en": "Under 5"}}, {"from": "5"}, {"from": "2", "to": "2"}]
    assert items({"kind": "intervals", "variable": "age", "intervals": intervals}) == [
        ("interval:age:0-4", "Under 5"),
        ("interval:age:5-9", "5 and over"),
        ("interval:age:2-2", "2"),
    ]
    assert items({"kind": "intervals", "variable": "weight", "intervals": [{"at_least": "50", "below": "150"}]}) == [
        ("interval:weight:50..100-100..150", "50 to under 150")
    ]
    low, high = {"below": "100"}, {"at_least": "100"}  # with everything beyond the ends, which counts in the end bins
    labels = [text for _, text in items({"kind": "intervals", "variable": "weight", "intervals": [low, high]})]
    assert labels == ["under 100", "100 and over"]
    assert items({"kind": "code_prefix", "variable": "area", "prefixes": ["n1", "n"]}) == [
        ("prefix:area:n1", "n1…"),
        ("prefix:area:n", "n…"),
    ]
    assert items({"kind": "count", "label": {"en": "Persons"}}) == [("count", "Persons")]


def test_decimals_follow_the_step() -> None:
    made = shell(
        stub="sex",
        measures=[
            COUNT,
            {"kind": "percentage", "base": {"keep": []}},
            {"kind": "sum", "variable": "pay"},
            {"kind": "mean", "variable": "pay"},
            {"kind": "median", "variable": "age"},
            {"kind": "mean", "variable": "years", "decimals": 4},
        ],
    )
    assert [item.decimals for item in made.items] == [0, 1, 2, 3, 0, 4]


def test_all_intervals_are_made_when_looked_at() -> None:
    made = shell(stub="sex", measures=[COUNT, {"kind": "all_intervals", "variable": "age"}])
    assert len(made.items) == 1 + 55
    assert made.items[0].code == "count"
    assert made.items[1].code == "interval:age:0-0"
    assert made.items[-1].code == "interval:age:9-9"
    assert [item.code for item in made.items][10:12] == ["interval:age:0-9", "interval:age:1-1"]
    assert [item.code for item in made.items[1:3]] == ["interval:age:0-0", "interval:age:0-1"]
    with pytest.raises(IndexError):
        made.items[56]


@pytest.mark.parametrize(
    ("measures", "word"),
    [
        ([COUNT, COUNT], "measures[1] asks for an item that the table already has"),
        (
            [{"kind": "median", "variable": "age"}, {"kind": "quantiles", "variable": "age", "at": ["1/2"]}],
            "already has",
        ),
        (
            [
                {"kind": "all_intervals", "variable": "age"},
                {"kind": "intervals", "variable": "age", "intervals": [{"from": "3"}]},
            ],
            "already has",
        ),
        ([{"kind": "median", "variable": "sex"}], "no order"),
        ([{"kind": "cdf", "variable": "colour"}], "no order"),
        ([{"kind": "cdf", "variable": "pay"}], "a quantity"),
        ([{"kind": "sum", "variable": "age"}], "no quantity"),
        ([{"kind": "sum", "variable": "height"}], "not in the dictionary"),
        ([{"kind": "quantiles", "variable": "age", "at": ["1"]}], "at[0] must lie between 0 and 1"),
        ([{"kind": "intervals", "variable": "age", "intervals": [{"from": "6", "to": "2"}]}], "runs backwards"),
        ([{"kind": "intervals", "variable": "age", "intervals": [{"from": "ns"}]}], "not among the ordered codes"),
        ([{"kind": "intervals", "variable": "weight", "intervals": [{"at_least": "60"}]}], "the next one is 100"),
        ([{"kind": "intervals", "variable": "weight", "intervals": [{"at_least": "200"}]}], "is empty"),
        ([{"kind": "code_prefix", "variable": "area", "prefixes": ["n", "w"]}], "prefixes[1] begins no code"),
        ([{"kind": "percentage", "base": "row"}], "no variable is in the table's columns"),
        ([{"kind": "percentage", "base": "page"}], "no variable is in the table's pages"),
        ([{"kind": "percentage", "base": {"keep": ["colour"]}}], "names 'colour'"),
        ([{"kind": "percentage", "base": {"keep": ["sex"]}}], "all would be 100"),
    ],
)
def test_what_a_measure_cannot_be(measures: list[dict[str, Any]], word: str) -> None:
    with pytest.raises(BadInput) as problem:
        shell(stub="sex", measures=measures)
    assert word in str(problem.value)
    assert "tables[0].measures" in str(problem.value)


def test_a_quantile_needs_numbers() -> None:
    d = small()
    tree = d.to_json()
    for variable in tree["variables"]:
        if variable["name"] == "colour":
            variable["ordered"] = True
    ordered = type(d).from_json(tree)
    with pytest.raises(BadInput, match="are no numbers"):
        compile_plan(plan(table(stub="sex", measures=[{"kind": "median", "variable": "colour"}]), dictionary=ordered))
    made = compile_plan(plan(table(stub="sex", measures=[{"kind": "cdf", "variable": "colour"}]), dictionary=ordered))
    assert len(made.shells[0].items) == 3


def test_items_are_made_once_where_they_are_few_and_none_is_taken_for_another() -> None:
    made: list[str] = []

    def maker(name: str) -> Callable[[int], Item]:
        def item(at: int) -> Item:
            made.append(f"{name}{at}")
            return Item(made[-1], Text.plain(made[-1]), "count", 0)

        return item

    items = Items([(2, maker("a")), (0, maker("b")), (KEPT, maker("c"))])
    expected = ["a0", "a1", *(f"c{at}" for at in range(KEPT))]
    for _ in range(3):
        assert [item.code for item in items] == expected
    assert [items[at].code for at in (0, 1, 2, -1)] == ["a0", "a1", "c0", expected[-1]]
    assert {made.count(code) for code in expected[:KEPT]} == {1} and made.count(expected[-1]) > 1
    assert [item.code for item in items[1:3]] == ["a1", "c0"]
    with pytest.raises(IndexError):
        items[len(expected)]
