"""The methods a table can be answered by, compared; which one is chosen and why, and how to choose another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from dpdesk.gui.desk import Desk
from dpdesk.gui.edits import accuracy as edits
from dpdesk.gui.models.methods_model import MethodRow, MethodsModel
from dpdesk.gui.plots.numbers import number
from dpdesk.gui.theme import UNIT
from dpdesk.gui.widgets.methods_table import MethodsTable
from dpdesk.gui.widgets.text import column, label, row


class MethodsPanel(QFrame):
    """Shows the methods of one table; choosing one is an edit of the plan, for the whole group of the table."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(UNIT * 66)
        self._desk = desk
        self._name = ""  # of the table
        left = column(self, margin=UNIT * 2)
        left.addWidget(label(self.tr("Methods compared"), "heading", wrap=False))
        self.methods = MethodsModel(self)
        self.methods_table = MethodsTable(self.tr("Methods compared"), self.methods)
        self.methods_table.selectionModel().selectionChanged.connect(lambda *_: self._show_choice())
        self.methods.modelReset.connect(self._show_choice)
        self.methods.dataChanged.connect(lambda *_: self._show_choice())
        left.addWidget(self.methods_table, 1)
        self.reason = label("")
        left.addWidget(self.reason)
        self.use_method = QPushButton(self.tr("Use this &method"))
        self.use_method.clicked.connect(self._on_method)
        self.use_best = QPushButton(self.tr("Choose the &best by forecast"))
        self.use_best.clicked.connect(self._on_best)
        line = row()
        line.addWidget(self.use_method)
        line.addWidget(self.use_best)
        line.addStretch(1)
        left.addLayout(line)

    @property
    def chosen(self) -> MethodRow | None:
        """The method the table will be answered by."""
        return next((one for one in self.methods.rows if one.chosen), None)

    @property
    def plain_names(self) -> dict[str, str]:
        """The methods' names for people."""
        return {one.method: one.plain for one in self.methods.rows}

    def show_table(self, name: str, forecast: Mapping[str, Any] | None) -> None:
        """Show the methods of a table, from the table's forecast; the selected method stays selected."""
        self._name = name
        selected = self._selected()
        self.methods.set_table(forecast)
        keys = [one.key for one in self.methods.rows]
        at = keys.index(selected.key) if selected is not None and selected.key in keys else 0
        if keys and not self.methods_table.selectionModel().hasSelection():
            self.methods_table.selectRow(at)
        self._show_choice()

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
        elif not selected.available:
            self.reason.setText(
                self.tr("{name} cannot be used: {reason}").format(name=selected.plain, reason=selected.why_not)
            )
        elif selected.chosen:
            self.reason.setText(f"{self._why(asked)} {selected.sentence}")
        else:
            self.reason.setText(selected.sentence)

    def _why(self, asked: str) -> str:
        """Why the chosen method is chosen, in a sentence."""
        rows = [one for one in self.methods.rows if one.available and one.objective is not None]
        chosen = next((one for one in rows if one.chosen), None)
        if chosen is None or chosen.objective is None:
            return ""
        others = sorted((one for one in rows if not one.chosen), key=lambda one: one.objective or 0.0)
        if asked != edits.BEST:
            best = others[0] if others else None
            if best is None or (best.objective or 0.0) >= chosen.objective:
                return self.tr("Chosen by you; no other method is more accurate.")
            return self.tr("Chosen by you; {best} would be more accurate: {error} against {own}.").format(
                best=best.plain, error=number(best.objective or 0.0), own=number(chosen.objective)
            )
        if not others:
            return self.tr("Chosen because no other method can be used.")
        return self.tr(
            "Chosen because its error is the smallest when all kinds of figures count alike: {own}, against {other} "
            "of the next, {name}."
        ).format(own=number(chosen.objective), other=number(others[0].objective or 0.0), name=others[0].plain)

    def _on_method(self) -> None:
        selected = self._selected()
        if selected is None:
            return
        rows = self.methods.rows
        several = sum(one.method == selected.method and one.available for one in rows) > 1
        plan = edits.set_method(self._desk.plan, self._group(), selected.method, selected.noise if several else None)
        self._desk.edit_plan(self.tr("method: {name}").format(name=selected.plain), plan)

    def _on_best(self) -> None:
        plan = edits.set_method(self._desk.plan, self._group(), edits.BEST)
        self._desk.edit_plan(self.tr("method: the best by forecast"), plan)
