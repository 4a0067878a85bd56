"""A release with declared sampling errors: what stands in its files, and that both programs notice what was changed."""

from __future__ import annotations

import csv
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import openpyxl
import pytest
from outsider import problems
from sampled import DECLARED, EFFECT, FIRST, SECOND, released, survey_plan

from dpdesk.api.tables import ReleasedTable
from dpdesk.errors import DpdeskError
from dpdesk.gui.paper.values import BOTH, CONSISTENT, Values, Words
from dpdesk.publish.documents.arranged import arranged
from dpdesk.publish.proof.verify import verify_result
from dpdesk.publish.workbook import workbook
from dpdesk.release.result import Release

RULE = {"measure": "cv", "error": "combined", "unreliable": "1/10", "caution": "1/20"}
LAYOUTS = [
    ({"layout": "accessible"}, "de"), ({"layout": "classic", "margins": "block", "scale": 1000}, "en"),
    ({"layout": "classic", "margins": "sheet", "totals": "last"}, "en"), ({"layout": "list"}, "en"),
]  # fmt: skip


def style(display: dict[str, Any], language: str) -> dict[str, Any]:
    return {
        "format": "dpdesk-style", "version": 1, "name": {"en": "Of the tests"}, "reliability": RULE,
        "display": display, "languages": [language],
    }  # fmt: skip


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Release, Path]:
    folder = tmp_path_factory.mktemp("sampled")
    return released(survey_plan(style=style({}, "en")), folder), folder / "out"


@pytest.fixture
def copy(done: tuple[Release, Path], tmp_path: Path) -> Path:
    """A copy, to be changed."""
    return Path(shutil.copytree(done[1], tmp_path / "copy"))


def rows_of(folder: Path, table: str) -> Iterator[dict[str, str]]:
    with (folder / "publish" / "tables" / f"{table}.csv").open(encoding="utf-8", newline="") as stream:
        yield from csv.DictReader(stream)


def test_the_columns_follow_from_what_is_declared(done: tuple[Release, Path]) -> None:
    """Of cases and weights by the design effect, of the next table by size, of the last cell by cell."""
    first = list(rows_of(done[1], "first"))
    for row in (one for one in first if one["measure"].startswith("count")):
        size = float(row["estimate"])
        whole, each = (2000, 1) if row["measure"] == "count" else (100_000, 50)
        error = (1.6 * 0.98 * each * size * (1 - size / whole)) ** 0.5
        assert float(row["sampling_margin"]) == pytest.approx(1.644854 * error, abs=2e-4)
        both = np.hypot(1.03 * float(row["margin"]), float(row["sampling_margin"]))  # Laplace noise
        assert float(row["combined_margin"]) == pytest.approx(both, abs=2e-4)
    assert {row["sampling_margin"] for row in rows_of(done[1], "second")} <= {"19.7383"}
    last = [row for row in rows_of(done[1], "third") if row["sampling_margin"]]  # some medians cannot be told
    assert all(row["sex"] in ("_T", "f") for row in last)
    for row in last:
        both = float(row["margin"]) + float(row["sampling_margin"])
        assert float(row["combined_margin"]) == pytest.approx(both, abs=2e-4)


def test_both_programs_accept_it(done: tuple[Release, Path]) -> None:
    assert problems(done[1]) == [] and verify_result(done[1]) == done[0].result_hash


@pytest.mark.parametrize(("display", "language"), LAYOUTS)
def test_every_layout_has_three_margins_and_is_read_back(
    done: tuple[Release, Path], tmp_path: Path, display: dict[str, Any], language: str
) -> None:
    from dpdesk.planning.document.style import StyleRecord
    from dpdesk.release.reliability import in_style

    path = tmp_path / "book.xlsx"
    with path.open("wb") as stream:
        workbook.write(in_style(done[0], StyleRecord(**style(display, language))), stream, language=language)
    assert problems(path) == [] and verify_result(path) == done[0].result_hash
    words = "\n".join(
        str(cell) for sheet in openpyxl.load_workbook(path) for row in sheet.values for cell in row if cell
    )
    if language == "de":
        for told in ("Stichprobenspanne (90 %)", "Rausch- und Stichprobenspanne (90 %)", "Qualitätsbericht 2024"):
            assert told in words
        assert "ampling margin" not in words and "Noise adds" not in words
        return
    for told in ("Sampling margin (90 %)", "Noise and sampling margin (90 %)", "Quality report 2024", "Noise adds "):
        assert told.casefold() in words.casefold()


@pytest.mark.parametrize("column", ["sampling_margin", "combined_margin"])
def test_a_changed_margin_in_a_csv_file_is_noticed(copy: Path, column: str) -> None:
    path = copy / "publish" / "tables" / "first.csv"
    row = next(rows_of(copy, "first"))
    path.write_bytes(path.read_bytes().replace(row[column].encode(), b"1" + row[column].encode(), 1))
    assert problems(copy) != []
    with pytest.raises(DpdeskError, match="do not follow from the two"):
        verify_result(copy)


@pytest.mark.parametrize("place", range(4))
def test_a_changed_margin_in_a_workbook_is_noticed(copy: Path, done: tuple[Release, Path], place: int) -> None:
    """Exact or printed, of sampling or of both."""
    (path,) = (copy / "publish").glob("*.xlsx")
    book = openpyxl.load_workbook(path)
    where = next(row[2].value for row in book["Codes"].iter_rows() if row[1].value == "sampling")
    book["1"][f"{where.split()[place]}6"].value += 1
    book.save(path)
    assert "the tables in the workbook are not the ones that were released" in problems(path)[0]
    assert verify_result(path) != done[0].result_hash


def test_marks_look_at_both_errors(done: tuple[Release, Path]) -> None:
    for table in done[0].tables:
        assert table.combined is not None
        judged = np.where(np.isfinite(table.combined), table.combined, table.margin)
        due = judged / 1.6449 > 0.1 * np.abs(table.estimate)
        plain = table.margin / 1.6449 > 0.1 * np.abs(table.estimate)
        marked = np.array(["u" in flag for flag in table.flag.ravel()]).reshape(due.shape)
        assert (marked == (due & np.isfinite(table.estimate))).all()
        if table.shell.name == "second":
            assert (marked & ~plain).any()  # the control: noise alone would leave some without a mark


def test_window_and_paper_show_all_three(done: tuple[Release, Path]) -> None:
    table = arranged(done[0], done[0].tables[0])
    values = Values(done[0], table, Words())
    assert values.parts((0, 0, 0, 0), CONSISTENT, BOTH)[1].count("±") == 3
    tip = values.tip((0, 0, 0, 0))
    assert "Sampling margin (90 %) ± " in tip and "Noise and sampling margin (90 %) ± " in tip


def test_methods_and_accuracy_say_what_is_declared(done: tuple[Release, Path]) -> None:
    text = (done[1] / "publish" / "methods.md").read_text(encoding="utf-8")
    assert "Sampling errors: design effect 1.6, 2,000 asked of 100,000" in text and "Table 1: Noise adds " in text
    assert "Table 2: Sampling errors: by 3 classes of size (Quality report 2024)." in text


def test_data_frames_have_the_margins(done: tuple[Release, Path]) -> None:
    shape = done[0].tables[0].shell.shape
    table = ReleasedTable("first", "First", shape, (done[1] / "publish" / "tables" / "first.csv").read_bytes())
    rows = list(rows_of(done[1], "first"))
    tidy, wide = table.to_frame(), table.to_frame("wide", value="combined_margin")
    assert tidy["sampling_margin"].iloc[0] == float(rows[0]["sampling_margin"])
    assert wide.iloc[0, 0] == float(rows[0]["combined_margin"]) and wide.shape == (3, 16)


def test_without_a_declaration_nothing_is_said(tmp_path: Path) -> None:
    done = released(survey_plan(FIRST, SECOND, declared=[{**EFFECT, "table": "first"}]), tmp_path)
    assert [table.sampling is not None for table in done.tables] == [True, False]
    assert "sampling_margin" not in next(rows_of(tmp_path / "out", "second")) and len(DECLARED) == 3
    assert problems(tmp_path / "out") == []
