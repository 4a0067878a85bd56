"""What budgets buy, and what a cap leaves out: worked out in threads, and shown in the questions they belong to."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject

from dpdesk.gui.data import reading
from dpdesk.gui.data.budget import BudgetQuestion
from dpdesk.gui.data.buys import Bought, bought
from dpdesk.gui.data.unit import UnitQuestion
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.read import Read
from dpdesk.progress import Progress

OVER_CAP = "data-over-cap"
BUYS = "data-buys"


class Figures(QObject):
    """Finds out figures for two questions; what was asked for before is not asked again."""

    def __init__(self, desk: Desk, unit: UnitQuestion, budget: BudgetQuestion, parent: QObject) -> None:
        super().__init__(parent)
        self._desk, self._unit, self._budget = desk, unit, budget
        self._buys_key: tuple[Any, ...] = ()
        self._cap_key: tuple[Any, ...] = ()
        unit.over_cap.asked.connect(self._look_over_cap)

    def find_out_what_it_buys(self) -> None:
        """Forecast what the budgets in sight buy, once it is known whom they protect."""
        desk, tree = self._desk, self._desk.dictionary
        unit, neighbours = tree.get("unit", {}), tree.get("neighbours")
        caps = self._budget.caps()
        rows = unit.get("max_rows") if unit.get("kind") == "id" else 1 if unit.get("kind") == "row" else None
        key = (rows, neighbours, caps)
        if key == self._buys_key:
            return
        self._buys_key = key
        if rows is None or neighbours is None or not caps:
            desk.tasks.cancel(BUYS)
            self._budget.show_bought([])
            return
        self._budget.show_bought(None)

        def work(progress: Progress) -> list[Bought]:
            return bought(desk.forecasts.forecaster, unit, neighbours, caps, progress)

        desk.tasks.start(BUYS, work, self._budget.show_bought, lambda _: self._budget.show_bought([]))

    def offer_over_cap(self) -> None:
        """Offer to look how many rows the cap leaves out; what was seen goes when anything it rests on is another."""
        desk, tree, unit = self._desk, self._desk.dictionary, self._desk.dictionary.get("unit", {})
        key = (desk.data_path, tree.get("source"), tree.get("dataset_id"), unit.get("column"), unit.get("max_rows"))
        if key != self._cap_key:
            self._cap_key = key
            desk.tasks.cancel(OVER_CAP)
            self._unit.over_cap.forget()
        self._unit.over_cap.offer(unit.get("kind") == "id" and all(key))

    def _look_over_cap(self) -> None:
        desk = self._desk
        path, tree, ledger, amber = desk.data_path, desk.dictionary, desk.ledger_path, self._unit.over_cap
        if path is None:
            return
        amber.show_busy()

        def done(found: reading.LeftOut) -> None:
            desk.say_read(Read.CHECKED)
            desk.read_account()
            amber.show_left_out(found)

        def work(progress: Progress) -> reading.LeftOut:
            return reading.left_out(path, tree, ledger, progress)

        desk.tasks.start(OVER_CAP, work, done, amber.show_problem)
