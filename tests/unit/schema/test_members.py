"""Variables of a whole unit in the dictionary: what they are, what is refused, and the words for them."""

from __future__ import annotations

from typing import Any

import pytest
from households import described, members, variables
from microdata import category, dictionary, id_unit, words

from dpdesk.errors import BadInput
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.editing.members import members_in_words

NOBODY = {"code": "none", "kind": "not_applicable"}


def test_codes_and_bounds_follow_from_the_cap() -> None:
    found = described(5)
    assert found.variable("hh_size").codes == ("1", "2", "3") and found.variable("children").codes == ("0", "1")
    assert found.variable("hh_size").labels[-1].show() == "3 or more"
    assert (found.variable("persons").lower, found.variable("persons").upper) == (1, 5)
    assert found.variable("hh_region").missing == (None, None, None, "not_applicable")
    assert [one.name for one in found.variables if one.of_unit] == [
        "hh_size", "children", "persons", "oldest", "hh_region", "hh_type",
    ]  # fmt: skip
    assert Dictionary.from_json(found.to_json()) == found
    assert found.meaning_hash != described(4).meaning_hash


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        (members("x", "first"), r"variables\[9\]\.of is needed"),
        (members("x", "count", of="region"), r"of has no meaning"),
        (members("x", "number", most=2), r"most has no meaning"),
        (members("x", "count", most=9), r"most must be at least 1 and at most 5"),
        (members("x", "first", of="region"), r'needs "nobody"'),
        (members("x", "last", of="age", nobody=NOBODY), "can never be"),
        (members("x", "count", where={"hh_size": ["1"]}), r"names 'hh_size', which is about a whole unit"),
        (members("x", "count", where={"age": ["baby"]}), r"a code that 'age' does not have"),
        ({**variables(5)[-1], "name": "x", "variables": ["hh_size", "age"]}, r"combines 'hh_size', which is about"),
        ({**variables(5)[-1], "name": "x", "columns": ["age"]}, r"combines 'hh_size', which is about"),
    ],
)
def test_what_cannot_be_is_refused(changed: dict[str, Any], said: str) -> None:
    unit = id_unit("hid", 5) | {"describes": "household"}
    with pytest.raises(BadInput, match=said):
        dictionary([*variables(5), changed], unit=unit)


OWN = {"column": "hid", "label": words("one household"), "max_rows": 5, "rows_without_id": "refuse"}


def test_where_each_row_is_protected_they_need_households() -> None:
    with pytest.raises(BadInput, match=r"'size'\) is made of all rows of a unit, and no rows belong together here"):
        dictionary([category("rel", ["ref"]), members("size", "count")])


@pytest.mark.parametrize(
    "unit", [id_unit("person", 5), {"kind": "row", "describes": "household", "label": words("one household")}]
)
def test_households_are_named_beside_single_protected_persons_alone(unit: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"households says which persons make up a household.*change unit or leave"):
        dictionary([category("rel", ["ref"])], unit=unit, households=OWN)


def test_households_of_protected_persons_are_part_of_what_the_dictionary_means() -> None:
    found, other = described(5, persons=True), described(4, persons=True)
    assert found.variable("hh_size").codes == ("1", "2", "3")
    assert Dictionary.from_json(found.to_json()) == found != other and found.meaning_hash != other.meaning_hash
    assert found.unit.kind == "row" and found.counted is not None and found.counted.column == "hid"
    assert found.only(["region"]).counted is None and found.only(["children"]).counted == found.counted


@pytest.mark.parametrize(("neighbours", "steps"), [("add_remove", 1), ("replace_one", 2)])
def test_a_protected_person_puts_one_household_in_the_place_of_another(neighbours: str, steps: int) -> None:
    """Claim 3 of the proof, and claim 2 beside it: a protected household is there or not, or another."""
    of_persons, protected = (described(5, persons=own, neighbours=neighbours) for own in (True, False))
    assert of_persons.changed(of_units=True) == (Neighbours.REPLACE_ONE, steps)
    assert of_persons.changed(of_units=False) == (Neighbours(neighbours), 1)
    assert protected.changed(of_units=True) == (Neighbours(neighbours), 1)
    assert protected.changed(of_units=False) == (Neighbours(neighbours), 5)


def test_the_column_of_households_is_needed_by_tables_of_households_alone() -> None:
    found = described(5, persons=True)
    found.check_columns(("age", "region", "rel"), ["age"])
    for names in (["children"], None):
        with pytest.raises(BadInput, match="hid"):
            found.check_columns(("age", "region", "rel"), names)


def test_a_rule_is_confirmed_only_as_its_variables_are() -> None:
    read = {"public": {"how": "read_from_data"}}
    tree = described(5).to_json()
    tree["variables"][0] |= read
    with pytest.raises(BadInput, match="age"):
        Dictionary.from_json(tree).require_confirmed(["hh_type"])


@pytest.mark.parametrize(
    ("words", "more"),
    [
        ("size count", {"take": "count"}),
        ("size count 6", {"take": "count", "most": 6}),
        ("persons number where sex=1,2", {"take": "number", "where": {"sex": ["1", "2"]}}),
        ("oldest last age", {"take": "last", "of": "age"}),
        (
            "head first region where rel=ref age=15..120 else none",
            {"take": "first", "of": "region", "nobody": NOBODY,
             "where": {"rel": ["ref"], "age": {"first": "15", "last": "120"}}},
        ),
    ],
)  # fmt: skip
def test_words_make_records(words: str, more: dict[str, Any]) -> None:
    name = words.split()[0]
    assert members_in_words(words, []) == {"name": name, "label": {"en": name}, "kind": "members", **more}


@pytest.mark.parametrize("words", ["", "size", "size count six", "head first", "size count where age", "1 count"])
def test_other_words_are_refused(words: str) -> None:
    with pytest.raises(BadInput, match="is not understood; write 'size count 6'"):
        members_in_words(words, [])
