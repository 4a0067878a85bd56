"""The account of the budget: whose it is, what it has spent, and the terms that its first release fixed."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QSizePolicy, QWidget

from dpdesk.gui.data.reading import FixedTerms
from dpdesk.gui.desk.account import Account, is_dataset_id
from dpdesk.gui.kit.proposed import ProposedLine
from dpdesk.gui.kit.text import column, field, form, label, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import amount_text, loss_text


class AccountForm(QWidget):
    """Emits `id_edited` (any text), and `ledger_wanted`."""

    id_edited = Signal(str)
    ledger_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.identifier = ProposedLine()
        self.identifier.setMaxLength(128)
        rows = form()
        self.first_label = field(
            rows, self.tr("Budget account"), self.identifier,
            self.tr("One account for the same people, all years: everything released about them spends from it."),
        )  # fmt: skip
        self._standing = label("", "caption")  # what it has spent, or what is wrong with the name
        self._standing.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self._fresh = label(
            self.tr(
                "Under this name the ledger has no account: the first release opens one, with a fresh budget. "
                "That is right for other people. About the same people both accounts together reveal more than either "
                "allows, and no ledger limits the sum."
            ),
            "problem",
        )
        self._terms = label("", "caption")
        self._to_ledger = QPushButton(self.tr("Open the ledger"))
        self._to_ledger.clicked.connect(self.ledger_wanted)
        layout = column(self, spacing=UNIT)
        layout.addLayout(rows)
        for below in (self._standing, self._fresh, self._terms):
            layout.addWidget(below)
        line = row()
        line.addWidget(self._to_ledger)
        line.addStretch(1)
        layout.addLayout(line)
        for hidden in (self._fresh, self._terms, self._to_ledger):
            hidden.hide()
        self.identifier.textEdited.connect(self._on_id)
        self._account: Account | None = None
        self._mark()

    def show_id(self, identifier: str) -> None:
        """Show what the dictionary says; what is being typed is not replaced by an equal text."""
        if identifier != self.identifier.text().strip() and (identifier or not self.id_problem()):
            self.identifier.setText(identifier)
        self._mark()

    def show_account(self, account: Account | None) -> None:
        """Show what the account has spent."""
        self._account = account
        self._mark()

    def id_problem(self) -> str:
        """What is wrong with the name as typed; "" for nothing."""
        text = self.identifier.text().strip()
        if not text or is_dataset_id(text):
            return ""
        return self.tr("Only a to z, 0 to 9, “-”, “_”, “.”, and first a letter or digit.")

    def warn_of_fresh_budget(self, fresh: bool) -> None:
        """Say what another name does, where it takes the place of one that has an account."""
        show_if(self._fresh, fresh)

    def show_terms(self, fixed: FixedTerms | None, how: str) -> None:
        """Show what the first release fixed, and where the dictionary differs from it; how: the neighbours in words."""
        words, differing = "", fixed.differing if fixed is not None else ()
        if fixed is not None and differing:
            words = self.tr(
                "The ledger has an account of this name with other terms: {unit}; {how}; budget {cap}. Put them back "
                "above, or give other people another account."
            ).format(unit=fixed.unit_text, how=how, cap=loss_text(fixed.cap))
        elif fixed is not None:
            words = self.tr(
                "The account was opened at the first release: the answers to the three questions are fixed. The limit "
                "is now {cap}. On the page Ledger it can be raised, with a reason in writing."
            ).format(cap=loss_text(fixed.cap))
        set_role(self._terms, "role", "problem" if differing else "caption")
        self._terms.setText(words)
        show_if(self._terms, bool(words))
        show_if(self._to_ledger, fixed is not None)

    def _on_id(self, text: str) -> None:
        self._mark()
        self.id_edited.emit(text.strip())

    def _mark(self) -> None:
        problem = self.id_problem()
        set_role(self.identifier, "invalid", bool(problem))
        set_role(self._standing, "role", "problem" if problem else "caption")
        self._standing.setText(problem or self._spent())

    def _spent(self) -> str:
        account = self._account
        if account is None or not self.identifier.text().strip():
            return self.tr("One account for the same people, all years: all releases about them spend from it.")
        if not account.opened:
            return self.tr("A new account: nothing is spent yet. Keep its name for the same people, all years.")
        return self.tr("Spent {spent} of {limit}, left {left}. The same people, all years.").format(
            spent=amount_text(account.spent), limit=amount_text(account.limit), left=amount_text(account.left)
        )
