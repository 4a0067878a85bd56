"""Runs of sequential mechanisms: what they answer, when they end, what they refuse, and that they show no secret."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.errors import BadInput, Refused
from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.sequential import (
    AboveThreshold,
    Answer,
    BetweenThresholds,
    NoisyCounts,
    OnlineInteriorPoint,
    Reply,
    Sequential,
    SparseVector,
)
from dpdesk.sequential.between_thresholds import smallest_gap
from dpdesk.sequential.interior_point import exact_size, smallest_size, source_size
from dpdesk.sequential.sparse_vector import best_ratio

ADD, EXCHANGE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
BOTH = ApproxDP("1/2", "1e-6")
FAR = 10**9  # noise of scales below 1,000 does not get there: e^-1000000

MAKERS: list[Callable[[], Sequential]] = [
    lambda: NoisyCounts(3, PureDP(1), ADD),
    lambda: AboveThreshold(10, PureDP(1), EXCHANGE),
    lambda: SparseVector(10, 2, PureDP(1), ADD, values=True),
    lambda: BetweenThresholds(0, 10**6, BOTH, ADD),
]


def fixed(run: Sequential, *noise: int) -> Sequential:
    """The same run with these draws in place of noise, in order."""
    draws = iter(noise)
    run.__class__ = type("Fixed", (type(run),), {"__slots__": (), "_noise": lambda self, scale: next(draws)})
    return run


def test_the_threshold_is_reached_at_equality_and_its_noise_is_drawn_once() -> None:
    run = fixed(SparseVector(10, 2, PureDP(1), ADD), 3, 0, 1, 0, -1)  # threshold 13, then one draw a question
    assert [run.ask(count).answer for count in (12, 12, 12)] == [Answer.BELOW, Answer.ABOVE, Answer.BELOW]
    assert (run.hits_left, run.finished) == (1, False)
    assert run.ask(14) == Reply(Answer.ABOVE) and run.finished
    with pytest.raises(Refused, match="finished"):
        run.ask(0)


def test_a_value_has_noise_of_its_own() -> None:
    run = fixed(SparseVector(10, 1, PureDP(1), ADD, values=True), 0, 5, -7)
    assert run.ask(10) == Reply(Answer.ABOVE, 3)


def test_left_right_and_between_at_their_edges() -> None:
    for shift, count, expected in (
        (2, 1, Answer.LEFT),
        (2, 2, Answer.BETWEEN),
        (2, 10**6 - 2, Answer.BETWEEN),
        (2, 10**6 - 1, Answer.RIGHT),
        (10**6, 5, Answer.LEFT),
        (-2, -3, Answer.LEFT),
    ):
        run = fixed(BetweenThresholds(0, 10**6, BOTH, ADD), shift, 0)
        assert run.ask(count).answer is expected
        assert run.finished is (expected is Answer.BETWEEN)


def test_scales_are_those_of_the_algorithms() -> None:
    """Lyu, Su, Li: ε1 = c/b, ε2 = 2Hc/b or Hc/b, ε3 = Hc/b add up to ε exactly; both sources for two thresholds."""
    for hits in (1, 2, 5, 50):
        for rows in (1, 3):
            for relation, directions in ((ADD, 1), (EXCHANGE, 2)):
                for values in (False, True):
                    run = SparseVector(0, hits, PureDP("7/5"), relation, values=values, rows_per_unit=rows)
                    spent = rows / run.threshold_scale + directions * hits * rows / run.question_scale
                    if run.value_scale is not None:
                        spent += hits * rows / run.value_scale
                    assert spent == Fraction(7, 5)
    two = BetweenThresholds(0, 10**6, BOTH, ADD, 3)
    assert (two.threshold_scale, two.question_scale) == (12, 36)
    assert NoisyCounts(4, PureDP("1/2"), ADD, 3).scale == 24


def test_the_split_is_steps_to_two_thirds() -> None:
    for steps in (1, 2, 3, 8, 10, 1000, 10**6):
        assert abs(float(best_ratio(steps)) - steps ** (2 / 3)) <= 1 / 32 + 1e-6


@pytest.mark.parametrize("make", MAKERS)
def test_nothing_is_drawn_before_the_first_question_and_nothing_is_shown(make: Callable[[], Sequential]) -> None:
    run = fixed(make())  # a draw would raise
    before = (repr(run), str(run), f"{run}", run.guarantee(), json.dumps(run.describe()))
    asked = make()
    asked.ask(5)
    assert (asked.guarantee(), json.dumps(asked.describe())) == before[3:]
    assert "epsilon" in repr(asked) and not hasattr(asked, "__dict__")
    for forbidden in (pickle.dumps, copy.copy, copy.deepcopy, hash, lambda one: one == one):
        with pytest.raises(TypeError, match="confidential"):
            forbidden(asked)


@pytest.mark.parametrize("make", MAKERS)
@pytest.mark.parametrize("bad", [1.0, True, "3", None, 2**62 + 1, -(2**62) - 1, np.float64(2), np.bool_(True)])
def test_only_whole_counts_are_taken(make: Callable[[], Sequential], bad: object) -> None:
    with pytest.raises(BadInput, match="count must be"):
        make().ask(bad)  # type: ignore[arg-type]


@pytest.mark.parametrize("make", MAKERS)
def test_numpy_counts_and_the_largest_are_taken(make: Callable[[], Sequential]) -> None:
    make().ask(np.int64(3))  # type: ignore[arg-type]
    make().ask(2**62)
    make().ask(-(2**62))


def test_noisy_counts_end_after_their_questions() -> None:
    run = fixed(NoisyCounts(2, PureDP(1), ADD), 4, -1)
    assert (run.ask(10), run.questions_left) == (Reply(Answer.COUNT, 14), 1)
    assert run.ask(10).value == 9 and run.finished
    with pytest.raises(Refused):
        run.ask(1)


@pytest.mark.parametrize("relation", [ADD, EXCHANGE])
def test_far_counts_are_answered_rightly(relation: Neighbours) -> None:
    """With real noise: false with probability below e^-1000000."""
    run = SparseVector(0, 3, PureDP(1), relation)
    assert [run.ask(count).answer.value for count in (-FAR, FAR, -FAR, FAR, FAR)] == [
        "below",
        "above",
        "below",
        "above",
        "above",
    ]
    two = BetweenThresholds(-FAR, FAR, BOTH, relation)
    assert [two.ask(count).answer.value for count in (-2 * FAR, 2 * FAR, 0)] == ["left", "right", "between"]


def test_the_gap_of_lemma_5_9_one_count_either_side() -> None:
    """(12c/ε)(ln(10/ε) + ln(1/δ) + 1) = 24·(2.9957 + 13.8155 + 1) = 427.47 and 1282.41 for three rows."""
    assert (smallest_gap(BOTH), smallest_gap(BOTH, 3)) == (428, 1283)
    for rows, gap in ((1, 428), (3, 1283)):
        BetweenThresholds(7, 7 + gap, BOTH, EXCHANGE, rows)
        with pytest.raises(BadInput, match=f"at least {gap} apart"):
            BetweenThresholds(7, 7 + gap - 1, BOTH, EXCHANGE, rows)


def test_epsilon_must_be_below_one() -> None:
    BetweenThresholds(0, 10**6, ApproxDP("999999/1000000", "1e-6"), ADD)
    with pytest.raises(BadInput, match="epsilon below 1"):
        BetweenThresholds(0, 10**6, ApproxDP(1, "1e-6"), ADD)


def test_the_size_of_proposition_5_15_one_item_either_side() -> None:
    """(36c/ε)(ln(k + 1) + ln(1/β) + ln(10/ε) + ln(1/δ) + 1) = 72·(4.6151 + 2.9957 + 17.8113) = 1830.4."""
    terms = (100, Fraction(1, 20), BOTH)
    assert source_size(*terms) == smallest_size(*terms) == 1831
    assert exact_size(*terms) <= 1831
    OnlineInteriorPoint(1831, *terms, ADD)
    with pytest.raises(BadInput, match="at least 1831 items"):
        OnlineInteriorPoint(1830, *terms, ADD)


def test_the_exact_size_is_the_least_with_gap_and_error() -> None:
    size = exact_size(100, Fraction(1, 20), BOTH)
    error = BetweenThresholds(0, 428, BOTH, ADD).error(100, Fraction(1, 20))

    def does(n: int) -> bool:
        return 2 * n // 3 - -(-n // 3) >= 428 and -(-n // 3) > error

    assert does(size) and not does(size - 1) and all(does(n) for n in range(size, size + 30))


@pytest.mark.parametrize("k", [1, 1000])
@pytest.mark.parametrize("epsilon", ["99/100", "1/10"])
def test_accuracy_of_lemma_5_10_holds_for_the_discrete_noise(k: int, epsilon: str) -> None:
    """The exact error is no larger than the source's (8c/ε)(ln(k + 1) + ln(1/β))."""
    loss = ApproxDP(epsilon, "1e-6")
    error = BetweenThresholds(0, smallest_gap(loss), loss, ADD).error(k, Fraction(1, 20))
    assert error <= 8 / float(Fraction(epsilon)) * (np.log(k + 1) + np.log(20))


def test_an_interior_point_goes_on_by_itself() -> None:
    run = OnlineInteriorPoint(1831, 5, Fraction(1, 20), BOTH, ADD)
    fixed(run._inner, 0, 0, 0)  # a fourth draw would raise
    assert run.ask_at(3, 0).answer is Answer.LEFT
    assert run.ask_at(90, 900).answer is Answer.RIGHT  # between: 90 is the point
    assert [run.ask_at(where, 0).answer for where in (89, 90)] == [Answer.LEFT, Answer.RIGHT]
    assert run.questions_left == 1
    with pytest.raises(BadInput, match="ask_at"):
        run.ask(3)
    run.ask_at(1, 1)
    with pytest.raises(Refused):
        run.ask_at(1, 1)


@pytest.mark.parametrize(
    "make",
    [
        lambda: NoisyCounts(0, PureDP(1), ADD),
        lambda: NoisyCounts(1, PureDP(1), ADD, 0),
        lambda: NoisyCounts(1, PureDP("1e-20"), ADD),
        lambda: SparseVector(0, 0, PureDP(1), ADD),
        lambda: SparseVector(0, 1, PureDP(1), ADD, values=True, value_share=Fraction(1)),
        lambda: AboveThreshold(2**62 + 1, PureDP(1), ADD),
        lambda: AboveThreshold(True, PureDP(1), ADD),
        lambda: OnlineInteriorPoint(10**6, 5, Fraction(1), BOTH, ADD),
    ],
)
def test_impossible_parameters_get_one_sentence(make: Callable[[], object]) -> None:
    with pytest.raises(BadInput) as caught:
        make()
    assert str(caught.value).count(". ") == 0 and str(caught.value).endswith(".")
