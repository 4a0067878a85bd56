"""Strict readers accept the workbook, whatever the texts: the schema read without leniency, the rules of the Open XML
SDK, and a reader written in Rust, which sees the same cells. Each control is a fault that is found.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import openxml_audit
import published
import pytest
import python_calamine
import strict_reader
import xlsx_checker

from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.document import formats
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.workbook import workbook
from dpdesk.release.result import Release

# What the auditor minds and no reader does: texts that stand in their cells, which Excel gathers when it saves, and the
# order of the parts of a font, which the standard leaves open.
HARMLESS = re.compile("inline-string cell|^Unexpected element '(sz|b|color)' found$")
ODD = "=1+1\twith\ttabs\nand _x0041_ lines 'quoted' <b>&amp;\"</b> ＝1 \u202eright\u2028next"


def plan_of(label: str, title: str, **changes: Any) -> Plan:
    one = published.dictionary(
        [
            published.category("sex", label, ["-1", "=x", "_x0041_"], {"-1": title, "=x": label}),
            published.category("area", label.upper(), [f"a{i}" for i in range(3)], {"a0": "'[a]:*?/\\'" + title}),
        ],
        unit={"kind": "row", "describes": "person", "label": {"en": title}},
    )
    tables = [
        published.table(
            name, title={"en": title}, pages=[published.block("area")], stub=[published.block("sex")], boxhead=[]
        )
        for name in ("History", "history-", "x" * 64)
    ]
    return published.plan(one, tables, **{"notes": [{"text": {"en": title}}], **changes})


RELEASES: dict[str, Callable[[], Release]] = {
    "plain": published.release,
    "two languages": published.release,
    "odd": lambda: published.release(plan_of(ODD, ODD, contact={"en": ODD}, revision={"en": ODD})),
    "long": lambda: published.release(
        plan_of("label " * 4_000, "word " * 1_000, notes=[{"text": {"en": "line\n" * 6_000}}])
    ),
    "rehearsal": lambda: published.release(rehearsal=True, entry=0, head="", previous_head=""),
    "large numbers": lambda: published.release(value=lambda codes, measure: 2.0**60 + len(codes[0])),
}


def written(release: Release, path: Path, layout: str = "accessible", beside: Sequence[str] = ()) -> Path:
    with path.open("wb") as stream:
        workbook.write(release, stream, layout=layout, beside=beside)
    return path


@pytest.mark.parametrize("layout", workbook.LAYOUTS)
@pytest.mark.parametrize("name", RELEASES)
def test_strict_readers_accept_the_workbook_and_see_the_same(name: str, layout: str, tmp_path: Path) -> None:
    release = RELEASES[name]()
    assert check_plan(release.plan).tables  # such a plan gets as far as a workbook
    path = written(release, tmp_path / "release.xlsx", layout, ["de"] if name == "two languages" else [])
    assert strict_reader.faults(path) == []
    audited = openxml_audit.OpenXmlValidator(file_format=openxml_audit.FileFormat.MICROSOFT_365).validate(str(path))
    found = [(one.part_uri, one.description) for one in audited.errors]
    assert [one for one in found if not HARMLESS.search(one[1])] == []
    book = python_calamine.CalamineWorkbook.from_path(str(path))
    expected = xlsx_checker.Book(path).sheets
    assert book.sheet_names == list(expected)
    for sheet, rows in expected.items():
        read = book.get_sheet_by_name(sheet).to_python(skip_empty_area=False)
        for row, found in zip(rows, read, strict=True):
            wanted = [cell.replace("_x005F_", "_") if isinstance(cell, str) else cell for cell in row]
            assert ["" if cell is None else cell for cell in wanted] == found[: len(row)]
            assert set(found[len(row) :]) <= {""}


def test_texts_longer_than_a_cell_or_a_heading_are_cut_where_nothing_refused_them() -> None:
    """What gathers over the years, such as reasons of corrections, is not known when the plan is checked."""
    assert formats.cell_text("x" * 40_000) == "x" * 32_766 + "…"
    assert formats.cell_text("😀" * 20_000) == "😀" * 16_383 + "…"
    assert formats.cell_text("a\n" * 300).count("\n") == 253 and len(formats.cell_text("a\n" * 300)) == 600
    assert formats.cell_text("x" * 32_767) == "x" * 32_767


SHEET = "xl/worksheets/sheet4.xml"
FAULTS = [
    (SHEET, b"<sheetData>", b"<sheetDat>"),
    (SHEET, b' t="inlineStr"', b' t="q"'),
    (SHEET, b' t="inlineStr"', b' t="n"'),
    (SHEET, b' t="n"', b' t="b"'),
    (SHEET, b"<c ", b"<d "),
    (SHEET, b"<v>", b"<f>1+1</f><v>"),
    (SHEET, b"<v>", b"<v>--"),
    (SHEET, b"<sheetFormatPr", b"<foo/><sheetFormatPr"),
    (SHEET, b'r="A1" s="', b'r="A1" s="999'),
    (SHEET, b'r="A1" s="', b'r="A1" q="1" s="'),
    (SHEET, b'<row r="2"', b'<row r="1"'),
    (SHEET, b'<row r="1"', b'<row r="1" ht="410"'),
    (SHEET, b'orientation="landscape"', b'orientation="sideways"'),
    (SHEET, b"<pageMargins", b"<sheetProtection/><pageMargins"),
    (SHEET, b'workbookViewId="0"', b""),
    (SHEET, b"'Contents'!A1", b"'Content'!A1"),
    ("xl/tables/table4.xml", b'headerRowCount="1"', b'headerRowCount="no"'),
    ("xl/tables/table4.xml", b'name="Total"', b'name="Sex"'),
    ("xl/tables/table4.xml", b'name="Total"', b'name="' + b"M" * 256 + b'"'),
    ("xl/tables/table4.xml", b'displayName="Table_1_people"', b'displayName="Cover_list"'),
    ("xl/styles.xml", b"<fonts", b"<fontz"),
    ("xl/styles.xml", b'<cellStyleXfs count="3">', b'<cellStyleXfs count="4">'),
    ("xl/workbook.xml", b'name="Notes"', b'name="No/tes"'),
    ("xl/workbook.xml", b'name="Notes"', b'name="cover"'),
    ("xl/workbook.xml", b'name="Notes"', b'name="' + b"N" * 32 + b'"'),
    (SHEET, b"<is><t", b"<is>x<t"),
    (SHEET, b"<is><t>", b"<is><t>" + b"x" * 32_767),
    ("xl/theme/theme1.xml", b"<a:dk1>", b"<a:dk9>"),
    ("[Content_Types].xml", b"/xl/styles.xml", b"/xl/style.xml"),
    ("xl/_rels/workbook.xml.rels", b'Target="styles.xml"', b'TargetMode="External" Target="styles.xml"'),
]


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    path = written(published.release(), tmp_path_factory.mktemp("sound") / "release.xlsx")
    with zipfile.ZipFile(path) as package:
        return {name: package.read(name) for name in package.namelist()}


@pytest.mark.parametrize(("part", "old", "new"), FAULTS)
def test_each_fault_is_found(sound: dict[str, bytes], part: str, old: bytes, new: bytes, tmp_path: Path) -> None:
    assert old in sound[part], "nothing to change"
    changed = {**sound, part: sound[part].replace(old, new, 1)}
    path = tmp_path / "faulty.xlsx"
    with zipfile.ZipFile(path, "w") as package:
        for name, data in changed.items():
            package.writestr(name, data)
    assert strict_reader.faults(path)
