"""A table as a picture, before it is drawn: the figures as they are printed, their limits and marks, and all its words.

Window, paper and workbook draw the same description and add nothing. What is no adjusted figure is a gap; a marked cell
stays marked. Limits are the printed ones, so that an estimate that was adjusted may stand at their edge or beyond.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.pictures import CURVE, Cell, Misfit, Plot, plot_of
from dpdesk.problems.problem import problem
from dpdesk.publish.documents import facts
from dpdesk.publish.documents.printed import AMOUNTS, UNITS, Figure, Printed
from dpdesk.publish.documents.words import number, said
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.titles import item_words, table_title
from dpdesk.release.result import (
    CONTROLLED,
    EXACT,
    IMPOSSIBLE,
    LESS_DETAIL,
    NOT_ESTIMABLE,
    UNADJUSTED,
    Release,
    TableResult,
)
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Item
    from dpdesk.planning.document.plan import Plan

NONE = "none"
COLOURS = ("#0b5c8a", "#b45f06", "#5b3a8c", "#2e7d4f", "#a3221b", "#4a4f55")
"""Of series, on paper; fill, line or marker tell them apart, too."""
GAPS = frozenset([IMPOSSIBLE, LESS_DETAIL, NOT_ESTIMABLE, UNADJUSTED])
_COUNTED = {"cdf": "Cumulative count", "interval": "Count", "prefix": "Count"}
_FINER, _MOST_DECIMALS = 1, 6  # decimals of an unbiased value


def require_pictures(plan: Plan) -> None:
    """Refuse charts of a plan that asks for no picture.

    Raises:
        BadInput: no table is to be drawn.
    """
    if all(plan.record.display_of(table.name).picture == NONE for table in plan.tables):
        raise BadInput(problem("publish.no_pictures"))


@dataclass(frozen=True, slots=True)
class Point:
    """A figure with its limits, if it has any, and the signs it bears; without a value nothing is drawn. `codes` are
    those of its cell and its measure.
    """

    value: float | None = None
    lower: float | None = None
    upper: float | None = None
    mark: str = ""
    codes: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Series:
    """Figures of one name, a place of the axis each."""

    name: str
    points: tuple[Point, ...]


@dataclass(frozen=True)
class Drawing:
    """What a picture shows of one page of a table (by its number, from 0).

    `places` stand along the axis called `along`, where `x` has numbers at these; series are told apart by `apart`; the
    other axis measures `measure`, in the unit of the printed figures, which have `decimals`. `level` is that of the
    limits ("90 %").
    """

    kind: str
    page: int
    title: str
    language: str
    level: str
    measure: str
    decimals: int
    along: str
    places: tuple[str, ...]
    apart: str
    series: tuple[Series, ...]
    x: tuple[float, ...] | None = None
    unit: str = ""  # "%" beside the numbers of the axis of shares

    @property
    def points(self) -> list[Point]:
        """All of them, series by series."""
        return [point for one in self.series for point in one.points]

    @cached_property
    def reach(self) -> tuple[float, float]:
        """The least and the largest number that is drawn; zero is always among them."""
        drawn = [one for point in self.points for one in (point.value, point.lower, point.upper) if one is not None]
        return min(0.0, *drawn, 0.0), max(0.0, *drawn, 0.0)

    @property
    def limited(self) -> bool:
        """Whether some figure has limits."""
        return any(one.lower is not None for one in self.points)

    def number(self, value: float) -> str:
        """A figure as it is printed."""
        return number(self.language, value, self.decimals)

    def tick(self, value: float) -> str:
        """A figure at the axis that measures, with its unit."""
        return f"{self.axis_number(value)}\N{NO-BREAK SPACE}{self.unit}" if self.unit else self.axis_number(value)

    def axis_number(self, value: float) -> str:
        """A number on an axis of numbers, with as many decimals as it needs."""
        return number(self.language, value, next((at for at in range(4) if round(value, at) == value), 4))

    @property
    def words(self) -> str:
        """The picture in words, for those who do not see it."""
        from dpdesk.publish.workbook.drawing_words import words

        return words(self)

    @property
    def note(self) -> str:
        """What its signs mean."""
        from dpdesk.publish.workbook.drawing_words import note

        return note(self)


def drawing_of(
    release: Release, table: TableResult, page: int, language: str, *, unbiased: bool = False
) -> Drawing | None:
    """The picture of a page of a table; None where none is asked for, none fits, or no figure can be drawn."""
    shell = table.shell
    display = release.plan.record.display_of(shell.name)
    kind = display.picture
    plot = Misfit("") if kind == NONE else plot_of(shell, kind, display.picture_of or "")
    if isinstance(plot, Misfit):
        return None
    item = plot.item
    figure = Printed(release, table).of(item)
    signs = facts.symbols(release)
    series = tuple(
        Series(_line(labels, language), tuple(_point(table, page, at, figure, signs, unbiased) for at in own))
        for labels, own in zip(plot.series, plot.cells, strict=True)
    )
    if all(point.value is None for one in series for point in one.points):
        return None
    along, places = _places(release, plot, language)
    return Drawing(
        kind,
        page,
        table_title(release, table, page if shell.pages.size > 1 else None, language),
        language,
        facts.level(release),
        _measure(release, table, item, language),
        min(figure.decimals + _FINER, _MOST_DECIMALS) if unbiased else figure.decimals,
        along,
        places,
        _names(plot.apart, language),
        series,
        _x(release, table, plot),
        "%" if (item.plain or item).kind == "percentage" else "",
    )


def drawings(release: Release, table: TableResult, language: str, *, unbiased: bool = False) -> list[Drawing]:
    """The pictures of a table, one of each page that has any."""
    pages = range(table.shell.pages.size)
    found = [drawing_of(release, table, page, language, unbiased=unbiased) for page in pages]
    return [one for one in found if one is not None]


def _point(
    table: TableResult, page: int, at: Cell | None, figure: Figure, signs: dict[str, str], unbiased: bool
) -> Point:
    if at is None:
        return Point()
    cell, shell = (page, *at), table.shell
    lines = shell.pages.lines[page], shell.stub.lines[at[0]], shell.boxhead.lines[at[1]]
    codes = (*(code for line in lines for code in line.codes), shell.items[at[2]].code)
    flag = str(table.flag[cell])
    mark = " ".join(signs[letter] for letter in flag if letter in signs)
    value = float((table.unbiased if unbiased else table.estimate)[cell])
    if GAPS & set(flag) or not math.isfinite(value):
        return Point(mark=mark, codes=codes)
    if unbiased:
        places = min(figure.decimals + _FINER, _MOST_DECIMALS)
        value = round(value / figure.scale, places) + 0.0
    else:
        value = figure.nearest(value)
    lower, upper = float(table.lower[cell]), float(table.upper[cell])
    if {EXACT, CONTROLLED} & set(flag) or not (math.isfinite(lower) and math.isfinite(upper)):
        return Point(value, mark=mark, codes=codes)
    return Point(value, figure.below(lower), figure.above(upper), mark, codes)


# Words ----------------------------------------------------------------------------------------------------------------


def _line(labels: Sequence[Text], language: str) -> str:
    return carried(", ".join(text for text in (label.show(language) for label in labels) if text))


def _names(names: Sequence[Text], language: str) -> str:
    return carried(", ".join(dict.fromkeys(name.show(language) for name in names)))


def _places(release: Release, plot: Plot, language: str) -> tuple[str, tuple[str, ...]]:
    """What stands along the axis: its name, and that of each place, which does not repeat it."""
    labels = tuple(_line(labels, language) for labels in plot.places)
    variable = (plot.item.plain or plot.item).variable
    if plot.along or variable is None:
        return _names(plot.along, language), labels
    name = carried(release.dictionary.variable(variable).label.show(language))
    labels = tuple(label.removeprefix(f"{name}: ").removesuffix(f": {name}") for label in labels)
    return _with_unit(release, variable, language), labels


def _measure(release: Release, table: TableResult, item: Item, language: str) -> str:
    """The name of the measure, with its unit."""
    plain = item.plain or item
    if plain.kind in _COUNTED:
        name = said(language, _COUNTED[plain.kind])
    elif plain.kind == "quantile" and plain.variable is not None:
        name = _with_unit(release, plain.variable, language)
    else:
        name, plain = item_words(item, release.dictionary, language), item
    if plain is not item:
        name = said(language, "{measure}, weighted", measure=name)
    scale = Printed(release, table).of(item).scale
    if scale > 1 and item.kind in AMOUNTS:
        name += f" {said(language, 'in {unit}', unit=said(language, UNITS[scale]))}"
    return name


def _with_unit(release: Release, name: str, language: str) -> str:
    variable = release.dictionary.variable(name)
    words = carried(variable.label.show(language)) or name
    unit = "" if variable.unit_of_measure is None else carried(variable.unit_of_measure.show(language))
    return f"{words} ({unit})" if unit and unit.casefold() not in words.casefold() else words


def _x(release: Release, table: TableResult, plot: Plot) -> tuple[float, ...] | None:
    """Where the places of a curve stand: at the last whole number that is counted, or at the upper end of its bin."""
    plain = plot.item.plain or plot.item
    if plot.kind != CURVE or plain.variable is None:
        return None
    variable = release.dictionary.variable(plain.variable)
    if not variable.edges:
        return None
    before = f"{plain.kind}:{variable.name}:"
    drawn = [table.shell.items[cell[2]] for cell in plot.cells[0] if cell]
    bins = [variable.position((item.plain or item).code.removeprefix(before)) for item in drawn]
    if len(bins) != len(plot.places) or None in bins:
        return None
    ends = [variable.edges[at : at + 2] for at in bins if at is not None]
    return tuple(float(low if high - low == 1 else high) for low, high in ends)
