"""Do sequential mechanisms reveal no more than they say? The audit of whole transcripts.

A mechanism is run many times on each of two neighbouring streams of counts. A transcript is all of its answers, their
values, and where it ends. From the first third of the runs, events are chosen that look most as if they were more
than e^ε times as likely on one stream as on the other: every beginning of a transcript, every whole one, every moment
of ending, sets of transcripts picked by their likelihood ratio, and sets picked by the sum of their answers' ratios.
The other runs decide (verdicts.py).

The runs execute the mechanisms' own code; their noise is drawn by the very same sampler, many values at a time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from dpdesk.privacy.loss import ApproxDP, PureDP
from dpdesk.privacy.noise import discrete_laplace
from dpdesk.selftest.audits.verdicts import Counted, Verdict, claim_of, decide
from dpdesk.sequential.between_thresholds import BetweenThresholds
from dpdesk.sequential.interior_point import OnlineInteriorPoint
from dpdesk.sequential.mechanism import Answer, Sequential

Int64 = npt.NDArray[np.int64]
Bool = npt.NDArray[np.bool_]
Runs = Callable[[Sequence[int], int], "Transcripts"]
"""Given a stream of exact counts and a number of runs: their transcripts."""

RUNS = 40_000
_BINS = 16
_CLEARLY = (1.0, 2.0, 4.0)  # how many times e^ε the ratio of a kind is to be
_CODES = {answer: code for code, answer in enumerate(Answer, start=1)}
_POOL = 1 << 15


@dataclass(frozen=True, slots=True)
class Transcripts:
    """Runs in rows. `answers`: 0 where no question was asked any more. `values`: whole, meaningless where none is."""

    answers: Int64
    values: Int64
    valued: Bool

    def part(self, which: int) -> Transcripts:
        """The first third of the runs (0) or the others (1)."""
        cut = self.answers.shape[0] // 3
        rows = slice(0, cut) if which == 0 else slice(cut, None)
        return Transcripts(self.answers[rows], self.values[rows], self.valued[rows])


def audit(run: Runs, here: Sequence[int], there: Sequence[int], loss: PureDP | ApproxDP, runs: int = RUNS) -> Verdict:
    """Whether `run` is more revealing than `loss` on these two neighbouring streams of counts."""
    claim = claim_of(loss)
    streams = (run(here, runs), run(there, runs))
    first, second = [side.part(0) for side in streams], [stream.part(1) for stream in streams]
    events = [
        Counted.single(name, (int(seen[0].sum()), int(seen[1].sum())), (int(tried[0].sum()), int(tried[1].sum())))
        for stream in (0, 1)
        for name, seen, tried in _events(first, second, claim.epsilon, stream)
    ]
    return decide(events, (first[0].answers.shape[0], second[0].answers.shape[0]), claim, runs)


def _events(
    first: list[Transcripts], second: list[Transcripts], epsilon: float, side: int
) -> Iterator[tuple[str, list[Bool], list[Bool]]]:
    """Events as (name, rows of the first parts in it, rows of the second parts in it); made from the first alone."""
    groups = [*first, *second]
    size = first[0].answers.shape[0]
    questions = first[0].answers.shape[1]

    def split(inside: Bool) -> tuple[list[Bool], list[Bool]]:
        parts = np.split(inside, [size, 2 * size, 2 * size + second[0].answers.shape[0]])
        return parts[:2], parts[2:]

    answers = np.concatenate([group.answers for group in groups])
    values = np.concatenate([group.values for group in groups])
    valued = np.concatenate([group.valued for group in groups])
    known = values[: 2 * size][valued[: 2 * size]]
    edges = np.unique(np.quantile(known, np.arange(1, _BINS) / _BINS)) if known.size else np.empty(0)
    coarse = np.where(valued, 1 + np.searchsorted(edges, values), 0)
    cells = answers * (_BINS + 2) + coarse
    if known.size:
        yield from (
            (f"value {j + 1} at most {edge:g}", *split(valued[:, j] & (values[:, j] <= edge)))
            for j in range(questions)
            if valued[: 2 * size, j].any()
            for edge in edges
        )
    for rows, what in ((answers, "answers"), (cells, "answers and values")):
        if what == "answers and values" and not known.size:
            continue
        identity = np.zeros(answers.shape[0], dtype=np.int64)
        score = np.zeros(answers.shape[0])
        for j in range(questions):
            _, identity = np.unique(identity * 1024 + rows[:, j], return_inverse=True)
            score += _log_ratio(np.unique(rows[:, j], return_inverse=True)[1], size, side)
            ratio, kinds = _ratios(identity, size, epsilon, side)
            for kind in kinds:
                yield f"one beginning of {j + 1} {what}", *split(identity == kind)
            for factor in _CLEARLY:
                yield f"{what} to question {j + 1} by likelihood", *split((ratio > factor)[identity])
        for cut in np.unique(np.quantile(score[side * size : (side + 1) * size], np.linspace(0.02, 0.98, 25))):
            yield f"{what} by the sum of their ratios", *split(score >= cut)
    ends = (answers > 0).sum(axis=1)
    for j in range(questions):
        yield f"ends at question {j + 1}", *split(ends == j + 1)
        yield f"ends by question {j + 1}", *split(ends <= j + 1)


def _tallies(identity: Int64, size: int, side: int) -> tuple[Int64, Int64]:
    """How often each kind came in the first parts, of the one stream and of the other."""
    kinds = int(identity.max()) + 1
    parts = [np.bincount(identity[part * size : (part + 1) * size], minlength=kinds) for part in (side, 1 - side)]
    return parts[0], parts[1]


def _log_ratio(identity: Int64, size: int, side: int) -> npt.NDArray[np.float64]:
    """For each row the log ratio of its kind, by the first parts, smoothed."""
    often, seldom = _tallies(identity, size, side)
    result: npt.NDArray[np.float64] = np.log((often + 2) / (seldom + 2))[identity]
    return result


def _ratios(identity: Int64, size: int, epsilon: float, side: int) -> tuple[npt.NDArray[np.float64], list[int]]:
    """For each kind its count over e^ε times the other's, and the kinds that exceed it most clearly."""
    often, seldom = _tallies(identity, size, side)
    other = math.exp(epsilon) * (seldom + 1.0)
    clear = (often - other) / np.sqrt(often + math.exp(epsilon) * other)
    return often / other, np.argsort(-clear)[:8].tolist()


def runs_of(make: Callable[[], Sequential]) -> Runs:
    """Runs of the mechanism's own code, its noise drawn many values at a time by the same sampler."""
    kind = type(make())
    pool: dict[tuple[int, int], list[int]] = {}

    def noise(_: Sequential, scale: Fraction) -> int:
        key = scale.as_integer_ratio()
        left = pool.get(key)
        if not left:
            left = pool[key] = discrete_laplace(scale, _POOL).tolist()
        return left.pop()

    # OnlineInteriorPoint asks a run of its own; positions are the numbers of the questions.
    pooled = type(kind.__name__, (kind,), {"__slots__": (), "_noise": noise})
    inner = type("BetweenThresholds", (BetweenThresholds,), {"__slots__": (), "_noise": noise})

    def run(stream: Sequence[int], runs: int) -> Transcripts:
        answers: list[int] = []
        values: list[int | None] = []
        for _ in range(runs):
            session = make()
            session.__class__ = pooled
            if isinstance(session, OnlineInteriorPoint):
                session._inner.__class__ = inner
                replies = [session.ask_at(place, count) for place, count in enumerate(stream)]
            else:
                replies = []
                for count in stream:
                    replies.append(session.ask(count))
                    if session.finished:
                        break
            unasked = len(stream) - len(replies)
            answers += [_CODES[reply.answer] for reply in replies] + [0] * unasked
            values += [None if reply.value is None else int(reply.value) for reply in replies] + [None] * unasked
        shape = (runs, len(stream))
        return Transcripts(
            np.array(answers, dtype=np.int64).reshape(shape),
            np.array([value or 0 for value in values], dtype=np.int64).reshape(shape),
            np.array([value is not None for value in values], dtype=np.bool_).reshape(shape),
        )

    return run
