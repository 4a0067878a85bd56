"""The page Accuracy while there is no forecast: what is missing for one, and a button that leads there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.text import column, label, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.page import PageName


class ForecastMissing(QFrame):
    """`wanted` carries the page that mends what is missing."""

    wanted = Signal(PageName)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk = desk
        self._page = PageName.TABLES
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

    def found(self) -> tuple[str, PageName | None]:
        """What stands between here and a forecast, as a sentence, and the page that mends it; empty for nothing."""
        desk, snapshot = self._desk, self._desk.snapshot
        if not desk.dictionary.get("variables"):
            return self.tr(
                "There are no variables yet: a forecast needs to know what can be counted."
            ), PageName.DICTIONARY
        if snapshot.dictionary_problem:
            return snapshot.dictionary_problem, PageName.DICTIONARY
        if not desk.plan.get("tables"):
            return self.tr("There is no table yet: make one, and its accuracy is forecast here."), PageName.TABLES
        missing = snapshot.missing
        if missing:
            if "budget_cap" in missing:
                return self.tr("The budget is not set: say on the page Data what may be spent in all."), PageName.DATA
            if "unit" in missing or "neighbours" in missing:
                return self.tr(
                    "Whom the release protects is not said: complete the sentence on the page Data."
                ), PageName.DATA
            return self.tr("The description of the data has gaps: fill them on the page Data."), PageName.DATA
        if snapshot.plan_problem:
            return snapshot.plan_problem, PageName.TABLES
        return "", None

    def show_missing(self, sentence: str, page: PageName | None) -> None:
        """Say what is missing, or, with no page, what is under way."""
        self._page = page or PageName.TABLES
        self.missing.setText(sentence)
        self.there.setVisible(page is not None)
        words = {
            PageName.DATA: self.tr("Go to Data"),
            PageName.DICTIONARY: self.tr("Go to Dictionary"),
            PageName.TABLES: self.tr("Go to Tables"),
        }
        self.there.setText(words.get(self._page, ""))
