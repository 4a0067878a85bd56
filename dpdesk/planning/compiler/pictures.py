"""Which cells of a table a picture shows: what stands along its axis, and what is told apart at each place there.

A picture shows one measure. Totals are left out where what they count is shown, and of a hierarchy the finest level
that has room is taken. Whatever is not told apart needs a line for all of it: nothing is added up to be drawn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, product
from math import prod

from dpdesk.planning.compiler.blocks import TOTAL_LABEL
from dpdesk.planning.compiler.shells import Axis, AxisBlock, Choice, Item, Shell
from dpdesk.planning.document.formats import PAGES_AS_SHEETS
from dpdesk.schema.text import Text

BARS, PYRAMID, CURVE, LINE = "bars", "pyramid", "curve", "line"
MOST_PLACES = {BARS: 40, PYRAMID: 120, CURVE: 500, LINE: 120}
"""Along the axis."""
MOST_SERIES = {BARS: 4, PYRAMID: 2, CURVE: 4, LINE: 6}
_MOST_ITEMS = 1000  # that are looked at
_OF_SEVERAL = frozenset(["cdf", "interval", "prefix", "quantile"])  # kinds of measures with several items
_SIDES = frozenset(["count", "percentage", "sum"])
Cell = tuple[int, int, int]
"""A line of the stub, a line of the boxhead, and a measure."""


@dataclass(frozen=True, slots=True)
class Misfit:
    """Why a table has no such picture: its "pages", "measures", "variables" or "lines" do not suit."""

    why: str


@dataclass(frozen=True, slots=True)
class Plot:
    """The cells of a picture, `cells[s][p]` of series s at place p of the axis; None where the table has no such line.

    `places` and `series` are the labels of each, `along` and `apart` what these are of.
    """

    kind: str
    item: Item
    places: tuple[tuple[Text, ...], ...]
    along: tuple[Text, ...]
    series: tuple[tuple[Text, ...], ...]
    apart: tuple[Text, ...]
    cells: tuple[tuple[Cell | None, ...], ...]


def plot_of(shell: Shell, kind: str, measure: str = "") -> Plot | Misfit:
    """What a picture of a kind shows of each page of a table, of a measure or the first that suits; or why not."""
    if shell.pages.size > PAGES_AS_SHEETS:
        return Misfit("pages")
    items = _measure(shell, kind, measure)
    if items is None:
        return Misfit("measures")
    several = len(items) > 1 or kind == CURVE
    if kind == PYRAMID:
        found = _first(_pyramid(pair, items[0], ordered=ordered) for ordered in (True, False) for pair in _pairs(shell))
    elif several:
        found = _first(_of_items(pair, shell, items, kind) for pair in _pairs(shell))
    elif kind == LINE:
        found = _first(_lines(pair, items[0], ordered=ordered) for ordered in (True, False) for pair in _pairs(shell))
    else:
        found = _bars(shell, items[0])
    if found is None:
        return Misfit("variables" if kind == PYRAMID else "lines")
    places, series, cells = found
    return Plot(
        kind,
        shell.items[items[0]],
        places.labels,
        places.names,
        series.labels,
        series.names,
        tuple(tuple(row) for row in cells),
    )


def _measure(shell: Shell, kind: str, measure: str) -> list[int] | None:
    """The items of the measure that is drawn: the one that is named, or the first that suits the picture."""
    looked_at = enumerate(shell.items[:_MOST_ITEMS])
    for code, own in groupby(looked_at, key=lambda one: measure_code(one[1])):
        found = [at for at, _ in own]
        if measure in ("", code) and suits(shell.items[found[0]], kind):
            return found
    return None


def suits(item: Item, kind: str) -> bool:
    """Whether a picture of a kind can be drawn of such figures."""
    of = (item.plain or item).kind
    return of == "cdf" if kind == CURVE else of in _SIDES if kind == PYRAMID else True


def measure_code(item: Item) -> str:
    """The code of the measure an item is of: "mean:income"; of one with several items what their codes share."""
    plain = item.plain or item
    weight = item.code.removeprefix(plain.code)
    return f"{plain.kind}:{plain.variable}{weight}" if plain.kind in _OF_SEVERAL else item.code


# Lines of one block of the stub and one of the boxhead ----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Pair:
    """A block of the stub and one of the boxhead; `first` are the lines at which they begin."""

    blocks: tuple[AxisBlock, AxisBlock]
    first: tuple[int, int]

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All nested variables, those of the stub before those of the boxhead."""
        return (*self.blocks[0].choices, *self.blocks[1].choices)

    def cell(self, positions: Sequence[int], lines: Sequence[Mapping[tuple[int, ...], int]], item: int) -> Cell | None:
        """The cell where each variable has a position in its list."""
        down = len(self.blocks[0].choices)
        stub, box = lines[0].get(tuple(positions[:down])), lines[1].get(tuple(positions[down:]))
        return None if stub is None or box is None else (self.first[0] + stub, self.first[1] + box, item)

    def lines(self) -> list[dict[tuple[int, ...], int]]:
        """For each block its lines by their positions."""
        return [{tuple(row): number for number, row in enumerate(block.index.tolist())} for block in self.blocks]


def _pairs(shell: Shell) -> Iterator[_Pair]:
    """Blocks that split by something before those that do not."""
    sides = [list(_blocks(axis)) for axis in (shell.stub, shell.boxhead)]
    for (stub, down), (box, across) in product(*sides):
        yield _Pair((stub, box), (down, across))


def _blocks(axis: Axis) -> Iterator[tuple[AxisBlock, int]]:
    starts, first = [], 0
    for block in axis.blocks:
        starts.append((block, first))
        first += block.size
    yield from sorted(starts, key=lambda one: not one[0].choices)


@dataclass(frozen=True, slots=True)
class _Side:
    """Places or series: for each its label, and the positions it takes in the lists of the variables of `choices`."""

    names: tuple[Text, ...]
    labels: tuple[tuple[Text, ...], ...]
    choices: tuple[int, ...] = ()
    positions: tuple[tuple[int, ...], ...] = ((),)


_Found = tuple[_Side, _Side, list[list[Cell | None]]]


def _first(found: Iterator[_Found | None]) -> _Found | None:
    return next((one for one in found if one is not None), None)


def _cells(pair: _Pair, places: _Side, series: _Side, item: int) -> list[list[Cell | None]] | None:
    """The cells of each series at each place; all other variables stand at their totals, None where one has none."""
    usual = [_total(choice) for choice in pair.choices]
    told = {*places.choices, *series.choices}
    if any(one is None for number, one in enumerate(usual) if number not in told):
        return None
    lines, rows = pair.lines(), []
    for own in series.positions:
        row = []
        for place in places.positions:
            at = [one or 0 for one in usual]
            for where, position in zip((*series.choices, *places.choices), (*own, *place), strict=True):
                at[where] = position
            row.append(pair.cell(at, lines, item))
        rows.append(row)
    return rows


def _total(choice: Choice) -> int | None:
    """Where a variable's total stands; the only line of one that has no other."""
    return (
        0
        if choice.size == 1
        else next((number for number, statistic in enumerate(choice.statistics) if not statistic), None)
    )


def _levels(choice: Choice, *, stated: bool) -> list[list[int]]:
    """The lines of a variable level by level, the finest first; `stated` leaves out what is not stated."""
    missing = {
        code for code, kind in zip(choice.variable.codes, choice.variable.missing, strict=False) if kind is not None
    }
    found: dict[str, list[int]] = {}
    for number, (code, statistic) in enumerate(zip(choice.codes, choice.statistics, strict=True)):
        if statistic and not (stated and code in missing):
            found.setdefault(statistic, []).append(number)
    return sorted(found.values(), key=len, reverse=True)


def _side(pair: _Pair, told: Sequence[int], most: int, *, stated: bool = False, needed: bool = False) -> _Side | None:
    """What some variables tell apart, at most so many: each by its finest level that has room, or not at all.

    The innermost give way first; where `needed`, the first may not.
    """
    choices = [pair.choices[at] for at in told]
    options = []
    for number, choice in enumerate(choices):
        total = _total(choice)
        none = [] if total is None or (needed and number == 0) else [[total]]
        options.append([*_levels(choice, stated=stated), *none] or [[0]])
    taken = [0] * len(options)
    while prod(len(option[at]) for option, at in zip(options, taken, strict=True)) > most:
        left = [n for n, option in enumerate(options) if taken[n] + 1 < len(option)]
        if not left:
            return None
        taken[left[-1]] += 1
    lists = [option[at] for option, at in zip(options, taken, strict=True)]
    shown = [n for n, own in enumerate(lists) if choices[n].statistics[own[0]]]
    positions = tuple(product(*lists))
    labels = tuple(tuple(choices[n].labels[position[n]] for n in shown) or (TOTAL_LABEL,) for position in positions)
    return _Side(tuple(choices[n].variable.label for n in shown), labels, tuple(told), positions)


# Kinds of pictures ----------------------------------------------------------------------------------------------------


def _of_items(pair: _Pair, shell: Shell, items: Sequence[int], kind: str) -> _Found | None:
    """The items of a measure along the axis, all else told apart."""
    series = _side(pair, range(len(pair.choices)), MOST_SERIES[kind])
    if series is None or len(items) > MOST_PLACES[kind]:
        return None
    first = _cells(pair, _Side((), ((),)), series, items[0])
    if first is None:
        return None
    shown = [shell.items[at] for at in items]
    places = _Side((), tuple(((item.plain or item).label,) for item in shown))
    return places, series, [[own and (own[0], own[1], at) for at in items] for (own,) in first]


def _lines(pair: _Pair, item: int, *, ordered: bool) -> _Found | None:
    """Along the axis the innermost variable of the stub, or else of the boxhead; all else told apart."""
    count, down = len(pair.choices), len(pair.blocks[0].choices)
    for at in [*reversed(range(down)), *reversed(range(down, count))]:
        if ordered and not pair.choices[at].variable.ordered:
            continue
        places = _side(pair, [at], MOST_PLACES[LINE], stated=True, needed=True)
        series = _side(pair, [one for one in range(count) if one != at], MOST_SERIES[LINE])
        cells = None if places is None or series is None else _cells(pair, places, series, item)
        if places is not None and series is not None and cells is not None and len(places.labels) > 1:
            return places, series, cells
    return None


def _pyramid(pair: _Pair, item: int, *, ordered: bool) -> _Found | None:
    """A variable of two lines to both sides, before others one of the boxhead; another one upward."""
    count = len(pair.choices)
    for at in reversed(range(count)):
        both = _side(pair, [at], 2, stated=True, needed=True)
        if both is None or len(both.labels) != 2:
            continue
        for other in range(count):
            if other == at or (ordered and not pair.choices[other].variable.ordered):
                continue
            places = _side(pair, [other], MOST_PLACES[PYRAMID], stated=True, needed=True)
            cells = None if places is None else _cells(pair, places, both, item)
            if places is not None and cells is not None and len(places.labels) > 1:
                return places, both, cells
    return None


def _bars(shell: Shell, item: int) -> _Found | None:
    """The stub along the axis, block after block, the boxhead told apart; or the other way round where only that fits.

    Of variables nested in each other, with nothing across, the outermost is told apart.
    """
    stub_first = [True, False] if shell.stub.variables else [False]
    return _first(_along(shell, down, item) for down in stub_first)


def _along(shell: Shell, down: bool, item: int) -> _Found | None:
    along, across = (shell.stub, shell.boxhead) if down else (shell.boxhead, shell.stub)
    blocks = [block for block in _blocks(along) if block[0].choices] or list(_blocks(along))
    blocks.sort(key=lambda one: one[1])
    for most in dict.fromkeys((MOST_PLACES[BARS], MOST_PLACES[BARS] // len(blocks))):
        for other, first in _blocks(across):
            pairs = [
                _Pair((own, other), (at, first)) if down else _Pair((other, own), (first, at)) for own, at in blocks
            ]
            found = _stacked(pairs, down, most, item)
            if found is not None:
                return found
    return None


def _stacked(pairs: Sequence[_Pair], down: bool, most: int, item: int) -> _Found | None:
    """The bars of blocks that stand below each other."""
    names: dict[Text, None] = {}
    labels: list[tuple[Text, ...]] = []
    rows: list[list[Cell | None]] = []
    series = None
    for pair in pairs:
        every, stub = range(len(pair.choices)), len(pair.blocks[0].choices)
        own, others = (every[:stub], every[stub:]) if down else (every[stub:], every[:stub])
        if len(pairs) == 1 and not others and len(own) > 1:
            own, others = own[1:], own[:1]
        places = _side(pair, own, most, needed=True)
        series = _side(pair, others, MOST_SERIES[BARS])
        cells = None if places is None or series is None else _cells(pair, places, series, item)
        if places is None or series is None or cells is None:
            return None
        names |= dict.fromkeys(places.names)
        labels += places.labels
        rows = [[*before, *new] for before, new in zip(rows or [[] for _ in cells], cells, strict=True)]
    if series is None or len(labels) > MOST_PLACES[BARS]:
        return None
    return _Side(tuple(names), tuple(labels)), series, rows
