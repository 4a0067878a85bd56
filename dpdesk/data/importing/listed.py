"""What a file of metadata says of one variable, whatever its format: labels, codes, missing codes, hierarchies."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.limits import LARGEST_CODE_LIST
from dpdesk.problems.problem import problem
from dpdesk.schema.file.fields import RESERVED_CODES

Tree = dict[str, Any]
LONGEST_CODE, LONGEST_CELL = 200, 1_000
_CONTROL = re.compile(r"[\x00-\x1f]")


@dataclass(frozen=True, slots=True)
class Hierarchy:
    """The nodes of a hierarchy, {"code", "parent", "label"} each; `name` is "" where the file gives it none."""

    name: str
    rows: tuple[Tree, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """What is said of a variable; None where nothing is said.

    `name` is what the file calls it, "" where it does not say. Codes are {"code", "label", "texts"}, missing codes
    have a "kind" as well; texts are there only if the file speaks of cells (`cells`). Codes with others below them
    stand among the codes, too. `languages` are those the file's labels are in: other labels stay. `partial` says that
    values may have no label, as in a statistical file. `how` is how the domain is known, in the dictionary's words.
    `bounds` are those of a number, which is `whole` or not.
    """

    name: str
    label: Mapping[str, str]
    codes: tuple[Tree, ...] | None = None
    missing: tuple[Tree, ...] | None = None
    hierarchies: tuple[Hierarchy, ...] = ()
    languages: frozenset[str] = frozenset()
    cells: bool = False
    partial: bool = False
    how: str | None = None
    bounds: tuple[Fraction, Fraction] | None = None
    whole: bool = False


def fits(code: str) -> bool:
    """Whether a text can be a code."""
    return (
        0 < len(code) <= LONGEST_CODE
        and code == code.strip()
        and not _CONTROL.search(code)
        and code not in RESERVED_CODES
    )


def require_code(code: str, file: str, line: int) -> str:
    """Return a code that can be one.

    Raises:
        BadInput: it cannot, with the line.
    """
    if not fits(code):
        raise BadInput(problem("data.import_code", file=file, line=line, most=LONGEST_CODE))
    return code


def require_modest(codes: Collection[object], file: str) -> None:
    """Refuse a list of more codes than a variable may have."""
    if len(codes) > LARGEST_CODE_LIST:
        raise BadInput(problem("data.import_long", file=file, most=LARGEST_CODE_LIST))


def inner(hierarchies: Iterable[Sequence[Mapping[str, Any]]]) -> set[str]:
    """The nodes that have others below them."""
    return {str(row["parent"]) for rows in hierarchies for row in rows if row["parent"]}
