"""Sums of powers Σ_j R_qj^(2i), i = 1 … 6, of decoder rows of many queries (claim 5, docs/proofs/laplace_sums.md).

A product of variables has the products of theirs. All intervals of one variable are taken by their two ends: halves of
the codes, quarters and so on, each with the products of powers of coefficients of left ends and of right ends. Of
measurements that matter little to all intervals between some ends, the light ones, two sums are taken.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import factorial
from typing import NamedTuple

import numpy as np

from dpdesk.mechanisms.core.axis import Axis
from dpdesk.mechanisms.core.dense import in_blocks
from dpdesk.mechanisms.core.pieces import Piece
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.strategy import Strategy
from dpdesk.mechanisms.errors.laplace_waves import EXPONENTS, LIGHT, SUMS, sums_of
from dpdesk.queries.compound import Kronecker
from dpdesk.queries.one_variable import AllRange, OneVariable, Prefix
from dpdesk.queries.workload import FloatArray, IntArray

SHORT = 32
"""Intervals within so many codes are taken one by one."""
TILE = 64
"""Ends on either side of a middle that are taken together; twice as many on both sides of a border."""
LARGEST = 1 << 26
"""Most coefficients of a variable's queries that are looked at."""
CANCELLED = 400.0
"""Where two ends have so many times the last sum of the interval, too many digits cancel for it to be told: NaN."""
ROUNDED = 1e-9
"""Sums of squares below this share of the largest of like ends are not told: NaN."""
WIDE = 128
"""Light measurements from which it is quicker to take them by themselves."""
DIGITS = 9
"""Decimal places of logarithms in which sums of like queries agree."""
ALIKE = 0.5
"""Where more queries than this part differ in their first sum alone, they are not sorted."""
MIXING = 6364136223846793005
"""An odd number by which six whole numbers are mixed into one."""


class Kinds(NamedTuple):
    """Queries sorted by the sums of powers of their coefficients.

    `sums` are float64[kinds, 7], the last Σ R^4 of light coefficients, of which the second to sixth are not; `example`
    is the place of a query of each kind, `kind` the kind of every query. `prefixes`, where the queries are intervals of
    one variable: the coefficients of the sums of its first 0 … D codes, float64[D + 1, measurements]; and `smooth`, at
    least Σ R² of coefficients whose shares are at most each that was asked for, float64[kinds, shares].
    """

    sums: FloatArray
    example: IntArray
    kind: IntArray
    prefixes: FloatArray | None = None
    smooth: FloatArray | None = None


def kinds_of(strategy: Strategy, piece: Piece, rows: IntArray, shares: tuple[float, ...] = ()) -> Kinds | None:
    """Sort queries by the sums of powers of their coefficients.

    Args:
        strategy: what is measured.
        piece: queries of the workload that are one product.
        rows: n numbers of queries within the piece.
        shares: of which share coefficients are at most that are smooth, for each degree of it.

    Returns:
        Their kinds; None where the decoder's rows must be looked at one by one.
    """
    if not isinstance(strategy, ProductStrategy):
        return None
    if not all(_told(axis, factor) for axis, factor in zip(strategy.axes, piece.factors, strict=True)):
        return None
    if len(strategy.axes) == 1 and isinstance(piece.factors[0], AllRange) and piece.factors[0].size > SHORT:
        return _of_intervals(strategy, piece.factors[0], rows, shares)
    if strategy.known:
        return None
    index = np.unravel_index(rows, piece.product.counts)
    label, parts = np.zeros(rows.size, dtype=np.int64), []
    for axis, factor, chosen in zip(strategy.axes, piece.factors, index, strict=True):
        sums, kinds = _of_axis(axis, factor)
        parts.append(sums)
        label = label * sums.shape[0] + (chosen if kinds is None else kinds[chosen])
    label, example, kind = np.unique(label, return_index=True, return_inverse=True)
    result = np.ones((label.size, len(EXPONENTS)))
    for sums, place in zip(parts, np.unravel_index(label, [part.shape[0] for part in parts]), strict=True):
        result *= sums[place]
    return Kinds(result, example, kind.reshape(-1))


def _of_intervals(strategy: ProductStrategy, factor: AllRange, rows: IntArray, shares: tuple[float, ...]) -> Kinds:
    """Intervals of one variable, whose decoder's rows are differences of prefixes."""
    prefix = Piece(0, Kronecker(Prefix(factor.size)))
    prefixes = strategy.coefficients(prefix, np.arange(factor.size))
    prefixes = np.concatenate([np.zeros((1, prefixes.shape[1])), prefixes])
    sums, smooth = interval_sums(prefixes, WIDE, shares)
    if rows.size < sums.shape[0] or rows[0] != 0:
        sums, smooth = sums[rows], smooth[rows]
    alike = _sorted(sums)
    if alike is None:
        return Kinds(sums, np.arange(rows.size), np.arange(rows.size), prefixes, smooth)
    order, begins = alike
    example = order[begins]
    least = np.minimum.reduceat(smooth[order], begins) if shares else np.zeros((begins.size, 0))
    return Kinds(sums[example], example, _numbers(order, begins), prefixes, least)


def _told(axis: Axis, factor: OneVariable) -> bool:
    """Whether sums of powers take little work: few queries, or intervals that are differences of prefixes."""
    if isinstance(factor, AllRange):
        return axis.reconstructs and (axis.size + 1) * axis.rows <= LARGEST
    return factor.count * axis.rows <= LARGEST


def _of_axis(axis: Axis, factor: OneVariable) -> tuple[FloatArray, IntArray | None]:
    """The sums of a variable's queries, and which of them belongs to each query (None: one each)."""
    if isinstance(factor, AllRange) and factor.size > SHORT:
        prefixes = axis.coefficients(Prefix(factor.size), np.arange(factor.size))
        sums = interval_sums(np.concatenate([np.zeros((1, axis.rows)), prefixes]))[0]
    else:
        blocks = [sums_of(axis.coefficients(factor, rows) ** 2) for rows in in_blocks(factor.count, axis.rows)]
        sums = np.concatenate([_without_light(block) for block in blocks])
    alike = _sorted(sums)
    return (sums, None) if alike is None else (sums[alike[0][alike[1]]], _numbers(*alike))


def _sorted(sums: FloatArray) -> tuple[IntArray, IntArray] | None:
    """Queries in an order in which those of like sums follow one another, and where others begin.

    None where hardly any two have the same.
    """
    alike = np.round(np.log(np.maximum(sums, 1e-300)) * 10.0**DIGITS)
    if np.unique(alike[:, 0]).size > ALIKE * alike.shape[0]:
        return None
    mixed = np.zeros(alike.shape[0], dtype=np.int64)
    for column in np.nan_to_num(alike).astype(np.int64).T:
        mixed = mixed * MIXING + column
    order = np.argsort(mixed, kind="stable")
    alike = alike[order]
    other = np.any(alike[1:] != alike[:-1], axis=1)  # of the same mixture two may differ, which hardly happens
    return order, np.concatenate([[0], np.flatnonzero(other) + 1])


def _numbers(order: IntArray, begins: IntArray) -> IntArray:
    """The kind of every query, of what `_sorted` gives."""
    kinds = np.empty(order.size, dtype=np.int64)
    kinds[order] = np.repeat(np.arange(begins.size), np.diff(np.append(begins, order.size)))
    return kinds


def _without_light(sums: FloatArray) -> FloatArray:
    return np.concatenate([sums, np.zeros((*sums.shape[:-1], 1))], axis=-1)


def interval_sums(
    prefixes: FloatArray, least: int | None = None, shares: tuple[float, ...] = ()
) -> tuple[FloatArray, FloatArray]:
    """Σ_j (P_tj − P_sj)^(2i) for all intervals (s, t], by first code and then last.

    Args:
        prefixes: coefficients of the sums of the first 0 … D codes, float64[D + 1, rows].
        least: how many measurements must be light for them to be taken by themselves; None for never.
        shares: the most that a smooth measurement's share is, for each degree of it.

    Returns:
        float64[D(D + 1)/2, 7]: six sums, the sixth or all NaN where lost to rounding, and the second of the light
        measurements, which the second to sixth leave out; and float64[D(D + 1)/2, shares]: the first of smooth ones, or
        less.

    >>> interval_sums(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]))[0][:, :2].tolist()
    [[1.0, 1.0], [5.0, 17.0], [4.0, 16.0]]
    """
    size = prefixes.shape[0] - 1
    count = size * (size + 1) // 2
    sums, smooth = np.empty((count, len(EXPONENTS))), np.empty((count, len(shares)))
    codes = np.arange(size + 1)
    first = codes * size - codes * (codes - 1) // 2 - codes - 1
    borders = _borders(prefixes)
    for low, high in _short(0, size, borders):
        inside = prefixes[low : high + 1]
        inside = inside[:, (inside != inside[0]).any(axis=0)]
        for start in range(low, high):
            squares = (inside[start + 1 - low :] - inside[start - low]) ** 2
            places = slice(first[start] + start + 1, first[start] + high + 1)
            sums[places] = _without_light(sums_of(squares))
            for number, share in enumerate(shares):
                kept = np.where(squares <= 2 * share * sums[places, :1], squares, 0.0)
                smooth[places, number] = kept.sum(axis=1)
    for low, middle, high in _halves(0, size, borders):
        tile = TILE if middle not in borders else 2 * TILE
        lefts = [_Ends.of(prefixes[middle] - prefixes[i : min(i + tile, middle)]) for i in range(low, middle, tile)]
        rights = [
            _Ends.of(prefixes[i + 1 : min(i + tile, high) + 1] - prefixes[middle]) for i in range(middle, high, tile)
        ]
        for i, left in enumerate(lefts):
            for j, right in enumerate(rights):
                of_ends = _by_ends(left, right, least, shares)
                begin, count = low + i * tile, right.values.shape[0]
                places = first[begin : begin + left.values.shape[0]] + middle + j * tile + 1
                for row, place in enumerate(places.tolist()):
                    sums[place : place + count], smooth[place : place + count] = of_ends[0][row], of_ends[1][row]
    return sums, smooth


class _Ends(NamedTuple):
    """Coefficients between some ends and a middle, the most that each column's are, and their sums of squares."""

    values: FloatArray
    most: FloatArray
    squares: FloatArray

    @classmethod
    def of(cls, values: FloatArray) -> _Ends:
        return cls(values, np.abs(values).max(axis=0), np.einsum("ij,ij->i", values, values))


def _short(low: int, high: int, borders: IntArray) -> Iterator[tuple[int, int]]:
    """Ranges of at most SHORT codes that halving ends in."""
    if high - low <= SHORT:
        yield low, high
        return
    middle = _middle(low, high, borders)
    yield from _short(low, middle, borders)
    yield from _short(middle, high, borders)


def _middle(low: int, high: int, borders: IntArray) -> int:
    """A place between two others: the border nearest to their middle if there is one, else that."""
    middle = (low + high) // 2
    inside = borders[(borders > low) & (borders < high)]
    return int(inside[np.abs(inside - middle).argmin()]) if inside.size else middle


def _borders(prefixes: FloatArray) -> IntArray:
    """Places, ascending, on whose two sides no measurement counts for both: 0, D, and between the blocks of a tree."""
    size = prefixes.shape[0] - 1
    steps = np.diff(prefixes, axis=0) != 0
    first, last = steps.argmax(axis=0), size - steps[::-1].argmax(axis=0)
    across = np.bincount(first + 1, minlength=size + 2) - np.bincount(last, minlength=size + 2)
    return np.flatnonzero(np.cumsum(across)[: size + 1] == 0)


def _halves(low: int, high: int, borders: IntArray) -> Iterator[tuple[int, int, int]]:
    """Ranges of codes by their beginnings, middles and ends, down to those of SHORT codes."""
    if high - low <= SHORT:
        return
    middle = _middle(low, high, borders)
    yield low, middle, high
    yield from _halves(low, middle, borders)
    yield from _halves(middle, high, borders)


def _by_ends(left: _Ends, right: _Ends, least: int | None, shares: tuple[float, ...]) -> tuple[FloatArray, FloatArray]:
    """Σ_j (a_j + b_j)^(2i) of every row of a and every row of b, float64[rows of a, rows of b, 7], and of smooth ones.

    Light is what in no row of a and b together has a share above LIGHT. What rounding makes of the sixth, whose factors
    are largest, is at most 2^11·10^-16·Σ(a_j^12 + b_j^12).
    """
    a, b, shared = left.values, right.values, (left.most > 0) & (right.most > 0)
    whole = left.squares[:, None] + right.squares[None, :] + a[:, shared] @ (2 * b[:, shared]).T
    whole[whole <= ROUNDED * whole.max()] = np.nan  # nothing but rounding errors: not told
    smooth = np.empty((*whole.shape, len(shares)))
    for number, share in enumerate(shares):
        smooth[:, :, number] = _smooth(left, right, np.sqrt(2 * share * whole))
    light = shared & ((left.most + right.most) ** 2 <= 2 * LIGHT * np.fmin.reduce(whole, axis=None))
    if least is None or np.count_nonzero(light) < least:
        sums = _without_light(_products(a, b, SUMS))
    else:
        sums = _without_light(_products(a[:, ~light], b[:, ~light], SUMS))
        sums[:, :, -1] = _products(a[:, light], b[:, light], 2)[:, :, 1]
    sums[:, :, 0] = whole
    return sums, smooth


def _smooth(left: _Ends, right: _Ends, lengths: FloatArray) -> FloatArray:
    """Σ (a_j + b_j)² where a_j and b_j are so small that together they are surely no longer, float64[rows, rows].

    Either may be what the other, at its longest, leaves of the length of every pair it is in; or half the least length,
    where both are longer than that.
    """
    least = float(np.fmin.reduce(lengths, axis=None))
    even, shared = left.most + right.most <= least, (left.most > 0) & (right.most > 0)
    products = left.values[:, even & shared] @ (2 * right.values[:, even & shared]).T
    a, b = left.values[:, even], right.values[:, even]
    products += np.einsum("ij,ij->i", a, a)[:, None] + np.einsum("ij,ij->i", b, b)[None, :]
    a, b, most_a, most_b = left.values[:, ~even], right.values[:, ~even], left.most[~even], right.most[~even]
    kept_a = np.abs(a) <= np.where(most_b <= least / 2, np.fmin.reduce(lengths, axis=1)[:, None] - most_b, least / 2)
    kept_b = np.abs(b) <= np.where(most_a <= least / 2, np.fmin.reduce(lengths, axis=0)[:, None] - most_a, least / 2)
    kept_a, kept_b = kept_a.astype(np.float64), kept_b.astype(np.float64)
    a, b = a * kept_a, b * kept_b
    products += a @ (2 * b).T
    products += (a * a) @ kept_b.T
    products += kept_a @ (b * b).T
    return np.asarray(products)


def _products(left: FloatArray, right: FloatArray, count: int) -> FloatArray:
    """The same of so many sums, light or not."""
    sums = sums_of(left**2, count=count)[:, None, :] + sums_of(right**2, count=count)[None, :, :]
    alone = sums[:, :, -1].copy()
    a, b, often = _different_columns(left, right)
    lefts = np.concatenate([often * power for power in _divided_powers(a, 2 * count - 1)], axis=1)
    rights = np.concatenate(_divided_powers(b, 2 * count - 1)[::-1], axis=1)
    for i in range(count if often.size else 0):
        power = 2 * i + 2
        columns = (power - 1) * often.size
        sums[:, :, i] += factorial(power) * (lefts[:, :columns] @ rights[:, -columns:].T)
    if count == SUMS:
        sums[:, :, -1] = np.where(alone > CANCELLED * sums[:, :, -1], np.nan, sums[:, :, -1])
    return sums


def _different_columns(left: FloatArray, right: FloatArray) -> tuple[FloatArray, FloatArray, IntArray]:
    """The different columns of two matrices side by side, without those that are 0 in either, and how often each is.

    Measurements far from all ends, such as other nodes of a tree, have the same coefficients as others.
    """
    columns = np.flatnonzero(left.any(axis=0) & right.any(axis=0))
    often = np.ones(columns.size, dtype=np.int64)
    if np.unique(left[0, columns]).size < columns.size:
        both = np.concatenate([left[:, columns], right[:, columns]]).T.copy()
        as_bytes = both.view(np.dtype((np.void, both.itemsize * both.shape[1])))[:, 0]
        _, places, often = np.unique(as_bytes, return_index=True, return_counts=True)
        columns = columns[places]
    return left[:, columns], right[:, columns], often


def _divided_powers(values: FloatArray, most: int) -> list[FloatArray]:
    """a, a²/2!, a³/3!, …: the coefficients of (a + b)^n are n! times products of these."""
    powers = [values]
    for exponent in range(2, most + 1):
        powers.append(powers[-1] * values / exponent)
    return powers
