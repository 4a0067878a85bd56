"""The page Accuracy while there is no forecast: what is missing for one, and a button that leads there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.text import column, label, row
from dpdesk.gui.kit.theme import UNIT


class ForecastMissing(QFrame):
    """`wanted` carries the page that mends what is missing."""

    wanted = Signal(str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk = desk
        self._page = "Tables"
        inner = column(self, margin=UNIT * 4, spacing=UNIT * 2)
        inner.addStretch(1)
        self.missing = label("", "heading")
        self.missing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        inner.addWidget(self.missing)
        self.there = QPushButton()
        self.there.clicked.connect(lambda: self.wanted.emit(self._page))
        line = row()
        line.addStretch(1)
        line.addWidget(self.there)
        line.addStretch(1)
        inner.addLayout(line)
        inner.addStretch(2)

    def found(self) -> tuple[str, str]:
        """What stands between here and a forecast, as a sentence, and the page that mends it; empty for nothing."""
        desk, snapshot = self._desk, self._desk.snapshot
        if not desk.dictionary.get("variables"):
            return self.tr("There are no variables yet: a forecast needs to know what can be counted."), "Dictionary"
        if snapshot.dictionary_problem:
            return snapshot.dictionary_problem, "Dictionary"
        if not desk.plan.get("tables"):
            return self.tr("There is no table yet: make one, and its accuracy is forecast here."), "Tables"
        missing = snapshot.missing
        if missing:
            if "budget_cap" in missing:
                return self.tr("The budget is not set: say on the page Data what may be spent in all."), "Data"
            if "unit" in missing or "neighbours" in missing:
                return self.tr("Whom the release protects is not said: complete the sentence on the page Data."), "Data"
            return self.tr("The description of the data has gaps: fill them on the page Data."), "Data"
        if snapshot.plan_problem:
            return snapshot.plan_problem, "Tables"
        return "", ""

    def show_missing(self, sentence: str, page: str) -> None:
        """Say what is missing, or, with no page, what is under way."""
        self._page = page or "Tables"
        self.missing.setText(sentence)
        self.there.setVisible(bool(page))
        self.there.setText(
            {
                "Data": self.tr("Go to Data"),
                "Dictionary": self.tr("Go to Dictionary"),
                "Tables": self.tr("Go to Tables"),
            }.get(page, "")
        )
