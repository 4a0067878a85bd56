"""A file of SPSS on the command line: checked as the CSV of its records is, released, and refused when damaged."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
import tracing
from commands import command, dpdesk, environment
from microdata import category, dictionary, words
from statistical import CANARY, as_csv, people, written

from dpdesk.schema.dictionary import Dictionary

pytestmark = pytest.mark.story


def planned(folder: Path, dictionary: Path) -> Path:
    """A plan of one table beside its dictionary."""
    tree = {
        "format": "dpdesk-plan",
        "version": 1,
        "title": words("Persons, 1 January 2025"),
        "dictionary": {"path": dictionary.name, "meaning": Dictionary.load(dictionary).meaning_hash},
        "loss": {"epsilon": "1/2"},
        "contact": words("Census Office, office@example.org"),
        "reference_period": words("1 January 2025"),
        "tables": [
            {
                "name": "sex",
                "title": words("Persons by sex"),
                "stub": [{"variables": [{"variable": "sex"}]}],
                "measures": [{"kind": "count"}],
            }
        ],
    }
    path = folder / "people.plan.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def described(folder: Path, kind: str) -> Path:
    made = dictionary([category("sex", ["1", "2", "9"], {"code": "9"}, column="SEX")], source={"kind": kind})
    path = folder / f"{kind}.dictionary.json"
    path.write_text(json.dumps(made.to_json()), encoding="utf-8")
    return path


def test_a_check_counts_what_it_counts_in_csv(tmp_path: Path) -> None:
    rows = people()
    as_csv(tmp_path / "people.csv", rows)
    written(tmp_path / "people.sav", rows)
    told = []
    for kind, name in (("csv", "people.csv"), ("spss", "people.sav")):
        typed = ("check", described(tmp_path, kind), "--data", tmp_path / name, "--json")
        told.append(dpdesk(*typed, home=tmp_path / "home").out.replace("people.sav", "people.csv"))
    assert told[0] == told[1] and str(len(rows)) in told[0]


def test_a_release_and_a_damaged_file(tmp_path: Path) -> None:
    home, path = tmp_path / "home", written(tmp_path / "people.sav", people())
    plan = planned(tmp_path, described(tmp_path, "spss"))
    released = dpdesk("release", plan, "--data", path, "--out", tmp_path / "out", "--json", home=home)
    assert released.json()["files"] and released.err == ""
    again = dpdesk("release", plan, "--data", path, "--out", tmp_path / "again", "--json", home=home)
    assert again.json()["release"] == released.json()["release"]
    path.write_bytes(path.read_bytes()[:900] + CANARY.encode() * 9)
    typed = ("release", plan, "--data", path, "--out", tmp_path / "o", "--accept-changed-data", "corrected", "--json")
    said = dpdesk(*typed, home=home).refused(2)
    assert "people.sav" in said and CANARY not in said
    assert not [one for one in (tmp_path / "o").rglob("*") if one.is_file()]


@pytest.mark.skipif(sys.platform != "linux" or shutil.which("strace") is None, reason="needs Linux: strace")
def test_both_processes_write_nothing_and_open_no_socket(tmp_path: Path) -> None:
    """The one that reads the file opens it and nothing else of the folder; no copy of a record lies anywhere."""
    folder = tmp_path / "data"
    folder.mkdir()
    path = written(folder / "people.sav", people())
    words, env = command("check", described(tmp_path, "spss"), "--data", path), environment(tmp_path / "home")
    seen = tracing.strace(words, tmp_path, env)
    assert seen.status == 0 and seen.err == b"" and seen.internet == ()
    assert {one for one in seen.opened if one.startswith(f"{folder}/")} == {str(path)}
    assert {one for one in seen.written if not one.startswith(("/dev/", str(tmp_path / "home")))} == set()
    kept = [one for one in (tmp_path / "home").rglob("*") if one.is_file()]
    assert not any(b"Lodz" in one.read_bytes() for one in kept)
