"""Beside the ledger's entries: how the account stands, and everything the chosen entry records."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPlainTextEdit, QPushButton, QWidget

from dpdesk.gui.kit.text import column, label, named
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import amount_text
from dpdesk.gui.ledger.balance import BalancePicture
from dpdesk.gui.ledger.entries import LedgerWords
from dpdesk.gui.ledger.view import EntryRow, LedgerView


class LedgerDetails(QFrame):
    """Shows an entry, or what was verified; `wanted` when the release of the entry is to be shown."""

    wanted = Signal()

    def __init__(self, words: LedgerWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self.setMinimumWidth(UNIT * 36)
        self._words = words
        inside = column(self, margin=UNIT * 2)
        self.account_name = label("", "heading")
        self.left = label("")
        self.picture = BalancePicture()
        self.heading = label("", "heading")
        self.details = QPlainTextEdit()
        self.details.setReadOnly(True)
        self.details.setTabChangesFocus(True)
        self.details.setMinimumHeight(UNIT * 9)
        self.details.setFrameShape(QPlainTextEdit.Shape.NoFrame)
        named(self.details, self.tr("Details"), self.tr("Everything the entry records; select and copy at will."))
        self.open_button = QPushButton(self.tr("Show this re&lease"))
        self.open_button.setAccessibleDescription(
            self.tr("Opens the finished tables on the page Publish, where they are exported again at no cost.")
        )
        self.open_button.clicked.connect(self.wanted)
        for widget in (self.account_name, self.left, self.picture, self.heading, self.details, self.open_button):
            inside.addWidget(widget)
        inside.setStretchFactor(self.picture, 2)
        inside.setStretchFactor(self.details, 3)

    def show_entry(self, view: LedgerView, entry: EntryRow | None, dataset: str) -> None:
        """Show an entry of a ledger, and the account of a data set ("": that of the entry, else the last one)."""
        if entry is None:
            self.heading.setText(self.tr("No entry is chosen"))
            self.details.setPlainText("")
        else:
            self.heading.setText(self.tr("Entry {number} · {date}").format(number=entry.number, date=entry.date))
            self.details.setPlainText(self._words.details(entry))
        can = entry is not None and entry.release in view.finished
        self.open_button.setEnabled(can)
        self.open_button.setToolTip(
            self.open_button.accessibleDescription()
            if can
            else self.tr("This entry does not belong to a finished release.")
        )
        self._show_balance(view, dataset or (entry.dataset if entry is not None else ""))

    def _show_balance(self, view: LedgerView, dataset: str) -> None:
        account = view.account(dataset) or (view.accounts[-1] if view.accounts else None)
        for widget in (self.account_name, self.left, self.picture):
            widget.setVisible(account is not None)
        if account is None:
            self.picture.show_balance([], "")
            return
        self.account_name.setText(account.dataset)
        said = self.tr("{left} is left of {limit}.").format(
            left=amount_text(account.left), limit=amount_text(account.limit)
        )
        if account.demanded:
            said += " " + self.tr("Nothing is released without an approval.")
        if account.series is not None:
            said += " " + self.tr("Waves begun: {begun} of {waves}; each may spend {each}.").format(
                begun=len(account.series.begun), waves=account.series.waves, each=amount_text(account.series.each)
            )
        self.left.setText(said)
        self.picture.show_balance(view.balances.get(account.dataset, ()), next(iter(account.limit)))

    def show_verified(self, sentences: Sequence[str]) -> None:
        """Show what was checked in place of an entry."""
        self.heading.setText(self.tr("Verified"))
        self.details.setPlainText("\n\n".join(sentences))
        for widget in (self.account_name, self.left, self.picture):
            widget.hide()
        self.open_button.setEnabled(False)
