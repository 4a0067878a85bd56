"""Any dictionary, exported as a spreadsheet and imported again, is the same; one changed label is all that changes."""

from __future__ import annotations

import copy
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from dictionary_examples import number, quantity, small
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.data.importing.dictionary import exported, imported
from dpdesk.data.importing.notation import read, written
from dpdesk.data.importing.tables import write_csv, write_workbook
from dpdesk.schema.dictionary import Dictionary

TEXTS = st.text(st.characters(codec="utf-8"), max_size=8)
AWKWARD = st.sampled_from(["", "=1+1", "-8", "@x", "[]", '"', "a\tb", "_x0041_", "01", "1.0", "\r\n", "\ufeff", "\x00"])
CODES = (
    st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"]), min_size=1, max_size=5) | AWKWARD
).filter(lambda code: code == code.strip() and bool(code) and code != "_T" and not any(sign < " " for sign in code))
CELLS = (TEXTS | AWKWARD).filter(lambda text: text == text.strip(" \t"))
LABELS = st.dictionaries(st.sampled_from(["en", "de", "fr-CA"]), TEXTS | AWKWARD, min_size=1, max_size=3)


@st.composite
def records(draw: st.DrawFn, name: str) -> dict[str, Any]:
    """A category with labels, cells of its own, missing codes and perhaps a hierarchy."""
    codes = draw(st.lists(CODES, min_size=2, max_size=7, unique=True))
    cells = [text for text in draw(st.lists(CELLS, max_size=6, unique=True)) if text not in codes]
    missing = codes.pop() if len(codes) > 2 and draw(st.booleans()) else None
    made: dict[str, Any] = {
        "name": name,
        "kind": "category",
        "label": draw(LABELS),
        "column": name,
        "describes": "unit",
    }
    made["codes"] = [{"code": code, **({"label": draw(LABELS)} if draw(st.booleans()) else {})} for code in codes]
    if cells and draw(st.booleans()):
        made["codes"][0]["texts"] = [cells.pop(), *([codes[0]] if draw(st.booleans()) else [])]
    made["otherwise"] = "nowhere"
    if missing is not None:
        made["missing"] = [{"code": missing, "kind": draw(st.sampled_from(["not_stated", "not_applicable"]))}]
        if draw(st.booleans()):
            made["missing"][0]["texts"] = cells
        made["otherwise"] = {"code": missing}
    if draw(st.booleans()):
        top = [{"code": f"group {at}", "parent": "", "label": draw(LABELS)} for at in range(2)]
        rows = [{"code": code, "parent": f"group {at % 2}"} for at, code in enumerate(codes)]
        made["hierarchies"] = [{"name": "map", "levels": [{"name": "top"}], "rows": [*top, *rows]}]
    how = draw(st.sampled_from([None, "typed", "imported", "read_from_data"]))
    return made if how is None else {**made, "public": {"how": how}}


@st.composite
def dictionaries(draw: st.DrawFn) -> dict[str, Any]:
    variables = [draw(records(name)) for name in ("first", "second")[: draw(st.integers(1, 2))]]
    of = variables[0]
    members = [code["code"] for code in (*of["codes"], *of.get("missing", ()))]
    recode = {"name": "both", "kind": "recode", "label": draw(LABELS), "of": "first",
              "codes": [{"code": "all", "label": draw(LABELS), "members": members}]}  # fmt: skip
    absent = [{"code": "M", "kind": "not_stated", "texts": ["", "?"], "numbers": ["-8", "99.5"]}]
    return small(variables=[*variables, recode, number(missing=absent), quantity()])


def there_and_back(tree: dict[str, Any], ending: str, change: Any = None) -> dict[str, Any]:
    rows = exported(tree, None)
    if change is not None:
        change(rows)
    with TemporaryDirectory() as folder:
        path = Path(folder) / f"codes{ending}"
        with path.open("wb") as stream:
            if ending == ".csv":
                write_csv(stream, rows)
            else:
                write_workbook(stream, rows, path.name)
        before = copy.deepcopy(tree)
        made, _ = imported(tree, None, [path], "Steward", "2025-01-31")
    assert tree == before
    return made


@pytest.mark.parametrize(("ending", "examples"), [(".csv", 150), (".xlsx", 25)])
def test_a_dictionary_comes_back_as_it_was(ending: str, examples: int) -> None:
    @settings(max_examples=examples, deadline=None)
    @given(dictionaries())
    def same(tree: dict[str, Any]) -> None:
        Dictionary.from_json(tree)
        assert there_and_back(tree, ending) == tree

    same()


@settings(max_examples=60, deadline=None)
@given(dictionaries(), st.data())
def test_one_label_that_is_edited_is_all_that_changes(tree: dict[str, Any], data: st.DataObject) -> None:
    which = data.draw(st.integers(0, len(tree["variables"][0]["codes"]) - 1))
    code = tree["variables"][0]["codes"][which]

    def edit(rows: list[list[str]]) -> None:
        if "label:en" not in rows[0]:
            return
        at = rows[0].index("label:en")
        for row in rows:
            if row[0] == "first" and row[1] == written(code["code"]) and not row[rows[0].index("hierarchy")]:
                row[at] = written("= edited")
                return

    made = there_and_back(tree, ".csv", edit)
    wanted = copy.deepcopy(tree)
    changed = wanted["variables"][0]
    if "label:en" in exported(tree, None)[0]:
        changed["codes"][which].setdefault("label", {})["en"] = "= edited"
        if changed != tree["variables"][0]:
            signed = {"confirmed_by": "Steward", "confirmed_on": "2025-01-31"}
            changed["public"] = changed.get("public", {"how": "typed"}) | signed
    assert made == wanted
    assert Dictionary.from_json(made).meaning_hash == Dictionary.from_json(tree).meaning_hash


@given(st.text(st.characters(codec="utf-8"), max_size=20) | AWKWARD)
def test_any_text_comes_back_from_a_cell_and_none_is_a_formula(text: str) -> None:
    cell = written(text)
    assert read(cell) == text
    assert cell and not cell.startswith(("=", "+", "@"))
    assert cell.isprintable() or not any(sign < " " for sign in cell)
