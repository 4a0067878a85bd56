"""Check the file: the one page with exact figures of the real file, amber, opened on purpose and never exported."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class CheckPage(Page):
    """See the module."""

    name = "Check"
    help_topic = "check"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Check the file")
