"""The pictures of a workbook read back: each figure that one draws is that of its cell, and so are its limits.

A sheet with a picture says behind each figure which cell it is of (`workbook/drawing_sheet.py`), and the sheet Codes in
which of its columns figures stand (`workbook/codes.py`).
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.publish.documents.printed import AMOUNTS, Figure
from dpdesk.publish.proof.workbook_figures import column_of, is_number, is_printed
from dpdesk.publish.workbook.drawing import GAPS

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

_LEAST = 1e-9  # what is off by less is an error of arithmetic
Cell = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PictureSheet:
    """A sheet with a picture: its rows, and for each series the columns of its figures as `codes` lists them."""

    name: str
    first: int
    last: int
    places: int | None
    series: tuple[tuple[int | None, ...], ...]

    @classmethod
    def read(cls, name: str, told: Sequence[str]) -> PictureSheet:
        """From its line of the sheet Codes."""
        first, last, *places = told[0].split()
        series = tuple(tuple(map(column_of, one.split())) for one in told[1:] if one)
        return cls(name, int(first), int(last), column_of(places[0]) if places else None, series)


def checked(
    workbook: Workbook, sheets: Sequence[PictureSheet], cells: Iterator[Cell], unit: Sequence[int], path: Path
) -> Iterator[Cell]:
    """The cells of a table, and after the last a look at its pictures.

    Raises:
        BadInput: a picture draws another figure, or has one where none is known.
    """
    if not sheets:
        yield from cells
        return
    known: dict[str, Cell] = {}
    for cell in cells:
        known[json.dumps(cell[:-5], ensure_ascii=False)] = cell[-6:]
        yield cell
    for sheet in sheets:
        if not all(_sound(row, at, sheet, known, unit) for at, row in enumerate(_rows(workbook, sheet), 1)):
            raise BadInput(problem("publish.other_picture", path=str(path), sheet=sheet.name))


def _rows(workbook: Workbook, sheet: PictureSheet) -> Iterator[Sequence[Any]]:
    rows: Iterator[Sequence[Any]] = workbook[sheet.name].iter_rows(values_only=True)
    return rows


def _sound(row: Sequence[Any], at: int, sheet: PictureSheet, known: Mapping[str, Cell], unit: Sequence[int]) -> bool:
    """Whether a row has the figures of its cells, and no others."""
    figures = {place for place, value in enumerate(row) if is_number(value)}
    if not sheet.first <= at <= sheet.last:
        return not figures
    named = {place for series in sheet.series for place in series} | {sheet.places}
    return figures <= named and all(_drawn(_values(row, series), known, unit) for series in sheet.series)


def _values(row: Sequence[Any], columns: Sequence[int | None]) -> list[Any]:
    return [None if at is None or at >= len(row) else row[at] for at in columns]


def _drawn(values: Sequence[Any], known: Mapping[str, Cell], unit: Sequence[int]) -> bool:
    """Whether the figures of a series in a row are those of its cell."""
    value, low, high, codes, left, up, down = values
    figures = (value, low, high, left, up, down)
    if not all(one is None or is_number(one) for one in figures):
        return False
    measure, estimate, lower, upper, _, flag = known.get(str(codes), ("", "", "", "", "", next(iter(GAPS))))
    if value is None:
        return bool(GAPS & set(flag)) and all(one is None for one in figures)
    scale = unit if measure.partition(":")[0] in AMOUNTS else (1, 1)
    pairs = [(estimate, value, Figure.nearest)]
    if low is not None:
        pairs += [(lower, low, Figure.below), (upper, high, Figure.above)]
    if not all(_number(exact) and is_printed(float(exact), one, scale, way) for exact, one, way in pairs):
        return False
    ends = ((left, -value, 0), (up, high, value), (down, value, low))
    return all(one is None or _is_apart(one, above, below) for one, above, below in ends)


def _is_apart(length: Any, above: Any, below: Any) -> bool:
    return above is not None and below is not None and abs(length - (above - below)) < _LEAST


def _number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True
