"""A weighted survey from its file to a workbook on the command line, beside what pandas makes of the same file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from commands import Tidy, dpdesk

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.document.plan import Plan
from dpdesk.release.finish import finish, prepare
from dpdesk.schema.dictionary import Dictionary

pytestmark = pytest.mark.story

WEIGHT, INCOME = "rb050", "eqInc"
LARGEST, STEP = {WEIGHT: 800, INCOME: 100_000}, {WEIGHT: 1, INCOME: 100}
STATISTICS = ("count", "count weighted by rb050", "mean eqInc weighted by rb050", "sum eqInc weighted by rb050",
              "percentage column weighted by rb050")  # fmt: skip
RELEASES = 80


@pytest.fixture(scope="module")
def survey(real_data: Path) -> Path:
    path = real_data / "eusilc" / "eusilc13puf.csv"
    if not path.is_file():
        pytest.skip("no EU-SILC file at hand")
    return path


@pytest.fixture(scope="module")
def described(survey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a dictionary and a plan, from three commands."""
    folder = tmp_path_factory.mktemp("survey")
    path = folder / "eu.dictionary.json"
    commands = [
        ("dictionary", "propose", survey, "-o", path, "--unit", "person", "--neighbours", "add_remove", "--data-kind",
         "sample", "--rho", "4", "--weight", "rb050 0 800 1", "--ignore-weights", "--quantity", "eqInc 0 100000 100",
         "--dataset", "silc"),
        ("dictionary", "confirm", path, "--by", "Survey office"),
        ("plan", "new", path, "--table", "db040 by rb090", "--rho", "1", "-o", folder / "eu.plan.json",
         *(word for one in STATISTICS for word in ("--statistic", one))),
    ]  # fmt: skip
    for words in commands:
        said = dpdesk(*words, home=folder / "home")
        assert said.status == 0, said.err
    return folder


def truth(survey: Path) -> pd.DataFrame:
    """Each cell's statistics, by region and sex, from values brought within the same bounds."""
    people = pd.read_csv(survey, usecols=["db040", "rb090", WEIGHT, INCOME])
    for name in (WEIGHT, INCOME):
        people[name] = np.floor(people[name].clip(0, LARGEST[name]) / STEP[name] + 0.5) * STEP[name]
    people["product"] = people[WEIGHT] * people[INCOME]
    totals = [{}, {"db040": "_T"}, {"rb090": "_T"}, {"db040": "_T", "rb090": "_T"}]
    by = pd.concat([people.assign(**one) for one in totals]).groupby(["db040", "rb090"])
    found = by.agg(count=(WEIGHT, "size"), weight=(WEIGHT, "sum"), total=("product", "sum"))
    found["mean"] = found["total"] / found["weight"]
    found["share"] = 100 * found["weight"] / found["weight"].xs("_T", level="db040").reindex(found.index, level="rb090")
    return found


COLUMNS = {
    "count": "count",
    "count:weighted:rb050": "weight",
    "mean:eqInc_amount:weighted:rb050": "mean",
    "sum:eqInc_amount:weighted:rb050": "total",
    "percentage:column:weighted:rb050": "share",
}


def test_a_weighted_table_is_released_from_the_command_line(survey: Path, described: Path, tmp_path: Path) -> None:
    """No number is farther off than 5 margins at 90 %: with Gaussian noise below 1e-14 for each of 150."""
    out, home = tmp_path / "out", described / "home"
    forecast = dpdesk("forecast", described / "eu.plan.json", home=home)
    assert forecast.status == 0
    released = dpdesk(
        "release", described / "eu.plan.json", "--data", survey, "--out", out, "--ledger", tmp_path / "l", home=home
    )
    assert released.status == 0, released.err
    assert list((out / "publish").glob("*.xlsx"))
    true = truth(survey)
    rows = Tidy.read(out / "publish" / "tables" / "db040.csv").rows
    assert len(rows) == 150 and {row["measure"] for row in rows} == set(COLUMNS)
    for row in rows:
        cell = true.loc[(row["db040"], row["rb090"]), COLUMNS[row["measure"]]]
        assert abs(float(row["estimate"]) - cell) <= 5 * float(row["margin"]) + 0.06, row
    noted = (out / "publish" / "methods.md").read_text(encoding="utf-8")
    assert "rb050 (0 to 800)" in noted and "eqInc (0 to 100,000)" in noted


@pytest.mark.statistical
def test_limits_hold_the_truth_in_the_worst_cell(survey: Path, described: Path) -> None:
    """Of 80 releases at 90 % at least 53 cover each of 150 numbers; a sixteenth of the width does not.

    False alarms: P(binomial(80, 0.9) < 53) < 2e-9 a number.
    """
    dictionary = Dictionary.load(described / "eu.dictionary.json")
    chosen = choose(Plan.load(described / "eu.plan.json"))
    (counted,) = tabulate(open_source(survey, dictionary.source), dictionary, chosen.domains, None)
    (group,), prepared = chosen.groups, prepare(chosen)
    shell = chosen.compiled.tables[0].shell
    frame = truth(survey)
    true = np.array([
        [[frame.loc[(line.codes[0], column.codes[0]), COLUMNS[item.code]] for item in shell.items]
         for column in shell.boxhead.lines] for line in shell.stub.lines
    ])  # fmt: skip
    covered, control = np.zeros(true.shape), np.zeros(true.shape)
    for _ in range(RELEASES):
        sealed = {group.name: group.measure(counted.counts, counted.sums)}
        found = finish(chosen, sealed, prepared).tables[0]
        lower, upper, estimate = (np.asarray(one)[0] for one in (found.lower, found.upper, found.estimate))
        covered += (lower <= true + 1e-6) & (true - 1e-6 <= upper)
        control += np.abs(estimate - true) <= (upper - lower) / 32
    assert covered.min() >= 53
    assert control.min() < 53
