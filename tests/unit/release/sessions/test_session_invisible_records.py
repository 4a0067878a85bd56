"""A randomised column has as many lines for one file as for its neighbour, also where a record need not show.

Neighbours are tried in every form of file that looks alike to a user: in a workbook a person without an answer is a row
of empty cells, and the number of lines must not tell whether there is one.
"""

from __future__ import annotations

import csv
import sqlite3
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import openpyxl
import pytest

from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.sessions.forecast import forecast_session
from dpdesk.planning.sessions.plan import SessionPlan
from dpdesk.privacy.loss import PureDP
from dpdesk.publish.tables.session_answers import transcript_csv
from dpdesk.release.rehearsal import rehearse_session
from dpdesk.release.sessions.asking import Exchange
from dpdesk.release.sessions.session import open_session
from dpdesk.schema.dictionary import Dictionary
from dpdesk.sequential.randomized_response import RandomizedResponse

ALL_SAY = (("a", "yes"), ("b", "no"), ("c", "yes"), ("d", "no"), ("e", "yes"))
ONE_SAYS_NOTHING = (*ALL_SAY[:3], ("", ""), ALL_SAY[4])
FORMS = {
    "csv": {"kind": "csv"},
    "xlsx": {"kind": "xlsx", "header_row": 1},
    "parquet": {"kind": "parquet"},
    "duckdb": {"kind": "duckdb", "table": "people"},
    "sqlite": {"kind": "sqlite", "table": "people"},
}


def written(path: Path, form: str, people: tuple[tuple[str, str], ...], columns: int = 2) -> Path:
    """A file of a note and an answer for each person, or of the answer alone."""
    heading, rows = ("note", "answer")[-columns:], [[text or None for text in one[-columns:]] for one in people]
    if form == "csv":
        with path.open("w", newline="") as file:
            csv.writer(file).writerows([heading, *rows])
    elif form == "xlsx":
        book = openpyxl.Workbook()
        for row in [list(heading), *rows]:
            book.worksheets[0].append(row)
        book.save(path)
    elif form == "sqlite":
        with sqlite3.connect(path) as base:
            base.execute("CREATE TABLE people (note TEXT, answer TEXT)")
            base.executemany("INSERT INTO people VALUES (?, ?)", rows)
        base.close()
    else:
        with duckdb.connect(path if form == "duckdb" else ":memory:") as base:
            base.execute("CREATE TABLE people (note VARCHAR, answer VARCHAR)")
            base.executemany("INSERT INTO people VALUES (?, ?)", rows)
            if form == "parquet":
                base.execute(f"COPY people TO '{path}' (FORMAT parquet)")
    return path


def plan(form: str, size: int | None = None, **more: Any) -> SessionPlan:
    dictionary = {
        "format": "dpdesk-dictionary", "version": 1, "dataset_id": "survey", "title": {"en": "A survey"},
        "source": FORMS[form], "data_kind": "complete_count", "neighbours": "replace_one", "max_rows": 1000,
        "unit": {"kind": "row", "describes": "person", "label": {"en": "one person"}},
        "budget_cap": {"epsilon": "1000"},
        "variables": [
            {
                "name": "answer", "kind": "category", "label": {"en": "Answer"}, "column": "answer",
                "describes": "unit", "codes": [{"code": "yes"}, {"code": "no"}],
                "missing": [{"code": "NS", "kind": "not_stated", "texts": [""]}], "otherwise": {"code": "NS"},
            }
        ],
        **more,
    }  # fmt: skip
    method = {"name": "randomized-response"} | ({} if size is None else {"size": size})
    session = {
        "format": "dpdesk-session", "version": 1, "title": {"en": "Answers"},
        "dictionary": {"path": "d.dictionary.json"}, "loss": {"epsilon": "1/10"}, "variables": ["answer"],
        "method": method,
    }  # fmt: skip
    return SessionPlan.from_json(session, Dictionary.from_json(dictionary))


def told(asked: SessionPlan, data: Path, ledger: Ledger) -> tuple[int, ...]:
    with open_session(asked, data, ledger, accept_changed="a test", confirm_known="a test") as session:
        return session.ask().told


@pytest.mark.parametrize("form", FORMS)
def test_neighbours_are_told_in_as_many_lines(form: str, tmp_path: Path, ledger: Ledger) -> None:
    asked = plan(form, size=5 if form == "xlsx" else None)
    lines = [
        told(asked, written(tmp_path / f"{name}.{form}", form, people), ledger)
        for name, people in (("D", ALL_SAY), ("D1", ONE_SAYS_NOTHING))
    ]
    assert [sum(one) for one in lines] == [5, 5]
    assert asked.one_row_each == (form != "xlsx")
    assert {len(one) for one in lines} == {asked.codes}  # yes, no, not stated; in a workbook also "in no cell"
    assert asked.codes == (4 if form == "xlsx" else 3)


def test_a_workbook_needs_a_public_number_of_records(tmp_path: Path, ledger: Ledger) -> None:
    asked = plan("xlsx")
    data = written(tmp_path / "D.xlsx", "xlsx", ALL_SAY)
    for opened in (lambda: open_session(asked, data, ledger), lambda: rehearse_session(asked)):
        with pytest.raises(BadInput, match=r"method\.size is needed: in a workbook a row of empty cells"):
            opened()
    assert ledger.accounts() == []
    assert "method.size is needed" in str(forecast_session(asked).refused)
    assert forecast_session(plan("xlsx", 5)).refused is None
    assert forecast_session(plan("parquet")).refused is None


def test_a_text_of_one_column_is_refused_whatever_size_is_stated(tmp_path: Path, ledger: Ledger) -> None:
    data = written(tmp_path / "one.csv", "csv", ONE_SAYS_NOTHING, columns=1)
    for size in (None, 5):
        with pytest.raises(BadInput, match="one column only"):
            open_session(plan("csv", size), data, ledger)
    assert ledger.accounts() == []


@pytest.mark.parametrize("size", [1, 4, 5, 6])
def test_a_wrong_number_of_records_tells_nothing_either(size: int, tmp_path: Path, ledger: Ledger) -> None:
    """A stated number below that of the records is neither refused, which would tell of one, nor exceeded."""
    for people in (ALL_SAY, ONE_SAYS_NOTHING):
        data = written(tmp_path / f"{len(set(people))}.xlsx", "xlsx", people)
        assert sum(told(plan("xlsx", size), data, ledger)) == size


def test_places_are_filled_alike_by_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the places hold before the draw differs in one place, whatever row of a file is exchanged or taken away."""
    monkeypatch.setattr(RandomizedResponse, "_steps", lambda own, size: np.zeros(size, dtype=np.int64))

    def held(counts: list[int], units: int) -> np.ndarray[Any, Any]:
        return RandomizedResponse(3, PureDP("1")).randomise_counts(np.array(counts, dtype=np.int64), units)

    for units in (1, 2, 3, 5, 9):
        for counts in np.ndindex(4, 3, 3):
            here = held(list(counts), units)
            assert here.sum() == units
            for at in np.flatnonzero(counts):
                for to in (*range(3), None):  # None: it is in no cell, or looks like no record
                    other = list(counts)
                    other[at] -= 1
                    if to is not None:
                        other[to] += 1
                    assert np.abs(held(other, units) - here).sum() <= 2


def test_a_column_told_without_a_code_for_no_cell_stays_readable() -> None:
    """Sessions of workbooks that are in a ledger already told the codes alone."""
    old = [Exchange(1, None, None, "The randomised column of answer is drawn.", (3, 1, 1))]
    lines = transcript_csv(plan("xlsx"), old).splitlines()
    assert len(lines) == 4 and "in no cell" not in lines[-1]
    new = [Exchange(1, None, None, "The randomised column of answer is drawn.", (3, 1, 1, 2))]
    assert "in no cell" in transcript_csv(plan("xlsx", 7), new).splitlines()[-1]
