"""The benchmark of scale: what it makes is what it says, what it measures adds up, and its table comes back."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import csv_lines
import pytest
import scale
import scale_inputs as inputs
from scale_measure import Stages, group_by, timed
from scale_picture import draw


@pytest.mark.parametrize(
    ("case", "cells", "tables"),
    [
        (inputs.square(10_000), 10_000, 1),
        (inputs.measured(10_000), 10_000, 4),
        (inputs.margins(1e12), 10**12, 5),
        (inputs.chain(60), 8**60, 59),
        (inputs.pairs(200), 6**21, 200),
        (inputs.star(7), 6**8, 7),
        (inputs.wide(9), 16**10, 9),
        (inputs.wide(45), 16**10, 45),
    ],
)
def test_a_case_has_the_size_it_is_named_for(case: inputs.Case, cells: int, tables: int, tmp_path: Path) -> None:
    from dpdesk.planning.document.plan import Plan

    plan = Plan.load(inputs.write_plan(case, tmp_path))
    product = 1
    for _, size in case.columns:
        product *= size
    assert (product, len(plan.tables)) == (cells, tables)
    assert len(plan.groups) == (tables if case.apart else 1)


def test_a_file_of_persons_has_every_cell_and_is_the_same_again(tmp_path: Path) -> None:
    import duckdb

    case = inputs.persons(50_000, capped=True)
    path = inputs.write_data(case, tmp_path)
    assert inputs.write_data(case, tmp_path) == path  # kept
    text = inputs.write_data(replace(case, typed=False, kind="csv"), tmp_path)
    engine = duckdb.connect()
    found = engine.execute(
        "SELECT count(*), count(DISTINCT (sex, ethnic, schooling, age // 10)), max(n), min(age), max(age) "
        "FROM (SELECT *, count(*) OVER (PARTITION BY person) AS n FROM read_parquet($path))",
        {"path": str(path)},
    ).fetchone()
    both = "SELECT sex, ethnic, schooling, age, person FROM "
    differ = engine.execute(
        f"SELECT count(*) FROM ({both} read_parquet($a) EXCEPT ALL {both} read_csv($b))",
        {"a": str(path), "b": str(text)},
    ).fetchone()
    engine.close()
    assert found == (50_000, 2_304, 7, 10, 99)
    assert differ == (0,)


def test_a_release_is_measured_stage_by_stage(tmp_path: Path) -> None:
    one = scale.Series("cells", "published", (4,), inputs.square, ("group by",))
    found = {line.what: line for line in scale.lines([one], tmp_path, 1e6, rounds=1)}
    stages = {"start", "plan", "fingerprint", "reserve", "count", "draw", "seal", "finish", "commit", "files"}
    assert set(found) == stages | {scale.WHOLE, scale.BARE}
    assert found[scale.WHOLE].processor == pytest.approx(sum(found[name].processor for name in stages))
    assert found["draw"].entropy
    assert found["draw"].entropy == min(line.entropy or 0 for line in found.values() if line.what == "draw")
    assert found["count"].entropy == 0
    assert all((line.mebibytes or 1) > 0 for line in found.values())


def test_random_bytes_are_counted_where_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "urandom", os.urandom)  # put back afterwards
    stages = Stages()
    stages("checking the plan")
    os.urandom(3)
    stages("drawing the noise")
    os.urandom(40)
    stages("writing the CSV files", 0.5)
    stages.enter("end")
    assert {name: own["entropy"] for name, own in stages.found.items()} == {
        "start": 0,
        "plan": 3,
        "draw": 40,
        "files": 0,
    }


def test_the_bare_engine_counts_what_the_plan_counts(tmp_path: Path) -> None:
    case = inputs.persons(1_000, capped=True)
    inputs.write_plan(case, tmp_path)
    assert group_by(tmp_path, inputs.write_data(case, tmp_path))["seconds"] > 0
    with pytest.raises(Exception, match="nowhere"):
        group_by(tmp_path, tmp_path / "nowhere.parquet")


def test_a_measurement_that_fails_is_a_sentence(tmp_path: Path) -> None:
    inputs.write_plan(inputs.square(4), tmp_path)
    with pytest.raises(OSError, match=r"Measuring 'fingerprint' of nowhere\.csv failed"):
        scale.child("fingerprint", tmp_path, tmp_path / "nowhere.csv")


def line(size: float, seconds: float, what: str = scale.WHOLE, **more: object) -> scale.Line:
    return replace(scale.Line("cells", "published", size, what, seconds, seconds), **more)  # type: ignore[arg-type]


def test_slopes_are_of_logarithms() -> None:
    assert scale.slope(line(10, 2.0), line(1_000, 20.0)) == pytest.approx(0.5)
    assert scale.slope(line(10, 2.0), line(100, 200.0)) == pytest.approx(2.0)
    assert scale.slope(None, line(10, 2.0)) is None
    assert scale.slope(line(10, 0.0), line(100, 1.0)) is None


def test_a_table_comes_back_and_new_lines_take_the_place_of_old_ones(tmp_path: Path) -> None:
    old = [line(100, 1.0, mebibytes=50.0, entropy=7, slope=None, load=2.5), line(1e12, 2.0, slope=0.25)]
    path = tmp_path / "scale.csv"
    csv_lines.write(scale.Line, old, path, size=".0f")
    assert csv_lines.read(scale.Line, path) == old
    new = line(100, 0.5)
    assert scale.merged(old, [new]) == [new, replace(old[1], slope=scale.slope(new, old[1]))]
    assert timed(lambda: None)["seconds"] >= 0


def test_the_picture_shows_the_figures_of_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    found = [line(10.0**power, 10.0**power / 1e3, mebibytes=100.0 + power) for power in range(2, 6)]
    found += [replace(one, what=scale.NOISE, processor=one.processor / 100) for one in found]
    draw([replace(one, processor=one.processor**1.5) for one in found], tmp_path / "other.png")
    table, picture = tmp_path / "scale.csv", tmp_path / "scale.png"
    csv_lines.write(scale.Line, found, table, size=".0f")
    assert scale.main([str(table), "--redraw", "--picture", str(picture)]) == 0
    assert picture.read_bytes().startswith(b"\x89PNG")
    assert picture.read_bytes() != (tmp_path / "other.png").read_bytes()
    assert scale.main([str(table), "--redraw", "--picture", str(tmp_path / "no" / "scale.png")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_the_stored_table_is_one_of_this_benchmark() -> None:
    stored = Path(__file__).parents[3] / "docs" / "pictures" / "benchmark" / "scale.csv"
    found = csv_lines.read(scale.Line, stored)
    known = {(one.part, one.name) for one in scale.series()}
    assert {(one.part, one.series) for one in found} <= known
    most = {part: max(one.size for one in found if one.part == part) for part in ("rows", "variables", "tables")}
    assert most == {"rows": 1e9, "variables": 60, "tables": 200}
