"""Why a session was not opened, and the way on: a reason for the ledger."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.gui.kit.text import column, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.refusal import CHANGED_DATA, KNOWN_FINGERPRINT


class AskRefusal(QFrame):
    """`accepted` with the reason why the session may be opened all the same."""

    accepted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._signed = False
        self.text = label()
        self.reason_label = label(self.tr("Reason, for the ledger"), wrap=False)
        self.reason_field = QLineEdit()
        self.reason_label.setBuddy(self.reason_field)
        named(
            self.reason_field,
            self.tr("Reason, for the ledger"),
            self.tr("Why the session may be opened all the same; it is kept in the ledger for good."),
        )
        self.accept_button = QPushButton(self.tr("Accept and open"))
        self.accept_button.setProperty("danger", True)
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("The session was refused"), "irreversible"))
        for widget in (self.text, self.reason_label, self.reason_field):
            layout.addWidget(widget)
        below = row()
        below.addStretch(1)
        below.addWidget(self.accept_button)
        layout.addLayout(below)
        self.accept_button.clicked.connect(lambda: self.accepted.emit(self.reason_field.text().strip()))
        self.reason_field.textChanged.connect(self._show_button)
        self.reason_field.returnPressed.connect(self.accept_button.setFocus)
        self.hide()

    def show_sentence(self, sentence: str, cause: str) -> None:
        """Say why, and offer what helps."""
        known = {
            CHANGED_DATA: self.tr(
                "The data file is not the one these data were released from before. If it is a corrected file of the "
                "same people, give the reason and open: it goes on spending the same budget."
            ),
            KNOWN_FINGERPRINT: self.tr(
                "This very file is already recorded under another data set of the ledger. Spending on both adds up for "
                "the same people: give the reason why that is meant, or correct the name of the data set."
            ),
        }
        needed = self.tr(
            "This account demands an approval of this very session by a second office or role, and there is none that "
            "holds. Submit it and have it approved, below; the refusal is an entry of the ledger."
        )
        self.text.setText(needed if cause == "approval" else known.get(cause, sentence))
        for one in (self.reason_label, self.reason_field, self.accept_button):
            show_if(one, cause in known)
        self._show_button()

    def allow(self, signed: bool) -> None:
        """Whether the session is signed: with a reason, it may then be opened."""
        self._signed = signed
        self._show_button()

    def _show_button(self) -> None:
        self.accept_button.setEnabled(self._signed and bool(self.reason_field.text().strip()))
