"""Correlated vector queries: one randomised ±1 vector answers all questions that were fixed in advance.

Guarantee: (3α, 0)-differential privacy under replacement of one of the n signs, for 0 < α < 1/2 (Bun, Steinke, Ullman,
Theorem 4.1 and Figure 5, M_corr); exactly ln((1 + α)/(1 − α)), which is less. Each sign is kept with probability
(1 + α)/2, turned otherwise, independently of all others, so one sign changes the probability of any outcome by a factor
of at most (1 + α)/(1 − α) ≤ e^(3α), and the answers are functions of that one vector. Draws are exact: α is a rational
and the digits of a uniform number are compared with (1 + α)/2 (`privacy.noise_tables`). Unlike a randomised column, the
vector keeps its order: whoever knows which place is whose may ask about it, and learns one randomised sign.

A query names vectors V; y answers it if |⟨y − αx, x⟩| ≤ α²n/100 and |⟨y − αx, v⟩| ≤ α²n/100 for every v in V. With one
y this holds for vectors chosen without having seen y (Hoeffding, and a union bound over all of them); it is broken by
the vector y itself, ⟨y − αx, y⟩ = n − α⟨x, y⟩. A fresh vector for each question stays correct and costs the loss each
time: the majority of k of them is the data (`lemma`, Lemma 4.3; exactly, `majority_share`).

Scalar products are of whole numbers and exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import exp
from typing import Any

import numpy as np
import numpy.typing as npt

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.intervals import Bounds, ceil_scaled, floor_scaled
from dpdesk.privacy.intervals import log as log_bounds
from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.noise_tables import ExactTable
from dpdesk.problems.problem import phrase, problem
from dpdesk.sequential.mechanism import how_many, probability

Signs = npt.NDArray[np.int8]
"""A vector of +1 and −1."""
_BITS = 96
_CHUNK = 1 << 20
_TOLERANCE = 100


class CorrelatedVectors:
    """M_corr for one α; `randomise` draws y, `accurate` says whether a vector answers a query.

    Attributes:
        alpha: the correlation, a Fraction above 0 and below 1/2.
        stated_loss: 3α, the source's. exact_loss: ln((1 + α)/(1 − α)) rounded up.
    """

    __slots__ = ("_turned", "alpha")

    def __init__(self, alpha: Fraction) -> None:
        self.alpha = probability(alpha, phrase("sequential.correlation_alpha"))
        if self.alpha >= Fraction(1, 2):
            raise BadInput(problem("sequential.alpha"))
        kept = (1 + self.alpha) / 2

        def thresholds(bits: int) -> list[Bounds]:
            return [(floor_scaled(kept, bits), ceil_scaled(kept, bits))]

        self._turned = ExactTable(thresholds)

    @property
    def stated_loss(self) -> PureDP:
        """The loss of Theorem 4.1, 3α."""
        return PureDP(3 * self.alpha)

    @property
    def exact_loss(self) -> PureDP:
        """ln((1 + α)/(1 − α)), rounded up."""
        return PureDP(Fraction(log_bounds((1 + self.alpha) / (1 - self.alpha), _BITS)[1], 1 << _BITS))

    def randomise(self, x: Signs) -> Signs:
        """A fresh y: each sign of x kept with probability (1 + α)/2."""
        y = signs(x).copy()
        for start in range(0, y.size, _CHUNK):
            part = y[start : start + _CHUNK]
            part[self._turned.draw(part.size) == 1] *= -1
        return y

    def deviation(self, x: Signs, y: Signs, v: Signs) -> Fraction:
        """|⟨y − αx, v⟩|, exact."""
        return abs(dot(y, v) - self.alpha * dot(x, v))

    def tolerance(self, n: int) -> Fraction:
        """α²n/100: how far off an accurate answer may be."""
        return self.alpha**2 * n / _TOLERANCE

    def accurate(self, x: Signs, y: Signs, vectors: Iterable[Signs]) -> bool:
        """Whether y answers the query that names these vectors."""
        tolerance = self.tolerance(x.size)
        return all(self.deviation(x, y, v) <= tolerance for v in (x, *vectors))

    def failure(self, n: int, vectors: int) -> float:
        """At most so likely one y fails some question, `vectors` different ones named in all, fixed in advance.

        The source's bound, 2(|V| + 1) exp(−α⁴n/20000): that of a sum of n signs that deviates by α²n/100 from its mean.
        """
        how_many(n, phrase("sequential.number_of_signs"))
        named = how_many(vectors, phrase("sequential.number_of_vectors"), 0)
        return min(1.0, 2 * (named + 1) * exp(-float(self.alpha**4) * n / (2 * _TOLERANCE**2)))

    def majority_share(self, answers: int) -> Fraction:
        """P(the majority of that many fresh answers is right in a place), an odd number of them; exact."""
        odd(answers)
        top, bottom = (1 + self.alpha).as_integer_ratio()
        right, whole = top, 2 * bottom
        wrong, chance, ways = whole - right, 0, 1
        for k in range(answers + 1):
            if 2 * k > answers:
                chance += ways * right**k * wrong ** (answers - k)
            ways = ways * (answers - k) // (k + 1)
        return Fraction(chance, whole**answers)

    def describe(self) -> dict[str, Any]:
        """Parameters as exact texts."""
        return {
            "method": "correlated-vectors",
            "alpha": format_exact(self.alpha),
            "stated_loss": self.stated_loss.to_json(),
            "exact_loss": self.exact_loss.to_json(),
        }


def signs(x: Signs) -> Signs:
    """`x` as an array of +1 and −1, else BadInput."""
    vector = np.asarray(x)
    if vector.ndim != 1 or vector.dtype != np.int8 or not bool((np.abs(vector) == 1).all()):
        raise BadInput(problem("sequential.vector"))
    return vector


def dot(x: Signs, y: Signs) -> int:
    """⟨x, y⟩, exact."""
    if x.shape != y.shape:
        raise BadInput(problem("sequential.vectors_alike"))
    return x.size - 2 * int(np.count_nonzero(x != y))


def majority(total: npt.NDArray[Any]) -> Signs:
    """The sign of the sum of an odd number of vectors."""
    return np.where(np.asarray(total) > 0, np.int8(1), np.int8(-1)).astype(np.int8)


def odd(answers: int) -> int:
    """An odd number of answers, so that a majority is never a tie."""
    if how_many(answers, phrase("sequential.number_of_answers")) % 2 == 0:
        raise BadInput(problem("sequential.odd_majority"))
    return answers


def lemma(a: Fraction, b: Fraction, answers: int) -> Fraction:
    """Lemma 4.3: the least ⟨x̃, x⟩/n of the majority x̃ of k vectors with ⟨y, x⟩ ≥ an and |⟨y, y'⟩| ≤ bn."""
    return 1 - Fraction(2) / (a**2 * answers) - 2 * (b - a**2) / a**2
