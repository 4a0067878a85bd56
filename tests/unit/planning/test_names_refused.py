"""Names that a plan has wrong are refused with the place and the name that was probably meant."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from small import COUNT, block, dictionary_json, plan, plan_json, small, table

from dpdesk.errors import BadInput
from dpdesk.planning.aids.bin_widths import widths_for_plan
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.document.plan import Plan
from dpdesk.schema.dictionary import Dictionary

MEAN = {"kind": "mean", "variable": "pya"}
LEVELS = {"variable": "area", "hierarchy": "map", "levels": ["county"]}
MISSPELT: list[tuple[dict[str, Any], dict[str, Any], str]] = [
    (table(stub="sexx"), {}, "names 'sexx', which is not in the dictionary (did you mean 'sex'?)"),
    (table(stub=[block({"variable": "colour", "codes": ["gren"]})]), {}, "(did you mean 'green'?)"),
    (table(stub=[block({**LEVELS, "hierarchy": "mpa"})]), {}, "hierarchy names 'mpa', which is no hierarchy of 'area'"),
    (table(stub=[block({**LEVELS, "hierarchy": "Map"})]), {}, "(did you mean 'map'?)"),
    (table(stub=[block({**LEVELS, "levels": ["couny"]})]), {}, "(did you mean 'county'?)"),
    (table(stub=[block({**LEVELS, "levels": ["ward"]})]), {}, "of 'area'; it has: region, county."),
    (
        table(stub=[block({"variable": "sex", "hierarchy": "map", "levels": ["region"]})]),
        {},
        "names 'map', which is no hierarchy of 'sex', which has none.",
    ),
    (table(stub="sex", measures=[MEAN]), {}, "(did you mean 'pay'?)"),
    (
        table(stub="sex", measures=[{"kind": "percentage", "base": {"keep": ["Sex"]}}]),
        {},
        "which is not in the table's pages, stub or boxhead (did you mean 'sex'?)",
    ),
    (
        table(stub="sex", universe={"text": {"en": "u"}, "where": [{"variable": "colour", "codes": ["bleu"]}]}),
        {},
        "(did you mean 'blue'?)",
    ),
    (table(stub="sex", group="mian"), {"groups": [{"name": "main", "part": "1"}]}, "(did you mean 'main'?)"),
    (table("people", stub="sex"), {"notes": [{"text": {"en": "n"}, "table": "poeple"}]}, "(did you mean 'people'?)"),
    (
        table("people", stub="sex"),
        {"notes": [{"text": {"en": "n"}, "table": "people", "measure": "cuont"}]},
        "(did you mean 'count'?)",
    ),
    (
        table(stub="sex"),
        {"groups": [{"name": "main", "part": "1", "mechanism": "lapalce"}]},
        "(did you mean 'laplace'?)",
    ),
    (
        table(stub="sex"),
        {"groups": [{"name": "main", "part": "1", "weights": {"Sex": "2"}}]},
        "(did you mean 'sex'?)",
    ),
    (
        table(stub="sex"),
        {"reference": {"source": {"en": "s"}, "total": 9, "marginals": [{"variables": ["Sex"], "counts": [1, 2]}]}},
        "which is no variable with codes of the dictionary (did you mean 'sex'?)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("made", "more", "sentence"), MISSPELT)
def test_a_misspelt_name_is_refused_with_the_nearest(made: dict[str, Any], more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadInput) as problem:
        check_plan(plan(made, **more))
    assert sentence in str(problem.value)
    assert str(problem.value).startswith("In the plan: ") and str(problem.value).endswith(".")


def test_a_group_asked_for_by_hand() -> None:
    made = plan(
        table(stub="weight"),
        reference={"source": {"en": "s"}, "total": 9, "marginals": [{"variables": ["weight"], "counts": [1, 2, 3, 4]}]},
    )
    with pytest.raises(BadInput, match=r"there is no group 'mian' \(did you mean 'main'\?\)"):
        widths_for_plan(made, "weight", group="mian")


def test_a_variable_asked_of_the_dictionary() -> None:
    with pytest.raises(BadInput, match=r"There is no variable 'colur' in the dictionary \(did you mean 'colour'\?\)"):
        small().variable("colur")


def test_names_inside_a_dictionary() -> None:
    for change, sentence in (
        ({"otherwise": {"code": "Red"}}, "is not a code of this variable (did you mean 'red'?)"),
        ({"of": "colours"}, "names 'colours', which is not in the dictionary (did you mean 'colour'?)"),
    ):
        tree = dictionary_json()
        if "of" in change:
            tree["variables"][5]["of"] = change["of"]
        else:
            tree["variables"][1].update(change)
        with pytest.raises(BadInput) as problem:
            Dictionary.from_json(tree)
        assert sentence in str(problem.value)
    tree = dictionary_json()
    tree["variables"][6]["codes"][0]["members"] = ["0", "NS"]
    with pytest.raises(BadInput, match=r"a code that 'age' does not have: 'NS' \(did you mean 'ns'\?\)"):
        Dictionary.from_json(tree)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "small.dictionary.json").write_text(json.dumps(dictionary_json()))
    (tmp_path / "a.plan.json").write_text(json.dumps(plan_json(small(), table(stub="sex", measures=[COUNT]))))
    return tmp_path


def test_plan_and_dictionary_in_each_other_s_place_are_called_by_name(folder: Path) -> None:
    with pytest.raises(BadInput, match="this is a data dictionary, not a release plan; name a plan"):
        Plan.load(folder / "small.dictionary.json")
    with pytest.raises(BadInput, match="this is a release plan, not a data dictionary"):
        Dictionary.load(folder / "a.plan.json")
    with pytest.raises(BadInput, match="this is a data dictionary, not a release plan"):
        Plan.from_json(dictionary_json(), small())


@pytest.mark.parametrize("stated", [None, "", "?", "0" * 63])
def test_the_hash_that_belongs_into_a_plan_is_told(folder: Path, stated: str | None) -> None:
    path = folder / "a.plan.json"
    tree = json.loads(path.read_text())
    del tree["dictionary"]["meaning"]
    if stated is not None:
        tree["dictionary"]["meaning"] = stated
    path.write_text(json.dumps(tree))
    for load in (lambda: Plan.load(path), lambda: Plan.from_json(tree, small())):
        with pytest.raises(BadInput) as problem:
            load()
        assert "dictionary.meaning must be the hash of the dictionary small.dictionary.json" in str(problem.value)
        assert f"write {small().meaning_hash} there." in str(problem.value)
    tree["dictionary"] = {"path": "../../etc\\x", "meaning": ""}
    path.write_text(json.dumps(tree))
    with pytest.raises(BadInput, match="dictionary"):
        Plan.load(path)


def test_a_decimal_comma_in_a_plan_is_called_one() -> None:
    with pytest.raises(BadInput, match=r"has a decimal comma: write a decimal point, '0.5'"):
        plan(table(stub="sex"), loss={"epsilon": "0,5"})
    with pytest.raises(BadInput, match=r"groups\[0\].part has a decimal comma; write a decimal point"):
        plan(table(stub="sex", group="g"), groups=[{"name": "g", "part": "0,5"}])
