"""A ladder of budgets in one measure: what each means for one person, what it buys, and what others spent in public."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from dpdesk.gui.data.buys import Bought
from dpdesk.gui.data.examples import Example, Examples
from dpdesk.gui.desk.account import USUAL_DELTA
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.answers import Answers
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import in_hundred, shown_number
from dpdesk.gui.shared.ranges import fixed
from dpdesk.privacy.exact import parse_exact
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.odds import odds

RUNGS = {
    "epsilon": ("0.1", "0.5", "1", "2", "5", "10"),
    "rho": ("0.01", "0.1", "0.5", "1", "3"),
    "delta": ("0.1", "0.5", "1", "2", "5", "10"),
}
_WIDEST = UNIT * 80  # the figures stay in sight of their names
SIGNS = {"epsilon": "ε", "rho": "ρ", "delta": "ε"}
_STRENGTHS = (0.55, 0.65, 0.76, 0.9, 0.995)
"""Up to which chance of a right guess a protection is called very strong, strong, fairly strong, moderate and weak."""


@dataclass(slots=True)
class _Line:
    """A line of the ladder: a rung that can be chosen, or a public example."""

    amount: Fraction
    text: str
    loss: Loss
    cells: list[QLabel] = field(default_factory=list)


class Ladder(QWidget):
    """Emits `picked` with the amount of a rung. Figures are filled in by `show_bought`, keyed by amount."""

    picked = Signal(str)

    def __init__(self, kind: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.kind = kind
        self.rungs = Answers((), self)
        self._delta = USUAL_DELTA
        self._lines: list[_Line] = []
        figures = QWidget()
        figures.setMaximumWidth(_WIDEST)
        self._grid = QGridLayout(figures)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(UNIT * 2)
        self._grid.setVerticalSpacing(UNIT // 4)
        self._grid.setColumnStretch(0, 1)
        heads = (
            "",
            SIGNS[kind],
            self.tr("a guess is right,\ntimes in 100"),
            self.tr("a table of\n8 cells"),
            self.tr("or of\n1,000 cells"),
        )
        for at, text in enumerate(heads):
            head = label(text, "caption", wrap=False)
            head.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom)
            self._grid.addWidget(head, 0, at)
        examples = Examples(self).of(kind)
        lines: list[_Line | Example] = [*self._rungs(), *examples]
        for line in sorted(lines, key=lambda one: one.amount):
            self._add(line)
        sources = dict.fromkeys(one.source for one in examples)
        self._sources = label(
            self.tr(
                "A guess about one of them is right 50 times in 100 without the tables. ±: noise margin (90 %) with "
                "the whole amount spent on one table. Public examples from: {sources}."
            ).format(sources="; ".join(sources)),
            "caption",
        )
        layout = column(self, spacing=UNIT // 2)
        beside = row()
        beside.addWidget(figures, 1)
        beside.addStretch(0)
        layout.addLayout(beside)
        layout.addWidget(self._sources)
        self.rungs.chosen.connect(self.picked)
        self._tell()

    def _rungs(self) -> list[_Line]:
        return [_Line(Fraction(text), text, self._loss(text)) for text in RUNGS[self.kind]]

    def _loss(self, text: str) -> Loss:
        if self.kind == "rho":
            return ZCDP(text)
        return ApproxDP(text, self._delta) if self.kind == "delta" else PureDP(text)

    def _add(self, one: _Line | Example) -> None:
        at = self._grid.rowCount()
        line = one if isinstance(one, _Line) else _Line(one.amount, "", one.loss)
        amount = shown_number(line.amount)
        if isinstance(one, Example):
            what = label(one.what, "caption")
            what.setIndent(UNIT * 3)  # not margins, which a style sheet may take away
            what.setToolTip(one.source)
            self._grid.addWidget(what, at, 0)
        else:
            words = self.strength(odds(line.loss).right)
            button = self.rungs.add(line.text, words)
            named(button, f"{words} ({SIGNS[self.kind]} {amount})")
            self._grid.addWidget(button, at, 0)
        role = "caption" if isinstance(one, Example) else ""
        line.cells = [label(text, role, wrap=False) for text in (amount, "", "", "")]
        for place, cell in enumerate(line.cells, start=1):
            cell.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
            self._grid.addWidget(cell, at, place)
        self._lines.append(line)

    def strength(self, right: float) -> str:
        """A protection in a word, by the chance of a right guess."""
        words = (
            self.tr("Very strong"),
            self.tr("Strong"),
            self.tr("Fairly strong"),
            self.tr("Moderate"),
            self.tr("Weak"),
        )
        at = next((at for at, most in enumerate(_STRENGTHS) if right <= most), None)
        return self.tr("Hardly any") if at is None else words[at]

    # What is shown --------------------------------------------------------------------------------------------

    def show_amount(self, amount: str | None) -> None:
        """Mark the rung of an amount, if it is on one."""
        value = None if amount is None else parse_exact(amount)
        self.rungs.set_value(next((line.text for line in self._lines if line.text and line.amount == value), None))

    def set_delta(self, delta: str) -> None:
        """Take another δ for the rungs."""
        if delta == self._delta:
            return
        self._delta = delta
        for line in self._lines:
            if line.text:
                line.loss = self._loss(line.text)
        self._tell()

    def caps(self, rule: str) -> list[Tree]:
        """The budget of each line, in order, to ask what it buys."""
        return [cap_of(line.loss, rule) for line in self._lines]

    def show_bought(self, bought: list[Bought] | None) -> None:
        """Fill in what each line buys: dots while it is worked out, nothing while questions before are open."""
        for at, line in enumerate(self._lines):
            found = bought[at] if bought else Bought()
            for cell, margin in zip(line.cells[2:], (found.small, found.large), strict=True):
                missing = "…" if bought is None else "" if not bought else "–"
                cell.setText(missing if margin is None else self._margin(margin))

    def _margin(self, margin: float) -> str:
        """A margin in whole counts, rounded up; one that is below a count is noise all the same."""
        return self.tr("under 1") if margin < 1 else f"± {fixed(margin, 0)}"

    def _tell(self) -> None:
        for line in self._lines:
            right = in_hundred(odds(line.loss).right, 1, fixed=True)
            line.cells[1].setText(self.tr("nearly always") if right == "100" else right)  # it is rounded, and less

    def lock(self, locked: bool) -> None:
        """Whether the account fixes the budget."""
        self.rungs.set_enabled(not locked)


def cap_of(loss: Loss, rule: str) -> Tree:
    """The budget that allows a loss, as a dictionary has it."""
    if isinstance(loss, ZCDP):
        return {"rho": str(loss.rho)}
    if isinstance(loss, ApproxDP):
        return {"epsilon": str(loss.epsilon), "delta": str(loss.delta), "rule": rule}
    return {"epsilon": str(loss.epsilon)}
