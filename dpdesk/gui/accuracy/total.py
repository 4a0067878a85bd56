"""One line for all that is wished: the least budget that takes, how it is split, and the button that uses it.

Where the plan meets all of it already, that button keeps what is typed and the budget as it is: to take the least, by
which figures become less accurate, has a plain button of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.accuracy.edits import targets as edits
from dpdesk.gui.accuracy.edits.loss import parameters, tables_of
from dpdesk.gui.accuracy.target import figure_text
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.sentences import problem_text
from dpdesk.gui.kit.text import column, label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS, amount_text, shown_number
from dpdesk.privacy.exact import parse_exact

if TYPE_CHECKING:
    from dpdesk.planning.aids.least_budget import LeastBudget

_LINES = 3
"""Lines whose room is kept."""


class TotalLine(QWidget):
    """`shown` while there is an answer; its place is kept while there is none, so that nothing moves."""

    used = Signal()
    saved = Signal()
    fitted = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.met = False  # whether the plan meets all wishes as it is
        self.sum = label("")
        self.more = label("", "caption")
        self.use = QPushButton(self.tr("&Use it"))
        self.use.setProperty("primary", True)
        self.use.clicked.connect(self.used)
        self.save = QPushButton(self.tr("&Save budget"))
        named(
            self.save,
            self.tr("Save budget"),
            self.tr("Takes the least budget that meets every wish; margins become as wide as you wish them."),
        )
        self.save.clicked.connect(self.saved)
        self.save.hide()
        self.fit = QPushButton(self.tr("Fit &weights too"))
        named(
            self.fit,
            self.tr("Use the smaller budget with fitted weights"),
            self.tr(
                "Weighs every kind of figures as its target needs it, which takes a smaller budget; figures without a "
                "target become less accurate."
            ),
        )
        self.fit.clicked.connect(self.fitted)
        self.fit.hide()
        said = QWidget()
        words = column(said, spacing=2)
        words.addWidget(self.sum)
        words.addWidget(self.more)
        words.addStretch(1)
        said.setMinimumHeight(_LINES * said.fontMetrics().lineSpacing() + 4)
        layout = row(self, spacing=UNIT)
        layout.addWidget(said, 1)
        layout.addWidget(self.fit)
        layout.addWidget(self.save)
        layout.addWidget(self.use)
        self.show_nothing()

    def show_nothing(self) -> None:
        """Nothing is wished for."""
        hint = self.tr("Say how far off some cells may be: the least budget that takes is worked out.")
        self._say("", hint, usable=False)
        self.show_fitted(None)

    def show_problem(self, sentence: str) -> None:
        """No budget can be worked out, and why."""
        self._say("", sentence, usable=False, problem=True)

    def wait(self) -> None:
        """Another answer is being worked out; the one before stays in view and cannot be used."""
        self.use.setEnabled(False)
        self.save.setEnabled(False)
        self.fit.setEnabled(False)

    def show_answer(self, answer: LeastBudget, now: Sequence[Mapping[str, Any]], *, typed: bool) -> None:
        """Say what all wishes take together, and what is left; or which cannot be had, and why.

        now: what each comes to with the plan as it is, as a forecast says it; typed: whether the last is not kept.
        """
        wishes = len(now)
        if not answer.possible:
            why = "" if answer.refused is None else problem_text(answer.refused)
            number = answer.failed
            words = self.tr("This cannot be had.")
            if wishes > 1 and number is not None and number < len(edits.targets_of(self._desk.plan)):
                words = self.tr("Together this cannot be had: wish {n} below stands in the way.").format(n=number + 1)
            self._say(words, why, usable=False, problem=True)
            return
        if all(one["met"] for one in now):
            self._show_met(answer, now, typed=typed)
            return
        words, over = self._needed(answer, wishes)
        alone = self.tr("Beside each wish: what it takes while other tables stay as they are; that sum is another.")
        alone = alone if wishes > 1 else ""  # what tables know of each other helps, together and one by one
        more = " ".join(filter(None, (self._split(answer), self._lowered(answer), alone)))
        self._say(words, more, usable=not over, problem=over)

    def _show_met(self, answer: LeastBudget, now: Sequence[Mapping[str, Any]], *, typed: bool) -> None:
        """The plan has enough: what is typed can be kept, and what it has beyond that be saved."""
        words = self.tr("All wishes are met already: this plan has that budget.")
        if len(now) == 1:
            words = (
                self.tr("Already met: this comes to {figure}.")
                if typed
                else self.tr("The wish below is met: it comes to {figure}.")
            ).format(figure=figure_text(str(now[0]["shown"])))
        has, needs = self._budget(answer.unit), parse_exact(answer.text)
        saves, more = has is not None and needs < has, ""
        if has is not None and saves:
            symbol = SYMBOLS[answer.unit]
            more = self.tr("The plan has {has}; {needed} would do, with margins as wide as you wish them.").format(
                has=f"{symbol} {shown_number(has)}", needed=f"{symbol} {shown_number(needs)}"
            )
        self._say(words, more, usable=typed, met=True, saves=saves)

    def show_fitted(self, fitted: LeastBudget | None) -> None:
        """Offer a smaller budget with weights fitted to the targets."""
        show_if(self.fit, fitted is not None)
        self.fit.setEnabled(fitted is not None)
        if fitted is not None:
            words = self.tr("Weighed as the targets need it, {symbol} {amount} would do.")
            amount = shown_number(parse_exact(fitted.text))
            said = words.format(symbol=SYMBOLS[fitted.unit], amount=amount)
            self.more.setText(" ".join(filter(None, (self.more.text(), said))))

    def _say(
        self,
        sentence: str,
        more: str,
        *,
        usable: bool,
        problem: bool = False,
        met: bool = False,
        saves: bool = False,
    ) -> None:
        for line, text, role in ((self.sum, sentence, ""), (self.more, more, "caption")):
            set_role(line, "role", "problem" if problem else role)
            line.setText(text)
            line.setToolTip(text if len(text) > 100 else "")
        self.met = met
        self.use.setText(self.tr("K&eep it") if met and usable else self.tr("&Use it"))
        tip = self.tr("Sets the budget of the release and the part of each group of tables.")
        if met:
            tip = self.tr("Keeps this wish with the plan; the budget stays as it is.")
        named(self.use, self.tr("Keep this wish") if met else self.tr("Use this budget"), tip if usable else sentence)
        self.use.setEnabled(usable)
        show_if(self.save, saves)
        self.save.setEnabled(saves)

    def _budget(self, unit: str) -> Fraction | None:
        """What the plan has now of a unit."""
        return None if (text := parameters(self._desk.plan).get(unit)) is None else parse_exact(text)

    def _lowered(self, answer: LeastBudget) -> str:
        """Which tables with a wish have more now than they need, and so become less accurate."""
        desk, has, forecast = self._desk, self._budget(answer.unit), self._desk.snapshot.forecast
        if has is None or forecast is None:
            return ""
        parts, total = dict(answer.parts), parse_exact(answer.text)
        less = [
            str(group["group"])
            for group in forecast["groups"]
            if group["group"] in dict(answer.binding)
            and parse_exact(parts[group["group"]]) * total < parse_exact(group["part"]) * has
        ]
        if not less:
            return ""
        names = ", ".join(tables_of(desk.plan, group, desk.language) for group in less)
        return self.tr("Becomes less accurate, as wide as you wish it: {tables}.").format(tables=names)

    def _split(self, answer: LeastBudget) -> str:
        """What the groups of tables take, where there are several."""
        if len(answer.parts) < 2:
            return ""
        desk = self._desk
        split = edits.parts_in_words(desk.plan, desk.language, SYMBOLS[answer.unit], answer.text, dict(answer.parts))
        return self.tr("Of that: {split}. Tables without a wish keep what they have.").format(split=split)

    def _needed(self, answer: LeastBudget, wishes: int) -> tuple[str, bool]:
        """What it costs and what is left, in the account's units; and whether that is too much."""
        needed = f"{SYMBOLS[answer.unit]} {shown_number(parse_exact(answer.text))}"
        account, cost = self._desk.account, self._cost(answer)
        if account is None or cost is None:
            words = self.tr("Together this takes {needed}.") if wishes > 1 else self.tr("This takes {needed}.")
            return words.format(needed=needed), False
        left, over = account.left, not account.covers(cost)
        if set(cost) != {answer.unit}:
            needed = self.tr("{needed}, a charge of {cost}").format(needed=needed, cost=amount_text(cost))
        rest = shown_number(left[answer.unit]) if set(cost) == {answer.unit} else amount_text(left)
        if wishes > 1:
            words = (
                self.tr("Together this takes {needed}; only {left} is left.") if over
                else self.tr("Together this takes {needed} of the {left} not yet spent.")
            )  # fmt: skip
        else:
            words = (
                self.tr("This takes {needed}; only {left} is left.") if over
                else self.tr("This takes {needed} of the {left} not yet spent.")
            )  # fmt: skip
        return words.format(needed=needed, left=rest), over

    def _cost(self, answer: LeastBudget) -> dict[str, Fraction] | None:
        """What that loss costs the account; None where only the mechanisms decide it."""
        from dpdesk.privacy.accounting import charge

        plan = self._desk.snapshot.plan
        if plan is None or answer.loss is None:
            return None
        cap = plan.dictionary.cap
        try:
            return dict(zip(cap.units, charge(cap, answer.loss), strict=True))
        except DpdeskError:
            return None


def with_budget(plan: Tree, answer: LeastBudget) -> Tree:
    """The plan with the budget and the split of an answer."""
    return edits.use_budget(plan, answer.unit, answer.text, dict(answer.parts))
