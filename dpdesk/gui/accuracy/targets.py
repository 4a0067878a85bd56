"""Targets of the plan, one a line, what each comes to, and the least budget with which all of them are met.

The lines are sentences to complete. What a target comes to is the forecast's; the least budget and its split among the
groups of tables is worked out beside the window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QPushButton, QScrollArea, QSizePolicy, QToolButton, QWidget

from dpdesk.gui.accuracy.edits import targets as edits
from dpdesk.gui.accuracy.target import short_combo
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.sentences import problem_text, refusal_text
from dpdesk.gui.kit.text import column, label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS, shown_number
from dpdesk.privacy.exact import parse_exact
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.least_budget import LeastBudget
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.text import Text

TARGETS = "accuracy targets"
"""The owner of the task that looks for the least budget."""
_FEW_LINES, _MOST_LINES = 2, 6
_LOW, _LOWEST = 900, 760
"""So many targets are in view at once, fewer in a window that is lower than _LOW, and one below _LOWEST."""
_Found = tuple["LeastBudget", "LeastBudget | None", "Statistics"]
Statistics = Mapping[str, Sequence[tuple[str, "Text"]]]


class TargetsPanel(QWidget):
    """Hidden while the plan has no target."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._statistics: Statistics = {}
        self._lines: list[_Line] = []
        self.answer: LeastBudget | None = None
        self.fitted: LeastBudget | None = None  # with weights fitted to the targets, where that saves something
        layout = column(self, spacing=UNIT // 2)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setAccessibleName(self.tr("Targets"))
        inner = QWidget()
        self._list = column(inner, spacing=UNIT // 2)
        inner.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._scroll.setWidget(inner)
        layout.addWidget(self._scroll)
        below = row()
        self.sum = label("")
        self.use = QPushButton(self.tr("Use this budget for &all"))
        named(
            self.use,
            self.tr("Use this budget for all targets"),
            self.tr("Sets the budget of the release and the part of each group of tables."),
        )
        self.use.clicked.connect(self._on_use)
        below.addWidget(self.sum, 1)
        below.addWidget(self.use)
        self.fit = QPushButton(self.tr("Fit &weights too"))
        named(
            self.fit,
            self.tr("Use the smaller budget with fitted weights"),
            self.tr(
                "Weighs every kind of figures as its target needs it, which takes a smaller budget; figures without a "
                "target become less accurate."
            ),
        )
        self.fit.clicked.connect(self._on_fit)
        below.addWidget(self.fit)
        self.use.setEnabled(False)
        self.fit.hide()
        layout.addLayout(below)
        self.redraw()

    # What the plan says ---------------------------------------------------------------------------------------

    def redraw(self) -> None:
        """Show the targets as they stand in the plan, and what they come to where the forecast says."""
        plan, forecast = self._desk.plan, self._desk.snapshot.forecast
        targets = edits.targets_of(plan)
        while len(self._lines) > len(targets):
            gone = self._lines.pop()
            self._list.removeWidget(gone)
            gone.hide()
            gone.deleteLater()
        while len(self._lines) < len(targets):
            self._lines.append(_Line(self._desk, len(self._lines)))
            self._list.addWidget(self._lines[-1])
        known = forecast["targets"] if forecast is not None and self._desk.checked else []
        for line, target in zip(self._lines, targets, strict=True):
            come = next((one for one in known if one["target"] == line.at), None)
            line.redraw(target, self._statistics, come)
        show_if(self, bool(targets))
        if targets:
            high = max(line.sizeHint().height() for line in self._lines) + UNIT // 2
            room = self.window().height()
            most = 1 if room < _LOWEST else _FEW_LINES if room < _LOW else _MOST_LINES
            self._scroll.setFixedHeight(min(len(targets), most) * high)

    # The least budget -----------------------------------------------------------------------------------------

    def ask(self) -> None:
        """Work out the least budget for the targets of the plan on the desk."""
        desk, snapshot = self._desk, self._desk.snapshot
        plan = snapshot.plan
        if plan is None or not plan.targets or snapshot.forecast is None or not desk.checked:
            desk.tasks.cancel(TARGETS)
            self._show(None, None)
            return

        def work(progress: Progress) -> _Found:
            return self._found(plan, progress)

        self.use.setEnabled(False)
        self.fit.setEnabled(False)
        desk.tasks.start(TARGETS, work, self._on_found, self._on_failed)

    def _found(self, plan: Plan, progress: Progress) -> _Found:
        """Runs in the thread, of which one runs at a time."""
        from dpdesk.planning.aids.budget_for_margin import statistics_of
        from dpdesk.planning.aids.least_budget import fitted_budget, least_budget

        own = self._desk.forecasts.forecaster
        statistics = {table.name: statistics_of(plan, table.name, forecaster=own) for table in plan.tables}
        least = least_budget(plan, progress, forecaster=own)
        return least, fitted_budget(plan, least, progress, forecaster=own), statistics

    def _on_found(self, found: _Found) -> None:
        answer, fitted, self._statistics = found
        self.redraw()
        self._show(answer, fitted)

    def _on_failed(self, sentence: str) -> None:
        self._show(None, None)
        self._say(sentence, problem=True)

    def _say(self, sentence: str, *, problem: bool = False) -> None:
        set_role(self.sum, "role", "problem" if problem else "")
        self.sum.setText(sentence)

    def _show(self, answer: LeastBudget | None, fitted: LeastBudget | None) -> None:
        self.answer, self.fitted = answer, fitted
        show_if(self.fit, fitted is not None)
        self.fit.setEnabled(fitted is not None)
        self.use.setEnabled(answer is not None and answer.possible and not self._used(answer))
        if answer is None:
            self._say("")
        elif not answer.possible:
            self._say("" if answer.refused is None else problem_text(answer.refused), problem=True)
        else:
            symbol = SYMBOLS[answer.unit]
            words = self.tr("All targets are met with {symbol} {amount}: the least, as figures are weighed now.")
            said = words.format(symbol=symbol, amount=shown_number(parse_exact(answer.text)))
            if len(answer.parts) > 1:
                split = edits.parts_in_words(symbol, answer.text, dict(answer.parts))
                said += " " + self.tr("Of that: {split}.").format(split=split)
            self._say(said)
        if fitted is not None:
            words = self.tr("Weighed as the targets need it, {symbol} {amount} would do.")
            amount = shown_number(parse_exact(fitted.text))
            problem = answer is not None and not answer.possible
            self._say(f"{self.sum.text()} {words.format(symbol=SYMBOLS[fitted.unit], amount=amount)}", problem=problem)

    def _used(self, answer: LeastBudget) -> bool:
        """Whether the plan has that budget and split already."""
        return self._with(answer) == self._desk.plan

    def _with(self, answer: LeastBudget) -> Mapping[str, Any]:
        return edits.use_budget(self._desk.plan, answer.unit, answer.text, dict(answer.parts))

    def _on_fit(self) -> None:
        if self.fitted is not None:
            plan = edits.use_weights(dict(self._with(self.fitted)), {name: dict(w) for name, w in self.fitted.weights})
            self._desk.edit_plan(self.tr("budget and weights for the targets"), plan)

    def _on_use(self) -> None:
        if self.answer is not None and self.answer.possible:
            self._desk.edit_plan(self.tr("budget for the targets"), dict(self._with(self.answer)))


class _Line(QWidget):
    """One target: "✓ noise margin at most ± 50 on all counts of T1: ± 47"."""

    def __init__(self, desk: Desk, at: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.at = desk, at
        layout = row(self, spacing=UNIT)
        number = at + 1
        self.mark = label("", wrap=False)
        self.kind = Box()
        fill_box(
            self.kind, [(self.tr("noise margin at most ±"), edits.MARGIN), (self.tr("CV at most, %"), edits.CV)], ""
        )
        named(
            self.kind,
            self.tr("Kind of target {n}").format(n=number),
            self.tr("A noise margin in counts, or the standard error as a share of the count expected."),
        )
        self.limit = NumberField()
        self.limit.setFixedWidth(72)
        named(self.limit, self.tr("Limit of target {n}").format(n=number), self.tr("The largest that will do."))
        self.cells = Box()
        short_combo(self.cells, 12)
        named(self.cells, self.tr("Cells of target {n}").format(n=number), self.tr("All counts, or one kind of them."))
        self.table = Box()
        short_combo(self.table, 10)
        named(self.table, self.tr("Table of target {n}").format(n=number), self.tr("The table it is about."))
        self._above_label = label(self.tr("expected above"), wrap=False)
        self.above = NumberField(whole=True)
        self.above.setFixedWidth(72)
        self.above.setPlaceholderText(self.tr("any"))
        named(
            self.above,
            self.tr("Least expected count of target {n}").format(n=number),
            self.tr("Only cells in which the planning figures expect more; leave it empty for all."),
        )
        self.come = label("", wrap=False)
        self.remove = QToolButton()
        self.remove.setText("×")
        self.remove.setProperty("small", True)
        named(self.remove, self.tr("Remove target {n}").format(n=number), self.tr("Forgets this target."))
        for widget in (
            self.mark,
            self.kind,
            self.limit,
            label(self.tr("on"), wrap=False),
            self.cells,
            label(self.tr("of"), wrap=False),
            self.table,
            self._above_label,
            self.above,
            self.come,
            self.remove,
        ):
            layout.addWidget(widget)
        layout.addStretch(1)
        self.kind.activated.connect(self._on_kind)
        self.limit.edited.connect(self._on_limit)
        self.cells.activated.connect(self._on_cells)
        self.table.activated.connect(self._on_table)
        self.above.edited.connect(lambda text: self._change("above", above=int(parse_exact(text))))
        self.above.textEdited.connect(lambda text: self._change("above", above=None) if not text.strip() else None)
        self.remove.clicked.connect(self._on_remove)

    def redraw(self, target: Mapping[str, Any], statistics: Statistics, come: Mapping[str, Any] | None) -> None:
        """Show a target, the cells its table has, and what it comes to."""
        kind = edits.kind_of(target)
        self.kind.setCurrentIndex(self.kind.findData(kind))
        self.limit.set_value(edits.limit_of(target))
        names = [str(one.get("name", "")) for one in self._desk.plan.get("tables", [])]
        fill_box(self.table, [(name, name) for name in names], target["table"])
        language = self._desk.language
        known: list[tuple[str, object]] = [
            (text.show(language), name) for name, text in statistics.get(target["table"], ())
        ]
        chosen = (target.get("cells") or [""])[0]
        if not known:
            known = [(chosen or self.tr("All counts"), chosen)]
        fill_box(self.cells, known, chosen)
        self.above.set_value(None if target.get("above") is None else str(target["above"]))
        for widget in (self._above_label, self.above):
            show_if(widget, "above" in target or "reference" in self._desk.plan)
        text, problem = "", False
        if come is not None and come["why_not"]:
            text, problem = self.tr("cannot be judged"), True
        elif come is not None and come["met"]:
            text = self.tr("comes to {figure}").format(figure=local(come["shown"]))
        elif come is not None:
            text, problem = self.tr("comes to {figure}: not met").format(figure=local(come["shown"])), True
        self.mark.setText("" if come is None else "✗" if problem else "✓")
        set_role(self.mark, "role", "problem" if problem else "accent")
        set_role(self.come, "role", "problem" if problem else "")
        self.come.setText(text)
        self.come.setToolTip(refusal_text(come or {}))

    def _change(self, what: str, **fields: object) -> None:
        plan = edits.change_target(self._desk.plan, self.at, **fields)
        self._desk.edit_plan(self.tr("target"), plan, merge=f"target-{self.at}-{what}")

    def _on_kind(self, at: int) -> None:
        kind = str(self.kind.itemData(at))
        limit = "10" if kind == edits.CV else "50"
        target = edits.targets_of(self._desk.plan)[self.at]
        if kind != edits.kind_of(target):
            self._desk.edit_plan(self.tr("target"), edits.set_limit(self._desk.plan, self.at, limit, kind))

    def _on_limit(self, text: str) -> None:
        if parse_exact(text) > 0:
            plan = edits.set_limit(self._desk.plan, self.at, text)
            self._desk.edit_plan(self.tr("target"), plan, merge=f"target-{self.at}-limit")

    def _on_cells(self, at: int) -> None:
        name = str(self.cells.itemData(at) or "")
        self._change("cells", cells=[name] if name else None)

    def _on_table(self, at: int) -> None:
        self._change("table", table=str(self.table.itemData(at)), cells=None)

    def _on_remove(self) -> None:
        self._desk.edit_plan(self.tr("remove a target"), edits.remove_target(self._desk.plan, self.at))
