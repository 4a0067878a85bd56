"""dpdesk started in awkward places: terminals without the signs of a title, closed streams, folders already in use."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import commands
import pytest
import town
from commands import dpdesk

pytestmark = pytest.mark.story

TITLE = "Bevölkerung, \u202e אוכלוסייה"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> town.Town:
    """The town after one release with a title in two scripts."""
    here = town.Town(tmp_path_factory.mktemp("awkward"), rows=300, title={"en": TITLE})
    here.plan("one", title={"en": TITLE})
    release(here, "out", "l.sqlite").json()
    return here


def release(here: town.Town, out: str, ledger: str, data: Path | None = None, *more: str) -> commands.Answer:
    words = (here.folder / "one.plan.json", "--data", data or here.data, "--out", here.folder / out)
    return dpdesk("release", *words, "--ledger", here.folder / ledger, "--json", *more, home=here.folder / "home")


def narrow(here: town.Town) -> dict[str, str]:
    """The environment of a terminal that knows ASCII only."""
    signs = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}
    return commands.environment(here.folder / "home", **signs)


def test_a_narrow_terminal_gets_every_answer(place: town.Town) -> None:
    """Text with escapes for what the terminal lacks; JSON and the audit log in UTF-8, byte for byte."""
    home, env, ledger = place.folder / "home", narrow(place), ("--ledger", place.folder / "l.sqlite")
    for words in (("forecast", place.folder / "one.plan.json"), ("ledger", "show", *ledger)):
        assert dpdesk(*words, home=home, env=env).status == 0
    shown = dpdesk("ledger", "show", "--json", *ledger, home=home, env=env).json()
    assert TITLE in {entry.get("title") for entry in shown["entries"]}
    log = place.folder / "log.jsonl"
    assert dpdesk("ledger", "export", *ledger, "--out", log, home=home, env=env).status == 0
    printed = dpdesk("ledger", "export", *ledger, home=home, env=env)
    assert printed.out.encode() == log.read_bytes()


def test_an_export_as_json_is_one_object(place: town.Town) -> None:
    words = ("ledger", "export", "--ledger", place.folder / "l.sqlite")
    lines = dpdesk(*words, home=place.folder / "home").out.splitlines()
    assert dpdesk(*words, "--json", home=place.folder / "home").json() == {"lines": lines}


@pytest.mark.skipif(os.name == "nt", reason="needs Linux or macOS")
def test_closed_streams_leave_ledger_and_files_whole(place: town.Town) -> None:
    """Without any standard stream the release is the same, and an error does not stray to standard output."""
    env = commands.environment(place.folder / "home")
    words = (place.folder / "one.plan.json", "--data", place.data, "--out", place.folder / "closed")
    release_words = commands.command("release", *words, "--ledger", place.folder / "closed.sqlite")
    closed = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *release_words], env=env, check=False, timeout=280
    )
    assert closed.returncode == 0
    verified = dpdesk("ledger", "verify", "--ledger", place.folder / "closed.sqlite", home=place.folder / "home")
    assert verified.status == 0, verified.err
    wrong = commands.command("forecast", place.folder / "nowhere.json")
    astray = subprocess.run(
        ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh", *wrong], env=env, check=False, timeout=280, stdout=subprocess.PIPE
    )
    assert (astray.returncode, astray.stdout) == (2, b"")


def test_a_folder_in_use_is_found_out_before_anything_is_spent(place: town.Town) -> None:
    """The same plan on another ledger or another file is another release, whose names would be taken."""
    before = commands.files_in(place.folder / "out")
    assert "another ledger" in release(place, "out", "other.sqlite").refused(3)
    assert not (place.folder / "other.sqlite").exists()
    changed = place.folder / "changed.csv"
    town.write_people(changed, list(town.people(301)))
    sentence = release(place, "out", "l.sqlite", changed, "--accept-changed-data", "one late form").refused(3)
    assert "another data file" in sentence
    assert commands.kinds(place.folder / "l.sqlite", place.folder / "home").count("reserved") == 1
    assert release(place, "out", "l.sqlite").json()["again"]
    assert commands.files_in(place.folder / "out") == before


def test_a_second_rehearsal_is_told_that_the_folder_holds_one(place: town.Town) -> None:
    words = ("rehearse", place.folder / "one.plan.json", "--out", place.folder / "rehearsal")
    assert dpdesk(*words, home=place.folder / "home").status == 0
    assert "holds a rehearsal" in dpdesk(*words, home=place.folder / "home").refused(3)
    metadata = json.loads((place.folder / "rehearsal" / "proof" / "metadata.json").read_bytes())
    assert metadata["rehearsal"] is True
