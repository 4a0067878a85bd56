"""Randomized response: every row keeps its code or tells another one, and only how many told each code is published.

Guarantee: ε-differential privacy under replacement of one unit of at most c rows, for ε the loss given. Each row is a
*place* that holds one of K codes; it keeps its code with probability w/N and tells each of the K − 1 others with
probability v/N, N = w + (K − 1)v = 2^64, independently of all other rows. Whatever a row holds, any code is told with
probability w/N or v/N, so exchanging what one place holds changes the probability of any outcome by a factor of at most
w/v, and exchanging a unit (c places) by at most (w/v)^c. The integers are chosen with w/v ≤ L ≤ e^(ε/c), where the
rational L is a proven lower bound (`privacy.intervals`); the exact loss c·ln(w/v), rounded up, is `exact_loss`.
Sampling is exact: a uniform 64-bit word of the operating system below (K − 1)v, divided by v, names the other code.

Every unit must fill the same number of places, or the number of rows would itself tell of one: a row in no cell, and a
row that a unit of up to c rows does not have, hold a code of their own ("in no cell"). Only where every unit is known
to have exactly one row in a cell does that code fall away. The number of units is a public figure, right or wrong: of
rows beyond its n places those with the last codes are left out. The first n of the rows in the order of their codes
change by one at most when one row is exchanged, put in or taken away, so the guarantee holds for every file. The order
of rows is destroyed: what comes out is a count for each code, or the column sorted by code, which is the same.

Estimates. With q = v/N and d = (w − v)/N, E[told u] = d·x_u + q·n for the n places, so x̂_u = (told_u − q·n)/d and
h·x̂ is unbiased for every linear query h. A place that holds u adds to h·x̂ the variance
(q·H2 + d·h_u² − (q·H + d·h_u)²)/d², H = Σh, H2 = Σh². The lecture (Wang, lecture 3, section 3.4) prints 2^(p−1) where
2p − 1 = d is meant, and √(nε) where its own inequality gives a constant times ε√n: 1/d is coth(ε/2) for two codes.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import ceil, log, sqrt
from statistics import NormalDist
from typing import Any, ClassVar, NoReturn

import numpy as np
import numpy.typing as npt

from dpdesk.errors import BadInput, Refused
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.intervals import exp_minus
from dpdesk.privacy.intervals import log as log_bounds
from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.noise_tables import random_words
from dpdesk.problems.problem import phrase, problem
from dpdesk.sequential.mechanism import QUESTIONS, UNITS, Sequential, how_many, probability

Int64 = npt.NDArray[np.int64]
Float64 = npt.NDArray[np.float64]
Query = Sequence[int] | Int64

MOST_CODES = 1 << 24
_WORD = 64
_BITS = 160
_CHUNK = 1 << 20
_BERRY_ESSEEN = 0.56  # for sums of independent summands that are not alike (Shevtsova 2010)
_OUTWARD = 1 + 1e-9  # for the rounding of the floats in a bound of the error


class RandomizedResponse(Sequential):
    """One randomised column of `codes` codes; drawn once, then any linear query on it is free.

    Attributes:
        codes: how many codes rows may hold, numbered from 0.
        places: K, the codes and, unless `one_row_each`, "in no cell" as the last.
        kept, other: the integers w and v; `ratio` is w/v.
        units: the public number of units, None where it is not known.
    """

    __slots__ = ("_drawn", "codes", "kept", "one_row_each", "other", "places", "units")

    name: ClassVar[str] = "randomized-response"
    loss: PureDP

    def __init__(
        self,
        codes: int,
        loss: PureDP,
        rows_per_unit: int = 1,
        *,
        neighbours: Neighbours = Neighbours.REPLACE_ONE,
        one_row_each: bool = False,
        units: int | None = None,
    ) -> None:
        """Choose the probabilities. BadInput for what cannot be.

        `one_row_each`: every unit is known to have exactly one row, in a cell. `units`: their public number, where it
        is known before the data are read; only `error` needs it.
        """
        super().__init__(loss, neighbours, rows_per_unit)
        self.codes = how_many(codes, phrase("sequential.number_of_codes"), 2 if one_row_each else 1)
        if self.codes > MOST_CODES:
            raise BadInput(problem("sequential.too_many_codes"))
        if not isinstance(loss, PureDP):
            raise BadInput(problem("sequential.epsilon_alone"))
        if neighbours is not Neighbours.REPLACE_ONE:
            raise BadInput(problem("sequential.needs_replacement"))
        self.one_row_each = bool(one_row_each)
        if self.one_row_each and self.rows_per_unit != 1:
            raise BadInput(problem("sequential.one_row"))
        self.units = None if units is None else how_many(units, UNITS)
        self._drawn = False
        self.places = self.codes + (0 if self.one_row_each else 1)
        low = Fraction(1 << _BITS, exp_minus(loss.epsilon / self.rows_per_unit, _BITS)[1])
        self.other = ceil(Fraction(1 << _WORD) / (low + self.places - 1))
        self.kept = (1 << _WORD) - (self.places - 1) * self.other
        if self.kept <= self.other:
            raise BadInput(
                problem("sequential.pure_chance", loss=str(loss), rows=self.rows_per_unit, places=self.places)
            )

    # The promise ----------------------------------------------------------------------------------------------

    @property
    def ratio(self) -> Fraction:
        """w/v: the largest factor between the probabilities that two rows tell the same code."""
        return Fraction(self.kept, self.other)

    @property
    def keep(self) -> Fraction:
        """The probability with which a row keeps its code."""
        return Fraction(self.kept, 1 << _WORD)

    @property
    def exact_loss(self) -> PureDP:
        """c·ln(w/v) rounded up: what a run really reveals, never above `loss`."""
        bits = 96
        upper = Fraction(self.rows_per_unit * log_bounds(self.ratio, bits)[1], 1 << bits)
        return PureDP(min(upper, self.loss.epsilon))

    @property
    def finished(self) -> bool:
        """Whether the column has been drawn: it is drawn once."""
        return self._drawn

    # The draw -------------------------------------------------------------------------------------------------

    def _answer(self, exact_count: int) -> NoReturn:
        raise Refused(problem("sequential.drawn_once"))

    def randomise(self, column: Int64, units: int | None = None) -> Int64:
        """The told codes of all places, sorted: the order of rows is gone.

        column: for each row its code, 0 … codes − 1, or `codes` for a row in no cell. units: their number, if that is
        not the number of rows over `rows_per_unit`.
        """
        held = np.asarray(column)
        if held.ndim != 1 or held.dtype.kind not in "iu":
            raise BadInput(problem("sequential.column_array"))
        if held.size and (int(held.min()) < 0 or int(held.max()) >= self.places):
            raise BadInput(problem("sequential.column_codes", most=self.places - 1))
        if units is None:
            if held.size % self.rows_per_unit:
                raise BadInput(problem("sequential.rows_of_units"))
            units = held.size // self.rows_per_unit
        counts = np.bincount(held.astype(np.int64), minlength=self.places)
        return self.column(self.randomise_counts(counts[: self.codes], units))

    def randomise_counts(self, counts: Int64, units: int) -> Int64:
        """How many places tell each code, from the exact count of rows of each code: int64[places].

        All other places, up to `units` · `rows_per_unit`, hold "in no cell"; rows beyond them are left out, those with
        the last codes, without a word. Refused the second time.
        """
        exact = np.asarray(counts)
        if exact.shape != (self.codes,) or exact.dtype != np.int64:
            raise BadInput(problem("sequential.counts_array", codes=self.codes))
        total = how_many(units, UNITS) * self.rows_per_unit
        filled = int(exact.sum(dtype=object))
        if int(exact.min()) < 0 or (self.one_row_each and filled != total):
            raise BadInput(problem("sequential.counts_and_units"))
        self._open()
        self._drawn, self.units = True, total // self.rows_per_unit
        ends = np.minimum(np.cumsum(exact), total)
        if not self.one_row_each:
            ends = np.append(ends, np.int64(total))
        starts = np.append(np.int64(0), ends[:-1])
        reported = np.zeros(self.places, dtype=np.int64)
        for start in range(0, total, _CHUNK):
            here = np.clip(ends - start, 0, _CHUNK) - np.clip(starts - start, 0, _CHUNK)
            codes = np.repeat(np.arange(self.places), here)
            reported += np.bincount((codes + self._steps(codes.size)) % self.places, minlength=self.places)
        return reported

    def _steps(self, size: int) -> Int64:
        """How many codes further on each of `size` rows tells: 0 with probability w/N, 1 … K − 1 with v/N each."""
        words = random_words(size)
        steps = np.zeros(size, dtype=np.int64)
        others = np.flatnonzero(words < np.uint64((self.places - 1) * self.other))
        steps[others] = (words[others] // np.uint64(self.other)).astype(np.int64) + 1
        return steps

    def column(self, reported: Int64) -> Int64:
        """The published column: each told code as often as it was told, in the order of the codes."""
        return np.repeat(np.arange(self.places), self._checked(reported))

    # Estimates ------------------------------------------------------------------------------------------------

    def estimate(self, query: Query, reported: Int64) -> Fraction:
        """The unbiased estimate of Σ h_u x_u, exact, for whole numbers h (0/1 for a set of codes)."""
        weights, noisy = self._query(query), self._checked(reported)
        total = int(noisy.sum())
        weighted = sum(h * int(noisy[u]) for u, h in enumerate(weights) if h)
        return Fraction((weighted << _WORD) - total * self.other * sum(weights), self.kept - self.other)

    def estimates(self, reported: Int64) -> Float64:
        """The unbiased estimates of all codes, float64[codes]."""
        noisy = self._checked(reported)
        scale = float(Fraction(1 << _WORD, self.kept - self.other))
        chance = float(Fraction(int(noisy.sum()) * self.other, 1 << _WORD))
        return np.asarray((noisy[: self.codes] - chance) * scale, dtype=np.float64)

    def variance(self, query: Query, units: int) -> Fraction:
        """The variance of an estimate with the worst column that so many units can have, exact."""
        return how_many(units, UNITS) * self.rows_per_unit * max(self._row_variances(query))

    def variance_of(self, query: Query, counts: Int64, units: int) -> Fraction:
        """The variance of an estimate when the column is known: for auditors and tests."""
        held = [int(count) for count in counts]
        held += [units * self.rows_per_unit - sum(held)] * (self.places - self.codes)
        return sum((x * v for x, v in zip(held, self._row_variances(query), strict=True)), Fraction(0))

    def standard_errors(self, reported: Int64) -> Float64:
        """The estimated standard errors of all codes, float64[codes]; never below what the best column would have."""
        noisy = self._checked(reported)
        total = int(noisy.sum())
        single = [1] + [0] * (self.codes - 1)
        of_this, *rest = (float(v) for v in self._row_variances(single))
        of_others = rest[0] if rest else of_this
        variances = self.estimates(noisy) * (of_this - of_others) + total * of_others
        return np.sqrt(np.maximum(variances, total * min(of_this, of_others)))

    def _row_variances(self, query: Query) -> list[Fraction]:
        """What a place adds to the variance of an estimate, by the code it holds."""
        weights = self._query(query)
        q, d = Fraction(self.other, 1 << _WORD), Fraction(self.kept - self.other, 1 << _WORD)
        first, second = q * sum(weights), q * sum(h * h for h in weights)
        known = {h: (second + d * h * h - (first + d * h) ** 2) / d**2 for h in set(weights)}
        return [known[h] for h in weights]

    def _query(self, query: Query) -> list[int]:
        """One whole number for each place, that of "in no cell" being 0."""
        weights = np.asarray(query)
        if weights.shape != (self.codes,) or weights.dtype.kind not in "iub":
            raise BadInput(problem("sequential.query_array", codes=self.codes))
        return [int(h) for h in weights] + [0] * (self.places - self.codes)

    def _checked(self, reported: Int64) -> Int64:
        noisy = np.asarray(reported)
        if noisy.shape != (self.places,) or noisy.dtype.kind not in "iu" or int(noisy.min()) < 0:
            raise BadInput(problem("sequential.variants", places=self.places))
        return noisy.astype(np.int64, copy=False)

    # How wrong ------------------------------------------------------------------------------------------------

    def error(self, questions: int, failure: Fraction, of_codes: int | None = None) -> int:
        """A count e: with probability ≥ 1 − failure no estimate of that many counts (0/1 queries) is off by more.

        `of_codes`: every query counts so many codes; by default any number. The smaller of two proven bounds of
        2·questions tails, for any column. A place tells a code of the query with some probability a, whatever it holds;
        Kearns and Saul (1998): E e^(θ(Y − a)) ≤ e^(θ²s²/2), s² = (1 − 2a)/(2 ln((1 − a)/a)), largest for the a nearest
        to 1/2; and the normal law with the Berry-Esseen term 0.56/√Σa(1 − a). BadInput while the number of units is not
        known.
        """
        tail = float(probability(failure)) / (2 * how_many(questions, QUESTIONS))
        places, chances = self._filled(), self._chances(of_codes)
        if not chances:
            return 0
        a = float(max(chances))
        proxy = 0.25 if a > 0.4995 else min(0.25, (1 - 2 * a) / (2 * log((1 - a) / a)))
        bound = sqrt(2 * places * proxy * log(1 / tail))
        largest, least = (float(a * (1 - a)) for a in (max(chances), min(chances)))
        remainder = tail - _BERRY_ESSEEN / sqrt(places * least)
        if remainder > 0:
            bound = min(bound, -NormalDist().inv_cdf(remainder / _OUTWARD) * sqrt(places * largest))
        return ceil(bound * _OUTWARD / float(Fraction(self.kept - self.other, 1 << _WORD)))

    def _filled(self) -> int:
        """The public number of places."""
        if self.units is None:
            raise BadInput(problem("sequential.units_needed"))
        return self.units * self.rows_per_unit

    def _chances(self, of_codes: int | None) -> list[Fraction]:
        """min(a, 1 − a) for probabilities a that a place tells a code of a query: the largest and the least are in it.

        Empty for queries that count no place or all of them: these are answered exactly.
        """
        q, d = Fraction(self.other, 1 << _WORD), Fraction(self.kept - self.other, 1 << _WORD)
        if of_codes is not None:
            sizes = {of_codes} if 0 < of_codes < self.places else set()
        else:
            sizes = {1, self.places - 1}
            for shift in (Fraction(0), d):
                middle = max(1, min(int((Fraction(1, 2) - shift) / q), self.places - 1))
                sizes |= {middle, min(middle + 1, self.places - 1)}
        chances = [q * size + shift for size in sizes for shift in (Fraction(0), d)]
        return [min(a, 1 - a) for a in chances]

    # In words -------------------------------------------------------------------------------------------------

    def guarantee(self) -> str:
        """One sentence with its figures."""
        rows = "Every row" if self.rows_per_unit == 1 else f"Each of up to {self.rows_per_unit} rows of a unit"
        return (
            f"{rows} keeps its code with a probability of {float(self.keep):.4g} and tells another otherwise, so that "
            "replacing one unit by another changes the probability of any published column by a factor of at most e^ε, "
            f"ε = {format_exact(self.loss.epsilon)}."
        )

    def describe(self) -> dict[str, Any]:
        """Parameters as exact texts."""
        return {
            "method": self.name,
            "neighbours": Neighbours.REPLACE_ONE.value,
            "codes": self.codes,
            "in_no_cell": not self.one_row_each,
            "rows_per_unit": self.rows_per_unit,
            "loss": self.loss.to_json(),
            "exact_loss": self.exact_loss.to_json(),
            "kept": str(self.kept),
            "other": str(self.other),
            "of": str(1 << _WORD),
        }
