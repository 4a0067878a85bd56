"""LibreOffice opens what is published, shows the same numbers and texts, and finds no formula in it.

Every text that reaches a file begins like a formula here: titles, labels, codes, notes, universe, contact, period,
revision, unit of protection, offices and roles, reasons of corrections, the house's symbols.
"""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path

import numpy as np
import office
import published
import pytest
import xlsx_checker

from dpdesk.planning.choosing.checks import check_plan
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.tables.text import csv_field
from dpdesk.publish.write import write_release
from dpdesk.release.canonical import result_hash
from dpdesk.release.result import Correction, Release

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
    '=HYPERLINK("x","y")',
    "a;=1+1",
    "a,@SUM(1)",
]
CONTROL = "=sum(1)"
Sheets = dict[str, list[list[str]]]


def attacked() -> Release:
    codes = [*ATTACKS, "plain"]
    one = published.dictionary(
        [
            published.category("sex", "=Sex", codes, dict(zip(codes, codes, strict=True))),
            published.category("area", "@Area", ["a", "b"], {"a": "+1-1", "b": "-cmd"}),
        ],
        unit={"kind": "row", "describes": "person", "label": {"en": "=one"}},
        title={"en": "=data"},
    )
    by_sex = {"stub": [published.block("sex")], "boxhead": []}
    where = {"text": {"en": "=universe"}, "where": [{"variable": "area", "codes": ["a", "b"]}]}
    measures = [{"kind": "count", "label": {"en": "=Count"}}]
    tables = [
        published.table("a-b", title={"en": "=1+1"}, universe=where, **by_sex),
        published.table("History", title={"en": "@2"}, measures=measures, **by_sex),
        published.table("x" * 40, title={"en": "-3"}, pages=[published.block("area")], **by_sex),
    ]
    plan = published.plan(
        one,
        tables,
        title={"en": "=title"},
        notes=[{"text": {"en": text}} for text in ATTACKS] + [{"text": {"en": "+n"}, "table": "a-b"}],
        contact={"en": "@contact"},
        reference_period={"en": "-period"},
        revision={"en": "=revision"},
        display={"symbols": {"impossible": "=", "unreliable": "@u", "not_estimable": "+n"}},
    )
    assert check_plan(plan).tables  # no check stands between these texts and the files
    values = iter([0.1, 1e15, 2.0**53, 12345678.9, 999999999999999.0, 1 / 3, 0.0] * 20)
    release = published.release(
        plan,
        value=lambda codes, measure: next(values),
        offices={"=role": "@office"},
        corrections=(Correction(2, "2026-03-04", "=reason"),),
        text_version=2,
    )
    table = release.tables[0]
    table.flag[0, 0, 0, 0], table.flag[0, 1, 0, 0], table.flag[0, 2, 0, 0] = "z", "u", "n"
    for array in (table.estimate, table.lower, table.upper, table.margin, table.unbiased):
        array[0, 2, 0, 0] = np.nan
    return replace(release, result_hash=result_hash(release))


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Sheets, list[list[list[str]]]]:
    """A published folder, each sheet of its workbook as LibreOffice has it, each of its CSV files, and a control."""
    folder = tmp_path_factory.mktemp("office")
    write_release(attacked(), folder / "out", audit=['{"entry":7,"reason":"=1+1"}'])
    (folder / "control.csv").write_text(f"{CONTROL},a\n")
    files = [
        *sorted((folder / "out" / "publish" / "tables").glob("*.csv")),
        folder / "out" / "proof" / "measurements.csv",
        folder / "control.csv",
    ]
    sheets, *read = office.read([workbook_in(folder / "out"), *files], folder)
    return folder / "out", sheets, [next(iter(one.values())) for one in read]


def test_every_sheet_is_there_under_its_name(converted: tuple[Path, Sheets, list[list[list[str]]]]) -> None:
    out, sheets, _ = converted
    assert set(sheets) == set(xlsx_checker.Book(workbook_in(out)).sheets)
    assert {"1", "2", "3a", "3b", "3c"} <= set(sheets)


def test_every_number_and_text_is_the_same(converted: tuple[Path, Sheets, list[list[list[str]]]]) -> None:
    out, sheets, _ = converted
    book = xlsx_checker.Book(workbook_in(out))
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


def test_attacks_are_shown_as_text(converted: tuple[Path, Sheets, list[list[list[str]]]]) -> None:
    """Formulas would be exported as formulas, results as results: neither 2 nor a rewritten formula appears."""
    _, sheets, _ = converted
    assert [row[0] for row in sheets["1"][6:-1]] == ATTACKS
    shown = {cell for rows in sheets.values() for row in rows for cell in row}
    texts = ["=Sex", "=Count", "@contact", "-period", "=role", "@office", "=", "@u", "+n"]
    assert [text for text in [*ATTACKS, *texts] if text not in shown] == []
    assert any(cell.startswith("Universe: =universe. Reference period: -period") for cell in shown)
    assert any(
        cell.startswith("=revision. Text version 2; corrections of text: 4 March 2026: =reason") for cell in shown
    )
    assert any(cell.startswith("=one (each record") for cell in shown)


def test_csv_files_are_opened_without_a_formula(converted: tuple[Path, Sheets, list[list[list[str]]]]) -> None:
    """A guarded text is shown with its guard; an unguarded one is computed, which is the control."""
    _, _, (*files, control) = converted
    for rows in files:
        assert [cell for row in rows for cell in row if cell[:1] in ("=", "@", "+")] == []
    shown = {cell for row in files[0] for cell in row}
    guarded = [next(csv.reader([csv_field(text)]))[0] for text in ATTACKS if text.isascii() and not text[0].isdigit()]
    assert [text for text in guarded if text not in shown] == [] and "'=1+1" in guarded
    assert control[0][0] == CONTROL.upper()  # a formula is spelled LibreOffice's way
