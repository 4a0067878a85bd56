"""Gini, shares of fifths and shares below a part of the own median: words, refusals, and limits that hold the truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from random_plans.noiseless import without_noise
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.errors import BadInput
from dpdesk.planning.aids.rough import rough_margins
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.release.finish import finish, prepare
from dpdesk.schema.dictionary import Dictionary

GINI = {"kind": "gini", "variable": "age"}
FIFTHS = {"kind": "quintile_shares", "variable": "age"}
AT_RISK = {"kind": "at_risk", "variable": "age"}
OF_ALL = {**AT_RISK, "base": "table"}
BELOW_0 = {
    "name": "degrees", "kind": "number", "column": "d", "label": {"en": "Degrees"}, "describes": "unit",
    "bins": {"lower": "-10", "upper": "10", "width": "5"}, "below": "clamp", "above": "clamp", "unreadable": "nowhere",
}  # fmt: skip


def asked(*measures: Any, **more: Any) -> Plan:
    tree = dictionary_json(neighbours="add_remove", budget_cap={"rho": "1000"})
    tree["variables"].append(BELOW_0)
    given = table(stub=[block("sex")], measures=[COUNT, *measures], group="a")
    more = {"loss": {"rho": "1"}, "groups": [{"name": "a", "part": "1"}], **more}
    return plan(given, dictionary=Dictionary.from_json(tree), **more)


def test_codes_and_words() -> None:
    items = compile_plan(asked(GINI, FIFTHS, {**AT_RISK, "weight": "years"})).shells[0].items
    assert [one.code for one in items[1:4]] == ["gini:age", "fifth:age:1", "fifth:age:2"]
    assert items[-1].code == "at_risk:age:3/5:weighted:years"
    assert items[-1].label.show("en") == "Share below 60 % of the median: Age, weighted"
    assert items[-2].label.show("de") == "Anteil des obersten Fünftels: Age"
    (item,) = compile_plan(asked({**OF_ALL, "weight": "years"})).shells[0].items[1:]
    assert item.code == "at_risk:age:3/5:table:weighted:years"
    assert item.label.show("en") == "Share below 60 % of the median of the table: Age, weighted"
    words = Table("sex").statistic("gini age", "quintile_shares age", "at_risk age weighted by years")
    assert words.to_json(asked().dictionary)["measures"] == [GINI, FIFTHS, {**AT_RISK, "weight": "years"}]
    assert Table("sex").statistic("at_risk age table").to_json(asked().dictionary)["measures"] == [OF_ALL]


@pytest.mark.parametrize(
    ("measure", "says"),
    [
        ({**GINI, "variable": "degrees"}, "begin below 0"),
        ({**GINI, "variable": "colour"}, r"measures\[1\]\.variable"),
        ({**AT_RISK, "part": "6/5"}, "above 0 and at most 1"),
        ({**AT_RISK, "base": "row"}, "no variable in its columns|boxhead"),
        ({**GINI, "expanded": "factors"}, "only counts, sums and rates"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(measure: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        compile_plan(asked(measure))


@pytest.mark.statistical
@pytest.mark.parametrize("loss", [{"rho": "1"}, {"epsilon": "2"}], ids=["gaussian", "laplace"])
def test_shares_below_a_part_of_the_median_of_all_hold_the_truth(loss: dict[str, str]) -> None:
    """Women are young, men old, and set against one line. False alarms as below; the control swaps the sexes."""
    chosen = choose(asked(OF_ALL, loss=loss))
    (group,), prepared = chosen.groups, prepare(chosen)
    counts = np.stack([PEOPLE, np.append(PEOPLE[-2::-1], 0)]).astype(np.int64)
    whole = np.repeat(np.arange(10), counts[:, :10].sum(axis=0))
    true = {least: [100 * (np.repeat(np.arange(10), own[:10]) + least < 0.6 * (np.median(whole) + least)).mean()
                    for own in counts] for least in (0.0, 0.999)}  # fmt: skip
    covered, control = np.zeros((2, 2)), np.zeros((2, 2))
    for _ in range(30):
        found = finish(chosen, {group.name: group.measure(counts, {})}, prepared).tables[0]
        lower, upper, estimate = (np.asarray(one)[0, 1:, 0, 1] for one in (found.lower, found.upper, found.estimate))
        assert np.all((lower <= estimate) & (estimate <= upper))
        for at, own in enumerate(true.values()):
            covered[at] += (lower <= own) & (own <= upper)
            control[at] += (lower <= own[::-1]) & (own[::-1] <= upper)
    assert covered.min() >= 15
    assert control.min() < 15


PEOPLE = np.array([60, 90, 150, 200, 160, 120, 90, 60, 40, 30, 25])


def truth(least: bool) -> list[list[float]]:
    """Of all, women, men, if ages are whole numbers, or all but a whole year more."""
    values = np.repeat(np.arange(10) + (0.0 if least else 0.999), PEOPLE[:10])
    ranks = np.arange(1, values.size + 1)
    gini = 2 * (ranks * values).sum() / (values.size * values.sum()) - (values.size + 1) / values.size
    fifths = [own.sum() / values.sum() for own in np.split(values, 5)]
    return [[100 * gini, *(100 * one for one in fifths), 100 * (values < 0.6 * np.median(values)).mean()]] * 3


@pytest.mark.statistical
@pytest.mark.parametrize("loss", [{"rho": "1"}, {"epsilon": "2"}], ids=["gaussian", "laplace"])
def test_limits_hold_the_truth_wherever_people_lie_in_their_bins(loss: dict[str, str]) -> None:
    """Of 30 releases at 90 % at least 15 hold each number of two worlds of the same counts; a sixteenth does not.

    False alarms: P(binomial(30, 0.9) < 15) < 4e-9 for each of 84 numbers, where the truth is at the end of what bins
    leave open.
    """
    chosen = choose(asked(GINI, FIFTHS, AT_RISK, loss=loss))
    (group,), prepared = chosen.groups, prepare(chosen)
    counts = np.stack([PEOPLE, 2 * PEOPLE]).astype(np.int64)
    covered, control = np.zeros((2, 3, 7)), np.zeros((3, 7))
    for _ in range(30):
        found = finish(chosen, {group.name: group.measure(counts, {})}, prepared).tables[0]
        lower, upper, estimate = (np.asarray(one)[0, :, 0, 1:] for one in (found.lower, found.upper, found.estimate))
        assert np.all((lower <= estimate) & (estimate <= upper))
        for least in (True, False):
            true = np.array(truth(least))
            covered[int(least)] += (lower <= true + 1e-6) & (true - 1e-6 <= upper)
            control += np.abs(estimate - true) <= (upper - lower) / 32
    assert covered.min() >= 15
    assert control.min() < 15


def test_without_planning_figures_a_rough_margin_is_told_and_shrinks_with_more_budget() -> None:
    """Of people spread evenly over all codes, weighted ones with weights in the middle of their bounds."""
    measures = GINI, {**OF_ALL, "weight": "years"}, {"kind": "median", "variable": "age", "weight": "years"}
    found = [rough_margins(asked(*measures, loss={"rho": loss}), "t") for loss in ("1/100000", "1")]
    coarse, fine = (one.margins.reshape(3, 4)[:, 1:] for one in found if one is not None and not one.planned)
    assert np.isfinite(fine).all() and (fine > 0).all()
    assert np.nanmin(coarse[:, 0] / fine[:, 0]) > 1.5


def test_the_forecast_is_that_of_a_release_at_the_counts_expected() -> None:
    figures = {
        "source": {"en": "last year"},
        "total": int(3 * PEOPLE.sum()),
        "marginals": [{"variables": ["sex"], "counts": [1, 2]}, {"variables": ["age"], "counts": PEOPLE.tolist()}],
    }
    chosen = choose(asked(GINI, FIFTHS, AT_RISK, reference=figures))
    group, recipes = chosen.groups[0], chosen.compiled.tables[0].recipes
    answers = expected_answers(chosen.plan, group.compiled)
    assert answers is not None
    counts = np.stack([PEOPLE, 2 * PEOPLE]).astype(np.int64)
    with without_noise():  # which would decide in which bin a median lies
        measured = group.measure(counts, {})
    found = finish(chosen, {group.name: measured}, prepare(chosen)).tables[0]
    for recipe in recipes[1:]:
        for item in range(recipe.stop - recipe.start):
            own = expected_cell(chosen.plan, chosen.noises[0], recipe, (0, 2, 0), item, answers)
            cell = (0, 2, 0, recipe.start + item)
            assert own is not None and own.lower is not None and own.upper is not None
            assert float(np.asarray(found.upper)[cell]) == pytest.approx(own.upper, abs=1.5)
            assert float(np.asarray(found.lower)[cell]) == pytest.approx(own.lower, abs=1.5)
