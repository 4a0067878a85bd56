"""Limits of ratios and quantiles of many releases of one plan: joint laws of what they are made of are worked out once.

A release works them out anew, as it happens once. Nothing that is remembered knows a noisy number. The caller sees to
it that a release comes out the same without this.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from dpdesk.mechanisms.answers.combined import probability_of
from dpdesk.mechanisms.answers.joint import pair
from dpdesk.planning.choosing.noise import Noise, aligned
from dpdesk.postprocess.limits.ratios import MOST, Values, _Looks
from dpdesk.release import derived

Law = tuple[np.ndarray, Any]
"""Which ratios have it, and what was looked at of it."""


@dataclass(frozen=True)
class Laws:
    """Of each ratio the margin of normal noise over its standard error and the covariance (NaN), and other laws."""

    z: Values
    covariances: Values
    others: list[Law]

    def limits(self, top: Values, bottom: Values) -> tuple[Values, Values]:
        """As `ratio_limits` does, for all normal laws at once."""
        z, (a, b, c) = self.z, self.covariances
        lead = bottom**2 - z**2 * b
        lead = np.where((bottom > 0) & (lead > 0), lead, np.nan)
        spread = np.maximum(bottom**2 * a - 2 * top * bottom * c + top**2 * b, 0.0)
        root = np.sqrt(np.maximum(z**2 * spread - z**4 * np.maximum(a * b - c * c, 0.0), 0.0))
        middle = top * bottom - z**2 * c
        low, high = (middle - root) / lead, (middle + root) / lead
        for own, law in self.others:
            low[own], high[own] = law.limits(top[own], bottom[own])
        return low + 0.0, high + 0.0


@contextmanager
def laws_once() -> Iterator[None]:
    """Limits are those of `derived.ratios` and `derived.quantiles`, faster from the second time on."""
    plainly, known = derived.ratios, dict[Any, Laws | None]()
    kinds, line, sorted_before, lines = derived._kinds, derived.line_noise, dict[Any, Any](), dict[Any, Any]()

    def kinds_once(answers: Any) -> Any:
        if any(noise.averages for noise, _ in answers):
            return kinds(answers)
        key = tuple((id(noise.own), rows.shape, rows.tobytes()) for noise, rows in answers)
        if key not in sorted_before:
            sorted_before[key] = kinds(answers)
        return sorted_before[key]

    def line_once(noise: Noise, rows: Any) -> Any:
        if noise.averages:
            return line(noise, rows)
        key = id(noise.own), rows.tobytes()
        if key not in lines:
            lines[key] = line(noise, rows)
        return lines[key]

    def remembered(a: Noise, rows: Any, x: Values, b: Noise, base: Any, y: Values, level: Any) -> tuple[Values, Values]:
        if a.averages or b.averages:
            return plainly(a, rows, x, b, base, y, level)
        key = id(a.own), id(b.own), rows.shape, rows.tobytes(), base.shape, base.tobytes(), level
        if key not in known:
            known[key] = _laws(a, rows, b, base, level)
        laws = known[key]
        if laws is None:
            return plainly(a, rows, x, b, base, y, level)
        shape = np.broadcast_shapes(rows.shape, base.shape)
        top, bottom = (np.broadcast_to(one, shape).ravel() for one in (x, y))
        low, high = laws.limits(top, bottom)
        return low.reshape(shape), high.reshape(shape)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(derived, "ratios", remembered)
        patch.setattr(derived, "_kinds", kinds_once)
        patch.setattr(derived, "line_noise", line_once)
        yield


def _laws(a: Noise, rows: Any, b: Noise, base: Any, level: Any) -> Laws | None:
    """The laws of all ratios of a table; None where they are too many to write down."""
    shape = np.broadcast_shapes(rows.shape, base.shape)
    tops, bottoms = (np.broadcast_to(one, shape).ravel() for one in (rows, base))
    of, example = derived._kinds([(a, tops[:, None]), (b, bottoms[:, None])])
    if example.size * (a.measurements + b.measurements) > min(derived.WORK, 2**27):
        return None
    above, below = aligned(a.blocks(tops[example]), b.blocks(bottoms[example]))
    probability = probability_of(level)
    z, covariances, others = np.full(tops.size, np.nan), np.full((3, tops.size), np.nan), list[Law]()
    for at in range(example.size):
        noise = pair(above, below, at)
        ratio, own = noise.normal_ratio(probability), np.flatnonzero(of == at)
        if ratio is None:
            others.append((own, _Looks(noise, probability, MOST)))
        else:
            z[own] = ratio
            covariances[:, own] = noise.covariance[[0, 1, 0], [0, 1, 1]][:, None]
    return Laws(z, covariances, others)
