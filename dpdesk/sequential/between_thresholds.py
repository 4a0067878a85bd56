"""Below both thresholds, above both, or between: any number of questions, until one is between.

Guarantee (Bun, Steinke, Ullman 2017, Figure 7 and Lemma 5.9, in counts): for ε, δ < 1, thresholds l < u at least

    (12c/ε)(ln(10/ε) + ln(1/δ) + 1)

apart and units of up to c rows, the whole transcript, the question at which it ends included, is (ε, δ)-private
under either relation, whoever chooses the questions. μ of scale 2c/ε is drawn once for the run; question j gets
fresh ν_j of scale 6c/ε; it is "left" where q_j + ν_j < l + μ, else "right" where q_j + ν_j > u − μ, else "between",
and then the run is finished. The gap asked for is rounded up to a whole count, its logarithms upwards.

Argument. Fix neighbours x, x', the analyst and coins; counts are whole and |q_j − q'_j| ≤ c: adding or removing a
unit moves at most c rows, exchanging it moves a count by some number between −c and c. Let z* = (u − l)/2 − (6c/ε)
ln(10/ε) − c. The gap makes z* ≥ (6c/ε)(ln(1/δ) + 1) − c ≥ (2c/ε) ln(1/δ).

(1) Claim 5.11. For whole z, P(μ = z) ≤ e^(ε/2) P(μ = z + c), and P(μ > z*) = a^m/(1 + a) with m the least integer
above z* and a = e^(−ε/(2c)), so it is below a^z* ≤ δ. If for every transcript t and every whole z ≤ z*

    P(t | x, μ = z) ≤ e^(ε/2) P(t | x', μ = z + c),      (∗)

then for every set S of transcripts P(S | x) ≤ Σ_(z ≤ z*) P(μ = z) P(S | x, z) + δ ≤ e^ε Σ_z P(μ = z + c) P(S | x', z
+ c) + δ ≤ e^ε P(S | x') + δ: sums over integers where the source has integrals; z + c runs over integers again.

(2) Claim 5.12: answers before the last cost nothing. Given the answers so far each question is fixed, and noise that
makes it "left" for x at z makes it so for x' at z + c: q'_j + ν_j ≤ q_j + ν_j + c < l + z + c. Noise that makes it
"right" for x does so for x': q'_j + ν_j ≥ q_j + ν_j − c > u − z − c, and not "left", as u − z − c ≥ l + z + c where
z ≤ (u − l)/2 − c, which z* is below.

(3) "Between". With D = q'_j − q_j, x at z says so where l + z + D ≤ q'_j + ν_j ≤ u − z + D, and x' at z + c where
l + z + c ≤ q'_j + ν_j ≤ u − z − c. As |D| ≤ c the first interval contains the second and has 2c whole points more. The
claim below, at η = 2c and λ = 6c/ε, bounds the ratio by e^(ε/3)/(1 − e^(−L/(2λ))), where L − 1 = u − l − 2z − 2c ≥
(12c/ε) ln(10/ε) for z ≤ z*, so that the denominator is at least 1 − ε/10 ≥ e^(−ε/6) (−ln(1 − y) ≤ y/(1 − y) ≤ ε/9 at
y = ε/10). Together e^(ε/2): with (2) that is (∗).

*Claim 5.13 on the integers.* Let ν be discrete Laplace of scale λ, r = e^(−1/λ), a' ≤ a ≤ b ≤ b' whole, and η ≥ (b'
− a') − (b − a). Then P(a' ≤ ν ≤ b') ≤ e^(η/λ)/(1 − e^(−L/(2λ))) · P(a ≤ ν ≤ b), where L = b − a + 1 is the number of
points; it takes the place of the length b − a. Proof, in weights r^|x|. If b ≤ 0 (or a ≥ 0, mirrored): at most η
further points weigh no more than r^(−x) summed over b < x ≤ b + η, so the ratio is at most (r^−(b+η+1) −
r^−a)/(r^−(b+1) − r^−a) = (e^(η/λ) − r^L)/(1 − r^L) ≤ e^(η/λ)/(1 − r^L). If a ≤ 0 ≤ b and |a| ≤ b (or the mirror
image): a further point weighs at most 1, and the interval at least Σ_(x=0..b) r^x = (1 − r^(b+1))/(1 − r), where 1 −
r ≤ 1/λ; so the ratio is at most 1 + (η/λ)/(1 − r^(b+1)) ≤ (1 + η/λ)/(1 − r^(b+1)) ≤ e^(η/λ)/(1 − r^(b+1)), and b + 1
≥ L/2.

Accuracy (Lemma 5.10): with probability at least 1 − β, "left" means q ≤ l + e, "right" q ≥ u − e, "between" l − e ≤
q ≤ u + e for all of k questions, where P(max |ν_j| + |μ| > e) ≤ β. `error` takes e from the exact discrete tails;
the source's (8c/ε)(ln(k + 1) + ln(1/β)) rests on the continuous ones.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from dpdesk.errors import BadInput
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.intervals import log
from dpdesk.privacy.loss import ApproxDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase, problem
from dpdesk.sequential.mechanism import (
    QUESTIONS,
    Answer,
    Reply,
    Sequential,
    how_many,
    noise_scale,
    whole,
)
from dpdesk.sequential.tails import smallest_error

_BITS = 96


class BetweenThresholds(Sequential):
    """Is this count left of both thresholds, right of both, or between? Until one was between."""

    __slots__ = (
        "_finished",
        "_shift",
        "lower",
        "question_scale",
        "threshold_scale",
        "upper",
    )

    name: ClassVar[str] = "between-thresholds"
    loss: ApproxDP

    def __init__(self, lower: int, upper: int, loss: ApproxDP, neighbours: Neighbours, rows_per_unit: int = 1) -> None:
        """BadInput for ε ≥ 1 and for thresholds closer than Lemma 5.9 asks, naming the gap that would do."""
        super().__init__(loss, neighbours, rows_per_unit)
        self.lower = whole(lower, phrase("sequential.lower_threshold"))
        self.upper = whole(upper, phrase("sequential.upper_threshold"))
        needed = smallest_gap(loss, self.rows_per_unit)
        if self.upper - self.lower < needed:
            raise BadInput(
                problem("sequential.thresholds_apart", needed=needed, loss=str(loss), given=self.upper - self.lower)
            )
        self.threshold_scale = noise_scale(2 * self.rows_per_unit / loss.epsilon)
        self.question_scale = noise_scale(6 * self.rows_per_unit / loss.epsilon)
        self._finished = False
        self._shift: int | None = None

    @property
    def finished(self) -> bool:
        """Whether a count was between."""
        return self._finished

    @property
    def hits_left(self) -> int:
        """How many more times "between" may be answered: 1 or 0."""
        return 0 if self._finished else 1

    def _answer(self, exact_count: int) -> Reply:
        if self._shift is None:
            self._shift = self._noise(self.threshold_scale)
        noisy = exact_count + self._noise(self.question_scale)
        if noisy < self.lower + self._shift:
            return Reply(Answer.LEFT)
        if noisy > self.upper - self._shift:
            return Reply(Answer.RIGHT)
        self._finished = True
        return Reply(Answer.BETWEEN)

    def error(self, questions: int, failure: Fraction) -> int:
        """With probability at least 1 − failure no answer among so many questions is off by more than this.

        "Left" is off by e if the count is e above the lower threshold, "right" if it is e below the upper one,
        "between" if it is e outside them.
        """
        asked = how_many(questions, QUESTIONS)
        return smallest_error(asked, failure, self.question_scale, self.threshold_scale)

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact; the noise drawn is not among them."""
        return {
            "method": self.name,
            "lower": self.lower,
            "upper": self.upper,
            **self._promise(),
            "threshold_scale": format_exact(self.threshold_scale),
            "question_scale": format_exact(self.question_scale),
        }


@lru_cache(maxsize=256)
def smallest_gap(loss: ApproxDP, rows_per_unit: int = 1) -> int:
    """The least whole gap that Lemma 5.9 allows: (12c/ε)(ln(10/ε) + ln(1/δ) + 1), rounded up. BadInput for ε ≥ 1."""
    if loss.epsilon >= 1:
        raise BadInput(problem("sequential.two_epsilon", given=format_exact(loss.epsilon)))
    above = Fraction(log(10 / (loss.epsilon * loss.delta), _BITS)[1], 1 << _BITS)
    return math.ceil(12 * rows_per_unit / loss.epsilon * (above + 1))
