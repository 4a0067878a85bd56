"""The seam between the one counting expression and the engine that carries it out.

What every engine says alike is in `expression`. What each says in its own words is named here: the rows of a source,
their texts, the tables of texts already seen, the marks of the row cap, and the result as arrays. A *frame* is
whatever the engine calls a table that is not computed yet; the expression takes and gives it as it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeAlias

from dpdesk.data.coding import Cells
from dpdesk.data.row_cap import Cap
from dpdesk.data.tally import Integers
from dpdesk.progress import Progress

Frame: TypeAlias = Any
"""A table of an engine, not computed yet: narwhals takes it."""


class Counting(Protocol):
    """One counting of one source, begun; everything that was made for it is gone when it ends."""

    def guarded(self) -> AbstractContextManager[None]:
        """Replace the engine's errors by sentences that quote nothing, wherever the expression is put together."""
        ...

    def sample(self, rows: int, progress: Progress) -> list[tuple[Cells, int]]:
        """Return the distinct texts of the columns among the first rows, with how many rows have each."""
        ...

    def partitions(self, total: int) -> int:
        """Return in how many passes the units must be counted for the memory there is."""
        ...

    def store(self, number: int, columns: dict[str, list[Any]]) -> None:
        """Keep a table of texts k0, k1, …, their pack and steps, for `seen`."""
        ...

    def seen(self, number: int) -> Frame:
        """Return a stored table."""
        ...

    def stored(self) -> Frame:
        """Return the rows with columns c0, c1, … in a form whose equal values have equal texts."""
        ...

    def texts(self, rows: Frame) -> Frame:
        """Return those rows, or rows counted by all their columns, with c0, c1, … as text, never null."""
        ...

    def units(self, cap: Cap, part: int, parts: int, progress: Progress) -> Frame:
        """Return the rows of the units of one part: c0, c1, … as text, and what `marked` needs."""
        ...

    def marked(self, cap: Cap, rows: Frame, content: Sequence[str]) -> Frame:
        """Return `state` (KEPT, OVER, NO_ID) and the content columns, which are lost where a row is not kept."""
        ...

    def result(self, frame: Frame, progress: Progress) -> dict[str, Integers]:
        """Compute a frame and return its columns as arrays; the only thing that leaves the engine."""
        ...


class Engine(Protocol):
    """Where a source is counted."""

    def counting(self, columns: Sequence[str], cap: Cap | None) -> AbstractContextManager[Counting | None]:
        """Begin the counting of some columns; None where this engine cannot read the source."""
        ...
