"""Numbers for people, and the ticks of axes: plain decimals, no powers of ten written as such. Qt-free."""

from __future__ import annotations

import math
from collections.abc import Sequence

from dpdesk.gui.kit.local import local

_STEPS = (1.0, 2.0, 5.0)


def number(value: float, digits: int = 3) -> str:
    """A number with so many significant digits and thousands set apart: "1,234", "12.3", "0.045"."""
    if value == 0 or not math.isfinite(value):
        return "0" if value == 0 else "–"
    if abs(value) >= 10 ** (digits - 1):
        return local(f"{value:,.0f}")
    places = digits - 1 - math.floor(math.log10(abs(value)))
    text = f"{value:,.{min(max(places, 0), 12)}f}"
    return local(text.rstrip("0").rstrip(".") if "." in text else text) or "0"


def number_up(value: float, digits: int = 3) -> str:
    """The same for a margin of at least 0, rounded up: a promise is not made better by rounding."""
    if value <= 0 or not math.isfinite(value):
        return number(value, digits)
    places = min(max(digits - 1 - math.floor(math.log10(value)), 0), 12)
    return number(math.ceil(value * 10**places * (1 - 1e-12)) / 10**places, digits)


def linear_ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high, at most about `most` of them."""
    span = high - low
    if span <= 0 or most < 1:
        return [low]
    power = 10 ** math.floor(math.log10(span / most))
    step = next(step * power for step in (*_STEPS, 10.0, 20.0) if span // (step * power) <= most)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(number * step, 12) for number in range(first, last + 1)]


def log_ticks(low: float, high: float, most: int) -> list[float]:
    """Round numbers from low to high for an axis in equal ratios: 1, 2, 5, 10 …, or fewer, or finer ones."""
    if not 0 < low < high:
        return [low]
    powers = range(math.floor(math.log10(low)) - 1, math.ceil(math.log10(high)) + 1)
    finest = [digit * 10.0**power for power in powers for digit in (1, 2, 3, 4, 5, 6, 7, 8, 9)]
    for wanted in ((1, 2, 3, 4, 5, 6, 7, 8, 9), (1, 2, 5), (1, 3), (1,)):
        ticks = [
            tick for tick in finest if _within(tick, low, high) and round(tick / 10 ** math.floor(_log(tick))) in wanted
        ]
        if len(ticks) <= most:
            return ticks if len(ticks) > 1 else linear_ticks(low, high, most)
    return ticks[:: -(-len(ticks) // most)]


def _log(value: float) -> float:
    return math.log10(value) + 1e-9


def _within(value: float, low: float, high: float) -> bool:
    return low * (1 - 1e-9) <= value <= high * (1 + 1e-9)


def span_of(values: Sequence[float], *, log: bool) -> tuple[float, float]:
    """The least and greatest of some values with a little room beyond, whole for nothing at all."""
    usable = [value for value in values if math.isfinite(value) and (value > 0 or not log)]
    if not usable:
        return (1.0, 10.0) if log else (0.0, 1.0)
    low, high = min(usable), max(usable)
    if log:
        room = max((high / low) ** 0.04, 1.05)
        return low / room, high * room
    if high == low:
        return (low - 0.5, high + 0.5) if low else (0.0, 1.0)
    room = (high - low) * 0.04
    return low - room, high + room
