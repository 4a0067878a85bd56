"""Kronecker products are those of numpy, to the last bit, of any shapes."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.queries.kron import kron

SHAPES = [[(2, 3), (4, 1)], [(1, 1), (3, 2), (2, 5)], [(1, 6), (6, 1)], [(5, 5)], [(3, 3), (0, 2)]]


@pytest.mark.parametrize("shapes", SHAPES)
def test_the_product_is_that_of_numpy(shapes: list[tuple[int, int]]) -> None:
    generator = np.random.default_rng(1)
    matrices = [generator.normal(size=shape) for shape in shapes]
    expected = np.ones((1, 1))
    for matrix in matrices:
        expected = np.kron(expected, matrix)
    assert np.array_equal(kron(matrices), expected)


def test_whole_numbers_stay_whole_and_nothing_makes_one() -> None:
    assert kron([np.array([[1, 2]]), np.array([[3]])]).dtype == np.int64
    assert kron([]).tolist() == [[1]]
