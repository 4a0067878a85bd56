"""A small database that answers about as the real one does, drawn by the exponential mechanism.

Blum, Ligett and Roth (STOC 2008, J. ACM 2013), as used for offline prefix questions by Bun, Steinke and Ullman ("Make
Up Your Mind", Theorem 3.3 and Fig. 4). All multisets y of m records over the universe of u cells are weighed; one is
drawn with probability proportional to e^(−η s(y)), s(y) = max_j |q_j(x) − (n/m) q_j(y)|, its worst answer when every
record of y stands for n/m people. The answers are those of the y drawn, so they are consistent: non-negative, totals
the sums of their parts.

Guarantee. Queries are 0/1, so that one row added, removed or replaced changes every q_j(x), and with them s, by at most
1, c rows by at most c; n is a public number (planning figures; under replacement the number of units if each has one
row). The draw is exact (privacy/exponential.py): ε = 2ηc, and ρ = ε²/8.

Accuracy. There is a y within n·√(ln(2k)/2m) of x in every query (Hoeffding, m records drawn from x), and the draw is
worse than the best by more than r with probability below N·e^(−ηr), N = (m+u−1 choose m) the number of multisets. So
`bound`: n·√(ln(2k)/2m) + ln(N/β)/η, for the given n. In the length of the database the first falls and the second
rises: about n^(2/3) people are lost whatever m. A linear mechanism on the same universe errs by a number that does not
grow with n, and needs no enumeration: that is why it is chosen, and this is only forecast beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import comb, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.privacy import exponential
from dpdesk.privacy.exact import round_down, sqrt_down
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.problems.problem import problem
from dpdesk.queries.workload import Array, Workload, as_numbers

NAME = "small-database"
LARGEST_ENUMERATION = 2**21
"""Records of all small databases together, that can be weighed one by one."""
MOST_RECORDS = 1000
_DIGITS = 12

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


def databases(cells: int, records: int) -> int:
    """How many multisets of so many records there are over so many cells: N.

    Args:
        cells: of the domain.
        records: of each small database.

    >>> databases(2, 3)
    4
    """
    return comb(records + cells - 1, records)


def can_be_weighed(cells: int, records: int) -> bool:
    """Whether all small databases can be written down.

    Args:
        cells: of the domain.
        records: of each small database.
    """
    return databases(cells, records) * records <= LARGEST_ENUMERATION


def epsilon_of(loss: Loss) -> Fraction:
    """The ε of one draw that a loss allows: under ρ the one whose ε²/8 is ρ, rounded down; of (ε, δ) the ε.

    Args:
        loss: what may be spent.

    >>> epsilon_of(ZCDP("1/2"))
    Fraction(2, 1)
    """
    if isinstance(loss, PureDP | ApproxDP):
        return loss.epsilon
    root = sqrt_down(8 * loss.rho)
    short = round_down(root, _DIGITS)
    return short if short > 0 else root


def error_bound(
    queries: int, cells: int, records: int, people: int, loss: Loss, rows_per_unit: int, level: Fraction | int
) -> float:
    """What the worst answer's error stays below with a probability, stated above.

    Args:
        queries: k.
        cells: of the domain.
        records: of each small database.
        people: their public number.
        loss: what is spent.
        rows_per_unit: c.
        level: the probability, in per cent.

    Returns:
        In counts.
    """
    rate = float(epsilon_of(loss)) / (2 * rows_per_unit)
    chance = 1 - float(Fraction(level)) / 100
    nearest = people * sqrt(log(2 * max(queries, 1)) / (2 * records))
    return nearest + (log(databases(cells, records)) + log(1 / chance)) / rate


def best_length(
    queries: int, cells: int, people: int, loss: Loss, rows_per_unit: int = 1, level: Fraction | int = 90
) -> int | None:
    """The number of records with the smallest bound among those that can be weighed.

    Args:
        queries: k.
        cells: of the domain.
        people: their public number.
        loss: what is spent.
        rows_per_unit: c.
        level: the probability of the bound, in per cent.

    Returns:
        How many records; None if not even one can be weighed.
    """
    best: tuple[float, int] | None = None
    records = 1
    while can_be_weighed(cells, records) and records <= min(max(people, 1), MOST_RECORDS):
        bound = error_bound(queries, cells, records, people, loss, rows_per_unit, level)
        best = min(best or (bound, records), (bound, records))
        records += 1
    return None if best is None else best[1]


@dataclass(frozen=True)
class SmallDatabase:
    """The mechanism for a workload, a length of the database and a public number of people.

    Raises BadInput where the small databases cannot all be written down, or an argument makes no sense.
    """

    workload: Workload
    records: int
    people: int
    loss: Loss
    relation: Relation

    def __post_init__(self) -> None:
        if self.records < 1 or self.people < 1:
            raise BadInput(problem("mechanisms.small_records"))
        cells = self.workload.shape[1]
        if not can_be_weighed(cells, self.records):
            raise BadInput(
                problem(
                    "mechanisms.too_many_databases",
                    databases=f"{databases(cells, self.records):.3g}",
                    records=self.records,
                    cells=cells,
                )
            )
        if not isinstance(self.loss, PureDP | ZCDP | ApproxDP):
            raise BadInput(problem("mechanisms.loss"))

    @property
    def rate(self) -> Fraction:
        """η, per person of the worst answer's error."""
        return epsilon_of(self.loss) / (2 * self.relation.rows_per_unit)

    @property
    def epsilon(self) -> Fraction:
        """What a draw spends in ε."""
        return epsilon_of(self.loss)

    @property
    def rho(self) -> Fraction:
        """And in ρ: both hold."""
        return exponential.rho_of(self.epsilon)

    @cached_property
    def members(self) -> Integers:
        """The cells of the records of every small database, one database a row."""
        cells = self.workload.shape[1]
        listed = list(combinations_with_replacement(range(cells), self.records))
        return np.array(listed, dtype=np.int64).reshape(-1, self.records)

    @cached_property
    def answers(self) -> Integers:
        """What every small database answers, in its own records: one database a row."""
        columns = np.stack([self._column(cell) for cell in range(self.workload.shape[1])])
        result = np.zeros((self.members.shape[0], self.workload.shape[0]), dtype=np.int64)
        for place in range(self.records):
            result += columns[self.members[:, place]]
        return result

    def _column(self, cell: int) -> Integers:
        unit = np.zeros(self.workload.shape[1], dtype=np.int64)
        unit[cell] = 1
        return np.asarray(self.workload.answer(unit), dtype=np.int64).reshape(-1)

    def scores(self, x: Array) -> Integers:
        """The worst answer's error of every small database, times its number of records: whole numbers.

        Args:
            x: counts, whole. Confidential, and so are the scores.
        """
        counts = as_numbers(x, self.workload.shape[1], self.workload.domain)
        if counts.dtype != np.int64:
            raise BadInput(problem("mechanisms.counts_whole"))
        exact = np.asarray(self.workload.answer(counts), dtype=np.int64).reshape(-1)
        gaps = np.abs(exact[None, :] * self.records - self.answers * self.people)
        return np.asarray(gaps.max(axis=1, initial=0), dtype=np.int64)

    def measure(self, x: Array) -> int:
        """Draw the number of a small database, afresh.

        Args:
            x: counts, whole.
        """
        return exponential.choose(self.scores(x), self.rate / self.records)

    def decode(self, drawn: int) -> Floats:
        """The answers of a small database, each of its records standing for people/records.

        Args:
            drawn: its number.

        Returns:
            k answers, in counts.
        """
        return np.asarray(self.answers[drawn] * (self.people / self.records), dtype=np.float64)

    def release(self, x: Array) -> Floats:
        """Draw and answer. No ledger stands behind this call.

        Args:
            x: counts, whole.
        """
        return self.decode(self.measure(x))

    def expected_max_error(self, x: Array) -> float:
        """E of the worst answer's error on public counts, exactly by the law.

        Args:
            x: counts, whole.
        """
        scores = self.scores(x)
        chances = exponential.law(scores, float(self.rate / self.records))
        return float(chances @ scores) / self.records

    def bound(self, level: Fraction | int = 90) -> float:
        """What the worst answer's error stays below, where `people` is right.

        Args:
            level: with this probability, in per cent.

        Returns:
            In counts.
        """
        queries, cells = self.workload.shape
        return error_bound(queries, cells, self.records, self.people, self.loss, self.relation.rows_per_unit, level)

    def to_json(self) -> dict[str, Any]:
        """Public parameters, JSON-able."""
        return {
            "mechanism": NAME,
            "neighbours": self.relation.neighbours.value,
            "rows_per_unit": self.relation.rows_per_unit,
            "loss": self.loss.to_json(),
            "spent": {"epsilon": str(self.epsilon), "rho": str(self.rho)},
            "records": self.records,
            "people": self.people,
            "databases": databases(self.workload.shape[1], self.records),
        }
