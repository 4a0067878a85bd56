"""Sparse vector as it has been published wrongly (Lyu, Su, Li 2017, Figure 1), as doubles for the audit to catch.

Each claims ε for counts of sensitivity 1 and is run many times at once. `threshold_scale` is the noise of the
threshold, `scale` that of the questions (None: none), `hits` where it ends (None: never); `shown` releases the noisy
count that was compared; `redrawn` draws the threshold's noise at each question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from dpdesk.privacy.noise import discrete_laplace
from dpdesk.selftest.audits.transcripts import Transcripts


@dataclass(frozen=True)
class Wrong:
    threshold: int
    threshold_scale: Fraction
    scale: Fraction | None
    hits: int | None
    shown: bool = False
    redrawn: bool = False

    def __call__(self, stream: Sequence[int], runs: int) -> Transcripts:
        answers, values = np.zeros((2, runs, len(stream)), dtype=np.int64)
        valued = np.zeros((runs, len(stream)), dtype=bool)
        bar = self.threshold + discrete_laplace(self.threshold_scale, runs)
        left = np.full(runs, len(stream) + 1 if self.hits is None else self.hits)
        for place, count in enumerate(stream):
            if self.redrawn:
                bar = self.threshold + discrete_laplace(self.threshold_scale, runs)
            noise = 0 if self.scale is None else discrete_laplace(self.scale, runs)
            asked, above = left > 0, count + noise >= bar
            answers[:, place] = np.where(asked, np.where(above, 1, 2), 0)
            if self.shown:
                valued[:, place] = asked & above
                values[:, place] = np.where(valued[:, place], count + noise, 0)
            left = left - (asked & above)
        return Transcripts(answers, values, valued)


def algorithm_3(epsilon: Fraction, hits: int, threshold: int) -> Wrong:
    """The noisy count that was compared is released."""
    return Wrong(threshold, 2 / epsilon, 2 * hits / epsilon, hits, shown=True)


def algorithm_4(epsilon: Fraction, hits: int, threshold: int) -> Wrong:
    """The noise of the questions does not grow with the number of hits."""
    return Wrong(threshold, 4 / epsilon, Fraction(4, 3) / epsilon, hits)


def algorithm_5(epsilon: Fraction, threshold: int) -> Wrong:
    """The questions have no noise, and there is no end."""
    return Wrong(threshold, 2 / epsilon, None, None)


def algorithm_6(epsilon: Fraction, threshold: int) -> Wrong:
    """There is no end."""
    return Wrong(threshold, 2 / epsilon, 2 / epsilon, None)


def value_of_the_comparison(epsilon: Fraction, threshold: int) -> Wrong:
    """The right noise for one hit under add/remove, but the value shown is the one compared."""
    return Wrong(threshold, 2 / epsilon, 2 / epsilon, 1, shown=True)
