"""A release is exported again at another office: other clock, language, user and rights, and a ledger that went on.

The files are the same bytes. The title is in two scripts and looks like a formula, so that an encoding or a rule that
depends on where the program runs would show.
"""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import commands
import pytest
import town

pytestmark = pytest.mark.story

TITLE = {"en": "=Bevölkerung, אוכלוסייה"}
ELSEWHERE = {
    "TZ": "Pacific/Kiritimati",  # where it is tomorrow already
    "LC_ALL": "tr_TR.UTF-8",
    "LANG": "tr_TR.UTF-8",
    "PYTHONHASHSEED": "4711",
    "USER": "another",
    "LOGNAME": "another",
    "PYTHONUTF8": "0",
}
BARE = {"TZ": "America/Adak", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONHASHSEED": "0", "PYTHONUTF8": "0"}


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> town.Town:
    """The town after a release, a raised cap, a second release and a look at the file."""
    place = town.Town(tmp_path_factory.mktemp("anywhere"), rows=300, title=TITLE)
    measures = [town.COUNT, {"kind": "mean", "variable": "income"}, {"kind": "median", "variable": "age"}]
    place.plan("first", town.table("people", title=TITLE, measures=measures, pages=[town.block("ages")]), title=TITLE)
    place.plan("second", loss={"epsilon": "2"})
    for words in (
        release(place, "first", "out"),
        ("ledger", "cap", "--dataset", "town", "--raise-to", "11", "--reason", "=a new year"),
        release(place, "second", "second"),
        ("check", place.dictionary, "--data", place.data),
    ):
        answer = commands.dpdesk(*words, "--ledger", place.folder / "l.sqlite", home=place.folder / "home")
        assert answer.status == 0, answer.err
    return place


def release(place: town.Town, name: str, out: str) -> tuple[object, ...]:
    return ("release", place.folder / f"{name}.plan.json", "--data", place.data, "--out", place.folder / out)


@pytest.mark.parametrize(("variables", "umask", "name"), [(ELSEWHERE, 0o077, "elsewhere"), (BARE, 0o000, "bare")])
def test_the_files_are_the_same_bytes(here: town.Town, variables: dict[str, str], umask: int, name: str) -> None:
    words = commands.command(*release(here, "first", name), "--ledger", here.folder / "l.sqlite")
    env = {**commands.environment(here.folder / "home"), **variables}
    rights = {"umask": umask} if os.name == "posix" else {}
    done = subprocess.run(words, env=env, cwd="/", capture_output=True, check=False, timeout=280, **rights)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr
    before = commands.files_in(here.folder / "out")
    assert commands.files_in(here.folder / name) == before
    assert {Path(path).name for path in before} >= {"release.xlsx", "people.csv", "audit.jsonl", "metadata.json"}


def test_another_release_is_other_bytes(here: town.Town) -> None:
    """The control: what is compared does differ from one release to the next."""
    one, other = (commands.files_in(here.folder / name) for name in ("out", "second"))
    assert {name for name in one if one[name] == other.get(name)} == {"verify.py"}
