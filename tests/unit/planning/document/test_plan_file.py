"""The plan file: what is refused and where, what is meaning and what is text, groups and their parts."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from small import COUNT, dictionary_json, plan, plan_json, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy import ZCDP, ApproxDP, PureDP
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.canonical import meaning_hash


def refused(tree: dict[str, Any]) -> str:
    d = small()
    with pytest.raises(BadInput) as problem:
        Plan.from_json(tree, d)
    return str(problem.value)


def changed(**more: Any) -> dict[str, Any]:
    return plan_json(small(), table(stub="sex"), **more)


def test_unknown_keys_are_refused_with_their_path() -> None:
    tree = changed()
    tree["tables"][0]["stub"][0]["variables"][0]["totals"] = "first"
    assert "tables[0].stub[0].variables[0].totals" in refused(tree)
    tree = changed()
    tree["tables"][0]["measures"][0]["base"] = "row"
    assert "tables[0].measures[0].base" in refused(tree)


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"version": 2}, "version"),
        ({"format": "dpdesk-dictionary"}, "format"),
        ({"level": 91}, "level"),
        ({"loss": {"epsilon": 1}}, "loss.epsilon"),
        ({"loss": {"epsilon": "0"}}, "loss"),
        ({"loss": {"epsilon": "1", "rho": "1"}}, "loss"),
        ({"loss": {}}, "loss"),
        ({"tables": []}, "tables"),
        ({"title": {}}, "title"),
        ({"title": {"English": "x"}}, "title"),
        ({"groups": [{"name": "a", "part": "1/2"}]}, "groups[0]"),
        ({"groups": [{"name": "a", "part": 1}]}, "groups[0].part"),
        ({"groups": [{"name": "a", "part": "-1/2"}]}, "groups[0].part"),
        ({"groups": [{"name": "a", "part": "0.5", "noise": "cauchy"}]}, "groups[0].noise"),
        ({"notes": [{"text": {"en": "x"}, "row": {"sex": "f"}}]}, "notes[0]"),
        ({"dictionary": {"path": "a", "meaning": "0"}}, "dictionary.meaning"),
    ],
)
def test_what_is_wrong_is_named_by_its_path(more: dict[str, Any], path: str) -> None:
    sentence = refused(changed(**more))
    assert path in sentence, sentence
    assert "\n" not in sentence


def test_conditions_are_of_one_kind() -> None:
    for where in (
        {"variable": "age"},
        {"variable": "age", "from": "1", "below": "3"},
        {"variable": "age", "codes": ["1"], "to": "3"},
    ):
        universe = {"text": {"en": "x"}, "where": [where]}
        assert "universe.where[0]" in refused(plan_json(small(), table(stub="sex", universe=universe)))


def test_losses() -> None:
    assert plan(table(stub="sex"), loss={"epsilon": "0.1"}).loss == PureDP("1/10")
    assert plan(table(stub="sex"), loss={"rho": "1/2"}).loss == ZCDP("1/2")
    assert plan(table(stub="sex"), loss={"epsilon": "1", "delta": "1e-6"}).loss == ApproxDP("1", "1e-6")


def test_a_plan_round_trips_through_json() -> None:
    tree = changed(
        level=95,
        notes=[{"text": {"en": "n", "de": "m"}, "table": "t", "row": {"sex": "f"}}],
        contact={"en": "us"},
    )
    universe = {"text": {"en": "u"}, "where": [{"variable": "age", "from": "1", "to": "4"}]}
    tree["tables"][0]["universe"] = universe
    again = Plan.from_json(tree, small())
    assert again.to_json() == tree
    assert Plan.from_json(again.to_json(), small()).meaning == again.meaning


# Meaning and text


BASE = {"tables": [table(stub="sex", measures=[COUNT, {"kind": "quantiles", "variable": "age", "at": ["1/2"]}])]}


def hashes(**more: Any) -> tuple[str, str]:
    d = small()
    made = Plan.from_json({**plan_json(d), **BASE, **more}, d)
    return made.meaning, made.text_hash


def edited(**fields: Any) -> list[dict[str, Any]]:
    return [{**BASE["tables"][0], **fields}]


@pytest.mark.parametrize(
    "more",
    [
        {"title": {"en": "Another"}},
        {"title": {"en": "Plan", "de": "Plan"}},
        {"level": 95},
        {"display": {"scale": 1000}},
        {"display": {"layout": "classic"}},
        {"notes": [{"text": {"en": "x"}}]},
        {"contact": {"en": "x"}},
        {"reference_period": {"en": "2025"}},
        {"revision": {"en": "final"}},
        {"reference": {"source": {"en": "x"}, "total": 10}},
        {"tables": edited(title={"en": "u"})},
        {"tables": edited(display={"decimals": 1})},
        {"tables": edited(stub=[{"variables": [{"variable": "sex", "total_label": {"en": "All"}}]}])},
        {"tables": edited(measures=[{**COUNT, "label": {"en": "n"}}, BASE["tables"][0]["measures"][1]])},
        {"tables": edited(measures=[{**COUNT, "decimals": 1}, BASE["tables"][0]["measures"][1]])},
    ],
)
def test_text_is_not_meaning(more: dict[str, Any]) -> None:
    meaning, text = hashes()
    other_meaning, other_text = hashes(**more)
    assert other_meaning == meaning
    assert other_text != text


@pytest.mark.parametrize(
    "more",
    [
        {"loss": {"epsilon": "2"}},
        {"loss": {"rho": "1"}},
        {"groups": [{"name": "main", "part": "1/2"}]},
        {"groups": [{"name": "main", "part": "1", "mechanism": "laplace"}]},
        {"groups": [{"name": "main", "part": "1", "weights": {"total": "2"}}]},
        {"tables": edited(name="u")},
        {"tables": edited(stub=[{"variables": [{"variable": "sex", "total": "none"}]}])},
        {"tables": edited(stub=[], pages=BASE["tables"][0]["stub"])},
        {"tables": edited(measures=[COUNT])},
        {"tables": edited(measures=[COUNT, {"kind": "quantiles", "variable": "age", "at": ["1/3"]}])},
        {"tables": edited(universe={"text": {"en": "u"}, "where": [{"variable": "age", "from": "1"}]})},
        {"tables": [*BASE["tables"], table("u", stub="colour")]},
    ],
)
def test_what_decides_the_numbers_is_meaning(more: dict[str, Any]) -> None:
    assert hashes(**more)[0] != hashes()[0]


def test_one_meaning_however_it_is_written() -> None:
    half = {"kind": "quantiles", "variable": "age", "at": ["0.5"]}
    same = [
        {"loss": {"epsilon": "1.0"}},
        {"level": 90, "notes": [], "groups": []},
        {"tables": edited(measures=[COUNT, half])},
        {"tables": edited(pages=[], boxhead=[])},
        {"tables": edited(stub=[{"variables": [{"variable": "sex", "total": "first", "missing": "show"}]}])},
    ]
    for more in same:
        assert hashes(**more)[0] == hashes()[0], more
    assert hashes(level=90)[1] == hashes()[1]


def test_the_text_of_a_universe_is_text_and_its_conditions_are_meaning() -> None:
    def universe(text: str, first: str) -> tuple[str, str]:
        u = {"text": {"en": text}, "where": [{"variable": "age", "from": first}]}
        return hashes(tables=edited(universe=u))

    one, renamed, other = universe("a", "1"), universe("b", "1"), universe("a", "2")
    assert one[0] == renamed[0] != other[0]
    assert one[1] == other[1] != renamed[1]


def test_hashes_are_fixed_for_years() -> None:
    """Stored ledgers hold these: a change of either is a change of the format."""
    d = Dictionary.from_json(dictionary_json())
    made = Plan.from_json({**plan_json(d), **BASE}, d)
    tree = {**made.meaning_json, "dictionary": {"meaning": "0" * 64}}
    assert meaning_hash(tree) == "cad51156fd5f3e6ec0a9422cb4205edbb515b43e453a0aa6910507dc4c6d86ec"
    assert made.text_hash == "9737a43365fc430f4ec482a0bf0936ee556755fd5406a88908deda4b4f3f9e02"


# Groups


def group_parts(groups: list[dict[str, Any]], *names: str | None) -> dict[str, tuple[Fraction, int]]:
    tables = [table(f"t{at}", stub="sex", **({} if name is None else {"group": name})) for at, name in enumerate(names)]
    made = plan(*tables, groups=groups)
    return {group.name: (group.part, len(group.tables)) for group in made.groups}


def test_tables_without_a_group_form_one_and_get_the_rest() -> None:
    assert group_parts([], None, None) == {"main": (Fraction(1), 2)}
    assert group_parts([{"name": "a", "part": "1/3"}], None, "a") == {
        "a": (Fraction(1, 3), 1),
        "main": (Fraction(2, 3), 1),
    }
    assert group_parts([{"name": "main", "part": "1/4"}], None) == {"main": (Fraction(1, 4), 1)}


@pytest.mark.parametrize(
    ("groups", "names", "word"),
    [
        ([{"name": "a", "part": "2/3"}, {"name": "b", "part": "1/2"}], ("a", "b"), "at most 1"),
        ([{"name": "a", "part": "1"}], ("a", None), "leave nothing"),
        ([{"name": "a", "part": "1/2"}, {"name": "A", "part": "1/2"}], ("a", "A"), "same name"),
        ([], ("a",), "tables[0].group"),
        ([{"name": "a", "part": "0"}], ("a",), "part"),
        ([{"name": "a", "part": "1", "weights": {"total": "0"}}], ("a",), "weights.total"),
        ([{"name": "a", "part": "1", "split": {"sums": {"pay": "0"}}}], ("a",), "split.sums.pay"),
    ],
)
def test_groups_that_do_not_add_up(groups: list[dict[str, Any]], names: tuple[str | None, ...], word: str) -> None:
    with pytest.raises(BadInput, match=word.replace("[", r"\[").replace("]", r"\]")):
        group_parts(groups, *names)


# Files


def write(folder: Path, plan_tree: dict[str, Any]) -> Path:
    (folder / "plans").mkdir()
    (folder / "small.dictionary.json").write_text(json.dumps(dictionary_json()), encoding="utf-8")
    path = folder / "plans" / "p.plan.json"
    path.write_text(json.dumps(plan_tree), encoding="utf-8")
    return path


def test_a_plan_finds_the_dictionary_relative_to_itself(tmp_path: Path) -> None:
    tree = changed(dictionary={"path": "../small.dictionary.json", "meaning": small().meaning_hash})
    loaded = Plan.load(write(tmp_path, tree))
    assert loaded.dictionary.dataset_id == "small"
    assert loaded.meaning == plan(table(stub="sex")).meaning


def test_another_dictionary_is_refused(tmp_path: Path) -> None:
    tree = changed(dictionary={"path": "../small.dictionary.json", "meaning": "0" * 64})
    with pytest.raises(BadInput, match=r"dictionary\.meaning") as problem:
        Plan.load(write(tmp_path, tree))
    assert small().meaning_hash in str(problem.value)


@pytest.mark.parametrize("path", ["/etc/d.json", "C:/d.json", "..\\d.json"])
def test_the_path_of_the_dictionary_is_relative(tmp_path: Path, path: str) -> None:
    tree = changed(dictionary={"path": path, "meaning": small().meaning_hash})
    with pytest.raises(BadInput, match=r"dictionary\.path"):
        Plan.load(write(tmp_path, tree))


def test_a_file_that_is_no_plan(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="plan"):
        Plan.load(tmp_path / "missing.plan.json")
    (tmp_path / "p.plan.json").write_text('{"format": 0.5}', encoding="utf-8")
    with pytest.raises(BadInput, match="decimal point"):
        Plan.load(tmp_path / "p.plan.json")
