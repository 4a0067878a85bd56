"""The text of a Python value, by itself: for columns of objects, whose values may be of any type.

It is the text that the engine gives the value in a column of its own type: one person's text in a column makes it one
of objects, and must not change what everybody else's numbers and moments read as.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import numpy as np

from dpdesk.data.sources.plain_texts import plain_number


def text_of(value: Any) -> str | None:
    """The text of one value that is not missing, as Parquet has it; None where it has none.

    Example:
        >>> [text_of(value) for value in ("f", 7, 2.0, 1e16, True, Decimal("1.50"), date(2020, 1, 31), [1])]
        ['f', '7', '2', '1e+16', 'true', '1.50', '2020-01-31', None]
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating):
        return plain_number(repr(float(str(value))))  # the shortest decimal of its own length, written as a long one
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, datetime):
        return _moment(value)
    return value.isoformat() if isinstance(value, date) else None


def _moment(value: datetime) -> str:
    """A point in time, in UTC where it has a zone, with the parts of a second that are not 0."""
    zone = ""
    if value.utcoffset() is not None:
        value, zone = value.astimezone(UTC).replace(tzinfo=None), "+00"
    seconds, point, parts = value.isoformat(" ").partition(".")
    return seconds + (point + parts).rstrip("0") + zone
