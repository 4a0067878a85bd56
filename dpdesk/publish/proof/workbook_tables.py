"""The tables of a published workbook, read back where its sheet *Codes* says that their cells stand.

What is printed is held against what was released: a figure that is not the released one, rounded as the sheet says, is
a fault of its cell. Sizes that the sheet names are not trusted: no more is held than the sheets have.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.limits import SHEET_ROWS
from dpdesk.planning.document.formats import OWN_SHEETS
from dpdesk.postprocess.limits.combined_margins import is_together
from dpdesk.problems.problem import problem
from dpdesk.publish.documents.printed import AMOUNTS, Figure
from dpdesk.publish.proof.workbook_figures import column_of, is_number, is_printed
from dpdesk.publish.proof.workbook_pictures import PictureSheet, checked
from dpdesk.publish.workbook.codes import ALL_TABLES, LANGUAGES
from dpdesk.release.canonical import (
    IMPOSSIBLE_SYMBOL,
    LESS_DETAIL_SYMBOL,
    NOT_ESTIMABLE_SYMBOL,
    CellsOf,
    number_text,
    without_style,
)
from dpdesk.release.reliability import Ruling
from dpdesk.release.result import CAUTION, IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, UNRELIABLE

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook

_MARGIN = 4  # the place of the printed margin among the values of a column
_SAMPLED = 4  # columns: sampling margin, that of both errors, and both as printed


def languages_of(workbook: Workbook, path: Path) -> list[list[str]]:
    """The names of the sheets in each language of a workbook, in their order.

    Raises:
        BadInput: it does not fall into as many parts as its last sheet *Codes* says.
    """
    names = workbook.sheetnames
    rows = workbook[names[-2]].iter_rows(min_row=4, max_col=3, values_only=True)
    told = next((str(row[2]) for row in rows if tuple(row[:2]) == (ALL_TABLES, LANGUAGES)), "1")
    number = int(told) if told.isdecimal() else 0
    if not number or len(names) % number or len(names) // number < len(OWN_SHEETS):
        raise BadInput(problem("publish.other_sheets", path=str(path)))
    each = len(names) // number
    return [names[at : at + each] for at in range(0, len(names), each)]


def workbook_tables(workbook: Workbook, names: Sequence[str], path: Path) -> Iterator[CellsOf]:
    """The tables of a workbook in one language, whose sheets have these names, read where its sheet *Codes* says that
    their cells stand.
    """
    found: dict[str, dict[str, list[tuple[str, list[str]]]]] = {}
    for row in workbook[names[-2]].iter_rows(min_row=4, values_only=True):
        name, what, where, *own_codes = ("" if one is None else str(one) for one in (*row, None, None, None))
        found.setdefault(name, {}).setdefault(what, []).append((where, own_codes))
    of_all = found.pop(ALL_TABLES, {})
    letters = {symbol: codes[0] for symbol, codes in of_all.get("mark", ())}
    ruled = [Ruling.read(where, shares) for where, shares in of_all.get("noise", ())]
    if not found:
        raise BadInput(problem("publish.names_no_tables", path=str(path)))
    tables = {table: _Places(own) for table, own in found.items()}
    named = [
        name for places in tables.values() for name in (*places.sheets, *places.margins.values(), *places.pictures)
    ]
    for name in named:
        if name not in names:
            raise BadInput(problem("publish.sheet_missing", path=str(path), sheet=name))
    if sorted(named) != sorted(names[3:-4]):
        raise BadInput(problem("publish.other_sheets", path=str(path)))
    for table, places in tables.items():
        signs = _Signs(letters, ruled[0] if ruled else None)
        cells = _rows(workbook, places, signs, path)
        cells = checked(workbook, places.drawn, cells, places.printed or (1, 1), path)
        yield CellsOf(table, places.variables, cells, None)


class _Places:
    """Where the cells of a table stand, as its lines of the sheet *Codes* say (`workbook/codes.py`)."""

    def __init__(self, own: Mapping[str, list[tuple[str, list[str]]]]) -> None:
        self.variables = tuple(one for one in own["variables"][0][1] if one)
        self.sheets = dict(own["sheet"])
        self.margins = {main: name for name, (main, *_) in own.get("margins", ())}
        self.drawn = [PictureSheet.read(name, told) for name, told in own.get("picture", ())]
        self.pictures = [sheet.name for sheet in self.drawn]
        ((where, codes),) = own["rows"]
        self.first, self.last, self.step, self.across = map(int, where.split())
        self.down = [column_of(letters) for letters in codes if letters]
        runs = (run for where, _ in own.get("order", ()) for run in where.split())
        named = (row for run in runs for row in self._rows(run))
        self.order = list(itertools.islice(named, SHEET_ROWS))
        self.printed = tuple(map(int, own["printed"][0][0].split())) if "printed" in own else None
        self.columns = [
            ([column_of(letters) for letters in places.split()], codes[: self.across])
            for places, codes in own["column"]
        ]

        if len({places[0] for places, _ in self.columns}) < len(self.columns) or len(set(self.order)) < len(self.order):
            raise BadInput(problem("publish.column_twice"))
        self.sampled = [[column_of(letters) for letters in where.split()] for where, _ in own.get("sampling", ())]
        if self.sampled and [len(one) for one in self.sampled] != [_SAMPLED] * len(self.columns):
            raise BadInput(problem("publish.column_twice"))
        printed = {place for places in self.sampled for place in places[2:]}
        exact = {place for places in self.sampled for place in places[:2]}
        self._beside = {places[_MARGIN] for places, _ in self.columns} | printed
        self._read = {place for places, _ in self.columns for place in places} | printed | exact
        if self.margins:
            apart = (place for places, _ in self.columns for at, place in enumerate(places) if at != _MARGIN)
            self._read = {*apart, *exact}

    def _rows(self, run: str) -> range:
        """The first rows of lines, from a text such as `6-8`."""
        first, _, last = run.partition("-")
        return range(int(first), int(last or first) + 1, max(self.step, 1))

    def strays(self, row: Sequence[Any], *, margins: bool = False) -> bool:
        """Whether a row has a figure that is not read."""
        read = self._beside if margins else self._read
        return any(is_number(value) and at not in read for at, value in enumerate(row))

    def codes(self, page: Sequence[str], down: Sequence[str], across: Sequence[str]) -> list[str]:
        """The codes of a cell in the order of the table's variables, and its measure."""
        after = len(self.down) - (self.step > 1)
        above = len(self.variables) + 1 - len(self.down) - self.across
        return [*page[:above], *down[:after], *across, *down[after:]]


class _Signs:
    """What the signs of a workbook stand for, and by which rule estimates are marked for their noise."""

    def __init__(self, letters: Mapping[str, str], ruled: Ruling | None) -> None:
        spellings = {
            IMPOSSIBLE: IMPOSSIBLE_SYMBOL,
            NOT_ESTIMABLE: NOT_ESTIMABLE_SYMBOL,
            LESS_DETAIL: LESS_DETAIL_SYMBOL,
        }
        self.letters = letters
        self.symbols = {symbol: spellings[flag] for symbol, flag in letters.items() if flag in spellings}
        self._ruled = ruled

    def follows(self, flag: str, estimate: str, margin: str, combined: Any = None) -> bool:
        """Whether the marks for noise are those that the rule gives; `combined` is the margin of both errors."""
        due = ""
        if self._ruled is not None and self._ruled.combined and is_number(combined):
            margin = number_text(combined)
        if self._ruled is not None and not any(one.startswith("[") for one in (estimate, margin)):
            try:
                due = self._ruled.mark(float(estimate), float(margin))
            except ValueError:
                return False
        return "".join(letter for letter in flag if letter in UNRELIABLE + CAUTION) == due


def _rows(workbook: Workbook, places: _Places, signs: _Signs, path: Path) -> Iterator[tuple[str, ...]]:
    for name, page in places.sheets.items():
        rows = workbook[name].iter_rows(min_row=places.first, values_only=True)
        own = places.margins.get(name)
        beside = workbook[own].iter_rows(min_row=places.first, values_only=True) if own else itertools.repeat(())
        inside = itertools.islice(zip(rows, beside, strict=False), places.last - places.first + 1)
        waiting: dict[int, list[tuple[str, ...]]] = {}
        for start in itertools.count(places.first, places.step):
            if not (block := list(itertools.islice(inside, places.step))):
                break
            if any(places.strays(row) or places.strays(other, margins=True) for row, other in block):
                raise _stray(path, name)
            cells = _block(block, places, page, signs)
            if places.order:
                waiting[start] = list(cells)
            else:
                yield from cells
        for start in places.order:
            yield from waiting.pop(start, ())
        if any(waiting.values()):
            raise _stray(path, name)
        if any(is_number(value) for row in rows for value in row):
            raise _stray(path, name)
        if own and any(is_number(value) for row in beside for value in row):
            raise _stray(path, own)


def _block(
    block: Sequence[tuple[Sequence[Any], Sequence[Any]]],
    places: _Places,
    page: Sequence[str],
    signs: _Signs,
) -> Iterator[tuple[str, ...]]:
    """The cells of one line of a table: of its rows, and of those beside them on a sheet of margins."""
    sampled: Sequence[Sequence[int | None]] = places.sampled or [()] * len(places.columns)
    for (columns, across), more in zip(places.columns, sampled, strict=True):
        for row, other in block:
            values = [_at(row, column) for column in columns]
            if values[0] is None:
                continue  # a heading
            if places.margins:
                values[_MARGIN] = _at(other, columns[_MARGIN])
            down = ["" if (code := _at(row, at)) is None else str(code) for at in places.down]
            codes = places.codes(page, down, across)
            unit = (1, 1) if codes[-1].partition(":")[0] not in AMOUNTS else places.printed or (1, 1)
            apart = other if places.margins else row
            both = [_at(row, at) for at in more[:2]] + [_at(apart, at) for at in more[2:]]
            yield (*codes, *_cell(values, signs, unit, both))


def _stray(path: Path, sheet: str) -> BadInput:
    return BadInput(problem("publish.stray_figures", sheet=sheet, path=str(path)))


def _at(row: Sequence[Any], column: int | None) -> Any:
    return None if column is None or column >= len(row) else row[column]


def _cell(values: Sequence[Any], signs: _Signs, unit: Sequence[int], both: Sequence[Any]) -> tuple[str, ...]:
    """Estimate, limits, margin and flag of a cell; its flag is `?` where what is printed is not what was released."""
    *numbers, margin = (_spelled(value, signs.symbols) for value in values[:4])
    flag = _flag(values[5], signs.letters)
    missing = numbers[0][1:-1] if numbers[0] in signs.symbols.values() else ""
    sound = signs.follows(flag, numbers[0], margin, both[1] if both else None)
    sound = sound and (not both or _are_sampled(values[3], both, unit))
    sound = sound and ((values[4] is None and bool(missing)) or is_printed(values[3], values[4], unit, Figure.above))
    for exact, printed, rounded in zip(values, values[6:], (Figure.nearest, Figure.below, Figure.above), strict=False):
        sound = sound and is_printed(exact, printed, unit, rounded)
    return (*numbers, margin, (without_style(flag) or missing) + ("" if sound else "?"))


def _are_sampled(margin: Any, both: Sequence[Any], unit: Sequence[int]) -> bool:
    """Whether the margin of both errors follows from the two, and both are printed as they are; or there are none."""
    if both.count(None) == len(both):
        return True
    sampling, combined, *printed = both
    exact = all(is_number(one) for one in (margin, sampling, combined)) and is_together(margin, sampling, combined)
    shown = zip((sampling, combined), printed, strict=True)
    return exact and all(is_printed(one, other, unit, Figure.above) for one, other in shown)


def _spelled(value: Any, symbols: Mapping[str, str]) -> str:
    if isinstance(value, bool) or value is None:
        return "not a number"
    if isinstance(value, int | float):
        return number_text(value)
    return symbols.get(str(value), str(value))


def _flag(value: Any, letters: Mapping[str, str]) -> str:
    """The letters of a mark; its note references are not part of it."""
    if value is None:
        return ""
    text = re.split(r"\[[^][ ]+ [0-9]+\]", str(value))[0].strip()
    if text in letters:
        return letters[text]
    return "".join(letters.get(symbol, "?") for symbol in text.split(" ") if symbol)
