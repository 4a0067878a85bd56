"""A table of a survey controlled to published figures, from the command line to workbook and methods."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest
from commands import Tidy, dpdesk

pytestmark = pytest.mark.story

CONTROL = {("f", "young"): 4000, ("f", "old"): 2500, ("m", "young"): 4200, ("m", "old"): 1800}


def rows() -> list[tuple[str, str, str]]:
    """Sex, age and work of 600 people, more of the old than the control has."""
    return [
        (sex, age, work)
        for sex in "fm"
        for age, size in (("young", 100), ("old", 200))
        for at in range(size)
        for work in ["yes" if at % 4 else "no"]
    ]


def test_a_survey_is_controlled_to_published_figures(tmp_path: Path) -> None:
    """No number is farther off than 6 margins at 90 %: with Gaussian noise below 1e-20 for each of 9."""
    text = "\n".join(",".join(row) for row in [("sex", "ages", "work"), *rows()])
    (tmp_path / "survey.csv").write_text(text + "\n", encoding="utf-8")
    lines = [f"{sex},{age},{size}" for (sex, age), size in CONTROL.items()]
    (tmp_path / "population.csv").write_text("\n".join(["sex,ages,n", *lines]) + "\n", encoding="utf-8")
    path, home, out = tmp_path / "d.json", tmp_path / "home", tmp_path / "out"
    for words in (
        ("dictionary", "propose", tmp_path / "survey.csv", "-o", path, "--unit", "person", "--neighbours", "add_remove",
         "--data-kind", "sample", "--rho", "4", "--dataset", "small"),
        ("dictionary", "confirm", path, "--by", "Survey office"),
        ("plan", "new", path, "--table", "sex by work", "--rho", "2", "-o", tmp_path / "p.plan.json", "--figures",
         "population", tmp_path / "population.csv", "Population estimate", "1 January 2026", "--statistic", "count",
         "--statistic", "count controlled to population"),
        ("forecast", tmp_path / "p.plan.json"),
        ("release", tmp_path / "p.plan.json", "--data", tmp_path / "survey.csv", "--out", out, "--ledger",
         tmp_path / "l"),
    ):  # fmt: skip
        said = dpdesk(*words, home=home)
        assert said.status == 0, said.err
    found = [row for row in Tidy.read(out / "publish" / "tables" / "sex.csv").rows if row["measure"] != "count"]
    seen = {(row["sex"], row["work"]): row for row in found}
    for (sex, work), row in seen.items():
        if sex not in ("f", "m", "_T"):
            assert row["estimate"] == ""  # the control says nothing of those whose sex is not stated
            continue
        whole = sum(size for (own, _), size in CONTROL.items() if sex in (own, "_T"))
        if work == "_T":
            values = (
                row["flag"],
                float(row["estimate"]),
                float(row["lower"]),
                float(row["upper"]),
                float(row["margin"]),
            )
            assert values == ("k", whole, whole, whole, 0)
        elif work in ("yes", "no"):
            share = {"yes": 0.75, "no": 0.25}[work]
            assert row["flag"] == "" and float(row["margin"]) > 1
            assert abs(float(row["estimate"]) - share * whole) <= 6 * float(row["margin"]) + 1
            assert float(row["lower"]) <= float(row["estimate"]) <= float(row["upper"])
    noted = (out / "publish" / "methods.md").read_text(encoding="utf-8")
    assert "Population estimate, 1 January 2026" in noted
    assert "Of the 4 figures of “population” 4 differ from the noisy counts" in noted
    (book,) = (out / "publish").glob("*.xlsx")
    cells = [str(cell.value) for sheet in openpyxl.load_workbook(book) for row in sheet for cell in row if cell.value]
    assert any("controlled: a public figure" in cell for cell in cells)
    assert any("Count, controlled" in cell for cell in cells)
