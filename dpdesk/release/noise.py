"""The joint noise of a statistic's unbiased answers: own ones, and those that several groups average.

Every answer is a combination of the noisy integers of one group, an averaged one of several; whatever is computed from
answers has the law of the sum of these combinations, with the covariance between answers of one group in it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.combined import Block, coefficients
from dpdesk.planning.boxes import NO_ROW

Integers = NDArray[np.int64]
Blocks = dict[Hashable, Block]
"""For each mechanism involved its part of n numbers."""


@dataclass(frozen=True, slots=True)
class Average:
    """An answer as an average: (group, row of its workload, weight)."""

    terms: tuple[tuple[int, int, float], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Noise:
    """The noise in one group's answers to one statistic.

    everyone: the mechanism of this statistic in each group, None where a group has none; at: this group;
    averages: rows that are averages over groups.
    """

    statistic: str
    everyone: Sequence[Mechanism | None]
    at: int
    averages: Mapping[int, Average] = field(default_factory=dict)

    @property
    def own(self) -> Mechanism:
        """This group's mechanism."""
        found = self.everyone[self.at]
        if found is None:
            raise LookupError(f"group {self.at} has no {self.statistic}")
        return found

    @property
    def measurements(self) -> int:
        """Noisy integers behind the answers, those of other groups included where answers are averages."""
        if not self.averages:
            return self.own.measurements
        return sum(one.measurements for one in self.everyone if one is not None)

    def blocks(self, rows: Integers) -> Blocks:
        """The noise of the answers in `rows` (one dimension; −1: nobody, no noise)."""
        plain, back = np.unique(rows, return_inverse=True)
        dense: dict[int, NDArray[np.float64]] = {}

        def part(group: int) -> NDArray[np.float64]:
            mechanism = self.everyone[group]
            if mechanism is None:
                raise LookupError(f"group {group} has no {self.statistic}")
            return dense.setdefault(group, np.zeros((plain.size, mechanism.measurements)))

        own = np.array([row != NO_ROW and row not in self.averages for row in plain.tolist()], dtype=bool)
        part(self.at)[own] = coefficients(self.own, plain[own])
        for place, row in enumerate(plain.tolist()):
            if row in self.averages:
                for group, other, weight in self.averages[row].terms:
                    target = part(group)
                    mechanism = self.everyone[group]
                    if mechanism is not None:
                        target[place] += weight * coefficients(mechanism, [other])[0]
        found: Blocks = {}
        for group, values in dense.items():
            mechanism = self.everyone[group]
            if mechanism is not None:
                found[self.statistic, group] = Block(mechanism.scale, values[back.reshape(-1)])
        return found


def aligned(one: Blocks, other: Blocks) -> tuple[list[Block], list[Block]]:
    """Two sets of blocks over the same mechanisms, with zeros where a mechanism is not involved."""
    first: list[Block] = []
    second: list[Block] = []
    for key in {**one, **other}:
        a, b = one.get(key), other.get(key)
        if a is None and b is not None:
            a = Block(b.scale, np.zeros_like(b.rows))
        if b is None and a is not None:
            b = Block(a.scale, np.zeros_like(a.rows))
        if a is not None and b is not None:
            first.append(a)
            second.append(b)
    return first, second
