"""Published files checked against the hash they quote: the cells are read back and hashed again.

The reading is not the writer's own code: workbooks are read by openpyxl, CSV files by Python's csv module. What is
read is not trusted: sizes are looked at before anything is unpacked, formulas are refused, and nothing but texts
and numbers is used.
"""

from __future__ import annotations

import csv
import itertools
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from dpdesk.data.sources.workbook_guard import check_archive, require_safe_parser
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.limits import LARGEST_METADATA, LARGEST_RELEASE, LONGEST_LINE, SHEET_ROWS
from dpdesk.planning.document.formats import OWN_SHEETS
from dpdesk.publish.documents.printed import AMOUNTS, Figure
from dpdesk.publish.tables.text import csv_plain
from dpdesk.publish.tables.tidy import REHEARSAL as CSV_REHEARSAL
from dpdesk.publish.tables.tidy import VALUES
from dpdesk.publish.workbook.codes import ALL_TABLES, NO_COLUMN
from dpdesk.release.canonical import (
    IMPOSSIBLE_SYMBOL,
    LESS_DETAIL_SYMBOL,
    NOT_ESTIMABLE_SYMBOL,
    CellsOf,
    Hashes,
    hashes_of,
    number_text,
)
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE
from dpdesk.schema.file.canonical import read_whole

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook


_MARGIN = 4  # the place of the printed margin among the values of a column
_LEDGER_ROWS = 8  # of the sheet Ledger line, which are read


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """What a workbook says about its own ledger entry."""

    entry: int | None
    previous_head: str
    head: str
    release_id: str
    result_hash: str
    unbiased_hash: str


def verify_result(path: Path | str) -> str:
    """The result hash of a published release, computed again from its cells.

    `path` is a workbook, or the folder of a release with `tables/*.csv` (or the folder of these). Compare it with the
    hash the ledger's commit entry covers; `quoted_hash` gives the one the files themselves quote.

    Raises:
        BadInput: if it is not a published release.
    """
    return verify_hashes(path).result


def verify_hashes(path: Path | str) -> Hashes:
    """Both parts of the result hash, computed again; the unbiased part of a workbook is the one it quotes."""
    place = Path(path)
    if place.is_dir():
        files = sorted((place / "tables").glob("*.csv")) or sorted(place.glob("*.csv"))
        if not files:
            raise BadInput(f"The folder {place} holds no tables of a release: name the folder with tables/*.csv.")
        return hashes_of(_csv_table(file) for file in files)
    with _open(place) as workbook:
        line = _ledger_line(workbook, place)
        return hashes_of(_workbook_tables(workbook, place), line.unbiased_hash)


def quoted_hash(path: Path | str) -> str:
    """The result hash a workbook, or the metadata.json of a folder, quotes."""
    place = Path(path)
    if not place.is_dir():
        return read_ledger_line(place).result_hash
    try:
        return str(read_metadata(place / "metadata.json")["result"]["hash"])
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(f"The folder {place} has no metadata.json that quotes a result hash.") from None


def read_metadata(path: Path) -> Any:
    """The JSON of a published metadata.json, whatever it holds.

    Raises:
        OSError, ValueError: it cannot be read, is too large, or is not JSON.
    """
    content = read_whole(path, LARGEST_METADATA)
    if content is None:
        raise ValueError("larger than any metadata")
    try:
        return json.loads(content)
    except RecursionError:
        raise ValueError("nested deeper than any metadata") from None


def read_ledger_line(path: Path | str) -> LedgerLine:
    """The ledger entry, heads and hashes a workbook quotes. Raises BadInput if it is no workbook of a release."""
    place = Path(path)
    with _open(place) as workbook:
        return _ledger_line(workbook, place)


# CSV ------------------------------------------------------------------------------------------------------------------


def _csv_table(path: Path) -> CellsOf:
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            read = [[csv_plain(field) for field in row] for row in csv.reader(_lines(stream), strict=True)]
    except (OSError, ValueError, csv.Error):
        raise BadInput(f"The file {path} cannot be read as a table of a release.") from None
    width = len(read[0]) if read else 0
    head = read[0] if read else []
    named = width > 7 and head[0] == "table" and tuple(head[-7:]) == ("measure", *VALUES, "flag")
    if not named or head[2:-7:2] != [f"{name}_label" for name in head[1:-7:2]] or len(read) < 2:
        raise BadInput(f"The file {path} does not have the columns of a table of a release.")
    if any(len(row) != width for row in read):
        raise BadInput(f"The file {path} has a line with another number of fields than its header.")
    names = {row[0] for row in read[1:]}
    if len(names) != 1:
        raise BadInput(f"The file {path} holds more than one table: a release has one file for each.")
    rows = [(*row[1:-7:2], row[-7], *row[-6:-2], row[-1]) for row in read[1:]]
    return CellsOf(
        names.pop().removeprefix(CSV_REHEARSAL), _variables(read[0][1:-7:2]), rows, [row[-2] for row in read[1:]]
    )


def _lines(stream: IO[str]) -> Iterator[str]:
    while line := stream.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            raise ValueError("a line is longer than any of a release")
        yield line


def _variables(names: Sequence[str]) -> tuple[str, ...]:
    """The variables' own names: a variable named like another column is written `variable:NAME`."""
    return tuple(re.sub("^variable:+", "", name) for name in names)


# Workbook -------------------------------------------------------------------------------------------------------------


@contextmanager
def _open(path: Path) -> Iterator[Workbook]:
    """A workbook read with the limits of every workbook, but for the size of the whole; a formula is no value."""
    problem = BadInput(f"The file {path} cannot be read as a workbook of a release: choose a release.xlsx.")
    try:
        if not path.is_file():
            raise problem
        require_safe_parser()
        check_archive(path, LARGEST_RELEASE)
        from dpdesk.data.sources.workbook_reader import read_book

        workbook = read_book(path, data_only=False)
    except Exception:  # any library error here may quote the file: the sentence says all that helps
        raise problem from None
    try:
        yield workbook
    except (DpdeskError, GeneratorExit):
        raise
    except Exception:  # as above
        raise problem from None
    finally:
        workbook.close()


def _sheet(workbook: Workbook, place: int, path: Path) -> Any:
    """One of the sheets at the end: -1 is the ledger line, -2 the codes."""
    if len(workbook.sheetnames) < len(OWN_SHEETS):
        raise BadInput(f"The workbook {path} is not a release as dpdesk publishes it.")
    return workbook[workbook.sheetnames[place]]


def _ledger_line(workbook: Workbook, path: Path) -> LedgerLine:
    """What the last sheet says; its rows are read by their order, since their names are in the workbook's language."""
    rows = _sheet(workbook, -1, path).iter_rows(min_row=4, min_col=2, max_col=2, values_only=True)
    found = ["" if value is None else str(value) for (value,) in rows]
    if len(found) < _LEDGER_ROWS:
        raise BadInput(f"The workbook {path} has an incomplete sheet 'Ledger line'.")
    entry, previous, head, release, _, result, _, unbiased = found[:_LEDGER_ROWS]
    return LedgerLine(int(entry) if entry.isdigit() else None, previous, head, release, result, unbiased)


def _workbook_tables(workbook: Workbook, path: Path) -> Iterator[CellsOf]:
    """The tables of a workbook, read where its sheet *Codes* says that their cells stand."""
    found: dict[str, dict[str, list[tuple[str, list[str]]]]] = {}
    for row in _sheet(workbook, -2, path).iter_rows(min_row=4, values_only=True):
        name, what, where, *codes = ("" if one is None else str(one) for one in (*row, None, None, None))
        found.setdefault(name, {}).setdefault(what, []).append((where, codes))
    letters = {symbol: codes[0] for symbol, codes in found.pop(ALL_TABLES, {}).get("mark", ())}
    if not found:
        raise BadInput(
            f"The workbook {path} names no tables on its sheet 'Codes': it is not a release of this version."
        )
    tables = {table: _Places(own) for table, own in found.items()}
    named = [name for places in tables.values() for name in (*places.sheets, *places.margins.values())]
    for name in named:
        if name not in workbook.sheetnames:
            raise BadInput(f"The workbook {path} lacks the sheet '{name}' that its sheet Codes names.")
    if sorted(named) != sorted(workbook.sheetnames[3:-4]):
        raise BadInput(f"The workbook {path} has other sheets than its sheet Codes names; it was changed.")
    for table, places in tables.items():
        yield CellsOf(table, places.variables, _rows(workbook, places, letters, path), None)


class _Places:
    """Where the cells of a table stand, as its lines of the sheet *Codes* say (`workbook/codes.py`)."""

    def __init__(self, own: Mapping[str, list[tuple[str, list[str]]]]) -> None:
        self.variables = tuple(one for one in own["variables"][0][1] if one)
        self.sheets = dict(own["sheet"])
        self.margins = {main: name for name, (main, *_) in own.get("margins", ())}
        ((where, codes),) = own["rows"]
        self.first, self.last, self.step, self.across = map(int, where.split())
        self.down = [_column(letters) for letters in codes if letters]
        runs = (run for where, _ in own.get("order", ()) for run in where.split())
        named = (row for run in runs for row in self._rows(run))
        self.order = list(itertools.islice(named, SHEET_ROWS))
        self.printed = tuple(map(int, own["printed"][0][0].split())) if "printed" in own else None
        self.columns = [
            ([_column(letters) for letters in places.split()], codes[: self.across]) for places, codes in own["column"]
        ]

        if len({places[0] for places, _ in self.columns}) < len(self.columns) or len(set(self.order)) < len(self.order):
            raise BadInput("A sheet 'Codes' names a column twice, or a line; the workbook was changed.")
        self._beside = {places[_MARGIN] for places, _ in self.columns}
        self._read = {place for places, _ in self.columns for place in places}
        if self.margins:
            apart = (place for places, _ in self.columns for at, place in enumerate(places) if at != _MARGIN)
            self._read = set(apart)

    def _rows(self, run: str) -> range:
        """The first rows of lines, from a text such as `6-8`."""
        first, _, last = run.partition("-")
        return range(int(first), int(last or first) + 1, max(self.step, 1))

    def strays(self, row: Sequence[Any], *, margins: bool = False) -> bool:
        """Whether a row has a figure that is not read."""
        read = self._beside if margins else self._read
        return any(_is_number(value) and at not in read for at, value in enumerate(row))

    def codes(self, page: Sequence[str], down: Sequence[str], across: Sequence[str]) -> list[str]:
        """The codes of a cell in the order of the table's variables, and its measure."""
        after = len(self.down) - (self.step > 1)
        above = len(self.variables) + 1 - len(self.down) - self.across
        return [*page[:above], *down[:after], *across, *down[after:]]


def _column(letters: str) -> int | None:
    """The place of a column in a row; None for none."""
    if letters == NO_COLUMN:
        return None
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1


def _rows(workbook: Workbook, places: _Places, letters: Mapping[str, str], path: Path) -> Iterator[tuple[str, ...]]:
    spellings = {
        IMPOSSIBLE: IMPOSSIBLE_SYMBOL,
        NOT_ESTIMABLE: NOT_ESTIMABLE_SYMBOL,
        LESS_DETAIL: LESS_DETAIL_SYMBOL,
    }
    symbols = {symbol: spellings[flag] for symbol, flag in letters.items() if flag in spellings}
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
            cells = _block(block, places, page, symbols, letters)
            if places.order:
                waiting[start] = list(cells)
            else:
                yield from cells
        for start in places.order:
            yield from waiting.pop(start, ())
        if any(waiting.values()):
            raise _stray(path, name)
        if any(_is_number(value) for row in rows for value in row):
            raise _stray(path, name)
        if own and any(_is_number(value) for row in beside for value in row):
            raise _stray(path, own)


def _block(
    block: Sequence[tuple[Sequence[Any], Sequence[Any]]],
    places: _Places,
    page: Sequence[str],
    symbols: Mapping[str, str],
    letters: Mapping[str, str],
) -> Iterator[tuple[str, ...]]:
    """The cells of one line of a table: of its rows, and of those beside them on a sheet of margins."""
    for columns, across in places.columns:
        for row, other in block:
            values = [_at(row, column) for column in columns]
            if values[0] is None:
                continue  # a heading
            if places.margins:
                values[_MARGIN] = _at(other, columns[_MARGIN])
            down = ["" if (code := _at(row, at)) is None else str(code) for at in places.down]
            codes = places.codes(page, down, across)
            unit = (1, 1) if codes[-1].partition(":")[0] not in AMOUNTS else places.printed or (1, 1)
            yield (*codes, *_cell(values, symbols, letters, unit))


def _stray(path: Path, sheet: str) -> BadInput:
    return BadInput(f"The sheet '{sheet}' of {path} has figures where the sheet Codes knows of none; it was changed.")


def _at(row: Sequence[Any], column: int | None) -> Any:
    return None if column is None or column >= len(row) else row[column]


def _cell(
    values: Sequence[Any], symbols: Mapping[str, str], letters: Mapping[str, str], unit: Sequence[int]
) -> tuple[str, ...]:
    """Estimate, limits, margin and flag of a cell; its flag is `?` where what is printed is not what was released."""
    *numbers, margin = (_spelled(value, symbols) for value in values[:4])
    flag = _flag(values[5], letters)
    missing = numbers[0][1:-1] if numbers[0] in symbols.values() else ""
    sound = (values[4] is None and bool(missing)) or _is_printed(values[3], values[4], unit, Figure.above)
    for exact, printed, rounded in zip(values, values[6:], (Figure.nearest, Figure.below, Figure.above), strict=False):
        sound = sound and _is_printed(exact, printed, unit, rounded)
    return (*numbers, margin, (flag or missing) + ("" if sound else "?"))


def _is_printed(exact: Any, printed: Any, unit: Sequence[int], rounded: Callable[[Figure, float], float]) -> bool:
    """Whether a figure is printed in its unit and to its base, or to some decimals; a symbol as it is."""
    if not _is_number(exact) or not _is_number(printed):
        return bool(exact == printed) and exact is not None
    scale, base = unit
    steps = [Fraction(base)] if base > 1 else [Fraction(scale, 10**decimals) for decimals in range(13)]
    return any(rounded(Figure(scale, step, 0), exact) == printed for step in steps)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


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
