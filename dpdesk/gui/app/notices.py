"""Notices above all pages, one at a time: what was found at the start, and what to do about it."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit.message import Message


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence with up to two things to do; closed with ×, nothing is done."""

    kind: str
    sentence: str
    action: str = ""
    act: Callable[[], None] = lambda: None
    other: str = ""
    decline: Callable[[], None] = lambda: None


class Notices(Message):
    """Shows the first of a queue of notices; the next one when that is dealt with."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._queue: deque[Notice] = deque()
        self.acted.connect(lambda: self._next(lambda notice: notice.act))
        self.declined.connect(lambda: self._next(lambda notice: notice.decline))
        self.closed.connect(lambda: self._next(None))

    def add(self, notice: Notice) -> None:
        """Show a notice after those before it."""
        self._queue.append(notice)
        if len(self._queue) == 1:
            self._show()

    def _show(self) -> None:
        if self._queue:
            first = self._queue[0]
            self.say(first.kind, first.sentence, first.action, first.other)
        else:
            self.clear()

    def _next(self, which: Callable[[Notice], Callable[[], None]] | None) -> None:
        if not self._queue:
            return
        done = self._queue.popleft()
        self._show()
        if which is not None:
            which(done)()
