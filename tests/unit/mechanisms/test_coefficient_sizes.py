"""What is said of the coefficients of a product's answers without writing them out is what the rows written out say."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.mechanisms import build
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.mechanisms.errors.laws import law_of, law_of_sizes, sizes_of
from dpdesk.privacy import ZCDP, Neighbours, PureDP
from dpdesk.queries import AllRange, Identity, Kronecker, Prefix, Stack, Total

WORKLOADS = {
    "cells and totals": Stack(
        Kronecker(Identity(3), Identity(4), Identity(5)),
        Kronecker(Identity(3), Total(4), Identity(5)),
        Kronecker(Total(3), Total(4), Total(5)),
    ),
    "prefixes by intervals": Kronecker(Prefix(9), AllRange(6)),
    "one variable": Kronecker(Prefix(12), Total(2)),
}


def product(name: str, workload: Stack | Kronecker, neighbours: Neighbours, exact_row: bool) -> ProductStrategy:
    loss = PureDP("1") if name == "tree" else ZCDP("1/2")
    strategy = build(name, workload, loss, neighbours, exact_row=exact_row).strategy
    assert isinstance(strategy, ProductStrategy)
    return strategy


@pytest.mark.parametrize("exact_row", [False, True])
@pytest.mark.parametrize("name", ["histogram", "tree", "binary-tree", "toeplitz"])
@pytest.mark.parametrize("workload", WORKLOADS.values(), ids=WORKLOADS)
def test_sizes_are_those_of_the_rows_written_out(name: str, workload: Stack | Kronecker, exact_row: bool) -> None:
    neighbours = Neighbours.REPLACE_ONE if exact_row else Neighbours.ADD_REMOVE
    strategy = product(name, workload, neighbours, exact_row)
    for piece in strategy.pieces:
        rows = np.arange(piece.count)
        written = Strategy.coefficient_sizes(strategy, piece, rows)
        for (dense, once), (values, often) in zip(written, strategy.coefficient_sizes(piece, rows), strict=True):
            assert once is None
            for left, right in zip(sizes_of(dense), sizes_of(values, often), strict=True):
                assert np.array_equal(left, right)  # to the last bit


def test_a_number_of_times_that_is_wrong_gives_other_sizes() -> None:
    values, often = np.array([0.0, 0.5, 1.0]), np.array([4, 2, 1])
    assert [own.tolist() for own in sizes_of(values, often)] == [[0.5, 1.0], [2, 1]]
    assert [own.tolist() for own in sizes_of(np.repeat(values, often))] == [[0.5, 1.0], [2, 1]]
    assert [own.tolist() for own in sizes_of(values, often + 1)] != [[0.5, 1.0], [2, 1]]


def test_a_law_of_sizes_is_the_law_of_the_row() -> None:
    mechanism = build("histogram", Kronecker(Identity(3), Total(40)), PureDP("1"), Neighbours.ADD_REMOVE)
    values, often = np.array([0.25, 1.0]), np.array([3, 2])
    one = law_of_sizes(values, often, mechanism.scale).half_width(0.9)
    assert one == law_of(np.repeat(values, often), mechanism.scale).half_width(0.9)
    assert one != law_of(values, mechanism.scale).half_width(0.9)


def test_ten_million_cells_are_not_written_out() -> None:
    """A row of such a product has 80 MB; with a limit on what is multiplied out it would not pass."""
    side = 56
    workload = Kronecker(Identity(side), Identity(side), Identity(side), Total(side))
    strategy = product("histogram", Stack(workload, Kronecker(*[Identity(side)] * 4)), Neighbours.ADD_REMOVE, False)
    found = [list(strategy.coefficient_sizes(piece, np.array([0]))) for piece in strategy.pieces]
    assert all(values.size <= 16 for sizes in found for values, _ in sizes)
    assert {int(often.sum()) for sizes in found for _, often in sizes} == {side**4}
