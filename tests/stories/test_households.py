"""Households beside persons, and patients once in each cell: from a file to a German workbook on the command line."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import openpyxl
import patients
import pytest
from commands import Tidy, dpdesk
from households import Row, described, kept, made_of, some_rows, write
from microdata import KEY, csv_format
from random_plans.noiseless import without_noise as undisturbed

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput, Refused
from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.choosing.choose import ChosenPlan, choose
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.document.wording import Table, new_plan
from dpdesk.publish.write import write_release
from dpdesk.release.finish import finish, prepare
from dpdesk.release.microdata import require_population
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.schema.dictionary import Dictionary

pytestmark = pytest.mark.story

CAP = 5
MEMBERS = (
    "size count 4",
    "persons number",
    "children count 1 where age=0..14",
    "head_region first region where rel=ref else none",
)
ADDED = [word for one in MEMBERS for word in ("--add", one)]


def planned(*groups: tuple[str, list[Table]], loss: str = "2") -> Plan:
    """A plan of groups of tables, with equal parts."""
    dictionary = described(CAP)
    tables = []
    for name, own in groups:
        for table in own:
            made = table.to_json(dictionary, ["en"], [one["name"] for one in tables])
            tables.append(made | {"group": name})
    tree = new_plan(dictionary, [], {"epsilon": loss}, path="d.json") | {"tables": tables}
    tree["groups"] = [{"name": name, "part": f"1/{len(groups)}"} for name, _ in groups]
    return Plan.from_json(tree, dictionary)


def without_noise(chosen: ChosenPlan, folder: Path, rows: list[Row]) -> dict[str, np.ndarray]:
    """Every table's printed numbers where nothing was added to what is measured."""
    counted = tabulate(
        open_source(write(folder / "p.csv", rows), csv_format()), chosen.plan.dictionary, chosen.domains, KEY
    )
    sealed = {}
    for group, own in zip(chosen.groups, counted, strict=True):
        with undisturbed():
            sealed[group.name] = group.measure(own.counts, own.sums)
    done = finish(chosen, sealed, prepare(chosen))
    return {table.shell.name: np.asarray(table.estimate) for table in done.tables}


def test_every_number_is_the_true_one_where_the_noise_is_taken_away(tmp_path: Path) -> None:
    """Two groups of households that share margins, and two of persons: none moves what the other population counts."""
    chosen = choose(
        planned(
            ("a", [Table("hh_type").by("hh_size").statistic("count", "mean persons")]),
            ("b", [Table("hh_region").by("hh_type").statistic("count", "sum persons")]),
            ("c", [Table("region").by("age")]),
            ("d", [Table("age").by("rel")]),
        )
    )
    rows = [row for row in some_rows(4, 300) if row[2] != "elsewhere" and row[3] != "?"]
    found = without_noise(chosen, tmp_path, rows)
    own = {household: made_of(one, CAP) for household, one in kept(rows, CAP).items()}
    persons = [row for one in kept(rows, CAP).values() for row in one]
    assert found["hh_type"].ravel()[0] == found["hh_region"].ravel()[0] == len(own)
    assert found["region"].ravel()[0] == found["age"].ravel()[0] == len(persons)
    for kind in range(3):
        for size in range(3):
            inside = [one["persons"] for one in own.values() if (one["hh_type"], one["hh_size"]) == (kind, size)]
            count, mean = found["hh_type"][0, kind + 1, size + 1]
            assert count == len(inside)
            assert not inside or mean == pytest.approx(np.mean(inside), abs=0.051)  # it has one decimal
    for region in range(4):
        for kind in range(3):
            inside = [one["persons"] for one in own.values() if (one["hh_region"], one["hh_type"]) == (region, kind)]
            count, total = found["hh_region"][0, region + 1, kind + 1]
            assert (count, total) == (len(inside), sum(inside))


@pytest.mark.parametrize(
    ("groups", "said"),
    [
        ([("a", [Table("hh_type").by("region")])], "'hh_type' is about a whole unit, and 'region' about one row"),
        ([("a", [Table("hh_type"), Table("region")])], "one counts units and the other rows"),
        ([("a", [Table("region").statistic("mean persons")])], "'persons' is about a whole unit"),
        ([("a", [Table("hh_type").statistic("count weighted by persons")])], "tables of units are not weighted"),
    ],
)
def test_units_and_rows_in_one_are_refused(groups: list[tuple[str, list[Table]]], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        choose(planned(*groups))


def test_no_microdata_are_made_of_units() -> None:
    with pytest.raises(Refused, match="tables that count units"):
        require_population(choose(planned(("a", [Table("hh_type")]))))


def made(folder: Path, home: Path, data: Path, *described: object) -> Path:
    """A German plan of tables of households and of persons, made on the command line and rehearsed.

    described: what `dictionary propose` is told of whom the rows belong to.
    """
    dictionary, plan = folder / "d.dictionary.json", folder / "p.plan.json"
    german = ("--language", "de", "--title", "Haushalte")
    for words in (
        ("dictionary", "propose", data, "-o", dictionary, *described, "--max-rows", CAP, "--rows-without-id", "refuse",
         "--data-kind", "complete_count", "--epsilon", "4", *german),
        ("dictionary", "confirm", dictionary, "--by", "Amt"),
        ("dictionary", "members", dictionary, "--language", "de", *ADDED),
        ("plan", "new", dictionary, "--table", "size by children", "--table", "head_region", "--table", "rel",
         "--epsilon", "2", "-o", plan, *german),
        ("rehearse", plan, "--out", folder / "rehearsal"),
    ):  # fmt: skip
        answer = dpdesk(*words, home=home)
        assert answer.status == 0, answer.err
    return plan


def published(folder: Path, home: Path, data: Path, plan: Path) -> Path:
    """The folder of its release, in which the loss of the group that counts households is proved."""
    out = folder / "out"
    released = dpdesk("release", plan, "--data", data, "--out", out, "--ledger", folder / "l", home=home)
    assert released.status == 0, released.err
    program = [sys.executable, out / "proof" / "check_strategy.py", out]
    proved = subprocess.run(program, capture_output=True, text=True, check=False)
    assert proved.returncode == 0 and "epsilon 1 recomputed" in proved.stdout.partition("group units")[2], proved.stdout
    return out


def test_from_a_person_file_to_a_german_workbook(tmp_path: Path) -> None:
    """No number is farther off than ten margins at 90 %: with Laplace noise below 1e-9 for each of some 30."""
    home, rows = tmp_path / "home", some_rows(5, 2000)
    data = write(tmp_path / "p.csv", rows)
    plan = made(tmp_path, home, data, "--unit", "household", "--id-column", "hid", "--neighbours", "add_remove")
    checked = dpdesk("check", tmp_path / "d.dictionary.json", "--data", data, home=home).out
    assert "size (units)" in checked and f"{2000:,}" in checked
    assert "Units are counted, each once" in dpdesk("forecast", plan, home=home).out
    out = published(tmp_path, home, data, plan)
    own = list(kept(rows, CAP).values())
    for row in Tidy.read(out / "publish" / "tables" / "size.csv").rows:
        children = ["0", "1"] if row["children"] == "_T" else [row["children"]]
        sizes = ["1", "2", "3", "4"] if row["size"] == "_T" else [row["size"]]
        true = sum(
            1
            for one in own
            if str(min(len(one), 4)) in sizes
            and str(int(any(age and int(age) < 15 for _, age, _, _ in one))) in children
        )
        assert abs(float(row["estimate"]) - true) <= 10 * float(row["margin"]) + 1, row
    (book,) = (out / "publish").glob("*.xlsx")
    words = {str(cell.value) for sheet in openpyxl.load_workbook(book) for line in sheet.iter_rows() for cell in line}
    assert any("4 oder mehr" in one for one in words)
    assert any("Die Tabellen 1 und 2 zählen Schutzeinheiten" in one for one in words)


def test_patients_counted_once_in_each_cell_from_records_to_a_german_workbook(tmp_path: Path) -> None:
    """No number is farther off than ten margins at 90 %: with Gaussian noise below 1e-50."""
    home, rows = tmp_path / "home", patients.some_rows(5, 2000)
    data, dictionary, plan = (
        patients.write(tmp_path / "p.csv", rows),
        tmp_path / "d.dictionary.json",
        tmp_path / "p.plan.json",
    )
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
    true = dict(zip(patients.DIAGNOSES, patients.by_hand(rows, 3)[1], strict=True))
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


@pytest.mark.parametrize("neighbours", ["add_remove", "replace_one"])
def test_households_of_protected_persons_from_their_file_to_a_german_workbook(tmp_path: Path, neighbours: str) -> None:
    """No number is farther off than ten margins at 90 %: with Laplace noise below 1e-9 for each of some 30."""
    home, rows = tmp_path / "home", some_rows(5, 2000)
    data = write(tmp_path / "p.csv", rows)
    of_persons = ("--unit", "person", "--household-column", "hid", "--neighbours", neighbours)
    plan = made(tmp_path, home, data, *of_persons)
    checked = dpdesk("check", tmp_path / "d.dictionary.json", "--data", data, home=home).out
    assert "Households with more rows than the cap of 5" in checked
    changed = "one person more or less changes one" if neighbours == "add_remove" else "changes up to 2 households"
    assert changed in dpdesk("forecast", plan, home=home).out
    out = published(tmp_path, home, data, plan)
    sizes = [min(len(own), 4) for own in kept(rows, CAP).values()]
    for row in Tidy.read(out / "publish" / "tables" / "size.csv").rows:
        if row["children"] == "_T":
            true = sum(row["size"] in ("_T", str(size)) for size in sizes)
            assert abs(float(row["estimate"]) - true) <= 10 * float(row["margin"]) + 1, row
    (book,) = (out / "publish").glob("*.xlsx")
    words = {str(cell.value) for sheet in openpyxl.load_workbook(book) for line in sheet.iter_rows() for cell in line}
    assert any("Die Tabellen 1 und 2 zählen Haushalte (ein Haushalt), jeden einmal" in one for one in words)
    assert any("alle Mitglieder eines Haushalts zusammen sind weniger geschützt" in one for one in words)
    assert any("alle Haushalte der Datei" in one for one in words)


def test_a_release_with_the_noise_of_protected_households_does_not_pass_for_one_of_persons(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A planted fault that the program for outsiders finds: persons are protected, and one household comes or goes."""
    monkeypatch.setattr(Dictionary, "changed", lambda own, of_units: (own.neighbours, 1))
    dictionary = described(CAP, persons=True)
    tree = new_plan(dictionary, [Table("hh_type")], {"epsilon": "1"}, path="d.json")
    plan, data = Plan.from_json(tree, dictionary), write(tmp_path / "p.csv", some_rows())
    with Ledger.open(tmp_path / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        done = release(ReleaseRequest(plan, data), ledger).release
        with pytest.raises(AssertionError, match=r"check_strategy\.py does not accept.*names other neighbours"):
            write_release(done, tmp_path / "out", audit=ledger.release_lines(done.release_id))
