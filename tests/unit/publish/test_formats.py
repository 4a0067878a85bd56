"""The limits and naming rules of the published formats."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.planning.document import formats
from dpdesk.problems.problem import PLAN

TABLE = PLAN.whole.to("tables", 0)


def test_sheets_are_numbered_and_pages_lettered() -> None:
    assert formats.sheet_numbers([1, 3, 1]) == [["1"], ["2a", "2b", "2c"], ["3"]]
    names = formats.sheet_numbers([1000])[0]
    assert len(set(names)) == 1000 and names[25:28] == ["1z", "1aa", "1ab"] and max(map(len, names)) <= 31


@given(st.lists(st.text(max_size=150), max_size=8))
def test_file_names_are_valid_everywhere(wanted: list[str]) -> None:
    stems = formats.file_stems(wanted)
    assert len({stem.casefold() for stem in stems}) == len(wanted)
    for stem in stems:
        assert stem and not re.search(r'[<>:"/\\|?*\x00-\x1f]', stem) and not stem.endswith((".", " "))
        assert stem.split(".")[0].casefold() not in {"con", "nul", "aux", "prn", "com1", "lpt9"}


def test_devices_of_windows_are_avoided() -> None:
    assert formats.file_stems(["CON", "nul.x", "../../etc/passwd"]) == ["CON_", "nul.x_", "_.._etc_passwd"]


def test_one_row_more_than_a_worksheet_holds_is_noticed() -> None:
    most = formats.SHEET_ROWS - formats.ROWS_ABOVE_TABLE
    formats.require_worksheets(1, most, 1, 1, 2, place=TABLE)
    formats.require_worksheets(2, most, 1, 1, 2, place=TABLE)  # two pages, two sheets
    with pytest.raises(BadInput, match="1,048,577 rows"):
        formats.require_worksheets(1, most + 1, 1, 1, 2, place=TABLE)
    with pytest.raises(BadInput):
        formats.require_worksheets(41, most, 1, 1, 2, place=TABLE)  # too many pages for a sheet each


def test_one_column_more_than_a_worksheet_holds_is_noticed() -> None:
    most = (formats.SHEET_COLUMNS - formats.COLUMNS_BESIDE_CODES) // 2
    formats.require_worksheets(1, 1, 1, 1, most, place=TABLE)
    with pytest.raises(BadInput, match="columns on one worksheet"):
        formats.require_worksheets(1, 1, 1, 1, most + 1, place=TABLE)


@pytest.mark.parametrize(
    ("text", "length", "cut"), [("abc", 2, "ab"), ("😀😀", 3, "😀"), ("", 5, ""), ("abc", 3, "abc")]
)
def test_cutting_counts_like_excel_and_splits_no_character(text: str, length: int, cut: str) -> None:
    assert formats.cut_utf16(text, length) == cut
