"""The forecasts of the plans at hand stay what they are: figures of every mechanism, and of the cells together.

`python tests/unit/planning/test_forecast_snapshot.py` writes them anew, for a change that is meant to change them. They
are compared to eleven digits, not to the last: eigenvalues differ there between builds of the linear algebra library.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from dpdesk.planning.document.plan import Plan
from dpdesk.planning.forecast.forecast import Forecaster

ROOT = Path(__file__).resolve().parents[3]
KEPT = ROOT / "tests" / "snapshots" / "forecasts.json"
PLANS = sorted([*(ROOT / "tests" / "plans").glob("*.plan.json"), *(ROOT / "resources").glob("*/plan.json")])


def figures(path: Path) -> dict[str, Any]:
    found = Forecaster().forecast(Plan.load(path))
    for table in found["tables"]:
        del table["rounding"]
        std = [one for one in table.pop("cells_std") if one is not None]
        table["with_std"], table["sum_of_variances"] = len(std), math.fsum(one * one for one in std)
    for name in ("meaning", "groups", "targets"):
        del found[name]
    return found


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def same(left: Any, right: Any) -> bool:
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(same, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-11)
    return bool(left == right)


@pytest.mark.parametrize("path", PLANS, ids=name)
def test_a_forecast_is_what_it_was(path: Path) -> None:
    assert same(figures(path), json.loads(KEPT.read_text(encoding="utf-8"))[name(path)])


def test_a_figure_that_differs_in_the_ninth_digit_is_noticed() -> None:
    assert same({"a": [1.0, None]}, {"a": [1.0 + 1e-13, None]})
    assert not same({"a": [1.0]}, {"a": [1.0 + 1e-9]})


if __name__ == "__main__":
    KEPT.write_text(json.dumps({name(path): figures(path) for path in PLANS}, indent=1) + "\n", encoding="utf-8")
