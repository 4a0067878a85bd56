"""Rules that name the area: what is impossible there stays empty at every level, and the rest adds up without it.

The integers bear no noise; people are put into cells where nobody can be, as noise puts them there.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from detailed import BY_AREA, detailed
from small import block, small, table

from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.choosing.detail_stages import impossible_by_area
from dpdesk.planning.compiler.compiled import CompiledGroup
from dpdesk.planning.document.plan import Plan
from dpdesk.release import detail
from dpdesk.release.finish import finish, prepare
from dpdesk.release.rehearsal import rehearse
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, TableResult

Cells = dict[tuple[str, str, str], tuple[float, str]]
NO_WOMEN = {"when": {"area": ["n1a"], "sex": ["f"]}, "reason": {"en": "A monastery."}}
NOBODY = {"when": {"area": ["n1b"], "sex": ["f", "m"]}, "reason": {"en": "A lake."}}
NO_BABIES = {"when": {"area": ["n1a"], "age": ["0", "1"]}, "reason": {"en": "A school."}}
SIZES = (30, 150, 500, 3000)
"""One for each level."""


def ruled(*tables: Any, rules: Any) -> Plan:
    dictionary = small(budget_cap={"rho": "10"}, neighbours="add_remove", impossible=rules)
    return detailed(*tables, dictionary=dictionary)


def people(size: int) -> np.ndarray:
    """Equally many in every area, by area, sex and age; women are a third of them, few have an age of two."""
    shares = np.multiply.outer([1, 2], [3, 2, 1, 5, 5, 5, 3, 3, 3, 0, 0])
    return np.broadcast_to(shares * size // shares.sum(), (6, 2, 11)).astype(np.int64)


def released(asked: Plan, counts: np.ndarray, monkeypatch: pytest.MonkeyPatch) -> Cells:
    """Estimate and flag of each cell, by area, sex and third or age."""
    chosen = choose(asked)
    (group,) = chosen.groups
    assert [one.name for one in group.compiled.space.variables] == ["area", "sex", "age"]
    prepared = prepare(chosen)
    with monkeypatch.context() as patch:
        patch.setattr(NoiseScale, "draw", lambda _, size: np.zeros(size, dtype=np.int64))
        sealed = {group.name: group.measure(counts, {}, group.measure_first(counts))}
        # More people stand where nobody can be than noise would put there, which the guard takes for a fault.
        patch.setattr("dpdesk.release.finish.contradicts", lambda *_: False)
        patch.setattr("dpdesk.release.finish.contradict_together", lambda *_: False)
        return cells(finish(chosen, sealed, prepared).tables[0])


def cells(result: TableResult) -> Cells:
    found = {}
    for row, line in enumerate(result.shell.stub.lines):
        for column, other in enumerate(result.shell.boxhead.lines):
            codes = [code for code in (*line.codes, *other.codes) if code != ""]
            place = 0, row, column, 0
            found[codes[0], codes[1], codes[2]] = (
                float(np.nan_to_num(result.estimate[place], nan=-1.0)),
                str(result.flag[place]),
            )
    return found


def test_an_area_without_women_has_men_only(monkeypatch: pytest.MonkeyPatch) -> None:
    for level, size in enumerate(SIZES):
        found = released(ruled(rules=[NO_WOMEN]), people(size), monkeypatch)
        assert {flag for (area, sex, _), (_, flag) in found.items() if (area, sex) == ("n1a", "f")} == {IMPOSSIBLE}
        assert all(value == 0 for value, flag in found.values() if flag == IMPOSSIBLE)
        for (area, sex, age), (value, flag) in found.items():
            if area == "n1a" and sex == "_T" and flag != LESS_DETAIL and level > 0:
                assert found[area, "m", age] == (value, flag)
        assert found["n1a", "_T", "_T"][0] > 0
        without = released(ruled(rules=[]), people(size), monkeypatch)
        assert {at: own for at, own in found.items() if at[0] != "n1a"} == {
            at: own for at, own in without.items() if at[0] != "n1a"
        }


def test_a_level_that_forgets_the_rules_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: then the people are where nobody can be, and men are fewer than everybody."""

    def none(group: CompiledGroup, dictionary: Any) -> list[np.ndarray]:
        return [np.zeros_like(own) for own in impossible_by_area(group, dictionary)]

    monkeypatch.setattr(detail, "impossible_by_area", none)
    for size in SIZES[1:]:
        found = released(ruled(rules=[NO_WOMEN]), people(size), monkeypatch)
        assert found["n1a", "m", "_T"][0] < found["n1a", "_T", "_T"][0]


def test_a_class_is_empty_where_all_its_codes_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the youngest third two ages are impossible: the third is not, but at the last level it is the third age."""
    by_third = released(ruled(rules=[NO_BABIES]), people(SIZES[2]), monkeypatch)
    value, flag = by_third["n1a", "_T", "0-2"]
    assert value > 0
    assert flag == ""
    by_age = released(ruled(rules=[NO_BABIES]), people(SIZES[3]), monkeypatch)
    for sex in ("_T", "f", "m"):
        assert by_age["n1a", sex, "0"] == by_age["n1a", sex, "1"] == (0.0, IMPOSSIBLE)
        assert by_age["n1a", sex, "0-2"] == by_age["n1a", sex, "2"]
        third, ages = by_age["n2a", sex, "0-2"][0], [by_age["n2a", sex, age][0] for age in "012"]
        assert third == sum(ages)
        assert min(ages) > 0


def test_where_nobody_can_be_nothing_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    for size in SIZES:
        found = released(ruled(rules=[NOBODY, NO_WOMEN]), people(size), monkeypatch)
        assert {own for (area, _, _), own in found.items() if area == "n1b"} == {(0.0, IMPOSSIBLE)}
        assert found["n2a", "_T", "_T"][0] > 0


def test_every_measure_of_an_area_with_rules() -> None:
    measures = [
        {"kind": "count"},
        {"kind": "percentage", "base": "row"},
        {"kind": "sum", "variable": "pay"},
        {"kind": "mean", "variable": "pay"},
        {"kind": "median", "variable": "age"},
    ]
    one = table("t", stub=BY_AREA, boxhead=[block("sex")], measures=measures, group="g")
    result = rehearse(ruled(one, rules=[NOBODY, NO_WOMEN, NO_BABIES])).release.tables[0]
    women, lake = result.flag[0, 0, 1], result.flag[0, 1]
    assert (women == IMPOSSIBLE).all()
    assert (lake == IMPOSSIBLE).all()
