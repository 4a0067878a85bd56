"""What each program hands back: how the work will be done, and the release of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Ready:
    """Everything known before the data: `release` draws fresh noise at each call.

    release: the tables of answers, or three bins for quartiles. The forecasts are None where the program has none.
    """

    version: str
    how: str
    release: Callable[[], Any]
    forecast: float | None = None
    largest_forecast: float | None = None


class NotOffered(Exception):
    """The program has nothing for this work; the text says what."""
