"""The machine loses power during a release: kill -9 at many points between reservation and last rename.

Whatever the point: the ledger verifies and has recorded at least what was revealed, no reservation drew noise twice,
what had appeared under a final name stays as it was, and running the same command again ends in the whole release or,
where the only budget went into noise nobody has seen, in a refusal of one sentence.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path

import commands
import pytest
import released_files
import town

pytestmark = [
    pytest.mark.story,
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs Linux or macOS: fork"),
]

SCRIPT = commands.ROOT / "tests" / "support" / "faults" / "dying.py"
FILES = released_files.expected("people", "ages")
LOSS = Fraction(1)
POINTS = 11  # ten evenly spaced over the calls, and one amid the renames; for a budget of one release, and of two


@pytest.mark.parametrize("cap", ["1", "2"])
def test_killed_at_many_points(memory: Path, cap: str) -> None:
    here = town.Town(memory / "town", rows=100, budget_cap={"epsilon": cap})
    tables = [town.table("people", group="a"), town.table("ages", stub=[town.block("age")], boxhead=[], group="b")]
    groups = [{"name": "a", "part": "1/2"}, {"name": "b", "part": "1/2"}]
    plan = here.plan("plan", *tables, groups=groups)
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(memory), str(plan), str(here.data), str(POINTS)],
        capture_output=True,
        text=True,
        timeout=280,
        check=False,
        env=commands.environment(memory / "home", PYTHONPATH=str(SCRIPT.parents[1])),
    )
    assert done.returncode == 0, done.stderr[-2000:]
    results = json.loads(done.stdout)
    assert [result["killed"] for result in results] == [True] * POINTS
    endings = Counter[str]()
    for result in results:
        where = f"killed {'after' if result['after'] else 'before'} call {result['at']} ({result['call']})"
        crashed, end = result["crashed"], result["end"]
        per_release = Counter(result["drawn"])
        assert max(per_release.values(), default=0) <= 1, f"drawn twice for one reservation: {where}"
        assert not any("no reservation" in line for line in result["drawn"]), where
        releases = {line.split()[0] for line in result["drawn"]}
        # Spent covers every reservation that drew, seen or not.
        assert Fraction(end["spent"]) >= LOSS * len(releases), where
        if crashed["files"] or result["said"]:
            assert "committed" in crashed["kinds"] and Fraction(crashed["spent"]) >= LOSS, where
            assert result["status"] == 0, where
        for name, content in crashed["files"].items():
            assert end["files"][name] == content, where
        if result["status"] == 0:
            assert released_files.plain(end["files"]) == FILES, where
            assert end["left"] == [], where  # drafts of the killed run were swept
            assert json.loads(result["out"])["release"] in releases, where
            assert end["kinds"].count("committed") == 1, where
            endings["whole"] += 1
        else:
            assert (cap, result["status"]) == ("1", 3), (where, result["err"])
            said = json.loads(result["out"])["problem"]["text"]
            assert said in result["err"] and result["err"].count("\n") == 1, where
            assert "draw marked" in crashed["kinds"] and "sealed" not in crashed["kinds"], where
            assert not end["files"], where
            endings["refused"] += 1
        assert Fraction(end["spent"]) <= Fraction(cap), where
    assert any(result["crashed"]["left"] for result in results)
    # The points reach every kind of crash: before the draw, between draw and seal, and after the seal.
    stages = {kind for result in results for kind in result["crashed"]["kinds"][-1:]}
    assert {"reserved", "draw marked", "sealed", "committed"} <= stages
    assert endings["whole"] >= 4 and (endings["refused"] > 0) == (cap == "1")
