"""A reader gets a published folder, and nothing else: can they check it, and does it hold together?

They add up the margins from the workbook alone, compute the result hash from the workbook and again from the CSV files,
find both equal to what the ledger line quotes, and export the same release again to find the very same bytes.
"""

from __future__ import annotations

import csv
from pathlib import Path

import published
import pytest
import xlsx_checker

from dpdesk.publish.folders import workbook_in
from dpdesk.publish.proof.verify import quoted_hash, read_ledger_line, verify_result
from dpdesk.publish.write import write_release

pytestmark = pytest.mark.story


def test_a_reader_checks_a_release_from_its_files_alone(tmp_path: Path) -> None:
    dictionary = published.dictionary(
        [
            published.category("area", "Area", ["N", "S", "E"], {"N": "North", "S": "=South", "E": "East"}),
            published.category("sex", "Sex", ["M", "F"]),
            published.category("school", "Schooling", ["1", "2", "3", "9"]),
        ]
    )
    table = published.table(
        pages=[published.block("area")], stub=[published.block("sex")], boxhead=[published.block("school")]
    )
    release = published.release(published.plan(dictionary, [table]))
    folder = tmp_path / "published"
    write_release(release, folder, audit=['{"entry":7}'])

    sheets = xlsx_checker.Book(workbook_in(folder)).tables()
    assert list(sheets) == ["people"]
    header = next(iter(sheets.values()))[0]
    rows = [row for _, some in sheets.values() for row in some]
    assert xlsx_checker.sums_that_fail(header, rows) == []

    quoted = read_ledger_line(workbook_in(folder)).result_hash
    assert verify_result(workbook_in(folder)) == verify_result(folder) == quoted == quoted_hash(folder)

    with (folder / "publish" / "tables" / "people.csv").open(encoding="utf-8", newline="") as stream:
        lines = list(csv.DictReader(stream))
    at = header.index("Estimate")
    assert [float(line["estimate"]) for line in lines] == [row[at] for row in rows]

    again = tmp_path / "again"
    write_release(release, again, audit=['{"entry":7}'])
    for file in folder.rglob("*"):
        if file.is_file():
            assert (again / file.relative_to(folder)).read_bytes() == file.read_bytes()
