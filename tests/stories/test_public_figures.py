"""Rates and expanded counts of a survey from files of public figures to a workbook, beside what pandas makes of it."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pandas as pd
import pytest
from commands import Tidy, dpdesk

pytestmark = pytest.mark.story

STATISTICS = (
    "count", "count expanded by design", "rate per 1000 of population expanded by design",
    "rate per 1 of by_sex standardised to europe",
)  # fmt: skip
AGES = {"0": 0.2, "1": 0.5, "2": 0.3}


@pytest.fixture
def survey(real_data: Path, tmp_path: Path) -> pd.DataFrame:
    """Persons with the factor of their region and an age group, which a file in the folder has, too."""
    path = real_data / "eusilc" / "eusilc13puf.csv"
    if not path.is_file():
        pytest.skip("no EU-SILC file at hand")
    people = pd.read_csv(path, usecols=["db040", "rb090", "age", "rb050"])
    people["ages"] = people["age"].ge(20).astype(int) + people["age"].ge(65)
    people.drop(columns="rb050").drop(columns="age").to_csv(tmp_path / "survey.csv", index=False)
    people["factor"] = people.groupby("db040")["rb050"].transform("mean").round(3)
    return people


def test_rates_are_released_from_the_command_line(survey: pd.DataFrame, tmp_path: Path) -> None:
    """No number is farther off than 5 margins at 90 %: with Gaussian noise below 1e-14 for each of 132."""
    survey.groupby("db040")["factor"].first().to_csv(tmp_path / "design.csv")
    survey.groupby(["db040", "rb090"])["rb050"].sum().round().astype(int).to_csv(tmp_path / "population.csv")
    by_sex = survey.groupby(["rb090", "ages"])["rb050"].sum().round().astype(int)
    by_sex.to_csv(tmp_path / "by_sex.csv")
    pd.Series(AGES, name="weight").rename_axis("ages").to_csv(tmp_path / "europe.csv")
    path, home = tmp_path / "d.json", tmp_path / "home"
    figures = [word for name in ("design", "population", "by_sex", "europe")
               for word in ("--figures", name, tmp_path / f"{name}.csv", "Statistics Office", "2013")]  # fmt: skip
    for words in (
        ("dictionary", "propose", tmp_path / "survey.csv", "-o", path, "--unit", "person", "--neighbours", "add_remove",
         "--data-kind", "sample", "--rho", "4", "--ignore-weights", "--dataset", "silc"),
        ("dictionary", "confirm", path, "--by", "Survey office"),
        ("plan", "new", path, "--table", "db040 by rb090", "--rho", "1", "-o", tmp_path / "p.plan.json", *figures,
         *(word for one in STATISTICS for word in ("--statistic", one))),
        ("forecast", tmp_path / "p.plan.json"),
        ("release", tmp_path / "p.plan.json", "--data", tmp_path / "survey.csv", "--out", tmp_path / "out", "--ledger",
         tmp_path / "l"),
    ):  # fmt: skip
        said = dpdesk(*words, home=home)
        assert said.status == 0, said.err
    rows = Tidy.read(tmp_path / "out" / "publish" / "tables" / "db040.csv").rows
    rows = [row for row in rows if "NS" not in (row["db040"], row["rb090"])]
    assert len(rows) == 4 * 10 * 3
    for row in rows:
        true = _true(survey, by_sex, row)
        assert abs(float(row["estimate"]) - true) <= 5 * float(row["margin"]) + 0.06, row
        assert float(row["lower"]) <= float(row["estimate"]) <= float(row["upper"])
    noted = (tmp_path / "out" / "publish" / "methods.md").read_text(encoding="utf-8")
    assert "Public figures" in noted and "Statistics Office, 2013" in noted
    (book,) = (tmp_path / "out" / "publish").glob("*.xlsx")
    cells = [str(cell.value) for cell in openpyxl.load_workbook(book)["1"]["1":"8"] for cell in cell if cell.value]
    assert any("per 1,000 (population), expanded" in cell for cell in cells)


def _true(survey: pd.DataFrame, by_sex: pd.Series, row: dict[str, str]) -> float:
    here = survey
    for name in ("db040", "rb090"):
        here = here if row[name] == "_T" else here[here[name] == row[name]]
    kind = row["measure"]
    if kind == "count":
        return float(len(here))
    if kind.startswith("count:expanded"):
        return float(here["factor"].sum())
    if kind.endswith("expanded:design"):
        whole = here.groupby(["db040", "rb090"])["rb050"].sum().round().sum()
        return float(1000 * here["factor"].sum() / whole)
    people = by_sex.groupby("ages").sum() if row["rb090"] == "_T" else by_sex[row["rb090"]]
    return float(sum(share * here["ages"].eq(int(age)).sum() / people[int(age)] for age, share in AGES.items()))
