"""First minutes on a new machine: the demo and the next command, the check of a file, the self-test."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import commands
import office
import openpyxl
import pytest
import released_files
import town
import xlsx_checker
from commands import Tidy, dpdesk

from dpdesk.publish.folders import workbook_in

pytestmark = [pytest.mark.story, pytest.mark.slow]

SAMPLE = {"sample.csv", "sample.dictionary.json", "plan.json", "ledger.sqlite"}


def test_the_demo_and_the_next_command(tmp_path: Path) -> None:
    home, out = tmp_path / "home", tmp_path / "first steps"
    done = dpdesk("demo", "--out", out, home=home)
    assert done.status == 0 and done.err == "", done.err
    files = commands.files_in(out)
    plan = json.loads((out / "plan.json").read_text(encoding="utf-8"))
    release = released_files.expected(*(table["name"] for table in plan["tables"]))
    assert set(files) >= SAMPLE
    # What is published stands by itself: neither records nor a ledger anywhere below or beside it.
    assert released_files.plain(commands.files_in(out / "release")) == release
    assert sorted(path.name for path in (out / "release").iterdir()) == ["proof", "publish"]
    with (out / "sample.csv").open(encoding="utf-8", newline="") as stream:
        assert 40_000 < sum(1 for _ in csv.reader(stream)) < 60_000
    # All tables about everyone have one total, the same in the workbook.
    tables = out / "release" / "publish" / "tables"
    totals = {
        name: next(row for row in Tidy.read(tables / name).rows if row["measure"] == "count")["estimate"]
        for name in ("area.csv", "age.csv", "marriage.csv", "industry.csv")
    }
    assert len(set(totals.values())) == 1, totals
    for header, rows in xlsx_checker.Book(workbook_in(out / "release")).tables().values():
        names = {head for head in header if head.endswith("(code)")}
        flat = not any("istrict" in name or "ndustry" in name for name in names)
        if flat and any(row[-1] == "count" for row in rows) and len(names) > 1:
            assert xlsx_checker.sums_that_fail(header, rows) == []
    # A second time: the stored release, nothing changed on disk.
    again = dpdesk("demo", "--out", out, home=home)
    assert again.status == 0 and commands.files_in(out) == files
    # In other forms: files of the same numbers, and once they are not asked for any more, no trace of them.
    other = dpdesk("demo", "--out", out, "--layout", "list", "--also", "px", "--language", "en", home=home)
    assert other.status == 0 and (out / "release" / "publish" / "px" / "area.px").is_file(), other.err
    listed = openpyxl.load_workbook(workbook_in(out / "release"))["1"]
    assert [listed.cell(5, at).value for at in (1, 2, 3, 4)] == ["District of residence", "Sex", "Age group", "Measure"]
    dpdesk("demo", "--out", out, home=home)
    assert commands.files_in(out) == files and not (out / "release" / "publish" / "px").exists()
    refused = dpdesk("demo", "--out", tmp_path / "other", "--language", "fr", home=home)
    assert refused.status == 2 and not (tmp_path / "other").exists()
    (line,) = [line for line in done.out.splitlines() if line.strip().startswith("dpdesk release")]
    words = shlex.split(line.strip())[1:]
    typed = dpdesk(*words, "--layout", "classic", home=home)
    assert typed.status == 0, typed.err
    next_folder = Path(words[words.index("--out") + 1])
    assert released_files.plain(commands.files_in(next_folder)) == release
    assert (next_folder.parent / "ledger.sqlite").is_file()
    assert office.pages(workbook_in(next_folder), tmp_path) <= 15  # each table on paper of its width
    book = openpyxl.load_workbook(workbook_in(next_folder))
    # One that nearly fills a page keeps to it, however many marks it has below; longer ones end theirs at a given row.
    assert [book[name].page_setup.fitToHeight for name in "12345"] == [1, None, 0, 0, None]
    ends = [[one.id for one in book[name].row_breaks.brk] for name in "12345"]
    assert ends == [[], [61], [], [], [45]] and all(book[name].page_setup.scale > 80 for name in "25")


def test_the_check_tells_what_becomes_of_every_record(tmp_path: Path) -> None:
    here = town.Town(tmp_path / "town", rows=1000)
    home = tmp_path / "home"
    tree = dpdesk("check", here.dictionary, "--data", here.data, "--json", home=home).json()
    people = list(town.people(1000))
    abroad = sum(person["region"] == "abroad" for person in people)
    silent = sum(person["income"] == "" for person in people)
    assert tree["confidential"] is True and tree["rows"] == 1000 and abroad > 0 and silent > 0
    found = {one["name"]: one for one in tree["variables"]}
    assert found["region"]["not_tabulated"] == abroad and found["region"]["coded"] == 1000 - abroad
    assert found["income"]["not_stated"] == silent
    assert found["sex"]["coded"] == 1000 and found["sex"]["not_tabulated"] == 0
    shown = dpdesk("check", here.dictionary, "--data", here.data, home=home)
    assert shown.out.splitlines()[0].startswith("CONFIDENTIAL") and "guarantee" in shown.out
    # It leaves no file but the ledger, in which each look is noted, without a figure, and how far the ledger has come.
    ledger = home / "data" / "dpdesk" / "ledger.sqlite"
    left = [home / name for name in commands.files_in(home) if not name.endswith(".lock")]
    assert left[0] == ledger and [path.parent for path in left[1:]] == [home / "state" / "dpdesk" / "anchors"]
    assert sum("look" in kind for kind in commands.kinds(ledger, home)) == 2
    dpdesk("check", here.dictionary, "--data", tmp_path / "none.csv", home=home).refused(2)


def test_the_selftest_passes_here(tmp_path: Path) -> None:
    parts = [word for part in ("samplers", "accounting", "ledger", "offline") for word in ("--part", part)]
    found = dpdesk("selftest", "--json", *parts, home=tmp_path / "home").json()
    assert found["passed"] is True
    names = " ".join(check["name"] for check in found["checks"])
    wanted = ("laplace", "gaussian", "ledger", "conversion", "account", "session", "offline")
    assert all(word in names for word in wanted)
    assert "planted" in names, "a self-test shows that it can fail"
    assert not [name for name in commands.files_in(tmp_path) if not name.startswith("home/tmp")]
