"""The variance of a quantity over the rows that state it, and its square root, the standard deviation.

Let c be the middle of the quantity's bounds, in steps. Summed are x and (x − c)²; n rows state x. The variance is
Σ(x − c)²/n − (Σx/n − c)².
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.measures.base import (
    LARGEST_STEPS,
    Measured,
    Place,
    Ratio,
    about,
    label_of,
    places_of,
    vector_of,
)
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.measures.quantity import Mean, quantity_of
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import problem
from dpdesk.schema.text import Text
from dpdesk.schema.variables.build import SQUARES, centre_of
from dpdesk.schema.variables.variable import Variable

_WORDS = {
    False: {"en": "Variance", "de": "Varianz"},
    True: {"en": "Standard deviation", "de": "Standardabweichung"},
}


@dataclass(frozen=True, slots=True, eq=False)
class Variance(Limited, Measured):
    """The variance; its square root if `root`."""

    mean: Mean
    label: Text
    decimals: int
    root: bool

    kind: ClassVar[str] = "variance"
    based: ClassVar[bool] = True

    @classmethod
    def of(cls, measure: document.Variance | document.Deviation, place: Place) -> Variance:
        quantity = quantity_of(place, measure.variable)
        if place.dictionary.variable(quantity.name + SQUARES).upper_steps > LARGEST_STEPS:
            raise BadInput(problem("planning.squares_too_large", place.where.to("variable"), name=quantity.name))
        root = isinstance(measure, document.Deviation)
        usual = places_of(quantity.step if root else quantity.step**2) + 1
        decimals = usual if measure.decimals is None else measure.decimals
        label = label_of(measure, about(_WORDS[root], quantity))
        return cls(Mean(quantity, label, decimals), label, decimals, root, limit=Limit.of(measure, place))

    def item(self, at: int) -> Item:
        name = self.mean.quantity.name
        kind = "standard_deviation" if self.root else "variance"
        return self.limited(Item(f"{kind}:{name}", self.label, kind, self.decimals, name))

    @property
    def base_along(self) -> CodeRanges | CodeSets | CodeCells | None:
        return self.along

    @property
    def quantities(self) -> tuple[str, ...]:
        name, *stated = self.mean.quantities
        return (name, name + SQUARES, *stated)

    @property
    def vector(self) -> str:
        return self.mean.vector

    @property
    def unit(self) -> Fraction:
        step = self.mean.unit
        return step if self.root else step**2

    @property
    def centre(self) -> int:
        """The middle of the quantity's bounds, in steps."""
        return centre_of(self.mean.quantity)

    @property
    def squares(self) -> Squares:
        """The mean of the squared distances from the centre."""
        return Squares(self.mean)

    @property
    def widest(self) -> float:
        """The largest variance within the bounds, in squares of steps: half of the rows at either."""
        quantity = self.mean.quantity
        return float(quantity.upper_steps - quantity.lower_steps) ** 2 / 4


@dataclass(frozen=True, slots=True, eq=False)
class Squares(Ratio):
    """The mean squared distance of a quantity from the middle of its bounds."""

    mean: Mean

    kind: ClassVar[str] = "mean square"

    def item(self, at: int) -> Item:
        return self.mean.item(at)

    @property
    def vector(self) -> str:
        return vector_of(self.mean.quantity.name + SQUARES)

    @property
    def below(self) -> str:
        return self.mean.below

    @property
    def unit(self) -> Fraction:
        return self.mean.unit**2

    @property
    def lower(self) -> Fraction:
        return Fraction(0)

    @property
    def upper(self) -> Fraction:
        quantity: Variable = self.mean.quantity
        centre = centre_of(quantity)
        return Fraction(max(quantity.upper_steps - centre, centre - quantity.lower_steps) ** 2)
