"""How one row's raw texts become one position in a public code list: the reference every reader must match.

Each coding is a small immutable record of public facts, total and exact: any text at all, a missing cell
included, gives a position or -1, which is *nowhere*. Nothing raises, so that no row can stop a count or
show itself in an error. A database engine compiles the same records to expressions; tests compare the two.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

from dpdesk.schema.variables.numberformat import NumberFormat, clean

NOWHERE = -1
Cells = Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class TextCoding:
    """A column whose texts are looked up in a table; every other text goes to `otherwise`.

    A text that is not in the table has the position of the longest of the `beginnings` it begins with, if there is one.
    """

    column: str
    table: Mapping[str, int]
    otherwise: int
    beginnings: Mapping[str, int] = field(default_factory=dict)

    def code(self, cells: Cells) -> int:
        """Return the position of a row, -1 for nowhere."""
        text = clean(cells[self.column])
        position = self.table.get(text)
        if position is None and self.beginnings:
            longest = min(len(text), max(map(len, self.beginnings)))
            starts = (text[:length] for length in range(longest, 0, -1))
            position = next((self.beginnings[start] for start in starts if start in self.beginnings), None)
        return self.otherwise if position is None else position


@dataclass(frozen=True, slots=True)
class NumberCoding:
    """A column of numbers sorted into bins.

    A text in `texts`, or a number in `numbers`, is a declared missing code and is looked at first. Bin i is
    [edges[i], edges[i+1]); the last one contains its right edge if `closed`. `below`, `above` and
    `unreadable` are positions, -1 for nowhere.
    """

    column: str
    format: NumberFormat
    texts: Mapping[str, int]
    numbers: Mapping[Fraction, int]
    edges: tuple[Fraction, ...]
    closed: bool
    below: int
    above: int
    unreadable: int

    def code(self, cells: Cells) -> int:
        """Return the position of a row, -1 for nowhere."""
        text = clean(cells[self.column])
        if text in self.texts:
            return self.texts[text]
        number = self.format.parse(text)
        if number is None:
            return self.unreadable
        if number in self.numbers:
            return self.numbers[number]
        if number < self.edges[0]:
            return self.below
        if number >= self.edges[-1]:
            return len(self.edges) - 2 if self.closed and number == self.edges[-1] else self.above
        return bisect_right(self.edges, number) - 1


@dataclass(frozen=True, slots=True)
class Rule:
    """If every named input stands at one of the listed positions, the row gets `code`."""

    when: tuple[tuple[int, frozenset[int]], ...]
    code: int


@dataclass(frozen=True, slots=True)
class RuleCoding:
    """Several inputs combined by ordered rules: the first that holds decides, else `otherwise`.

    An input that is nowhere (or, for a bare column, any text no rule names) is at -1 and satisfies no
    condition on it.
    """

    inputs: tuple[Coding, ...]
    rules: tuple[Rule, ...]
    otherwise: int

    def code(self, cells: Cells) -> int:
        """Return the position of a row, -1 for nowhere."""
        return self.combine([coding.code(cells) for coding in self.inputs])

    def combine(self, positions: Sequence[int]) -> int:
        """Return the position for given positions of the inputs (-1 allowed)."""
        for rule in self.rules:
            if all(positions[which] in allowed for which, allowed in rule.when):
                return rule.code
        return self.otherwise


@dataclass(frozen=True, slots=True)
class GroupCoding:
    """A recode: the position in the grouped variable, looked up in `table`; nowhere stays nowhere."""

    base: Coding
    table: tuple[int, ...]

    def code(self, cells: Cells) -> int:
        """Return the position of a row, -1 for nowhere."""
        position = self.base.code(cells)
        return NOWHERE if position < 0 else self.table[position]


Taken = Literal["count", "first", "last"]
"""What the members of a unit make up together: their number, or the first or last code among them."""


@dataclass(frozen=True, slots=True)
class MembersCoding:
    """What the kept rows of a unit make up together (docs/proofs/households.md).

    Each row gives a whole number or none (`of_row`); the `aggregate` of a unit's numbers stands in the cell `column` of
    the unit, and `code` reads it there. So recodes and combinations of such variables read a unit as others read a row.

    `of` is the coding whose codes are taken (None for a count), `when` which members are meant, `last_plain` the
    number of its codes that are not missing ones. A count has the codes from `least` to `most`, the last "or more".
    `nobody` is the position where no member is meant, or none has a code.
    """

    column: str
    take: Taken
    when: tuple[tuple[Coding, frozenset[int]], ...] = ()
    of: Coding | None = None
    plain: int = 0
    least: int = 0
    most: int = 0
    nobody: int = -1

    @property
    def aggregate(self) -> Literal["sum", "min", "max"]:
        """How the numbers of a unit's rows become one."""
        return {"count": "sum", "first": "min", "last": "max"}[self.take]  # type: ignore[return-value]

    def of_row(self, cells: Cells) -> int | None:
        """What one row gives, None if it gives nothing. Never raises."""
        if not all(coding.code(cells) in allowed for coding, allowed in self.when):
            return None
        if self.of is None:
            return 1
        position = self.of.code(cells)
        if position < 0:
            return None
        return position if self.take == "first" or position < self.plain else NOWHERE - position

    def count(self, cells: Cells) -> int:
        """How many members of a unit are meant."""
        return int(cells[self.column] or 0)

    def code(self, cells: Cells) -> int:
        """Return the position of a unit."""
        if self.take == "count":
            return min(self.count(cells), self.most) - self.least
        text = cells[self.column]
        if not text:
            return self.nobody
        position = int(text)
        return position if position >= 0 else NOWHERE - position


Coding = TextCoding | NumberCoding | RuleCoding | GroupCoding | MembersCoding


@dataclass(frozen=True, slots=True)
class QuantityCoding:
    """A column of numbers to be summed: clamped to [lower, upper], rounded to whole steps, held as integer.

    `below`, `above` and `unreadable` are numbers of steps, or None for "not stated". Rounding is to the
    nearest step, halves upwards: floor(x/step + 1/2).
    """

    column: str
    format: NumberFormat
    texts: frozenset[str]
    numbers: frozenset[Fraction]
    lower: Fraction
    upper: Fraction
    step: Fraction
    below: int | None
    above: int | None
    unreadable: int | None

    def steps(self, cells: Cells) -> int | None:
        """Return the whole number of steps a row states, None if it states none. Never raises."""
        text = clean(cells[self.column])
        if text in self.texts:
            return None
        number = self.format.parse(text)
        if number is None:
            return self.unreadable
        if number in self.numbers:
            return None
        if number < self.lower:
            return self.below
        if number > self.upper:
            return self.above
        return (number / self.step + Fraction(1, 2)).__floor__()


@dataclass(frozen=True, slots=True)
class StatedCoding:
    """1 for a row that states a quantity, 0 for one that does not: the base of its mean, as a quantity."""

    of: QuantityCoding

    def steps(self, cells: Cells) -> int | None:
        """Return 1 or 0, never None."""
        return 0 if self.of.steps(cells) is None else 1


@dataclass(frozen=True, slots=True)
class NumberOfMembers:
    """How many members of a unit are meant, as a quantity: at most the unit's cap, since no more rows are kept."""

    of: MembersCoding

    def steps(self, cells: Cells) -> int | None:
        """Return the number, never None; within its bounds whatever the cell says."""
        return min(self.of.count(cells), self.of.most)


@dataclass(frozen=True, slots=True)
class SquareCoding:
    """The square of a quantity's distance from `centre`, in squares of its steps: what its variance is made of."""

    of: QuantityCoding | NumberOfMembers
    centre: int

    def steps(self, cells: Cells) -> int | None:
        """Return the square, None for a row that does not state the quantity. Never raises."""
        stated = self.of.steps(cells)
        return None if stated is None else (stated - self.centre) ** 2


@dataclass(frozen=True, slots=True)
class ProductCoding:
    """A quantity (or 1 for a row that states one, or its square) times the row's weight, in products of their steps."""

    of: QuantityCoding | StatedCoding | SquareCoding
    weight: QuantityCoding

    def steps(self, cells: Cells) -> int | None:
        """Return the product, None for a row that does not state both. Never raises."""
        stated, weight = self.of.steps(cells), self.weight.steps(cells)
        return None if stated is None or weight is None else stated * weight


Summed = QuantityCoding | StatedCoding | SquareCoding | ProductCoding | NumberOfMembers
"""What makes whole numbers that are summed, instead of codes."""


def members_of(coding: Coding | Summed) -> tuple[MembersCoding, ...]:
    """What a coding reads of a unit as a whole; nothing where it reads a row."""
    match coding:
        case MembersCoding():
            return (coding,)
        case NumberOfMembers():
            return (coding.of,)
        case SquareCoding():
            return members_of(coding.of)
        case GroupCoding():
            return members_of(coding.base)
        case RuleCoding():
            return tuple({member.column: member for part in coding.inputs for member in members_of(part)}.values())
    return ()


def columns_of(coding: Coding) -> tuple[str, ...]:
    """The source columns of a row that a coding looks at, in order."""
    match coding:
        case RuleCoding():
            inner = coding.inputs
        case GroupCoding():
            inner = (coding.base,)
        case MembersCoding():
            inner = (*(condition for condition, _ in coding.when), *(() if coding.of is None else (coding.of,)))
        case _:
            return (coding.column,)
    return tuple(dict.fromkeys(column for part in inner for column in columns_of(part)))


def texts_of(coding: Coding | Summed, column: str) -> frozenset[str]:
    """Return the texts of a column that a coding knows as they stand."""
    match coding:
        case TextCoding():
            return frozenset(coding.table) if coding.column == column else frozenset()
        case NumberCoding() | QuantityCoding():
            return frozenset(coding.texts) if coding.column == column else frozenset()
        case RuleCoding():
            return frozenset().union(*(texts_of(input_, column) for input_ in coding.inputs))
        case GroupCoding():
            return texts_of(coding.base, column)
        case MembersCoding():
            inner = [input_ for input_, _ in coding.when] + ([] if coding.of is None else [coding.of])
            return frozenset().union(*(texts_of(input_, column) for input_ in inner))
        case StatedCoding() | SquareCoding() | NumberOfMembers():
            return texts_of(coding.of, column)
        case ProductCoding():
            return texts_of(coding.of, column) | texts_of(coding.weight, column)
