"""What a file, or a codebook beside it, says of its own columns: labels, and which values state nothing.

All of it is metadata, written by who made the file; nothing here is taken from the records.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Protocol, runtime_checkable

EXTENDED = re.compile(r"\.[A-Za-z_]")
"""The text of an extended missing value of Stata or SAS."""
Range = tuple[Fraction | None, Fraction | None]
"""The least and the greatest number of a range, None for no bound."""


@dataclass(frozen=True, slots=True)
class Known:
    """What is said of one column.

    `values` are texts, as the source gives them, with their labels; `missing` are texts, and `ranges` ranges of
    numbers, that state nothing; `extended`: so do the extended missing values of Stata and SAS, said or not; `amount`:
    its numbers are amounts, whatever zeros stand before them. `origin` names where all this is said, in English and
    German.
    """

    label: str = ""
    values: tuple[tuple[str, str], ...] = ()
    missing: tuple[str, ...] = ()
    ranges: tuple[Range, ...] = ()
    extended: bool = False
    amount: bool = False
    origin: Mapping[str, str] = field(default_factory=dict)

    def is_missing(self, text: str) -> bool:
        """Whether a text states nothing."""
        if text in self.missing or (self.extended and EXTENDED.fullmatch(text)):
            return True
        if not self.ranges:
            return False
        number = _number(text)
        return number is not None and any(
            (low is None or low <= number) and (high is None or number <= high) for low, high in self.ranges
        )


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except (ValueError, ZeroDivisionError):
        return None


@runtime_checkable
class Knowing(Protocol):
    """A source that knows something of its columns."""

    def known(self) -> Mapping[str, Known]:
        """Return what is said of each column, by its name; a column of which nothing is said may be left out."""
        ...
