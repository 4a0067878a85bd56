"""Patients by diagnosis, each once in a cell: from a file of records to a German workbook on the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import openpyxl
import pytest
from commands import Tidy, dpdesk
from patients import DIAGNOSES, by_hand, some_rows, write

pytestmark = pytest.mark.story


def test_from_a_file_of_records_to_a_german_workbook(tmp_path: Path) -> None:
    """No number is farther off than ten margins at 90 %: with Gaussian noise below 1e-50."""
    home, rows = tmp_path / "home", some_rows(5, 2000)
    data, dictionary, plan = write(tmp_path / "p.csv", rows), tmp_path / "d.dictionary.json", tmp_path / "p.plan.json"
    for words in (
        ("dictionary", "propose", data, "-o", dictionary, "--unit", "person", "--id-column", "patient", "--max-rows", 3,
         "--rows-without-id", "refuse", "--neighbours", "replace_one", "--data-kind", "complete_count", "--rho", "4",
         "--language", "de", "--title", "Patienten"),
        ("dictionary", "confirm", dictionary, "--by", "Amt"),
        ("plan", "new", dictionary, "--table", "diagnosis by sex", "--table", "diagnosis", "--statistic", "units",
         "--rho", "1", "-o", plan, "--language", "de", "--title", "Patienten"),
    ):  # fmt: skip
        answer = dpdesk(*words, home=home)
        assert answer.status == 0, answer.err
    assert "A unit counts once in each of at most 3 cells" in dpdesk("forecast", plan, home=home).out
    out = tmp_path / "out"
    released = dpdesk("release", plan, "--data", data, "--out", out, "--ledger", tmp_path / "l", home=home)
    assert released.status == 0, released.err
    true = dict(zip(DIAGNOSES, by_hand(rows, 3)[1], strict=True))
    for row in Tidy.read(out / "publish" / "tables" / "diagnosis_2.csv").rows:
        if row["diagnosis"] in true:
            assert abs(float(row["estimate"]) - true[row["diagnosis"]]) <= 10 * float(row["margin"]) + 1, row
    program = [sys.executable, out / "proof" / "check_strategy.py", out]
    proved = subprocess.run(program, capture_output=True, text=True, check=False)
    assert proved.returncode == 0 and proved.stdout.count("rho 1/2 recomputed") == 2, proved.stdout
    (book,) = (out / "publish").glob("*.xlsx")
    words = {str(cell.value) for sheet in openpyxl.load_workbook(book) for line in sheet.iter_rows() for cell in line}
    assert any("jede einmal in jeder Zelle" in one and "ergeben zusammen nicht" in one for one in words)
    assert any(one.startswith("Einheit: Personen") for one in words)
