"""A wanted margin and the budget it needs: worked out beside the window, answered in the account's units, and used."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.gui.accuracy.edits import targets
from dpdesk.gui.accuracy.target import TargetSentence
from dpdesk.gui.accuracy.targets import TargetsPanel
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.text import column, label
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS, amount_text, number_text
from dpdesk.privacy.exact import parse_exact
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.budget_for_margin import Target

TARGET = "accuracy target"
"""The owner of the task that looks for the budget."""


class WantedMargin(QWidget):
    """The sentence to complete, and under it why a margin cannot be had."""

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._table = ""
        self.target: Target | None = None  # the answer, None while there is none
        self.sentence = TargetSentence(Box())
        self.sentence.asked.connect(self._ask)
        self.sentence.used.connect(self._on_use)
        self.why_not = label("", "problem")
        self.why_not.hide()
        layout = column(self, spacing=UNIT)
        self.sentence.keep.clicked.connect(self._on_keep)
        self.targets = TargetsPanel(desk)
        layout.addWidget(self.sentence)
        layout.addWidget(self.why_not)
        layout.addWidget(self.targets)

    def show_cells(self, statistics: Sequence[tuple[str, str]]) -> None:
        """Offer kinds of cells by name and label."""
        self.sentence.show_cells(statistics)

    def forget(self) -> None:
        """Nothing is wished for."""
        self._desk.tasks.cancel(TARGET)
        self.target = None
        self.sentence.forget()
        self.show_answer()

    def ask(self, table: str) -> None:
        """Work out which budget the margin needs in a table, as the plan on the desk is now."""
        self._table = table
        self._ask()

    def _ask(self) -> None:
        desk, snapshot, table, wanted = self._desk, self._desk.snapshot, self._table, self.sentence.wanted
        known = snapshot.forecast is not None and any(one["table"] == table for one in snapshot.forecast["tables"])
        if wanted is None or not known or snapshot.plan is None or not desk.checked:
            desk.tasks.cancel(TARGET)
            self.target = None
            self.show_answer()
            return
        plan, statistic = snapshot.plan, self.sentence.statistic

        def work(progress: Progress) -> Target:
            from dpdesk.planning.aids.budget_for_margin import budget_for_margin

            cells = [statistic] if statistic else None
            return budget_for_margin(plan, table, wanted, cells, progress, forecaster=desk.forecasts.forecaster)

        self.sentence.use.setEnabled(False)
        self._desk.tasks.start(TARGET, work, self._on_target, self._on_no_target)

    def _on_target(self, target: Target) -> None:
        self.target = target
        self.show_answer()

    def _on_no_target(self, sentence: str) -> None:
        self.target = None
        self.show_answer()
        self._say_why(sentence)

    def _say_why(self, sentence: str) -> None:
        """Say why a margin cannot be had, under the sentence; nothing for an empty text."""
        self.why_not.setText(sentence)
        self.why_not.setVisible(bool(sentence))

    def show_answer(self) -> None:
        """Say what the margin needs; again where the account has changed."""
        target = self.target
        self._say_why("" if target is None or target.possible else target.why_not)
        if target is None:
            self.sentence.show_answer("", usable=False)
        elif not target.possible:
            self.sentence.show_answer(self.tr("This cannot be had."), usable=False, problem=True)
        else:
            self._show_needed(target)

    def _show_needed(self, target: Target) -> None:
        """Say what the margin costs and what is left, in the account's units."""
        needed = f"{SYMBOLS[target.unit]} {number_text(parse_exact(target.text))}"
        account, cost = self._desk.account, self._cost(target)
        if account is None or cost is None:
            self.sentence.show_answer(self.tr("This takes {needed}.").format(needed=needed), usable=True)
            return
        left, over = account.left, not account.covers(cost)
        if set(cost) != {target.unit}:
            needed = self.tr("{needed}, a charge of {cost}").format(needed=needed, cost=amount_text(cost))
        shown = number_text(left[target.unit]) if set(cost) == {target.unit} else amount_text(left)
        words = (
            self.tr("This takes {needed}; only {left} is left.")
            if over
            else self.tr("This takes {needed} of the {left} not yet spent.")
        )
        self.sentence.show_answer(words.format(needed=needed, left=shown), usable=not over, problem=over)

    def _cost(self, target: Target) -> dict[str, Fraction] | None:
        """What that loss costs the account; None where only the mechanisms decide it."""
        from dpdesk.privacy.accounting import charge

        plan = self._desk.snapshot.plan
        if plan is None or target.loss is None:
            return None
        cap = plan.dictionary.cap
        try:
            return dict(zip(cap.units, charge(cap, target.loss), strict=True))
        except DpdeskError:
            return None

    def _on_keep(self) -> None:
        text = self.sentence.margin.value()
        if text is not None and self._table:
            plan = targets.add_target(self._desk.plan, self._table, text, self.sentence.statistic)
            self._desk.edit_plan(self.tr("a target"), plan)

    def _on_use(self) -> None:
        if self.target is None:
            return
        plan = edits.set_parameter(self._desk.plan, self.target.unit, self.target.text)
        self._desk.edit_plan(self.tr("budget for a noise margin"), plan)
