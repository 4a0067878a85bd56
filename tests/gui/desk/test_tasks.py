"""Work beside the window, and where unreachable objects end."""

from __future__ import annotations

import gc
import threading

import pytest

from dpdesk.gui.desk import tasks as module
from dpdesk.gui.desk.tasks import Tasks


class Ending:
    """Part of a circle; notes in which thread it ends."""

    def __init__(self, ends: list[int]) -> None:
        self.ends, self.itself = ends, self

    def __del__(self) -> None:
        self.ends.append(threading.get_ident())


@pytest.mark.parametrize("guarded", [True, False])
def test_what_is_unreachable_ends_in_the_thread_of_the_window(qtbot, monkeypatch, guarded):
    """The control collects as Python does: in the thread that makes many objects."""
    if not guarded:
        monkeypatch.setattr(module.gc, "disable", lambda: None)
    tasks, ends, threads = Tasks(), list[int](), list[int]()

    def work(progress):
        threads.append(threading.get_ident())
        kept = [[number] for number in range(100_000)]
        return len(kept)

    found = list[int]()
    gc.collect()
    Ending(ends)
    tasks.start("test", work, found.append)
    qtbot.waitUntil(lambda: bool(found))
    assert gc.isenabled()
    assert ends == ([] if guarded else threads)
    gc.collect()
    assert ends == ([threading.get_ident()] if guarded else threads)
