"""Exact probabilities of whole transcripts, by summation over the threshold's noise, as rational brackets.

For a mechanism whose answers, given the threshold's noise z, are independent comparisons of fresh noise with a bar.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import accumulate, repeat

from dpdesk.privacy.intervals import Bounds, exp_minus, multiply

BITS = 128
ONE = 1 << BITS


class Law:
    """Brackets of 2^BITS · P(Z ≥ m) and P(Z = m) of discrete Laplace noise, |m| up to `reach`."""

    def __init__(self, scale: Fraction, reach: int) -> None:
        step = exp_minus(1 / scale, BITS)
        powers = list(accumulate(repeat(step, reach + 2), lambda a, b: multiply(a, b, BITS), initial=(ONE, ONE)))
        low, high = ONE + step[0], ONE + step[1]
        self.tail = [((p[0] << BITS) // high, -((-p[1] << BITS) // low)) for p in powers]
        least, most = ONE - step[1], ONE - step[0]
        self.mass = [((p[0] * least) // high, -(-p[1] * most // low)) for p in powers]

    def at_least(self, m: int) -> Bounds:
        if m >= 0:
            return self.tail[m] if m < len(self.tail) else (0, self.tail[-1][1])
        low, high = self.at_least(1 - m)
        return ONE - high, ONE - low

    def equal(self, m: int) -> Bounds:
        return self.mass[abs(m)]


Split = Callable[[int, int], dict[str, Bounds]]
"""Given z and an exact count: the probability of each answer."""


def transcripts(
    stream: Sequence[int], mu: Law, reach: int, split: Split, ends: Callable[[str], bool]
) -> dict[str, Bounds]:
    """Brackets of the probability of every transcript; what lies beyond `reach` is added to the upper ends."""
    beyond = 2 * mu.at_least(reach + 1)[1]
    found: dict[str, list[int]] = {}
    for z in range(-reach, reach + 1):
        answers = [split(z, count) for count in stream]
        todo = [("", mu.equal(z))]
        while todo:
            said, weight = todo.pop()
            if len(said) == len(stream) or ends(said):
                so_far = found.setdefault(said, [0, beyond])
                so_far[0] += weight[0]
                so_far[1] += weight[1]
                continue
            todo += [(said + a, multiply(weight, p, BITS)) for a, p in answers[len(said)].items()]
    return {said: (low, high) for said, (low, high) in found.items()}


def not_bounds(p: Bounds) -> Bounds:
    return ONE - p[1], ONE - p[0]


def worst_ratio(here: dict[str, Bounds], there: dict[str, Bounds]) -> Fraction:
    """An upper bound of the largest ratio of a transcript's probabilities, either way."""
    return max(Fraction(a[said][1], b[said][0]) for a, b in ((here, there), (there, here)) for said in a)


def excess(here: dict[str, Bounds], there: dict[str, Bounds], factor: Fraction) -> Fraction:
    """An upper bound of the δ at this factor, the larger of both ways: Σ max(0, P − factor·P')."""
    return max(
        sum((max(Fraction(0), a[said][1] - factor * b[said][0]) for said in a), Fraction(0)) / ONE
        for a, b in ((here, there), (there, here))
    )
