"""One step that can be undone: what was shown before, and what after."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtGui import QUndoCommand

AMENDS = "\x00amends"
"""What a step is merged by that belongs to the one before, whatever that was."""


class Step(QUndoCommand):
    """A change of what is shown; successive ones with the same `merge` (typing into one field) become one.

    `show` takes the parts of `before` to undo the step, and those of `after` to do it.
    """

    def __init__(
        self, text: str, show: Callable[..., None], before: tuple[Any, ...], after: tuple[Any, ...], merge: str = ""
    ) -> None:
        super().__init__(text)
        self._show, self._before, self._after, self._merge = show, before, after, merge

    def id(self) -> int:
        """Steps with one id may become one."""
        return 1

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Take a later change of the same field into this step."""
        if not isinstance(other, Step) or not (other._merge == AMENDS or self._merge == other._merge != ""):
            return False
        self._after = other._after
        return True

    def undo(self) -> None:
        """Show again what was there before."""
        self._show(*self._before)

    def redo(self) -> None:
        """Show what was changed."""
        self._show(*self._after)
