"""From what planning has worked out to pictures: the words of the axes, the lines, and the table beside them."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject

from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.plots.figure import Figure, Rows, Series, Style
from dpdesk.gui.kit.plots.numbers import number, number_up

if TYPE_CHECKING:
    from dpdesk.planning.aids.curves import BudgetCurve, CellErrors, LengthCurves
    from dpdesk.planning.aids.draws import Draws
    from dpdesk.planning.compiler.shells import Shell
    from dpdesk.schema.text import Text

_DOTS = 1500  # stretches of cells of which the least and the greatest are drawn
_STYLES: tuple[Style, Style, Style] = ("main", "other", "bound")
_COLUMNS = 40  # of a histogram, at most


class Composer(QObject):
    """Makes figures; holds no state but the language."""

    def __init__(self, parent: QObject | None = None, language: str = "en") -> None:
        super().__init__(parent)
        self.language = language

    def by_budget(
        self,
        curve: BudgetCurve,
        symbol: str,
        name: str,
        ratio: float | None,
        present: float,
        most: float | None = None,
    ) -> Figure:
        """Typical error against the budget, with the present budget to take hold of.

        symbol: ε or ρ; name: the chosen method in plain words; ratio: the typical error of this table over the best
        possible, None where that is not known; present: the budget now; most: what the account has left.
        """
        known = np.isfinite(curve.rmse) | np.isfinite(curve.best_rmse)
        x, own, best = curve.budgets[known], curve.rmse[known], curve.best_rmse[known]
        if not x.size:
            return self._nothing()
        series = [Series(self.tr("Chosen: {name}").format(name=name), x, own, "main")]
        if not np.allclose(own, best, rtol=1e-6, equal_nan=True):
            series.append(Series(self.tr("The best method at each budget"), x, best, "other"))
        if ratio:
            series.append(Series(self.tr("Best possible"), x, own / ratio, "bound"))
        texts = [text for text, shown in zip(curve.texts, known, strict=True) if shown]
        columns = [
            own,
            best,
            curve.margin[known],
            *([own / ratio] if ratio else []),
        ]
        headings = (
            self.tr("Budget, {symbol}").format(symbol=symbol),
            self.tr("Typical error, chosen method"),
            self.tr("Typical error, best method"),
            self.tr("Widest noise margin ({level} %), chosen method").format(level=curve.level),
            *([self.tr("Best possible typical error")] if ratio else []),
        )
        rows = Rows(len(texts), lambda at: (texts[at], *(_figure(column[at]) for column in columns)))
        return Figure(
            x_title=self.tr("Budget of this release, {symbol}").format(symbol=symbol),
            y_title=self.tr("Typical error of a count"),
            series=tuple(series),
            log_x=True,
            log_y=True,
            point=min(max(present, float(x[0])), float(x[-1])),
            reach=(float(x[0]), max(min(float(x[-1]), most or math.inf), present)) if x.size > 1 else None,
            headings=headings,
            rows=rows,
            note=self.tr(
                "Drag the point, or move it by the arrow keys: the budget follows when you let go. Both scales grow in "
                "equal ratios."
            ),
        )

    def by_length(self, curves: LengthCurves | None, names: dict[str, str]) -> Figure:
        """Typical error of the number in an interval, against how many neighbouring codes it covers."""
        if curves is None or not curves.methods or not curves.lengths.size:
            return Figure(
                empty=self.tr(
                    "This table counts no ranges of an ordered variable: add intervals, cumulative counts or quantiles "
                    "to its measures to see how their error grows with the length of the range."
                )
            )
        x = curves.lengths.astype(np.float64)
        ordered = sorted(curves.methods, key=lambda one: not one.chosen)
        series = tuple(
            Series(self._method(names, one.mechanism, one.noise, chosen=one.chosen), x, one.mean, style)
            for one, style in zip(ordered, _STYLES, strict=False)
        )
        lengths = curves.lengths.tolist()
        headings = (
            self.tr("Codes of {variable} in the range").format(variable=self._text(curves.label)),
            *(self._method(names, one.mechanism, one.noise, chosen=one.chosen) for one in ordered),
        )
        return Figure(
            x_title=self.tr("Length of a range of {variable}, in codes").format(variable=self._text(curves.label)),
            y_title=self.tr("Typical error of a range"),
            series=series,
            from_zero=True,
            whole_x=True,
            headings=headings,
            rows=Rows(len(lengths), lambda at: (str(lengths[at]), *(_figure(one.mean[at]) for one in ordered))),
            note=self.tr("Some lengths and places stand for all of them.") if curves.sampled else "",
        )

    def by_cell(self, errors: CellErrors, shell: Shell) -> Figure:
        """The noise margin of every cell, in the order of the table."""
        known = np.isfinite(errors.margin)
        index, margin, std = errors.index[known], errors.margin[known], errors.std[known]
        if not index.size:
            return self._nothing()
        style = "dots" if index.size > 60 else "main"
        seen = _few(margin)
        places, heights = index[seen].astype(np.float64) + 1, margin[seen]
        return Figure(
            x_title=self.tr("Cell, in the order of the table, 1 to {cells}").format(cells=number(errors.cells, 9)),
            y_title=self.tr("Noise margin ({level} %), ±").format(level=errors.level),
            series=(
                Series(self.tr("Noise margin"), places, heights, "dots"),
                *((Series("", places, heights, "main"),) if style == "main" else ()),
            ),
            from_zero=True,
            whole_x=True,
            headings=(
                self.tr("Cell"),
                self.tr("Noise margin ({level} %)").format(level=errors.level),
                self.tr("Typical error"),
            ),
            rows=Rows(
                index.size,
                lambda at: (
                    self.cell_name(shell, int(index[at])),
                    f"± {number_up(float(margin[at]))}",
                    number(float(std[at])),
                ),
            ),
            note=self._of_cells(errors, int(known.sum())),
        )

    def histogram(self, errors: CellErrors) -> Figure:
        """How many cells have which noise margin."""
        margin = errors.margin[np.isfinite(errors.margin)]
        if not margin.size:
            return self._nothing()
        low, high = float(margin.min()), float(margin.max())
        if high - low < 1e-9 * max(high, 1.0):
            edges = np.array([low - 0.5, low + 0.5]) if low >= 0.5 else np.array([0.0, 1.0])
        else:
            edges = np.linspace(low, high, min(_COLUMNS, max(8, int(margin.size**0.5))) + 1)
        counts, _ = np.histogram(margin, edges)
        stated = np.array([low, high]) if len(counts) == 1 else edges
        return Figure(
            x_title=self.tr("Noise margin ({level} %), ±").format(level=errors.level),
            y_title=self.tr("Number of cells"),
            series=(Series(self.tr("Cells"), edges, counts.astype(np.float64), "bars"),),
            from_zero=True,
            headings=(self.tr("Noise margin from"), self.tr("to"), self.tr("Cells")),
            rows=Rows(
                len(counts), lambda at: (_figure(stated[at]), _figure(stated[at + 1]), number(float(counts[at]), 9))
            ),
            note=self._of_cells(errors, int(margin.size)),
        )

    def draws(self, draws: Draws, shell: Shell) -> Figure:
        """One simulated release: how far off each count would be, within its noise margin or beyond."""
        if not draws.index.size:
            return self._nothing()
        x = draws.index.astype(np.float64) + 1
        inside = int((np.abs(draws.error) <= draws.margin).sum())
        level = draws.level
        return Figure(
            x_title=self.tr("Cell, in the order of the table"),
            y_title=self.tr("Off by (too low below 0, too high above)"),
            series=(
                Series(self.tr("Simulated error of a cell"), x, draws.error, "dots"),
                Series(self.tr("Noise margin ({level} %)").format(level=level), x, draws.margin, "bound"),
                Series("", x, -draws.margin, "bound"),
            ),
            whole_x=True,
            headings=(self.tr("Cell"), self.tr("Off by"), self.tr("Noise margin ({level} %)").format(level=level)),
            rows=Rows(
                draws.index.size,
                lambda at: (
                    self.cell_name(shell, int(draws.index[at])),
                    local(f"{round(float(draws.error[at]), 1) or 0.0:+,.1f}"),
                    f"± {number_up(float(draws.margin[at]))}",
                ),
            ),
            note=self.tr(
                "Simulated from the plan alone, example {number}: {inside} of {cells} cells lie within their noise "
                "margin. A release draws noise of its own."
            ).format(number=draws.number, inside=number(inside, 9), cells=number(draws.index.size, 9)),
        )

    def cell_name(self, shell: Shell, index: int) -> str:
        """The labels of a cell at a place in the tidy order."""
        page, row, column, item = np.unravel_index(index, shell.shape)
        lines = (shell.pages.lines[int(page)], shell.stub.lines[int(row)], shell.boxhead.lines[int(column)])
        labels = [self._text(label) for line in lines for label in line.labels]
        if len(shell.items) > 1:
            labels.append(self._text(shell.items[int(item)].label))
        return " · ".join(label for label in labels if label) or self.tr("All")

    def _of_cells(self, errors: CellErrors, shown: int) -> str:
        about = " " + self.tr("Margins between those worked out are interpolated.") if errors.approximate else ""
        if errors.sampled:
            evenly = self.tr("{shown} cells, evenly chosen, stand for all {cells}.")
            return evenly.format(shown=number(shown, 9), cells=number(errors.cells, 9)) + about
        if shown < errors.cells:
            return (
                self.tr(
                    "{rest} of {cells} cells are percentages, means or quantiles: their error depends on the counts "
                    "and needs public planning figures."
                ).format(rest=number(errors.cells - shown, 9), cells=number(errors.cells, 9))
                + about
            )
        return about.strip()

    def _nothing(self) -> Figure:
        return Figure(
            empty=self.tr(
                "All figures of this table are computed from several noisy numbers: their error depends on the counts "
                "and needs public planning figures."
            )
        )

    def _method(self, names: dict[str, str], method: str, noise: str, *, chosen: bool) -> str:
        name = names.get(method, method)
        return self.tr("Chosen: {name}").format(name=name) if chosen else f"{name} ({method})"

    def _text(self, text: Text) -> str:
        return text.show(self.language)


def _few(heights: NDArray[np.float64]) -> NDArray[np.int64]:
    """Positions of the least and the greatest of each stretch, all where they are few: to the eye the same."""
    if heights.size <= 2 * _DOTS:
        return np.arange(heights.size)
    edges = np.linspace(0, heights.size, _DOTS + 1).astype(np.int64)
    stretches = [np.arange(start, stop) for start, stop in pairwise(edges.tolist())]
    found = [
        stretch[at] for stretch in stretches for at in (int(heights[stretch].argmin()), int(heights[stretch].argmax()))
    ]
    return np.unique(np.array(found, dtype=np.int64))


def _figure(value: float | NDArray[np.float64]) -> str:
    plain = float(value)
    return number(plain) if np.isfinite(plain) else ""
