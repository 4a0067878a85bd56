"""Why a release or a session was refused, and the way on: a reason for the ledger, an account, or a smaller budget."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.gui.kit.text import column, label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.price import Price, PriceWords
from dpdesk.gui.shared.whose_file import WhoseFile

CHANGED_DATA, KNOWN_FINGERPRINT = "changed data", "known fingerprint"
"""What may be accepted with a reason, by the ledger's names for the causes of a refusal."""
ANSWERED = (CHANGED_DATA, KNOWN_FINGERPRINT)


@dataclass(frozen=True, slots=True)
class RefusalWords:
    """What is said of the thing that was refused; without `lead`, a smaller budget is not offered."""

    heading: str
    reason_tip: str
    accept: str
    approval: str
    lead: str = ""


class RefusalPanel(QFrame):
    """`accepted` with the reason why it may go on all the same, `lead` where the budget is to be lowered.

    `moved` with the identifier of the account from which it is to be spent instead; `grown` when there is more to see.
    """

    grown = Signal()

    accepted = Signal(str)
    lead = Signal()
    moved = Signal(str)

    def __init__(self, words: RefusalWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._words, self._prices = words, PriceWords(self)
        self._signed, self._cause = False, ""
        self._price: Price | None = None
        self.refusal_text = label()
        self.whose = WhoseFile()
        self.reason_label = label(self.tr("Reason, for the ledger"), wrap=False)
        self.reason_field = QLineEdit()
        self.reason_label.setBuddy(self.reason_field)
        named(self.reason_field, self.tr("Reason, for the ledger"), words.reason_tip)
        self.accept_button = QPushButton(words.accept)
        self.accept_button.setProperty("danger", True)
        self.accept_button.clicked.connect(lambda: self.accepted.emit(self.reason_field.text().strip()))
        self.move_button = QPushButton()
        self.move_button.clicked.connect(lambda: self.moved.emit(self.whose.account))
        self.why_label = label(role="caption")
        self.reason_field.textChanged.connect(self._show_buttons)
        self.reason_field.returnPressed.connect(self.accept_button.setFocus)
        self.whose.changed.connect(self._show_buttons)
        self.whose.answered.connect(self._on_whose)
        self.lead_button = QPushButton(words.lead)
        self.lead_button.clicked.connect(self.lead)
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        self.heading = label(words.heading, "irreversible")
        layout.addWidget(self.heading)
        for widget in (self.refusal_text, self.whose, self.reason_label, self.reason_field, self.why_label):
            layout.addWidget(widget)
        below = row()
        below.addStretch(1)
        for button in (self.lead_button, self.accept_button, self.move_button):
            below.addWidget(button)
        layout.addLayout(below)
        self.hide()

    def show_refusal(self, sentence: str, cause: str, account: str, price: Price | None) -> None:
        """Say why, and offer what helps; `account` and `price` are those of what was refused."""
        if self.isHidden():
            self.grown.emit()
        self._cause, self._price = cause, price
        self.refusal_text.setText(self._explained(cause) or sentence)
        self.heading.setText(self.tr("This is another file") if cause == CHANGED_DATA else self._words.heading)
        set_role(self.heading, "role", "heading" if cause == CHANGED_DATA else "irreversible")
        show_if(self.whose, cause == CHANGED_DATA)
        if cause == CHANGED_DATA:
            self.whose.show_account(account)
        show_if(self.lead_button, bool(self._words.lead) and cause == "budget")
        self._show_buttons()

    def take_focus(self) -> None:
        """Go to the first thing that can be answered."""
        for one in (self.whose.same, self.reason_field, self.lead_button):
            if one.isVisible():
                one.setFocus()
                return

    def forget(self) -> None:
        """Nothing has been answered."""
        self.reason_field.clear()
        self.whose.forget()

    def _on_whose(self) -> None:
        self.grown.emit()
        for one in (self.reason_field, self.whose.name_field):
            if one.isVisible():
                one.setFocus(Qt.FocusReason.OtherFocusReason)
                return

    def allow(self, signed: bool) -> None:
        """Whether it is signed and nothing is under way: with a reason, it may then be accepted."""
        self._signed = signed
        self._show_buttons()

    def _show_buttons(self) -> None:
        changed, price = self._cause == CHANGED_DATA, self._price
        accepts = self._cause == KNOWN_FINGERPRINT or (changed and self.whose.same_people)
        moves = changed and self.whose.other_people
        show_if(self.accept_button, accepts)
        show_if(self.why_label, accepts)
        given, affordable = bool(self.reason_field.text().strip()), price is None or price.affordable
        for one in (self.reason_label, self.reason_field):  # where it cannot be paid for, no reason helps
            show_if(one, accepts and affordable)
        show_if(self.move_button, moves)
        self.accept_button.setText(self._prices.on_button(self._words.accept, price))
        self.accept_button.setEnabled(self._signed and given and affordable)
        if not affordable:
            self.why_label.setText(
                self.tr("More than is left. Spend less on the page Accuracy, or raise the limit on the page Ledger.")
            )
        elif not self._signed:
            self.why_label.setText(self.tr("Sign above: type the title once more."))
        else:
            self.why_label.setText("" if given else self.tr("Give the reason first."))
        self.move_button.setText(self.tr("Take account {name}; nothing is spent yet").format(name=self.whose.account))
        self.move_button.setEnabled(self.whose.is_another)

    def _explained(self, cause: str) -> str:
        return {
            CHANGED_DATA: self.tr(
                "The data file is not the one that this account was released from before. Nothing has been spent. "
                "Whose records are in it?"
            ),
            KNOWN_FINGERPRINT: self.tr(
                "This very file is already recorded under another data set of the ledger. Spending on both adds up for "
                "the same people: give the reason why that is meant, or correct the name of the data set."
            ),
            "approval": self._words.approval,
        }.get(cause, "")
