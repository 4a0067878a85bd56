"""Workbooks made to explode, to call home or to mislead are refused before anything parses them."""

from __future__ import annotations

import datetime
import io
import subprocess
import sys
import zipfile
from pathlib import Path

import openpyxl
import pytest
from microdata import KEY, category, dictionary, rows_by_stream
from pace import Work

from dpdesk.data.counting.tabulation import tabulate
from dpdesk.data.proposing.sniffing import sniff
from dpdesk.data.sources.open import open_source
from dpdesk.data.sources.workbook import guard as workbook_guard
from dpdesk.data.sources.workbook import source as workbooks
from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import SourceFormat
from dpdesk.schema.domain import GroupDomain

XLSX = SourceFormat("xlsx")


def book(path: Path, rows: list[list[object]], title: str = "Data") -> Path:
    made = openpyxl.Workbook()
    sheet = made.active
    assert sheet is not None
    sheet.title = title
    for row in rows:
        sheet.append(row)
    made.save(path)
    return path


def with_part(path: Path, name: str, content: bytes) -> Path:
    """Replace or add one part of a workbook."""
    with zipfile.ZipFile(path) as archive:
        parts = {part.filename: archive.read(part) for part in archive.infolist()}
    parts[name] = content
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in parts.items():
            archive.writestr(part, text)
    return path


def part_of(path: Path, name: str) -> bytes:
    with zipfile.ZipFile(path) as archive:
        return archive.read(name)


SHEET = "xl/worksheets/sheet1.xml"
HALF_PAST_NOON = datetime.datetime(2000, 4, 1, 12, 30)  # noqa: DTZ001 -- a workbook knows no time zones
ROWS: list[list[object]] = [["sex", "n"], ["m", 1], ["f", 2.5], ["m", None]]


def test_values_become_their_exact_texts(tmp_path: Path) -> None:
    path = book(
        tmp_path / "b.xlsx",
        [
            ["a", "b", "c", "d"],
            [1, 2.0, 0.1, True],
            ["007", "=1+1"[1:], -3, False],
            [datetime.date(2000, 4, 1), HALF_PAST_NOON, 1e300, ""],
            [None, None, None, None],
            [None, "x", None, None],
        ],
    )
    source = open_source(path, XLSX)
    assert rows_by_stream(source) == [
        ("1", "2", "0.1", "TRUE"),
        ("007", "1+1", "-3", "FALSE"),
        ("2000-04-01", "2000-04-01 12:30:00", "1e+300", ""),
        ("", "x", "", ""),
    ]
    assert source.count() == 4
    assert workbooks.cell_text(2.0**60) == repr(2.0**60)


def test_a_workbook_goes_the_way_of_every_file(tmp_path: Path) -> None:
    path = book(tmp_path / "b.xlsx", [["title", None], [], *ROWS])
    proposal = sniff(path)
    assert proposal.format == SourceFormat("xlsx", header_row=3, sheet="Data")
    described = dictionary([category("sex", ["m", "f"])], source=proposal.format.to_json())
    [found] = tabulate(open_source(path, proposal.format), described, [GroupDomain(("sex",))], KEY)
    assert found.counts.tolist() == [2, 1]


def test_a_zip_bomb_is_refused_before_it_is_unpacked(tmp_path: Path) -> None:
    bomb = with_part(book(tmp_path / "b.xlsx", ROWS), SHEET, b"<worksheet>" + b" " * 30_000_000)
    strings = with_part(book(tmp_path / "s.xlsx", ROWS), "xl/sharedStrings.xml", b"<sst>" + b"<si/>" * 4_000_000)
    nested = with_part(book(tmp_path / "n.xlsx", ROWS), "xl/inner.zip", bytes(40_000_000))
    with Work() as work:
        for path in (bomb, strings, nested):
            for look in (sniff, lambda p: open_source(p, XLSX)):
                with pytest.raises(BadInput, match="times its size"):
                    look(path)
    assert work.squares < 1  # about 0.02 is usual; to unpack them each time takes more than 5


def test_too_much_in_all_or_too_many_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = book(tmp_path / "b.xlsx", ROWS)
    open_source(path, XLSX)
    for limit, sentence in {
        "LARGEST_TOTAL": "unpacks to more than",
        "MOST_PARTS": "parts inside",
        "LARGEST_WORKBOOK": "is larger than",
    }.items():
        with monkeypatch.context() as patch:
            patch.setattr(workbook_guard, limit, 2)
            with pytest.raises(BadInput, match=sentence):
                open_source(path, XLSX)
    monkeypatch.setattr(workbooks, "MOST_CELLS", 3)
    with pytest.raises(BadInput, match="cells"):
        rows_by_stream(open_source(path, XLSX))


def test_a_part_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    """The directory says little; the stream gives more than it may."""
    path = with_part(
        book(tmp_path / "b.xlsx", ROWS), SHEET, part_of(book(tmp_path / "c.xlsx", ROWS), SHEET) + b" " * 9000
    )
    raw = bytearray(path.read_bytes())
    size = len(part_of(path, SHEET)).to_bytes(4, "little")
    at = raw.rfind(size)
    raw[at : at + 4] = (100).to_bytes(4, "little")
    path.write_bytes(raw)
    with pytest.raises(BadInput):
        rows_by_stream(open_source(path, XLSX))
        open_source(path, XLSX).count()


def test_names_that_climb_out_and_names_given_twice(tmp_path: Path) -> None:
    path = with_part(book(tmp_path / "b.xlsx", ROWS), "../../evil", b"x")
    with pytest.raises(BadInput, match="leave the archive"):
        open_source(path, XLSX)
    path = book(tmp_path / "c.xlsx", ROWS)
    with pytest.warns(UserWarning, match="Duplicate"), zipfile.ZipFile(path, "a") as archive:
        archive.writestr(SHEET, b"<other/>")
    with pytest.raises(BadInput, match="two parts"):
        open_source(path, XLSX)


def test_entities_and_external_references_are_refused(tmp_path: Path) -> None:
    entity = (
        b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
        b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
        b'<row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>'
    )
    for part in (SHEET, "xl/sharedStrings.xml", "xl/workbook.xml", "xl/styles.xml"):
        path = with_part(book(tmp_path / "b.xlsx", ROWS), part, entity)
        with pytest.raises(BadInput):
            rows_by_stream(open_source(path, XLSX))


def test_macros_and_external_links_are_never_opened(tmp_path: Path) -> None:
    path = with_part(book(tmp_path / "b.xlsx", ROWS), "xl/vbaProject.bin", b"macro")
    path = with_part(path, "xl/externalLinks/externalLink1.xml", b"<not xml")
    assert rows_by_stream(open_source(path, XLSX)) == [("m", "1"), ("f", "2.5"), ("m", "")]


def test_a_formula_counts_by_its_stored_result_or_not_at_all(tmp_path: Path) -> None:
    path = book(tmp_path / "b.xlsx", [["a", "b"], [1, "=A2+1"]])
    source = open_source(path, XLSX)
    with pytest.raises(BadInput, match="formulas without stored results"):
        source.count()
    sheet = part_of(path, SHEET)
    solved = (
        sheet.replace(b"<f>A2+1</f><v></v>", b"<f>A2+1</f><v>2</v>")
        .replace(b"<f>A2+1</f><v />", b"<f>A2+1</f><v>2</v>")
        .replace(b"<f>A2+1</f><v/>", b"<f>A2+1</f><v>2</v>")
    )
    assert solved != sheet
    source = open_source(with_part(path, SHEET, solved), XLSX)
    assert (source.count(), rows_by_stream(source)) == (1, [("1", "2")])


def test_what_is_not_a_workbook_is_refused(tmp_path: Path) -> None:
    for name, content in {"a.xlsx": b"PK\x03\x04 no", "b.xlsx": b"", "c.xlsx": b"sex,n\n"}.items():
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(BadInput, match=r"not an [.]xlsx workbook"):
            open_source(path, XLSX)
    empty = io.BytesIO()
    with zipfile.ZipFile(empty, "w"):
        pass
    path.write_bytes(empty.getvalue())
    with pytest.raises(BadInput):
        open_source(path, XLSX)


def test_several_sheets_must_be_chosen_between(tmp_path: Path) -> None:
    path = book(tmp_path / "b.xlsx", ROWS)
    made = openpyxl.load_workbook(path)
    made.create_sheet("Second").append(["x"])
    made.save(path)
    with pytest.raises(BadInput, match="must name the one"):
        open_source(path, XLSX)
    assert open_source(path, SourceFormat("xlsx", sheet="Second")).columns == ("x",)
    with pytest.raises(BadInput, match="no sheet named"):
        open_source(path, SourceFormat("xlsx", sheet="Third"))


def test_a_heading_twice_and_values_beside_it(tmp_path: Path) -> None:
    path = book(tmp_path / "b.xlsx", [["a", "a"], [1, 2]])
    assert open_source(path, XLSX).columns == ("a (column 1)", "a (column 2)")
    path = book(tmp_path / "c.xlsx", [["a", "b"], [1, 2, "Canary7919"]])
    with pytest.raises(BadInput, match="right of its header row") as refusal:
        rows_by_stream(open_source(path, XLSX))
    assert "7919" not in str(refusal.value)


def test_without_defusedxml_workbooks_are_refused(tmp_path: Path) -> None:
    path = book(tmp_path / "b.xlsx", ROWS)
    root = Path(__file__).resolve().parents[3]
    code = (
        "import sys; sys.path.insert(0, sys.argv[2])\n{}\n"
        "from dpdesk.data.sources.open import open_source\nfrom dpdesk.schema.dictionary import SourceFormat\n"
        "from dpdesk.errors import BadInput\n"
        "try:\n    open_source(sys.argv[1], SourceFormat('xlsx')); print('opened')\n"
        "except BadInput as error: print(error)\n"
        "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('VmHWM')][0]"
        " if sys.platform == 'linux' else 0)"
    )
    for without in ("sys.modules['defusedxml'] = None", "import os; os.environ['OPENPYXL_DEFUSEDXML'] = 'False'"):
        done = subprocess.run(
            [sys.executable, "-c", code.format(without), str(path), str(root)],
            capture_output=True, text=True, check=True,
        )  # fmt: skip
        sentence, peak = done.stdout.splitlines()
        assert "defusedxml" in sentence
        assert int(peak) < 300_000
