"""Tables over the margins of a listed table: of sums nothing but what is told decides."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from dpdesk.queries import Identity, Intervals, Kronecker, Total
from dpdesk.release.population.targets import Targets

SHAPE = (2, 65, 101, 6)
"""Sex, bands of income, years of age, groups."""
MARGINS = ((1, 3), (0, 1), (0, 2, 3))
KNOWN = Intervals(65, tuple((1, band + 1) for band in range(64)))


def test_sums_told_by_one_margin_are_not_pulled_by_those_that_nobody_tells() -> None:
    """All but those in the last band state an income: by sex and band it is told how many, by age and group not."""
    told = [
        Kronecker(sex, bands, Total(101), Total(6)) for bands in (KNOWN, Total(65)) for sex in (Identity(2), Total(2))
    ]
    table: Any = SimpleNamespace(shape=SHAPE, margins=MARGINS, parts=[SimpleNamespace(queries=one) for one in told])
    bands = np.exp(-(((np.arange(65) - 12) / 10) ** 2))
    bands[-1] = 2.0
    shares = np.outer(bands / bands.sum(), [0.7, 0.1, 0.05, 0.05, 0.06, 0.04])[None, :, None, :]
    people = np.rint(50_000 / 202 * shares + np.random.default_rng(1).random(SHAPE) - 0.5)
    stated = people * (np.arange(65) < 64)[None, :, None, None]
    targets = Targets(table, [1.0] * len(told))
    assert targets.margins == ((0, 1),)
    high = people.sum(axis=(2, 3))
    [found] = targets.sums([one.answer(stated) for one in told], [np.zeros_like(high)], [high], 1.0)
    assert found.sum() == pytest.approx(stated.sum(), abs=0.1)
    assert np.allclose(found, stated.sum(axis=(2, 3)), atol=0.5)
