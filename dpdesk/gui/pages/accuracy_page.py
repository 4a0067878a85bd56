"""Step 4: how accurate the plan will be, methods compared, and which budget a wanted margin needs."""

from __future__ import annotations

from dpdesk.gui.pages.page import Page


class AccuracyPage(Page):
    """See the module."""

    name = "Accuracy"
    help_topic = "accuracy"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Accuracy")
