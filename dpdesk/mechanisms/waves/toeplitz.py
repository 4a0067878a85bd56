"""Toeplitz: the square root of the prefix matrix, running totals that share their noise (Fichtenberger, Henzinger and
Upadhyay, arXiv 2202.11205; Henzinger, Upadhyay and Upadhyay, 2211.05006).

As a power series in the shift z, all prefixes are 1/(1 − z) = f(z)², f_k = C(2k, k)/4^k. Measured is the lower
triangular matrix with M_tu = F_(t−u), F_k = round(2^q f_k): integers from a recurrence in integers of 128 bits.

Guarantee: M is fixed by D and q; one row of a unit adds one column to the exact integers M x, or replaces one by
another, and Gaussian noise is calibrated to the columns of M themselves. Only pairs with the first column count
(docs/proofs/waves.md); where they are too many, what bounds those left out is said to be an upper bound. Decoding is
post-processing.

Error: M is inverted as a power series, r = 2^q/((1 − z)F) are the coefficients of a prefix, the interval (s, t] has
variance Σ_{k<t} (r_k − r_(k−t+s))². For prefixes 1.05 to 1.07 times the certified optimum under add/remove, where the
sine strategy is better. Under replacement these columns lie closer together than sines, but not than the bridge's.
Release: integers, discrete Gaussian noise, then the inverse series.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from dpdesk.mechanisms.baselines.histogram import IdentityAxis
from dpdesk.mechanisms.core.axis import Axis, TotalAxis, conditioned, interval_squares
from dpdesk.mechanisms.core.dense import dense_rows
from dpdesk.mechanisms.core.matrix import Json, sha256_of
from dpdesk.mechanisms.core.pieces import Piece, only_totals
from dpdesk.mechanisms.core.product import ProductStrategy
from dpdesk.mechanisms.core.question import Choice, Question
from dpdesk.mechanisms.core.sensitivity import Relation, SumRange, Triple, products, value_digits
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries.one_variable import AllRange, Identity, OneVariable, Prefix, Total
from dpdesk.queries.workload import Array, FloatArray, IntArray

PLACES, MOST_PLACES, LEAST_PLACES = 28, 26, 7
"""Binary places of all variables together, less those of a sum's largest value; of one at most and at least."""
KEPT = (64, 12, 4, 3)
"""Pairs of columns kept for 1, 2, 3, 4 or more variables."""
_GUARD = 128


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """F as integers, r and g (of a prefix and of a code) as floats in counts, and the moments of all prefixes."""

    integers: IntArray
    prefix: FloatArray
    code: FloatArray
    variance: FloatArray
    known: FloatArray


@lru_cache(maxsize=16)
def series(size: int, bits: int) -> Series:
    """The series up to `size` terms; variance and known have a zero in front.

    Args:
        size: D.
        bits: binary places.
    """
    term, entries = 1 << _GUARD, []
    for k in range(size):
        if k:
            term = term * (2 * k - 1) // (2 * k)
        entries.append((term + (1 << (_GUARD - bits - 1))) >> (_GUARD - bits))
    integers = np.array(entries, dtype=np.int64)
    f = integers / 2.0**bits
    code = np.zeros(size)
    code[0] = 1 / f[0]
    for k in range(1, size):
        code[k] = -float(f[1 : k + 1] @ code[k - 1 :: -1][:k]) / f[0]
    prefix = np.cumsum(code)
    variance = np.concatenate([[0.0], np.cumsum(prefix**2)])
    known = np.array([float(prefix[:t] @ prefix[size - t :]) for t in range(size + 1)])
    for array in (integers, prefix, code, variance, known):
        array.flags.writeable = False
    return Series(integers, prefix, code, variance, known)


@lru_cache(maxsize=16)
def extremes(size: int, bits: int) -> tuple[float, float]:
    """Over all intervals: the sum of variances, and the largest one.

    With p the decoder of prefixes and V_l = Σ_(i<l) p_i², (s, s + l] has V_l + Σ_(i<s) (p_(i+l) − p_i)², largest for
    the last s; all covariances of prefixes add up to Σ_l (p_0 + … + p_l)².

    Args:
        size: D.
        bits: binary places.

    Returns:
        Both in counts², for one unit of noise.
    """
    terms = series(size, bits)
    total = (size + 1) * float(terms.variance.sum()) - float((np.cumsum(terms.prefix) ** 2).sum())
    lagged = np.correlate(terms.prefix, terms.prefix, "full")[size:]
    widest = terms.variance[-1] + terms.variance[size - 1 : 0 : -1] - 2 * lagged
    return total, max(float(terms.variance[-1]), float(widest.max(initial=0.0)))


@lru_cache(maxsize=16)
def widest_known(size: int, bits: int) -> float:
    """The largest variance of an interval with a known total.

    Args:
        size: D.
        bits: binary places.
    """
    terms = series(size, bits)
    base = float(terms.known[-1])
    widest = 0.0
    for length in range(1, size + 1):
        share = terms.known[length:] - terms.known[: size + 1 - length]
        widest = max(widest, float(conditioned(_interval_variances(terms, length), share, base).max()))
    return widest


def _interval_variances(terms: Series, length: int) -> FloatArray:
    """Variances of (s, s + length], s = 0 … D − length."""
    size = terms.prefix.size
    crossed = np.zeros(size + 1 - length)
    np.cumsum(terms.prefix[: size - length] * terms.prefix[length:], out=crossed[1:])
    return np.maximum(terms.variance[length:] + terms.variance[: size + 1 - length] - 2 * crossed, 0.0)


@dataclass(frozen=True, slots=True)
class ToeplitzAxis(Axis):
    """M_tu = F_(t−u) on a grid of 2^bits units to a count."""

    size: int
    bits: int

    @property
    def rows(self) -> int:
        """One row a code: D."""
        return self.size

    @property
    def unit(self) -> int:
        """2^q measured units are one count."""
        return 1 << self.bits

    @property
    def largest_entry(self) -> int:
        """F_0 = 2^q, the largest."""
        return 1 << self.bits

    @property
    def largest_coefficient(self) -> float:
        """|Σ_(u in q) g_(u−j)| is at most Σ|g|."""
        return float(np.abs(series(self.size, self.bits).code).sum())

    @property
    def known_variance(self) -> float:
        """Variance of the last prefix."""
        return float(series(self.size, self.bits).known[-1])

    def measure(self, x: Array, axis: int) -> Array:
        """M x, exact: convolutions of integers."""
        terms = series(self.size, self.bits).integers
        return np.apply_along_axis(lambda column: np.convolve(terms, column)[: self.size], axis, x)

    def estimate(self, y: FloatArray, axis: int) -> FloatArray:
        """The codes: y times the inverse series."""
        length = 1 << (2 * self.size - 1).bit_length()
        moved = np.moveaxis(np.asarray(y, dtype=np.float64), axis, -1)
        inverse = np.fft.rfft(series(self.size, self.bits).code, length)
        estimates = np.fft.irfft(np.fft.rfft(moved, length) * inverse, length)[..., : self.size]
        return np.moveaxis(estimates, -1, axis)

    def moments(self, query: OneVariable) -> tuple[FloatArray, FloatArray]:
        """In closed form for intervals, else from the decoder's rows."""
        terms = series(self.size, self.bits)
        if isinstance(query, (Prefix, Total)):
            last = slice(1, None) if isinstance(query, Prefix) else slice(-1, None)
            return terms.variance[last], terms.known[last]
        runs = query.runs()
        if runs.contiguous:
            variance = np.zeros(query.count)
            lengths = runs.ends - runs.starts
            order = np.argsort(lengths, kind="stable")
            different, first = np.unique(lengths[order], return_index=True)
            for length, chosen in zip(different.tolist(), np.split(order, first[1:]), strict=True):
                variance[chosen] = _interval_variances(terms, length)[runs.starts[chosen]]
            return variance, terms.known[runs.ends] - terms.known[runs.starts]
        return self.moments_of_coefficients(query)

    def sums(self, query: OneVariable) -> tuple[float, float]:
        """For all intervals without listing them."""
        if not isinstance(query, AllRange):
            return Axis.sums(self, query)
        return extremes(self.size, self.bits)[0], interval_squares(series(self.size, self.bits).known)

    def maximum(self, query: OneVariable, known: bool) -> float:
        """For all intervals without listing them."""
        if not isinstance(query, AllRange):
            return Axis.maximum(self, query, known)
        return widest_known(self.size, self.bits) if known else extremes(self.size, self.bits)[1]

    def spread(self) -> FloatArray:
        """Covariances of the codes with the last prefix."""
        return np.asarray(np.diff(series(self.size, self.bits).known))

    def coefficients(self, query: OneVariable, rows: IntArray) -> FloatArray:
        """Σ_(u ≥ j) q_u g_(u−j)."""
        length = 1 << (2 * self.size - 1).bit_length()
        inverse = np.conj(np.fft.rfft(series(self.size, self.bits).code, length))
        coefficients = np.fft.irfft(np.fft.rfft(dense_rows(query, rows), length) * inverse, length)
        return np.asarray(coefficients[:, : self.size])

    @property
    def norm(self) -> int:
        """The first column's squared norm, S(D)."""
        return int((series(self.size, self.bits).integers ** 2).sum())

    def triples(self) -> tuple[Triple, ...]:
        """All pairs with the first column."""
        return pairs(self.size, self.bits, self.size)

    def to_json(self) -> Json:
        """Parameters and the SHA-256 of F as 64-bit little-endian integers."""
        return {
            "kind": "toeplitz",
            "codes": self.size,
            "binary_places": self.bits,
            "sha256": sha256_of(series(self.size, self.bits).integers),
        }

    def to_public_json(self) -> Json:
        """Places and the SHA-256."""
        integers = series(self.size, self.bits).integers
        return {"kind": "toeplitz", "codes": self.size, "places": self.bits, "sha256": sha256_of(integers)}


@lru_cache(maxsize=64)
def pairs(size: int, bits: int, most: int) -> tuple[Triple, ...]:
    """Triples of the first column with `most` others, either way round, and what bounds those between.

    Args:
        size: D.
        bits: binary places.
        most: how many others.
    """
    entries = series(size, bits).integers
    norms = np.concatenate([[0], np.cumsum(entries**2)])
    kept = sorted({round(place) for place in np.linspace(0, size - 1, min(size, most)).tolist()})
    top = int(norms[size])
    reached: list[Triple] = []
    for number, h in enumerate(kept):
        product = int(entries[: size - h] @ entries[h:])
        reached.append((top, int(norms[size - h]), product))
        if number and h > kept[number - 1] + 1:
            reached.append((top, int(norms[size - kept[number - 1] - 1]), product))
    return tuple(sorted({*reached, *((b, a, g) for a, b, g in reached)}))


@lru_cache(maxsize=64)
def furthest(size: int, bits: int) -> tuple[Triple, ...]:
    """The pair of columns furthest apart.

    Args:
        size: D.
        bits: binary places.
    """
    entries = series(size, bits).integers
    norms = np.concatenate([[0], np.cumsum(entries**2)])
    products = np.array([int(entries[: size - h] @ entries[h:]) for h in range(size)], dtype=np.int64)
    h = int(np.argmax(norms[size:0:-1] - 2 * products))
    return ((int(norms[size]), int(norms[size - h]), int(products[h])),)


def answer(question: Question, noise: str, epsilon: Fraction | None) -> Choice:
    """The row of the catalogue (`Choose`)."""
    product = strategy(question.sizes, question.pieces, question.known, question.sums)
    columns, exact = triples(product, question.relation, question.sums)
    return Choice(product, products(columns), exact)


def strategy(sizes: Sequence[int], pieces: tuple[Piece, ...], known: bool, sums: Sequence[SumRange]) -> ProductStrategy:
    """Totals where nothing else is asked, codes where nothing but single codes is, and the series elsewhere.

    Args:
        sizes: codes of the variables.
        pieces: the workload as products.
        known: the total is public.
        sums: ranges of quantities that are summed beside the counts.
    """
    kinds = [_kind([piece.factors[i] for piece in pieces]) for i in range(len(sizes))]
    places = min(MOST_PLACES, PLACES - value_digits(sums)) // max(1, kinds.count("toeplitz"))
    axes: list[Axis] = []
    for kind, size in zip(kinds, sizes, strict=True):
        if kind == "toeplitz":
            axes.append(ToeplitzAxis(size, max(places, LEAST_PLACES)))
        else:
            axes.append(TotalAxis(size) if kind == "total" else IdentityAxis(size))
    return ProductStrategy(tuple(axes), pieces, known)


def _kind(factors: Sequence[OneVariable]) -> str:
    if all(only_totals(factor) for factor in factors):
        return "total"
    return "identity" if all(isinstance(factor, Identity) for factor in factors) else "toeplitz"


def triples(
    product: ProductStrategy, relation: Relation, sums: Sequence[SumRange]
) -> tuple[list[tuple[Triple, ...]], bool]:
    """Each variable's triples, and whether the sensitivity is attained.

    Args:
        product: the strategy.
        relation: who is a neighbour of whom.
        sums: ranges of quantities that are summed beside the counts.
    """
    series_axes = [axis for axis in product.axes if isinstance(axis, ToeplitzAxis)]
    if relation.neighbours is Neighbours.ADD_REMOVE:
        return [
            ((axis.norm,) * 3,) if isinstance(axis, ToeplitzAxis) else axis.triples() for axis in product.axes
        ], True
    alone = not sums and sum(not isinstance(axis, TotalAxis) for axis in product.axes) == 1
    most = KEPT[min(max(len(series_axes), 1), len(KEPT)) - 1]
    axis_triples: list[tuple[Triple, ...]] = []
    for axis in product.axes:
        if not isinstance(axis, ToeplitzAxis):
            axis_triples.append(axis.triples())
        elif alone:
            axis_triples.append(furthest(axis.size, axis.bits))
        else:
            axis_triples.append(pairs(axis.size, axis.bits, most))
    return axis_triples, alone or all(axis.size <= most for axis in series_axes)
