"""The form that raises the cap of an account: what it is to be, why, and who says so."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS
from dpdesk.gui.ledger.view import AccountView


class RaiseCap(QFrame):
    """Hidden until asked for. Emits `raised(dataset, cap, reason, office, role)` with the cap as exact texts."""

    raised = Signal(str, object, str, str, str)
    cancelled = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._accounts: list[AccountView] = []
        self._fields: dict[str, NumberField] = {}
        inside = column(self, margin=UNIT * 2)
        inside.addWidget(label(self.tr("Raise the budget"), "heading"))
        inside.addWidget(
            label(
                self.tr(
                    "A higher budget weakens the promise to everybody in the data and can never be lowered again. "
                    "It becomes an entry of the ledger with its reason."
                ),
                "problem",
            )
        )
        self._account = Box()
        self._account.currentIndexChanged.connect(self._on_account)
        self._reason, self._office, self._role = QLineEdit(), QLineEdit(), QLineEdit()
        self._line = row(spacing=UNIT * 2)
        self._add(self._line, self.tr("&Account"), self._account, self.tr("The account whose budget is raised."))
        self._amounts = row(spacing=UNIT * 2)
        self._line.addLayout(self._amounts)
        self._line.addStretch(1)
        inside.addLayout(self._line)
        below = row(spacing=UNIT * 2)
        self._add(below, self.tr("&Reason"), self._reason, self.tr("Why the budget is raised; kept in the ledger."), 3)
        self._add(below, self.tr("O&ffice (optional)"), self._office, self.tr("The office that decided it."), 1)
        self._add(below, self.tr("R&ole (optional)"), self._role, self.tr("The role, not the name, of who decided."), 1)
        inside.addLayout(below)
        buttons = row()
        self._ok, cancel = QPushButton(self.tr("Raise the budget &now")), QPushButton(self.tr("&Cancel"))
        self._ok.setProperty("danger", True)
        self._ok.clicked.connect(self._emit)
        cancel.clicked.connect(self.cancelled)
        buttons.addStretch(1)
        buttons.addWidget(self._ok)
        buttons.addWidget(cancel)
        inside.addLayout(buttons)
        self._reason.textChanged.connect(self._check)
        self.hide()

    def _add(self, line: object, text: str, widget: QWidget, description: str, stretch: int = 0) -> None:
        box: QVBoxLayout = column(spacing=2)
        shown: QLabel = label(text, wrap=False)
        shown.setBuddy(widget)
        named(widget, text.replace("&", ""), description)
        box.addWidget(shown)
        box.addWidget(widget)
        line.addLayout(box, stretch)  # type: ignore[attr-defined]  # a box layout

    def open_for(self, accounts: list[AccountView], dataset: str) -> None:
        """Show the form, for one of the accounts at first."""
        self._accounts = accounts
        self._account.blockSignals(True)
        self._account.clear()
        self._account.addItems([one.dataset for one in accounts])
        self._account.setCurrentIndex(max(0, self._account.findText(dataset)))
        self._account.blockSignals(False)
        for one in (self._reason, self._office, self._role):
            one.clear()
        self._on_account()
        self.show()
        next(iter(self._fields.values()), self._reason).setFocus()

    def _on_account(self) -> None:
        while (item := self._amounts.takeAt(0)) is not None:
            inner = item.layout()
            while inner is not None and (part := inner.takeAt(0)) is not None:
                if (widget := part.widget()) is not None:
                    widget.hide()
                    widget.deleteLater()
        self._fields = {}
        at = self._account.currentIndex()
        if not 0 <= at < len(self._accounts):
            return
        cap = self._accounts[at].cap
        for name in ("epsilon", "delta", "rho"):
            if name in cap:
                field = NumberField()
                field.set_value(cap[name])
                field.textChanged.connect(self._check)
                text = self.tr("New budget, {unit}").format(unit=SYMBOLS[name])
                self._add(self._amounts, text, field, self.tr("What may be spent in all; more than now."))
                self._fields[name] = field
        self._check()

    def _cap(self) -> Mapping[str, str] | None:
        cap = dict(self._accounts[self._account.currentIndex()].cap)
        for name, field in self._fields.items():
            value = field.value()
            if value is None:
                return None
            cap[name] = value
        return cap

    def _check(self) -> None:
        why = ""
        if not self._fields or self._cap() is None:
            why = self.tr("Give the new budget as a number.")
        elif not self._reason.text().strip():
            why = self.tr("Give the reason in writing.")
        self._ok.setEnabled(not why)
        self._ok.setToolTip(why)

    def _emit(self) -> None:
        cap = self._cap()
        if cap is not None:
            dataset = self._accounts[self._account.currentIndex()].dataset
            self.raised.emit(dataset, cap, self._reason.text(), self._office.text(), self._role.text())
