"""A custodian releases three tables of Fulton County's persons, once at epsilon 1 and once at rho 1/2.

Everything published is read back from the files alone: CSV by Python's csv module, the workbook by a reader that
shares no code with the writer and by LibreOffice. The truth is counted from the source file by a loop.

False alarms: a published count is compared with the true one at 40 of its standard deviations. Sums of discrete Laplace
noise have tails no heavier than a single draw's, exp(-40 * sqrt 2) < 1e-24; Gaussian ones are lighter still.
"""

from __future__ import annotations

import csv
import json
import math
import shutil
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

import commands
import office
import pytest
import released_files
import xlsx_checker
from commands import Tidy

from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof.verify import verify_result

pytestmark = [pytest.mark.story, pytest.mark.slow]

FAR = 40
TABLES = ("schooling", "age", "income")


@dataclass(frozen=True)
class Released:
    """One release, its forecast, and where things are."""

    name: str
    folder: Path
    out: Path
    ledger: Path
    plan: Path
    data: Path
    answer: dict[str, Any]
    forecast: dict[str, Any]

    def table(self, name: str) -> Tidy:
        return Tidy.read(self.out / "publish" / "tables" / f"{name}.csv")

    def std(self, name: str) -> list[float | None]:
        (found,) = [table for table in self.forecast["tables"] if table["table"] == name]
        return list(found["cells_std"])


@pytest.fixture(scope="module", params=["fulton_epsilon", "fulton_rho"])
def released(request: pytest.FixtureRequest, real_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Released:
    folder = tmp_path_factory.mktemp(request.param)
    plan = commands.PLANS / f"{request.param}.plan.json"
    data = real_data / "fulton_pums" / "FultonPUMS5full.csv"
    forecast = commands.dpdesk("forecast", plan, "--json", home=folder).json()
    out, ledger = folder / "out", folder / "ledger.sqlite"
    answer = commands.dpdesk(
        "release", plan, "--data", data, "--out", out, "--ledger", ledger, "--json", home=folder
    ).json()
    return Released(request.param, folder, out, ledger, plan, data, answer, forecast)


@pytest.fixture(scope="module")
def truth(real_data: Path) -> list[dict[str, Any]]:
    """The file's persons with the plan's variables, coded by hand."""
    flags = {
        "000": "O",
        "100": "H",
        "010": "B",
        "001": "A",
        "110": "HB",
        "101": "HA",
        "011": "BA",
        "111": "HBA",
    }
    persons = []
    with (real_data / "fulton_pums" / "FultonPUMS5full.csv").open(newline="") as stream:
        for row in csv.DictReader(stream):
            income = float(row["income"])
            persons.append(
                {
                    "sex": row["sex"],
                    "educ": row["educ"],
                    "ethnic": flags[row["latino"] + row["black"] + row["asian"]],
                    "age": min(int(row["age"]), 93),
                    "income": min(max(income, 0.0), 255999.0),
                }
            )
    return persons


def test_the_answer_and_the_files(released: Released) -> None:
    answer = released.answer
    assert {"release", "loss", "remaining", "files", "entry", "head"} <= set(answer)
    assert set(answer["loss"]) == {"epsilon", "epsilon_float", "delta", "delta_float", "rho", "rho_float"}
    spent = {name: value for name, value in answer["loss"].items() if value is not None}
    if released.name == "fulton_epsilon":
        assert spent == {"epsilon": "1", "epsilon_float": 1.0}
        assert answer["remaining"] == {"epsilon": "7", "epsilon_float": 7.0}
    else:
        # An account in rho is charged what the groups cost, never more than the plan may spend, and rounded up.
        rho, left = Fraction(answer["loss"]["rho"]), Fraction(answer["remaining"]["rho"])
        assert set(spent) == {"rho", "rho_float"}
        assert Fraction(49, 100) < rho <= Fraction(1, 2) <= spent["rho_float"] + 1e-9
        assert 4 - left >= rho and Fraction(answer["remaining"]["rho_float"]) <= left
    assert isinstance(answer["entry"], int) and len(answer["head"]) == 64
    names = released_files.expected(*TABLES)
    assert released_files.plain(commands.files_in(released.out)) == names
    listed = {Path(path).relative_to(released.out).as_posix() for path in answer["files"]}
    assert listed == set(commands.files_in(released.out))


def test_tidy_files(released: Released) -> None:
    """Header and order as the manual has them: rows in C order, each total before its parts, measures innermost."""
    ends = ["measure", "measure_label", "unit", "estimate", "lower", "upper", "level", "margin", "unbiased", "flag"]
    schooling = released.table("schooling")
    assert schooling.header == ["table", "sex", "sex_label", "ethnic", "ethnic_label", "educ", "educ_label", *ends]
    ethnic = ("_T", "O", "H", "B", "A", "HB", "HA", "BA", "HBA")
    order = [(s, e, c) for s in ("_T", "0", "1") for e in ethnic for c in ("_T", *map(str, range(1, 17)))]
    assert sorted({row["ethnic"] for row in schooling.rows}) == sorted(ethnic)
    assert [(row["sex"], row["ethnic"], row["educ"]) for row in schooling.rows] == order
    age = released.table("age")
    assert age.header == ["table", *ends]
    quartiles = [f"quantile:age:{q}" for q in ("1/4", "1/2", "3/4")]
    assert [row["measure"] for row in age.rows] == ["count", *quartiles, *(f"cdf:age:{a}" for a in range(18, 94))]
    assert len(released.table("income").rows) == 10
    for name in TABLES:
        assert {row["table"] for row in released.table(name).rows} == {name}
        assert len(released.table(name).rows) == len(released.std(name))


def test_estimates_limits_and_margins(released: Released) -> None:
    """Counts are whole and not negative; limits are whole, contain them, and follow the unbiased value."""
    for name in TABLES:
        for row in released.table(name).rows:
            estimate, lower, upper, margin, unbiased = (
                float(row[key]) for key in ("estimate", "lower", "upper", "margin", "unbiased")
            )
            assert all(map(math.isfinite, (estimate, lower, upper, margin, unbiased)))
            assert "-0" not in (row["estimate"], row["lower"], row["upper"]) and lower <= upper
            if row["measure"].startswith("quantile"):
                assert lower <= estimate <= upper
                assert margin >= max(upper - unbiased, unbiased - lower) - 1  # limits are printed outward to a unit
                continue
            assert estimate >= 0 and estimate == int(estimate) and "." not in row["estimate"]
            assert margin > 0 and row["flag"] == ("u" if margin > estimate / 2 else "")
            assert 0 <= lower <= estimate <= upper and lower == int(lower) and upper == int(upper)
            assert abs(lower - max(unbiased - margin, 0)) <= margin + 1 or lower == estimate
            assert abs(upper - max(unbiased + margin, 0)) <= margin + 1 or upper == estimate


def test_margins_add_up_in_the_workbook(released: Released) -> None:
    tables = xlsx_checker.Book(workbook_in(released.out)).tables()
    assert set(tables) == set(TABLES)
    header, rows = tables["schooling"]
    assert len(rows) == 459
    assert xlsx_checker.sums_that_fail(header, rows) == []
    broken = [list(row) for row in rows]  # the checker can fail: one cell more
    broken[200][header.index("Estimate")] += 1
    assert xlsx_checker.sums_that_fail(header, broken)


def test_all_tables_have_the_same_total(released: Released) -> None:
    """From the workbook and from the CSV files; intervals and cumulative counts are parts of that total too."""
    header, rows = xlsx_checker.Book(workbook_in(released.out)).tables()["schooling"]
    total = rows[0][header.index("Estimate")]
    schooling, age, income = (released.table(name) for name in TABLES)
    assert total == schooling.one(sex="_T", ethnic="_T", educ="_T")
    assert total == age.one(measure="count") == income.one(measure="count") == age.one(measure="cdf:age:93")
    intervals = [float(row["estimate"]) for row in income.rows if row["measure"].startswith("interval")]
    assert len(intervals) == 8
    assert sum(intervals[:6]) == total == sum(intervals[6:])
    assert sum(intervals[:3]) == intervals[6]


def test_quantiles_and_cumulative_counts_agree(released: Released) -> None:
    age = released.table("age")
    running = [float(row["estimate"]) for row in age.rows if row["measure"].startswith("cdf")]
    assert running == sorted(running)
    quartiles = []
    for q in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
        value = age.one(measure=f"quantile:age:{q}")
        reached = [18 + at for at, count in enumerate(running) if count >= q * Fraction(running[-1])]
        assert value == reached[0]
        quartiles.append(value)
    assert quartiles == sorted(quartiles)


def test_published_counts_are_near_the_truth(released: Released, truth: list[dict[str, Any]]) -> None:
    counts = Counter((p["sex"], p["ethnic"], p["educ"]) for p in truth)
    ages, incomes = [p["age"] for p in truth], [p["income"] for p in truth]

    def schooling(row: dict[str, str]) -> int:
        wanted = (row["sex"], row["ethnic"], row["educ"])
        return sum(n for key, n in counts.items() if all(w in ("_T", k) for w, k in zip(wanted, key, strict=True)))

    def age(row: dict[str, str]) -> int:
        top = 93 if row["measure"] == "count" else int(row["measure"].rsplit(":", 1)[1])
        return sum(value <= top for value in ages)

    edges = [(0, 5000), (5000, 10000), (10000, 25000), (25000, 50000), (50000, 100000), (100000, 256000)]
    edges += [(0, 25000), (25000, 256000)]
    true_incomes = [len(incomes), *(sum(a <= x < b for x in incomes) for a, b in edges)]
    different = compared = 0
    for name, count in (("schooling", schooling), ("age", age), ("income", None)):
        std = released.std(name)
        rows = released.table(name).rows
        for at, (row, own) in enumerate(zip(rows, std, strict=True)):
            if row["measure"].startswith("quantile"):
                continue
            true = true_incomes[at] if count is None else count(row)
            assert own is not None
            assert abs(float(row["unbiased"]) - true) <= FAR * own
            different += float(row["unbiased"]) != true
            compared += 1
        total = len(truth)
        first = float(rows[0]["estimate"])
        assert abs(first - total) <= FAR * max(one for one in std if one is not None)
    # Noise there is: of five hundred answers nearly all differ from the truth (equality has chance < 1/2 each).
    assert compared == 459 + 77 + 9 and different > compared / 3
    ages.sort()
    for q in (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4)):
        true_quantile = ages[math.ceil(q * len(ages)) - 1]
        assert abs(released.table("age").one(measure=f"quantile:age:{q}") - true_quantile) <= 3


@pytest.mark.parametrize("released", ["fulton_rho"], indirect=True)  # one of the two: it is the same writer
def test_libreoffice_reads_the_same_numbers(released: Released) -> None:
    """Whole numbers are equal; its text of a margin has fifteen significant digits."""
    book = xlsx_checker.Book(workbook_in(released.out))
    (sheets,) = office.read([workbook_in(released.out)], released.folder)
    assert set(sheets) == set(book.sheets)
    numbers = 0
    for name, rows in book.sheets.items():
        for row, shown in zip(rows, sheets[name], strict=True):
            for cell, text in zip(row, shown, strict=False):
                if isinstance(cell, float):
                    numbers += 1
                    digits = 0.0 if cell.is_integer() else 1e-14
                    assert math.isclose(float(text), cell, rel_tol=digits), (name, cell)
                else:
                    assert text == (cell or "").replace("_x005F_", "_")
    assert numbers > 4 * 500
    for name in TABLES:
        header, rows = book.tables()[name]
        column = header.index("Estimate")
        assert [row[column] for row in rows] == [float(row["estimate"]) for row in released.table(name).rows]


def test_workbook_and_ledger_vouch_for_each_other(released: Released) -> None:
    metadata = json.loads((released.out / "proof" / "metadata.json").read_text(encoding="utf-8"))
    assert metadata["ledger"]["head"] == released.answer["head"]
    assert metadata["ledger"]["entry"] == released.answer["entry"]
    whole = ("ledger", "verify", "--ledger", released.ledger, "--json")
    assert commands.dpdesk(*whole, home=released.folder).json()["verified"] is True
    for against in (workbook_in(released.out), released.out):
        words = ("ledger", "verify", "--ledger", released.ledger, "--against", against)
        done = commands.dpdesk(*words, home=released.folder)
        assert done.status == 0, (against, done.err)
    # A forger who changes one number and every hash the files quote: the ledger's entry still names another.
    forged = released.folder / "forged"
    shutil.copytree(released.out, forged)
    table = forged / "publish" / "tables" / "age.csv"
    text = table.read_text(encoding="utf-8")
    old = str(int(released.table("age").one(measure="count")))
    table.write_text(text.replace(f"count,{old},", f"count,{int(old) + 1},", 1), encoding="utf-8", newline="")
    words = ("ledger", "verify", "--ledger", released.ledger, "--against", forged)
    assert "was changed" in commands.dpdesk(*words, home=released.folder).refused(2)
    metadata["result"]["hash"] = verify_result(forged)
    (forged / "proof" / "metadata.json").write_text(json.dumps(metadata), encoding="utf-8")
    assert "was changed" in commands.dpdesk(*words, home=released.folder).refused(2)


def test_released_again_it_is_free_and_the_same_bytes(released: Released) -> None:
    words = ("release", released.plan, "--data", released.data, "--ledger", released.ledger, "--json")
    before = commands.files_in(released.out)
    other = released.folder / "again"
    again = commands.dpdesk(*words, "--out", other, home=released.folder, fresh=True).json()
    assert commands.files_in(other) == before
    same = ("release", "loss", "remaining", "entry", "head")
    assert {key: again[key] for key in same} == {key: released.answer[key] for key in same}
    third = commands.dpdesk(*words, "--out", released.out, home=released.folder).json()
    assert commands.files_in(released.out) == before and third["remaining"] == released.answer["remaining"]
    kinds = commands.kinds(released.ledger, released.folder)
    assert kinds.count("draw marked") == kinds.count("committed") == 1
