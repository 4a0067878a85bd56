"""Published files checked against the hash they quote: the cells are read back and hashed again.

The reading is not the writer's own code: workbooks are read by openpyxl, CSV files by Python's csv module. What is
read is not trusted: sizes are looked at before anything is unpacked, formulas are refused, and nothing but texts
and numbers is used.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from dpdesk.data.sources.workbook.guard import check_archive, require_safe_parser
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.limits import LARGEST_RELEASE, LONGEST_LINE
from dpdesk.planning.document.formats import OWN_SHEETS
from dpdesk.postprocess.limits.combined_margins import is_together
from dpdesk.problems.problem import problem
from dpdesk.publish.folders import METADATA, PUBLISH, TABLES, read_metadata, root
from dpdesk.publish.proof.workbook_tables import languages_of, workbook_tables
from dpdesk.publish.tables.text import csv_plain
from dpdesk.publish.tables.tidy import LAST, SAMPLED, VALUES, spelled
from dpdesk.publish.tables.tidy import REHEARSAL as CSV_REHEARSAL
from dpdesk.release.canonical import (
    CellsOf,
    Hashes,
    hashes_of,
    without_style,
)

if TYPE_CHECKING:
    from openpyxl.workbook.workbook import Workbook


_PLAIN = len(VALUES) + 1  # columns at the end in which nothing is ever guarded
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

    `path` is a workbook, or the folder of a release (or the folder of its CSV files). Compare it with the
    hash the ledger's commit entry covers; `quoted_hash` gives the one the files themselves quote.

    Raises:
        BadInput: if it is not a published release.
    """
    return verify_hashes(path).result


def verify_hashes(path: Path | str) -> Hashes:
    """Both parts of the result hash, computed again; the unbiased part of a workbook is the one it quotes."""
    place = Path(path)
    if place.is_dir():
        files = sorted((root(place) / TABLES).glob("*.csv")) or sorted(place.glob("*.csv"))
        if not files:
            raise BadInput(problem("publish.no_tables", folder=str(place), part=TABLES))
        return hashes_of(_csv_table(file) for file in files)
    with _open(place) as workbook:
        found = [
            hashes_of(workbook_tables(workbook, names, place), _ledger_line(workbook, names, place).unbiased_hash)
            for names in _languages(workbook, place)
        ]
    if any(one != found[0] for one in found):
        raise BadInput(problem("publish.languages_differ", path=str(place)))
    return found[0]


def quoted_hash(path: Path | str) -> str:
    """The result hash that a workbook, or the metadata of a folder, quotes."""
    place = Path(path)
    if not place.is_dir():
        return read_ledger_line(place).result_hash
    try:
        return str(read_metadata(root(place))["result"]["hash"])
    except (OSError, ValueError, KeyError, TypeError):
        raise BadInput(problem("publish.no_quoted_hash", folder=str(place), file=METADATA)) from None


def read_ledger_line(path: Path | str) -> LedgerLine:
    """The ledger entry, heads and hashes a workbook quotes. Raises BadInput if it is no workbook of a release."""
    place = Path(path)
    with _open(place) as workbook:
        found = [_ledger_line(workbook, names, place) for names in _languages(workbook, place)]
    if any(one != found[0] for one in found):
        raise BadInput(problem("publish.languages_differ", path=str(place)))
    return found[0]


# CSV ------------------------------------------------------------------------------------------------------------------


def _csv_table(path: Path) -> CellsOf:
    try:
        with path.open(encoding="utf-8", newline="") as stream:
            read: list[Sequence[str]] = [
                [*map(csv_plain, row[:-_PLAIN]), *row[-_PLAIN:]] for row in csv.reader(_lines(stream), strict=True)
            ]
    except (OSError, ValueError, csv.Error):
        raise BadInput(problem("publish.csv_unreadable", path=str(path))) from None
    width = len(read[0]) if read else 0
    head = read[0] if read else []
    last, sampled = len(LAST), tuple(head[-len(SAMPLED) :]) == SAMPLED
    head = head[: -len(SAMPLED)] if sampled else head
    named = width > last and head[0] == "table" and tuple(head[-last:]) == LAST
    if not named or head[2:-last:2] != [f"{name}_label" for name in head[1:-last:2]] or len(read) < 2:
        raise BadInput(problem("publish.csv_columns", path=str(path)))
    if any(len(row) != width for row in read):
        raise BadInput(problem("publish.csv_ragged", path=str(path)))
    if sampled:
        read = _without_sampling(path, read)
    names, levels = ({row[at] for row in read[1:]} for at in (0, -4))
    if len(names) != 1 or len(levels) != 1:
        raise BadInput(problem("publish.csv_two_tables", path=str(path)))
    try:
        unbiased = [spelled(row[-2], row[-1]) for row in read[1:]]
        rows = [
            (
                *row[1:-last:2],
                row[-last],
                *(spelled(row[at], row[-1]) for at in (-7, -6, -5, -3)),
                without_style(row[-1]),
            )
            for row in read[1:]
        ]
    except ValueError:
        raise BadInput(problem("publish.csv_symbol", path=str(path))) from None
    return CellsOf(names.pop().removeprefix(CSV_REHEARSAL), _variables(head[1:-last:2]), rows, unbiased)


def _without_sampling(path: Path, read: Sequence[Sequence[str]]) -> list[Sequence[str]]:
    """The rows without their margins of sampling and of both errors; these must follow from the others."""
    for row in read[1:]:
        margin, (sampling, combined) = row[-5], row[-2:]
        try:
            sound = (not sampling and not combined) or is_together(float(margin), float(sampling), float(combined))
        except ValueError:
            sound = False
        if not sound:
            raise BadInput(problem("publish.csv_sampling", path=str(path)))
    return [row[: -len(SAMPLED)] for row in read]


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
    unreadable = BadInput(problem("publish.workbook_unreadable", path=str(path), part=PUBLISH))
    try:
        if not path.is_file():
            raise unreadable
        require_safe_parser()
        check_archive(path, LARGEST_RELEASE)
        from dpdesk.data.sources.workbook.reader import read_book

        workbook = read_book(path, data_only=False)
    except Exception:  # any library error here may quote the file: the sentence says all that helps
        raise unreadable from None
    try:
        yield workbook
    except (DpdeskError, GeneratorExit):
        raise
    except Exception:  # as above
        raise unreadable from None
    finally:
        workbook.close()


def _languages(workbook: Workbook, path: Path) -> list[list[str]]:
    """The names of the sheets in each language; the last of each is the ledger line, the one before it the codes."""
    if len(workbook.sheetnames) < len(OWN_SHEETS):
        raise BadInput(problem("publish.not_published", path=str(path)))
    return languages_of(workbook, path)


def _ledger_line(workbook: Workbook, names: Sequence[str], path: Path) -> LedgerLine:
    """What the last sheet says; its rows are read by their order, since their names are in the workbook's language."""
    rows = workbook[names[-1]].iter_rows(min_row=4, min_col=2, max_col=2, values_only=True)
    found = ["" if value is None else str(value) for (value,) in rows]
    if len(found) < _LEDGER_ROWS:
        raise BadInput(problem("publish.ledger_line", path=str(path)))
    entry, previous, head, release, _, result, _, unbiased = found[:_LEDGER_ROWS]
    return LedgerLine(int(entry) if entry.isdigit() else None, previous, head, release, result, unbiased)
