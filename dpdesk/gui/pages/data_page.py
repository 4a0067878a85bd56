"""Step 1: the file of microdata, how it is written, and who is protected."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class DataPage(Page):
    """See the module."""

    name = "Data"
    help_topic = "data"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Data")
