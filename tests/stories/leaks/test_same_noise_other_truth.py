"""The same noisy numbers over two different files: every byte that comes out is the same, names and sizes included.

So the order of rows, widths of columns, decimals, flags, what is rounded or withheld, the size of a packed workbook,
what the ledger stores and what is printed depend on the records through the noisy numbers alone.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest
import town
from detailed import detailed
from same_noise import SameNoise

import dpdesk.release.run
from dpdesk.cli.commands import run
from dpdesk.ledger.ledger import Ledger
from dpdesk.publish.write import write_release
from dpdesk.release.run import ReleaseRequest, release

TABLES = [
    town.table(
        "people",
        pages=[town.block("ages")],
        measures=[town.COUNT, {"kind": "percentage", "base": "row"}, {"kind": "mean", "variable": "income"}],
    ),
    town.table(
        "ages", stub=[town.block("sex")], boxhead=[], measures=[town.COUNT, {"kind": "median", "variable": "age"}]
    ),
    town.table(
        "drawn",
        stub=[town.block("region")],
        boxhead=[],
        measures=[{"kind": "median", "variable": "age"}],
        group="d",
    ),
]
GROUPS = [
    {"name": "d", "part": "1/4", "mechanism": "exponential-quantile"},
    {"name": "rest", "part": "3/4"},
]


def plan_of(place: town.Town) -> Path:
    tables = [{"group": "rest", **one} for one in TABLES]
    return place.plan("wide", *tables, groups=GROUPS, loss={"epsilon": "1/2"})


def others(path: Path) -> None:
    """Another town under the same name: more people, no men in the south, incomes unknown or far outside."""
    people = [one for one in town.people(2900) if (one["sex"], one["region"]) != ("m", "s")]
    for at, one in enumerate(people):
        one["income"] = "" if at % 3 else "1000000"
        one["age"] = "77" if at % 5 == 0 else one["age"]
    town.write_people(path, people[::-1])


def columns(ledger: Path) -> list[tuple[str, Any]]:
    base = sqlite3.connect(f"{ledger.as_uri()}?mode=ro", uri=True)
    names = [name for (name,) in base.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")]
    found = [(name, base.execute(f"SELECT * FROM {name}").fetchall()) for name in names]
    base.close()
    return found


def run_in(folder: Path, data: Path, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> dict[str, Any]:
    """Everything a release leaves in a folder, from a folder where every path is the same."""
    folder.mkdir()
    place = town.Town(folder / "town", rows=1)
    place.data.write_bytes(data.read_bytes())
    plan = plan_of(place).relative_to(folder)
    patch.chdir(folder)
    words = ["--data", "town/town.csv", "--out", "out", "--ledger", "l.sqlite", "--json"]
    status = run(["release", str(plan), *words])
    said = capsys.readouterr()
    assert status == 0, said.err
    assert run(["ledger", "show", "--ledger", "l.sqlite"]) == 0
    shown = capsys.readouterr()
    files = {path.name: path.read_bytes() for path in sorted((folder / "out").rglob("*")) if path.is_file()}
    return {**files, "said": said, "shown": shown, "ledger": columns(folder / "l.sqlite")}


def different(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    return [name for name in {**one, **other} if one.get(name) != other.get(name)]


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    paths = [tmp_path / "one.csv", tmp_path / "two.csv"]
    town.write_people(paths[0], list(town.people(2000)))
    others(paths[1])
    return paths


def test_a_release_of_other_records_is_the_same_bytes(
    files: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    noise = SameNoise(monkeypatch, tmp_path)
    found = []
    for number, data in enumerate(files):
        noise.again()
        found.append(run_in(tmp_path / str(number), data, capsys, monkeypatch))
    assert noise.drawn == 2  # both groups, once
    assert len(found[0]) >= 10
    assert different(*found) == []
    # The control: a release that packs how many records there are beside the noisy numbers.
    from dpdesk.data.counting import tabulation

    rows: list[int] = []
    tabulate, pack = tabulation.tabulate, dpdesk.release.run.pack_summary

    def counting(*args: Any) -> Any:
        made = tabulate(*args)
        rows.append(int(made[0].counts.sum()))
        return made

    monkeypatch.setattr(tabulation, "tabulate", counting)
    monkeypatch.setattr(dpdesk.release.run, "pack_summary", lambda *args: pack(*args) + b" " * rows[-1])
    noise.again()
    assert "ledger" in different(found[0], run_in(tmp_path / "2", files[1], capsys, monkeypatch))


def test_so_is_one_with_adaptive_detail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Which areas get how much detail is decided by the noisy sizes, which are the same."""
    noise = SameNoise(monkeypatch, tmp_path)
    found = []
    for number, repeated in enumerate((1, 9)):
        noise.again()
        folder = tmp_path / str(number)
        folder.mkdir()
        data = folder / "people.csv"
        areas = ["n1a"] * 40 * repeated + ["n1b"] * 200 + ["n2a"] * (900 // repeated) + ["s1a"] * 1500
        lines = [
            f"{'fm'[at % 2]},red,{area},{at * repeated % 10},{10 + at % 900},on,70" for at, area in enumerate(areas)
        ]
        data.write_text("\n".join(["sex,colour,area,age,pay,state,kilos", *lines]) + "\n", encoding="utf-8")
        with Ledger.open(folder / "l.sqlite", create=True) as ledger:
            made = release(ReleaseRequest(detailed(), data), ledger).release
            files = write_release(made, folder / "out", audit=ledger.release_lines(made.release_id))
        found.append({path.name: path.read_bytes() for path in files} | {"ledger": columns(folder / "l.sqlite")})
    assert noise.drawn == 2  # both stages, once
    assert different(*found) == []
