"""Editing what a dictionary says of the data as a whole: how the file is written, who is protected, the budget.

Pure functions on JSON trees, which they never change. Fields of the unit may be given one by one, in any order; what
no longer makes sense beside a new answer is taken out, so that it is asked again and never guessed.
"""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree, drop, put
from dpdesk.privacy.exact import parse_exact
from dpdesk.schema.file.model import SOURCES

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

_ORDER = (
    "format", "version", "dataset_id", "title", "note", "source", "data_kind", "unit", "neighbours", "budget_cap",
    "max_rows", "variables", "impossible", "weight_columns",
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


# How the file is written --------------------------------------------------------------------------------------------


def full_source(source: Mapping[str, Any]) -> Tree:
    """A source with the fields its kind has, those that are not written at their defaults."""
    kind = source.get("kind", "csv")
    full = {"kind": kind}
    for name, field in _keys(kind).items():
        value = source.get(name) if _has_no_default(field) else source.get(name, field.default)
        if value or not _has_no_default(field):
            full[name] = value
    return full


def _keys(kind: str) -> dict[str, FieldInfo]:
    """The keys of a kind of source, but for the kind itself."""
    record = SOURCES.get(kind)
    return {} if record is None else {name: key for name, key in record.model_fields.items() if name != "kind"}


def _has_no_default(field: FieldInfo) -> bool:
    return field.is_required() or field.default is None


def source_differences(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[str, ...]:
    """Names of the fields in which two ways of writing a file differ; two names of one encoding are the same."""
    left, right = full_source(one), full_source(other)
    if left["kind"] != right["kind"]:
        return ("kind",)
    return tuple(name for name in {**left, **right} if _plain(name, left) != _plain(name, right))


def _plain(name: str, source: Tree) -> Any:
    value = source.get(name)
    if name in ("encoding", "characters") and value and isinstance(value, str):
        try:
            return codecs.lookup(value).name
        except LookupError:
            return value
    return value


def source_problem(source: Mapping[str, Any]) -> str:
    """The first field of a source that is missing or cannot be so, such as "delimiter" or "table"; "" if none."""
    full = full_source(source)
    if "delimiter" in full:
        if len(full["delimiter"]) != 1 or full["delimiter"] in "\r\n\0" or full["delimiter"] == full["quote"]:
            return "delimiter"
    for name in ("encoding", "characters"):
        if name in full and (full[name] or name == "encoding"):
            try:
                codecs.lookup(full[name])
            except (LookupError, ValueError):
                return name
    if "thousands" in full and full["thousands"] == full["decimal"]:
        return "thousands"
    if "header_row" in full and not isinstance(full["header_row"], int):
        return "header_row"
    return next((name for name, key in _keys(full["kind"]).items() if key.is_required() and name not in full), "")


def with_source(dictionary: Tree, source: Mapping[str, Any], dataset_id: str, title: str, language: str) -> Tree:
    """The dictionary with a source; where nothing is said yet, it is begun under an identifier and a title."""
    from dpdesk.schema.editing.starting import new_dictionary

    begun = new_dictionary(dataset_id, title, source, language)
    return ordered({**begun, **dictionary, "source": dict(source)})


# What the data are --------------------------------------------------------------------------------------------------


def with_field(dictionary: Tree, name: str, value: Any) -> Tree:
    """The dictionary with one field given, or taken out for None."""
    return drop(dictionary, [name]) if value is None else ordered(put(dictionary, [name], value))


# Who is protected ---------------------------------------------------------------------------------------------------


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
    return with_field(dictionary, "unit", unit or None)


def with_own_words(dictionary: Tree, words: str, language: str) -> Tree:
    """The dictionary with the unit's name in one language; empty words take it out."""
    label = {key: text for key, text in dictionary.get("unit", {}).get("label", {}).items() if key != language}
    if words:
        label[language] = words
    return with_unit(dictionary, "label", label or None, language)


def with_neighbours(dictionary: Tree, value: str | None) -> Tree:
    """The dictionary with its neighbour relation; where units are replaced, no row without an id can be a unit."""
    tree = with_field(dictionary, "neighbours", value)
    if value != "add_remove" and tree.get("unit", {}).get("rows_without_id") == "own_unit":
        tree = with_unit(tree, "rows_without_id", None)
    return tree


# The budget ---------------------------------------------------------------------------------------------------------


def made_cap(kind: str, amount: str, delta: str, rule: str) -> Tree | None:
    """The budget of a kind ("epsilon", "rho", "delta" for both ε and δ); None while a part is missing or impossible."""
    if not _above_zero(amount):
        return None
    if kind in ("epsilon", "rho"):
        return {kind: amount}
    if kind == "delta" and _above_zero(delta) and parse_exact(delta) < 1 and rule in ("sum", "rho"):
        return {"epsilon": amount, "delta": delta, "rule": rule}
    return None


def _above_zero(text: str) -> bool:
    return (number(text) or Fraction(0)) > 0


def number(text: str) -> Fraction | None:
    """The exact number a text states, None if it states none."""
    try:
        return parse_exact(text)
    except DpdeskError:
        return None


def cap_kind(cap: Mapping[str, Any]) -> str:
    """The kind of a budget: "epsilon", "rho" or "delta"."""
    return "delta" if "delta" in cap else "rho" if "rho" in cap else "epsilon"


def cap_differs(cap: Mapping[str, Any], account: Mapping[str, Any]) -> bool:
    """Whether a dictionary's cap cannot be the one its account was opened with (which may have been raised since)."""
    if cap_kind(cap) != cap_kind(account) or cap.get("rule") != account.get("rule"):
        return True
    pairs = ((number(cap[name]), number(account[name])) for name in ("epsilon", "rho", "delta") if name in account)
    return any(mine is None or theirs is None or mine > theirs for mine, theirs in pairs)


# What is still to be said -------------------------------------------------------------------------------------------


def gaps(dictionary: Tree) -> tuple[str, ...]:
    """What the page must still ask, in its order: "source", "title", …, "unit.kind", …, "neighbours", "budget_cap"."""
    found = [name for name in ("source", "title", "dataset_id", "data_kind") if name not in dictionary]
    unit = dictionary.get("unit", {})
    needed = ["describes", "label", "kind"]
    if "describes" not in unit:
        needed.remove("label")
    if unit.get("kind") == "id":
        needed += ["column", "max_rows", "rows_without_id"]
    found += [f"unit.{name}" for name in needed if name not in unit]
    return (*found, *(name for name in ("neighbours", "budget_cap") if name not in dictionary))
