"""What an amount of budget buys: the noise margins of two plain tables, by the forecasts every page shows. Qt-free.

Each table is one of two made-up variables with their totals, and has the whole amount for itself. Who is protected, how
many rows each has and whether their number is public are those of the dictionary.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.trees import Tree

if TYPE_CHECKING:
    from dpdesk.planning.forecast.forecast import Forecaster
    from dpdesk.progress import Progress

SMALL, LARGE = (2, 4), (40, 25)
"""Codes of the two variables of each table: 8 cells, and 1,000."""


@dataclass(frozen=True, slots=True)
class Bought:
    """The widest noise margin (90 %) of a cell of either table; None where there is no forecast."""

    small: float | None = None
    large: float | None = None


def bought(
    forecaster: Forecaster, unit: Tree, neighbours: str, caps: Sequence[Tree], progress: Progress
) -> list[Bought]:
    """What each of some budgets buys, where units are as `unit` says (`kind`, `max_rows`)."""
    found = []
    for at, cap in enumerate(caps):
        progress("forecasting", at / len(caps))
        found.append(Bought(*(_margin(forecaster, unit, neighbours, cap, size) for size in (SMALL, LARGE))))
    return found


def _margin(forecaster: Forecaster, unit: Tree, neighbours: str, cap: Tree, size: tuple[int, int]) -> float | None:
    from dpdesk.gui.desk.snapshot import made_plan
    from dpdesk.schema.dictionary import Dictionary

    try:
        dictionary = Dictionary.from_json(_dictionary(unit, neighbours, cap, size))
        table = forecaster.forecast(made_plan(_PLAN, dictionary), compared=False)["tables"][0]
    except DpdeskError:
        return None
    chosen = (table["chosen"], table["chosen_noise"])
    rows = [one for one in table["mechanisms"] if (one["mechanism"], one["noise"]) == chosen]
    margin: float | None = rows[0]["margin_max"] if rows else None
    return margin


def _dictionary(unit: Tree, neighbours: str, cap: Tree, size: tuple[int, int]) -> Tree:
    made: Tree = {"kind": "row", "describes": "person", "label": {"en": "one"}}
    if unit.get("kind") == "id":
        made |= {"kind": "id", "column": "id", "max_rows": unit["max_rows"], "rows_without_id": "drop"}
    return {
        "format": "dpdesk-dictionary", "version": 1, "dataset_id": "any", "title": {"en": "Any"},
        "source": {"kind": "csv"}, "data_kind": "complete_count", "unit": made, "neighbours": neighbours,
        "budget_cap": cap, "variables": [_variable(name, codes) for name, codes in zip("ab", size, strict=True)],
    }  # fmt: skip


def _variable(name: str, codes: int) -> Tree:
    return {
        "name": name, "kind": "category", "label": {"en": name}, "column": name, "describes": "unit",
        "codes": [{"code": str(code)} for code in range(codes)], "otherwise": "nowhere",
    }  # fmt: skip


_PLAN: Tree = {
    "format": "dpdesk-plan",
    "version": 1,
    "title": {"en": "Any"},
    "tables": [
        {
            "name": "any",
            "title": {"en": "Any"},
            "stub": [{"variables": [{"variable": "a"}]}],
            "boxhead": [{"variables": [{"variable": "b"}]}],
            "measures": [{"kind": "count"}],
        }
    ],
}
