"""A series of waves on one account: how many there will be, what each may spend, and which wave a file belongs to.

A wave is one file of the series, known by its day. All waves are about the same people, so their charges add up like
any others of the account; the declaration divides what is left of the cap among waves known beforehand, so that an
early wave cannot take what a later one needs. Where a public rule puts each unit into at most `most` of the waves, a
unit loses at most the sum of the `most` largest (docs/proofs/series.md, claim 2), and that is what counts; the rule is
stated in writing, and no ledger can see whether it is true. The rules here say why something cannot be, or nothing: the
ledger asks before it writes, and when it replays. They know nothing of reservations but what was charged under each.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from dpdesk.ledger import board
from dpdesk.ledger.terms import Amount, add, rounded_down, subtract, within, zero_like
from dpdesk.problems.problem import Phrase, phrase

FEWEST, MOST = 2, 10_000
"""Waves of a series."""


@dataclass(frozen=True, slots=True)
class WaveOf:
    """Which wave a release belongs to: its number, of how many, its day (YYYY-MM-DD), and in how many a unit can be."""

    number: int
    waves: int
    day: str
    most: int


@dataclass(slots=True)
class Wave:
    """A wave that was begun: its day, the data it is known by, and what was charged under it, by release or session."""

    day: str
    prints: set[str] = field(default_factory=set)
    charges: dict[str, Amount] = field(default_factory=dict)


@dataclass(slots=True)
class Series:
    """How many waves an account has, what each may spend, in how many a unit can be, and those begun, by their days."""

    waves: int
    each: Amount
    most: int
    begun: list[Wave] = field(default_factory=list)

    def spent(self, number: int) -> Amount:
        """What wave `number` has spent, reservations included; nothing where it is not begun."""
        total = zero_like(self.each)
        for charge in self.begun[number - 1].charges.values() if number <= len(self.begun) else ():
            total = add(total, charge)
        return total

    def left(self, number: int) -> Amount:
        """What wave `number` may still spend; nothing where a later declaration has cut its part."""
        rest = subtract(self.each, self.spent(number))
        return {unit: max(value, Fraction(0)) for unit, value in rest.items()}

    def numbered(self, day: str) -> int:
        """The number of the wave of that day, 0 where there is none."""
        return next((number for number, wave in enumerate(self.begun, 1) if wave.day == day), 0)

    def holding(self, prints: frozenset[str]) -> int:
        """The number of the newest wave of these data, 0 where there is none."""
        return next((number for number in range(len(self.begun), 0, -1) if prints & self.begun[number - 1].prints), 0)

    def lost(self, number: int = 0, more: Amount | None = None) -> Amount:
        """What a unit has lost in the waves at most, or would have if wave `number` spent so much `more`."""
        spent = [self.spent(wave) for wave in range(1, max(len(self.begun), number) + 1)]
        if more is not None:
            spent[number - 1] = add(spent[number - 1], more)
        return self._largest(spent)

    def foreseen(self) -> Amount:
        """What a unit will have lost at most when every wave has spent its part."""
        spent = [self.spent(wave) for wave in range(1, self.waves + 1)]
        return self._largest([{unit: max(amounts[unit], self.each[unit]) for unit in amounts} for amounts in spent])

    def _largest(self, spent: list[Amount]) -> Amount:
        return {unit: sum(sorted((amounts[unit] for amounts in spent), reverse=True)[: self.most], Fraction(0))
                for unit in self.each}  # fmt: skip

    def drop_empty(self) -> None:
        """Forget the last waves under which nothing is charged: they were given back, and are begun anew."""
        while self.begun and not self.begun[-1].charges:
            self.begun.pop()


def why_not_declared(series: Series, left: Amount) -> Phrase | None:
    """Why an account with so much left for waves, those begun included, cannot have such a series."""
    if not max(FEWEST, len(series.begun)) <= series.waves <= MOST:
        return phrase("ledger.why_waves", fewest=max(FEWEST, len(series.begun)), most=MOST)
    if not 1 <= series.most <= series.waves:
        return phrase("ledger.why_most", waves=series.waves)
    if series.each.keys() != left.keys():
        return phrase("ledger.why_units")
    if not any(series.each.values()):
        return phrase("ledger.why_nothing_each")
    return None if within(series.foreseen(), left) else phrase("ledger.why_waves_beyond")


def why_no_wave(series: Series, day: str, prints: frozenset[str]) -> Phrase | None:
    """Why data cannot be those of the wave of a day, whether that is begun or would be the next."""
    try:
        board.day(day)
    except ValueError:
        return phrase("ledger.why_day")
    number, held = series.numbered(day), series.holding(prints)
    if held and held != number:
        return phrase("ledger.why_other_wave", wave=held, day=series.begun[held - 1].day)
    if number:
        return None
    if len(series.begun) >= series.waves:
        return phrase("ledger.why_all_waves", waves=series.waves)
    if series.begun and day <= series.begun[-1].day:
        return phrase("ledger.why_earlier_wave", wave=len(series.begun), day=series.begun[-1].day)
    return None


def even(left: Amount, spent: list[Amount], waves: int) -> Amount:
    """The part of each wave at which all of `left` is divided, what some waves have `spent` counted in."""
    return {unit: rounded_down(_level(left[unit], [amounts[unit] for amounts in spent], waves)) for unit in left}


def _level(left: Fraction, spent: list[Fraction], waves: int) -> Fraction:
    """The level at which so many vessels stand, some of which have something in them, once `left` is poured in."""
    levels = sorted([*spent, *[Fraction(0)] * (waves - len(spent))])
    total = left
    for filled, level in enumerate(levels, 1):
        total += level
        if filled == len(levels) or total / filled <= levels[filled]:
            return total / filled
    return Fraction(0)
