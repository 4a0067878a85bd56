"""The text of a Python value, by itself: for columns of objects, whose values may be of any type."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import Any

import numpy as np


def text_of(value: Any) -> str | None:
    """The text of one value that is not missing, as Parquet has it; None where it has none.

    Example:
        >>> [text_of(value) for value in ("f", 7, 2.0, 0.1, True, Decimal("1.50"), date(2020, 1, 31), [1])]
        ['f', '7', '2', '0.1', 'true', '1.50', '2020-01-31', None]
    """
    if isinstance(value, str):
        return str(value)
    if isinstance(value, bool | np.bool_):
        return "true" if value else "false"
    if isinstance(value, int | np.integer):
        return str(int(value))
    if isinstance(value, float | np.floating):
        return str(int(value)) if float(value).is_integer() else repr(float(value))
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, datetime):
        return value.isoformat(" ")
    return value.isoformat() if isinstance(value, date) else None
