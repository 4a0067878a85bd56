"""Figures of a workbook: where they stand, and whether what is printed is what was released."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from dpdesk.publish.documents.printed import Figure
from dpdesk.publish.workbook.codes import NO_COLUMN


def column_of(letters: str) -> int | None:
    """The place of a column in a row; None for none."""
    if letters == NO_COLUMN:
        return None
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - ord("A") + 1
    return place - 1


def is_printed(exact: Any, printed: Any, unit: Sequence[int], rounded: Callable[[Figure, float], float]) -> bool:
    """Whether a figure is printed in its unit and to its base, or to some decimals; a symbol as it is."""
    if not is_number(exact) or not is_number(printed):
        return bool(exact == printed) and exact is not None
    scale, base = unit
    steps = [Fraction(base)] if base > 1 else [Fraction(scale, 10**decimals) for decimals in range(13)]
    return any(rounded(Figure(scale, step, 0), exact) == printed for step in steps)


def is_number(value: Any) -> bool:
    """Whether a cell holds a number."""
    return isinstance(value, int | float) and not isinstance(value, bool)
