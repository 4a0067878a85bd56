"""A published file is checked against its hash from the file alone, and one changed cell is found."""

from __future__ import annotations

import csv
import io
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import openpyxl
import published
import pytest

from dpdesk.errors import BadInput
from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof import verify
from dpdesk.publish.write import write_release


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("release")
    write_release(published.full(), out)
    return out


def test_workbook_and_csv_files_give_the_released_hash(folder: Path) -> None:
    wanted = published.full().result_hash
    assert verify.verify_result(folder) == wanted
    assert verify.verify_result(folder / "publish" / "tables") == wanted
    assert verify.verify_result(workbook_in(folder)) == wanted
    assert verify.quoted_hash(folder) == verify.quoted_hash(workbook_in(folder)) == wanted


def test_the_workbook_tells_its_own_ledger_line(folder: Path) -> None:
    line = verify.read_ledger_line(workbook_in(folder))
    assert (line.entry, line.head, line.previous_head) == (7, "ab" * 32, "cd" * 32)
    assert line.release_id == "test-2025-7" and line.result_hash == published.full().result_hash


def test_one_changed_field_of_a_csv_file_is_found(folder: Path, tmp_path: Path) -> None:
    """Every field, one after the other; labels are text, which a correction may change."""
    wanted = published.full().result_hash
    source = folder / "publish" / "tables" / "first.csv"
    with source.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))
    labels = {i for i, name in enumerate(rows[0]) if name.endswith("_label") or name == "unit"}
    shutil.copytree(folder / "publish" / "tables", tmp_path / "publish" / "tables")
    for row in range(0, len(rows), 3):
        for column in range(len(rows[0])):
            changed = [list(line) for line in rows]
            changed[row][column] = {"": "0"}.get(changed[row][column], changed[row][column] + "1")
            target = tmp_path / "publish" / "tables" / "first.csv"
            with target.open("w", encoding="utf-8", newline="") as stream:
                csv.writer(stream).writerows(changed)
            try:
                found = verify.verify_result(tmp_path)
            except BadInput:
                continue
            assert (found == wanted) == (column in labels), (row, column)


def places(book: openpyxl.Workbook, column: int = 0) -> list[str]:
    """The columns of the first table's values, as the sheet Codes names them."""
    found = [row[2] for row in book["Codes"].iter_rows(values_only=True) if row[:2] == ("first", "column")]
    return str(found[column]).split()


def rows(book: openpyxl.Workbook) -> str:
    """The column of the codes of the first table's rows."""
    (found,) = [row[3] for row in book["Codes"].iter_rows(values_only=True) if row[:2] == ("first", "rows")]
    return str(found)


@pytest.mark.parametrize(
    "change",
    [
        lambda book: book["1"]["B6"].__setattr__("value", book["1"]["B6"].value + 1),
        lambda book: book["1"][f"{places(book)[3]}6"].__setattr__("value", 2.4376),
        lambda book: book["1"]["C6"].__setattr__("value", 2),  # the printed margin
        lambda book: book["1"]["C6"].__setattr__("value", None),
        lambda book: book["1"][f"{places(book, 1)[5]}6"].__setattr__("value", "[u]"),
        lambda book: book["1"][f"{rows(book)}7"].__setattr__("value", "other"),
        lambda book: book["1"][f"{places(book, 1)[0]}6"].__setattr__("value", 0),
        lambda book: book["1"].delete_rows(8),
        lambda book: book["Ledger line"].cell(11, 2).__setattr__("value", "0" * 64),
    ],
)
def test_one_changed_cell_of_a_workbook_is_found(
    folder: Path, tmp_path: Path, change: Callable[[openpyxl.Workbook], None]
) -> None:
    book = openpyxl.load_workbook(workbook_in(folder))
    change(book)
    book.save(tmp_path / "changed.xlsx")
    try:
        assert verify.verify_result(tmp_path / "changed.xlsx") != published.full().result_hash
    except BadInput as refused:
        assert "knows of none" in str(refused)


def test_saving_again_without_a_change_keeps_the_hash(folder: Path, tmp_path: Path) -> None:
    """The control for the test above: openpyxl's own writing of the same cells is still the same result."""
    openpyxl.load_workbook(workbook_in(folder)).save(tmp_path / "same.xlsx")
    assert verify.verify_result(tmp_path / "same.xlsx") == published.full().result_hash


def test_the_order_of_files_and_line_ends_do_not_matter(folder: Path, tmp_path: Path) -> None:
    shutil.copytree(folder / "publish" / "tables", tmp_path / "publish" / "tables")
    for file in (tmp_path / "publish" / "tables").iterdir():
        file.write_bytes(file.read_bytes().replace(b"\r\n", b"\n"))
    assert verify.verify_result(tmp_path) == published.full().result_hash


def zipped(path: Path, parts: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as package:
        for name, data in parts.items():
            package.writestr(name, data)
    return path


def test_what_is_no_release_is_refused_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "text.xlsx").write_text("no workbook")
    zipped(tmp_path / "bomb.xlsx", {"xl/workbook.xml": bytes(50_000_000)})
    zipped(tmp_path / "empty.xlsx", {"a": b"b"})
    book = openpyxl.Workbook()
    book.save(tmp_path / "other.xlsx")
    (tmp_path / "empty").mkdir()
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "a.csv").write_text("a,b\n1,2\n")
    for name in ("text.xlsx", "bomb.xlsx", "empty.xlsx", "other.xlsx", "missing.xlsx", "empty", "bad"):
        with pytest.raises(BadInput) as caught:
            verify.verify_result(tmp_path / name)
        assert str(tmp_path / name) in str(caught.value)
    with pytest.raises(BadInput):
        verify.quoted_hash(tmp_path / "empty")


def test_a_rehearsal_can_be_checked_too(tmp_path: Path) -> None:
    release = published.release(rehearsal=True, entry=0, head="", previous_head="")
    write_release(release, tmp_path)
    assert verify.verify_result(tmp_path) == verify.verify_result(workbook_in(tmp_path)) == release.result_hash
    assert verify.read_ledger_line(workbook_in(tmp_path)).entry is None
    first = (tmp_path / "publish" / "tables" / "people.csv").read_text(encoding="utf-8").splitlines()[1]
    assert first.startswith("REHEARSAL people,")


def test_reading_does_not_use_the_writers_numbers(folder: Path) -> None:
    """The hash from the workbook really comes from its cells: without them there is nothing to hash."""
    data = io.BytesIO(workbook_in(folder).read_bytes())
    book = openpyxl.load_workbook(data)
    del book["3"]
    data = io.BytesIO()
    book.save(data)
    path = folder.parent / "without.xlsx"
    path.write_bytes(data.getvalue())
    with pytest.raises(BadInput, match="lacks the sheet '3'"):
        verify.verify_result(path)
