"""Cumulative counts at points chosen one after the other: interior points of chunks of the ordered rows.

Guarantee (docs/proofs/partition.md): with loss (E, D) the whole transcript is (E, D)-differentially private for units
of up to c rows, under the relation given. The rows are divided into M chunks (`partition.py`), each chunk gets one
`OnlineInteriorPoint` with (ε, δ) over its first n' rows (the counts of a chunk cut off at n'; the last point counts
as n', as if what is missing lay there), every instance is asked every position, and the answer is the nominal end of
as many chunks as say "right" (Bun, Steinke, Ullman 2017, Figure 9). With noise of scale h/ε_p in the partition and
ε_p = ε/2:

    adding or removing a row costs (ε_p + 2ε, 2δ), replacing one (ε_p + 3ε, 3δ);

so ε = 2E/5, δ = D/2 or ε = 2E/7, δ = D/3. For c > 1 rows per unit E, D are E/c and D/(c·e^((c−1)E/c)), rounded down.

Accuracy: with probability at least 1 − β none of k answers is off by more than ⌈n/M⌉ + w ≤ αn, w the deviation that
no boundary exceeds but with probability β/2 (exact discrete tails). M is the number of chunks, of some from 1/α to
3/α, that needs the fewest rows. Each row more or fewer than n adds at most 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar, NoReturn

import numpy as np
import numpy.typing as npt

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import format_exact, sqrt_up
from dpdesk.privacy.intervals import exp_minus, log
from dpdesk.privacy.loss import ApproxDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase, problem
from dpdesk.sequential.interior_point import OnlineInteriorPoint, smallest_size, source_size
from dpdesk.sequential.mechanism import (
    ACCURACY,
    POSITION,
    QUESTIONS,
    Answer,
    LimitedQuestions,
    Reply,
    how_many,
    loss_texts,
    noise_scale,
    probability,
    whole,
)
from dpdesk.sequential.partition import LARGEST_CHUNKS, boundaries, counts_in_chunks, deviation, draw, nodes_moved
from dpdesk.sequential.tails import wrong_bounds

Int64 = npt.NDArray[np.int64]

_BITS = 128
_PARTS = (*(Fraction(part, 32) for part in range(16)), Fraction(1, 2), Fraction(3, 4), Fraction(1), Fraction(2))


@dataclass(frozen=True, slots=True)
class Terms:
    """What a run is made of, before any data: a function of public figures alone.

    Attributes:
        needed: the fewest rows that keep accuracy and failure probability.
        chunks: M.
        deviation: w, rows by which a boundary may be off.
        instance: (ε, δ) of one interior point.
        partition_epsilon: ε_p.
        partition_scale: scale of the noise of a node of the partition.
        least_instance: the fewest rows of an instance.
        source_needed: the rows that Theorem 5.16 asks for at this loss, as it stands.
    """

    needed: int
    chunks: int
    deviation: int
    instance: ApproxDP
    partition_epsilon: Fraction
    partition_scale: Fraction
    least_instance: int
    source_needed: int

    def instance_size(self, size: int) -> int:
        """n': the rows of a chunk that its instance looks at."""
        return size // self.chunks - 2 * self.deviation

    def error(self, size: int) -> int:
        """⌈n/M⌉ + w: counts by which an answer may be off."""
        return -(-size // self.chunks) + self.deviation


class AdaptiveThresholds(LimitedQuestions):
    """How many rows are at or below a point of an ordered variable, for points chosen along the way."""

    __slots__ = (
        "_bounds",
        "_cumulative",
        "_instances",
        "accuracy",
        "failure",
        "points",
        "size",
        "stated",
    )

    name: ClassVar[str] = "adaptive-thresholds"
    loss: ApproxDP

    def __init__(
        self,
        counts: Int64,
        size: int,
        accuracy: Fraction,
        questions: int,
        failure: Fraction,
        loss: ApproxDP,
        neighbours: Neighbours,
        rows_per_unit: int = 1,
    ) -> None:
        """`counts`: rows by ordered code; `size`: their public, nominal number n; α, k, β.

        BadInput for a size below the one needed, naming it, and for losses outside the proof.
        """
        super().__init__(questions, loss, neighbours, rows_per_unit)
        self.size = how_many(size, phrase("sequential.number_of_rows"))
        self.accuracy, self.failure = probability(accuracy, ACCURACY), probability(failure)
        self.stated = self.terms(self.accuracy, self.questions, self.failure, loss, neighbours, self.rows_per_unit)
        if self.size < self.stated.needed:
            raise BadInput(
                problem(
                    "sequential.thresholds_rows",
                    loss=str(loss),
                    needed=self.stated.needed,
                    accuracy=format_exact(self.accuracy),
                    size=self.size,
                )
            )
        self._cumulative = _cumulative(counts)
        self.points = int(self._cumulative.size)
        self._bounds: Int64 | None = None
        self._instances = [self._instance() for _ in range(self.stated.chunks)]

    @staticmethod
    def terms(
        accuracy: Fraction,
        questions: int,
        failure: Fraction,
        loss: ApproxDP,
        neighbours: Neighbours,
        rows_per_unit: int = 1,
    ) -> Terms:
        """The number of rows needed and what goes with it, without data; BadInput where no number of rows would do."""
        return _terms(
            probability(accuracy, ACCURACY),
            how_many(questions, QUESTIONS),
            probability(failure),
            loss,
            neighbours,
            how_many(rows_per_unit, phrase("sequential.number_of_rows_per_unit")),
        )

    def _instance(self) -> OnlineInteriorPoint:
        stated = self.stated
        return OnlineInteriorPoint(
            stated.instance_size(self.size),
            self.questions,
            self.failure / (2 * stated.chunks),
            stated.instance,
            self.neighbours,
        )

    def _answer(self, exact_count: int) -> NoReturn:
        raise BadInput(problem("sequential.thresholds_position"))

    def ask_at(self, position: int) -> Reply:
        """About how many rows have one of the first `position` codes, 1 to T.

        Raises BadInput for a position outside, Refused when all questions are used up.
        """
        place = whole(position, POSITION)
        if not 1 <= place <= self.points:
            raise BadInput(problem("sequential.position_range", most=self.points, position=place))
        self._open()
        self._left -= 1
        if self._bounds is None:
            self._bounds = boundaries(self.size, self.stated.chunks, self._partition_noise())
        looked_at = self.stated.instance_size(self.size)
        if place == self.points:
            counts = np.full(self.stated.chunks, looked_at, dtype=np.int64)
        else:
            counts = np.minimum(counts_in_chunks(int(self._cumulative[place - 1]), self._bounds), looked_at)
        replies = [instance.ask_at(place, int(count)) for instance, count in zip(self._instances, counts, strict=True)]
        right = sum(reply.answer is Answer.RIGHT for reply in replies)
        return Reply(Answer.COUNT, right * self.size // self.stated.chunks)

    def _partition_noise(self) -> Int64:
        """Fresh noise of the boundaries, M − 1 numbers."""
        return draw(self.stated.chunks, self.stated.partition_scale)

    def error(self, questions: int, failure: Fraction) -> int:
        """With probability at least 1 − failure no answer among so many is off by more, for data of `size` rows.

        The number of rows itself where nothing better is proven: for a failure probability far below the run's own.
        """
        asked, chance = how_many(questions, QUESTIONS), probability(failure)
        stated, looked_at = self.stated, self.stated.instance_size(self.size)
        off = deviation(stated.chunks, stated.partition_scale, chance / 2)
        fewest = self.size // stated.chunks - 2 * off
        room = min(-(-looked_at // 3), fewest - 2 * looked_at // 3) - 1
        if room < 0:
            return self.size
        scale = 2 / stated.instance.epsilon
        wrong = wrong_bounds(room, min(asked, self.questions), 3 * scale, scale)[1]
        if stated.chunks * Fraction(wrong) > chance / 2:
            return self.size
        return min(self.size, -(-self.size // stated.chunks) + off)

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact; neither counts nor noise are among them."""
        stated = self.stated
        return {
            "method": self.name,
            "points": self.points,
            "size": self.size,
            "accuracy": format_exact(self.accuracy),
            "questions": self.questions,
            "failure": format_exact(self.failure),
            **self._promise(),
            "chunks": stated.chunks,
            "rows_needed": stated.needed,
            "rows_needed_by_the_source": stated.source_needed,
            "instance_size": stated.instance_size(self.size),
            "instance_loss": loss_texts(stated.instance),
            "partition_epsilon": format_exact(stated.partition_epsilon),
            "partition_scale": format_exact(stated.partition_scale),
        }


def split(loss: ApproxDP, neighbours: Neighbours, rows_per_unit: int) -> tuple[ApproxDP, Fraction]:
    """(ε, δ) of an instance and ε_p, whose whole cost for a unit is at most `loss`. BadInput where ε would reach 1."""
    changed = 2 if neighbours is Neighbours.ADD_REMOVE else 3
    largest = changed + Fraction(1, 2)
    epsilon = loss.epsilon / rows_per_unit
    if epsilon >= largest:
        raise BadInput(
            problem(
                "sequential.thresholds_epsilon",
                most=format_exact(largest * rows_per_unit),
                given=format_exact(loss.epsilon),
            )
        )
    delta = loss.delta / rows_per_unit
    if rows_per_unit > 1:
        bits = _BITS + math.ceil(2 * loss.epsilon)
        delta *= Fraction(exp_minus((rows_per_unit - 1) * epsilon, bits)[0], 1 << bits)
    return ApproxDP(epsilon / largest, delta / changed), epsilon / largest / 2


@lru_cache(maxsize=64)
def _terms(
    accuracy: Fraction, questions: int, failure: Fraction, loss: ApproxDP, neighbours: Neighbours, rows_per_unit: int
) -> Terms:
    instance, partition_epsilon = split(loss, neighbours, rows_per_unit)
    if 4 / accuracy > LARGEST_CHUNKS:
        raise BadInput(problem("sequential.accuracy_too_fine", chunks=LARGEST_CHUNKS))

    def rows(chunks: int, size_of: Callable[[int, Fraction, ApproxDP], int]) -> Terms:
        moved = nodes_moved(chunks)
        nodes = moved.to_the_end if neighbours is Neighbours.ADD_REMOVE else moved.range
        scale = noise_scale(nodes / partition_epsilon)
        off = deviation(chunks, scale, failure / 2)
        least = size_of(questions, failure / (2 * chunks), instance)
        for_chunks = chunks * (least + 2 * off)
        # ⌈n/M⌉ + w ≤ αn for this n and every larger one.
        for_error = math.ceil((off + Fraction(chunks - 1, chunks)) / (accuracy - Fraction(1, chunks)))
        return Terms(max(for_chunks, for_error), chunks, off, instance, partition_epsilon, scale, least, theirs)

    theirs = theorem_rows(accuracy, questions, failure, loss, rows_per_unit)
    candidates = {max(2, math.floor((1 + part) / accuracy) + 1) for part in _PARTS}
    # Proposition 5.15 is quick to evaluate and decides between numbers of chunks; exact tails check the chosen one.
    best = min((rows(chunks, source_size) for chunks in sorted(candidates)), key=lambda terms: terms.needed)
    return rows(best.chunks, smallest_size)


def theorem_rows(accuracy: Fraction, questions: int, failure: Fraction, loss: ApproxDP, rows_per_unit: int = 1) -> int:
    """Theorem 5.16's n = max(6n'/α, 24 log^2.5(4/α) log(2/β)/(αε)) at ε = E/(4c), δ = D/(1 + e^ε)/c, rounded up.

    n' is Proposition 5.15's with confidence αβ/8. For comparison: what runs is decided by `Terms.needed`.
    """
    epsilon = loss.epsilon / (4 * rows_per_unit)
    bits = _BITS + math.ceil(2 * epsilon)
    below = Fraction(exp_minus(epsilon, bits)[0], 1 << bits)  # at most e^−ε
    delta = loss.delta / rows_per_unit / (1 + 1 / below)
    instances = source_size(questions, accuracy * failure / 8, ApproxDP(epsilon, delta))
    wide = Fraction(log(4 / accuracy, _BITS)[1], 1 << _BITS)
    deep = Fraction(log(2 / failure, _BITS)[1], 1 << _BITS)
    return math.ceil(max(6 * instances / accuracy, 24 * wide**2 * sqrt_up(wide) * deep / (accuracy * epsilon)))


def _cumulative(counts: Int64) -> Int64:
    """Rows at or below each code; BadInput, without any value, unless these are whole numbers of rows by code."""
    given = np.asarray(counts)
    if given.ndim != 1 or not given.size or given.dtype.kind not in "iu" or bool((given < 0).any()):
        raise BadInput(problem("sequential.counts_of_codes"))
    return np.cumsum(given, dtype=np.int64)
