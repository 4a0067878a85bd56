"""What a release stops at before anything is reserved or spent, in one sentence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from small import block, dictionary_json, plan, table

from dpdesk.data.sources.database import connection
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.schema.dictionary import Dictionary

NAMES = ("sex", "colour", "area", "age", "pay", "state", "kilos")
ROW = ("f", "red", "n1a", "1", "20", "on", "70")


def people(of: str = "csv", **more: Any) -> Dictionary:
    source = {"kind": of, **({"table": "people"} if of in ("duckdb", "sqlite") else {})}
    return Dictionary.from_json(dictionary_json(source=source, neighbours="add_remove", **more))


def counting(d: Dictionary, **more: Any) -> Plan:
    return plan(table("t", stub=[block("sex", "colour")]), dictionary=d, **more)


def csv(path: Path, rows: int) -> None:
    path.write_text("\n".join([",".join(NAMES), *[",".join(ROW)] * rows]) + "\n", encoding="utf-8")


def xlsx(path: Path, rows: int) -> None:
    book = Workbook()
    for row in (NAMES, *[ROW] * rows):
        book.active.append(row)  # type: ignore[union-attr]
    book.save(path)


def parquet(path: Path, rows: int) -> None:
    columns = ", ".join(f"'{cell}' AS {name}" for name, cell in zip(NAMES, ROW, strict=True))
    with connection("test") as engine:
        engine.execute(f"COPY (SELECT {columns} FROM range({rows})) TO '{path}' (FORMAT parquet)")


def sqlite(path: Path, rows: int) -> None:
    import sqlite3

    with sqlite3.connect(path) as made:
        made.execute(f"CREATE TABLE people ({', '.join(NAMES)})")
        made.executemany(f"INSERT INTO people VALUES ({', '.join('?' * len(NAMES))})", [ROW] * rows)
    made.close()


@pytest.mark.parametrize("make", [csv, xlsx, parquet, sqlite], ids=lambda make: make.__name__)
def test_a_file_without_records_is_refused_and_one_record_is_not(
    ledger: Ledger, tmp_path: Path, make: Callable[[Path, int], None]
) -> None:
    d = people(make.__name__)
    empty, one = tmp_path / f"empty.{make.__name__}", tmp_path / f"one.{make.__name__}"
    make(empty, 0)
    make(one, 1)
    assert not open_source(empty, d.source).has_records()
    with pytest.raises(BadInput, match="has no records below the names of its columns"):
        release(ReleaseRequest(counting(d), empty), ledger)
    assert not list(ledger.entries())[1:], "nothing but the ledger's own first entry: no account, no reservation"
    assert not release(ReleaseRequest(counting(d), one), ledger).again


def test_a_release_is_never_refused_for_counting_nobody(ledger: Ledger, tmp_path: Path) -> None:
    """How many records a plan counts is what the guarantee is about: no record and one record look alike."""
    path = tmp_path / "people.csv"
    path.write_text(f"{','.join(NAMES)}\nf,red,n1a,1,20,elsewhere,70\n", encoding="utf-8")
    made = plan(table("t", stub="state"), dictionary=people())  # its one record is in none of the plan's codes
    assert not release(ReleaseRequest(made, path), ledger).again


@pytest.mark.parametrize(
    ("place", "more"),
    [
        ("title.en is empty; give the release a title", {"title": {"en": ""}}),
        ("title.de is empty", {"title": {"en": "Plan", "de": " "}}),
        ("tables[0].title.en is empty; give the table 't' a title", {}),
    ],
)
def test_an_empty_title_is_refused(ledger: Ledger, tmp_path: Path, place: str, more: dict[str, Any]) -> None:
    csv(tmp_path / "people.csv", 3)
    title = {"en": "T"} if more else {"en": "  "}
    made = plan(table("t", stub="sex", title=title), dictionary=people(), **more)
    with pytest.raises(BadInput) as problem:
        release(ReleaseRequest(made, tmp_path / "people.csv"), ledger)
    assert place in str(problem.value)
    assert not list(ledger.entries())[1:]
