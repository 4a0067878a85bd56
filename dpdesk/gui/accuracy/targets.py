"""Targets of the plan, one a line: a sentence to complete, what it comes to now, and what it costs by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QScrollArea, QSizePolicy, QToolButton, QWidget

from dpdesk.gui.accuracy.edits import targets as edits
from dpdesk.gui.accuracy.target import figure_text, short_combo, table_text
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.sentences import refusal_text
from dpdesk.gui.kit.text import column, label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS, shown_number
from dpdesk.privacy.exact import parse_exact

if TYPE_CHECKING:
    from dpdesk.planning.aids.wishes import WishCost
    from dpdesk.schema.text import Text

_FEW_LINES, _MOST_LINES = 3, 6
_WIDEST, _COMES, _COSTS = 320, 128, 88  # what stands below each other in a column
_LOW, _LOWEST = 900, 760
"""So many targets are in view at once, fewer in a window that is lower than _LOW, and two below _LOWEST."""
Statistics = Mapping[str, Sequence[tuple[str, "Text"]]]


class TargetsPanel(QWidget):
    """Hidden while the plan has no target."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._statistics: Statistics = {}
        self._costs: Sequence[WishCost] = ()
        self._replaced: Sequence[int] = ()
        self._lines: list[_Line] = []
        self.crowded = False  # whether methods and pictures want the room
        layout = column(self, spacing=UNIT // 2)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        self._scroll.setAccessibleName(self.tr("Targets"))
        inner = QWidget()
        self._list = column(inner, spacing=UNIT // 2)
        inner.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self._scroll.setWidget(inner)
        inner.installEventFilter(self)
        layout.addWidget(self._scroll)
        self.redraw()

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
            line.show_cost(self._costs[line.at] if len(self._costs) == len(targets) else None)
            if line.at in self._replaced:
                line.show_replaced()
        show_if(self, bool(targets))
        self._fit()

    def _fit(self) -> None:
        """Take the height of the lines that are to be in view, as high as they are in the style of the window."""
        if not self._lines:
            return
        high = max(line.sizeHint().height() for line in self._lines) + UNIT // 2
        room = self.window().height()
        most = (1 if self.crowded else 2) if room < _LOWEST else _FEW_LINES if room < _LOW else _MOST_LINES
        self._scroll.setFixedHeight(min(len(self._lines), most) * high)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A line that has just been shown is higher than it said before the style was known."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return False

    def show_statistics(self, statistics: Statistics) -> None:
        """Offer the kinds of cells of each table."""
        self._statistics = statistics
        self.redraw()

    def show_replaced(self, replaced: Sequence[int]) -> None:
        """Mark the targets whose place what is typed would take."""
        if replaced != self._replaced:
            self._replaced = replaced
            self.redraw()

    def show_costs(self, costs: Sequence[WishCost]) -> None:
        """Show what each target costs by itself; none while that is not known."""
        self._costs = costs
        self.redraw()


class _Line(QWidget):
    """One target: "✓ I need ± 50 on all counts of T1, comes to ± 47 → ρ 0.09"."""

    def __init__(self, desk: Desk, at: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self.at = desk, at
        layout = row(self, spacing=UNIT)
        number = at + 1
        self.mark = label("", wrap=False)
        self.kind = Box()
        fill_box(self.kind, [(self.tr("I need ±"), edits.MARGIN), (self.tr("CV at most, %"), edits.CV)], "")
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
        named(
            self.cells,
            self.tr("Cells of target {n}").format(n=number),
            self.tr("All counts, one kind of them, or another figure."),
        )
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
        self.come.setMinimumWidth(_COMES)
        self.cost = label("", "accent", wrap=False)
        self.cost.setMinimumWidth(_COSTS)
        self.cost.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
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
        ):
            layout.addWidget(widget)
        for box in (self.cells, self.table):  # they take what is left of the line
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
            box.setMaximumWidth(_WIDEST)
            layout.setStretchFactor(box, 2)
        layout.addStretch(1)
        layout.addWidget(self.cost)
        layout.addWidget(self.remove)
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
        language = self._desk.language
        tables = self._desk.plan.get("tables", [])
        fill_box(self.table, [(table_text(one, language), str(one.get("name", ""))) for one in tables], target["table"])
        known: list[tuple[str, object]] = [
            (text.show(language) if name else self.tr("All counts"), name)
            for name, text in statistics.get(target["table"], ())
        ]
        chosen = (target.get("cells") or [""])[0]
        if not known:
            known = [(chosen or self.tr("All counts"), chosen)]
        fill_box(self.cells, known, chosen)
        self.above.set_value(None if target.get("above") is None else str(target["above"]))
        for widget in (self._above_label, self.above):
            divided = bool(self._desk.plan.get("reference", {}).get("marginals"))  # a number alone tells of no cell
            show_if(widget, "above" in target or "cv" in target or divided)
        text, problem = "", False
        if come is not None and come["why_not"]:
            text, problem = self.tr("cannot be judged"), True
        elif come is not None and come["met"]:
            text = self.tr("comes to {figure}").format(figure=figure_text(come["shown"]))
        elif come is not None:
            text, problem = self.tr("comes to {figure}: not met").format(figure=figure_text(come["shown"])), True
        self.mark.setText("" if come is None else "✗" if problem else "✓")
        set_role(self.mark, "role", "problem" if problem else "accent")
        set_role(self.come, "role", "problem" if problem else "")
        self.come.setText(text)
        self.come.setToolTip(refusal_text(come or {}))

    def show_cost(self, cost: WishCost | None) -> None:
        """Show what it costs by itself."""
        self.cost.setText("" if cost is None else cost_text(cost))
        self.cost.setToolTip(self.tr("What its table needs for this wish alone.") if self.cost.text() else "")

    def show_replaced(self) -> None:
        """Say that what is typed above takes its place; it counts in no total now."""
        self.mark.setText("")
        set_role(self.come, "role", "caption")
        self.come.setText(self.tr("replaced above"))
        self.come.setToolTip(self.tr("The wish that is typed above is for the same cells, and takes its place."))
        self.cost.setText("")

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


def cost_text(cost: WishCost) -> str:
    """What a wish costs: "→ ρ 0.09", empty where it cannot be had."""
    return f"→ {SYMBOLS[cost.unit]} {shown_number(parse_exact(cost.text))}" if cost.text else ""
