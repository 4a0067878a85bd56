"""What is found in one column: its distinct texts if there are few, else a summary of its numbers.

A `Found` is filled from counted texts, batch by batch, or from an engine's aggregates; either way it stays small
however long the file is. It holds microdata: it is never shown, stored or put in an error as it stands.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from dpdesk.data.proposing.dates import DATE, dated, year_of
from dpdesk.schema.editing.friendly import friendly_numbers
from dpdesk.schema.variables.numberformat import NumberFormat, clean

MOST_TEXTS = 1_000
MOST_OTHERS = 60
MOST_NEGATIVE = 20
LEAST_CODE = -9999  # the lowest number that may be a code for a missing value
Skip = Callable[[str], bool]
_POSITIVE = tuple(float(number) for number in friendly_numbers())
BOUNDS = (*(-bound for bound in reversed(_POSITIVE)), 0.0, *_POSITIVE)
"""The bounds between which numbers are counted; a number is counted at the smallest bound not below it."""
_HUGE = _POSITIVE[-1]
_PLAIN = re.compile(r"[0-9]{1,30}([.,][0-9]{1,30})?")
_PADDED = re.compile(r"0[0-9]")


@dataclass(slots=True)
class Numbers:
    """The numbers of a column: how many, their extremes, and how many lie between friendly bounds.

    `negative` are the distinct whole ones from -9999 to -1, None if there are many; `padded` says that some
    begin with a needless zero, `between` that some negative one is no whole number.
    """

    count: int = 0
    whole: bool = True
    padded: bool = False
    between: bool = False
    least: float = math.inf
    greatest: float = -math.inf
    negative: set[Fraction] | None = field(default_factory=set)
    buckets: dict[int, int] = field(default_factory=dict)

    def add(self, text: str, number: Fraction, often: int) -> None:
        """Count a number that occurs `often` times."""
        value = approximately(number)
        self.count += often
        self.whole = self.whole and number.denominator == 1
        self.padded = self.padded or _PADDED.match(text) is not None
        self.between = self.between or (number.numerator < 0 and number.denominator != 1)
        self.least, self.greatest = min(self.least, value), max(self.greatest, value)
        if self.negative is not None and number.denominator == 1 and LEAST_CODE <= number.numerator < 0:
            self.negative.add(number)
            if len(self.negative) > MOST_NEGATIVE:
                self.negative = None
        bucket = bisect_left(BOUNDS, value)
        self.buckets[bucket] = self.buckets.get(bucket, 0) + often


def approximately(number: Fraction) -> float:
    """Return a number as a float within the outermost bounds."""
    if number.numerator.bit_length() - number.denominator.bit_length() > 70:
        return _HUGE if number > 0 else -_HUGE
    return max(-_HUGE, min(_HUGE, number.numerator / number.denominator))


@dataclass(slots=True)
class Found:
    """What is found in a column.

    `texts` are its distinct texts with how often each occurs, None if there are more than `most`; then `numbers`
    summarises those that are numbers and `others` are the distinct ones that are not, None if there are many; `years`
    are the first and last year of dates among them. Cells for which `skip` holds are not looked at: the file says by
    itself that they state nothing.
    """

    format: NumberFormat
    most: int = MOST_TEXTS
    texts: dict[str, int] | None = field(default_factory=dict)
    numbers: Numbers = field(default_factory=Numbers)
    others: dict[str, int] | None = field(default_factory=dict)
    skip: Skip | None = None
    years: tuple[int, int] | None = None

    def add(self, counted: Mapping[str, int]) -> None:
        """Add some counted cells, but for those to be skipped."""
        if self.skip is not None:
            skip = self.skip
            counted = {cell: often for cell, often in counted.items() if not skip(clean(cell))}
        if self.texts is None:
            self._summarise(counted)
            return
        for cell, often in counted.items():
            text = clean(cell)
            self.texts[text] = self.texts.get(text, 0) + often
        if len(self.texts) > self.most:
            texts, self.texts = self.texts, None
            self._summarise(texts)

    def _summarise(self, counted: Mapping[str, int]) -> None:
        self._span(counted)
        if self.others is None:
            return  # a column of many texts that are no numbers is not looked at further
        for cell, often in counted.items():
            text = clean(cell)
            number = self.format.parse(text)
            if number is not None:
                self.numbers.add(text, number, often)
            else:
                self.others[text] = self.others.get(text, 0) + often
                if len(self.others) > MOST_OTHERS:
                    self.others = None
                    return

    def _span(self, counted: Iterable[str]) -> None:
        """Widen the span of years; texts are looked at as long as dates were among them from the beginning."""
        first = not self.numbers.count and not self.others and self.others is not None
        if self.years is not None or first:
            years = [year for cell in counted if (year := year_of(clean(cell))) is not None]
            years += self.years or ()
            self.years = (min(years), max(years)) if years else None

    @property
    def may_be_dates(self) -> bool:
        """Whether there are dates."""
        return self.years is not None if self.texts is None else any(map(year_of, self.texts))

    @property
    def many_texts(self) -> bool:
        """Whether there are many distinct texts that are not numbers."""
        return self.others is None


@dataclass(slots=True)
class First:
    """What the first cells of a column look like: how many state something, how many differ, whether they rise.

    `writing` is how dates are written, None if they are none, or nobody can tell; `date`: they are dates in some order.
    """

    stated: int = 0
    distinct: int = 0
    whole: bool = True  # all of them are digits only
    rising: bool = True  # all are plain numbers, each at least the one before
    writing: str | None = None
    date: bool = False

    @classmethod
    def of(cls, cells: Sequence[str], missing: Iterable[str]) -> First:
        """Look at the first cells, those in `missing` left out."""
        left_out = frozenset(missing)
        known: dict[str, str | None] = {}
        for cell in set(cells):
            text = clean(cell)
            known[cell] = None if text.casefold() in left_out else text
        texts = [cell_text for cell_text in map(known.__getitem__, cells) if cell_text is not None]
        distinct = set(texts)
        whole = all(text.isascii() and text.isdigit() and len(text) < 30 for text in distinct)
        plain = whole or all(map(_PLAIN.fullmatch, distinct))
        values = [float(text.replace(",", ".")) for text in texts] if plain else []
        rising = plain and all(left <= right for left, right in pairwise(values))
        writing = dated(distinct)
        date = writing is not None or (bool(texts) and all(map(DATE.fullmatch, distinct)))
        return cls(len(texts), len(distinct), whole and bool(texts), rising and bool(texts), writing, date)
