"""Cosine waves: what an ordered variable adds to its total, for marginals.

A_ji = cos(pi j(2i - 1)/2D) / sqrt(s_j d_i), j = 1 ... D - 1, i = 1 ... D, measured as M = round(2^q A). These are the
eigenvectors of prefixes less their mean, with eigenvalues 1/(4 s_j^2), s_j = sin(pi j/2D), and
d_i = sum_j cos^2(pi j(2i - 1)/2D)/s_j makes all columns as long. Derived in dpdesk's mechanisms/marginals/waves.py.
"""

from __future__ import annotations

from typing import Any

from check_strategy.fixed_point import cosines, inverse_roots, products, sines, thirty_places
from check_strategy.matrices.listed import Listed


def cosine_waves(tree: dict[str, Any]) -> list[list[int]]:
    """The rows of M, for "codes" D and "places" q."""
    size = tree["codes"]
    fine, table = sines(4 * size), cosines(4 * size)  # sin(k pi/4D) and cos(k pi/2D)
    halves = [fine[2 * j] for j in range(1, size)]
    place = [[j * (2 * i + 1) % (4 * size) for j in range(1, size)] for i in range(size)]
    norms = [sum(table[k] ** 2 // half for k, half in zip(places, halves)) for places in place]
    (row, row_places), (code, code_places) = inverse_roots(halves), inverse_roots(norms)
    return products(
        [thirty_places(value) for value in table],
        lambda j, i: place[i][j],
        row,
        code,
        row_places + code_places - tree["places"],
    )


class CosineWaves(Listed):
    """Waves without a mean."""

    def listed(self) -> list[list[int]]:
        return cosine_waves(self.tree)
