"""The same records as CSV, Parquet, a folder of Parquet parts, a DuckDB table, an SQLite table, or a data frame."""

from __future__ import annotations

import csv
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import duckdb
import pandas as pd
import pytest

from dpdesk.data.engines import local_units
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.frames.source import FrameSource
from dpdesk.data.sources.open import open_source
from dpdesk.schema.source import SourceFormat

DUCKDB = {str: "VARCHAR", int: "BIGINT", float: "DOUBLE"}
SQLITE = {str: "TEXT", int: "INTEGER", float: "REAL"}
Columns = dict[str, type]


def as_csv(path: Path, columns: Columns, rows: Sequence[Sequence[Any]]) -> Source:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(["" if value is None else str(value) for value in row] for row in rows)
    return open_source(path, SourceFormat("csv"))


def in_duckdb(path: Path, columns: Columns, rows: Sequence[Sequence[Any]], table: str = "persons") -> None:
    """Write a table into a DuckDB file."""
    named = '"' + table.replace('"', '""') + '"'
    with duckdb.connect(str(path)) as engine:
        engine.execute(f"CREATE TABLE {named} ({_declared(columns, DUCKDB)})")
        if rows:
            engine.executemany(f"INSERT INTO {named} VALUES ({', '.join('?' * len(columns))})", rows)


def in_sqlite(path: Path, columns: Columns, rows: Sequence[Sequence[Any]], table: str = "persons") -> None:
    """Write a table into an SQLite file."""
    named = '"' + table.replace('"', '""') + '"'
    database = sqlite3.connect(path)
    database.execute(f"CREATE TABLE {named} ({_declared(columns, SQLITE)})")
    database.executemany(f"INSERT INTO {named} VALUES ({', '.join('?' * len(columns))})", rows)
    database.commit()
    database.close()


def _declared(columns: Columns, types: dict[type, str]) -> str:
    return ", ".join(f'"{name}" {types[kind]}' for name, kind in columns.items())


def parquet(database: Path, path: Path, where: str = "true") -> None:
    """Write the table `persons` of a DuckDB file, or some of its rows, as Parquet."""
    path.parent.mkdir(exist_ok=True, parents=True)
    with duckdb.connect(str(database), read_only=True) as engine:
        engine.execute(f"COPY (SELECT * FROM persons WHERE {where}) TO '{path}' (FORMAT parquet)")


def five_forms(folder: Path, columns: Columns, rows: Sequence[Sequence[Any]], parts: int = 3) -> dict[str, Source]:
    """Write the records in all five forms and open them; the last part of the folder has no rows."""
    database, lite = folder / "people.duckdb", folder / "people.sqlite"
    in_duckdb(database, columns, rows)
    in_sqlite(lite, columns, rows)
    parquet(database, folder / "people.parquet")
    for number in range(parts):
        parquet(database, folder / "parts" / f"part-{number}.parquet", f"rowid % {parts} = {number}")
    parquet(database, folder / "parts" / "part-none.parquet", "false")
    return {
        "csv": as_csv(folder / "people.csv", columns, rows),
        "parquet": open_source(folder / "people.parquet", SourceFormat("parquet")),
        "parts": open_source(folder / "parts", SourceFormat("parquet")),
        "duckdb": open_source(database, SourceFormat("duckdb", table="persons")),
        "sqlite": open_source(lite, SourceFormat("sqlite", table="persons")),
    }


# --- files whose rows belong to units by an id ------------------------------------------------------------------------

UNIT_FORMS = ("csv", "parquet", "duckdb", "sqlite", "frame")
UNIT_WAYS = ("engine", "parts", "late texts", "stream")


def in_form(kind: str, path: Path, head: Sequence[str], rows: Sequence[tuple[str, ...]]) -> Source:
    """Rows as one form of file; the id is the first column, which Parquet has as whole numbers."""
    if kind == "csv":
        return as_csv(path.with_suffix(".csv"), dict.fromkeys(head, str), rows)
    if kind == "frame":
        return FrameSource(pd.DataFrame(rows, columns=list(head)))
    if kind == "parquet":
        frame = pd.DataFrame(rows, columns=list(head))
        frame[head[0]] = pd.to_numeric(frame[head[0]].str.strip()).astype("Int64")
        frame.to_parquet(path.with_suffix(".parquet"))
        return open_source(path.with_suffix(".parquet"), SourceFormat("parquet"))
    file = path.with_suffix(f".{kind}")
    (in_duckdb if kind == "duckdb" else in_sqlite)(file, dict.fromkeys(head, str), rows)
    return open_source(file, SourceFormat(kind, table="persons"))


def take_way(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have units counted by the engine at once or in parts, with texts that its sample lacks, or as a stream."""
    if way == "parts":
        monkeypatch.setattr(local_units, "ROWS_AT_ONCE", 60)
    if way == "late texts":  # of which the first rows have nothing
        monkeypatch.setattr(local_units, "SAMPLE", 3)
    if way == "stream":
        monkeypatch.setattr(local_units, "MOST_TEXTS", 3)
