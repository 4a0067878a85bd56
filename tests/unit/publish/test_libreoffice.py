"""LibreOffice opens the workbook, shows the same numbers and texts, and finds no formula in it."""

from __future__ import annotations

import csv
import shutil
import subprocess
from pathlib import Path

import published
import pytest
import xlsx_checker

from dpdesk.publish import workbook
from dpdesk.release.result import Release

ATTACKS = [
    "=1+1",
    "=cmd|' /C calc'!A0",
    "+1+1",
    "-1+1",
    "@SUM(1)",
    "＝1+1",
    "'=1",
    "_x0041_b",
    "2025-01-01",
    "1e5",
    "007",
    "TRUE",
]
# Comma, quotes round all text, UTF-8, numbers as they are and not as shown, formulas instead of results, all sheets.
FILTER = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,true,false,false,true,false,-1"


def attacked() -> Release:
    codes = [str(i) for i in range(len(ATTACKS))]
    one = published.dictionary([published.category("sex", "=Sex", codes, dict(zip(codes, ATTACKS, strict=True)))])
    tables = [
        published.table(
            "'a'/b".replace("/", "-").replace("'", ""), title={"en": "=1+1"}, stub=[published.block("sex")], boxhead=[]
        ),
        published.table("History", stub=[published.block("sex")], boxhead=[]),
        published.table("x" * 40, stub=[published.block("sex")], boxhead=[]),
    ]
    values = iter([0.1, 1e15, 2.0**53, 12345678.9, 999999999999999.0, 1 / 3, 0.0] * 20)
    return published.release(published.plan(one, tables), value=lambda codes, measure: next(values))


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, list[list[str]]]]:
    """The workbook, and each of its sheets as LibreOffice writes it."""
    office = shutil.which("soffice") or shutil.which("libreoffice")
    if office is None:
        pytest.skip("LibreOffice is not installed")
    folder = tmp_path_factory.mktemp("office")
    path = folder / "release.xlsx"
    with path.open("wb") as stream:
        workbook.write(attacked(), stream)
    subprocess.run(
        [
            office,
            f"-env:UserInstallation={(folder / 'profile').as_uri()}",
            "--headless",
            "--norestore",
            "--convert-to",
            FILTER,
            "--outdir",
            str(folder / "csv"),
            str(path),
        ],
        check=True,
        capture_output=True,
        timeout=240,
    )
    sheets = {}
    for file in (folder / "csv").glob("*.csv"):
        with file.open(encoding="utf-8", newline="") as stream:
            sheets[file.stem.removeprefix("release-")] = list(csv.reader(stream))
    return path, sheets


def test_every_sheet_is_there_under_its_name(converted: tuple[Path, dict[str, list[list[str]]]]) -> None:
    path, sheets = converted
    assert set(sheets) == set(xlsx_checker.Book(path).sheets)
    assert {"a-b", "History (2)", "x" * 31} <= set(sheets)


def test_every_number_and_text_is_the_same(converted: tuple[Path, dict[str, list[list[str]]]]) -> None:
    path, sheets = converted
    book = xlsx_checker.Book(path)
    numbers = 0
    for name, rows in book.sheets.items():
        for row, shown in zip(rows, sheets[name], strict=True):
            for cell, text in zip(row, shown, strict=False):
                if isinstance(cell, float):
                    numbers += 1
                    # LibreOffice itself writes 15 digits of a number.
                    assert f"{float(text):.15g}" == f"{cell:.15g}", (name, cell)
                else:
                    assert text == (cell or "").replace("_x005F_", "_"), name
    assert numbers > 100


def test_attacks_are_shown_as_text(converted: tuple[Path, dict[str, list[list[str]]]]) -> None:
    """Formulas would be exported as formulas, results as results: neither 2 nor a rewritten formula appears."""
    _, sheets = converted
    labels = [row[0] for row in sheets["a-b"][6:]]
    assert labels == ATTACKS
    assert sheets["a-b"][0][0] == "=1+1" and sheets["a-b"][4][0] == "=Sex"
