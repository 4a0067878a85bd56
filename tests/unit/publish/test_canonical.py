"""The one spelling of a number, and the hash of a result."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import published
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dpdesk.release.canonical import level_text, number_text, release_hashes, result_hash


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_a_number_is_read_back_equal_from_its_spelling(value: float) -> None:
    text = number_text(value)
    assert float(text) == value
    assert "e" not in text and "E" not in text and text != "-0" and "nan" not in text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (-0.0, "0"),
        (3.0, "3"),
        (-3.0, "-3"),
        (0.1, "0.1"),
        (1e-7, "0.0000001"),
        (1e16, "10000000000000000"),
        (2.0**53, "9007199254740992"),
        (float("nan"), "[n]"),
        (float("inf"), "[n]"),
        (-float("inf"), "[n]"),
        (1 / 3, "0.3333333333333333"),
    ],
)
def test_spellings(value: float, text: str) -> None:
    assert number_text(value) == text


def test_levels() -> None:
    assert [level_text(x) for x in (90, Fraction(195, 2), 99, Fraction(1, 3))] == ["90", "97.5", "99", "1/3"]


@pytest.mark.parametrize("array", ["estimate", "lower", "upper", "margin", "unbiased"])
def test_every_value_is_in_the_hash(array: str) -> None:
    one = published.release()
    before = result_hash(one)
    getattr(one.tables[0], array)[0, 1, 2, 0] += 1
    assert result_hash(one) != before


def test_flags_are_in_the_hash_and_labels_are_not() -> None:
    one = published.release()
    other = published.release(published.plan(tables=[published.table(title={"en": "Another title"})]))
    assert result_hash(one) == result_hash(other)
    one.tables[0].flag[0, 0, 0, 0] = "r"
    assert result_hash(one) != result_hash(other)


@pytest.mark.parametrize("mark", ["u", "w"])
def test_the_marks_of_a_house_style_are_not_in_the_hash(mark: str) -> None:
    one, other = published.release(), published.release()
    one.tables[0].flag[0, 0, 0, 0] = mark
    assert result_hash(one) == result_hash(other)
    one.tables[0].flag[0, 0, 0, 0], other.tables[0].flag[0, 0, 0, 0] = "a" + mark, "a"
    assert result_hash(one) == result_hash(other)


def test_an_impossible_cell_has_no_number_at_all() -> None:
    one, other = published.release(), published.release()
    for release, number in ((one, 5.0), (other, 0.0)):
        release.tables[0].flag[0, 1, 1, 0] = "z"
        release.tables[0].estimate[0, 1, 1, 0] = number
    assert result_hash(one) == result_hash(other)


def test_the_order_of_tables_does_not_matter_and_their_names_do() -> None:
    plan = published.plan(tables=[published.table("b"), published.table("a")])
    one = published.release(plan)
    assert result_hash(one.tables) == result_hash(one.tables[::-1])
    assert result_hash(one.tables[:1]) != result_hash(one.tables[1:])


def test_the_official_hash_does_not_see_the_unbiased_values() -> None:
    one = published.release()
    moved = replace(one.tables[0], unbiased=one.tables[0].unbiased + np.float64(1))
    before, after = release_hashes(one.tables), release_hashes([moved])
    assert before.cells == after.cells and before.unbiased != after.unbiased and before.result != after.result
