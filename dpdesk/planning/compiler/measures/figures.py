"""Public figures of a plan, looked up for sets of codes: what a cell's population is, what a stratum's factor.

A line of a table, met with the universe, is a set of codes of each variable that the figures are about; its figure is
the sum of those of its codes. Codes for not stated need none: a figure for everybody is that of those who are known.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.blocks import coded_variable
from dpdesk.planning.compiler.measures.base import Place as MeasurePlace
from dpdesk.planning.compiler.measures.codes import code_range
from dpdesk.planning.compiler.shells import Axis
from dpdesk.planning.document import model as document
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import Place, phrase, problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.file.spelling import meant
from dpdesk.schema.text import Text
from dpdesk.schema.variables.variable import Variable

Codes = frozenset[int]
"""Positions among the codes of a root."""
AXES = ("pages", "stub", "boxhead")


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """Public figures, resolved: one for each combination of codes, by their positions in the code lists."""

    name: str
    label: Text
    variables: tuple[Variable, ...]
    roots: tuple[Variable, ...]
    known: Mapping[tuple[int, ...], Fraction]

    def code(self, codes: tuple[int, ...], place: Place) -> Fraction:
        """The figure of a code of each variable. Raises BadInput where there is none."""
        found = self.known.get(codes)
        if found is None:
            named = ", ".join(variable.codes[at] for variable, at in zip(self.variables, codes, strict=True))
            raise BadInput(problem("planning.figure_missing", place, name=self.name, codes=named))
        return found

    def total(self, sets: Sequence[Codes], place: Place) -> Fraction:
        """The figure of sets of codes, one for each variable; 0 where they have no code that states something.

        Raises:
            BadInput: a code has no figure, or a set has a part of one.
        """
        given = zip(self.variables, self.roots, sets, strict=True)
        inside = [codes_within(variable, root, own, place) for variable, root, own in given]
        return sum((self.code(codes, place) for codes in product(*inside)), Fraction(0))


def named(place: MeasurePlace, name: str, field: str) -> Figures:
    """The public figures that a field of a measure names. Raises BadInput where the plan has none of this name."""
    found = place.figures.get(name)
    if found is None:
        near = meant(name, place.figures, phrase("planning.add_figures"))
        raise BadInput(problem("planning.public_unknown", place.where.to(field), name=name, near=near))
    return found


def codes_within(variable: Variable, root: Variable, wanted: Codes, place: Place) -> list[int]:
    """The codes of a variable that make up a set of codes of its root; what is not stated is left out.

    Raises:
        BadInput: the set has a part of a code.
    """
    found = []
    nothing = {number for number, kind in enumerate(root.missing) if kind is not None}
    for number, members in enumerate(variable.members):
        own = set(members) - nothing
        common = wanted & own
        if not common:
            continue
        if common != own:
            raise BadInput(
                problem("planning.figures_finer", place, variable=variable.name, code=variable.codes[number])
            )
        found.append(number)
    return found


def resolved(records: Sequence[document.PublicFigures], dictionary: Dictionary, place: Place) -> dict[str, Figures]:
    """The public figures of a plan by name.

    Raises:
        BadInput: two of one name, an unknown variable or code, two variables of one root, or two figures of one cell.
    """
    found: dict[str, Figures] = {}
    for number, record in enumerate(records):
        here = place.to(number)
        if record.name in found:
            raise BadInput(problem("planning.public_twice", here.to("name"), name=record.name))
        variables = tuple(coded_variable(dictionary, name, here.to("variables")) for name in record.variables)
        if len({variable.root for variable in variables}) < len(variables):
            raise BadInput(problem("planning.public_root", here.to("variables")))
        known: dict[tuple[int, ...], Fraction] = {}
        for position, row in enumerate(record.rows):
            codes = _codes(row, variables, here.to("rows", position))
            if codes in known:
                raise BadInput(
                    problem("planning.public_row_twice", here.to("rows", position), codes=", ".join(row.codes))
                )
            known[codes] = parse_exact(row.figure)
        label = Text(record.label) if record.label else Text.plain(record.name)
        roots = tuple(dictionary.variable(variable.root) for variable in variables)
        found[record.name] = Figures(record.name, label, variables, roots, known)
    return found


def _codes(row: document.FigureRow, variables: Sequence[Variable], place: Place) -> tuple[int, ...]:
    if len(row.codes) != len(variables):
        raise BadInput(problem("planning.public_width", place, given=len(row.codes), wanted=len(variables)))
    found = []
    for variable, code in zip(variables, row.codes, strict=True):
        at = variable.position(code)
        if at is None:
            near = meant(code, variable.codes)
            raise BadInput(problem("planning.code_unknown", place, code=code, variable=variable.name, near=near))
        found.append(at)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Lines:
    """The cells of a table, by the codes of a variable's root that they count: the different sets, and which is whose.

    `of` has the shape (P, S, B), or 1 in the place of the axes that the variable is not on.
    """

    sets: tuple[Codes, ...]
    of: NDArray[np.int64]


def lines_of(
    variable: Variable,
    axes: Mapping[str, Axis],
    universe: document.Universe | None,
    dictionary: Dictionary,
    table: Place,
) -> Lines:
    """What the cells of a table count of a variable, whether it is on an axis or not."""
    whole = within(variable, universe, dictionary, table)
    for number, name in enumerate(AXES):
        axis = axes[name]
        if any(choice.variable.root == variable.root for block in axis.blocks for choice in block.choices):
            sets: dict[Codes, int] = {}
            of = [sets.setdefault(codes & whole, len(sets)) for codes in _on_axis(axis, variable.root, whole)]
            shape = [1, 1, 1]
            shape[number] = axis.size
            return Lines(tuple(sets), np.array(of, dtype=np.int64).reshape(shape))
    return Lines((whole,), np.zeros((1, 1, 1), dtype=np.int64))


def on_axes(variable: Variable, axes: Mapping[str, Axis]) -> bool:
    """Whether a variable of the same root is on an axis."""
    blocks = [block for axis in axes.values() for block in axis.blocks]
    return any(choice.variable.root == variable.root for block in blocks for choice in block.choices)


def _on_axis(axis: Axis, root: str, whole: Codes) -> list[Codes]:
    """For each line of an axis the codes of a root that it counts."""
    found: list[Codes] = []
    for block in axis.blocks:
        columns = [number for number, choice in enumerate(block.choices) if choice.variable.root == root]
        members = [[frozenset(member) for member in block.choices[column].members] for column in columns]
        known: dict[tuple[int, ...], Codes] = {}
        for line in map(tuple, block.index[:, columns].tolist()):
            if line not in known:
                known[line] = whole.intersection(*(member[at] for member, at in zip(members, line, strict=True)))
            found.append(known[line])
    return found


def within(variable: Variable, universe: document.Universe | None, dictionary: Dictionary, table: Place) -> Codes:
    """The codes of a variable's root that a universe leaves."""
    left = frozenset(range(dictionary.variable(variable.root).size))
    for number, condition in enumerate(universe.where if universe else ()):
        here = table.to("universe", "where", number)
        about = coded_variable(dictionary, condition.variable, here.to("variable"))
        if about.root != variable.root:
            continue
        codes: Sequence[int]
        if condition.codes is None:
            codes = range(*code_range(about, condition, here))
        else:
            codes = [at for at in map(about.position, condition.codes) if at is not None]
        left = left & {member for code in codes for member in about.members[code]}
    return left
