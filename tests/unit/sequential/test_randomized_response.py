"""Randomized response: probabilities proven within the loss, exact draws, unbiased estimates with their variances.

Tests that draw use fresh noise; each says how seldom it fails by chance. A normal variate leaves ±5.6 with probability
2.2e-8, and sums of millions of bounded terms are that close to normal (Berry-Esseen, then Hoeffding beyond).
"""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction
from itertools import product
from math import exp, log, sqrt
from typing import Any

import numpy as np
import pytest

from dpdesk.errors import BadInput, Refused
from dpdesk.privacy import ApproxDP, Neighbours, PureDP
from dpdesk.privacy.intervals import exp_minus
from dpdesk.privacy.intervals import log as log_bounds
from dpdesk.sequential.randomized_response import RandomizedResponse

FAR = 5.6
HALF = Fraction(1, 2)


def law(m: RandomizedResponse) -> list[list[Fraction]]:
    """P(tells v | holds u), exact."""
    keep, other = Fraction(m.kept, 2**64), Fraction(m.other, 2**64)
    return [[keep if u == v else other for v in range(m.places)] for u in range(m.places)]


@pytest.mark.parametrize("epsilon", ["1/1000000", "1/10", "1", "2", "10", "44", "1000"])
@pytest.mark.parametrize("codes", [1, 2, 3, 17, 2304, 1 << 20])
@pytest.mark.parametrize("rows", [1, 3])
def test_the_ratio_of_probabilities_is_proven_within_the_loss(epsilon: str, codes: int, rows: int) -> None:
    m = RandomizedResponse(codes, PureDP(epsilon), rows)
    gamma = Fraction(epsilon) / rows
    assert m.kept + (m.places - 1) * m.other == 2**64
    # The ratio stays below a lower bound of e^gamma, and the exact loss within the stated one.
    assert m.ratio <= Fraction(2**300, exp_minus(gamma, 300)[1])
    assert m.exact_loss.epsilon <= m.loss.epsilon
    assert rows * Fraction(log_bounds(m.ratio, 200)[0], 2**200) <= m.exact_loss.epsilon
    # And nothing is given away: one part less for the other codes would break it, unless there is no such part.
    if m.other > 1:
        sharper = Fraction(m.kept + m.places - 1, m.other - 1)
        assert sharper > Fraction(2**300, exp_minus(gamma, 300)[0])


def test_neighbouring_columns_of_few_places_differ_by_at_most_the_loss() -> None:
    """Exact probabilities of every outcome (a count for each code), for every column of three places of three codes."""
    m = RandomizedResponse(2, PureDP("1"))
    p = law(m)

    def outcomes(column: tuple[int, ...]) -> dict[tuple[int, ...], Fraction]:
        found: dict[tuple[int, ...], Fraction] = {}
        for told in product(range(3), repeat=3):
            chance = p[column[0]][told[0]] * p[column[1]][told[1]] * p[column[2]][told[2]]
            key = tuple(told.count(u) for u in range(3))
            found[key] = found.get(key, Fraction(0)) + chance
        return found

    least = Fraction(2**200, exp_minus(Fraction(1), 200)[1])
    laws = {column: outcomes(column) for column in product(range(3), repeat=3)}
    worst = Fraction(0)
    for column, here in laws.items():
        assert sum(here.values()) == 1
        for place, code in product(range(3), repeat=2):
            there = laws[(*column[:place], code, *column[place + 1 :])]
            worst = max(worst, *(here[key] / there[key] for key in here))
    assert worst == m.ratio <= least
    # Two rows of one unit: a loss meant for one row is exceeded, the loss divided by two is kept.
    pair, shared = (laws[(0, 0, 0)], laws[(1, 1, 0)]), RandomizedResponse(2, PureDP("1"), 2)
    assert max(pair[0][key] / pair[1][key] for key in pair[0]) > least
    assert shared.ratio**2 <= least


def test_draws_follow_the_law() -> None:
    """Chi-square over three codes held by a million rows each, 6 degrees of freedom: beyond 60 in 4.5e-11 of runs.

    Wrong controls: the same draws against probabilities of a loss 2 % larger, and against a law of codes that are
    told only by the next one.
    """
    m = RandomizedResponse(3, PureDP("3/2"), one_row_each=True)
    size = 1_000_000
    p, steps = law(m), np.zeros(3)
    wrong = law(RandomizedResponse(3, PureDP("153/100"), one_row_each=True))

    def distance(told: np.ndarray, chances: list[Fraction]) -> float:
        expected = np.array([float(c) * size for c in chances])
        return float(((told - expected) ** 2 / expected).sum())

    right = off = 0.0
    for code in range(3):
        one = RandomizedResponse(3, PureDP("3/2"), one_row_each=True)
        counts = np.zeros(3, dtype=np.int64)
        counts[code] = size
        told = one.randomise_counts(counts, size)
        assert told.sum() == size
        right += distance(told, p[code])
        off += distance(told, wrong[code])
        steps += np.roll(told, -code)
    assert right < 60 < off
    assert abs(steps[1] - steps[2]) < FAR * sqrt(2 * 3 * size * float(p[0][1]))


def estimated_variance(m: RandomizedResponse, query: Any, told: Any) -> Fraction:
    """The variance of an estimate as the told codes show it: unbiased, but never below that of the best column."""
    total, each = int(told.sum()), m._row_variances(query)
    held = [Fraction((int(count) << 64) - total * m.other, m.kept - m.other) for count in told]
    return max(sum((x * v for x, v in zip(held, each, strict=True)), Fraction(0)), total * min(each))


def hoeffding(m: RandomizedResponse, places: int, questions: int) -> float:
    """The lecture's bound of the error at failure 1/2, its constant written out: √(n ln(2k/β)/2)/(2p − 1) rows."""
    return sqrt(places * log(4 * questions) / 2) * 2**64 / (m.kept - m.other)


def test_estimates_are_unbiased_with_the_stated_variance() -> None:
    """Mean and variance of 4,000 estimates of two queries, each within 5.6 of its own standard errors.

    Wrong controls: the lecture's 2^(p−1) in place of 2p − 1, and a variance 15 % off either way.
    """
    counts = np.array([300, 90, 10], dtype=np.int64)
    units, runs = 500, 4_000
    queries = [np.array([1, 0, 1]), np.array([3, -2, 7])]
    found = np.empty((2, runs))
    misprint = np.empty(runs)
    shown = np.empty(runs)
    for run in range(runs):
        m = RandomizedResponse(3, PureDP("1"))
        told = m.randomise_counts(counts, units)
        found[:, run] = [float(m.estimate(query, told)) for query in queries]
        chance = int(told.sum()) * m.other / 2**64 * 2
        misprint[run] = (told[0] + told[2] - chance) / (2 ** (float(m.keep) - 1))
        shown[run] = float(estimated_variance(m, queries[0], told))
    for row, query in zip(found, queries, strict=True):
        truth, exact = float(query @ counts), float(m.variance_of(query, counts, units))
        assert abs(row.mean() - truth) < FAR * sqrt(exact / runs)
        spread = FAR * sqrt(2 / runs)
        assert abs(row.var() / exact - 1) < spread < 0.15
        assert m.variance(query, units) >= m.variance_of(query, counts, units)
    assert abs(misprint.mean() - 310) > FAR * misprint.std() / sqrt(runs)
    exact = float(m.variance_of(queries[0], counts, units))
    assert abs(shown.mean() - exact) < FAR * shown.std() / sqrt(runs) + 1e-9 * exact
    assert shown.min() >= units * float(min(m._row_variances(queries[0]))) * (1 - 1e-12)


def test_the_variance_is_that_of_the_exact_law() -> None:
    """By summation over all outcomes of a column of two places; the worst column is the worst of all columns."""
    m = RandomizedResponse(2, PureDP("1/2"))
    p, query = law(m), [2, -1]
    variances = {}
    for column in product(range(3), repeat=2):
        first = second = Fraction(0)
        for told in product(range(3), repeat=2):
            chance = p[column[0]][told[0]] * p[column[1]][told[1]]
            estimate = m.estimate(query, np.array([told.count(u) for u in range(3)]))
            first, second = first + chance * estimate, second + chance * estimate**2
        held = np.array([column.count(0), column.count(1)])
        assert first == 2 * held[0] - held[1]
        assert second - first**2 == m.variance_of(query, held, 2)
        variances[column] = second - first**2
    assert max(variances.values()) == m.variance(query, 2)


def test_single_codes_agree_with_the_exact_estimates() -> None:
    m = RandomizedResponse(4, PureDP("1"), 2)
    told = m.randomise_counts(np.array([100, 50, 0, 7], dtype=np.int64), 100)
    unit = np.eye(4, dtype=np.int64)
    exact = [float(m.estimate(row, told)) for row in unit]
    assert m.estimates(told) == pytest.approx(exact, abs=1e-9)
    errors = [sqrt(estimated_variance(m, row, told)) for row in unit]
    assert m.standard_errors(told) == pytest.approx(errors, rel=1e-9)
    assert m.estimate([1, 1, 1, 1], told) + Fraction(int(told[4]) * 2**64 - 200 * m.other, m.kept - m.other) == 200


def test_the_column_is_sorted_and_holds_what_was_told() -> None:
    m = RandomizedResponse(3, PureDP("40"))
    column = m.randomise(np.array([2, 0, 1, 1, 3, 0, 2, 2]))
    assert column.tolist() == sorted([2, 0, 1, 1, 3, 0, 2, 2])  # at ε = 40 a row tells another code in 1 of 1e17
    assert m.units == 8 and m.finished


def test_a_unit_with_fewer_rows_fills_its_places_all_the_same() -> None:
    m = RandomizedResponse(2, PureDP("1"), 3)
    told = m.randomise_counts(np.array([1, 0], dtype=np.int64), 10)
    assert told.sum() == 30 and told.size == 3


def test_the_bound_of_the_error_holds_and_is_close() -> None:
    """50 runs of 20 codes at failure 1e-9 (chance of a false alarm 5e-8); close: below 1.25 times the exact margin."""
    m = RandomizedResponse(20, PureDP("1"), units=200_000)
    counts = np.full(20, 10_000, dtype=np.int64)
    bound = m.error(20, Fraction(1, 10**9), of_codes=1)
    for _ in range(50):
        run = RandomizedResponse(20, PureDP("1"))
        assert np.abs(run.estimates(run.randomise_counts(counts, 200_000)) - 10_000).max() <= bound
    single = [1] + [0] * 19
    assert m.error(1, Fraction(1, 20), of_codes=1) < 1.25 * 1.96 * sqrt(m.variance(single, 200_000))
    assert m.error(1, Fraction(1, 20), of_codes=21) == 0
    # Whatever a query counts is within the bound for any; and it is never above the lecture's but for rounding.
    assert max(m.error(5, HALF, of_codes=size) for size in range(1, 21)) <= m.error(5, HALF)
    assert m.error(5, HALF) <= hoeffding(m, 200_000, 5) * 1.0001 + 1


def test_exact_failure_rate_of_the_bound() -> None:
    """By the exact law (two binomials) the bound fails in at most the stated share, for few and for many units."""
    from scipy.special import bdtr, bdtrc

    for units in (50, 2_000, 100_000):
        for epsilon, failure in (("1", Fraction(1, 20)), ("5", Fraction(1, 100)), ("1/10", Fraction(1, 2))):
            m = RandomizedResponse(2, PureDP(epsilon), one_row_each=True, units=units)
            e, p = m.error(1, failure), float(m.keep)
            reach = e * (2 * p - 1)
            for held in (0, units):
                mean = units * ((1 - p) + (2 * p - 1) * (held > 0))
                told = p if held else 1 - p
                above, below = np.floor(mean + reach), np.ceil(mean - reach) - 1
                miss = (bdtrc(above, units, told) if above < units else 0) + (
                    bdtr(below, units, told) if below >= 0 else 0
                )
                assert miss <= float(failure)


def test_the_lecture_is_too_kind_about_small_losses() -> None:
    """Its √(nε) would make the error 1/√ε; by its own inequality it is 2/ε: from ε = 1/10 to 1/1000 a factor of 100."""
    errors = [hoeffding(RandomizedResponse(2, PureDP(e), one_row_each=True), 10**6, 1) for e in ("1/10", "1/1000")]
    assert errors[1] / errors[0] == pytest.approx(100, rel=0.01)
    p = exp(1) / (1 + exp(1))
    exact = sqrt(10**6 * log(4) / 2) / (2 * p - 1)
    assert hoeffding(RandomizedResponse(2, PureDP("1"), one_row_each=True), 10**6, 1) == pytest.approx(exact)


@pytest.mark.parametrize(
    ("arguments", "settings", "words"),
    [
        ((2, ApproxDP("1", "1e-6")), {}, "epsilon alone"),
        ((2, PureDP("1")), {"neighbours": Neighbours.ADD_REMOVE}, "replace one unit"),
        ((0, PureDP("1")), {}, "number of codes must be at least 1"),
        ((1, PureDP("1")), {"one_row_each": True}, "number of codes must be at least 2"),
        ((2, PureDP("1"), 2), {"one_row_each": True}, "write 1"),
        ((2, PureDP("1"), 0), {}, "rows per unit"),
        ((1 << 25, PureDP("1")), {}, "fewer variables"),
        ((1 << 20, PureDP("1e-15")), {}, "pure chance"),
    ],
)
def test_impossible_settings_are_refused_in_words(arguments: tuple, settings: dict, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        RandomizedResponse(*arguments, **settings)


def test_a_column_is_drawn_once_and_asked_nothing() -> None:
    m = RandomizedResponse(2, PureDP("1"))
    with pytest.raises(Refused, match="whole column"):
        m.ask(3)
    with pytest.raises(BadInput, match="number of units"):
        m.error(1, HALF)
    counts = np.array([1, 1], dtype=np.int64)
    for wrong in (np.array([1.0, 1.0]), np.array([1], dtype=np.int64), np.array([-1, 1])):
        with pytest.raises(BadInput):
            m.randomise_counts(wrong, 4)
    assert not m.finished
    m.randomise_counts(counts, 4)
    with pytest.raises(Refused, match="finished"):
        m.randomise_counts(counts, 4)
    assert m.error(1, HALF) > 0
    for act in (copy.copy, copy.deepcopy, pickle.dumps, hash):
        with pytest.raises(TypeError):
            act(m)


def test_two_neighbouring_counts_are_not_told_apart_by_their_number() -> None:
    """A unit that leaves its cell leaves the number of told codes as it was: only where it is promised may it show."""
    one = RandomizedResponse(1, PureDP("1")).randomise_counts(np.array([5], dtype=np.int64), 8)
    other = RandomizedResponse(1, PureDP("1")).randomise_counts(np.array([4], dtype=np.int64), 8)
    assert one.sum() == other.sum() == 8
    with pytest.raises(BadInput, match="fit the number of units"):
        RandomizedResponse(2, PureDP("1"), one_row_each=True).randomise_counts(np.array([5, 2], dtype=np.int64), 8)
