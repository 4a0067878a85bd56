"""An index of counts by a base code, and the ratio of two sums or counts of a table."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.release.finish import finish, prepare
from dpdesk.schema.dictionary import Dictionary

SMALL = Dictionary.from_json(dictionary_json(neighbours="add_remove", budget_cap={"rho": "1000"}))
INDEX = {"kind": "index", "base": {"variable": "sex", "code": "f"}}
DEPENDANTS = {
    "kind": "ratio",
    "top": {"variable": "age", "within": [{"below": "3"}, {"at_least": "7"}]},
    "bottom": {"variable": "age", "within": [{"at_least": "3", "below": "7"}]},
    "per": "100",
}
PAY = {"kind": "ratio", "top": {"variable": "pay"}, "bottom": {"variable": "years"}}


def asked(*measures: Any, **more: Any) -> Plan:
    given = table(stub=[block("sex")], measures=[COUNT, *measures], group="a")
    more = {"loss": {"rho": "1"}, "groups": [{"name": "a", "part": "1"}], **more}
    return plan(given, dictionary=SMALL, **more)


def test_codes_and_words() -> None:
    items = compile_plan(asked(INDEX, DEPENDANTS, {**PAY, "weight": "years"})).shells[0].items[1:]
    assert [one.code for one in items] == [
        "index:sex:f", "ratio:age:0-2+7-9:age:3-6:100", "ratio:pay:years:1:weighted:years",
    ]  # fmt: skip
    assert items[0].label.show("en") == "Index: F = 100"
    assert items[2].label.show("de") == "Pay je Years, gewichtet"


def test_in_words() -> None:
    found = Table("sex").statistic(
        "index sex=f", "ratio pay over years weighted by years", "ratio pay over count times 10"
    )
    assert found.to_json(SMALL)["measures"] == [
        INDEX, {**PAY, "weight": "years"}, {**PAY, "bottom": {}, "per": "10"},
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("measure", "says"),
    [
        ({**INDEX, "base": {"variable": "colour", "code": "red"}}, "on no axis"),
        ({**INDEX, "base": {"variable": "sex", "code": "x"}}, "'x'"),
        ({**PAY, "bottom": {"variable": "pay"}}, "take another"),
        ({**PAY, "bottom": {"variable": "sex"}}, "bottom"),
        ({**PAY, "per": "0"}, "above 0"),
        ({**DEPENDANTS, "top": {"variable": "age", "within": [{"below": "1/2"}]}}, r"top\.within\[0\]"),
        ({**INDEX, "expanded": "factors"}, "only counts, sums and rates"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(measure: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        compile_plan(asked(measure))


def ages() -> np.ndarray:
    """Counts of women and men by age, the last of whom state none."""
    line = np.array([30, 20, 10, 40, 40, 50, 20, 20, 20, 10, 7])
    return np.stack([line, 2 * line]).astype(np.int64)


@pytest.mark.statistical
def test_limits_hold_the_truth_and_those_of_the_base_are_exact() -> None:
    """Of 60 releases at 90 % at least 36 cover each number; a sixteenth of the width does not.

    False alarms: P(binomial(60, 0.9) < 36) < 1e-8 a number.
    """
    chosen = choose(asked(INDEX, DEPENDANTS))
    (group,), prepared = chosen.groups, prepare(chosen)
    true = np.array([[300, 100 * 110 / 150], [100, 100 * 110 / 150], [200, 100 * 110 / 150]])
    covered, control = np.zeros((3, 2)), np.zeros((3, 2))
    for _ in range(60):
        found = finish(chosen, {group.name: group.measure(ages(), {})}, prepared).tables[0]
        lower, upper, estimate = (np.asarray(one)[0, :, 0, 1:] for one in (found.lower, found.upper, found.estimate))
        assert (lower[1, 0], estimate[1, 0], upper[1, 0]) == (100, 100, 100)
        covered += (lower <= true + 1e-6) & (true - 1e-6 <= upper)
        control += np.abs(estimate - true) <= (upper - lower) / 32
    assert covered.min() >= 36
    control[1, 0] = 0
    assert control.min() < 36


def test_the_forecast_is_that_of_a_release_at_the_counts_expected() -> None:
    figures = {
        "source": {"en": "last year"},
        "total": int(ages().sum()),
        "marginals": [
            {"variables": ["sex"], "counts": [1, 2]},
            {"variables": ["age"], "counts": ages()[0].tolist()},
        ],
    }
    chosen = choose(asked(INDEX, DEPENDANTS, PAY, reference=figures))
    group, recipes = chosen.groups[0], chosen.compiled.tables[0].recipes
    answers = expected_answers(chosen.plan, group.compiled)
    assert answers is not None
    sums = {one.quantity: ages() * 7 for one in group.compiled.sums}
    found = finish(chosen, {group.name: group.measure(ages(), sums)}, prepare(chosen)).tables[0]
    for recipe, true in ((recipes[1], 200.0), (recipes[2], 100 * 110 / 150)):
        own = expected_cell(chosen.plan, chosen.noises[0], recipe, (0, 2, 0), 0, answers)
        assert own is not None and own.value == pytest.approx(true)
        assert float(np.asarray(found.margin)[0, 2, 0, recipe.start]) == pytest.approx(own.margin, rel=0.1)
    assert expected_cell(chosen.plan, chosen.noises[0], recipes[3], (0, 2, 0), 0, answers) is None


@pytest.mark.parametrize(
    ("measure", "true"),
    [
        (PAY, 3.0),
        ({**PAY, "bottom": {}, "weight": "years"}, 60.0),
        ({**PAY, "bottom": {}}, 60.0),
        ({**PAY, "top": {}, "bottom": {"variable": "years"}}, 1 / 20),
    ],
)
def test_a_ratio_of_sums_is_forecast_where_planning_figures_say_what_each_comes_to(measure: Any, true: float) -> None:
    """Everybody is taken to have the mean of each; where one is not told there is no forecast."""
    people = int(ages().sum())
    figures: dict[str, Any] = {
        "source": {"en": "last year"},
        "total": people,
        "marginals": [{"variables": ["sex"], "counts": [1, 2]}],
        "weights": {"pay": str(60 * people), "years": str(20 * people)},
    }
    chosen = choose(asked(measure, reference=figures))
    group, recipe = chosen.groups[0], chosen.compiled.tables[0].recipes[1]
    answers = expected_answers(chosen.plan, group.compiled)
    assert answers is not None
    own = expected_cell(chosen.plan, chosen.noises[0], recipe, (0, 2, 0), 0, answers)
    assert own is not None and own.value == pytest.approx(true)
    each = {"pay": 60, "years": 20, "pay*years": 60 * 20}
    steps = {one.quantity: Fraction(each[one.quantity]) / one.step for one in group.compiled.sums}
    sums = {name: (counts() * float(value)).astype(np.int64) for name, value in steps.items()}
    found = finish(chosen, {group.name: group.measure(counts(), sums)}, prepare(chosen)).tables[0]
    assert float(np.asarray(found.margin)[0, 2, 0, recipe.start]) == pytest.approx(own.margin, rel=0.1)
    untold = choose(asked(measure, reference={**figures, "weights": {}}))
    assert expected_cell(untold.plan, untold.noises[0], recipe, (0, 2, 0), 0, answers) is None


def counts() -> np.ndarray:
    """How many records each code of sex has."""
    return ages().sum(axis=1)
