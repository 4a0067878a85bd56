"""Counts adjusted to public figures: of each cell of a control, the figure times the noisy share of a part of it.

A cell of a table counts parts n(c, h) of cells h of the control, of which the file has n(h) and the public figures say
N(h); it shows Σ N(h)·n(c, h)/n(h). Of a cell h that is all in it that is N(h) itself, which bears no noise.
docs/proofs/controls.md
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.boxes import NO_ROW, Rows
from dpdesk.planning.compiler.measures.base import FromFigures, Measured, Place, beside
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeSets
from dpdesk.planning.compiler.measures.count import Count
from dpdesk.planning.compiler.measures.figures import Figures, named, within
from dpdesk.planning.compiler.measures.weighted import WeightedCounts
from dpdesk.planning.compiler.shells import Item
from dpdesk.planning.document import model as document
from dpdesk.problems import problem as problems
from dpdesk.problems.problem import phrase, problem
from dpdesk.schema.variables.variable import Variable

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Controlled(FromFigures):
    """Σ public figure × share of the cells of a control, k of them, whose public figures are `known`.

    Its rows are those of the parts, k of them, and then those of the whole cells of the control.
    """

    cells: CodeCells
    known: Values
    control: str

    and_whole: ClassVar[bool] = True

    @property
    def rows(self) -> int:
        return 2 * self.known.size

    @property
    def along(self) -> CodeCells:
        return self.cells

    def blank(self, nobody: NDArray[np.bool_]) -> NDArray[np.bool_]:
        return np.asarray(nobody[..., : self.known.size].all(axis=3, keepdims=True))

    def parts(self, rows: Rows) -> tuple[Rows, Rows]:
        """The rows of the parts of the control's cells, and of these themselves, each (…, k)."""
        return rows[..., : self.known.size], rows[..., self.known.size :]

    def divided(self, rows: Rows) -> NDArray[np.bool_]:
        """Which cells of the control are in a cell in part, so that their share bears noise (…, k)."""
        part, whole = self.parts(rows)
        return np.asarray((part != NO_ROW) & (part != whole))

    def public(self, rows: Rows) -> NDArray[np.bool_]:
        """Which cells are public figures alone, and bear no noise (…, 1)."""
        return np.asarray(~self.divided(rows).any(axis=-1, keepdims=True))

    def taken(self, rows: Rows) -> Values:
        """What cells of the control that are in a cell as a whole come to (…)."""
        part, whole = self.parts(rows)
        return np.asarray(((part == whole) & (part != NO_ROW)) @ self.known)


def controlled(inner: Measured, measure: document.Measure, place: Place) -> Measured:
    """A measure adjusted to public figures, the measure itself where it names none.

    Raises:
        BadInput: what is no count, or is multiplied by public figures already; figures that do not say whom they count.
    """
    name = measure.controlled
    if name is None:
        return inner
    where = place.where.to("controlled")
    counts = inner.made if isinstance(inner, WeightedCounts) else inner
    if (
        isinstance(measure, document.Rate)
        or not isinstance(inner, Count | WeightedCounts)
        or not isinstance(counts, Count)
    ):
        raise BadInput(problem("planning.not_controlled", where))
    figures = named(place, name, "controlled")
    found = _cells(figures, place)
    sets = zip(figures.variables, zip(*found, strict=True), strict=True)
    each = tuple(CodeSets(variable, tuple((code,) for code in codes), f"control {name}") for variable, codes in sets)
    known = np.array([float(figures.code(codes, where)) for codes in found])
    words = {"en": "controlled", "de": "an Eckwerte gebunden"}
    plain = inner.item(0)
    label = plain.label if measure.label else beside(plain.label, words)
    item = Item(f"{plain.code}:controlled:{name}", label, plain.kind, measure.decimals or 0)
    return Controlled(inner, item, CodeCells(each), known, name)


def require_agreeing(named: Sequence[Figures], place: problems.Place) -> None:
    """Refuse controls of one population that contradict one another: figures over variables that two have in common.

    Looked at are those that have a figure for every combination of codes that state something.

    Raises:
        BadInput: the first contradiction.
    """
    for number, one in enumerate(named):
        for other in named[:number]:
            common = [name for name in _names(one) if name in _names(other)]
            left, right = (_margin(figures, common) for figures in (one, other))
            for codes in left if right else ():
                if left[codes] != right.get(codes):
                    words = ", ".join(codes) or phrase("planning.control_all")
                    raise BadInput(
                        problem("planning.controls_contradict", place, name=one.name, other=other.name, codes=words)
                    )


def _names(figures: Figures) -> list[str]:
    return [variable.name for variable in figures.variables]


def _margin(figures: Figures, names: Sequence[str]) -> dict[tuple[str, ...], Fraction]:
    """The public figures added up over all but some variables; none where one is lacking."""
    roots = zip(figures.variables, figures.roots, strict=True)
    stated = [
        [number for number, member in enumerate(variable.members) if any(root.missing[one] is None for one in member)]
        for variable, root in roots
    ]
    found: dict[tuple[str, ...], Fraction] = {}
    for cell in product(*stated):
        if cell not in figures.known:
            return {}
        pairs = zip(figures.variables, cell, strict=True)
        codes = tuple(variable.codes[at] for variable, at in pairs if variable.name in names)
        found[codes] = found.get(codes, Fraction(0)) + figures.known[cell]
    return found


def _cells(figures: Figures, place: Place) -> list[tuple[int, ...]]:
    """The cells of a control that a table's universe does not leave out, and in which there is somebody."""
    where = place.where.to("controlled")
    codes = [
        _codes(variable, root, within(variable, place.universe, place.dictionary, place.table), figures, place)
        for variable, root in zip(figures.variables, figures.roots, strict=True)
    ]
    found = [cell for cell in product(*codes) if figures.code(cell, where)]
    if not found:
        raise BadInput(problem("planning.control_zero", where, name=figures.name))
    return found


def _codes(variable: Variable, root: Variable, wanted: frozenset[int], figures: Figures, place: Place) -> Sequence[int]:
    """The codes of a control's variable that state something and meet a universe; all that it leaves is in one."""
    stated = frozenset(number for number, kind in enumerate(root.missing) if kind is None)
    members = [frozenset(member) & stated for member in variable.members]
    left = (wanted & stated).difference(*members)
    if left:
        code = root.codes[min(left)]
        raise BadInput(
            problem(
                "planning.control_gap", place.where.to("controlled"), name=figures.name, variable=root.name, code=code
            )
        )
    return [number for number, member in enumerate(members) if member & wanted]
