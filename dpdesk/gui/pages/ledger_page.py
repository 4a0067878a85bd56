"""Side page: every entry of the ledger, what is left, and whether the ledger is whole."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class LedgerPage(Page):
    """See the module."""

    name = "Ledger"
    help_topic = "ledger"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Ledger")
