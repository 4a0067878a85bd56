"""Small databases weighed one by one: exact law, stated loss, bound, and how far behind a linear mechanism they are.

False alarms: loss and errors are computed from the exact law; the only draws are compared with it at a chi-square tail
of 1e-9.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement, product
from math import comb, log

import numpy as np
import pytest
from prefix_universe import PrefixUniverse
from scipy.special import gammaincc

from dpdesk.errors import BadInput
from dpdesk.mechanisms import build
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.small_database import SmallDatabase, best_length, can_be_weighed, databases, error_bound
from dpdesk.privacy import ZCDP, ApproxDP, Neighbours, PureDP
from dpdesk.privacy.exponential import law
from dpdesk.privacy.loss import Loss

ADD, REPLACE = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
UNIVERSE = PrefixUniverse(["31", ("31", "32", "33"), "311", "4"])


def made(
    records: int = 3, people: int = 30, loss: Loss | None = None, relation: Relation | None = None
) -> SmallDatabase:
    return SmallDatabase(UNIVERSE.workload(), records, people, loss or PureDP("1"), relation or Relation(ADD))


def test_every_multiset_is_weighed_once() -> None:
    m = made()
    assert m.members.shape[0] == databases(UNIVERSE.size, 3) == comb(3 + UNIVERSE.size - 1, 3)
    assert len(set(map(tuple, m.members.tolist()))) == m.members.shape[0]
    dense = UNIVERSE.workload().matrix()
    for own, answers in zip(m.members.tolist(), m.answers, strict=True):
        counts = np.bincount(own, minlength=UNIVERSE.size)
        assert answers.tolist() == (dense @ counts).tolist()


@pytest.mark.parametrize("relation", [ADD, REPLACE])
@pytest.mark.parametrize("loss", [PureDP("1"), ZCDP("1/4"), ApproxDP("1/2", "1e-6")])
def test_the_stated_loss_is_no_less_than_the_true_one(loss: Loss, relation: Neighbours) -> None:
    m = made(2, 4, loss, Relation(relation))
    universe = UNIVERSE.size
    worst = divergence = 0.0
    data = [np.bincount(own, minlength=universe) for own in combinations_with_replacement(range(universe), 3)]
    for x in data:
        moved = []
        for u, v in product(range(universe), repeat=2):
            y = x.copy()
            if relation is ADD:
                y[u] += 1
            elif x[u]:
                y[u] -= 1
                y[v] += 1
            moved.append(y)
        p = law(m.scores(x), float(m.rate) / m.records)
        for y in {one.tobytes(): one for one in moved}.values():
            r = law(m.scores(y), float(m.rate) / m.records)
            logs = np.log(p / r)
            worst = max(worst, float(np.abs(logs).max()))
            for alpha in (1.5, 4.0):
                divergence = max(divergence, float(np.log((r * np.exp(alpha * logs)).sum()) / (alpha - 1) / alpha))
    assert worst <= float(m.epsilon) * (1 + 1e-9)
    assert divergence <= float(m.rho) * (1 + 1e-9)
    assert worst > float(m.epsilon) / 2  # the wrong control: sensitivity 1/2 would be caught


def test_draws_follow_the_law() -> None:
    m = made(2, 20)
    x = np.bincount(UNIVERSE.positions(["31", "311", "3112", "4", "9", "32"] * 3), minlength=UNIVERSE.size)
    draws = 3000
    seen = Counter(m.measure(x) for _ in range(draws))
    wanted = law(m.scores(x), float(m.rate) / m.records) * draws
    large = np.flatnonzero(wanted >= 8)
    observed = np.array([*(seen[int(i)] for i in large), draws - sum(seen[int(i)] for i in large)])
    expected = np.array([*wanted[large], draws - wanted[large].sum()])
    statistic = float(((observed - expected) ** 2 / expected).sum())
    assert gammaincc((observed.size - 1) / 2, statistic / 2) > 1e-9
    wrong = law(m.scores(x), 2 * float(m.rate) / m.records) * draws
    off = np.array([*wrong[large], draws - wrong[large].sum()])
    assert gammaincc((observed.size - 1) / 2, float(((observed - off) ** 2 / off).sum()) / 2) < 1e-9


def test_the_bound_holds_and_answers_are_consistent() -> None:
    m = made(4, 40)
    for level in (80, 90, 99):
        for own in combinations_with_replacement(range(UNIVERSE.size), 2):
            x = np.bincount(own * 20, minlength=UNIVERSE.size)  # 40 people
            chances = law(m.scores(x), float(m.rate) / m.records)
            missed = float(chances[m.scores(x) / m.records > m.bound(level)].sum())
            assert missed <= 1 - level / 100
    names = {question: at for at, question in enumerate(UNIVERSE.questions)}
    for own in range(m.answers.shape[0]):
        answers = m.decode(own)
        assert 0 <= answers.min()
        assert answers.max() <= 40
        assert answers[names[("311",)]] <= answers[names[("31",)]] <= answers[names[("31", "32", "33")]]
    assert m.bound(90) == pytest.approx(40 * np.sqrt(log(8) / 8) + 2 * log(databases(UNIVERSE.size, 4) * 10))


def test_a_linear_mechanism_is_better_and_the_more_so_the_more_people() -> None:
    linear = build("best", UNIVERSE.workload(), PureDP("1"), Neighbours.ADD_REMOVE)
    ratios = []
    for people in (100, 1_000, 10_000):
        length = best_length(4, UNIVERSE.size, people, PureDP("1"))
        assert length is not None
        m = made(length, people)
        x = np.zeros(UNIVERSE.size, dtype=np.int64)
        x[:] = [people // 3, people // 7, 0, people // 5, *[1] * (UNIVERSE.size - 4)]
        x[0] += people - x.sum()
        ratios.append(m.expected_max_error(x) / linear.expected_max_error)
    assert ratios[-1] > ratios[0]
    assert ratios[-1] > 3
    assert error_bound(4, UNIVERSE.size, 20, 10_000, PureDP("1"), 1, 90) > 10 * linear.expected_max_error


def test_what_cannot_be_written_down_is_refused() -> None:
    assert can_be_weighed(5, 10)
    assert not can_be_weighed(1000, 5)
    assert best_length(10, 10**9, 1000, PureDP("1")) is None
    with pytest.raises(BadInput, match="too many to be weighed"):
        SmallDatabase(PrefixUniverse([f"{n:03d}" for n in range(200)]).workload(), 9, 100, PureDP("1"), Relation(ADD))
    with pytest.raises(BadInput, match="at least one record"):
        made(0)
