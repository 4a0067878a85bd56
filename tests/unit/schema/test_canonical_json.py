"""Strict reading and canonical writing of JSON."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from dpdesk.errors import BadInput
from dpdesk.problems.problem import PLAN, Document
from dpdesk.schema.file.canonical import canonical_bytes, load_json, meaning_hash, parse_json, refuse_null, text_hash


def test_canonical_json_sorts_keys_by_code_point_and_keeps_characters() -> None:
    # "Z" < "a" < "ä" < "\U0001F600": code points, not any language's alphabet, not UTF-16 units.
    tree = {"ä": 1, "a": [2, "x\n"], "Z": {}, "\U0001f600": "", "\uffff": 0}
    assert canonical_bytes(tree) == '{"Z":{},"a":[2,"x\\n"],"ä":1,"\uffff":0,"\U0001f600":""}'.encode()


@pytest.mark.parametrize("value", [1.0, True, None, {1: "x"}, b"x", {"a": [float("nan")]}, {1, 2}])
def test_canonical_json_holds_integers_and_strings_only(value: object) -> None:
    with pytest.raises(TypeError):
        canonical_bytes(value)


def test_a_meaning_and_a_text_never_share_a_hash() -> None:
    assert meaning_hash({"a": "1"}) != text_hash({"a": "1"})
    assert meaning_hash({"a": 1}) != meaning_hash({"a": "1"})
    # Fixed for as long as dictionaries are kept: a ledger compares hashes made years apart.
    expected = hashlib.sha256(b'{"meaning":{"a":1,"b":["x"]}}').hexdigest()
    assert meaning_hash({"b": ["x"], "a": 1}) == expected


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ('{"a": {"b": [1, 0.5]}}', "a.b[1] is a number with a decimal point"),
        ('{"a": 1e6}', "a is a number with a decimal point"),
        ('{"a": NaN}', "a is a number with a decimal point"),
        ('{"a": -Infinity}', "a is a number with a decimal point"),
        ('{"a": [{"b": 1, "c": 2, "b": 3}]}', "a[0].b is given twice"),
        ('{"a": "\\ud800"}', "a holds half of a surrogate pair"),
        ('{"a": 1,}', "not JSON (line 1, column"),
        ('{"a": ' + "1" * 5000 + "}", "too long or the nesting too deep"),
        ("[" * 100_000, "too long or the nesting too deep"),
        (b"\xff\xfe{", "not UTF-8"),
    ],
)
def test_doubtful_json_is_refused_with_its_path(content: str | bytes, sentence: str) -> None:
    with pytest.raises(BadInput) as caught:
        parse_json(content, Document("plan", "p"))
    assert sentence in str(caught.value)
    assert "the plan p" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_escaped_pairs_byte_order_marks_and_big_integers_are_fine() -> None:
    assert parse_json(b'\xef\xbb\xbf{"a": "\\ud83d\\ude00", "b": 10000000000000000000000}', PLAN) == {
        "a": "\U0001f600",
        "b": 10**22,
    }


def test_null_is_refused_with_its_path() -> None:
    refuse_null({"a": [1, "x", {}]}, Document("plan", "p"))
    with pytest.raises(BadInput, match=r"a\[1\]\.b is null"):
        refuse_null({"a": [1, {"b": None}]}, Document("plan", "p"))
    deep: object = None
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(BadInput, match="too deep"):
        refuse_null(deep, Document("plan", "p"))


def test_a_file_that_is_not_there_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"The plan .*none\.json cannot be read \(No such file"):
        load_json(tmp_path / "none.json", "plan")
    with pytest.raises(BadInput, match="cannot be read"):
        load_json(tmp_path, "plan")
