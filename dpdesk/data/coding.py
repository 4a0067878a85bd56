"""Texts to codes: always through the dictionary's own exact coding, once for each distinct text.

Nothing here reads a number or compares a code by itself. A `Coder` calls `Variable.encode` or
`Variable.value` for a tuple of texts and remembers the answer, so a million rows with forty distinct texts
cost forty calls, and agreement with the dictionary needs no argument. The memory is bounded: it is forgotten
when it grows too large.

A `Reading` says which source columns are read, and where each variable finds its own among them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

MOST_REMEMBERED = 50_000
Cells = tuple[str, ...]


class Variable(Protocol):
    """What counting needs of a dictionary's variable (or of a stand-in for one)."""

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def columns(self) -> tuple[str, ...]:
        """The source columns it is computed from."""
        ...

    @property
    def size(self) -> int:
        """The number of codes."""
        ...

    def encode(self, cells: Sequence[str | None]) -> int:
        """Return the code of a row's texts, -1 for nowhere; never raises."""
        ...

    def value(self, cells: Sequence[str | None]) -> int | None:
        """Return the whole steps of a row's texts, None for not stated; never raises."""
        ...


@dataclass(slots=True)
class Coder:
    """One variable over a row of read texts: its code (-1 for nowhere), or its whole steps (None: not stated)."""

    variable: Variable
    where: tuple[int, ...]
    quantity: bool
    _known: dict[Cells, int | None] = field(default_factory=dict)

    def texts(self, row: Sequence[str]) -> Cells:
        """Return the texts of this variable's columns in a read row."""
        return tuple([row[position] for position in self.where])

    def code(self, texts: Cells) -> int | None:
        """Return the code or the number of steps for texts of this variable's columns."""
        known = self._known
        if texts in known:
            return known[texts]
        if len(known) >= MOST_REMEMBERED:
            known.clear()
        answer = self.variable.value(texts) if self.quantity else self.variable.encode(texts)
        known[texts] = answer
        return answer

    def __call__(self, row: Sequence[str]) -> int | None:
        """Return the code or the number of steps for a read row."""
        return self.code(self.texts(row))


@dataclass(frozen=True, slots=True)
class Reading:
    """The columns that are read, in order, and a coder for every variable and quantity of the groups."""

    columns: tuple[str, ...]
    variables: dict[str, Coder]
    quantities: dict[str, Coder]

    @property
    def coders(self) -> tuple[Coder, ...]:
        """All coders, variables first."""
        return (*self.variables.values(), *self.quantities.values())


def reading(variables: Sequence[Variable], quantities: Sequence[Variable]) -> Reading:
    """Plan the reading of some variables: each source column once, sorted by name."""
    columns = tuple(sorted({column for v in (*variables, *quantities) for column in v.columns}))
    where = {column: position for position, column in enumerate(columns)}

    def coder(variable: Variable, quantity: bool) -> Coder:
        return Coder(variable, tuple(where[column] for column in variable.columns), quantity)

    return Reading(
        columns,
        {v.name: coder(v, False) for v in variables},
        {v.name: coder(v, True) for v in quantities},
    )
