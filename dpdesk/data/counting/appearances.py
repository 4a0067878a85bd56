"""Units counted once in each cell in which they have a kept row: patients by diagnosis, firms by product.

What a unit adds to a group is a vector of zeros and ones, with no more ones than it has kept rows, and depends on its
own kept rows alone (docs/proofs/households.md). A unit in two cells is counted in both, so that cells do not add up to
units. Cells are those that the group's tables tell apart: codes of one class are one code before anything is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeAlias

import numpy as np

from dpdesk.data.counting.coding import Cells, Reading
from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.one_pass import Counted, texts_of
from dpdesk.data.counting.row_cap import Cap
from dpdesk.data.counting.streaming import ROWS_IN_MEMORY, StreamCount
from dpdesk.data.counting.tally import LARGEST_DOMAIN, CellTable, Integers, somewhere
from dpdesk.data.sources.base import Source
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.variables.variable import Variable

NOWHERE = -1
"""The cell of a row that is in none."""
Places: TypeAlias = list[Integers]
"""For each group the cell of some rows."""


class Appearances:
    """The running counts of groups of tables in which a unit counts once in each cell."""

    def __init__(
        self, domains: Sequence[GroupDomain], variables: Mapping[str, Variable], dictionary: Dictionary
    ) -> None:
        self._domains, self._dictionary = tuple(domains), dictionary
        self.variables = dict(variables)
        self._tables = [_table(domain) for domain in domains]
        for domain, table in zip(domains, self._tables, strict=True):
            if table.cells > LARGEST_DOMAIN:
                raise BadInput(
                    problem("data.too_many_combinations", variables=tuple(domain.variables), cells=table.cells)
                )
        self._counts = [np.zeros(table.cells, np.int64) for table in self._tables]

    def clear(self) -> None:
        """Forget everything added."""
        for counts in self._counts:
            counts[:] = 0

    def places(self, codes: Mapping[str, Integers], rows: int) -> Places:
        """Find the cell of each of some rows in each group.

        Args:
            codes: int64[rows] by variable, -1 for nowhere.
            rows: how many rows there are.
        """
        inside = somewhere(codes, rows, self.variables, self._dictionary)
        found = []
        for domain, table in zip(self._domains, self._tables, strict=True):
            cells = np.full(rows, NOWHERE, np.int64)
            cells[inside] = table.cells_of([codes[name][inside] for name in domain.variables], int(inside.sum()))
            found.append(cells)
        return found

    def add_rows(self, units: Integers, places: Places) -> None:
        """Count units by their rows, each once in each cell of each group.

        Args:
            units: for each row the number of its unit, from 0; all kept rows of a unit come in one call.
            places: the cells of these rows.
        """
        for number, cells in enumerate(places):
            there = cells != NOWHERE
            once = np.unique(units[there] * np.int64(self._tables[number].cells) + cells[there])
            self.add(number, once % self._tables[number].cells, np.ones(once.size, np.int64))

    def add(self, number: int, cells: Integers, units: Integers) -> None:
        """Add units to some cells of a group, NOWHERE among them."""
        there = cells != NOWHERE
        np.add.at(self._counts[number], cells[there], units[there])

    def results(self) -> list[Contingency]:
        """Return the contingencies in the order of the domains."""
        return [
            Contingency(domain, {table.axes: counts.reshape(table.shape)}, {}, 0, int(counts.sum()))
            for domain, table, counts in zip(self._domains, self._tables, self._counts, strict=True)
        ]


def _table(domain: GroupDomain) -> CellTable:
    if not domain.once or len(domain.margins) != 1 or domain.quantities:
        raise ValueError("units are counted once in each cell of one margin, without sums")
    [margin] = domain.margins
    return CellTable(margin.axes, margin.shape, [np.array(classes, np.int64) for classes in margin.classes])


class AppearanceCount(Protocol):
    """A way of counting; `kept`, `over` and `without_id` are numbers of rows, known when `count` has ended."""

    kept: int
    over: int
    without_id: int

    def count(self, progress: Progress) -> None:
        """Add all units of a source to the counts."""
        ...


class StreamAppearances(StreamCount):
    """The units of one file, read as a stream of rows; memory is bounded by one partition of the ids."""

    def __init__(self, source: Source, plan: Reading, cap: Cap, total: int, counts: Appearances) -> None:
        super().__init__(source, plan, cap, total)
        self._counts, self.kept = counts, 0

    def count(self, progress: Progress) -> None:
        """Add all units to the counts, partition by partition."""
        for rows in self.rows(progress):
            self.kept += int(rows.records.sum())

    def _coded(self, rows: Counter[Cells]) -> Counted:
        """Rows without an id, each a unit of its own."""
        counted = super()._coded(rows)
        for number, cells in enumerate(self._counts.places(counted.codes, counted.records.size)):
            self._counts.add(number, cells, counted.records)
        return counted

    def _units(self, units: Iterable[list[Cells]]) -> Iterator[Counted]:
        """Units with all the rows that are kept of them, many at a time."""
        kinds: dict[Cells, int] = {}
        rows: list[tuple[int, int]] = []
        for unit, own in enumerate(units):
            rows += [(unit, kinds.setdefault(row, len(kinds))) for row in own]
            if len(rows) > ROWS_IN_MEMORY // 10:
                yield self._together(kinds, rows)
                kinds, rows = {}, []
        if rows:
            yield self._together(kinds, rows)

    def _together(self, kinds: Mapping[Cells, int], rows: list[tuple[int, int]]) -> Counted:
        counted = texts_of(self.reading, list(kinds), np.zeros(len(kinds), np.int64))
        units, kind = np.array(rows, np.int64).T
        self._counts.add_rows(units, [cells[kind] for cells in self._counts.places(counted.codes, len(kinds))])
        return Counted({}, np.array([len(rows)], np.int64), {})
