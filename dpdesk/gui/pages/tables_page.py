"""Step 3: the tables, drawn empty with the expected noise margin in every cell."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class TablesPage(Page):
    """See the module."""

    name = "Tables"
    help_topic = "tables"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Tables")
