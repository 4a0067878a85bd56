"""Turning a validating library's findings into one plain sentence with a JSON path.

The library's own messages quote what was found; ours never do, since a data file may have been handed over
in place of a dictionary by mistake.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from dpdesk.errors import BadInput
from dpdesk.schema.file.canonical import json_path
from dpdesk.schema.file.fields import DECIMAL_COMMA, decimal_comma

Model = TypeVar("Model", bound=BaseModel)

_SHAPES = {
    "string_type": "must be a text",
    "int_type": "must be a whole number",
    "int_from_float": "must be a whole number",
    "bool_type": "must be true or false",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_type": "must be an object",
    "model_attributes_type": "must be an object",
    "missing": "is required and not there",
    "none_required": "must be left out",
}


_AN_EXACT_NUMBER = 'be an exact number such as "1", "1/2" or "0.5"'
# What the patterns of dictionary and plan ask for, in words; other patterns are shown as they are.
_PATTERNS = {
    r"^[A-Za-z][A-Za-z0-9_.\-]{0,63}$": "be a name: a letter, then at most 63 letters, digits, '_', '.' or '-'",
    r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,127}$": "be a name of at most 128 letters, digits, '_', '.' or '-'",
    r"^[0-9]{1,40}(\.[0-9]{1,40}|/[0-9]{1,40})?$": _AN_EXACT_NUMBER,
    r"^[0-9a-f]{64}$": "be a hash: 64 of the signs 0-9 and a-f",
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "be a date such as 2025-01-31",
}


def validated(model: type[Model], tree: Any, where: str) -> Model:
    """Validate a JSON tree; `where` names the file ("the dictionary census.dictionary.json").

    Raises:
        BadInput: the first thing that is wrong, as a sentence with its JSON path.
    """
    try:
        return model.model_validate(tree)
    except ValidationError as problem:
        raise BadInput(f"In {where}: {first_problem(problem, tree)}") from None


def first_problem(problem: ValidationError, tree: Any) -> str:
    """Return one sentence for the most telling problem of a failed validation."""
    details = problem.errors(include_url=False, include_context=True, include_input=False)
    best = max(
        details,
        key=lambda detail: (
            detail["type"] == "extra_forbidden",
            len(_within(detail["loc"], tree)),
            detail["type"] == "missing",
        ),
    )
    path = _within(best["loc"], tree)
    kind, context = best["type"], best.get("ctx", {})
    if kind == "extra_forbidden":
        return f"{json_path(path)} is a field this version does not know; check its spelling or remove it."
    if kind == "missing":
        path = [*path, str(best["loc"][-1])]
    if kind == "string_pattern_mismatch" and _PATTERNS.get(str(context.get("pattern"))) == _AN_EXACT_NUMBER:
        found = _at(tree, path)
        if isinstance(found, str) and decimal_comma(found):
            return f"{json_path(path)} {DECIMAL_COMMA}."
    return f"{json_path(path)} {_says(kind, context)}."


def _at(tree: Any, path: Sequence[str | int]) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _within(location: Sequence[str | int], tree: Any) -> list[str | int]:
    """Keep of a validator's location what is a step in the file (it also names alternatives it tried)."""
    path: list[str | int] = []
    node = tree
    for step in location:
        if isinstance(node, Mapping) and isinstance(step, str) and step in node:
            node = node[step]
            path.append(step)
        elif isinstance(node, list) and isinstance(step, int) and 0 <= step < len(node):
            node = node[step]
            path.append(step)
    return path


def _says(kind: str, context: Mapping[str, Any]) -> str:
    if kind in _SHAPES:
        return _SHAPES[kind]
    if kind in {"literal_error"}:
        return f"must be {context.get('expected')}"
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        tags = context.get("expected_tags")
        by = str(context.get("discriminator", "kind")).strip("'")
        return f"must have a {by}: one of {tags}" if tags else f"must have a known {by}"
    if kind == "string_too_short" or (kind == "too_short" and context.get("min_length") == 1):
        return "must not be empty"
    if kind == "too_short":
        return f"must have at least {context.get('min_length')} entries"
    if kind == "too_long":
        return f"must have at most {context.get('max_length')} entries"
    if kind == "string_too_long":
        return f"must be at most {context.get('max_length')} characters long"
    if kind == "greater_than_equal":
        return f"must be at least {context.get('ge')}"
    if kind == "less_than_equal":
        return f"must be at most {context.get('le')}"
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern"))
        return f"must {_PATTERNS.get(pattern, f'match the pattern {pattern}')}"
    if kind == "value_error" and "error" in context:
        return str(context["error"])
    return "is not what it must be"
