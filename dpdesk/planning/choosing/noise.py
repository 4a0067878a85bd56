"""The noise in what is printed of one group's answers to one statistic: its own, or that of averages over groups.

Every answer is a combination of the noisy integers of one group, an averaged one of several; whatever is computed from
answers has the law of the sum of these combinations, with the covariance between answers of one group in it. Forecast
and release read standard errors and margins off here alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.answers.combined import Block, Sum, classes, coefficients, normal_ratio, probability_of
from dpdesk.mechanisms.answers.odds import chance_more_than
from dpdesk.mechanisms.core.joined import JoinedStrategy
from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.mechanisms.errors.largest_sums import Weighted, expected_max_of_sums
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.memory import Memory

Integers = NDArray[np.int64]
Values = NDArray[np.float64]
Blocks = dict[Hashable, Block]
"""For each mechanism involved its part of n numbers."""
Value = TypeVar("Value")

ROOM = 2**20
"""Numbers of rows of which is kept what was worked out about their answers."""
MOST_KEPT = 2**16
"""Rows up to which it is."""

JOINT = "joint"
"""The name of integers that are measured of several vectors together."""


@dataclass(frozen=True, slots=True)
class Average:
    """An answer as an average: (group, row of its workload, weight)."""

    terms: tuple[tuple[int, int, float], ...]


class Averages(Mapping[int, Average]):
    """The rows of a workload that are averages, ascending; each has up to k terms, those of group −1 are none."""

    def __init__(self, rows: Integers, groups: Integers, others: Integers, weights: Values) -> None:
        self.rows, self.groups, self.others, self.weights = rows, groups, others, weights

    @classmethod
    def of(cls, given: Mapping[int, Average]) -> Averages:
        """Averages written out row by row."""
        rows = sorted(given)
        terms = max((len(given[row].terms) for row in rows), default=0)
        shape = len(rows), terms
        groups, others, weights = np.full(shape, -1, np.int64), np.full(shape, NO_ROW, np.int64), np.zeros(shape)
        for number, row in enumerate(rows):
            for term, term_facts in enumerate(given[row].terms):
                groups[number, term], others[number, term], weights[number, term] = term_facts
        return cls(np.array(rows, dtype=np.int64), groups, others, weights)

    def places(self, rows: Integers) -> Integers:
        """Where the rows are among the averages; −1 for those that are none."""
        if not self.rows.size:
            return np.full(rows.shape, -1, dtype=np.int64)
        places = np.minimum(np.searchsorted(self.rows, rows), self.rows.size - 1)
        return np.where(self.rows[places] == rows, places, -1)

    def of_answers(self, group: int, answers: Mapping[int, Values]) -> Values:
        """A group's answers with the averages in the place of those that others give too; `answers` by group."""
        result, total = answers[group].copy(), np.zeros(len(self))
        for groups, rows, weights in zip(self.groups.T, self.others.T, self.weights.T, strict=True):
            for other in np.unique(groups[groups >= 0]).tolist():
                here = groups == other
                total[here] += weights[here] * answers[other][rows[here]]
        result[self.rows] = total
        return result

    def __getitem__(self, row: int) -> Average:
        place = int(self.places(np.array([row], dtype=np.int64))[0])
        if place < 0:
            raise KeyError(row)
        terms = zip(self.groups[place].tolist(), self.others[place].tolist(), self.weights[place].tolist(), strict=True)
        return Average(tuple((group, other, weight) for group, other, weight in terms if group >= 0))

    def __iter__(self) -> Iterator[int]:
        return iter(self.rows.tolist())

    def __len__(self) -> int:
        return int(self.rows.size)


def no_averages() -> Averages:
    """Of a group that shares nothing."""
    return Averages.of({})


@dataclass(frozen=True, eq=False)
class Noise:
    """The noise in one group's answers to one statistic.

    everyone: the mechanism of this statistic in each group, None where a group has none; at: this group;
    averages: rows that are averages over groups.
    """

    statistic: str
    everyone: Sequence[Mechanism | None]
    at: int
    averages: Averages = field(default_factory=no_averages)

    @property
    def own(self) -> Mechanism:
        """The mechanism of this statistic in this group."""
        return self._mechanism(self.at)

    def _mechanism(self, group: int) -> Mechanism:
        mechanism = self.everyone[group]
        if mechanism is None:
            raise LookupError(f"group {group} has no {self.statistic}")
        return mechanism

    def drawn(self, group: int) -> tuple[str, int]:
        """The integers that a group's answers are read from; those of vectors measured together are the same."""
        return self.statistic if self._mechanism(group).joint is None else JOINT, group

    @property
    def measurements(self) -> int:
        """Noisy integers behind the answers, those of other groups included where answers are averages."""
        if not self.averages:
            return self.own.measurements
        return sum(mechanism.measurements for mechanism in self.everyone if mechanism is not None)

    @cached_property
    def std(self) -> Values:
        """Standard error of every answer, in the workload's order."""
        if not self.averages:
            return self.own.std
        result = self.own.std.copy()
        result[self.averages.rows] = self._average_std
        result.flags.writeable = False
        return result

    @cached_property
    def _average_std(self) -> Values:
        """Standard error of each average: groups draw independent noise, the answers of one group are not."""
        averages = self.averages
        variances = np.zeros(averages.groups.shape)
        for group in np.unique(averages.groups[averages.groups >= 0]).tolist():
            here = averages.groups == group
            variances[here] = (averages.weights[here] * self._mechanism(group).std[averages.others[here]]) ** 2
        std: Values = np.sqrt(variances.sum(axis=1))
        ordered = np.sort(averages.groups, axis=1)
        twice = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1)
        for position in np.flatnonzero(twice).tolist():
            std[position] = self._sum(position).std
        return std

    def _sum(self, place: int) -> Sum:
        terms = self.averages[int(self.averages.rows[place])].terms
        return Sum(tuple((self._mechanism(group), {row: weight}) for group, row, weight in terms))

    def keep(self, what: Hashable, rows: Integers, make: Callable[[], Value]) -> Value:
        """What `make` works out about the answers in `rows`, which the plan alone decides.

        It is kept where they are few: the end of a release that is tried before the draw, and the real one, ask for
        the same, and so do tables of the same lines.
        """
        if rows.size > MOST_KEPT:
            return make()
        kept: Value = self._kept.get((what, rows.shape, rows.tobytes()), make, lambda _: 1 + rows.size)
        return kept

    @cached_property
    def _kept(self) -> Memory[Hashable, Any]:
        return Memory(ROOM)

    def margins(self, level: Fraction | int, rows: Integers) -> Values:
        """Half-widths of the central intervals of the noise of the answers in `rows`, at `level` per cent."""
        return self.keep(level, rows, lambda: self._margins(level, rows))

    def _margins(self, level: Fraction | int, rows: Integers) -> Values:
        places = self.averages.places(rows)
        unaveraged = np.flatnonzero(places < 0)
        result = np.zeros(rows.size)
        if unaveraged.size:
            result[unaveraged] = self.own.margins(level, rows[unaveraged])
        if unaveraged.size < rows.size:
            result[places >= 0] = self._average_margins(level, places[places >= 0])
        result.flags.writeable = False
        return result

    def _average_margins(self, level: Fraction | int, places: Integers) -> Values:
        """Margins of averages, from the law of each kind."""
        result = np.zeros(places.size)
        sets, of = np.unique(np.sort(self.averages.groups[places], axis=1), axis=0, return_inverse=True)
        for position, groups in enumerate(sets.tolist()):
            here = np.flatnonzero(of.reshape(-1) == position)
            scales = [self._mechanism(group).scale for group in groups if group >= 0]
            ratio = normal_ratio(scales, probability_of(level))
            own_places = places[here]
            result[here] = (
                self._looked_at(level, own_places) if ratio is None else ratio * self._average_std[own_places]
            )
        return result

    def _looked_at(self, level: Fraction | int, places: Integers) -> Values:
        """Margins of averages whose law is not normal: one of each kind is looked at."""
        different, back = np.unique(places, return_inverse=True)
        example, of = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        if different.size > 1:
            _, example, of = np.unique(self._kinds(different), axis=0, return_index=True, return_inverse=True)
        widths = [
            self._sum(place).margin(level) if self._average_std[place] else 0.0 for place in different[example].tolist()
        ]
        return np.array(widths)[of.reshape(-1)][back.reshape(-1)]

    def _kinds(self, places: Integers) -> Values:
        """For each average numbers that are the same for averages with noise of the same law."""
        groups, others = self.averages.groups[places], self.averages.others[places]
        labels = np.full(groups.shape, -1, dtype=np.int64)
        for group in np.unique(groups[groups >= 0]).tolist():
            here = groups == group
            rows, back = np.unique(others[here], return_inverse=True)
            labels[here] = classes(self._mechanism(group), rows)[back.reshape(-1)]
        ordered = np.sort(groups, axis=1)
        twice = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] >= 0)).any(axis=1)
        labels[twice] = -2 - others[twice]  # answers of one group are not independent: each such average is by itself
        return np.concatenate([groups, labels, np.round(self.averages.weights[places], 12)], axis=1)

    def widest(self, level: Fraction | int, rows: Integers) -> float:
        """The margin of the least precise of some answers, 0 for none.

        Averages have other laws than answers of the group alone: the least precise of either are looked at, unless by
        Chebyshev's inequality it cannot be the widest.
        """
        rows = np.unique(rows)
        widest, averaged = 0.0, self.averages.places(rows) >= 0
        most = 1.0001 / sqrt(1 - probability_of(level))
        for some in (rows[~averaged], rows[averaged]):
            if some.size and float(self.std[some].max()) * most > widest:
                deviations = self.std[some]
                candidates = some[deviations == deviations.max()][:1]
                widest = max(widest, float(self.margins(level, candidates)[0]))
        return widest

    def chance_more_than(self, row: int, t: float) -> float:
        """P(|error| > t) of the answer in a row, t in counts."""
        place = int(self.averages.places(np.array([row], dtype=np.int64))[0])
        if place < 0:
            return chance_more_than(self.own, row, t)
        return 0.0 if not self._average_std[place] else self._sum(place).chance_more_than(t)

    @cached_property
    def expected_max_error(self) -> float:
        """An upper bound of E max |error| over all answers (stated in mechanisms/largest_sums.py)."""
        if not self.averages:
            return self.own.expected_max_error
        averages, variances = self.averages, self.own.unit_variances
        alone = np.delete(variances, averages.rows)
        parts = []
        for group in np.unique(np.append(averages.groups[averages.groups >= 0], self.at)).tolist():
            mechanism, here = self._mechanism(group), averages.groups == group
            unit = np.where(here, mechanism.unit_variances[np.where(here, averages.others, 0)], 0.0).max(axis=1)
            weights = np.where(here, averages.weights, 0.0).sum(axis=1)
            mine = group == self.at
            parts.append(
                Weighted(
                    mechanism.scale,
                    mechanism.strategy.largest_coefficient,
                    np.append(weights, 1.0 if mine else 0.0),
                    np.append(unit, alone.max(initial=0.0) if mine else 0.0),
                )
            )
        return expected_max_of_sums(variances.size, parts)

    def blocks(self, rows: Integers) -> Blocks:
        """The noise of the answers in `rows` (one dimension; −1: nobody, no noise)."""
        plain, back = np.unique(rows, return_inverse=True)
        dense: dict[int, NDArray[np.float64]] = {}

        def part(group: int) -> NDArray[np.float64]:
            return dense.setdefault(group, np.zeros((plain.size, self._mechanism(group).measurements)))

        places = self.averages.places(plain)
        answered = (plain != NO_ROW) & (places < 0)
        part(self.at)[answered] = coefficients(self.own, plain[answered])
        for place, average in enumerate(places.tolist()):
            if average >= 0:
                for group, other, weight in self.averages[int(plain[place])].terms:
                    target = part(group)
                    target[place] += weight * coefficients(self._mechanism(group), [other])[0]
        by_mechanism: Blocks = {}
        for group, values in dense.items():
            scale, times = in_common(self._mechanism(group))
            by_mechanism[self.drawn(group)] = Block(scale, times * values[back.reshape(-1)])
        return by_mechanism


def in_common(mechanism: Mechanism) -> tuple[NoiseScale, float]:
    """A scale that all vectors measured together have, and what coefficients are multiplied by for it."""
    strategy, scale = mechanism.strategy, mechanism.scale
    if not isinstance(strategy, JoinedStrategy):
        return scale, 1.0
    units = strategy.joint.units
    unit = strategy.inner.unit * max(units)
    return replace(scale, unit=unit), max(units) / units[strategy.member]


def aligned(left: Blocks, other: Blocks) -> tuple[list[Block], list[Block]]:
    """Two sets of blocks over the same mechanisms, with zeros where a mechanism is not involved."""
    first: list[Block] = []
    second: list[Block] = []
    for key in {**left, **other}:
        a, b = left.get(key), other.get(key)
        if a is None and b is not None:
            a = Block(b.scale, np.zeros_like(b.rows))
        if b is None and a is not None:
            b = Block(a.scale, np.zeros_like(a.rows))
        if a is not None and b is not None:
            first.append(a)
            second.append(b)
    return first, second
