"""The plain text of a whole number that is stored as a floating-point one: 1 for 1.0.

A column of numbers has one type for all of its values, and whoever writes the file takes a type that all of them fit:
one person without a value turns a column of whole numbers into one of floating-point numbers. So 1 and 1.0 are one
text; or one person would change what everybody else's cells read as, and with them which of their rows are kept under
a cap, and whether an id counts as missing.
"""

from __future__ import annotations

import re

_WHOLE = re.compile(r"-?[0-9]+\.0")


def plain_number(text: str) -> str:
    """The text of a whole number without the zero behind its point; any other text as it is.

    Example:
        >>> [plain_number(text) for text in ("1.0", "-0.0", "10", "0.5", "1e-07", "nan", "x.0")]
        ['1', '0', '10', '0.5', '1e-07', 'nan', 'x.0']
    """
    if not _WHOLE.fullmatch(text):
        return text
    return "0" if text == "-0.0" else text[:-2]


def plain_number_sql(text: str) -> str:
    """SQL for the same of the texts that the engine gives floating-point numbers, of which no other ends so."""
    return f"CASE WHEN {text} = '-0.0' THEN '0' WHEN suffix({text}, '.0') THEN left({text}, -2) ELSE {text} END"
