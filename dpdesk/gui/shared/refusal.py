"""Why a release was refused, and the way on: a reason for the ledger, or a smaller budget."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.gui.kit.text import column, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.releasing import Ended

CHANGED_DATA, KNOWN_FINGERPRINT = "changed data", "known fingerprint"
"""What may be accepted with a reason, by the ledger's names for the causes of a refusal."""


class RefusalPanel(QFrame):
    """`accepted` with the reason why the release may go on all the same, `lead` where the budget is to be lowered."""

    accepted = Signal(str)
    lead = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._signed = False
        self.refusal_text = label()
        self.reason_label = label(self.tr("Reason, for the ledger"), wrap=False)
        self.reason_field = QLineEdit()
        self.reason_label.setBuddy(self.reason_field)
        named(
            self.reason_field,
            self.tr("Reason, for the ledger"),
            self.tr("Why the release may go on all the same; it is kept in the ledger for good."),
        )
        self.accept_button = QPushButton(self.tr("Accept and release"))
        self.accept_button.setProperty("danger", True)
        self.accept_button.clicked.connect(lambda: self.accepted.emit(self.reason_field.text().strip()))
        self.reason_field.textChanged.connect(self._show_button)
        self.reason_field.returnPressed.connect(self.accept_button.setFocus)
        self.lead_button = QPushButton(self.tr("Lower the budget of this plan"))
        self.lead_button.clicked.connect(self.lead)
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("The release was refused"), "irreversible"))
        for widget in (self.refusal_text, self.reason_label, self.reason_field):
            layout.addWidget(widget)
        below = row()
        below.addStretch(1)
        below.addWidget(self.lead_button)
        below.addWidget(self.accept_button)
        layout.addLayout(below)
        self.hide()

    def show_refusal(self, ended: Ended) -> None:
        """Say why, and offer what helps."""
        self.refusal_text.setText(self._words(ended.cause) or ended.sentence)
        for one in (self.reason_label, self.reason_field, self.accept_button):
            show_if(one, ended.cause in (CHANGED_DATA, KNOWN_FINGERPRINT))
        show_if(self.lead_button, ended.cause == "budget")

    def allow(self, signed: bool) -> None:
        """Whether the release is signed and none runs: with a reason, it may then be accepted."""
        self._signed = signed
        self._show_button()

    def _show_button(self) -> None:
        self.accept_button.setEnabled(self._signed and bool(self.reason_field.text().strip()))

    def _words(self, cause: str) -> str:
        return {
            CHANGED_DATA: self.tr(
                "The data file is not the one these data were released from before. If it is a corrected file of the "
                "same people, give the reason and release: it goes on spending the same budget."
            ),
            KNOWN_FINGERPRINT: self.tr(
                "This very file is already recorded under another data set of the ledger. Spending on both adds up for "
                "the same people: give the reason why that is meant, or correct the name of the data set."
            ),
            "approval": self.tr(
                "This account demands an approval of this very plan by a second office or role, and there is none that "
                "holds. Submit the plan and have it approved, below; the refusal is an entry of the ledger."
            ),
        }.get(cause, "")
