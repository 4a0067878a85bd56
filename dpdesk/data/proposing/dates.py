"""Dates, as a category of months or years: a cell belongs to the code with which it begins.

How dates are written is said by a word of Y, M and D, as `Y-M-D` or `D.M.Y`; small letters have no zero before them.
Where the day or the month comes first, each day is a text of its own.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection, Iterator
from typing import Any

_PARTS = {
    "Y": "[0-9]{4}", "M": "(?:0[1-9]|1[0-2])", "m": "(?:[1-9]|1[0-2])", "D": "(?:0[1-9]|[12][0-9]|3[01])",
    "d": "(?:[1-9]|[12][0-9]|3[01])",
}  # fmt: skip
_TIME = "(?:[ T][0-9:.,+Z-]*)?"
WRITINGS = ("Y-M-D", "YMD", "D.M.Y", "d.m.Y", "D/M/Y", "d/m/Y", "M/D/Y", "m/d/Y")
"""As they are looked for. With points the day comes first; with strokes only days beyond the twelfth tell."""
_TURNED = {"D/M/Y": "M/D/Y", "d/m/Y": "m/d/Y"}
_PATTERNS = {
    writing: re.compile("".join(_PARTS.get(sign, re.escape(sign)) for sign in writing) + _TIME) for writing in WRITINGS
}
DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T].*)?|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}([ T].*)?")
"""A date in any order."""
_LAST_YEAR = re.compile(r"[0-9]{1,2}([./])[0-9]{1,2}\1([0-9]{4})" + _TIME)
FIRST, LAST = 1800, 2100
_MOST_MONTHS = 20 * 12
_MOST_YEARS_OF_DAYS = 110  # each day is a text: 40,000 of them
_GRID = 5  # years to which a long span is rounded outward
_MONTHS = ("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")


def year_of(text: str) -> int | None:
    """The year of a date, however it is written; None for anything else."""
    turned = _LAST_YEAR.fullmatch(text)
    first = _PATTERNS["Y-M-D"].fullmatch(text) or _PATTERNS["YMD"].fullmatch(text)
    year = int(turned.group(2)) if turned else int(text[:4]) if first else 0
    return year if FIRST <= year <= LAST else None


def dated(texts: Collection[str]) -> str | None:
    """How dates are written, if nearly all texts are dates written alike; else None."""
    dates = [text for text in texts if year_of(text) is not None]
    often = {writing: sum(map(bool, map(_PATTERNS[writing].fullmatch, dates))) for writing in WRITINGS}
    alike = [writing for writing in WRITINGS if dates and often[writing] * 20 >= len(texts) * 19]
    if not alike or _TURNED.get(alike[0]) in alike:
        return None  # nobody knows whether the day or the month comes first
    return alike[0]


def years_of(texts: Collection[str]) -> tuple[int, int, str] | None:
    """The first and the last year, and how dates are written, if nearly all texts are dates written alike."""
    writing = dated(texts)
    years = [year for text in texts if (year := year_of(text)) is not None]
    return None if writing is None else (min(years), max(years), writing)


def has_codes(first: int, last: int, writing: str) -> bool:
    """Whether dates of some years can be codes: where each day is a text of its own, for about a century at most."""
    return writing.startswith("Y") or last - first < _MOST_YEARS_OF_DAYS - 2 * _GRID


def calendar(first: int, last: int, writing: str) -> dict[str, Any]:
    """The codes of a category of dates: months below quarters and years, or years alone where there are many."""
    if (last - first + 1) * 12 > _MOST_MONTHS:
        low, high = first // _GRID * _GRID, -(-(last + 1) // _GRID) * _GRID
        return {"codes": [{"code": str(year), **_texts(year, _MONTHS, writing)} for year in range(low, high)]}
    codes, rows = [], []
    for year in range(first, last + 1):
        rows.append({"code": str(year), "parent": ""})
        for quarter in range(4):
            rows.append({"code": f"{year}-Q{quarter + 1}", "parent": str(year)})
            for month in _MONTHS[quarter * 3 : quarter * 3 + 3]:
                codes.append({"code": f"{year}-{month}", **_texts(year, (month,), writing)})
                rows.append({"code": f"{year}-{month}", "parent": f"{year}-Q{quarter + 1}"})
    levels = [{"name": "year", "label": _YEAR}, {"name": "quarter", "label": _QUARTER}]
    return {"codes": codes, "hierarchies": [{"name": "calendar", "levels": levels, "rows": rows}]}


def _texts(year: int, months: Collection[str], writing: str) -> dict[str, Any]:
    """With what the dates of some months begin; nothing where that is the code itself."""
    if writing == "Y-M-D" or (writing == "YMD" and len(months) > 1):
        return {}
    if writing == "YMD":
        return {"texts": [f"{year}{month}" for month in months]}
    return {"texts": [text for month in months for text in _days(year, month, writing)]}


def _days(year: int, month: str, writing: str) -> Iterator[str]:
    for day in range(1, monthrange(year, int(month))[1] + 1):
        parts = {"Y": str(year), "M": month, "m": month.lstrip("0"), "D": f"{day:02}", "d": str(day)}
        yield "".join(parts.get(sign, sign) for sign in writing)


ENGINE = (
    f"(?:[0-9]{{1,2}}[.][0-9]{{1,2}}[.][0-9]{{4}}|[0-9]{{1,2}}/[0-9]{{1,2}}/[0-9]{{4}}|"
    f"[0-9]{{4}}-{_PARTS['M']}-{_PARTS['D']}|[0-9]{{4}}{_PARTS['M']}{_PARTS['D']}){_TIME}"
)
"""What `year_of` takes for a date, for an engine that knows no references to groups."""
ENGINE_YEAR = "^[0-9]{1,2}[./][0-9]{1,2}[./]([0-9]{4})"
"""The year of a date that does not begin with it."""
_YEAR, _QUARTER = {"en": "Year", "de": "Jahr"}, {"en": "Quarter", "de": "Quartal"}
