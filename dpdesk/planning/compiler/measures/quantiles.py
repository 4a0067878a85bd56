"""The median and other quantiles of a variable with bins, read from its cumulative counts or drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.measures.base import Measured, Place, about, places_of
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets, Running, ordered_variable
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.problems.problem import phrase, problem
from dpdesk.schema.text import Text
from dpdesk.schema.variables.coding import GroupCoding, MembersCoding, NumberCoding
from dpdesk.schema.variables.variable import Variable

_LABELS = {
    "1/4": {"en": "Lower quartile", "de": "Unteres Quartil"},
    "1/2": {"en": "Median", "de": "Median"},
    "3/4": {"en": "Upper quartile", "de": "Oberes Quartil"},
}


@dataclass(frozen=True, slots=True, eq=False)
class Quantiles(Limited, Measured):
    """The q-quantiles of a variable, one for each q of `at`; a label given stands before each q if `numbered`."""

    running: Running
    at: tuple[Fraction, ...]
    decimals: int
    label: Mapping[str, str] | None
    numbered: bool

    kind: ClassVar[str] = "quantile"
    by_line: ClassVar[bool] = True

    @classmethod
    def of(cls, measure: document.Median | document.Quantiles, place: Place) -> Quantiles:
        variable = ordered_variable(place.dictionary, measure.variable, phrase("planning.a_quantile"), place.where)
        if not variable.edges:
            raise BadInput(problem("planning.no_numbers", place.where.to("variable"), variable=variable.name))
        at = measure.at if isinstance(measure, document.Quantiles) else ["1/2"]
        points = tuple(parse_exact(text) for text in at)
        for number, point in enumerate(points):
            if not 0 < point < 1:
                raise BadInput(problem("planning.quantile_between", place.where.to("at", number)))
        decimals = _edge_places(variable) if measure.decimals is None else measure.decimals
        limit = Limit.of(measure, place)
        return cls(Running.of(variable), points, decimals, measure.label, len(points) > 1, limit=limit)

    @property
    def size(self) -> int:
        return len(self.at)

    @property
    def points(self) -> bool:
        """Whether the bins are single whole numbers: a quantile has no place inside them."""
        return not _in_bins(self.variable.coding) and _unit_steps(self.variable.edges)

    def item(self, at: int) -> Item:
        q, variable = format_exact(self.at[at]), self.variable
        label = about(_LABELS.get(q, {"en": f"Quantile {q}", "de": f"{q}-Quantil"}), variable)
        if self.label:
            label = Text({tag: f"{text} {q}" if self.numbered else text for tag, text in self.label.items()})
        item = Item(f"quantile:{variable.name}:{q}", label, self.kind, self.decimals, variable.name, self.at[at])
        return self.limited(item)

    @property
    def variable(self) -> Variable:
        """The variable they are of."""
        return self.running.variable

    @property
    def rows(self) -> int:
        return self.running.ends.size

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells:
        return self.met(self.running)


def _edge_places(variable: Variable) -> int:
    """Decimal places of a variable's bin edges."""
    return max(places_of(Fraction(1, denominator)) for denominator in {edge.denominator for edge in variable.edges})


def _in_bins(coding: object) -> bool:
    """Whether a variable, or what it groups, has bins of real numbers; of a recode they may be one wide."""
    if isinstance(coding, GroupCoding):
        return _in_bins(coding.base)
    if isinstance(coding, MembersCoding):
        return _in_bins(coding.of)
    return isinstance(coding, NumberCoding) and coding.closed


def _unit_steps(edges: tuple[Fraction, ...]) -> bool:
    """Whether each is one more than the one before, so that all have one denominator."""
    if not edges:
        return True
    first, step = edges[0].numerator, edges[0].denominator
    numerators = range(first, first + step * len(edges), step)
    return all(edge.numerator == due and edge.denominator == step for edge, due in zip(edges, numerators, strict=True))
