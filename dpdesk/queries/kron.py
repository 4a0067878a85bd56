"""Kronecker products of matrices, written down."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

import numpy as np

from dpdesk.queries.workload import Array


def kron(matrices: Iterable[Array]) -> Array:
    """The Kronecker product, first to last; 1 of none.

    Args:
        matrices: of any shapes.

    >>> kron([np.array([[1, 2]]), np.array([[1, 1], [0, 1]])]).tolist()
    [[1, 1, 2, 2], [0, 1, 0, 2]]
    """
    return reduce(_product, matrices, np.ones((1, 1), dtype=np.int64))


def _product(left: Array, right: Array) -> Array:
    """In rows of the product's length: those of `right`, as `np.kron` has them, are often of two numbers."""
    if left.size == 1:
        return np.asarray(left.item() * right)
    wide, repeated = np.repeat(left, right.shape[1], axis=1), np.tile(right, (1, left.shape[1]))
    return np.asarray((wide[:, None, :] * repeated).reshape(left.shape[0] * right.shape[0], wide.shape[1]))
