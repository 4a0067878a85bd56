"""Step 6: the finished tables, and the files that leave the building."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class PublishPage(Page):
    """See the module."""

    name = "Publish"
    help_topic = "publish"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Publish")
