"""Step 2: what is public about the file: variables, codes, bounds, bins."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class DictionaryPage(Page):
    """See the module."""

    name = "Dictionary"
    help_topic = "dictionary"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Dictionary")
