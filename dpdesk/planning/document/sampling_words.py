"""Sampling errors in words, as a command and a form take them, and as a CSV file with an error for each cell.

- `design effect 1.6, 2000 of 100000`, with `, deviation 250` where means are to have an error
- `relative variance -0.00002 + 2140/x`
- `0: 50 %, 1000: 12 %, 10000: 5 %` by classes of size; `0: 40, 1000: 10 %` with 40 in the unit of the figure
"""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.problems.problem import problem

ERROR = "standard_error"
"""The column of a file that has the standard errors."""
_NUMBER = r"[0-9]+(?:\.[0-9]+|/[0-9]+)?"
_EFFECT = re.compile(rf"design effect ({_NUMBER}),? ([0-9]+) of ([0-9]+)(?:,? deviation ({_NUMBER}))?", re.IGNORECASE)
_VARIANCE = re.compile(rf"relative variance (-?{_NUMBER}) ?\+ ?({_NUMBER}) ?/ ?x", re.IGNORECASE)
_CLASS = re.compile(rf"({_NUMBER}) ?: ?({_NUMBER})( ?%)?")
_LONGEST = 10_000_000


def read_words(words: str) -> dict[str, Any]:
    """The form and numbers of a declaration, as JSON.

    Raises:
        BadInput: it is none of the forms.
    """
    text = " ".join(words.split())
    if found := _EFFECT.fullmatch(text):
        effect, sample, population, deviation = found.groups()
        numbers = {"effect": effect, "sample": int(sample), "population": int(population)}
        return {"kind": "design_effect", **numbers, **({} if deviation is None else {"deviation": deviation})}
    if found := _VARIANCE.fullmatch(text):
        return {"kind": "variance_function", "a": found[1], "b": found[2]}
    classes = [_CLASS.fullmatch(part.strip()) for part in text.split(",")]
    if not all(classes):
        raise BadInput(problem("planning.sampling_words", words=words))
    return {"kind": "size_classes", "classes": [_size_class(one) for one in classes if one is not None]}


def _size_class(found: re.Match[str]) -> dict[str, str]:
    start, error, percent = found.groups()
    if percent is None:
        return {"from": start, "error": error}
    return {"from": start, "cv": format_exact(parse_exact(error) / 100)}


def words_of(tree: Mapping[str, Any]) -> str:
    """The words of a declaration; "" of one with an error for each cell."""
    kind = tree.get("kind")
    if kind == "design_effect":
        more = f", deviation {tree['deviation']}" if tree.get("deviation") else ""
        return f"design effect {tree['effect']}, {tree['sample']} of {tree['population']}{more}"
    if kind == "variance_function":
        return f"relative variance {tree['a']} + {tree['b']}/x"
    if kind == "size_classes":
        return ", ".join(_class_words(one) for one in tree["classes"])
    return ""


def _class_words(one: Mapping[str, str]) -> str:
    if one.get("cv") is None:
        return f"{one['from']}: {one['error']}"
    return f"{one['from']}: {format_exact(parse_exact(one['cv']) * 100)} %"


def read_errors(path: Path) -> dict[str, Any]:
    """The declaration of a CSV file with columns of codes and one of standard errors, as JSON.

    Columns of labels may stand there, too, as in the CSV file of a release; so may rows without an error.

    Raises:
        BadInput: it is no such file.
    """
    try:
        if path.stat().st_size > _LONGEST:
            raise ValueError
        with path.open(encoding="utf-8-sig", newline="") as stream:
            head, *rows = list(csv.reader(stream, strict=True))
    except (OSError, ValueError, csv.Error):
        raise BadInput(problem("planning.errors_unreadable", path=str(path))) from None
    if any(len(row) != len(head) for row in rows):
        raise BadInput(problem("planning.errors_ragged", path=str(path)))
    columns = [name for name in head if name not in _BESIDE and not name.endswith("_label")]
    if ERROR not in head or not columns:
        raise BadInput(problem("planning.errors_without_column", path=str(path)))
    places = [head.index(name) for name in (*columns, ERROR)]
    found = [[row[place].strip() for place in places] for row in rows]
    if not (kept := [row for row in found if row[-1]]):
        raise BadInput(problem("planning.errors_empty", path=str(path)))
    return {"kind": "cell_errors", "columns": columns, "rows": kept}


_BESIDE = frozenset([
    ERROR, "table", "unit", "estimate", "lower", "upper", "level", "margin", "unbiased", "flag", "sampling_margin",
    "combined_margin",
])  # fmt: skip
"""Columns that the CSV file of a release has beside its codes."""
