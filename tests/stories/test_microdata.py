"""A release with synthetic records beside its tables: the sample, by the command line, counted anew from its files."""

from __future__ import annotations

import csv
import gzip
import json
import shutil
import subprocess
import sys
from pathlib import Path

import commands
import numpy as np
import pytest
import town
from commands import dpdesk
from random_plans.meaning import Meaning
from random_plans.retabulated import differing, points_of
from random_plans.truth import Definition
from released_files import plain

from dpdesk.mechanisms.quantiles.mechanism import EXPONENTIAL
from dpdesk.planning.compiler.compile import compile_plan
from dpdesk.planning.document.plan import Plan

pytestmark = pytest.mark.story
SAMPLE = commands.ROOT / "resources" / "sample"
PEOPLE = 2_500  # of its fifty thousand: every way through the program is the same, and each run shorter


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The sample as `dpdesk demo` lays it out, with its first people only."""
    folder = tmp_path / "sample"
    shutil.copytree(SAMPLE, folder)
    lines = gzip.decompress((SAMPLE / "sample.csv.gz").read_bytes()).splitlines(keepends=True)
    (folder / "sample.csv").write_bytes(b"".join(lines[: 1 + PEOPLE]))
    return folder


def words(folder: Path, out: str, *more: str) -> tuple[object, ...]:
    data = ("--data", folder / "sample.csv", "--out", folder / out, "--ledger", folder / "l.sqlite")
    return ("release", folder / "plan.json", *data, *more)


def estimates(path: Path) -> np.ndarray:
    with path.open(encoding="utf-8", newline="") as lines:
        return np.array([float(row["estimate"] or "nan") for row in csv.DictReader(lines)])


def different(folder: Path, out: Path) -> list[str]:
    """Published numbers that the records do not have."""
    plan = Plan.load(folder / "plan.json")
    dictionary = plan.dictionary.to_json()
    points = points_of((out / "publish" / "microdata.csv").read_bytes(), dictionary)
    tables = json.loads((folder / "plan.json").read_text("utf-8"))["tables"]
    found = []
    for table, shell in zip(tables, compile_plan(plan).shells, strict=True):
        published = estimates(out / "publish" / "tables" / f"{table['name']}.csv").reshape(shell.shape)
        found += differing(Definition(Meaning(dictionary), table, shell), published, points)
    return found


def same(one: Path, other: Path, place: str) -> bool:
    """Whether a folder below `publish` has the same files in both."""
    first, second = (
        {path.name: path.read_bytes() for path in (folder / "publish" / place).iterdir()} for folder in (one, other)
    )
    return first == second


def test_the_sample_with_its_records(sample: Path, tmp_path: Path) -> None:
    home = tmp_path / "home"
    also = [word for what in ("microdata", "px", "sdmx") for word in ("--also", what)]
    made = dpdesk(*words(sample, "out", *also, "--json"), home=home).json()
    files, release = made["files"], made["release"]
    out = sample / "out"
    names = plain(Path(one).relative_to(out).as_posix() for one in files)
    assert {"publish/microdata.csv", "publish/microdata.csv-metadata.json"} <= names
    assert different(sample, out) == []
    tables = sorted(one.stem for one in (out / "publish" / "tables").glob("*.csv"))
    assert sorted(one.stem for one in (out / "publish" / "px").iterdir()) == tables
    assert sorted(one.stem for one in (out / "publish" / "sdmx").glob("*.csv")) == tables
    verified = [sys.executable, str(out / "proof" / "verify.py"), str(out)]
    assert subprocess.run(verified, check=True, capture_output=True).stdout.endswith(b"Everything holds.\n")
    described = json.loads((out / "publish" / "microdata.csv-metadata.json").read_text("utf-8"))
    assert "synthetic records" in described["dc:description"][0]["@value"]
    assert "The file microdata.csv holds" in (out / "publish" / "methods.md").read_text("utf-8")
    # again: the same file; without the words, none
    dpdesk(*words(sample, "again", *also, "--json"), home=home).json()
    record = (out / "publish" / "microdata.csv").read_bytes()
    for name in ("microdata.csv", "microdata.csv-metadata.json", "methods.md"):
        one, other = (folder / "publish" / name for folder in (out, sample / "again"))
        assert one.read_bytes() == other.read_bytes()
    marked = ("ledger", "embargo", release, "--until", "2099-01-01", "--ledger", sample / "l.sqlite", "--json")
    dpdesk(*marked, "--out", sample / "again", home=home).json()
    assert (sample / "again" / "publish" / "microdata.csv").read_bytes() == record
    assert "2099" in (sample / "again" / "publish" / "px" / "age.px").read_text("utf-8")
    assert same(out, sample / "again", "sdmx")
    dpdesk(*words(sample, "again", "--json"), home=home).json()
    assert not [one for what in ("microdata*", "px/*", "sdmx/*") for one in (sample / "again" / "publish").glob(what)]
    (sample / "again" / "publish" / "microdata.csv").write_bytes(record)  # which is not in its list of files
    other = [sys.executable, str(out / "proof" / "verify.py"), str(sample / "again")]
    assert b"was added" in subprocess.run(other, check=False, capture_output=True).stdout
    for place in ("px", "sdmx"):  # one number changed, and put back
        changed = next((out / "publish" / place).glob("age.*"))
        before = changed.read_bytes()
        changed.write_bytes(before.replace(b"1", b"2", 1))
        found = subprocess.run(verified, check=False, capture_output=True)
        assert found.returncode == 1
        assert f"publish/{place}/{changed.name} was changed".encode() in found.stdout
        changed.write_bytes(before)
        added = changed.with_name("added.px")
        added.write_bytes(before)
        assert b"a file was added" in subprocess.run(verified, check=False, capture_output=True).stdout
        added.unlink()
    # one record changed is found, by who counts again and by who looks at the hashes
    lines = record.splitlines(keepends=True)
    (out / "publish" / "microdata.csv").write_bytes(b"".join([*lines[:-1], lines[1]]))
    assert different(sample, out) != []
    assert subprocess.run(verified, check=False, capture_output=True).returncode != 0


def test_what_has_no_records_is_refused_before_anything_is_spent(sample: Path, tmp_path: Path) -> None:
    plan = json.loads((sample / "plan.json").read_text("utf-8"))
    plan["tables"] = [one for one in plan["tables"] if one["name"] == "income"]
    plan["tables"][0]["measures"] = [one for one in plan["tables"][0]["measures"] if one["kind"] == "median"]
    plan["groups"] = [{"name": "income", "part": "1", "mechanism": EXPONENTIAL}]
    (sample / "plan.json").write_text(json.dumps(plan), "utf-8")
    home = tmp_path / "home"
    refused = dpdesk(*words(sample, "out", "--also", "microdata"), home=home).refused(3)
    assert "no microdata can be made of this release" in refused
    assert not (sample / "out" / "publish").exists()
    shown = dpdesk("ledger", "show", "--ledger", sample / "l.sqlite", home=home)
    assert "reserved" not in shown.out


def test_records_of_a_rehearsal_say_so_line_by_line(tmp_path: Path) -> None:
    plan, out = town.Town(tmp_path / "town", rows=1).plan("people"), tmp_path / "out"
    done = dpdesk("rehearse", plan, "--out", out, "--also", "microdata", home=tmp_path / "home")
    assert done.status == 0, done.err
    lines = (out / "publish" / "microdata.csv").read_text("utf-8").splitlines()
    assert len(lines) > 100
    assert all(line.startswith("REHEARSAL,") for line in lines)
    described = json.loads((out / "publish" / "microdata.csv-metadata.json").read_text("utf-8"))
    names = [one["name"] for one in described["tableSchema"]["columns"]]
    assert names == lines[0].split(",")
