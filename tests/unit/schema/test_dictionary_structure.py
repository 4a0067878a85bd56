"""Hierarchies, impossible combinations, what others may rely on, and the real files."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dictionary_examples import category, load, number, quantity, small, text
from pace import least_of

from dpdesk.errors import BadInput
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.source import SourceFormat
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

# Hierarchies


def rows(*triples: str) -> list[dict[str, str]]:
    return [dict(zip(("code", "parent"), triple.split("<"), strict=True)) for triple in triples]


def tree(levels: list[str], *triples: str, **fields: Any) -> dict[str, Any]:
    return {"name": "h", "levels": [{"name": level} for level in levels], "rows": rows(*triples), **fields}


LETTERS = [{"code": letter} for letter in "abcd"]
THREE = ("T<", "x<T", "y<T", "a<x", "b<x", "c<y", "d<y")


def letters(*hierarchies: dict[str, Any], **changes: Any) -> Variable:
    changes = {"codes": LETTERS, **changes}
    return load(variables=[category("v", hierarchies=list(hierarchies), **changes)]).variable("v")


def test_levels_split_all_codes_and_missing_codes_stand_for_themselves() -> None:
    variable = letters(tree(["top", "half"], *THREE))
    top, half = variable.levels
    assert (top.name, top.codes, top.members) == ("top", ("T", "NS"), ((0, 1, 2, 3), (4,)))
    assert (half.codes, half.members) == (("x", "y", "NS"), ((0, 1), (2, 3), (4,)))
    for level in variable.levels:
        assert sorted(code for own in level.members for code in own) == list(range(variable.size))


def test_a_hierarchy_may_place_a_missing_code() -> None:
    placed = letters(tree(["half"], "x<", "a<x", "b<x", "c<x", "d<x", "NS<x"))
    assert placed.levels[0].codes == ("x",)


def test_several_hierarchies_on_one_variable() -> None:
    variable = letters(
        tree(["half"], "x<", "y<", "a<x", "b<x", "c<y", "d<y"),
        tree(["other"], "p<", "q<", "a<p", "b<q", "c<q", "d<q") | {"name": "g"},
    )
    other = variable.level("other", "g")
    assert other is not None
    assert other.members == ((0,), (1, 2, 3), (4,))
    assert variable.level("other", "h") is None
    assert variable.level("half") is variable.levels[0]


def test_shorter_branches_are_refused_or_repeated() -> None:
    short = ("x<", "z<x", "a<z", "b<z", "c<x", "d<")
    with pytest.raises(BadInput, match=r"branch of 'c' is shorter.*set ragged to .repeat."):
        letters(tree(["one", "two"], *short))
    one, two = letters(tree(["one", "two"], *short, ragged="repeat")).levels
    assert (one.codes, one.members) == (("x", "d", "NS"), ((0, 1, 2), (3,), (4,)))
    assert (two.codes, two.members) == (("z", "c", "d", "NS"), ((0, 1), (2,), (3,), (4,)))


def test_levels_of_a_recode_speak_in_the_root_s_codes() -> None:
    group = {
        "name": "group",
        "kind": "recode",
        "label": text("Group"),
        "of": "v",
        "codes": [{"code": "ab", "members": ["a", "b"]}, {"code": "c", "members": ["c"]}],
        "otherwise": "nowhere",
        "hierarchies": [tree(["all"], "every<", "ab<every", "c<every")],
    }
    made = load(variables=[category("v", codes=LETTERS), group]).variable("group")
    assert made.levels[0].members == ((0, 1, 2),)


@pytest.mark.parametrize(
    ("triples", "sentence"),
    [
        (("x<", "x<", "a<x"), "lists the code 'x' twice"),
        (("a<x", "b<x", "c<x", "d<x"), "the parent 'x' of 'a' is not listed"),
        (("x<", "a<x", "b<a", "c<x", "d<x"), "'a' is a code of the variable and has codes below it"),
        (("x<", "a<x", "b<x", "c<x", "d<x", "e<x"), "'e' has nothing below it"),
        (("x<", "a<x", "b<x", "c<x"), "does not place the code 'd'"),
        (("x<y", "y<x", "a<x", "b<x", "c<x", "d<x"), "goes in a circle or has more than the 1 levels"),
        (("t<", "x<t", "a<x", "b<x", "c<x", "d<x"), "goes in a circle or has more than the 1 levels"),
        (("x<", "a<x", "b<x", "c<x", "d<x", "p<q", "q<p"), "no code of the variable belongs to 'p'"),
    ],
)
def test_a_broken_hierarchy_is_refused(triples: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        letters(tree(["one"], *triples))
    assert sentence in str(caught.value)
    assert "variables[0].hierarchies[0]" in str(caught.value)


def test_names_of_hierarchies_and_levels_differ() -> None:
    with pytest.raises(BadInput, match=r"hierarchies\[1\]\.name is the name of another"):
        letters(tree(["top", "half"], *THREE), tree(["top", "half"], *THREE))
    with pytest.raises(BadInput, match=r"hierarchies\[0\]\.levels has a name twice"):
        letters(tree(["half", "half"], *THREE))


# Impossible combinations

CHILD = {"when": {"v": ["a", "b"], "age": {"first": "0", "last": "4"}}, "reason": text("Too young")}
AGES = {
    "name": "ages",
    "kind": "recode",
    "label": text("Ages"),
    "of": "age",
    "codes": [
        {"code": "0-3", "members": {"first": "0", "last": "3"}},
        {"code": "4-9", "members": {"first": "4", "last": "9"}},
    ],
}


def impossible(*rules: dict[str, Any]) -> Dictionary:
    return load(variables=[category("v", codes=LETTERS), number(), AGES, category()], impossible=list(rules))


def test_impossible_cells_of_the_product() -> None:
    cells = impossible(CHILD).impossible_cells(["age", "sex", "v"])
    assert cells is not None
    assert cells.shape == (10, 3, 5)
    for age, sex, code in product(range(10), range(3), range(5)):
        assert cells[age, sex, code] == (age <= 4 and code <= 1)


def test_a_grouped_code_is_impossible_only_as_a_whole() -> None:
    cells = impossible(CHILD).impossible_cells(["v", "ages"])
    assert cells is not None
    assert cells.tolist() == [[True, False], [True, False], [False, False], [False, False], [False, False]]


def test_a_rule_about_a_variable_outside_the_product_excludes_nothing() -> None:
    dictionary = impossible(CHILD)
    assert dictionary.impossible_cells(["v", "sex"]) is None
    assert dictionary.impossible_cells(["v"]) is None
    assert dictionary.impossible_cells([]) is None
    # "4-9" is never excluded as a whole, so nothing is.
    late = {"when": {"v": ["a"], "age": ["4", "5"]}, "reason": text("r")}
    assert impossible(late).impossible_cells(["v", "ages"]) is None


def test_a_rule_about_a_recode_reaches_its_root() -> None:
    rule = {"when": {"v": ["c"], "ages": ["4-9"]}, "reason": text("r")}
    cells = impossible(rule, CHILD).impossible_cells(["age", "v"])
    assert cells is not None
    expected = [[(age <= 4 and code <= 1) or (age >= 4 and code == 2) for code in range(5)] for age in range(10)]
    assert cells.tolist() == expected


def test_rules_and_declared_nowhere_are_both_nowhere() -> None:
    closed = category("v", codes=LETTERS, otherwise={"code": "NS"})
    ages = number(below="clamp", unreadable={"code": "?"}, missing=[{"code": "?", "kind": "not_stated"}])
    dictionary = load(variables=[closed, ages], impossible=[CHILD])
    assert not dictionary.sends_to_nowhere(["v"])
    assert not dictionary.sends_to_nowhere(["age"])
    assert dictionary.sends_to_nowhere(["v", "age"])
    assert not load(variables=[closed, ages]).sends_to_nowhere(["v", "age"])
    assert load(variables=[category(), ages]).sends_to_nowhere(["age", "sex"])


# What others rely on


def test_texts_fall_back_in_a_fixed_order() -> None:
    words = Text({"de": "Alter", "en": "Age", "fr": "Âge"})
    assert [words.get(tag) for tag in ("fr", "de-AT", "it", "en")] == ["Âge", "Alter", "Age", "Age"]
    assert Text({"pl": "Wiek"}).get("it") == "Wiek"
    assert Text({"a" * 3: "x", "en": "y"}) == Text({"en": "y", "a" * 3: "x"})
    assert len({Text({"en": "x"}), Text.of({"en": "x"})}) == 1
    for wrong in ("Age", {}, {"EN": "Age"}, {"en": 5}, {"en\n": "x"}, None):
        with pytest.raises(BadInput, match="map"):
            Text.of(wrong)


def test_source_formats_write_what_they_read() -> None:
    for source in (
        {"kind": "csv", "delimiter": "\t", "encoding": "cp1252", "decimal": ",", "thousands": ".", "quote": "",
         "header_row": 0},
        {"kind": "parquet"},
        {"kind": "xlsx", "sheet": "Sheet 1", "header_row": 3},
    ):  # fmt: skip
        read = load(source=source).source
        assert read.to_json() == source
    assert SourceFormat("csv").numbers.parse("1.5") is not None


def test_columns_and_identity() -> None:
    dictionary = load()
    assert dictionary.columns_for(["income", "sex", "income"]) == ("income", "sex")
    assert dictionary.unit.identity == "person: each row"
    by_id = {
        "kind": "id", "describes": "household", "label": text("home"), "column": "hid", "max_rows": 8,
        "rows_without_id": "refuse", "missing_ids": ["NA"],
    }  # fmt: skip
    home = load(unit=by_id).unit
    assert home.identity == "household: column hid, at most 8 rows, without id: refuse, no ids: 'NA'"
    assert home.missing_ids == ("", "NA")


def test_caps_become_caps() -> None:
    both = load(budget_cap={"epsilon": "1", "delta": "1e-6", "rule": "sum"})
    assert both.cap.to_json()["delta"] == "1/1000000"
    assert load(budget_cap={"rho": "1/2"}).cap.to_json()["rho"] == "1/2"


# The JSON Schema


def _unknown_keys(node: Any, schema: dict[str, Any], root: dict[str, Any]) -> list[str]:
    """Keys of a tree that no alternative of the schema names: an independent walk, not a full validator."""
    if "$ref" in schema:
        return _unknown_keys(node, root["$defs"][schema["$ref"].rsplit("/", 1)[1]], root)
    for word in ("anyOf", "oneOf"):
        if word in schema:
            return min((_unknown_keys(node, one, root) for one in schema[word]), key=len)
    if isinstance(node, list):
        if schema.get("type") != "array":
            return ["not an array"]
        return [key for one in node for key in _unknown_keys(one, schema["items"], root)]
    if not isinstance(node, dict):
        return ["scalar"] if schema.get("type") in ("object", "array") else []
    if schema.get("type") != "object":
        return ["object"]
    unknown = [name for name in schema.get("required", []) if name not in node]
    for key, value in node.items():
        inner = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
        named = next(iter(schema.get("patternProperties", {}).values()), None)
        if inner is False and named is not None:
            inner = named
        unknown += [key] if inner is False else _unknown_keys(value, inner or {}, root)
    return unknown


EXAMPLES = ("fulton", "adult", "pums_with_ids", "sd2011", "eusilc")


@pytest.fixture(scope="session")
def example(checkout: Path) -> Callable[[str], Path]:
    return lambda name: checkout / "tests" / "dictionaries" / f"{name}.dictionary.json"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_schema_knows_the_examples_and_nothing_else(name: str, example: Callable[[str], Path]) -> None:
    schema = json.loads(resource("schemas/dictionary.schema.json").read_text(encoding="utf-8"))
    content = json.loads(example(name).read_text(encoding="utf-8"))
    assert _unknown_keys(content, schema, schema) == []
    content["variables"][0]["colum"] = "x"
    assert "colum" in _unknown_keys(content, schema, schema)
    content["colour"] = "x"
    assert "colour" in _unknown_keys(content, schema, schema)


# Real files, counted by hand-written code

FILES = {
    "fulton": "fulton_pums/FultonPUMS5full.csv",
    "adult": "adult/adult.csv",
    "pums_with_ids": "pums_with_ids/PUMS_null.csv",
    "sd2011": "sd2011/SD2011.csv",
    "eusilc": "eusilc/eusilc13puf.csv",
}


def read(path: Path, delimiter: str) -> tuple[list[str], list[list[str]]]:
    with path.open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file, delimiter=delimiter))
    return lines[0], lines[1:]


@pytest.fixture(scope="session")
def coded(
    real_data: Path, example: Callable[[str], Path]
) -> Callable[[str, str], tuple[Counter[str | None], list[dict[str, str]]]]:
    """For a file and a variable: how many rows got each code (None: nowhere), and the file's rows."""

    def code(name: str, variable_name: str) -> tuple[Counter[str | None], list[dict[str, str]]]:
        dictionary = Dictionary.load(example(name))
        header, lines = read(real_data / FILES[name], dictionary.source.delimiter)
        dictionary.check_columns(header)
        variable = dictionary.variable(variable_name)
        places = [header.index(column) for column in variable.columns]
        counts: Counter[str | None] = Counter()
        for line in lines:
            position = variable.encode([line[place] for place in places])
            counts[None if position < 0 else variable.codes[position]] += 1
        return counts, [dict(zip(header, line, strict=True)) for line in lines]

    return code


Coded = Callable[[str, str], tuple[Counter[str | None], list[dict[str, str]]]]


def test_fulton_ethnic_groups_are_combined_from_the_flags(coded: Coded) -> None:
    counts, rows_ = coded("fulton", "ethnic")
    names = {"000": "O", "100": "H", "010": "B", "001": "A", "110": "HB", "101": "HA", "011": "BA", "111": "HBA"}
    assert counts == Counter(names[row["latino"] + row["black"] + row["asian"]] for row in rows_)
    assert counts["HBA"] == 1
    short, _ = coded("fulton", "ethnic5")
    assert short["several"] == 75 + 8 + 11 + 1
    assert sum(short.values()) == 25_766


def test_fulton_age_and_income(coded: Coded, example: Callable[[str], Path]) -> None:
    ages, rows_ = coded("fulton", "age")
    assert ages == Counter(row["age"] for row in rows_)
    bins, _ = coded("fulton", "income_bin")
    expected: Counter[str | None] = Counter()
    for row in rows_:
        place = min(max(int(float(row["income"]) // 250), 0), 1023)  # whole dollars: floats are exact here
        expected[f"{250 * place}..{250 * (place + 1)}"] += 1
    assert bins == expected
    income = Dictionary.load(example("fulton")).variable("income")
    steps = [income.value((row["income"],)) for row in rows_]
    assert None not in steps
    by_hand = [(min(max(int(float(row["income"])), 0), 200_000) + 50) // 100 for row in rows_]
    assert steps == by_hand
    assert any("e" in row["income"] for row in rows_)


def test_adult_labels_and_generalisation_hierarchies(coded: Coded, example: Callable[[str], Path]) -> None:
    dictionary = Dictionary.load(example("adult"))
    for name in ("sex", "race", "marital-status", "education", "country", "salary"):
        counts, rows_ = coded("adult", name)
        assert counts[None] == 0, name
        assert sum(counts.values()) == len(rows_) == 30_162
    ten = dictionary.variable("age").level("ten")
    assert ten is not None
    assert ten.members[ten.codes.index("30-39")] == tuple(range(30, 40)), "the file's group holds 31 to 40"
    stage = dictionary.variable("education").level("stage")
    assert stage is not None
    education = dictionary.variable("education").codes
    higher = {education[code] for code in stage.members[stage.codes.index("Higher education")]}
    assert {"Doctorate", "Masters", "Bachelors"} <= higher
    assert "9th" not in higher


def test_survey_missing_codes_are_two_different_codes(coded: Coded) -> None:
    counts, rows_ = coded("sd2011", "income")
    assert counts["NS"] == sum(row["income"] == "" for row in rows_) == 683
    assert counts["NA"] == sum(row["income"] == "-8.0" for row in rows_) == 603
    months, rows_ = coded("sd2011", "work_abroad")
    assert months["NA"] == sum(row["wkabdur"] == "-8" for row in rows_)
    assert months["24"] == 14


def test_rows_without_id_and_blanks(coded: Coded) -> None:
    counts, rows_ = coded("pums_with_ids", "age")
    assert counts["NS"] == sum(row["age"] == "" for row in rows_) == 116
    assert sum(row["pid"] == "" for row in rows_) == 88


def test_household_file_has_the_household_as_unit(example: Callable[[str], Path]) -> None:
    content = json.loads(example("eusilc").read_text(encoding="utf-8"))
    assert Dictionary.from_json(content).unit.describes == "household"
    content["unit"] |= {"describes": "person", "column": "pid", "max_rows": 1}
    with pytest.raises(BadInput, match=r"variables\[3\] \('hsize'\) describes the household"):
        Dictionary.from_json(content)


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples_survive_being_written_and_read(name: str, example: Callable[[str], Path]) -> None:
    first = Dictionary.load(example(name))
    again = Dictionary.from_bytes(json.dumps(first.to_json()).encode())
    assert again == first
    assert [variable.codes for variable in again.variables] == [variable.codes for variable in first.variables]


# Size and lightness


def big() -> dict[str, Any]:
    codes = [{"code": f"{at:05d}", "label": text(f"Industry {at}")} for at in range(10_000)]
    nodes = [{"code": f"d{at}", "parent": ""} for at in range(100)]
    nodes += [{"code": code["code"], "parent": f"d{at // 100}"} for at, code in enumerate(codes)]
    industry = category(
        "industry", codes=codes, hierarchies=[{"name": "h", "levels": [{"name": "division"}], "rows": nodes}]
    )
    income = number("income_bin", bins={"lower": "0", "upper": "256000", "width": "250"}, above="clamp")
    return small(variables=[industry, income, quantity()])


def test_ten_thousand_codes_load_quickly() -> None:
    content = json.dumps(big()).encode()

    def load() -> None:
        dictionary = Dictionary.from_bytes(content)
        _ = dictionary.meaning_hash, dictionary.text_hash
        assert dictionary.variable("industry").size == 10_001

    assert least_of(3, load, 20) < 20  # about 4 is usual


def test_large_impossible_products_are_made_quickly() -> None:
    tree_ = big()
    tree_["impossible"] = [
        {
            "when": {
                "industry": {"first": "00000", "last": "04999"},
                "income_bin": {"first": "0..250", "last": "250..500"},
            },
            "reason": text("r"),
        }
    ]
    cells = Dictionary.from_json(tree_).impossible_cells(["industry", "income_bin"])
    assert cells is not None
    assert int(np.count_nonzero(cells)) == 5_000 * 2


def test_a_dictionary_needs_neither_an_engine_nor_scipy() -> None:
    code = (
        "import sys, dpdesk.schema.dictionary;"
        "bad = {'duckdb', 'scipy', 'pandas', 'narwhals', 'openpyxl', 'dpdesk.data'} & set(sys.modules);"
        "sys.exit(', '.join(sorted(bad)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
