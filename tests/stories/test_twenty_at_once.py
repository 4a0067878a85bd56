"""Twenty processes at one ledger: a budget for ten gives ten releases; one plan is drawn once and given to all.

The twenty have their libraries loaded when they start (ready.py), so that they meet at the ledger and not one after the
other; the four are new interpreters, each with a hash seed of its own.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path

import commands
import pytest
import released_files
import town

pytestmark = [pytest.mark.story, pytest.mark.slow]

AT_ONCE = 20


def release(here: town.Town, plan: Path, out: str) -> list[object]:
    ledger = here.folder / "l.sqlite"
    return ["release", plan, "--data", here.data, "--out", here.folder / out, "--ledger", ledger, "--json"]


def test_twenty_plans_on_a_budget_for_ten(memory: Path) -> None:
    """A tenth each, written so that floats would not add up to the cap; nobody opened the ledger before."""
    here = town.Town(memory, rows=200, budget_cap={"epsilon": "1"})
    plans = [
        here.plan(f"plan{i}", town.table(f"table{i}"), loss={"epsilon": ("1/10", "0.1")[i % 2]}) for i in range(AT_ONCE)
    ]
    answers = commands.together([release(here, plan, f"out{i}") for i, plan in enumerate(plans)], memory / "home")
    assert Counter(answer.status for answer in answers) == {0: 10, 3: 10}, [answer.err for answer in answers]
    for i, answer in enumerate(answers):
        files = commands.files_in(memory / f"out{i}")
        if answer.status == 3:
            answer.refused(3)
            assert not files
        else:
            assert released_files.plain(files) == released_files.expected(f"table{i}")
            assert answer.json()["loss"]["epsilon"] == "1/10"
    left = sorted(Fraction(answer.json()["remaining"]["epsilon"]) for answer in answers if answer.status == 0)
    assert left[0] == 0
    kinds = Counter(commands.kinds(memory / "l.sqlite", memory / "home"))
    assert kinds["reserved"] == kinds["draw marked"] == kinds["sealed"] == kinds["committed"] == 10
    verified = commands.dpdesk("ledger", "verify", "--ledger", memory / "l.sqlite", "--json", home=memory / "home")
    assert verified.json()["verified"] is True


def test_twenty_times_one_plan(memory: Path) -> None:
    here = town.Town(memory, rows=200, budget_cap={"epsilon": "1"})
    plan = here.plan("plan", loss={"epsilon": "1"})
    answers = commands.together([release(here, plan, f"out{i}") for i in range(AT_ONCE)], memory / "home")
    assert [answer.status for answer in answers] == [0] * AT_ONCE, [answer.err for answer in answers]
    assert [answer.err for answer in answers] == [""] * AT_ONCE
    assert len({str(sorted(commands.files_in(memory / f"out{i}").items())) for i in range(AT_ONCE)}) == 1
    assert {answer.json()["remaining"]["epsilon"] for answer in answers} == {"0"}
    assert len({(answer.json()["release"], answer.json()["head"]) for answer in answers}) == 1
    kinds = Counter(commands.kinds(memory / "l.sqlite", memory / "home"))
    assert kinds["reserved"] == kinds["draw marked"] == kinds["sealed"] == kinds["committed"] == 1


def test_four_into_one_folder(memory: Path) -> None:
    """The same plan four times into the same folder: one whole release lies there and no half of another."""
    here = town.Town(memory, rows=200, budget_cap={"epsilon": "1"})
    plan = here.plan("plan", loss={"epsilon": "1"})
    answers = commands.together([release(here, plan, "out") for _ in range(4)], memory / "home", fresh=True)
    assert [answer.status for answer in answers] == [0] * 4, [answer.err for answer in answers]
    assert released_files.plain(commands.files_in(memory / "out")) == released_files.expected("people")
