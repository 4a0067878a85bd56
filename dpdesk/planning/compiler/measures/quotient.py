"""Numbers of a table over others of it: an index, whose base is the cell at one code, and the ratio of two measures.

Both are answers of one group over each other, whose joint noise is known: their limits are those of all ratios.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import coded_variable
from dpdesk.planning.compiler.measures.base import COUNT, LARGEST_STEPS, Place, Ratio, label_of, places_of, vector_of
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets, code_range
from dpdesk.planning.compiler.measures.figures import on_axes
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.measures.quantity import contribution, quantity_named
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.problems import problem as problems
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.build import weighted as times
from dpdesk.schema.variables.variable import Variable

_COUNT = Text({"en": "count", "de": "Anzahl"})


@dataclass(frozen=True, slots=True, eq=False)
class Index(Ratio):
    """100 × a count over that of the same cell at one code of a variable."""

    only: Item
    at_code: CodeSets
    kept: frozenset[str]
    by: Variable | None = None

    kind: ClassVar[str] = "index"

    @classmethod
    def of(cls, measure: document.Index, place: Place) -> Index:
        where = place.where.to("base")
        variable = coded_variable(place.dictionary, measure.base.variable, where.to("variable"))
        if not on_axes(variable, place.axes):
            raise BadInput(problem("planning.index_variable", where.to("variable"), variable=variable.name))
        at = variable.position(measure.base.code)
        if at is None:
            code, near = measure.base.code, meant(measure.base.code, variable.codes)
            raise BadInput(
                problem("planning.code_unknown", where.to("code"), code=code, variable=variable.name, near=near)
            )
        label = Text(
            {tag: f"Index: {variable.labels[at].show(tag)} = 100" for tag in ("en", "de", *variable.labels[at])}
        )
        decimals = 1 if measure.decimals is None else measure.decimals
        item = Item(f"index:{variable.name}:{measure.base.code}", label_of(measure, label), cls.kind, decimals)
        return cls(item, CodeSets(variable, ((at,),), "base of an index"), _others(variable, place))

    def item(self, at: int) -> Item:
        return self.only

    @property
    def base_along(self) -> CodeSets:
        return self.at_code

    @property
    def keeps(self) -> frozenset[str]:
        return self.kept

    @property
    def weight(self) -> Variable | None:
        return self.by

    @property
    def quantities(self) -> tuple[str, ...]:
        return () if self.by is None else (self.by.name,)

    @property
    def vector(self) -> str:
        return COUNT if self.by is None else vector_of(self.by.name)

    @property
    def below(self) -> str:
        return self.vector

    @property
    def unit(self) -> Fraction:
        return Fraction(100)

    @property
    def lower(self) -> Fraction | None:
        return Fraction(0)

    @property
    def upper(self) -> Fraction | None:
        return None


def _others(variable: Variable, place: Place) -> frozenset[str]:
    """The variables of a table's axes but those of one root."""
    names = {one.name for axis in place.axes.values() for one in axis.variables}
    return frozenset(name for name in names if place.dictionary.variable(name).root != variable.root)


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One side of a ratio: the sum of a quantity, how many have some codes, or how many there are."""

    quantity: Variable | None
    codes: CodeSets | None
    name: str
    label: Text

    @classmethod
    def of(cls, asked: document.RatioPart, place: Place, side: str) -> Part:
        where = place.where.to(side)
        if asked.variable is None:
            return cls(None, None, "count", _COUNT)
        if not asked.within:
            quantity = quantity_named(place, asked.variable, side)
            return cls(quantity, None, quantity.name, quantity.label)
        variable = coded_variable(place.dictionary, asked.variable, where.to("variable"))
        ranges = [code_range(variable, one, where.to("within", at)) for at, one in enumerate(asked.within)]
        codes = tuple(sorted({at for start, end in ranges for at in range(start, end)}))
        named = "+".join(f"{variable.codes[start]}-{variable.codes[end - 1]}" for start, end in ranges)
        label = Text({tag: f"{variable.label.show(tag)} {named}" for tag in ("en", "de", *variable.label)})
        return cls(None, CodeSets(variable, (codes,), "ratio"), f"{variable.name}:{named}", label)

    def summed(self, weight: Variable | None) -> str | None:
        """What is added up, by name; None for rows."""
        own = None if self.quantity is None else self.quantity.name
        return times(own, weight.name) if own and weight is not None else weight.name if weight is not None else own

    def step(self, weight: Variable | None) -> Fraction:
        """What a whole step of it is worth."""
        own = Fraction(1) if self.quantity is None else self.quantity.step
        return own if weight is None else own * weight.step

    @property
    def negative(self) -> bool:
        """Whether it can be below zero."""
        return self.quantity is not None and contribution(self.quantity)[0] < 0


@dataclass(frozen=True, slots=True, eq=False)
class Quotient(Limited, Ratio):
    """One side over the other, times `per`; of those alone, on both sides, whom the measure counts."""

    only: Item
    top: Part
    bottom: Part
    per: Fraction
    by: Variable | None = None

    kind: ClassVar[str] = "ratio"

    @classmethod
    def of(cls, measure: document.RatioOf, place: Place) -> Quotient:
        top, bottom = (Part.of(getattr(measure, side), place, side) for side in ("top", "bottom"))
        if top.name == bottom.name:
            raise BadInput(problem("planning.ratio_of_one", place.where.to("bottom")))
        per = parse_exact(measure.per)
        if per <= 0:
            raise BadInput(problem("planning.above_zero", place.where.to("per")))
        tags = dict.fromkeys(["en", "de", *top.label, *bottom.label])
        over = {"de": "je"}
        label = Text({tag: f"{top.label.show(tag)} {over.get(tag, 'per')} {bottom.label.show(tag)}" for tag in tags})
        if per != 1:
            label = Text({tag: f"{text} × {format_exact(per)}" for tag, text in label.items()})
        decimals = max(places_of(per), 2) if measure.decimals is None else measure.decimals
        code, limit = f"ratio:{top.name}:{bottom.name}:{format_exact(per)}", Limit.of(measure, place)
        item = Item(code, label_of(measure, label), cls.kind, decimals)
        return cls(item if limit is None else limit.item(item), top, bottom, per, limit=limit)

    def require_whole(self, dictionary: Dictionary, where: problems.Place) -> None:
        """Refuse products that an integer of 64 bits does not hold."""
        for side, part in (("top", self.top), ("bottom", self.bottom)):
            name = part.summed(self.by)
            if part.quantity is not None and self.by is not None and name is not None:
                product = dictionary.variable(name)
                if max(abs(product.lower_steps), abs(product.upper_steps)) > LARGEST_STEPS:
                    raise BadInput(
                        problem("planning.products_too_large", where.to(side), name=part.name, weight=self.by.name)
                    )

    def item(self, at: int) -> Item:
        return self.only

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells | None:
        return self._of(self.top)

    @property
    def base_along(self) -> CodeRanges | CodeSets | CodeCells | None:
        return self._of(self.bottom)

    def _of(self, part: Part) -> CodeRanges | CodeSets | CodeCells | None:
        """Whom a side counts."""
        limit = None if self.limit is None else self.limit.cells
        return limit if part.codes is None else self.met(part.codes)

    @property
    def weight(self) -> Variable | None:
        return self.by

    @property
    def quantities(self) -> tuple[str, ...]:
        names = [part.summed(self.by) for part in (self.top, self.bottom)]
        return tuple(dict.fromkeys(name for name in names if name is not None))

    @property
    def vector(self) -> str:
        name = self.top.summed(self.by)
        return COUNT if name is None else vector_of(name)

    @property
    def below(self) -> str:
        name = self.bottom.summed(self.by)
        return COUNT if name is None else vector_of(name)

    @property
    def unit(self) -> Fraction:
        return self.per * self.top.step(self.by) / self.bottom.step(self.by)

    @property
    def lower(self) -> Fraction | None:
        return None if self.top.negative or self.bottom.negative else Fraction(0)

    @property
    def upper(self) -> Fraction | None:
        return None
