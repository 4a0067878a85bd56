"""A sentence beside the tables on what the table in the making has done to another one, and how else to compute it.

Every figure in it is the forecast's: the widest noise margin of a table's counts, without the table, with it as it is,
and with it computed the other way.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.message import Message
from dpdesk.gui.shared.ranges import digits_for, fixed
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.effect import EffectWatcher
from dpdesk.gui.tables.forecast import margin_text

if TYPE_CHECKING:
    from dpdesk.planning.aids.company import Company
    from dpdesk.planning.aids.groupings import Figures
    from dpdesk.planning.choosing.tied import Remedy

SEEN = 1.05
"""Times by which errors must differ to be spoken of."""
_LOUD = 1.5
"""Times less accurate from which the sentence is amber."""


@dataclass(frozen=True, slots=True)
class Harm:
    """A table that has become less accurate, how many times, and the margins: before, now, and the other way."""

    table: str
    times: float
    before: float | None
    now: float | None
    other: float | None


class EffectBar(Message):
    """Shows what the watcher finds; the other choice is one step that can be undone."""

    def __init__(self, bench: TableBench, watcher: EffectWatcher, parent: QWidget | None = None) -> None:
        super().__init__(parent, narrow=True)
        self._bench, self._watcher = bench, watcher
        self._company: Company | None = None
        self._told: tuple[str, ...] = ()  # names of tables whose figures are in view
        watcher.found.connect(self._on_found)
        self.acted.connect(self._on_other)
        self.declined.connect(watcher.keep)
        self.closed.connect(watcher.keep)

    def _on_found(self, company: Company | None) -> None:
        self._company = company
        if company is None:
            self.clear()
            return
        harms = harms_of(company)
        if company.untied is not None:
            self._say_tie(company, company.untied)
        elif harms:
            self._say_harm(company, harms)
        elif self._watcher.by_default and company.other is not None:
            self._say_choice(company)
        else:
            self.clear()

    def _say_tie(self, company: Company, untied: Remedy) -> None:
        """The table ties so much together that numbers may not be adjusted; elsewhere it does not."""
        table = self._title(company.table)
        words = self.tr("“{table}” ties tables so closely together that numbers may be printed as drawn, unadjusted.")
        if untied.beside is None:
            better = self.tr("Computed by itself, it does not.")
            action = self.tr("Compute it by itself")
        else:
            better = self.tr("Computed with “{beside}”, it does not.").format(beside=self._title(untied.beside))
            action = self.tr("Compute it so")
        self.say("amber", f"{words.format(table=table)} {better}", action, self.tr("Keep"))

    def _say_harm(self, company: Company, harms: list[Harm]) -> None:
        worst = harms[0]
        words = (
            self.tr("Adding “{table}” made “{name}” {times} times less accurate{margins}.")
            if self._watcher.added
            else self.tr("Changing “{table}” made “{name}” {times} times less accurate{margins}.")
        )
        margins, digits = "", digits_for(worst.now or 0)
        if worst.before is not None and worst.now is not None:
            before = fixed(worst.before, digits_for(worst.before))  # as the list of tables had it
            margins = f" (± {before} → ± {fixed(worst.now, digits)})"
        table, name = self._title(company.table), self._title(worst.table)
        said = [words.format(table=table, name=name, times=local(_times(worst.times)), margins=margins)]
        action = ""
        if worst.other is not None and worst.now is not None:
            at = f"± {fixed(worst.other, digits_for(worst.other))}"
            if company.alone:
                said.append(self._with_the_others(company, name, at))
                if _gains(company, worst):
                    action = self._other_way(company)
            elif worst.other < worst.now / SEEN:
                words = self.tr("Computed by itself, it leaves {margin}.")
                said.append(words.format(margin=at))
                action = self._other_way(company)
        if len(harms) == 2:
            said.append(self.tr("One more table is less accurate, too."))
        elif len(harms) > 2:
            said.append(self.tr("{n} more tables are less accurate, too.").format(n=len(harms) - 1))
        kind = "amber" if worst.times >= _LOUD and not company.alone else "info"
        self.say(kind, " ".join(said), action, self.tr("Keep"))

    def _with_the_others(self, company: Company, name: str, at: str) -> str:
        """What the harmed table and the table itself would be, computed with the others."""
        own, other = company.now[company.table].margin, company.otherwise[company.table].margin
        if own is None or other is None:
            words = self.tr("Computed with the others, it would leave “{name}” {margin}.")
            return words.format(name=name, margin=at)
        return self.tr(
            "Computed with the others, it would leave “{name}” {margin} and be {other} itself instead of {own}."
        ).format(name=name, margin=at, other=margin_text(other), own=margin_text(own))

    def _say_choice(self, company: Company) -> None:
        """The default, where it harms nobody: the choice by which the tables are more accurate."""
        own, other = company.now[company.table].margin, company.otherwise[company.table].margin
        if own is None or other is None or margin_text(own) == margin_text(other):
            self.clear()  # nobody would see a difference
            return
        words = (
            self.tr("Computed by itself, which is better for all tables together: {margin} instead of {other}.")
            if company.alone
            else self.tr(
                "Computed with the others, which is better for all tables together: {margin}, by itself {other}."
            )
        )
        self.say("info", words.format(margin=margin_text(own), other=margin_text(other)))

    def _other_way(self, company: Company) -> str:
        """The button; where no sentence has said so, with what the table itself would be the other way."""
        if company.alone:
            return self.tr("Compute it with the others")
        margin, words = company.otherwise[company.table].margin, self.tr("Compute it by itself")
        return words if margin is None else f"{words}: {margin_text(margin)}"

    def _title(self, name: str) -> str:
        titles = {one["name"]: one.get("title") for one in self._bench.desk.plan["tables"]}
        return shown(titles.get(name), self._bench.language) or name

    def _on_other(self) -> None:
        company = self._company
        if company is not None:
            with_others = company.alone if company.untied is None else company.untied.beside is not None
            text = self.tr("Compute a table with the others") if with_others else self.tr("Compute a table by itself")
            self._watcher.choose(text, company)


def harms_of(company: Company) -> list[Harm]:
    """The tables that the table in the making has made less accurate, the worst first."""
    found: list[Harm] = []
    for name, was in company.before.items():
        now = company.now.get(name)
        if now is None or name == company.table:
            continue
        times = _times_less(was, now)
        if times >= SEEN:
            other = _margin(company.otherwise, name)
            found.append(Harm(name, times, was.margin, now.margin, other))
    return sorted(found, key=lambda one: -one.times)


def _times_less(was: Figures, now: Figures) -> float:
    """How many times less accurate a table has become: by its widest margins, or by its errors where it has none."""
    if was.margin is None or now.margin is None or was.margin <= 0:
        return math.exp(now.error - was.error)
    return now.margin / was.margin


def _gains(company: Company, worst: Harm) -> bool:
    """Whether the other way makes the harmed table or the table itself more accurate; else nobody is offered it."""
    pairs = (
        (worst.now, worst.other),
        (_margin(company.now, company.table), _margin(company.otherwise, company.table)),
    )
    return any(now is None or other is None or other < now / SEEN for now, other in pairs)


def _margin(figures: Mapping[str, Figures], name: str) -> float | None:
    return figures[name].margin if name in figures else None


def _times(factor: float) -> str:
    """A factor in two figures: 1.2, 8, 62."""
    return f"{factor:.1f}".removesuffix(".0") if factor < 10 else f"{factor:,.0f}"
