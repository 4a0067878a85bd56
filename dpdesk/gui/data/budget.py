"""The budget of all releases about the same people, as a sentence to complete, and what an amount means."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpdesk.gui.data.edits import cap_kind, made_cap, number
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, label, named
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import amount_text, factor_text
from dpdesk.gui.shared.guessing import GuessingWords
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.odds import odds

_HARDLY_PROTECTED = 13
"""The ε from which on no factor is stated: e^13 is more than 400,000."""


class BudgetSentence(QWidget):
    """Emits `capped` with a finished `budget_cap`, or None while a part of it is missing or cannot be."""

    capped = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        prompt = self.tr("choose…")
        self.kind = Choice([("epsilon", "ε"), ("rho", "ρ"), ("delta", self.tr("ε and δ"))], prompt)
        self.amount, self.delta = NumberField(), NumberField()
        for one in (self.amount, self.delta):
            one.setMaximumWidth(112)
        self.rule = Choice(
            [("sum", self.tr("adding ε and adding δ")), ("rho", self.tr("adding ρ, within both"))], prompt
        )
        named(self.kind, self.tr("Kind of budget"), self.tr("In which measure of privacy loss the budget is kept."))
        named(self.amount, self.tr("Amount of the budget"), self.tr("What all releases together may spend."))
        named(self.delta, self.tr("δ of the budget"), self.tr("The chance that is left for less protection."))
        named(self.rule, self.tr("Releases are added up by"), self.tr("How several releases are added up."))
        sentence = FlowLayout()
        first = label(self.tr("All releases about these people together may spend"), wrap=False)
        first.setBuddy(self.kind)
        self._and = label(self.tr("and δ"), wrap=False)
        self._and.setBuddy(self.delta)
        self._by = label(self.tr("Releases are added up by"), wrap=False)
        self._by.setBuddy(self.rule)
        for widget in (first, self.kind, self.amount, self._and, self.delta):
            sentence.addWidget(widget)
        second = FlowLayout()
        for widget in (self._by, self.rule):
            second.addWidget(widget)
        self.problem = label("", "problem")
        self.meaning = label()
        self.guidance = label("", "caption")
        layout = column(self, spacing=UNIT)
        layout.addLayout(sentence)
        layout.addLayout(second)
        for words in (self.problem, self.meaning, self.guidance):
            layout.addWidget(words)
        for choice in (self.kind, self.rule):
            choice.chosen.connect(self._on_edit)
        for entry in (self.amount, self.delta):
            entry.textEdited.connect(self._on_edit)
        self._unit, self._replaced, self._guessing = "", False, GuessingWords(self)
        self._tell()

    def _made(self) -> Tree | None:
        return made_cap(
            self.kind.value() or "", self.amount.value() or "", self.delta.value() or "", self.rule.value() or ""
        )

    def _on_edit(self) -> None:
        self._tell()
        self.capped.emit(self._made())

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
        for widget in (self.kind, self.amount, self.delta, self.rule):
            widget.setEnabled(not locked)

    # In words -------------------------------------------------------------------------------------------------

    def gap(self) -> str:
        """What is still to be given, as a sentence."""
        kind = self.kind.value()
        if kind is None:
            return self.tr("Choose how the budget is kept: ε, ρ, or ε and δ.")
        if self.amount.value() is None:
            return self.tr("Say how much all releases together may spend.")
        if kind == "delta" and self.delta.value() is None:
            return self.tr("Give the budget its δ, a very small number such as 0.000001.")
        return self.tr("Say how several releases are added up.")

    def _tell(self) -> None:
        kind = self.kind.value()
        both = kind == "delta"
        for widget in (self._and, self.delta, self._by, self.rule):
            widget.setVisible(both)
        amount, delta = number(self.amount.value() or ""), number(self.delta.value() or "") if both else None
        problem = ""
        if amount is not None and amount <= 0:
            problem = self.tr("The amount of the budget must be above zero.")
        elif delta is not None and not 0 < delta < 1:
            problem = self.tr("δ must lie between 0 and 1, and should be very small.")
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))
        loss: dict[str, Fraction] = {}
        if kind and amount is not None and not problem and (not both or delta is not None):
            loss = {"rho" if kind == "rho" else "epsilon": amount} | ({"delta": delta} if delta is not None else {})
        self.meaning.setText(self._meaning(loss))
        self.meaning.setVisible(bool(loss))
        self.guidance.setText(self._guidance(kind))
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
                "ε is the strictest measure and suits a few tables; ρ allows many tables at less noise each; ε and δ "
                "is the measure of many regulations. If you do not know, ask who answers for the data."
            )
        if kind == "epsilon":
            return self.tr(
                "Up to 1 is strong protection, 1 to 5 is common for a few official tables, and above 10 little is "
                "promised. The budget is for all releases of all years; it can be raised in writing, not lowered."
            )
        if kind == "rho":
            return self.tr(
                "Up to 0.1 is strong protection, about 1 is common for official tables, and above 5 little is "
                "promised. The tables on persons of the United States census of 2020 for redistricting spent 2.56."
            )
        rule = {
            "sum": self.tr("The ε of all releases and the δ of all releases are added; simple, and dear for many."),
            "rho": self.tr(
                "Each release counts with its ρ, and together they stay within this ε at this δ: many releases cost "
                "less, but every method must have a ρ."
            ),
        }.get(self.rule.value() or "", "")
        return (
            self.tr(
                "An ε up to 1 is strong protection. δ should be far below one in the number of units: one in a "
                "million or less."
            )
            + (" " if rule else "")
            + rule
        )


def _promised(loss: dict[str, Fraction]) -> Loss:
    """The loss of {"rho"}, {"epsilon"} or {"epsilon", "delta"}."""
    if "rho" in loss:
        return ZCDP(loss["rho"])
    return ApproxDP(loss["epsilon"], loss["delta"]) if "delta" in loss else PureDP(loss["epsilon"])
