"""How often sequential mechanisms are further off than they say, on real data.

    python tests/benchmarks/sequential.py people.csv --column age --points 0:99:1 --runs 2000 --out rates.csv

Each run answers `--questions` questions on one column of real data: cumulative counts along its ordered codes (for the
sparse vector the counts of single codes), chosen from the answers so far where the mechanism allows it. A run fails if
an answer is off by more than `error` says for the failure probability β. Fresh noise of the program's own sampler, the
mechanism's own code. Reported: the share of runs that failed (never above β, but for chance), and how far below the
stated error the largest error of a run lies, in the middle and at the quantile 1 − β.

The lines "hardest" ask one count again and again, with the threshold one beyond the stated error from it: how sharp the
exact tails are. (They count noise of the threshold in both directions, of which one does harm: about half of β is the
most that one such question can fail.) On other streams few counts lie that near to a threshold. For adaptive thresholds
and the median the stated error adds up what must go wrong together, of which real data use a part.

`most` failures are what chance leaves of a failure probability of exactly β: by Chernoff more have a probability of at
most exp(−n·KL(most/n, β)), which is 1e-9 there.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from functools import partial
from math import ceil, log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from dpdesk.privacy import ApproxDP, Neighbours, PureDP
from dpdesk.privacy.exact import parse_exact
from dpdesk.privacy.noise import discrete_laplace
from dpdesk.sequential.above_threshold import AboveThreshold
from dpdesk.sequential.adaptive_thresholds import AdaptiveThresholds
from dpdesk.sequential.between_thresholds import BetweenThresholds, smallest_gap
from dpdesk.sequential.interior_point import OnlineInteriorPoint
from dpdesk.sequential.mechanism import Answer, Reply, Sequential
from dpdesk.sequential.median_search import MedianBySearch
from dpdesk.sequential.noisy_counts import NoisyCounts
from dpdesk.sequential.sparse_vector import SparseVector

Int64 = NDArray[np.int64]

CHANCE = 1e-9
_POOL = 4096
PURE = PureDP("1")
APPROXIMATE = ApproxDP("1/2", "1e-6")
FOR_CHUNKS = ApproxDP("2", "1e-6")
ACCURACY = Fraction(1, 10)
HITS = 3


@dataclass(frozen=True, slots=True)
class Line:
    """One mechanism on one column, over `runs` runs."""

    column: str
    rows: int
    mechanism: str
    neighbours: str
    loss: str
    questions: int
    failure: float
    error: int
    runs: int
    failures: int
    most: int
    typical: float
    quantile: float

    @property
    def holds(self) -> bool:
        """Whether no more runs failed than chance allows a failure probability of β."""
        return self.failures <= self.most


class Pool:
    """Noise drawn many values at a time; `factor` multiplies all scales, for controls that must fail."""

    def __init__(self, factor: Fraction = Fraction(1)) -> None:
        self._left: dict[Fraction, list[int]] = {}
        self._kinds: dict[type[Sequential], type[Sequential]] = {}
        self._factor = factor

    def take(self, scale: Fraction) -> int:
        """One fresh draw."""
        left = self._left.get(scale)
        if not left:
            left = self._left[scale] = discrete_laplace(scale * self._factor, _POOL).tolist()
        return left.pop()

    def feed(self, run: Sequential) -> None:
        """Let this run, and those it consists of, take its noise here."""
        kind = type(run)
        if kind not in self._kinds:
            methods = {"__slots__": (), "_noise": lambda _, scale: self.take(scale)}
            self._kinds[kind] = type(kind.__name__, (kind,), methods)
        run.__class__ = self._kinds[kind]
        if isinstance(run, OnlineInteriorPoint):
            self.feed(run._inner)
        if isinstance(run, AdaptiveThresholds):
            for one in run._instances:
                self.feed(one)


@dataclass(frozen=True, slots=True)
class Trial:
    """A mechanism, the error it states, and a run on the data that returns the largest error met."""

    mechanism: str
    neighbours: Neighbours
    loss: PureDP | ApproxDP
    questions: int
    error: int
    run: Callable[[Pool], int]


def most_failures(runs: int, failure: float, chance: float = CHANCE) -> int:
    """The fewest failures m for which more than m of n, at this probability each, have a probability below `chance`."""
    for most in range(ceil(runs * failure), runs):
        share = (most + 1) / runs
        distance = share * log(share / failure)
        if share < 1:
            distance += (1 - share) * log((1 - share) / (1 - failure))
        if runs * distance >= -log(chance):
            return most
    return runs


def trials(counts: Int64, questions: int, failure: Fraction) -> Iterator[Trial]:
    """Every mechanism under each relation it distinguishes, on these counts by ordered code."""
    below = np.cumsum(counts)
    size, points = int(below[-1]), int(counts.size)
    for neighbours in Neighbours:
        yield from _counting(below, questions, failure, neighbours)
        yield from _thresholds(counts, below, questions, failure, neighbours)
        yield _median(below, points, failure, neighbours)
        terms = AdaptiveThresholds.terms(ACCURACY, questions, failure, FOR_CHUNKS, neighbours)
        if size >= terms.needed:
            yield _adaptive(counts, below, questions, failure, neighbours, terms.error(size))
    yield _between(below, questions, failure)
    yield _hardest_between(below, questions, failure)
    yield _interior(below, questions, failure)


def measure(column: str, rows: int, trial: Trial, failure: Fraction, runs: int, pool: Pool | None = None) -> Line:
    """So many runs of one trial."""
    given = pool or Pool()
    worst = np.sort([trial.run(given) for _ in range(runs)])
    stated = max(trial.error, 1)
    high = min(runs - 1, ceil(runs * (1 - failure)))
    return Line(
        column,
        rows,
        trial.mechanism,
        trial.neighbours.value,
        str(trial.loss),
        trial.questions,
        float(failure),
        trial.error,
        runs,
        int((worst > trial.error).sum()),
        most_failures(runs, float(failure)),
        float(worst[runs // 2] / stated),
        float(worst[high] / stated),
    )


def _halving(
    below: Int64, questions: int, ask: Callable[[int], Reply], right: Callable[[Reply], bool]
) -> Iterator[tuple[int, Reply]]:
    """Codes chosen by halving for the point where answers turn, over and over: (code, reply)."""
    lower, upper = 0, int(below.size) - 1
    for _ in range(questions):
        middle = (lower + upper) // 2
        reply = ask(middle)
        yield middle, reply
        lower, upper = (lower, middle) if right(reply) else (middle + 1, upper)
        if lower >= upper:
            lower, upper = 0, int(below.size) - 1


def _counting(below: Int64, questions: int, failure: Fraction, neighbours: Neighbours) -> Iterator[Trial]:
    """Noisy cumulative counts; halving for the median."""
    half = int(below[-1]) // 2

    def run(pool: Pool) -> int:
        one = NoisyCounts(questions, PURE, neighbours)
        pool.feed(one)
        asked = _halving(
            below,
            questions,
            lambda code: one.ask(int(below[code])),
            lambda reply: reply.value is not None and reply.value >= half,
        )
        return max(abs(_value(reply) - int(below[code])) for code, reply in asked)

    if neighbours is Neighbours.ADD_REMOVE:  # the noise is the same under replacement
        stated = NoisyCounts(questions, PURE, neighbours).error(questions, failure)
        yield Trial("noisy-counts", neighbours, PURE, questions, stated, run)


def _thresholds(
    counts: Int64, below: Int64, questions: int, failure: Fraction, neighbours: Neighbours
) -> Iterator[Trial]:
    """AboveThreshold up the cumulative counts, and the hardest; sparse vector over single codes."""
    stream = below[np.linspace(0, below.size - 1, min(questions, below.size)).astype(int)]
    cells = counts[np.linspace(0, counts.size - 1, min(questions, counts.size)).astype(int)]
    level = int(np.sort(cells)[-HITS])
    wide = AboveThreshold(0, PURE, neighbours).error(questions, failure)

    def against(make: Callable[[], SparseVector], asked: Sequence[int]) -> Callable[[Pool], int]:
        def run(pool: Pool) -> int:
            one = make()
            pool.feed(one)
            worst = 0
            for count in asked:
                if one.finished:
                    break
                reply = one.ask(count)
                wrong = one.threshold - count if reply.answer is Answer.ABOVE else count - one.threshold
                worst = max(worst, wrong, 0 if reply.value is None else abs(_value(reply) - count))
            return worst

        return run

    half = int(below[-1]) // 2
    above = AboveThreshold(half, PURE, neighbours).error(stream.size, failure)
    yield Trial(
        "above-threshold",
        neighbours,
        PURE,
        stream.size,
        above,
        against(lambda: AboveThreshold(half, PURE, neighbours), stream.tolist()),
    )
    yield Trial(
        "above-threshold, hardest",
        neighbours,
        PURE,
        questions,
        wide,
        against(lambda: AboveThreshold(half, PURE, neighbours), [half - wide - 1] * questions),
    )
    for values in (False, True):
        make = partial(SparseVector, level, HITS, PURE, neighbours, values)
        yield Trial(
            f"sparse-vector{', values' if values else ''}",
            neighbours,
            PURE,
            cells.size,
            make().error(cells.size, failure),
            against(make, cells.tolist()),
        )


def _median(below: Int64, points: int, failure: Fraction, neighbours: Neighbours) -> Trial:
    """The median of the rows; off by the rows too many on one side of it."""
    size = int(below[-1])
    known = None if neighbours is Neighbours.ADD_REMOVE else size

    def run(pool: Pool) -> int:
        one = MedianBySearch(points, PURE, neighbours, known)
        pool.feed(one)
        while one.position is not None:
            at = int(below[one.position - 1])
            one.ask(one.compared(at, size - at))
        found = one.median or 1
        before = int(below[found - 2]) if found > 1 else 0
        return max(0, -((2 * int(below[found - 1]) - size) // 2), -((size - 2 * before) // 2))

    search = MedianBySearch(points, PURE, neighbours, known)
    return Trial("median", neighbours, PURE, search.questions, search.error(search.questions, failure), run)


def _third(below: Int64) -> tuple[int, int]:
    size = int(below[-1])
    return -(-size // 3), 2 * size // 3


def _off(reply: Reply, count: int, lower: int, upper: int) -> int:
    """By how much left, right or between is wrong."""
    if reply.answer is Answer.LEFT:
        return max(0, count - lower)
    if reply.answer is Answer.RIGHT:
        return max(0, upper - count)
    return max(0, lower - count, count - upper)


def _between(below: Int64, questions: int, failure: Fraction) -> Trial:
    """Cumulative counts in ascending order, until one is between."""
    lower, upper = _third(below)
    stream = below[np.linspace(0, below.size - 1, min(questions, below.size)).astype(int)].tolist()

    def run(pool: Pool) -> int:
        one = BetweenThresholds(lower, upper, APPROXIMATE, Neighbours.REPLACE_ONE)
        pool.feed(one)
        worst = 0
        for count in stream:
            if not one.finished:
                worst = max(worst, _off(one.ask(count), count, lower, upper))
        return worst

    stated = BetweenThresholds(lower, upper, APPROXIMATE, Neighbours.REPLACE_ONE).error(len(stream), failure)
    return Trial("between-thresholds", Neighbours.REPLACE_ONE, APPROXIMATE, len(stream), stated, run)


def _hardest_between(below: Int64, questions: int, failure: Fraction) -> Trial:
    """One count, again and again, as far below the lower threshold as the stated error."""
    count = int(below[below.size // 3])
    gap = smallest_gap(APPROXIMATE)
    stated = BetweenThresholds(0, gap, APPROXIMATE, Neighbours.REPLACE_ONE).error(questions, failure)
    lower = count + stated + 1

    def run(pool: Pool) -> int:
        one = BetweenThresholds(lower, lower + gap, APPROXIMATE, Neighbours.REPLACE_ONE)
        pool.feed(one)
        worst = 0
        for _ in range(questions):
            if not one.finished:
                worst = max(worst, _off(one.ask(count), count, lower, lower + gap))
        return worst

    return Trial("between-thresholds, hardest", Neighbours.REPLACE_ONE, APPROXIMATE, questions, stated, run)


def _interior(below: Int64, questions: int, failure: Fraction) -> Trial:
    """Halving for a point inside; off by the rows beyond the further third, or the nearer."""
    size = int(below[-1])
    lower, upper = _third(below)

    def run(pool: Pool) -> int:
        one = OnlineInteriorPoint(size, questions, failure, APPROXIMATE, Neighbours.REPLACE_ONE)
        pool.feed(one)
        asked = _halving(
            below,
            questions,
            lambda code: one.ask_at(code + 1, int(below[code])),
            lambda reply: reply.answer is Answer.RIGHT,
        )
        return max(
            max(0, int(below[code]) - upper) if reply.answer is Answer.LEFT else max(0, lower - int(below[code]))
            for code, reply in asked
        )

    point = OnlineInteriorPoint(size, questions, failure, APPROXIMATE, Neighbours.REPLACE_ONE)
    stated = point.error(questions, failure)
    return Trial("interior-point", Neighbours.REPLACE_ONE, APPROXIMATE, questions, stated, run)


def _adaptive(
    counts: Int64, below: Int64, questions: int, failure: Fraction, neighbours: Neighbours, error: int
) -> Trial:
    """Halving for the median, then for it again."""
    size = int(below[-1])

    def run(pool: Pool) -> int:
        one = AdaptiveThresholds(counts, size, ACCURACY, questions, failure, FOR_CHUNKS, neighbours)
        pool.feed(one)
        asked = _halving(
            below,
            questions,
            lambda code: one.ask_at(code + 1),
            lambda reply: reply.value is not None and 2 * reply.value >= size,
        )
        return max(abs(_value(reply) - int(below[code])) for code, reply in asked)

    return Trial("adaptive-thresholds", neighbours, FOR_CHUNKS, questions, error, run)


def _value(reply: Reply) -> int:
    if not isinstance(reply.value, int):
        raise TypeError("a count was expected")
    return reply.value


def read_counts(path: Path, column: str, points: str, delimiter: str = ",") -> Int64:
    """Rows of a column by bin of lower:upper:width; what is not a number, or outside, is left out."""
    lower, upper, width = (parse_exact(text) for text in points.split(":"))
    bins = int((upper - lower) / width) + 1
    counts = np.zeros(bins, dtype=np.int64)
    with path.open(newline="", encoding="utf-8") as stream:
        for row in csv.DictReader(stream, delimiter=delimiter):
            text = (row.get(column) or "").strip()
            if text.lstrip("-").isdigit() and lower <= int(text) <= upper:
                counts[int((int(text) - lower) / width)] += 1
    if not counts.any():
        raise ValueError(f"The file has no number in the column {column!r} within {points}: name another column.")
    return counts


def main(arguments: Sequence[str] | None = None) -> int:
    """Command line; status 1 if more runs failed than chance allows."""
    parser = argparse.ArgumentParser(
        prog="python tests/benchmarks/sequential.py",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--column", default="age")
    parser.add_argument("--points", default="0:99:1", help="lower:upper:width of the bins, public")
    parser.add_argument("--delimiter", default=",")
    parser.add_argument("--questions", type=int, default=20)
    parser.add_argument("--failure", default="1/20")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--out", type=Path)
    given = parser.parse_args(arguments)
    counts = read_counts(given.data, given.column, given.points, given.delimiter)
    failure = parse_exact(given.failure)
    lines = []
    for trial in trials(counts, given.questions, failure):
        line = measure(given.column, int(counts.sum()), trial, failure, given.runs)
        lines.append(line)
        print(
            f"{line.mechanism:28} {line.neighbours:12} {line.questions:4} questions  ± {line.error:6}  "
            f"failed {line.failures / line.runs:8.4f} of {line.failure}  "
            f"largest error / stated: {line.typical:5.2f}, {line.quantile:5.2f}"
            f"{'' if line.holds else '  TOO OFTEN'}",
            flush=True,
        )
    if given.out:
        with given.out.open("w", newline="", encoding="utf-8") as stream:
            writer = csv.DictWriter(stream, [field.name for field in fields(Line)])
            writer.writeheader()
            writer.writerows(asdict(line) for line in lines)
    return 0 if all(line.holds for line in lines) else 1


if __name__ == "__main__":
    sys.exit(main())
