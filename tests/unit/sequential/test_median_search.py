"""The median by search: right without noise on all small cases; its questions, scale and error at their edges."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.errors import BadInput, Refused
from dpdesk.privacy import Neighbours, PureDP
from dpdesk.privacy.noise_law import laplace_pmf
from dpdesk.sequential.mechanism import Answer
from dpdesk.sequential.median_search import MedianBySearch, questions_needed

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE


class Shifted(MedianBySearch):
    """The search with noise that is given."""

    __slots__ = ("noises",)

    def _noise(self, scale: Fraction) -> int:
        return next(self.noises)


def search(codes: np.ndarray, points: int, known: bool, noises: list[int]) -> tuple[int, int]:
    """The median found among 1 … points and the number of questions."""
    run = Shifted(points, PureDP("1"), REPLACE if known else ADD, codes.size if known else None)
    run.noises = iter(noises)
    asked = 0
    while not run.finished:
        below = int((codes <= run.position).sum())
        left = run.questions_left
        run.ask(run.compared(below, codes.size - below))
        asked += 1
        assert run.questions_left < left
    assert run.position is None
    assert run.median is not None
    return run.median, asked


@pytest.mark.parametrize("known", [True, False])
def test_without_noise_it_finds_a_median_of_every_small_data_set(known: bool) -> None:
    """All multisets of up to five rows over up to six points: half the rows at or below, half at or above."""
    for points in range(1, 7):
        for rows in range(1, 6):
            for values in itertools.combinations_with_replacement(range(1, points + 1), rows):
                codes = np.array(values)
                median, asked = search(codes, points, known, [0] * 4)
                assert 2 * (codes <= median).sum() >= rows
                assert 2 * (codes >= median).sum() >= rows
                assert asked <= questions_needed(points)


def test_questions_are_the_binary_logarithm_rounded_up() -> None:
    """One unit either side of the powers of two; the source allows one more."""
    assert [questions_needed(points) for points in (1, 2, 3, 4, 5, 8, 9, 1024, 1025)] == [0, 1, 2, 2, 3, 3, 4, 10, 11]
    worst = {
        points: max(search(np.array([value]), points, True, [0] * 12)[1] for value in range(1, points + 1))
        for points in (7, 8, 9, 16, 17)
    }
    assert worst == {points: questions_needed(points) for points in worst}


@pytest.mark.parametrize("known", [True, False])
def test_noise_up_to_the_error_keeps_the_error(known: bool) -> None:
    """With each noise at ±e or 0, in every combination, no more than the stated number of rows too many on a side."""
    size, points, noise = 21, 8, 4
    error = noise if known else noise // 2
    rng = np.random.default_rng(7)
    for _ in range(20):
        codes = rng.integers(1, points + 1, size)
        for noises in itertools.product((-noise, 0, noise), repeat=3):
            median, _asked = search(codes, points, known, list(noises))
            assert 2 * (codes <= median).sum() >= size - 2 * error
            assert 2 * (codes >= median).sum() >= size - 2 * error


def test_the_scale_pays_for_all_questions_and_rows_of_a_unit() -> None:
    """k·s/ε, s = 2c only for the difference under replacement."""
    assert MedianBySearch(1024, PureDP("1/2"), ADD).scale == 20
    assert MedianBySearch(1024, PureDP("1/2"), ADD, 500, 3).scale == 60
    assert MedianBySearch(1024, PureDP("1/2"), REPLACE, 500, 3).scale == 60
    assert MedianBySearch(1024, PureDP("1/2"), REPLACE, None, 3).scale == 120


def test_the_error_is_the_smallest_that_all_questions_keep() -> None:
    """Summed from the law: P(|Z| ≤ e)^k reaches 1 − β at the error stated, and not one below it."""
    for points, epsilon, failure in ((100, "1", Fraction(1, 20)), (1024, "1/10", Fraction(1, 1000))):
        run = MedianBySearch(points, PureDP(epsilon), REPLACE, 10_000)
        error = run.error(run.questions, failure)
        within = [
            float(laplace_pmf(np.arange(-most, most + 1), run.scale).sum()) ** run.questions
            for most in (error - 1, error)
        ]
        assert within[0] < 1 - failure <= within[1]
        assert MedianBySearch(points, PureDP(epsilon), ADD).error(1, failure) == -(-error // 2)
    assert MedianBySearch(1, PureDP("1"), ADD).error(1, Fraction(1, 20)) == 0


def test_one_point_needs_no_question() -> None:
    """And accepts none."""
    run = MedianBySearch(1, PureDP("1"), ADD)
    assert (run.finished, run.median, run.position, run.questions_left) == (True, 1, None, 0)
    with pytest.raises(Refused, match="finished"):
        run.ask(0)


def test_after_the_end_nothing_more_is_answered() -> None:
    """A reply says which side and the noisy count; the last one ends the run."""
    run = MedianBySearch(2, PureDP("1"), REPLACE, 10)
    reply = run.ask(10)
    assert reply.answer in (Answer.LEFT, Answer.RIGHT)
    assert isinstance(reply.value, int)
    assert run.median == (1 if reply.answer is Answer.LEFT else 2)
    with pytest.raises(Refused, match="finished"):
        run.ask(10)


def test_what_cannot_be_is_refused() -> None:
    """In words, before anything is drawn."""
    with pytest.raises(BadInput, match="number of points"):
        MedianBySearch(0, PureDP("1"), ADD)
    with pytest.raises(BadInput, match="number of rows"):
        MedianBySearch(4, PureDP("1"), REPLACE, 0)
    with pytest.raises(BadInput, match="larger than any count"):
        MedianBySearch(4, PureDP(Fraction(1, 1 << 50)), ADD)
    run = MedianBySearch(4, PureDP("1"), ADD)
    for wrong in (1.0, True, "1", 1 << 63):
        with pytest.raises(BadInput, match="count"):
            run.ask(wrong)
    assert run.questions_left == 2


def test_nothing_secret_is_shown_or_kept() -> None:
    """JSON-able parameters; no pickle, no copy, no comparison."""
    run = MedianBySearch(4, PureDP("1"), ADD)
    run.ask(123_456_789)
    assert "123456" not in repr(run) + json.dumps(run.describe()) + run.guarantee()
    for use in (pickle.dumps, copy.copy, copy.deepcopy, hash):
        with pytest.raises(TypeError, match="confidential"):
            use(run)
