"""The share below a line or between two, among those who state a value."""

from __future__ import annotations

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

YOUNG = {"kind": "share", "variable": "age", "within": {"below": "3"}}


def asked(*measures: Any, **more: Any) -> Plan:
    tree = dictionary_json(neighbours="add_remove", budget_cap={"rho": "1000"})
    given = table(stub=[block("sex")], measures=[COUNT, *measures], group="a")
    groups = [{"name": "a", "part": "1"}]
    return plan(given, dictionary=Dictionary.from_json(tree), groups=groups, loss={"rho": "1"}, **more)


def test_its_words_and_code() -> None:
    item = compile_plan(asked(YOUNG)).tables[0].shell.items[1]
    assert item.code == "share:age:0-2" and item.kind == "percentage" and item.decimals == 1
    labels = {tag: item.label.show(tag) for tag in ("en", "de")}
    assert labels == {"en": "Share with Age 2 and under", "de": "Anteil mit Age 2 und weniger"}
    named = {**YOUNG, "within": {**YOUNG["within"], "label": {"en": "Young"}}}
    assert compile_plan(asked(named)).tables[0].shell.items[1].label.show("en") == "Share “Young”"


def test_in_words() -> None:
    made = Table("sex").statistic("share age below 3", "share age at_least 3 weighted by years")
    found = made.to_json(asked().dictionary)["measures"]
    assert found == [YOUNG, {**YOUNG, "within": {"at_least": "3"}, "weight": "years"}]


@pytest.mark.parametrize("within", [{"below": "1/2"}, {"from": "5", "to": "2"}, {"from": "ns"}])
def test_a_line_that_is_no_edge_is_refused(within: dict[str, str]) -> None:
    with pytest.raises(BadInput, match=r"measures\[1\]\.within"):
        compile_plan(asked({**YOUNG, "within": within}))


def test_a_line_needs_an_order() -> None:
    with pytest.raises(BadInput, match=r"measures\[1\]\.variable"):
        compile_plan(asked({**YOUNG, "variable": "colour"}))


def ages(people: int) -> np.ndarray:
    """Counts of women and men by age, the last of whom state none: 30 % of those who state one are below 3."""
    line = np.concatenate([np.full(10, people), [5 * people]])
    return np.stack([line, 2 * line]).astype(np.int64)


@pytest.mark.statistical
def test_limits_hold_the_truth() -> None:
    """Of 100 releases at 90 % at least 67 cover each of three; a sixteenth of the width does not.

    False alarms: P(binomial(100, 0.9) < 67) < 1e-9 a number.
    """
    chosen = choose(asked(YOUNG))
    (group,), prepared = chosen.groups, prepare(chosen)
    assert group.compiled.domain.variables == ("sex", "age")
    counts = ages(40)
    covered, control = np.zeros(3), np.zeros(3)
    for _ in range(100):
        found = finish(chosen, {group.name: group.measure(counts, {})}, prepared).tables[0]
        lower, upper, estimate = (np.asarray(one)[0, :, 0, 1] for one in (found.lower, found.upper, found.estimate))
        assert np.all((lower <= estimate) & (estimate <= upper))
        covered += (lower <= 30) & (upper >= 30)
        control += np.abs(estimate - 30) <= (upper - lower) / 32
    assert covered.min() >= 67
    assert control.min() < 67


def test_the_forecast_is_that_of_a_release_at_the_counts_expected() -> None:
    figures = {
        "source": {"en": "last year"},
        "total": 40 * 3 * 15,
        "marginals": [{"variables": ["sex"], "counts": [1, 2]}, {"variables": ["age"], "counts": [*[1] * 10, 5]}],
    }
    chosen = choose(asked(YOUNG, reference=figures))
    group, recipe = chosen.groups[0], chosen.compiled.tables[0].recipes[1]
    answers = expected_answers(chosen.plan, group.compiled)
    assert answers is not None
    own = expected_cell(chosen.plan, chosen.noises[0], recipe, (0, 1, 0), 0, answers)
    assert own is not None and own.value == pytest.approx(30.0)
    counts = ages(40)
    found = finish(chosen, {group.name: group.measure(counts, {})}, prepare(chosen)).tables[0]
    assert float(np.asarray(found.margin)[0, 1, 0, 1]) == pytest.approx(own.margin, rel=0.1)
