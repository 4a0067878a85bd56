"""A weighted survey from its file to a workbook on the command line, beside what pandas makes of the same file."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

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
TABLES = {
    "db040 by rb090": (
        "count", "count weighted by rb050", "mean eqInc weighted by rb050", "sum eqInc weighted by rb050",
        "percentage column weighted by rb050", "standard_deviation eqInc weighted by rb050",
    ),
    "rb090": ("median age weighted by rb050", "count weighted by rb050"),
}  # fmt: skip


@pytest.fixture(scope="module")
def survey(real_data: Path) -> Path:
    path = real_data / "eusilc" / "eusilc13puf.csv"
    if not path.is_file():
        pytest.skip("no EU-SILC file at hand")
    return path


@pytest.fixture(scope="module")
def described(survey: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a dictionary and two plans, from a command for each and one that confirms."""
    folder = tmp_path_factory.mktemp("survey")
    path = folder / "eu.dictionary.json"
    commands = [
        ("dictionary", "propose", survey, "-o", path, "--unit", "person", "--neighbours", "add_remove", "--data-kind",
         "sample", "--rho", "4", "--weight", "rb050 0 800 1", "--ignore-weights", "--quantity", "eqInc 0 100000 100",
         "--dataset", "silc"),
        ("dictionary", "confirm", path, "--by", "Survey office"),
        *(("plan", "new", path, "--table", table, "--rho", "1", "-o", folder / f"{table}.plan.json",
           *(word for one in statistics for word in ("--statistic", one))) for table, statistics in TABLES.items()),
    ]  # fmt: skip
    for words in commands:
        said = dpdesk(*words, home=folder / "home")
        assert said.status == 0, said.err
    for path in folder.glob("*.plan.json"):
        path.write_text(json.dumps(without_not_stated(json.loads(path.read_text(encoding="utf-8")))), encoding="utf-8")
    return folder


def without_not_stated(plan: dict[str, Any]) -> dict[str, Any]:
    """The plan without rows of the code that a proposal has for what nobody left out here."""
    for table in plan["tables"]:
        for block in (*table.get("stub", []), *table.get("boxhead", [])):
            for variable in block["variables"]:
                variable["missing"] = "hide"
    return plan


def truth(survey: Path) -> pd.DataFrame:
    """Each cell's statistics, by region and sex, from values brought within the same bounds."""
    people = pd.read_csv(survey, usecols=["db040", "rb090", "age", WEIGHT, INCOME])
    for name in (WEIGHT, INCOME):
        people[name] = np.floor(people[name].clip(0, LARGEST[name]) / STEP[name] + 0.5) * STEP[name]
    people["product"] = people[WEIGHT] * people[INCOME]
    totals = [{}, {"db040": "_T"}, {"rb090": "_T"}, {"db040": "_T", "rb090": "_T"}]
    by = pd.concat([people.assign(**one) for one in totals]).groupby(["db040", "rb090"])
    found = by.agg(count=(WEIGHT, "size"), weight=(WEIGHT, "sum"), total=("product", "sum"))
    found["mean"] = found["total"] / found["weight"]
    found["spread"] = by.apply(lambda own: np.sqrt(np.cov(own[INCOME], aweights=own[WEIGHT], ddof=0)))
    found["median"] = by.apply(_median)
    found["share"] = 100 * found["weight"] / found["weight"].xs("_T", level="db040").reindex(found.index, level="rb090")
    return found


def _median(own: pd.DataFrame) -> float:
    """The least age that half of the weights have not passed."""
    running = own.sort_values("age").groupby("age")[WEIGHT].sum().cumsum()
    return float(running.index[running >= running.iloc[-1] / 2][0])


COLUMNS = {
    "count": "count",
    "count:weighted:rb050": "weight",
    "mean:eqInc_amount:weighted:rb050": "mean",
    "sum:eqInc_amount:weighted:rb050": "total",
    "percentage:column:weighted:rb050": "share",
    "standard_deviation:eqInc_amount:weighted:rb050": "spread",
    "quantile:age:1/2:weighted:rb050": "median",
}


def true_cell(frame: pd.DataFrame, codes: Mapping[str, str], measure: str) -> float:
    return float(frame.loc[(codes.get("db040", "_T"), codes.get("rb090", "_T")), COLUMNS[measure]])


@pytest.mark.parametrize("table", TABLES)
def test_a_weighted_table_is_released_from_the_command_line(
    survey: Path, described: Path, tmp_path: Path, table: str
) -> None:
    """No number is farther off than 5 margins at 90 %: with Gaussian noise below 1e-14 for each of 186.

    The median of women's ages is 44 by less than the noise (49.97 % are up to 43), and its limits are whole years.
    """
    out, home, plan = tmp_path / "out", described / "home", described / f"{table}.plan.json"
    assert dpdesk("forecast", plan, home=home).status == 0
    released = dpdesk("release", plan, "--data", survey, "--out", out, "--ledger", tmp_path / "l", home=home)
    assert released.status == 0, released.err
    assert list((out / "publish").glob("*.xlsx"))
    true = truth(survey)
    rows = Tidy.read(out / "publish" / "tables" / f"{table.split()[0]}.csv").rows
    assert len(rows) == {"db040 by rb090": 180, "rb090": 6}[table]
    for row in rows:
        apart = abs(float(row["estimate"]) - true_cell(true, row, row["measure"]))
        a_step = 1.0 if row["measure"].startswith("quantile") else 0.06
        assert apart <= 5 * float(row["margin"]) + a_step, row
    noted = (out / "publish" / "methods.md").read_text(encoding="utf-8")
    assert "rb050 (0 to 800)" in noted


@pytest.mark.statistical
@pytest.mark.parametrize(("table", "releases", "least"), [("db040 by rb090", 50, 29), ("rb090", 20, 9)])
def test_limits_hold_the_truth_in_the_worst_cell(
    survey: Path, described: Path, table: str, releases: int, least: int
) -> None:
    """Of 50 releases at 90 % at least 29 cover each of 180 numbers; a sixteenth of the width does not.

    False alarms: P(binomial(50, 0.9) < 29) < 6e-10 a number, P(binomial(20, 0.9) < 9) < 1e-7.
    """
    dictionary = Dictionary.load(described / "eu.dictionary.json")
    chosen = choose(Plan.load(described / f"{table}.plan.json"))
    (counted,) = tabulate(open_source(survey, dictionary.source), dictionary, chosen.domains, b"")
    (group,), prepared = chosen.groups, prepare(chosen)
    shell, frame = chosen.compiled.tables[0].shell, truth(survey)
    names = [[one.name for one in axis.variables] for axis in (shell.stub, shell.boxhead)]
    lines = [[dict(zip(own, line.codes, strict=True)) for line in axis.lines]
             for own, axis in zip(names, (shell.stub, shell.boxhead), strict=True)]  # fmt: skip
    true = np.array([
        [[true_cell(frame, row | column, item.code) for item in shell.items] for column in lines[1]] for row in lines[0]
    ])  # fmt: skip
    covered, control = np.zeros(true.shape), np.zeros(true.shape)
    for _ in range(releases):
        sealed = {group.name: group.measure(counted.counts, counted.sums)}
        found = finish(chosen, sealed, prepared).tables[0]
        lower, upper, estimate = (np.asarray(one)[0] for one in (found.lower, found.upper, found.estimate))
        covered += (lower <= true + 1e-6) & (true - 1e-6 <= upper)
        control += np.abs(estimate - true) <= (upper - lower) / 32
    assert covered.min() >= least
    assert control.min() < least
