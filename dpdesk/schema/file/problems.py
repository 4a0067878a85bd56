"""Turning a validating library's findings into one problem with its place.

The library's own messages quote what was found; ours never do, since a data file may have been handed over
in place of a dictionary by mistake.
"""

from __future__ import annotations

from ast import literal_eval
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from dpdesk.errors import BadInput
from dpdesk.problems.problem import Document, Problem, Step, Value
from dpdesk.schema.file.fields import Unfit, decimal_comma

Model = TypeVar("Model", bound=BaseModel)
Found = tuple[str, dict[str, Value]]
"""The code of a problem and its values."""

_SHAPES = {
    "extra_forbidden": "schema.unknown_field",
    "string_type": "schema.must_be_text",
    "int_type": "schema.must_be_whole_number",
    "int_from_float": "schema.must_be_whole_number",
    "bool_type": "schema.must_be_true_or_false",
    "list_type": "schema.must_be_list",
    "dict_type": "schema.must_be_object",
    "model_type": "schema.must_be_object",
    "model_attributes_type": "schema.must_be_object",
    "missing": "schema.required",
    "none_required": "schema.must_be_left_out",
    "string_too_short": "schema.empty",
}
_LIMITS = {
    "too_short": ("schema.too_few_entries", "least", "min_length"),
    "too_long": ("schema.too_many_entries", "most", "max_length"),
    "string_too_long": ("schema.text_too_long", "most", "max_length"),
    "greater_than_equal": ("schema.too_small", "least", "ge"),
    "less_than_equal": ("schema.too_great", "most", "le"),
}
# What the patterns of dictionary and plan ask for; other patterns are shown as they are.
_PATTERNS = {
    r"^[A-Za-z][A-Za-z0-9_.\-]{0,63}$": "schema.must_be_name",
    r"^[A-Za-z0-9][A-Za-z0-9_.\-]{0,127}$": "schema.must_be_identifier",
    r"^[0-9]{1,40}(\.[0-9]{1,40}|/[0-9]{1,40})?$": "schema.must_be_exact",
    r"^[0-9a-f]{64}$": "schema.must_be_hash",
    r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$": "schema.must_be_day",
}


def validated(model: type[Model], tree: Any, file: Document) -> Model:
    """Validate a JSON tree; `file` says for errors where it is from.

    Raises:
        BadInput: the first thing that is wrong, with its place.
    """
    try:
        return model.model_validate(tree)
    except ValidationError as error:
        raise BadInput(first_problem(error, tree, file)) from None


def first_problem(error: ValidationError, tree: Any, file: Document) -> Problem:
    """Return the most telling problem of a failed validation."""
    details = error.errors(include_url=False, include_context=True, include_input=False)
    best = max(
        details,
        key=lambda detail: (
            detail["type"] == "extra_forbidden",
            len(_within(detail["loc"], tree)),
            detail["type"] == "missing",
        ),
    )
    path = _within(best["loc"], tree)
    if best["type"] == "missing":
        path = [*path, str(best["loc"][-1])]
    code, values = _code_and_values(best["type"], best.get("ctx", {}))
    if code == "schema.must_be_exact":
        text = _node(tree, path)
        code = "schema.decimal_comma" if isinstance(text, str) and decimal_comma(text) else code
    return Problem(code, file.whole.to(*path), values)


def _node(tree: Any, path: Sequence[Step]) -> Any:
    for step in path:
        tree = tree[step]
    return tree


def _within(location: Sequence[Step], tree: Any) -> list[Step]:
    """Keep of a validator's location what is a step in the file (it also names alternatives it tried)."""
    path: list[Step] = []
    node = tree
    for step in location:
        if isinstance(node, Mapping) and isinstance(step, str) and step in node:
            node = node[step]
            path.append(step)
        elif isinstance(node, list) and isinstance(step, int) and 0 <= step < len(node):
            node = node[step]
            path.append(step)
    return path


def _code_and_values(kind: str, context: Mapping[str, Any]) -> Found:
    if kind == "too_short" and context.get("min_length") == 1:
        return "schema.empty", {}
    if kind in _SHAPES:
        return _SHAPES[kind], {}
    if kind in _LIMITS:
        code, name, limit = _LIMITS[kind]
        return code, {name: _plain(context.get(limit))}
    if kind == "literal_error":
        return "schema.must_be_one_of", {"choices": _choices(context.get("expected"))}
    if kind in {"union_tag_invalid", "union_tag_not_found"}:
        key, tags = str(context.get("discriminator", "kind")).strip("'"), context.get("expected_tags")
        if tags:
            return "schema.must_have_kind", {"key": key, "choices": _choices(tags)}
        return "schema.must_have_known_kind", {"key": key}
    if kind == "string_pattern_mismatch":
        pattern = str(context.get("pattern"))
        named = _PATTERNS.get(pattern)
        return ("schema.must_match", {"pattern": pattern}) if named is None else (named, {})
    wrong = context.get("error")
    return (wrong.code if isinstance(wrong, Unfit) else "schema.not_right"), {}


def _plain(limit: Any) -> str | int:
    return limit if type(limit) is int else str(limit)


def _choices(listed: Any) -> tuple[str | int, ...]:
    """The choices that the library lists as Python writes them: 'person', 'household' or 'other'."""
    read = literal_eval(f"[{str(listed).replace(' or ', ', ')}]")
    return tuple(choice if type(choice) is int else str(choice) for choice in read)
