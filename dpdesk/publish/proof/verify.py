"""Published files checked against the hash they quote: the cells are read back and hashed again.

The reading is not the writer's own code: workbooks are read by openpyxl, CSV files by Python's csv module. What is
read is not trusted: sizes are looked at before anything is unpacked, formulas are refused, and nothing but texts
and numbers is used.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from dpdesk.data.sources.workbook_guard import check_archive, require_safe_parser
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.limits import LARGEST_METADATA, LARGEST_RELEASE, LONGEST_LINE
from dpdesk.publish.documents.facts import SYMBOL_NAMES
from dpdesk.publish.tables.text import csv_plain
from dpdesk.publish.tables.tidy import REHEARSAL as CSV_REHEARSAL
from dpdesk.publish.tables.tidy import VALUES
from dpdesk.publish.workbook.accessible import CODE, HEADER_ROW
from dpdesk.publish.workbook.pages import SYMBOL_FOR, TABLE_ON_SHEET, VARIABLES_OF
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

_FLAGS = {f"{SYMBOL_FOR}{name.replace('_', ' ')}": flag for flag, name in SYMBOL_NAMES.items()}


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


def _pairs(workbook: Workbook, sheet: str, path: Path) -> dict[str, str]:
    if sheet not in workbook.sheetnames:
        raise BadInput(f"The workbook {path} has no sheet '{sheet}': it is not a release as dpdesk publishes it.")
    rows = workbook[sheet].iter_rows(min_row=4, max_col=2, values_only=True)
    return {str(name): "" if value is None else str(value) for name, value in rows if name is not None}


def _ledger_line(workbook: Workbook, path: Path) -> LedgerLine:
    found = _pairs(workbook, "Ledger line", path)
    try:
        entry = found["Entry"]
        return LedgerLine(
            int(entry) if entry.isdigit() else None,
            found["Previous head"],
            found["Head"],
            found["Release number"],
            found["Result hash"],
            found["Hash of the unbiased values"],
        )
    except KeyError:
        raise BadInput(f"The workbook {path} has an incomplete sheet 'Ledger line'.") from None


def _workbook_tables(workbook: Workbook, path: Path) -> Iterator[CellsOf]:
    """The tables the page Parameters lists, the sheets of one table joined in its order."""
    parameters = _pairs(workbook, "Parameters", path)
    letters = {symbol: _FLAGS[name] for name, symbol in parameters.items() if name in _FLAGS}
    sheets: dict[str, list[str]] = {}
    for name, table in parameters.items():
        sheet = name.removeprefix(TABLE_ON_SHEET)
        if sheet != name:
            if sheet not in workbook.sheetnames:
                raise BadInput(f"The workbook {path} lacks the sheet '{sheet}' that its page Parameters names.")
            sheets.setdefault(table, []).append(sheet)
    names = _variable_names(parameters)
    for table, parts in sheets.items():
        said = names.get(table, "")
        no_variable = said in ("none", "") and not _variables_on(workbook, parts[0], path)
        variables = () if no_variable else tuple(said.split(", "))  # one may itself be called "none"
        yield CellsOf(table, variables, _rows(workbook, parts, letters, path), None)


def _variable_names(parameters: Mapping[str, str]) -> dict[str, str]:
    """The names of each table's variables, as the page *Parameters* lists them."""
    return {
        name.removeprefix(VARIABLES_OF): value for name, value in parameters.items() if name.startswith(VARIABLES_OF)
    }


def _variables_on(workbook: Workbook, sheet: str, path: Path) -> int:
    """How many variables the columns of a table's sheet have."""
    head = next(workbook[sheet].iter_rows(min_row=HEADER_ROW, max_row=HEADER_ROW, values_only=True), ())
    variables = sum(str(name).endswith(CODE) for name in head) - 1
    if variables < 0 or len(head) != 2 * variables + 7:
        raise BadInput(f"The sheet '{sheet}' of {path} does not have the columns of a table of a release.")
    return variables


def _rows(
    workbook: Workbook, sheets: Sequence[str], letters: Mapping[str, str], path: Path
) -> Iterator[tuple[str, ...]]:
    spellings = {
        IMPOSSIBLE: IMPOSSIBLE_SYMBOL,
        NOT_ESTIMABLE: NOT_ESTIMABLE_SYMBOL,
        LESS_DETAIL: LESS_DETAIL_SYMBOL,
    }
    symbols = {symbol: spellings[flag] for symbol, flag in letters.items() if flag in spellings}
    for sheet in sheets:
        variables = _variables_on(workbook, sheet, path)
        for row in workbook[sheet].iter_rows(min_row=HEADER_ROW + 1, values_only=True):
            values = [_spelled(value, symbols) for value in row[variables + 1 : variables + 5]]
            codes = ["" if code is None else str(code) for code in row[variables + 6 :]]
            yield (*codes, *values, _flag(row[variables + 5], letters))


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
    text = str(value).split("[note ")[0].strip()
    if text in letters:
        return letters[text]
    return "".join(letters.get(symbol, "?") for symbol in text.split(" ") if symbol)
