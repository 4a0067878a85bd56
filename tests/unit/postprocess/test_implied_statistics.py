"""Which statistics of a list imply the others."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from dpdesk.postprocess.listed.cells import Statistic
from dpdesk.postprocess.listed.implied import telling, telling_parts
from dpdesk.queries import Identity, Kronecker, Prefix, Total
from dpdesk.queries.groups import Groups

SHAPE = (3, 4, 5)
BANDS = ([[0, 1], [1, 2]], [[0, 1], [2], [0, 1, 2]])
FACTORS = {size: [Identity(size), Prefix(size), *(Groups(size, own) for own in BANDS)] for size in SHAPE}


def rows(one: Statistic) -> np.ndarray:
    """The queries over all cells."""
    factors = dict(zip(one.axes, () if one.queries is None else one.queries.factors, strict=True))
    found = np.ones((1, 1))
    for axis, size in enumerate(SHAPE):
        found = np.kron(found, factors.get(axis, Total(size)).matrix())
    return found


def test_of_a_table_with_all_its_totals_the_table_tells_everything() -> None:
    parts = [
        Statistic(axes, Kronecker(*[Identity(SHAPE[axis]) for axis in axes]) if axes else None)
        for number in range(4)
        for axes in combinations(range(3), number)
    ]
    assert telling(parts) == [len(parts) - 1]
    assert telling(parts[:-1]) == [4, 5, 6]
    products = [
        Kronecker(*(Identity(size) if axis in one.axes else Total(size) for axis, size in enumerate(SHAPE)))
        for one in parts
    ]
    assert telling_parts(products) == [len(parts) - 1]
    assert telling_parts(products[:-1]) == [4, 5, 6]


def test_what_is_left_out_is_implied_and_nothing_that_is_kept_is() -> None:
    """Held against the ranks of the whole matrices."""
    generator, left_out = np.random.default_rng(0), 0
    for _ in range(200):
        parts = []
        for _ in range(generator.integers(1, 7)):
            axes = tuple(np.flatnonzero(generator.random(3) < 0.6).tolist())
            factors = [FACTORS[SHAPE[axis]][generator.integers(4)] for axis in axes]
            parts.append(Statistic(axes, Kronecker(*factors) if axes else None))
        kept = telling(parts)
        left_out += len(parts) - len(kept)
        both = np.concatenate([rows(parts[at]) for at in kept])
        assert np.linalg.matrix_rank(np.concatenate([rows(one) for one in parts])) == np.linalg.matrix_rank(both)
        for at in kept:
            own = rows(parts[at])
            for other in (rows(parts[one]) for one in kept if len(rows(parts[one])) > len(own)):
                assert np.linalg.matrix_rank(np.concatenate([own, other])) > np.linalg.matrix_rank(other)
    assert left_out > 100
