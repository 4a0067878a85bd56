"""The forecast of a plan as an object: how wrong each table will be, before any data are read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from dpdesk.api.documents import plan_of
from dpdesk.api.frames import Backend, made
from dpdesk.api.one_thread import one_thread
from dpdesk.planning.document.plan import Plan

_WORDS = ("mechanism", "noise", "why_not")
_FIGURES = ("rmse", "margin_max", "expected_max_error", "ratio_to_bound")


@dataclass(frozen=True, slots=True, repr=False)
class Forecast:
    """The methods compared for each table of a plan; `tree` is the object of `dpdesk forecast --json`."""

    tree: Mapping[str, Any]

    def to_frame(self, *, backend: Backend = "pandas") -> Any:
        """Return a data frame with a row for each table and method.

        Columns: table, chosen, mechanism, noise, why_not (where a method is not available), rmse (the typical error),
        margin_max (noise margin of the widest cell), expected_max_error, ratio_to_bound (to the best possible). Errors
        are in the unit of the table's cells: counts, or the unit of the quantity.

        Args:
            backend: the library of the frame; it must be installed.

        Raises:
            BadInput: the library is not installed.
        """
        rows = [(table, row) for table in self.tree["tables"] for row in table["mechanisms"]]
        columns: dict[str, list[Any]] = {
            "table": [table["table"] for table, _ in rows],
            "chosen": [_is_chosen(table, row) for table, row in rows],
        }
        columns |= {name: [row.get(name) or "" for _, row in rows] for name in _WORDS}
        return made(columns | {name: [row.get(name) for _, row in rows] for name in _FIGURES}, backend)

    def __str__(self) -> str:
        from dpdesk.cli.lines import forecast_lines

        return "\n".join(forecast_lines(self.tree))

    def __repr__(self) -> str:
        return f"Forecast of {', '.join(table['table'] for table in self.tree['tables'])}"

    def _repr_html_(self) -> str:
        return f"<pre>{escape(str(self))}</pre>"


@one_thread()
def forecast(plan: Plan | str | Path, *, numerical: bool = False) -> Forecast:
    """Forecast the error of every table of a plan, by every method; no data are read.

    Args:
        plan: the plan, or the path of one.
        numerical: also methods found by optimisation, which take a while.

    Raises:
        BadInput: the plan cannot be carried out.
    """
    from dpdesk.planning.forecast.forecast import Forecaster

    return Forecast(Forecaster().forecast(plan_of(plan), numerical=numerical))


def _is_chosen(table: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
    return (row["mechanism"], row["noise"]) == (table["chosen"], table["chosen_noise"])
