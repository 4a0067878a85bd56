"""Why a release or a session was refused, and the way on: a reason for the ledger, or a smaller budget."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.gui.kit.text import column, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT

CHANGED_DATA, KNOWN_FINGERPRINT = "changed data", "known fingerprint"
"""What may be accepted with a reason, by the ledger's names for the causes of a refusal."""


@dataclass(frozen=True, slots=True)
class RefusalWords:
    """What is said of the thing that was refused; without `lead`, a smaller budget is not offered."""

    heading: str
    reason_tip: str
    accept: str
    changed_data: str
    approval: str
    lead: str = ""


class RefusalPanel(QFrame):
    """`accepted` with the reason why it may go on all the same, `lead` where the budget is to be lowered."""

    accepted = Signal(str)
    lead = Signal()

    def __init__(self, words: RefusalWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._words = words
        self._signed = False
        self.refusal_text = label()
        self.reason_label = label(self.tr("Reason, for the ledger"), wrap=False)
        self.reason_field = QLineEdit()
        self.reason_label.setBuddy(self.reason_field)
        named(self.reason_field, self.tr("Reason, for the ledger"), words.reason_tip)
        self.accept_button = QPushButton(words.accept)
        self.accept_button.setProperty("danger", True)
        self.accept_button.clicked.connect(lambda: self.accepted.emit(self.reason_field.text().strip()))
        self.reason_field.textChanged.connect(self._show_button)
        self.reason_field.returnPressed.connect(self.accept_button.setFocus)
        self.lead_button = QPushButton(words.lead)
        self.lead_button.clicked.connect(self.lead)
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(words.heading, "irreversible"))
        for widget in (self.refusal_text, self.reason_label, self.reason_field):
            layout.addWidget(widget)
        below = row()
        below.addStretch(1)
        below.addWidget(self.lead_button)
        below.addWidget(self.accept_button)
        layout.addLayout(below)
        self.hide()

    def show_refusal(self, sentence: str, cause: str) -> None:
        """Say why, and offer what helps."""
        self.refusal_text.setText(self._explained(cause) or sentence)
        for one in (self.reason_label, self.reason_field, self.accept_button):
            show_if(one, cause in (CHANGED_DATA, KNOWN_FINGERPRINT))
        show_if(self.lead_button, bool(self._words.lead) and cause == "budget")
        self._show_button()

    def allow(self, signed: bool) -> None:
        """Whether it is signed and nothing is under way: with a reason, it may then be accepted."""
        self._signed = signed
        self._show_button()

    def _show_button(self) -> None:
        self.accept_button.setEnabled(self._signed and bool(self.reason_field.text().strip()))

    def _explained(self, cause: str) -> str:
        return {
            CHANGED_DATA: self._words.changed_data,
            KNOWN_FINGERPRINT: self.tr(
                "This very file is already recorded under another data set of the ledger. Spending on both adds up for "
                "the same people: give the reason why that is meant, or correct the name of the data set."
            ),
            "approval": self._words.approval,
        }.get(cause, "")
