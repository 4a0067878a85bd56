"""Working backwards: from the noise margin that is wanted for some cells of a table to the budget it takes.

The answer is the least budget of three significant digits at which the forecast says so, the mechanism chosen anew at
each budget, while one digit less does not do. Nothing is rounded to the reader's advantage: the forecast is made at the
very budget that is returned.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.beside import printed_beside
from dpdesk.planning.choosing.candidates import Bench, Candidate
from dpdesk.planning.choosing.refusals import Reason
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.budgets import at_value, named_table, short_text, unit_of, with_value
from dpdesk.planning.compiler.statistics import rows_of, statistics
from dpdesk.planning.document.names import statistic_words
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.planning.forecast.targets import figures_of
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from dpdesk.problems.problem import phrase, problem
from dpdesk.problems.render import render
from dpdesk.progress import Progress, silent
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.privacy.accounting import Cap

Integers = NDArray[np.int64]
DIGITS = 900
"""Numbers of three significant digits in each power of ten."""
LEAST = -6
"""Budgets below 10^LEAST are not looked at."""
MOST = 3
"""Nor above 10^MOST."""


@dataclass(frozen=True, slots=True)
class Target:
    """The budget of the whole plan for a wanted margin, or why there is none.

    `text` is the exact value of `unit` (epsilon or rho), for the plan's loss; a δ stays. `margin` is the widest margin
    of the wanted cells at that loss, with `mechanism` and `noise`, which are chosen there.
    """

    possible: bool
    refused: Reason | None
    unit: str
    text: str = ""
    loss: Loss | None = None
    margin: float | None = None
    mechanism: str = ""
    noise: str = ""

    @property
    def why_not(self) -> str:
        """Why there is none, in English; "" where there is one."""
        return "" if self.refused is None else render(self.refused)


def budget_for_margin(
    plan: Plan,
    table: str,
    wanted: float,
    cells: Sequence[str] | None = None,
    progress: Progress = silent,
    *,
    forecaster: Forecaster | None = None,
) -> Target:
    """The least loss of the plan for which the widest noise margin over some counts of a table is at most `wanted`.

    Args:
        plan: gives the tables, the groups' parts, the level of the margins and δ; its own ε or ρ does not matter.
        table: name of a table.
        wanted: a margin in counts, above 0.
        cells: names of statistics as `statistics_of` lists them; None for all counts of the table.
        progress: called at each budget tried; may raise.
        forecaster: whose work is shared.

    Raises:
        BadInput: an impossible plan, an unknown table or statistic, or a margin that is not above 0.
    """
    if not wanted > 0:
        raise BadInput(problem("planning.margin_wanted"))
    search = _Search(plan, table, cells, (forecaster or Forecaster()).bench, progress)
    unit, sign = unit_of(plan.loss), "rho" if unit_of(plan.loss) == "rho" else "epsilon"
    low, high = LEAST * DIGITS, affordable(plan)
    if high < low:
        return Target(False, phrase("planning.no_budget"), unit)
    reached = search.margin(high)
    if reached is None or reached[0] > wanted:
        most = short_text(value_at(high))
        known = phrase("planning.margin_unanswered")
        if reached is not None:
            known = phrase("planning.margin_is", margin=_up(reached[0]))
        return Target(
            False, phrase("planning.margin_not_had", unit=sign, most=most, known=known, level=plan.level), unit
        )
    first = search.margin(low)
    if first is not None and first[0] <= wanted:
        high = low
    while high - low > 1:
        middle = (low + high) // 2
        found = search.margin(middle)
        if found is not None and found[0] <= wanted:
            high = middle
        else:
            low = middle
    held = search.margin(high)
    if held is None:
        raise LookupError("the budget found cannot be forecast")
    margin, chosen = held
    loss = with_value(plan.loss, value_at(high))
    return Target(True, None, unit, short_text(value_at(high)), loss, margin, chosen.name, str(chosen.noise))


def value_at(at: int) -> Fraction:
    """The at-th number of three significant digits; number 0 is 1."""
    power, digits = divmod(at, DIGITS)
    return Fraction(100 + digits, 100) * Fraction(10) ** power


def _up(margin: float) -> str:
    """A margin above 0 in three figures, rounded up: what cannot be reached does not look reached."""
    places = 2 - math.floor(math.log10(margin))
    return f"{math.ceil(margin * 10.0**places * (1 - 1e-12)) / 10.0**places:g}"


class _Search:
    """The widest margin of some cells as a function of the budget."""

    def __init__(self, plan: Plan, table: str, cells: Sequence[str] | None, bench: Bench, progress: Progress) -> None:
        self.plan, self.bench, self.progress = plan, bench, progress
        self.compiled = bench.compile(plan)
        found, self.group = named_table(self.compiled, table)
        self.number = found.group
        self.rows = rows_of(plan, found, self.group, cells)
        self._seen: dict[int, tuple[float, Candidate] | None] = {}

    def margin(self, at: int) -> tuple[float, Candidate] | None:
        """The widest margin at a budget and the mechanism that has it; None where no noise can be calibrated."""
        if at not in self._seen:
            self.progress("working backwards")
            self._seen[at] = self._margin(value_at(at))
        return self._seen[at]

    def _margin(self, value: Fraction) -> tuple[float, Candidate] | None:
        try:
            there = settled(self.plan, at_value(self.compiled, value), self.bench, self.progress)
            chosen = self.bench.chosen(self.plan, there.groups[self.number])
            printed = printed_beside(self.plan, there, self.number, self.bench, self.progress)
        except BadInput:
            return None
        return printed.noise(self.number).widest(self.plan.level, self.rows), chosen


def affordable(plan: Plan) -> int:
    """The position of the largest budget an untouched account could pay for; below the least if there is none."""
    low, high = LEAST * DIGITS - 1, MOST * DIGITS
    while low < high:
        middle = (low + high + 1) // 2
        if pays(plan.dictionary.cap, with_value(plan.loss, value_at(middle))):
            low = middle
        else:
            high = middle - 1
    return low


def pays(cap: Cap, loss: Loss) -> bool:
    """Whether an account with nothing spent could pay for a loss; one in ρ for an (ε, δ) by its Gaussian noise."""
    from dpdesk.privacy.accounting import affords, charge, zero
    from dpdesk.privacy.calibration import gaussian_rho, gaussian_scale
    from dpdesk.privacy.conversion import largest_rho

    if cap.rule == "rho-of-delta" and not isinstance(loss, (ZCDP, PureDP)):
        try:
            if largest_rho(loss.epsilon, loss.delta) > cap.limit[0]:  # quick, and less than the noise costs
                return False
        except BadInput:
            return True
        return gaussian_rho(gaussian_scale(loss, 1).sigma_squared, 1) <= cap.limit[0]
    return affords(cap, zero(cap), charge(cap, loss))


def statistics_of(plan: Plan, table: str, *, forecaster: Forecaster | None = None) -> tuple[tuple[str, Text], ...]:
    """The statistics a table's counts belong to, each with a label for a list; the first, "", stands for all counts.

    After them come the figures that are no counts, by the codes of their items: a target may name one of these alone.
    Raises BadInput for an impossible plan or an unknown table.
    """
    compiled = (forecaster or Forecaster()).bench.compile(plan)
    found, group = named_table(compiled, table)
    every = Text({"en": "All counts", "de": "Alle Häufigkeiten"})
    counted = [(name, statistic_words(plan.dictionary, name)) for name, _ in statistics(found, group)]
    figures = [] if group.detail is not None else figures_of(found)
    others = [(code, recipe.measured.item(at).label) for code, recipe, at in figures]
    return (("", every), *counted, *(one for one in others if one[0] not in dict(counted)))
