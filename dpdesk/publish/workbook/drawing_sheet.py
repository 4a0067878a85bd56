"""The sheet of a picture: what it shows in words, the picture, and below it the figures that it draws, as one table.

It stands behind the sheet of its table, in all layouts: no sheet of figures has anything floating on it, and whoever
does not see the picture finds its words in row 2 and its figures from row 5 on. Right of what is printed stands what
only the drawing needs: how far limits are from estimates, and figures that are drawn to the left.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from dpdesk.planning.compiler.pictures import BARS, PYRAMID
from dpdesk.planning.document.style import Font
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.words import said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.cells import NARROW, distinct, one_line, width, word_width
from dpdesk.publish.workbook.drawing import Drawing, Series
from dpdesk.publish.workbook.sheet import Cell, Drawn, Range, Sheet, TableObject
from dpdesk.publish.workbook.styles import LINE
from dpdesk.publish.workbook.titles import Place
from dpdesk.release.canonical import number_text
from dpdesk.release.result import Release

_HEADER = 5
_ROW = 3  # of the picture
_ACROSS, _LEAST, _MOST = 860.0, 340.0, 510.0  # pixels
_PIXEL = 0.75  # of a point
_NUMBER = 15.0
Column = list[float | None]


@dataclass(frozen=True, slots=True)
class _Columns:
    """The columns of numbers and marks: their headings, and what stands in them."""

    heads: list[str]
    cells: list[list[Cell]]


def picture_sheet(release: Release, drawing: Drawing, sheet: Place, number: int, language: str) -> Sheet:
    """The sheet of one picture; `number` is its place in the book."""
    used: set[str] = set()
    label = distinct(one_line(drawing.along) or said(language, "line").capitalize(), used)
    rows = len(drawing.places)
    printed, right = _Columns([], []), _Columns([], [])
    values, limits, reaches = list[int](), list[tuple[int, int] | None](), list[tuple[int, int] | None]()
    for at, series in enumerate(drawing.series):
        _print(drawing, series, printed, used, values, limits)
        _reach(drawing, series, right, used, at, reaches)
    shift = 1 + len(printed.heads)
    if drawing.x is not None:
        right.heads.append(distinct(said(language, "place on the axis"), used))
        right.cells.append(
            [("number0" if one.is_integer() else "number2", number_text(one), True) for one in drawing.x]
        )
    heads = (label, *printed.heads, *right.heads)
    columns = [*printed.cells, *right.cells]
    last = _HEADER + rows

    def place(column: int) -> Range:
        return Range(column, _HEADER + 1, last)

    drawn_left = drawing.kind == PYRAMID
    drawn = [
        place(shift + right.heads.index(_left_head(drawing, series))) if drawn_left and at == 0 else place(1 + column)
        for at, (series, column) in enumerate(zip(drawing.series, values, strict=True))
    ]
    text = LINE * release.plan.record.house.font.text / Font().text
    high = _height(drawing)
    placed = Drawn(
        drawing,
        _ROW,
        text,
        _ACROSS,
        high,
        place(0),
        tuple(drawn),
        tuple(one and (place(1 + one[0]), place(1 + one[1])) for one in limits),
        tuple(one and (place(shift + one[0]), place(shift + one[1])) for one in reaches),
        None if drawing.x is None else place(len(heads) - 1),
    )
    table = sheet.name.split()[0]
    below = said(
        language,
        "The picture shows the figures of the table below it, which stand in table {number}, too.",
        number=table,
    )
    title = f"{said(language, 'Table {number}', number=table)}: {drawing.title}: {said(language, 'picture')}"
    kinds = ["heading", *(_kind(cells) for cells in columns)]
    top: list[Sequence[Cell]] = [
        [("title", carried(title), False)],
        [("plain", carried(drawing.words), False)],
        [("plain", carried(f"{below} {drawing.note}".strip()), False)],
        [("link", said(language, "Contents"), False)],
        [(kind, head, False) for kind, head in zip(kinds, heads, strict=True)],
    ]
    body = [
        [("text", carried(name), False), *(column[at] for column in columns)] for at, name in enumerate(drawing.places)
    ]
    widths = [max(NARROW, width(max(map(len, drawing.places))), word_width(label))]
    widths += [max(_NUMBER, min(word_width(head), 30.0)) for head in heads[1:]]
    return Sheet(
        sheet.name,
        tuple(widths),
        _HEADER + rows,
        [*top, *body],
        TableObject(f"Picture_{number}", _HEADER, heads, rows),
        (("A4", said(language, "Contents")),),
        1 + len(printed.heads),
        said(language, facts.REHEARSAL) if release.rehearsal else "",
        heights={_ROW: LINE + (high * _PIXEL + 12) * Font().text / release.plan.record.house.font.text},
        frozen=False,
        drawn=placed,
    )


def _height(drawing: Drawing) -> float:
    if drawing.kind not in (BARS, PYRAMID):
        return _LEAST + 40
    each = 7.0 * len(drawing.series) + 8 if drawing.kind == BARS else 14.0
    return min(max(_LEAST, 110 + each * len(drawing.places)), _MOST)


def _kind(cells: Sequence[Cell]) -> str:
    return "heading-mark" if all(cell is None or not cell[2] for cell in cells) else "heading-right"


# Columns --------------------------------------------------------------------------------------------------------------


def _name(drawing: Drawing, series: Series) -> str:
    """What heads the figures: the name of the series, of a single one that of the measure."""
    return one_line(series.name if len(drawing.series) > 1 else drawing.measure)


def _print(
    drawing: Drawing,
    series: Series,
    made: _Columns,
    used: set[str],
    values: list[int],
    limits: list[tuple[int, int] | None],
) -> None:
    """The figures of a series, their limits, and their marks where there are any."""
    language, level = drawing.language, drawing.level
    lower, upper, mark = (
        f": {said(language, text, level=level)}" for text in ("lower limit ({level})", "upper limit ({level})", "mark")
    )
    head = distinct(_name(drawing, series), used, ("", lower, upper, mark))
    values.append(len(made.heads))
    made.heads.append(head)
    made.cells.append([_number(drawing, point.value) for point in series.points])
    limits.append(None)
    if any(point.lower is not None for point in series.points):
        limits[-1] = len(made.heads), len(made.heads) + 1
        made.heads.extend((f"{head}{lower}", f"{head}{upper}"))
        made.cells.append([_number(drawing, point.lower) for point in series.points])
        made.cells.append([_number(drawing, point.upper) for point in series.points])
    if any(point.mark for point in series.points):
        made.heads.append(f"{head}{mark}")
        made.cells.append([("mark", point.mark, False) if point.mark else None for point in series.points])


def _reach(
    drawing: Drawing,
    series: Series,
    made: _Columns,
    used: set[str],
    at: int,
    reaches: list[tuple[int, int] | None],
) -> None:
    """What only the drawing needs: figures to the left, and the lengths of the lines to the limits."""
    left = drawing.kind == PYRAMID and at == 0
    if left:
        made.heads.append(_left_head(drawing, series))
        made.cells.append([_number(drawing, None if one.value is None else -one.value) for one in series.points])
    reaches.append(None)
    if not any(point.lower is not None for point in series.points):
        return
    language = drawing.language
    ways = [said(language, "from estimate to upper limit"), said(language, "from lower limit to estimate")]
    above: Column = [_apart(one.upper, one.value, drawing) for one in series.points]
    below: Column = [_apart(one.value, one.lower, drawing) for one in series.points]
    head = distinct(_name(drawing, series), used, tuple(f": {way}" for way in ways))
    above_at, below_at = len(made.heads), len(made.heads) + 1
    reaches[-1] = (below_at, above_at) if left else (above_at, below_at)  # what is larger is further to the left
    for way, own in zip(ways, (above, below), strict=True):
        made.heads.append(f"{head}: {way}")
        made.cells.append([_number(drawing, one) for one in own])


def _left_head(drawing: Drawing, series: Series) -> str:
    return f"{_name(drawing, series)}: {said(drawing.language, 'drawn to the left')}"


def _apart(high: float | None, low: float | None, drawing: Drawing) -> float | None:
    return None if high is None or low is None else round(high - low, drawing.decimals)


def _number(drawing: Drawing, value: float | None) -> Cell:
    return None if value is None else (f"number{drawing.decimals}", number_text(value), True)
