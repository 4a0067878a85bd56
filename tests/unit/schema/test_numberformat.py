"""How a cell's text becomes an exact number."""

from __future__ import annotations

from fractions import Fraction

import pytest

from dpdesk.schema.variables.numberformat import LONGEST_NUMBER, NumberFormat, clean, exact_text

PLAIN = NumberFormat()
GERMAN = NumberFormat(",", ".")
ENGLISH = NumberFormat(".", ",")
FRENCH = NumberFormat(",", "\u202f")


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("0", 0),
        ("007", 7),
        ("+5", 5),
        ("-0.0", 0),
        ("5.", 5),
        (".5", Fraction(1, 2)),
        ("1e+05", 100_000),
        ("1E5", 100_000),
        ("2.5e-3", Fraction(1, 400)),
        ("0.1", Fraction(1, 10)),
        ("27.68166089965398", Fraction(2768166089965398, 10**14)),
        (" 12\t", 12),
        ("9007199254740993", 9007199254740993),
    ],
)
def test_numbers_are_exact(text: str, value: Fraction | int) -> None:
    assert PLAIN.parse(text) == value
    # The wrong control: a float would have lost the tenth and the last digit.
    if text == "0.1":
        assert PLAIN.parse(text) != Fraction(0.1)


@pytest.mark.parametrize(
    "text",
    [
        None, "", " ", "NA", "nan", "NaN", "inf", "-inf", "Infinity", "1,5", "1,500", "1.5.0", "1 000", "1_000",
        "0x10", "--1", "+-1", "1e", "e5", ".", "+", "-.", "1e+1000", "٣", "１２", "½", "1\n", "\u22125", "12%",
        "$5", "1/2", "1\u00a0000", "9" * (LONGEST_NUMBER + 1),
    ],
)  # fmt: skip
def test_what_is_not_written_as_the_source_says_is_no_number(text: str | None) -> None:
    assert PLAIN.parse(text) is None


@pytest.mark.parametrize(
    ("style", "text", "value"),
    [
        (GERMAN, "1.234,5", Fraction(2469, 2)),
        (GERMAN, "1234,5", Fraction(2469, 2)),
        (GERMAN, "1.500", 1500),
        (GERMAN, "1.50", None),
        (GERMAN, "12.34", None),
        (GERMAN, "1.2345", None),
        (GERMAN, "1234.567", None),
        (GERMAN, ".500", None),
        (ENGLISH, "1,234,567.25", Fraction(4938269, 4)),
        (ENGLISH, "1,5", None),
        (ENGLISH, "1,234,56", None),
        (ENGLISH, "1.234,5", None),
        (FRENCH, "1\u202f234,5", Fraction(2469, 2)),
        (FRENCH, "1 234,5", None),
        (NumberFormat(",", ""), "1.5", None),
        (NumberFormat(",", ""), "1,5", Fraction(3, 2)),
        (NumberFormat(".", " "), "12 345", 12345),
        (NumberFormat(".", "'"), "-12'345.5", Fraction(-24691, 2)),
    ],
)
def test_marks_are_never_guessed(style: NumberFormat, text: str, value: Fraction | int | None) -> None:
    assert style.parse(text) == value


def test_clean_drops_outer_spaces_and_tabs_only() -> None:
    assert clean(None) == ""
    assert clean(" \ta b\t ") == "a b"
    assert clean("\u00a0x") == "\u00a0x"


@pytest.mark.parametrize(
    ("value", "text"),
    [("250", "250"), ("1/2", "0.5"), ("-1/8", "-0.125"), ("1/3", "1/3"), ("7/20", "0.35"), ("100", "100"),
     ("-5/2", "-2.5"), ("1/1000", "0.001"), ("123456789/100", "1234567.89"), ("0", "0")],
)  # fmt: skip
def test_rationals_are_written_as_people_do(value: str, text: str) -> None:
    assert exact_text(Fraction(value)) == text
    assert Fraction(text) == Fraction(value)
