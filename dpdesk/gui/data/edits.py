"""Editing what a dictionary says of the data as a whole: how the file is written, who is protected, the budget.

Pure functions on JSON trees, which they never change. Fields of the unit may be given one by one, in any order; what
no longer makes sense beside a new answer is taken out, so that it is asked again and never guessed.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree
from dpdesk.privacy.exact import parse_exact
from dpdesk.schema.editing.deciding import gaps as gaps
from dpdesk.schema.editing.deciding import ordered as ordered
from dpdesk.schema.editing.deciding import unit_words as unit_words
from dpdesk.schema.editing.deciding import with_field as with_field
from dpdesk.schema.editing.deciding import with_households as with_households
from dpdesk.schema.editing.deciding import with_neighbours as with_neighbours
from dpdesk.schema.editing.deciding import with_unit as with_unit


def with_source(dictionary: Tree, source: Mapping[str, Any], dataset_id: str, title: str, language: str) -> Tree:
    """The dictionary with a source; where nothing is said yet, it is begun under an identifier and a title."""
    from dpdesk.schema.editing.starting import new_dictionary

    begun = new_dictionary(dataset_id, title, source, language)
    return ordered({**begun, **dictionary, "source": dict(source)})


# Who is protected ---------------------------------------------------------------------------------------------------


def with_own_words(dictionary: Tree, words: str, language: str) -> Tree:
    """The dictionary with the unit's name in one language; empty words take it out."""
    label = {key: text for key, text in dictionary.get("unit", {}).get("label", {}).items() if key != language}
    if words:
        label[language] = words
    return with_unit(dictionary, "label", label or None, language)


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
