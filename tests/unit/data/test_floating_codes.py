"""Codes that a file stores as floating-point numbers."""

from __future__ import annotations

import doctest
import random
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import duckdb
import pandas
import pytest
from five_forms import five_forms
from microdata import KEY, category, dictionary, id_unit

from dpdesk.data.counting import one_pass as counting
from dpdesk.data.counting.checking import check
from dpdesk.data.counting.coding import reading
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines import local
from dpdesk.data.sources import plain_texts
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.database import connection
from dpdesk.data.sources.frames.source import FrameSource
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.plain_texts import plain_number, plain_number_sql
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

ROWS: list[tuple[Any, ...]] = [(1.0, "1.0"), (2.0, "2"), (2.0, "2"), (2.5, "2"), (None, "2")]


@pytest.mark.parametrize("most", [1_000_000, -1])
def test_a_code_stored_as_a_floating_point_number_is_its_code(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int
) -> None:
    """Programs write whole numbers with gaps as 1.0: it is code 1 in every form, but for a text, which is as it is."""
    monkeypatch.setattr(counting, "MOST_LEFT_OVER", most)  # by the engine, and as a stream
    monkeypatch.setattr(local, "MOST_ALIKE", most)
    forms = five_forms(tmp_path, {"sex": float, "spelt": str}, ROWS)
    described = dictionary(
        [
            category("sex", ["1", "2"], missing=[{"code": "ns", "kind": "not_stated", "texts": [""]}]),
            category("spelt", ["1", "2"]),
            {
                "name": "both", "label": {"en": "both"}, "kind": "combination", "columns": ["sex", "spelt"],
                "describes": "unit", "codes": [{"code": "yes"}, {"code": "no"}],
                "rules": [{"when": {"sex": ["2"], "spelt": ["2"]}, "then": "yes"}], "otherwise": {"code": "no"},
            },
            {
                "name": "old", "label": {"en": "old"}, "kind": "category", "column": "sex", "describes": "unit",
                "codes": [{"code": "1", "texts": ["1.0"]}, {"code": "2", "texts": ["2.0"]}], "otherwise": "nowhere",
            },
        ]
    )  # fmt: skip
    for form, source in forms.items():
        asked = [[GroupDomain((one,))] for one in ("sex", "spelt", "both", "old")]  # apart: each has its own nowhere
        found = [tabulate(source, described, one, KEY)[0].counts.ravel().tolist() for one in asked]
        if form == "csv":  # its cells are text, and 1.0 is another text than 1
            assert found == [[0, 0, 1], [0, 4], [0, 5], [1, 2]]
            continue
        assert found == [[1, 2, 1], [0, 4], [2, 3], [1, 2]], form
        checks = check(source, described).variables
        looked = {one.name: (one.coded, one.not_stated, one.not_tabulated) for one in checks}
        assert (looked["sex"], looked["old"]) == ((3, 1, 1), (3, 0, 2)), form


@pytest.mark.parametrize(("cell", "code"), [("1", 0), ("0", 1), ("3", 2), ("3.0", 2), ("4", 3), ("4.0", 4), ("x", -1)])
def test_a_number_is_known_however_the_dictionary_writes_it(cell: str, code: int) -> None:
    described = dictionary([category("sex", ["1", "0", "3.0", "4", "4.0"])])
    assert reading([described.variable("sex")], [], {"sex"}).variables["sex"].code((cell,)) == code
    as_text = reading([described.variable("sex")], []).variables["sex"]
    assert as_text.code(("3",)) == -1 and as_text.code(("1.0",)) == -1


def test_only_a_whole_number_loses_its_zero() -> None:
    assert doctest.testmod(plain_texts).failed == 0
    numbers = ["1.0", "-1.0", "-0.0", "0.5", "10.0", "1e15", "1e16", "-1e22", "1e-7", "'nan'", "'-inf'"]
    written = ", ".join(f"{number}::DOUBLE" for number in numbers)
    rows = f"(SELECT unnest([{written}])::VARCHAR AS t)"
    with connection("test") as engine:
        pairs = engine.execute(f"SELECT t, {plain_number_sql('t')} FROM {rows}").fetchall()
    assert len(pairs) == len(numbers)
    assert all(plain == plain_number(text) for text, plain in pairs)


def stored(frame: pandas.DataFrame, path: Path) -> list[Source]:
    """The frame as it is, and what other programs make of it: Parquet, a DuckDB and an SQLite table, and what is made
    of this one: a view, and a table whose columns have no types.
    """
    frame.to_parquet(path.with_suffix(".parquet"))
    with duckdb.connect(str(path.with_suffix(".duckdb"))) as engine:
        engine.register("given", frame)
        engine.execute("CREATE TABLE persons AS SELECT * FROM given")
    with closing(sqlite3.connect(path.with_suffix(".sqlite"))) as database:
        frame.to_sql("persons", database, index=False)
        database.execute("CREATE VIEW seen AS SELECT * FROM persons")
        database.execute("CREATE TABLE untyped (pid, sex)")
        database.execute("INSERT INTO untyped SELECT * FROM persons")
        database.commit()
    return [
        FrameSource(frame),
        open_source(path.with_suffix(".parquet"), SourceFormat("parquet")),
        open_source(path.with_suffix(".duckdb"), SourceFormat("duckdb", table="persons")),
        *(
            open_source(path.with_suffix(".sqlite"), SourceFormat("sqlite", table=table))
            for table in ("persons", "seen", "untyped")
        ),
    ]


@pytest.mark.parametrize(("most", "no_id"), [(1_000_000, "-1"), (-1, "-1.0")])
def test_one_person_without_a_value_does_not_change_what_others_read_as(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, most: int, no_id: str
) -> None:
    """A column of whole numbers becomes one of floating-point numbers where one person has none."""
    monkeypatch.setattr(counting, "MOST_LEFT_OVER", most)  # by the engine, and as a stream
    chance = random.Random(5)
    pids = [unit for unit in range(60) for _ in range(4)] + [-1] * 30
    people = pandas.DataFrame({"pid": pids, "sex": [chance.randint(0, 1) for _ in pids]})
    missing = [{"code": "ns", "kind": "not_stated", "texts": [""]}]
    old = category("old", ["0"], missing=missing, column="sex") | {
        "codes": [{"code": "0", "texts": ["0.0"]}, {"code": "1"}], "otherwise": "nowhere",
    }  # fmt: skip
    described = dictionary(
        [category("sex", ["0", "1"], missing=missing), old],
        unit=id_unit("pid", 2, "own_unit", missing_ids=[no_id]),
    )
    domains = [GroupDomain(("sex",)), GroupDomain(("old",))]
    found = []
    for name, comes in (("all", []), ("more", [[None, None]])):
        frame = pandas.concat([people.astype(object), pandas.DataFrame(comes, columns=["pid", "sex"], dtype=object)])
        sources = stored(frame.reset_index(drop=True).astype(float if comes else int), tmp_path / name)
        found.append([[one.counts.tolist() for one in tabulate(each, described, domains, KEY)] for each in sources])
    before, after = found
    assert all(form == before[0] for form in before)
    assert sum(before[0][0]) == 2 * 60 + 30
    assert all(form == [[zero, one, none + 1] for zero, one, none in before[0]] for form in after)
