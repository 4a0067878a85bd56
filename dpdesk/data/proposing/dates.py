"""Dates, as a category of months or years: a cell belongs to the code with which it begins."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Collection
from typing import Any

ISO = re.compile(r"([0-9]{4})(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12][0-9]|3[01])([ T][0-9:.,+Z-]*)?")
DAY_FIRST = re.compile(r"(0[1-9]|[12][0-9]|3[01])[.](0[1-9]|1[0-2])[.]([0-9]{4})([ T][0-9:.,+Z-]*)?")
"""Day, month, year with points, as in Central Europe; with strokes nobody knows which of the two comes first."""
DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T].*)?|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}([ T].*)?")
"""A date in any order."""
FIRST, LAST = 1800, 2100
POINT = "."
_MOST_MONTHS = 20 * 12
_GRID = 5  # years to which a long span is rounded outward
_MONTHS = ("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")


def year_of(text: str) -> int | None:
    """The year of a date, year first with hyphens or without, or day first with points; None for anything else."""
    iso, turned = ISO.fullmatch(text), DAY_FIRST.fullmatch(text)
    year = int(iso.group(1)) if iso else int(turned.group(3)) if turned else 0
    return year if FIRST <= year <= LAST else None


def dated(texts: Collection[str]) -> str | None:
    """What stands between the parts of dates, if nearly all texts are dates written alike; else None."""
    marks = [_mark(text) for text in texts if year_of(text) is not None]
    alike = len(set(marks)) == 1 and len(marks) * 20 >= len(texts) * 19
    return marks[0] if alike else None


def _mark(text: str) -> str:
    return POINT if text[2] == POINT else "-" if text[4] == "-" else ""


def years_of(texts: Collection[str]) -> tuple[int, int, str] | None:
    """The first and the last year, and what stands between the parts, if nearly all texts are dates written alike."""
    mark = dated(texts)
    years = [year for text in texts if (year := year_of(text)) is not None]
    return None if mark is None else (min(years), max(years), mark)


def has_codes(first: int, last: int, mark: str) -> bool:
    """Whether dates of some years can be codes: day first each day is a text of its own, for twenty years at most."""
    return mark != POINT or (last - first + 1) * 12 <= _MOST_MONTHS


def calendar(first: int, last: int, mark: str) -> dict[str, Any]:
    """The codes of a category of dates: months below quarters and years, or years alone where there are many."""
    if (last - first + 1) * 12 > _MOST_MONTHS:
        low, high = first // _GRID * _GRID, -(-(last + 1) // _GRID) * _GRID
        return {"codes": [{"code": str(year)} for year in range(low, high)]}
    codes, rows = [], []
    for year in range(first, last + 1):
        rows.append({"code": str(year), "parent": ""})
        for quarter in range(4):
            rows.append({"code": f"{year}-Q{quarter + 1}", "parent": str(year)})
            for month in _MONTHS[quarter * 3 : quarter * 3 + 3]:
                extra = {} if mark == "-" else {"texts": _beginnings(year, month, mark)}
                codes.append({"code": f"{year}-{month}", **extra})
                rows.append({"code": f"{year}-{month}", "parent": f"{year}-Q{quarter + 1}"})
    levels = [{"name": "year", "label": _YEAR}, {"name": "quarter", "label": _QUARTER}]
    return {"codes": codes, "hierarchies": [{"name": "calendar", "levels": levels, "rows": rows}]}


def _beginnings(year: int, month: str, mark: str) -> list[str]:
    """With what the dates of a month begin."""
    if mark != POINT:
        return [f"{year}{month}"]
    return [f"{day:02}.{month}.{year}" for day in range(1, monthrange(year, int(month))[1] + 1)]


ENGINE = (
    "(?:(?:0[1-9]|[12][0-9]|3[01])[.](?:0[1-9]|1[0-2])[.][0-9]{4}|[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])|[0-9]{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]))"
    "(?:[ T][0-9:.,+Z-]*)?"
)
"""`ISO` and `DAY_FIRST` for an engine that knows no references to groups."""
_YEAR, _QUARTER = {"en": "Year", "de": "Jahr"}, {"en": "Quarter", "de": "Quartal"}
