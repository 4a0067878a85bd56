"""Is the stated loss the true one? On tiny domains, against neighbours enumerated one by one.

What is measured is read off the mechanism itself: the dense integer matrix of its rows is `strategy.measure` applied to
every unit vector, and its noise per row is the scale of its block. From there on nothing of the program is used:
every unit's possible contribution (up to c rows, each in a cell or nowhere, each with every value its quantities can
take) is enumerated, neighbours are all pairs of contributions the relation allows, and

ε = max Σ_j |Δ_j|/b_j and ρ = max Σ_j Δ_j²/(2σ_j²)

are computed with rational numbers. A row without noise must not differ between neighbours at all. For (ε, δ) with
Gaussian noise δ comes from the exact profile of the discrete law; for blocks with different noise, and shifts too long
for that, from a convolution of privacy losses that is good to 0.3 %; where the integers are so fine that a noise's
standard deviation is thousands of their steps, from the closed form for continuous noise.

Stated must be at least the truth, always. How much above it may be depends on what the mechanism says of itself: 1.0001
times where its sensitivity "is exact", 1.005 times where it says "upper bound" (real columns on a grid of few binary
places, under replacement).
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations_with_replacement, product
from math import ceil, comb, exp, gcd, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, SumRange, build, catalogue, noises
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.factorization.strategy import FactorizationStrategy
from dpdesk.mechanisms.marginals.blocks import Flat
from dpdesk.mechanisms.p_identity.axis import PIdentityAxis
from dpdesk.mechanisms.trees.tree import TreeAxis
from dpdesk.mechanisms.trees.weighted.tree import WeightedTreeAxis
from dpdesk.mechanisms.waves.sine import SineAxis
from dpdesk.privacy import ZCDP, ApproxDP, Loss, Neighbours, PureDP
from dpdesk.privacy.profile import gaussian_profile_delta
from dpdesk.queries import (
    AllRange,
    CodePrefix,
    Groups,
    Identity,
    Intervals,
    Kronecker,
    OneVariable,
    Prefix,
    Stack,
    Total,
    Workload,
)

CASES = 500
SLACK = {"exact": Fraction(10001, 10000), "upper bound": Fraction(1005, 1000)}
FINE = 2.0**24
MOST_PAIRS = 200_000
MOST_UNITS = 20_000
EXACT_REACH = 30
ROUNDING = 3e-3


@pytest.fixture(autouse=True)
def nothing_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal questions are not answered from memory: controls change what a row answers."""
    for memory in ("_ANSWERED", "_KEPT"):
        monkeypatch.setattr(sys.modules["dpdesk.mechanisms.catalogue"], memory, Recent(0))


# --- the truth, from the measured matrix alone -------------------------------------------------------------------


def matrix(m: Mechanism) -> np.ndarray:
    """Rows of what is measured, dense, one column a cell."""
    cells = m.workload.shape[1]
    units = np.eye(cells, dtype=np.int64)
    return np.stack([m.strategy.measure(unit.reshape(m.workload.domain)) for unit in units], axis=1)


def contributions(m: Mechanism, c: int, exact_row: bool, ranges: Sequence[SumRange]) -> np.ndarray:
    """Everything one unit can add to the stacked measurements of counts and sums, one row each."""
    cells = m.workload.shape[1]
    values = [sorted({*range(r.lower, r.upper + 1), *((0,) if r.nowhere else ())}) for r in ranges]
    blocks = [matrix(m), *(matrix(part) for part in m.sums)]
    single = [
        np.concatenate([blocks[0][:, u], *(v * b[:, u] for v, b in zip(chosen, blocks[1:], strict=True))])
        for u in range(cells)
        for chosen in product(*values)
    ]
    rows = np.unique(np.array(single), axis=0)
    if exact_row:
        return rows
    if comb(len(rows) + c, c) > MOST_UNITS:
        raise ValueError("too many contributions to enumerate")
    nothing = np.zeros((1, rows.shape[1]), dtype=np.int64)
    found = [nothing]
    for number in range(1, c + 1):
        index = np.array(list(combinations_with_replacement(range(len(rows)), number)))
        found.append(rows[index].sum(axis=1))
    return np.unique(np.concatenate(found), axis=0)


def differences(
    m: Mechanism, neighbours: Neighbours, c: int, exact_row: bool, ranges: Sequence[SumRange]
) -> np.ndarray:
    """All differences between neighbours' exact measurements, up to sign."""
    units = contributions(m, c, exact_row, ranges)
    if neighbours is Neighbours.ADD_REMOVE:
        return units
    if len(units) ** 2 > MOST_PAIRS:
        raise ValueError("too many neighbours to enumerate")
    first, second = np.triu_indices(len(units))
    return np.unique(units[first] - units[second], axis=0)


def scales(m: Mechanism) -> list[tuple[Mechanism, slice]]:
    """Each block of the stacked measurements with its mechanism."""
    found, start = [], 0
    for part in (m, *m.sums):
        found.append((part, slice(start, start + part.measurements)))
        start += part.measurements
    return found


def true_loss(m: Mechanism, changed: np.ndarray) -> Fraction:
    """ε for Laplace noise, ρ for Gaussian noise."""
    power = 1 if m.noise == "laplace" else 2
    norms = []
    for part, place in scales(m):
        block = np.abs(changed[:, place])
        free = part.strategy.exact_rows if part.scale.parameter is not None else np.arange(part.measurements)
        assert not block[:, free].any(), "a row without noise differs between neighbours"
        norms.append((block**power).sum(axis=1))
    worst = Fraction(0)
    for combination in np.unique(np.stack(norms, axis=1), axis=0):
        loss = Fraction(0)
        for (part, _), norm in zip(scales(m), combination, strict=True):
            if norm:
                assert part.scale.parameter is not None
                scale = part.scale.parameter / part.grid**power  # in the strategy's own steps, as the norm
                loss += Fraction(int(norm)) / (scale * power)
        worst = max(worst, loss)
    return worst


def true_delta(m: Mechanism, changed: np.ndarray, epsilon: Fraction) -> float:
    """An upper bound of the true δ at ε over the differences with the largest standardised norms."""
    weights = np.zeros(changed.shape[1])
    for part, place in scales(m):
        if part.scale.parameter is not None:
            weights[place] = 1 / float(part.scale.square)
    norms = (changed.astype(float) ** 2) @ weights
    kinds: dict[tuple[tuple[int, ...], ...], None] = {}
    for index in np.argsort(-norms, kind="stable")[:400]:
        if norms[index] < 0.98 * norms.max():
            break
        kinds.setdefault(
            tuple(
                tuple(sorted(int(abs(d)) * part.grid for d in changed[index, place] if d)) for part, place in scales(m)
            )
        )
    worst = 0.0
    for kind in list(kinds)[:2]:
        used = [(part, steps) for (part, _), steps in zip(scales(m), kind, strict=True) if steps]
        if used and all(float(part.scale.parameter or 0) > FINE for part, _ in used):
            worst = max(worst, continuous_delta(used, float(epsilon)))
        elif len(used) == 1 and sum(used[0][1]) <= EXACT_REACH * gcd(*used[0][1]):
            parameter = used[0][0].scale.parameter
            assert parameter is not None
            worst = max(worst, gaussian_profile_delta(parameter, used[0][1], epsilon)[1])
        elif used:
            worst = max(worst, mixed_delta(used, float(epsilon)) * (1 - ROUNDING))
    return worst


def mixed_delta(used: list[tuple[Mechanism, tuple[int, ...]]], epsilon: float) -> float:
    """δ(ε) by convolving the coordinates' privacy losses, rounded to multiples of 1/1000."""
    laws = []
    for part, steps in used:
        assert part.scale.parameter is not None
        s = float(part.scale.parameter)
        z = np.arange(-ceil(8 * sqrt(s)) - 1, ceil(8 * sqrt(s)) + 2)
        mass = np.exp(-(z**2) / (2 * s))
        for step, times in Counter(steps).items():
            losses = np.rint((step * step - 2 * step * z) / (2 * s) * 1000).astype(np.int64)
            law = np.zeros(int(losses.max() - losses.min()) + 1)
            np.add.at(law, losses - losses.min(), mass / mass.sum())
            laws.append((law, int(losses.min()), times))
    size = 1 << sum(law.size * times for law, _, times in laws).bit_length()
    transform = np.prod([np.fft.rfft(law, size) ** times for law, _, times in laws], axis=0)
    total = np.maximum(np.fft.irfft(transform, size), 0.0)
    loss = (np.arange(size) + sum(low * times for _, low, times in laws)) / 1000
    above = (loss > epsilon) & (total > 1e-14)
    return float((total[above] * -np.expm1(epsilon - loss[above])).sum())


def continuous_delta(used: list[tuple[Mechanism, tuple[int, ...]]], epsilon: float) -> float:
    """δ(ε) of continuous noise (Balle and Wang 2018); a step is at most 1/4096 of a standard deviation."""
    apart = sqrt(sum(step * step / float(part.scale.parameter or 1) for part, steps in used for step in steps))
    normal = NormalDist()
    return normal.cdf(apart / 2 - epsilon / apart) - exp(epsilon) * normal.cdf(-apart / 2 - epsilon / apart)


# --- random cases ---------------------------------------------------------------------------------------------------


def random_factor(chance: random.Random, size: int) -> OneVariable:
    """Any one-variable workload; groups may leave out codes, which is a universe."""
    kind = chance.randrange(7)
    if kind == 0:
        return Identity(size)
    if kind == 1:
        return Total(size)
    if kind == 2:
        return Prefix(size)
    if kind == 3:
        return AllRange(size)
    if kind == 4:
        ends = [sorted(chance.choices(range(1, size + 1), k=2)) for _ in range(chance.randint(1, 3))]
        return Intervals(size, [(s, t) for s, t in ends])
    if kind == 5:
        return CodePrefix([str(code) for code in range(9, 9 + size)], ["1", "9", ""][: chance.randint(1, 3)])
    return Groups(size, [chance.sample(range(size), chance.randint(0, size)) for _ in range(chance.randint(1, 3))])


def random_workload(chance: random.Random) -> Workload:
    """One to three parts over one or two variables."""
    sizes = [chance.randint(1, 6)] if chance.random() < 0.6 else [chance.randint(1, 3), chance.randint(1, 3)]
    parts = [Kronecker(*[random_factor(chance, size) for size in sizes]) for _ in range(chance.randint(1, 3))]
    return Stack(*parts) if len(parts) > 1 or chance.random() < 0.5 else parts[0]


def random_loss(chance: random.Random) -> Loss:
    """Small and large budgets."""
    value = chance.choice(["1/10", "1/2", "1", "2", "7/3", "5"])
    kind = chance.randrange(3)
    if kind == 0:
        return PureDP(value)
    if kind == 1:
        return ZCDP(value)
    return ApproxDP(value, chance.choice(["1e-6", "1e-3", "1/20"]))


def random_sums(chance: random.Random) -> tuple[SumRange, ...]:
    """Mostly none; ranges on either side of zero or across it."""
    found = []
    for _ in range(chance.choice([0, 0, 0, 1, 1, 2])):
        lower = chance.randint(-3, 2)
        share = Fraction(chance.randint(1, 3), 8)
        found.append(SumRange(lower, lower + chance.randint(0, 3), share, chance.random() < 0.4))
    return tuple(found)


def check(m: Mechanism, budget: Loss, changed: np.ndarray) -> None:
    """Stated is at least the truth, and not far above it (ε and ρ)."""
    truth = true_loss(m, changed)
    most = truth * SLACK[m.to_json()["sensitivity"]["is"]]
    if m.loss is None:
        assert m.unprotected
        assert truth == 0
        return
    if isinstance(m.loss, PureDP):
        assert isinstance(budget, PureDP)
        assert truth <= m.loss.epsilon <= most
        assert m.loss.epsilon <= budget.epsilon
    elif isinstance(m.loss, ZCDP):
        assert isinstance(budget, ZCDP)
        assert truth <= m.loss.rho <= most
        assert m.loss.rho <= budget.rho
        assert m.rho == m.loss.rho
    elif m.noise == "laplace":
        assert truth <= m.loss.epsilon <= most
    else:
        assert m.rho is not None
        assert truth <= m.rho <= most
        assert true_delta(m, changed, m.loss.epsilon) <= float(m.loss.delta)


@pytest.mark.parametrize("seed", range(CASES))
def test_stated_loss_is_the_true_one(seed: int) -> None:
    chance = random.Random(seed)
    while True:
        workload, budget, ranges = random_workload(chance), random_loss(chance), random_sums(chance)
        neighbours = chance.choice(list(Neighbours))
        exact_row = neighbours is Neighbours.REPLACE_ONE and chance.random() < 0.5
        c = 1 if exact_row else chance.choice([1, 1, 2, 3])
        name = chance.choice([n for n in catalogue() if noises(n, budget)])
        noise = chance.choice(noises(name, budget))
        m = build(name, workload, budget, neighbours, noise=noise, rows_per_unit=c, exact_row=exact_row, sums=ranges)
        try:
            changed = differences(m, neighbours, c, exact_row, ranges)
        except ValueError:
            continue
        break
    check(m, budget, changed)


@pytest.mark.parametrize("name", ["sine", "toeplitz", "factorization"])
@pytest.mark.parametrize("seed", range(100))
def test_strategies_on_a_grid_never_understate(name: str, seed: int) -> None:
    """The same for real columns on a grid: ordered variables, sums, several rows a unit, every relation."""
    chance = random.Random(f"{name} {seed}")
    ordered = [Identity, Prefix, AllRange, Total]
    while True:
        sizes = chance.choice([(chance.randint(2, 7),), (chance.randint(2, 4), chance.randint(2, 4))])
        parts = [Kronecker(*(chance.choice(ordered[1:])(size) for size in sizes)) for _ in range(2)]
        parts.append(Kronecker(*(chance.choice(ordered)(size) for size in sizes)))
        budget = chance.choice([ZCDP("1/2"), ZCDP("7"), ApproxDP("1", "1e-6")])
        neighbours = chance.choice(list(Neighbours))
        exact_row = neighbours is Neighbours.REPLACE_ONE and chance.random() < 0.5
        c = 1 if exact_row else chance.choice([1, 2, 3])
        ranges = random_sums(chance)
        m = build(name, Stack(*parts), budget, neighbours, noise="gaussian", rows_per_unit=c, exact_row=exact_row,
                  sums=ranges)  # fmt: skip
        try:
            changed = differences(m, neighbours, c, exact_row, ranges)
        except ValueError:
            continue
        break
    check(m, budget, changed)
    exact = name != "sine" or neighbours is Neighbours.ADD_REMOVE or m.strategy.unit == 1
    assert m.to_json()["sensitivity"]["is"] == ("exact" if exact else "upper bound")


@pytest.mark.parametrize("exact_row", [False, True])
@pytest.mark.parametrize("ends", [(-2, 3), (-3, -1), (1, 3)], ids=str)
@pytest.mark.parametrize("name", ["sine", "toeplitz", "factorization"])
def test_values_of_either_sign_and_none_never_understate_on_a_grid(
    name: str, ends: tuple[int, int], exact_row: bool
) -> None:
    """What chance seldom draws: sums beside counts where a unit's row is replaced by another, or by none."""
    ranges = (SumRange(*ends, Fraction(1, 2), nowhere=True),)
    for workload in (AllRange(4), Stack(Prefix(3), Total(3))):
        m = build(name, workload, ZCDP("1/2"), Neighbours.REPLACE_ONE, noise="gaussian", exact_row=exact_row,
                  sums=ranges)  # fmt: skip
        check(m, ZCDP("1/2"), differences(m, Neighbours.REPLACE_ONE, 1, exact_row, ranges))


@pytest.mark.parametrize("seed", range(200))
def test_marginals_never_understate(seed: int) -> None:
    """Any groupings, trees and tables over one to three variables, sums, several rows a unit, every relation."""
    chance = random.Random(f"marginals {seed}")
    while True:
        sizes = chance.choice([(chance.randint(4, 9),), (chance.randint(2, 6), chance.randint(2, 4)), (2, 3, 2)])
        parts = [Kronecker(*(random_factor(chance, size) for size in sizes)) for _ in range(chance.randint(1, 3))]
        budget = chance.choice([ZCDP("1/2"), ZCDP("7"), ApproxDP("1", "1e-6")])
        neighbours = chance.choice(list(Neighbours))
        exact_row = neighbours is Neighbours.REPLACE_ONE and chance.random() < 0.5
        c = 1 if exact_row else chance.choice([1, 2, 3])
        ranges = random_sums(chance)
        m = build("marginals", Stack(*parts), budget, neighbours, noise="gaussian", rows_per_unit=c,
                  objective=chance.choice(["weighted", "rmse", "max"]), exact_row=exact_row, sums=ranges)  # fmt: skip
        try:
            changed = differences(m, neighbours, c, exact_row, ranges)
        except ValueError:
            continue
        break
    truth = true_loss(m, changed)
    if m.loss is None:
        assert truth == 0
        return
    assert m.rho is not None
    assert truth <= m.rho
    if m.to_json()["sensitivity"]["is"] == "exact":
        assert m.rho <= truth * SLACK["exact"]
    if isinstance(m.loss, ApproxDP):
        assert true_delta(m, changed, m.loss.epsilon) <= float(m.loss.delta)


@pytest.mark.parametrize("seed", range(200))
def test_p_identity_never_understates(seed: int) -> None:
    """Any queries over one or two variables, stored and found at once, sums, several rows a unit, every relation."""
    chance = random.Random(f"p-identity {seed}")
    while True:
        sizes = chance.choice([(chance.randint(4, 12),), (chance.randint(14, 30),), (chance.randint(2, 5), 4), (17, 2)])
        parts = [Kronecker(*(random_factor(chance, size) for size in sizes)) for _ in range(chance.randint(1, 3))]
        if seed % 3 == 0:
            parts = [Kronecker(*(chance.choice([Prefix, AllRange])(size) for size in sizes))]
        budget = chance.choice([PureDP("1/3"), PureDP("5"), ApproxDP("1", "1e-6")])
        neighbours = chance.choice(list(Neighbours))
        exact_row = neighbours is Neighbours.REPLACE_ONE and chance.random() < 0.5
        c = 1 if exact_row else chance.choice([1, 1, 2])
        ranges = random_sums(chance)
        m = build("p-identity", Stack(*parts), budget, neighbours, rows_per_unit=c, exact_row=exact_row, sums=ranges,
                  objective=chance.choice(["weighted", "rmse", "max"]))  # fmt: skip
        try:
            changed = differences(m, neighbours, c, exact_row, ranges)
        except ValueError:
            continue
        break
    truth = true_loss(m, changed)
    if m.loss is None:
        assert truth == 0
        return
    assert not isinstance(m.loss, ZCDP)
    assert truth <= m.loss.epsilon <= budget.epsilon
    if m.to_json()["sensitivity"]["is"] == "exact":
        assert m.loss.epsilon <= truth * SLACK["exact"]


@pytest.mark.parametrize("seed", range(100))
def test_tables_side_by_side_never_understate(seed: int) -> None:
    """Laplace noise: two components, with any strategies and multipliers, sums, several rows a unit, every relation."""
    chance = random.Random(f"apart {seed}")
    while True:
        one, two = chance.randint(2, 5), chance.randint(2, 4)
        parts = [
            Kronecker(random_factor(chance, one), Total(two)),
            Kronecker(Total(one), random_factor(chance, two)),
            Kronecker(random_factor(chance, one), Total(two)),
        ][: chance.randint(2, 3)]
        budget = chance.choice([PureDP("1/2"), PureDP("3"), ApproxDP("1", "1e-6")])
        neighbours = chance.choice(list(Neighbours))
        exact_row = neighbours is Neighbours.REPLACE_ONE and chance.random() < 0.5
        c = 1 if exact_row else chance.choice([1, 2])
        ranges = random_sums(chance)
        m = build("marginals", Stack(*parts), budget, neighbours, noise="laplace", rows_per_unit=c,
                  exact_row=exact_row, sums=ranges)  # fmt: skip
        try:
            changed = differences(m, neighbours, c, exact_row, ranges)
        except ValueError:
            continue
        break
    truth = true_loss(m, changed)
    if m.loss is None:
        assert truth == 0
        return
    assert not isinstance(m.loss, ZCDP)
    assert truth <= m.loss.epsilon
    if m.to_json()["sensitivity"]["is"] == "exact":
        assert m.loss.epsilon <= truth * SLACK["exact"]


@pytest.mark.parametrize("noise", ["laplace", "gaussian"])
@pytest.mark.parametrize("seed", range(100))
def test_weighted_levels_never_understate(noise: str, seed: int) -> None:
    """Rows of different integer weights, in L1 and L2: blocks and nested groups, sums, several rows a unit."""
    chance = random.Random(f"weighted {noise} {seed}")
    while True:
        sizes = chance.choice([(chance.randint(2, 8),), (chance.randint(2, 4), chance.randint(2, 4))])
        parts = [Kronecker(*(random_factor(chance, size) for size in sizes)) for _ in range(2)]
        parts.append(Kronecker(*(Prefix(size) for size in sizes)))
        budgets: dict[str, list[Loss]] = {
            "laplace": [PureDP("1/2"), PureDP("3"), ApproxDP("1", "1e-6")],
            "gaussian": [ZCDP("1/2"), ZCDP("7"), ApproxDP("1", "1e-6")],
        }
        budget = chance.choice(budgets[noise])
        neighbours = chance.choice(list(Neighbours))
        exact_row = neighbours is Neighbours.REPLACE_ONE and chance.random() < 0.5
        c = 1 if exact_row else chance.choice([1, 2, 3])
        ranges = random_sums(chance)
        m = build("weighted-tree", Stack(*parts), budget, neighbours, noise=noise, rows_per_unit=c,
                  exact_row=exact_row, sums=ranges)  # fmt: skip
        try:
            changed = differences(m, neighbours, c, exact_row, ranges)
        except ValueError:
            continue
        break
    check(m, budget, changed)
    assert noise == "gaussian" or m.to_json()["sensitivity"]["is"] == "exact"


def test_a_weighted_tree_without_its_root_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The wrong control: in L1 and in L2."""
    right = WeightedTreeAxis.columns

    def short(self: WeightedTreeAxis, power: int) -> tuple[tuple[tuple[int, int, int], ...], bool]:
        root = int(self.levels[-1][0]) ** power
        triples, attained = right(self, power)
        return tuple((a - root, b - root, max(g - root, 0)) for a, b, g in triples), attained

    def workload(size: int) -> Workload:
        return Stack(Total(size), Groups(size, [range(3), range(3, size)]), Identity(size))

    budgets: list[Loss] = [PureDP("1"), ZCDP("1/2")]
    for budget in budgets:
        m = build("weighted-tree", workload(8), budget, Neighbours.ADD_REMOVE)
        check(m, budget, differences(m, Neighbours.ADD_REMOVE, 1, False, ()))
        with monkeypatch.context() as patch:
            patch.setattr(WeightedTreeAxis, "columns", short)
            wrong = build("weighted-tree", workload(9), budget, Neighbours.ADD_REMOVE)  # 8 is remembered
        with pytest.raises(AssertionError):
            check(wrong, budget, differences(wrong, Neighbours.ADD_REMOVE, 1, False, ()))


# --- wrong controls ---------------------------------------------------------------------------------------------------


def test_marginals_that_forget_negative_products_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Columns of every code against the mean lie further apart than 0/1 columns do."""
    budget, workload = ZCDP("1/2"), Kronecker(Identity(3), Identity(2))
    m = build("marginals", workload, budget, Neighbours.REPLACE_ONE, exact_row=True)
    changed = differences(m, Neighbours.REPLACE_ONE, 1, True, ())
    check(m, budget, changed)
    monkeypatch.setattr(Flat, "pairs", property(lambda self: ((1, 0),)))
    wrong = build("marginals", Kronecker(Identity(3), Identity(2)), budget, Neighbours.REPLACE_ONE, exact_row=True)
    with pytest.raises(AssertionError):
        check(wrong, budget, differences(wrong, Neighbours.REPLACE_ONE, 1, True, ()))


def test_a_tree_one_level_short_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    right = TreeAxis.triples

    def short(self: TreeAxis) -> tuple[tuple[int, int, int], ...]:
        return tuple((a - 1, b - 1, max(g - 1, 0)) for a, b, g in right(self))

    budget = ZCDP("1/2")
    m = build("tree", Prefix(12), budget, Neighbours.ADD_REMOVE)
    changed = differences(m, Neighbours.ADD_REMOVE, 1, False, ())
    check(m, budget, changed)
    monkeypatch.setattr(TreeAxis, "triples", short)
    wrong = build("tree", Prefix(12), budget, Neighbours.ADD_REMOVE)
    with pytest.raises(AssertionError):
        check(wrong, budget, differences(wrong, Neighbours.ADD_REMOVE, 1, False, ()))


@pytest.mark.parametrize("budget", [PureDP("1"), ZCDP("1/2"), ApproxDP("1", "1e-6")], ids=str)
@pytest.mark.parametrize("name", ["histogram", "tree", "binary-tree"])
def test_replace_with_the_figure_of_add_remove_is_rejected(name: str, budget: Loss) -> None:
    wrong = build(name, Prefix(6), budget, Neighbours.ADD_REMOVE)
    with pytest.raises(AssertionError):
        check(wrong, budget, differences(wrong, Neighbours.REPLACE_ONE, 1, False, ()))


def test_noise_for_one_row_is_rejected_for_three() -> None:
    wrong = build("prefix-difference", Prefix(4), PureDP("1"), Neighbours.ADD_REMOVE, rows_per_unit=1)
    with pytest.raises(AssertionError):
        check(wrong, PureDP("1"), differences(wrong, Neighbours.ADD_REMOVE, 3, False, ()))


def test_an_exact_total_is_rejected_where_units_may_be_nowhere() -> None:
    wrong = build("histogram", Identity(4), PureDP("1"), Neighbours.REPLACE_ONE, exact_row=True)
    with pytest.raises(AssertionError):
        check(wrong, PureDP("1"), differences(wrong, Neighbours.REPLACE_ONE, 1, False, ()))


def test_a_range_that_is_exceeded_is_rejected() -> None:
    stated = (SumRange(0, 2, Fraction(1, 2)),)
    wrong = build("histogram", Identity(3), PureDP("1"), Neighbours.ADD_REMOVE, sums=stated)
    check(wrong, PureDP("1"), differences(wrong, Neighbours.ADD_REMOVE, 1, False, stated))
    with pytest.raises(AssertionError):
        beyond = (SumRange(0, 3, Fraction(1, 2)),)
        check(wrong, PureDP("1"), differences(wrong, Neighbours.ADD_REMOVE, 1, False, beyond))


def test_sines_whose_least_product_is_overstated_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    right = SineAxis.triples

    def wrong(self: SineAxis) -> tuple[tuple[int, int, int], ...]:
        return tuple((a, b, g + (0 if g == a else a // 1000)) for a, b, g in right(self))

    budget = ZCDP("1/2")
    monkeypatch.setattr(SineAxis, "triples", wrong)
    m = build("sine", Kronecker(Prefix(5), Prefix(3)), budget, Neighbours.REPLACE_ONE)
    with pytest.raises(AssertionError):
        check(m, budget, differences(m, Neighbours.REPLACE_ONE, 1, False, ()))


def test_a_factorization_whose_columns_are_taken_to_be_closer_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    right = FactorizationStrategy.triples
    ranges = (SumRange(-2, 3, Fraction(1, 2)),)

    def wrong(
        self: FactorizationStrategy, *, replaced: bool, sums: Sequence[SumRange] = ()
    ) -> tuple[tuple[tuple[int, int, int], ...], bool]:
        triples, exact = right(self, replaced=replaced, sums=sums)
        return tuple((a, b, g + (0 if g == a == b else a // 1000)) for a, b, g in triples), exact

    monkeypatch.setattr(FactorizationStrategy, "triples", wrong)
    for sums in ((), ranges):
        m = build("factorization", AllRange(5), ZCDP("1/2"), Neighbours.REPLACE_ONE, exact_row=True, sums=sums)
        with pytest.raises(AssertionError):
            check(m, ZCDP("1/2"), differences(m, Neighbours.REPLACE_ONE, 1, True, sums))


@pytest.mark.parametrize("c", [1, 2])
@pytest.mark.parametrize("exact_row", [False, True])
@pytest.mark.parametrize("size", [2, 3, 4, 5, 7])
def test_bridges_never_understate(size: int, exact_row: bool, c: int) -> None:
    for workload in (Prefix(size), AllRange(size)):
        for budget in (ZCDP("1/2"), ApproxDP("1", "1e-6")):
            m = build("sine", workload, budget, Neighbours.REPLACE_ONE, noise="gaussian", exact_row=exact_row,
                      rows_per_unit=1 if exact_row else c)  # fmt: skip
            assert "nowhere" in m.to_json()["strategy"]["variables"][0]
            check(m, budget, differences(m, Neighbours.REPLACE_ONE, 1 if exact_row else c, exact_row, ()))


def test_bridges_whose_widest_distance_is_understated_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    right = SineAxis.triples

    def wrong(self: SineAxis) -> tuple[tuple[int, int, int], ...]:
        return tuple((a, b, g + (0 if g == a else a // 1000)) for a, b, g in right(self))

    budget = ZCDP("1/2")
    monkeypatch.setattr(SineAxis, "triples", wrong)
    for workload in (Prefix(6), AllRange(6)):
        m = build("sine", workload, budget, Neighbours.REPLACE_ONE, exact_row=True)
        with pytest.raises(AssertionError):
            check(m, budget, differences(m, Neighbours.REPLACE_ONE, 1, True, ()))


@pytest.mark.parametrize("workload", [Prefix(300), AllRange(290)])
def test_the_proven_bound_for_many_codes_holds_over_every_pair_of_columns(workload: Prefix | AllRange) -> None:
    """Above 256 codes distances are bounded, not computed; here all pairs are compared after all."""
    m = build("sine", workload, ZCDP("1/2"), Neighbours.REPLACE_ONE)
    columns = matrix(m)
    gram = columns.T @ columns
    own = np.diagonal(gram)
    truth = max(int((own[:, None] + own[None, :] - 2 * gram).max()), int(own.max()))
    assert truth <= m.norm <= truth * SLACK["exact"]


def test_wasted_noise_is_noticed() -> None:
    generous = build("histogram", Identity(3), PureDP("1"), Neighbours.REPLACE_ONE)
    with pytest.raises(AssertionError):
        check(generous, PureDP("1"), differences(generous, Neighbours.ADD_REMOVE, 1, False, ()))


def test_bumps_that_are_taken_to_overlap_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes far apart share no bump: what neighbours of a code share must not be counted on."""
    right = PIdentityAxis.l1_triples

    def wrong(self: PIdentityAxis) -> tuple[tuple[int, int, int], ...]:
        return tuple((a, b, g if g == a else g + 4) for a, b, g in right(self))

    m = build("p-identity", Prefix(40), PureDP("1"), Neighbours.REPLACE_ONE, exact_row=True)
    check(m, PureDP("1"), differences(m, Neighbours.REPLACE_ONE, 1, True, ()))
    monkeypatch.setattr(PIdentityAxis, "l1_triples", wrong)
    m = build("p-identity", Prefix(41), PureDP("1"), Neighbours.REPLACE_ONE, exact_row=True)
    with pytest.raises(AssertionError):
        check(m, PureDP("1"), differences(m, Neighbours.REPLACE_ONE, 1, True, ()))
