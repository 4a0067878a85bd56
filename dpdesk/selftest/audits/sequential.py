"""Sequential mechanisms and the neighbouring streams of counts on which wrong variants of them reveal too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.selftest.audits.transcripts import audit, runs_of
from dpdesk.selftest.report import CheckResult
from dpdesk.sequential.above_threshold import AboveThreshold
from dpdesk.sequential.between_thresholds import BetweenThresholds, smallest_gap
from dpdesk.sequential.interior_point import OnlineInteriorPoint, smallest_size
from dpdesk.sequential.mechanism import Sequential
from dpdesk.sequential.noisy_counts import NoisyCounts
from dpdesk.sequential.sparse_vector import SparseVector

RUNS = 10_000
PURE, BOTH = Fraction(1), (Fraction(1, 2), Fraction(1, 100))


@dataclass(frozen=True, slots=True)
class Trial:
    """A mechanism and two neighbouring streams of counts, on which wrong variants of it reveal too much."""

    name: str
    make: Callable[[], Sequential]
    here: tuple[int, ...]
    there: tuple[int, ...]


def trials(stated: Fraction = Fraction(1), pure: Fraction = PURE) -> list[Trial]:
    """The mechanisms, for a loss of `stated` times what each trial is to be held to (`pure`, or (1/2, 1/100))."""
    loss, both = PureDP(stated * pure), ApproxDP(stated * BOTH[0], BOTH[1])
    add, exchange = Neighbours.ADD_REMOVE, Neighbours.REPLACE_ONE
    up_and_down = ((0,) * 5 + (1,) * 5, (1,) * 5 + (0,) * 5)
    gap = smallest_gap(ApproxDP(*BOTH))
    size = smallest_size(8, Fraction(1, 20), ApproxDP(*BOTH))
    third = -(-size // 3)
    return [
        Trial("noisy counts", lambda: NoisyCounts(3, loss, add), (0, 0, 0), (1, 1, 1)),
        Trial("above threshold, exchange", lambda: AboveThreshold(1, loss, exchange), (0,) * 5 + (1,), (1,) * 5 + (0,)),
        Trial("above threshold, add or remove, 3 rows", lambda: AboveThreshold(3, loss, add, 3), (0,) * 6, (3,) * 6),
        Trial("sparse vector, exchange", lambda: SparseVector(0, 5, loss, exchange), *up_and_down),
        Trial("sparse vector with values", lambda: SparseVector(2, 1, loss, add, values=True), (0,) * 6, (1,) * 6),
        Trial("sparse vector, add or remove", lambda: SparseVector(0, 1, loss, add), (-1,) * 6, (0,) * 6),
        Trial("between thresholds", lambda: BetweenThresholds(0, gap, both, exchange), (0, gap) * 3, (1, gap - 1) * 3),
        Trial(
            "interior point",
            lambda: OnlineInteriorPoint(size, 8, Fraction(1, 20), both, add),
            (third,) * 8,
            (third + 1,) * 8,
        ),
    ]


def run(runs: int = RUNS) -> list[CheckResult]:
    """Audit every mechanism (at a larger loss, of which more can be shown), and one of four times what it says."""
    results = []
    for trial in trials(pure=Fraction(3)):
        loss = trial.make().loss
        verdict = audit(runs_of(trial.make), trial.here, trial.there, loss, runs)
        results.append(
            CheckResult(
                f"audit: {trial.name}",
                not verdict.exceeds,
                f"2 × {verdict.runs} runs, {verdict.events} events: at least epsilon = {max(verdict.shown, 0.0):.2f} "
                f"shown, {float(loss.epsilon):g} stated",
            )
        )
    return results + planted(max(runs, RUNS))


def planted(runs: int = RUNS) -> list[CheckResult]:
    """A mechanism of four times the loss it states, and sparse vector without noise on its threshold."""
    four = next(trial for trial in trials(Fraction(4)) if trial.name == "above threshold, exchange")

    def bare() -> SparseVector:
        """One that compares with the threshold itself, and gives all of its loss to the questions."""
        vector = SparseVector(0, 1, PureDP(3), Neighbours.ADD_REMOVE)
        vector._noisy_threshold, vector.question_scale = vector.threshold, 1 / Fraction(3)
        return vector

    results = []
    for name, make, here, there, loss in (
        ("mechanism of four times the loss", four.make, four.here, four.there, PureDP(1)),
        ("sparse vector without threshold noise", bare, (-1,) * 12, (0,) * 12, PureDP(3)),
    ):
        verdict = audit(runs_of(make), here, there, loss, runs)
        results.append(
            CheckResult(
                f"audit: planted error: {name}",
                verdict.exceeds,
                f"at least epsilon = {verdict.shown:.2f} shown, {float(loss.epsilon):g} stated: it must be accused, "
                f"by {verdict.event}",
            )
        )
    return results
