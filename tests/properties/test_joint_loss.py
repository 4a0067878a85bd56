"""Vectors that are measured together: is the stated loss the true one, whatever row of the catalogue measures them?

Workloads, chains and further sums are drawn. What is measured is read off the strategy, its rows applied to one record
of each cell; all pairs of cells, nowhere among them, with all values at their ends are then compared by hand. What
columns of pairs a row thinks enough (docs/proofs/sensitivity.md) is nowhere asked.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest
from random_plans.case import NAMED, case
from random_plans.neighbours import keeps_its_loss
from rechecked import checker

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, Mechanism, SumRange
from dpdesk.mechanisms.baselines.workload import column_triples
from dpdesk.mechanisms.catalogue import ROWS
from dpdesk.mechanisms.core.chain import Chain
from dpdesk.mechanisms.core.recent import Recent
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.mechanisms.factorization.strategy import FactorizationStrategy
from dpdesk.mechanisms.written import written
from dpdesk.privacy import ZCDP, ApproxDP, Neighbours, PureDP
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, OneVariable, Prefix, Stack, Total

SEEDS = 10
"""Of each row and noise; `SEEDS = 300` takes 100 s of a processor."""
SIZES = ((2,), (3,), (5,), (8,), (12,), (2, 2), (2, 5), (3, 4), (2, 2, 3))
ASKED = [(name, noise) for name, row in ROWS.items() for noise in row.noises]
Columns = np.ndarray
"""What one record in each cell adds to the integers, (cells and nowhere) × values × integers."""


def factor(chance: Random, size: int) -> OneVariable:
    kind = chance.randrange(7)
    if kind < 5:
        return (Total, Total, Identity, Prefix, AllRange)[kind](size)
    if kind == 5:
        pairs = {tuple(sorted(chance.choices(range(1, size + 1), k=2))) for _ in range(3)}
        return Intervals(size, [(first, last) for first, last in sorted(pairs)])
    return Groups(size, [sorted(chance.sample(range(size), chance.randint(1, size))) for _ in range(2)])


def vectors(chance: Random) -> tuple[Chain, list[SumRange]]:
    """A chain, its last vector often of either sign, and sometimes a sum beside it; shares of any size."""
    ends = [(low, low + chance.choice([1, 3, 40])) for low in chance.choices([0, 0, 1, 5], k=chance.choice([1, 2, 3]))]
    if chance.random() < 0.5:
        ends[-1] = (-chance.choice([1, 3, 20]), chance.choice([0, 1, 7, 30]))
    chain = Chain(tuple(range(len(ends) + 1)), tuple(ends))
    bounds = [(min(own), max(own)) for own in [*zip(*chain.corners(), strict=True)][1:]]
    bounds += [(-3, 5)] * chance.choice([0, 0, 1])
    parts = [chance.randint(1, 6) for _ in range(1 + len(bounds))]
    shares = [Fraction(part, sum(parts)) for part in parts[1:]]
    return chain, [SumRange(low, high, share, True) for (low, high), share in zip(bounds, shares, strict=True)]


def drawn(name: str, noise: str, seed: int, sealed: dict[str, Any] | None = None) -> Mechanism | None:
    """None where the row does not serve what is drawn; `sealed`: what integers of the same seed were drawn for."""
    chance = Random(f"{seed} {name} {noise}")
    sizes = chance.choice(SIZES)
    parts = [Kronecker(*(factor(chance, size) for size in sizes)) for _ in range(chance.choice([1, 1, 2, 3]))]
    chain, sums = vectors(chance)
    pure = PureDP("1") if noise == "laplace" else ZCDP("1/2")
    loss = chance.choice([pure, ApproxDP("1", "1e-6")])
    neighbours = chance.choice([Neighbours.ADD_REMOVE, *[Neighbours.REPLACE_ONE] * 4])
    rows = chance.choice([1, 1, 3])
    asked: dict[str, Any] = {"rows_per_unit": rows, "sums": sums, "chains": [chain], "most_rows": 10**4}
    builder = Builder(Stack(*parts), neighbours, sealed=sealed, **asked)
    try:
        return builder.build(name, noise, loss)
    except BadInput:
        return None


def blocks(made: Mechanism) -> Iterator[tuple[Columns, Fraction]]:
    """The columns of each block of noise, and what a difference of 1 costs (for Gaussian noise, its square)."""
    joint = made.joint
    strategy = (made.sums[0] if joint is None else made).strategy
    inner = strategy if joint is None else strategy.inner
    units = np.eye(prod(made.workload.domain), dtype=np.int64)
    rows = np.stack([inner.measure(one.reshape(made.workload.domain)) for one in (*units, 0 * units[0])])
    corners = [[1]]
    for ends in () if joint is None else joint.chain.ends:
        corners = [[*own, own[-1] * end] for own in corners for end in ends]
    mixed = np.array(corners) @ np.array([[1]] if joint is None else joint.matrix).T
    values = [mixed, *(np.array(part.values)[:, None] for part in made.apart)]
    for own, mechanism in zip(values, (made, *made.apart), strict=True):
        scale = mechanism.scale
        assert scale.parameter is not None
        cost = scale.grid / scale.parameter if made.noise == "laplace" else 1 / (2 * scale.square)
        exact = rows.astype(object) if np.abs(rows).max() * np.abs(own).max() > 2**28 else rows
        yield (own[None, :, :, None] * exact[:, None, None, :]).reshape(len(rows), len(own), -1), Fraction(cost)


def true_loss(made: Mechanism) -> Fraction:
    """ε of Laplace, ρ of Gaussian noise: the most that a row of a unit can change, times c or c²."""
    power = 1 if made.noise == "laplace" else 2
    total: Any = 0
    for columns, cost in blocks(made):
        others = columns if made.relation.neighbours is Neighbours.REPLACE_ONE else columns[-1:]
        apart = [[(np.abs(one[:, None] - other) ** power).sum(2).max() for other in others] for one in columns]
        total = total + np.array([[int(norm) for norm in own] for own in apart], dtype=object) * cost
    return Fraction(total.max()) * made.relation.rows_per_unit**power


def stated(made: Mechanism) -> Fraction:
    if made.noise == "gaussian":
        return made.rho or Fraction(0)
    assert isinstance(made.loss, PureDP | ApproxDP)
    return made.loss.epsilon


def outsider(made: Mechanism, thinner: Fraction = Fraction(1)) -> None:
    """What lies beside a release recomputes the loss; with noise so much thinner than it was made for."""
    (((stage,),), told) = json.loads(json.dumps([written(made)["stages"], made.to_json()]))
    name = "scale" if made.noise == "laplace" else "sigma_squared"
    for vector, described in zip(stage["vectors"], [told, *told["sums"]], strict=True):
        vector["scale"] = described[name] = str(Fraction(vector["scale"]) * thinner)
    checker().check_stage(stage, told)


@pytest.fixture
def forgetful(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Equal questions are not answered from memory: controls change what a row answers."""
    monkeypatch.setattr(sys.modules["dpdesk.mechanisms.catalogue"], "_ANSWERED", Recent(0))
    column_triples.cache_clear()
    yield
    column_triples.cache_clear()


@pytest.mark.parametrize(("name", "noise"), ASKED)
def test_no_row_of_the_catalogue_understates_the_loss_and_an_outsider_finds_it(name: str, noise: str) -> None:
    """The outsider refuses noise that is 2 % thinner than what is stated needs."""
    together = 0
    for made in filter(None, (drawn(name, noise, seed) for seed in range(SEEDS))):
        assert true_loss(made) <= stated(made)
        together += made.joint is not None
        outsider(made)
        with pytest.raises(checker().Wrong, match="recomputed is"):
            outsider(made, Fraction(98, 100))
    assert together >= 3


SHORTCUTS = [
    ("baselines.workload", {"PAIRS": 0, "DIFFERENT": 3}),
    ("factorization.strategy", {"MOST_CLASSES": 1}),
    ("marginals.apart", {"MOST_TRIPLES": 0}),
    ("marginals.columns", {"MOST_ENTRIES": 0}),
    ("p_identity.algebra", {"LISTED": 1}),
    ("waves.sine_algebra", {"EXACT": 1}),
    ("waves.toeplitz", {"KEPT": (3,) * 4}),
]
"""Sizes above which columns are no longer compared one by one, by module."""


@pytest.mark.usefixtures("forgetful")
@pytest.mark.parametrize(
    ("name", "noise"), [own for own in ASKED if own[0] not in ("histogram", "binary-tree", "tree", "weighted-tree")]
)
def test_nor_where_columns_are_too_many_to_be_compared(name: str, noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, sizes in SHORTCUTS:
        for size, value in sizes.items():
            monkeypatch.setattr(sys.modules[f"dpdesk.mechanisms.{module}"], size, value)
    assert all(true_loss(made) <= stated(made) for seed in range(5) if (made := drawn(name, noise, seed)))


def pairs_of_single_sums(strategy: FactorizationStrategy) -> Sequence[Triple]:
    """A deliberately wrong control: the pairs of columns that are the worst for each sum by itself."""
    norms, kept = np.diagonal(strategy.gram), []
    for v, w in product((0, 1, 9), repeat=2):
        apart = v * v * norms[:, None] + w * w * norms - 2 * v * w * strategy.gram
        one, other = np.unravel_index(np.argmax(apart), apart.shape)
        kept.append((int(norms[one]), int(norms[other]), int(strategy.gram[one, other])))
    return kept


@pytest.mark.usefixtures("forgetful")
def test_pairs_that_single_sums_need_are_too_few_and_an_outsider_names_the_true_loss(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Integers that were sealed with so little noise are not finished as if it were enough."""
    honest, found = FactorizationStrategy._foremost, 0
    for seed in range(3 * SEEDS):
        monkeypatch.setattr(FactorizationStrategy, "_foremost", pairs_of_single_sums)
        made = drawn("factorization", "gaussian", seed)
        if made is None or made.joint is None or (true := true_loss(made)) <= stated(made) * Fraction(1001, 1000):
            continue
        found += 1
        with pytest.raises(checker().Wrong, match=f"(rho recomputed is|recomputed is rho) {float(true):.12g}"):
            outsider(made)
        for pairs, finished in ((pairs_of_single_sums, True), (honest, False)):
            monkeypatch.setattr(FactorizationStrategy, "_foremost", pairs)
            again = drawn("factorization", "gaussian", seed, made.to_json())
            assert again is not None and (again.to_json() == made.to_json()) is finished
    assert found >= 2


UNDERSTATED = NAMED + 37
"""A plan whose stated loss was a fourteenth too small: factorization, weights, and units that are replaced."""


@pytest.mark.parametrize("seed", [*range(NAMED, NAMED + 3), UNDERSTATED])
def test_plans_that_name_every_method_keep_their_loss(seed: int) -> None:
    """Thousands more: `python -m random_plans --seeds 600000 610000 --only loss`."""
    assert not list(keeps_its_loss(case(seed), Random(seed), 20))


@pytest.mark.usefixtures("forgetful")
def test_a_plan_that_looks_at_too_few_pairs_is_found_by_its_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FactorizationStrategy, "_foremost", pairs_of_single_sums)
    assert {found.kind for found in keeps_its_loss(case(UNDERSTATED), Random(1), 20)} == {"loss"}
