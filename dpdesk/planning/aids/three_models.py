"""What it costs not to know the questions beforehand: one set of questions under three models, at one budget.

Bun, Steinke and Ullman ("Make Up Your Mind", section 2.3) tell three models apart. *Offline*: all questions are known
before any is answered. *Online*: they are fixed beforehand, but each is answered before the next is seen. *Adaptive*:
each may depend on the answers so far. Here the questions are k thresholds (how many people have a code at or below a
given one of T ordered codes), and for each model the ways the program has of answering them are forecast, without data:
- tables of exactly these questions, by the best linear mechanism (offline only; every code is rounded to the next code
  that is asked about, so that the domain is no larger than k + 1);
- tables of *all* thresholds of the code list, which answer whatever is asked later (every model);
- fresh Laplace noise for each question, k times as much as for one (online, adaptive); with Gaussian noise only √k
  times as much, which the sessions of this program do not offer: shown, never chosen;
- adaptive thresholds (Theorem 5.16), where the loss has a delta (online, adaptive).

Error: with probability at least 1 − β no answer is off by more, in rows. Fresh noise: exact tails of the discrete law,
(1 − P(|Z| > e))^k ≥ 1 − β. Tables: the exact law of each answer at level 1 − β/m, the union bound over m answers. m is
k for questions fixed beforehand (whatever they are, the noise does not depend on them), and the number of all answers
published for adaptive ones, since whoever sees them all may ask for the worst. Of more than 1,024 answers the widest
margin is that of the 256 with the largest standard error. The union bound errs on the safe side: running totals go
wrong together, and three quarters to nine tenths of the error stated are what is really exceeded that seldom.
Accuracy α: the least n with error ≤ αn, exact.

Source formulas stand beside, with natural logarithms and every constant written out; where the source has only O(…)
the constant is taken as 1 and the line says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, expm1, log, log1p
from typing import Any

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.catalogue import ROWS, Builder, noises
from dpdesk.privacy.conversion import largest_rho
from dpdesk.privacy.exact import format_exact, sqrt_down
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.noise_law import gaussian_cdf
from dpdesk.problems.problem import problem
from dpdesk.queries import Prefix, Workload
from dpdesk.sequential.adaptive_thresholds import AdaptiveThresholds, theorem_rows
from dpdesk.sequential.mechanism import ACCURACY, probability
from dpdesk.sequential.noisy_counts import NoisyCounts

OFFLINE, ONLINE, ADAPTIVE = "offline", "online", "adaptive"
MODELS = (OFFLINE, ONLINE, ADAPTIVE)
THESE, ALL, FRESH, FRESH_GAUSSIAN, CHUNKS = "these", "all", "fresh", "fresh-gaussian", "adaptive-thresholds"
MANY_ANSWERS = 1024
WIDEST = 256
CANDIDATES = 3
MOST_POINTS = 1 << 13


@dataclass(frozen=True, slots=True)
class Way:
    """One way of answering. `error` in rows; `needed` is the least n for the accuracy; None where it cannot be used.

    `method`: THESE or ALL (tables), FRESH, FRESH_GAUSSIAN or CHUNKS (a session); `detail` names mechanism and noise.
    `offered`: whether this program carries it out.
    """

    method: str
    detail: str
    error: int | None
    needed: int | None
    offered: bool = True
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class SourceSize:
    """A sample size by a formula of the sources; `kind` is "enough", "necessary", or "order": constant not known."""

    source: str
    formula: str
    n: int
    kind: str


@dataclass(frozen=True, slots=True)
class ModelForecast:
    """One model: its ways, the best first, and what the sources say."""

    model: str
    ways: tuple[Way, ...]
    sources: tuple[SourceSize, ...]

    @property
    def best(self) -> Way | None:
        """The way that needs the fewest people, of those the program offers."""
        return next((way for way in self.ways if way.offered and way.needed is not None), None)


@dataclass(frozen=True, slots=True)
class ThreeModels:
    """The same questions under each model."""

    points: int
    questions: int
    loss: Loss
    neighbours: Neighbours
    accuracy: Fraction
    failure: Fraction
    models: tuple[ModelForecast, ...]

    def model(self, name: str) -> ModelForecast:
        """One of them by name."""
        return next(one for one in self.models if one.model == name)

    def times(self, name: str) -> float | None:
        """How many times as many people a model needs as offline."""
        here, offline = self.model(name).best, self.model(OFFLINE).best
        if here is None or offline is None or not here.needed or not offline.needed:
            return None
        return here.needed / offline.needed

    def to_json(self) -> dict[str, Any]:
        """All figures; exact numbers as texts."""
        return {
            "kind": "thresholds",
            "points": self.points,
            "questions": self.questions,
            "loss": self.loss.to_json(),
            "neighbours": self.neighbours.value,
            "accuracy": format_exact(self.accuracy),
            "failure": format_exact(self.failure),
            "models": [
                {
                    "model": one.model,
                    "times_offline": self.times(one.model),
                    "ways": [
                        {
                            "method": way.method,
                            "detail": way.detail,
                            "error": way.error,
                            "needed": way.needed,
                            "offered": way.offered,
                            "why_not": way.why_not or None,
                        }
                        for way in one.ways
                    ],
                    "sources": [
                        {"source": line.source, "formula": line.formula, "n": line.n, "kind": line.kind}
                        for line in one.sources
                    ],
                }
                for one in self.models
            ],
        }

    def lines(self) -> list[str]:
        """The comparison in words, for a terminal."""
        found = [
            f"{self.questions:,} thresholds on {self.points:,} codes at {self.loss}: errors that are exceeded with a "
            f"probability of at most {format_exact(self.failure)}, and how many people are needed for them to be at "
            f"most {format_exact(self.accuracy)} of their number."
        ]
        for one in self.models:
            found.append(f"{_HEADINGS[one.model]}")
            best = one.best
            for way in one.ways:
                if way.needed is None:
                    found.append(f"    {_WAYS[way.method]}: {way.why_not}")
                    continue
                mark = "  > " if way is best else "    "
                note = "" if way.offered else "; not offered by sessions here"
                detail = f" ({way.detail})" if way.detail else ""
                error = "" if way.error is None else f"at most {way.error:,} off, "
                found.append(f"{mark}{_WAYS[way.method]}{detail}: {error}needs {way.needed:,}{note}")
            for line in one.sources:
                found.append(f"    {line.source}: n {_SIGNS[line.kind]} {line.formula} = {line.n:,}{_NOTES[line.kind]}")
        found.append(self.sentence())
        return found

    def sentence(self) -> str:
        """What follows, in one sentence."""
        online, adaptive = self.times(ONLINE), self.times(ADAPTIVE)
        if online is None or adaptive is None:
            return "Not all of the three models have a way of answering these questions at this budget."
        if adaptive <= 1.005:
            return "Nothing is lost by asking one at a time: tables of all answers are as good as tables of these."
        return (
            f"Asked one at a time these questions need {online:.3g} times as many people as asked together, and "
            f"{adaptive:.3g} times as many where each may depend on the answers before."
        )


_HEADINGS = {
    OFFLINE: "All questions known beforehand (offline)",
    ONLINE: "Fixed beforehand, answered one at a time (online)",
    ADAPTIVE: "Each may depend on the answers so far (adaptive)",
}
_WAYS = {
    THESE: "tables of these questions",
    ALL: "tables of all such questions",
    FRESH: "fresh noise for each question",
    FRESH_GAUSSIAN: "fresh Gaussian noise for each question",
    CHUNKS: "adaptive thresholds",
}
_SIGNS = {"enough": "≥", "necessary": "≥", "order": "~"}
_NOTES = {"enough": "", "necessary": " (fewer are not enough)", "order": " (constant not stated, taken as 1)"}


@dataclass(frozen=True, slots=True)
class _Terms:
    """Everything all ways are forecast for."""

    loss: Loss
    neighbours: Neighbours
    accuracy: Fraction
    failure: Fraction
    rows_per_unit: int
    exact_row: bool

    def needed(self, error: float | int) -> int:
        """The least n with error ≤ αn."""
        return max(1, ceil(Fraction(error) / self.accuracy))


def compare_thresholds(
    points: int,
    thresholds: int | Iterable[int],
    loss: Loss,
    neighbours: Neighbours,
    accuracy: Fraction,
    failure: Fraction,
    *,
    rows_per_unit: int = 1,
    exact_row: bool = False,
    beyond: bool = False,
) -> ThreeModels:
    """The three models for thresholds on codes 1 … `points`; a number of them stands for so many spread evenly.

    `exact_row`: every unit is known to have exactly one row, in a cell. `beyond`: a row may also hold a code without a
    place in the order ("not stated"), at or below no threshold. BadInput for what makes no sense.
    """
    if not 1 < points <= MOST_POINTS:
        raise BadInput(problem("planning.too_few_codes", most=MOST_POINTS))
    if isinstance(thresholds, int):
        if not 1 <= thresholds <= points:
            raise BadInput(problem("planning.thresholds_different", points=points))
        places = [-(-place * points // (thresholds + 1)) for place in range(1, thresholds + 1)]
        if len(set(places)) < thresholds:
            places = list(range(1, thresholds + 1))
    else:
        places = sorted(set(thresholds))
        if not places or places[0] < 1 or places[-1] > points:
            raise BadInput(problem("planning.thresholds_by_number", points=points))
    terms = _checked(loss, neighbours, accuracy, failure, rows_per_unit, exact_row)
    k = len(places)
    # The class above the last threshold matters only where the public total can be made use of.
    these = Prefix(k + 1 if exact_row and (beyond or places[-1] < points) else k)
    return _compare(points, k, these, Prefix(points + 1 if exact_row and beyond else points), terms)


def _checked(
    loss: Loss, neighbours: Neighbours, accuracy: Fraction, failure: Fraction, rows_per_unit: int, exact_row: bool
) -> _Terms:
    probability(accuracy, ACCURACY)
    probability(failure)
    return _Terms(loss, neighbours, accuracy, failure, rows_per_unit, exact_row)


def _compare(points: int, k: int, these: Workload, every: Workload, terms: _Terms) -> ThreeModels:
    whole = _Tables(ALL, every, terms)
    models = []
    for model in MODELS:
        if model == OFFLINE:
            ways = [_Tables(THESE, these, terms).way(k), whole.way(k)]
        else:
            published = every.shape[0]
            ways = [whole.way(min(k, published) if model == ONLINE else published), *_fresh(k, terms)]
            if isinstance(terms.loss, ApproxDP):
                ways.append(_chunks(k, terms, terms.loss))
        ways.sort(key=lambda way: (way.needed is None, way.needed or 0))
        models.append(ModelForecast(model, tuple(ways), tuple(_sources(model, points, k, terms))))
    return ThreeModels(points, k, terms.loss, terms.neighbours, terms.accuracy, terms.failure, tuple(models))


class _Tables:
    """A release of some workload: the few best mechanisms for its largest error, kept for several levels."""

    def __init__(self, method: str, workload: Workload, terms: _Terms) -> None:
        self._method, self._terms = method, terms
        builder = Builder(
            workload,
            terms.neighbours,
            objective="max",
            rows_per_unit=terms.rows_per_unit,
            exact_row=terms.exact_row,
        )
        built: list[Mechanism] = []
        for name in ROWS:
            for law in noises(name, terms.loss):
                if builder.refuses(name, law) is None and not builder.takes_long(name, law):
                    built.append(builder.build(name, law, terms.loss))
        built.sort(key=lambda one: float(f"{one.max_std:.10g}"))
        self._built = built[:CANDIDATES]

    def way(self, answers: int) -> Way:
        """The best of them where so many answers must be right together."""
        if not self._built:
            return Way(self._method, "", None, None, why_not="no method serves this budget.")
        level = 100 * (1 - self._terms.failure / answers)
        margins = [largest_margin(one, level) for one in self._built]
        _, place = min((float(f"{margin:.10g}"), at) for at, margin in enumerate(margins))
        best, error = self._built[place], margins[place]
        detail = best.name if best.name in ("laplace", "gaussian") else f"{best.name}, {best.noise} noise"
        return Way(self._method, detail, ceil(error), self._terms.needed(error))


def largest_margin(mechanism: Mechanism, level: Fraction) -> float:
    """The widest margin of a mechanism's answers at a level in per cent; above 1,024 answers among 256 of them."""
    rows = None
    if mechanism.std.size > MANY_ANSWERS:
        rows = np.sort(np.argsort(mechanism.std, kind="stable")[-WIDEST:])
    found = mechanism.margins(level, rows)
    return float(found.max()) if found.size else 0.0


def _fresh(k: int, terms: _Terms) -> list[Way]:
    """Fresh noise for each of k questions; each row of a unit may move every answer by one."""
    loss = terms.loss
    pure = PureDP(sqrt_down(2 * loss.rho)) if isinstance(loss, ZCDP) else PureDP(loss.epsilon)
    found = []
    try:
        error = NoisyCounts(k, pure, terms.neighbours, terms.rows_per_unit).error(k, terms.failure)
        found.append(Way(FRESH, "laplace noise", error, terms.needed(error)))
    except BadInput as wrong:
        found.append(Way(FRESH, "laplace noise", None, None, why_not=str(wrong)))
    if not isinstance(loss, PureDP):
        rho = loss.rho if isinstance(loss, ZCDP) else largest_rho(loss.epsilon, loss.delta)
        error = gaussian_error(k, Fraction(k * terms.rows_per_unit**2) / (2 * rho), terms.failure)
        found.append(Way(FRESH_GAUSSIAN, "gaussian noise", error, terms.needed(error), offered=False))
    return found


def _chunks(k: int, terms: _Terms, loss: ApproxDP) -> Way:
    """Adaptive thresholds, with their error at the number of rows they need."""
    try:
        found = AdaptiveThresholds.terms(terms.accuracy, k, terms.failure, loss, terms.neighbours, terms.rows_per_unit)
    except BadInput as wrong:
        return Way(CHUNKS, "", None, None, why_not=str(wrong))
    return Way(CHUNKS, f"{found.chunks} chunks", found.error(found.needed), found.needed)


def gaussian_error(k: int, sigma_squared: Fraction, failure: Fraction) -> int:
    """The least e with (1 − P(|Z| > e))^k ≥ 1 − β for k discrete Gaussian variables."""
    wanted = -expm1(log1p(-float(failure)) / k)

    def misses(error: int) -> bool:
        return 2 * float(gaussian_cdf(-error - 1, sigma_squared)) > wanted

    high = 1
    while misses(high):
        high *= 2
    low = high // 2
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if misses(middle) else (low, middle)
    return high


# The sources ------------------------------------------------------------------------------------------------------


def _sources(model: str, points: int, k: int, terms: _Terms) -> list[SourceSize]:
    found: list[SourceSize] = []
    loss, alpha, beta, c = terms.loss, float(terms.accuracy), float(terms.failure), terms.rows_per_unit
    if isinstance(loss, ZCDP):
        return found
    epsilon = float(loss.epsilon) / c
    found.append(
        SourceSize(
            "Laplace noise for each question (lecture 3, 3.3)", "k ln(k/β)/(εα), continuous noise",
            ceil(k * log(k / beta) / (epsilon * alpha)), "enough",
        )
    )  # fmt: skip
    if model == OFFLINE:
        wide, narrow = log(k) + log(1 / alpha) ** 2, log(k) ** 2
        found.append(
            SourceSize(
                "Bun, Steinke, Ullman, Proposition 5.2", "min(ln k + ln²(1/α), ln² k)/(εα)",
                max(1, ceil(min(wide, narrow) / (epsilon * alpha))), "order",
            )
        )  # fmt: skip
        return found
    if isinstance(loss, PureDP):
        if k >= 1 + (points - 1).bit_length():
            # Replacing one row by another is removing and adding: two steps.
            steps = 1 if terms.neighbours is Neighbours.REPLACE_ONE else 2
            least = (log((1 - beta) * (points - 1) / beta) / (float(loss.epsilon) * steps) - 2) / (2 * alpha)
            found.append(
                SourceSize(
                    "Bun, Steinke, Ullman, Lemmas 5.5 and 5.6",
                    f"(ln((1 − β)(T − 1)/β)/{'ε' if steps == 1 else '2ε'} − 2)/(2α)",
                    max(1, ceil(least)), "necessary",
                )
            )  # fmt: skip
        return found
    size = theorem_rows(terms.accuracy, k, terms.failure, loss, c)
    found.append(
        SourceSize(
            "Bun, Steinke, Ullman, Theorem 5.16 with Proposition 5.15",
            "max(6n'/α, 24 ln^2.5(4/α) ln(2/β)/(αε₀)), n' = (36/ε₀)(ln(k+1) + ln(8/(αβ)) + ln(10/ε₀) + ln(1/δ₀) + 1), "
            "ε₀ = ε/4, δ₀ = δ/(1 + e^ε₀)",
            size, "enough",
        )
    )  # fmt: skip
    return found
