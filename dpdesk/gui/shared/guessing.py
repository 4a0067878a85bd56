"""A privacy loss as a guessing game, the same on every page: what a guess about one person gains from the tables."""

from __future__ import annotations

from PySide6.QtCore import QObject

from dpdesk.gui.kit.words import in_hundred
from dpdesk.privacy.odds import Odds


class GuessingWords(QObject):
    """Words for the game."""

    def guess(self, odds: Odds, about: str) -> str:
        """How often somebody is right who guesses `about` one person ("whether one person is in the file at all")."""
        right = in_hundred(odds.right, 1)
        if right == "100":
            words = self.tr("Somebody who knows everything else and guesses {about} may be right nearly always.")
            return words.format(about=about)
        return self.tr(
            "Somebody who knows everything else and guesses {about} is right at most {right} times in 100; by mere "
            "chance it would be 50."
        ).format(about=about, right=right)
