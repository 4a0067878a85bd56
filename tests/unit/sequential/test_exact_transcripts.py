"""Whole transcripts, enumerated: exact probabilities on neighbouring streams against e^ε; both relations, c > 1."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import pytest
from exact_transcripts import BITS, ONE, Law, excess, not_bounds, transcripts, worst_ratio

from dpdesk.privacy.intervals import exp_minus
from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.sequential import BetweenThresholds, SparseVector
from dpdesk.sequential.between_thresholds import smallest_gap

ADD, EXCHANGE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE


def e_to(epsilon: Fraction) -> Fraction:
    """At most e^ε."""
    return Fraction(ONE, exp_minus(epsilon, BITS)[1])


def sparse_ratio(
    run: SparseVector, here: tuple[int, ...], there: tuple[int, ...], scale: Fraction | None = None
) -> Fraction:
    questions = Law(scale or run.question_scale, 1500)
    reach = math.ceil(80 * run.threshold_scale)
    mu = Law(run.threshold_scale, reach + 1)

    def split(z: int, count: int) -> dict[str, tuple[int, int]]:
        above = questions.at_least(run.threshold + z - count)
        return {"a": above, "b": not_bounds(above)}

    laws = [transcripts(s, mu, reach, split, lambda said: said.count("a") == run.hits) for s in (here, there)]
    for law in laws:
        assert sum(low for low, _ in law.values()) <= ONE <= sum(high for _, high in law.values())
    return worst_ratio(*laws)


def moved(stream: tuple[int, ...], by: tuple[int, ...], rows: int) -> tuple[int, ...]:
    return tuple(count + rows * step for count, step in zip(stream, by, strict=True))


@pytest.mark.parametrize(("hits", "rows"), [(1, 1), (2, 1), (2, 3)])
@pytest.mark.parametrize("relation", [ADD, EXCHANGE])
def test_no_transcript_is_more_than_e_to_epsilon_times_as_likely(relation: Neighbours, hits: int, rows: int) -> None:
    """Every way in which three counts can move, from counts about the threshold."""
    run = SparseVector(0, hits, PureDP(1), relation, rows_per_unit=rows)
    moves = product((0, 1) if relation is ADD else (-1, 1), repeat=3)
    worst = max(sparse_ratio(run, (0, 0, 0), moved((0, 0, 0), move, rows)) for move in moves if any(move))
    assert math.exp(0.25) < worst <= e_to(Fraction(1))


@pytest.mark.parametrize("hits", [1, 2])
@pytest.mark.parametrize("relation", [ADD, EXCHANGE])
def test_the_worst_streams_spend_the_whole_loss_and_no_more(relation: Neighbours, hits: int) -> None:
    """Counts far above said to be below, counts far below said to be above: 0.999 of epsilon, so nothing is wasted."""
    run = SparseVector(0, hits, PureDP(1), relation)
    stream = (12,) * 6 + (-16,) * hits
    worst = sparse_ratio(run, stream, moved(stream, (1,) * 6 + (0 if relation is ADD else -1,) * hits, 1))
    assert math.exp(0.999) < worst <= e_to(Fraction(1))


def test_noise_of_the_questions_that_does_not_grow_with_the_hits_is_found() -> None:
    """Control: the questions' scale of one hit, used for two, breaks the bound."""
    run = SparseVector(0, 2, PureDP(1), EXCHANGE)
    one = SparseVector(0, 1, PureDP(1), EXCHANGE)
    worst = sparse_ratio(run, (12, 12, -16, -16), (13, 13, -17, -17), one.question_scale)
    assert worst > e_to(Fraction(1))


@pytest.mark.parametrize("rows", [1, 2])
def test_two_thresholds_keep_epsilon_and_delta(rows: int) -> None:
    """Lemma 5.9 at its least gap: δ of whole transcripts is far below the stated at e^ε, and is seen at e^(ε/10)."""
    loss = ApproxDP("1/2", "1/20")
    gap = smallest_gap(loss, rows)
    run = BetweenThresholds(0, gap, loss, EXCHANGE, rows)
    questions = Law(run.question_scale, 3000)
    reach = math.ceil(40 * run.threshold_scale)
    mu = Law(run.threshold_scale, reach + 1)

    def delta(epsilon: Fraction, here: tuple[int, ...], there: tuple[int, ...]) -> Fraction:
        def split(z: int, count: int) -> dict[str, tuple[int, int]]:
            left = not_bounds(questions.at_least(z - count))
            right = questions.at_least(max(gap - z + 1, z) - count)
            between = (max(0, ONE - left[1] - right[1]), max(0, ONE - left[0] - right[0]))
            return {"l": left, "r": right, "b": between}

        laws = [transcripts(s, mu, reach, split, lambda said: said.endswith("b")) for s in (here, there)]
        return excess(*laws, e_to(epsilon))

    pairs = [((0, gap, 0), (rows, gap - rows, rows)), ((0, gap // 2, gap), (rows, gap // 2 + rows, gap - rows))]
    assert max(delta(loss.epsilon, *pair) for pair in pairs) < Fraction(1, 10**6)
    assert max(delta(loss.epsilon / 10, *pair) for pair in pairs) > Fraction(1, 1000)
