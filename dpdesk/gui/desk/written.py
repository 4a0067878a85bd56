"""How a file is written, as a dictionary says it: all fields of a source, and in what two of them differ. Qt-free."""

from __future__ import annotations

import codecs
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from dpdesk.gui.desk.trees import Tree
from dpdesk.schema.file.model import SOURCES

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo


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
