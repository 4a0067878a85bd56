"""Ctrl+C waits until what was drawn is sealed: between the two it would cost the budget, and save a moment."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def undisturbed() -> Iterator[None]:
    """Hold an interrupt back until the end of the block, where it then arrives as ever.

    Other threads, and programs that handle the signal outside Python, are never interrupted by it, and stay as they
    are.
    """
    ours = threading.current_thread() is threading.main_thread()
    before = signal.getsignal(signal.SIGINT) if ours else None
    if before is None or before in (signal.SIG_IGN, signal.SIG_DFL):
        yield
        return
    held: list[Any] = []
    signal.signal(signal.SIGINT, lambda *_: held.append(True))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if held:
            signal.raise_signal(signal.SIGINT)
