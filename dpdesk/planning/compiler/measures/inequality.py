"""Gini coefficient, shares of fifths in all income, and the share below a part of the own median, from bins."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.measures.base import Measured, Place, about, label_of
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets, Running, ordered_variable
from dpdesk.planning.compiler.measures.limited import Limit, Limited
from dpdesk.planning.compiler.measures.percentage import base_code, kept_by
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.postprocess.limits.inequality import Band, Bounds, Spread
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.problems.problem import phrase, problem
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

_GINI = {"en": "Gini coefficient (0 to 100)", "de": "Gini-Koeffizient (0 bis 100)"}
_FIFTHS = (
    {"en": "Share of the lowest fifth", "de": "Anteil des untersten Fünftels"},
    {"en": "Share of the second fifth", "de": "Anteil des zweiten Fünftels"},
    {"en": "Share of the third fifth", "de": "Anteil des dritten Fünftels"},
    {"en": "Share of the fourth fifth", "de": "Anteil des vierten Fünftels"},
    {"en": "Share of the highest fifth", "de": "Anteil des obersten Fünftels"},
)


@dataclass(frozen=True, slots=True, eq=False)
class Inequality(Limited, Measured):
    """Read from running counts over the bins of a variable; each item is a number between 0 and 100."""

    running: Running
    asked: str
    part: Fraction
    decimals: int
    label: Text | None

    kind: ClassVar[str] = "inequality"
    by_line: ClassVar[bool] = True

    @classmethod
    def of(cls, measure: document.Gini | document.QuintileShares | document.AtRisk, place: Place) -> Inequality:
        variable = ordered_variable(place.dictionary, measure.variable, phrase("planning.a_quantile"), place.where)
        where = place.where.to("variable")
        if not variable.edges:
            raise BadInput(problem("planning.no_numbers", where, variable=variable.name))
        if variable.edges[0] < 0:
            raise BadInput(problem("planning.bins_below_0", where, variable=variable.name))
        part = parse_exact(measure.part) if isinstance(measure, document.AtRisk) else Fraction(0)
        if isinstance(measure, document.AtRisk) and not 0 < part <= 1:
            raise BadInput(problem("planning.part_of_median", place.where.to("part")))
        decimals = 1 if measure.decimals is None else measure.decimals
        label = label_of(measure, Text({})) if measure.label else None
        made = Running.of(variable), measure.kind, part, decimals, label
        limit = Limit.of(measure, place)
        if isinstance(measure, document.AtRisk) and measure.base is not None:
            return BelowOthers(*made, kept_by(measure.base, place), base_code(measure.base), limit=limit)
        return cls(*made, limit=limit)

    @property
    def variable(self) -> Variable:
        """The variable it is of."""
        return self.running.variable

    @property
    def size(self) -> int:
        return len(_FIFTHS) if self.asked == "quintile_shares" else 1

    def item(self, at: int) -> Item:
        name = self.variable.name
        if self.asked == "gini":
            code, words = f"gini:{name}", _GINI
        elif self.asked == "quintile_shares":
            code, words = f"fifth:{name}:{at + 1}", _FIFTHS[at]
        else:
            percent = format_exact(self.part * 100)
            code = f"at_risk:{name}:{format_exact(self.part)}"
            words = {"en": f"Share below {percent} % of the median", "de": f"Anteil unter {percent} % des Medians"}
            if isinstance(self, BelowOthers):
                code = f"{code}:{self.base}"
                words = _of_others(self.base, words)
        label = about(words, self.variable)
        if self.label is not None:
            label = Text({tag: f"{text} {at + 1}" if self.size > 1 else text for tag, text in self.label.items()})
        kind = "gini" if self.asked == "gini" else "percentage"
        return self.limited(Item(code, label, kind, self.decimals, name))

    @property
    def rows(self) -> int:
        return int(self.running.ends.size)

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells:
        return self.met(self.running)

    def bounds(self, band: Band) -> list[Bounds]:
        """The least and the most that each item can be, as shares; not of shares below a part of a median."""
        if self.asked == "gini":
            return [band.gini()]
        return [band.share(at / 5, (at + 1) / 5) for at in range(5)]

    def values(self, spread: Spread, others: Spread) -> list[float]:
        """Each item where people are spread evenly over their bins, as shares; `others` have the median."""
        if self.asked == "gini":
            return [spread.gini()]
        if self.asked == "quintile_shares":
            return [spread.share(at / 5, (at + 1) / 5) for at in range(5)]
        return [spread.below_line(float(self.part) * others.median())]


@dataclass(frozen=True, slots=True, eq=False)
class BelowOthers(Inequality):
    """The share below a part of the median of a base, which keeps the variables `kept` of the cell.

    The base is everybody there, whomever the share is of.
    """

    kept: frozenset[str]
    base: str

    based: ClassVar[bool] = True

    @property
    def base_along(self) -> Running:
        return self.running

    @property
    def rows_of_base(self) -> int:
        return self.rows

    @property
    def keeps(self) -> frozenset[str]:
        return self.kept


def _of_others(base: str, words: dict[str, str]) -> dict[str, str]:
    """Whose median it is."""
    whole = {
        "table": ("of the table", "der Tabelle"),
        "page": ("of the page", "der Seite"),
        "row": ("of the row", "der Zeile"),
        "column": ("of the column", "der Spalte"),
    }
    named = base.partition(":")[2].replace("+", ", ")
    said = whole.get(base, (f"within {named}", f"innerhalb von {named}"))
    return {tag: f"{text} {added}" for (tag, text), added in zip(words.items(), said, strict=True)}
