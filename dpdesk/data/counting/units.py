"""The units of a file counted, each once: what its kept rows make up together is worked out in one pass.

Every row gives each rule over members (`MembersCoding`) a whole number or none, by its texts; a unit has the sum, least
or greatest of its rows' numbers, and its codes are read from these. The engine has one table of the numbers of each
distinct text, joins it to the rows, and groups by id. Only of units with more rows than the cap are the rows put in
order, by the row cap's own (`row_cap`); a unit's numbers depend on its own rows alone (docs/proofs/households.md).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import numpy as np

from dpdesk.data.counting.coding import Cells, Reading, reading
from dpdesk.data.counting.one_pass import Counted
from dpdesk.data.counting.row_cap import Cap
from dpdesk.data.counting.streaming import StreamCount
from dpdesk.data.counting.tally import Integers
from dpdesk.data.sources.base import Source
from dpdesk.progress import Progress
from dpdesk.schema.variables.coding import MembersCoding, columns_of, members_of, texts_of
from dpdesk.schema.variables.variable import Variable

Numbers: TypeAlias = tuple[int | None, ...]
"""What each rule makes of a unit's rows."""


@dataclass(frozen=True, slots=True)
class Part:
    """What one row gives a rule over members: a variable of the row for whatever reads it."""

    rule: MembersCoding
    columns: tuple[str, ...]
    size: int = 0

    @property
    def name(self) -> str:
        """The cell of a unit that it makes."""
        return self.rule.column

    def encode(self, cells: Sequence[str | None]) -> int:
        """Return no code: it is a number."""
        return -1

    def value(self, cells: Sequence[str | None]) -> int | None:
        """Return what a row of these texts gives."""
        return self.rule.of_row(dict(zip(self.columns, cells, strict=True)))

    def texts_of(self, column: str) -> frozenset[str]:
        """Return the texts of a column that its inputs know as they stand."""
        return texts_of(self.rule, column)


@dataclass(frozen=True, slots=True)
class UnitReading:
    """What is read of rows, and what is made of units; `rows` holds the parts that look at the texts of a row."""

    rows: Reading
    parts: tuple[Part, ...]
    variables: Mapping[str, Variable]
    quantities: Mapping[str, Variable]
    _known: dict[tuple[str, Numbers], int | None] = field(default_factory=dict)

    def of_row(self, row: Sequence[str]) -> Numbers:
        """The numbers of one row."""
        given = {name: coder(row) for name, coder in self.rows.quantities.items()}
        return tuple(given.get(part.name, 1) for part in self.parts)

    def together(self, rows: Sequence[Numbers]) -> Numbers:
        """The numbers of a unit."""
        return tuple(
            _AGGREGATES[part.rule.aggregate]([number for number in column if number is not None])
            for part, column in zip(self.parts, zip(*rows, strict=True), strict=True)
        )

    def counted(self, units: Sequence[Numbers], many: Integers) -> Counted:
        """Codes and steps of units with these numbers, each standing for so many."""
        codes = {
            name: np.fromiter((self._read(variable, unit) or 0 for unit in units), np.int64, len(units))
            for name, variable in self.variables.items()
        }
        steps = {
            name: np.fromiter((self._read(variable, unit) or 0 for unit in units), np.int64, len(units)) * many
            for name, variable in self.quantities.items()
        }
        return Counted(codes, many, steps)

    def _read(self, variable: Variable, unit: Numbers) -> int | None:
        """A unit's code, or its steps of a quantity; remembered, since many units are alike in one variable."""
        wanted = {member.column for member in members_of(variable.coding)}
        values = {part.name: number for part, number in zip(self.parts, unit, strict=True) if part.name in wanted}
        key = variable.name, tuple(values.values())
        if key not in self._known:
            if len(self._known) > _MOST_REMEMBERED:
                self._known.clear()
            cells = {name: "" if number is None else str(number) for name, number in values.items()}
            self._known[key] = variable.read_unit(cells)
        return self._known[key]


_MOST_REMEMBERED = 50_000
_AGGREGATES: dict[str, Callable[[Sequence[int]], int | None]] = {
    "sum": sum,
    "min": lambda numbers: min(numbers, default=None),
    "max": lambda numbers: max(numbers, default=None),
}


def unit_reading(
    variables: Sequence[Variable], quantities: Sequence[Variable], columns: Sequence[str], numeric: frozenset[str]
) -> UnitReading:
    """Plan the reading of variables of units; `columns` are all a plan reads: they put a unit's rows in order."""
    parts: dict[str, Part] = {}
    for variable in (*variables, *quantities):
        for rule in members_of(variable.coding):
            parts.setdefault(rule.column, Part(rule, columns_of(rule)))
    looking = [part for part in parts.values() if part.columns]
    return UnitReading(
        reading([], looking, numeric, columns),
        tuple(parts.values()),
        {column.name: column for column in variables},
        {quantity.name: quantity for quantity in quantities},
    )


@dataclass(frozen=True, slots=True)
class Units:
    """Units alike: their numbers, how many units there are of each, and how many kept rows they have together."""

    numbers: Sequence[Numbers]
    units: Integers
    rows: int


class UnitCount(Protocol):
    """A way of counting the units of a source; `over` and `without_id` are known when `units` is exhausted."""

    over: int
    without_id: int

    def units(self, progress: Progress) -> Iterator[Units]:
        """Yield all units, counted by their numbers."""
        ...


class StreamUnits(StreamCount):
    """The units of one file, read as a stream of rows; memory is bounded by one partition of the ids."""

    def __init__(self, source: Source, asked: UnitReading, cap: Cap, total: int) -> None:
        super().__init__(source, asked.rows, cap, total)
        self._asked = asked
        self._found: list[Units] = []

    def units(self, progress: Progress) -> Iterator[Units]:
        """Yield all units, partition by partition."""
        for _ in self.rows(progress):
            yield from self._found
            self._found.clear()

    def _coded(self, rows: Counter[Cells]) -> Counted:
        """Rows without an id, each a unit of its own."""
        counted: Counter[tuple[Numbers, ...]] = Counter()
        for row, many in rows.items():  # different rows can give the same numbers
            counted[(self._asked.of_row(row),)] += many
        return self._kept(counted)

    def _units(self, units: Iterable[list[tuple[int, Cells]]]) -> Iterator[Counted]:
        """Units with all the rows that are kept of them."""
        numbers: dict[Cells, Numbers] = {}
        counted: Counter[tuple[Numbers, ...]] = Counter()
        for rows in units:
            for _, row in rows:
                if row not in numbers:
                    numbers[row] = self._asked.of_row(row)
            counted[tuple(sorted((numbers[row] for _, row in rows), key=repr))] += 1
        yield self._kept(counted)

    def _kept(self, counted: Counter[tuple[Numbers, ...]]) -> Counted:
        together = [self._asked.together(rows) for rows in counted]
        many = np.fromiter(counted.values(), np.int64, len(counted))
        self._found.append(Units(together, many, sum(len(rows) * units for rows, units in counted.items())))
        return Counted({}, many, {})
