"""Planning figures out of published tables, as offices print them: the right column, totals first, and nothing else."""

from __future__ import annotations

import pytest

from dpdesk.gui.accuracy.edits.published import find_counts, read_labelled, read_number

SEX = [["Female", "weiblich", "F"], ["Male", "männlich", "M"]]
BOTH = [False, False]


@pytest.mark.parametrize(
    ("text", "number"),
    [("1234", 1234), ("1,234", 1234), ("1.234", 1234), ("1 234", 1234), ("1\u202f234\u202f567", 1234567), ("12.0", 12),
     ("12.5", None), ("", None), ("± 12", None), ("-3", None), ("1,23", None), ("12 %", None)],
)  # fmt: skip
def test_whole_numbers_as_people_print_them(text, number):
    assert read_number(text) == number


def test_the_counts_stand_beside_the_labels_under_a_heading_that_says_so():
    rows = [["Population by sex"], ["Sex", "Code", "Noise", "Persons"], ["Total", "9", "3", "30"],
            ["female", "1", "3", "17"], ["Male", "2", "4", "13"]]  # fmt: skip
    assert find_counts([rows], SEX, BOTH) == [17, 13]


def test_they_may_stand_in_a_row_in_another_language_and_on_a_later_sheet():
    rows = [["Alter", "männlich", "weiblich"], ["Insgesamt", "1.300", "1.700"], ["0-17", "300", "400"]]
    assert find_counts([[["Contents"]], rows], SEX, BOTH) == [1700, 1300]


def test_of_a_crossed_table_the_first_of_each_is_taken_since_totals_come_first():
    rows = [["area", "sex", "estimate"], ["_T", "_T", "30"], ["_T", "F", "17"], ["_T", "M", "13"],
            ["North", "_T", "9"], ["North", "F", "5"], ["North", "M", "4"]]  # fmt: skip
    assert find_counts([rows], SEX, BOTH) == [17, 13]


def test_a_code_that_is_not_there_is_found_nowhere_unless_it_means_that_nothing_is_known():
    names = [*SEX, ["Not stated", "ohne Angabe", "ns"]]
    rows = [["Sex", "Count"], ["Female", "17"], ["Male", "13"]]
    assert find_counts([rows], names, [False, False, False]) is None
    assert find_counts([rows], names, [False, False, True]) == [17, 13, 0]
    assert find_counts([[["Female", "yes"], ["Male", "no"]]], SEX, BOTH) is None


def test_two_columns_pasted_into_a_field():
    assert read_labelled("Female\t1,700 Male\t1,300", SEX) == [1700, 1300]
    assert read_labelled("M 13 F 17", SEX) == [17, 13]
    assert read_labelled("Female 17", SEX) is None
    assert read_labelled("Male 13 Female", SEX) is None
