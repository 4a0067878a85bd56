"""Measures with a universe of their own: words, labels in two languages, what is asked, and what is refused."""

from __future__ import annotations

from dataclasses import astuple
from random import Random
from typing import Any

import numpy as np
import pytest
from random_plans.case import Case
from random_plans.noiseless import released
from small import COUNT, block, plan, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.document.wording import Table
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.planning.forecast.forecast import Forecaster

RED = [{"variable": "colour", "codes": ["red"]}]
BY_SEX = [block("sex")]


def made(*measures: dict[str, Any], **more: Any) -> Any:
    d = small(neighbours="add_remove", budget_cap={"rho": "100"})
    return plan(
        table(stub=BY_SEX, measures=list(measures), **more.pop("table", {})), dictionary=d, loss={"rho": "1"}, **more
    )


def items(*measures: dict[str, Any]) -> list[Any]:
    return list(compile_plan(made(*measures)).tables[0].shell.items)


@pytest.mark.parametrize(
    ("words", "where"),
    [
        ("count where colour=red", RED),
        ("count where colour=red,green age=1..4",
         [{"variable": "colour", "codes": ["red", "green"]}, {"variable": "age", "from": "1", "to": "4"}]),
    ],
)  # fmt: skip
def test_words_say_whom(words: str, where: list[dict[str, Any]]) -> None:
    (found,) = Table("sex").statistic(words).to_json(small())["measures"]
    assert found == {"kind": "count", "where": where}


def test_a_rate_in_words_is_set_against_the_cell_itself() -> None:
    (found,) = Table("sex", "area").statistic("percentage cell where colour=red").to_json(small())["measures"]
    assert found == {"kind": "percentage", "base": {"keep": ["sex", "area"]}, "where": RED}


def test_words_may_weight_too_and_name_what_is_not_there() -> None:
    words = "mean pay weighted by years where colour=red"
    (found,) = Table("sex").statistic(words).to_json(small())["measures"]
    assert found == {"kind": "mean", "variable": "pay", "weight": "years", "where": RED}
    for wrong in ("count where color=red", "count where age=1.."):
        with pytest.raises(BadInput):
            Table("sex").statistic(wrong).to_json(small())


def test_labels_say_whom_in_both_languages() -> None:
    several = [{"variable": "colour", "codes": ["red", "blue"]}, {"variable": "age", "from": "1", "to": "4"}]
    found = items({**COUNT, "where": RED}, {**COUNT, "where": several}, {**COUNT, "where": RED, "weight": "years"})
    assert [one.label.show("en") for one in found] == [
        "Count, of these RED", "Count, of these RED or BLUE, Age 1 to 4", "Count, of these RED, weighted",
    ]  # fmt: skip
    assert [one.label.show("de") for one in found] == [
        "Anzahl, davon RED", "Anzahl, davon RED oder BLUE, Age 1 bis 4", "Anzahl, davon RED, gewichtet",
    ]  # fmt: skip
    assert len({one.code for one in found}) == 3
    (own,) = items({**COUNT, "where": RED, "label": {"en": "Employed"}})
    assert own.label.show("en") == "Employed"


def test_it_is_forecast_as_a_cell_of_a_finer_table_is() -> None:
    """The reds of each sex, and of both, have the errors of the same cells of sex by colour in the same plan."""
    beside = table("fine", stub=[block("sex", "colour")])
    d = small(neighbours="add_remove", budget_cap={"rho": "100"})
    both = plan(table(stub=BY_SEX, measures=[COUNT, {**COUNT, "where": RED}]), beside, dictionary=d, loss={"rho": "1"})
    limited, fine = Forecaster().forecast(both)["tables"]
    reds = np.array(limited["cells_std"]).reshape(3, 2)[:, 1]
    lines = [line.codes for line in compile_plan(both).tables[1].shell.stub.lines]
    wanted = [fine["cells_std"][lines.index((sex, "red"))] for sex in ("_T", "f", "m")]
    assert reds.tolist() == pytest.approx(wanted)


def test_a_rate_of_the_cell_itself_is_forecast_from_planning_figures() -> None:
    rate = {"kind": "percentage", "base": {"keep": ["sex"]}, "where": RED}
    marginals = [{"variables": ["sex"], "counts": [600, 400]}, {"variables": ["colour"], "counts": [3, 1, 1]}]
    own = made(rate, reference={"source": {"en": "x"}, "total": 1000, "marginals": marginals})
    chosen = Forecaster().choose(own)
    compiled = chosen.compiled
    expected = expected_answers(own, compiled.groups[0])
    assert expected is not None
    found = expected_cell(own, chosen.noises[0], compiled.tables[0].recipes[0], (0, 1, 0), 0, expected)
    assert found is not None and found.value == pytest.approx(60.0)


def test_a_cell_that_nobody_of_these_can_be_in_is_impossible() -> None:
    own = compile_plan(made({**COUNT, "where": [{"variable": "sex", "codes": ["f"]}]})).tables[0]
    assert own.empty[0, :, 0, 0].tolist() == [False, False, True]


@pytest.mark.parametrize(
    ("measure", "says"),
    [
        ({**COUNT, "where": [{"variable": "colour", "codes": ["pink"]}]}, "does not have"),
        ({**COUNT, "where": [{"variable": "pay", "codes": ["1"]}]}, "pay"),
        ({**COUNT, "where": [*RED, {"variable": "colour", "codes": ["blue"]}]}, "leave nobody"),
        ({**COUNT, "where": RED, "controlled": "x"}, "universe of its own"),
        ({"kind": "index", "base": {"variable": "sex", "code": "f"}, "where": RED}, "where"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(measure: dict[str, Any], says: str) -> None:
    figures = [{"name": "x", "source": {"en": "x"}, "variables": ["sex"],
                "rows": [{"codes": [code], "figure": "1"} for code in "fm"]}]  # fmt: skip
    with pytest.raises(BadInput, match=says):
        compile_plan(made(measure, public_figures=figures))


AGE = {"variable": "age"}
LINES: list[dict[str, Any]] = [
    COUNT,
    {"kind": "median", **AGE},
    {"kind": "quantiles", **AGE, "at": ["1/4", "9/10"]},
    {"kind": "share", **AGE, "within": {"from": "2", "to": "5"}},
    {"kind": "gini", **AGE},
    {"kind": "quintile_shares", **AGE},
    {"kind": "at_risk", **AGE},
    {"kind": "at_risk", **AGE, "base": {"keep": []}},
    {"kind": "intervals", **AGE, "intervals": [{"from": "2", "to": "5"}]},
    {"kind": "cdf", **AGE},
    {"kind": "code_prefix", "variable": "area", "prefixes": ["n", "s"]},
    {"kind": "ratio", "top": {"variable": "pay"}, "bottom": {}},
    {"kind": "ratio", "top": {**AGE, "within": [{"from": "2", "to": "5"}]}, "bottom": {}, "weight": "years"},
]


def test_along_lines_it_is_read_as_in_a_cell_of_a_finer_table() -> None:
    """Every number and limit of the reds of each sex is that of the cell of sex by colour in the same release."""
    chance = Random(7)
    columns = ["sex", "colour", "state", "area", "age", "kilos", "years", "pay"]
    rows = [
        [chance.choice("fm"), chance.choice(["red", "green", "blue"]), "on", chance.choice(["n1a", "s1b"]),
         str(chance.randrange(10)), "50", str(chance.randint(1, 5)), str(chance.randrange(100))]
        for _ in range(300)
    ]  # fmt: skip
    d = small(neighbours="add_remove", budget_cap={"rho": "100"})
    both = plan(
        table("few", stub=BY_SEX, measures=[{**one, "where": RED} for one in LINES]),
        table("fine", stub=[block("sex", "colour")], measures=LINES),
        dictionary=d, loss={"rho": "20"},
    )  # fmt: skip
    few, fine = released(Case(0, {}, {}, columns, rows, choose(both)), noise=True).tables
    lines = [line.codes for line in compile_plan(both).tables[1].shell.stub.lines]
    at = [lines.index((sex, "red")) for sex in ("_T", "f", "m")]
    for name in ("estimate", "lower", "upper", "margin", "unbiased"):
        np.testing.assert_array_equal(getattr(few, name)[:, :, :, :], getattr(fine, name)[:, at], name)
    assert np.isfinite(few.estimate).all() and not np.array_equal(few.estimate, fine.estimate[:, [0, 4, 8]])


def test_drawn_medians_of_some_cost_a_draw_for_each_line_that_a_row_is_in() -> None:
    """Everybody and the reds are two lines of a row; the reds and the greens are not."""
    median = {"kind": "median", **AGE}
    some = [{**median, "where": [{"variable": "colour", "codes": [code]}]} for code in ("red", "green")]
    middle = {**median, "where": [{"variable": "age", "from": "3", "to": "6"}]}
    d = small(neighbours="add_remove", budget_cap={"epsilon": "100"})
    drawn = [{"name": "g", "part": "1", "mechanism": "exponential-quantile"}]
    prices = []
    for asked in ([median], some, [median, some[0]], [median, middle], [median, some[0], middle]):
        own = plan(table(measures=asked, group="g"), dictionary=d, loss={"epsilon": "1"}, groups=drawn)
        found = choose(own).groups[0].drawn
        assert found is not None
        prices.append(next(iter(astuple(found.price))))
    assert [price / prices[0] for price in prices] == [1, 1, 2, 2, 3]
