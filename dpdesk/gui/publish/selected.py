"""What selected cells of a finished table come to: their sum, and of two cells the difference and the ratio.

Each with a half-width of its own, by the code of `dpdesk derive`: the margin of the unbiased combination, its full
covariance in it. Qt-free, and to be called in a thread: the first call makes the methods of the release again, which
takes a second or more.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput
from dpdesk.gui.kit.local import local
from dpdesk.problems.problem import problem

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dpdesk.progress import Progress
    from dpdesk.release.derivation import Cell, Derivation, Derived
    from dpdesk.release.result import Release, TableResult

MOST = 5_000
"""Cells that are added up; more are not selected to be."""
SUM, DIFFERENCE, RATIO = "sum", "difference", "ratio"
CONSISTENT = "consistent"
_MOST_DECIMALS = 6
CellAt = tuple[int, int, int, int]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number ready to be shown, and its half-width, "" where it is exact or not known; `kind` is one of the above."""

    kind: str
    number: str
    half_width: str = ""

    @property
    def words(self) -> str:
        """Both, as they are copied."""
        return f"{self.number} ± {self.half_width}" if self.half_width else self.number


class SelectedCells:
    """Adds up cells of one release."""

    def __init__(self, release: Release) -> None:
        self.release = release
        self._derivation: Derivation | None = None
        self._unbiased = {table.shell.name: table.unbiased.ravel() for table in release.tables}

    def figures(self, name: str, cells: Sequence[CellAt], which: str, progress: Progress) -> list[Figure]:
        """What cells of a table come to, in official estimates or unbiased values (`which`).

        cells: in the order of the release. Nothing where they cannot be added up: medians, percentages, means; counts
        beside sums, weighted beside not; cells without a number.

        Raises:
            DpdeskError: the release was made by another version, which chose other methods.
        """
        import numpy as np

        table = next(one for one in self.release.tables if one.shell.name == name)
        there = [at for at in cells if "z" not in str(table.flag[at])]  # an impossible one is 0
        if len(cells) < 2 or not there or not all(np.isfinite(table.estimate[at]) for at in there):
            return []
        derivation = self._derived(progress)
        every = {at: (name, int(np.ravel_multi_index(at, table.shell.shape))) for at in cells}
        keys = [every[at] for at in there]
        shown = table.estimate if which == CONSISTENT else table.unbiased
        found = _Found(derivation, self._unbiased, table, shown, [float(shown[at]) for at in there], keys)
        decimals = max(table.shell.items[at[3]].decimals for at in cells)
        figures = []
        try:
            alike = len({derivation.counted(key) for key in every.values()}) == 1
            if alike:
                figures.append(found.sum([1.0] * len(keys), SUM, decimals))
            if len(cells) == len(there) == 2:
                if alike:
                    figures.append(found.sum([1.0, -1.0], DIFFERENCE, decimals))
                figures += found.ratio(per_cent=alike)
        except BadInput:  # one of them is itself derived
            return []
        return figures

    def _derived(self, progress: Progress) -> Derivation:
        if self._derivation is None:
            from dpdesk.planning.forecast.forecast import Forecaster
            from dpdesk.release.derivation import Derivation

            progress("adding up")
            described = {group.name: dict(group.mechanism) for group in self.release.groups}
            chosen = Forecaster(described).choose(self.release.plan)
            if json.dumps(described, sort_keys=True) != json.dumps(chosen.decoders, sort_keys=True):
                raise BadInput(problem("gui.not_added_up"))
            self._derivation = Derivation(chosen)
        return self._derivation


@dataclass(frozen=True, slots=True)
class _Found:
    derivation: Derivation
    unbiased: dict[str, NDArray[np.float64]]
    table: TableResult
    shown: NDArray[np.float64]
    values: list[float]
    keys: list[Cell]

    def _of(self, top: dict[Cell, float], bottom: dict[Cell, float]) -> Derived:
        from dpdesk.release.derivation import Expression

        return self.derivation.evaluate(Expression("", top, bottom), self.unbiased)

    def sum(self, weights: list[float], kind: str, decimals: int) -> Figure:
        total = sum(weight * value for weight, value in zip(weights, self.values, strict=True))
        half_width = self._of(dict(zip(self.keys, weights, strict=True)), {}).margin or 0.0
        whole = all(value == int(value) for value in self.values)
        return _figure(kind, total, half_width, decimals if whole or self.shown is self.table.estimate else None)

    def ratio(self, *, per_cent: bool) -> list[Figure]:
        (one, other), (a, b) = self.keys, self.values
        if b <= 0:
            return []
        half_width = self._of({one: 1.0}, {other: 1.0}).margin
        if half_width is None or not isfinite(half_width):
            return []
        if per_cent:
            return [_figure(RATIO, 100 * a / b, 100 * half_width, None, unit=" %")]
        return [_figure(RATIO, a / b, half_width, None)]


def _figure(kind: str, value: float, half_width: float, decimals: int | None, unit: str = "") -> Figure:
    """A number with its half-width, rounded up to the same decimals: as many as tell where none are given."""
    from dpdesk.gui.paper.values import number_words

    if decimals is None:
        decimals = 1 if half_width <= 0 else min(max(1 - floor(log10(half_width)), 0), _MOST_DECIMALS)
    steps = 10**decimals
    above = -(-round(half_width * steps, 6) // 1) / steps
    beside = local(f"{number_words(above, decimals)}{unit}") if half_width else ""
    return Figure(kind, local(f"{number_words(value, decimals)}{unit}"), beside)
