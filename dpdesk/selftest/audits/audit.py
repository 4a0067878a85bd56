"""Does a mechanism reveal no more than it says? An audit of what it publishes, run by run.

A mechanism is run many times on each of two neighbouring inputs. From the first third of the runs events are chosen
that look most as if they told the two apart; the others, which had no part in the choice, decide (verdicts.py). A
mechanism that keeps its word is accused with probability below `verdicts.FALSE_ALARM`, whatever its law.

Here a run is a row of numbers. The events, none of which knows how the numbers came about:

- each number that differs, at most and at least so much;
- all numbers together: along the line that separates the two inputs best (Fisher), which also finds noise that is
  used twice; by the sum of each number's likelihood ratio; by a statistic of the caller's, such as the likelihood
  ratio by the law that is stated;
- a whole run, value for value: noise that comes again, or none;
- the low digits of a number: noise that is coarser or finer than what it hides, as floating point is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from dpdesk.selftest.audits.verdicts import Claim, Counted, Floats, Int64, Verdict, decide

Numbers = npt.NDArray[np.int64] | npt.NDArray[np.float64]

_CUTS = np.concatenate([[0.001, 0.003, 0.01], np.linspace(0.02, 0.98, 49), [0.99, 0.997, 0.999]])
_BINS = 24
_MOST_COLUMNS = 16
_WATCHED = 6
_KINDS = 16
_MODULI = (2, 3, 16)
_DIGITS = 3
_GOLDEN = 0x9E3779B97F4A7C15
_DEEPEST = 1074  # binary digits behind the point of the smallest float


@dataclass(frozen=True, slots=True)
class Outcomes:
    """Runs in rows, on one input and on its neighbour; as many on either. `statistics`: further numbers a run, named,
    larger where the run looks more like one on the first input.
    """

    here: Numbers
    there: Numbers
    statistics: tuple[tuple[str, Floats, Floats], ...] = ()

    @property
    def runs(self) -> int:
        """Number of runs on either input."""
        return int(self.here.shape[0])


def audit(outcomes: Outcomes, claim: Claim) -> Verdict:
    """Whether these runs are more revealing than `claim` says."""
    runs = outcomes.runs
    cut = runs // 3
    return decide(list(_events(outcomes, cut)), (cut, runs - cut), claim, runs)


def _events(outcomes: Outcomes, cut: int) -> Iterator[Counted]:
    here, there = outcomes.here, outcomes.there
    for name, first, other in outcomes.statistics:
        yield from _thresholds(name, first, other, cut)
    differs = _columns_that_differ(here[:cut], there[:cut])
    first, other = here[:, differs].astype(np.float64), there[:, differs].astype(np.float64)
    yield from _thresholds("the line that separates best", *_separated(first, other, cut), cut)
    yield from _thresholds("the sum of likelihood ratios", *_ratio_sums(first, other, cut), cut)
    yield from _whole_runs(here, there, cut)
    for place, column in enumerate(differs[:_WATCHED].tolist()):
        yield from _thresholds(f"number {column + 1}", first[:, place], other[:, place], cut)
        if place < _DIGITS:
            yield from _low_digits(f"number {column + 1}", here[:, column], there[:, column], cut)


def _columns_that_differ(first: Numbers, other: Numbers) -> Int64:
    """Columns by how clearly their means or spreads differ, the clearest first."""
    a, b = first.astype(np.float64), other.astype(np.float64)
    centre = a.mean(axis=0)
    gap = np.abs(b.mean(axis=0) - centre)
    spread = np.sqrt(a.var(axis=0) + b.var(axis=0))
    wider = np.abs(np.log((a.var(axis=0) + 1e-300) / (b.var(axis=0) + 1e-300)))
    with np.errstate(divide="ignore", invalid="ignore"):
        clear = np.where(spread > 0, gap / spread, np.where(gap > 0, np.inf, 0.0))
    return np.argsort(-np.maximum(clear, np.minimum(wider, 1e3) / 4), kind="stable")[:_MOST_COLUMNS]


def _thresholds(name: str, first: Floats, other: Floats, cut: int) -> Iterator[Counted]:
    """The statistic at least, and below, quantiles of what was seen first."""
    edges = np.unique(np.quantile(np.concatenate([first[:cut], other[:cut]]), _CUTS, method="inverted_cdf"))
    counts = [_at_least(part, edges) for part in (first[:cut], other[:cut], first[cut:], other[cut:])]
    sizes = [cut, cut, first.size - cut, other.size - cut]
    rest = [size - count for size, count in zip(sizes, counts, strict=True)]
    for words, (a, b, c, d) in (("at least", counts), ("below", rest)):
        yield Counted([f"{name}, {words} {edge:g}" for edge in edges.tolist()], np.stack([a, b]), np.stack([c, d]))


def _at_least(values: Floats, edges: Floats) -> Int64:
    """How many values reach each edge."""
    bins = np.bincount(np.searchsorted(edges, values, side="right"), minlength=edges.size + 1)
    return np.asarray(np.cumsum(bins[::-1])[::-1][1:], dtype=np.int64)


def _separated(values: Floats, other: Floats, cut: int) -> tuple[Floats, Floats]:
    """Fisher's linear discriminant of the first runs, larger where it looks like `one`."""
    first = np.concatenate([values[:cut], other[:cut]])
    centre, spread = first.mean(axis=0), first.std(axis=0)
    spread[spread == 0] = 1.0
    a, b = (values - centre) / spread, (other - centre) / spread
    within = (np.cov(a[:cut], rowvar=False) + np.cov(b[:cut], rowvar=False)).reshape(a.shape[1], -1) / 2
    within[np.diag_indices_from(within)] += 1e-9
    weights = np.linalg.solve(within, a[:cut].mean(axis=0) - b[:cut].mean(axis=0))
    # in whole parts, so that runs alike but for rounding stay alike
    return np.round(a @ weights, 6), np.round(b @ weights, 6)


def _ratio_sums(first: Floats, other: Floats, cut: int) -> tuple[Floats, Floats]:
    """The sum over the numbers of the log ratio of their bins, by the first runs."""
    total_one, total_other = np.zeros(first.shape[0]), np.zeros(other.shape[0])
    for column in range(first.shape[1]):
        a, b = first[:, column], other[:, column]
        pooled = np.concatenate([a[:cut], b[:cut]])
        edges = np.unique(np.quantile(pooled, np.arange(1, _BINS) / _BINS, method="inverted_cdf"))
        places = [np.searchsorted(edges, values, side="left") for values in (a, b)]
        tallies = [np.bincount(bins[:cut], minlength=edges.size + 1) + 2 for bins in places]
        ratio = np.log(tallies[0] / tallies[1])
        total_one += ratio[places[0]]
        total_other += ratio[places[1]]
    return total_one, total_other


def _whole_runs(here: Numbers, there: Numbers, cut: int) -> Iterator[Counted]:
    """Runs that are alike in every number: the kinds that came most often on one input and not on the other."""
    mixer = (np.arange(1, here.shape[1] + 1, dtype=np.uint64) * np.uint64(_GOLDEN)) ** np.uint64(3) | np.uint64(1)
    kinds = [(np.ascontiguousarray(runs).view(np.uint64) * mixer).sum(axis=1).view(np.int64) for runs in (here, there)]
    listed, counts = np.unique(np.concatenate([runs[:cut] for runs in kinds]), return_counts=True)
    if counts.max() < 8:
        return
    listed = listed[counts >= 4]
    parts = (kinds[0][:cut], kinds[1][:cut], kinds[0][cut:], kinds[1][cut:])
    a, b, c, d = (_tally(listed, part) for part in parts)
    gap = np.argsort(-np.abs(a - b) / np.sqrt(a + b + 1), kind="stable")[:_KINDS]
    names = [f"a whole run, kind {number + 1}" for number in range(gap.size)]
    yield Counted(names, np.stack([a, b])[:, gap], np.stack([c, d])[:, gap])


def _tally(listed: Int64, values: Int64) -> Int64:
    """How often each of the listed values, ascending, comes."""
    places = np.minimum(np.searchsorted(listed, values), listed.size - 1)
    return np.bincount(places[listed[places] == values], minlength=listed.size)


def _low_digits(name: str, here: Numbers, there: Numbers, cut: int) -> Iterator[Counted]:
    """The place of the lowest binary digit that is not 0, and remainders of whole numbers."""
    digits = [_lowest_digit(values).astype(np.float64) for values in (here, there)]
    yield from _thresholds(f"{name}, its lowest digit", digits[0], digits[1], cut)
    if here.dtype != np.int64:
        return
    for modulus in _MODULI:
        rests = [_remainder(values.astype(np.int64), modulus) for values in (here, there)]
        parts = (rests[0][:cut], rests[1][:cut], rests[0][cut:], rests[1][cut:])
        a, b, c, d = (np.bincount(part, minlength=modulus) for part in parts)
        names = [f"{name}, {rest} modulo {modulus}" for rest in range(modulus)]
        yield Counted(names, np.stack([a, b]), np.stack([c, d]))


def _remainder(values: Int64, modulus: int) -> Int64:
    """Of powers of two by their digits, which is many times faster."""
    return values & (modulus - 1) if modulus & (modulus - 1) == 0 else np.remainder(values, modulus)


def _lowest_digit(values: Numbers) -> Int64:
    """The exponent of the lowest power of two in each number; 0 has none and counts as the highest."""
    mantissa, exponent = np.frexp(values.astype(np.float64))
    whole = np.ldexp(mantissa, 53).astype(np.int64)
    lowest = np.frexp((whole & -whole).astype(np.float64))[1].astype(np.int64)
    return np.where(whole == 0, _DEEPEST, exponent.astype(np.int64) + lowest)
