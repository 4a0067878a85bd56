"""Meaning and text are hashed apart, and neither depends on how the file happens to be written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from dictionary_examples import category, load, number, quantity, small, text

from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import canonical_bytes

RULE = {"when": {"sex": ["F"], "age": {"first": "0", "last": "1"}}, "reason": text("No reason")}


def reversed_keys(node: Any) -> Any:
    if isinstance(node, dict):
        return {key: reversed_keys(node[key]) for key in reversed(node)}
    return [reversed_keys(one) for one in node] if isinstance(node, list) else node


def test_key_order_and_the_way_of_writing_do_not_matter() -> None:
    tree = small(impossible=[RULE])
    first = Dictionary.from_json(tree)
    assert Dictionary.from_json(reversed_keys(tree)) == first
    spelled = json.loads(json.dumps(tree, indent=5))
    spelled["source"] = {"kind": "csv", "delimiter": ",", "encoding": "utf-8", "decimal": "."}
    spelled["max_rows"] = 10**10
    spelled["variables"].reverse()
    spelled["variables"][0]["step"] = 10
    spelled["variables"][0]["lower"] = "-100.0"
    spelled["variables"][2]["missing"][0]["texts"].reverse()
    spelled["variables"][2]["codes"][1]["texts"] = ["M"]
    spelled["impossible"][0]["when"]["age"] = ["1", "0"]
    second = Dictionary.from_json(spelled)
    assert second.meaning_hash == first.meaning_hash
    assert second.text_hash == first.text_hash


def test_bins_by_width_and_by_edges_mean_the_same() -> None:
    by_width = load(variables=[number(bins={"lower": "0", "upper": "1", "width": "1/2"})])
    by_edges = load(variables=[number(bins={"edges": ["0", "0.5", 1]})])
    assert by_width.meaning_hash == by_edges.meaning_hash


def test_the_cells_of_a_rule_may_stand_in_any_order() -> None:
    def mixed(first: list[str], second: list[str]) -> Dictionary:
        rules = [{"when": {"a": first}, "then": "x"}, {"when": {"a": second}, "then": "y"}]
        mix = {
            "name": "mix", "kind": "combination", "label": text("Mix"), "columns": ["a"], "describes": "unit",
            "codes": [{"code": "x"}, {"code": "y"}], "rules": rules, "otherwise": "nowhere",
        }  # fmt: skip
        return load(variables=[mix])

    assert mixed(["2", "1"], ["3", "0"]).meaning_hash == mixed(["1", "2"], ["0", "3"]).meaning_hash
    assert mixed(["2", "1"], ["3", "0"]).meaning_hash != mixed(["3", "0"], ["2", "1"]).meaning_hash


def edited(path: str, value: Any) -> dict[str, Any]:
    tree = small(impossible=[RULE], unit=UNIT)
    node: Any = tree
    *steps, last = [int(step) if step.isdigit() else step for step in path.split("/")]
    for step in steps:
        node = node[step]
    node[last] = value
    return tree


UNIT = {
    "kind": "id",
    "describes": "person",
    "label": text("person"),
    "column": "pid",
    "max_rows": 3,
    "rows_without_id": "drop",
}


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("title/de", "Andere Datei"),
        ("title/fr", "Un petit fichier"),
        ("note", text("A note")),
        ("unit/label", text("inhabitant")),
        ("variables/0/label", text("Gender")),
        ("variables/0/codes/0/label", text("Women")),
        ("variables/0/codes/1/label", text("Men")),
        ("variables/0/missing/0/label", text("Unknown")),
        ("variables/1/note", text("In completed years")),
        ("variables/1/unit_of_measure", text("years")),
        ("variables/1/public", {"how": "typed", "confirmed_by": "A", "confirmed_on": "2026-01-01"}),
        ("impossible/0/reason", text("Another reason")),
    ],
)
def test_an_edit_of_text_changes_the_text_alone(path: str, value: Any) -> None:
    before, after = Dictionary.from_json(edited("version", 1)), Dictionary.from_json(edited(path, value))
    assert after.meaning_hash == before.meaning_hash
    assert after.text_hash != before.text_hash
    assert after != before


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("dataset_id", "other"),
        ("data_kind", "sample"),
        ("neighbours", "replace_one"),
        ("max_rows", 1000),
        ("source", {"kind": "csv", "decimal": ","}),
        ("source", {"kind": "xlsx"}),
        ("unit/max_rows", 4),
        ("unit/column", "id"),
        ("unit/rows_without_id", "refuse"),
        ("unit/missing_ids", ["NA"]),
        ("unit/describes", "household"),
        ("variables/0/name", "gender"),
        ("variables/0/column", "gender"),
        ("variables/0/describes", "area"),
        ("variables/0/ordered", True),
        ("variables/0/otherwise", {"code": "NS"}),
        ("variables/0/codes", [{"code": "M"}, {"code": "F", "texts": ["F", "female"]}]),
        ("variables/0/codes/0/texts", ["F"]),
        ("variables/0/missing/0/kind", "not_applicable"),
        ("variables/0/missing/0/texts", [""]),
        ("variables/1/bins", {"first": 0, "last": 10}),
        ("variables/1/bins", {"edges": [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "codes": list("0123456789")}),
        ("variables/1/below", "clamp"),
        ("variables/1/above", "nowhere"),
        ("variables/2/step", 5),
        ("variables/2/lower", 0),
        ("variables/2/upper", 2000),
        ("variables/2/above", "not_stated"),
        ("variables/2/unreadable", {"value": 0}),
        ("variables/2/missing", []),
        ("impossible", []),
        ("impossible/0/when/sex", ["M"]),
    ],
)
def test_an_edit_of_what_decides_the_numbers_changes_the_meaning(path: str, value: Any) -> None:
    tree = edited(path, value)
    if path == "variables/0/name":
        tree["impossible"][0]["when"]["gender"] = tree["impossible"][0]["when"].pop("sex")
    before, after = Dictionary.from_json(edited("version", 1)), Dictionary.from_json(tree)
    assert after.meaning_hash != before.meaning_hash


def test_the_cap_is_the_account_s_and_no_part_of_the_meaning() -> None:
    first, raised = load(), load(budget_cap={"epsilon": "2"})
    assert first.meaning_hash == raised.meaning_hash
    assert first.text_hash == raised.text_hash
    assert first != raised
    assert str(raised.cap.to_json()["epsilon"]) == "2"


def test_texts_and_meaning_are_plain_json() -> None:
    dictionary = Dictionary.from_json(edited("variables/1/unit_of_measure", text("years")))
    meaning = canonical_bytes(dictionary.meaning)
    assert b"person" in meaning  # what the unit describes
    for word in ("small file", "Female", "years", "No reason"):
        assert word.encode() not in meaning


def test_a_dictionary_written_and_read_again_is_the_same() -> None:
    tree = small(impossible=[RULE], unit=UNIT, weight_columns=[{"column": "w", "answer": "ignored"}])
    first = Dictionary.from_json(tree)
    assert first.to_json() == tree | {"variables": first.to_json()["variables"]}
    second = Dictionary.from_bytes(json.dumps(first.to_json()).encode())
    assert second == first
    assert second.to_json() == first.to_json()
    assert repr(second) == "Dictionary('small', 3 variables)"


LEVELS = [{"name": "state", "label": text("State")}, {"name": "county"}]
ROWS = [
    {"code": "S1", "parent": "", "label": {"en": "First", "de": "Erster"}},
    {"code": "C1", "parent": "S1", "label": {"en": "One"}},
    {"code": "F", "parent": "C1"},
    {"code": "S2", "parent": ""},
    {"code": "C2", "parent": "S2", "label": {"en": "Two, and a half"}},
    {"code": "M", "parent": "C2"},
]
AREA_FILE = (
    'code,parent,label,label:de\nS1,,First,Erster\nC1,S1,One,\nF,C1,,\nS2,,,\nC2,S2,"Two, and a half",\nM,C2,,\n'
)


def with_files(folder: Path, area: str = AREA_FILE, codes: str = "code;label\nF;Female\nM;\n") -> Path:
    (folder / "area.csv").write_text(area, encoding="utf-8")
    (folder / "sexes.csv").write_text(codes, encoding="utf-8")
    tree = small(variables=[hierarchical(file="area.csv")])
    tree["variables"][0]["codes"] = {"file": "sexes.csv"}
    path = folder / "x.dictionary.json"
    path.write_text(json.dumps(tree), encoding="utf-8")
    return path


def hierarchical(**content: Any) -> dict[str, Any]:
    codes = [{"code": "F", "label": text("Female")}, {"code": "M"}]
    return category(codes=codes, hierarchies=[{"name": "area", "levels": LEVELS, **content}])


def test_a_csv_file_beside_the_dictionary_means_what_its_rows_mean(tmp_path: Path) -> None:
    from_file = Dictionary.load(with_files(tmp_path))
    inline = load(variables=[hierarchical(rows=ROWS)])
    assert from_file.meaning_hash == inline.meaning_hash
    assert from_file.text_hash == inline.text_hash
    assert from_file == inline
    # What is stored needs no other file.
    (tmp_path / "area.csv").unlink()
    assert Dictionary.from_json(from_file.to_json()) == inline
    assert "file" not in json.dumps(from_file.to_json()["variables"])


def test_the_content_of_the_file_enters_the_meaning(tmp_path: Path) -> None:
    before = Dictionary.load(with_files(tmp_path))
    moved = Dictionary.load(with_files(tmp_path, AREA_FILE.replace("M,C2", "M,C1").replace("F,C1", "F,C2")))
    assert moved.meaning_hash != before.meaning_hash
    renamed = Dictionary.load(with_files(tmp_path, AREA_FILE.replace("One", "Uno")))
    assert (renamed.meaning_hash, renamed.text_hash != before.text_hash) == (before.meaning_hash, True)
    tabs = Dictionary.load(with_files(tmp_path, AREA_FILE.replace('"Two, and a half"', "Two").replace(",", "\t")))
    assert tabs.meaning_hash == before.meaning_hash


@pytest.mark.parametrize(
    ("area", "sentence"),
    [
        ("", "the first line of 'area.csv' must name the columns code, parent, label"),
        ("code,label\nF,x\n", "the first line of 'area.csv' must name"),
        ("code,parent,colour\nF,,x\n", "the first line of 'area.csv' must name"),
        ("code,parent,label,label\nF,,x,y\n", "the first line of 'area.csv' must name"),
        ("code,parent,label\nS1,,x\nC1,S1\n", "line 3 of 'area.csv' does not have 3 fields"),
        ('code,parent,label\nS1,,"x\n', "'area.csv' is not well-formed CSV"),
        ("code,parent\nS1,\nS1,\n", "lists the code 'S1' twice"),
    ],
)
def test_a_bad_code_file_is_named_with_its_line(tmp_path: Path, area: str, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        Dictionary.load(with_files(tmp_path, area))
    assert sentence in str(caught.value)
    assert "variables[0].hierarchies[0]" in str(caught.value)


def test_a_code_file_lies_beside_the_dictionary(tmp_path: Path) -> None:
    path = with_files(tmp_path)
    (tmp_path / "area.csv").unlink()
    with pytest.raises(BadInput, match=r"hierarchies\[0\]: the file 'area\.csv' cannot be read; put it beside"):
        Dictionary.load(path)
    (tmp_path / "area.csv").write_bytes(b"code,parent\n\xff,\n")
    with pytest.raises(BadInput, match=r"'area\.csv' is not UTF-8"):
        Dictionary.load(path)
    for name in ("../area.csv", "/etc/passwd", "C:\\x.csv", "sub/area.csv", ""):
        with pytest.raises(BadInput, match=r"variables\[0\]\.hierarchies\[0\]\.file"):
            load(variables=[hierarchical(file=name)])
    with pytest.raises(BadInput, match="was not read from a folder"):
        load(variables=[hierarchical(file="area.csv")])
    with pytest.raises(BadInput, match="either rows or a file"):
        Dictionary.from_json(small(variables=[hierarchical(file="area.csv", rows=ROWS)]), folder=tmp_path)
    with pytest.raises(BadInput, match="either rows or a file"):
        load(variables=[hierarchical()])


def test_quantities_and_their_bases_have_stable_meanings() -> None:
    # The hash of a fixed dictionary is part of the format: ledgers compare hashes made by earlier versions.
    fixed = load(variables=[category(), number(), quantity()])
    assert fixed.meaning_hash == FIXED_MEANING
    assert fixed.text_hash == FIXED_TEXT


FIXED_MEANING = "a2e96dc653e94dc408f968bde3dc8e71c035a0efa84d6103056e23e3b891cc67"
FIXED_TEXT = "7493184c78ed248672d562a4924d88496901ae0bcd1e81dcc7e1ec450fe2c529"
