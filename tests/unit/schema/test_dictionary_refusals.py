"""What a dictionary may not say, each in one sentence with its JSON path."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dictionary_examples import category, load, number, quantity, small, text

from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import Dictionary

PERSON = {"kind": "row", "describes": "person", "label": text("person")}
BY_ID = {
    "kind": "id",
    "describes": "person",
    "label": text("person"),
    "column": "pid",
    "max_rows": 3,
    "rows_without_id": "drop",
}
GROUP = {
    "name": "group",
    "kind": "recode",
    "label": text("Group"),
    "of": "age",
    "codes": [{"code": "low", "members": ["0"]}],
}
MIX = {
    "name": "mix",
    "kind": "combination",
    "label": text("Mix"),
    "columns": ["a"],
    "describes": "unit",
    "codes": [{"code": "x"}],
    "rules": [{"when": {"a": ["1"]}, "then": "x"}],
    "otherwise": "nowhere",
}


def without(tree: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in tree.items() if name != key}


def bins(**fields: Any) -> dict[str, Any]:
    return {"variables": [number(bins=fields)]}


CASES: list[tuple[dict[str, Any], str]] = [
    # form
    ({"colour": "red"}, "colour is a field this version does not know"),
    ({"unit": {**PERSON, "c": 3}}, "unit.c is a field"),
    ({"variables": [category(codes=[{"code": "F", "lable": text("x")}])]}, "variables[0].codes[0].lable is a field"),
    ({"variables": [number(), without(category(), "otherwise")]}, "variables[1].otherwise is required"),
    ({"variables": [without(category(), "describes")]}, "variables[0].describes is required"),
    ({"variables": [category(kind="text")]}, "variables[0] must have a kind: one of 'category', 'number'"),
    ({"variables": []}, "variables must not be empty"),
    ({"variables": {}}, "variables must be a list"),
    ({"variables": [category(label="Sex")]}, "variables[0].label must be an object"),
    ({"variables": [category(label={})]}, "variables[0].label must not be empty"),
    ({"variables": [category(label={"English": "Sex"})]}, "variables[0].label"),
    ({"title": {"en": 5}}, "title.en must be a text"),
    ({"variables": [category(name="5th")]}, "variables[0].name must be a name: a letter, then"),
    ({"variables": [category(name="a:b")]}, "variables[0].name must be a name: a letter, then"),
    ({"dataset_id": "my data"}, "dataset_id must be a name of at most 128"),
    ({"dataset_id": None}, "dataset_id is null; leave the field out"),
    ({"max_rows": "10"}, "max_rows must be a whole number"),
    ({"max_rows": 0}, "max_rows must be at least 1"),
    ({"variables": [category(ordered=1)]}, "variables[0].ordered must be true or false"),
    ({"variables": [category(codes=[{"code": 1}])]}, "variables[0].codes[0].code must be a text"),
    ({"variables": [category(codes=[{"code": ""}])]}, "variables[0].codes[0].code must not be empty"),
    ({"variables": [category(codes=[{"code": " F"}])]}, "variables[0].codes[0].code must be a code without spaces"),
    ({"variables": [category(codes=[{"code": "_T"}])]}, "codes[0].code is the code reserved for totals"),
    ({"variables": [category(codes=[{"code": "F", "texts": [" F"]}])]}, "codes[0].texts[0] must be written without"),
    ({"variables": [quantity(step="0,5")]}, "variables[0].step has a decimal comma; write a decimal point"),
    (bins(lower="0", upper="10", width="0,5"), "variables[0].bins.width has a decimal comma; write a decimal point"),
    (bins(edges=["0", "0,5"]), "variables[0].bins.edges[1] has a decimal comma; write a decimal point"),
    ({"variables": [quantity(step="1,000,000")]}, "variables[0].step must be a whole number or an exact text"),
    ({"variables": [quantity(step=True)]}, "variables[0].step must be a whole number or an exact text"),
    ({"variables": [quantity(step="1/0")]}, "variables[0].step must be a whole number or an exact text"),
    ({"neighbours": "both"}, "neighbours must be 'add_remove' or 'replace_one'"),
    ({"data_kind": "census"}, "data_kind must be 'complete_count' or 'sample'"),
    # source
    ({"source": {"kind": "spoken"}}, "source must have a kind: one of 'csv', 'parquet', 'xlsx'"),
    ({"source": {"kind": "parquet", "decimal": ","}}, "source.decimal is a field"),
    ({"source": {"kind": "csv", "decimal": ",", "thousands": ","}}, "source.thousands must differ"),
    ({"source": {"kind": "csv", "encoding": "utf-88"}}, "source.encoding is not an encoding"),
    ({"source": {"kind": "csv", "delimiter": '"'}}, "source.delimiter must be neither"),
    ({"source": {"kind": "csv", "delimiter": "||"}}, "source.delimiter must be at most 1 characters"),
    # unit
    ({"unit": without(BY_ID, "rows_without_id")}, "unit.rows_without_id is required"),
    ({"unit": {**BY_ID, "max_rows": 0}}, "unit.max_rows must be at least 1"),
    ({"unit": {**BY_ID, "rows_without_id": "own_unit"}, "neighbours": "replace_one"}, "unit.rows_without_id may be"),
    # budget
    ({"budget_cap": {}}, "budget_cap must be exactly one of"),
    ({"budget_cap": {"epsilon": "1", "rho": "1"}}, "budget_cap must be exactly one of"),
    ({"budget_cap": {"epsilon": "1", "delta": "1e-6"}}, "budget_cap must be exactly one of"),
    ({"budget_cap": {"epsilon": "1", "rule": "sum"}}, "budget_cap must be exactly one of"),
    ({"budget_cap": {"rho": "1", "rule": "rho"}}, "budget_cap must be exactly one of"),
    ({"budget_cap": {"epsilon": "0"}}, "budget_cap.epsilon must be an exact number above zero"),
    ({"budget_cap": {"epsilon": "-1"}}, "budget_cap.epsilon must be an exact number above zero"),
    ({"budget_cap": {"epsilon": "inf"}}, "budget_cap.epsilon must be an exact number above zero"),
    ({"budget_cap": {"epsilon": "1", "delta": "1", "rule": "sum"}}, "budget_cap.delta must be an exact number between"),
    ({"budget_cap": {"epsilon": 1}}, "budget_cap.epsilon must be a text"),
    # variables
    ({"variables": [category(), number("sex")]}, "variables[1].name is the name of another variable"),
    ({"variables": [category(), number("SEX")]}, "variables[1].name is the name of another variable"),
    ({"variables": [category(codes=[{"code": "F"}, {"code": "F"}])]}, "variables[0] has the code 'F' twice"),
    ({"variables": [category(codes=[{"code": "NS"}])]}, "variables[0] has the code 'NS' twice"),
    ({"variables": [category(codes=[{"code": "F"}, {"code": "G", "texts": ["F"]}])]}, "gives the cell 'F' to two"),
    ({"variables": [category(codes=[])]}, "variables[0].codes must not be empty"),
    ({"variables": [category(otherwise={"code": "X"})]}, "variables[0].otherwise.code is not a code"),
    (bins(first=5, last=4), "variables[0].bins must run upwards"),
    (bins(first=0, last=2_000_000), "variables[0].bins must run upwards over at most"),
    (bins(lower="0", upper="10", width="3"), "variables[0].bins must have an upper bound"),
    (bins(lower="0", upper="10", width="-1"), "variables[0].bins must have an upper bound"),
    (bins(lower="0", upper="10", width="0"), "variables[0].bins must have an upper bound"),
    (bins(lower="0", upper="1", width="1/10000000"), "variables[0].bins makes more than"),
    (bins(edges=["0", "0"]), "variables[0].bins.edges must grow"),
    (bins(edges=["0"]), "variables[0].bins.edges must have at least 2 entries"),
    (bins(edges=["0", "1"], codes=["a", "b"]), "variables[0].bins.codes must have 1 entries"),
    (bins(edges=["0", "1"], labels=[]), "variables[0].bins.labels must have 1 entries"),
    (bins(first=0, width="1"), "variables[0].bins"),
    ({"variables": [quantity(step="0")]}, "variables[0].step must be above zero"),
    ({"variables": [quantity(upper="-100")]}, "variables[0].upper must be above lower"),
    ({"variables": [quantity(upper="1001")]}, "variables[0].upper must be a whole number of steps"),
    ({"variables": [quantity(upper="1" + "0" * 30)]}, "variables[0].upper is too many steps"),
    ({"variables": [quantity(unreadable={"value": "5"})]}, "variables[0].unreadable.value must lie"),
    (
        {"variables": [number(), {**GROUP, "of": "aeg"}]},
        "variables[1].of names 'aeg', which is not in the dictionary (did you mean 'age'?)",
    ),
    ({"variables": [quantity(), {**GROUP, "of": "income"}]}, "variables[1].of names a quantity"),
    ({"variables": [number(), GROUP]}, "variables[1] leaves 9 of the 10 codes of 'age' in no group (the first is '1')"),
    (
        {
            "variables": [
                number(),
                {**GROUP, "codes": [{"code": "a", "members": ["1"]}, {"code": "b", "members": ["1"]}]},
            ]
        },
        "variables[1] puts the code '1' of 'age' in two groups",
    ),
    (
        {"variables": [number(), {**GROUP, "codes": [{"code": "a", "members": {"first": "9", "last": "0"}}]}]},
        "variables[1].codes[0].members must run from a code of 'age'",
    ),
    ({"variables": [{**GROUP, "of": "group"}]}, "variables[0] is made from itself"),
    ({"variables": [{**MIX, "columns": []}]}, "variables[0] must name the columns or variables"),
    ({"variables": [{**MIX, "columns": ["a", "a"]}]}, "variables[0] names an input twice"),
    (
        {"variables": [{**MIX, "rules": [{"when": {"b": ["1"]}, "then": "x"}]}]},
        "variables[0].rules[0].when.b is not among",
    ),
    (
        {"variables": [{**MIX, "rules": [{"when": {"a": ["1"]}, "then": "y"}]}]},
        "variables[0].rules[0].then is not a code",
    ),
    (
        {"variables": [{**MIX, "rules": [{"when": {"a": {"first": "0", "last": "1"}}, "then": "x"}]}]},
        "variables[0].rules[0].when.a must list the cells",
    ),
    ({"variables": [{**MIX, "rules": [{"when": {}, "then": "x"}]}]}, "variables[0].rules[0].when must not be empty"),
    (
        {"variables": [number(missing=[{"code": "?", "kind": "not_stated", "texts": ["", "99"]}])]},
        'variables[0].missing[0].texts[1] is a number; list it in "numbers"',
    ),
    (
        {"variables": [quantity(missing=[{"kind": "not_stated", "texts": ["-8.0"]}])]},
        'variables[0].missing[0].texts[0] is a number; list it in "numbers"',
    ),
    # impossible combinations
    (
        {"impossible": [{"when": {"sex": ["F"], "aeg": ["0"]}, "reason": text("r")}]},
        "impossible[0].when.aeg is not a variable",
    ),
    (
        {"impossible": [{"when": {"sex": ["X"], "age": ["0"]}, "reason": text("r")}]},
        "impossible[0].when.sex names a code that 'sex' does not have",
    ),
    ({"impossible": [{"when": {"sex": ["F"]}, "reason": text("r")}]}, "impossible[0].when must have at least 2"),
    ({"impossible": [{"when": {"sex": [], "age": ["0"]}, "reason": text("r")}]}, "impossible[0].when.sex"),
    # confirmations
    (
        {"variables": [category(public={"how": "read_from_data", "confirmed_by": "A. Clerk"})]},
        "variables[0].public must have both",
    ),
    (
        {"variables": [category(public={"how": "typed", "confirmed_by": "A", "confirmed_on": "2026-02-30"})]},
        "variables[0].public.confirmed_on must be a date",
    ),
]


@pytest.mark.parametrize(("changes", "sentence"), CASES, ids=[sentence[:60] for _, sentence in CASES])
def test_a_mistake_is_refused_in_one_sentence_with_its_path(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        load(**changes)
    said = str(caught.value)
    assert sentence in said
    assert said.startswith("In the dictionary: ")
    assert said.endswith(".")
    assert "\n" not in said
    assert "pydantic" not in said


def test_the_dictionary_that_the_mistakes_are_made_in_is_right() -> None:
    assert [variable.name for variable in load().variables] == ["sex", "age", "income"]
    assert load(unit=BY_ID).unit.rows_without_id == "drop"


def test_a_misspelt_field_is_told_before_what_follows_from_it() -> None:
    wrong = category(label={"en": 5})
    wrong["otherwisse"] = wrong.pop("otherwise")
    with pytest.raises(BadInput, match=r"variables\[0\]\.otherwisse is a field this version does not know"):
        load(variables=[wrong])


@pytest.mark.parametrize("tree", [{}, [], "x", 5, None, {"format": "dpdesk-plan", "version": 1}])
def test_another_file_is_not_taken_for_a_dictionary(tree: object) -> None:
    with pytest.raises(BadInput, match=r"not a (dpdesk|data) dictionary"):
        Dictionary.from_json(tree)


def test_a_later_version_is_refused_before_its_fields_are() -> None:
    with pytest.raises(BadInput, match="version must be 1"):
        load(version=2, new_field="x")
    with pytest.raises(BadInput, match="version must be 1"):
        load(version=True)


def test_values_of_a_data_file_given_by_mistake_are_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "persons.json"
    path.write_text(json.dumps([{"name": "Ada Lovelace", "income": "77777"}]), encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        Dictionary.load(path)
    assert "Ada" not in str(caught.value)
    path.write_text("name;income\nAda Lovelace;77777\n", encoding="utf-8")
    with pytest.raises(BadInput) as caught:
        Dictionary.load(path)
    assert "Ada" not in str(caught.value)
    tree = small(title="Ada Lovelace", neighbours="Ada Lovelace")
    with pytest.raises(BadInput) as caught:
        Dictionary.from_json(tree)
    assert "Ada" not in str(caught.value)


HOUSEHOLD = {**PERSON, "describes": "household"}


def test_a_person_cannot_be_protected_in_a_table_about_households() -> None:
    size = number("size", describes="household")
    with pytest.raises(BadInput, match=r"variables\[1\] \('size'\) describes the household.*protect the household"):
        load(variables=[category(), size])
    with pytest.raises(BadInput, match="describes the household"):
        load(variables=[category(), size], unit={**BY_ID, "describes": "other"})
    with pytest.raises(BadInput, match="describes the household"):
        load(variables=[quantity(describes="household")])
    assert load(variables=[category(), size], unit=HOUSEHOLD).variable("size").describes == "household"
    assert load(variables=[category(describes="area")]).variable("sex").describes == "area"


def test_what_is_made_from_a_household_variable_describes_the_household() -> None:
    size = number("size", describes="household")
    grouped = {**GROUP, "of": "size", "otherwise": "nowhere"}
    mixed = {**MIX, "variables": ["group"]}
    made = load(variables=[size, grouped, mixed], unit=HOUSEHOLD)
    assert made.variable("group").describes == "household"
    assert made.variable("mix").describes == "household"


@pytest.mark.parametrize(
    "column",
    ["weight", "WEIGHT", "wgt", "PWGTP", "pwgtp12", "perwt", "HHWT", "fnlwgt", "person_weight", "weightFinal", "w",
     "finalWeight", "Gewicht", "poids", "pondération", "rb050", "expansion factor", "wtssall", "design.weight", "wt_1"],
)  # fmt: skip
def test_a_column_named_like_a_weight_is_asked_about(column: str) -> None:
    with pytest.raises(BadInput, match=r"survey weight\?.*not_a_weight.*ignored"):
        load(variables=[category(column=column)])
    dictionary = load()
    with pytest.raises(BadInput, match=r"survey weight\?"):
        dictionary.check_columns(["sex", "age", "income", column])


@pytest.mark.parametrize(
    "column", ["sex", "income", "width", "newt", "weekday", "work", "wkabdur", "two", "wtf", "age", "height", "owner"]
)
def test_other_columns_are_not_asked_about(column: str) -> None:
    load().check_columns(sorted({"sex", "age", "income", column}))


def test_a_weight_column_is_answered_for() -> None:
    kilograms = load(
        variables=[category(column="weight")], weight_columns=[{"column": "weight", "answer": "not_a_weight"}]
    )
    kilograms.check_columns(["weight", "height"])
    ignored = [{"column": "weight", "answer": "ignored"}]
    load(weight_columns=ignored).check_columns(["sex", "age", "income", "weight"])
    with pytest.raises(BadInput, match="calls a survey weight"):
        load(variables=[category(column="weight")], weight_columns=ignored)
    with pytest.raises(BadInput, match=r"weight_columns\[1\] answers for a column twice"):
        load(weight_columns=[*ignored, *ignored])


def test_columns_that_are_missing_or_there_twice_are_refused() -> None:
    dictionary = load(unit=BY_ID)
    dictionary.check_columns(["income", "age", "sex", "other", "pid"])
    with pytest.raises(BadInput, match="'pid' is not in the file"):
        dictionary.check_columns(["income", "age", "sex"])
    with pytest.raises(BadInput, match="'age' is in the file more than once"):
        dictionary.check_columns(["income", "age", "age", "sex", "pid"])
    dictionary.check_columns(["age", "pid", "income", "income"], variables=["age"])


def test_a_domain_read_from_the_data_must_be_confirmed() -> None:
    proposed = number(public={"how": "read_from_data"})
    group = {**GROUP, "otherwise": "nowhere"}
    mix = {**MIX, "variables": ["group"]}
    dictionary = load(variables=[proposed, category(), group, mix])
    assert dictionary.unconfirmed() == ("age",)
    assert dictionary.variable("age").provenance == "read from the data: not confirmed"
    dictionary.require_confirmed(["sex"])
    for name in ("age", "group", "mix"):
        with pytest.raises(BadInput, match="'age' were read from the data; confirm"):
            dictionary.require_confirmed(["sex", name])
    both = load(variables=[proposed, category(public={"how": "read_from_data"})])
    with pytest.raises(BadInput, match="'age', 'sex' were read from the data"):
        both.require_confirmed(["sex", "age"])
    proposed["public"] = {"how": "read_from_data", "confirmed_by": "A. Clerk", "confirmed_on": "2026-03-01"}
    confirmed = load(variables=[proposed, category(), group, mix])
    confirmed.require_confirmed(["age", "mix"])
    assert confirmed.variable("age").provenance == "read from the data: confirmed by A. Clerk on 2026-03-01"
    assert confirmed.meaning_hash == dictionary.meaning_hash
    assert confirmed.text_hash != dictionary.text_hash


def test_an_unconfirmed_quantity_and_its_base_wait_too() -> None:
    dictionary = load(variables=[quantity(public={"how": "read_from_data"})])
    with pytest.raises(BadInput, match="'income' were read"):
        dictionary.require_confirmed(["income:stated"])


def test_unknown_variables_are_named() -> None:
    with pytest.raises(BadInput, match="no variable 'sexx'"):
        load().variable("sexx")
    with pytest.raises(BadInput, match="its base is the count"):
        load(variables=[quantity(unreadable={"value": "0"}, missing=[])]).variable("income:stated")
