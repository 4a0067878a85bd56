"""The metadata of SmartNoise SQL in YAML: the bounds of numbers, by which SmartNoise clamps.

    Database:
      PUMS:
        PUMS:
          rows: 1000
          age:
            type: int
            lower: 0
            upper: 100

Of YAML only this is read: names with nested names or with one value, a line each, indented by blanks. That is all these
files need, and what else YAML has (anchors, tags, lists, words that become true or numbers by themselves) is refused
with its line instead of guessed. A column is whatever has a `type`; what SmartNoise knows of rows and ids is part of
the unit that a custodian decides on, and is not taken over.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from dpdesk.data.importing.listed import Listed
from dpdesk.data.importing.tables import whole_text
from dpdesk.errors import BadInput
from dpdesk.limits import MOST_COLUMNS
from dpdesk.problems.problem import problem
from dpdesk.schema.variables.numberformat import NumberFormat

Tree = dict[str, Any]
_DOUBLE, _SINGLE = r'"(?:[^"\\]|\\.)*"', r"'(?:[^']|'')*'"
_PLAIN = r"[^\s'\"&*!|>%@`{}\[\],#:?-](?:[^#:]|:(?=\S)|(?<=\S)#)*|-?[0-9.][0-9.eE+-]*"
_LINE = re.compile(rf"( *)({_DOUBLE}|{_SINGLE}|{_PLAIN}) *:(?:\s+({_DOUBLE}|{_SINGLE}|{_PLAIN}))?\s*(?:(?<=\s)#.*)?")
_EMPTY = re.compile(r"\s*(#.*)?|---\s*")
_DEEPEST, _LONGEST = 20, 1_000
_NUMBERS = NumberFormat()


def read_smartnoise(path: Path) -> list[Listed]:
    """Read the bounds of the columns of one table.

    Raises:
        BadInput: a line is nothing that is read, with its number; or there is no column, or more than one table.
    """
    tables = list(_tables(_read(path)))
    if len(tables) != 1:
        raise BadInput(problem("data.import_yaml_tables", file=path.name, tables=len(tables)))
    return [_column(name, column, path.name) for name, column in tables[0].items()]


def _read(path: Path) -> Tree:
    """The nested names of a file; every value is a text."""
    root: Tree = {}
    nested: list[tuple[int, Tree]] = [(-1, root)]
    opened: Tree | None = root  # what a deeper line belongs to
    for number, line in enumerate(whole_text(path).splitlines(), 1):
        if _EMPTY.fullmatch(line):
            continue
        match = _LINE.fullmatch(line) if len(line) <= _LONGEST else None
        if match is None:
            raise BadInput(problem("data.import_yaml_line", file=path.name, line=number))
        indent, name, value = len(match.group(1)), _text(match.group(2)), match.group(3)
        if indent > nested[-1][0]:
            if opened is None or len(nested) > _DEEPEST:
                raise BadInput(problem("data.import_yaml_line", file=path.name, line=number))
            nested.append((indent, opened))
        while nested[-1][0] > indent:
            nested.pop()
        if nested[-1][0] != indent or name is None or name in nested[-1][1] or len(nested[-1][1]) >= MOST_COLUMNS:
            raise BadInput(problem("data.import_yaml_line", file=path.name, line=number))
        opened = None if value is not None else {}
        nested[-1][1][name] = opened if value is None else _text(value)
    return root


def _text(written: str) -> str | None:
    """What a name or a value says; None where its quotes do not hold a text."""
    if written.startswith("'"):
        return written[1:-1].replace("''", "'")
    if not written.startswith('"'):
        return written.strip()
    try:
        return str(json.loads(written))
    except ValueError:
        return None


def _tables(tree: Mapping[str, Any]) -> Iterator[dict[str, Tree]]:
    """Every table of a tree: what has columns."""
    columns = {
        name: column
        for name, column in tree.items()
        if isinstance(column, dict) and isinstance(column.get("type"), str)
    }
    if columns:
        yield columns
        return
    for inner in tree.values():
        if isinstance(inner, dict):
            yield from _tables(inner)


def _column(name: str, column: Mapping[str, Any], file: str) -> Listed:
    if column["type"] not in ("int", "float") or not {"lower", "upper"} <= column.keys():
        return Listed(name=name, label={})
    lower, upper = (_NUMBERS.parse(str(column[key])) for key in ("lower", "upper"))
    if lower is None or upper is None or lower >= upper:
        raise BadInput(problem("data.import_yaml_bounds", file=file, name=name))
    whole = column["type"] == "int" and lower.denominator == upper.denominator == 1
    return Listed(name=name, label={}, bounds=(lower, upper), whole=whole)
