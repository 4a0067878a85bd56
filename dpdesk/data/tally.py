"""Codes to cells: where the counts and sums of a file's groups of tables add up.

Rows arrive as a matrix of codes (one column a variable, -1 for nowhere) with how many records each stands
for. All groups of a release count the same records: one that is nowhere in any variable the release names, or
contradicts a public rule by what the release names of it, is nowhere in every group. Whatever arrives, every
record is counted once in each group.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from dpdesk.data.contingency import Contingency
from dpdesk.errors import BadInput
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.impossible import contradictions
from dpdesk.schema.variable import Variable

Integers = NDArray[np.int64]
LARGEST_DOMAIN = 1 << 31


class Tally:
    """The running counts of one group."""

    def __init__(self, domain: GroupDomain, sizes: Sequence[int]) -> None:
        self.domain, self.shape = domain, tuple(sizes)
        cells = 1
        for size in sizes:
            cells *= size
        if cells > LARGEST_DOMAIN:
            raise BadInput(
                f"The variables {', '.join(domain.variables)} have {cells} combinations together, more than "
                "can be held; use fewer variables in one group or coarser codes."
            )
        self.counts = np.zeros(cells, np.int64)
        self.sums = {name: np.zeros(cells, np.int64) for name in domain.quantities}
        self.nowhere = 0

    def add(
        self,
        codes: Mapping[str, Integers],
        records: Integers,
        steps: Mapping[str, Integers],
        inside: NDArray[np.bool_],
    ) -> None:
        """Add rows: their codes, how many records each stands for, the steps of those records, which rows count."""
        cell = np.zeros(records.shape, np.int64)
        for name, size in zip(self.domain.variables, self.shape, strict=True):
            cell = cell * size + codes[name]
        at = cell[inside]
        np.add.at(self.counts, at, records[inside])
        for name, total in self.sums.items():
            np.add.at(total, at, steps[name][inside])
        self.nowhere += int(records[~inside].sum())

    def result(self, impossible: NDArray[np.bool_] | None) -> Contingency:
        """Close the count: impossible cells become nowhere."""
        counts = self.counts.reshape(self.shape)
        sums = {name: total.reshape(self.shape) for name, total in self.sums.items()}
        if impossible is not None:
            self.nowhere += int(counts[impossible].sum())
            counts[impossible] = 0
            for total in sums.values():
                total[impossible] = 0
        return Contingency(self.domain, counts, sums, self.nowhere, int(counts.sum()) + self.nowhere)


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
            tally.counts[:] = 0
            tally.nowhere = 0
            for total in tally.sums.values():
                total[:] = 0

    def add(self, codes: Mapping[str, Integers], records: Integers, steps: Mapping[str, Integers]) -> None:
        """Add rows to every group."""
        inside = np.ones(records.shape, bool)
        for positions in codes.values():
            inside &= positions >= 0
        inside &= ~self._contradictory(codes, records.size)
        for tally in self._tallies:
            tally.add(codes, records, steps, inside)

    def _contradictory(self, codes: Mapping[str, Integers], rows: int) -> NDArray[np.bool_]:
        named = {name: codes[name] for name in self._variables}
        if not named or not self._dictionary.impossible:
            return np.zeros(rows, bool)
        every = {one.name: one for one in self._dictionary.variables}
        return contradictions(self._dictionary.impossible, every, named)

    def lose(self, records: int) -> None:
        """Add records that are in no cell of any group (over their unit's cap, or without id)."""
        for tally in self._tallies:
            tally.nowhere += records

    def results(self) -> list[Contingency]:
        """Return the contingencies in the order of the domains."""
        return [t.result(self._dictionary.impossible_cells(t.domain.variables)) for t in self._tallies]
