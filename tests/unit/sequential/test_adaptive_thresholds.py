"""Adaptive thresholds: what they cost, the rows they need to the unit, answers without noise, and what they hide."""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import pytest

from dpdesk.errors import BadInput, Refused
from dpdesk.privacy import ApproxDP, Neighbours
from dpdesk.sequential import adaptive_thresholds, partition
from dpdesk.sequential.adaptive_thresholds import AdaptiveThresholds, Terms, split, theorem_rows
from dpdesk.sequential.between_thresholds import BetweenThresholds
from dpdesk.sequential.interior_point import smallest_size
from dpdesk.sequential.mechanism import Answer
from dpdesk.sequential.partition import deviation, nodes_moved

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
LOSS = ApproxDP("2", "1e-6")
TENTH, TWENTIETH = Fraction(1, 10), Fraction(1, 20)


def stated(neighbours: Neighbours = ADD, loss: ApproxDP = LOSS, rows_per_unit: int = 1) -> Terms:
    """The terms of twenty questions to a tenth."""
    return AdaptiveThresholds.terms(TENTH, 20, TWENTIETH, loss, neighbours, rows_per_unit)


def opened(counts: np.ndarray, size: int, neighbours: Neighbours = ADD, questions: int = 20) -> AdaptiveThresholds:
    """A run over these counts."""
    return AdaptiveThresholds(counts, size, TENTH, questions, TWENTIETH, LOSS, neighbours)


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No noise anywhere."""
    monkeypatch.setattr(partition, "discrete_laplace", lambda scale, size: np.zeros(size, dtype=np.int64))
    monkeypatch.setattr(BetweenThresholds, "_noise", lambda self, scale: 0)
    yield


@pytest.mark.parametrize("epsilon", ["1/3", "2"])
@pytest.mark.parametrize("rows_per_unit", [1, 2, 7])
def test_the_parts_cost_no_more_than_the_loss_and_hardly_less(epsilon: str, rows_per_unit: int) -> None:
    """A row costs (ε_p + jε, jδ), c rows by group privacy c times that and Σ e^(iE/c) times that, in whole numbers."""
    loss = ApproxDP(epsilon, "1e-6")
    for neighbours, changed in ((ADD, 2), (REPLACE, 3)):
        instance, partition_epsilon = split(loss, neighbours, rows_per_unit)
        row = partition_epsilon + changed * instance.epsilon
        assert rows_per_unit * row == loss.epsilon
        grown = sum(math.exp(step * row) for step in range(rows_per_unit)) * changed * float(instance.delta)
        assert grown <= float(loss.delta) * (1 + 1e-12)
        largest = rows_per_unit * math.exp((rows_per_unit - 1) * row) * changed * float(instance.delta)
        assert largest == pytest.approx(float(loss.delta), rel=1e-12)
        if rows_per_unit == 1:
            assert changed * instance.delta == loss.delta
        terms = stated(neighbours, loss, rows_per_unit)
        moved = nodes_moved(terms.chunks)
        nodes = moved.to_the_end if neighbours is ADD else moved.range
        assert terms.partition_scale == nodes / partition_epsilon
        assert terms.instance == instance


def test_the_largest_epsilon_is_where_an_instance_reaches_one() -> None:
    """5c/2 and 7c/2: refused there, taken just below."""
    for neighbours, largest in ((ADD, Fraction(5, 2)), (REPLACE, Fraction(7, 2))):
        for rows in (1, 3):
            with pytest.raises(BadInput, match="epsilon below"):
                split(ApproxDP(largest * rows, "1e-6"), neighbours, rows)
            instance, _ = split(ApproxDP(largest * rows - Fraction(1, 10**6), "1e-6"), neighbours, rows)
            assert instance.epsilon < 1


@pytest.mark.parametrize("neighbours", [ADD, REPLACE])
@pytest.mark.parametrize("accuracy", [TENTH, Fraction(1, 33)])
def test_the_rows_needed_are_enough_and_one_fewer_is_refused(neighbours: Neighbours, accuracy: Fraction) -> None:
    """At n the error is within αn and each chunk has an instance's rows; so at all larger n; n − 1 names n."""
    terms = AdaptiveThresholds.terms(accuracy, 20, TWENTIETH, LOSS, neighbours)
    assert terms.deviation == deviation(terms.chunks, terms.partition_scale, TWENTIETH / 2)
    assert terms.least_instance == smallest_size(20, TWENTIETH / (2 * terms.chunks), terms.instance)
    for size in (*range(terms.needed, terms.needed + 3 * terms.chunks), 10 * terms.needed):
        assert terms.error(size) <= accuracy * size
        assert terms.instance_size(size) >= terms.least_instance
    short = terms.needed - 1
    assert terms.instance_size(short) < terms.least_instance or (
        terms.deviation + Fraction(terms.chunks - 1, terms.chunks) + Fraction(short, terms.chunks) > accuracy * short
    )
    counts = np.ones(5, dtype=np.int64)
    with pytest.raises(BadInput, match=f"at least {terms.needed} rows"):
        AdaptiveThresholds(counts, short, accuracy, 20, TWENTIETH, LOSS, neighbours)
    run = AdaptiveThresholds(counts, terms.needed, accuracy, 20, TWENTIETH, LOSS, neighbours)
    assert run.error(20, TWENTIETH) == terms.error(terms.needed)


def test_fewer_rows_are_needed_than_the_theorem_asks_for() -> None:
    """The theorem's n by hand at (2, 1e-6), and ours below it under both relations."""
    epsilon = 0.5
    delta = 1e-6 / (1 + math.exp(epsilon))
    chances = TENTH * TWENTIETH / 8
    logs = math.log(21) - math.log(chances) + math.log(10 / epsilon) - math.log(delta)
    instances = math.ceil(36 / epsilon * (logs + 1))
    chunks = 24 * math.log(40) ** 2.5 * math.log(40) / (0.1 * epsilon)
    theirs = theorem_rows(TENTH, 20, TWENTIETH, LOSS)
    assert theirs == math.ceil(max(60 * instances, chunks))
    for neighbours in (ADD, REPLACE):
        assert stated(neighbours).needed < theirs / 4
        assert stated(neighbours).source_needed == theirs


def test_without_noise_the_answers_are_nominal_ends_of_chunks(quiet: None) -> None:
    """Off by at most a chunk, for even rows, rows at one code, and rows at both ends."""
    size = stated().needed
    flat = np.full(50, size // 50, dtype=np.int64)
    flat[0] += size - flat.sum()
    point = np.zeros(50, dtype=np.int64)
    point[20] = size
    ends = np.zeros(50, dtype=np.int64)
    ends[[0, -1]] = size // 2, size - size // 2
    chunk = -(-size // stated().chunks)
    for counts in (flat, point, ends):
        run = opened(counts, size, questions=20)
        for position in (1, 2, 20, 21, 22, 35, 49, 50):
            reply = run.ask_at(position)
            assert reply.answer is Answer.COUNT
            assert isinstance(reply.value, int)
            assert abs(reply.value - int(counts[:position].sum())) <= chunk
        assert run.ask_at(50).value == size


def test_rows_beyond_the_nominal_number_are_counted_too(quiet: None) -> None:
    """Another number of rows than stated is protected and answered; each adds at most one to the error."""
    size = stated().needed
    chunk = -(-size // stated().chunks)
    for rows in (0, size - 500, size + 500, 3 * size):
        counts = np.zeros(10, dtype=np.int64)
        counts[4] = rows
        run = opened(counts, size)
        for position in (4, 5, 10):
            value = run.ask_at(position).value
            assert value is not None
            assert 0 <= value <= size
            assert abs(value - counts[:position].sum()) <= chunk + abs(rows - size)


def test_noise_of_every_instance_is_its_own_and_drawn_at_the_first_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn when a run is opened; then the partition once, one shift an instance, one noise an answer."""
    drawn: list[str] = []
    real_draw = adaptive_thresholds.draw

    def counted_draw(chunks: int, scale: Fraction) -> np.ndarray:
        drawn.append("partition")
        return real_draw(chunks, scale)

    def counted_noise(self: BetweenThresholds, scale: Fraction) -> int:
        drawn.append("shift" if scale == self.threshold_scale else "question")
        return 0

    monkeypatch.setattr(adaptive_thresholds, "draw", counted_draw)
    monkeypatch.setattr(BetweenThresholds, "_noise", counted_noise)
    size = stated().needed
    run = opened(np.full(10, size // 10, dtype=np.int64), size)
    assert drawn == []
    run.ask_at(1)
    chunks = stated().chunks
    assert drawn.count("partition") == 1
    assert drawn.count("shift") == drawn.count("question") == chunks
    run.ask_at(9)
    assert drawn.count("partition") == 1
    assert drawn.count("shift") == chunks
    assert chunks <= drawn.count("question") <= 2 * chunks


def test_the_error_at_other_chances() -> None:
    """Never larger for a larger chance of failure; all rows where nothing better is proven."""
    size = 2 * stated().needed
    run = opened(np.zeros(4, dtype=np.int64), size)
    errors = [run.error(20, chance) for chance in (Fraction(1, 2), TWENTIETH, Fraction(1, 1000), Fraction(1, 10**30))]
    assert errors == sorted(errors)
    assert errors[1] == stated().error(size)
    assert errors[-1] == size


def test_it_ends_after_its_questions() -> None:
    """And only positions are asked."""
    size = AdaptiveThresholds.terms(TENTH, 2, TWENTIETH, LOSS, ADD).needed
    run = opened(np.full(4, size // 4, dtype=np.int64), size, questions=2)
    with pytest.raises(BadInput, match="ask_at"):
        run.ask(5)
    for wrong in (0, 5, -1):
        with pytest.raises(BadInput, match="1 to 4"):
            run.ask_at(wrong)
    for wrong in (1.0, True, "1"):
        with pytest.raises(BadInput, match="whole number"):
            run.ask_at(wrong)
    assert run.questions_left == 2
    run.ask_at(1)
    run.ask_at(4)
    assert run.finished
    with pytest.raises(Refused, match="finished"):
        run.ask_at(1)


def test_what_cannot_be_is_refused() -> None:
    """In a sentence that says what would do, and never with a count."""
    size = stated().needed
    for counts in (np.array([1, -77_777]), np.array([[1, 2]]), np.array([0.5]), np.array([], dtype=np.int64)):
        with pytest.raises(BadInput, match="one for each ordered code") as refused:
            opened(counts, size)
        assert "77777" not in str(refused.value)
    for accuracy in (Fraction(0), Fraction(1), 0.1):
        with pytest.raises(BadInput, match="accuracy"):
            AdaptiveThresholds.terms(accuracy, 20, TWENTIETH, LOSS, ADD)
    with pytest.raises(BadInput, match="coarser"):
        AdaptiveThresholds.terms(Fraction(1, 10**6), 20, TWENTIETH, LOSS, ADD)
    with pytest.raises(BadInput, match="larger"):
        AdaptiveThresholds.terms(TENTH, 20, TWENTIETH, ApproxDP(Fraction(1, 1 << 50), "1e-6"), ADD)


def test_nothing_secret_is_shown_or_kept() -> None:
    """Neither counts nor noise: texts, pickles, copies."""
    size = stated().needed
    run = opened(np.array([123_456, 654_321], dtype=np.int64), size)
    run.ask_at(1)
    told = repr(run) + str(run) + f"{run}" + json.dumps(run.describe()) + run.guarantee()
    assert "123456" not in told
    assert "777777" not in told
    for use in (pickle.dumps, copy.copy, copy.deepcopy, hash):
        with pytest.raises(TypeError, match="confidential"):
            use(run)
    with pytest.raises(TypeError, match="confidential"):
        run == run  # noqa: B015 -- the comparison itself is what is tried
