"""The first rows of a file, the sentence for a wrong delimiter, and how little of a file a proposed format takes."""

from __future__ import annotations

import builtins
import io
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from microdata import category, csv_format, dictionary
from pace import least_of

from dpdesk.data.counting.checking import check
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.encodings import guess
from dpdesk.data.sources.headings import separator_hint
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.preview import preview
from dpdesk.errors import BadInput
from dpdesk.problems.render import render
from dpdesk.schema.dictionary import SourceFormat


def test_the_first_rows_as_text_with_long_cells_cut(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("a,b\n" + f"1,{'x' * 201}\n" + f"2,{'y' * 200}\n" + "3,z\n", encoding="utf-8")
    source = open_source(path, csv_format())
    assert preview(source, 2) == (("1", "x" * 199 + "…"), ("2", "y" * 200))
    assert len(preview(source)) == 3
    assert preview(source, 0) == ()


def test_a_broken_record_further_down_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "file.csv"
    path.write_text("a,b\n1,2\n3,4\n5\n", encoding="utf-8")
    source = open_source(path, csv_format())
    assert preview(source, 2) == (("1", "2"), ("3", "4"))
    with pytest.raises(BadInput, match="declared format"):
        preview(source, 3)


def test_workbooks_and_parquet_files_are_previewed(tmp_path: Path) -> None:
    import duckdb

    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (["a", "b"], [1, None], [2.5, "x"]):
        book.active.append(row)
    book.save(tmp_path / "file.xlsx")
    expected = (("1", ""), ("2.5", "x"))
    assert preview(open_source(tmp_path / "file.xlsx", SourceFormat("xlsx")), 5) == expected
    with duckdb.connect() as engine:
        engine.execute("CREATE TABLE t AS SELECT * FROM (VALUES ('1', NULL), ('2.5', 'x'), ('3', 'y')) v(a, b)")
        engine.execute(f"COPY t TO '{tmp_path / 'file.parquet'}' (FORMAT parquet)")
    assert preview(open_source(tmp_path / "file.parquet", SourceFormat("parquet")), 2) == expected


@pytest.mark.parametrize(("mark", "named"), [(";", "';'"), ("\t", "tabs"), ("|", "'|'")])
def test_a_wrong_delimiter_is_named(tmp_path: Path, mark: str, named: str) -> None:
    path = tmp_path / "town.csv"
    path.write_text(f"sex{mark}age\nf{mark}1,5\nm{mark}2\n", encoding="utf-8")
    source = open_source(path, csv_format())
    hint = f"the file seems to be separated by {named}, not by ','"
    assert source.hint is not None and render(source.hint) == hint
    with pytest.raises(BadInput) as missing:
        next(source.batches(["sex"]))
    assert hint in str(missing.value)
    with pytest.raises(BadInput) as asked:
        check(source, dictionary([category("sex", ["f", "m"])]))
    assert str(asked.value) == f"The column 'sex' is not in town.csv; the dictionary needs it exactly once: {hint}."
    with pytest.raises(BadInput) as ragged:
        list(source.batches(source.columns))
    assert hint in str(ragged.value)
    assert open_source(path, csv_format(delimiter=mark)).hint is None


def test_no_hint_where_nothing_suggests_one(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("age\n1\n", encoding="utf-8")
    source = open_source(path, csv_format())
    assert source.hint is None
    with pytest.raises(BadInput, match="check the name, the header row and the delimiter"):
        next(source.batches(["sex"]))
    seems = separator_hint("a;b;c,d", ",")
    assert (
        seems is not None
        and render(seems, language="de") == "die Datei scheint durch ';' getrennt zu sein, nicht durch ','"
    )
    assert separator_hint("a", ";") is None


# How much is read


class Counting(io.FileIO):
    """A file that counts the bytes read from it."""

    total = 0

    def readinto(self, buffer: Any) -> int:
        """Read into a buffer and count."""
        count = super().readinto(buffer)
        Counting.total += count or 0
        return count or 0


def test_proposing_a_format_reads_little_of_a_large_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "large.csv"
    line = "12,f,name of a place,3.5\n"
    path.write_text("age,sex,place,amount\n" + line * 800_000, encoding="utf-8")
    real = builtins.open

    def counting(file: Any, mode: str = "r", *rest: Any, **more: Any) -> Any:
        if mode == "rb" and Path(file) == path:
            return io.BufferedReader(Counting(file))
        return real(file, mode, *rest, **more)

    monkeypatch.setattr(io, "open", counting)
    Counting.total = 0
    proposal = sniff(path)
    open_source(path, proposal.format)
    assert proposal.columns == ("age", "sex", "place", "amount")
    assert 0 < Counting.total < 4 << 20
    assert path.stat().st_size > 16 << 20
    monkeypatch.undo()
    assert least_of(3, lambda: open_source(path, sniff(path).format), 1) < 1  # about 0.1 is usual


def test_the_encoding_of_a_large_file_is_guessed_from_pieces(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    for text, codec, expected in (
        ("Straße;1\n", "cp1252", "cp1252"),
        ("Straße;1\n", "utf-8", "utf-8"),
        ("漢字漢;1\n", "utf-8", "utf-8"),
        ("plain;1\n", "ascii", "utf-8"),
        ("Straße;1\n", "utf-16-le", "utf-16-le"),
    ):
        path.write_bytes((text * 400_000).encode(codec))
        assert path.stat().st_size > 2 << 20
        assert guess(path) == expected


@pytest.mark.parametrize("stated", ["", '<dimension ref="A1"/>', '<dimension ref="A1:ZZ99999"/>'])
def test_the_size_a_sheet_states_of_itself_is_not_looked_at(tmp_path: Path, stated: str) -> None:
    import re
    import zipfile

    book = openpyxl.Workbook()
    assert book.active is not None
    for row in (["a", "b", "c"], [1, 2, 3], [4, None, 6]):
        book.active.append(row)
    book.save(tmp_path / "plain.xlsx")
    path = tmp_path / "file.xlsx"
    with zipfile.ZipFile(tmp_path / "plain.xlsx") as old, zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for part in old.namelist():
            content = old.read(part)
            if part.startswith("xl/worksheets/"):
                content, found = re.subn(rb"<dimension[^>]*/>", stated.encode(), content)
                assert found == 1
            new.writestr(part, content)
    proposal = sniff(path)
    assert proposal.columns == ("a", "b", "c")
    assert preview(open_source(path, proposal.format)) == (("1", "2", "3"), ("4", "", "6"))


def test_opening_a_long_sheet_without_a_stated_size_parses_its_beginning_only(tmp_path: Path) -> None:
    book = openpyxl.Workbook(write_only=True)
    sheet = book.create_sheet("s")
    sheet.append(["a", "b", "c", "d"])
    for at in range(8_000):
        sheet.append([at, "x", "y", at])
    book.save(tmp_path / "file.xlsx")
    sniff(tmp_path / "file.xlsx")  # the first time the reader is imported

    def opened() -> None:
        source = open_source(tmp_path / "file.xlsx", sniff(tmp_path / "file.xlsx").format)
        assert len(preview(source)) == 20

    assert least_of(3, opened, 3) < 3  # about 0.5 is usual, and 8,000 rows take more than 5


# No names


@pytest.mark.parametrize(
    ("heading", "row", "names"),
    [
        ("Mrs Miller,f,7919,1.5", "Mr Smith,m,17,2.5", False),
        ("Quokka,104729", "Wombat,17", False),
        ("name,2019,2020", "Quokka,5,6", True),
        ("name,1,2,3", "Quokka,5,5,4", True),
        ("name,age", "Quokka,5", True),
        ("name,65+", "Quokka,5", True),
        ("name,1970s", "Quokka,5", True),
        ("7,8", "north,south", True),
    ],
)
def test_a_record_is_not_taken_for_names(tmp_path: Path, heading: str, row: str, names: bool) -> None:
    """What stands where names would be is shown as names are; a person's record must not be."""
    path = tmp_path / "file.csv"
    path.write_text("\n".join([heading, *[row] * 30]) + "\n", encoding="utf-8")
    proposal = sniff(path)
    assert (proposal.format.header_row == 1) is names
    if names:
        assert proposal.columns == tuple(heading.split(",")) and not proposal.remarks
    else:
        assert proposal.columns == tuple(f"column {at + 1}" for at in range(heading.count(",") + 1))
        said = " ".join(map(render, proposal.remarks))
        assert "no column names" in said and not any(cell in said for cell in ("Miller", "7919", "Quokka", "104729"))
        assert preview(open_source(path, proposal.format), 1) == (tuple(heading.split(",")),)
