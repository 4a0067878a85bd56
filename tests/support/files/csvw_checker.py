"""A description of a CSV file and the file itself, held against the rules of CSV on the Web (W3C 2015).

Written from the standard's own words (Metadata Vocabulary for Tabular Data §5, Model for Tabular Data §6), not from
what dpdesk writes; only what a single table needs. `problems` says what is broken, in words, and nothing if all holds.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

ENDING = "-metadata.json"
LANGUAGE = re.compile(r"[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")
VARIABLE = re.compile(r"(?:[A-Za-z0-9]|%[0-9A-F]{2})(?:[A-Za-z0-9_.]|%[0-9A-F]{2})*")
"""A name: a variable of RFC 6570 that does not begin with _."""
DATATYPES = {
    "string": re.compile(r"(?s).*"),
    "integer": re.compile(r"[+-]?[0-9]+"),
    "decimal": re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)"),
    "date": re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}"),
}
TABLE = {
    "@id",
    "@type",
    "url",
    "dialect",
    "notes",
    "suppressOutput",
    "tableDirection",
    "tableSchema",
    "transformations",
}
INHERITED = {"aboutUrl", "datatype", "default", "lang", "null", "ordered", "propertyUrl", "required", "separator"}
COLUMN = INHERITED | {"name", "suppressOutput", "titles", "virtual", "valueUrl", "textDirection", "@id", "@type"}
SCHEMA = INHERITED | {"columns", "foreignKeys", "primaryKey", "rowTitles", "@id", "@type"}


def _is_of_type(value: dict[str, str]) -> bool:
    """Whether a value has a type with its prefix, as readers ask (csvw 4 refuses a bare "date"), and is of it."""
    prefix, _, kind = value["@type"].partition(":")
    return prefix == "xsd" and kind in DATATYPES and bool(DATATYPES[kind].fullmatch(value["@value"]))


def problems(file: Path) -> list[str]:
    """What is wrong with a CSV file or with the description beside it."""
    beside = file.with_name(file.name + ENDING)
    if not beside.is_file():
        return ["no description beside the file"]
    try:
        tree = json.loads(beside.read_bytes().decode("utf-8"))
    except ValueError:
        return ["the description is no JSON in UTF-8"]
    return [*_description(tree), *_file(tree, file)]


def _description(tree: Any) -> Iterator[str]:
    context = tree.get("@context")
    namespace, *local = context if isinstance(context, list) else [context]
    if namespace != "http://www.w3.org/ns/csvw":
        yield "@context is not that of the standard"
    if len(local) > 1 or any(not isinstance(one, dict) or set(one) - {"@base", "@language"} for one in local):
        yield "@context has more than a base and a language"
    unknown = [key for key in tree if key != "@context" and key not in TABLE | {"lang"} and ":" not in key]
    if unknown:
        yield f"unknown properties of the table: {unknown}"
    schema = tree.get("tableSchema", {})
    if set(schema) - SCHEMA:
        yield "unknown properties of the schema"
    names = []
    for column in schema.get("columns", ()):
        names.append(column.get("name"))
        if not isinstance(column.get("name"), str) or not VARIABLE.fullmatch(column["name"]):
            yield f"{column.get('name')!r} is no name of a column"
        if any(key not in COLUMN and ":" not in key for key in column):
            yield f"unknown properties of the column {column.get('name')}"
        titles = column.get("titles")
        if not isinstance(titles, dict) or not titles or not all(LANGUAGE.fullmatch(one) for one in titles):
            yield f"titles of {column.get('name')} are not by language"
        if column.get("datatype", "string") not in DATATYPES:
            yield f"unknown datatype of {column.get('name')}"
        if "lang" in column and not LANGUAGE.fullmatch(column["lang"]):
            yield f"lang of {column.get('name')} is no language"
    if not names:
        yield "no columns"
    if len(set(names)) < len(names):
        yield "two columns have one name"
    if set(_listed(schema.get("primaryKey", []))) - set(names):
        yield "the primary key names no column"
    for key, value in tree.items():
        if ":" in key:
            yield from (f"{key}: {fault}" for one in _listed(value) for fault in _common(one))


def _common(value: Any) -> Iterator[str]:
    """A common property: a plain value, or one with a language or a datatype, not both."""
    if isinstance(value, dict):
        if (
            "@value" not in value
            or {"@language", "@type"} <= set(value)
            or set(value) - {"@value", "@language", "@type"}
        ):
            yield "no value with a language or a type"
        elif "@language" in value and not LANGUAGE.fullmatch(value["@language"]):
            yield "no language"
        elif "@type" in value and not _is_of_type(value):
            yield "a value that is not of its type"


def _file(tree: Any, file: Path) -> Iterator[str]:
    dialect = tree.get("dialect", {})
    if unquote(str(tree.get("url"))) != file.name:
        yield "url is not the file beside the description"
    data = file.read_bytes()
    if data.startswith(b"\xef\xbb\xbf"):
        yield "a byte order mark"
    text = data.decode(dialect.get("encoding", "utf-8"))
    ends = dialect.get("lineTerminators", ["\r\n", "\n"])
    if set(re.findall("\r\n|\r|\n", text)) - set(ends):
        yield "other line ends than the dialect says"
    reader = csv.reader(
        io.StringIO(text, newline=""), delimiter=dialect.get("delimiter", ","), quotechar=dialect.get("quoteChar", '"'),
        doublequote=dialect.get("doubleQuote", True), strict=True,
    )  # fmt: skip
    head, *rows = list(reader)
    columns = tree.get("tableSchema", {}).get("columns", [])
    if len(columns) != len(head):
        yield f"{len(columns)} columns described, {len(head)} in the file"
        return
    for at, (column, name) in enumerate(zip(columns, head, strict=True)):
        # The header is of no language ("und"), which matches a title of every language.
        titles = [title for found in column["titles"].values() for title in _listed(found)]
        if name not in titles:
            yield f"column {at} is headed {name!r}, which is none of its titles"
    for at, row in enumerate(rows, 2):
        if len(row) != len(head):
            yield f"line {at} has another number of fields"
            return
    for column, values in zip(columns, zip(*rows, strict=True), strict=True):
        pattern, nothing = DATATYPES.get(column.get("datatype", "string")), column.get("null", "")
        if pattern is not None and not all(one in _listed(nothing) or pattern.fullmatch(one) for one in values):
            yield f"{column['name']} holds what is no {column['datatype']}"
        if column.get("required") and any(one in _listed(nothing) for one in values):
            yield f"{column['name']} is empty somewhere"
    keys = _listed(tree["tableSchema"].get("primaryKey", []))
    places = [at for at, column in enumerate(columns) if column["name"] in keys]
    if keys and len({tuple(row[at] for at in places) for row in rows}) < len(rows):
        yield "two lines have one primary key"
    if any(row[at] == "" for at in places for row in rows):
        yield "the primary key is empty somewhere"


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
