"""Does what is printed as unbiased vary as the forecast says? From the program's own noise, through what it prints.

Unbiased answers are linear in the sealed integers, and which combination each is, is read off `finish` itself: every
integer is moved by itself, and what the printed number does is seen. (That they are linear is looked at, too.) Noise
drawn by the program many times then goes through the same combinations.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt

import numpy as np

from dpdesk.mechanisms import Mechanism
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.release.finish import finish, prepare
from random_plans.case import Case
from random_plans.invariants import Finding
from random_plans.noiseless import Sealed, exact, measured, without_noise

MOST_INTEGERS = 60
MOVED = 2**20
DRAWS = 60_000
SMALLEST = 0.5
"""Variance of a drawn integer below which it is nearly always zero, so that many draws say little."""
KURTOSIS = 5.5
"""Of no combination of noise wider than that is the excess kurtosis as large (that of wide Laplace noise is 3)."""
FAR = 7.0
"""Standard errors of a variance: 2.6e-12 a cell if it were normal, below 1e-6 for all cells that are looked at here."""


class TooMany(Exception):
    """More integers than are moved one by one, or none."""


@dataclass(frozen=True)
class Spread:
    """Each count and sum that is printed: its table and place, its forecast standard error, and its combination."""

    cells: list[tuple[str, int]]
    forecast: np.ndarray
    combination: np.ndarray
    parts: list[tuple[Mechanism, int]]


def spread(case: Case) -> Spread:
    """Read off what is printed; raises TooMany."""
    chosen = case.chosen
    parts = [(own, own.measurements) for group in chosen.groups for own in group.measured.values()]
    whole = sum(size for _, size in parts)
    if not 0 < whole <= MOST_INTEGERS or any(not group.mechanisms for group in chosen.groups):
        raise TooMany
    if any(0 < _variance(own) < SMALLEST for own, _ in parts):
        raise TooMany
    with without_noise():
        base = measured(case, exact(case))
    tables = Forecaster().forecast(chosen.plan)["tables"]
    forecast = np.array([np.nan if one is None else one for table in tables for one in table["cells_std"]])
    names = [(table["table"], at) for table in tables for at in range(len(table["cells_std"]))]
    prepared = prepare(chosen)

    def printed(sealed: Sealed) -> np.ndarray:
        return np.concatenate([table.unbiased.ravel() for table in finish(chosen, sealed, prepared).tables])

    at_rest = printed(base)
    moves = [(printed(_moved(base, at, MOVED)) - at_rest) / MOVED for at in range(whole)]
    known = ~np.isnan(forecast)
    combination = np.stack(moves, axis=1)[known]
    together = np.random.default_rng(whole).integers(-1000, 1000, whole)
    sealed = base
    for at, step in enumerate(together.tolist()):
        sealed = _moved(sealed, at, step)
    assert np.allclose(printed(sealed)[known] - at_rest[known], combination @ together, atol=1e-3), "not linear"
    cells = [name for name, own in zip(names, known, strict=True) if own]
    return Spread(cells, forecast[known], combination, parts)


def _moved(sealed: Sealed, at: int, step: int) -> Sealed:
    """The same integers, one of them moved; they are numbered through."""
    found: Sealed = {}
    for group, own in sealed.items():
        found[group] = {}
        for name, values in own.items():
            found[group][name] = values.copy()
            if 0 <= at < values.size:
                found[group][name][at] += step
            at -= values.size
    return found


def _variance(mechanism: Mechanism) -> float:
    """Of one of its integers."""
    return mechanism.scale.variance * mechanism.scale.units**2


def simulated(read: Spread) -> np.ndarray:
    """The standard error of each printed number, from noise drawn by the program."""
    noise = []
    for own, size in read.parts:
        drawn = np.zeros((DRAWS, size))
        noisy = np.setdiff1d(np.arange(size), own.strategy.exact_rows)
        drawn[:, noisy] = own.scale.draw(DRAWS * noisy.size).reshape(DRAWS, -1)
        noise.append(drawn)
    return np.sqrt(((np.concatenate(noise, axis=1) @ read.combination.T) ** 2).mean(axis=0))


def stated(read: Spread) -> np.ndarray:
    """The same from the variances that the laws of noise state."""
    variances = []
    for own, size in read.parts:
        variances.append(np.full(size, _variance(own)))
        variances[-1][own.strategy.exact_rows] = 0
    return np.sqrt(read.combination**2 @ np.concatenate(variances))


def is_as_forecast(case: Case, stretch: float = 1.0) -> Iterator[Finding]:
    """By what the laws of noise state: but for rounding. `stretch` makes the forecast wrong. Raises TooMany."""
    read = spread(case)
    yield from _compared(read, read.forecast * stretch, stated(read), 1e-6)


def varies_as_forecast(case: Case, stretch: float = 1.0) -> Iterator[Finding]:
    """By noise that is drawn: a z-test of each variance. `stretch` makes the forecast wrong. Raises TooMany."""
    read = spread(case)
    yield from _compared(read, read.forecast * stretch, simulated(read), FAR * sqrt((2 + KURTOSIS) / DRAWS))


def _compared(read: Spread, forecast: np.ndarray, found: np.ndarray, most: float) -> Iterator[Finding]:
    none = forecast < 1e-9  # no noise, but for rounding
    error = np.where(none, found, np.abs(found**2 / np.where(none, 1, forecast) ** 2 - 1))
    bad = np.where(none, error > 1e-6, error > most)
    if bad.any():
        at = int(np.argmax(np.where(bad, error, -1)))
        table, cell = read.cells[at]
        what = f"{table} cell {cell}: {found[at]:.4g} for {forecast[at]:.4g}, {bad.sum()} of {bad.size} cells"
        yield Finding("forecast", what)
