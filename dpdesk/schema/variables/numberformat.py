"""How a cell's text becomes an exact number, without ever guessing.

The source format names one decimal mark and one grouping mark (or none). A text that does not follow it to
the letter is *not a number*, and goes where the dictionary says; "1,500" is never silently 1.5 or 1500.
Scientific notation ("1e+05") is exact: numbers are rationals, not floating point.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from fractions import Fraction

LONGEST_NUMBER = 64
_PADDING = " \t"


def clean(cell: str | None) -> str:
    """Return the text that is compared with code lists: no cell is '', outer spaces and tabs are dropped."""
    return "" if cell is None else cell.strip(_PADDING)


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """One way of writing numbers: a decimal mark and a grouping mark ('' for none)."""

    decimal: str = "."
    thousands: str = ""
    _pattern: re.Pattern[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_pattern", re.compile(self.regex))

    @property
    def regex(self) -> str:
        """A regular expression (ASCII digits only) that matches exactly the texts that are numbers.

        Groups: sign, whole part with its grouping marks, fraction, exponent. It follows RE2's syntax, so a
        database engine can use the same expression. A text longer than `LONGEST_NUMBER` is not a number.
        """
        whole = "[0-9]*"
        if self.thousands:
            mark = f"[{self.thousands}]"
            whole = f"[0-9]{{1,3}}(?:{mark}[0-9]{{3}})+|[0-9]*"
        return rf"^([+-]?)({whole})(?:[{self.decimal}]([0-9]*))?(?:[eE]([+-]?[0-9]{{1,3}}))?$"

    def parse(self, cell: str | None) -> Fraction | None:
        """Return the exact number a cell states, or None if it states none. Never raises.

        "1e+05" is 100000, ".5" and "5." are numbers, "" "NA" "nan" "inf" "0x10" "1_000" "٣" are not.
        """
        text = clean(cell)
        if not text or len(text) > LONGEST_NUMBER:
            return None
        match = self._pattern.fullmatch(text)
        if match is None:
            return None
        sign, whole, decimals, exponent = match.groups()
        if self.thousands:
            whole = whole.replace(self.thousands, "")
        decimals = decimals or ""
        if not whole and not decimals:
            return None
        digits = int(whole + decimals)
        power = int(exponent or 0) - len(decimals)
        value = Fraction(digits * 10**power) if power >= 0 else Fraction(digits, 10**-power)
        return -value if sign == "-" else value


def exact_text(value: Fraction | int) -> str:
    """Write a rational as people do: "250", "0.5" when the decimal ends, else "1/3"."""
    value = Fraction(value)
    denominator, places = value.denominator, 0
    while denominator % 10 == 0:
        denominator //= 10
        places += 1
    while denominator % 2 == 0:
        denominator //= 2
        places += 1
    while denominator % 5 == 0:
        denominator //= 5
        places += 1
    if denominator != 1:
        return f"{value.numerator}/{value.denominator}"
    if value.denominator == 1:
        return str(value.numerator)
    while (value * 10 ** (places - 1)).denominator == 1:
        places -= 1
    digits = str(abs(int(value * 10**places))).rjust(places + 1, "0")
    return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
