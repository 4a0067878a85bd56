"""Bridge and circle waves: waves for replacement, where only differences of columns count.

There are m points: the codes, and "nowhere", where a unit may be that has no row. With rows j = 1 ... m - 1 and
points u = 0 ... m - 1 the real matrix is, rounded to 2^-q,

- circle (all intervals; m = D + 1, L = m): B_ju = r_j (cos + sin)(2 pi ju/m);
- bridge (prefixes; m = D, or D + 1 with nowhere, L = 2m): B_ju = r_j cos(pi j(2u + 1)/2m) c_u^(-29/64),

r_j = (lambda_j/n_j)^(1/4) up to a common factor, 1/lambda_j = sin^2(pi j/L) and
n_j = sum_l q_l (1 - cos(2 pi jl/L)) with the half ellipse q_l = sqrt((4l - L)(3L - 4l)) where that is real, taken as
the mean over l - 3/8, l - 1/8, l + 1/8, l + 3/8; c_u is a column's squared norm without its own factor. Derived in
dpdesk's mechanisms/waves/bridge_matrix.py.

With nowhere its column is taken off the others, so that a unit that is nowhere changes nothing. Without it the circle
leaves its last point out, and the bridge has one more row: the total, 2^q in all columns, which is public.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from check_strategy.fixed_point import ONE, cosine_sums, cosines, factors, products, sines, thirty_places
from check_strategy.matrices.listed import Listed


def bridge_waves(tree: dict[str, Any], circular: bool) -> list[list[int]]:
    """The rows of M, for "codes" D, "places" q and whether units may be "nowhere"."""
    size, nowhere, places = tree["codes"], tree["nowhere"], tree["places"]
    points = size + 1 if nowhere or circular else size
    squares = _squares(points, points if circular else 2 * points)
    rows = _circle(points, squares, places) if circular else _bridge(points, squares, places)
    if nowhere:
        return [[value - row[-1] for value in row[:-1]] for row in rows]
    return [row[:-1] for row in rows] if circular else [*rows, [1 << places] * size]


def _ellipse(turn: int) -> list[int]:
    """q_l for l = 0 ... L - 1: the mean of four points of the half ellipse."""
    weights = [0] * turn
    for lag in range(1, turn):
        under = [(e - 2 * turn) * (6 * turn - e) for e in range(8 * lag - 3, 8 * lag + 4, 2)]
        weights[lag] = sum(math.isqrt(square << 40) // (8 * turn) for square in under if square > 0)
    return weights


def _squares(points: int, turn: int) -> list[int]:
    """r_j^2 up to a common factor: 1/sqrt(sin^2(pi j/L) n_j)."""
    table, weights = sines(turn), _ellipse(turn)
    around, total = cosine_sums(weights, range(points), 0), sum(weights)
    return [
        math.isqrt((ONE**3 << 64) // (table[min(j, turn - j)] ** 2 * max(total - around[j], 1)))
        for j in range(1, points)
    ]


def _row_factors(squares: Sequence[int], total: int) -> tuple[list[int], int]:
    """r_j, the squares divided by a total."""
    return factors([math.isqrt((value << 128) * ONE // total) for value in squares])


def _circle(points: int, squares: Sequence[int], places: int) -> list[list[int]]:
    row, row_places = _row_factors(squares, sum(squares))
    shift = row_places - places
    table = [thirty_places(c) + thirty_places(s) for c, s in zip(cosines(points), sines(2 * points)[::4])]
    return [
        [(table[j * u % points] * factor + (1 << (shift + 29))) >> (shift + 30) for u in range(points)]
        for j, factor in enumerate(row, 1)
    ]


def _bridge(points: int, squares: Sequence[int], places: int) -> list[list[int]]:
    total = max(1, sum(squares) // 2)
    row, row_places = _row_factors(squares, total)
    code, code_places = _code_factors(points, [(value << 21) // (2 * total) for value in squares])
    return products(
        [thirty_places(value) for value in cosines(4 * points)],
        lambda j, u: (j + 1) * (2 * u + 1) % (4 * points),
        row,
        code,
        row_places - places + code_places,
    )


def _code_factors(points: int, shares: Sequence[int]) -> tuple[list[int], int]:
    """c_u^(-29/64), with c_u = sum_j r_j^2 cos^2(pi j(2u + 1)/2m): six square roots, their 29th power, its inverse."""
    turn = 2 * points
    around = cosine_sums([0, *shares, *[0] * points], range(1, turn, 2), 12)
    found = []
    for value in around:
        root = ((sum(shares) << 11) + value // 2) << 96
        for _ in range(6):
            root = math.isqrt(root << 128)
        power = ONE
        for digit in bin(29)[2:]:
            power = (power * power) >> 128
            power = (power * root) >> 128 if digit == "1" else power
        found.append((ONE << 128) // power)
    return factors(found)


class BridgeWaves(Listed):
    """Waves for prefixes under replacement."""

    def listed(self) -> list[list[int]]:
        return bridge_waves(self.tree, False)


class CircleWaves(Listed):
    """Waves for intervals under replacement."""

    def listed(self) -> list[list[int]]:
        return bridge_waves(self.tree, True)
