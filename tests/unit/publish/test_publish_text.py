"""Text in published files stays text: no formula, nothing lost, whatever the labels hold."""

from __future__ import annotations

import csv
import io
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from xml_characters import carried_by_xml

from dpdesk.publish.tables.text import (
    begins_like_a_formula,
    carried,
    csv_field,
    csv_guarded,
    csv_plain,
    escaped,
    one_line,
    pasted,
    unpasted,
)

NASTY = [
    "=cmd|' /C calc'!A0",
    "=1+1",
    "+1",
    "-1+2",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    "\n=1",
    "＝1+1",
    "－1",
    "＋1",
    "＠x",
    "'=1",
    "''=1",
    "a;=1+1",
    'a",=1+1',
    "a,-2",
    "x|@y",
    "'s-Hertogenbosch",
    "-",
    "=",
    "",
    " =1",
    "-1",
    "-2.50",
    "0",
]
nasty_text = st.lists(st.sampled_from(list("=+-@\t\r\n＝＋－＠'\",;| aé0\x00\x0b😀_x")), max_size=12).map("".join)
DANGEROUS = "=+-@\t\r\n＝＋－＠"


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells another program would see, which takes `delimiter` for the separator."""
    return [cell for row in csv.reader(io.StringIO(line, newline=""), delimiter=delimiter) for cell in row]


@given(nasty_text)
def test_the_guard_can_be_taken_back(text: str) -> None:
    assert csv_plain(csv_guarded(text)) == text


@given(st.lists(nasty_text, min_size=1, max_size=4))
def test_no_cell_begins_a_formula_whatever_separator_the_file_is_opened_with(texts: list[str]) -> None:
    line = ",".join(csv_field(text) for text in texts) + "\r\n"
    for delimiter in ",;\t|":
        for cell in cells_of(line, delimiter):
            assert not cell.strip().startswith(tuple(DANGEROUS)) or re.fullmatch(r"-\d+(\.\d+)?", cell), (
                cell,
                delimiter,
            )


def test_without_the_guard_a_formula_would_get_through() -> None:
    """The control: the same reading finds the formulas in unguarded fields."""
    assert cells_of('a,"b;=1+1"\r\n', ";")[1].startswith("=")


@given(st.lists(nasty_text, min_size=2, max_size=4))
def test_fields_are_read_back(texts: list[str]) -> None:
    line = ",".join(csv_field(text) for text in texts) + "\r\n"
    assert [csv_plain(cell) for cell in cells_of(line, ",")] == [one_line(text) for text in texts]


@pytest.mark.parametrize("text", NASTY)
def test_each_listed_attack(text: str) -> None:
    field = csv_field(text)
    cell = cells_of(field + "\r\n", ",")[0] if field else ""
    assert csv_plain(cell) == one_line(text)
    assert not cell.startswith(("=", "+", "@", "\t", "\r", "\n", "＝"))


def test_negative_numbers_and_ordinary_names_are_left_alone() -> None:
    assert [csv_field(text) for text in ("-1", "-2.50", "12", "Age 5-9", "n/a")] == [
        "-1",
        "-2.50",
        "12",
        "Age 5-9",
        "n/a",
    ]
    assert csv_field("'s-Hertogenbosch") == '"\'s-Hertogenbosch"'  # quoted, not changed


@given(st.text(max_size=30))
@example("_x005F_")
def test_xml_carries_every_text(text: str) -> None:
    read = escaped(text)
    assert all(map(carried_by_xml, read))
    as_shown = re.sub("_x([0-9A-Fa-f]{4})_", lambda found: chr(int(found[1], 16)), read)
    assert as_shown == carried(text)


def test_escapes_that_excel_would_decode_are_escaped() -> None:
    assert escaped("a_x0041_b") == "a_x005F_x0041_b"
    assert escaped("max_x") == "max_x"


def test_what_begins_like_a_formula() -> None:
    assert all(map(begins_like_a_formula, ["=1", "+1", "@a", "-a", "＝1", "'=1", " =1"]))
    assert not any(map(begins_like_a_formula, ["a=1", "1", "Total", ""]))


@given(nasty_text)
@example("'\t=")
@example("+0")
def test_what_is_copied_is_pasted_as_text(text: str) -> None:
    cell = pasted(text)
    is_figure = re.fullmatch(r"[+-] ?\d[\d.,' ]*", cell)
    assert not cell.startswith(tuple("=+-@\t\r\n＝＋－＠")) or len(cell) == 1 or is_figure, cell
    assert "\t" not in cell and "\n" not in cell
    assert unpasted(cell) == " ".join(text.split())


def test_copied_figures_stay_figures() -> None:
    for figure in ("-5", "-1,234.5", "−7", "+3", "12 %", "-0.5 %", "± 5", "-"):
        assert pasted(figure) == figure
    assert pasted("=cmd|' /C calc'!A0") == "'=cmd|' /C calc'!A0" and pasted("-1+2") == "'-1+2"
