"""The second question: is the number of those who are protected public?"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.answers import Answers
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.text import column, label, named
from dpdesk.gui.kit.theme import UNIT

NOISY, KNOWN = "add_remove", "replace_one"
_LINES = 2
"""Before an answer and after it, the words have so many lines: the next question stays where it is."""


class NumberQuestion(QWidget):
    """Emits `answered` with what the dictionary calls neighbours."""

    answered = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.answers = Answers([(NOISY, ""), (KNOWN, "")], self)
        self.consequence = label("", "caption")
        self.consequence.setMinimumHeight(_LINES * self.consequence.fontMetrics().lineSpacing())
        self.consequence.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        line = FlowLayout(spacing=UNIT * 2)
        for button in self.answers.buttons:
            line.addWidget(button)
        layout = column(self, spacing=UNIT)
        layout.addLayout(line)
        layout.addWidget(self.consequence)
        self.answers.chosen.connect(self.answered)
        self.show_answer({}, None, "")

    def question(self, describes: str | None) -> str:
        """The question, about those who are protected."""
        return {
            "person": self.tr("Is the number of persons public?"),
            "household": self.tr("Is the number of households public?"),
        }.get(describes or "", self.tr("Is their number public?"))

    def show_answer(self, unit: Tree, neighbours: str | None, words: str) -> None:
        """Show what the dictionary says. words: the unit in words ("one person")."""
        one_row = unit.get("kind") != "id"
        self.answers.say(NOISY, self.tr("No, it gets noise too"), self.tr("Every count gets noise, the total, too."))
        yes = self.tr("Yes, print it exactly") if one_row else self.tr("Yes, everybody may know it")
        self.answers.say(KNOWN, yes, self.tr("Choose this only if the number is published anyway."))
        self.answers.set_value(neighbours)
        said = self._consequence(unit, neighbours, words)
        self.consequence.setText(said)
        named(self.consequence, said)
        self.updateGeometry()

    def _consequence(self, unit: Tree, neighbours: str | None, words: str) -> str:
        most: Any = unit.get("max_rows") if unit.get("kind") == "id" else 1 if unit.get("kind") == "row" else None
        said = []
        if neighbours not in (NOISY, KNOWN):
            said.append(
                self.tr(
                    "The size of a register is often published anyway, and can then be exact. Where it is a secret who "
                    "is in the file, the number gets noise."
                )
            )
        elif neighbours == NOISY:
            said.append(self.tr("The total is not treated as known: every count gets noise, the total included."))
            if most is not None:
                said.append(
                    self.tr("With or without {unit}, at most {most} of the counted rows differ.").format(
                        unit=words, most=whole(most)
                    )
                    if most > 1
                    else self.tr("With or without {unit}, one row differs, and a count by at most 1.").format(
                        unit=words
                    )
                )
        else:
            said.append(self.tr("The total is treated as known: it counts as public."))
            if most is not None:
                said.append(
                    self.tr("If {unit} is exchanged for another, at most {most} rows go and {most} come.").format(
                        unit=words, most=whole(most)
                    )
                    if most > 1
                    else self.tr("If {unit} is exchanged for another, one count falls and another rises by 1.").format(
                        unit=words
                    )
                )
        return " ".join(said)

    def lock(self, locked: bool) -> None:
        """Whether the account fixes the answer."""
        self.answers.set_enabled(not locked)
