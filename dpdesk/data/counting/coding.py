"""Texts to codes: always through the dictionary's own exact coding, once for each distinct text.

A `Coder` calls `Variable.encode` or `Variable.value` for a tuple of texts (or `plain_numbers`, which agrees with
them, for a plain decimal) and remembers the answer, so a million rows with forty distinct texts
cost forty calls, and agreement with the dictionary needs no argument. The memory is bounded: it is forgotten
when it grows too large.

A number in a column of numbers reads 1, however it is stored; where the dictionary knows it as 1.0 alone it is looked
up as that. Cells of text are never changed.

A `Reading` says which source columns are read, and where each variable finds its own among them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from dpdesk.data.counting.plain_numbers import OTHER, Coded, number_coder, product_coder, summed_coder
from dpdesk.data.sources.plain_texts import plain_number
from dpdesk.schema.variables.coding import NumberCoding, ProductCoding, QuantityCoding, SquareCoding, StatedCoding

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

    def texts_of(self, column: str) -> frozenset[str]:
        """Return the texts of one of its columns that it knows as they stand."""
        ...


@dataclass(slots=True)
class Coder:
    """One variable over a row of read texts: its code (-1 for nowhere), or its whole steps (None: not stated).

    `written` has, for each of the variable's columns that holds numbers, the texts by which it knows them where these
    are not the plain ones.
    """

    variable: Variable
    where: tuple[int, ...]
    quantity: bool
    written: tuple[Mapping[str, str], ...] = ()
    _known: dict[Cells, int | None] = field(default_factory=dict)
    _plain: Callable[[str], Coded] | None = None
    _product: Callable[[Cells], Coded] | None = None

    def __post_init__(self) -> None:
        coding = getattr(self.variable, "coding", None)
        if isinstance(coding, NumberCoding) and not self.quantity:
            self._plain = number_coder(coding)
        elif isinstance(coding, ProductCoding) and self.quantity:
            self._product = product_coder(coding, self.variable.columns)
        elif isinstance(coding, QuantityCoding | StatedCoding | SquareCoding) and self.quantity:
            self._plain = summed_coder(coding)

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
        plain, answer = OTHER
        if self._plain is not None:
            plain, answer = self._plain(texts[0])
        elif self._product is not None:
            plain, answer = self._product(texts)
        if not plain:
            asked = texts
            if self.written:
                asked = tuple(by.get(text, text) for text, by in zip(texts, self.written, strict=True))
            answer = self.variable.value(asked) if self.quantity else self.variable.encode(asked)
        known[texts] = answer
        return answer

    def code_all(self, texts: Sequence[Cells]) -> list[int | None]:
        """Return the same for many; those that are alike are coded once."""
        known = {one: self.code(one) for one in set(texts)}
        return [known[one] for one in texts]

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


def _written(texts: Collection[str]) -> dict[str, str]:
    """Of texts that a variable knows as they stand, by their plain text those of numbers that are written otherwise."""
    return {plain: text for text in sorted(texts, reverse=True) if (plain := plain_number(text)) not in texts}


def reading(
    variables: Sequence[Variable],
    quantities: Sequence[Variable],
    numeric: Collection[str] = frozenset(),
    beside: Collection[str] = (),
) -> Reading:
    """Plan the reading of some variables: each source column once, sorted by name.

    Args:
        variables: those that are counted by.
        quantities: those that are summed.
        numeric: source columns that hold numbers.
        beside: source columns that others read; all that a plan reads put the rows of a unit in order.
    """
    columns = tuple(sorted({column for v in (*variables, *quantities) for column in v.columns} | {*beside}))
    where = {column: position for position, column in enumerate(columns)}

    def coder(variable: Variable, quantity: bool) -> Coder:
        written = [_written(variable.texts_of(column)) if column in numeric else {} for column in variable.columns]
        positions = tuple(where[column] for column in variable.columns)
        return Coder(variable, positions, quantity, tuple(written) if any(written) else ())

    return Reading(
        columns,
        {v.name: coder(v, False) for v in variables},
        {v.name: coder(v, True) for v in quantities},
    )
