"""Weighted statistics: a weight is a quantity of each row, bounded by public knowledge of the design and never below 0.

With w the weight of a row and y what it states (both brought within their bounds, in whole steps), a weighted count is
Σw, a weighted sum Σwy, a weighted percentage Σw over Σw, and a weighted mean Σwy over the Σw of the rows that state y.
So each is a sum, or a ratio of two, of quantities whose bounds are known; see docs/proofs/weights.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.measures.base import LARGEST_STEPS, Measured, Place, label_of, places_of, vector_of
from dpdesk.planning.compiler.measures.count import Count
from dpdesk.planning.compiler.measures.percentage import Percentage
from dpdesk.planning.compiler.measures.quantity import Mean, Sum, quantity_named
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import problem
from dpdesk.schema.text import Text
from dpdesk.schema.variables.build import STATED
from dpdesk.schema.variables.build import weighted as times
from dpdesk.schema.variables.variable import Variable


def weighted(measure: document.WeightedRecord, weight: str, place: Place) -> Measured:
    """Resolve a measure of a plan that names a weight. Raises BadInput with its place."""
    own = quantity_named(place, weight, "weight")
    if own.lower < 0:
        raise BadInput(problem("planning.weight_negative", place.where.to("weight"), name=weight))
    match measure:
        case document.Percentage():
            return _percentage(Percentage.of(measure, place), own, measure)
        case document.Sum():
            return _sum(Sum.of(measure, place), own, measure, place)
        case document.Mean():
            return _mean(Mean.of(measure, place), own, measure, place)
    usual = places_of(own.step) if measure.decimals is None else measure.decimals
    return WeightedCount(own, _label(Count.of(document.Count(kind="count"), place).label, measure), usual)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedCount(Sum):
    """The sum of the weights of those in a cell."""

    def item(self, at: int) -> Item:
        return Item(f"count{_by(self.quantity)}", self.label, self.kind, self.decimals, self.quantity.name)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedSum(Sum):
    """The sum of a quantity times the weight: `quantity` is the product, `stated` what is weighted."""

    stated: Variable
    by: Variable

    def item(self, at: int) -> Item:
        name = self.stated.name
        return Item(f"sum:{name}{_by(self.by)}", self.label, self.kind, self.decimals, name)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedMean(Mean):
    """The weighted sum of a quantity over the weights of the rows that state it."""

    by: Variable

    def item(self, at: int) -> Item:
        name = self.quantity.name
        return Item(f"mean:{name}{_by(self.by)}", self.label, self.kind, self.decimals, name)

    @property
    def weight(self) -> Variable:
        return self.by

    @property
    def quantities(self) -> tuple[str, ...]:
        return (times(self.quantity.name, self.by.name), self.below.removeprefix(vector_of("")))

    @property
    def vector(self) -> str:
        return vector_of(times(self.quantity.name, self.by.name))

    @property
    def below(self) -> str:
        name, weight = self.quantity.name, self.by.name
        return vector_of(weight if self.quantity.always_stated else times(name + STATED, weight))


@dataclass(frozen=True, slots=True, eq=False)
class WeightedPercentage(Percentage):
    """100 × a weighted count over that of a base."""

    by: Variable

    @property
    def weight(self) -> Variable:
        return self.by

    @property
    def quantities(self) -> tuple[str, ...]:
        return (self.by.name,)

    @property
    def vector(self) -> str:
        return vector_of(self.by.name)

    @property
    def below(self) -> str:
        return self.vector


def _percentage(made: Percentage, weight: Variable, measure: document.Percentage) -> Measured:
    only = replace(made.only, code=made.only.code + _by(weight), label=_label(made.only.label, measure))
    return WeightedPercentage(only, made.kept, weight)


def _sum(made: Sum, weight: Variable, measure: document.Sum, place: Place) -> Measured:
    product = _product(made.quantity, weight, place)
    decimals = places_of(product.step) if measure.decimals is None else measure.decimals
    return WeightedSum(product, _label(made.label, measure), decimals, made.quantity, weight)


def _mean(made: Mean, weight: Variable, measure: document.Mean, place: Place) -> Measured:
    _product(made.quantity, weight, place)
    return WeightedMean(made.quantity, _label(made.label, measure), made.decimals, weight)


def _product(quantity: Variable, weight: Variable, place: Place) -> Variable:
    """A quantity times the weight, which must fit an integer of 64 bits, sums aside."""
    product = place.dictionary.variable(times(quantity.name, weight.name))
    if max(abs(product.lower_steps), abs(product.upper_steps)) > LARGEST_STEPS:
        where, by = place.where.to("variable"), weight.name
        raise BadInput(problem("planning.products_too_large", where, name=quantity.name, weight=by))
    return product


def _label(usual: Text, measure: document.WeightedRecord) -> Text:
    """The label that the plan gives, or the usual one, which says that it is weighted."""
    words = {"de": "gewichtet"}
    return label_of(measure, Text({tag: f"{text}, {words.get(tag, 'weighted')}" for tag, text in usual.items()}))


def _by(weight: Variable) -> str:
    """How the code of an item says by what it is weighted."""
    return f":weighted:{weight.name}"
