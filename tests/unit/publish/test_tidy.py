"""The tidy CSV, measurements and metadata, down to the character."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import published
import pytest
import released_files

from dpdesk.publish.tables import measurements, tidy
from dpdesk.publish.workbook.titles import units
from dpdesk.publish.write import write_release

SNAPSHOTS = Path(__file__).parents[2] / "snapshots" / "publish"


def text_of(pieces: object) -> str:
    return b"".join(pieces).decode("utf-8")  # type: ignore[call-overload]  # an iterable of bytes


def test_the_file_is_what_it_was() -> None:
    """The published form is kept for years: it changes only on purpose, with this snapshot."""
    release = published.release()
    release.tables[0].flag[0, 0, 1, 0], release.tables[0].flag[0, 0, 2, 0] = "z", "n"
    release.tables[0].estimate[0, 0, 2, 0] = np.nan
    found = text_of(tidy.lines(release, release.tables[0]))
    kept = (SNAPSHOTS / "people.csv").read_text(encoding="utf-8")  # line ends have a test of their own
    assert found.replace("\r\n", "\n") == kept


def test_rows_stand_in_c_order_with_totals_before_parts_and_measures_innermost() -> None:
    table = published.table(measures=[{"kind": "count"}, {"kind": "percentage", "base": "row"}])
    release = published.release(published.plan(tables=[table]), value=lambda codes, measure: 1.5)
    rows = list(csv.DictReader(io.StringIO(text_of(tidy.lines(release, release.tables[0])))))
    keys = [(row["sex"], row["school"], row["measure"]) for row in rows]
    assert keys == [
        (sex, school, measure)
        for sex in ("_T", "M", "F")
        for school in ("_T", "1", "2", "3")
        for measure in ("count", "percentage:row")
    ]
    assert list(rows[0]) == [
        "table",
        "sex",
        "sex_label",
        "school",
        "school_label",
        "measure",
        "measure_label",
        "unit",
        "estimate",
        "lower",
        "upper",
        "level",
        "margin",
        "unbiased",
        "flag",
    ]


def test_utf8_without_mark_and_crlf() -> None:
    one = published.dictionary([published.category("sex", "Sexe", ["é"], {"é": "Ménage"})])
    release = published.release(published.plan(one, [published.table(stub=[published.block("sex")], boxhead=[])]))
    data = b"".join(tidy.lines(release, release.tables[0]))
    assert data.startswith(b"table,") and "Ménage".encode() in data
    assert data.count(b"\n") == data.count(b"\r\n") == 3 and data.endswith(b"\r\n")


def test_stacked_blocks_leave_codes_empty_and_labels_language() -> None:
    one = published.dictionary()
    table = published.table(stub=[published.block("sex"), published.block("school")], boxhead=[])
    release = published.release(published.plan(one, [table]))
    rows = list(csv.DictReader(io.StringIO(text_of(tidy.lines(release, release.tables[0])))))
    assert [(row["sex"], row["school"]) for row in rows] == [
        ("_T", ""),
        ("M", ""),
        ("F", ""),
        ("", "_T"),
        ("", "1"),
        ("", "2"),
        ("", "3"),
    ]


def test_numbers_are_read_back_equal_and_negative_ones_stay_numbers() -> None:
    values = iter(np.random.default_rng(5).normal(0, 1e6, 12).tolist())
    release = published.release(value=lambda codes, measure: next(values))
    rows = list(csv.DictReader(io.StringIO(text_of(tidy.lines(release, release.tables[0])))))
    assert [float(row["estimate"]) for row in rows] == release.tables[0].estimate.ravel().tolist()
    assert [float(row["unbiased"]) for row in rows] == release.tables[0].unbiased.ravel().tolist()
    assert any(row["estimate"].startswith("-") for row in rows)


def test_variables_named_like_our_columns_are_told_apart() -> None:
    variables = [published.category(name, name, ["1"]) for name in ("table", "estimate", "x", "x_label")]
    one = published.dictionary(variables)
    table = published.table(stub=[published.block("table", "estimate", "x", "x_label")], boxhead=[])
    header = tidy.header(published.release(published.plan(one, [table])).tables[0])
    assert len({name.casefold() for name in header}) == len(header)
    assert header[1::2][:4] == ["variable:table", "variable:estimate", "x", "variable:x_label"]


def test_measurements_hold_the_integers_and_the_unbiased_values() -> None:
    release = published.release()
    rows = list(csv.DictReader(io.StringIO(text_of(measurements.lines(release.groups)))))
    noisy = [int(row["value"]) for row in rows if row["kind"] == "noisy"]
    assert noisy == release.groups[0].measured["count"].tolist()
    unbiased = {row["cell"]: float(row["value"]) for row in rows if row["kind"] == "unbiased"}
    assert unbiased["sex=M school=1"] == release.groups[0].unbiased["count"][0]
    assert list(unbiased) == [f"sex={a} school={b}" for a in "MF" for b in "123"]


def test_metadata_is_whole_and_names_no_machine(tmp_path: Path) -> None:
    release = published.release()
    write_release(release, tmp_path / "x")
    text = (tmp_path / "x" / "proof" / "metadata.json").read_text(encoding="utf-8")
    tree = json.loads(text)
    assert tree["loss"] == release.loss.to_json() and tree["loss"]["rho"] == "1/2"
    assert tree["result"]["hash"] == release.result_hash and tree["plan"]["meaning"] == release.plan.meaning
    assert released_files.plain(tree["files"]) == released_files.expected("people", strategy=False) - {
        "proof/metadata.json"
    }
    assert str(tmp_path) not in text and str(Path.home()) not in text and "NaN" not in text


@pytest.mark.parametrize("described", ["person", "household", "other"])
def test_a_file_says_the_unit_that_the_workbook_says(described: str) -> None:
    one = published.dictionary(unit={"kind": "row", "describes": described, "label": {"en": "one"}})
    release = published.release(published.plan(one))
    table = release.tables[0]
    rows = list(csv.DictReader(io.StringIO(text_of(tidy.lines(release, table)))))
    assert {row["unit"] for row in rows} == {units(release, table, "en")}
    assert (described == "other") == (rows[0]["unit"] == "number")


@pytest.mark.parametrize(("most", "said"), [(1, "persons"), (3, "records")])
def test_counts_of_several_rows_of_a_person_are_of_records(most: int, said: str) -> None:
    unit = {"kind": "id", "describes": "person", "label": {"en": "one"}, "column": "id", "max_rows": most}
    one = published.dictionary(unit={**unit, "rows_without_id": "refuse"})
    release = published.release(published.plan(one))
    assert units(release, release.tables[0], "en") == said
