"""The domain a group of tables is answered on, and every variable, level and bin as a set of its codes.

The domain is the product of the roots of all variables that the group's tables name in pages, stub, boxhead, universe
or measures; where they name one variable of a root only, a recode into which every code of the root falls, its own
codes are the domain, which is smaller and so costs less. Quantities to be summed are not in the domain. The domain may
have more cells than can be written down: what is counted then are margins of it (margins.py).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import prod

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import coded_variable
from dpdesk.planning.compiler.measures.codes import CodeRanges, CodeSets, code_range
from dpdesk.planning.compiler.shells import Choice
from dpdesk.planning.compiler.subsets import EMPTY, Ids, Subsets
from dpdesk.planning.document import model as document
from dpdesk.planning.document.names import group_label
from dpdesk.problems.problem import Document, Place, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.variables.variable import Variable


class Space:
    """The variables of a group's domain, in the order in which its tables first name them."""

    def __init__(
        self,
        dictionary: Dictionary,
        tables: Sequence[document.TableRecord],
        file: Document,
        name: str,
        figures: Sequence[document.PublicFigures] = (),
    ) -> None:
        """Work out the domain of tables whose variables are known to exist.

        Raises:
            BadInput: the tables name no variable.
        """
        self.dictionary = dictionary
        self.once = any(table.counts == "units" for table in tables)
        """Whether a unit counts once in each cell in which it has a record."""
        named: dict[str, dict[str, Variable]] = {}
        for table in tables:
            for own in names_in(table, figures):
                variable = dictionary.variable(own)
                if not variable.is_quantity:
                    named.setdefault(variable.root, {})[own] = variable
        if not named:
            raise BadInput(problem("planning.no_variable", file.whole, group=group_label(name, tables)))
        self.variables: tuple[Variable, ...] = tuple(_spanning(dictionary, root, own) for root, own in named.items())
        self.shape = tuple(variable.size for variable in self.variables)
        self.cells = prod(self.shape)
        self.roots = tuple(named)
        self.sets = tuple(Subsets(size) for size in self.shape)
        self._place = {root: number for number, root in enumerate(self.roots)}
        self._of_code: dict[str, Ids] = {}
        self._to_domain = tuple(
            None if variable.name == root else _positions(variable)
            for variable, root in zip(self.variables, self.roots, strict=True)
        )

    @property
    def records(self) -> bool:
        """Whether its cells hold records."""
        return not self.of_units and not self.once

    @property
    def of_units(self) -> bool:
        """Whether its cells hold units, and not records."""
        return any(variable.of_unit for variable in self.variables)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the variables that span the domain."""
        return tuple(variable.name for variable in self.variables)

    def place(self, variable: Variable) -> int:
        """Return the position in the domain of the variable that a variable is part of."""
        return self._place[variable.root]

    def _number(self, at: int, members: Sequence[int]) -> int:
        """The set of domain codes that some of a root's codes make up."""
        table = self._to_domain[at]
        return self.sets[at].of(members if table is None else sorted({table[member] for member in members}))

    def choice(self, choice: Choice) -> Ids:
        """Return the set of each line that a nested variable contributes."""
        at = self.place(choice.variable)
        return np.array([self._number(at, member) for member in choice.members], dtype=np.int64)

    def total(self, choice: Choice) -> int:
        """Return the set that a nested variable's total counts."""
        return self._number(self.place(choice.variable), choice.total)

    def codes(self, variable: Variable) -> Ids:
        """Return the set of each code of a variable."""
        found = self._of_code.get(variable.name)
        if found is None:
            at = self.place(variable)
            if variable.name == self.variables[at].name:
                found = self.sets[at].singles(variable.size)
            else:
                found = np.array([self._number(at, member) for member in variable.members], dtype=np.int64)
            self._of_code[variable.name] = found
        return found

    def along(self, codes: CodeRanges | CodeSets) -> Ids:
        """Return the sets of codes as sets of the domain."""
        variable = codes.variable
        at = self.place(variable)
        subsets = self.sets[at]
        if isinstance(codes, CodeSets):
            return np.array([self._union(at, variable, own) for own in codes.sets], dtype=np.int64)
        own = self.codes(variable)[: variable.ordered]
        firsts, lasts = np.divmod(own, subsets.size + 1)
        if own.size and own.min() >= 0 and own.max() < (subsets.size + 1) ** 2 and np.all(lasts[:-1] == firsts[1:]):
            return np.asarray(firsts[codes.starts] * (subsets.size + 1) + lasts[codes.ends - 1], dtype=np.int64)
        pairs = zip(codes.starts.tolist(), codes.ends.tolist(), strict=True)
        return np.array([self._union(at, variable, range(start, end)) for start, end in pairs], dtype=np.int64)

    def _union(self, at: int, variable: Variable, codes: Sequence[int]) -> int:
        return self._number(at, sorted({member for code in codes for member in variable.members[code]}))

    def universe(self, universe: document.Universe | None, table: Place) -> list[int]:
        """Return for each variable of the domain the set a universe leaves.

        Raises:
            BadInput: a code or range the variable lacks, or conditions that leave nobody.
        """
        left = [subsets.full for subsets in self.sets]
        place = table.to("universe")
        for number, condition in enumerate(universe.where if universe else ()):
            here = place.to("where", number)
            variable = coded_variable(self.dictionary, condition.variable, here.to("variable"))
            if condition.codes is None:
                codes: Sequence[int] = range(*code_range(variable, condition, here))
            else:
                codes = [_known(variable, code, here.to("codes")) for code in condition.codes]
            at = self.place(variable)
            left[at] = int(self.sets[at].meet(left[at], self._union(at, variable, codes)))
            if left[at] == EMPTY:
                raise BadInput(problem("planning.nobody", place))
        return left


def names_in(table: document.TableRecord, figures: Sequence[document.PublicFigures]) -> Iterator[str]:
    """Yield the names of all variables a table uses, in its order: pages, stub, boxhead, measures, universe.

    `figures` are the plan's public figures: what is expanded is counted by stratum, what is standardised by age,
    what is controlled by the cells of its control.
    """
    for blocks in (table.pages, table.stub, table.boxhead):
        for block in blocks:
            for nested in block.variables:
                yield nested.variable
    for measure in table.measures:
        for name in (getattr(measure, "variable", None), getattr(measure, "weight", None)):
            if isinstance(name, str):
                yield name
        for own in getattr(measure, "where", None) or ():
            yield own.variable
        sides = (getattr(measure, side, None) for side in ("top", "bottom"))
        yield from (side.variable for side in sides if isinstance(side, document.RatioPart) and side.variable)
        strata = {getattr(measure, field, None) for field in ("expanded", "standard", "controlled")}
        yield from (name for figure in figures if figure.name in strata for name in figure.variables)
    for condition in table.universe.where if table.universe else ():
        yield condition.variable


def _known(variable: Variable, code: str, place: Place) -> int:
    position = variable.position(code)
    if position is None:
        near = meant(code, variable.codes)
        raise BadInput(problem("planning.code_unknown", place, code=code, variable=variable.name, near=near))
    return position


def _spanning(dictionary: Dictionary, root: str, named: dict[str, Variable]) -> Variable:
    """The variable that spans a root's dimension of the domain."""
    whole = dictionary.variable(root)
    if len(named) == 1:
        only = next(iter(named.values()))
        if only.name == root or sum(len(member) for member in only.members) == whole.size:
            return only
    return whole


def _positions(variable: Variable) -> dict[int, int]:
    return {position: code for code, member in enumerate(variable.members) for position in member}
