"""More paths by visible labels: a correction, households, last year's plan, a packed text, unequal incomes."""

from __future__ import annotations

import shutil

import numpy as np
import openpyxl
import pytest
import town as towns
import xlsx_checker
from newcomer import Newcomer
from random_plans.noiseless import without_noise

from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.folders import workbook_in
from dpdesk.release.run import ReleaseRequest, release

TITLE = "People of the town"


@pytest.fixture
def person(window, settled):
    return Newcomer(window, lambda: settled(60_000))


@pytest.fixture
def households(tmp_path):
    """Households of one to seven persons, with a column that is named like a weight."""
    lines = [f"{house},{'nsew'[house % 4]},{'fm'[person % 2]},{house % 9}.5" for house in range(150) for person in
             range(house % 7 + 1)]  # fmt: skip
    path = tmp_path / "households.csv"
    path.write_text("hhid,area,sex,weight\n" + "\n".join(lines) + "\n", encoding="utf-8")
    return path


def sign_and_export(person, title, out):
    person.press("5 Release")
    person.type("Title of the release", title)
    person.type(f"Type the release's title to sign: {title}", title)
    person.press("Release")
    person.press("Publish")
    person.type("Folder", str(out))
    person.press("Export")
    assert workbook_in(out).is_file()


def test_from_a_file_to_the_workbook_and_to_a_corrected_one(person, desk, town, tmp_path):
    """Two tables, quartiles, a wish, the rehearsal, the release, and the same people's file with one record more."""
    person.press("1 Data")
    person.type("File of microdata", str(town.data), enter=True)
    person.press("Confirm")
    person.type("Title of the data", TITLE)
    person.pick("The data are", "A complete count")
    person.press("Each person")
    person.press("One row each")
    person.press("No, it gets noise too")
    person.press("For many tables (ρ)")
    person.press("Moderate (ρ 1)")
    person.press("Next: Dictionary")
    person.press("Propose variables from the file")
    person.press("Go on to confirm them")
    person.type("Confirmed by", "Methods unit")
    person.press("Confirm them all")
    person.press("Next: Tables")
    person.press("New table")
    person.press_and_choose("Add a variable to: Rows (stub)", "sex (2 codes)")
    person.press("New table")
    person.press_and_choose("Add a measure", "Distribution of", "income (intervals, median, quartiles)")
    person.press("Next: Accuracy")
    person.type("I need ±", "20")
    person.press("Use it and rehearse")
    sign_and_export(person, TITLE, tmp_path / "release")
    first, before = desk.release, len(person.actions)
    corrected = tmp_path / "corrected.csv"
    corrected.write_bytes(town.data.read_bytes() + town.data.read_bytes().splitlines(keepends=True)[1])
    person.press("1 Data")
    person.type("File of microdata", str(corrected), enter=True)
    person.press("5 Release")
    person.type(f"Type the release's title to sign: {TITLE}", TITLE)
    person.press("Release")
    person.press("The same people: a register, a panel, a corrected file")
    person.type("Reason, for the ledger and the cover of the tables", "one late form arrived")
    person.press("Accept and release")
    person.press("Publish")
    person.press("Export")
    assert desk.release.entry > first.entry and desk.release.dictionary.dataset_id == first.dictionary.dataset_id
    assert len(person.actions) - before <= 10
    assert len(person.actions) <= 60


def test_a_file_of_households(person, desk, households, tmp_path):
    person.press("1 Data")
    person.type("File of microdata", str(households), enter=True)
    person.press("Confirm")
    person.type("Title of the data", TITLE)
    person.pick("The data are", "A sample")
    person.press("Each household")
    person.press("Several rows, those with the same")
    person.pick("Column of the identifier", "hhid")
    person.type("Of each, at most", "5")
    person.press("How many rows does that leave out? (confidential)")
    assert person.reads("Identifiers with more than 5 rows"), "the look asks nothing about weights"
    person.pick("Rows with nothing in that column", "stop the release")
    person.press("No, it gets noise too")
    person.press("For many tables (ρ)")
    person.press("Fairly strong (ρ 0.5)")
    person.press("Next: Dictionary")
    person.press("Propose variables from the file")
    person.press("Go on to confirm them")
    person.type("Confirmed by", "Methods unit")
    person.press("Confirm them all")
    person.press("It is a survey weight: count cases, unweighted")  # the question comes by itself
    person.press("Next: Tables")
    person.press("New table")
    person.press_and_choose("Add a variable to: Rows (stub)", "area (4 codes)")
    person.press_and_choose("Add a variable to: Columns (boxhead)", "sex (2 codes)")
    person.press("Next: Accuracy")
    person.type("I need ±", "60")
    person.press("Use it and rehearse")
    sign_and_export(person, TITLE, tmp_path / "release")
    assert desk.release.plan.dictionary.unit.max_rows == 5
    assert len(person.actions) <= 60


def test_last_years_plan_on_this_years_file(person, window, desk, town, tmp_path):
    plan = town.plan("people")
    with Ledger.open(desk.ledger_path, create=True) as book:
        release(ReleaseRequest(Plan.load(plan), town.data), book)
    this_year = tmp_path / "this_year.csv"
    this_year.write_bytes(town.data.read_bytes() + town.data.read_bytes().splitlines(keepends=True)[1])
    window.open_page("Start")
    person.press("Go on from last year's plan")
    person.type("Last year's plan", str(plan), enter=True)
    person.type("This year's file", str(this_year), enter=True)
    person.press("Other people: a new sample, another place")  # in sight without scrolling
    person.press("Begin this year")
    person.press("Next: Dictionary")
    person.press("Next: Tables")
    person.press("Next: Accuracy")
    person.press("Rehearse")
    sign_and_export(person, TITLE, tmp_path / "release")
    assert desk.release.dictionary.dataset_id != Plan.load(plan).dictionary.dataset_id
    assert len(person.actions) <= 60


@pytest.mark.slow
def test_a_packed_text_with_its_codebook(person, real_data, tmp_path):
    """No label and no place of a column is typed; titles are those proposed from the file's name."""
    archive = real_data / "statfiles"
    if not (archive / "cps_00157.xml").is_file():
        pytest.skip("no statistical files at hand")
    for name in ("cps_00157.dat.gz", "cps_00157.xml"):
        shutil.copy(archive / name, tmp_path / name)
    out = tmp_path / "release"
    person.type("File of microdata", str(tmp_path / "cps_00157.dat.gz"), enter=True)
    person.press("Confirm")
    person.pick("The data are", "A sample")
    person.press("Each person")
    person.press("One row each")
    person.press("No, it gets noise too")
    person.press("For many tables (ρ)")
    person.press("Fairly strong (ρ 0.5)")
    person.press("Next: Dictionary")
    person.press("Propose variables from the file")
    person.press("Go on to confirm them")
    person.type("Confirmed by", "Data steward")
    person.press("Confirm them all")
    person.press("It is a survey weight: count cases, unweighted")
    person.press("Next: Tables")
    person.press("New table")
    person.press_and_choose("Add a variable to: Rows (stub)", "State (FIPS code) (75 codes)")
    person.press("Next: Accuracy")
    person.press("5 Release")
    person.type("Type the release's title to sign: Cps 00157", "Cps 00157")
    person.press("Release")
    person.press("Publish")
    person.type("Folder", str(out))
    person.press("Export")
    assert len(person.actions) <= 25, person.actions
    book = openpyxl.load_workbook(workbook_in(out))
    assert any(cell.value == "California" for sheet in book for row in sheet for cell in row)


BANDS = {
    "name": "band", "kind": "number", "column": "income", "label": {"en": "Income band"}, "describes": "unit",
    "bins": {"lower": "0", "upper": "1000", "width": "50"}, "below": "clamp", "above": "clamp", "unreadable": "nowhere",
}  # fmt: skip
CODES = ["gini:band", *(f"fifth:band:{at}" for at in range(1, 6)), "at_risk:band:3/5:table"]


def inequality(incomes, everyone):
    """Gini, the five shares, and who is below 60 % of everyone's median, in per cent: from each person's income."""
    own, ranks = np.sort(incomes), np.arange(1, len(incomes) + 1)
    gini = 2 * (ranks @ own) / (own.size * own.sum()) - (own.size + 1) / own.size
    fifths = [part.sum() / own.sum() for part in np.array_split(own, 5)]
    return 100 * np.array([gini, *fifths, (own < 0.6 * np.median(everyone)).mean()])


def within_bands(people, place):
    """Incomes of people of each sex and of all, moved to a place in their band (0 to 1), or spread evenly over it."""
    incomes = {sex: np.array([int(one["income"]) for one in people if one["sex"] in sex]) for sex in ("f", "m", "fm")}
    parts = np.array([place]) if place is not None else (np.arange(50) + 0.5) / 50
    return {sex: (own[:, None] // 50 * 50 + 50 * parts).ravel() for sex, own in incomes.items()}


def test_unequal_incomes_from_the_form_to_the_workbook(person, window, desk, settled, tmp_path):
    """Without noise the numbers are those of people spread evenly over their bands, and limits hold both ends."""
    variables = [*towns.dictionary()["variables"], BANDS]
    own = towns.Town(tmp_path / "town", rows=400, variables=variables, budget_cap={"rho": "10"})
    desk.open(own.plan("unequal", towns.table("unequal", stub=[towns.block("sex")], boxhead=[]), loss={"rho": "1"}))
    desk.set_data(own.data, None)
    window.open_page("Tables")
    settled()
    person.press_and_choose("Add a measure", "Gini coefficient of", "Income band")
    person.press_and_choose("Add a measure", "Shares of fifths in", "Income band")
    person.press_and_choose("Add a measure", "Share below 60 % of the median of", "Income band")
    person.pick("Median of", "the whole table")
    with without_noise():
        sign_and_export(person, TITLE, tmp_path / "release")
    header, rows = xlsx_checker.Book(workbook_in(tmp_path / "release")).tables()["unequal"]
    sex_at, code_at = header.index("sex (code)"), header.index("Measure (code)")
    people = [one for one in towns.people(400) if one["income"]]
    spread, least, most = (within_bands(people, place) for place in (None, 0.0, 0.99))
    for code, sex in (("_T", "fm"), ("f", "f"), ("m", "m")):
        told = {row[code_at]: row[:3] for row in rows if row[sex_at] == code}
        estimate, lower, upper = np.array([told[one] for one in CODES]).T
        true = inequality(spread[sex], spread["fm"])
        assert np.abs(estimate - true).max() < 0.06, "a digit after the point, and fifty places in each band"
        for world in (least, most):
            ends = inequality(world[sex], world["fm"])
            assert ((lower <= ends + 1e-9) & (ends - 1e-9 <= upper)).all()
        assert np.abs(estimate[-1] - inequality(spread[sex], spread[sex])[-1]) > 0.2 or sex == "fm", "the own median"
