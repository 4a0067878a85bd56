"""Step 5: the sheet to sign, and the release."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class ReleasePage(Page):
    """See the module."""

    name = "Release"
    help_topic = "release"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Release")
