"""The methods a table can be answered by, compared; which one is chosen and why, and how to choose another."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QWidget

from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.gui.accuracy.methods_table import MethodsTable
from dpdesk.gui.accuracy.slow import SlowMethods
from dpdesk.gui.accuracy.weights import WeightsField
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.local import english, local, whole
from dpdesk.gui.kit.plots.numbers import number
from dpdesk.gui.kit.sentences import with_letters
from dpdesk.gui.kit.text import column, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.methods import WORST, MethodRow, MethodsModel
from dpdesk.privacy.exact import parse_exact

_NARROW, _ROOMY = 640, 800
"""Pixels below which a column goes, and from which a heading has room beside the inputs."""
WEIGHTS = "weights"
"""The entry of what is made small that lets weights be given."""


class MethodsPanel(QFrame):
    """Shows the methods of one table; choosing one is an edit of the plan, for the whole group of the table."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(UNIT * 66)
        self._desk = desk
        self._name = ""  # of the table
        self._weighing = False  # whether weights are to be given, though all are 1 still
        self._forecast: Mapping[str, Any] | None = None
        self._group_forecast: Mapping[str, Any] | None = None
        left = column(self, margin=UNIT * 2)
        self.head = self._head()
        left.addLayout(self.head)
        self.weights = WeightsField(desk)
        left.addWidget(self.weights)
        self.methods = MethodsModel(self)
        self.methods_table = MethodsTable(self.tr("Methods compared"), self.methods)
        self.methods_table.selectionModel().selectionChanged.connect(lambda *_: self._show_choice())
        self.methods.modelReset.connect(self._show_choice)
        self.methods.dataChanged.connect(lambda *_: self._show_choice())
        left.addWidget(self.methods_table, 1)
        self.reason = label("")
        left.addWidget(self.reason)
        self.spends = label("", "caption")
        left.addWidget(self.spends)
        self.slow = SlowMethods(desk)
        self.slow.found.connect(self._show)
        self.use_method = QPushButton(self.tr("Use this &method"))
        self.use_method.clicked.connect(self._on_method)
        self.use_best = QPushButton(self.tr("Choose the &best by forecast"))
        self.use_best.clicked.connect(self._on_best)
        line = row()
        line.addWidget(self.use_method)
        line.addWidget(self.use_best)
        line.addWidget(self.slow, 1)
        line.addStretch(0)
        left.addLayout(line)

    def _head(self) -> QHBoxLayout:
        line = row()
        self._heading = label(self.tr("Methods compared"), "heading", wrap=False)
        line.addWidget(self._heading)
        line.addStretch(1)
        small = label(self.tr("&Judged by"), "caption", wrap=False)
        self.objective = Box()
        for text, objective in (
            (self.tr("equal weight to totals and cells"), "weighted"),
            (self.tr("kinds of figures by weights"), WEIGHTS),
            (self.tr("equal weight to every figure"), "rmse"),
            (self.tr("the largest error"), "max"),
        ):
            self.objective.addItem(text, objective)
        small.setBuddy(self.objective)
        named(
            self.objective,
            self.tr("What a method is judged by"),
            self.tr(
                "Equal weight to totals and cells: the mean errors of totals, of rows, of cells … weigh the same. By "
                "weights: as much as you say. Equal weight to every figure: the many small cells decide. The largest "
                "error: no figure is much worse than the others."
            ),
        )
        self.objective.activated.connect(self._on_objective)
        line.addWidget(small)
        line.addWidget(self.objective)
        return line

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Where it is narrow, the inputs and the methods' names have the room of what can be missed."""
        super().resizeEvent(event)
        narrow = self.width() < _NARROW
        show_if(self._heading, self.width() >= _ROOMY)
        self.methods_table.setColumnHidden(WORST, narrow)

    @property
    def chosen(self) -> MethodRow | None:
        """The method the table will be answered by."""
        return next((one for one in self.methods.rows if one.chosen), None)

    @property
    def plain_names(self) -> dict[str, str]:
        """The methods' names for people."""
        return {one.method: one.plain for one in self.methods.rows}

    def show_table(self, name: str, forecast: Mapping[str, Any] | None, group: Mapping[str, Any] | None = None) -> None:
        """Show the methods of a table, from its forecast and its group's; the selected method stays selected."""
        self._name, self._forecast, self._group_forecast = name, forecast, group
        self.slow.show_table(name, group)
        self._show()

    def _show(self) -> None:
        """Show the table's methods, with those found by optimisation where they have been worked out."""
        selected = self._selected()
        tables = self._desk.plan.get("tables", [])
        once = any(one.get("name") == self._name and one.get("counts") == "units" for one in tables)
        self.methods.set_table(*self.slow.completed(self._forecast, self._group_forecast), once=once)
        self._show_objective()
        keys = [one.key for one in self.methods.rows]
        at = keys.index(selected.key) if selected is not None and selected.key in keys else 0
        if keys and not self.methods_table.selectionModel().hasSelection():
            self.methods_table.selectRow(at)
        self._show_choice()
        self._show_spends()

    def _show_spends(self) -> None:
        """Say why a better method was not chosen, what the table's group spends, and how many counts will be marked."""
        group = self._group_forecast or {}
        part = parse_exact(group.get("part", "1"))
        words = self.tr("Of this plan’s budget {percent} % is for {tables}.")
        tables = edits.tables_of(self._desk.plan, str(group.get("group", "")), self._desk.language)
        shared = words.format(tables=tables, percent=local(f"{float(100 * part):.3g}")) if part < 1 else ""
        spends = with_letters(group.get("spends") or "") if english() else ""
        said = (self._because(), shared, spends, self._marked(), self._sampling())
        self.spends.setText(" ".join(text for text in said if text))
        self.spends.setVisible(bool(self.spends.text()))

    def _because(self) -> str:
        """Why another method, with a smaller error in this table, was not chosen; "" where none has."""
        because = (self._forecast or {}).get("chosen_because") or ""
        if not because or english():
            return because[:1].upper() + because[1:]
        return self.tr(
            "In this table alone another method would have a smaller error. What is chosen is best for all tables "
            "computed together, among the methods that plan and account allow."
        )

    def _marked(self) -> str:
        """How many counts of the table will be marked for their noise, where planning figures say so."""
        marked = (self._forecast or {}).get("marked")
        if marked is None:
            return ""
        words = self.tr("By the planning figures, about {unreliable} of {counts} counts will be marked unreliable.")
        if marked["caution"] is not None:
            words = self.tr(
                "By the planning figures, about {unreliable} of {counts} counts will be marked unreliable, and "
                "{caution} to be used with caution."
            )
        shown = {name: whole(value or 0) for name, value in marked.items()}
        return words.format(**shown)

    def _sampling(self) -> str:
        """How much noise adds to the sampling errors that the plan declares for the table."""
        added = (self._forecast or {}).get("sampling", {})
        if added is None:
            return self.tr("What noise adds to the sampling error needs planning figures, or a rehearsal.")
        if not added:
            return ""
        words = {
            "planning figures": self.tr(
                "Noise adds {typical} to your sampling error (middle of {figures} figures, by the planning figures), "
                "and {most} where it adds most."
            ),
            "evenly spread": self.tr(
                "Noise adds {typical} to your sampling error (middle of {figures} figures), and {most} where it adds "
                "most; sizes are made up: everybody asked, spread evenly over the cells."
            ),
        }.get(
            str(added["sizes"]),
            self.tr(
                "Noise adds {typical} to your sampling error (middle of {figures} figures), and {most} where it adds "
                "most."
            ),
        )
        typical, most = (self._percent(added[name]) for name in ("typical", "most"))
        return words.format(typical=typical, most=most, figures=whole(added["figures"]))

    def _percent(self, share: float) -> str:
        """A share in per cent, rounded up to whole ones."""
        percent = ceil(round(100 * share, 6))
        if percent > 1000:
            return self.tr("more than 1,000 %")
        return f"{whole(percent)} %" if percent >= 1 else self.tr("less than 1 %")

    def _show_objective(self) -> None:
        """Show what is made small, and the weights where they decide."""
        plan, group = self._desk.plan, self._group()
        objective = edits.objective_of(plan, group)
        if objective != edits.WEIGHTED:
            self._weighing = False
        weighs = objective == edits.WEIGHTED and (self._weighing or bool(edits.weights_of(plan, group)))
        self.objective.setCurrentIndex(max(self.objective.findData(WEIGHTS if weighs else objective), 0))
        self.weights.show_group(group if weighs else None)

    def _selected(self) -> MethodRow | None:
        chosen = self.methods_table.selectionModel().selectedRows()
        at = chosen[0].row() if chosen else -1
        return self.methods.rows[at] if 0 <= at < len(self.methods.rows) else None

    def _group(self) -> str:
        return edits.group_of(self._desk.plan, self._name)

    def _show_choice(self) -> None:
        selected = self._selected()
        asked, _ = edits.asked_method(self._desk.plan, self._group())
        self.use_best.setVisible(asked != edits.BEST)
        usable = selected is not None and selected.available and not (selected.chosen and asked != edits.BEST)
        self.use_method.setEnabled(usable)
        keep = selected is not None and selected.chosen and asked == edits.BEST
        self.use_method.setText(self.tr("Keep this &method") if keep else self.tr("Use this &method"))
        if selected is None:
            self.reason.setText("")
        elif selected.takes_long:
            self.reason.setText(
                self.tr("{sentence} How accurate it is, is found by optimisation, which takes a while.").format(
                    sentence=selected.sentence
                )
            )
        elif not selected.available:
            words = self.tr("{name} cannot be used: {reason}") if english() else self.tr("{name} cannot be used here.")
            self.reason.setText(words.format(name=selected.plain, reason=with_letters(selected.why_not)))
        elif selected.chosen:
            self.reason.setText(f"{self._why(asked)} {self._above(selected)}")
        else:
            self.reason.setText(f"{self._above(selected)} {selected.sentence}")

    def _above(self, row: MethodRow) -> str:
        """How far a method is above the best possible, as a sentence."""
        return self.tr("It is {above}.").format(above=self.methods.above_words(row)) if row.ratio is not None else ""

    def _why_drawn(self, drawn: MethodRow, asked: str) -> str:
        """Why quantiles are drawn and not read from counts: by how many ranks they are off."""
        counted = next((one for one in self.methods.rows if one.rmse is not None and one.ranks is not None), None)
        if counted is None or counted.ranks is None or drawn.ranks is None:
            return ""
        words = (
            self.tr(
                "Chosen because its quantiles are off by fewer ranks: about {own}, against {other} read from {name}."
            )
            if asked == edits.BEST
            else self.tr("Chosen by you; its quantiles are off by about {own} ranks, against {other} read from {name}.")
        )
        return words.format(own=number(drawn.ranks), other=number(counted.ranks), name=counted.plain)

    def _why(self, asked: str) -> str:
        """Why the chosen method is chosen, in a sentence."""
        drawn = next((one for one in self.methods.rows if one.chosen and one.rmse is None), None)
        if drawn is not None and drawn.ranks is not None:
            return self._why_drawn(drawn, asked)
        rows = [one for one in self.methods.rows if one.available and one.minimised is not None]
        chosen = next((one for one in rows if one.chosen), None)
        if chosen is None or chosen.minimised is None:
            return ""
        others = sorted((one for one in rows if not one.chosen), key=lambda one: one.minimised or 0.0)
        if asked != edits.BEST:
            best = others[0] if others else None
            if best is None or (best.minimised or 0.0) >= chosen.minimised:
                return self.tr("Chosen by you; no other method is more accurate.")
            return self.tr("Chosen by you; {best} would be more accurate: {error} against {own}.").format(
                best=best.plain, error=number(best.minimised or 0.0), own=number(chosen.minimised)
            )
        if not others:
            return self.tr("Chosen because no other method can be used.")
        first = others[0]
        if (first.minimised or 0.0) < chosen.minimised * (1 - 1e-9):
            return self.tr(
                "Chosen among the methods that need no optimisation: {own}; {best}, found by one, comes to {error}."
            ).format(own=number(chosen.minimised), best=first.plain, error=number(first.minimised or 0.0))
        if number(first.minimised or 0.0) == number(chosen.minimised):
            return self.tr(
                "Chosen because over all tables computed together no method has a smaller error: {own}, which {name} "
                "has too."
            ).format(own=number(chosen.minimised), name=first.plain)
        objective = str((self._group_forecast or {}).get("objective", edits.WEIGHTED))
        weighed = bool((self._group_forecast or {}).get("weights")) and objective == edits.WEIGHTED
        if weighed:
            words = self.tr(
                "Chosen because its error is the smallest when kinds of figures count by their weights: {own}, against "
                "{other} of the next, {name}."
            )
        elif objective == edits.WEIGHTED:
            words = self.tr(
                "Chosen because its error is the smallest when totals and cells have equal weight: {own}, "
                "against {other} of the next, {name}."
            )
        elif objective == "rmse":
            words = self.tr(
                "Chosen because its error is the smallest when every figure has equal weight: {own}, against {other} "
                "of the next, {name}."
            )
        else:
            words = self.tr(
                "Chosen because its largest error is the smallest: {own}, against {other} of the next, {name}."
            )
        return words.format(own=number(chosen.minimised), other=number(first.minimised or 0.0), name=first.plain)

    def _on_method(self) -> None:
        selected = self._selected()
        if selected is None:
            return
        rows = self.methods.rows
        several = sum(one.method == selected.method and one.available for one in rows) > 1
        plan = edits.set_method(self._desk.plan, self._group(), selected.method, selected.noise if several else None)
        self._desk.edit_plan(self.tr("method: {name}").format(name=selected.plain), plan)

    def _on_objective(self, at: int) -> None:
        objective, group = str(self.objective.itemData(at)), self._group()
        plan = self._desk.plan
        self._weighing = objective == WEIGHTS
        if self._weighing:
            plan = edits.set_objective(plan, group, edits.WEIGHTED)
        else:
            plan = edits.set_objective(edits.set_weights(plan, group, {}), group, objective)
        self._desk.edit_plan(self.tr("which error is made small"), plan)
        self._show_objective()

    def _on_best(self) -> None:
        plan = edits.set_method(self._desk.plan, self._group(), edits.BEST)
        self._desk.edit_plan(self.tr("method: the best by forecast"), plan)
