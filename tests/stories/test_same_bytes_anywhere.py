"""A release is exported again at another office: other clock, language, user and rights, and a ledger that went on.

The files are the same bytes where they are written by the same installation; elsewhere zlib may pack the same parts of
the workbook in other bytes. The title is in two scripts and looks like a formula, so that an encoding or a rule that
depends on where the program runs would show.
"""

from __future__ import annotations

import os
import subprocess

import commands
import pytest
import released_files
import town

pytestmark = pytest.mark.story

TITLE = {"en": "=Bevölkerung, אוכלוסייה"}
ELSEWHERE = {
    "TZ": "Pacific/Kiritimati",  # where it is tomorrow already
    "LC_ALL": "tr_TR.UTF-8",  # where it is not installed, Python's own encoding is ASCII
    "PYTHONCOERCECLOCALE": "0",
    "PYTHONUTF8": "0",
    "PYTHONHASHSEED": "4711",
    "USER": "another",
    "LOGNAME": "another",
}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> town.Town:
    """The town after a release, a raised cap and a second release."""
    place = town.Town(tmp_path_factory.mktemp("anywhere"), rows=300, title=TITLE)
    measures = [town.COUNT, {"kind": "mean", "variable": "income"}]
    place.plan("first", town.table("people", title=TITLE, measures=measures, pages=[town.block("ages")]), title=TITLE)
    place.plan("second", loss={"epsilon": "2"})
    for words in (
        release(place, "first", "out"),
        ("ledger", "cap", "--dataset", "town", "--raise-to", "11", "--reason", "=a new year"),
        release(place, "second", "second"),
    ):
        answer = commands.dpdesk(*words, "--ledger", place.folder / "l.sqlite", home=place.folder / "home")
        assert answer.status == 0, answer.err
    return place


def release(place: town.Town, name: str, out: str) -> tuple[object, ...]:
    return ("release", place.folder / f"{name}.plan.json", "--data", place.data, "--out", place.folder / out)


def test_the_files_are_the_same_bytes(here: town.Town) -> None:
    words = commands.command(*release(here, "first", "elsewhere"), "--ledger", here.folder / "l.sqlite")
    env = {**commands.environment(here.folder / "home"), **ELSEWHERE}
    rights = {"umask": 0o077} if os.name == "posix" else {}
    done = subprocess.run(words, env=env, cwd="/", capture_output=True, check=False, timeout=280, **rights)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr
    before = commands.files_in(here.folder / "out")
    assert commands.files_in(here.folder / "elsewhere") == before
    assert released_files.plain(before) == released_files.expected("people")


def test_another_release_is_other_bytes(here: town.Town) -> None:
    """The control: what is compared does differ from one release to the next."""
    one, other = (commands.files_in(here.folder / name) for name in ("out", "second"))
    assert {name for name in one if one[name] == other.get(name)} == {"proof/verify.py", "proof/check_strategy.py"}
