"""Every engine gives the same tables, the same rows of a unit, or a sentence that says why it does not count."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from microdata import KEY, category, csv_format, dictionary, id_unit, number, quantity
from random_plans.capping import PRIME, few_places

from dpdesk.data.counting import one_pass as counting
from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.engines.open import open_on
from dpdesk.data.sources.database import connection
from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

SECRET = "7919secret"
TEXTS = [
    "a",
    "A",
    "",
    "ä",
    "a b",
    "007",
    "7",
    "NULL",
    "null",
    "NaN",
    "1e5",
    "\\",
    "\\N",
    "€𝄞",
    "\u00e9",
    "e\u0301",
    "''",
    "#x",
    "-",
]


def count(engine: str, path: Path, described: Dictionary, domains: Sequence[GroupDomain]) -> list[Contingency]:
    return tabulate(open_on(engine, path, described.source), described, domains, KEY)


def same(engine: str, path: Path, described: Dictionary, domains: Sequence[GroupDomain]) -> list[Contingency]:
    """Count by DuckDB and by a cluster's engine, and compare them to the record."""
    here, there = (count(name, path, described, domains) for name in ("duckdb", engine))
    for one, other in zip(here, there, strict=True):
        assert np.array_equal(one.counts, other.counts)
        assert (one.nowhere, one.rows) == (other.nowhere, other.rows)
        assert all(np.array_equal(one.sums[name], other.sums[name]) for name in one.sums)
    return there


def written(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if set(text) & set(',"') else text


def test_texts_are_the_same_texts(folder: Path, engine: str) -> None:
    """Empty, quoted, spaced, escaped, alike but for capitals or accents, numbers that are none: as they stand."""
    path = folder / "texts.csv"
    cells = [*TEXTS, '"q"', "x,y", 'a"b', " a", "a ", "\ta", "  ", "\x01\x01", "a\u2028b", "a\x0bb", "a\x85b"]
    rows = [f"{n},{written(cells[n % len(cells)])},{written(cells[n * 7 % len(cells)])}" for n in range(400)]
    path.write_text("n,s,t\n" + "\n".join(rows) + "\n", encoding="utf-8")
    codes = [text for text in (*TEXTS, '"q"', "x,y", 'a"b') if text and text == text.strip()]
    described = dictionary(
        [category(one, codes, missing=[{"code": "ns", "kind": "not_stated", "texts": [""]}]) for one in "st"]
    )
    both, one = same(engine, path, described, [GroupDomain(("s", "t")), GroupDomain(("s",))])
    assert both.nowhere > 0 and int((one.counts > 0).sum()) > 15


@pytest.mark.parametrize("without", ["drop", "own_unit"])
@pytest.mark.parametrize(("most", "prime"), [(1, PRIME), (3, PRIME), (3, 3)])
def test_the_same_rows_of_every_unit_are_kept(
    folder: Path, engine: str, without: str, most: int, prime: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ids with spaces and tabs around, without id, in several parts; the sums say which rows were kept.

    In a field of nine elements, many rows of a unit have the same place.
    """
    few_places(monkeypatch, prime)
    monkeypatch.setattr("dpdesk.data.engines.spark_counting.PRIME", prime)
    if engine == "dask":
        monkeypatch.setattr("dpdesk.data.engines.arrow_rows.BYTES_OF_TEXT", 4_000)
    rng = random.Random(most)
    ids = ["", " ", "-1", "ü", "€", *(f"p{n}" for n in range(150))]
    rows = []
    for n in range(2_000):
        unit = rng.choice(ids) if n % 3 else "p0"
        rows.append(f"{rng.choice(['', ' ', chr(9)])}{unit}{rng.choice(['', ' '])},{rng.choice('01x')},{n}")
    path = folder / "units.csv"
    path.write_text("pid,sex,age\n" + "\n".join(rows) + "\n", encoding="utf-8")
    described = dictionary(
        [category("sex", ["0", "1"]), number("age", [0, 500, 1_000, 2_000]), quantity("steps", 0, 2_000, column="age")],
        unit=id_unit("pid", most, without, missing_ids=["-1"]),
    )
    [found] = same(engine, path, described, [GroupDomain(("sex", "age"), ("steps",))])
    assert found.nowhere > 1_000


def test_rows_without_id_are_refused_where_the_dictionary_says_so(folder: Path, engine: str) -> None:
    path = folder / "units.csv"
    path.write_text(f"pid,sex\n{SECRET},0\n \t,1\n", encoding="utf-8")
    described = dictionary([category("sex", ["0", "1"])], unit=id_unit("pid", 1, "refuse"))
    with pytest.raises(BadInput, match="rows without an id") as refused:
        count(engine, path, described, [GroupDomain(("sex",))])
    assert SECRET not in str(refused.value)


def parquet(path: Path, values: str, names: str, **more: Any) -> Path:
    with connection("test") as engine:
        engine.execute(
            f"COPY (SELECT t.* FROM (VALUES {values}) t({names}), range({more.get('times', 3)})) TO '{path}' "
            f"(FORMAT parquet, ROW_GROUP_SIZE {more.get('group', 122_880)})"
        )
    return path


STORED = """
    (1::TINYINT, 18446744073709551615::UBIGINT, true, 1.50::DECIMAL(5,2), 0.000001::DECIMAL(9,6), DATE '2000-04-01',
    'x'),
    (-1, 9007199254740993, false, -0.05, -0.000001, DATE '1583-01-01', 'x '),
    (NULL, NULL, NULL, NULL, NULL, NULL, NULL),
    (0, 0, true, 0.00, 0, DATE '9999-12-31', ''),
    (7, 7, true, 700.07, 123.456789, DATE '2000-12-01', '7')
"""
CODES = {
    "i": ["1", "-1", "0", "7"],
    "u": ["18446744073709551615", "9007199254740993", "0", "7"],
    "b": ["true", "false"],
    "d": ["1.50", "-0.05", "0.00", "700.07"],
    "e": ["0.000001", "-0.000001", "0.000000", "123.456789"],
    "day": ["2000-04-01", "1583-01-01", "9999-12-31", "2000-12-01"],
    "s": ["x", "7"],
}


@pytest.mark.parametrize("parts", [False, True])
def test_stored_values_have_the_same_texts(folder: Path, engine: str, parts: bool) -> None:
    path = folder / ("table" if parts else "table.parquet")
    if parts:
        path.mkdir()
        for n in range(3):
            parquet(path / f"part-{n}.parquet", STORED, ", ".join(CODES), times=n + 1)
    else:
        parquet(path, STORED, ", ".join(CODES), times=2_000, group=2_048)
    none = [{"code": "none", "kind": "not_stated", "texts": [""]}]
    described = dictionary(
        [category(name, codes, missing=none) for name, codes in CODES.items()], source={"kind": "parquet"}
    )
    domains = [GroupDomain((name,)) for name in CODES] + [GroupDomain(("i", "s"))]
    found = same(engine, path, described, domains)
    assert all(one.nowhere == 0 for one in found)


@pytest.mark.parametrize(
    "value",
    ["1.5::DOUBLE", "1.5::FLOAT", "TIMESTAMP '2000-01-01 00:00:00'", "TIME '10:00:00'", "1::DECIMAL(9,7)", "[1]",
     "'a'::BLOB", "TIMESTAMPTZ '2000-01-01 00:00:00+00'", "uuid()"],
)  # fmt: skip
def test_values_that_engines_write_differently_are_refused(folder: Path, engine: str, value: str) -> None:
    path = parquet(folder / "table.parquet", f"({value}, 'a')", "v, s")
    described = dictionary([category("v", ["1"]), category("s", ["a"])], source={"kind": "parquet"})
    with pytest.raises(BadInput, match=r"'v' of table\.parquet holds"):
        count(engine, path, described, [GroupDomain(("v",))])
    [found] = count(engine, path, described, [GroupDomain(("s",))])
    assert found.counts.tolist() == [3]


@pytest.mark.parametrize("day", ["1582-12-31", "0001-01-01", "10000-01-01"])
def test_dates_that_engines_write_differently_stop_the_counting(folder: Path, engine: str, day: str) -> None:
    path = parquet(folder / "table.parquet", f"(DATE '{day}')", "v")
    described = dictionary([category("v", ["1"])], source={"kind": "parquet"})
    with pytest.raises(BadInput, match="before 1583 or after 9999"):
        count(engine, path, described, [GroupDomain(("v",))])


@pytest.mark.parametrize(
    ("content", "more"),
    [
        (b'a,b\n1,"x\ny"\n2,z\n', {}),
        (b"a,b\n1,\xe4\n", {"encoding": "latin-1"}),
        (b"a,b\n1,\xe4\n", {"encoding": "utf-8"}),
        (b"a,b\n1,x\n\n2,y\n", {}),
        (b"title\na,b\n1,x\n", {"header_row": 2}),
        (b'a,b\n1,x"y"\n', {}),
        (b"a,b\r1,x\r", {}),
        ("a,b\n1,x\n".encode("utf-16-le"), {"encoding": "utf-16-le"}),
    ],
)
def test_text_that_engines_read_differently_is_refused(
    folder: Path, engine: str, content: bytes, more: dict[str, Any]
) -> None:
    path = folder / "people.csv"
    path.write_bytes(content)
    described = dictionary([category("a", ["1"])])
    with pytest.raises(BadInput, match=r"reads alike|declared encoding|not valid utf-8"):
        tabulate(open_on(engine, path, csv_format(**more)), described, [GroupDomain(("a",))], KEY)


@pytest.mark.parametrize("row", [f"{SECRET},1,2", SECRET])
def test_a_ragged_record_is_an_error_that_quotes_nothing(folder: Path, engine: str, row: str) -> None:
    path = folder / "people.csv"
    path.write_text("a,b\n" + "1,x\n" * 500 + row + "\n", encoding="utf-8")
    with pytest.raises(BadInput, match="number of fields") as refused:
        count(engine, path, dictionary([category("a", ["1"])]), [GroupDomain(("a",))])
    assert "7919" not in str(refused.value) and refused.value.__suppress_context__


def test_a_record_that_an_engine_leaves_out_is_missed(folder: Path, engine: str) -> None:
    """Spark takes a line of blanks for no line: then the two counts differ, and nothing is counted wrongly."""
    path = folder / "people.tsv"
    path.write_text("a\tb\n1\tx\n\t\n1\ty\n", encoding="utf-8")
    described = dictionary([category("a", ["1"])], source={"kind": "csv", "delimiter": "\t"})
    if engine == "spark":
        with pytest.raises(BadInput, match="two ways"):
            count(engine, path, described, [GroupDomain(("a",))])
    else:
        same(engine, path, described, [GroupDomain(("a",))])


def test_line_ends_marks_and_files_without_a_heading(folder: Path, engine: str) -> None:
    described = dictionary([category("a", ["1", "2"]), category("b", ["x", "y"])])
    for which, content in enumerate((b"a,b\r\n1,x\r\n2,y\r\n", b"\xef\xbb\xbfa,b\n1,x\n2,y", b'a,b\n"1","x"\n2,"y"\n')):
        path = folder / f"people{which}.csv"
        path.write_bytes(content)
        [found] = same(engine, path, described, [GroupDomain(("a", "b"))])
        assert found.counts.tolist() == [[1, 0], [0, 1]]


def test_texts_in_no_table_are_coded_and_packs_keep_every_digit(
    folder: Path, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A sample that shows next to nothing; a pack and a sum beyond what a floating-point number holds."""
    monkeypatch.setattr(counting, "SAMPLE", 3)
    rng = random.Random(5)
    path = folder / "wide.csv"
    rows = [f"{rng.randrange(40)},{rng.randrange(30)},{rng.randrange(10**9)}" for _ in range(1_500)]
    path.write_text("a,b,big\n" + "\n".join(rows) + "\n", encoding="utf-8")
    described = dictionary(
        [category("a", [str(n) for n in range(39)]), category("b", [str(n) for n in range(30)]),
         quantity("big", 0, 10**9, "1/1000000")]
    )  # fmt: skip
    [found] = same(engine, path, described, [GroupDomain(("a", "b"), ("big",))])
    assert int(found.sums["big"].sum()) > 1 << 58 and found.nowhere > 0


def test_an_empty_table_and_no_variable_at_all(folder: Path, engine: str) -> None:
    described = dictionary([category("a", ["1"])])
    for content in ("a,b\n", "a,b\n1,x\n2,y\n"):
        path = folder / f"people{len(content)}.csv"
        path.write_text(content, encoding="utf-8")
        same(engine, path, described, [GroupDomain(("a",)), GroupDomain(())])
        same(engine, path, described, [GroupDomain(())])
    described = dictionary([category("a", ["1"])], source={"kind": "parquet"})
    same(engine, parquet(folder / "table.parquet", "(1)", "a"), described, [GroupDomain(())])


def test_other_formats_and_engines_are_refused(folder: Path, engine: str) -> None:
    with pytest.raises(BadInput, match="no engine 'storm'"):
        open_on("storm", folder / "people.csv", SourceFormat("csv"))
    with pytest.raises(BadInput, match="There is no file"):
        open_on(engine, folder / "nobody.csv", SourceFormat("csv"))
