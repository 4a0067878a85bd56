"""Gini, shares of income and shares below a part of the median: bounds from bins hold whatever lies in them."""

from __future__ import annotations

import numpy as np
import pytest

from dpdesk.postprocess.limits.inequality import Band, Spread, share_below

Values = np.ndarray


def gini(values: Values) -> float:
    ordered = np.sort(values)
    ranks = np.arange(1, ordered.size + 1)
    return float(2 * (ranks * ordered).sum() / (ordered.size * ordered.sum()) - (ordered.size + 1) / ordered.size)


def share(values: Values, first: float, last: float) -> float:
    """The share of all income between two ranks; whoever is cut by one has a part on either side."""
    ordered = np.sort(values)
    parts = [np.clip(q * ordered.size - np.arange(ordered.size), 0, 1) for q in (first, last)]
    return float(((parts[1] - parts[0]) * ordered).sum() / ordered.sum())


def below(values: Values, part: float) -> float:
    """The share below a part of the least median."""
    return float((values < part * np.sort(values)[(values.size - 1) // 2]).mean())


def band_of(values: Values, edges: Values, margin: float) -> Band:
    shares = np.array([(values < edge).mean() for edge in edges[1:-1]])
    return Band.of(edges, shares - margin, shares + margin)


def below_part(band: Band, part: float) -> tuple[float, float]:
    """Limits of the share below a part of the median, where those of the median are what the band says of it."""
    median = (band.edges[np.searchsorted(band.high, 0.5) - 1], band.edges[np.searchsorted(band.low, 0.5)])
    return share_below(band.edges, band.low, band.high, (part * median[0], part * median[1]))


def incomes(chance: np.random.Generator, people: int) -> Values:
    return np.clip(chance.lognormal(9.8, chance.uniform(0.2, 0.9), people), 0, 99_999)


@pytest.mark.parametrize("seed", range(8))
def test_the_truth_lies_within_the_bounds(seed: int) -> None:
    """Whether people are anywhere in their bins or all at one end of each; nothing is drawn that could fail."""
    chance = np.random.default_rng(seed)
    values = incomes(chance, 1_000 if seed % 2 else 997)
    start = float(chance.choice([0, 500]))
    cuts = chance.choice(np.arange(1, 100), int(chance.integers(5, 30)), replace=False) * 1000
    edges = np.array([start, *sorted(cuts.tolist()), 1e5])
    values = np.maximum(values, start)
    places = np.searchsorted(edges, values, side="right") - 1
    for own in (values, edges[places], np.nextafter(edges[places + 1], 0), edges[places] + chance.choice([0, 999])):
        own = np.where(np.searchsorted(edges, own, side="right") - 1 == places, own, values)
        for margin in (0.0, 0.02):
            band = band_of(own, edges, margin)
            for (low, high), true in [
                (band.gini(), gini(own)),
                *((band.share(at / 5, (at + 1) / 5), share(own, at / 5, (at + 1) / 5)) for at in range(5)),
                *((below_part(band, part), below(own, part)) for part in (0.4, 0.6, 1.0)),
            ]:
                assert low - 1e-6 <= true <= high + 1e-6, (margin, low, true, high)


def test_bounds_close_with_bins_and_the_estimate_lies_between() -> None:
    """The figures of docs/proofs/inequality.md: 13,500 incomes, all running counts off by at most 12."""
    values = incomes(np.random.default_rng(7), 13_500)
    true = gini(values), share(values, 0, 0.2), below(values, 0.6)
    found = {}
    for bins in (20, 50, 100):
        edges = np.linspace(0, 1e5, bins + 1)
        for margin in (0, 12):
            band = band_of(values, edges, margin / values.size)
            bounds = band.gini(), band.share(0, 0.2), below_part(band, 0.6)
            spread = Spread(edges, np.array([(values < edge).mean() for edge in edges]))
            even = spread.gini(), spread.share(0, 0.2), spread.below_line(0.6 * spread.median())
            for (low, high), own, estimate in zip(bounds, true, even, strict=True):
                assert low <= own <= high and low <= estimate <= high and abs(estimate - own) < 0.02
            found[bins, margin] = [(round(100 * low, 1), round(100 * high, 1)) for low, high in bounds]
    assert [round(100 * one, 1) for one in true] == [34.5, 7.0, 20.9]
    assert found == {
        (20, 0): [(28.4, 41.2), (4.2, 9.7), (2.4, 38.9)],
        (20, 12): [(28.2, 41.4), (4.2, 9.8), (2.3, 39.0)],
        (50, 0): [(31.9, 37.1), (5.9, 8.2), (10.2, 26.2)],
        (50, 12): [(31.7, 37.3), (5.9, 8.2), (10.2, 26.3)],
        (100, 0): [(33.2, 35.8), (6.5, 7.6), (18.0, 21.9)],
        (100, 12): [(33.0, 36.0), (6.4, 7.6), (17.9, 22.0)],
    }


def test_a_band_that_forgets_that_incomes_lie_anywhere_in_a_bin_does_not_hold() -> None:
    """A wrong control: everybody in the middle of a bin."""
    values = incomes(np.random.default_rng(3), 2_000)
    edges = np.array([0.0, 40_000, 100_000])
    middle = np.where(values < 40_000, 20_000, 70_000)
    low, high = band_of(values, edges, 0.0).gini()
    assert low <= gini(middle) <= high and low <= gini(values) <= high
    assert abs(gini(middle) - gini(values)) > 0.02
