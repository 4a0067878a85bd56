"""Counts adjusted to public figures: what they are, what is refused, that limits hold and forecasts are right."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.choosing.controlled import adjusted, shares
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table
from dpdesk.planning.forecast.derived import expected_answers, expected_cell
from dpdesk.planning.forecast.forecast import forecast
from dpdesk.release.controls import agreements
from dpdesk.release.finish import finish, prepare
from dpdesk.release.result import CONTROLLED, TableResult
from dpdesk.schema.dictionary import Dictionary


def figures(name: str, variables: list[str], known: dict[str, str]) -> dict[str, Any]:
    rows = [{"codes": codes.split(), "figure": figure} for codes, figure in known.items()]
    return {"name": name, "source": {"en": "register"}, "variables": variables, "rows": rows}


PEOPLE = figures("people", ["sex", "ages"], {"f 0-4": "1000", "f 5-9": "4000", "m 0-4": "1500", "m 5-9": "500"})
HELD = {"kind": "count", "controlled": "people"}
SMALL = Dictionary.from_json(dictionary_json(neighbours="add_remove", budget_cap={"rho": "1000"}))


def asked(*measures: Any, public: Any = (PEOPLE,), **more: Any) -> Plan:
    kept = {key: more.pop(key) for key in ("universe",) if key in more}
    given = table(stub=[block("sex")], boxhead=[block("colour")], measures=[COUNT, *measures], group="a", **kept)
    more = {"loss": {"rho": "1"}, "groups": [{"name": "a", "part": "1"}], **more}
    return plan(given, dictionary=SMALL, public_figures=list(public), **more)


def people() -> np.ndarray:
    """Sex by colour by age group, the last of which is not stated."""
    line = np.array([[400, 300, 7], [250, 700, 0], [120, 40, 20]])
    return np.stack([line, line[::-1]]).astype(np.int64)


def truth() -> np.ndarray:
    """What the released table should say, totals first: the control's cells divided as the file divides them."""
    known = np.array([[1000.0, 4000], [1500, 500]])
    stated = people()[:, :, :2]
    cells = (stated / stated.sum(axis=1, keepdims=True) * known[:, None, :]).sum(axis=2)
    cells = np.concatenate([cells.sum(axis=0, keepdims=True), cells])
    return np.concatenate([cells.sum(axis=1, keepdims=True), cells], axis=1)


def released(chosen: ChosenPlan) -> TableResult:
    (group,) = chosen.groups
    return finish(chosen, {group.name: group.measure(people(), {})}, prepare(chosen)).tables[0]


def test_codes_words_and_lines() -> None:
    items = compile_plan(asked(HELD)).shells[0].items
    assert items[1].code == "count:controlled:people"
    assert items[1].label.show("de") == "Anzahl, an Eckwerte gebunden"
    assert Table("sex").statistic("count controlled to people").to_json(SMALL)["measures"] == [HELD]


def test_without_noise_it_is_the_control_divided_as_the_file_divides_it() -> None:
    chosen = choose(asked(HELD))
    group, recipe = chosen.groups[0], chosen.compiled.tables[0].recipes[1]
    assert isinstance(recipe.measured, Controlled)
    answers = group.compiled.workload.answer(group.compiled.reduction.merge(people()))
    found = shares(recipe.measured, recipe.rows, np.asarray(answers, dtype=float)) @ recipe.measured.known
    assert found[0] == pytest.approx(truth())
    wrong = people()[:, :, :2].sum(axis=2)  # no part of a cell is that of all ages together
    assert wrong / wrong.sum(axis=1, keepdims=True) * 5000 != pytest.approx(truth()[1:, 1:])


def test_whole_cells_of_the_control_are_marked_and_bear_no_noise() -> None:
    found = released(choose(asked(HELD)))
    held = np.asarray(found.flag)[0, :, :, 1] == CONTROLLED
    assert held.tolist() == [[True, False, False, False]] * 3
    for values in (found.estimate, found.lower, found.upper):
        assert np.asarray(values)[0, :, 0, 1].tolist() == [7000, 5000, 2000]
    assert np.asarray(found.margin)[0, :, 0, 1].tolist() == [0, 0, 0]
    assert CONTROLLED not in np.asarray(found.flag)[..., 0]


def test_a_universe_divides_cells_of_the_control_and_leaves_others_out() -> None:
    few = {
        "text": {"en": "red, to 2"},
        "where": [{"variable": "age", "to": "2"}, {"variable": "colour", "codes": ["red"]}],
    }
    recipe = compile_plan(asked(HELD, universe=few)).tables[0].recipes[1]
    assert isinstance(recipe.measured, Controlled)
    assert recipe.measured.known.tolist() == [1000, 1500]
    assert recipe.measured.divided(recipe.rows)[0, 0, 0].all()


@pytest.mark.parametrize(
    ("measure", "more", "says"),
    [
        ({**HELD, "controlled": "peopel"}, {}, "did you mean 'people'"),
        ({"kind": "median", "variable": "age", "controlled": "people"}, {}, "only counts are adjusted"),
        ({"kind": "rate", "figures": "people", "controlled": "people"}, {}, "only counts are adjusted"),
        (HELD, {"public": [figures("people", ["sex"], {"f": "10"})]}, "have none for m"),
        (HELD, {"public": [figures("people", ["sex"], {"f": "0", "m": "0"})]}, "nobody can be counted"),
        (HELD, {"public": [figures("people", ["parity"], {"even": "1", "odd": "2"})]}, ""),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(measure: Any, more: Any, says: str) -> None:
    if not says:
        compile_plan(asked(measure, **more))
        return
    with pytest.raises(BadInput, match=says):
        compile_plan(asked(measure, **more))


def test_controls_that_contradict_one_another_are_refused() -> None:
    other = {"kind": "count", "controlled": "other"}
    sizes = {"f red": "5000", "f green": "0", "f blue": "0", "m red": "2000", "m green": "0", "m blue": "0"}
    agreeing = figures("other", ["sex", "colour"], sizes)
    compile_plan(asked(HELD, other, public=[PEOPLE, agreeing]))
    agreeing["rows"][0]["figure"] = "4999"
    with pytest.raises(BadInput, match="different figures for f"):
        compile_plan(asked(HELD, other, public=[PEOPLE, agreeing]))


def reference() -> dict[str, Any]:
    counts = np.zeros((2, 3, 11), dtype=int)  # single years, the last not stated
    counts[:, :, [0, 5, 10]] = people()
    marginal = {"variables": ["sex", "colour", "age"], "counts": counts.ravel().tolist()}
    return {"source": {"en": "last year"}, "total": int(counts.sum()), "marginals": [marginal]}


@pytest.mark.statistical
def test_limits_hold_and_the_forecast_is_the_error_simulated() -> None:
    """Of 60 draws at 90 % at least 36 cover each number, and variances are within 10 standard errors of the forecast.

    False alarms: P(binomial(60, 0.9) < 36) < 1e-8 for each of 9 numbers; P(χ²(59)/59 > 1 + 10√(2/60)) < 1e-14. A
    forecast half as large does not pass.
    """
    chosen = choose(asked(HELD, loss={"rho": "1/500"}, reference=reference()))
    (group,), (noises,) = chosen.groups, chosen.noises
    recipe = chosen.compiled.tables[0].recipes[1]
    measured, noise, mechanism = recipe.measured, noises["count"], group.mechanisms["count"]
    assert isinstance(measured, Controlled)
    rows, true = recipe.rows[0, :, 1:].reshape(9, -1), truth()[:, 1:].ravel()
    values, covered = np.zeros((60, 9)), np.zeros(9)
    for draw in range(60):
        answers = mechanism.decode(group.measure(people(), {})["count"])
        found = adjusted(measured, noise, 90, rows, answers)
        values[draw] = found.value
        covered += (found.lower <= true) & (true <= found.upper)
    assert covered.min() >= 36
    expected = expected_answers(chosen.plan, group.compiled)
    assert expected is not None
    cells = [expected_cell(chosen.plan, noises, recipe, (0, line, column), 0, expected)
             for line in range(3) for column in range(1, 4)]  # fmt: skip
    std = np.array([one.std for one in cells if one is not None and one.std is not None])
    assert [one.value for one in cells if one is not None] == pytest.approx(true)
    spread = values.var(axis=0, ddof=1) / std**2
    assert np.abs(spread - 1).max() < 10 * np.sqrt(2 / 60)
    assert np.abs(4 * spread - 1).max() > 10 * np.sqrt(2 / 60)


def test_where_the_file_has_hardly_anybody_a_part_may_be_all_or_nothing() -> None:
    chosen = choose(asked(HELD))
    recipe, noise = chosen.compiled.tables[0].recipes[1], chosen.noises[0]["count"]
    assert isinstance(recipe.measured, Controlled)
    answers = np.full(chosen.groups[0].compiled.workload.shape[0], 3.0)
    found = adjusted(recipe.measured, noise, 90, recipe.rows[0, :1, 1], answers)
    assert (found.lower[0], found.upper[0]) == (0, 7000)
    nobody = adjusted(recipe.measured, noise, 90, recipe.rows[0, :1, 1], 0 * answers)
    assert np.isnan(nobody.value[0]) and np.isnan(nobody.lower[0])


def test_a_control_of_other_people_than_the_file_is_told_from_one_of_the_same() -> None:
    """False alarms: a normal number beyond 2.9 standard errors is no control here; by the level 1 % in all, and the
    noise here is none."""
    plan_, group = asked(HELD), "a"
    promised, compiled = forecast(plan_), compile_plan(plan_)
    assert set(promised["tables"][0]["controls"]) == {"count:controlled:people"}
    workload = compiled.groups[0].workload
    known = np.array([[1000, 4000, 3], [1500, 500, 3]])[:, None, :] // np.array([2, 4, 4])[None, :, None]
    for counts, beyond in ((known, 0), (people(), 4)):
        answers = np.asarray(workload.answer(compiled.groups[0].reduction.merge(counts)), dtype=float)
        (found,) = agreements(compiled, {group: {"count": answers}}, promised)
        assert (found.cells, found.beyond, found.control) == (4, beyond, "people")
    assert found.least == pytest.approx(500 / 1040) and found.most == pytest.approx(4000 / 1040)
