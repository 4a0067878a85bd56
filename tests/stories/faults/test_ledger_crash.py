"""A release killed at any step: what is recorded as spent covers what was drawn, and nothing is drawn twice."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

pytestmark = [
    pytest.mark.story,
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs Linux or macOS: fork"),
]

WORKER = Path(__file__).resolve().parents[2] / "support" / "faults" / "ledger_worker.py"
COST = Fraction(1, 10)


def drive(*arguments: str) -> Any:
    root = WORKER.parents[2]
    done = subprocess.run(
        [sys.executable, str(WORKER), *arguments],
        capture_output=True,
        text=True,
        timeout=250,
        check=False,
        env={**os.environ, "PYTHONPATH": str(root)},
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(("when", "step"), [("before", "3"), ("after", "5")])
def test_killed_at_many_steps(memory: Path, when: str, step: str) -> None:
    results = drive("crash", str(memory), when, "1", step)
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

    # The kills reach all three kinds of crash: given back, charged anew, resumed.
    kinds = {(r["spent_after_crash"], r["spent"], len(r["drawn"])) for r in results if r["killed"]}
    assert ("1/10", "1/10", 1) in kinds  # given back before the draw, or resumed after the seal
    assert ("1/10", "1/5", 2) in kinds  # drawn and lost: the second run is charged anew
    assert any(r["spent_after_crash"] == "1/10" and len(r["shown"]) == 0 for r in results)


def test_a_release_in_two_stages_killed_at_many_steps(memory: Path) -> None:
    """Between the two seals, too: what was drawn for a first stage alone is spent, and never drawn on."""
    results = drive("crash", str(memory), "before", "1", "4", "detail")
    assert len(results) > 15 and [result["killed"] for result in results] == [True] * (len(results) - 1) + [False]
    drawn_alone = 0
    for result in results:
        where = f"before call {result['step']}"
        draws = Counter(line.split()[0] for line in result["drawn"])
        assert result["again"] == 0, where
        assert set(draws.values()) <= {1, 2}, where
        assert Fraction(result["spent"]) in (COST, 2 * COST) and Fraction(result["spent"]) >= len(draws) * COST, where
        # The answer is that of the last release that drew, of both of its stages.
        assert result["answer"] == [f"hash of {result['drawn'][-1].split()[1]}"], where
        assert list(draws.values())[-1] == 2, where
        drawn_alone += sum(count == 1 for count in draws.values())
    assert drawn_alone >= 1  # the kills came between the first draw and the second


def test_twenty_plans_on_a_budget_for_ten(memory: Path) -> None:
    codes = drive("crowd", str(memory), json.dumps([f"plan {i}" for i in range(20)]))
    assert sorted(codes) == [0] * 10 + [3] * 10
    drawn = (memory / "drawn").read_text().splitlines()
    assert len(drawn) == len({line.split()[0] for line in drawn}) == 10


def test_twenty_sessions_on_a_budget_for_ten(memory: Path) -> None:
    codes = drive("crowd", str(memory), json.dumps(["session"] * 20))
    assert sorted(codes) == [0] * 10 + [3] * 10
    assert len(set((memory / "shown").read_text().splitlines())) == 10


def test_releases_and_sessions_at_once(memory: Path) -> None:
    codes = drive("crowd", str(memory), json.dumps(["session", "one plan", "detail", "another"] * 5))
    # The three plans once each, whoever came first, and sessions for the rest of the budget.
    plans, sessions = [code for at, code in enumerate(codes) if at % 4], codes[::4]
    assert sorted(sessions) == [0] * 5
    assert sorted(plans) == [0] * 15
    assert len({line.split()[0] for line in (memory / "drawn").read_text().splitlines()}) == 3


def test_twenty_times_one_plan(memory: Path) -> None:
    codes = drive("crowd", str(memory), json.dumps(["plan"] * 20))
    assert codes == [0] * 20
    answers = (memory / "answers").read_text().splitlines()
    assert len(answers) == 20
    assert len({line.split(" ", 1)[1] for line in answers}) == 1
    assert len((memory / "drawn").read_text().splitlines()) == 1
