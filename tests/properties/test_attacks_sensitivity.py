"""An attack on the sensitivity of large workloads: do the shortcuts for many columns stay on the safe side?

Above some sizes pairs of columns are no longer compared one by one. Those ways are forced here on tiny domains, where
every neighbour can be written down: all rows a unit may hold, c of them, values of a sum on both sides of zero.
"""

from __future__ import annotations

import random
import sys
from fractions import Fraction
from itertools import combinations_with_replacement

import numpy as np
import pytest

from dpdesk.mechanisms import Mechanism, SumRange, build
from dpdesk.mechanisms.baselines import workload as workload_strategy
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange, Groups, Identity, Intervals, Kronecker, OneVariable, Prefix, Stack, Total

SHORTCUTS = [{"PAIRS": 0}, {"PAIRS": 3}, {"DIFFERENT": 0}, {"CHUNK": 8, "SMALL": 0}, {"PAIRS": 30, "SMALL": 0}]


def factor(chance: random.Random, size: int) -> OneVariable:
    made = [Identity, Total, Prefix, AllRange]
    kind = chance.randrange(6)
    if kind < len(made):
        return made[kind](size)
    if kind == 4:
        ends = [sorted(chance.choices(range(1, size + 1), k=2)) for _ in range(3)]
        return Intervals(size, [(start, end) for start, end in ends])
    return Groups(size, [chance.sample(range(size), chance.randint(0, size)) for _ in range(3)])


def columns(one: Mechanism) -> np.ndarray:
    """What one row in each cell adds to the measurements, one row a cell."""
    units = np.eye(one.workload.shape[1], dtype=np.int64)
    return np.stack([one.strategy.measure(unit.reshape(one.workload.domain)) for unit in units])


def true_loss(m: Mechanism, c: int, replace: bool, exact_row: bool, values: tuple[int, ...]) -> Fraction:
    """ε of Laplace, ρ of Gaussian noise over every pair of neighbours."""
    own = columns(m)
    rows = own if not m.sums else np.concatenate([np.hstack([own, v * columns(m.sums[0])]) for v in values])
    rows = np.unique(rows, axis=0)
    held = [rows] if exact_row else [np.zeros((1, rows.shape[1]), dtype=np.int64)]
    for number in range(1, 1 if exact_row else c + 1):
        held.append(rows[np.array(list(combinations_with_replacement(range(len(rows)), number)))].sum(axis=1))
    units = np.unique(np.concatenate(held), axis=0)
    power, places, start = (1 if m.noise == "laplace" else 2), [], 0
    for one in (m, *m.sums):
        places.append((one, slice(start, start + one.measurements)))
        start += one.measurements
    worst = Fraction(0)
    seen: set[tuple[int, ...]] = set()
    for unit in units if replace else np.zeros((1, units.shape[1]), dtype=np.int64):
        changed = np.abs(units - unit)
        for one, place in places:
            free = slice(None) if one.scale.parameter is None else one.strategy.exact_rows
            assert not changed[:, place][:, free].any(), "a row without noise differs between neighbours"
        norms = np.stack([(changed[:, place] ** power).sum(axis=1) for _, place in places], axis=1)
        seen.update(tuple(map(int, row)) for row in np.unique(norms, axis=0))
    for norm in seen:
        loss = Fraction(0)
        for (one, _), part in zip(places, norm, strict=True):
            if part and one.scale.parameter is not None:
                loss += Fraction(part * one.grid**power) / one.scale.parameter / power
        worst = max(worst, loss)
    return worst


@pytest.mark.parametrize("seed", range(60))
def test_shortcuts_never_understate(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = random.Random(seed)
    for name, value in SHORTCUTS[seed % len(SHORTCUTS)].items():
        monkeypatch.setattr(workload_strategy, name, value)
    workload_strategy.column_triples.cache_clear()
    workload_strategy.code_labels.cache_clear()
    sizes = chance.choice([(chance.randint(1, 5),), (2, 3)])
    workload = Stack(*(Kronecker(*(factor(chance, size) for size in sizes)) for _ in range(chance.randint(1, 3))))
    replace = chance.random() < 0.8
    c = chance.choice([1, 1, 2, 4])
    exact_row = replace and c == 1 and chance.random() < 0.6
    low, high = -chance.randint(0, 4), chance.randint(1, 4)
    sums = (SumRange(low, high, Fraction(1, 3), not exact_row),) if chance.random() < 0.6 and c < 4 else ()
    budget: Loss = chance.choice([PureDP("1"), ZCDP("1/2")])
    m = build(
        "laplace" if isinstance(budget, PureDP) else "gaussian",
        workload,
        budget,
        Neighbours.REPLACE_ONE if replace else Neighbours.ADD_REMOVE,
        rows_per_unit=c,
        exact_row=exact_row,
        sums=sums,
    )
    truth = true_loss(m, c, replace, exact_row, tuple(sorted({low, 0, high})))
    stated = {type(None): "", PureDP: "epsilon", ZCDP: "rho"}[type(m.loss)]
    assert truth <= (getattr(m.loss, stated) if stated else 0)
    workload_strategy.column_triples.cache_clear()
    workload_strategy.code_labels.cache_clear()


def test_a_shortcut_that_forgets_shared_queries_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(pieces: object, relation: object, sums: bool) -> tuple[tuple[tuple[int, int, int], ...], bool]:
        return ((3, 3, 3),), False

    monkeypatch.setattr(sys.modules["dpdesk.mechanisms.catalogue"], "column_triples", wrong)
    sums = [SumRange(-1, 1, Fraction(1, 2))]
    m = build("laplace", Stack(Prefix(3)), PureDP("1"), Neighbours.REPLACE_ONE, exact_row=True, sums=sums)
    with pytest.raises(AssertionError, match="without noise differs"):
        true_loss(m, 1, True, True, (-1, 1))
