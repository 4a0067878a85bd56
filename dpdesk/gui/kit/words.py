"""Amounts, numbers, odds, days and names as people write them; the same on every page."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from PySide6.QtCore import QDate

from dpdesk.errors import DpdeskError
from dpdesk.gui.kit.language import day_pattern, locale
from dpdesk.gui.kit.local import local, whole
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.privacy.odds import times_in_hundred

SYMBOLS = {"epsilon": "ε", "delta": "δ", "rho": "ρ"}
_MOST_NAMES = 12
_YEARS = 10_000


def amount_text(amount: Mapping[str, Fraction], decimals: Mapping[str, int] | None = None) -> str:
    """An amount of an account, by unit: "ε 0.5", "ε 1, δ 0.000001"; with the `decimals` of its column."""
    least = decimals or {}
    return ", ".join(
        f"{SYMBOLS.get(unit, unit)} {shown_number(value, least.get(unit, 0))}" for unit, value in amount.items()
    )


def decimals_of(column: Iterable[Mapping[str, Fraction] | None]) -> dict[str, int]:
    """How many decimals the amounts of a column need, by unit: those that are no short decimals aside."""
    units: dict[str, set[int]] = {}
    for amount in column:
        for unit, value in (amount or {}).items():
            units.setdefault(unit, set()).add(value.denominator)
    needed = {
        unit: [next((digits for digits in range(9) if 10**digits % one == 0), 0) for one in denominators]
        for unit, denominators in units.items()
    }
    return {unit: max(digits) for unit, digits in needed.items()}


def loss_text(loss: Mapping[str, Any]) -> str:
    """A loss or a cap as JSON has it, in exact texts: "ε 1", "ρ 0.5"."""
    return amount_text({unit: parse_exact(loss[unit]) for unit in SYMBOLS if loss.get(unit) is not None})


def shown_number(value: Fraction, decimals: int = 0) -> str:
    """An exact number as people read it; a decimal has at least so many `decimals`."""
    return local(number_text(value, decimals))


def bound_text(text: object) -> str:
    """A bound of a domain as people read it, thousands set apart from five digits on: years are bounds, too.

    text: an exact number as a dictionary has it; anything else is shown as it is.
    """
    try:
        value = parse_exact(str(text))
    except DpdeskError:
        return str(text)
    return whole(value) if value.denominator == 1 and abs(value) >= _YEARS else shown_number(value)


def number_text(value: Fraction, decimals: int = 0) -> str:
    """An exact number for people: a short decimal where there is one, else a simple fraction, else about."""
    for digits in range(decimals, 9):
        scaled = value * 10**digits
        if scaled.denominator == 1:
            sign = "-" if scaled < 0 else ""
            text = str(abs(scaled.numerator)).rjust(digits + 1, "0")
            return sign + (f"{text[:-digits]}.{text[-digits:]}" if digits else text)
    return format_exact(value) if value.denominator < 100 else f"≈ {float(value):.4g}"


def factor_text(factor: float) -> str:
    """By how much odds change at most (1 or more, finite), in three figures, never rounded down: "2.72", "22,100"."""
    leading = math.floor(math.log10(factor))
    scale = 10.0 ** (2 - leading)
    rounded = math.ceil(factor * (1 + 1e-12) * scale) / scale
    return local(f"{rounded:.{2 - leading}f}") if leading < 2 else whole(round(rounded))


def three_figures(value: float) -> str:
    """A positive number in three figures, never rounded down: "5.23" for 5.2216."""
    scale = 10.0 ** (2 - math.floor(math.log10(value)))
    return local(f"{math.ceil(value * scale - 1e-9) / scale:.3g}")


def number_shown(value: float) -> str:
    """A number to three figures or in whole counts, rounded up so that no margin is promised too small."""
    if value >= 100 or value == int(value):
        return whole(math.ceil(value - 1e-9))
    digits = 1 if value >= 1 else 3
    return local(f"{math.ceil(value * 10**digits - 1e-9) / 10**digits:g}")


def in_hundred(share: float, digits: int = 0, *, fixed: bool = False) -> str:
    """A share (0 to 1) as so many of hundred, as `privacy.odds` says it, set as everywhere in the window."""
    return local(times_in_hundred(share, digits, fixed=fixed))


def day_text(date: str, language: str) -> str:
    """A day such as 2026-11-20: "20 November 2026"."""
    day = QDate.fromString(date, "yyyy-MM-dd")
    return locale(language).toString(day, day_pattern(language)) if day.isValid() else date


def few(names: Sequence[str]) -> str:
    """Names in a row; of many, how many more there are."""
    shown = ", ".join(names[:_MOST_NAMES])
    return shown if len(names) <= _MOST_NAMES else f"{shown} … (+{len(names) - _MOST_NAMES})"
