"""Dates, as a category of months or years: a cell belongs to the code with which it begins."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

ISO = re.compile(r"([0-9]{4})(-?)(0[1-9]|1[0-2])\2(0[1-9]|[12][0-9]|3[01])([ T][0-9:.,+Z-]*)?")
DATE = re.compile(r"[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}([ T].*)?|[0-9]{1,2}[./-][0-9]{1,2}[./-][0-9]{2,4}([ T].*)?")
"""A date in any order."""
FIRST, LAST = 1800, 2100
_MOST_MONTHS = 20 * 12
_GRID = 5  # years to which a long span is rounded outward
_MONTHS = ("01", "02", "03", "04", "05", "06", "07", "08", "09", "10", "11", "12")


def year_of(text: str) -> int | None:
    """The year of a date written year, month, day, with hyphens or without; None for anything else."""
    found = ISO.fullmatch(text)
    year = int(found.group(1)) if found else 0
    return year if FIRST <= year <= LAST else None


def dated(texts: Collection[str]) -> str | None:
    """What stands between the parts of dates, if nearly all texts are dates written alike; else None."""
    marks = [text[4] if text[4] == "-" else "" for text in texts if year_of(text) is not None]
    alike = len(set(marks)) == 1 and len(marks) * 20 >= len(texts) * 19
    return marks[0] if alike else None


def years_of(texts: Collection[str]) -> tuple[int, int, str] | None:
    """The first and the last year, and what stands between the parts, if nearly all texts are dates written alike."""
    mark = dated(texts)
    years = [year for text in texts if (year := year_of(text)) is not None]
    return None if mark is None else (min(years), max(years), mark)


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
                own = {} if mark else {"texts": [f"{year}{month}"]}
                codes.append({"code": f"{year}-{month}", **own})
                rows.append({"code": f"{year}-{month}", "parent": f"{year}-Q{quarter + 1}"})
    levels = [{"name": "year", "label": _YEAR}, {"name": "quarter", "label": _QUARTER}]
    return {"codes": codes, "hierarchies": [{"name": "calendar", "levels": levels, "rows": rows}]}


ENGINE = (
    "(?:[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])|[0-9]{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01]))"
    "(?:[ T][0-9:.,+Z-]*)?"
)
"""`ISO` for an engine that knows no references to groups."""
_YEAR, _QUARTER = {"en": "Year", "de": "Jahr"}, {"en": "Quarter", "de": "Quartal"}
