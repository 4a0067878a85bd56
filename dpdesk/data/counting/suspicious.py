"""What is suspicious in the confidential check of a file, so that nobody spends a budget on a mistyped code.

Findings are confidential as the figures are: they are shown beside them and nowhere else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from dpdesk.data.counting.checking import VariableCheck

Finding = Literal["none_tabulated", "many_lost", "some_lost", "none_coded", "mostly_missing", "many_clamped", ""]
_MANY = 20  # one in so many records is many


def finding(check: VariableCheck, rows: int) -> Finding:
    """The first thing to look into about one variable; "" if there is nothing."""
    rows = check.all if check.of_units else rows
    if not rows:
        return ""
    if check.not_tabulated == rows:
        return "none_tabulated"
    if check.not_tabulated * _MANY >= rows:
        return "many_lost"
    if check.coded + check.clamped == 0:
        return "none_coded"
    if check.clamped * _MANY >= rows:
        return "many_clamped"
    if check.not_stated * 2 > rows:
        return "mostly_missing"
    return "some_lost" if check.not_tabulated else ""
