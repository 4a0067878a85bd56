"""Intervals as people type them: the last number of one, not the first beyond it; overlaps are said."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt

from dpdesk.gui.tables.edits.measures import overlapping
from dpdesk.gui.tables.measures.interval_rows import IntervalsModel

AGES = tuple(Fraction(at) for at in range(101))
FIVES = tuple(Fraction(at) for at in range(0, 101, 5))
HALVES = tuple(Fraction(at, 2) for at in range(11))
FROM, TO = 0, 1


def model(edges, *intervals):
    made = IntervalsModel()
    codes = [str(at) for at in range(len(edges) - 1)]
    made.set_intervals(list(intervals), codes, codes, "en", edges)
    return made


def typed(edges, text, **interval):
    """What an interval becomes when a text is typed as its end, and what is shown then."""
    made = model(edges, {"at_least": "25", "below": "50"} | interval)
    took = made.setData(made.index(0, TO), text)
    return made.intervals[0].get("below") if took else None, made.index(0, TO).data()


def test_the_end_of_an_interval_of_whole_numbers_lies_in_it():
    assert typed(AGES, "29") == ("30", "29")
    made = model(AGES, {"at_least": "25", "below": "30"})
    assert made.index(0, TO).data(Qt.ItemDataRole.EditRole) == "29", "what is shown is what is edited"
    assert made.setData(made.index(0, TO), "29")
    assert made.intervals == [{"at_least": "25", "below": "30"}], "typed again, it stays what it is"


def test_of_wider_bins_of_whole_numbers_the_last_one_or_the_next_edge_can_be_typed():
    assert typed(FIVES, "29") == ("30", "below 30")
    assert typed(FIVES, "30") == ("30", "below 30")
    assert typed(FIVES, "28") == ("28", "below 28"), "no edge is near: the page Tables says that it is none"


def test_other_numbers_end_below_an_edge():
    assert typed(HALVES, "2,5", at_least="1", below="5") == ("2.5", "below 2.5")
    assert typed(HALVES, "3", at_least="1", below="5") == ("3", "below 3")


@pytest.mark.parametrize("text", ["29x", "1,5x", "29.5", "1,000"])
def test_what_is_no_whole_number_is_refused_and_nothing_changes(text):
    made = model(AGES, {"at_least": "25", "below": "50"})
    said = []
    made.refused.connect(said.append)
    assert not made.setData(made.index(0, TO), text)
    assert made.intervals == [{"at_least": "25", "below": "50"}]
    assert said == [f"“{text}” is not a whole number."]


def interval(low, high):
    return {"at_least": str(low), "below": str(high)}


def test_lines_that_overlap_are_found():
    assert overlapping([interval(0, 18), interval(18, 65)], (), AGES) is None
    assert overlapping([interval(18, 65), interval(0, 18), interval(60, 80)], (), AGES) == (0, 2)
    assert overlapping([{"below": "5"}, {"below": "18"}, {"at_least": "18"}], (), AGES) == (0, 1)
    assert overlapping([{"from": "a", "to": "b"}, {"from": "c"}], ("a", "b", "c"), ()) is None
    assert overlapping([{"from": "a", "to": "c"}, {"from": "c", "to": "c"}], ("a", "b", "c"), ()) == (0, 1)
