"""A wanted margin and the budget it needs: worked out beside the window, answered in the account's units, and used."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.accuracy.edits import targets
from dpdesk.gui.accuracy.target import TargetSentence
from dpdesk.gui.accuracy.targets import TargetsPanel
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.snapshot import made_plan
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.sentences import problem_text
from dpdesk.gui.kit.text import column, label, set_role
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS, amount_text, shown_number
from dpdesk.privacy.exact import parse_exact
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.least_budget import LeastBudget

TARGET = "accuracy target"
"""The owner of the task that looks for the budget."""


class WantedMargin(QWidget):
    """The sentence to complete, and under it how its budget is split, or why it cannot be had.

    The budget is the least with which the plan meets the wish and all targets that are kept: the same question as that
    of the targets, with one wish more.
    """

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._table = ""
        self.target: LeastBudget | None = None  # the answer, None while there is none
        self.sentence = TargetSentence(Box())
        self.sentence.asked.connect(self._ask)
        self.sentence.used.connect(self._on_use)
        self.more = label("", "caption")
        layout = column(self, spacing=UNIT)
        self.sentence.keep.clicked.connect(self._on_keep)
        self.targets = TargetsPanel(desk)
        layout.addWidget(self.sentence)
        layout.addWidget(self.more)
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
        if table != self._table:
            self.sentence.take_all_cells()
        self._table = table
        self._ask()

    def _ask(self) -> None:
        desk, snapshot, table = self._desk, self._desk.snapshot, self._table
        known = snapshot.forecast is not None and any(one["table"] == table for one in snapshot.forecast["tables"])
        wished, dictionary, planned = self.sentence.wanted, snapshot.dictionary, snapshot.plan
        if wished is None or dictionary is None or planned is None or not known or not desk.checked:
            desk.tasks.cancel(TARGET)
            self.target = None
            self.show_answer()
            return
        tree, statistic = desk.plan, self.sentence.statistic

        def work(progress: Progress) -> LeastBudget:
            from dpdesk.planning.aids.budget_for_margin import statistics_of
            from dpdesk.planning.aids.least_budget import least_budget

            own = desk.forecasts.forecaster
            names = [name for name, _ in statistics_of(planned, table, forecaster=own)]
            cells = statistic if statistic in names else ""  # the table may have been another a moment ago
            wishing = made_plan(targets.add_target(tree, table, wished, cells), dictionary)
            return least_budget(wishing, progress, forecaster=own)

        self.sentence.use.setEnabled(False)
        self._desk.tasks.start(TARGET, work, self._on_target, self._on_no_target)

    def _on_target(self, target: LeastBudget) -> None:
        self.target = target
        self.show_answer()

    def _on_no_target(self, sentence: str) -> None:
        self.target = None
        self.show_answer()
        self._say_more(sentence, problem=True)

    def _say_more(self, sentence: str, *, problem: bool = False) -> None:
        """Say, under the sentence, why it cannot be had or how the budget is split; its line is there all the time."""
        set_role(self.more, "role", "problem" if problem else "caption")
        self.more.setText(sentence)

    def show_answer(self) -> None:
        """Say what the wish needs, with the targets that are kept; again where the account has changed."""
        target = self.target
        if target is None:
            self._say_more("")
            self.sentence.show_answer("", usable=False)
        elif not target.possible:
            self._say_more(self._why_not(target), problem=True)
            self.sentence.show_answer(self.tr("This cannot be had."), usable=False, problem=True)
        else:
            self._say_more(self._split(target))
            self._show_needed(target)

    def _why_not(self, target: LeastBudget) -> str:
        if target.failed is not None and target.failed < len(targets.targets_of(self._desk.plan)):
            return self.tr("Target {n} below stands in the way.").format(n=target.failed + 1)
        return "" if target.refused is None else problem_text(target.refused)

    def _split(self, target: LeastBudget) -> str:
        """What the tables with a wish take, where others are beside them."""
        if len(target.parts) < 2:
            return ""
        split = targets.parts_in_words(SYMBOLS[target.unit], target.text, dict(target.parts))
        return self.tr("Of that: {split}. Groups without a wish keep what they have.").format(split=split)

    def _show_needed(self, target: LeastBudget) -> None:
        """Say what the wish costs and what is left, in the account's units."""
        needed = f"{SYMBOLS[target.unit]} {shown_number(parse_exact(target.text))}"
        account, cost = self._desk.account, self._cost(target)
        several = bool(targets.targets_of(self._desk.plan))
        if account is None or cost is None:
            words = (
                self.tr("With the targets below this takes {needed}.") if several
                else self.tr("This takes {needed}.")
            )  # fmt: skip
            self.sentence.show_answer(words.format(needed=needed), usable=True)
            return
        left, over = account.left, not account.covers(cost)
        if set(cost) != {target.unit}:
            needed = self.tr("{needed}, a charge of {cost}").format(needed=needed, cost=amount_text(cost))
        shown = shown_number(left[target.unit]) if set(cost) == {target.unit} else amount_text(left)
        if several:
            words = (
                self.tr("With the targets below this takes {needed}; only {left} is left.") if over
                else self.tr("With the targets below this takes {needed} of the {left} not yet spent.")
            )  # fmt: skip
        else:
            words = (
                self.tr("This takes {needed}; only {left} is left.") if over
                else self.tr("This takes {needed} of the {left} not yet spent.")
            )  # fmt: skip
        self.sentence.show_answer(words.format(needed=needed, left=shown), usable=not over, problem=over)

    def _cost(self, target: LeastBudget) -> dict[str, Fraction] | None:
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
            self.sentence.forget()
            self._desk.edit_plan(self.tr("a target"), plan)

    def _on_use(self) -> None:
        if self.target is None:
            return
        plan = targets.use_budget(self._desk.plan, self.target.unit, self.target.text, dict(self.target.parts))
        self._desk.edit_plan(self.tr("budget for a noise margin"), plan)
