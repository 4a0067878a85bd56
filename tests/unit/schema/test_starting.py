"""First steps to a dictionary: names, skeleton, confirmations, recodes, quantities, combinations, imported lists."""

from __future__ import annotations

import copy
import re
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from dictionary_examples import category, load, number, small, text
from hypothesis import given
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.problems.problem import phrase
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.editing.combining import Flag, combine_flags
from dpdesk.schema.editing.friendly import friendly_below, friendly_numbers, friendly_width, outward
from dpdesk.schema.editing.grouping import group_bins, quantity_of
from dpdesk.schema.editing.starting import (
    confirm,
    free_name,
    friendly_dataset_id,
    friendly_id,
    group_codes,
    new_dictionary,
)
from dpdesk.schema.file.codefiles import read_code_list, read_hierarchy
from dpdesk.schema.variables.variable import Variable

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.\-]{0,63}")
AGE = number(bins={"first": 18, "last": 93}, below="clamp", unreadable={"code": "NS"})
AGE["missing"] = [
    {"code": "NS", "kind": "not_stated", "label": text("Not stated"), "texts": ["", "NA"], "numbers": ["-8"]}
]


# Names and skeleton


@given(st.text(max_size=100), st.lists(st.text("abAB_2", max_size=4), max_size=8))
def test_any_text_gives_a_valid_free_name(words: str, taken: list[str]) -> None:
    name = friendly_id(words, taken)
    assert NAME.fullmatch(name)
    assert name.casefold() not in {one.casefold() for one in taken}
    assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_.\-]{0,127}", friendly_dataset_id(words))


def test_names_are_readable() -> None:
    assert friendly_id("Marital status (2001)") == "Marital_status_2001"
    assert friendly_id("Größe") == "Grosse"
    assert friendly_id("2nd job") == "v_2nd_job"
    assert friendly_id("漢字") == "variable"
    assert friendly_id("age", ["AGE", "age_2"]) == "age_3"
    assert len(friendly_id("x" * 100, ["x" * 64])) == 64
    assert free_name("a", []) == "a"
    assert friendly_dataset_id("Census 2020 (persons)") == "census-2020-persons"


def test_the_skeleton_lacks_what_only_a_person_can_say() -> None:
    tree = new_dictionary("town-2001", "Town", {"kind": "csv"}, "de", "sample")
    assert tree["title"] == {"de": "Town"}
    rest = {key: small()[key] for key in ("unit", "neighbours", "budget_cap")}
    for field in rest:
        known = {key: value for key, value in rest.items() if key != field}
        with pytest.raises(BadInput, match=f"{field} is required"):
            Dictionary.from_json({**tree, **known, "variables": [AGE]})
    assert Dictionary.from_json({**tree, **rest, "variables": [AGE]}).dataset_id == "town-2001"


def test_a_confirmation_keeps_how_the_domain_is_known() -> None:
    proposed = category(public={"how": "read_from_data"})
    kept = copy.deepcopy(proposed)
    confirmed = confirm(proposed, "  Census   office ", "2025-01-31")
    assert proposed == kept
    assert load(variables=[proposed]).unconfirmed() == ("sex",)
    assert load(variables=[confirmed]).unconfirmed() == ()
    assert load(variables=[confirmed]).variable("sex").provenance == (
        "read from the data: confirmed by Census office on 2025-01-31"
    )
    assert confirm(category(), "x", "2025-01-31")["public"]["how"] == "typed"
    for by, on in (("", "2025-01-31"), ("x" * 201, "2025-01-31"), ("x", "31.1.2025"), ("x", "20250131"), ("x", "")):
        with pytest.raises(BadInput):
            confirm(proposed, by, on)


# Groups and quantities


def test_five_year_groups_begin_at_multiples_and_cover_every_code() -> None:
    made = load(variables=[AGE, group_bins(AGE, width=5)])
    groups = made.variable("age_groups")
    assert groups.codes[:3] == ("<20", "20-24", "25-29")
    assert groups.codes[-2:] == ("90+", "NS")
    assert [label.show() for label in groups.labels][:2] == ["under 20", "20 to 24"]
    assert groups.labels[-2].show("de") == "90 und mehr"
    assert groups.ordered == 16
    assert sorted(code for own in groups.members for code in own) == list(range(made.variable("age").size))
    assert groups.label.show() == "Age in groups"
    for cell, code in (("17", "<20"), ("24", "20-24"), ("25", "25-29"), ("200", "90+"), ("NA", "NS"), ("-8", "NS")):
        assert groups.codes[groups.encode((cell,))] == code


def test_groups_begin_where_the_edges_say() -> None:
    record = group_bins(AGE, name="working_age", label="Working age", edges=[25, "65"])
    groups = load(variables=[AGE, record]).variable("working_age")
    assert groups.codes == ("<25", "25-64", "65+", "NS")
    assert groups.encode(("64",)) == 1
    closed = number(bins={"first": -3, "last": 5}, below="nowhere", above="nowhere")
    assert [one["code"] for one in group_bins(closed, edges=[-3, 0, 5])["codes"]] == ["-3..-1", "0-4", "5"]


def test_wide_bins_are_grouped_at_their_edges() -> None:
    income = number("income", bins={"lower": 0, "upper": 1000, "width": 100}, below="nowhere", above="nowhere")
    groups = load(variables=[income, group_bins(income, width=500)]).variable("income_groups")
    assert groups.codes == ("0..500", "500..1000")
    assert [label.show() for label in groups.labels] == ["0 to under 500", "500 to 1000"]
    with pytest.raises(BadInput, match="inside a bin"):
        group_bins(income, width=250)


@pytest.mark.parametrize(
    "wrong",
    [
        {},
        {"width": 5, "edges": [20]},
        {"width": 0},
        {"width": "x"},
        {"width": "1/10000000"},
        {"edges": []},
        {"edges": [30, 20]},
        {"edges": [10]},
        {"edges": [94]},
        {"edges": ["20.5"]},
    ],
)
def test_groups_that_make_no_sense_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadInput):
        group_bins(AGE, **wrong)
    with pytest.raises(BadInput, match="not a number"):
        group_bins(category(), width=5)


@given(st.integers(-50, 50), st.integers(0, 80), st.integers(1, 30))
def test_groups_of_any_width_are_valid_and_in_order(first: int, span: int, width: int) -> None:
    base = number(bins={"first": first, "last": first + span}, below="clamp")
    made = load(variables=[base, group_bins(base, width=width)])
    groups = made.variable("age_groups")
    assert groups.ordered == groups.size
    for value in range(first, first + span + 1):
        own = [v for v in range(first, first + span + 1) if v // width == value // width]
        assert {groups.encode((str(v),)) for v in own} == {groups.encode((str(value),))}


def test_codes_in_groups_keep_the_missing_codes() -> None:
    record = group_codes(category(), [("all", "All", ["F", "M"])], name="everyone", label="Everyone")
    assert load(variables=[category(), record]).variable("everyone").codes == ("all", "NS")
    placed = group_codes(
        category(), [("all", "", ["F", "NS"])], name="g", label="G", otherwise="nowhere", language="de"
    )
    assert load(variables=[category(), placed]).variable("g").codes == ("all",)
    assert placed["label"] == {"de": "G"}
    for groups in ([], [("a", "", ["F"]), ("b", "", ["F"])]):
        with pytest.raises(BadInput):
            group_codes(category(), groups, name="g", label="G")
    with pytest.raises(BadInput, match="no codes"):
        group_codes({"kind": "quantity", "name": "q"}, [("a", "", ["F"])], name="g", label="G")


def test_a_quantity_takes_the_bounds_of_a_number() -> None:
    made = load(variables=[AGE, quantity_of(AGE)])
    years = made.variable("age_amount")
    assert (years.lower, years.upper, years.step) == (18, 93, 1)
    assert years.value(("-8",)) is None
    assert years.value(("NA",)) is None
    assert years.value(("200",)) == 93
    fine = number("bmi", bins={"lower": "0", "upper": "50.5", "width": "0.5"}, public={"how": "read_from_data"})
    record = quantity_of(fine, taken=["bmi_amount"], label="Body mass")
    assert (record["name"], record["step"], record["label"]) == ("bmi_amount_2", "0.5", {"en": "Body mass"})
    assert load(variables=[fine, record]).unconfirmed() == ("bmi", "bmi_amount_2")


# Round numbers


@given(st.fractions(min_value=Fraction(1, 10**5), max_value=10**12))
def test_the_friendly_number_below(value: Fraction) -> None:
    numbers = friendly_numbers()
    assert friendly_below(value) == max(number for number in numbers if number <= value)


@given(st.fractions(-1000, 1000), st.fractions(0, 1000), st.sampled_from([Fraction(1, 2), Fraction(5), Fraction(20)]))
def test_outward_bounds_hold_the_range_and_divide_into_friendly_bins(
    least: Fraction, span: Fraction, grid: Fraction
) -> None:
    lower, upper = outward(least, least + span, grid)
    assert lower <= least <= least + span <= upper
    assert lower < upper < least + span + 2 * grid
    width = friendly_width(lower, upper, 200)
    assert ((upper - lower) / width).denominator == 1
    assert (upper - lower) / width <= 200


# Combinations


FLAGS: list[Flag] = [("latino", "1", "0", "Latino"), ("black", "1", "0", "Black"), ("asian", "y", "n", "Asian")]


def combined(how: Any = "all", flags: Sequence[Flag] = FLAGS, **more: Any) -> Variable:
    record = combine_flags("ethnic", "Ethnic group", flags, how=how, **more)
    return load(variables=[record]).variable("ethnic")


def labels(variable: Variable) -> list[str]:
    return [label.show() for label in variable.labels]


def test_every_combination_has_its_code() -> None:
    variable = combined()
    assert labels(variable) == [
        "None of these",
        "Latino only",
        "Black only",
        "Asian only",
        "Latino and Black",
        "Latino and Asian",
        "Black and Asian",
        "Latino, Black and Asian",
    ]
    assert variable.codes[4] == "latino+black"
    assert variable.encode(("1", " 1", "n")) == 4
    assert variable.encode(("1", "1", "")) == -1
    found = {variable.encode(cells) for cells in product("10", "10", "yn")}
    assert found == set(range(8))


def test_the_first_column_that_says_yes_decides() -> None:
    variable = combined("first")
    assert labels(variable) == ["Latino", "Black, not Latino", "Asian, not Latino or Black", "None of these"]
    assert [
        variable.encode(cells) for cells in (("1", "?", "?"), ("0", "1", "?"), ("0", "0", "y"), ("0", "0", "n"))
    ] == [
        0,
        1,
        2,
        3,
    ]
    assert variable.encode(("?", "1", "n")) == -1


def test_one_alone_or_more_than_one() -> None:
    variable = combined("single_or_multiple", otherwise="not_stated")
    assert labels(variable) == [
        "Latino only",
        "Black only",
        "Asian only",
        "More than one of these",
        "None of these",
        "Not stated",
    ]
    assert variable.missing[-1] == "not_stated"
    cells = (("1", "0", "n"), ("0", "1", "n"), ("0", "0", "y"), ("1", "?", "y"), ("0", "0", "n"), ("1", "?", "n"))
    assert [variable.encode(row) for row in cells] == [0, 1, 2, 3, 4, 5]


@given(st.integers(1, 6), st.sampled_from(["all", "first", "single_or_multiple"]))
def test_every_answer_has_a_code_and_every_code_an_answer(many: int, how: str) -> None:
    flags = [(f"column {at}", "yes", "no", f"L{at}") for at in range(many)]
    variable = combined(how, flags)
    assert {variable.encode(cells) for cells in product(("yes", "no"), repeat=many)} == set(range(variable.size))
    assert len(set(labels(variable))) == variable.size


def test_a_combination_agrees_with_one_written_by_hand(checkout: Path) -> None:
    written = Dictionary.load(checkout / "tests" / "dictionaries" / "fulton.dictionary.json").variable("ethnic")
    variable = combined(flags=[(*flag[:1], "1", "0", flag[3]) for flag in FLAGS])
    pairs = {(written.encode(cells), variable.encode(cells)) for cells in product(("1", "0", ""), repeat=3)}
    assert len(pairs) == len({left for left, _ in pairs}) == len({right for _, right in pairs}) == 9
    assert (-1, -1) in pairs


def test_names_that_have_another_use_and_other_languages() -> None:
    variable = combined(flags=[("none", "1", "0", "Nichts"), ("NS", "1", "0", "Anders")], language="de")
    assert set(variable.codes) == {"none", "none_2", "NS_2", "none_2+NS_2"}
    assert [label.show("de") for label in variable.labels][1:] == ["nur Nichts", "nur Anders", "Nichts und Anders"]
    assert labels(combined(flags=FLAGS[:1])) == ["None of these", "Latino"]
    assert combined(otherwise={"code": "none"}).encode(("?", "?", "?")) == 0


@pytest.mark.parametrize(
    ("flags", "how"),
    [
        ([], "all"),
        ([(f"c{at}", "1", "0", "L") for at in range(7)], "all"),
        ([(f"c{at}", "1", "0", "L") for at in range(31)], "first"),
        ([FLAGS[0], FLAGS[0]], "all"),
        ([("c", "1", " 1", "L")], "all"),
        (FLAGS, "any"),
    ],
)
def test_columns_that_cannot_be_combined_are_refused(flags: list[Flag], how: Any) -> None:
    with pytest.raises(BadInput):
        combine_flags("e", "E", flags, how=how)


# Imported lists


def file(folder: Path, content: str) -> Path:
    path = folder / "codes.csv"
    path.write_text(content, encoding="utf-8")
    return path


def test_a_code_list_is_imported_from_anywhere(tmp_path: Path) -> None:
    rows = read_code_list(file(tmp_path, "code;label;label:de\n1;One;Eins\n2;;\n"))
    assert rows == [{"code": "1", "label": {"en": "One", "de": "Eins"}}, {"code": "2"}]
    assert load(variables=[category(codes=rows, missing=[])]).variable("sex").codes == ("1", "2")


def test_a_hierarchy_is_imported_from_anywhere(tmp_path: Path) -> None:
    rows = read_hierarchy(file(tmp_path, "code,parent,label\nall,,All\nF,all,\nM,all,\n"))
    levels = [{"name": "h", "levels": [{"name": "top"}], "rows": rows}]
    assert load(variables=[category(hierarchies=levels)]).variable("sex").levels[0].codes[0] == "all"
    with pytest.raises(BadInput, match="parent 'all' is not listed"):
        read_hierarchy(file(tmp_path, "code,parent\nF,all\n"))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("code,label\n", "no codes"),
        ("code\n1\n1\n", "twice"),
        ("code,label\n,x\n", "empty"),
        ("code\n_T\n", "reserved"),
        ('code\n"a\tb"\n', "must name|control"),
        ("name\n1\n", "must name the columns code, label"),
        ("code,label\n1\n", "does not have 2 fields"),
        ('code\n"1\n', "well-formed"),
        (f"code\n{'x' * 201}\n", "longer"),
    ],
)
def test_a_bad_code_list_is_refused_in_a_sentence(tmp_path: Path, content: str, says: str) -> None:
    with pytest.raises(BadInput, match=says) as refusal:
        read_code_list(file(tmp_path, content))
    assert str(refusal.value).endswith(".")


def test_a_code_list_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="check the path"):
        read_code_list(tmp_path / "nothing.csv")
    (tmp_path / "latin.csv").write_bytes("code\nß\n".encode("cp1252"))
    with pytest.raises(BadInput, match="UTF-8"):
        read_code_list(tmp_path / "latin.csv")


def test_the_sentence_about_a_missing_column_names_the_file() -> None:
    made = load(variables=[AGE])
    with pytest.raises(
        BadInput, match=r"^The column 'age' is not in town\.csv; the dictionary needs it exactly once\.$"
    ):
        made.check_columns(["sex"], file="town.csv")
    with pytest.raises(BadInput, match=r"exactly once: the file seems to be separated by ';', not by ','\.$"):
        made.check_columns(["sex;age"], hint=phrase("data.seems_separated", seems="';'", declared="','"))
