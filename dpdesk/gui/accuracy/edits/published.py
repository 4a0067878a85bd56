"""Planning figures out of a published table: the counts of a variable, found by its codes or labels. Pure and Qt-free.

A table is rows of texts, as a workbook or a CSV file has them. The labels of all codes stand in one column (or one
row), each with a whole number to its right (or below). Where a code stands more than once, the first is taken: totals
come before their parts. Codes for missing values need not be there.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

Rows = Sequence[Sequence[str]]
_GROUPED = re.compile(r"\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+")
_PLAIN = re.compile(r"\d+(?:[.,]0+)?")
_COUNTS = re.compile(
    r"estimate|count|total|number|persons?|people|population|anzahl|insgesamt|häufigkeit|personen|bevölkerung", re.I
)
_LARGEST = 10**12


def find_counts(tables: Sequence[Rows], names: Sequence[Sequence[str]], optional: Sequence[bool]) -> list[int] | None:
    """The counts of a variable in the first table that has them, 0 for an optional code that is not there; None else.

    names: for each code the texts it may stand under; optional: whether it may be missing.
    """
    for rows in tables:
        for turned in (rows, list(zip_longest(*rows, fillvalue=""))):
            for kind in range(max((len(own) for own in names), default=0)):
                keys = [_key(own[kind]) if kind < len(own) else "" for own in names]
                found = _in_column(turned, keys, optional)
                if found is not None:
                    return found
    return None


def read_number(text: str) -> int | None:
    """A whole number as people print it: "1,234", "1 234", "1234.0"; None for anything else."""
    text = text.strip()
    if _GROUPED.fullmatch(text):
        text = re.sub(r"\D", "", text)
    elif _PLAIN.fullmatch(text):
        text = re.split(r"[.,]", text)[0]
    else:
        return None
    return int(text) if int(text) <= _LARGEST else None


def read_labelled(text: str, names: Sequence[Sequence[str]]) -> list[int] | None:
    """The counts in a text that names each code before its count, as two columns pasted do; None if one is missing."""
    found: list[int] = []
    for own in names:
        for name in own:
            number = rf"(?<!\w){re.escape(name)}(?!\w)\s*[:=;\t ]\s*({_GROUPED.pattern}|\d+)(?![\d.,])"
            match = re.search(number, text, re.I) if name else None
            if match is not None and (count := read_number(match[1])) is not None:
                found.append(count)
                break
    return found if len(found) == len(names) and any(found) else None


def _in_column(rows: Rows, keys: Sequence[str], optional: Sequence[bool]) -> list[int] | None:
    """The counts beside a column that has all keys; None where there is none."""
    if len(set(keys)) < len(keys) or not any(keys):
        return None
    wide = max((len(row) for row in rows), default=0)
    for at in range(wide):
        place: dict[str, int] = {}
        for number, row in enumerate(rows):
            if at < len(row):
                place.setdefault(_key(row[at]), number)
        if not all(key in place or may_lack for key, may_lack in zip(keys, optional, strict=True)):
            continue
        here = [place.get(key) for key in keys]
        if sum(line is not None for line in here) < 2:
            continue
        found = _beside(rows, here, range(at + 1, wide))
        if found is not None:
            return found
    return None


def _beside(rows: Rows, lines: Sequence[int | None], columns: range) -> list[int] | None:
    """The whole numbers in these lines of a column, of one with a heading that says counts where there is one."""
    good: list[tuple[bool, list[int]]] = []
    first = min(line for line in lines if line is not None)
    for at in columns:
        values = [0 if line is None else read_number(rows[line][at] if at < len(rows[line]) else "") for line in lines]
        counts = [value for value in values if value is not None]
        if len(counts) == len(lines) and any(counts):
            headed = any(_COUNTS.search(row[at]) for row in rows[:first] if at < len(row))
            good.append((not headed, counts))
    return min(good, key=lambda one: one[0])[1] if good else None


def _key(text: str) -> str:
    return " ".join(text.split()).casefold()
