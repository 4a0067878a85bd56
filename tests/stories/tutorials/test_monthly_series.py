"""The tutorial of a monthly series, typed as it stands, and what its files say."""

from __future__ import annotations

import csv
import hashlib
import json
import re
import runpy
import shlex
import shutil
from pathlib import Path

import pytest

from dpdesk.cli.commands import run
from dpdesk.ledger.ledger import Ledger

pytestmark = pytest.mark.story

PAGE = "docs/tutorial/monthly-series.md"


def blocks(page: str, kind: str = "") -> list[str]:
    """The code of a page, of one kind ("": commands)."""
    found = re.findall(r"^```(\w*)\n(.*?)^```$", page, flags=re.DOTALL | re.MULTILINE)
    return [code for own, code in found if own == kind]


@pytest.fixture(scope="module")
def walked(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which all was typed."""
    page = (checkout / PAGE).read_text(encoding="utf-8")
    folder = tmp_path_factory.mktemp("series")
    (program,) = blocks(page, "python")
    (folder / "months.py").write_text(program)
    lines = [line for block in blocks(page) for line in block.splitlines()]
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME"):
            patch.setenv(name, str(folder / name))
        for line in lines:
            if "RELEASE" in line:
                with Ledger.open(folder / "labour.sqlite") as ledger:
                    first, *_, last = (one.release_id for one in ledger.releases())
                line = line.replace("RELEASE", last).replace("EARLIER", first)
            first_word, *words = shlex.split(line)
            if first_word == "dpdesk":
                assert run(words) == 0, line
            elif words == ["months.py"]:
                runpy.run_path("months.py")
            else:
                assert runpy.run_path(words[0])["main"](words[1:]) == 0, line
    assert sum(line.startswith("dpdesk") for line in lines) == 10
    return folder


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_what_the_tutorial_says_is_so(walked: Path) -> None:
    assert (walked / "wave-03" / "publish" / "Labour-market-March-2025.xlsx").is_file()
    with Ledger.open(walked / "labour.sqlite") as ledger:
        series = ledger.series("labour")
        assert series is not None and [wave.day for wave in series.begun] == ["2025-01-31", "2025-02-28", "2025-03-31"]
        assert not any(value for at in (1, 2, 3) for value in series.left(at).values())
    now, before, changed = (
        {(row["region"], row["status"]): row for row in rows(walked / name) if row["measure"] == "count"}
        for name in (
            "wave-03/publish/tables/region.csv",
            "wave-01/publish/tables/region.csv",
            "since-january/region.csv",
        )
    )
    for key, row in changed.items():
        assert int(row["change"]) == int(now[key]["estimate"]) - int(before[key]["estimate"])
        if float(row["margin"]):
            assert 1.3 < float(row["margin"]) / float(now[key]["margin"]) < 1.5


def test_the_total_is_the_sum_of_the_waves(walked: Path) -> None:
    waves = [
        {(row["region"], row["status"]): row for row in rows(walked / f"wave-0{at}/publish/tables/region.csv")
         if row["measure"] == "count"}
        for at in (1, 2, 3)
    ]  # fmt: skip
    for row in rows(walked / "so-far" / "region.csv"):
        own = [wave[row["region"], row["status"]] for wave in waves]
        if row["measure"] != "count":
            assert row["total"] == "" and row["flag"] == "n"
            continue
        assert int(row["total"]) == sum(int(one["estimate"]) for one in own)
        if float(row["margin"]):  # the root of three, not three times
            assert 1.6 < float(row["margin"]) / float(own[0]["margin"]) < 1.85
    assert (walked / "so-far" / "Labour-market-March-2025-total.xlsx").is_file()


def test_the_truth_lies_within_the_limits_about_as_often_as_they_say(walked: Path) -> None:
    """Counts of the made-up files: of 25 limits at 90 % more than 12 fail with a chance below 1e-6."""
    people = [rows(walked / f"labour-2025-{month}.csv") for month in ("03", "01")]

    def count(file: list[dict[str, str]], region: str, status: str) -> int:
        return sum(region in ("_T", one["region"]) and status in ("_T", one["status"]) for one in file)

    counts = [row for row in rows(walked / "since-january" / "region.csv") if row["measure"] == "count"]
    missed = 0
    for row in counts:
        true = count(people[0], row["region"], row["status"]) - count(people[1], row["region"], row["status"])
        missed += not float(row["lower"]) <= true <= float(row["upper"])
    assert missed <= 12 and len(counts) == 25


@pytest.mark.parametrize("harm", ["a figure", "its sum"])
def test_a_changed_change_is_found_out(
    walked: Path, tmp_path: Path, harm: str, capsys: pytest.CaptureFixture[str]
) -> None:
    place = tmp_path / "change"
    shutil.copytree(walked / "wave-03" / "change", place)
    table = place / "region.csv"
    lines = table.read_text(encoding="utf-8").splitlines(keepends=True)
    fields = lines[1].split(",")
    fields[-3], fields[8] = str(int(fields[-3]) - 1), str(int(fields[8]) + 1)  # before and change, so that they agree
    table.write_text("".join([lines[0], ",".join(fields), *lines[2:]]), encoding="utf-8", newline="")
    if harm == "its sum":  # by somebody who knows how the folder is made
        told = json.loads((place / "change.json").read_text(encoding="utf-8"))
        told["files"]["region.csv"] = hashlib.sha256(table.read_bytes()).hexdigest()
        del told["checksum"]
        above = (json.dumps(told, ensure_ascii=False, indent=1).removesuffix("\n}") + ",\n").encode()
        (place / "change.json").write_bytes(
            above + f' "checksum": "{hashlib.sha256(above).hexdigest()}"\n}}\n'.encode()
        )
    main = runpy.run_path(str(walked / "wave-03" / "proof" / "verify.py"))["main"]
    assert main([str(place), str(walked / "wave-03"), str(walked / "wave-02")]) == 1
    said = capsys.readouterr().out
    assert ("was changed" in said) if harm == "a figure" else ("the figures before are not those of" in said)
