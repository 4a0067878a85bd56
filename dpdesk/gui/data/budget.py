"""The third question: how much may all releases about these people reveal? A ladder of budgets, and one in hand."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QBoxLayout, QWidget

from dpdesk.gui.data.buys import Bought
from dpdesk.gui.data.edits import cap_kind, made_cap, number
from dpdesk.gui.data.ladder import SIGNS, Ladder
from dpdesk.gui.desk.account import USUAL_DELTA
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.answers import Answers
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.late import Late
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, grid, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import amount_text, factor_text
from dpdesk.gui.shared.guessing import GuessingWords
from dpdesk.gui.shared.ranges import fixed
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.odds import odds

_HARDLY_PROTECTED = 13
"""The ε from which on no factor is stated: e^13 is more than 400,000."""


class BudgetQuestion(QWidget):
    """Emits `capped` with a finished `budget_cap`, or None while a part of it is missing or cannot be."""

    capped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        kinds = (
            ("epsilon", self.tr("Strict (ε)"), self.tr("One number bounds everything; suits a few tables.")),
            ("rho", self.tr("For many tables (ρ)"), self.tr("Less noise in each of many tables; as in the US census.")),
            ("delta", self.tr("As a regulation asks (ε, δ)"), self.tr("Where a rule names both numbers.")),
        )
        self.kind = Answers([(value, text) for value, text, _ in kinds], self)
        choice = grid()
        choice.setVerticalSpacing(UNIT // 4)
        choice.setColumnStretch(1, 1)
        for at, (value, text, description) in enumerate(kinds):
            button = self.kind.button(value)
            named(button, text, description)
            choice.addWidget(button, at, 0)
            choice.addWidget(label(description, "caption"), at, 1)
        self.ladders = {value: Ladder(value) for value, _, _ in kinds}
        self.amount, self.delta = NumberField(), NumberField()
        for one in (self.amount, self.delta):
            one.setMaximumWidth(112)
        self.rule = Choice(
            [("sum", self.tr("adding ε and adding δ")), ("rho", self.tr("adding ρ, within both"))], self.tr("choose…")
        )
        named(self.amount, self.tr("Amount of the budget"), self.tr("What all releases together may spend."))
        named(self.delta, self.tr("δ of the budget"), self.tr("The chance that is left for less protection."))
        named(self.rule, self.tr("Releases are added up by"), self.tr("How several releases are added up."))
        self._first = label(wrap=False)
        self._first.setBuddy(self.amount)
        self._and = label(self.tr("and δ"), wrap=False)
        self._and.setBuddy(self.delta)
        self._by = label(self.tr("Releases are added up by"), wrap=False)
        self._by.setBuddy(self.rule)
        sentence, second = FlowLayout(), FlowLayout()
        for widget in (self._first, self.amount, self._and, self.delta):
            sentence.addWidget(widget)
        for piece in (self._by, self.rule):
            second.addWidget(piece)
        self.problem = label("", "problem")
        self.meaning, self.buys = label(), label()
        self.guidance = label("", "caption")
        layout = column(self, spacing=UNIT)
        layout.addLayout(choice)
        self._places = {value: Late(ladder, self.kind.button("delta")) for value, ladder in self.ladders.items()}
        for value, ladder in self.ladders.items():
            layout.addWidget(self._places[value])
            ladder.picked.connect(self._on_rung)
        self._amounts = row(spacing=UNIT * 2)
        self._amounts.addLayout(sentence, 2)
        self._amounts.addWidget(self.guidance, 1)
        layout.addLayout(self._amounts)
        layout.addLayout(second)
        for words in (self.problem, self.meaning, self.buys):
            layout.addWidget(words)
        self.kind.chosen.connect(self._on_kind)
        self.rule.chosen.connect(self._on_edit)
        for entry in (self.amount, self.delta):
            entry.textEdited.connect(self._on_edit)
        self._unit, self._replaced, self._guessing = "", False, GuessingWords(self)
        self._tell()

    def _made(self) -> Tree | None:
        return made_cap(
            self.kind.value() or "", self.amount.value() or "", self.delta.value() or "", self.rule.value() or ""
        )

    def _on_kind(self) -> None:
        """An amount says something else in another measure: it is asked for again."""
        self.amount.set_value(None)
        self._on_edit()

    def _on_rung(self, amount: str) -> None:
        self.amount.set_value(amount)
        self._on_edit()

    def _on_edit(self) -> None:
        self._tell()
        self.capped.emit(self._made())

    # What it buys ---------------------------------------------------------------------------------------------

    def caps(self) -> list[Tree]:
        """The budgets of which to find out what they buy: the lines of the ladder in sight, and the one in hand."""
        ladder = self.ladders.get(self.kind.value() or "")
        made = self._made()
        return [] if ladder is None else [*ladder.caps(self.rule.value() or "sum"), *([made] if made else [])]

    def show_bought(self, bought: list[Bought] | None) -> None:
        """What they buy, in that order; None while it is worked out, nothing while questions before are open."""
        ladder = self.ladders.get(self.kind.value() or "")
        if ladder is None:
            return
        lines = len(ladder.caps(""))
        ladder.show_bought(None if bought is None else bought[:lines])
        own = bought[lines] if bought is not None and len(bought) > lines else Bought()
        if bought == []:
            text = self.tr("Answer the first two questions: then it says here what an amount buys.")
        else:
            small, large = (_margin(bought is None, margin) for margin in (own.small, own.large))
            text = self.tr(
                "It buys one table of 8 cells, each within ± {small}, or one of 1,000 cells within ± {large} "
                "(noise margins, 90 %); several releases share it."
            ).format(small=small, large=large)
        self.buys.setText(text)
        show_if(self.buys, self._made() is not None)

    def show_cap(self, cap: Tree | None, unit: str, *, replaced: bool) -> None:
        """Show the dictionary's cap; without one, parts already given stay, but a whole one was taken back.

        unit: the unit in words ("one person"); replaced: whether neighbours replace one unit by another.
        """
        self._unit, self._replaced = unit, replaced
        if cap is None:
            if self._made() is not None:
                self.reset()
        elif cap != self._made():
            self.kind.set_value(cap_kind(cap))
            self.amount.set_value(cap.get("rho") if "rho" in cap else cap.get("epsilon"))
            if "delta" in cap:
                self.delta.set_value(cap["delta"])
                self.rule.set_value(cap.get("rule"))
        self._tell()

    def reset(self) -> None:
        """Nothing has been said."""
        for choice in (self.kind, self.rule):
            choice.set_value(None)
        for entry in (self.amount, self.delta):
            entry.set_value(None)
        self._tell()

    def lock(self, locked: bool) -> None:
        """Whether the account fixes the budget."""
        self.kind.set_enabled(not locked)
        for ladder in self.ladders.values():
            ladder.lock(locked)
        for widget in (self.amount, self.delta, self.rule):
            widget.setEnabled(not locked)

    # In words -------------------------------------------------------------------------------------------------

    def gap(self) -> str:
        """What is still to be given, as a sentence."""
        kind = self.kind.value()
        if kind is None:
            return self.tr("Choose how the budget is kept: strict, for many tables, or as a regulation asks.")
        if self.amount.value() is None:
            return self.tr("Say how much they may spend.")
        if kind == "delta" and self.delta.value() is None:
            return self.tr("Give the budget its δ, a very small number such as 0.000001.")
        return self.tr("Say how several releases are added up.")

    def _tell(self) -> None:
        kind = self.kind.value()
        both = kind == "delta"
        for widget in (self._first, self.amount):
            show_if(widget, kind is not None)
        for of_both in (self._and, self.delta, self._by, self.rule):
            show_if(of_both, both)
        amount, delta = number(self.amount.value() or ""), number(self.delta.value() or "") if both else None
        problem = ""
        if amount is not None and amount <= 0:
            problem = self.tr("The amount of the budget must be above zero.")
        elif delta is not None and not 0 < delta < 1:
            problem = self.tr("δ must lie between 0 and 1, and should be very small.")
        elif any(one.text().strip() and one.value() is None for one in (self.amount, self.delta) if not one.isHidden()):
            problem = self.tr("This must be a number such as 0.5, 0,5 or 1/2.")
        self._first.setText(self.tr("All releases together may spend {sign}").format(sign=SIGNS.get(kind or "", "")))
        for value, place in self._places.items():
            show_if(place, value == kind)
        if kind is not None:
            ladder = self.ladders[kind]
            ladder.show_amount(self.amount.value() if amount is not None else None)
            if both and not problem:
                ladder.set_delta(self.delta.value() or USUAL_DELTA)
        self.problem.setText(problem)
        show_if(self.problem, bool(problem))
        loss: dict[str, Fraction] = {}
        if kind and amount is not None and not problem and (not both or delta is not None):
            loss = {"rho" if kind == "rho" else "epsilon": amount} | ({"delta": delta} if delta is not None else {})
        self.meaning.setText(self._meaning(loss))
        show_if(self.meaning, bool(loss))
        show_if(self.buys, self._made() is not None and bool(self.buys.text()))
        way = QBoxLayout.Direction  # a short hint stands beside the amount, a long one has a line of its own
        self._amounts.setDirection(way.LeftToRight if kind in ("epsilon", "rho") else way.TopToBottom)
        guidance = self._guidance(kind)
        self.guidance.setText(guidance)
        show_if(self.guidance, bool(guidance))
        self.updateGeometry()

    def _meaning(self, loss: dict[str, Fraction]) -> str:
        if not loss:
            return ""
        said = [f"{amount_text(loss)}:"]
        promised = _promised(loss)
        about = (
            self.tr("whether a given record is {unit} or another")
            if self._replaced
            else self.tr("whether {unit} is in the data")
        ).format(unit=self._unit)
        if set(loss) == {"epsilon"}:
            factor = factor_text(odds(promised).factor) if loss["epsilon"] <= _HARDLY_PROTECTED else ""
            said.append(
                self.tr("whatever is published, an observer's odds {about} change by a factor of at most {x}.").format(
                    about=about, x=factor
                )
                if factor
                else self.tr("an observer's odds may change by a factor beyond 400,000: that is hardly protection.")
            )
        said.append(self._guessing.guess(odds(promised), about))
        return " ".join(said)

    def _guidance(self, kind: str | None) -> str:
        if kind is None:
            return self.tr(
                "Not sure? For a few tables: strict. For many, or for more of them every year: for many tables."
            )
        if kind != "delta":
            return self.tr("For all years; it can be raised, never lowered.")
        rule = {
            "sum": self.tr("The ε of all releases and the δ of all releases are added; simple, and dear for many."),
            "rho": self.tr(
                "Each release counts with its ρ, and together they stay within this ε at this δ: many releases cost "
                "less, but every method must have a ρ."
            ),
        }.get(self.rule.value() or "", "")
        said = self.tr("δ should be far below one in the number of units: one in a million or less.")
        return f"{said} {rule}".strip()


def _margin(pending: bool, margin: float | None) -> str:
    return "…" if pending else "–" if margin is None else fixed(max(margin, 1), 0)


def _promised(loss: dict[str, Fraction]) -> Loss:
    """The loss of {"rho"}, {"epsilon"} or {"epsilon", "delta"}."""
    if "rho" in loss:
        return ZCDP(loss["rho"])
    return ApproxDP(loss["epsilon"], loss["delta"]) if "delta" in loss else PureDP(loss["epsilon"])
