"""What the published files could not hold is refused in a sentence before anything is spent, read or written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import town
from commands import dpdesk, files_in

pytestmark = pytest.mark.story

FIGURES = {
    "name": "figure", "kind": "number", "column": "income", "label": {"en": "Figure"}, "describes": "unit",
    "below": "clamp", "above": "clamp", "unreadable": "nowhere",
}  # fmt: skip
ALL = [{"kind": "all_intervals", "variable": "figure"}]
TOO_MUCH: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    # 1413 bins have 998,991 intervals, 1414 have 1,414 more; a worksheet would hold 48,571 further rows.
    "rows": ({"stub": [], "boxhead": [], "measures": ALL}, {}, "1,000,405 cells together, more than 1,000,000"),
    "text": ({}, {"title": {"en": "x" * 30_001}}, "title.en is longer than the 30,000 characters"),
    "unsayable": ({}, {"contact": {"en": "a\x00b"}}, "control character"),
    "symbols": ({}, {"display": {"symbols": {"unreliable": "[z]"}}}, "also the symbol of something else"),
}


@pytest.mark.parametrize("what", TOO_MUCH)
def test_it_is_refused_before_anything_is_spent(what: str, tmp_path: Path) -> None:
    table, plan, said = TOO_MUCH[what]
    variables = [*town.dictionary()["variables"], {**FIGURES, "bins": {"first": 1, "last": 1414}}]
    here = town.Town(tmp_path / "town", rows=20, variables=variables)
    path = here.plan("much", town.table("people", **table), **plan)
    ledger, out = tmp_path / "l.sqlite", tmp_path / "out"
    answer = dpdesk("release", path, "--data", here.data, "--out", out, "--ledger", ledger, home=tmp_path / "home")
    assert said in answer.refused(2)
    assert not ledger.exists() and files_in(out) == {}


def test_a_table_as_long_as_a_worksheet_passes(tmp_path: Path) -> None:
    """The control: one bin fewer, and the plan can be forecast."""
    variables = [*town.dictionary()["variables"], {**FIGURES, "bins": {"first": 1, "last": 1413}}]
    here = town.Town(tmp_path / "town", rows=20, variables=variables)
    path = here.plan("long", town.table("people", stub=[], boxhead=[], measures=ALL))
    from dpdesk.planning.choosing.checks import check_plan
    from dpdesk.planning.document.plan import Plan

    (shell,) = check_plan(Plan.load(path)).shells
    assert shell.cells == 998_991
