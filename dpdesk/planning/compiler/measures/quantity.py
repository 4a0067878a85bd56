"""The sum of a quantity, and its mean over the rows that state it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.measures.base import (
    COUNT,
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
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import problem
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.build import STATED
from dpdesk.schema.variables.variable import Variable


def contribution(variable: Variable) -> tuple[int, int]:
    """The least and the most that a row adds to a sum, in steps; a row that does not state the quantity adds 0."""
    lower, upper = variable.lower_steps, variable.upper_steps
    return (lower, upper) if variable.always_stated else (min(lower, 0), max(upper, 0))


def quantity_of(place: Place, name: str) -> Variable:
    """Return a quantity; BadInput for any other name."""
    return quantity_named(place, name, "variable")


def quantity_named(place: Place, name: str, field: str) -> Variable:
    """Return the quantity that a field of a measure names; BadInput for any other name."""
    dictionary, where = place.dictionary, place.where.to(field)
    if not dictionary.has(name):
        raise BadInput(problem("schema.input_unknown", where, name=name, near=meant(name, dictionary.names)))
    quantity = dictionary.variable(name)
    if not quantity.is_quantity:
        raise BadInput(problem("planning.no_quantity", where, name=name))
    return quantity


@dataclass(frozen=True, slots=True, eq=False)
class Sum(Limited, Measured):
    """The sum of a quantity."""

    quantity: Variable
    label: Text
    decimals: int

    kind: ClassVar[str] = "sum"
    direct: ClassVar[bool] = True

    @classmethod
    def of(cls, measure: document.Sum, place: Place) -> Sum:
        quantity = quantity_of(place, measure.variable)
        label = label_of(measure, about({"en": "Sum", "de": "Summe"}, quantity))
        decimals = places_of(quantity.step) if measure.decimals is None else measure.decimals
        return cls(quantity, label, decimals, limit=Limit.of(measure, place))

    def item(self, at: int) -> Item:
        name = self.quantity.name
        return self.limited(Item(f"sum:{name}", self.label, self.kind, self.decimals, name))

    @property
    def quantities(self) -> tuple[str, ...]:
        return (self.quantity.name,)

    @property
    def vector(self) -> str:
        return vector_of(self.quantity.name)

    @property
    def unit(self) -> Fraction:
        return self.quantity.step

    @property
    def negative(self) -> bool:
        """Whether a sum can be below zero."""
        return contribution(self.quantity)[0] < 0


@dataclass(frozen=True, slots=True, eq=False)
class Mean(Limited, Ratio):
    """The sum of a quantity over the number of rows that state it."""

    quantity: Variable
    label: Text
    decimals: int

    kind: ClassVar[str] = "mean"

    @classmethod
    def of(cls, measure: document.Mean, place: Place) -> Mean:
        quantity = quantity_of(place, measure.variable)
        label = label_of(measure, about({"en": "Mean", "de": "Mittelwert"}, quantity))
        decimals = places_of(quantity.step) + 1 if measure.decimals is None else measure.decimals
        return cls(quantity, label, decimals, limit=Limit.of(measure, place))

    def item(self, at: int) -> Item:
        name = self.quantity.name
        return self.limited(Item(f"mean:{name}", self.label, self.kind, self.decimals, name))

    @property
    def base_along(self) -> CodeRanges | CodeSets | CodeCells | None:
        return self.along

    @property
    def quantities(self) -> tuple[str, ...]:
        name = self.quantity.name
        return (name,) if self.quantity.always_stated else (name, name + STATED)

    @property
    def vector(self) -> str:
        return vector_of(self.quantity.name)

    @property
    def below(self) -> str:
        return COUNT if self.quantity.always_stated else vector_of(self.quantity.name + STATED)

    @property
    def unit(self) -> Fraction:
        return self.quantity.step

    @property
    def lower(self) -> Fraction:
        return Fraction(contribution(self.quantity)[0])

    @property
    def upper(self) -> Fraction:
        return Fraction(contribution(self.quantity)[1])
