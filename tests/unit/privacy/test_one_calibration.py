"""An (ε, δ) that several groups share: never less noise than is stated, and hardly more than one mechanism needs.

The truth is the joint profile of the discrete noise itself, for every pair of neighbours of a small domain: privacy
losses of different groups add up, so that δ = E max(0, 1 − e^(ε − L₁ − L₂ − …)). All but the last group are multiplied
out, the last is summed from its far end; floating point adds about 1e-12, relative.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from detailed import detailed
from small import block, plan, small, table

from dpdesk.errors import BadInput, Refused
from dpdesk.mechanisms import Mechanism, SumRange, build
from dpdesk.planning.choosing.choose import choose
from dpdesk.planning.choosing.together import require_within
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy import ZCDP, ApproxDP, Neighbours, PureDP
from dpdesk.privacy import calibration as cal
from dpdesk.privacy.loss import SharedDP
from dpdesk.queries import Identity, Prefix, Workload

Block = tuple[float, tuple[int, ...]]
"""Parameter and shift of the integers drawn."""
REACH = 8.5
HALF = Fraction(1, 2)
BOTH = [Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE]


def losses(parameter: float, shift: tuple[int, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The privacy loss of one block of noise and its law."""
    steps = [abs(d) for d in shift if d]
    divisor = math.gcd(*steps)
    reach = math.ceil(REACH * math.sqrt(parameter))
    z = np.arange(-reach, reach + 1, dtype=np.float64)
    single = np.exp(-z * z / (2 * parameter))
    single /= single.sum()
    law = np.ones(1)
    for step in steps:
        stretched = np.zeros((single.size - 1) * (step // divisor) + 1)
        stretched[:: step // divisor] = single
        law = np.convolve(law, stretched)
    at = np.arange(law.size, dtype=np.float64) - law.size // 2
    kept = law > 1e-15
    return ((sum(d * d for d in steps) - 2 * divisor * at) / (2 * parameter))[kept], law[kept]


def joint_delta(blocks: Sequence[Block], epsilon: float) -> float:
    """δ(ε) of independent noise on several blocks, for one pair of neighbours."""
    laws = sorted((losses(s, d) for s, d in blocks if any(d)), key=lambda own: own[0].size)
    if not laws:
        return 0.0
    loss, law = np.zeros(1), np.ones(1)
    for more, own in laws[:-1]:
        loss, law = np.add.outer(loss, more).ravel(), np.multiply.outer(law, own).ravel()
        loss, law = loss[law > 1e-14], law[law > 1e-14]
    last, own = laws[-1]
    order = np.argsort(last)
    last, own = last[order], own[order]
    above = np.append(np.cumsum(own[::-1])[::-1], 0.0)
    less = np.append(np.cumsum((own * np.exp(-last))[::-1])[::-1], 0.0)
    first = np.searchsorted(last, epsilon - loss, side="right")
    return float((law * (above[first] - np.exp(epsilon - loss) * less[first])).sum())


def test_the_oracle_knows_a_count_and_two() -> None:
    """The figure of one count at (1, 1e-6) with continuous calibration; two blocks are one of two coordinates."""
    assert joint_delta([(4.22467889**2, (1,))], 1.0) == pytest.approx(1.0197e-6, rel=1e-4)
    apart = joint_delta([(9.0, (1,)), (9.0, (1,))], 2.0)
    assert apart == pytest.approx(joint_delta([(9.0, (1, 1))], 2.0), rel=1e-9)


def group(name: str, workload: Workload, share: ApproxDP, neighbours: Neighbours, *sums: SumRange) -> Mechanism:
    return build(name, workload, share, neighbours, noise="gaussian", sums=sums)


def contribution(mechanism: Mechanism, code: int, value: int) -> list[tuple[float, np.ndarray]]:
    """For each vector of a group its parameter, and what one person adds to the integers that are measured."""
    unit = np.zeros(mechanism.workload.shape[1], dtype=np.int64)
    unit[code] = 1
    found = []
    for vector, own in zip([1, value], (mechanism, *mechanism.sums), strict=False):
        column = np.asarray(own.strategy.measure(unit.reshape(own.workload.domain)), dtype=np.int64)
        found.append((float(own.scale.parameter or 0), column * own.grid * vector))
    return found


Group = tuple[Mechanism, tuple[int, ...]]
"""A mechanism with the values a person's quantity can take."""


def pairs(groups: Sequence[Group], neighbours: Neighbours) -> Iterator[list[Block]]:
    """All neighbours, each pair of them by its shifts, alike ones once."""
    people = [
        [
            own
            for (mechanism, _), code, value in zip(groups, codes, values, strict=True)
            for own in contribution(mechanism, code, value)
        ]
        for codes in product(*(range(mechanism.workload.shape[1]) for mechanism, _ in groups))
        for values in product(*(values for _, values in groups))
    ]
    nobody = [(s, 0 * column) for s, column in people[0]]
    others = [nobody] if neighbours is Neighbours.ADD_REMOVE else [nobody, *people]
    seen = set()
    for one, other in product(people, others):
        shifts = [(s, tuple(sorted(np.abs(a - b).tolist()))) for (s, a), (_, b) in zip(one, other, strict=True)]
        if str(shifts) not in seen:
            seen.add(str(shifts))
            yield shifts


def worst(groups: Sequence[Group], neighbours: Neighbours, epsilon: float, factor: float = 1.0) -> float:
    """The largest δ over neighbours, with noise of other parameters."""
    every = pairs(groups, neighbours)
    return max(joint_delta([(s * factor, shift) for s, shift in blocks], epsilon) for blocks in every)


@pytest.mark.parametrize("neighbours", BOTH)
@pytest.mark.parametrize(("epsilon", "delta"), [("6", "1e-3"), ("8", "1e-5"), ("12", "1e-8")])
def test_three_groups_keep_what_is_stated_and_no_more(epsilon: str, delta: str, neighbours: Neighbours) -> None:
    loss = ApproxDP(epsilon, delta)
    middle: Workload = Prefix(2) if neighbours is Neighbours.ADD_REMOVE else Identity(2)  # worst where the others are
    asked = [("histogram", Identity(3), "1/2"), ("gaussian", middle, "1/5"), ("histogram", Identity(2), "3/10")]
    groups = [(group(name, own, loss.share(part), neighbours), (1,)) for name, own, part in asked]
    most = worst(groups, neighbours, float(loss.epsilon))
    assert most <= float(loss.delta) * (1 + 1e-9)
    assert worst(groups, neighbours, float(loss.epsilon), 0.99**2) > float(loss.delta)  # 1 % less noise shows


@pytest.mark.parametrize("neighbours", BOTH)
def test_counts_and_a_sum_beside_another_group(neighbours: Neighbours) -> None:
    """Three blocks of different noise; a person's quantity lies between 0 and 2, or stands nowhere."""
    loss = ApproxDP("10", "1e-4")
    shares = [loss.share(part) for part in ("3/5", "2/5")]
    values = SumRange(0, 2, HALF, nowhere=True)
    groups = [
        (group("histogram", Identity(2), shares[0], neighbours, values), (0, 2)),
        (group("histogram", Identity(2), shares[1], neighbours), (1,)),
    ]
    assert len({own.scale.square for m, _ in groups for own in (m, *m.sums)}) == 3
    assert worst(groups, neighbours, 10.0) <= float(loss.delta) * (1 + 1e-9)
    assert worst(groups, neighbours, 10.0, 0.95**2) > float(loss.delta)


@pytest.mark.parametrize("factor", [1.0, 0.95])
def test_a_release_with_laplace_noise_in_it_keeps_the_rest(factor: float) -> None:
    """Two groups share what a third leaves: (ε − ε₁, δ) for them, and ε₁ for it, add up to (ε, δ)."""
    loss, third = ApproxDP("9", "1e-4"), Fraction(1, 3)
    shares = [loss.share(third).beside(loss.epsilon * third, Fraction(0))] * 2
    groups = [(group("histogram", Identity(2), own, Neighbours.ADD_REMOVE), (1,)) for own in shares]
    alone = build("histogram", Identity(2), loss.share(third), Neighbours.ADD_REMOVE, noise="laplace")
    assert alone.loss == PureDP(3)
    kept = worst(groups, Neighbours.ADD_REMOVE, 6.0, factor**2) <= float(loss.delta) * (1 + 1e-9)
    assert kept == (factor == 1.0)


@pytest.mark.parametrize("epsilon", ["0.1", "1", "5", "10"])
@pytest.mark.parametrize("delta", ["1e-3", "1e-6", "1e-12"])
def test_many_groups_have_a_thousandth_more_noise_than_the_promise_needs(epsilon: str, delta: str) -> None:
    loss = ApproxDP(epsilon, delta)
    ideal = Fraction(cal._proposed_ratio(float(loss.epsilon), float(loss.delta))) ** 2
    for k in (1, 2, 3, 5):
        scale = cal.gaussian_scale(loss.share(Fraction(1, k)), 1)
        assert 1 < math.sqrt(scale.sigma_squared / (k * ideal)) < 1.0011
        # As it was: each group calibrated to its part of both, by itself.
        apart = cal.gaussian_scale(ApproxDP(loss.epsilon / k, loss.delta / k), 1)
        assert k == 1 or apart.sigma_squared > 1.2**2 * scale.sigma_squared


def test_three_equal_groups_at_one_and_a_millionth() -> None:
    """1.706 times the ideal before."""
    scale = cal.gaussian_scale(ApproxDP("1", "1e-6").share("1/3"), 1)
    assert math.sqrt(scale.sigma_squared / 3) / 4.22467889 == pytest.approx(1.001, abs=1e-4)


def test_the_slack_of_all_blocks_is_within_that_of_the_whole() -> None:
    """A part has its part of the slack too: a coarser grid than that of the whole would not do."""
    loss = ApproxDP("8", "1e-6")
    for parts in ([HALF, HALF], [Fraction(1, 1000)] * 1000, [Fraction(999, 1000), Fraction(1, 1000)]):
        lost = Fraction(0)
        for part in parts:
            scale = cal.gaussian_scale(loss.share(part), 3)
            eta = 2.02 * math.exp(-2 * math.pi**2 * float(scale.on_grid) / 500)
            lost += 1000 * 2 * 3 * Fraction(2.02 * eta)  # as many blocks as a part may have
        assert lost <= Fraction(1, 10**9)


def test_more_blocks_than_the_slack_is_for_are_refused() -> None:
    sums = [SumRange(0, 1, Fraction(1, 2000), nowhere=True)] * 1000
    with pytest.raises(BadInput, match="at most 1000 counts and sums"):
        group("histogram", Identity(2), ApproxDP("1", "1e-6"), Neighbours.ADD_REMOVE, *sums)


def test_parts_of_parts_and_what_is_left() -> None:
    loss = ApproxDP("1", "1e-6")
    half = loss.share("1/2")
    assert loss.share(1) is loss
    assert isinstance(half, SharedDP)
    assert half.share("1/5").alone == ApproxDP("1/10", "1e-7")
    assert (half.share("1/5").together, half.share("1/5").part) == (loss, Fraction(1, 10))
    left = half.beside(Fraction(1, 4), Fraction(0))
    assert (left.together, left.part, left.pure) == (ApproxDP("3/4", "1e-6"), Fraction(2, 3), PureDP("1/2"))
    assert left.to_json()["part"] == "2/3"
    assert left.to_json()["epsilon"] == "3/4"


def test_detail_shares_between_its_stages() -> None:
    """ρ of both stages together is that of one mechanism at the whole (ε, δ)."""
    account = small(budget_cap={"epsilon": "9", "delta": "1e-4", "rule": "sum"}, neighbours="add_remove")
    asked = {"loss": {"epsilon": "1", "delta": "1e-6"}, "dictionary": account}
    detail = choose(detailed(group={"noise": "gaussian"}, **asked)).groups[0].detail
    assert detail is not None
    charged = detail.account_loss
    whole = cal.gaussian_scale(ApproxDP("1", "1e-6"), 1)
    assert isinstance(charged, ZCDP)
    assert 0.999 < charged.rho * 2 * whole.sigma_squared <= 1


def test_what_would_cost_more_than_is_stated_is_refused() -> None:
    one = asked("1/2")
    loss = ApproxDP("1", "1e-6")
    half, rest = loss.share(HALF), loss.share(HALF).beside(HALF, Fraction(0))
    require_within(one, [half, half])
    require_within(one, [PureDP("1/2"), rest])
    require_within(one, [half.alone, half.beside(half.epsilon, half.delta)])
    wrong = [[half, half, half], [PureDP("1/2"), half], [half.alone, rest], [rest, half], [loss, PureDP("1e-9")]]
    for losses_stated in wrong:
        with pytest.raises(Refused, match="more than the loss"):
            require_within(one, losses_stated)


def asked(part: str) -> Plan:
    account = small(budget_cap={"epsilon": "9", "delta": "1e-4", "rule": "sum"}, neighbours="add_remove")
    return plan(
        table("a", stub=[block("sex")], group="a"),
        table("b", stub=[block("colour")], group="b"),
        groups=[{"name": "a", "part": part}, {"name": "b", "part": part}],
        loss={"epsilon": "1", "delta": "1e-6"},
        dictionary=account,
    )
