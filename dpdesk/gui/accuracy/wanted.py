"""What is wished: a sentence to complete over those that are kept, each with its cost, and one total to be used.

A wish is a target; one that is typed and not kept is none of the plan's yet, and is worked out as if it were; using the
budget keeps it. All budgets are the least with which the forecast says a wish is met, worked out beside the window.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpdesk.gui.accuracy.edits import targets
from dpdesk.gui.accuracy.target import TargetSentence
from dpdesk.gui.accuracy.targets import TargetsPanel, cost_text
from dpdesk.gui.accuracy.total import TotalLine, with_budget
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.snapshot import made_plan
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.text import column
from dpdesk.gui.kit.theme import UNIT
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.least_budget import LeastBudget
    from dpdesk.planning.aids.wishes import WishCost
    from dpdesk.schema.text import Text

    _Found = tuple[LeastBudget, WishCost | None, Sequence[Mapping[str, Any]]]

TARGET, COSTS, FITTED = "accuracy target", "accuracy costs", "accuracy targets"
"""Owners of the tasks: the budget of all wishes, the cost of each kept one, and the budget with fitted weights."""
OWNERS = (TARGET, COSTS, FITTED)


class WantedMargin(QWidget):
    """The sentence, the wishes kept, and the total; `answer` is the budget of all of them, None while there is none."""

    asked = Signal()  # the budget of all wishes is being worked out
    answered = Signal(object)  # it, None where there is none
    turned = Signal(str)  # to another table, for which a wish is still to be typed

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._table = ""
        self._statistics: Mapping[str, Sequence[tuple[str, Text]]] = {}
        self._costs_of: object = None  # the plan whose wishes' costs are in view
        self.answer: LeastBudget | None = None
        self.fitted: LeastBudget | None = None
        self.now: Sequence[Mapping[str, Any]] = ()  # what each wish comes to with the plan as it is
        self.sentence = TargetSentence(Box())
        self.sentence.asked.connect(self._ask)
        self.sentence.keep.clicked.connect(self._on_more)
        self.targets = TargetsPanel(desk)
        self.total = TotalLine(desk)
        self.sentence.returned.connect(self._on_return)
        self.total.used.connect(self._on_use)
        self.total.saved.connect(self._on_save)
        self.total.fitted.connect(self._on_fit)
        layout = column(self, spacing=UNIT)
        for part in (self.sentence, self.total, self.targets):  # a wish that is used comes below the button
            layout.addWidget(part)

    def show_statistics(self, statistics: Mapping[str, Sequence[tuple[str, Text]]]) -> None:
        """Offer kinds of cells, by table."""
        self._statistics = statistics
        self.targets.show_statistics(statistics)
        before = self.sentence.statistic
        self._show_cells()
        if self.sentence.statistic != before and self.sentence.wanted is not None:
            self._ask()

    def _show_cells(self) -> None:
        language, statistics = self._desk.language, self._statistics.get(self._table, ())
        every = self.tr("All counts")  # in the language of the window
        self.sentence.show_cells([(name, text.show(language) if name else every) for name, text in statistics])

    def forget(self) -> None:
        """Nothing is wished for."""
        for owner in OWNERS:
            self._desk.tasks.cancel(owner)
        self.answer = self.fitted = None
        self.sentence.forget()
        self._show_replaced()
        self.show_answer()

    def redraw(self) -> None:
        """Show the wishes as they stand in the plan."""
        self.targets.redraw()

    def ask(self, table: str) -> None:
        """Work out what is wished of a table, and what is kept, as the plan on the desk is now."""
        if table != self._table:
            self.sentence.take_all_cells()
        self._table = table
        self._show_cells()
        self._ask()
        self._ask_costs()

    @property
    def wishes(self) -> int:
        """How many there are, the one that is typed included."""
        return len(targets.targets_of(self._wishing()))

    @property
    def pending(self) -> bool:
        """Whether the budget for what is typed is being worked out."""
        return self.sentence.wanted is not None and self._desk.tasks.running(TARGET)

    @property
    def usable(self) -> bool:
        """Whether what is typed can be had and is not yet in the plan."""
        return self.sentence.wanted is not None and self.total.use.isEnabled()

    def use(self) -> None:
        """Give the plan what is wished, and the budget of it where it has less."""
        self._on_use()

    def _wishing(self) -> Tree:
        """The plan with what is typed as a target."""
        plan, wished = self._desk.plan, self.sentence.wanted
        if wished is None or not self._table:
            return plan
        return targets.add_target(plan, self._table, wished, self._cells())

    def _cells(self) -> str:
        """The cells chosen for what is typed, "" for all counts."""
        known = {name for name, _ in self._statistics.get(self._table, ())}
        return self.sentence.statistic if self.sentence.statistic in known else ""

    def _show_replaced(self) -> None:
        """Mark the wish that what is typed takes the place of."""
        typed = self.sentence.wanted is not None and bool(self._table)
        self.targets.show_replaced(targets.replaced_by(self._desk.plan, self._table, self._cells()) if typed else ())

    def _ask(self) -> None:
        self._show_replaced()
        desk, snapshot, table = self._desk, self._desk.snapshot, self._table
        known = snapshot.forecast is not None and any(one["table"] == table for one in snapshot.forecast["tables"])
        wished, dictionary, planned = self.sentence.wanted, snapshot.dictionary, snapshot.plan
        if not self.wishes or dictionary is None or planned is None or not known or not desk.checked:
            desk.tasks.cancel(TARGET)
            desk.tasks.cancel(FITTED)
            self.answer = self.fitted = None
            self.show_answer()
            return
        tree = self._wishing()

        def work(progress: Progress) -> _Found:
            from dpdesk.planning.aids.least_budget import least_budget
            from dpdesk.planning.aids.wishes import wish_cost

            own = desk.forecasts.forecaster
            wishing = planned if wished is None else made_plan(tree, dictionary)
            least = least_budget(wishing, progress, forecaster=own)
            now = own.forecast(wishing, progress, compared=False)["targets"]
            if wished is None:
                return least, None, now
            return least, wish_cost(wishing, len(wishing.targets) - 1, least, progress, forecaster=own), now

        self.total.wait()
        desk.tasks.cancel(FITTED)
        desk.tasks.start(TARGET, work, self._on_answer, self._on_no_answer)
        self.asked.emit()

    def _on_answer(self, found: _Found) -> None:
        self.answer, cost, self.now = found
        self.fitted = None
        self.sentence.show_cost("" if cost is None else cost_text(cost))
        self.show_answer()
        self._ask_fitted()

    def _on_no_answer(self, sentence: str) -> None:
        self.answer = self.fitted = None
        self.show_answer()
        self.total.show_problem(sentence)

    def show_answer(self) -> None:
        """Say what all wishes need; again where the account has changed."""
        if self.answer is None:
            self.sentence.show_cost("")
            if self.sentence.margin.text().strip() and self.sentence.wanted is None:
                self.total.show_problem(self.tr("A margin must be a number above 0, such as 50 or 0.5."))
            else:
                self.total.show_nothing()
        else:
            self.total.show_answer(self.answer, self.now, typed=self.sentence.wanted is not None)
            self.total.show_fitted(self.fitted)
        self.answered.emit(self.answer)

    def _ask_fitted(self) -> None:
        """Look whether fitted weights save something; that takes longer, and is about the wishes that are kept."""
        desk, least, plan = self._desk, self.answer, self._desk.snapshot.plan
        if least is None or plan is None or self.sentence.wanted is not None:
            return

        def work(progress: Progress) -> LeastBudget | None:
            from dpdesk.planning.aids.least_budget import fitted_budget

            return fitted_budget(plan, least, progress, forecaster=desk.forecasts.forecaster)

        def done(fitted: LeastBudget | None) -> None:
            self.fitted = fitted
            self.show_answer()

        desk.tasks.start(FITTED, work, done)

    def _ask_costs(self) -> None:
        """Work out what each wish that is kept costs by itself."""
        desk, plan = self._desk, self._desk.snapshot.plan
        if plan is None or not plan.targets or desk.snapshot.forecast is None or not desk.checked:
            desk.tasks.cancel(COSTS)
            self._costs_of = None
            self.targets.show_costs(())
            return
        if plan is self._costs_of:
            return

        def work(progress: Progress) -> list[WishCost]:
            from dpdesk.planning.aids.wishes import wish_cost

            own = desk.forecasts.forecaster
            return [wish_cost(plan, at, None, progress, forecaster=own) for at in range(len(plan.targets))]

        def done(costs: list[WishCost]) -> None:
            self._costs_of = plan
            self.targets.show_costs(costs)

        desk.tasks.start(COSTS, work, done)

    def _on_return(self) -> None:
        """Lead to the button, which changes the plan; typing alone changes nothing."""
        if self.total.use.isEnabled():
            self.total.use.setFocus()

    def _on_keep(self) -> None:
        if self.sentence.wanted is not None:
            self._keep(self.tr("a wish"), self._wishing())

    def _on_more(self) -> None:
        self._on_keep()
        self.sentence.margin.setFocus()  # the button has nothing to keep now
        if (table := targets.next_without(self._desk.plan, self._table)) is not None:
            self.turned.emit(table)

    def _on_use(self) -> None:
        if self.answer is None or not self.answer.possible:
            return
        if self.total.met:
            self._on_keep()
        else:
            self._on_save()

    def _on_save(self) -> None:
        """Give the plan the least budget, even where it has more."""
        if self.answer is not None and self.answer.possible:
            self._keep(self.tr("budget for what is wished"), dict(with_budget(self._wishing(), self.answer)))

    def _keep(self, words: str, plan: Tree) -> None:
        """What is typed stands among the wishes that are kept."""
        self.sentence.forget()
        self._show_replaced()
        self._desk.edit_plan(words, plan)

    def _on_fit(self) -> None:
        if self.fitted is not None:
            weights = {name: dict(own) for name, own in self.fitted.weights}
            plan = targets.use_weights(dict(with_budget(self._desk.plan, self.fitted)), weights)
            self._desk.edit_plan(self.tr("budget and weights for what is wished"), plan)
