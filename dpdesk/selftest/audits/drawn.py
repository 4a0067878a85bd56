"""Do mechanisms that draw something other than noise on counts reveal no more than they say?

Quantiles and small databases drawn by the exponential mechanism, randomised rows and signs, the median by binary search
and adaptive thresholds. Each is run on two neighbouring inputs that a search over small ones finds to be told apart
best by the law that is stated, or that are bad by its argument; the audit itself knows of neither. Planted errors
beside them: a rate twice what the sensitivity allows, and the sensitivity of the median taken for other quantiles.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np

from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.quantiles.mechanism import APPROXIMATE, EXPONENTIAL, Line, QuantileMechanism
from dpdesk.mechanisms.quantiles.ranks import scores
from dpdesk.mechanisms.small_database import SmallDatabase
from dpdesk.privacy import exponential
from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Prefix
from dpdesk.selftest.audits.audit import Outcomes, audit
from dpdesk.selftest.audits.findings import results
from dpdesk.selftest.audits.verdicts import Claim, Floats, Int64, Verdict, claim_of
from dpdesk.selftest.report import CheckResult
from dpdesk.sequential.adaptive_thresholds import AdaptiveThresholds
from dpdesk.sequential.correlated_vectors import CorrelatedVectors
from dpdesk.sequential.median_search import MedianBySearch
from dpdesk.sequential.randomized_response import RandomizedResponse

RUNS = 3_000
BINS = 3
ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
LOSS = PureDP(2)
Draw = Callable[[Int64], list[int]]


@dataclass(frozen=True, slots=True)
class Drawn:
    """A mechanism that draws a row of numbers from counts, and two neighbouring inputs.

    share: how much of the runs it gets, less where a run takes long.
    """

    name: str
    loss: PureDP | ApproxDP
    draw: Draw
    here: tuple[int, ...]
    there: tuple[int, ...]
    share: Fraction = Fraction(1)
    wrong: bool = False

    @property
    def claim(self) -> Claim:
        """The loss that is stated, as a claim to test."""
        return claim_of(self.loss)

    def verdict(self, runs: int = RUNS) -> Verdict:
        """The audit's, of its share of so many runs."""
        ends = []
        for counts in (self.here, self.there):
            x = np.array(counts, dtype=np.int64)
            ends.append(np.array([self.draw(x) for _ in range(int(runs * self.share))], dtype=np.int64))
        return audit(Outcomes(ends[0], ends[1]), self.claim)


class _InFewParts(QuantileMechanism):
    """Bins are divided into few parts only, which makes runs short; what is promised holds for any number."""

    def parts(self, line: int) -> int:
        return 4 if self.name == APPROXIMATE else 1


def drawn() -> Iterator[Drawn]:
    """The mechanisms, then the planted errors."""
    yield from _quantiles()
    for relation in (ADD, REPLACE):
        small = SmallDatabase(Prefix(BINS), 2, 4, LOSS, Relation(relation))
        yield Drawn(
            f"small database, {_words(relation)}", LOSS, _drawn_from(small), *worst(BINS, relation, _law(small))
        )
    yield from _randomised()
    yield from _searched()
    yield from _wrong_rates()


def _words(relation: Neighbours) -> str:
    return "add or remove" if relation is ADD else "replace"


def _drawn_from(database: SmallDatabase) -> Draw:
    return lambda x: [database.measure(x)]


def _law(database: SmallDatabase) -> Callable[[Int64], Floats]:
    return lambda x: exponential.law(database.scores(x), float(database.rate / database.records))


def _bins(mechanism: QuantileMechanism) -> Draw:
    return lambda x: mechanism.measure(x).tolist()


def _one_more_at_the_end(left: int, right: int, first: int = 0) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`first` rows in the first bin, many empty bins, one row, some empty bins; before it, with a row in the last one.

    The many have nearly all of the chance; the quantile moves away from them by most of a rank, and towards the others.
    """
    without = (first, *(0 for _ in range(left)), 1, *(0 for _ in range(right)))
    return (*without[:-1], 1), without


def _quantiles() -> Iterator[Drawn]:
    half, quarters = (Fraction(1, 2),), (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))
    for name, shares, level, relation, ends, share in (
        (EXPONENTIAL, half, None, ADD, _one_more_at_the_end(400, 20), 1),
        (EXPONENTIAL, half, None, REPLACE, ((0, 1, 1), (1, 1, 0)), 1),
        (EXPONENTIAL, half, 90, ADD, ((9, 9, 9), (9, 9, 10)), Fraction(1, 2)),
        (APPROXIMATE, quarters, None, REPLACE, ((0, 1, 1), (1, 1, 0)), Fraction(1, 2)),
    ):
        line = Line(tuple(range(len(ends[0]))), shares, True)
        mechanism = _InFewParts(name, Prefix(len(line.rows)), (line,), LOSS, Relation(relation), level)
        words = f"{name}, {_words(relation)}" + (", with limits" if level else "")
        yield Drawn(words, LOSS, _bins(mechanism), *ends, Fraction(share))


def _wrong_rates() -> Iterator[Drawn]:
    """Twice the rate that the sensitivity of the scores allows, and the rate of the median for another quantile."""
    for name, q, rate, ends in (
        ("a quantile drawn at twice the rate", Fraction(1, 2), 2 * LOSS.epsilon, _one_more_at_the_end(800, 32)),
        ("a quantile drawn at the rate of the median", Fraction(9, 10), LOSS.epsilon, _one_more_at_the_end(200, 40, 8)),
    ):

        def draw(x: Int64, q: Fraction = q, rate: Fraction = rate) -> list[int]:
            return [exponential.choose(scores(x, q), rate / q.denominator)]

        yield Drawn(f"planted error: {name}", LOSS, draw, *ends, Fraction(3), wrong=True)


def _randomised() -> Iterator[Drawn]:
    for rows in (1, 2):
        response = RandomizedResponse(2, LOSS, rows)

        def counts(x: Int64, randomiser: RandomizedResponse = response) -> list[int]:
            randomiser._drawn = False  # a column is drawn once; here one object stands for many
            return [int(count) for count in randomiser.randomise_counts(x, 2)]

        yield Drawn(f"randomized response, units of {rows}", LOSS, counts, (2 * rows, 0), (rows, rows))
    vectors = CorrelatedVectors(Fraction(2, 5))

    def signs(x: Int64) -> list[int]:
        return [int(sign) for sign in vectors.randomise(x.astype(np.int8))]

    yield Drawn("correlated vectors", vectors.exact_loss, signs, (1, 1, -1, 1), (-1, 1, -1, 1), Fraction(2))


def _searched() -> Iterator[Drawn]:
    for relation, fewer in ((ADD, (3, 0, 0, 0)), (REPLACE, (3, 0, 0, 1))):

        def median(x: Int64, relation: Neighbours = relation) -> list[int]:
            search, replies = MedianBySearch(4, LOSS, relation), []
            while search.position is not None:
                reply = search.ask(search.compared(int(x[: search.position].sum()), int(x[search.position :].sum())))
                replies.append(int(reply.value or 0))
            return [search.median or 0, *replies]

        yield Drawn(f"median by search, {_words(relation)}", LOSS, median, (4, 0, 0, 0), fewer)
    loss, accuracy, failure = ApproxDP(2, Fraction(1, 100)), Fraction(9, 10), Fraction(1, 5)
    for relation in (ADD, REPLACE):
        terms = AdaptiveThresholds.terms(accuracy, 2, failure, loss, relation)

        def points(x: Int64, relation: Neighbours = relation, size: int = terms.needed) -> list[int]:
            thresholds = AdaptiveThresholds(x, size, accuracy, 2, failure, loss, relation)
            return [int(thresholds.ask_at(place).value or 0) for place in (1, 2)]

        doubt = terms.instance_size(terms.needed) // 3  # between two answers of the first chunk
        rest = terms.needed - doubt
        there = (doubt + 1, 0, rest if relation is ADD else rest - 1)
        name = f"adaptive thresholds, {_words(relation)}"
        yield Drawn(name, loss, points, (doubt, 0, rest), there, Fraction(1, 4))


def worst(cells: int, relation: Neighbours, law: Callable[[Int64], Floats]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Of all neighbouring inputs of few rows the two that one event of a known law tells apart best."""
    laws: dict[tuple[int, ...], Floats] = {}

    def known(x: tuple[int, ...]) -> Floats:
        if x not in laws:
            laws[x] = law(np.array(x, dtype=np.int64))
        return laws[x]

    best: tuple[float, tuple[int, ...], tuple[int, ...]] = (-math.inf, (), ())
    for x in product(range(5), repeat=cells):
        for cell, other in product(range(cells), range(cells)):
            moved = list(x)
            moved[cell] += 1
            if relation is REPLACE:
                moved[other] -= 1
            if min(moved) < 0 or tuple(moved) == x:
                continue
            p, q = known(x), known(tuple(moved))
            for first, two, ends in ((p, q, (x, tuple(moved))), (q, p, (tuple(moved), x))):
                # the lower end of what some thousand runs would show: rare events show little
                root = 1 / np.sqrt(RUNS)
                least, most = first - 5 * root * np.sqrt(first), two + 5 * root * np.sqrt(two) + 20 / RUNS
                shown = float(np.log(np.maximum(least, 1e-9) / most).max())
                if shown > best[0]:
                    best = (shown, *ends)
    return best[1], best[2]


def run(runs: int = RUNS) -> list[CheckResult]:
    """All of them; the planted errors must be accused."""
    return results(drawn(), runs)
