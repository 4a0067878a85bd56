"""A private division of the ordered rows into chunks of about equal size, and what one row more or less can change.

Raw boundaries b_m = ⌊mn/M⌋ + η_m, m = 1 … M − 1, for a public nominal size n; η_m is the sum of the discrete Laplace
noise (scale b) of the nodes above leaf m in a binary tree over 0 … M − 1, leaf and root included. B_m = max(0, b_1, …,
b_m) is how many rows lie in the first m chunks: chunk m holds the rows of ranks B_(m−1) < rank ≤ B_m, and chunk M all
that is left, however many rows there are. Boundaries from one leaf to another (to the last) can be moved by one, and no
others, by moving the noise of h nodes by one up or down: `nodes_moved`. That costs e^(h/b).

With that, one row added changes one chunk, one removed two, one replaced three, and the count of a chunk's rows at or
below any point by at most 1 each: docs/proofs/partition.md, claim 1, which also says where the source (Bun, Steinke,
Ullman 2017, Figure 10, Claim 5.18) breaks, and with what numbers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from itertools import product

import numpy as np
import numpy.typing as npt

from dpdesk.errors import BadInput
from dpdesk.privacy.intervals import exp_minus
from dpdesk.privacy.noise import discrete_laplace
from dpdesk.problems.problem import problem

Int64 = npt.NDArray[np.int64]

_BITS = 160
LARGEST_CHUNKS = 1 << 16


def levels(chunks: int) -> int:
    """Levels of the tree below its root: its leaves are 0 … 2^levels − 1, of which 1 … chunks − 1 are boundaries."""
    return max(1, (chunks - 1).bit_length())


@dataclass(frozen=True, slots=True)
class NodesMoved:
    """How many nodes' noise must move by 1 to move a run of boundaries by 1 and no other: the most, over all runs."""

    to_the_end: int
    range: int


@lru_cache(maxsize=256)
def nodes_moved(chunks: int) -> NodesMoved:
    """The most nodes to move, for runs of boundaries that end with the last one, and for any run.

    Computed, not estimated. A subtree is described by what it costs if its ancestors have moved its boundaries by 0 or
    by 1 (nothing else is ever worth while: moving by less than 0 or more than 1 and back costs as much as not doing
    so). These two numbers differ by at most 1, so that for each difference the largest of all patterns stands for all.
    """
    depth = levels(chunks)

    @cache
    def costs(level: int, first: bool, used: int) -> dict[str, dict[int, int]]:
        """By pattern of the subtree, difference → largest cost; `used` of its leaves exist, leaf 0 (`first`) not."""
        if level == 0:
            if first or not used:
                return {"free": {0: 0}}
            return {"out": {1: 0}, "in": {-1: 1}}
        half = 1 << (level - 1)
        left = costs(level - 1, first, min(used, half))
        right = costs(level - 1, False, max(used - half, 0))
        result: dict[str, dict[int, int]] = {}
        for (left_pattern, first_costs), (two, second_costs) in product(left.items(), right.items()):
            pattern = _JOINED.get((left_pattern, two))
            if pattern is None:
                continue
            kept = result.setdefault(pattern, {})
            for (d, c), (e, f) in product(first_costs.items(), second_costs.items()):
                at_zero, at_one = c + f, c + d + f + e
                zero, ones = min(at_zero, 1 + at_one), min(at_one, 1 + at_zero)
                kept[ones - zero] = max(kept.get(ones - zero, 0), zero)
        return result

    largest = {name: max(values.values()) for name, values in costs(depth, True, chunks).items()}
    end = max(largest.get(name, 1) for name in ("in", "starts"))
    return NodesMoved(end, max(end, *(largest.get(name, 1) for name in ("ends", "both"))))


_JOINED = {
    **{(name, "free"): name for name in ("free", "out", "in", "starts", "ends", "both")},
    **{("free", two): two for two in ("out", "in", "starts", "ends", "both")},
    ("out", "out"): "out",
    ("in", "in"): "in",
    ("out", "in"): "starts",
    ("out", "starts"): "starts",
    ("starts", "in"): "starts",
    ("in", "out"): "ends",
    ("ends", "out"): "ends",
    ("in", "ends"): "ends",
    ("out", "ends"): "both",
    ("out", "both"): "both",
    ("both", "out"): "both",
    ("starts", "out"): "both",
    ("starts", "ends"): "both",
}
"""What two halves make: all out, all in, in from somewhere on, in up to somewhere, in between."""


def draw(chunks: int, scale: Fraction) -> Int64:
    """η_1 … η_(M−1): fresh noise of the boundaries, each the sum of `levels` + 1 nodes."""
    depth = levels(chunks)
    leaves = np.arange(1, chunks, dtype=np.int64)
    noise = np.zeros(chunks - 1, dtype=np.int64)
    for level in range(depth + 1):
        noise += discrete_laplace(scale, ((chunks - 1) >> level) + 1)[leaves >> level]
    return noise


def boundaries(size: int, chunks: int, noise: Int64) -> Int64:
    """B_0 … B_(M−1): how many rows lie in the first m chunks. Chunk M ends with the rows, wherever that is."""
    raw = np.array([0, *(place * size // chunks for place in range(1, chunks))], dtype=np.int64)
    raw[1:] += noise
    return np.maximum.accumulate(raw)


def counts_in_chunks(at_or_below: int, bounds: Int64) -> Int64:
    """How many rows of each chunk are at or below a point, if `at_or_below` of all rows are."""
    before = np.minimum(at_or_below, bounds)
    return np.diff(before, append=np.int64(at_or_below))


def deviation(chunks: int, scale: Fraction, failure: Fraction) -> int:
    """The smallest w for which Σ_m P(|η_m| > w) ≤ failure is proven: no boundary is off by more, but with that chance.

    BadInput where the noise would be larger than any count.
    """
    terms = levels(chunks) + 1
    allowed = failure / (2 * (chunks - 1))
    off = _near(float(1 / Fraction(scale)), terms, math.log(allowed.numerator) - math.log(allowed.denominator))
    step, least = 1, off  # from there, in growing steps, to numbers on either side of the one looked for
    while sum_tail(scale, terms, off + 1) > allowed:
        least, off, step = off + 1, off + step, 2 * step
    step = 1
    while least and sum_tail(scale, terms, least) <= allowed:
        off, least, step = least - 1, max(least - 1 - step, 0), 2 * step
    while least < off:
        middle = (least + off) // 2
        least, off = (least, middle) if sum_tail(scale, terms, middle + 1) <= allowed else (middle + 1, off)
    return off


def _near(rate: float, terms: int, allowed: float) -> int:
    """About the w whose bound of `sum_tail` has the logarithm `allowed`, in floats: where to begin to look, no more."""

    def mass(value: int) -> float:
        odds = math.exp(-2 * rate) / -math.expm1(-2 * rate)
        total, factor = 0.0, 1.0
        for place in range(terms):
            total += factor
            factor *= odds * (terms - 1 - place) * (terms + place) / ((place + 1) * (value + place + 1))
        choose = math.fsum(math.log((value + place) / place) for place in range(1, terms))
        normal = terms * (math.log(-math.expm1(-rate)) - math.log1p(math.exp(-rate)))
        return normal + choose + math.log(total) - value * rate

    def tail(value: int) -> float:
        falling = rate - sum(1 / (value + place) for place in range(1, terms))
        return mass(value) - math.log(-math.expm1(-falling)) if falling > 0 else 0.0

    least, most = 0, 1
    while tail(most) > allowed:
        least, most = most, 2 * most
        if most > 1 << 60:
            raise BadInput(problem("sequential.noise_too_large_accuracy"))
    while most - least > 1:
        middle = (least + most) // 2
        least, most = (middle, most) if tail(middle) > allowed else (least, middle)
    return least


def sum_tail(scale: Fraction, terms: int, least: int) -> Fraction:
    """A rational at least P(S ≥ least), S the sum of `terms` independent discrete Laplace numbers; `least` ≥ 1.

    With a = e^(−1/b) and k terms, S is the difference of two negative binomial numbers, and

        P(S = w) = ((1 − a)/(1 + a))^k a^w C(w + k − 1, k − 1) ·
                   Σ_{i<k} C(k − 1, i) k(k + 1)…(k + i − 1)/((w + 1)…(w + i)) (a²/(1 − a²))^i

    (Euler's transformation of the hypergeometric sum). S is a sum of log-concave numbers, so that the ratio q of one
    probability to the one before falls, and the tail is at most P(S = w)/(1 − q): close where the tail is small.
    """
    if least < 1 or terms < 1:
        raise ValueError("the tail of a sum needs a term and starts at 1")
    first, second = _probability(scale, terms, least), _probability(scale, terms, least + 1)
    if second[1] >= first[0]:
        return Fraction(1)
    ratio = second[1] / first[0]
    return min(Fraction(1), first[1] / (1 - ratio))


def _probability(scale: Fraction, terms: int, value: int) -> tuple[Fraction, Fraction]:
    """Rationals (lower, upper) around P(S = value), value ≥ 0."""
    unit = 1 << _BITS
    step = [Fraction(end, unit) for end in exp_minus(1 / Fraction(scale), _BITS)]
    power_bits = _BITS + math.ceil(value / Fraction(scale) * 3 / 2)
    power = [Fraction(end, 1 << power_bits) for end in exp_minus(value / Fraction(scale), power_bits)]
    result = []
    for end, other in ((0, 1), (1, 0)):
        odds = step[end] ** 2 / (1 - step[end] ** 2)
        total, factor = Fraction(0), Fraction(1)
        for place in range(terms):
            total += factor
            factor *= odds * Fraction((terms - 1 - place) * (terms + place), (place + 1) * (value + place + 1))
            factor = Fraction(math.floor(factor * unit) + end, unit)  # outward, with few digits
        normal = ((1 - step[other]) / (1 + step[other])) ** terms
        result.append(normal * power[end] * math.comb(value + terms - 1, terms - 1) * total)
    return result[0], result[1]
