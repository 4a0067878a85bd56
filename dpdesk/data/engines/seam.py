"""The seam between the one counting expression and the engine that carries it out.

What every engine says alike is an `Expression`. What each says in its own words is named here: the texts of a source,
the tables of texts already seen, the marks of the row cap, and the result as arrays.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Protocol

from dpdesk.problems.problem import phrase

if TYPE_CHECKING:
    from dpdesk.data.counting.coding import Reading
    from dpdesk.data.counting.expression import Expression
    from dpdesk.data.counting.lookups import Block
    from dpdesk.data.counting.row_cap import Cap
    from dpdesk.progress import Progress

COUNT_HERE = phrase("data.count_here")
"""What is left where an engine elsewhere might read a file otherwise."""

Groups = dict[str, Any]
"""Counted groups as arrays: state, records, pack0, …, sum0, …, left_over."""


class Counting(Protocol):
    """One counting of one source, begun; everything that was made for it is gone when it ends."""

    def learn(self, reading: Reading, rows: int, total: int, progress: Progress) -> tuple[list[Block], bool]:
        """Make the blocks of a reading from a sample of so many of all rows; say whether few different are expected.

        A wrong sample or answer costs time only.
        """
        ...

    def store(self, number: int, columns: dict[str, list[Any]]) -> None:
        """Keep the table of texts of a block: k0, k1, …, their pack and steps."""
        ...

    def count(self, expression: Expression, progress: Progress) -> Groups:
        """Count all rows."""
        ...

    def count_units(self, expression: Expression, cap: Cap, total: int, progress: Progress) -> Iterator[Groups]:
        """Count the rows of all units, so many in all, each marked as kept, over its unit's cap, or without id.

        Where memory is bounded the groups come in parts, each of some units.
        """
        ...


class Engine(Protocol):
    """Where a source is counted."""

    def counting(self, columns: Sequence[str], cap: Cap | None) -> AbstractContextManager[Counting | None]:
        """Begin the counting of some columns; None where this engine cannot read the source."""
        ...
