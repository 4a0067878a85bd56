"""Listed cells whose counts and sums one population has together: cells are listed once more, for the sums.

The counts of a list are found first, and each cell's sum lies between the bounds its count allows. Published counts of
a table too large to be written down leave most of its cells open, so that the list hardly ever holds its people in the
cells of the true one, and its bounds may keep the sums away from their answers. As for written tables
(`counts_for_sums`), other cells are looked for that have the same published counts.

A person of a cell whose value lies between l and u is a mixture of one at l and one at u. So real counts h and sums s
with l·h ≤ s ≤ u·h are counts of a population with one more variable, of two classes: who is at u adds u to a sum, who
is at l adds l. Where any table has what is published of counts and of a quantity's sums, the cells of one are found by
`least_off`, for each quantity; where few cells count in no published 0, all of them are taken. Of these cells, and
those of the first list, `joint_search` finds whole counts and sums.

Where whole counts do not reach the sums, real ones do: then each published sum lies between the bounds of its published
count, sums add up and are whole, but the cells of the list have their sums by themselves, also where it has nobody.
Only blocks of tables that hang on this one have sums between the bounds of their people, for these tables keep both.
Where programs are too large to end, such sums are found by descent (`closest_list`, then `stepwise`), to within some
steps.

Privacy: a function of noisy numbers and public parameters only. Nothing is drawn at random; the work ends by its
amount, not by the clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.agreeing_margins import Axes, Values
from dpdesk.postprocess.integer_search import ENOUGH, holds
from dpdesk.postprocess.joint_search import SumRows, closest_population, reached_sums, sums_between
from dpdesk.postprocess.listed.cells import NO_BLOCK, Integers, Layer, ListedCells, Statistic
from dpdesk.postprocess.listed.closest import EVERY_CELL, Published, closest_list, joined, often, rows_of
from dpdesk.postprocess.listed.columns import least_off
from dpdesk.postprocess.listed.implied import telling
from dpdesk.postprocess.listed.stepwise import stepwise_sums

Mask: TypeAlias = NDArray[np.bool_]

MOST_ENTRIES = 30_000
"""Up to so many different queries times cells with room times statistics whole ones are searched, for some seconds."""
MOST_TERMS = 200_000
"""Up to so many queries that count a listed cell, added up, other cells are looked for."""
_MOST = 400
"""Up to so many cells that may hold anybody, all are taken."""
_NOBODY = 1e9
_NEARLY = 1e-4
"""So close to the published counts real ones have them."""
_FAR = 1.0
"""A sum off by more than so many people adds: programs did not end."""


@dataclass(frozen=True, eq=False)
class ListedSum:
    """What is published of a quantity, what it should be in steps, and what a step off costs, each by statistic.

    lower, upper: bounds of one person; shared: layers of blocks, and which of them other tables sum, too.
    """

    statistics: Sequence[Statistic]
    targets: Sequence[Values]
    costs: Sequence[float]
    lower: int
    upper: int
    shared: Sequence[tuple[Layer, Mask]] = ()

    def telling(self) -> ListedSum:
        """Without numbers that the others imply."""
        kept = telling(self.statistics)
        return replace(
            self,
            statistics=[self.statistics[number] for number in kept],
            targets=[self.targets[number] for number in kept],
            costs=[self.costs[number] for number in kept],
        )

    @property
    def scale(self) -> float:
        """The most that one person adds to a sum, at least 1."""
        return float(max(abs(self.lower), abs(self.upper), 1))

    @property
    def ends(self) -> Values:
        """What a person at the lower and at the upper bound adds, in units of the scale."""
        return np.array([self.lower, self.upper]) / self.scale

    def matrix(self, cells: ListedCells) -> Any:
        """The published sums as rows, cells as columns.

        Args:
            cells: listed cells.
        """
        from scipy.sparse import vstack

        return vstack([rows_of(statistic, cells.rows) for statistic in self.statistics], format="csr")

    def rows(self, cells: ListedCells) -> SumRows:
        """The same for a search of whole numbers.

        Args:
            cells: listed cells.
        """
        from scipy.sparse import csr_array

        costs = np.repeat(np.asarray(self.costs) / self.scale, [target.size for target in self.targets])
        none, shared = csr_array((0, len(cells.rows))), _blocks(self.shared, cells)
        targets = np.concatenate(list(self.targets))
        return SumRows(self.matrix(cells), targets, costs, self.lower, self.upper, none, shared)


@dataclass(frozen=True, eq=False)
class _Both(Published):
    """Published counts, and sums of a quantity over a variable of two classes that stands after the others."""

    own: ListedSum
    closed: Sequence[tuple[Axes, Values]]
    """Tables that have a large number where nobody is: so large that no cell there is taken."""

    def terms(self, cells: ListedCells) -> int:
        return super().terms(cells) + sum(int(often(statistic, cells.rows).sum()) for statistic in self.own.statistics)

    def matrix(self, cells: ListedCells) -> Any:
        from scipy.sparse import diags_array, vstack

        sums = self.own.matrix(cells) @ diags_array(self.own.ends[cells.rows[:, -1]])
        return vstack([super().matrix(cells), sums], format="csr")

    def goal(self) -> Values:
        return np.concatenate([super().goal(), *(target / self.own.scale for target in self.own.targets)])

    def slopes(self, off: Values) -> list[tuple[Axes, Values]]:
        start, last = super().goal().size, len(self.shape) - 1
        tables = [*super().slopes(off[:start]), *self.closed]
        for statistic, target in zip(self.own.statistics, self.own.targets, strict=True):
            table = statistic.adjoint(off[start : start + target.size], self.shape)
            tables.append(((*statistic.axes, last), np.multiply.outer(table, self.own.ends)))
            start += target.size
        merged: dict[Axes, Values] = {}
        for axes, table in tables:
            merged[axes] = merged.get(axes, 0.0) + table
        return list(merged.items())


def is_searched(published: Published, cells: ListedCells, quantities: int) -> bool:
    """Whether there is little enough to look for other cells.

    Args:
        published: what is published.
        cells: listed cells.
        quantities: how many are summed.
    """
    return quantities > 0 and published.terms(cells) <= MOST_TERMS


def counts_for_listed_sums(
    published: Published,
    cells: ListedCells,
    counts: Integers,
    sums: Sequence[Integers],
    wanted: Sequence[ListedSum],
) -> tuple[ListedCells, Integers, list[Integers]]:
    """Cells with the same published counts, and sums that are closer to what they should be, if some are found.

    Args:
        published: the counts, with the numbers of these cells as targets.
        cells: the list.
        counts: whole, one for each cell.
        sums: of each quantity, consistent with the counts.
        wanted: what is published of each sum, and what it should be.
    """
    before = [_off(listed, cells, given) for listed, given in zip(wanted, sums, strict=True)]
    if _reached(before):
        return cells, counts, list(sums)
    every, real = _named(published, cells, wanted)
    h, given = _placed(every, cells, counts), [_placed(every, cells, listed) for listed in sums]
    rows = [listed.rows(every) for listed in wanted]
    plain = replace(published, total=None).matrix(every)
    counted = plain if published.total is None else _with_total(plain)
    room = holds(plain, np.rint(plain @ h).astype(np.int64), int(h.sum()))
    best, least = (h, given), _distance(before, wanted)
    population = closest_population([counted], h, room, given, rows, most=MOST_ENTRIES, at_once=0)
    if population is not None:
        off = [_off(listed, every, new) for listed, new in zip(wanted, population[1], strict=True)]
        if _distance(off, wanted) < least:
            best, least = population, _distance(off, wanted)
        if _reached(off):
            return _listed(every, *best)
    between = [
        _between(listed, every, counted, (h, own), known, room)
        for listed, own, known in zip(wanted, given, real, strict=True)
    ]
    off = [_off(listed, every, new) for listed, new in zip(wanted, between, strict=True)]
    if _distance(off, wanted) < least:
        best = h, between
    return _listed(*_nearer(published, every, *best, wanted))


def _between(
    quantity: ListedSum,
    every: ListedCells,
    counted: Any,
    whole: tuple[Integers, Integers],
    real: tuple[Values, Values] | None,
    room: Integers,
) -> Integers:
    """Whole sums that are published between the bounds of real counts with the same published ones; else the given.

    Where there are real counts and sums that have what is published, nothing is left but equations, and those of
    numbers that others imply are met with them.
    """
    counts, given = whole
    if real is not None and np.abs(counted @ real[0] - counted @ counts).max(initial=0.0) <= _NEARLY:
        exact = reached_sums(quantity.telling().rows(every), counts, real[1])
        if exact is not None and _reached([_off(quantity, every, exact)]):
            return exact
    found = sums_between(counted, counts, room, quantity.rows(every))
    return given if found is None else found


def _nearer(
    published: Published, every: ListedCells, counts: Integers, sums: Sequence[Integers], wanted: Sequence[ListedSum]
) -> tuple[ListedCells, Integers, list[Integers]]:
    """Sums that are still far off, by descent, on a list with more cells; the others as they are."""
    sums = list(sums)
    for number, quantity in enumerate(wanted):
        before = _off(quantity, every, sums[number])
        if np.abs(before).max(initial=0.0) <= _FAR * quantity.scale:
            continue
        both, each = _with_ends(published, every, quantity, [])
        high = np.clip(sums[number] - quantity.lower * counts, 0, (quantity.upper - quantity.lower) * counts)
        high = high / max(quantity.upper - quantity.lower, 1)
        people, found = closest_list(both, each, np.concatenate([counts - high, high]))
        here = ListedCells(people.rows[:, :-1], every.shape)
        nobody = np.zeros(len(every.rows))
        named, real = joined(
            every, nobody, here, found * np.array([quantity.lower, quantity.upper])[people.rows[:, -1]]
        )
        h, given = _placed(named, every, counts), [_placed(named, every, listed) for listed in sums]
        plain = replace(published, total=None).matrix(named)
        room = holds(plain, np.rint(plain @ h).astype(np.int64), int(h.sum()))
        whole = stepwise_sums(quantity.rows(named), h, room, real)
        if whole is not None and _distance([_off(quantity, named, whole)], [quantity]) < _distance(
            [before], [quantity]
        ):
            given[number] = whole
            every, counts, sums = named, h, given
    return every, counts, sums


def _with_ends(
    published: Published, cells: ListedCells, quantity: ListedSum, closed: Sequence[tuple[Axes, Values]]
) -> tuple[_Both, ListedCells]:
    """Counts and a quantity's sums of cells by who is at the lower bound and who at the upper, and these cells."""
    shape = (*cells.shape, 2)
    excluded = [(*masks, np.ones(2, dtype=bool)) for masks in published.excluded]
    rows = np.concatenate([np.insert(cells.rows, len(cells.shape), end, axis=1) for end in (0, 1)])
    both = _Both(shape, published.statistics, published.targets, excluded, published.total, quantity.telling(), closed)
    return both, ListedCells(rows, shape)


def _with_total(queries: Any) -> Any:
    """The rows, and one that counts everybody."""
    from scipy.sparse import csr_array, vstack

    return vstack([queries, csr_array(np.ones((1, queries.shape[1])))], format="csr")


def _listed(
    every: ListedCells, counts: Integers, sums: Sequence[Integers]
) -> tuple[ListedCells, Integers, list[Integers]]:
    """Without the cells that have nothing."""
    filled = np.any([counts, *sums], axis=0)
    return (
        ListedCells(every.rows[filled], every.shape),
        counts[filled],
        [sums_of_quantity[filled] for sums_of_quantity in sums],
    )


def _named(
    published: Published, cells: ListedCells, wanted: Sequence[ListedSum]
) -> tuple[ListedCells, list[tuple[Values, Values] | None]]:
    """These cells, and those of real tables with the published counts and sums, or all that may hold anybody.

    Beside them the real counts and sums of each quantity, where they were found.
    """
    small = 2 * prod(cells.shape) <= EVERY_CELL
    closed = _closed(published) if small else []  # else cells are reached over such as these
    if closed and len(every := _open(published, closed)) <= _MOST:
        return ListedCells(np.unique(np.concatenate([cells.rows, every]), axis=0), cells.shape), [None] * len(wanted)
    found = [least_off(*_with_ends(published, cells, quantity, closed)) for quantity in wanted]
    rows = [cells.rows, *(people.rows[:, :-1] for people, _ in found)]
    named = ListedCells(np.unique(np.concatenate(rows), axis=0), cells.shape)
    return named, [_without_ends(named, quantity, *own) for quantity, own in zip(wanted, found, strict=True)]


def _without_ends(
    every: ListedCells, quantity: ListedSum, people: ListedCells, values: Values
) -> tuple[Values, Values]:
    """Counts and sums of cells, from people at the lower bound and at the upper."""
    here, nobody = ListedCells(people.rows[:, :-1], every.shape), np.zeros(len(every.rows))
    ends = np.array([quantity.lower, quantity.upper])[people.rows[:, -1]]
    return joined(every, nobody, here, values)[1], joined(every, nobody, here, values * ends)[1]


def _closed(published: Published) -> list[tuple[Axes, Values]]:
    """Tables that have a large number where a published count is 0."""
    both = zip(published.statistics, published.targets, strict=True)
    return [(statistic.axes, np.where(statistic.least(target) < 1, _NOBODY, 0.0)) for statistic, target in both]


def _open(published: Published, closed: Sequence[tuple[Axes, Values]]) -> Integers:
    """All cells that may hold anybody."""
    every = np.ones(published.shape, dtype=bool)
    for axes, table in closed:
        every &= (table == 0).reshape(
            [size if variable in axes else 1 for variable, size in enumerate(published.shape)]
        )
    for masks in published.excluded:
        every[np.ix_(*masks)] = False
    return np.argwhere(every).astype(np.int64)


def _placed(every: ListedCells, cells: ListedCells, values: Integers) -> Integers:
    """Values of cells in a longer list."""
    _, back = np.unique(np.concatenate([every.rows, cells.rows]), axis=0, return_inverse=True)
    placed = np.zeros(len(every.rows), dtype=np.int64)
    placed[back.ravel()[len(every.rows) :]] = values
    return placed


def _off(quantity: ListedSum, cells: ListedCells, sums: Integers) -> Values:
    return np.asarray(quantity.matrix(cells) @ sums - np.concatenate(list(quantity.targets)))


def _reached(off: Sequence[Values]) -> bool:
    return max((float(np.abs(distances).max(initial=0.0)) for distances in off), default=0.0) <= ENOUGH


def _distance(off: Sequence[Values], wanted: Sequence[ListedSum]) -> float:
    """How far the published sums are from where they should be, weighed."""
    costs = (
        np.repeat(quantity.costs, [distances.size for distances in quantity.targets]) / quantity.scale
        for quantity in wanted
    )
    return float(sum(np.square(target * quantity).sum() for target, quantity in zip(off, costs, strict=True)))


def _blocks(layers: Sequence[tuple[Layer, Mask]], cells: ListedCells) -> Any:
    """The 0/1 matrix of some blocks of layers that listed cells are in."""
    from scipy.sparse import csr_array, vstack

    parts = [csr_array((0, len(cells.rows)))]
    for layer, summed in layers:
        places = layer.of(cells.rows)
        inside = np.flatnonzero((places != NO_BLOCK) & summed[places])
        blocks, rows = np.unique(places[inside], return_inverse=True)
        parts.append(csr_array((np.ones(inside.size), (rows, inside)), shape=(blocks.size, len(cells.rows))))
    return vstack(parts, format="csr")
