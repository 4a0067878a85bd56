"""What each table comes to: its range of margins now and with the budget wished for, and what it takes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHeaderView, QWidget

from dpdesk.gui.accuracy.target import table_text
from dpdesk.gui.accuracy.total import with_budget
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.snapshot import made_plan
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import column, label, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import amount_text, decimals_of
from dpdesk.gui.shared.bounds import BoundWords
from dpdesk.gui.shared.people import ExpectedPeople
from dpdesk.gui.shared.ranges import MarginRanges
from dpdesk.privacy.exact import parse_exact
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.least_budget import LeastBudget
    from dpdesk.planning.aids.ranges import MarginRange
    from dpdesk.schema.text import Text

    Statistics = Mapping[str, Sequence[tuple[str, Text]]]

RANGES, PROMISED, KINDS = "accuracy ranges", "accuracy promised", "accuracy kinds"
"""Owners of the tasks: the ranges now, those with the budget wished for, and the kinds of cells of each table."""
OWNERS = (RANGES, PROMISED, KINDS)
_WIDEST = UNIT * 152  # figures stay in sight of their table's title


class Overview(QFrame):
    """One row a table. `chosen` when another one is; `kinds` when the kinds of cells of all tables are known."""

    chosen = Signal(str)
    kinds = Signal(object)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk = desk
        self._kinds_of: object = None
        self._answer: LeastBudget | None = None
        self._promised: Mapping[str, MarginRange | None] = {}
        self._words = BoundWords(self)
        self.ranges = MarginRanges(desk, RANGES, self)
        self.ranges.changed.connect(self.redraw)
        layout = column(self, margin=UNIT * 2)
        layout.addWidget(label(self.tr("What each table comes to"), "heading", wrap=False))
        self.model = RowsModel([""] * 5, self, right=(1, 2, 3, 4))
        self.table = DataTable(self.tr("What each table comes to"))
        self.table.setModel(self.model)
        self.table.horizontalHeader().setStretchLastSection(False)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.table.horizontalHeader().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._on_row(now.row()))
        self.table.setMaximumWidth(_WIDEST)
        beside = row()
        beside.addWidget(self.table, 1)
        beside.addStretch(0)
        layout.addLayout(beside, 1)
        self.rough = label(
            self.tr("≈: of figures that depend on the counts; roughly, for people spread evenly or planning figures."),
            "caption",
        )
        layout.addWidget(self.rough)
        self.people = ExpectedPeople(desk)
        layout.addWidget(self.people)
        self.bounds = label("", "caption")
        layout.addWidget(self.bounds)
        self.redraw()

    def take_snapshot(self) -> None:
        """The documents are checked: work out what the tables come to, and which kinds of cells they have."""
        self.ranges.take_snapshot()
        self.redraw()
        desk, plan = self._desk, self._desk.snapshot.plan
        if plan is None or desk.snapshot.forecast is None or not desk.checked or plan is self._kinds_of:
            return

        def work(progress: Progress) -> Statistics:
            from dpdesk.planning.aids.budget_for_margin import statistics_of

            own = desk.forecasts.forecaster
            return {table.name: statistics_of(plan, table.name, forecaster=own) for table in plan.tables}

        def done(found: Statistics) -> None:
            self._kinds_of = plan
            self.kinds.emit(found)

        desk.tasks.start(KINDS, work, done)

    def show_answer(self, answer: LeastBudget | None) -> None:
        """Work out what the tables come to with another budget, where one is wished for."""
        if answer is self._answer:
            return
        self._answer, self._promised = answer, {}
        desk, dictionary = self._desk, self._desk.snapshot.dictionary
        if answer is None or not answer.possible or dictionary is None:
            desk.tasks.cancel(PROMISED)
            self.redraw()
            return
        tree = with_budget(desk.plan, answer)

        def work(progress: Progress) -> Mapping[str, MarginRange | None]:
            from dpdesk.planning.aids.ranges import margin_ranges

            return margin_ranges(made_plan(tree, dictionary), progress, forecaster=desk.forecasts.forecaster)

        def done(found: Mapping[str, MarginRange | None]) -> None:
            if answer is self._answer:
                self._promised = found
                self.redraw()

        desk.tasks.start(PROMISED, work, done)

    def redraw(self) -> None:
        """Show what is known."""
        plan, language = self._desk.plan, self._desk.language
        level = plan.get("level", 90)
        self.model.headings = [
            self.tr("Table"),
            self.tr("Cells"),
            self.tr("Noise margins ({level} %)").format(level=level),
            self.tr("At the least budget"),
            self.tr("Takes of the budget"),
        ]
        forecast = self._desk.snapshot.forecast
        cells = {one["table"]: one["cells"] for one in forecast["tables"]} if forecast is not None else {}
        tables = plan.get("tables", [])
        rows = [
            (
                table_text(table, language),
                whole(cells[table["name"]]) if table["name"] in cells else "",
                self.ranges.text(table["name"]),
                self._promise(table["name"]),
                takes,
            )
            for table, takes in zip(tables, self._takes(tables), strict=True)
        ]
        self.model.set_rows(rows, [table["name"] for table in tables])
        self.model.headerDataChanged.emit(self.table.horizontalHeader().orientation(), 0, 4)
        self.table.setColumnHidden(3, not self._promised)
        self.rough.setVisible(any("≈" in text for row in rows for text in row))
        self._show_people()
        self.bounds.setText("\n".join(self._bounds(one) for one in (forecast or {}).get("bounds", ())))
        self.bounds.setVisible(bool(self.bounds.text()))

    def choose(self, name: str) -> None:
        """Select a table's row."""
        if name in self.model.keys and self.table.currentIndex().row() != self.model.keys.index(name):
            self.table.selectRow(self.model.keys.index(name))

    def _show_people(self) -> None:
        """Say how many people a rehearsal makes up, and ask how many there are."""
        planned, dictionary = self._desk.snapshot.plan, self._desk.snapshot.dictionary
        if planned is None or dictionary is None:
            self.people.hide()
            return
        from dpdesk.planning.document.reference import made_up_rows

        words = self.tr(
            "A rehearsal makes up {rows} records and spreads them evenly: how many figures it marks as unreliable "
            "depends on their number."
        )
        rows = whole(made_up_rows(planned.reference, dictionary))
        self.people.show_rough(words.format(rows=rows), asked=True, known=True)

    def _promise(self, table: str) -> str:
        return self.ranges.words(self._promised.get(table))

    def _takes(self, tables: Sequence[Mapping[str, Any]]) -> list[str]:
        """What the group of each table takes of the budget."""
        forecast = self._desk.snapshot.forecast or {"tables": [], "groups": [], "loss": {}}
        unit = next((name for name in ("rho", "epsilon") if forecast["loss"].get(name) is not None), None)
        group_of = {one["table"]: one["group"] for one in forecast["tables"]}
        parts = {one["group"]: parse_exact(one["part"]) for one in forecast["groups"]} if unit is not None else {}
        whole_budget = parse_exact(forecast["loss"][unit]) if unit is not None else 0
        amounts = {group: {str(unit): part * whole_budget} for group, part in parts.items()}
        decimals = decimals_of(amounts.values())
        found = []
        for table in tables:
            group = group_of.get(table["name"])
            text = amount_text(amounts[group], decimals) if group in amounts else ""
            together = sum(one == group for one in group_of.values())
            several = text and together > 1
            found.append(self.tr("{amount}, {n} tables together").format(amount=text, n=together) if several else text)
        return found

    def _bounds(self, found: Mapping[str, Any]) -> str:
        """What the upper bound of an amount costs by the planning figures, and which would be the best."""
        dictionary = self._desk.snapshot.dictionary
        text = str(found["quantity"])
        if dictionary is not None and dictionary.has(text):
            text = dictionary.variable(text).label.show(self._desk.language)
        return self._words.sentence(found, text)

    def _on_row(self, at: int) -> None:
        if 0 <= at < len(self.model.keys):
            self.chosen.emit(str(self.model.keys[at]))
