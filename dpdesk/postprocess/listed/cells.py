"""One table of whole, non-negative cells over a domain too large to be written down: a list of its non-empty cells.

A population of n people fills at most n of however many cells there are, so the table behind a group's published
numbers can be held as a list: the codes of a cell, and its count. Every number that is published is a sum over this
list. So whatever margins are asked for, nested or not, they are margins of one table: totals are the sums of their
parts, a number that several tables show is one number, and no cell is negative.

The list is made in three steps, from targets (tables over some margins that agree where they overlap, and are not
negative: `agreeing_margins`):

* cells are listed, in proportion to the targets (`lister`);
* their real-valued counts are fitted to the targets by iterative proportional fitting (Deming and Stephan 1940);
* they are rounded and improved as whole numbers (`search`).

The third step works on the sum of squared deviations of the published numbers from their targets, which it never
raises. Targets for which no common table exists are met as closely as that finds.

Privacy: a function of noisy numbers and public parameters only. Nothing is drawn at random.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from math import prod
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.postprocess.agreeing_margins import Axes, Values
from dpdesk.queries import Kronecker
from dpdesk.queries.reduction import rows_of_queries

Integers: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = Sequence[NDArray[np.bool_]]
_NEVER = 1e-9
NO_BLOCK = -1
_LARGEST_PACK = 1 << 62
_FITTING = 400_000_000
_CYCLES = 200
_HALVINGS = 50
_CLOSE = 0.05


@dataclass(frozen=True, slots=True)
class Statistic:
    """A part of a workload: the variables it counts by, and its queries on their margin (None: everybody)."""

    axes: Axes
    queries: Kronecker | None

    def answer(self, table: NDArray[np.generic]) -> NDArray[np.generic]:
        """The answers from the margin's table.

        Args:
            table: over the statistic's margin, in its shape.
        """
        return table.reshape(1) if self.queries is None else self.queries.answer(table)

    def adjoint(self, numbers: Values, shape: Sequence[int]) -> Values:
        """For each cell of the margin the sum of a number of every query that counts it.

        Args:
            numbers: one for each query.
            shape: of the domain.
        """
        table = numbers if self.queries is None else self.queries.adjoint(numbers)
        return np.asarray(table, dtype=np.float64).reshape([shape[axis] for axis in self.axes])

    def least(self, numbers: Values) -> Values:
        """For each cell of the margin the least number of the queries that count it, infinity where none does.

        Args:
            numbers: one for each query.
        """
        if self.queries is None:
            return numbers.reshape(())
        table = numbers.reshape(self.queries.counts)
        for axis, factor in enumerate(self.queries.factors):
            counting = np.asarray(rows_of_queries(factor), dtype=bool).T
            table = np.stack(
                [np.compress(counted, table, axis).min(axis=axis, initial=np.inf) for counted in counting], axis
            )
        return np.asarray(table, dtype=np.float64)


@dataclass(frozen=True, slots=True)
class Layer:
    """Products of blocks of classes of some variables: `blocks[i]` has the block of every class of `axes[i]`.

    NO_BLOCK stands where nobody is ever counted; `shape` are the numbers of blocks.
    """

    axes: Axes
    blocks: tuple[Integers, ...]
    shape: tuple[int, ...]

    def of(self, rows: Integers) -> Integers:
        """The product each listed cell lies in, C order, or NO_BLOCK.

        Args:
            rows: class of each variable of the listed cells, int64[cells, variables].
        """
        result = np.zeros(len(rows), dtype=np.int64)
        nobody = np.zeros(len(rows), dtype=bool)
        for axis, blocks, size in zip(self.axes, self.blocks, self.shape, strict=True):
            block = blocks[rows[:, axis]]
            result = result * size + np.maximum(block, 0)
            nobody |= block == NO_BLOCK
        return np.where(nobody, NO_BLOCK, result)

    def over(self, shape: Sequence[int]) -> Integers:
        """The same for every cell of a table that is written down, in its shape.

        Args:
            shape: of the table.
        """
        result = np.zeros((1,) * len(shape), dtype=np.int64)
        nobody = np.zeros((1,) * len(shape), dtype=bool)
        for axis, blocks, size in zip(self.axes, self.blocks, self.shape, strict=True):
            along = [1] * len(shape)
            along[axis] = blocks.size
            result = result * size + np.maximum(blocks, 0).reshape(along)
            nobody = nobody | (blocks == NO_BLOCK).reshape(along)
        return np.broadcast_to(np.where(nobody, NO_BLOCK, result), tuple(shape))


@dataclass(frozen=True, slots=True, eq=False)
class ListedCells:
    """Cells of a domain: `rows` has one line a cell and one column a variable, the numbers of classes."""

    rows: Integers
    shape: tuple[int, ...]

    def at(self, axes: Axes) -> Integers:
        """The position of each cell in a margin, C order.

        Args:
            axes: numbers of the margin's variables.

        Returns:
            int64[cells].
        """
        if not axes:
            return np.zeros(len(self.rows), dtype=np.int64)
        first, *others = axes
        result = self.rows[:, first].copy()
        for axis in others:
            result *= self.shape[axis]
            result += self.rows[:, axis]
        return result

    def margin(self, values: NDArray[np.generic], axes: Axes) -> NDArray[np.generic]:
        """Add up values of the cells over a margin; whole numbers exactly.

        Args:
            values: one for each cell.
            axes: numbers of the margin's variables.

        Returns:
            In the margin's shape.
        """
        table = np.zeros(prod(self.shape[axis] for axis in axes), dtype=values.dtype)
        np.add.at(table, self.at(axes), values)
        return table.reshape([self.shape[axis] for axis in axes])

    def answer(self, statistics: Sequence[Statistic], values: Integers) -> Integers:
        """The answers to a workload, part by part.

        Args:
            statistics: what is published.
            values: whole, one for each cell.

        Returns:
            One number for each query.
        """
        answers = [
            np.asarray(statistic.answer(self.margin(values, statistic.axes)), dtype=np.int64)
            for statistic in statistics
        ]
        return np.concatenate(answers)


def impossible(rows: Integers, excluded: Sequence[Masks]) -> NDArray[np.bool_]:
    """Which cells lie in a product of sets of classes that a public rule excludes.

    Args:
        rows: class of each variable of the cells, int64[cells, variables].
        excluded: for each product a set of classes of every variable.
    """
    result = np.zeros(len(rows), dtype=bool)
    for masks in excluded:
        inside = np.ones(len(rows), dtype=bool)
        for axis, mask in enumerate(masks):
            inside &= mask[rows[:, axis]]
        result |= inside
    return result


def closed_codes(
    rows: Integers, axis: int, excluded: Sequence[Masks], known: Container[int] | None = None
) -> NDArray[np.bool_] | None:
    """The classes of a variable that would put each cell into an excluded product (cells × classes); None if no rule is
    about it. With `known` only rules about these variables and the one asked for are looked at.

    Args:
        rows: class of each variable of the cells, int64[cells, variables].
        axis: number of the variable.
        excluded: for each product a set of classes of every variable.
        known: variables that are settled; all where None.
    """
    result: NDArray[np.bool_] | None = None
    for masks in excluded:
        others = [variable for variable, mask in enumerate(masks) if variable != axis and not mask.all()]
        if masks[axis].all() or not all(known is None or variable in known for variable in others):
            continue
        inside = np.ones(len(rows), dtype=bool)
        for variable in others:
            inside &= masks[variable][rows[:, variable]]
        closed = inside[:, None] & masks[axis][None, :]
        result = closed if result is None else result | closed
    return result


def distinct(rows: Integers, shape: Sequence[int]) -> tuple[Integers, Integers]:
    """The different ones among listed cells, in order, and for each listed cell which of them it is.

    Variables are packed into as few numbers as hold them, which are sorted faster than lines of many.

    Args:
        rows: class of each variable of the cells, int64[cells, variables].
        shape: numbers of classes.
    """
    packs, room = [np.zeros(len(rows), dtype=np.int64)], _LARGEST_PACK
    for codes, size in zip(rows.T, shape, strict=True):
        if size > room:
            packs.append(np.zeros(len(rows), dtype=np.int64))
            room = _LARGEST_PACK
        packs[-1] = packs[-1] * size + codes
        room //= max(size, 1)
    order = np.lexsort(packs[::-1])
    new = np.ones(len(rows), dtype=bool)
    new[1:] = np.any([np.diff(pack[order]) != 0 for pack in packs], axis=0)
    back = np.empty(len(rows), dtype=np.int64)
    back[order] = np.cumsum(new) - 1
    return rows[order[new]], back


def fit_counts(
    cells: ListedCells, margins: Sequence[Axes], targets: Sequence[Values], total: int | None = None
) -> Values:
    """Real-valued, non-negative counts of listed cells whose margins come close to the targets, their total last.

    Args:
        cells: listed cells.
        margins: numbers of the variables of each.
        targets: a table for each margin.
        total: of all cells, where it is known.

    Returns:
        float64[cells].
    """
    places = [cells.at(axes) for axes in margins]
    wanted = [table.ravel() for table in targets]
    if total is not None:
        places.append(np.zeros(len(cells.rows), dtype=np.int64))
        wanted.append(np.array([float(total)]))
    count = len(cells.rows)
    values = np.full(count, max(float(wanted[-1].sum()), 0.0) / max(count, 1))
    cycles = int(np.clip(_FITTING // max(len(places) * count, 1), 20, _CYCLES))
    for _ in range(cycles):
        furthest = 0.0
        for places_of_margin, table in zip(places, wanted, strict=True):
            reached = np.bincount(places_of_margin, weights=values, minlength=table.size)
            furthest = max(furthest, float(np.abs(reached - table).max(initial=0.0)))
            values = (
                values * np.divide(table, reached, out=np.zeros(table.size), where=reached > _NEVER)[places_of_margin]
            )
        if furthest < _CLOSE:
            break
    return values


def fit_sums(
    counts: Integers, places: Sequence[Integers], targets: Sequence[Values], bounds: tuple[float, float]
) -> Values:
    """Real-valued sums of listed cells, each between the bounds its count allows, with margins close to the targets.

    What a margin lacks is divided among its people alike, margin after margin, and cut at the bounds.

    Args:
        counts: people of each cell.
        places: for every margin the cell there that each listed one is in, C order.
        targets: a table for each margin.
        bounds: of one person's value.

    Returns:
        float64[cells].
    """
    people = counts.astype(np.float64)
    lower, upper = people * bounds[0], people * bounds[1]
    held = [
        np.bincount(places_of_margin, weights=people, minlength=table.size)
        for places_of_margin, table in zip(places, targets, strict=True)
    ]
    whole = max(people.sum(), 1.0)
    values: Values = np.clip(people * (float(targets[0].sum()) / whole), lower, upper)
    cycles = int(np.clip(_FITTING // max(len(places) * len(people), 1), 20, _CYCLES))
    for _ in range(cycles):
        for places_of_margin, table, people_held in zip(places, targets, held, strict=True):
            lacking = table.ravel() - np.bincount(places_of_margin, weights=values, minlength=table.size)
            each = np.divide(lacking, people_held, out=np.zeros(people_held.size), where=people_held > 0)
            values = np.clip(values + people * each[places_of_margin], lower, upper)
    last = sorted(zip(places, targets, strict=True), key=lambda pair: -pair[1].size)
    for places_of_margin, table in last:
        values = _met(values, people, places_of_margin, table.ravel(), lower, upper)
    return values


def _met(values: Values, people: Values, places: Integers, table: Values, lower: Values, upper: Values) -> Values:
    """Values moved alike for all people of a cell of a margin, within bounds, until the cell has its sum: by bisection.

    What is cut at a bound in the rounds before is cut on one side more often than on the other, and adds up in totals.
    """
    reach = float(np.max(upper - lower, initial=0.0)) + 1.0
    low, high = np.full(table.size, -reach), np.full(table.size, reach)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2.0
        reached = np.bincount(
            places, weights=np.clip(values + people * middle[places], lower, upper), minlength=table.size
        )
        low, high = np.where(reached < table, middle, low), np.where(reached < table, high, middle)
    return np.asarray(np.clip(values + people * high[places], lower, upper))
