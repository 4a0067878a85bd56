"""The text of a stored value, by which it is compared: 1 and 1.0 are one number, a date is a date.

Statistical programs store nearly every number as binary floating point, whole ones too. A whole number is written
digit by digit, any other as the shortest decimal that is the stored one. What a program shows as a date, a time of day
or both is a number within; its text is 2018-05-06, 10:10:10 or 2018-05-06 10:10:10, as in Parquet and in databases.
The extended missing values of Stata and SAS are .a to .z, .A to .Z and ._; a plain missing value is the empty text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, timedelta
from typing import Any

import numpy as np

from dpdesk.data.sources.statistical.library import Column

_EXACT = 1 << 53  # whole numbers below are stored exactly
_DAY = 86_400_000_000  # microseconds
_SAS_DATE = re.compile(
    r"(?:DATE|DTDATE|MONYY|WEEKDATE|WEEKDATX|(?:DDMMYY|MMDDYY|YYMMDD)[BCDNPS]?|(?:IS|E|B)8601DA)(?:\d|\.|$)"
)
_SAS_BOTH = re.compile(r"(?:DATETIME|DATEAMPM|MDYAMPM|(?:IS|E|B)8601DT|B8601DN)(?:\d|\.|$)")
_SAS_TIME = re.compile(r"(?:TIME|HHMM|TOD|TIMEAMPM|(?:IS|E|B)8601TM)(?:\d|\.|$)")
_SPSS_DATE = re.compile(r"(?:[AEJS]?DATE|MOYR|QYR|WKYR)\d")
_SPSS_BOTH = re.compile(r"(?:DATETIME|YMDHMS)\d")
_SPSS_TIME = re.compile(r"[DM]?TIME\d")
_STATA_DATE = re.compile(r"%-?t?d")
_STATA_BOTH = re.compile(r"%-?tc")
_STATA_TIME = re.compile(r"%-?tcHH:MM(:SS)?$")


def texts(column: Column, text: Callable[[Any], str]) -> list[str]:
    """The texts of a column's values, each different one made once.

    Raises:
        IndexError: a value has a number that none has.
    """
    made = ["" if value is None else text(value) for value in column.different]
    return list(map(made.__getitem__, column.places))


def text_of(program: str, stored: str, display: str) -> Callable[[Any], str]:
    """How the values of a variable are written.

    Args:
        program: "spss", "stata" or "sas".
        stored: "string" or a kind of number.
        display: the format in which the program shows it.
    """
    if stored == "string":
        return _plain
    clock = _clock(program, display)
    number = _short if stored == "float" else number_text

    def text(value: Any) -> str:
        if isinstance(value, str):
            return f".{value}"
        return number(value) if clock is None else clock(value)

    return text


def _plain(value: Any) -> str:
    return str(value)


def number_text(value: float) -> str:
    """The text of a number."""
    if float(value).is_integer() and abs(value) < _EXACT:
        return str(int(value))
    return repr(float(value))


def _short(value: float) -> str:
    """The text of a number that is stored in four bytes: 3.58, and not what follows it in eight."""
    return number_text(value) if float(value).is_integer() else str(np.float32(value))


def _clock(program: str, display: str) -> Callable[[float], str] | None:
    """How numbers that are dates or times are written; None where they are numbers."""
    if program == "spss":
        start, unit = date(1582, 10, 14), 1_000_000
        kinds = _SPSS_BOTH, _SPSS_DATE, _SPSS_TIME
    elif program == "stata":
        start, unit = date(1960, 1, 1), 1_000
        kinds = _STATA_BOTH, _STATA_DATE, _STATA_TIME
    else:
        start, unit = date(1960, 1, 1), 1_000_000
        kinds = _SAS_BOTH, _SAS_DATE, _SAS_TIME
    both, day, time = (pattern.match(display) is not None for pattern in kinds)
    if time:
        return lambda value: _duration(value, unit)
    if both:
        return lambda value: _moment(value, start, unit, whole=False)
    if day:
        return lambda value: _moment(value, start, unit if program == "spss" else _DAY, whole=True)
    return None


def _moment(value: float, start: date, unit: int, *, whole: bool) -> str:
    """A day, with the time of day where that is wanted or is not midnight; the number where no calendar has it."""
    try:
        days, rest = divmod(round(value * unit), _DAY)
        day = (start + timedelta(days)).isoformat()
    except (OverflowError, ValueError):
        return number_text(value)
    return day if whole and not rest else f"{day} {_time(rest)}"


def _duration(value: float, unit: int) -> str:
    """Hours, minutes and seconds, more than a day's too."""
    try:
        moment = round(value * unit)
    except (OverflowError, ValueError):
        return number_text(value)
    return _time(moment) if moment >= 0 else f"-{_time(-moment)}"


def _time(moment: int) -> str:
    seconds, parts = divmod(moment, 1_000_000)
    minutes, second = divmod(seconds, 60)
    hour, minute = divmod(minutes, 60)
    fraction = f".{parts:06d}".rstrip("0") if parts else ""
    return f"{hour:02d}:{minute:02d}:{second:02d}{fraction}"
