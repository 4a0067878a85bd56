"""A data frame as a source: the same texts, counts and fingerprints as the same records in a file."""

from __future__ import annotations

import doctest
import os
import random
import subprocess
import sys
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
from five_forms import as_csv
from microdata import KEY, category, dictionary, id_unit, quantity, rows_by_engine, rows_by_stream

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines.open import open_on
from dpdesk.data.proposing.proposal import propose
from dpdesk.data.sources.frames import texts
from dpdesk.data.sources.frames.source import FORM, FrameSource
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

CANARY = "Canary7919"
NOON = datetime(2020, 1, 31, 12)  # noqa: DTZ001 -- as files store it
COLUMNS: dict[str, type] = {"id": str, "place": str, "age": str}


def people(units: int = 80) -> list[tuple[str, ...]]:
    rng = random.Random(7)
    ids = [f"p{unit}" for unit in range(units) for _ in range(rng.choice([1, 1, 2, 5]))]
    return [(one, rng.choice(["Köln", "Łódź", "", "O'Hara"]), str(rng.randint(0, 99))) for one in ids]


def as_pandas(rows: list[tuple[str, ...]]) -> pandas.DataFrame:
    return pandas.DataFrame(rows, columns=list(COLUMNS), index=[f"{CANARY}{at}" for at in range(len(rows))])


def as_objects(rows: list[tuple[str, ...]]) -> pandas.DataFrame:
    return as_pandas(rows).astype(object)


def as_categories(rows: list[tuple[str, ...]]) -> pandas.DataFrame:
    return as_pandas(rows).astype("category")


def as_arrow(rows: list[tuple[str, ...]]) -> pyarrow.Table:
    return pyarrow.table({name: [row[at] for row in rows] for at, name in enumerate(COLUMNS)})


def as_polars(rows: list[tuple[str, ...]]) -> polars.DataFrame:
    return polars.DataFrame(rows, schema=list(COLUMNS), orient="row")


FORMS = [as_pandas, as_objects, as_categories, as_arrow, as_polars]


@pytest.mark.parametrize("form", FORMS)
def test_rows_counts_and_records_are_those_of_the_csv_file(tmp_path: Path, form: Any) -> None:
    rows = people()
    source, csv = FrameSource(form(rows)), as_csv(tmp_path / "people.csv", COLUMNS, rows)
    assert source.columns == csv.columns and source.count() == csv.count() == len(rows)
    assert sorted(rows_by_engine(source)) == sorted(rows_by_stream(source)) == sorted(rows)
    assert source.records_fingerprint(KEY) == csv.records_fingerprint(KEY) != source.fingerprint(KEY)
    other = FrameSource(form(rows[1:]))
    assert other.records_fingerprint(KEY) != source.records_fingerprint(KEY)
    assert other.fingerprint(KEY) != source.fingerprint(KEY) != FrameSource(form(rows)).fingerprint(KEY[::-1])


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("most", [1, 2])
def test_the_same_counts_as_csv_to_the_row_under_a_cap(tmp_path: Path, form: Any, most: int) -> None:
    rows = people()
    codes = [category("place", ["Köln", "Łódź"], {"code": "Köln"}), quantity("age_sum", 0, 100, column="age")]
    described = dictionary(codes, unit=id_unit("id", most))
    domain = GroupDomain(("place",), ("age_sum",))
    csv, frame = (
        tabulate(source, described, [domain], KEY)[0]
        for source in (
            as_csv(tmp_path / "p.csv", COLUMNS, rows),
            FrameSource(form(random.Random(1).sample(rows, len(rows)))),
        )
    )
    assert np.array_equal(csv.counts, frame.counts) and csv.counts.sum() < len(rows)
    assert np.array_equal(csv.sums["age_sum"], frame.sums["age_sum"])
    other = tabulate(FrameSource(form(rows[30:])), described, [domain], KEY)[0]
    assert not np.array_equal(csv.sums["age_sum"], other.sums["age_sum"])  # the comparison can fail


def test_values_have_the_texts_they_have_in_parquet(tmp_path: Path) -> None:
    columns = {
        "i": [1, -2, 3], "f": [0.5, None, 2.0], "b": [True, False, None], "s": ["x", None, "z"],
        "d": [date(2020, 1, 31), None, date(1999, 12, 1)], "t": [NOON, None, NOON.replace(hour=0)],
    }  # fmt: skip
    table = pyarrow.table(columns)
    pyarrow.parquet.write_table(table, tmp_path / "p.parquet")
    expected = rows_by_engine(open_source(tmp_path / "p.parquet", SourceFormat("parquet")))
    assert rows_by_engine(FrameSource(table)) == expected
    frame = pandas.DataFrame({name: pandas.Series(cells) for name, cells in columns.items()})
    assert str(frame["d"].dtype) == str(frame["b"].dtype) == "object"
    assert rows_by_engine(FrameSource(frame)) == expected
    assert FrameSource(frame).numeric == {"i", "f"}
    sparse = pandas.DataFrame({"i": pandas.arrays.SparseArray([1, 0, 2])})
    assert rows_by_engine(FrameSource(sparse)) == [("1",), ("0",), ("2",)]


def test_one_persons_text_does_not_change_what_others_values_read_as() -> None:
    """It makes a column one of objects, whose values have the texts they have in a column of their own type."""
    later = NOON.replace(microsecond=500_000)
    short = np.array([0.1, 0.0001, 16777216.0, 1e16], dtype="float32")
    columns = [
        pandas.Series([1e16, 0.1, -0.0, 1e-5, 2.0**53, 1 / 3]),
        pandas.Series(short),
        pandas.Series([NOON, later, later.replace(microsecond=123_456)]),
        pandas.Series([NOON, later]).dt.tz_localize("Europe/Berlin"),
    ]
    for column in columns:
        alone = rows_by_engine(FrameSource(pandas.DataFrame({"v": column})))
        values = short if column.dtype == short.dtype else column.astype(object)  # a Series gives out longer ones
        mixed = pandas.DataFrame({"v": [*values, "text"]}, dtype=object)
        assert rows_by_engine(FrameSource(mixed)) == [*(alone or ()), ("text",)]


def test_a_point_in_time_has_one_text_wherever_the_machine_stands() -> None:
    moments = pandas.DataFrame({"t": pandas.to_datetime(["2020-01-01 00:30"]).tz_localize("Europe/Berlin")})
    source = FrameSource(moments)
    with source.engine() as engine:
        assert engine.execute("SELECT current_setting('TimeZone')").fetchone() == ("UTC",)
    assert rows_by_engine(source) == [("2019-12-31 23:30:00+00",)]


def test_the_text_of_a_value_does_not_depend_on_anothers() -> None:
    """The engine would give a column of objects one type, and Decimal('1.5') the text 1.50 beside Decimal('0.25')."""
    mixed = [Decimal("1.5"), Decimal("0.25"), "x", True, 7, 2.0, None, float("nan"), np.int64(3), date(2020, 1, 31)]
    written = ["1.5", "0.25", "x", "true", "7", "2", "", "", "3", "2020-01-31"]
    assert rows_by_engine(FrameSource(pandas.DataFrame({"v": pandas.Series(mixed, dtype=object)}))) == [
        (text,) for text in written
    ]
    for value, text in zip(mixed, written, strict=True):
        one = FrameSource(pandas.DataFrame({"v": pandas.Series([value], dtype=object)}))
        assert rows_by_stream(one) == [(text,)]


def test_the_index_is_no_column_and_the_frame_stays_as_it_is() -> None:
    frame = as_objects(people())
    before = frame.copy()
    source = FrameSource(frame)
    frame.iloc[0, 1] = CANARY
    assert CANARY not in str(rows_by_engine(source)) and source.columns == tuple(COLUMNS)
    assert frame.iloc[1:].equals(before.iloc[1:])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ([{"place": CANARY}], "Data of the type list cannot be read: hand over a path"),
        (pandas.DataFrame([[CANARY, 1]], columns=["a", "a"]), "whose columns have names of their own"),
        (pandas.DataFrame(), "whose columns have names of their own"),
    ],
)
def test_what_is_no_table_is_refused(data: Any, said: str) -> None:
    with pytest.raises(BadInput) as caught:
        FrameSource(data)
    assert said in str(caught.value) and CANARY not in str(caught.value)
    assert caught.value.__suppress_context__ or caught.value.__context__ is None


def test_a_column_of_lists_is_refused_where_it_is_asked_for_and_no_other_suffers() -> None:
    for frame in (
        pandas.DataFrame(
            {"place": ["a", "b"], "more": [[CANARY], [CANARY]], "when": pandas.period_range("2020", periods=2)}
        ),
        pyarrow.table({"place": ["a", "b"], "more": [[CANARY], [CANARY]], "when": [[1], [2]]}),
    ):
        source = FrameSource(frame)
        assert list(source.batches(["place"])) == [[("a",), ("b",)]] and source.fingerprint(KEY)
        for name in ("more", "when"):
            with pytest.raises(BadInput, match="nested or binary") as caught:
                list(source.batches([name]))
            assert CANARY not in str(caught.value)
        assert [one.outcome for one in propose(source)] == ["proposed", "unreadable", "unreadable"]


def test_a_dictionary_of_other_numbers_does_not_read_a_frame() -> None:
    source = FrameSource(as_pandas(people()))
    assert open_on("duckdb", source, FORM) is source
    with pytest.raises(BadInput, match="other marks than a decimal point"):
        open_on("duckdb", source, SourceFormat("csv", decimal=","))


def test_the_examples_run() -> None:
    tried = doctest.testmod(texts)
    assert tried.attempted and not tried.failed


@pytest.mark.parametrize(
    "made", [pandas.DataFrame, pyarrow.table, lambda cells: pandas.DataFrame(cells, dtype="category")]
)
def test_a_cell_with_nul_is_refused_since_a_fingerprint_could_not_tell_it_from_two(made: Any) -> None:
    cells = {"a": ["p", "q"], "b": ["r\0s", "t"]}
    with pytest.raises(BadInput, match="NUL"):
        FrameSource(made(cells))
    assert FrameSource(made({**cells, "b": ["r", "t"]})).count() == 2


def test_numbers_that_change_later_are_not_those_that_were_handed_over() -> None:
    numbers = np.arange(400) % 2
    frame = pandas.DataFrame({"x": pandas.Series(numbers, copy=False)}, copy=False)
    source = FrameSource(frame)
    before = source.records_fingerprint(b"k" * 32)
    numbers[:] = 1
    assert source.records_fingerprint(b"k" * 32) == before


def test_a_time_with_a_zone_has_one_text_wherever_the_machine_stands() -> None:
    code = """
import pandas
from dpdesk.data.sources.frames.source import FrameSource
source = FrameSource(pandas.DataFrame({"at": pandas.to_datetime(["2020-01-01T12:00Z"])}))
print(list(source.batches(["at"])))
"""
    said = [
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "TZ": zone}, capture_output=True, text=True, check=True
        ).stdout
        for zone in ("UTC", "Europe/Berlin")
    ]
    assert said[0] == said[1] and "2020-01-01 12:00:00+00" in said[0]
