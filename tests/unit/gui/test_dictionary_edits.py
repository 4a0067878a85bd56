"""Edits of the dictionary as pure functions: what follows a rename, what is shared, what goes to and fro."""

from __future__ import annotations

import copy
import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dpdesk.errors import BadInput
from dpdesk.gui.desk.documents import drafted
from dpdesk.gui.dictionary.edits import codes
from dpdesk.gui.dictionary.edits import variables as edits
from dpdesk.gui.dictionary.edits.lists import list_text, members_text, parse_list, parse_members
from dpdesk.gui.shared.weights import answer_weights, columns_used, weight_questions
from dpdesk.planning.document.plan import Plan
from dpdesk.problems.problem import DICTIONARY, problem
from dpdesk.problems.readers import Window
from dpdesk.problems.render import render
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.codefiles import read_hierarchy
from dpdesk.translation import languages

CELLS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12).map(str.strip)


@pytest.fixture(scope="module")
def sample():
    return Dictionary.load(resource("sample/sample.dictionary.json")).to_json()


@pytest.fixture(scope="module")
def plan():
    return json.loads(resource("sample/plan.json").read_text(encoding="utf-8"))


@given(st.lists(CELLS | st.sampled_from(["", "(empty)", "a;b", '"', "1 … 2", "a ... b"]), unique=True, max_size=6))
def test_lists_go_to_text_and_back(members):
    assert parse_list(list_text(members)) == members
    assert parse_members(list_text(members)) == members


@given(CELLS.filter(bool), CELLS.filter(bool))
def test_ranges_go_to_text_and_back(first, last):
    wanted = {"first": first, "last": last}
    assert parse_members(members_text(wanted)) == wanted


@pytest.mark.parametrize("line", ['"open', '"a" b', "1 … 2; 3", "… "])
def test_lines_that_cannot_be_read_are_refused_or_taken_as_they_are(line):
    try:
        found = parse_members(line)
    except BadInput as problem:
        assert str(problem).endswith(".")
    else:
        assert found == ["…"]


def test_renaming_a_variable_keeps_both_documents_meaning_the_same(sample, plan):
    at = edits.find(sample, "age")
    dictionary, renamed = edits.rename(sample, plan, at, "years")
    made = Dictionary.from_json(dictionary)
    Plan.from_json({**renamed, "dictionary": {**plan["dictionary"], "meaning": made.meaning_hash}}, made)
    assert "age" not in edits.names(dictionary)
    assert list(dictionary["impossible"][0]["when"]) == ["years", "marital_status"]
    back, plan_back = edits.rename(dictionary, renamed, at, "age")
    assert (back, plan_back) == (sample, plan)


def test_renaming_reaches_conditions_notes_weights_and_measures():
    plan = {
        "groups": [{"name": "g", "split": {"sums": {"pay": "1"}}, "weights": {"sex by pay": "2", "sex by pay_2": "1"}}],
        "tables": [{"name": "pay", "stub": [{"variables": [{"variable": "pay", "levels": ["pay"]}]}],
                    "universe": {"where": [{"variable": "pay", "codes": ["pay"]}]},
                    "measures": [{"kind": "mean", "variable": "pay"},
                                 {"kind": "percentage", "base": {"keep": ["pay"]}}]}],
        "notes": [{"table": "pay", "row": {"pay": "1"}, "measure": "mean:pay", "text": {"en": "pay"}}],
        "reference": {"marginals": [{"variables": ["pay", "sex"], "counts": [1]}]},
    }  # fmt: skip
    dictionary = {"variables": [{"name": "pay", "kind": "quantity"}, {"name": "sex"}]}
    _, made = edits.rename(dictionary, plan, 0, "wage")
    assert made["groups"][0]["split"]["sums"] == {"wage": "1"}
    assert made["groups"][0]["weights"] == {"sex by wage": "2", "sex by pay_2": "1"}
    table = made["tables"][0]
    assert table["name"] == "pay"
    assert table["stub"][0]["variables"][0]["variable"] == "wage"
    assert table["universe"]["where"] == [{"variable": "wage", "codes": ["pay"]}]
    assert table["measures"] == [
        {"kind": "mean", "variable": "wage"},
        {"kind": "percentage", "base": {"keep": ["wage"]}},
    ]
    assert made["notes"] == [{"table": "pay", "row": {"wage": "1"}, "measure": "mean:wage", "text": {"en": "pay"}}]
    assert made["reference"]["marginals"][0]["variables"] == ["wage", "sex"]


@pytest.mark.parametrize(
    ("code", "made"),
    [
        ("count:weighted:wt", "count:weighted:w"),
        ("sum:pay:weighted:wt", "sum:pay:weighted:w"),
        ("sum:wt:weighted:wt", "sum:w:weighted:w"),
        ("cdf:wt:4:weighted:age", "cdf:w:4:weighted:age"),
        ("percentage:row:weighted:wt", "percentage:row:weighted:w"),
        ("percentage:keep:sex+wt:weighted:wt", "percentage:keep:sex+w:weighted:w"),
        ("percentage:keep:wt", "percentage:keep:w"),
        ("cdf:age:4:weighted:", "cdf:age:4:weighted:"),
        ("mean:wt_2:weighted:wt.2", "mean:wt_2:weighted:wt.2"),
        ("count", "count"),
    ],
)
def test_notes_on_measures_follow_a_renamed_weight(code, made):
    dictionary, plan = {"variables": [{"name": "wt", "kind": "quantity"}]}, {"notes": [{"measure": code}]}
    assert edits.rename(dictionary, plan, 0, "w")[1] == {"notes": [{"measure": made}]}


def test_a_percentage_of_rows_names_no_variable_that_is_called_row():
    dictionary, plan = {"variables": [{"name": "row"}]}, {"notes": [{"measure": "percentage:row"}]}
    assert edits.rename(dictionary, plan, 0, "line")[1] == plan


def test_parts_of_sums_follow_a_renamed_factor():
    sums = {"pay*wt": "2", "pay:stated*wt": "1", "pay:squares*wt": "1", "wt": "3", "wt:stated": "1", "pay*wt2": "1"}
    dictionary, plan = {"variables": [{"name": "wt", "kind": "quantity"}]}, {"groups": [{"split": {"sums": sums}}]}
    assert edits.rename(dictionary, plan, 0, "w")[1]["groups"][0]["split"]["sums"] == {
        "pay*w": "2", "pay:stated*w": "1", "pay:squares*w": "1", "w": "3", "w:stated": "1", "pay*wt2": "1",
    }  # fmt: skip


def test_an_edit_shares_what_it_does_not_touch_and_changes_nothing(sample):
    before = copy.deepcopy(sample)
    at = edits.find(sample, "sex")
    made = edits.replace(sample, at, {**sample["variables"][at], "label": {"en": "S"}})
    assert all(a is b for n, (a, b) in enumerate(zip(made["variables"], sample["variables"], strict=True)) if n != at)
    moved, place = edits.move(sample, at, -1)
    assert moved["variables"][place] is sample["variables"][at]
    twice, place = edits.duplicate(sample, at)
    assert twice["variables"][place]["name"] == "sex_2"
    assert twice["variables"][place]["codes"] is sample["variables"][at]["codes"]
    Dictionary.from_json(twice)
    assert edits.move(sample, 0, -1) == (sample, 0)
    edits.confirm_variables(sample, range(3), "Office", "2025-01-31")
    codes.rename_code(sample, at, "F", "W")
    edits.delete(sample, [at])
    assert sample == before


def test_confirming_wants_a_name_and_keeps_where_the_codes_are_from():
    tree = {"variables": [{"name": "a", "public": {"how": "read_from_data"}}, {"name": "b"}]}
    assert edits.unconfirmed(tree) == [0]
    made = edits.confirm_variables(tree, [0], " Office  of methods ", "2025-01-31")
    assert made["variables"][0]["public"] == {
        "how": "read_from_data", "confirmed_by": "Office of methods", "confirmed_on": "2025-01-31",
    }  # fmt: skip
    assert edits.unconfirmed(made) == []
    assert edits.withdraw(made["variables"][0]) == tree["variables"][0]
    for by in ("", "  ", "x" * 300):
        with pytest.raises(BadInput):
            edits.confirm_variables(tree, [0], by, "2025-01-31")


def test_what_is_made_of_unconfirmed_columns_is_unconfirmed():
    read = {"public": {"how": "read_from_data"}}
    confirmed = {"public": {"how": "read_from_data", "confirmed_by": "O", "confirmed_on": "2025-01-31"}}
    assert edits.is_unconfirmed(edits.with_origin({"name": "c"}, [confirmed, read, {}]))
    assert not edits.is_unconfirmed(edits.with_origin({"name": "c"}, [confirmed]))
    assert edits.with_origin({"name": "c"}, [{}, {"public": {"how": "typed"}}]) == {"name": "c"}


def test_a_renamed_code_is_followed_everywhere(sample):
    at = edits.find(sample, "industry")
    record = sample["variables"][at]
    old = record["codes"][0]["code"]
    tree = edits.replace(sample, at, {**record, "codes": [{**record["codes"][0], "code": "ZZ"}, *record["codes"][1:]]})
    made = codes.rename_code(tree, at, old, "ZZ")
    variable = Dictionary.from_json(made).variable("industry")
    assert variable.codes[0] == "ZZ"
    with pytest.raises(BadInput):
        Dictionary.from_json(tree)


def test_pasted_codes_take_labels_and_spellings_or_nothing():
    rows = [{"code": "1"}, {"code": "2", "label": {"en": "Two", "de": "zwei"}}]
    made = codes.codes_pasted(rows, [["2", "TWO"], ["3", "Three", "3; iii"]], 1, "en", {})
    assert made == [
        {"code": "1"},
        {"code": "3", "label": {"en": "Three"}, "texts": ["3", "iii"]},
        {"code": "2", "label": {"en": "TWO", "de": "zwei"}},
    ]
    for lines in ([["", "x"]], [["4"], ["4"]]):
        with pytest.raises(BadInput, match="nothing was pasted"):
            codes.codes_pasted(rows, lines, 0, "en", {})


@pytest.mark.parametrize("kind", ["single", "width", "edges"])
def test_bins_change_their_kind_and_keep_their_bounds(kind):
    single = {"first": 18, "last": 93}
    assert codes.bins_as(codes.bins_as(single, kind), "single") == single
    assert codes.bins_kind(codes.bins_as(single, kind)) == kind
    assert codes.bins_as({}, "single") == {}


def test_codes_of_bins_between_edges_stay_with_their_bins():
    bins = {"edges": ["0", "10", "20"], "codes": ["a", "b"], "labels": [{"en": "A"}, {"en": "B"}]}
    wider = codes.put_edges(bins, ["0", "10", "20", "30"])
    assert wider["codes"] == ["a", "b", "20-30"]
    assert codes.put_edges(bins, ["0", "10"])["labels"] == [{"en": "A"}]
    rows = codes.bin_rows(bins)
    assert codes.put_bin_rows(bins, rows) == bins
    bare = codes.put_bin_rows(bins, [{"from": "0", "to": "10"}, {"from": "10", "to": "20"}])
    assert bare == {"edges": ["0", "10", "20"]}


def test_an_imported_hierarchy_has_as_many_levels_as_its_file(tmp_path):
    file = tmp_path / "h.csv"
    file.write_text("code,parent,label\nR,,Region\nC,R,County\n1,C,\n2,C,\n", encoding="utf-8")
    made = codes.hierarchy_of(read_hierarchy(file), "area")
    assert [one["name"] for one in made["levels"]] == ["level_1", "level_2"]
    record = edits.new_variable("category", "A", [], of="a") | {"codes": [{"code": "1"}, {"code": "2"}]}
    tree = drafted({"format": "dpdesk-dictionary", "version": 1, "variables": [record | {"hierarchies": [made]}]})
    assert Dictionary.from_json(tree).variable("A").level("level_2").codes == ("C",)


def test_groups_come_from_the_names_beside_codes():
    marks = {"1": "Low", "2": "Low", "4": "High"}
    assert codes.groups_from_marks(["1", "2", "3", "4"], marks, "nowhere") == (
        [("Low", "Low", ["1", "2"]), ("High", "High", ["4"])], "nowhere",
    )  # fmt: skip
    kept, otherwise = codes.groups_from_marks(["1", "2", "3", "4"], marks, "keep")
    assert kept[1] == ("3", "", ["3"])
    assert otherwise is None


def test_problems_name_the_variable():
    tree = {"variables": [{"name": "sex"}, {}]}
    top = DICTIONARY.whole
    found = problem("schema.empty", top.to("variables", 0, "codes", 2, "label"))
    assert edits.variable_of(found) == 0
    assert render(found, Window(tree)) == "‘sex’: codes 3, label must not be empty."
    assert render(found, Window(tree), "de") == "‚sex‘: Codes 3, Bezeichnung darf nicht leer sein."
    assert render(problem("schema.required", top.to("variables", 1, "name")), Window(tree)).startswith("‘variable 2’")
    unit = problem("schema.empty", top.to("unit", "label"))
    assert edits.variable_of(unit) is None
    assert render(unit, Window(tree)) == "Unit, label must not be empty."


def test_weights_are_asked_about_once():
    tree = {"variables": [{"column": "wgt", "name": "w"}]}
    assert weight_questions(tree, ["age", "PWGTP1"]) == ["PWGTP1", "wgt"]
    made = answer_weights(tree, ["PWGTP1", "wgt"], "ignored")
    assert answer_weights(made, ["wgt"], "not_a_weight")["weight_columns"] == [
        {"column": "PWGTP1", "answer": "ignored"}, {"column": "wgt", "answer": "not_a_weight"},
    ]  # fmt: skip
    assert answer_weights(made, ["PWGTP1", "wgt"], "") == tree


def _random_edit(tree, chance):
    """One edit as the page makes it; a refusal is an edit that did not happen."""
    present = edits.variables(tree)
    at = chance.randrange(len(present)) if present else 0
    kind = chance.choice(edits.KINDS)
    taken = edits.names(tree)
    record = present[at] if present else None
    new = edits.new_variable(kind, chance.choice(["Age", "سن", "", "x" * 200]), taken, of=chance.choice(["a", "b"]))
    choices = [lambda: edits.add(tree, [new], chance.randrange(len(present) + 1))]
    if record is not None:
        rows = record.get("codes") if isinstance(record.get("codes"), list) else []
        missing = list(record.get("missing", []))
        choices += [
            lambda: edits.delete(tree, [at]),
            lambda: edits.move(tree, at, chance.choice([-1, 1]))[0],
            lambda: edits.duplicate(tree, at)[0],
            lambda: edits.rename(tree, {}, at, chance.choice(["a", "sex", "v9", "9v", ""]))[0],
            lambda: edits.confirm_variables(tree, [at], "Office", "2025-01-31"),
            lambda: answer_weights(tree, ["a", "weight"], chance.choice(["ignored", "not_a_weight", ""])),
            lambda: edits.replace(
                tree, at, {**record, "codes": [*rows, {"code": codes.fresh_code([*rows, *missing])}]}
            ),
            lambda: edits.replace(tree, at, codes.put_missing(record, [*missing, codes.new_missing(record, missing)])),
            lambda: edits.replace(
                tree, at, {**record, "hierarchies": [*record.get("hierarchies", []), codes.new_hierarchy(record)]}
            ),
            lambda: edits.replace(
                tree,
                at,
                {**record, "bins": codes.bins_as(record.get("bins"), chance.choice(["single", "width", "edges"]))},
            ),
            lambda: edits.replace(tree, at, codes.put_inputs(record, ["a"], taken[:1])),
            lambda: codes.rename_code(tree, at, "1", "one"),
            lambda: {**tree, "impossible": [{"when": {name: ["1"] for name in taken[:2]}, "reason": {"en": "R"}}]},
        ]
    return chance.choice(choices)()


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.booleans())
def test_random_edits_leave_a_dictionary_or_a_sentence(sample_seed, from_sample):
    chance = random.Random(sample_seed)
    tree = (
        Dictionary.load(resource("sample/sample.dictionary.json")).to_json()
        if from_sample
        else drafted({"format": "dpdesk-dictionary", "version": 1, "variables": []})
    )
    for _ in range(12):
        before = json.dumps(tree)
        try:
            made = _random_edit(tree, chance)
        except BadInput as problem:
            assert str(problem).endswith((".", "?"))
            made = tree
        assert json.dumps(tree) == before  # nothing is changed in place
        tree = made
        edits.languages(tree)
        columns_used(tree)
        try:
            assert Dictionary.from_json(tree).to_json() == tree
        except BadInput as refused:
            assert refused.problem is not None
            for language in languages():
                said = render(refused.problem, Window(tree), language)
                assert said.endswith((".", "?")) or ". " in said
            at = edits.variable_of(refused.problem)
            assert at is None or at < len(tree["variables"])
