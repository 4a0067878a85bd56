"""Work beside the window: reading, forecasting, releasing, in threads that the window never waits for.

Each page (an *owner*) has one running task; a new start cancels the old one and begins when that has stopped, the
latest wish alone being kept. A task reports progress and is stopped from inside its own progress call, at points it has
chosen (`dpdesk.progress`). Results and errors arrive in the window's thread; an unexpected exception becomes a report
without its message, since a library's message may quote the data.

Python collects unreachable objects in whatever thread makes many new ones, and a widget that is destroyed outside the
window's thread ends the process. So while tasks run, only a timer of the window's thread collects.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from PySide6.QtCore import QCoreApplication, QObject, QRunnable, QThreadPool, QTimer, Signal, Slot

from dpdesk.errors import Cancelled, DpdeskError
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.progress import Progress

Work = Callable[[Progress], Any]
KEPT = frozenset({"release", "ask"})
"""Owners whose results arrive even after a wish to stop: what they have done cannot be undone."""

COLLECTED = 200
"""Every so many milliseconds what is unreachable is collected while tasks run; the oldest objects after them.

Each pass looks through what was made since the last one, and every thread waits for it.
"""


class Report(Protocol):
    """Takes note of an exception nobody expected."""

    def __call__(self, error: BaseException) -> None:
        """Note its type and where it arose, never its message."""
        ...


@dataclass(slots=True, eq=False)
class _Wish:
    owner: str
    work: Work
    done: Callable[[Any], None]
    failed: Callable[[str], None]
    refused: Callable[[DpdeskError], None] | None = None
    cancelled: bool = False
    last: tuple[str, float | None] = field(default=("", None))


class _Bridge(QObject):
    """Carries what a thread has to say into the window's thread."""

    progressed = Signal(object, str, object)
    ended = Signal(object, object, object)


class _Run(QRunnable):
    def __init__(self, wish: _Wish, bridge: _Bridge) -> None:
        super().__init__()
        self._wish, self._bridge = wish, bridge

    def run(self) -> None:
        """Do the work and hand over its result or its error."""
        wish, bridge = self._wish, self._bridge

        def progress(stage: str, fraction: float | None = None) -> None:
            if wish.cancelled:
                raise Cancelled
            seen = (stage, None if fraction is None else round(fraction, 2))
            if seen != wish.last:
                wish.last = seen
                bridge.progressed.emit(wish, *seen)

        result: Any = None
        error: BaseException | None = None
        try:
            result = wish.work(progress)
        except BaseException as caught:
            error = caught
        bridge.ended.emit(wish, result, error)


class Tasks(QObject):
    """The running tasks of a window, one an owner."""

    started = Signal(str)
    progressed = Signal(str, str, object)  # owner, stage, fraction or None
    ended = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._running: dict[str, _Wish] = {}
        self._waiting: dict[str, _Wish] = {}
        self._bridge = _Bridge(self)
        self._bridge.progressed.connect(self._on_progress)
        self._bridge.ended.connect(self._on_end)
        self._pool = QThreadPool(self)
        self._pool.setMaxThreadCount(8)
        self._collection = QTimer(self, interval=COLLECTED)
        self._collection.timeout.connect(lambda: gc.collect(1))
        self.report: Report | None = None

    def start(
        self,
        owner: str,
        work: Work,
        done: Callable[[Any], None],
        failed: Callable[[str], None] | None = None,
        refused: Callable[[DpdeskError], None] | None = None,
    ) -> None:
        """Begin `work(progress)` for an owner; `done` gets its result, `failed` a sentence, in the window's thread.

        `refused`, where it is given, gets the error itself that the user should read about, and looks at its code.
        A running task of the same owner is asked to stop and its outcome is dropped. A cancelled task calls neither.
        """
        wish = _Wish(owner, work, done, failed or (lambda sentence: None), refused)
        if (running := self._running.get(owner)) is not None:
            running.cancelled = True
            self._waiting[owner] = wish
            return
        self._begin(wish)

    def cancel(self, owner: str) -> None:
        """Ask the owner's task to stop; its outcome is dropped."""
        self._waiting.pop(owner, None)
        if (running := self._running.get(owner)) is not None:
            running.cancelled = True

    def running(self, owner: str | None = None) -> bool:
        """Whether the owner (anybody, for None) has a task."""
        return bool(self._running) if owner is None else owner in self._running

    def wait(self) -> None:
        """Cancel what can be cancelled and wait for the rest: a release that has begun to draw is finished."""
        self._waiting.clear()
        for wish in self._running.values():
            wish.cancelled = True
        self._pool.waitForDone()
        QCoreApplication.processEvents()

    def _begin(self, wish: _Wish) -> None:
        self._running[wish.owner] = wish
        gc.disable()
        self._collection.start()
        self.started.emit(wish.owner)
        self._pool.start(_Run(wish, self._bridge))

    @Slot(object, str, object)
    def _on_progress(self, wish: _Wish, stage: str, fraction: float | None) -> None:
        if not wish.cancelled:
            self.progressed.emit(wish.owner, stage, fraction)

    @Slot(object, object, object)
    def _on_end(self, wish: _Wish, result: Any, error: BaseException | None) -> None:
        self._running.pop(wish.owner, None)
        following = self._waiting.pop(wish.owner, None)
        if following is not None:
            self._begin(following)
        else:
            if not self._running:
                self._collection.stop()
                gc.enable()
            self.ended.emit(wish.owner)
        if error is None:
            if not wish.cancelled or wish.owner in KEPT:
                wish.done(result)
        elif isinstance(error, DpdeskError):
            if not isinstance(error, Cancelled) and not wish.cancelled:
                if wish.refused is None:
                    wish.failed(sentence_of(error))
                else:
                    wish.refused(error)
        else:
            if self.report is not None:
                self.report(error)
            wish.failed(
                self.tr("An internal error ({kind}) stopped this; nothing of the data is shown.").format(
                    kind=type(error).__name__
                )
            )
