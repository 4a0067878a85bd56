"""Intervals as people type them: the last number of one, not the first beyond it; overlaps are said."""

from __future__ import annotations

from fractions import Fraction

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from dpdesk.gui.desk.trees import put
from dpdesk.gui.tables.bench import Chosen
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


def test_lines_that_overlap_are_said_on_the_page(table_of_sexes, desk, settled):
    page = table_of_sexes()

    def ask(*intervals):
        measures = [{"kind": "count"}, {"kind": "intervals", "variable": "age", "intervals": list(intervals)}]
        desk.edit_plan("intervals", put(desk.plan, ["tables", 0, "measures"], measures))
        page.bench.chosen = Chosen("measure", at=1)
        page.bench.chosen_changed.emit()
        settled()
        return [one.text() for one in page.findChildren(QLabel) if "overlap" in one.text() and not one.isHidden()]

    assert ask(interval(0, 18), interval(18, 65)) == []
    assert ask(interval(0, 18), interval(16, 65)) == ["Lines 1 and 2 overlap: whoever lies in both is counted in both."]


def test_the_last_of_cumulative_counts_is_all_and_not_up_to_so_many_and_over(table_of_sexes, desk, settled):
    page = table_of_sexes()
    running = [{"kind": "cdf", "variable": "age"}]
    desk.edit_plan("running", put(desk.plan, ["tables", 0, "measures"], running))
    settled()
    labels = [one.label.show("en") for one in page.sheet.grid.shell_model.shell.items]
    assert labels[-2:] == ["Age in completed years: up to 99", "Age in completed years: all"]
    assert not any("and over" in one for one in labels)
