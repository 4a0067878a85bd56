"""Weighted measures: what is summed for them, within what bounds, in which words, and what is refused."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from small import COUNT, block, dictionary_json, plan, plan_json, table

from dpdesk.errors import BadInput
from dpdesk.planning.aids.odds import cell_details
from dpdesk.planning.choosing.checks import require_confirmed
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.planning.compiler.pictures import LINE, Plot, plot_of
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document.plan import Plan, meaning_of
from dpdesk.planning.document.wording import Table
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.schema.dictionary import Dictionary

WEIGHT = {
    "name": "wt",
    "kind": "quantity",
    "column": "wt",
    "label": {"en": "Design weight", "de": "Designgewicht"},
    "describes": "unit",
    "lower": "0",
    "upper": "4",
    "step": "1/2",
    "below": "clamp",
    "above": "clamp",
    "unreadable": "not_stated",
}
ANSWER = [{"column": "wt", "answer": "weight"}]


def with_weight(**changed: Any) -> Dictionary:
    tree = dictionary_json(weight_columns=ANSWER, neighbours="add_remove", budget_cap={"rho": "100"})
    return Dictionary.from_json({**tree, "variables": [*tree["variables"], {**WEIGHT, **changed}]})


def weighted(*measures: dict[str, Any], dictionary: Dictionary | None = None, **more: Any) -> Plan:
    named = {"group": more.pop("group")} if "group" in more else {}
    given = table(stub=[block("sex")], measures=[{**measure, "weight": "wt"} for measure in measures], **named)
    return plan(given, dictionary=dictionary or with_weight(), **more)


def group_of(*measures: dict[str, Any], **more: Any) -> CompiledGroup:
    (own,) = compile_plan(weighted(*measures, **more)).groups
    return own


DRAWN = {"name": "g", "part": "1", "mechanism": "exponential-quantile"}
MEAN_YEARS = {"kind": "mean", "variable": "years"}
MEAN_PAY = {"kind": "mean", "variable": "pay"}
FOUR = {"from": "0", "to": "4", "label": {"en": "Four"}}
ROWS = {"kind": "percentage", "base": "column"}


@pytest.mark.parametrize(
    ("measure", "summed"),
    [
        (COUNT, [("wt", 0, 8)]),
        (ROWS, [("wt", 0, 8)]),
        ({"kind": "sum", "variable": "years"}, [("years*wt", 0, 72)]),
        (MEAN_YEARS, [("years*wt", 0, 72), ("wt", 0, 8)]),
        (MEAN_PAY, [("pay*wt", 0, 800_000), ("pay:stated*wt", 0, 8)]),
        ({"kind": "variance", "variable": "years"}, [("years:squares*wt", 0, 200), ("years*wt", 0, 72), ("wt", 0, 8)]),
        ({"kind": "median", "variable": "age"}, [("wt", 0, 8)]),
        ({"kind": "cdf", "variable": "age"}, [("wt", 0, 8)]),
    ],
)
def test_what_is_summed(measure: dict[str, Any], summed: list[tuple[str, int, int]]) -> None:
    """In steps: weights in halves, pay in hundredths. A mean is over the weights of those who state the quantity."""
    assert [(one.quantity, one.lower, one.upper) for one in group_of(measure).sums] == summed


def test_all_measures_share_what_they_sum() -> None:
    own = group_of(COUNT, ROWS, MEAN_YEARS, {"kind": "sum", "variable": "years"})
    assert [one.quantity for one in own.sums] == ["wt", "years*wt"]


def test_both_factors_are_clamped_and_rounded_first_and_steps_multiply_exactly() -> None:
    product = with_weight().variable("pay*wt")
    assert product.columns == ("pay", "wt") and product.step == Fraction(1, 200)
    assert product.value(("20.004", "1.2")) == 2000 * 2
    assert product.value(("5000", "99")) == 100_000 * 8
    assert product.value(("-1", "-1")) == 0
    assert product.value(("20", "none")) is None and product.value(("", "1")) is None


def test_bounds_of_a_product_are_those_of_its_corners() -> None:
    tree = dictionary_json(weight_columns=ANSWER)
    loss = {**WEIGHT, "name": "debt", "column": "debt", "lower": "-3", "upper": "2", "step": "1"}
    made = Dictionary.from_json({**tree, "variables": [*tree["variables"], {**WEIGHT, "lower": "1"}, loss]})
    product = made.variable("debt*wt")
    assert (product.lower, product.upper) == (-12, 8)
    assert product.value(("-9", "9")) == product.lower_steps and product.value(("9", "9")) == product.upper_steps


def test_names_that_are_no_product_are_unknown() -> None:
    made = with_weight()
    assert made.has("pay*wt") and not made.has("sex*wt") and not made.has("pay*sex") and not made.has("pay*none")
    assert not made.has("pay*wt*wt")
    with pytest.raises(BadInput, match="no variable"):
        made.variable("sex*wt")


def items(*measures: dict[str, Any]) -> list[Item]:
    return list(compile_plan(weighted(*measures)).tables[0].shell.items)


def test_its_words_and_codes() -> None:
    found = items(COUNT, ROWS, MEAN_YEARS, {"kind": "sum", "variable": "years"})
    assert [one.code for one in found] == [
        "count:weighted:wt", "percentage:column:weighted:wt", "mean:years:weighted:wt", "sum:years:weighted:wt",
    ]  # fmt: skip
    assert [one.label.show("en") for one in found] == [
        "Count, weighted", "Percentage of the column, weighted", "Mean: Years, weighted", "Sum: Years, weighted",
    ]  # fmt: skip
    assert [one.label.show("de") for one in found][:2] == ["Anzahl, gewichtet", "Prozent der Spalte, gewichtet"]
    assert [one.decimals for one in found] == [1, 1, 1, 1]


def test_words_and_codes_of_what_counts_codes() -> None:
    found = items({"kind": "cdf", "variable": "age"}, {"kind": "intervals", "variable": "age", "intervals": [FOUR]})
    assert found[4].code == "cdf:age:4:weighted:wt" and found[4].label.show("en") == "Age: up to 4, weighted"
    assert found[-1].code == "interval:age:0-4:weighted:wt" and found[-1].label.show("en") == "Four, weighted"
    assert {(one.kind, one.variable, one.decimals) for one in found} == {("sum", "wt", 1)}
    (median,) = items({"kind": "median", "variable": "age", "label": {"en": "Middle"}})
    assert (median.code, median.label.show("en"), median.kind) == ("quantile:age:1/2:weighted:wt", "Middle", "quantile")


def test_a_picture_shows_quantiles_with_weights_or_without() -> None:
    """No line leads from the one to the other: they are two measures."""
    quartiles = {"kind": "quantiles", "variable": "age", "at": ["1/4", "1/2", "3/4"]}
    given = table(stub=[block("sex")], measures=[quartiles, {**quartiles, "weight": "wt"}])
    (made,) = compile_plan(plan(given, dictionary=with_weight())).tables
    assert [item.plain is not None for item in made.shell.items] == [False] * 3 + [True] * 3
    drawn = plot_of(made.shell, LINE)
    assert isinstance(drawn, Plot) and len(drawn.places) == 3


def test_weighted_and_not_stand_beside_each_other() -> None:
    given = table(stub=[block("sex")], measures=[COUNT, {**COUNT, "weight": "wt"}])
    made = compile_plan(plan(given, dictionary=with_weight()))
    assert [item.code for item in made.tables[0].shell.items] == ["count", "count:weighted:wt"]
    with pytest.raises(BadInput, match="asks for an item that the table already has"):
        items(COUNT, COUNT)


@pytest.mark.parametrize(
    ("words", "measure"),
    [
        ("count weighted by wt", {"kind": "count", "weight": "wt"}),
        ("mean years weighted wt", {"kind": "mean", "variable": "years", "weight": "wt"}),
        ("median age weighted by wt", {"kind": "median", "variable": "age", "weight": "wt"}),
        ("percentage row Weighted By wt", {"kind": "percentage", "base": "row", "weight": "wt"}),
    ],
)
def test_in_words(words: str, measure: dict[str, Any]) -> None:
    assert Table("sex").statistic(words).to_json(with_weight())["measures"] == [measure]


def test_quantiles_alone_are_not_drawn_when_they_are_weighted() -> None:
    """What draws quantiles looks at ranks, in which each row counts as one."""
    own = weighted({"kind": "median", "variable": "age"}, loss={"rho": "1"})
    assert choose(own).groups[0].drawn is None
    with pytest.raises(BadInput, match="which draws quantiles only"):
        choose(weighted({"kind": "median", "variable": "age"}, groups=[DRAWN], loss={"rho": "1"}, group="g"))


def test_no_weight_may_be_negative_unknown_or_no_quantity() -> None:
    with pytest.raises(BadInput, match=r"measures\[0\]\.weight names 'wt', which can be below 0"):
        compile_plan(weighted(COUNT, dictionary=with_weight(lower="-1")))
    for name, reason in (("sex", "no quantity"), ("wtt", "did you mean 'wt'")):
        given = table(stub=[block("sex")], measures=[{**COUNT, "weight": name}])
        with pytest.raises(BadInput, match=rf"measures\[0\]\.weight names '{name}'.*{reason}"):
            compile_plan(plan(given, dictionary=with_weight()))


def test_products_that_no_integer_holds_are_refused() -> None:
    fine = with_weight(step="1/100000000000000")
    with pytest.raises(BadInput, match=r"variable names 'pay', whose bounds and those of the weight 'wt' are too many"):
        compile_plan(weighted(MEAN_PAY, dictionary=fine))


def test_a_weight_that_was_read_from_the_data_waits_to_be_confirmed() -> None:
    read = with_weight(public={"how": "read_from_data"})
    with pytest.raises(BadInput, match="'wt'"):
        require_confirmed(weighted(COUNT, dictionary=read))
    require_confirmed(weighted(COUNT))


def test_an_ignored_weight_is_not_used() -> None:
    tree = dictionary_json(weight_columns=[{"column": "wt", "answer": "ignored"}])
    with pytest.raises(BadInput, match="which is ignored"):
        Dictionary.from_json({**tree, "variables": [*tree["variables"], WEIGHT]})


def test_a_weight_is_part_of_the_meaning_and_none_leaves_it_as_it_was() -> None:
    made = with_weight()
    given = table(stub=[block("sex")], measures=[COUNT])
    plain = Plan.from_json(plan_json(made, given), made)
    assert "weight" not in json.dumps(meaning_of(plain.tables[0]))
    assert weighted(COUNT).meaning != plain.meaning


def test_what_is_summed_can_have_its_own_part() -> None:
    groups = [{"name": "g", "part": "1", "split": {"counts": "1", "sums": {"years*wt": "2"}}}]
    given = table(stub=[block("sex")], measures=[{**MEAN_YEARS, "weight": "wt"}], group="g")
    (own,) = compile_plan(plan(given, dictionary=with_weight(), groups=groups)).groups
    assert [one.share for one in own.sums] == [Fraction(1, 2), Fraction(1, 4)]


FIGURES = {
    "source": {"en": "last year"},
    "total": 800,
    "marginals": [{"variables": ["sex"], "counts": [1, 3]}],
    "weights": {"wt": "1600"},
}


def test_figures_that_say_what_all_weights_come_to_forecast_ratios() -> None:
    """200 of 800 people, each of the mean weight of 2, so 400 of 1,600."""
    own = weighted(ROWS, MEAN_YEARS, loss={"rho": "1"}, reference=FIGURES)
    chosen = choose(own)
    share, mean = chosen.compiled.tables[0].recipes
    answers = expected_answers(own, chosen.groups[0].compiled)
    assert answers is not None
    found = expected_cell(own, chosen.noises[0], share, (0, 1, 0), 0, answers)
    assert found is not None and found.value == pytest.approx(25.0) and 0 < found.margin < 5
    most = expected_cell(own, chosen.noises[0], mean, (0, 1, 0), 0, answers)
    assert most is not None and most.at_most
    assert [cell_details(own, "t", at).at_most for at in (2, 3)] == [False, True]
    without = weighted(ROWS, loss={"rho": "1"}, reference={k: v for k, v in FIGURES.items() if k != "weights"})
    assert expected_cell(without, chosen.noises[0], share, (0, 1, 0), 0, answers) is None


def test_a_target_is_not_met_by_counts_that_no_table_shows() -> None:
    """A weighted count is four times as far off as the count of cases, of which the target would speak."""
    targets = [{"table": "t", "margin": "5"}]
    alone = Forecaster().forecast(weighted(COUNT, loss={"rho": "1/2"}, targets=targets))["targets"]
    assert (alone[0]["met"], alone[0]["figure"]) == (False, None)
    assert "All figures of this table are weighted" in alone[0]["why_not"]
    given = table(stub=[block("sex")], measures=[COUNT, {**COUNT, "weight": "wt"}])
    made = plan(given, dictionary=with_weight(), loss={"rho": "1/2"}, targets=targets)
    beside = Forecaster().forecast(made)["targets"]
    assert beside[0]["met"] and beside[0]["why_not"] is None


@pytest.mark.parametrize(
    ("weights", "reason"), [({"sex": "1"}, "no quantity"), ({"wtt": "1"}, "did you mean"), ({"wt": "0"}, "above 0")]
)
def test_figures_of_weights_are_checked(weights: dict[str, str], reason: str) -> None:
    with pytest.raises(BadInput, match=reason):
        choose(weighted(COUNT, loss={"rho": "1"}, reference={**FIGURES, "weights": weights}))
