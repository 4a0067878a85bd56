"""The sheet of a picture: what it shows in words, the picture, and below it the figures that it draws, as one table.

It stands behind the sheet of its table, in all layouts: no sheet of figures has anything floating on it, and whoever
does not see the picture finds its words above it and its figures below. Right of what is printed stands what only the
drawing needs: how far limits are from estimates, figures that are drawn to the left, places on an axis of numbers.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from itertools import accumulate

from dpdesk.planning.compiler.pictures import BARS, PYRAMID
from dpdesk.planning.document.style import Font
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.cells import CODE, NARROW, distinct, one_line, width, word_width
from dpdesk.publish.workbook.codes import NO_COLUMN
from dpdesk.publish.workbook.drawing import Drawing, Point, Series
from dpdesk.publish.workbook.drawing_words import sentences
from dpdesk.publish.workbook.paper import PAPERS
from dpdesk.publish.workbook.sheet import Cell, Drawn, Range, Sheet, TableObject, column_letters
from dpdesk.publish.workbook.styles import LINE
from dpdesk.publish.workbook.titles import Place, table_title
from dpdesk.release.canonical import number_text
from dpdesk.release.result import Release

_ACROSS, _LEAST, _MOST = 860.0, 340.0, 510.0  # pixels
_PIXEL = 0.75  # of a point
_SMALLER = 1.5  # how much wider than a page of paper it may be, which then is printed smaller
_NUMBER, _WIDEST = 15.0, 30.0  # a column of numbers
_SHORT = 12  # rows, which are kept on the page of their picture
_TWO_LINES = 0.8  # of the room for a heading, which then falls into lines of about the same length


def picture_sheet(
    release: Release, drawing: Drawing, sheet: Place, number: int, language: str
) -> tuple[Sheet, tuple[str, ...]]:
    """The sheet of one picture, `number` being its place in the book, and its line of the sheet Codes."""
    made = _PictureSheet(drawing)
    page = made.sheet(release, sheet, number, language)
    return page, made.line(page)


class _PictureSheet:
    """The columns of the sheet: places, then for each series figures, limits and marks, then what the drawing needs."""

    def __init__(self, drawing: Drawing) -> None:
        self._drawing, self._used = drawing, set[str]()
        self._heads: list[str] = []
        self._columns: list[list[Cell]] = []
        label = one_line(drawing.along) or said(drawing.language, "line").capitalize()
        self._add(distinct(label, self._used), [("text", carried(name), False) for name in drawing.places])
        self._told: list[list[int | None]] = []  # the columns of each series, as the sheet Codes names them
        shown = [self._print(one) for one in drawing.series]
        self._values, self._limits = [value for value, _ in shown], [limits for _, limits in shown]
        self._printed = len(self._heads)
        self._reaches = [self._reach(at, one) for at, one in enumerate(drawing.series)]
        self._add_codes()
        self._numbers: int | None = None
        if drawing.x is not None:
            head = distinct(said(drawing.language, "place on the axis"), self._used)
            places = [("number0" if one.is_integer() else "number2", number_text(one), True) for one in drawing.x]
            self._numbers = self._add(head, places)

    # Columns ------------------------------------------------------------------------------------------------------

    def _add(self, head: str, cells: Iterable[Cell]) -> int:
        self._heads.append(head)
        self._columns.append(list(cells))
        return len(self._heads) - 1

    def _name(self, series: Series) -> str:
        """What heads the figures: the name of the series, of a single one that of the measure."""
        return one_line(series.name if len(self._drawing.series) > 1 else self._drawing.measure)

    def _number(self, value: float | None) -> Cell:
        return None if value is None else (f"number{self._drawing.decimals}", number_text(value), True)

    def _print(self, series: Series) -> tuple[int, tuple[int, int] | None]:
        """Add the figures of a series, their limits, and their marks where there are any."""
        language, points, limits = self._drawing.language, series.points, None
        ends = ("lower limit ({level})", "upper limit ({level})", "mark")
        lower, upper, mark = (f": {said(language, text, level=self._drawing.level)}" for text in ends)
        head = distinct(self._name(series), self._used, ("", lower, upper, mark))
        value = self._add(head, (self._number(point.value) for point in points))
        if _limited(points):
            limits = (
                self._add(f"{head}{lower}", (self._number(point.lower) for point in points)),
                self._add(f"{head}{upper}", (self._number(point.upper) for point in points)),
            )
        if any(point.mark for point in points):
            self._add(f"{head}{mark}", (("mark", point.mark, False) if point.mark else None for point in points))
        self._told.append([value, *(limits or (None, None))])
        return value, limits

    def _reach(self, at: int, series: Series) -> tuple[int, int] | None:
        """Add what only the drawing needs: figures to the left, and the lengths of the lines to the limits."""
        drawing, points = self._drawing, series.points
        ways = ("drawn to the left", "from estimate to upper limit", "from lower limit to estimate")
        left, up, down = (f": {said(drawing.language, way)}" for way in ways)
        head = distinct(self._name(series), self._used, (left, up, down))
        to_left = drawing.kind == PYRAMID and at == 0
        self._told[at].append(None)
        if to_left:
            cells = (self._number(None if one.value is None else -one.value) for one in points)
            self._told[at][-1] = self._values[0] = self._add(f"{head}{left}", cells)
        if not _limited(points):
            self._told[at] += [None, None]
            return None
        above = self._add(f"{head}{up}", (self._number(_apart(drawing, one.upper, one.value)) for one in points))
        below = self._add(f"{head}{down}", (self._number(_apart(drawing, one.value, one.lower)) for one in points))
        self._told[at] += [above, below]
        return (below, above) if to_left else (above, below)  # what is larger is further to the left

    def _add_codes(self) -> None:
        """Add the codes of the cells, by which whoever checks the workbook finds the figures in their table."""
        for at, series in enumerate(self._drawing.series):
            ending = said(self._drawing.language, CODE)
            head = distinct(self._name(series), self._used, (ending,))
            codes = (json.dumps(list(one.codes), ensure_ascii=False) if one.codes else "" for one in series.points)
            own = self._add(f"{head}{ending}", (("plain", carried(one), False) if one else None for one in codes))
            self._told[at].insert(3, own)

    # The sheet ----------------------------------------------------------------------------------------------------

    def sheet(self, release: Release, sheet: Place, number: int, language: str) -> Sheet:
        """The sheet: title, words, picture, table."""
        drawing, house, table = self._drawing, release.plan.record.house, sheet.name.split()[0]
        size = house.font.text / Font().text
        below = said(
            language,
            "The picture shows the figures of the table below it, which stand in table {number}, too.",
            number=table,
        )
        title = table_title(release, sheet.table, sheet.page, language, table)
        kinds = ["heading", *map(_heading, self._columns[1:])]
        top: list[Sequence[Cell]] = [
            [("title", carried(f"{title}: {said(language, 'picture')}"), False)],
            *([("plain", carried(one), False)] for one in sentences(drawing)),
            [("plain", carried(f"{below} {drawing.note}".strip()), False)],
            [("link", said(language, "Contents"), False)],
            [(kind, head, False) for kind, head in zip(kinds, self._heads, strict=True)],
        ]
        head, high, widths = len(top), _height(drawing), self._widths()
        across = _SMALLER * PAPERS[house.paper].landscape / size
        fitting = sum(1 for one in accumulate(widths) if one <= across)
        return Sheet(
            sheet.name,
            widths,
            head + len(drawing.places),
            [*top, *map(list, zip(*self._columns, strict=True))],
            TableObject(f"Picture_{number}", head, tuple(self._heads), len(drawing.places)),
            ((f"A{head - 1}", said(language, "Contents")),),
            min(self._printed, max(fitting, 2)),  # further figures are printed with their table
            said(language, facts.REHEARSAL) if release.rehearsal else "",
            heights={head - 2: LINE + (high * _PIXEL + 12) / size},
            frozen=False,
            most_pages=int(len(drawing.places) <= _SHORT),
            drawn=self._drawn(head, LINE * size, high),
        )

    def line(self, sheet: Sheet) -> tuple[str, ...]:
        """Where its figures stand, as `codes` says."""
        first = 0 if sheet.table is None else sheet.table.top + 1
        places = "" if self._numbers is None else f" {column_letters(self._numbers)}"
        columns = (
            " ".join(NO_COLUMN if one is None else column_letters(one) for one in series) for series in self._told
        )
        return sheet.name, f"{first} {first + len(self._drawing.places) - 1}{places}", *columns

    def _drawn(self, head: int, text: float, high: float) -> Drawn:
        def own(column: int) -> Range:
            return Range(column, head + 1, head + len(self._drawing.places))

        def both(columns: tuple[int, int] | None) -> tuple[Range, Range] | None:
            return None if columns is None else (own(columns[0]), own(columns[1]))

        return Drawn(
            self._drawing,
            head - 2,
            text,
            _ACROSS,
            high,
            own(0),
            tuple(map(own, self._values)),
            tuple(map(both, self._limits)),
            tuple(map(both, self._reaches)),
            None if self._numbers is None else own(self._numbers),
        )

    def _widths(self) -> tuple[float, ...]:
        label = max(NARROW, width(max(map(len, self._drawing.places))), word_width(self._heads[0]))
        return (label, *(max(_NUMBER, min(_TWO_LINES * word_width(head), _WIDEST)) for head in self._heads[1:]))


def _limited(points: Sequence[Point]) -> bool:
    return any(point.lower is not None for point in points)


def _apart(drawing: Drawing, high: float | None, low: float | None) -> float | None:
    return None if high is None or low is None else round(high - low, drawing.decimals)


def _heading(cells: Sequence[Cell]) -> str:
    return "heading-right" if any(cell is not None and cell[2] for cell in cells) else "heading-mark"


def _height(drawing: Drawing) -> float:
    if drawing.kind not in (BARS, PYRAMID):
        return _LEAST + 40
    each = 7.0 * len(drawing.series) + 8 if drawing.kind == BARS else 14.0
    return min(max(_LEAST, 110 + each * len(drawing.places)), _MOST)
