"""Codes to cells: where the counts and sums of a file's groups of tables add up.

Rows arrive as a matrix of codes (one column a variable, -1 for nowhere) with how many records each stands
for. All groups of a release count the same records: one that is nowhere in any variable the release names, or
contradicts a public rule by what the release names of it, is nowhere in every group. Whatever arrives, every
record is counted once in each group: in the one product of its variables, or, where that is not written down,
once in each of the margins the group needs.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.data.counting.contingency import Contingency
from dpdesk.errors import BadInput
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.impossible import contradictions
from dpdesk.schema.variables.variable import Variable

Integers = NDArray[np.int64]
LARGEST_DOMAIN = 1 << 31


class CellTable:
    """Cells of a product of some of a group's variables, of codes or of classes of codes, flat."""

    def __init__(self, axes: Sequence[int], shape: Sequence[int], classes: Sequence[Integers] | None = None) -> None:
        self.axes, self.shape, self._classes = tuple(axes), tuple(shape), classes
        self.cells = prod(self.shape)

    def cells_of(self, codes: Sequence[Integers], rows: int) -> Integers:
        """The cells of so many rows that count, given the codes of all the group's variables."""
        cell = np.zeros(rows, np.int64)
        for number, (axis, size) in enumerate(zip(self.axes, self.shape, strict=True)):
            cell *= size
            cell += codes[axis] if self._classes is None else self._classes[number].take(codes[axis])
        return cell


class Tally:
    """The running counts of one group."""

    def __init__(self, domain: GroupDomain, sizes: Sequence[int]) -> None:
        self.domain = domain
        self.tables = [
            CellTable(margin.axes, margin.shape, [np.array(classes, np.int64) for classes in margin.classes])
            for margin in domain.margins
        ] or [CellTable(range(len(sizes)), sizes)]
        cells = sum(table.cells for table in self.tables)
        if cells > LARGEST_DOMAIN:
            raise BadInput(problem("data.too_many_combinations", variables=tuple(domain.variables), cells=cells))
        self.counts = [np.zeros(table.cells, np.int64) for table in self.tables]
        self.sums = {name: [np.zeros(table.cells, np.int64) for table in self.tables] for name in domain.quantities}
        self.nowhere = 0

    def clear(self) -> None:
        """Forget everything added."""
        self.nowhere = 0
        for counts in (self.counts, *self.sums.values()):
            for table_counts in counts:
                table_counts[:] = 0

    def add(
        self,
        codes: Mapping[str, Integers],
        records: Integers,
        steps: Mapping[str, Integers],
        lost: int,
    ) -> None:
        """Add rows: their codes, how many records each stands for, the steps of those; and so many records nowhere."""
        variable_codes = [codes[name] for name in self.domain.variables]
        for number, table in enumerate(self.tables):
            cells = table.cells_of(variable_codes, records.size)
            np.add.at(self.counts[number], cells, records)
            for name, totals in self.sums.items():
                np.add.at(totals[number], cells, steps[name])
        self.nowhere += lost

    def result(self, impossible: NDArray[np.bool_] | None) -> Contingency:
        """Close the count: impossible cells of a product that is written down become nowhere."""
        every = [self.counts, *self.sums.values()]
        counts, *sums = (
            [array.reshape(table.shape) for array, table in zip(arrays, self.tables, strict=True)] for arrays in every
        )
        named = dict(zip(self.sums, sums, strict=True))
        if self.domain.margins:
            axes = [table.axes for table in self.tables]
            return Contingency(
                self.domain,
                dict(zip(axes, counts, strict=True)),
                {name: dict(zip(axes, arrays, strict=True)) for name, arrays in named.items()},
                self.nowhere,
                int(counts[0].sum()) + self.nowhere,
            )
        if impossible is not None:
            self.nowhere += int(counts[0][impossible].sum())
            for tables in (counts, *sums):
                tables[0][impossible] = 0
        whole = {name: arrays[0] for name, arrays in named.items()}
        return Contingency(self.domain, counts[0], whole, self.nowhere, int(counts[0].sum()) + self.nowhere)


def somewhere(
    codes: Mapping[str, Integers], rows: int, named: Collection[str], dictionary: Dictionary
) -> NDArray[np.bool_]:
    """Say which of some rows count: those with a code of every variable that contradict no public rule.

    Args:
        codes: the codes of the rows by variable, -1 for nowhere.
        rows: how many there are.
        named: the variables of which rules can tell.
        dictionary: which has the rules.
    """
    inside = np.ones(rows, bool)
    for positions in codes.values():
        inside &= positions >= 0
    if named and dictionary.impossible:
        every = {variable.name: variable for variable in dictionary.variables}
        inside &= ~contradictions(dictionary.impossible, every, {name: codes[name] for name in named})
    return inside


class Tallies:
    """All groups of a plan, filled together from the same rows."""

    def __init__(
        self, domains: Sequence[GroupDomain], variables: Mapping[str, Variable], dictionary: Dictionary
    ) -> None:
        self._tallies = [Tally(d, [variables[name].size for name in d.variables]) for d in domains]
        self._dictionary = dictionary
        self._variables = dict(variables)

    def clear(self) -> None:
        """Forget everything added."""
        for tally in self._tallies:
            tally.clear()

    def add(self, codes: Mapping[str, Integers], records: Integers, steps: Mapping[str, Integers]) -> None:
        """Add rows to every group."""
        inside = somewhere(codes, records.size, self._variables, self._dictionary)
        lost = int(records[~inside].sum())
        if not inside.all():
            codes, steps = ({name: each[inside] for name, each in given.items()} for given in (codes, steps))
            records = records[inside]
        for tally in self._tallies:
            tally.add(codes, records, steps, lost)

    def lose(self, records: int) -> None:
        """Add records that are in no cell of any group (over their unit's cap, or without id)."""
        for tally in self._tallies:
            tally.nowhere += records

    def results(self) -> list[Contingency]:
        """Return the contingencies in the order of the domains."""
        return [
            t.result(None if t.domain.margins else self._dictionary.impossible_cells(t.domain.variables))
            for t in self._tallies
        ]
