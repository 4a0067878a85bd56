"""Every text leads to the declared code: categories, bins, quantities, combinations, recodes."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from dictionary_examples import category, load, number, quantity, text

from dpdesk.schema.variables.variable import Variable


def one(record: dict[str, Any], *others: dict[str, Any], **changes: Any) -> Variable:
    return load(variables=[record, *others], **changes).variable(record["name"])


def where(variable: Variable, *cells: str | None) -> str | None:
    """The code a row gets, None for nowhere."""
    position = variable.encode(cells)
    return None if position < 0 else variable.codes[position]


def test_a_category_looks_texts_up_and_tells_missing_from_strange() -> None:
    sex = one(category())
    assert sex.codes == ("F", "M", "NS")
    assert sex.missing == (None, None, "not_stated")
    assert sex.ordered == 0
    assert [where(sex, cell) for cell in ("F", "female", " F ", "M", "", None, "?", "f", "NS", "male")] == [
        "F", "F", "F", "M", "NS", "NS", "NS", None, None, None,
    ]  # fmt: skip
    assert sex.sends_to_nowhere
    assert sex.labels[1].show("de") == "M"


def test_otherwise_may_be_a_code() -> None:
    sex = one(category(otherwise={"code": "NS"}))
    assert where(sex, "divers") == "NS"
    assert not sex.sends_to_nowhere


def test_zeros_in_front_and_letter_case_count_in_categories() -> None:
    area = one(category("area", codes=[{"code": "007"}, {"code": "7"}], missing=[]))
    assert [where(area, cell) for cell in ("007", "7", "07", "7.0")] == ["007", "7", None, None]


def test_single_years() -> None:
    age = one(number())
    assert age.codes == tuple(str(year) for year in range(10))
    assert age.ordered == 10
    assert age.edges == tuple(Fraction(year) for year in range(11))
    assert not age.closed
    assert age.labels[-1].show() == "9 and over"
    assert [where(age, cell) for cell in ("0", "0.99", "5.5", "5e0", "9", "10", "99999", "-1", "-0.001", "x", "")] == [
        "0", "0", "5", "5", "9", "9", "9", None, None, None, None,
    ]  # fmt: skip


def test_the_right_end_of_single_years_is_open_and_of_bins_closed() -> None:
    years = one(number(above="nowhere"))
    assert where(years, "9.999") == "9"
    assert where(years, "10") is None
    bins = one(number(above="nowhere", bins={"lower": "0", "upper": "1", "width": "1/4"}))
    assert bins.codes == ("0..0.25", "0.25..0.5", "0.5..0.75", "0.75..1")
    assert bins.closed
    assert [where(bins, cell) for cell in ("0.25", "0.2499999999999999999999", "1", "1.0000000000000001")] == [
        "0.25..0.5", "0..0.25", "0.75..1", None,
    ]  # fmt: skip
    assert bins.labels[-1].show() == "0.75 to 1"


def test_edges_with_codes_and_labels_clamp_and_missing() -> None:
    income = one(
        number(
            "income",
            bins={"edges": ["-1000", 0, "500.5"], "codes": ["debt", "some"], "labels": [text("Debt"), text("Some")]},
            below="clamp",
            above={"code": "NA"},
            unreadable={"code": "NS"},
            missing=[
                {"code": "NS", "kind": "not_stated", "texts": ["", "NA"]},
                {"code": "NA", "kind": "not_applicable", "numbers": ["-8"]},
            ],
        )
    )
    assert income.codes == ("debt", "some", "NS", "NA")
    assert income.ordered == 2
    assert not income.sends_to_nowhere
    cells = ("-5000", "-8", "-8.0", "-8e0", "-7", "0", "500.5", "500.6", "NA", "", "nan", "inf")
    assert [where(income, cell) for cell in cells] == [
        "debt", "NA", "NA", "NA", "debt", "some", "some", "NA", "NS", "NS", "NS", "NS",
    ]  # fmt: skip


def test_large_numbers_are_grouped_in_labels_and_years_are_not() -> None:
    pay = one(number(bins={"lower": "0", "upper": "20000", "width": "5000"}, above="nowhere"))
    assert [label.show() for label in pay.labels][1:] == ["5,000 to under 10,000", "10,000 to under 15,000",
                                                          "15,000 to 20,000"]  # fmt: skip
    assert pay.labels[1].show("de") == "5.000 bis unter 10.000"
    years = one(number(bins={"lower": "1980", "upper": "2000", "width": "10"}, above="clamp"))
    assert [label.show() for label in years.labels] == ["1980 to under 1990", "1990 and over"]


def test_labels_say_what_a_clamped_bin_holds() -> None:
    both = one(number(bins={"lower": "0", "upper": "30", "width": "10"}, below="clamp", above="clamp"))
    assert [label.show() for label in both.labels] == ["under 10", "10 to under 20", "20 and over"]
    years = one(number(below="clamp"))
    assert [years.labels[at].show() for at in (0, 1, -1)] == ["0 and under", "1", "9 and over"]
    single = one(number(bins={"first": 5, "last": 5}, below="clamp", above="clamp"))
    assert [label.show("de") for label in single.labels] == ["alle"]


def test_numbers_follow_the_source_and_only_the_source() -> None:
    german = one(number(), source={"kind": "csv", "decimal": ",", "thousands": "."})
    assert [where(german, cell) for cell in ("3,7", "3.7", "1.000", "3")] == ["3", None, "9", "3"]
    parquet = one(number(), source={"kind": "parquet"})
    assert [where(parquet, cell) for cell in ("3.7", "3,7")] == ["3", None]


def test_quantities_are_clamped_rounded_and_told_from_missing() -> None:
    dictionary = load(variables=[quantity()])
    income = dictionary.variable("income")
    assert (income.lower_steps, income.upper_steps, income.step) == (-10, 100, 10)
    cells = ("0", "4.99", "5", "-5", "-5.01", "-1000", "1e+05", "995", "1e2", "-8", "-8.00", "", "x", None, "nan")
    assert [income.value((cell,)) for cell in cells] == [
        0, 0, 1, 0, -1, -10, 100, 100, 10, None, None, None, None, None, None,
    ]  # fmt: skip
    assert not income.always_stated
    stated = dictionary.variable("income:stated")
    assert [stated.value((cell,)) for cell in ("5", "-8", "")] == [1, 0, 0]
    assert (stated.lower_steps, stated.upper_steps) == (0, 1)
    assert dictionary.variables == (income,)


def test_a_quantity_that_every_row_states_needs_no_base() -> None:
    dictionary = load(variables=[quantity(unreadable={"value": "0"}, missing=[])])
    assert dictionary.variable("income").always_stated
    assert dictionary.variable("income").value(("?",)) == 0
    assert not dictionary.has("income:stated")
    for missing in ({"texts": ["?"]}, {"numbers": ["-8"]}):
        some = [{"kind": "not_stated", **missing}]
        assert not one(quantity(unreadable={"value": "0"}, missing=some)).always_stated
    outside = load(variables=[quantity(unreadable={"value": "0"}, missing=[], above="not_stated")])
    assert outside.variable("income").value(("1000.01",)) is None
    assert outside.variable("income").value(("1000",)) == 100


def test_exact_steps_of_a_tenth() -> None:
    tenth = one(quantity(lower="0", upper="1", step="0.1", missing=[]))
    assert tenth.value(("0.3",)) == 3
    assert tenth.value(("0.25",)) == 3
    assert tenth.value(("0.05",)) == 1
    assert tenth.value(("0.0499999999999999999999999",)) == 0


def combination(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": "group",
        "kind": "combination",
        "label": text("Group"),
        "columns": ["a", "b"],
        "describes": "unit",
        "codes": [{"code": "both"}, {"code": "a"}, {"code": "rest"}],
        "rules": [
            {"when": {"a": ["1"], "b": ["1", "yes"]}, "then": "both"},
            {"when": {"a": ["1"]}, "then": "a"},
            {"when": {"a": ["0", ""], "b": ["0"]}, "then": "rest"},
        ],
        "otherwise": "nowhere",
    }
    return {**record, **changes}


def test_rules_are_tried_in_order() -> None:
    group = one(combination())
    assert group.columns == ("a", "b")
    cells = [("1", "1"), ("1", "yes"), (" 1", "?"), ("0", "0"), (None, "0"), ("0", "1"), ("2", "0"), ("", "")]
    assert [where(group, *pair) for pair in cells] == ["both", "both", "a", "rest", "rest", None, None, None]


def test_a_combination_of_variables_and_columns() -> None:
    adult_woman = {
        **combination(columns=["flag"], variables=["sex", "age"]),
        "codes": [{"code": "yes"}, {"code": "no"}],
        "rules": [
            {"when": {"sex": ["F"], "age": {"first": "5", "last": "9"}, "flag": ["1"]}, "then": "yes"},
            {"when": {"sex": ["F", "M"]}, "then": "no"},
        ],
        "missing": [{"code": "?", "kind": "not_stated"}],
        "otherwise": {"code": "?"},
    }
    group = one(adult_woman, category(), number())
    assert group.columns == ("flag", "sex", "age")
    cells = [
        ("1", "female", "50"),
        ("0", "F", "50"),
        ("1", "M", "7"),
        ("1", "F", "-3"),
        ("1", "", "7"),
        ("1", "X", "7"),
    ]
    assert [where(group, *row) for row in cells] == ["yes", "no", "no", "no", "?", "?"]
    assert group.missing == (None, None, "not_stated")
    assert not group.sends_to_nowhere


def recode(**changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": "ages",
        "kind": "recode",
        "label": text("Ages"),
        "of": "age",
        "codes": [
            {"code": "low", "members": {"first": "0", "last": "3"}},
            {"code": "high", "members": ["4", "5", "6", "7", "8", "9"]},
        ],
    }
    return {**record, **changes}


def test_a_complete_recode_keeps_order_and_edges() -> None:
    ages = one(recode(), number())
    assert ages.root == "age"
    assert ages.members == ((0, 1, 2, 3), (4, 5, 6, 7, 8, 9))
    assert (ages.ordered, ages.edges, ages.closed) == (2, (0, 4, 10), False)
    assert ages.columns == ("age",)
    assert [where(ages, cell) for cell in ("3.9", "4", "99", "-1")] == ["low", "high", "high", None]
    assert ages.sends_to_nowhere  # because age does


def test_a_partial_recode_sends_the_rest_where_it_says() -> None:
    low = {"code": "low", "members": ["0", "1"]}
    dropped = one(recode(codes=[low], otherwise="nowhere"), number())
    assert where(dropped, "5") is None
    assert dropped.members == ((0, 1),)
    kept = one(recode(codes=[low, {"code": "rest", "members": []}], otherwise={"code": "rest"}), number())
    assert where(kept, "5") == "rest"
    assert kept.members == ((0, 1), tuple(range(2, 10)))


def test_a_recode_with_gaps_or_out_of_order_is_not_ordered() -> None:
    gap = [{"code": "low", "members": ["0", "1"]}, {"code": "high", "members": ["3"]}]
    assert one(recode(codes=gap, otherwise="nowhere"), number()).ordered == 0
    turned = [
        {"code": "high", "members": {"first": "4", "last": "9"}},
        {"code": "low", "members": ["0", "1", "2", "3"]},
    ]
    assert one(recode(codes=turned), number()).ordered == 0
    part = [{"code": "a", "members": ["2"]}, {"code": "b", "members": ["3", "4"]}]
    ordered = one(recode(codes=part, otherwise="nowhere"), number())
    assert (ordered.ordered, ordered.edges) == (2, (2, 3, 5))


def test_a_recode_of_a_recode_speaks_in_the_root_s_codes() -> None:
    again = {
        **recode(name="twice", of="ages"),
        "codes": [{"code": "all", "members": ["low", "high"]}],
    }
    twice = one(again, recode(), number())
    assert twice.root == "age"
    assert twice.members == (tuple(range(10)),)
    assert where(twice, "7") == "all"


def test_the_last_bin_of_a_recode_is_closed_only_at_the_end() -> None:
    bins = number(bins={"lower": "0", "upper": "30", "width": "10"}, above="nowhere")
    codes = [{"code": "a", "members": ["0..10"]}, {"code": "b", "members": ["10..20"]}]
    part = one(recode(codes=codes, otherwise="nowhere"), bins)
    assert (part.edges, part.closed) == ((0, 10, 20), False)
    whole = one(recode(codes=[codes[0], {"code": "b", "members": ["10..20", "20..30"]}]), bins)
    assert (whole.edges, whole.closed) == ((0, 10, 30), True)
    assert where(whole, "30") == "b"


def test_an_ordered_category_is_ordered_without_edges() -> None:
    school = one(category("school", ordered=True))
    assert (school.ordered, school.edges, school.size) == (2, (), 3)


@pytest.mark.parametrize("cell", ["\x00", "\ud800", "9" * 10_000, "1e999", "1e-999", "🙂", "\u2028", "'; DROP TABLE"])
def test_no_text_at_all_stops_a_coding(cell: str) -> None:
    dictionary = load(variables=[category(), number(), quantity(), combination()])
    for variable in dictionary.variables:
        cells = (cell,) * len(variable.columns)
        assert -1 <= variable.encode(cells) < max(variable.size, 1)
        variable.value(cells)
