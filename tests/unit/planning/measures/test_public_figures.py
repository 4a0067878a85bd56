"""Rates, expanded counts, standardised rates: what they are called, what is refused, and how far off they are."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.errors import BadInput
from dpdesk.planning.aids.odds import cell_details
from dpdesk.planning.choosing import combinations
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.public_figures import figures_of
from dpdesk.planning.document.wording import Table
from dpdesk.planning.forecast.forecast import forecast
from dpdesk.release.finish import finish, prepare
from dpdesk.release.result import IMPOSSIBLE
from dpdesk.schema.dictionary import Dictionary


def figures(name: str, variables: list[str], known: dict[str, str], **more: Any) -> dict[str, Any]:
    rows = [{"codes": codes.split(), "figure": figure} for codes, figure in known.items()]
    return {"name": name, "source": {"en": "register"}, "variables": variables, "rows": rows, **more}


PEOPLE = figures("people", ["sex", "ages"], {"f 0-4": "1000", "f 5-9": "4000", "m 0-4": "1500", "m 5-9": "500"})
FACTORS = figures("factors", ["colour"], {"red": "3", "green": "5/2", "blue": "3"})
STANDARD = figures("standard", ["ages"], {"0-4": "60", "5-9": "40"})
RATE = {"kind": "rate", "figures": "people"}
EXPANDED = {"kind": "count", "expanded": "factors"}
STANDARDISED = {**RATE, "per": "100000", "standard": "standard"}
SMALL = Dictionary.from_json(dictionary_json(neighbours="add_remove", budget_cap={"rho": "1000"}))


def asked(*measures: Any, public: Any = (PEOPLE, FACTORS, STANDARD), stub: Any = "sex", **more: Any) -> Plan:
    kept = {key: more.pop(key) for key in ("universe",) if key in more}
    given = table(stub=[block(stub)], measures=[COUNT, *measures], group="a", **kept)
    more = {"loss": {"rho": "1"}, "groups": [{"name": "a", "part": "1"}], **more}
    return plan(given, dictionary=SMALL, public_figures=list(public), **more)


def test_codes_and_words() -> None:
    items = compile_plan(asked(RATE, EXPANDED, STANDARDISED, {**RATE, "variable": "pay"})).shells[0].items[1:]
    assert [one.code for one in items] == [
        "rate:count:people:1000", "count:expanded:factors", "rate:count:people:100000:standard",
        "rate:sum:pay:people:1000",
    ]  # fmt: skip
    assert items[0].label.show("en") == "Count per 1,000 (people)"
    assert items[1].label.show("de") == "Anzahl, hochgerechnet"
    assert items[2].label.show("de") == "Anzahl je 100.000 (people), standardisiert: standard"


def test_in_words() -> None:
    words = (
        "rate per 1000 of people", "count expanded by factors", "rate of pay per 100 of people expanded by factors",
        "rate per 100000 of people standardised to standard weighted by years",
    )  # fmt: skip
    found = Table("sex").statistic(*words).to_json(SMALL)["measures"]
    assert found == [
        {**RATE, "per": "1000"},
        EXPANDED,
        {**RATE, "variable": "pay", "per": "100", "expanded": "factors"},
        {**STANDARDISED, "weight": "years"},
    ]


def test_figures_of_a_file_by_names_or_labels() -> None:
    made = figures_of([[], [["Sex", "Age groups", "n"], ["F", "0-4", "1 000"], ["m", "5-9", "99/2"], ["", "", ""]][:3]],
                      SMALL, name="people", source="register")  # fmt: skip
    rows = [{"codes": ["f", "0-4"], "figure": "1000"}, {"codes": ["m", "5-9"], "figure": "99/2"}]
    assert made["variables"] == ["sex", "ages"] and made["rows"] == rows


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([["sexx", "n"], ["f", "1"]], "did you mean 'sex'"),
        ([["sex", "n"], ["women", "1"]], "line 2"),
        ([["sex", "n"], ["f", "1,5"]], "line 2: the figure is no number"),
        ([["sex", "n"], ["f"]], "fewer than 2 fields"),
        ([["sex", "n"]], "has no table"),
    ],
)
def test_what_is_no_table_of_figures_is_refused(rows: list[list[str]], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        figures_of([rows], SMALL, name="people", source="register", file="people.csv")


AGED = {"text": {"en": "up to 2"}, "where": [{"variable": "age", "to": "2"}]}


@pytest.mark.parametrize(
    ("measure", "more", "says"),
    [
        ({**RATE, "figures": "peopel"}, {}, "did you mean 'people'"),
        (RATE, {"public": [figures("people", ["sex"], {"f": "10"})]}, "have none for m"),
        (RATE, {"public": [figures("people", ["sex"], {"f": "10", "x": "1"})]}, "rows"),
        (RATE, {"universe": AGED}, "a part of code '0-4'"),
        ({**RATE, "expanded": "people"}, {}, "are by one"),
        ({**STANDARDISED, "expanded": "factors"}, {}, "cannot be expanded, too"),
        (STANDARDISED, {"stub": "ages"}, "is in the table itself"),
        ({"kind": "median", "variable": "age", "expanded": "factors"}, {}, "only counts, sums and rates"),
        ({"kind": "count", "expanded": "zero"}, {"public": [figures("zero", ["sex"], {"f": "0", "m": "0"})]}, "are 0"),
        ({**RATE, "per": "0"}, {}, "above 0"),
        (RATE, {"public": [PEOPLE, PEOPLE]}, "second time"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(measure: Any, more: Any, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        compile_plan(asked(measure, **more))


def counts() -> np.ndarray:
    """Women and men by colour and age group, the last of whom state none."""
    line = np.array([[40, 90, 7], [60, 30, 5], [20, 120, 9]])
    return np.stack([line, 2 * line]).astype(np.int64)


TRUE = {
    "rate:count:people:1000": [381 * 3 / 7, 381 / 5, 381],
    "count:expanded:factors": [3 * 1095.5, 1095.5, 2 * 1095.5],
    "rate:count:people:100000:standard": [
        1e5 * (0.6 * 360 / 2500 + 0.4 * 720 / 4500), 1e5 * (0.6 * 120 / 1000 + 0.4 * 240 / 4000),
        1e5 * (0.6 * 240 / 1500 + 0.4 * 480 / 500),
    ],
}  # fmt: skip


def test_where_a_figure_is_0_a_rate_is_impossible() -> None:
    nobody = {**PEOPLE, "rows": [{**row, "figure": "0"} if "m" in row["codes"] else row for row in PEOPLE["rows"]]}
    chosen = choose(asked(RATE, STANDARDISED, public=[nobody, FACTORS, STANDARD]))
    found = finish(chosen, {"a": chosen.groups[0].measure(_of(chosen), {})}, prepare(chosen)).tables[0]
    assert found.flag[0, :, 0].tolist() == [["", "", ""], ["", "", ""], ["", IMPOSSIBLE, IMPOSSIBLE]]


def _of(chosen: Any) -> np.ndarray:
    """The counts, by the variables of the group."""
    names = chosen.groups[0].compiled.domain.variables
    every = ("sex", "colour", "ages")
    out = tuple(at for at, name in enumerate(every) if name not in names)
    found = counts().sum(axis=out)
    return np.transpose(found, np.argsort(np.argsort([every.index(name) for name in names])))


@pytest.mark.statistical
def test_limits_hold_the_truth_with_laplace_noise() -> None:
    """Of 100 releases at 90 % at least 67 cover each number; a sixteenth of the width does not.

    False alarms: P(binomial(100, 0.9) < 67) < 1e-9 a number.
    """
    chosen = choose(asked(RATE, EXPANDED, STANDARDISED, loss={"epsilon": "1"}))
    (group,), prepared = chosen.groups, prepare(chosen)
    vector, true = _of(chosen), np.array(list(TRUE.values())).T
    assert [one.code for one in chosen.compiled.shells[0].items][1:] == list(TRUE)
    covered, control = np.zeros(true.shape), np.zeros(true.shape)
    for _ in range(100):
        found = finish(chosen, {group.name: group.measure(vector, {})}, prepared).tables[0]
        lower, upper, estimate = (np.asarray(one)[0, :, 0, 1:] for one in (found.lower, found.upper, found.estimate))
        assert np.all((lower <= estimate) & (estimate <= upper))
        covered += (lower <= true + 1e-6) & (true - 1e-6 <= upper)
        control += np.abs(estimate - true) <= (upper - lower) / 32
    assert covered.min() >= 67
    assert control.min() < 67


def test_the_forecast_and_a_cell_say_what_a_release_does() -> None:
    plan = asked(RATE, EXPANDED, STANDARDISED)
    chosen = choose(plan)
    found = finish(chosen, {"a": chosen.groups[0].measure(_of(chosen), {})}, prepare(chosen)).tables[0]
    std = np.array(forecast(plan)["tables"][0]["cells_std"]).reshape(found.margin.shape)
    for index, margin in enumerate(np.asarray(found.margin).ravel().tolist()):
        own = cell_details(plan, "t", index)
        assert own.margin == pytest.approx(margin, rel=1e-3) and own.std == pytest.approx(std.ravel()[index])
        assert own.chance is not None and 0 < own.chance < 0.11 and not own.needs_reference


def test_too_many_to_look_at_have_wider_margins(monkeypatch: pytest.MonkeyPatch) -> None:
    """The margins of the parts are added up at a level at which all of them hold together."""
    plan = asked(STANDARDISED)
    before = [cell_details(plan, "t", at).margin or 0.0 for at in (1, 3, 5)]
    monkeypatch.setattr(combinations, "WORK", 0)
    after = [cell_details(plan, "t", at).margin or 0.0 for at in (1, 3, 5)]
    assert all(one < other < 3 * one for one, other in zip(before, after, strict=True))


def test_what_is_expanded_counts_by_stratum_and_another_source_is_the_same_plan() -> None:
    one = asked(EXPANDED)
    assert "colour" in compile_plan(one).groups[0].domain.variables
    other = asked(EXPANDED, public=[PEOPLE, {**FACTORS, "source": {"en": "elsewhere"}}, STANDARD])
    assert one.meaning == other.meaning
    assert one.meaning != asked(EXPANDED, public=[PEOPLE, {**FACTORS, "rows": FACTORS["rows"][:2]}, STANDARD]).meaning
