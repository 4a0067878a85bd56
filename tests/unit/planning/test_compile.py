"""Compilation: domains, statistics, exact rows, sums, recipes, and the margins that groups share."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.compiled import CompiledPlan
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy import PureDP
from dpdesk.queries import AllRange, Identity, Intervals, Prefix, Total
from dpdesk.schema.dictionary import Dictionary


def compiled(*tables: dict[str, Any], **more: Any) -> CompiledPlan:
    return compile_plan(plan(*tables, **more))


def domain(*tables: dict[str, Any]) -> tuple[str, ...]:
    return compiled(*tables).groups[0].domain.variables


# The domain


def test_a_lone_recode_is_the_domain_and_two_groupings_share_the_root() -> None:
    assert domain(table(stub="ages")) == ("ages",)
    assert domain(table(stub="ages"), table("u", stub="age")) == ("age",)
    assert domain(table(stub="ages"), table("u", stub="third")) == ("age",)
    universe = {"text": {"en": "u"}, "where": [{"variable": "age", "at_least": "5"}]}
    assert domain(table(stub="ages", universe=universe)) == ("age",)


def test_a_recode_that_leaves_codes_out_is_answered_on_its_root() -> None:
    """Else a row in none of its codes would vanish from the other tables of the group."""
    made = compiled(table(stub="parity"), table("u", stub="sex"))
    group = made.groups[0]
    assert group.domain.variables == ("age", "sex")
    everyone = group.workload.answer(group.reduction.merge(np.ones(group.space.shape, dtype=np.int64)))
    assert everyone[made.tables[0].rows[0, 0, 0, 0]] == 20  # the two parities, ten ages each
    assert everyone[made.tables[1].rows[0, 0, 0, 0]] == 22  # age not stated included


def test_percentages_of_a_recode_that_leaves_codes_out_add_up() -> None:
    shares = {"kind": "percentage", "base": "column"}
    made = compiled(
        table(stub=[block({"variable": "parity", "total": "none"})], boxhead=[block("sex")], measures=[shares])
    )
    group, recipe = made.groups[0], made.tables[0].recipes[0]
    x = np.arange(np.prod(group.shape), dtype=np.int64)
    answers = group.workload.answer(x)
    tops, bases = answers[recipe.rows[0, :, :, 0]], answers[recipe.base[0]]
    assert np.array_equal(tops.sum(axis=0), bases[0])
    assert np.array_equal(bases[0], bases[1])


def test_domain_order_is_that_of_the_tables() -> None:
    assert domain(table(stub=[block("colour", "sex")], measures=[{"kind": "cdf", "variable": "age"}])) == (
        "colour",
        "sex",
        "age",
    )


def test_tables_that_name_no_variable_are_refused() -> None:
    with pytest.raises(BadInput, match="name no variable"):
        compiled(table())


def test_tables_have_names_of_their_own() -> None:
    with pytest.raises(BadInput, match=r"tables\[1\].name is the name of another table"):
        compiled(table("a", stub="sex"), table("A", stub="sex"))


UNIVERSE = {"text": {"en": "Old"}, "where": [{"variable": "age", "codes": ["7", "8"]}]}


def everybody() -> dict[str, Any]:
    return {"text": {"en": "All"}, "where": [{"variable": "sex", "codes": ["f", "m"]}]}


def three_thousands() -> Dictionary:
    tree = dictionary_json()
    for name in ("a", "b", "c"):
        tree["variables"].append(
            {
                "name": name,
                "kind": "number",
                "column": name,
                "label": {"en": name},
                "describes": "unit",
                "bins": {"first": 0, "last": 999},
                "below": "clamp",
                "above": "clamp",
                "unreadable": "nowhere",
            }
        )
    return Dictionary.from_json(tree)


def test_a_product_too_large_to_write_down_is_counted_by_its_margins() -> None:
    compiled = compile_plan(plan(*(table(name, stub=name) for name in ("a", "b", "c")), dictionary=three_thousands()))
    (group,) = compiled.groups
    assert group.space.cells == 10**9
    assert group.margins == ((0,), (1,), (2,))
    assert not group.written


def test_a_margin_too_large_is_refused() -> None:
    few = [{"variable": name, "codes": ["0", "7"]} for name in ("b", "c")]
    tables = [table("t", stub=[block("a", *few)]), table("b", stub="b"), table("c", stub="c")]
    with pytest.raises(BadInput, match=r"need 1,000,000,000 cells, most of them for a \(1,000\) × b"):
        compile_plan(plan(*tables, dictionary=three_thousands()))
    compile_plan(plan(tables[0], dictionary=three_thousands()))  # there the other codes of b and c are one class


def test_what_a_group_is_counted_by_are_the_largest_sets_of_variables() -> None:
    tables = [
        table("t", stub=[block({"variable": "sex", "total": "first"}, "colour")]),
        table("u", stub="sex", boxhead=[block("area")]),
        table("v", stub="colour"),
        table("w", stub="sex", universe=UNIVERSE),
    ]
    (group,) = compile_plan(plan(*tables)).groups
    assert [tuple(group.space.names[at] for at in axes) for axes in group.margins] == [
        ("sex", "colour"),
        ("sex", "area"),
        ("sex", "age"),
    ]
    assert group.written
    (alone,) = compile_plan(plan(table("x", universe=everybody()))).groups
    assert alone.margins == ((0,),)


# Workload and statistics


def statistics(*tables: dict[str, Any]) -> dict[str, int]:
    return {part.statistic: part.box.size for part in compiled(*tables).groups[0].parts}


def test_each_combination_of_total_and_codes_is_a_statistic() -> None:
    assert statistics(table(stub="sex", boxhead=[block("colour")])) == {
        "total": 1,
        "colour": 3,
        "sex": 2,
        "sex by colour": 6,
    }


def test_levels_are_statistics_of_their_own() -> None:
    levels = {"variable": "area", "hierarchy": "map", "levels": ["region", "county", "area"]}
    found = statistics(table(stub=[block(levels)]))
    # Of the three counties, n2 is the area n2a and s1 the region south: one query each. "ns" is one line, an area's.
    assert found == {"total": 1, "area": 6, "area@county": 2, "area@region": 1}


def test_a_query_in_two_tables_is_one_row() -> None:
    one = table("one", stub="sex", boxhead=[block("colour")])
    other = table("other", stub=[block("colour")], measures=[COUNT])
    made = compiled(one, other)
    assert made.groups[0].workload.shape[0] == 12
    assert made.tables[1].rows[0, 1:, 0, 0].tolist() == made.tables[0].rows[0, 0, 1:, 0].tolist()


def test_the_total_is_the_last_of_the_prefixes() -> None:
    cdf = {"kind": "cdf", "variable": "weight"}
    made = compiled(table(stub="sex", measures=[COUNT, cdf]))
    assert made.groups[0].workload.shape[0] == 3 * 4
    assert made.tables[0].rows[0, 0, 0, 0] == made.tables[0].rows[0, 0, 0, -1]


def test_classes_of_queries_are_the_most_telling() -> None:
    def factors(*measures: dict[str, Any], **more: Any) -> list[type]:
        parts = compiled(table(measures=measures, **more)).groups[0].workload.parts
        return [type(factor) for part in parts for factor in part.factors]

    assert factors({"kind": "cdf", "variable": "weight"}) == [Prefix]
    assert factors({"kind": "all_intervals", "variable": "weight"}) == [AllRange]
    assert factors({"kind": "cdf", "variable": "age"}) == [Intervals]  # "not stated" lies after the bins
    assert factors(COUNT, stub="sex") == [Total, Identity]


def test_a_statistic_in_several_parts_shares_its_weight() -> None:
    def nested(sexes: list[str], colours: list[str]) -> dict[str, Any]:
        return block(
            {"variable": "sex", "codes": sexes, "total": "none"},
            {"variable": "colour", "codes": colours, "total": "none"},
        )

    one = table("one", stub=[nested(["f"], ["red", "green"])])
    other = table("other", stub=[nested(["f", "m"], ["red"])])
    group = compiled(one, other, groups=[{"name": "main", "part": "1", "weights": {"sex by colour": "3"}}]).groups[0]
    assert group.statistics == ("sex by colour", "sex by colour")
    assert group.workload.shape[0] == 3
    assert sum(group.weights) == 3
    assert sorted(group.weights) == [1, 2]


def test_an_unknown_statistic_has_no_weight() -> None:
    with pytest.raises(BadInput, match="they have: sex; total"):
        compiled(table(stub="sex"), groups=[{"name": "main", "part": "1", "weights": {"colour": "3"}}])


def test_the_order_of_rows_is_deterministic() -> None:
    one, two = (compiled(table(stub="sex", boxhead=[block("ages")]), table("u", stub="age")) for _ in range(2))
    assert np.array_equal(one.groups[0].workload.matrix(), two.groups[0].workload.matrix())
    assert np.array_equal(one.tables[0].rows, two.tables[0].rows)


# Universe, empty cells


def test_a_line_outside_the_universe_counts_nobody() -> None:
    universe = {"text": {"en": "u"}, "where": [{"variable": "age", "at_least": "5"}]}
    made = compiled(table(stub="ages", universe=universe))
    rows = made.tables[0].rows[0, :, 0, 0]
    assert rows[1] == -1
    assert made.tables[0].empty[0, :, 0, 0].tolist() == [False, True, False, True]
    assert (made.groups[0].workload.matrix().sum(axis=1) > 0).all()
    with pytest.raises(BadInput, match="leaves nobody"):
        compiled(
            table(
                stub="sex",
                universe={
                    "text": {"en": "u"},
                    "where": [{"variable": "age", "below": "3"}, {"variable": "age", "from": "5", "to": "8"}],
                },
            )
        )


def test_a_table_outside_its_universe_is_refused() -> None:
    universe = {"text": {"en": "u"}, "where": [{"variable": "age", "at_least": "5"}]}
    young = block({"variable": "age", "codes": ["0", "1"], "total": "none"})
    with pytest.raises(BadInput, match=r"tables\[1\] has no cell inside its universe"):
        compiled(table(stub="sex"), table("u", stub=[young], universe=universe))


def test_impossible_cells_are_empty() -> None:
    rule = {"when": {"sex": ["f"], "colour": ["red"]}, "reason": {"en": "by rule"}}
    made = compiled(table(stub="sex", boxhead=[block("colour")]), dictionary=small(impossible=[rule]))
    group = made.groups[0]
    assert group.impossible is not None and group.impossible.sum() == 1
    assert np.argwhere(made.tables[0].empty).tolist() == [[0, 1, 1, 0]]


# Exact rows


@pytest.mark.parametrize(
    ("change", "exact"),
    [
        ({}, True),
        ({"neighbours": "add_remove"}, False),
        (
            {
                "unit": {
                    "kind": "id",
                    "describes": "person",
                    "label": {"en": "p"},
                    "column": "id",
                    "max_rows": 1,
                    "rows_without_id": "refuse",
                }
            },
            False,
        ),
        ({"impossible": [{"when": {"sex": ["f"], "colour": ["red"]}, "reason": {"en": "r"}}]}, False),
        ({"impossible": [{"when": {"sex": ["f"], "area": ["n1a"]}, "reason": {"en": "r"}}]}, True),
    ],
)
def test_exact_rows_are_derived(change: dict[str, Any], exact: bool) -> None:
    made = compiled(table(stub="sex", boxhead=[block("colour")]), dictionary=small(**change))
    assert made.groups[0].exact_row is exact


def test_a_universe_or_a_value_that_is_nowhere_ends_exactness() -> None:
    universe = {"text": {"en": "u"}, "where": [{"variable": "sex", "codes": ["f"]}]}
    assert not compiled(table(stub="colour", universe=universe)).groups[0].exact_row
    assert not compiled(table(stub="state")).groups[0].exact_row
    # One release counts one population: a variable of another group that sends a row to nowhere counts too.
    groups = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/2"}]
    both = compiled(table("t", stub="colour", group="a"), table("u", stub="state", group="b"), groups=groups)
    assert [group.exact_row for group in both.groups] == [False, False]
    universe_elsewhere = compiled(
        table("t", stub="colour", group="a"), table("u", stub="sex", group="b", universe=universe), groups=groups
    )
    assert [group.exact_row for group in universe_elsewhere.groups] == [True, False]


# Sums, losses


def test_sums_and_their_shares() -> None:
    measures = [COUNT, {"kind": "sum", "variable": "years"}, {"kind": "mean", "variable": "pay"}]
    group = compiled(table(stub="sex", measures=measures)).groups[0]
    assert group.domain.quantities == ("years", "pay", "pay:stated")
    assert group.count_share + sum(one.share for one in group.sums) == 1
    assert {one.share for one in group.sums} == {Fraction(1, 4)}
    years, pay, stated = group.sums
    assert (years.lower, years.upper, years.step) == (0, 9, 1)
    assert (pay.lower, pay.upper, pay.step) == (0, 100_000, Fraction(1, 100))  # a row that states none adds 0
    assert (stated.lower, stated.upper) == (0, 1)
    split = {"counts": "2", "sums": {"pay": "3"}}
    group = compiled(
        table(stub="sex", measures=measures), groups=[{"name": "main", "part": "1", "split": split}]
    ).groups[0]
    assert [group.count_share, *(one.share for one in group.sums)] == [Fraction(n, 7) for n in (2, 1, 3, 1)]


def test_a_mean_knows_its_base() -> None:
    recipes = (
        compiled(
            table(stub="sex", measures=[{"kind": "mean", "variable": "years"}, {"kind": "mean", "variable": "pay"}])
        )
        .tables[0]
        .recipes
    )
    assert [recipe.measured.below for recipe in recipes] == ["count", "sum:pay:stated"]
    assert all(np.array_equal(recipe.rows[..., 0], recipe.base) for recipe in recipes)


def test_a_split_names_sums_that_exist() -> None:
    split = {"sums": {"pay": "3"}}
    with pytest.raises(BadInput, match="names 'pay'"):
        compiled(table(stub="sex"), groups=[{"name": "main", "part": "1", "split": split}])


def test_each_group_has_its_part_of_the_loss() -> None:
    groups = [{"name": "a", "part": "1/3"}]
    made = compiled(table("t", stub="sex", group="a"), table("u", stub="colour"), groups=groups)
    assert [group.loss for group in made.groups] == [PureDP("1/3"), PureDP("2/3")]
    assert [mapped.group for mapped in made.tables] == [0, 1]


# Margins that groups share


def shared(*variables: tuple[str, ...], **more: Any) -> list[tuple[int, int, tuple[tuple[str, int], ...]]]:
    groups = [{"name": f"g{at}", "part": f"1/{len(variables)}"} for at in range(len(variables))]
    tables = [table(f"t{at}", stub=[block(*names)], group=f"g{at}") for at, names in enumerate(variables)]
    made = compiled(*tables, groups=groups, **more)
    return [(one.group_a, one.group_b, tuple(zip(one.roots, one.shape, strict=True))) for one in made.shared]


def test_groups_agree_on_their_common_margin() -> None:
    assert shared(("sex",), ("colour",)) == [(0, 1, ())]
    assert shared(("sex", "age"), ("colour", "sex")) == [(0, 1, (("sex", 2),))]
    # Age groups and single ages share the age groups, not stated among them.
    assert shared(("sex", "age"), ("ages", "colour")) == [(0, 1, (("age", 3),))]
    assert shared(("ages",), ("age", "colour")) == [(0, 1, (("age", 3),))]
    assert shared(("sex", "age"), ("sex", "colour"), ("sex", "age", "state")) == [
        (0, 1, (("sex", 2),)),
        (0, 2, (("sex", 2), ("age", 11))),
        (1, 2, (("sex", 2),)),
    ]


def test_each_pair_of_groups_shares_the_margin_both_tell() -> None:
    assert shared(("sex", "age"), ("colour", "age"), ("sex", "colour")) == [
        (0, 1, (("age", 11),)),
        (0, 2, (("sex", 2),)),
        (1, 2, (("colour", 3),)),
    ]
    assert shared(("sex", "age"), ("colour",), ("sex",)) == [(0, 1, ()), (0, 2, (("sex", 2),)), (1, 2, ())]


def crossing() -> Dictionary:
    """Two recodes of age of which neither refines the other: 0-1 | 2-4 | rest, and 0, 2 | 1, 3-4 | rest."""
    tree = dictionary_json()
    for name, first, second in (("fives", "01", "234"), ("other", "02", "134")):
        codes = [("a", list(first)), ("b", list(second)), ("c", ["5", "6", "7", "8", "9", "ns"])]
        tree["variables"].append(
            {
                "name": name,
                "kind": "recode",
                "of": "age",
                "label": {"en": name},
                "codes": [{"code": code, "members": members} for code, members in codes],
            }
        )
    return Dictionary.from_json(tree)


def test_recodes_that_cross_share_the_blocks_that_both_can_sum_to() -> None:
    assert shared(("fives",), ("other",), dictionary=crossing()) == [(0, 1, (("age", 2),))]
    assert shared(("ages",), ("third",)) == [(0, 1, ())]


def test_sums_are_shared_too() -> None:
    groups = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/2"}]
    total = {"kind": "sum", "variable": "years"}
    made = compiled(
        table("t", stub="sex", group="a", measures=[total]),
        table("u", stub="colour", group="b", measures=[total, COUNT]),
        groups=groups,
    )
    assert made.shared[0].quantities == ("years",)


# The plans on real data


def test_fulton_county(checkout: Path) -> None:
    made = compile_plan(Plan.load(checkout / "tests/plans/fulton_epsilon.plan.json"))
    assert [mapped.shell.shape for mapped in made.tables] == [(1, 27, 17, 1), (1, 1, 1, 80), (1, 1, 1, 10)]
    assert [group.space.shape for group in made.groups] == [(2, 8, 16), (76,), (1024,)]
    assert [group.workload.shape[0] for group in made.groups] == [3 * 9 * 17, 76, 1024 + 6]
    assert [group.loss for group in made.groups] == [PureDP("1/3")] * 3


def test_the_table_of_the_lecture(checkout: Path) -> None:
    made = compile_plan(Plan.load(checkout / "resources/seven/plan.json"))
    shell = made.shells[0]
    assert shell.shape == (1, 14, 1, 3)
    people = [
        (8, "F", "B", "single"),
        (18, "M", "W", "single"),
        (24, "F", "W", "single"),
        (30, "M", "W", "married"),
        (36, "F", "B", "married"),
        (66, "F", "B", "married"),
        (84, "M", "B", "married"),
    ]
    group = made.groups[0]
    x, years = np.zeros(group.shape, dtype=np.int64), np.zeros(group.shape, dtype=np.int64)
    for age, sex, race, status in people:
        coded = {"age": str(age), "sex": sex, "race": race, "status": status}
        variables = [made.plan.dictionary.variable(name) for name in group.domain.variables]
        cell = tuple(variable.encode([coded[column] for column in variable.columns]) for variable in variables)
        x[cell] += 1
        years[cell] += age
    counts, _, means = made.tables[0].recipes
    answers, sums = group.workload.answer(x), group.workload.answer(years)
    found = answers[counts.rows[0, :, 0, 0]].tolist()
    assert found[:5] == [7, 4, 3, 4, 3]
    assert sorted(found[5:]) == sorted([2, 4, 3, 1, 2, 1, 0, 1, 2])
    assert sums[means.rows[0, 0, 0, 0]] / answers[means.base[0, 0, 0]] == 38
