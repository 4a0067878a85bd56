"""What of a dictionary is meaning and what is text.

Meaning is what decides the numbers of a release: the domain of every variable and the way from a cell's text
to a code, the unit and its cap on rows, neighbours, source format, public bound on the rows. It is written
from what was understood, not from how it was written: bins given as edges or by width, codes inline or in a
file, keys in any order mean the same. Everything a reader sees is text. The budget cap is neither: the
account keeps it, and may raise it.
"""

from __future__ import annotations

from typing import Any

from dpdesk.schema.file import model
from dpdesk.schema.variables.coding import (
    Coding,
    GroupCoding,
    MembersCoding,
    NumberCoding,
    NumberOfMembers,
    ProductCoding,
    QuantityCoding,
    RuleCoding,
    SquareCoding,
    StatedCoding,
    Summed,
    TextCoding,
)
from dpdesk.schema.variables.numberformat import exact_text
from dpdesk.schema.variables.variable import Variable


def variable_meaning(variable: Variable) -> dict[str, Any]:
    """Return the meaning of one variable as plain JSON."""
    meaning: dict[str, Any] = {
        "kind": variable.kind,
        "describes": variable.describes,
        "coding": _coding(variable.coding),
    }
    if variable.is_quantity:
        return meaning
    meaning["codes"] = list(variable.codes)
    meaning["missing"] = {
        code: kind for code, kind in zip(variable.codes, variable.missing, strict=True) if kind is not None
    }
    meaning["ordered"] = variable.ordered
    hierarchies: dict[str, list[Any]] = {}
    for level in variable.levels:
        groups = {
            "name": level.name,
            "codes": list(level.codes),
            "members": [list(codes) for codes in level.members],
        }
        hierarchies.setdefault(level.hierarchy, []).append(groups)
    meaning["hierarchies"] = hierarchies
    return meaning


def _coding(coding: Coding | Summed) -> dict[str, Any]:
    match coding:
        case TextCoding():
            exact = {"column": coding.column, "texts": dict(coding.table), "otherwise": coding.otherwise}
            return exact | ({"beginnings": dict(coding.beginnings)} if coding.beginnings else {})
        case NumberCoding():
            return {
                "column": coding.column,
                "texts": dict(coding.texts),
                "numbers": {exact_text(number): to for number, to in coding.numbers.items()},
                "edges": [exact_text(edge) for edge in coding.edges],
                "closed": int(coding.closed),
                "below": coding.below,
                "above": coding.above,
                "unreadable": coding.unreadable,
            }
        case RuleCoding():
            return {
                "inputs": [_coding(input_) for input_ in coding.inputs],
                "rules": [
                    {"when": {str(position): sorted(allowed) for position, allowed in rule.when}, "then": rule.code}
                    for rule in coding.rules
                ],
                "otherwise": coding.otherwise,
            }
        case GroupCoding():
            return {"of": _coding(coding.base), "groups": list(coding.table)}
        case MembersCoding():
            meaning: dict[str, Any] = {
                "take": coding.take,
                "where": [{"of": _coding(input_), "codes": sorted(codes)} for input_, codes in coding.when],
            }
            if coding.of is None:
                return meaning | {"least": coding.least, "most": coding.most}
            return meaning | {"of": _coding(coding.of), "plain": coding.plain, "nobody": coding.nobody}
        case NumberOfMembers():
            return {"number": _coding(coding.of)}
        case QuantityCoding():
            return {
                "column": coding.column,
                "texts": sorted(coding.texts),
                "numbers": sorted(exact_text(number) for number in coding.numbers),
                "lower": exact_text(coding.lower),
                "upper": exact_text(coding.upper),
                "step": exact_text(coding.step),
                "below": _maybe(coding.below),
                "above": _maybe(coding.above),
                "unreadable": _maybe(coding.unreadable),
            }
        case StatedCoding():
            return {"stated": _coding(coding.of)}
        case SquareCoding():
            return {"squares": _coding(coding.of), "about": coding.centre}
        case ProductCoding():
            return {"product": [_coding(coding.of), _coding(coding.weight)]}


def _maybe(steps: int | None) -> int | str:
    return "not_stated" if steps is None else steps


_TEXT_FIELDS = {"title", "label", "labels", "note", "reason", "public", "unit_of_measure"}


def dictionary_text(record: model.DictionaryRecord) -> dict[str, Any]:
    """Return every text of the dictionary as plain JSON, keyed by what it belongs to."""
    tree = model.dump(record)
    texts = _texts(tree)
    return texts if isinstance(texts, dict) else {}


def _texts(node: Any) -> Any:
    """Keep the text fields of a tree; list entries are keyed by their name or code so that order is neutral."""
    if isinstance(node, dict):
        kept: dict[str, Any] = {}
        for key, value in node.items():
            if key in _TEXT_FIELDS:
                kept[key] = value
                continue
            inner = _texts(value)
            if inner:
                kept[key] = inner
        return kept
    if isinstance(node, list):
        entries: dict[str, Any] = {}
        for number, value in enumerate(node):
            inner = _texts(value)
            if inner:
                key = value.get("name") or value.get("code") if isinstance(value, dict) else None
                entries[str(key) if key else f"#{number}"] = inner
        return entries
    return None
