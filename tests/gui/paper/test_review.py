"""The review pack on paper: every text of it, every table, and the same bytes again."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import small
from PySide6.QtWidgets import QApplication

from dpdesk.gui.paper import layout
from dpdesk.gui.paper import review as review_printing
from dpdesk.gui.paper.review import ReviewDocument, print_review
from dpdesk.planning.approval_files import Submission
from dpdesk.publish.review.pack import Review, review

WHO = "Disclosure Review Office"


def pack(**more: Any) -> Review:
    tables = [
        small.table(
            "people", stub=[small.block("area")], boxhead=[small.block("sex"), small.block("colour")],
            title={"en": "Residents by area, sex and colour"},
        ),
        small.table("colours", stub=[small.block("colour")], pages=[small.block("sex")], title={"en": "Colours"}),
    ]  # fmt: skip
    unit = {
        "kind": "id", "describes": "person", "label": {"en": "one person"}, "column": "id", "max_rows": 3,
        "rows_without_id": "refuse", "reason": {"en": "W" * 300},
    }  # fmt: skip
    plan = small.plan(*tables, dictionary=small.small(unit=unit, neighbours="add_remove"), **more)
    return review(plan, None, submission=Submission(plan, WHO, "Analyst", "2026-03-01", "Needed by May."))


def test_the_pack_is_the_same_bytes_again(qapp: QApplication) -> None:
    made = pack()
    content = print_review(made)
    assert content == print_review(pack()) and content.startswith(b"%PDF")
    assert content.count(b"/Type /Page\n") == ReviewDocument(made).sheets
    assert b"D:20260301000000Z" in content


def test_a_table_of_many_sheets_is_printed_in_part(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layout, "_TOGETHER", 0)  # a page of the second table on a sheet of its own
    whole = ReviewDocument(pack()).sheets
    monkeypatch.setattr(review_printing, "MOST_SHEETS", 1)
    made = ReviewDocument(pack())
    assert made.sheets == len(list(made.papers())) == whole - 2  # two pages of the second table
    assert "the first 1 are printed here" in made.tables[1].said() and "sheets" not in made.tables[0].said()


def test_every_text_and_every_table_is_on_paper(qapp: QApplication, tmp_path: Path) -> None:
    tool = shutil.which("pdftotext")
    if tool is None:
        pytest.skip("pdftotext is not installed")
    path = tmp_path / "pack.pdf"
    path.write_bytes(print_review(pack()))
    text = subprocess.run([tool, "-layout", str(path), "-"], capture_output=True, check=True).stdout.decode()
    squeezed = re.sub(r"\s+", "", text)
    made = pack()
    for sentence in (WHO, "Needed by May.", made.meaning, "No data file was opened", "one person", "Alternatives"):
        assert re.sub(r"\s+", "", sentence) in squeezed, sentence
    assert squeezed.count("W" * 300) == 1  # a word too long for its line is broken, and not cut off
    for at, title in enumerate(("Residents by area, sex and colour", "Colours"), start=1):
        assert f"Table {at}. {title}" in text
    # Table 1 has 7 rows of 3 + 4 columns, table 2 three pages of 4 rows, with one number a cell.
    shells = text[text.index("Table 1. ") :]
    assert shells.count("±") - shells.count("± is the noise margin") == 7 * 7 + 3 * 4
