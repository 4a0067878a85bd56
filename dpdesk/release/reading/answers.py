"""The answers of a group to one statistic as a release reads them: unbiased, consistent, and with their margins."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.answers.combined import normal_ratio
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.postprocess.limits.narrow_limits import NORMAL, OTHER, Splits, margin_levels

Values = NDArray[np.float64]
Integers = NDArray[np.int64]

_MARGIN_STEPS = 10_000.0
"""Margins are rounded up to four decimals, and limits made from them: short enough for every reader to read back.

What is above such a number by less than 1e-9 is a rounding error of floating point, in the margin as in the answer.
"""

MOST_LAWS = 2_000
"""Answers of a table up to which laws of noise that is not normal are looked at once more for their limits."""


@dataclass(slots=True, eq=False)
class Answers:
    """One statistic of a group: the unbiased answers, the consistent cells, and the consistent answers.

    Answers that other groups give too are replaced by the averages, with their own noise. `informed` are the
    answers given all that the release's groups know, which are made consistent; `shares` limits of shares of lines,
    kept for the other measures that are read from the same lines.
    """

    mechanism: Mechanism
    unbiased: Values
    level: Fraction | int
    noise: Noise
    informed: Values
    consistent: Integers = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    shares: dict[Hashable, tuple[Values, Values]] = field(default_factory=dict)

    def take(self, noise: Noise, answers: Values) -> None:
        """Put averages in the place of this group's own answers."""
        self.noise, self.unbiased = noise, answers
        self.shares.clear()

    def noiseless(self, rows: Integers) -> NDArray[np.bool_]:
        """Whether an answer bears no noise at all (a margin of 0 does not say so: small noise rounds to it)."""
        return np.asarray((rows == NO_ROW) | (self.noise.std[np.maximum(rows, 0)] == 0), dtype=bool)

    @property
    def splits(self) -> Splits:
        """How limits of counts divide the error among their sides."""
        return NORMAL if self._is_normal else OTHER

    @property
    def _is_normal(self) -> bool:
        scales = [scale.scale for scale in self.noise.everyone if scale is not None]
        return normal_ratio(scales, 0.5) is not None

    def margins_by_level(self, rows: Integers) -> list[Values]:
        """Margins at the levels from which limits are made, rounded up; the ordinary one last (−1: nobody, exact).

        Where there are too many laws to look at, all are the ordinary one: limits then leave half of the error to
        either side.
        """
        ordinary = self.margins(rows)
        wanted, back = np.unique(rows[rows != NO_ROW], return_inverse=True)
        levels = margin_levels(self.level, self.splits)
        if not wanted.size or (not self._is_normal and wanted.size > MOST_LAWS):
            return [ordinary] * len(levels)
        by_level = []
        for level in levels[:-1]:
            every = ordinary.copy()
            every[rows != NO_ROW] = printed_margins(self.noise.margins(level, wanted))[back.ravel()]
            by_level.append(every)
        return [*by_level, ordinary]

    def margins(self, rows: Integers) -> Values:
        """Noise margins of the answers in `rows` (−1: nobody, exact)."""
        wanted, back = np.unique(rows[rows != NO_ROW], return_inverse=True)
        result = np.zeros(rows.shape)
        if wanted.size:
            widths = printed_margins(self.noise.margins(self.level, wanted))
            result[rows != NO_ROW] = widths[back.ravel()]
        return result


def printed_margins(widths: Values) -> Values:
    """Margins as they are printed: rounded up."""
    return np.asarray(np.ceil(np.round(widths * _MARGIN_STEPS, 5)) / _MARGIN_STEPS)
