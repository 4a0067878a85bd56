"""How far off the noisy counts of a control's cells can be, all together: what they are held against after the draw."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.compiler.measures.controlled import Controlled
from dpdesk.planning.compiler.recipes import TableMap

FALSE_ALARM = Fraction(1, 100)
"""The chance that a control that is true of the file is said to differ from it in some cell, at most."""


def control_margins(table: TableMap, noises: Mapping[str, Noise]) -> dict[str, Any]:
    """For each control of a table, by its measure, the margins in steps within which all its noisy counts lie."""
    widths_by_item = {}
    for recipe in table.recipes:
        if isinstance(recipe.measured, Controlled) and recipe.measured.vector in noises:
            whole = recipe.measured.parts(recipe.rows)[1][0, 0, 0]
            each = 100 * (1 - FALSE_ALARM / whole.size)
            widths = noises[recipe.measured.vector].margins(each, whole[whole >= 0])
            widths_by_item[table.shell.items[recipe.start].code] = widths.tolist()
    return {"controls": widths_by_item} if widths_by_item else {}
