"""What many releases of one plan show beside the true values: figures by kind of number, level and size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from random_plans.truth import COUNTS
from scipy.stats import binom, t

SIZES = {"0": (0, 0), "1-5": (1, 5), "6-20": (6, 20), "21-100": (21, 100), ">100": (101, np.inf)}
RARE = 1e-4
"""What is as bad as that, or worse, by chance is said to be looked at; a run has some two hundred such figures."""
FAILINGS = {
    "chance": "too seldom covered is",
    "mean_chance": "too few cells are covered",
    "forecast_chance": "errors are above the forecast ones",
    "bias_chance": "not about the true value is the unbiased",
}
ENOUGH = 20
"""Fewer releases with a number say nothing about such a mean."""


@dataclass(frozen=True)
class Figure:
    """One number of the report; `level` and `size` are empty where it is of all."""

    plan: str
    kind: str
    level: str
    size: str
    figure: str
    value: float
    cell: str = ""


@dataclass(frozen=True)
class Cells:
    """All cells of a plan in one row: names, kinds, true values, how many are counted, forecast standard errors.

    `forecast` has a row for each release where its noisy sizes say what is forecast, else one for all. `drawn` are
    quantiles drawn by themselves, anew for each level.
    """

    names: list[str]
    kinds: np.ndarray
    truth: np.ndarray
    sizes: np.ndarray
    forecast: np.ndarray
    drawn: np.ndarray


@dataclass(frozen=True)
class Printed:
    """What a level's releases print, releases × cells; `there` says where there is a number with noise."""

    estimate: np.ndarray
    lower: np.ndarray
    upper: np.ndarray
    margin: np.ndarray
    unbiased: np.ndarray
    there: np.ndarray
    exact: np.ndarray
    impossible: np.ndarray


def kind_of(item_kind: str) -> str:
    return "count" if item_kind in COUNTS else item_kind


def figures(plan: str, cells: Cells, by_level: dict[int, Printed]) -> Iterator[Figure]:
    """All of them."""
    first = next(iter(by_level.values()))
    for kind in dict.fromkeys(cells.kinds.tolist()):
        own = np.flatnonzero(cells.kinds == kind)
        yield Figure(plan, kind, "", "", "cells", own.size)
        for level, printed in by_level.items():
            for size, figure, value, cell in _limits(cells, own, printed, level, kind):
                yield Figure(plan, kind, str(level), size, figure, value, cell)
        for size, figure, value, cell in (*_errors(cells, own, first, kind), *_forecasts(cells, own, first)):
            yield Figure(plan, kind, "", size, figure, value, cell)


def wrong(plan: str, cells: Cells, by_level: dict[int, Printed], found: Sequence[Figure]) -> Iterator[str]:
    """What should not be, each in a line with the cell."""
    first = next(iter(by_level.values()))
    for one in found:
        if one.figure in FAILINGS and one.value < RARE:
            where = f"{one.kind} at {one.level} %" if one.level else one.kind
            yield f"{plan}: {where}: {FAILINGS[one.figure]} {one.cell} (by chance {one.value:.1g})".replace("  (", " (")
    for level, printed in by_level.items():
        same = (printed.estimate == first.estimate) | ~(printed.there & first.there) | cells.drawn
        yield from _told(plan, cells, ~same, f"the estimate differs between the levels {min(by_level)} and {level}")
        yield from _told(plan, cells, printed.there & (printed.lower > printed.upper), f"limits crossed at {level} %")
        apart = np.abs(printed.estimate - cells.truth) > 1e-6 * (1 + np.abs(cells.truth))
        yield from _told(plan, cells, printed.exact & apart, "said to be exact, and is not")
    yield from _told(plan, cells, first.impossible & (cells.truth != 0), "said to be impossible, and is not")
    undefined = first.there & np.isnan(cells.truth)
    yield from _told(plan, cells, undefined, "printed in some releases, and has no true value")


def _told(plan: str, cells: Cells, bad: np.ndarray, what: str) -> Iterator[str]:
    if bad.any():
        often = bad.sum(axis=0)
        at = int(often.argmax())
        yield f"{plan}: {what}: {cells.names[at]} in {often[at]} of {len(bad)} releases; {np.sum(often > 0)} such cells"


Variants = tuple[str, str, float, str]


def _limits(cells: Cells, own: np.ndarray, printed: Printed, level: int, kind: str) -> Iterator[Variants]:
    """Coverage of the true value, mean and worst; estimates inside; widths."""
    truth = cells.truth[own]
    there = printed.there[:, own] & ~np.isnan(truth)
    low, high = printed.lower[:, own], printed.upper[:, own]
    slack = 1e-9 * (1 + np.abs(truth))
    covered = there & (low <= truth + slack) & (high >= truth - slack)
    often, hits = there.sum(axis=0), covered.sum(axis=0)
    known = often > 0
    if not known.any():
        return
    p = level / 100
    yield "", "coverage_mean", hits.sum() / often.sum(), ""
    yield from _mean_chance(there, covered, p)
    z = np.where(known, (hits - p * often) / np.sqrt(np.maximum(often, 1) * p * (1 - p)), np.inf)
    worst = int(z.argmin())
    name = cells.names[own[worst]]
    yield "", "coverage_worst", hits[worst] / often[worst], name
    yield "", "z_worst", float(z[worst]), name
    yield "", "chance", min(1.0, float(known.sum() * binom.cdf(hits[worst], often[worst], p))), name
    estimate = printed.estimate[:, own]
    inside = there & (estimate >= low - 1e-9) & (estimate <= high + 1e-9)
    outside = (there & ~inside).sum(axis=0)
    most = cells.names[own[outside.argmax()]] if outside.any() else ""
    yield "", "estimates_inside", inside.sum() / there.sum(), most
    yield "", "width", float(np.mean((high - low)[there])), ""
    yield from _over_range(np.where(there, high - low, np.nan), np.where(there, printed.unbiased[:, own], np.nan), p)
    if kind != "count":
        return
    unbiased, margin = printed.unbiased[:, own], printed.margin[:, own]
    plain = np.maximum(np.ceil(unbiased + margin), 0) - np.maximum(np.floor(unbiased - margin), 0)
    for size, chosen in _by_size(cells, own):
        which = there & chosen
        if which.any():
            yield size, "coverage_mean", covered[:, chosen].sum() / which.sum(), ""
            yield size, "width", float(np.mean((high - low)[which])), ""
            yield size, "width_over_plain", float((high - low)[which].sum() / plain[which].sum()), ""


def _over_range(width: np.ndarray, unbiased: np.ndarray, p: float) -> Iterator[Variants]:
    """Mean width of limits over the range in which a share p of the unbiased values lies, of the middle cell."""
    known = (~np.isnan(unbiased)).sum(axis=0) >= ENOUGH
    if not known.any():
        return
    low, high = np.nanquantile(unbiased[:, known], [(1 - p) / 2, (1 + p) / 2], axis=0)
    spread = high - low
    ratio = np.nanmean(width[:, known], axis=0)[spread > 0] / spread[spread > 0]
    if ratio.size:
        yield "", "width_over_range", float(np.median(ratio)), ""


def _mean_chance(there: np.ndarray, covered: np.ndarray, p: float) -> Iterator[Variants]:
    """Cells of one release have noise in common, releases have none: a t-test of how many of a release are covered."""
    short = (covered - p * there).sum(axis=1)
    spread = short.std(ddof=1) if len(short) >= ENOUGH else 0.0
    if spread > 0:
        z = float(short.mean() / (spread / np.sqrt(len(short))))
        yield "", "z_mean", z, ""
        yield "", "mean_chance", float(t.cdf(z, len(short) - 1)), ""


def _by_size(cells: Cells, own: np.ndarray) -> Iterator[tuple[str, np.ndarray]]:
    for size, (least, most) in SIZES.items():
        chosen = (cells.sizes[own] >= least) & (cells.sizes[own] <= most)
        if chosen.any():
            yield size, chosen


def _errors(cells: Cells, own: np.ndarray, printed: Printed, kind: str) -> Iterator[Variants]:
    """Errors of what is printed, over those of the unbiased values."""
    truth = cells.truth[own]
    there = printed.there[:, own] & ~np.isnan(truth)
    for size, chosen in (("", np.ones(own.size, dtype=bool)), *(_by_size(cells, own) if kind == "count" else ())):
        which = there & chosen
        if not which.any():
            continue
        error, raw = ((one[:, own] - truth)[which] for one in (printed.estimate, printed.unbiased))
        yield size, "rmse_printed", float(np.sqrt(np.mean(error**2))), ""
        yield size, "rmse_unbiased", float(np.sqrt(np.mean(raw**2))), ""
        if np.any(raw):
            yield size, "rmse_ratio", float(np.sqrt(np.mean(error**2) / np.mean(raw**2))), ""
        yield size, "bias_printed", float(np.mean(error)), ""


def _forecasts(cells: Cells, own: np.ndarray, printed: Printed) -> Iterator[Variants]:
    """Realised errors of unbiased values over the forecast ones, where there is a forecast."""
    own = own[np.nanmax(cells.forecast[:, own], axis=0, initial=0.0) > 1e-9]
    there = printed.there[:, own]
    often = there.sum(axis=0)
    own, there, often = own[often > 1], there[:, often > 1], often[often > 1]
    if not own.size:
        return
    of_each = np.where(there, cells.forecast[:, own], np.nan)
    error = np.where(there, printed.unbiased[:, own] - cells.truth[own], 0.0)
    bias, square, stated = error.sum(axis=0) / often, (error**2).sum(axis=0) / often, _root_mean_square(of_each)
    spread = np.sqrt(np.maximum(square - bias**2, 0) * often / (often - 1))
    yield "", "rmse_over_forecast", float(np.sqrt(square.mean() / np.mean(stated**2))), ""
    yield "", "std_over_forecast", float(np.sqrt(np.mean(spread**2) / np.mean(stated**2))), ""
    if len(there) >= ENOUGH:  # noise of one release again has its cells in common
        excess = np.where(there, error**2 / of_each**2 - 1, 0.0).sum(axis=1)
        z = float(excess.mean() / (excess.std(ddof=1) / np.sqrt(len(excess))))
        yield "", "over_forecast_z", z, ""
        yield "", "forecast_chance", float(t.sf(z, len(excess) - 1)), ""
    ratio = spread / stated
    for figure, at in (("std_over_forecast_least", ratio.argmin()), ("std_over_forecast_most", ratio.argmax())):
        yield "", figure, float(ratio[at]), cells.names[own[at]]
    if often.max() >= ENOUGH:
        z = np.where(often >= ENOUGH, bias / (np.maximum(spread, 1e-9) / np.sqrt(often)), 0.0)
        at = int(np.abs(z).argmax())
        yield "", "bias_z", float(z[at]), cells.names[own[at]]
        chance = 2 * z.size * float(t.sf(abs(z[at]), often[at] - 1))
        yield "", "bias_chance", min(1.0, chance), cells.names[own[at]]


def _root_mean_square(errors: np.ndarray) -> np.ndarray:
    """Over releases, of those that have one."""
    return np.asarray(np.sqrt(np.nanmean(errors**2, axis=0)))
