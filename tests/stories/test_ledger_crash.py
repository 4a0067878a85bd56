"""A release killed at any step: what is recorded as spent covers what was drawn, and nothing is drawn twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.story, pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs Linux or macOS: fork"),
]

WORKER = Path(__file__).resolve().parents[1] / "support" / "ledger_worker.py"
COST = Fraction(1, 10)


def drive(*arguments: str) -> Any:
    root = WORKER.parents[2]
    done = subprocess.run(
        [sys.executable, str(WORKER), *arguments], capture_output=True, text=True, timeout=250, check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("when", "step"), [("before", "1"), ("after", "3")])
def test_killed_at_every_step(tmp_path: Path, when: str, step: str) -> None:
    results = drive("crash", str(tmp_path), when, "1", step)
    assert len(results) > 20, "the release is shorter than it must be: the doubles do not count its calls"
    assert [result["killed"] for result in results] == [True] * (len(results) - 1) + [False]
    for result in results:
        where = f"{when} call {result['step']}"
        drawn = [line.split() for line in result["drawn"]]
        releases = [name for name, _ in drawn]
        # The second run, after the crash, always ends well, and the sum was checked by `verify` on the way.
        assert result["again"] == 0, where
        assert len(set(releases)) == len(releases), f"drawn twice for one reservation: {where}"
        assert Fraction(result["spent"]) >= COST * len(drawn), where
        assert Fraction(result["spent"]) in (COST, 2 * COST), where
        assert len(result["answer"]) == 1, where
        # The answer comes from noise that was drawn for it, and what had been shown before is the same answer.
        assert result["answer"][0] in {f"hash of {noise}" for _, noise in drawn}, where
        for line in result["shown"]:
            assert line.split(" ", 1)[1] == result["answer"][0], where
        if not result["shown"] or result["spent_after_crash"] == "0":
            assert len(drawn) <= 2, where


def test_the_harness_reaches_all_three_kinds_of_crash(tmp_path: Path) -> None:
    """A control of the test above: given back, charged anew, resumed."""
    results = drive("crash", str(tmp_path), "before", "60", "1")
    kinds = {(r["spent_after_crash"], r["spent"], len(r["drawn"])) for r in results if r["killed"]}
    assert ("1/10", "1/10", 1) in kinds    # given back before the draw, or resumed after the seal
    assert ("1/10", "1/5", 2) in kinds     # drawn and lost: the second run is charged anew
    assert any(r["spent_after_crash"] == "1/10" and len(r["shown"]) == 0 for r in results)


def test_twenty_plans_on_a_budget_for_ten(tmp_path: Path) -> None:
    codes = drive("crowd", str(tmp_path), json.dumps([f"plan {i}" for i in range(20)]))
    assert sorted(codes) == [0] * 10 + [3] * 10
    drawn = (tmp_path / "drawn").read_text().splitlines()
    assert len(drawn) == len({line.split()[0] for line in drawn}) == 10


def test_twenty_times_one_plan(tmp_path: Path) -> None:
    codes = drive("crowd", str(tmp_path), json.dumps(["plan"] * 20))
    assert codes == [0] * 20
    answers = (tmp_path / "answers").read_text().splitlines()
    assert len(answers) == 20
    assert len({line.split(" ", 1)[1] for line in answers}) == 1
    assert len((tmp_path / "drawn").read_text().splitlines()) == 1
