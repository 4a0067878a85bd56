"""One list of records behind all numbers of a release: the joint tables put together, record by record.

A table and the one it hangs on hold as many people in each block that they share, so that the records of the one can be
paired with those of the other, block by block; that all tables fit so is claim 1 of docs/proofs/joint_tables.md. Which
record meets which no table tells. They meet as if what the two tables have apart were independent within a block:
records of the one in order, those of the other in the order of a sequence that is spread evenly (Weyl 1916). It is the
same at every call: nothing is drawn.

Blocks that nobody above counts need not agree: there records that no table counts come in, or go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import count
from math import isqrt, prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.choosing.choose import COUNT
from dpdesk.planning.joint.tables import JointTable, Link
from dpdesk.postprocess.listed.cells import NO_BLOCK, Layer, ListedCells, impossible
from dpdesk.release.population.cells import Cells
from dpdesk.release.population.listed import statistic_of

Integers = NDArray[np.int64]
Mask = NDArray[np.bool_]

MOST_SEARCHED = 2**20
"""Cells of a table up to which one is looked for that nobody counts."""
LARGEST_NUMBER = 2**62
NO_CELL = -1
_WORD = 2**64


class NoRecords(Exception):
    """No list of records was found that has all numbers of a release."""


@dataclass(frozen=True, slots=True, eq=False)
class Records:
    """For each root the position of every record's code, and by table the number of its cell, NO_CELL without one.

    `classes` says what is known of a root: how the codes were divided by the table that divides them furthest.
    `counted`: which records some table counts.
    """

    codes: Mapping[str, Integers]
    cells: Mapping[int, Integers]
    classes: Mapping[str, Integers]
    counted: Mask

    def of(self, table: JointTable) -> Integers:
        """The classes of a table that the records lie in (records × variables)."""
        columns = [classes[self.codes[root]] for root, classes in zip(table.roots, table.classes, strict=True)]
        return np.stack(columns, axis=1) if columns else np.zeros((self.counted.size, 0), dtype=np.int64)

    def take(self, places: Integers) -> Records:
        """Some of the records, in an order."""
        codes = {root: of_root[places] for root, of_root in self.codes.items()}
        cells = {table: of_table[places] for table, of_table in self.cells.items()}
        return Records(codes, cells, self.classes, self.counted[places])

    def order(self, first: Integers) -> Integers:
        """The records in the order of some numbers, and then of their codes."""
        return np.lexsort([*reversed(list(self.codes.values())), first])

    def and_idle(self, codes: Mapping[str, int], often: int) -> Records:
        """The same records, and more that nobody counts, all with the same codes."""
        more = {root: np.append(of_root, np.full(often, codes[root])) for root, of_root in self.codes.items()}
        cells = {table: np.append(of_table, np.full(often, NO_CELL)) for table, of_table in self.cells.items()}
        return Records(more, cells, self.classes, np.append(self.counted, np.zeros(often, dtype=bool)))


def records_of(tables: Sequence[Cells], filled: Sequence[Mapping[str, Integers]]) -> Records:
    """The records that some number counts, in the order of their codes.

    tables: those behind a release, each after the one it hangs on; filled: what they hold.

    Raises:
        NoRecords: the tables cannot be put together, or not so that all numbers are theirs.
    """
    records: Records | None = None
    for number, (cells, held) in enumerate(zip(tables, filled, strict=True)):
        new = _of_table(number, cells, held[COUNT])
        link = cells.table.link
        if records is None or link is None:
            records = new
        else:
            records = _Pairing(records, new, tables[link.parent].table, cells.table, link, number).paired()
    if records is None:
        raise NoRecords
    records = records.take(np.flatnonzero(records.counted))
    records = records.take(records.order(np.zeros(records.counted.size, dtype=np.int64)))
    for cells, held in zip(tables, filled, strict=True):
        _require_same(records, cells, held[COUNT])
    return records


def _of_table(number: int, cells: Cells, counts: Integers) -> Records:
    """One record for each person that a table counts."""
    table, places = cells.table, cells.places(counts)
    cell = np.repeat(np.arange(len(places)), counts[counts > 0])
    codes = {}
    for axis, (root, classes) in enumerate(zip(table.roots, table.classes, strict=True)):
        first = _first_codes(classes, table.shape[axis])[places[:, axis]]
        if (first < 0).any():
            raise NoRecords  # somebody is where no code is
        codes[root] = first[cell]
    counted = _is_counted(table, places)[cell]
    return Records(codes, {number: cell}, dict(zip(table.roots, table.classes, strict=True)), counted)


def _first_codes(classes: Integers, size: int) -> Integers:
    """The first code of every class, −1 where it has none."""
    codes = np.full(size, -1, dtype=np.int64)
    live = np.flatnonzero(classes != NO_BLOCK)
    present, first = np.unique(classes[live], return_index=True)
    codes[present] = live[first]
    return codes


def _is_counted(table: JointTable, places: Integers) -> Mask:
    """Which cells some query of the table's own groups counts."""
    counted = np.zeros(len(places), dtype=bool)
    for part in table.parts:
        if part.own:
            inside = [factor.column_counts() > 0 for factor in part.queries.factors]
            counted |= reduce(
                np.logical_and,
                [classes[places[:, axis]] for axis, classes in enumerate(inside)],
                np.ones(len(places), dtype=bool),
            )
    return counted


@dataclass(slots=True, eq=False)
class _Pairing:
    """The records so far, and those of the next table, which hangs on `above`."""

    records: Records
    new: Records
    above: JointTable
    below: JointTable
    link: Link
    number: int

    def paired(self) -> Records:
        """Each record of the one with a record of the other."""
        self._even_out()
        blocks, new_blocks = self._blocks()
        places, other = self.records.order(blocks), self.new.order(new_blocks)
        other = other[np.lexsort((_spread(other.size, self.number), new_blocks[other]))]
        records, new = self.records.take(places), self.new.take(other)
        codes, classes = dict(records.codes), dict(records.classes)
        for root, finer in new.classes.items():
            if root not in classes or _parts(finer) > _parts(classes[root]):
                codes[root], classes[root] = new.codes[root], finer
        return Records(codes, {**records.cells, **new.cells}, classes, records.counted | new.counted)

    def _blocks(self) -> tuple[Integers, Integers]:
        """The shared block of every record on either side."""
        return self.link.above.of(self.records.of(self.above)), self.link.below.of(self.new.of(self.below))

    def _even_out(self) -> None:
        """As many records on either side of every block."""
        blocks, new_blocks = self._blocks()
        if (blocks == NO_BLOCK).any() or (new_blocks == NO_BLOCK).any():
            raise NoRecords
        more = np.bincount(blocks, minlength=self.link.size) - np.bincount(new_blocks, minlength=self.link.size)
        if not more.any():
            return
        self.records, more = _without_idle(self.records, blocks, more)
        self.new, less = _without_idle(self.new, new_blocks, -more)
        for block in np.flatnonzero(less).tolist():
            if less[block] < 0:
                self.new = self.new.and_idle(self._idle_below(block), -int(less[block]))
            else:
                self.records = self.records.and_idle(self._idle_above(block), int(less[block]))

    def _idle_below(self, block: int) -> dict[str, int]:
        """Codes of the next table's variables, in a block, that it does not count."""
        return _idle_cell(self.below, self.link.below, block)

    def _idle_above(self, block: int) -> dict[str, int]:
        """Codes of the other variables, in a block, that no table counts so far."""
        idle = np.flatnonzero(~self.records.counted)
        if self.link.above.axes:  # nobody above counts such a block, whatever else people in it are
            codes = {root: int(of_root[0]) if of_root.size else 0 for root, of_root in self.records.codes.items()}
            return codes | self._codes_of(block)
        if idle.size:
            return {root: int(of_root[idle[0]]) for root, of_root in self.records.codes.items()}
        if len(self.records.cells) > 1:
            raise NoRecords
        return _idle_cell(self.above, self.link.above, block)

    def _codes_of(self, block: int) -> dict[str, int]:
        """Codes of the shared variables that lie in a block."""
        layer, codes = self.link.above, {}
        for axis, blocks, position in zip(layer.axes, layer.blocks, np.unravel_index(block, layer.shape), strict=True):
            classes = self.above.classes[axis]
            inside = np.flatnonzero((classes != NO_BLOCK) & (blocks[classes] == position))
            if not inside.size:
                raise NoRecords
            codes[self.above.roots[axis]] = int(inside[0])
        return codes


def _without_idle(records: Records, blocks: Integers, more: Integers) -> tuple[Records, Integers]:
    """The records without those that no table counts, up to so many of a block; and how many are left to take out."""
    idle = np.flatnonzero(~records.counted)
    idle = idle[np.argsort(blocks[idle], kind="stable")]
    idle_blocks = blocks[idle]
    rank = np.arange(idle_blocks.size) - np.searchsorted(idle_blocks, idle_blocks)
    gone = idle[rank < np.maximum(more, 0)[idle_blocks]]
    kept = np.ones(records.counted.size, dtype=bool)
    kept[gone] = False
    return records.take(np.flatnonzero(kept)), more - np.bincount(blocks[gone], minlength=more.size)


def _idle_cell(table: JointTable, layer: Layer, block: int) -> dict[str, int]:
    """Codes of a cell in a block that may hold somebody whom the table's own groups do not count.

    Raises:
        NoRecords: there is none, or the table is too large to look.
    """
    if prod(table.shape) > MOST_SEARCHED:
        raise NoRecords
    inside = layer.over(table.shape) == block
    places = np.argwhere(inside if table.impossible is None else inside & ~table.impossible)
    possible = ~_is_counted(table, places) & ~impossible(places, table.excluded)
    codes = [_first_codes(classes, size) for classes, size in zip(table.classes, table.shape, strict=True)]
    for axis, first in enumerate(codes):
        possible &= first[places[:, axis]] >= 0
    if not possible.any():
        raise NoRecords
    chosen = places[np.argmax(possible)]
    return {root: int(first[label]) for root, first, label in zip(table.roots, codes, chosen, strict=True)}


def _spread(size: int, number: int) -> NDArray[np.uint64]:
    """A sequence of whole numbers spread evenly over 64 bits; another one for each table."""
    step = isqrt(_prime(number) * _WORD**2) % _WORD | 1  # the fraction of the root of a prime
    return np.arange(1, size + 1, dtype=np.uint64) * np.uint64(step)


def _prime(number: int) -> int:
    """The prime of a number, counted from 0."""
    primes = [2]
    while len(primes) <= number:
        primes.append(
            next(candidate for candidate in count(primes[-1] + 1) if all(candidate % prime for prime in primes))
        )
    return primes[number]


def _parts(classes: Integers) -> int:
    return np.unique(classes[classes != NO_BLOCK]).size


def distinct(rows: Integers, shape: Sequence[int]) -> tuple[Integers, Integers]:
    """The cells that occur among rows, in order, and of each row the number of its cell."""
    if prod(shape) >= LARGEST_NUMBER or not shape:
        cells, back = np.unique(rows, axis=0, return_inverse=True)
        return cells, back.reshape(-1)
    flat = np.zeros(len(rows), dtype=np.int64)
    for axis, size in enumerate(shape):
        flat = flat * size + rows[:, axis]
    numbers, back = np.unique(flat, return_inverse=True)
    return np.stack(np.unravel_index(numbers, shape), axis=1).astype(np.int64), back.reshape(-1)


def _require_same(records: Records, cells: Cells, counts: Integers) -> None:
    """Refuse records that have other numbers than a table of cells."""
    table = cells.table
    rows, back = distinct(records.of(table), table.shape)
    often = np.bincount(back, minlength=len(rows))
    listed = ListedCells(rows, table.shape)
    for group in table.groups:
        parts = [(part, statistic_of(part.queries)) for part in table.own_parts(group)]
        answers = [part.read(listed.answer([statistic], often.astype(np.int64))) for part, statistic in parts]
        if not np.array_equal(np.concatenate(answers), cells.answer(group, counts)):
            raise NoRecords
