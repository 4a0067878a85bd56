"""How the figures of a table are printed: in which unit, rounded to what, with how many decimals.

Printing changes no figure: what was released stands beside what is printed, in the CSV files and in the measurements.
Estimates are rounded to the nearest, halves away from zero; margins and limits outward, since a promise is not made
better by rounding. Scale and rounding base are for counts and sums; percentages, means and quantiles keep their unit.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dpdesk.publish.documents.words import number, said
from dpdesk.release.canonical import number_text

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Item
    from dpdesk.planning.document.style import Display
    from dpdesk.release.result import Release, TableResult

AMOUNTS = frozenset(["count", "sum", "interval", "cdf", "prefix"])
UNITS = {1_000: "thousands", 1_000_000: "millions", 1_000_000_000: "thousand millions"}
_MOST_DECIMALS = 12
_ERROR = 6  # decimals of a step; what is off by less is an error of arithmetic


@dataclass(frozen=True, slots=True)
class Figure:
    """How one measure is printed: divided by `scale`, as a multiple of `step` (in units, before that)."""

    scale: int
    step: Fraction
    decimals: int

    def nearest(self, value: float) -> float:
        """An estimate as it is printed."""
        if not math.isfinite(value):
            return value
        steps = abs(Fraction(number_text(value))) / self.step
        whole = math.floor(steps + Fraction(1, 2))
        return self._printed(whole if value >= 0 else -whole)

    def above(self, value: float) -> float:
        """A margin or an upper limit as it is printed."""
        if not math.isfinite(value):
            return value
        if self.scale == 1 and self.step.numerator == 1:  # the usual case, and much faster
            places = self.step.denominator
            return float(-(-round(value * places, _ERROR) // 1) / places)
        return self._printed(math.ceil(round(Fraction(number_text(value)) / self.step, _ERROR)))

    def below(self, value: float) -> float:
        """A lower limit as it is printed."""
        return -self.above(-value)

    def _printed(self, steps: int) -> float:
        return float(steps * self.step / self.scale)


def below_one_step(decimals: int) -> str:
    """A margin smaller than the last decimal of its figure: "<1", "<0.1"."""
    return f"<{10.0**-decimals:.{decimals}f}"


def unmoved(item: Item, margin: float) -> bool:
    """Whether a margin is 0 and the figure yet has noise: a quantile goes from step to step, and noise moves it by
    less than one.
    """
    return item.kind == "quantile" and margin == 0


BEYOND = ">100"
"""What stands for the margin of a percentage that is larger than all that percentages can differ by."""


def beyond(item: Item, margin: float) -> bool:
    """Whether a margin is wider than the range of its figure; by how much tells nothing."""
    return item.kind == "percentage" and margin > 100


def figure(display: Display, item: Item) -> Figure:
    """How a measure is printed; no more decimals than there are."""
    amount = item.kind in AMOUNTS
    scale, base = (display.scale, display.rounding_base) if amount else (1, 1)
    asked = item.decimals if display.decimals is None else display.decimals
    decimals = min(asked, item.decimals + len(str(scale)) - 1, _MOST_DECIMALS)
    if base > 1:
        decimals = max(places_of_base(scale, base), 0 if display.decimals is None else decimals)
        return Figure(scale, Fraction(base), decimals)
    return Figure(scale, Fraction(scale, 10**decimals), decimals)


def places_of_base(scale: int, base: int) -> int:
    """How many decimals multiples of the base have when they are printed in such a unit."""
    return next(places for places in range(_MOST_DECIMALS + 1) if base * 10**places % scale == 0)


class Printed:
    """How the figures of one table are printed."""

    def __init__(self, release: Release, table: TableResult) -> None:
        self.display = release.plan.record.display_of(table.shell.name)
        usual = (self.display.scale, self.display.rounding_base, self.display.decimals) == (1, 1, None)
        self._known: dict[tuple[str, int], Figure] = {}
        items = () if usual else table.shell.items
        self.rounded = any(self.of(one).step != Fraction(1, 10**one.decimals) for one in items)
        self._amounts = self.rounded and any(one.kind in AMOUNTS for one in items)

    def of(self, item: Item) -> Figure:
        """How a measure is printed."""
        found = self._known.get((item.kind, item.decimals))
        if found is None:
            found = self._known[item.kind, item.decimals] = figure(self.display, item)
        return found

    @property
    def told(self) -> tuple[int, int] | None:
        """Unit and rounding base, where figures are printed otherwise than they were released."""
        return (self.display.scale, self.display.rounding_base) if self.rounded else None

    def words(self, language: str) -> str:
        """A sentence on unit and rounding, "" where nothing is to be said."""
        return scale_words(self.display, language) if self._amounts else ""


def scale_words(display: Display, language: str) -> str:
    """In which unit counts and sums are printed and to what they are rounded, "" where both are the usual."""
    scale, base = display.scale, display.rounding_base
    if scale == base == 1:
        return ""
    words = said(language, "Counts and sums")
    if scale > 1:
        words += f" {said(language, 'in {unit}', unit=said(language, UNITS[scale]))}"
    if base > 1:
        words += "," if scale > 1 else ""
        words += f" {said(language, 'rounded to multiples of {base}', base=number(language, base))}"
    return f"{words}; {said(language, 'rounded figures need not add up')}"
