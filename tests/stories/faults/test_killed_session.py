"""The machine loses power during a session: kill -9 at every fifth of its calls, from the first look on.

Whatever the point: the ledger verifies; noise was drawn only where the whole session is recorded as spent, and it stays
spent; every answer that anybody saw is in the transcript, in its order, with at most the answers beside it that were
stored and not yet shown; the session is closed when somebody looks, and no file holds a count or a noise. The loss is a
billionth, so that noise has a scale of about 10^10 and equals another number in the files by chance below 1e-6 in all.
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
import town

from dpdesk.ledger.sessions import ENDED
from dpdesk.release.sessions.asking import AT_ONCE

pytestmark = [
    pytest.mark.story,
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs Linux or macOS: fork"),
]

SCRIPT = commands.ROOT / "tests" / "support" / "faults" / "dying_session.py"
LOSS, EVERY = Fraction("1e-9"), 5


def test_killed_at_every_fifth_call(memory: Path) -> None:
    here = town.Town(memory / "town", rows=1, budget_cap={"epsilon": "15e-10"})  # for one session, not for two
    person = next(one for one in town.people() if one["region"] == "n")
    town.write_people(here.data, [person | {"sex": "f"}] * 7919 + [person | {"sex": "m"}] * 7331)
    session = here.folder / "town.session.json"
    session.write_text(json.dumps({
        "format": "dpdesk-session", "version": 1, "title": {"en": "Questions"},
        "dictionary": {"path": "town.dictionary.json"}, "loss": {"epsilon": "1e-9"}, "variables": ["sex", "region"],
        "method": {"name": "sparse-vector", "threshold": 7500, "hits": 50},
    }), encoding="utf-8")  # fmt: skip
    done = subprocess.run(
        [sys.executable, str(SCRIPT), str(memory), str(session), str(here.data), str(EVERY)],
        capture_output=True, text=True, timeout=280, check=False,
        env=commands.environment(memory / "home", PYTHONPATH=str(SCRIPT.parents[1])),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    results = json.loads(done.stdout)
    assert len(results) >= 30
    endings = Counter[str]()
    for result in results:
        where = f"killed {'after' if result['after'] else 'before'} call {result['at']} ({result['call']})"
        crashed, end = result["crashed"], result["end"]
        assert result["killed"] == -9, where
        assert crashed["leaks"] == end["leaks"] == [], where
        if result["drawn"] or result["shown"] or result["opened"]:
            assert Fraction(crashed["spent"]) == LOSS, where
        assert Fraction(crashed["spent"]) == LOSS * len(crashed["sessions"]), where
        for session_seen in crashed["sessions"]:
            assert session_seen["state"] in (ENDED, "closed"), where
            stored = session_seen["transcript"]
            assert stored[: len(result["shown"])] == result["shown"], where
            assert len(stored) - len(result["shown"]) <= AT_ONCE, where
            assert session_seen["state"] == ENDED or len(stored) == 7, where
        # The next session is one of its own: charged if there is budget left, refused otherwise.
        assert result["again"] == (3 if crashed["sessions"] else 0), (where, result["err"])
        assert Fraction(end["spent"]) == LOSS, where
        assert end["sessions"][: len(crashed["sessions"])] == crashed["sessions"], where
        # An empty lock that nobody holds may remain, or the draft of a ledger that was being made.
        assert end["left_over"][0] == "l.sqlite", where
        assert all(name.endswith((".lock", ".new", ".new-journal")) for name in end["left_over"][1:]), where
        ending = "nothing" if not crashed["sessions"] else f"{crashed['sessions'][0]['state']} {len(result['shown'])}"
        endings[ending] += 1
    # The points reach every kind of crash: before the opening, before and after each answer, after the closing.
    assert {"nothing", "ended 0", "ended 1", "ended 2", "ended 3", "closed 7"} <= set(endings), endings
