"""The sheet *Codes*: by which codes of the dictionary the rows and columns of the tables can be joined to other data.

Programs read the tables back by it, whatever their layout: the result hash can be computed again from the workbook
alone. A line says of a table (A) something (B): where it is (C), and codes (D onward).

    variables       names of the page, stub and boxhead variables
    sheet    1      codes of its page
    picture  1 picture   a sheet that draws figures of the table: its rows (D, `6 17`, and the column of places on an
                        axis of numbers), then for each series (E onward) the columns of its figures, their limits, the
                        codes of their cells, the figures as drawn to the left, and how far limits are above and below
    margins  1 margins   the sheet on which the printed margins of a sheet (D) stand, where it has none itself
    rows     6 70 1 2   letters of the columns with the codes of rows; from row 6 to row 70, a line of the table in 1
                    row, and 2 codes for each column
    order    9 6-8      the first rows of the table's lines in the order of the release, where it is another
    printed  1000 5     the unit that counts and sums are printed in, and what they are rounded to
    column   B K L M C D   codes of this column: its estimate, lower and upper limit, margin, printed margin, mark, and
                        its printed estimate and limits where there is a line `printed`
    sampling E F G H    of a table with sampling errors, for each column in turn: its sampling margin, that of noise and
                    sampling together, and both as they are printed
    mark     [u]    the letter of the flag it stands for
    languages 2     into how many parts of as many sheets the workbook falls, each with this sheet of its own

The codes of a cell are those of its page, its row and its column; where a line of the table takes several rows, the
last code of a row is the measure, which comes last of all. Rows without an estimate are headings. A `-` is no column.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from dpdesk.publish.documents import facts
from dpdesk.publish.documents.arranged import Arranged
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.cells import COMBINED, EXACT_COMBINED, EXACT_SAMPLING, SAMPLING
from dpdesk.publish.workbook.sheet import Cell
from dpdesk.release.reliability import ruling
from dpdesk.release.result import Release

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Axis

ALL_TABLES = "(all)"  # no name of a table
NO_COLUMN = "-"
LANGUAGES = "languages"
_RUNS = 500  # in a cell


@dataclass(frozen=True, slots=True)
class Map:
    """Where the cells of one table stand; its sheets are alike.

    `first`, `last` and `step` are rows, `letters` the columns with the codes of rows; each of `columns` has the columns
    of its estimate, lower and upper limit, margin, printed margin, mark and, where figures are rounded for print, what
    is printed of its estimate and limits, and its codes. `printed` are unit and rounding base of such figures;
    `margins` pairs each sheet of margins with the one they belong to; `order` are the first rows of its lines in the
    order of the release, where totals do not come first; each of `pictures` is a sheet that draws figures, and where;
    `sampled` are the columns with sampling margins, for each of `columns`.
    """

    table: str
    variables: tuple[str, ...]
    sheets: tuple[tuple[str, tuple[str, ...]], ...]
    first: int
    last: int
    step: int
    letters: tuple[str, ...]
    columns: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    printed: tuple[int, int] | None = None
    margins: tuple[tuple[str, str], ...] = ()
    order: tuple[int, ...] = ()
    pictures: tuple[tuple[str, ...], ...] = ()
    sampled: tuple[str, ...] = ()

    def under(self, names: Mapping[str, str]) -> Map:
        """The same with the names that sheets have in the workbook."""
        return replace(
            self,
            sheets=tuple((names[name], codes) for name, codes in self.sheets),
            margins=tuple((names[name], names[main]) for name, main in self.margins),
            pictures=tuple((names[name], *where) for name, *where in self.pictures),
        )


def told(letters: Mapping[tuple[int, int], str], column: int) -> tuple[str, ...]:
    """The letters of a column of the grid in the order of a line `column`, from those of its values."""
    estimate, margin, mark, lower, upper, exact, official = (letters.get((column, at), NO_COLUMN) for at in range(7))
    if official == NO_COLUMN:
        return (estimate, lower, upper, exact, margin, mark)
    return (official, lower, upper, exact, margin, mark, estimate)


def sampling_told(letters: Mapping[tuple[int, int], str], columns: Iterable[int]) -> tuple[str, ...]:
    """For each column of the grid the letters of a line `sampling`: exact margins, then as they are printed."""
    places = (EXACT_SAMPLING, EXACT_COMBINED, SAMPLING, COMBINED)
    return tuple(" ".join(letters.get((column, at), NO_COLUMN) for at in places) for column in columns)


def code_rows(
    release: Release, maps: Iterable[Map], language: str, style: str, editions: int = 1
) -> tuple[tuple[str, ...], list[list[Cell]]]:
    """Headings and rows of the sheet, in a style; `editions` is the number of languages in the workbook."""
    lines = [*_lines(release, maps), *([(ALL_TABLES, LANGUAGES, str(editions))] if editions > 1 else [])]
    most = max(len(line) for line in lines) - 3
    first = (said(language, heading) for heading in ("Table", "What", "Where"))
    heads = (*first, *(f"{said(language, 'Code')} {at}" for at in range(1, most + 1)))
    return heads, [[(style, carried(text), False) if text else None for text in line] for line in lines]


def in_order(starts: Iterable[tuple[tuple[int, int], int]], *axes: Axis) -> tuple[int, ...]:
    """Rows in the order of the release, from the page and line of each; none where they are in it."""
    if not any(isinstance(axis, Arranged) for axis in axes):
        return ()
    return tuple(row for _, row in sorted(starts))


def _runs(rows: Sequence[int], step: int) -> Iterator[str]:
    """Rows that follow each other, as `6-9`."""
    first = 0
    for at in range(1, len(rows) + 1):
        if at == len(rows) or rows[at] != rows[at - 1] + step:
            yield str(rows[first]) if at == first + 1 else f"{rows[first]}-{rows[at - 1]}"
            first = at


def _lines(release: Release, maps: Iterable[Map]) -> Iterator[Sequence[str]]:
    for one in maps:
        yield (one.table, "variables", "", *one.variables)
        for name, codes in one.sheets:
            yield (one.table, "sheet", name, *codes)
        for name, beside in one.margins:
            yield (one.table, "margins", name, beside)
        for name, *where in one.pictures:
            yield (one.table, "picture", name, *where)
        yield (one.table, "rows", f"{one.first} {one.last} {one.step} {len(one.columns[0][1])}", *one.letters)
        runs = list(_runs(one.order, one.step))
        for at in range(0, len(runs), _RUNS):
            yield (one.table, "order", " ".join(runs[at : at + _RUNS]))
        if one.printed is not None:
            yield (one.table, "printed", "{} {}".format(*one.printed))
        for letters, codes in one.columns:
            yield (one.table, "column", " ".join(letters), *codes)
        yield from ((one.table, "sampling", letters) for letters in one.sampled)
    if (by := ruling(release)) is not None:
        yield (ALL_TABLES, "noise", by.where, *by.shares)
    for flag, symbol, _ in facts.marks(release):
        yield (ALL_TABLES, "mark", symbol, flag)
