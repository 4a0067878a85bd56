"""How a long task says where it is, and how it is asked to stop.

A task calls `progress(stage, fraction)` now and then. The caller shows it, or raises `errors.Cancelled` from
inside the call, which is the only way a task is stopped: at a point the task itself has chosen. After the
first random bit of noise is drawn no task calls it in a way that could interrupt the release.
"""

from __future__ import annotations

from typing import Protocol


class Progress(Protocol):
    """Receives the name of the stage and, where it is known, the part of it that is done."""

    def __call__(self, stage: str, fraction: float | None = None) -> None:
        """Report `stage`, with `fraction` in [0, 1] or None; may raise `errors.Cancelled`."""
        ...


def silent(stage: str, fraction: float | None = None) -> None:
    """Report nothing and never cancel."""
