"""What every measure of a table, resolved, says of itself, and two families of them: ratios, and those with figures."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets
from dpdesk.planning.compiler.shells import Axis, Item
from dpdesk.planning.document import model as document
from dpdesk.problems import problem as problems
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

if TYPE_CHECKING:
    from dpdesk.planning.compiler.measures.figures import Figures

COUNT = "count"
"""The vector of counts, beside which a group may sum others."""

LARGEST_STEPS = 2**62
"""What an integer of 64 bits holds, sums aside."""


def vector_of(quantity: str) -> str:
    """The vector of sums of a quantity."""
    return f"sum:{quantity}"


@dataclass(frozen=True, slots=True)
class Place:
    """Where a measure stands: the table's axes by name, and its place in the plan, for errors.

    `figures` are the plan's public figures by name; `table` is the place of the table, whom `universe` says it counts.
    """

    dictionary: Dictionary
    axes: dict[str, Axis]
    where: problems.Place
    table: problems.Place
    figures: Mapping[str, Figures]
    universe: document.Universe | None


@dataclass(frozen=True, slots=True, eq=False)
class Measured(ABC):
    """A measure of a table, resolved: a statistic of every cell of pages × stub × boxhead, in one or several items.

    What a class says of itself:

    - kind: the kind of its items, a word.
    - direct: each item is one answer times `unit`, and nothing else.
    - by_line: each item is computed from all rows together; else item i from row i.
    - based: it is divided by a base, which keeps the variables `keeps` (all if None) and totals the others.
    """

    kind: ClassVar[str]
    direct: ClassVar[bool] = False
    by_line: ClassVar[bool] = False
    based: ClassVar[bool] = False

    @property
    def size(self) -> int:
        """The number of items."""
        return 1

    @abstractmethod
    def item(self, at: int) -> Item:
        """The item at a place, counted from 0."""

    @property
    def rows(self) -> int:
        """The number of answers that a cell is computed from, its base aside."""
        return self.size

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells | None:
        """The sets of codes that are counted, one a row; None where a row counts all of its cell."""
        return None

    @property
    def and_whole(self) -> bool:
        """Whether its rows are, after those of its cell, as many that count all that the file has of `along`."""
        return False

    @property
    def base_along(self) -> CodeRanges | CodeSets | CodeCells | None:
        """The one set of codes that its base counts; None where it counts all of its cell."""
        return None

    @property
    def keeps(self) -> frozenset[str] | None:
        """Names of the variables that its base keeps; None for all of them."""
        return None

    @property
    def rows_of_base(self) -> int:
        """The number of answers that its base is; where it is more than one, they come after its rows."""
        return 1

    @property
    def quantities(self) -> tuple[str, ...]:
        """What must be summed for it, beside counts."""
        return ()

    @property
    def vector(self) -> str:
        """The vector whose answers its rows are: the counts, or sums of a quantity."""
        return COUNT

    @property
    def weight(self) -> Variable | None:
        """What rows are weighted by; None where each counts as one."""
        return None

    @property
    def unit(self) -> Fraction:
        """What an answer of its vector is worth in the unit of the cell."""
        return Fraction(1)

    @property
    def counts(self) -> bool:
        """Whether each item is a count by itself."""
        return self.direct and self.vector == COUNT

    @property
    def linear(self) -> bool:
        """Whether each item is a sum of answers times public numbers."""
        return self.direct

    def blank(self, nobody: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Which cells there cannot be (P, S, B, 1 or items), by which answers of each count nobody (P, S, B, rows)."""
        return nobody[..., -1:] if self.by_line else nobody  # the last row of a line counts all of it

    def identities(self) -> tuple[str, NDArray[np.generic]]:
        """What tells its items apart: a namespace, and for each item (or for all, if they are never taken apart) a key.

        No two items of a table have both alike.
        """
        return "", np.array([self.item(at).code for at in range(self.size)])


@dataclass(frozen=True, slots=True, eq=False)
class Ratio(Measured):
    """One answer over another, `vector` over `below`, times `unit`; bounded by `lower` and `upper` as it is shown."""

    based: ClassVar[bool] = True

    @property
    def below(self) -> str:
        """The vector of the base."""
        return COUNT

    @property
    @abstractmethod
    def lower(self) -> Fraction | None:
        """The least it can be, in units; None for no bound."""

    @property
    @abstractmethod
    def upper(self) -> Fraction | None:
        """The most it can be, in units; None for no bound."""


@dataclass(frozen=True, slots=True, eq=False)
class FromFigures(Measured):
    """One item, called as `words` say, that public figures make of the answers of `inner`."""

    inner: Measured
    words: Item

    by_line: ClassVar[bool] = True

    @property
    def kind(self) -> str:  # type: ignore[override]  # a class variable elsewhere; here it is the item's
        return self.words.kind

    def item(self, at: int) -> Item:
        return self.words

    @property
    def quantities(self) -> tuple[str, ...]:
        return self.inner.quantities

    @property
    def vector(self) -> str:
        return self.inner.vector

    @property
    def weight(self) -> Variable | None:
        return self.inner.weight

    @property
    def unit(self) -> Fraction:
        return self.inner.unit


class Percent(Ratio):
    """A part of what it is set against, in hundredths; the one item is `only`."""

    only: Item
    kind: ClassVar[str] = "percentage"

    def item(self, at: int) -> Item:
        return self.only

    @property
    def unit(self) -> Fraction:
        return Fraction(100)

    @property
    def lower(self) -> Fraction:
        return Fraction(0)

    @property
    def upper(self) -> Fraction:
        return Fraction(1)


def label_of(measure: document.MeasureRecord, default: Text) -> Text:
    """The label that the plan gives, or the usual one."""
    return Text(measure.label) if measure.label else default


def beside(label: Text, words: dict[str, str], joined: str = ", ") -> Text:
    """A label with more words after it, in all languages that either has."""
    tags = dict.fromkeys([*label, *words])
    return Text({tag: f"{label.show(tag)}{joined}{words.get(tag, words['en'])}" for tag in tags})


def about(what: dict[str, str], variable: Variable) -> Text:
    """A label such as "Mean: Income"."""
    languages = dict.fromkeys([*what, *variable.label])
    return Text({tag: f"{Text(what).show(tag)}: {variable.label.show(tag)}" for tag in languages})


def places_of(value: Fraction) -> int:
    """Decimal places that show multiples of a value; two where no number of places is enough."""
    for places in range(12):
        if (value * 10**places).denominator == 1:
            return places
    return 2
