"""What is known beforehand about the chosen cell of a table, in words."""

from __future__ import annotations

import math

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QWidget

from dpdesk.gui.kit.local import local, whole
from dpdesk.gui.kit.text import column, label
from dpdesk.gui.kit.words import number_shown
from dpdesk.gui.shared.ranges import digits_for, fixed
from dpdesk.gui.tables.forecast import CellOdds, TableForecast
from dpdesk.planning.forecast.above import AT_MOST, CERTIFIED, percent_above


class CellPanel(QWidget):
    """The cell's line in words, its noise margin, and why."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("This cell"))
        self._name = label("", "")
        self._margin = label("", "accent")
        self._lines = [label("", "caption") for _ in range(5)]
        layout = column(self, spacing=4)
        layout.addWidget(label(self.tr("This cell"), "heading"))
        for widget in (self._name, self._margin, *self._lines):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.show_nothing("")

    def _keep_height(self) -> None:
        """What stands below stays where it is when less is said."""
        high = self.heightForWidth(self.width())
        if high > self.minimumHeight():
            self.setMinimumHeight(high)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Another width takes another height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.setMinimumHeight(0)

    def show_nothing(self, why: str, name: str = "") -> None:
        """Nothing is known of a cell, and why."""
        self._show(self._name, name)
        self._show(self._margin, "")
        for line in self._lines:
            self._show(line, "")
        self._show(self._lines[0], why)
        self._keep_height()

    def how_rough(self, found: TableForecast) -> str:
        """What a rough margin rests on."""
        if found.planned:
            words = self.tr("Roughly: at the counts that the planning figures expect, {people} in all.")
        elif found.said:
            words = self.tr(
                "Roughly: as if {people} records were spread evenly over all codes. Planning figures (Accuracy) make "
                "it better."
            )
        else:
            words = self.tr(
                "As if {people} records were spread evenly over all codes: nobody has said how many there are. With a "
                "tenth of them the margin is about ten times as wide."
            )
        return words.format(people=whole(found.people))

    def too_few(self, hidden: bool) -> str:
        """What it means that a cell has no rough margin, where it has none."""
        return self.tr("Where it says “too few”, the noise hides so few records.") if hidden else ""

    def show_cell(
        self, name: str, odds: CellOdds, group: str, method: str, forecast: TableForecast | None = None
    ) -> None:
        """Show what is known of a cell; the forecast of its table has a rough margin where its own is not known."""
        details = odds.details
        rough = forecast.rough[odds.index] if forecast is not None and forecast.rough else math.nan
        self._show(self._name, name)
        if details.exact or (forecast is not None and forecast.exact(odds.index)):
            self._show(self._margin, self.tr("published exactly"))
            known = [self.tr("What is public tells it already, so it needs no noise.")]
        elif (details.needs_reference or details.margin is None) and forecast is not None and math.isfinite(rough):
            margin = (
                self.tr("Noise margin ({level} %): about ± {margin}")
                if forecast.said
                else self.tr("Noise margin ({level} %): with {people} records about ± {margin}")
            )
            size, shown = whole(forecast.people), fixed(rough, digits_for(rough))
            self._show(self._margin, margin.format(level=details.level, margin=shown, people=size))
            known = [self.how_rough(forecast)]
        elif forecast is not None and forecast.said and rough == math.inf:
            self._show(self._margin, self.tr("too few records for a rough figure"))
            known = [
                self.tr(
                    "With so few records the noise may be as large as the figure itself. More budget, fewer rows and "
                    "columns or coarser groups help."
                )
            ]
        elif details.needs_reference or details.margin is None:
            self._show(self._margin, self.tr("depends on the counts"))
            known = [
                self.tr(
                    "Percentages, means and quantiles are computed from noisy numbers: how wrong they are depends on "
                    "the counts themselves. Each gets its margin when the table is published."
                )
            ]
        else:
            margin = self.tr("Noise margin ({level} %): ± {margin}")
            if details.at_most:
                margin = self.tr("Noise margin ({level} %): at most ± {margin}")
            self._show(self._margin, margin.format(level=details.level, margin=number_shown(details.margin)))
            known = []
            if details.std is not None:
                words = self.tr("Typical error at most {std}") if details.at_most else self.tr("Typical error {std}")
                known.append(words.format(std=number_shown(details.std)))
            if details.far is not None and details.chance is not None:
                chance, far = self._chance(details.chance), number_shown(details.far)
                known.append(self.tr("{chance} of being more than {far} off").format(chance=chance, far=far))
            if details.ratio_to_bound is not None:
                known.append(self._ratio(details.ratio_to_bound, details.bound_is))
        if group:
            known.append(self.tr("Computed together with {tables}").format(tables=group))
        known.append(method)
        for at, line in enumerate(self._lines):
            self._show(line, known[at] if at < len(known) else "")
        self._keep_height()

    def _show(self, line: QLabel, text: str) -> None:
        text = text.strip()
        if line.text() != text:
            line.setText(text)
        line.setToolTip(text if len(text) > 100 else "")
        line.setVisible(bool(text))

    def _chance(self, chance: float) -> str:
        if chance >= 0.005:
            return self.tr("{n} in 100 chance").format(n=local(f"{chance * 100:.2g}"))
        return self.tr("less than 1 in 200 chance")

    def _ratio(self, ratio: float, bound_is: str | None) -> str:
        percent, proven = local(percent_above(ratio)), bound_is in (CERTIFIED, AT_MOST)
        if percent == "0":
            return self.tr("As good as any method can be") if proven else self.tr("As good as the best known")
        if bound_is == AT_MOST:
            return self.tr("At most {n} % above the best possible").format(n=percent)
        words = self.tr("{n} % above the best possible") if proven else self.tr("{n} % above the best known")
        return words.format(n=percent)
