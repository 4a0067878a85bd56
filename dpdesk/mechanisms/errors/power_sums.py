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
from dpdesk.queries.one_variable import AllRange, OneVariable, Prefix
from dpdesk.queries.workload import FloatArray, IntArray

SHORT = 32
"""Intervals within so many codes are taken one by one."""
TILE = 128
"""Ends on either side of a middle that are taken together."""
LARGEST = 1 << 26
"""Most coefficients of a variable's queries that are looked at."""
CANCELLED = 400.0
"""Where two ends have so many times the last sum of the interval, too many digits cancel for it to be told: NaN."""
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
    one variable: the coefficients of the sums of its first 0 … D codes, float64[D + 1, measurements].
    """

    sums: FloatArray
    example: IntArray
    kind: IntArray
    prefixes: FloatArray | None = None


def kinds_of(strategy: Strategy, piece: Piece, rows: IntArray) -> Kinds | None:
    """Sort queries by the sums of powers of their coefficients.

    Args:
        strategy: what is measured.
        piece: queries of the workload that are one product.
        rows: n numbers of queries within the piece.

    Returns:
        Their kinds; None where the decoder's rows must be looked at one by one.
    """
    if not isinstance(strategy, ProductStrategy) or strategy.known:
        return None
    if not all(_told(axis, factor) for axis, factor in zip(strategy.axes, piece.factors, strict=True)):
        return None
    index = np.unravel_index(rows, piece.product.counts)
    label, parts = np.zeros(rows.size, dtype=np.int64), []
    prefixes = [_prefixes(axis, factor) for axis, factor in zip(strategy.axes, piece.factors, strict=True)]
    least = WIDE if len(prefixes) == 1 else None
    for axis, factor, known, chosen in zip(strategy.axes, piece.factors, prefixes, index, strict=True):
        sums, kinds = _of_axis(axis, factor, known, least)
        parts.append(sums)
        label = label * sums.shape[0] + (chosen if kinds is None else kinds[chosen])
    label, example, kind = np.unique(label, return_index=True, return_inverse=True)
    result = np.ones((label.size, len(EXPONENTS)))
    for sums, place in zip(parts, np.unravel_index(label, [part.shape[0] for part in parts]), strict=True):
        result *= sums[place]
    return Kinds(result, example, kind.reshape(-1), prefixes[0] if len(prefixes) == 1 else None)


def _told(axis: Axis, factor: OneVariable) -> bool:
    """Whether sums of powers take little work: few queries, or intervals that are differences of prefixes."""
    if isinstance(factor, AllRange):
        return axis.reconstructs and (axis.size + 1) * axis.rows <= LARGEST
    return factor.count * axis.rows <= LARGEST


def _prefixes(axis: Axis, factor: OneVariable) -> FloatArray | None:
    """Coefficients of the sums of the first 0 … D codes, where the queries are all intervals of many codes."""
    if not isinstance(factor, AllRange) or factor.size <= SHORT:
        return None
    prefixes = axis.coefficients(Prefix(factor.size), np.arange(factor.size))
    return np.concatenate([np.zeros((1, axis.rows)), prefixes])


def _of_axis(
    axis: Axis, factor: OneVariable, prefixes: FloatArray | None, least: int | None
) -> tuple[FloatArray, IntArray | None]:
    """The sums of a variable's queries, and which of them belongs to each query (None: one each)."""
    if prefixes is not None:
        return _sorted(interval_sums(prefixes, least))
    blocks = [sums_of(axis.coefficients(factor, rows) ** 2) for rows in in_blocks(factor.count, axis.rows)]
    return _sorted(np.concatenate([_without_light(block) for block in blocks]))


def _sorted(sums: FloatArray) -> tuple[FloatArray, IntArray | None]:
    """Different sums, and which of them each query has; None where hardly any two have the same."""
    alike = np.round(np.log(np.maximum(sums, 1e-300)) * 10.0**DIGITS)
    if np.unique(alike[:, 0]).size > ALIKE * alike.shape[0]:
        return sums, None
    mixed = np.zeros(alike.shape[0], dtype=np.int64)
    for column in np.nan_to_num(alike).astype(np.int64).T:
        mixed = mixed * MIXING + column
    _, first, kinds = np.unique(mixed, return_index=True, return_inverse=True)
    other = np.flatnonzero(np.any(alike != alike[first[kinds]], axis=1))  # by the same mixture, which hardly happens
    kinds[other] = first.size + np.arange(other.size)
    return sums[np.concatenate([first, other])], kinds.reshape(-1)


def _without_light(sums: FloatArray) -> FloatArray:
    return np.concatenate([sums, np.zeros((*sums.shape[:-1], 1))], axis=-1)


def interval_sums(prefixes: FloatArray, least: int | None = None) -> FloatArray:
    """Σ_j (P_tj − P_sj)^(2i) for all intervals (s, t], by first code and then last.

    Args:
        prefixes: coefficients of the sums of the first 0 … D codes, float64[D + 1, rows].
        least: how many measurements must be light for them to be taken by themselves; None for never.

    Returns:
        float64[D(D + 1)/2, 7]: six sums, the sixth NaN where it is lost to rounding, and the second of the light
        measurements, which the second to sixth leave out.

    >>> interval_sums(np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 2.0]]))[:, :2].tolist()
    [[1.0, 1.0], [5.0, 17.0], [4.0, 16.0]]
    """
    size = prefixes.shape[0] - 1
    sums = np.empty((size * (size + 1) // 2, len(EXPONENTS)))
    codes = np.arange(size + 1)
    first = codes * size - codes * (codes - 1) // 2 - codes - 1
    for low, high in _short(0, size):
        for start in range(low, high):
            direct = sums_of((prefixes[start + 1 : high + 1] - prefixes[start]) ** 2)
            sums[first[start] + np.arange(start + 1, high + 1)] = _without_light(direct)
    for left, right, middle in _halves(0, size):
        sums[first[left][:, None] + right[None, :]] = _by_ends(
            prefixes[middle] - prefixes[left], prefixes[right] - prefixes[middle], least
        )
    return sums


def _short(low: int, high: int) -> Iterator[tuple[int, int]]:
    """Ranges of at most SHORT codes that halving ends in."""
    if high - low <= SHORT:
        yield low, high
        return
    middle = (low + high) // 2
    yield from _short(low, middle)
    yield from _short(middle, high)


def _halves(low: int, high: int) -> Iterator[tuple[IntArray, IntArray, int]]:
    """Left ends before a middle and right ends after it, at most TILE of each."""
    if high - low <= SHORT:
        return
    middle = (low + high) // 2
    for left in range(low, middle, TILE):
        for right in range(middle + 1, high + 1, TILE):
            yield np.arange(left, min(left + TILE, middle)), np.arange(right, min(right + TILE, high + 1)), middle
    yield from _halves(low, middle)
    yield from _halves(middle, high)


def _by_ends(left: FloatArray, right: FloatArray, least: int | None) -> FloatArray:
    """Σ_j (a_j + b_j)^(2i) of every row of a and every row of b, float64[rows of a, rows of b, 7].

    Light is what in no row of a and b together has a share above LIGHT. What rounding makes of the sixth, whose factors
    are largest, is at most 2^11·10^-16·Σ(a_j^12 + b_j^12).
    """
    if least is None:
        return _without_light(_products(left, right, SUMS))
    smallest = float(_products(left, right, 1).min())
    light = (np.abs(left).max(axis=0) + np.abs(right).max(axis=0)) ** 2 <= 2 * LIGHT * smallest
    light &= left.any(axis=0) & right.any(axis=0)
    if np.count_nonzero(light) < least:
        return _without_light(_products(left, right, SUMS))
    sums = _without_light(_products(left[:, ~light], right[:, ~light], SUMS))
    two = _products(left[:, light], right[:, light], 2)
    sums[:, :, 0] += two[:, :, 0]
    sums[:, :, -1] = two[:, :, 1]
    return sums


def _products(left: FloatArray, right: FloatArray, count: int) -> FloatArray:
    """The same of so many sums, light or not."""
    shared = left.any(axis=0) & right.any(axis=0)
    sums = sums_of(left**2, count=count)[:, None, :] + sums_of(right**2, count=count)[None, :, :]
    alone = sums[:, :, -1].copy()
    lefts = np.concatenate(_divided_powers(left[:, shared], 2 * count - 1), axis=1)
    rights = np.concatenate(_divided_powers(right[:, shared], 2 * count - 1)[::-1], axis=1)
    for i in range(count if shared.any() else 0):
        power = 2 * i + 2
        columns = (power - 1) * np.count_nonzero(shared)
        sums[:, :, i] += factorial(power) * (lefts[:, :columns] @ rights[:, -columns:].T)
    if count == SUMS:
        sums[:, :, -1] = np.where(alone > CANCELLED * sums[:, :, -1], np.nan, sums[:, :, -1])
    return sums


def _divided_powers(values: FloatArray, most: int) -> list[FloatArray]:
    """a, a²/2!, a³/3!, …: the coefficients of (a + b)^n are n! times products of these."""
    powers = [values]
    for exponent in range(2, most + 1):
        powers.append(powers[-1] * values / exponent)
    return powers
