"""Adaptive detail: noisy sizes of areas first, then each area at the level of detail that its noisy size gives it.

Guarantee: the loss of the first stage plus that of the second, which holds for *every* assignment of levels to areas
(docs/proofs/detail.md). The first stage is noise on one count an area. The second is measured at an assignment that
is a pure function of the first stage's noisy integers and of public bounds. Each level has its own noise, calibrated
for one row of an area, and under replacement for rows in two areas of its own (2·A_l² or 2·A_l, A_l the largest norm
of its columns) or for the largest difference within one where that is more. All levels have the same law of noise.

Estimates use the second stage's integers only: given the assignment these are unbiased, while the noise of the first
stage is not, for it selected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.catalogue import Builder
from dpdesk.mechanisms.core.question import Choice
from dpdesk.mechanisms.core.sensitivity import Triple
from dpdesk.mechanisms.mechanism import Mechanism
from dpdesk.privacy.exact import format_exact
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from dpdesk.problems.problem import problem
from dpdesk.queries.workload import IntArray
from dpdesk.translation import translatable

NAME = translatable("adaptive-detail")
MOST_BLOCKS = 1000
"""Levels times vectors whose noise may have scales of its own (privacy/calibration.py)."""


class AreaBuilder(Builder):
    """Builds mechanisms for the counts of one area, of which there are others: neighbours may differ in two of them."""

    def choice(self, name: str, noise: str, loss: Loss) -> Choice:
        """The strategy of a row for one area, with the differences that two areas add."""
        chosen = super().choice(name, noise, loss)
        l1 = None if chosen.l1 is None else with_another_area(chosen.l1)
        return replace(chosen, triples=with_another_area(chosen.triples), l1=l1)


def with_another_area(triples: Sequence[Triple]) -> tuple[Triple, ...]:
    """Triples of columns within an area, and the one of two of the largest columns in different areas.

    Args:
        triples: of one area.
    """
    largest = max(max(a, b) for a, b, _ in triples)
    return (*triples, (largest, largest, 0))


@dataclass(frozen=True, eq=False)
class DetailMechanism:
    """Both stages. `levels` are mechanisms of one area, `starts` the noisy sizes from which they apply, the first 0."""

    variable: str
    areas: tuple[str, ...]
    sizes: Mechanism
    levels: tuple[Mechanism, ...]
    starts: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        """Refuse what the proof does not cover."""
        if len({level.noise for level in self.levels}) > 1:
            raise BadInput(problem("mechanisms.detail_noise"))
        if sum(1 + len(level.sums) for level in self.levels) > MOST_BLOCKS:
            raise BadInput(problem("mechanisms.detail_blocks", most=MOST_BLOCKS))

    def levels_of(self, noisy: IntArray) -> IntArray:
        """The level of each area: the last that begins at or below its noisy size. A function of these integers.

        Args:
            noisy: the measured sizes, one an area.

        Returns:
            int64, a number in `levels` an area.
        """
        units = self.sizes.grid * self.sizes.strategy.unit
        bounds = [start * units for start in self.starts]
        return np.array([max(0, sum(int(size) >= bound for bound in bounds) - 1) for size in noisy], dtype=np.int64)

    def vectors(self, level: int) -> tuple[Mechanism, ...]:
        """The mechanisms of the counts and of each sum at a level.

        Args:
            level: its number.
        """
        counts = self.levels[level]
        return (counts, *counts.sums)

    def split(self, noisy: IntArray, levels: IntArray, vector: int) -> list[IntArray]:
        """Cut measured integers into those of each area.

        Args:
            noisy: all integers of one vector, area after area.
            levels: of each area.
            vector: 0 for the counts, else the number of a sum.

        Raises:
            BadInput: there are not as many integers as the levels ask for.
        """
        lengths = [self.vectors(level)[vector].measurements for level in levels.tolist()]
        if noisy.size != sum(lengths):
            raise BadInput(problem("mechanisms.detail_integers", given=noisy.size, areas=len(lengths)))
        return np.split(noisy, np.cumsum(lengths)[:-1])

    @property
    def account_loss(self) -> Loss | None:
        """What an account in ρ is charged for both stages; None where a stage has no finite ρ."""
        total = Fraction(0)
        second = [level.account_loss for level in self.levels]
        for stage in ([self.sizes.account_loss], second):
            rhos = [_rho(mechanism) for mechanism in stage]
            if any(rho is None for rho in rhos):
                return None
            total += max(rho for rho in rhos if rho is not None)
        return ZCDP(total)

    @property
    def unprotected(self) -> bool:
        """Sizes are always protected."""
        return False

    def to_json(self) -> dict[str, Any]:
        """Public parameters for metadata: JSON-able, fractions as exact strings."""
        return {
            "mechanism": NAME,
            "variable": self.variable,
            "areas": list(self.areas),
            "sizes": self.sizes.to_json(),
            "from": [format_exact(start) for start in self.starts],
            "levels": [level.to_json() for level in self.levels],
        }


def _rho(loss: Loss | None) -> Fraction | None:
    if isinstance(loss, PureDP):
        return loss.epsilon**2 / 2
    return loss.rho if isinstance(loss, ZCDP) else None
