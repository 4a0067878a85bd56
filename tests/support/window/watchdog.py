"""How long the window's thread is away: the longest gap between two turns of its event loop.

The gap is measured three times. By the clock on the wall it holds whatever else the machine does, which a test on a
busy machine cannot bound. By the processor time of the window's own thread it holds what the window itself did in one
turn, and by that of the whole process also what another thread did that would not let go of Python's lock; these two a
test can bound, in squares (pace.py).
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from pace import a_million_squares
from PySide6.QtCore import QObject, Qt, QTimer


@dataclass
class Gaps:
    """Longest gaps in milliseconds."""

    wall: float = 0.0
    own: float = 0.0
    process: float = 0.0
    turns: int = 0
    by_name: list[tuple[float, float, str]] = field(default_factory=list)  # own, wall, what was done before


class Watchdog(QObject):
    """Ticks in the event loop while it runs; use it as a context manager."""

    def __init__(self, interval: int = 5) -> None:
        super().__init__()
        self.gaps = Gaps()
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.setInterval(interval)
        self._timer.timeout.connect(self._tick)
        self._wall = self._own = self._process = 0.0
        self._since = (0.0, 0.0)

    def forget(self) -> None:
        """Leave out what this turn has done so far: it was the test's doing."""
        self._wall, self._own, self._process = time.monotonic(), time.thread_time(), time.process_time()

    def lap(self, name: str) -> None:
        """Note the longest gaps since the last lap under a name."""
        self._tick()
        self.gaps.by_name.append((*self._since, name))
        self._since = (0.0, 0.0)

    def __enter__(self) -> Gaps:
        self.forget()
        self._timer.start()
        return self.gaps

    def __exit__(self, *_: object) -> None:
        self._tick()
        self._timer.stop()

    def _tick(self) -> None:
        wall, own, process = time.monotonic(), time.thread_time(), time.process_time()
        gaps = self.gaps
        gaps.wall = max(gaps.wall, (wall - self._wall) * 1000 - self._timer.interval())
        used = (own - self._own) * 1000
        gaps.own = max(gaps.own, used)
        gaps.process = max(gaps.process, (process - self._process) * 1000)
        self._since = (max(self._since[0], used), max(self._since[1], (wall - self._wall) * 1000))
        gaps.turns += 1
        self._wall, self._own, self._process = wall, own, process


class Paced(Watchdog):
    """Measures every turn by the machine's pace around it: on a busy machine a turn takes longer, and so do squares."""

    def __init__(self) -> None:
        super().__init__()
        self.pace = a_million_squares()
        self.turns: list[tuple[float, str]] = []

    def lap(self, name: str) -> None:
        """Note the longest gap also in millions of squares, by the slower pace before and after it."""
        super().lap(name)
        before, self.pace = self.pace, a_million_squares()
        self.turns.append((self.gaps.by_name[-1][0] / max(before, self.pace) / 1000, name))
        self.forget()


class Turns:
    """`with Turns() as turns: ...`, then the longest turn in millions of squares: of the window's thread, of all."""

    own = process = 0.0

    def __enter__(self) -> Turns:
        self._pace, self._dog = a_million_squares(), Watchdog(interval=1)
        self._gaps = self._dog.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._dog.__exit__()
        pace = 1000 * max(self._pace, a_million_squares())
        self.own, self.process = self._gaps.own / pace, self._gaps.process / pace
