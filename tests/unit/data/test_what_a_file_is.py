"""A file that is not what its name or its dictionary says is called by its name, before anything is read from it."""

from __future__ import annotations

import gzip
import os
import zipfile
from pathlib import Path

import pytest
from microdata import category, csv_format, dictionary
from openpyxl import Workbook

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.database import connection
from dpdesk.data.sources.open import open_source
from dpdesk.errors import BadInput
from dpdesk.problems.render import render
from dpdesk.schema.source import SourceFormat

XLSX = SourceFormat("xlsx", header_row=1)


def refusal(path: Path, form: SourceFormat) -> str:
    with pytest.raises(BadInput) as problem:
        open_source(path, form)
    assert str(problem.value).endswith(".") and "\n" not in str(problem.value)
    return str(problem.value)


def workbook(path: Path, *sheets: tuple[str, list[list[object]]]) -> Path:
    book = Workbook()
    book.remove(book.active)  # type: ignore[arg-type]
    for name, rows in sheets:
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def parquet(path: Path) -> Path:
    with connection("test") as engine:
        engine.execute(f"COPY (SELECT 1 AS a, 2 AS b) TO '{path}' (FORMAT parquet)")
    return path


def test_files_under_the_name_of_a_text_are_called_what_they_are(tmp_path: Path) -> None:
    excel = workbook(tmp_path / "people.csv", ("People", [["a", "b"], [1, 2]]))
    assert "is an Excel workbook (.xlsx) whatever its name says" in refusal(excel, csv_format())
    assert 'the kind "xlsx"' in refusal(excel, csv_format())
    said = refusal(parquet(tmp_path / "parts.csv"), csv_format())
    assert "is a Parquet file" in said and 'the kind "parquet"' in said
    packed = tmp_path / "people.csv.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("people.csv", "a,b\n1,2\n")
    for form in (csv_format(), SourceFormat("parquet"), XLSX):
        assert "is a zip archive: unpack it, and name the file in it." in refusal(packed, form)
    packed.rename(tmp_path / "packed.csv")
    assert "is a zip archive" in refusal(tmp_path / "packed.csv", csv_format())
    with pytest.raises(BadInput, match="is a zip archive"):
        sniff(tmp_path / "packed.csv")
    for within in (packed.read_bytes() if packed.exists() else b"PK\3\4", b"\0\1\2", b'{"a": 1}', b"$FL2" + b"\0" * 8):
        (tmp_path / "g.csv").write_bytes(gzip.compress(within))
        assert "is a gzip archive: unpack it" in refusal(tmp_path / "g.csv", csv_format())


def test_workbooks_and_parquet_files_in_each_other_s_place(tmp_path: Path) -> None:
    excel = workbook(tmp_path / "people.parquet", ("People", [["a", "b"], [1, 2]]))
    assert "is an Excel workbook" in refusal(excel, SourceFormat("parquet"))
    assert "is a Parquet file" in refusal(parquet(tmp_path / "people.xlsx"), XLSX)


def test_a_text_that_begins_like_another_kind_is_a_text(tmp_path: Path) -> None:
    """Columns may be named PK or PAR1: the signs alone make no archive and no Parquet file."""
    for first in ("PK", "PAR1"):
        path = tmp_path / f"{first}.csv"
        path.write_text(f"{first},b\n1,2\n3,4\n", encoding="utf-8")
        assert open_source(path, csv_format()).columns == (first, "b")
        assert sniff(path).columns == (first, "b")


def test_a_pipe_is_called_one(tmp_path: Path) -> None:
    path = tmp_path / "pipe.csv"
    os.mkfifo(path)
    assert "is a pipe or a device" in refusal(path, csv_format())
    with pytest.raises(BadInput, match="write it to a file and name that"):
        sniff(path)
    assert "There is no file" in refusal(tmp_path / "none.csv", csv_format())


def test_a_column_that_is_there_twice_is_not_called_missing(tmp_path: Path) -> None:
    path = tmp_path / "twice.csv"
    path.write_text("sex,age,sex\nm,1,f\n", encoding="utf-8")
    source = open_source(path, csv_format())
    described = dictionary([category("sex", ["m", "f"])])
    with pytest.raises(BadInput) as problem:
        described.check_columns(source.columns, file=source.name)
    assert "'sex' is in twice.csv more than once" in str(problem.value)
    assert "'sex (column 1)'" in str(problem.value)
    dictionary([category("sex", ["m", "f"], column="sex (column 3)")]).check_columns(source.columns)


def test_a_column_in_other_capitals_is_proposed_and_no_other(tmp_path: Path) -> None:
    """A file without a heading has its first record for names: none of them is shown for being like a column."""
    described = dictionary([category("sex", ["m", "f"])])
    with pytest.raises(BadInput, match=r"did you mean 'Sex'\?"):
        described.check_columns(("id", "Sex"))
    with pytest.raises(BadInput) as problem:
        described.check_columns(("id", "sexx"))
    assert "sexx" not in str(problem.value)


def test_which_sheets_have_data_is_said(tmp_path: Path) -> None:
    rows: list[list[object]] = [["a", "b"], [1, 2]]
    path = workbook(tmp_path / "people.xlsx", ("Cover", []), ("People", rows), ("Codes", rows), ("End", []))
    assert "the source format must name the one with the data (sheet): 'People', 'Codes'." in refusal(path, XLSX)
    said = refusal(path, SourceFormat("xlsx", sheet="Cover", header_row=1))
    assert said == "The sheet 'Cover' of people.xlsx is empty; name the one with the data (sheet): 'People', 'Codes'."
    assert "did you mean 'People'?" in refusal(path, SourceFormat("xlsx", sheet="people", header_row=1))
    proposed = sniff(path)
    assert (proposed.format.sheet, proposed.columns) == ("People", ("a", "b"))
    assert any("the first that is not empty" in render(one) for one in proposed.remarks)
    with pytest.raises(BadInput, match="nothing on any of its sheets"):
        sniff(workbook(tmp_path / "blank.xlsx", ("A", []), ("B", [])))


@pytest.mark.parametrize(
    ("cell", "solved"),
    [
        ("<c r='B2'><f>1+1</f><v></v></c>", False),  # as openpyxl writes a formula
        ("<c r='B2'><f>1+1</f><v/></c>", False),
        ("<c r='B2'><f>1+1</f><v /></c>", False),
        ("<c r='B2'><f>1+1</f><v> </v></c>", False),
        ("<c r='B2'><f>1+1</f></c>", False),
        ("<c r='B2'><f t='shared' si='0'/><v></v></c>", False),
        ("<c r='B2' t='str'><f>A1</f></c>", False),
        ("<c r='B2' t='str'><f>A1</f><v></v></c>", True),  # the result is an empty text
        ("<c r='B2' t='str'><f>A1</f><v/></c>", True),
        ("<c r='B2'><f>1+1</f><v>2</v></c>", True),
        ("<c r='B2'><v></v></c>", True),  # an empty cell without a formula
    ],
)
def test_a_formula_without_a_stored_result_is_never_read_as_an_empty_cell(
    tmp_path: Path, cell: str, solved: bool
) -> None:
    whole, path = workbook(tmp_path / "a.xlsx", ("People", [["a", "b"], [1, "X"], [3, 4]])), tmp_path / "b.xlsx"
    with zipfile.ZipFile(whole) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == "xl/worksheets/sheet1.xml":
                start = content.index(b'<c r="B2"')
                end = content.index(b"</c>", start) + 4
                content = content[:start] + cell.encode() + content[end:]
            new.writestr(name, content)
    source = open_source(path, XLSX)
    if solved:
        assert source.count() == sum(map(len, source.batches(source.columns))) == 2
        return
    with pytest.raises(BadInput, match="formulas without stored results: open it in Excel or LibreOffice"):
        source.count()
