"""A benchmark's lines as a CSV file and back: a column for each field of their class, nothing where it is None."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any, TypeVar

L = TypeVar("L")


def write(kind: type[Any], found: Sequence[Any], path: Path, figures: int = 4, **written: str) -> None:
    """A CSV file of all lines; numbers have so many figures, but for fields `written` in a format of their own."""
    with path.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow([one.name for one in fields(kind)])
        for line in found:
            out.writerow(
                [
                    format(value, written.get(name, f".{figures}g")) if isinstance(value, float) else value
                    for name, value in asdict(line).items()
                ]
            )


def read(kind: type[L], path: Path) -> list[L]:
    """The lines of such a file."""
    stated = {one.name: str(one.type) for one in fields(kind)}  # type: ignore[arg-type]  # a dataclass
    with path.open(encoding="utf-8", newline="") as file:
        return [kind(**{key: _value(stated[key], text) for key, text in row.items()}) for row in csv.DictReader(file)]


def _value(stated: str, text: str) -> object:
    if "float" in stated:
        return float(text) if text else None
    if "int" in stated:
        return int(text) if text else None
    return text
