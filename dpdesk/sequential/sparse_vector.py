"""Which counts reach a threshold: any number of questions, and a charge for those that do alone.

Guarantee: with H hits (answers "above") and parts ε1 + ε2 + ε3 = ε, the whole transcript, the question at which it
ends included, is ε-differentially private for units of up to c rows, whoever chooses the questions and however many
there are: docs/proofs/sparse_vector.md. This is Lyu, Su, Li 2017 (arXiv 1603.01699), Algorithm 7, and its saving for
monotonic questions (§4.3), on whole numbers: threshold noise μ of scale c/ε1, drawn once for the run; question j is
"above" where q_j + ν_j ≥ T + μ, ν_j fresh of scale 2Hc/ε2, or Hc/ε2 under add/remove; after H times "above" the run is
finished. A *value* is the count with noise of its own, of scale Hc/ε3: the noise of the comparison is not shown, for it
is what hides the threshold's.

What the questions must be: each the count of the rows that satisfy some condition (so that it changes by at most c
when a unit is added, removed or exchanged, and, when one is added, none falls). Anything else asked of `ask` under
add/remove, such as the difference of two counts, is not covered by the smaller noise.

Threshold noise drawn again at each question, hits without limit, no noise on the questions, or noise that does not grow
with H break the proof. The audit (selftest/audits) catches the last three at its own number of runs.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import PureDP
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase
from dpdesk.sequential.mechanism import (
    QUESTIONS,
    Answer,
    Reply,
    Sequential,
    how_many,
    noise_scale,
    probability,
    whole,
)
from dpdesk.sequential.tails import smallest_error


class SparseVector(Sequential):
    """Is this count at or above the threshold? Until so many were."""

    __slots__ = (
        "_hits_left",
        "_noisy_threshold",
        "hits",
        "question_scale",
        "threshold",
        "threshold_scale",
        "value_scale",
        "value_share",
        "values",
    )

    name: ClassVar[str] = "sparse-vector"
    loss: PureDP

    def __init__(
        self,
        threshold: int,
        hits: int,
        loss: PureDP,
        neighbours: Neighbours,
        values: bool = False,
        value_share: Fraction = Fraction(1, 2),
        rows_per_unit: int = 1,
    ) -> None:
        """`value_share`: the part of ε that pays for values. BadInput for what cannot be."""
        super().__init__(loss, neighbours, rows_per_unit)
        self.threshold = whole(threshold, phrase("sequential.threshold"))
        self.hits = how_many(hits, phrase("sequential.number_of_hits"))
        self.values = values
        share = probability(value_share, phrase("sequential.share_of_the_budget_for_values"))
        self.value_share = share if values else Fraction(0)
        self.threshold_scale, self.question_scale, self.value_scale = _scales(
            loss, neighbours, self.hits, self.value_share, self.rows_per_unit
        )
        self._hits_left = self.hits
        self._noisy_threshold: int | None = None

    @property
    def finished(self) -> bool:
        """Whether all hits are used up."""
        return self._hits_left == 0

    @property
    def hits_left(self) -> int:
        """How many more times "above" may be answered."""
        return self._hits_left

    def _answer(self, exact_count: int) -> Reply:
        if self._noisy_threshold is None:
            self._noisy_threshold = self.threshold + self._noise(self.threshold_scale)
        if exact_count + self._noise(self.question_scale) < self._noisy_threshold:
            return Reply(Answer.BELOW)
        self._hits_left -= 1
        if self.value_scale is None:
            return Reply(Answer.ABOVE)
        return Reply(Answer.ABOVE, exact_count + self._noise(self.value_scale))

    def error(self, questions: int, failure: Fraction) -> int:
        """With probability at least 1 − failure no answer among so many questions is off by more than this.

        "Above" is off by e if the count is e below the threshold, "below" if it is e above it; a value by its noise.
        """
        asked = how_many(questions, QUESTIONS)
        return smallest_error(
            asked,
            failure,
            self.question_scale,
            self.threshold_scale,
            sides=1,
            values=min(asked, self.hits) if self.values else 0,
            value_scale=self.value_scale,
        )

    def describe(self) -> dict[str, Any]:
        """Method and parameters, exact; the noise drawn is not among them."""
        return {
            "method": self.name,
            "threshold": self.threshold,
            "hits": self.hits,
            "values": self.values,
            **self._promise(),
            "threshold_scale": format_exact(self.threshold_scale),
            "question_scale": format_exact(self.question_scale),
            "value_scale": None if self.value_scale is None else format_exact(self.value_scale),
        }


@lru_cache(maxsize=64)
def _scales(
    loss: PureDP, neighbours: Neighbours, hits: int, value_share: Fraction, rows_per_unit: int
) -> tuple[Fraction, Fraction, Fraction | None]:
    """Scales of the noise of the threshold, of a question, and of a value where one is paid for."""
    for_values = loss.epsilon * value_share
    pay = loss.epsilon - for_values
    directions = 1 if neighbours is Neighbours.ADD_REMOVE else 2
    first = pay / (1 + best_ratio(directions * hits))
    return (
        noise_scale(rows_per_unit / first),
        noise_scale(directions * hits * rows_per_unit / (pay - first)),
        noise_scale(hits * rows_per_unit / for_values) if value_share else None,
    )


@lru_cache(maxsize=64)
def best_ratio(steps: int) -> Fraction:
    """ε2/ε1: steps^(2/3) rounded to sixteenths, by whole-number arithmetic."""
    cube = steps * steps << 12  # (16·steps^(2/3))³
    root = 1 << -(-cube.bit_length() // 3)
    while True:  # Newton from above ends at the floor of the cube root
        lower = (2 * root + cube // (root * root)) // 3
        if lower >= root:
            break
        root = lower
    return Fraction(root if cube - root**3 <= (root + 1) ** 3 - cube else root + 1, 16)
