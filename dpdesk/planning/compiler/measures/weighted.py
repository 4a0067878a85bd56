"""Weighted statistics: a weight is a quantity of each row, bounded by public knowledge of the design and never below 0.

With w the weight of a row and y what it states (both brought within their bounds, in whole steps), a weighted count is
Σw in the place of the number of rows; so are the running counts of which weighted quantiles are read. A weighted sum is
Σwy; means, and mean squares, are Σwy over the Σw of the rows that state y. So each is computed from sums of quantities
whose bounds are known; see docs/proofs/weights.md.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.measures.base import LARGEST_STEPS, Measured, Place, places_of, vector_of
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets
from dpdesk.planning.compiler.measures.count import Counts
from dpdesk.planning.compiler.measures.inequality import BelowOthers, Inequality
from dpdesk.planning.compiler.measures.percentage import Percentage
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.compiler.measures.quantity import Mean, Sum, quantity_named
from dpdesk.planning.compiler.measures.quotient import Index, Quotient
from dpdesk.planning.compiler.measures.share import Share
from dpdesk.planning.compiler.measures.variance import Squares, Variance
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems.problem import problem
from dpdesk.schema.text import Text
from dpdesk.schema.variables.build import SQUARES, STATED
from dpdesk.schema.variables.build import weighted as times
from dpdesk.schema.variables.variable import Variable


def weighted(made: Measured, name: str, measure: document.MeasureRecord, place: Place) -> Measured:
    """The weighted form of a measure that is resolved. Raises BadInput with its place."""
    weight = quantity_named(place, name, "weight")
    if weight.of_unit:
        raise BadInput(problem("planning.weight_of_unit", place.where.to("weight"), name=name))
    if weight.lower < 0:
        raise BadInput(problem("planning.weight_negative", place.where.to("weight"), name=name))
    by = By(weight, measure.label is not None)
    match made:
        case Index():
            return replace(made, only=by.item(made.only), by=weight)
        case Quotient():
            found = replace(made, only=by.item(made.only), by=weight)
            found.require_whole(place.dictionary, place.where)
            return found
        case Percentage():
            return WeightedPercentage(made.only, made.kept, by, limit=made.limit)
        case Share():
            return WeightedShare(made.only, made.within, made.among, by, limit=made.limit)
        case BelowOthers():
            own = made.running, made.asked, made.part, made.decimals, made.label, made.kept, made.base
            return WeightedBelowOthers(*own, by, limit=made.limit)
        case Inequality():
            same = made.running, made.asked, made.part, made.decimals, made.label
            return WeightedInequality(*same, by, limit=made.limit)
        case Quantiles():
            plain = made.running, made.at, made.decimals, made.label, made.numbered
            return WeightedQuantiles(*plain, by, limit=made.limit)
        case Mean():
            _require_whole(made.quantity.name, by, place)
            return WeightedMean(made.quantity, made.label, made.decimals, by, limit=made.limit)
        case Variance():
            _require_whole(made.mean.quantity.name + SQUARES, by, place)
            mean = WeightedMean(made.mean.quantity, made.label, made.decimals, by)
            return WeightedVariance(mean, made.label, made.decimals, made.root, by, limit=made.limit)
        case Sum():
            product = _require_whole(made.quantity.name, by, place)
            return WeightedSum(product, made.label, _decimals(measure, product), by, made.item(0), limit=made.limit)
        case Counts():
            return WeightedCounts(weight, Text({}), _decimals(measure, weight), by, made)
    raise LookupError(f"nothing here weights a {made.kind}")


def _decimals(measure: document.MeasureRecord, summed: Variable) -> int:
    return places_of(summed.step) if measure.decimals is None else measure.decimals


def _require_whole(name: str, by: By, place: Place) -> Variable:
    """A quantity times the weight; it must fit an integer of 64 bits, sums aside."""
    product = place.dictionary.variable(times(name, by.weight.name))
    if max(abs(product.lower_steps), abs(product.upper_steps)) > LARGEST_STEPS:
        where, weight = place.where.to("variable"), by.weight.name
        raise BadInput(problem("planning.products_too_large", where, name=name.partition(":")[0], weight=weight))
    return product


@dataclass(frozen=True, slots=True)
class By:
    """What is weighted by; `named`: the plan has a label of its own, which need not be told that it is weighted."""

    weight: Variable
    named: bool

    @property
    def suffix(self) -> str:
        """How the code of an item says by what it is weighted."""
        return f":weighted:{self.weight.name}"

    def item(self, plain: Item, **changed: Any) -> Item:
        """The item of the weighted form."""
        words, label = {"de": "gewichtet"}, plain.label
        if not self.named:
            label = Text({tag: f"{text}, {words.get(tag, 'weighted')}" for tag, text in label.items()})
        return replace(plain, code=plain.code + self.suffix, label=label, plain=plain, **changed)


class Weighted:
    """What weighted measures have in common: a weight."""

    __slots__ = ()
    by: By

    @property
    def weight(self) -> Variable:
        return self.by.weight


class OfWeights(Weighted):
    """What is read from the weights alone, added up."""

    __slots__ = ()

    @property
    def quantities(self) -> tuple[str, ...]:
        return (self.by.weight.name,)

    @property
    def vector(self) -> str:
        return vector_of(self.by.weight.name)

    @property
    def below(self) -> str:
        return self.vector


@dataclass(frozen=True, slots=True, eq=False)
class WeightedCounts(Weighted, Sum):
    """The weights of those in a cell, or of those there with some codes, in the place of how many they are."""

    by: By
    made: Counts

    def item(self, at: int) -> Item:
        changed = {"kind": self.kind, "decimals": self.decimals, "variable": self.quantity.name}
        return self.by.item(self.made.item(at), **changed)

    @property
    def size(self) -> int:
        return self.made.size

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells | None:
        return self.made.along

    def identities(self) -> tuple[str, NDArray[np.generic]]:
        space, keys = self.made.identities()
        return (space + self.by.suffix, keys) if space else ("", np.array([f"{key}{self.by.suffix}" for key in keys]))


@dataclass(frozen=True, slots=True, eq=False)
class WeightedSum(Weighted, Sum):
    """The sum of a quantity times the weight, which is `quantity` here; `plain` is the item without weights."""

    by: By
    plain: Item

    def item(self, at: int) -> Item:
        return self.by.item(self.plain, decimals=self.decimals)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedMean(Weighted, Mean):
    """The weighted sum of a quantity over the weights of the rows that state it."""

    by: By

    def item(self, at: int) -> Item:
        return self.by.item(Mean.item(self, at))

    @property
    def quantities(self) -> tuple[str, ...]:
        return tuple(vector.removeprefix(vector_of("")) for vector in (self.vector, self.below))

    @property
    def vector(self) -> str:
        return vector_of(times(self.quantity.name, self.by.weight.name))

    @property
    def below(self) -> str:
        name, weight = self.quantity.name, self.by.weight.name
        return vector_of(weight if self.quantity.always_stated else times(name + STATED, weight))


@dataclass(frozen=True, slots=True, eq=False)
class WeightedVariance(Weighted, Variance):
    """The weighted mean squared distance of a quantity from its weighted mean."""

    by: By

    def item(self, at: int) -> Item:
        return self.by.item(Variance.item(self, at))

    @property
    def quantities(self) -> tuple[str, ...]:
        return (self.squares.vector.removeprefix(vector_of("")), *self.mean.quantities)

    @property
    def squares(self) -> Squares:
        return WeightedSquares(self.mean, self.by)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedSquares(Weighted, Squares):
    """The weighted mean squared distance of a quantity from the middle of its bounds."""

    by: By

    @property
    def vector(self) -> str:
        return vector_of(times(self.mean.quantity.name + SQUARES, self.by.weight.name))


@dataclass(frozen=True, slots=True, eq=False)
class WeightedPercentage(OfWeights, Percentage):
    """100 × a weighted count over that of a base."""

    by: By

    def item(self, at: int) -> Item:
        return self.by.item(self.only)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedShare(OfWeights, Share):
    """100 × the weights within the range over those of all who state a value."""

    by: By

    def item(self, at: int) -> Item:
        return self.by.item(self.only)


@dataclass(frozen=True, slots=True, eq=False)
class WeightedInequality(OfWeights, Inequality):
    """Inequality among people of which each counts by the weight."""

    by: By

    def item(self, at: int) -> Item:
        return self.by.item(Inequality.item(self, at))


@dataclass(frozen=True, slots=True, eq=False)
class WeightedBelowOthers(OfWeights, BelowOthers):
    """The weights of those below a part of the median of a base."""

    by: By

    def item(self, at: int) -> Item:
        return self.by.item(Inequality.item(self, at))


@dataclass(frozen=True, slots=True, eq=False)
class WeightedQuantiles(OfWeights, Quantiles):
    """Quantiles of which each row counts by its weight, read from running sums of weights."""

    by: By

    def item(self, at: int) -> Item:
        return self.by.item(Quantiles.item(self, at))
