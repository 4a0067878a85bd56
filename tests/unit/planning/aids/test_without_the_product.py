"""What is worked out variable by variable is what the written-out product of all variables says."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.mechanisms.baselines.workload import largest_count
from dpdesk.mechanisms.core.pieces import pieces_of
from dpdesk.planning.compiler.margins import ruled_out
from dpdesk.queries import AllRange, Identity, Intervals, Kronecker, Prefix, Stack, Total
from dpdesk.queries.reduction import reduce_workload

SIZES = (4, 5, 3)


def factors(rng, size):
    listed = [tuple(sorted(rng.integers(1, size + 1, 2).tolist())) for _ in range(int(rng.integers(1, 4)))]
    return [Identity(size), Total(size), Prefix(size), AllRange(size), Intervals(size, listed)]


def workload(rng):
    parts = [Kronecker(*(rng.choice(np.array(factors(rng, size), dtype=object)) for size in SIZES)) for _ in range(3)]
    return Stack(*parts)


def rules(rng, count):
    return [[rng.random(size) < rng.choice([0.4, 1.1]) for size in SIZES] for _ in range(count)]


@pytest.mark.parametrize("seed", range(60))
def test_the_column_with_most_queries(seed):
    pieces = pieces_of(workload(np.random.default_rng(seed)))
    assert largest_count(pieces) == int(np.max(sum(piece.product.column_counts() for piece in pieces)))


@pytest.mark.parametrize("seed", range(60))
def test_rows_and_merged_cells_that_only_count_what_is_impossible(seed):
    rng = np.random.default_rng(seed)
    asked = workload(rng)
    reduction = reduce_workload(asked)[1]
    products = rules(rng, seed % 3 + 1)
    impossible = np.zeros(SIZES, dtype=bool)
    for masks in products:
        impossible[np.ix_(*masks)] = True
    found = ruled_out(asked, reduction, products)
    assert found is not None
    np.testing.assert_array_equal(found[0], asked.answer((~impossible).astype(np.int64)) == 0)
    np.testing.assert_array_equal(found[1], reduction.every(impossible))
    assert ruled_out(asked, reduction, []) is None
