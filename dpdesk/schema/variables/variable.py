"""A variable as every other room sees it: a public code list, and how rows reach it.

A variable that stands in a table has codes in a fixed public order, the missing ones last; a quantity has
none and is summed instead. `members` and `levels` speak in positions of the *root* variable's codes, so that
a recode, a level of a hierarchy and the variable itself are all 0/1 queries over one domain.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from dpdesk.schema.text import Text
from dpdesk.schema.variables.coding import Coding, Summed, members_of, texts_of


@dataclass(frozen=True, slots=True)
class Level:
    """One level of a hierarchy above a variable's own codes; its codes split all codes of the variable."""

    hierarchy: str
    name: str
    label: Text
    codes: tuple[str, ...]
    labels: tuple[Text, ...]
    members: tuple[tuple[int, ...], ...]

    @property
    def size(self) -> int:
        """The number of codes on this level."""
        return len(self.codes)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of the dictionary; see the fields' comments for shapes and units."""

    name: str
    label: Text
    kind: str  # "category" | "number" | "combination" | "recode" | "members" | "quantity"
    columns: tuple[str, ...]  # the source columns it is computed from
    coding: Coding | Summed
    describes: str  # "unit" | "household" | "area"
    codes: tuple[str, ...] = ()
    labels: tuple[Text, ...] = ()
    missing: tuple[str | None, ...] = ()  # for each code None, "not_stated" or "not_applicable"
    ordered: int = 0  # number of leading codes that are ordered (bins, or codes of an ordered category)
    edges: tuple[Fraction, ...] = ()  # ordered + 1 bin edges; bin i is [edges[i], edges[i+1])
    closed: bool = False  # whether the last bin contains its right edge
    root: str = ""
    members: tuple[tuple[int, ...], ...] = ()  # for each code, positions of the root's codes
    sends_to_nowhere: bool = False
    levels: tuple[Level, ...] = ()
    unit_of_measure: Text | None = None
    note: Text | None = None
    lower: Fraction = Fraction(0)  # quantity: clamped to [lower, upper], rounded to a multiple of step
    upper: Fraction = Fraction(0)
    step: Fraction = Fraction(1)
    provenance: str = "typed"  # how it is known that the domain is public, a sentence for metadata
    always_stated: bool = True  # quantity: every row has a value, so that its mean's base is the count
    _positions: dict[str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_positions", {code: position for position, code in enumerate(self.codes)})

    @property
    def size(self) -> int:
        """The number of codes (0 for a quantity)."""
        return len(self.codes)

    @property
    def is_quantity(self) -> bool:
        """Whether the variable is summed rather than counted."""
        return self.kind == "quantity"

    @property
    def of_unit(self) -> bool:
        """Whether it is about a unit as a whole, made of all its rows, and no property of a row."""
        return bool(members_of(self.coding))

    @property
    def lower_steps(self) -> int:
        """The smallest integer `value` gives."""
        return int(self.lower / self.step)

    @property
    def upper_steps(self) -> int:
        """The greatest integer `value` gives."""
        return int(self.upper / self.step)

    def position(self, code: str) -> int | None:
        """Return the position of a code, None if it is not in the code list."""
        return self._positions.get(code)

    def level(self, name: str, hierarchy: str | None = None) -> Level | None:
        """Return the level of that name (of that hierarchy, if given), None if there is none."""
        for level in self.levels:
            if level.name == name and hierarchy in (None, level.hierarchy):
                return level
        return None

    def encode(self, cells: Sequence[str | None]) -> int:
        """Return the position of one row's code, -1 for nowhere. Exact, and never raises on a row's texts.

        Args:
            cells: the raw texts of `columns`, in that order; None for an empty cell.
        """
        if isinstance(self.coding, Summed):
            return -1
        return self.coding.code(dict(zip(self.columns, cells, strict=True)))

    def read_unit(self, cells: Mapping[str, str | None]) -> int | None:
        """Return a unit's code, or its whole number of steps, from the cells that its rules over members make."""
        return self.coding.steps(cells) if isinstance(self.coding, Summed) else self.coding.code(cells)

    def texts_of(self, column: str) -> frozenset[str]:
        """Return the texts of one of its columns that it knows as they stand."""
        return texts_of(self.coding, column)

    def value(self, cells: Sequence[str | None]) -> int | None:
        """Return one row's whole number of steps, None for "not stated". Never raises on a row's texts.

        A row without a value adds 0 to the sum and is outside the mean's base.
        """
        if isinstance(self.coding, Summed):
            return self.coding.steps(dict(zip(self.columns, cells, strict=True)))
        return None
