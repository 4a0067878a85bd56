"""Text of fixed width: the same records as CSV, cut by characters and not bytes; what is no such text is refused."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from five_forms import as_csv
from microdata import KEY, category, dictionary, id_unit, quantity, rows_by_engine, rows_by_stream

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.base import Source
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.preview import preview
from dpdesk.errors import BadInput
from dpdesk.problems.render import render
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.source import SourceFormat

CANARY = "Canary7919"
COLUMNS: dict[str, type] = {"id": str, "place": str, "age": str}
LAYOUT = [{"name": "id", "start": 1, "width": 5}, {"name": "place", "start": 6, "width": 8},
          {"name": "age", "start": 14, "width": 3}]  # fmt: skip
PLACES = ["Köln", "Łódź", "東京", "e\u0301vry", "", "O'Hara", '"x"', "a,b"]


def fixed(**more: object) -> SourceFormat:
    return SourceFormat.from_json({"kind": "fixed", "columns": LAYOUT, **more})


def line(row: Sequence[str]) -> str:
    return f"{row[0]:<5}{row[1]:<8}{row[2]:>3}"


def people(units: int = 80) -> list[tuple[str, ...]]:
    rng = random.Random(7)
    ids = [f"p{unit}" for unit in range(units) for _ in range(rng.choice([1, 1, 2, 5]))]
    return [(one, rng.choice(PLACES), str(rng.randint(0, 99))) for one in ids]


def as_fixed(path: Path, rows: Sequence[Sequence[str]], encoding: str = "utf-8", end: str = "\n") -> Source:
    path.write_bytes("".join(line(row) + end for row in rows).encode(encoding))
    return open_source(path, fixed(encoding=encoding))


@pytest.mark.parametrize(
    ("encoding", "end", "by_engine"),
    [("utf-8", "\n", True), ("utf-8", "\r\n", True), ("utf-8", "\r", False), ("utf-8-sig", "\n", True),
     ("utf-16", "\n", False), ("utf-16-be", "\r\n", False)],
)  # fmt: skip
def test_records_are_those_of_the_csv_file_in_any_encoding(
    tmp_path: Path, encoding: str, end: str, by_engine: bool
) -> None:
    rows = people()
    source = as_fixed(tmp_path / "people.asc", rows, encoding, end)
    csv = as_csv(tmp_path / "people.csv", COLUMNS, rows)
    assert source.columns == csv.columns == ("id", "place", "age")
    assert source.count() == csv.count() == len(rows)
    assert rows_by_stream(source) == rows_by_stream(csv) == rows
    assert rows_by_engine(source) == (rows if by_engine else None)
    assert source.records_fingerprint(KEY) == csv.records_fingerprint(KEY)


def test_nothing_is_written_beside_the_file(tmp_path: Path) -> None:
    source = as_fixed(tmp_path / "people.asc", people())
    before = source.path.stat().st_mtime_ns
    assert rows_by_engine(source) == rows_by_stream(source) and source.records_fingerprint(KEY)
    assert [one.name for one in tmp_path.iterdir()] == ["people.asc"] and source.path.stat().st_mtime_ns == before


def test_a_last_line_without_an_end_and_a_text_beside_the_columns(tmp_path: Path) -> None:
    path = tmp_path / "people.asc"
    path.write_text("\n".join(line(row) + f" not read {CANARY}" for row in people()), encoding="utf-8")
    source = open_source(path, fixed())
    assert rows_by_engine(source) == rows_by_stream(source) == people()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
@pytest.mark.parametrize("most", [1, 2])
def test_the_same_counts_as_csv_to_the_row_under_a_cap(tmp_path: Path, encoding: str, most: int) -> None:
    rows = people()
    described = dictionary(
        [category("place", PLACES[:4], {"code": "Köln"}), quantity("age_sum", 0, 100, column="age")],
        unit=id_unit("id", most),
    )
    domain = GroupDomain(("place",), ("age_sum",))
    forms = [
        as_csv(tmp_path / "people.csv", COLUMNS, rows),
        as_fixed(tmp_path / "people.asc", random.Random(1).sample(rows, len(rows)), encoding),
    ]
    csv, text = (tabulate(source, described, [domain], KEY)[0] for source in forms)
    assert np.array_equal(csv.counts, text.counts) and csv.counts.sum() < len(rows)
    assert np.array_equal(csv.sums["age_sum"], text.sums["age_sum"])
    other = tabulate(as_csv(tmp_path / "o.csv", COLUMNS, rows[30:]), described, [domain], KEY)[0]
    assert not np.array_equal(csv.sums["age_sum"], other.sums["age_sum"])  # the comparison can fail


def refused(path: Path, form: SourceFormat) -> str:
    """The one sentence with which a text is refused, the same whether it is counted, scanned or read."""
    said = []
    for use in (lambda source: source.count(), rows_by_engine, rows_by_stream, lambda source: preview(source, 20)):
        with pytest.raises(BadInput) as caught:
            use(open_source(path, form))
        assert caught.value.__cause__ is None and (
            caught.value.__context__ is None or caught.value.__suppress_context__
        )
        said.append(str(caught.value))
    assert len(set(said)) == 1 and CANARY not in said[0] and "\n" not in said[0] and said[0][-1] in ".?", said
    return said[0]


@pytest.mark.parametrize("short", [CANARY, "", line(("1", CANARY[:8], "20"))[:-1]])
@pytest.mark.parametrize("last", ["", "\n"])
def test_a_line_that_does_not_reach_the_last_column_is_refused_by_its_number_alone(
    tmp_path: Path, short: str, last: str
) -> None:
    path = tmp_path / "people.asc"
    full = line(("1", CANARY[:8], "20"))
    path.write_text(f"{full}\n{full}\n{short}\n{full}{last}", encoding="utf-8")
    assert refused(path, fixed()).startswith("Line 3 of people.asc is shorter than its layout, whose last column ends")


def test_the_number_of_a_short_line_far_into_a_long_file(tmp_path: Path) -> None:
    path = tmp_path / "people.asc"
    full = line(("1", CANARY[:8], "20"))
    path.write_text((full + "\n") * 70_000 + full[:-1] + "\n" + full, encoding="utf-8")
    with pytest.raises(BadInput, match=r"^Line 70001 of "):
        open_source(path, fixed()).count()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"x" * 2_100_000, "longer than 2,000,000 characters"),
        (line(("1", CANARY[:8], "20")).encode() + b"\n" + b"y" * 5_000_000, "longer than 2,000,000 characters"),
        (f"{CANARY}\0 padded to the end\n".encode(), "contains NUL characters"),
        (f"{CANARY}ä padded to the end\n".encode("cp1252"), "is not valid utf-8"),
        (line(("1", CANARY[:8], "20")).encode("utf-16-le"), "contains NUL characters"),
    ],
)
def test_hostile_texts_are_refused_without_their_text(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "people.asc"
    path.write_bytes(content)
    assert said in refused(path, fixed())


@pytest.mark.parametrize("sign", ["\x1f", "\x01\x01", "\x1a", "\u2028", "\x85", "\x0b", "\x0c", '"', "\\"])
def test_no_sign_ends_a_record_or_a_field(tmp_path: Path, sign: str) -> None:
    rows = [("1", f"a{sign}b", "20"), ("2", "x", "30")]
    source = as_fixed(tmp_path / "people.asc", rows)
    assert rows_by_stream(source) == rows and rows_by_engine(source) in (rows, None)


def test_a_line_of_the_sign_for_null_is_a_text(tmp_path: Path) -> None:
    path = tmp_path / "people.asc"
    path.write_text("ab\n\x01\x01\n", encoding="utf-8")
    layout = [{"name": "a", "start": 1, "width": 2}]
    source = open_source(path, SourceFormat.from_json({"kind": "fixed", "columns": layout}))
    assert rows_by_stream(source) == rows_by_engine(source) == [("ab",), ("\x01\x01",)]


def test_lines_of_one_length_are_proposed_as_fixed_width_without_any_column(tmp_path: Path) -> None:
    """The first record never becomes the names of columns, which are shown outside everything confidential."""
    path = tmp_path / "people.txt"
    path.write_text("".join(line((str(n), CANARY[:8], "20")) + "\n" for n in range(50)), encoding="utf-8")
    found = sniff(path)
    assert found.format.to_json() == {"kind": "fixed", "encoding": "utf-8", "decimal": ".", "thousands": ""}
    assert found.columns == () and found.sampled == 50
    (said,) = map(render, found.remarks)
    assert CANARY[:8] not in said and "All lines are 16 characters long" in said
    assert open_source(path, found.format).count() == 50
    for other in ("id;age\n" + "0001234;20\n" * 9, "identifier of a person\n" + "0001234567\n" * 9, "codes\n00001\n"):
        path.write_text(other, encoding="utf-8")
        assert sniff(path).format.kind == "csv"


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ([{"name": "a", "start": 0, "width": 2}], "columns[0].start"),
        ([{"name": "a", "start": 1, "width": 1}, {"name": "a", "start": 2, "width": 1}], "must have names that differ"),
        ([{"name": "a", "start": 1}], "columns[0].width"),
    ],
)
def test_a_layout_that_is_none_is_refused_in_words(tmp_path: Path, columns: list[object], said: str) -> None:
    path = tmp_path / "people.asc"
    path.write_text("abc\n", encoding="utf-8")
    form = SourceFormat.from_json({"kind": "fixed", "columns": columns})
    with pytest.raises(BadInput) as caught:
        open_source(path, form)
    assert said in str(caught.value)
    with pytest.raises(BadInput) as caught:
        dictionary([category("a", ["1"])], source=form.to_json())
    assert said in str(caught.value)


def test_a_dictionary_gives_back_its_layout_and_the_marks_of_its_numbers() -> None:
    source = {"kind": "fixed", "columns": LAYOUT, "encoding": "cp1252", "decimal": ",", "thousands": "."}
    described = dictionary([category("place", ["1"])], source=source)
    assert described.source.to_json() == source
    assert described.source.numbers.decimal == ","
    assert not described.source.hides_empty_records(1)
