"""What a person must say of the data before anything is released: who is protected, between whom, and with what budget.

Pure functions on JSON trees, which they never change. Fields of the unit may be given one by one, in any order; what
no longer makes sense beside a new answer is taken out, so that it is asked again and never guessed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import DICTIONARY, problem
from dpdesk.schema.checks import check_cap

Tree = dict[str, Any]
_ORDER = (
    "format", "version", "dataset_id", "title", "note", "source", "data_kind", "unit", "households", "neighbours",
    "budget_cap", "max_rows", "variables", "impossible", "weight_columns",
)  # fmt: skip
_UNIT_ORDER = ("kind", "describes", "label", "column", "max_rows", "rows_without_id", "missing_ids", "reason")
_ONE = {
    "en": {"person": "one person", "household": "one household"},
    "de": {"person": "eine Person", "household": "ein Haushalt"},
}
_ID_FIELDS = ("column", "max_rows", "rows_without_id", "missing_ids", "reason")


def ordered(dictionary: Tree) -> Tree:
    """The same dictionary with its fields in the order in which people read them."""
    rest = {key: value for key, value in dictionary.items() if key not in _ORDER}
    return {**{key: dictionary[key] for key in _ORDER if key in dictionary}, **rest}


def with_field(dictionary: Tree, name: str, value: Any) -> Tree:
    """The dictionary with one field given, or taken out for None."""
    rest = {key: kept for key, kept in dictionary.items() if key != name}
    return rest if value is None else ordered({**dictionary, name: value})


def with_unit(dictionary: Tree, name: str, value: Any, language: str = "en") -> Tree:
    """The dictionary with one field of the unit of protection given, or taken out for None.

    `describes` brings its own label ("one person"), which own words replace; the fields of an identifier go with it.
    """
    unit = {key: field for key, field in dictionary.get("unit", {}).items() if key != name}
    if value is not None:
        unit[name] = value
    if name == "describes":
        unit.pop("label", None)
        if value in ("person", "household"):
            tag = language if language in _ONE else "en"
            unit["label"] = {tag: _ONE[tag][value]}
    if name == "kind" and value != "id":
        unit = {key: field for key, field in unit.items() if key not in _ID_FIELDS}
    unit = {key: unit[key] for key in _UNIT_ORDER if key in unit}
    if unit.get("kind") == "id" or unit.get("describes") == "household":
        dictionary = with_field(dictionary, "households", None)
    return with_field(dictionary, "unit", unit or None)


def with_households(dictionary: Tree, name: str, value: Any, language: str = "en") -> Tree:
    """The dictionary with one field of the households of protected persons given, or taken out for None.

    The `column` brings what they are called ("one household"); without it there are none.
    """
    own = {key: field for key, field in dictionary.get("households", {}).items() if key != name}
    if value is not None:
        own[name] = value
    tag = language if language in _ONE else "en"
    own.setdefault("label", {tag: _ONE[tag]["household"]})
    own = {key: own[key] for key in _UNIT_ORDER if key in own}
    return with_field(dictionary, "households", own if "column" in own else None)


def unit_words(unit: Tree, language: str) -> str:
    """A person or a household in a language, where its label is the usual one ("one person") in another; else ""."""
    kind, label = str(unit.get("describes")), unit.get("label") or {}
    usual = all(_ONE.get(tag, {}).get(kind) == text for tag, text in label.items())
    return _ONE.get(language, {}).get(kind, "") if usual else ""


def with_neighbours(dictionary: Tree, value: str | None) -> Tree:
    """The dictionary with its neighbour relation; where units are replaced, no row without an id can be a unit."""
    tree = with_field(dictionary, "neighbours", value)
    if value != "add_remove" and tree.get("unit", {}).get("rows_without_id") == "own_unit":
        tree = with_unit(tree, "rows_without_id", None)
    return tree


def gaps(dictionary: Tree) -> tuple[str, ...]:
    """What the page must still ask, in its order: "source", "title", …, "unit.kind", …, "neighbours", "budget_cap"."""
    missing = [name for name in ("source", "title", "dataset_id", "data_kind") if name not in dictionary]
    unit = dictionary.get("unit", {})
    needed = ["describes", "label", "kind"]
    if "describes" not in unit:
        needed.remove("label")
    if unit.get("kind") == "id":
        needed += ["column", "max_rows", "rows_without_id"]
    missing += [f"unit.{name}" for name in needed if name not in unit]
    own = dictionary.get("households")
    needed = [] if own is None else ["max_rows", "rows_without_id"]
    missing += [f"households.{name}" for name in needed if name not in (own or {})]
    return (*missing, *(name for name in ("neighbours", "budget_cap") if name not in dictionary))


@dataclass(frozen=True, slots=True, kw_only=True)
class Decisions:
    """What is said of the data at once, None for what is not.

    `unit` is "person", "household", or what one unit is in other words ("one enterprise"); every row is one, or with
    `id_column` all rows of an id. Where every row is one, `household_column` says who makes up a household; then
    `max_rows` and `rows_without_id` are of households. The budget of the account is `epsilon`, `rho`, or `epsilon`,
    `delta` and `rule`.
    """

    unit: str | None = None
    id_column: str | None = None
    household_column: str | None = None
    max_rows: int | None = None
    rows_without_id: str | None = None
    neighbours: str | None = None
    data_kind: str | None = None
    epsilon: str | None = None
    delta: str | None = None
    rho: str | None = None
    rule: str | None = None


def decided(dictionary: Tree, decisions: Decisions, language: str = "en") -> Tree:
    """The dictionary with what is said; the rest is left open (`gaps`).

    Raises:
        BadInput: a cap that is none, or rows of an id without its column.
    """
    tree = with_field(dictionary, "data_kind", decisions.data_kind)
    if decisions.unit is not None:
        usual = decisions.unit in _ONE["en"]
        tree = with_unit(tree, "describes", decisions.unit if usual else "other", language)
        tree = tree if usual else with_unit(tree, "label", {language: decisions.unit})
        tree = with_unit(tree, "kind", "row" if decisions.id_column is None else "id")
    if decisions.household_column is not None and (decisions.id_column, decisions.unit) != (None, "person"):
        raise BadInput(problem("schema.households_of_persons"))
    column = decisions.id_column or decisions.household_column
    of_an_id = {"column": column, "max_rows": decisions.max_rows, "rows_without_id": decisions.rows_without_id}
    for name, value in of_an_id.items():
        if value is not None:
            if column is None or decisions.unit is None:
                raise BadInput(problem("schema.rows_of_no_id"))
            tree = (with_unit if decisions.id_column else with_households)(tree, name, value, language)
    cap = {
        name: getattr(decisions, name)
        for name in ("epsilon", "delta", "rho", "rule")
        if getattr(decisions, name) is not None
    }
    if cap:
        check_cap(cap, DICTIONARY)
    return with_field(with_field(tree, "neighbours", decisions.neighbours), "budget_cap", cap or None)
