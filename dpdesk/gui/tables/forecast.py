"""How wrong each cell of a table will be, for the page Tables: worked out in a thread, then only looked up.

Qt-free. Everything comes from `dpdesk.planning`, which has never seen the data.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dpdesk.gui.desk.forecasts import ForecastService
from dpdesk.gui.kit.words import number_shown
from dpdesk.progress import Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpdesk.planning.aids.odds import CellDetails
    from dpdesk.planning.document.plan import Plan


@dataclass(frozen=True, slots=True, eq=False)
class TableForecast:
    """The forecast of one table: its entry in `dpdesk forecast --json`, and for each cell its noise margin.

    A margin is nan where it depends on the counts themselves; then `rough` may have one, for so many people as are
    expected, by planning figures (`said` how many, `planned` how they divide) or made up: infinite where these are too
    few. `rough` is empty where no cell is like that. `finer` has the decimals that the noise of a measure wants, by its
    place in the plan, where it is printed more coarsely.
    """

    entry: Mapping[str, Any]
    margins: Sequence[float]
    rough: Sequence[float] = ()
    people: int = 0
    planned: bool = False
    said: bool = False
    finer: Mapping[int, int] = field(default_factory=dict)

    @property
    def level(self) -> int:
        """The level of the margins in percent."""
        return int(self.entry["level"])

    def widest(self, items: int) -> list[float]:
        """The widest margin of each of so many measures, 0 where none is known."""
        both = zip(self.margins, self.rough or self.margins, strict=True)
        known = [rough if margin != margin else margin for margin, rough in both]
        return [
            max((margin for margin in known[item::items] if math.isfinite(margin)), default=0.0)
            for item in range(items)
        ]

    def std(self, index: int) -> float | None:
        """The standard error of a cell."""
        found = self.entry["cells_std"][index]
        return None if found is None else float(found)

    def exact(self, index: int) -> bool:
        """Whether a cell bears no noise; noise that is hardly ever there may have a margin of 0, too."""
        return self.margins[index] == 0 and not self.std(index)


def _certain(rough: NDArray[np.float64], kinds: NDArray[np.str_]) -> NDArray[np.bool_]:
    """The percentages, (cells, measures), that no noise moves: 100 of whatever has itself for its base."""
    import numpy as np

    noisy = np.where(np.isfinite(rough), rough, 0.0).any(axis=0)  # or the budget is so large that nothing bears any
    certain: NDArray[np.bool_] = (rough == 0) & noisy & (kinds == "percentage")
    return certain


@dataclass(frozen=True, slots=True)
class CellOdds:
    """What is known beforehand about one cell."""

    index: int
    details: CellDetails


class CellForecaster:
    """Computes margins and odds."""

    def __init__(self, forecasts: ForecastService) -> None:
        self._forecasts = forecasts

    def margins(self, plan: Plan, entry: Mapping[str, Any], progress: Progress) -> TableForecast:
        """The noise margins of a table's cells.

        Where only some cells were looked at, the others get the margin of the standard error they share with one, or
        one between those of its neighbours.
        """
        import numpy as np

        from dpdesk.planning.aids.curves import error_by_cell
        from dpdesk.planning.aids.decimals import fitting_of
        from dpdesk.planning.aids.rough import rough_margins

        found = error_by_cell(plan, entry["table"], progress, forecaster=self._forecasts.forecaster)
        if not found.sampled:
            whole = np.full(found.cells, np.nan)
            whole[found.index] = found.margin
            rough = rough_margins(plan, entry["table"], progress, forecaster=self._forecasts.forecaster)
            if rough is None:
                return TableForecast(entry, whole.tolist())
            tables = self._forecasts.forecaster.bench.compile(plan).tables
            number = next(at for at, one in enumerate(tables) if one.shell.name == entry["table"])
            finer = {one.measure: one.wanted for one in fitting_of(plan, number, tables[number], rough)}
            kinds = np.array([item.kind for item in tables[number].shell.items])
            whole.reshape(-1, kinds.size)[_certain(rough.margins.reshape(-1, kinds.size), kinds)] = 0.0
            margins = rough.margins.tolist()
            return TableForecast(entry, whole.tolist(), margins, rough.people, rough.planned, rough.said, finer)
        std = np.array([math.nan if value is None else value for value in entry["cells_std"]])
        known = np.isfinite(found.std) & np.isfinite(found.margin)
        widths, first = np.unique(found.std[known], return_index=True)
        margins = found.margin[known][first]
        if not widths.size:
            return TableForecast(entry, np.full(std.size, np.nan).tolist())
        return TableForecast(entry, np.where(np.isnan(std), np.nan, np.interp(std, widths, margins)).tolist())

    def odds(self, plan: Plan, table: str, index: int) -> CellOdds:
        """What is known beforehand about one cell, by its place in the tidy order."""
        from dpdesk.planning.aids.odds import cell_details

        return CellOdds(index, cell_details(plan, table, index, forecaster=self._forecasts.forecaster))


def margin_text(margin: float) -> str:
    """A margin as it stands in a cell: "± 12", "± 1,240", "exact"."""
    if margin == 0:
        return "0"
    return f"± {number_shown(margin)}"
