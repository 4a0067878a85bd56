"""Strategies found by optimisation on an earlier occasion: those that sealed measurements were drawn for.

A search may end elsewhere on another machine, or with another version of a library. Noisy integers are decoded by the
strategy they were drawn for, so that their description carries its integers, and a release that is finished later takes
them from there: inside `as_described` a row of the catalogue that searches asks `described` first. A description is
for the group of tables it was sealed with: another group's may fit and not be what that one's integers mean.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_DESCRIBED: ContextVar[tuple[Mapping[str, Any], ...]] = ContextVar("described", default=())


@contextmanager
def as_described(mechanisms: Iterable[Mapping[str, Any]]) -> Iterator[None]:
    """Let mechanisms built inside the `with` block be those of these descriptions, where they fit."""
    before = _DESCRIBED.set(tuple(mechanisms))
    try:
        yield
    finally:
        _DESCRIBED.reset(before)


def described(name: str) -> list[Mapping[str, Any]]:
    """The descriptions of mechanisms of this name."""
    return [one for one in _DESCRIBED.get() if one.get("mechanism") == name]


def recalling() -> bool:
    """Whether there are descriptions to go by, so that nothing remembered otherwise is to be used."""
    return bool(_DESCRIBED.get())
