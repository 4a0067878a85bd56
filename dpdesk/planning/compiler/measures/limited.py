"""Measures with a universe of their own: those of a cell with some codes, "of these, employed".

The codes are one more set that a query is met with, as the universe of a table is, but of this measure alone: its
answers are further queries of the group, and nothing else of it changes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import coded_variable
from dpdesk.planning.compiler.measures.base import Place
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets, code_range
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems import problem as problems
from dpdesk.problems.problem import problem
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

_THESE = {"en": "of these {codes}", "de": "davon {codes}"}
_MANY = 3
"""Codes that a label lists; more of them are called by the variable."""


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """Whom a measure counts of a cell; `named`: the plan has a label of its own for it."""

    cells: CodeCells
    code: str
    label: Text
    named: bool

    @classmethod
    def of(cls, measure: document.LimitedRecord, place: Place) -> Limit | None:
        """What a plan says; None for everybody. Raises BadInput for what is no condition, or leaves nobody."""
        if not measure.where:
            return None
        where = place.where.to("where")
        if measure.expanded or measure.controlled:
            raise BadInput(problem("planning.where_alone", where))
        found: dict[str, tuple[Variable, set[int]]] = {}
        for number, condition in enumerate(measure.where):
            variable, codes = _codes(condition, place, where.to(number))
            met = found.get(variable.name, (variable, codes))[1] & codes
            if not met:
                raise BadInput(problem("planning.where_nobody", where))
            found[variable.name] = variable, met
        every = {name: (variable, sorted(codes)) for name, (variable, codes) in found.items()}
        sets = tuple(CodeSets(variable, (tuple(codes),), "of these") for variable, codes in every.values())
        code = ",".join(f"{name}={_written(variable, codes)}" for name, (variable, codes) in every.items())
        words = [_words(variable, codes) for variable, codes in every.values()]
        tags = dict.fromkeys(["en", "de", *(tag for text in words for tag in text)])
        told = {tag: ", ".join(text.show(tag) for text in words) for tag in tags}
        label = Text({tag: _THESE.get(tag, _THESE["en"]).format(codes=text) for tag, text in told.items()})
        return cls(CodeCells(sets), f":where:{code}", label, measure.label is not None)

    def item(self, plain: Item) -> Item:
        """The item of the measure with its limit."""
        label = plain.label
        if not self.named:
            tags = dict.fromkeys([*label, *self.label])
            label = Text({tag: f"{label.show(tag)}, {self.label.show(tag)}" for tag in tags})
        return replace(plain, code=plain.code + self.code, label=label)


@dataclass(frozen=True, slots=True, eq=False)
class Limited:
    """A measure that may count those of a cell alone who have some codes."""

    limit: Limit | None = field(default=None, kw_only=True)

    @property
    def along(self) -> CodeRanges | CodeSets | CodeCells | None:
        return None if self.limit is None else self.limit.cells

    def met(self, codes: CodeRanges | CodeSets) -> CodeRanges | CodeSets | CodeCells:
        """Sets of codes of those whom the measure counts."""
        return codes if self.limit is None else CodeCells((codes, *self.limit.cells.each))

    def limited(self, plain: Item) -> Item:
        """An item as it is called here."""
        return plain if self.limit is None else self.limit.item(plain)

    @property
    def limit_code(self) -> str:
        """What the codes of its items end in."""
        return "" if self.limit is None else self.limit.code


def _codes(condition: document.Condition, place: Place, where: problems.Place) -> tuple[Variable, set[int]]:
    variable = coded_variable(place.dictionary, condition.variable, where.to("variable"))
    if condition.codes is None:
        return variable, set(range(*code_range(variable, condition, where)))
    found = set()
    for code in condition.codes:
        at = variable.position(code)
        if at is None:
            near = meant(code, variable.codes, "")
            raise BadInput(
                problem("planning.code_unknown", where.to("codes"), code=code, variable=variable.name, near=near)
            )
        found.add(at)
    return variable, found


def _written(variable: Variable, codes: Sequence[int]) -> str:
    names = [variable.codes[at] for at in codes]
    neighbours = len(codes) > 2 and codes[-1] - codes[0] + 1 == len(codes) and codes[-1] < variable.ordered
    return f"{names[0]}..{names[-1]}" if neighbours else "+".join(names)


def _words(variable: Variable, codes: Sequence[int]) -> Text:
    """Codes as a reader would say them: their labels, or from the first to the last."""
    labels = [variable.labels[at] for at in codes]
    tags = dict.fromkeys([tag for label in (*labels, variable.label) for tag in label] + ["en", "de"])
    if codes[-1] - codes[0] + 1 == len(codes) > 2 and codes[-1] < variable.ordered:
        ends = labels[0], labels[-1]
        to = {"de": "bis"}
        return Text(
            {
                tag: f"{variable.label.show(tag)} {ends[0].show(tag)} {to.get(tag, 'to')} {ends[1].show(tag)}"
                for tag in tags
            }
        )
    if len(codes) > _MANY:
        some = {"de": "{n} Codes von {name}"}
        return Text(
            {
                tag: some.get(tag, "{n} codes of {name}").format(n=len(codes), name=variable.label.show(tag))
                for tag in tags
            }
        )
    either = {"de": " oder "}
    return Text({tag: either.get(tag, " or ").join(label.show(tag) for label in labels) for tag in tags})
