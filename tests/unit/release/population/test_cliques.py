"""Tables of cliques: without noise their sums are the true ones, too."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from dpdesk.planning.compiler.compiled import SumVector
from dpdesk.planning.compiler.margins import needed_margins
from dpdesk.planning.joint.nodes import JointPart
from dpdesk.planning.joint.tables import JointTable
from dpdesk.queries import Identity, Kronecker, Stack, Total
from dpdesk.release.population.cliques import Cliques, tree_of

SHAPE, COUNT, PAY = (4, 5, 3, 4), "count", "sum:pay"
PAIRS = [(0, 1), (1, 2), (2, 3)]


def joint_table() -> JointTable:
    """One group that tells pairs of neighbouring variables."""
    every = [Kronecker(*(Identity(n) if at in pair else Total(n) for at, n in enumerate(SHAPE))) for pair in PAIRS]
    order = tuple(range(len(SHAPE)))
    parts = tuple(JointPart(0, at, True, own, (None,) * 4, order, order) for at, own in enumerate(every))
    classes = tuple(np.arange(size) for size in SHAPE)
    return JointTable((0,), ("a", "b", "c", "d"), SHAPE, classes, parts, None, (), needed_margins(Stack(*every)), True)


@pytest.mark.parametrize("seed", range(4))
def test_without_noise_sums_are_the_true_ones(seed: int) -> None:
    generator, table = np.random.default_rng(seed), joint_table()
    counts = generator.poisson(0.4, SHAPE)
    sums = generator.binomial(counts * 9, generator.random(SHAPE) ** 3)
    errors = [np.full(part.queries.shape[0], 3.0) for part in table.parts]
    weights = dict.fromkeys((COUNT, PAY), [1.0] * len(PAIRS))
    vector = SumVector("pay", 0, 9, Fraction(1), Fraction(1), False)
    answers = {
        name: [part.queries.answer(cells).astype(float) for part in table.parts]
        for name, cells in ((COUNT, counts), (PAY, sums))
    }
    tree = tree_of(table)
    assert tree is not None
    made = Cliques(table, weights, dict.fromkeys((COUNT, PAY), errors), tree)
    filled = made.fill(answers, {PAY: vector}, {COUNT: None, PAY: None})
    for name, told in answers.items():
        assert np.array_equal(made.answer(0, filled[name]), np.concatenate(told))
