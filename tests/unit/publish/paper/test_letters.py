"""How many lines a text takes is reckoned from the widths of its letters: rows of a workbook have no line to spare."""

from __future__ import annotations

import pytest

from dpdesk.publish.workbook.letters import column_width, text_width, wrapped_lines

NOTE = (
    "Noise margin (90 %): in 90 of 100 releases the unbiased value lies no further than this from the figure that "
    "would have been published without noise."
)


def test_widths_are_those_of_arial_in_digits_of_twelve_points() -> None:
    assert text_width("0123456789") == pytest.approx(10)
    assert text_width("0123456789", 10) == pytest.approx(10 * 10 / 12)
    assert text_width("illicit") < 0.6 * text_width("windows")
    assert text_width("Größe", strong=True) == pytest.approx(text_width("Große", strong=True))
    assert text_width("Total", strong=True) > text_width("Total")
    assert text_width("数字") == pytest.approx(2 * 1000 / 556)


def test_a_text_is_broken_where_the_next_word_has_no_room() -> None:
    wide = column_width(NOTE)
    assert [wrapped_lines(NOTE, part * wide) for part in (1.01, 0.99, 0.55, 0.37)] == [1, 2, 2, 3]
    assert wrapped_lines(NOTE, 0.55 * wide, 10) == 2 and wrapped_lines(NOTE, 0.9 * wide, 10) == 1
    assert wrapped_lines("a\nb", wide) == 2
    assert wrapped_lines("0" * 100, 21.0) == 6  # a word that is wider than its column


def test_a_font_that_is_not_known_has_more_room() -> None:
    width = column_width(NOTE) * 1.05
    assert (wrapped_lines(NOTE, width), wrapped_lines(NOTE, width, family="Verdana")) == (1, 2)
