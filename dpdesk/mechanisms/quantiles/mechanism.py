"""Quantiles drawn directly, without a table of counts: by the exponential mechanism, one by one or many at a time.

**exponential-quantile** (McSherry & Talwar 2007; Smith 2011). For each quantile a bin is drawn with probability
proportional to e^(−η s), s its distance from the quantile in ranks (ranks.py).

**approximate-quantiles** (Kaplan, Schnapp, Stemmer 2022, arXiv 2110.05429). The middle quantile is drawn first; it
cuts the line in two, and the others are drawn from their own side, as quantiles of the rows there, and so on:
⌈log2(m+1)⌉ rounds for m quantiles.

Guarantee: a mechanism spends at most `loss`: cost.py adds up the draws over the lines a row can be counted in,
and rates are rounded down. Draws are exact (privacy/exponential.py), their inputs the exact integers.

Limits are two more draws for each quantile, for the quantile moved down and up by r = ln(N(1−β)/β)/η ranks, N the
number of bins: at least the level, whatever the data. Half of the budget goes to the quantiles, a quarter to their
limits on either side. The forecast is in ranks: `rank_error` for rows spread evenly, `expected_rank_error` on given
public counts, and `rank_bound`, true for any data. Proofs: docs/proofs/quantile_draws.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.sensitivity import Relation
from dpdesk.mechanisms.quantiles.cost import Price, Slot, factor, price, spent
from dpdesk.mechanisms.quantiles.ranks import ends, fitting_parts, rank_errors, scores, sensitivity, spread
from dpdesk.privacy import exponential
from dpdesk.privacy.exact import round_down, round_up, sqrt_down
from dpdesk.privacy.loss import ZCDP, Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import problem
from dpdesk.queries.one_variable import Prefix
from dpdesk.queries.workload import Array, Workload, as_numbers

EXPONENTIAL = "exponential-quantile"
APPROXIMATE = "approximate-quantiles"
NOISE = "exponential"
SENTENCES = {
    EXPONENTIAL: "Each quantile is drawn by itself, bins close to it in rank more likely than others.",
    APPROXIMATE: "The middle quantile is drawn first, then the others from the side of it they lie on.",
}
ESTIMATE, LOWER, UPPER = range(3)
_DIGITS = 18
_PARTS = 2**14
_PARTS_CUT = 2**16
_PARTS_TOGETHER = 2**20
_LEAST, _LEAST_CUT = 4, 16

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a table whose quantiles are wanted.

    `rows` are the rows of the workload that count it up to each bin, the last one the whole line; `at` the quantiles;
    `points` says that bins are single values, so that a quantile has no place inside them.
    """

    rows: tuple[int, ...]
    at: tuple[Fraction, ...]
    points: bool = False


@dataclass(frozen=True, slots=True)
class _Node:
    """A draw of approximate quantiles: the quantile's number, its place between the cuts, the cuts, and its round."""

    number: int
    place: Fraction
    lower: int
    upper: int
    level: int


def _nodes(shares: Sequence[Fraction]) -> tuple[_Node, ...]:
    """The draws for ascending quantiles, each after those it is cut by; −1 and len(at) stand for the two ends."""
    nodes: list[_Node] = []
    edges = [Fraction(0), *shares, Fraction(1)]

    def visit(lower: int, upper: int, level: int) -> None:
        if upper - lower < 2:
            return
        middle = (lower + upper) // 2
        low, high = edges[lower + 1], edges[upper + 1]
        nodes.append(_Node(middle, (edges[middle + 1] - low) / (high - low), lower, upper, level))
        visit(lower, middle, level + 1)
        visit(middle, upper, level + 1)

    visit(-1, len(shares), 0)
    return tuple(sorted(nodes, key=lambda node: node.level))


class QuantileMechanism:
    """Draws bins for the quantiles of some lines; made by `quantiles` or `build_lines`.

    `loss` is the loss granted, `epsilon` and `rho` what is actually spent (both hold). `level` is that of the limits,
    None where none are drawn. `noise` names the law, as other mechanisms do theirs.
    """

    noise = NOISE
    sums: tuple[()] = ()
    unprotected = False

    def __init__(
        self, name: str, workload: Workload, lines: Sequence[Line], loss: Loss, relation: Relation, level: int | None
    ) -> None:
        if name not in SENTENCES:
            raise BadInput(problem("mechanisms.no_quantile_mechanism", name=name))
        if not lines or any(not line.at or not line.rows for line in lines):
            raise BadInput(problem("mechanisms.no_lines"))
        if any(not 0 < q < 1 for line in lines for q in line.at):
            raise BadInput(problem("mechanisms.quantile_between"))
        self.name, self.workload, self.lines, self.loss, self.relation = name, workload, tuple(lines), loss, relation
        self.level = level
        self._at = tuple(tuple(sorted(set(line.at))) for line in self.lines)
        self.price: Price = price(workload, [line.rows[-1] for line in self.lines], self._slots(), relation)
        self._factor = factor(loss, self.price, relation.rows_per_unit)
        self.epsilon, self.rho = spent(self._factor, self.price, relation.rows_per_unit)

    def _slots(self) -> list[list[Slot]]:
        known: dict[tuple[Fraction, ...], list[Slot]] = {}
        for shares in dict.fromkeys(self._at):
            if self.name == EXPONENTIAL:
                known[shares] = [_single(q, Fraction(1)) for q in shares]
            else:
                nodes, rounds = _nodes(shares), range(len(shares).bit_length())
                known[shares] = [_round([n.place for n in nodes if n.level == number]) for number in rounds]
            if self.level is not None:
                known[shares] += [_single(q, self._aside(shares)) for q in shares for _ in (LOWER, UPPER)]
        return [known[shares] for shares in self._at]

    def _aside(self, shares: tuple[Fraction, ...]) -> Fraction:
        """The parameter of a limit's draw beside 1 for an estimate's: all limits of a line take what all estimates do.

        In ε that is a sum, in ρ a sum of squares, whose root is rounded to thousandths.
        """
        draws = len(shares) if self.name == EXPONENTIAL else len(shares).bit_length()
        share = Fraction(draws, 2 * len(shares))
        return round_down(sqrt_down(share), 3) if isinstance(self.loss, ZCDP) else share

    # What is known before any data ----------------------------------------------------------------------------

    @property
    def account_loss(self) -> Loss:
        """What an account that adds ρ is charged: the ρ of the draws, rounded up to few digits."""
        rounded = round_up(self.rho, _DIGITS)
        return ZCDP(min(rounded, self.loss.rho) if isinstance(self.loss, ZCDP) else rounded)

    @cached_property
    def largest_total(self) -> int:
        """The greatest number of rows for which no score leaves 62 bits."""
        places = {q for shares in self._at for q in shares} | {
            node.place for shares in self._at for node in _nodes(shares)
        }
        shifts = (
            [abs(self.shift(i, q)) for i, shares in enumerate(self._at) for q in shares]
            if self.level is not None
            else [0]
        )
        return max(0, (1 << 62) - max(shifts)) // max(place.denominator for place in places)

    def rate(self, q: Fraction, kind: int = ESTIMATE, line: int = 0) -> Fraction:
        """η of a draw for the q-quantile of its rows, per rank: its ε over 2·max(q, 1−q).

        Args:
            q: the quantile, between 0 and 1.
            kind: of the draw: ESTIMATE, LOWER or UPPER.
            line: whose draw it is; the limits of each line have their own share.
        """
        a = Fraction(1) if kind == ESTIMATE else self._aside(self._at[line])
        return self._factor * a / (2 * sensitivity(q))

    def parts(self, line: int) -> int:
        """Into how many parts each bin of a line is divided for the estimates.

        Args:
            line: its number.

        Returns:
            A power of 2.
        """
        bins = len(self.lines[line].rows)
        each = _PARTS_TOGETHER // len(self.lines)
        if self.name == APPROXIMATE:
            return fitting_parts(bins, min(_PARTS_CUT, each), _LEAST_CUT)
        return 1 if self.lines[line].points else fitting_parts(bins, min(_PARTS, each), _LEAST)

    @cached_property
    def rank_errors(self) -> tuple[tuple[float, ...], ...]:
        """Root mean square rank error of each quantile of each line, where rows are spread evenly."""
        known: dict[tuple[Fraction, ...], tuple[float, ...]] = {}
        errors = []
        for line, shares in zip(self.lines, self._at, strict=True):
            if shares not in known:
                known[shares] = self._spread_errors(shares)
            place = dict(zip(shares, known[shares], strict=True))
            errors.append(tuple(place[q] for q in line.at))
        return tuple(errors)

    def _spread_errors(self, shares: tuple[Fraction, ...]) -> tuple[float, ...]:
        if self.name == EXPONENTIAL:
            return tuple(sqrt(2) / float(self.rate(q)) for q in shares)
        count = len(shares)
        # row j: coefficients of the own errors of all draws in the error of quantile j; the ends are exact
        coefficients = np.zeros((count + 2, count))
        variances = np.zeros(count)
        for node in _nodes(shares):
            w = float(node.place)
            mixed = (1 - w) * coefficients[node.lower + 1] + w * coefficients[node.upper + 1]
            coefficients[node.number + 1] = mixed
            coefficients[node.number + 1, node.number] += 1.0
            variances[node.number] = 2 / float(self.rate(node.place)) ** 2
        return tuple(np.sqrt(coefficients[1:-1] ** 2 @ variances).tolist())

    @cached_property
    def rank_error(self) -> float:
        """Root mean square rank error over all quantiles of all lines, where rows are spread evenly."""
        every = [error for line_errors in self.rank_errors for error in line_errors]
        return sqrt(sum(error * error for error in every) / len(every))

    def rank_bound(self, level: Fraction | int = 90) -> float:
        """A rank error that each draw by itself keeps below, whatever the data.

        For approximate quantiles all draws of a line together, and up to the rows that share a part of a bin.

        Args:
            level: the probability in per cent.

        Returns:
            In ranks, over all lines and quantiles.
        """
        chance = 1 - float(Fraction(level)) / 100
        worst = 0.0
        for line, shares in enumerate(self._at):
            size = len(self.lines[line].rows) * self.parts(line)
            if self.name == EXPONENTIAL:
                worst = max(worst, *(_within(size, chance) / float(self.rate(q)) for q in shares))
                continue
            reach = [0.0] * (len(shares) + 2)
            for node in _nodes(shares):
                within = _within(size, chance / len(shares)) / float(self.rate(node.place))
                reach[node.number + 1] = within + max(reach[node.lower + 1], reach[node.upper + 1])
            worst = max(worst, *reach)
        return worst

    def shift(self, line: int, q: Fraction) -> int:
        """By how much the limits of a quantile are aimed beside it.

        Args:
            line: number of the line.
            q: the quantile.

        Returns:
            In units of 1/q.denominator ranks, rounded up.

        Raises:
            BadInput: no limits are drawn.
        """
        if self.level is None:
            raise BadInput(problem("mechanisms.no_limits"))
        size = len(self.lines[line].rows)
        reach = _within(size + 1, (1 - self.level / 100) / 2)
        return ceil(reach * (1 + 1e-9) / float(self.rate(q, LOWER, line)) * q.denominator + 1e-9)

    @property
    def limit_ranks(self) -> float | None:
        """How many ranks the limits are aimed from the quantile, the most of all; None without limits."""
        if self.level is None:
            return None
        return max(self.shift(i, q) / q.denominator for i, shares in enumerate(self._at) for q in shares)

    def expected_rank_error(self, x: Array) -> float:
        """Root mean square rank error of the estimates on public counts x, over lines that count somebody.

        Under the exact law for the exponential mechanism; for approximate quantiles as for evenly spread rows, cut at
        what no bin allows.

        Args:
            x: counts of the cells, public.

        Returns:
            In rows.
        """
        squares: list[float] = []
        for number, (line, counts) in enumerate(zip(self.lines, self._counts(x), strict=True)):
            if not counts.any():
                continue
            for q, even in zip(line.at, self.rank_errors[number], strict=True):
                errors = rank_errors(counts, q)
                if self.name == EXPONENTIAL:
                    divided = scores(spread(counts, self.parts(number)), q)
                    chances = exponential.law(divided, float(self.rate(q)) / q.denominator)
                    chances = chances.reshape(errors.size, -1).sum(axis=1)
                else:
                    chances = _laplace_bins(counts, q, even / sqrt(2))
                squares.append(float(chances @ errors**2))
        return sqrt(sum(squares) / len(squares)) if squares else 0.0

    def to_json(self) -> dict[str, Any]:
        """Public parameters, JSON-able: with them what was drawn can be read, and what it cost be checked."""
        kinds = list(dict.fromkeys(self._at))
        return {
            "mechanism": self.name,
            "neighbours": self.relation.neighbours.value,
            "rows_per_unit": self.relation.rows_per_unit,
            "exact_row": self.relation.exact_row,
            "loss": self.loss.to_json(),
            "spent": {"epsilon": str(self.epsilon), "rho": str(self.rho)},
            "price": {"epsilon": str(self.price.linear), "rho": str(self.price.square / 8), "exact": self.price.exact},
            "factor": str(self._factor),
            "limits": None
            if self.level is None
            else {"level": self.level, "shares": [str(self._aside(shares)) for shares in kinds]},
            "quantiles": [{"at": [str(q) for q in shares], "lines": self._at.count(shares)} for shares in kinds],
            "bins": sorted({len(line.rows) for line in self.lines}),
            "parts": sorted({self.parts(i) for i in range(len(self.lines))}),
            "noise": NOISE,
            "unprotected": False,
            "sums": [],
        }

    # What reads counts ----------------------------------------------------------------------------------------

    def measure(self, x: Array) -> Integers:
        """Draw afresh: for each line and each of its quantiles in order the part drawn, then its limits' bins.

        A part is numbered bin·parts + place; a limit is a bin, or −1 and the number of bins for the ends.

        Args:
            x: counts of the cells, confidential.

        Returns:
            int64[draws].
        """
        drawn: list[int] = []
        for number, (line, counts) in enumerate(zip(self.lines, self._counts(x), strict=True)):
            divided = spread(counts, self.parts(number))
            chosen = self._draw_together(divided, self._at[number]) if self.name == APPROXIMATE else {}
            for q in self._at[number]:
                if self.name == EXPONENTIAL:
                    chosen[q] = [exponential.choose(scores(divided, q), self.rate(q) / q.denominator)]
                if self.level is not None:
                    chosen[q] += [self._limit(counts, q, number, LOWER), self._limit(counts, q, number, UPPER)]
            for q in line.at:
                drawn += chosen[q]
        return np.array(drawn, dtype=np.int64)

    def bins(self, drawn: Integers) -> list[list[tuple[int, float, int, int]]]:
        """Read what `measure` drew. Quantiles of a line are put in order, which is post-processing.

        Args:
            drawn: the integers, in the order of lines and quantiles.

        Returns:
            For each line and quantile the bin, the share of it below, and the limits' bins: −1 and the number of bins
            if none were drawn.
        """
        width = 1 if self.level is None else 3
        result: list[list[tuple[int, float, int, int]]] = []
        first = 0
        for number, line in enumerate(self.lines):
            parts, size = self.parts(number), len(line.rows)
            draws = drawn[first : first + width * len(line.at)].reshape(len(line.at), width)
            first += draws.size
            estimates = np.empty(len(line.at), dtype=np.int64)
            order = sorted(range(len(line.at)), key=lambda i: line.at[i])
            estimates[order] = np.sort(draws[:, 0])
            result.append(
                [
                    (
                        int(part) // parts,
                        (int(part) % parts + 0.5) / parts,
                        int(draws[i, 1]) if width == 3 else -1,
                        int(draws[i, 2]) if width == 3 else size,
                    )
                    for i, part in enumerate(estimates.tolist())
                ]
            )
        return result

    def _counts(self, x: Array) -> list[Integers]:
        """The exact counts of every line's bins."""
        exact = as_numbers(x, self.workload.shape[1], self.workload.domain)
        if exact.dtype != np.int64:
            raise BadInput(problem("mechanisms.counts_whole"))
        if float(np.abs(exact.astype(np.float64)).sum()) > self.largest_total * (1 - 1e-9):
            raise BadInput(problem("mechanisms.counts_too_large_quantiles"))
        answers = np.asarray(self.workload.answer(exact), dtype=np.int64).reshape(-1)
        return [np.diff(_upto(answers, line.rows), prepend=0) for line in self.lines]

    def _limit(self, counts: Integers, q: Fraction, line: int, kind: int) -> int:
        shift = self.shift(line, q) * (1 if kind == LOWER else -1)
        below, above = ends(counts, q, shift)
        utilities = np.concatenate([[below], scores(counts, q, shift), [above]])
        return exponential.choose(utilities, self.rate(q, kind, line) / q.denominator) - 1

    def _draw_together(self, divided: Integers, shares: tuple[Fraction, ...]) -> dict[Fraction, list[int]]:
        """Approximate quantiles of one line: a part for each quantile, ascending."""
        cuts: dict[int, int] = {-1: -1, len(shares): divided.size - 1}
        for node in _nodes(shares):
            # the rows after the lower cut's part, up to and with the upper cut's
            first, last = cuts[node.lower] + 1, cuts[node.upper]
            if first > last:
                cuts[node.number] = last
                continue
            utilities = scores(divided[first : last + 1], node.place)
            cuts[node.number] = first + exponential.choose(utilities, self.rate(node.place) / node.place.denominator)
        return {q: [cuts[i]] for i, q in enumerate(shares)}


def _upto(answers: Integers, rows: Sequence[int]) -> Integers:
    """Counts up to each bin; −1 in place of a row counts nobody."""
    index = np.array(rows, dtype=np.int64)
    return np.where(index < 0, 0, answers[np.maximum(index, 0)])


def _single(q: Fraction, a: Fraction) -> Slot:
    """A draw of the exponential mechanism: a row replaced changes a score by 1 where one more changes it by m."""
    m = sensitivity(q)
    return Slot(a, 1 / m, 1 / m**2)


def _round(places: Sequence[Fraction]) -> Slot:
    """A round of approximate quantiles: a row replaced changes one side by 1/m, or two sides once each."""
    worst = max(1 / sensitivity(place) for place in places)
    if len(places) == 1:
        return Slot(Fraction(1), worst, worst**2)
    return Slot(Fraction(1), Fraction(2), max(Fraction(2), worst**2))


def _within(size: int, chance: float) -> float:
    """ηr for which (size − 1)·e^(−ηr)/(1 + (size − 1)·e^(−ηr)) is `chance`."""
    return max(0.0, log(max(size - 1, 1) * (1 - chance) / chance))


def _laplace_bins(counts: Integers, q: Fraction, scale: float) -> Floats:
    """Probability of each bin where the rank is the quantile's and a Laplace error; empty bins get nothing."""
    edges = np.concatenate([[0.0], np.cumsum(counts, dtype=np.float64)]) - float(q) * float(counts.sum())
    tail = 0.5 * np.exp(-np.abs(edges) / scale)
    below = np.where(edges < 0, tail, 1 - tail)
    below[0], below[-1] = 0.0, 1.0
    return np.diff(below)


def quantiles(
    name: str,
    size: int,
    shares: Sequence[Fraction],
    loss: Loss,
    neighbours: Neighbours,
    *,
    rows_per_unit: int = 1,
    exact_row: bool = False,
    points: bool = True,
    level: int | None = None,
) -> QuantileMechanism:
    """A quantile mechanism for one variable of ordered bins, which counts everybody.

    Args:
        name: "exponential-quantile" or "approximate-quantiles".
        size: bins of the variable.
        shares: the quantiles, between 0 and 1.
        loss: what is spent.
        neighbours: whom the promise compares.
        rows_per_unit: c.
        exact_row: every unit has exactly one row.
        points: bins are single values.
        level: limits are drawn at this level, in per cent; none by default.

    Raises:
        BadInput: an argument makes no sense.
    """
    relation = Relation(neighbours, rows_per_unit, exact_row)
    line = Line(tuple(range(size)), tuple(shares), points)
    return QuantileMechanism(name, Prefix(size), (line,), loss, relation, level)
