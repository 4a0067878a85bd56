"""Decimals by forecast: rounding is small beside the noise, and what a plan names stays."""

from __future__ import annotations

import json
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small import COUNT, block, dictionary_json, plan, plan_json, small, table

from dpdesk.cli.door import main
from dpdesk.planning.aids.decimals import decimals_for, fitting_decimals
from dpdesk.planning.document.plan import Plan

SHARE = {"kind": "share", "variable": "age", "within": {"to": "4"}}
PERCENTAGE = {"kind": "percentage", "base": "table"}
FIGURES = {
    "source": {"en": "last year"},
    "total": 20_000,
    "marginals": [{"variables": ["sex"], "counts": [1, 1]}, {"variables": ["age"], "counts": [1] * 10 + [0]}],
}


@pytest.mark.parametrize(("margin", "wanted"), [(10.0, 1), (0.5, 1), (0.15, 2), (0.05, 2), (0.015, 3), (1e-9, 6)])
def test_rounding_adds_at_most_three_per_cent_to_noise(margin: float, wanted: int) -> None:
    assert decimals_for(np.array([margin, margin, np.nan, np.inf]), 90, 1) == wanted
    if wanted < 6:
        chance = np.random.default_rng(5)
        true = chance.uniform(0, 100, 100_000)
        noisy = true + chance.normal(0, margin / 1.645, true.size)
        more = [
            sqrt(np.mean((noisy.round(at) - true) ** 2) / np.mean((noisy - true) ** 2)) for at in (wanted, wanted - 1)
        ]
        assert more[0] < 1.035, "and the control: one decimal less adds more, unless the usual number is enough"
        assert more[1] > 1.035 or wanted == 1


def test_fine_shares_get_decimals_and_what_the_plan_names_stays() -> None:
    d = small(neighbours="add_remove", budget_cap={"rho": "100"})
    measures = [COUNT, PERCENTAGE, SHARE, {**SHARE, "within": {"to": "2"}, "decimals": 0}]
    tables = table(stub=[block("sex")], measures=measures)
    fine = fitting_decimals(plan(tables, dictionary=d, loss={"rho": "1"}, reference=FIGURES))
    assert [(one.table, one.measure, one.usual) for one in fine] == [(0, 1, 1), (0, 2, 1)]
    assert all(one.wanted in (2, 3) for one in fine)
    assert fitting_decimals(plan(tables, dictionary=d, loss={"rho": "1/1000"}, reference=FIGURES)) == []
    assert fitting_decimals(plan(tables, dictionary=d, loss={"rho": "1"})) == [], "nobody has said how many there are"


def test_the_command_writes_them_into_the_plan(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    described = dictionary_json(neighbours="add_remove", budget_cap={"rho": "100"})
    (tmp_path / "small.dictionary.json").write_text(json.dumps(described))
    d = small(neighbours="add_remove", budget_cap={"rho": "100"})
    asked: dict[str, Any] = plan_json(d, table(stub=[block("sex")], measures=[COUNT, SHARE]), loss={"rho": "1"})
    path = tmp_path / "small.plan.json"
    path.write_text(json.dumps({**asked, "reference": FIGURES}))
    before = Plan.load(path)
    assert main(["plan", "decimals", str(path)]) == 0
    assert "in the place of 1" in capsys.readouterr().out
    after = Plan.load(path)
    assert [one.decimals for one in after.tables[0].measures] == [None, 2] or after.tables[0].measures[1].decimals == 3
    assert after.meaning == before.meaning and after.figures != before.figures, "an approval is of the decimals, too"
    assert main(["plan", "decimals", str(path)]) == 0
    assert "nothing was changed" in capsys.readouterr().out
