"""How a long task says where it is, and how it is asked to stop.

A task calls `progress(stage, fraction)` now and then. The caller shows it, or raises `errors.Cancelled` from
inside the call, which is the only way a task is stopped: at a point the task itself has chosen. From the
first random bit of noise until the noise is sealed no task calls it in a way that could interrupt the release. While
the figures are made to add up it may be stopped again: the same plan finishes it later from its seal.

An optimisation deep inside a forecast or an adjustment has no such argument: it calls `breathe`, which goes to whoever
listens in this thread (`heard_by`), and may raise `errors.Cancelled` just so. How far one of several steps has come is
a `stretch` of the whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from enum import StrEnum
from typing import Protocol


class Stage(StrEnum):
    """The stages of a release and of a session, in order.

    `DRAW` and `OPEN` are the last whose report may stop them before anything is drawn or spent. `ADD` may stop a
    release whose noise is sealed: to finish it costs nothing more.
    Other tasks have words of their own for their stages, which nobody acts on.
    """

    CHECK = "checking the plan"
    ADJUST = "trying the adjustment"
    FINGERPRINT = "fingerprint"
    ASK = "asking the budget"
    RESERVE = "reserving the budget"
    COUNT = "counting"
    COMPARE = "comparing the fingerprint"
    DRAW = "drawing the noise"
    SEAL = "sealing the noisy numbers"
    ADD = "adding up"
    ENTER = "entering the release in the ledger"
    OPEN = "opening the session"


class Progress(Protocol):
    """Receives the name of the stage and, where it is known, the part of it that is done."""

    def __call__(self, stage: str, fraction: float | None = None) -> None:
        """Report `stage`, with `fraction` in [0, 1] or None; may raise `errors.Cancelled`."""
        ...


def silent(stage: str, fraction: float | None = None) -> None:
    """Report nothing and never cancel."""


def as_stage(progress: Progress, stage: str) -> Progress:
    """Return a progress that reports another task's stages as this one."""
    return lambda _, fraction=None: progress(stage, fraction)


STEPS = 10


class Steps:
    """Tells how far a count through confidential records has come: 0, 1/10, 2/10, … 1, each in its turn.

    What is told is the same for every file, however many records it has; a fraction that jumps by a batch would tell
    their number. Only when it is told depends on them.
    """

    def __init__(self, progress: Progress, stage: str, total: int) -> None:
        self._progress, self._stage, self._total = progress, stage, max(total, 1)
        self._told = -1

    def __call__(self, done: int) -> None:
        """`done` of the total are done; at least one report is made, by which the task may be stopped."""
        reached = min(STEPS * done // self._total, STEPS)
        if self._told == reached:
            self._progress(self._stage, reached / STEPS)
        while self._told < reached:
            self._told += 1
            self._progress(self._stage, self._told / STEPS)

    def end(self) -> None:
        """Report that all of the total is done."""
        self(self._total)


_LISTENER: ContextVar[Progress] = ContextVar("listener", default=silent)


@contextmanager
def heard_by(progress: Progress) -> Iterator[None]:
    """Let `breathe` report to `progress`, in this thread, inside the `with` block."""
    before = _LISTENER.set(progress)
    try:
        yield
    finally:
        _LISTENER.reset(before)


@contextmanager
def stretch(begin: float, end: float) -> Iterator[None]:
    """Let what `breathe` says inside the `with` block, from 0 to 1, be heard outside as from `begin` to `end`."""
    outside = _LISTENER.get()

    def told(stage: str, fraction: float | None = None) -> None:
        outside(stage, None if fraction is None else begin + (end - begin) * fraction)

    with heard_by(told):
        yield


def breathe(stage: str, fraction: float | None = None) -> None:
    """Say where an optimisation is, to whoever listens; called between its steps. May raise `errors.Cancelled`."""
    _LISTENER.get()(stage, fraction)
