"""Releases of one account beside each other: how each was drawn, and whether a table of all of them asks the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.ledger.reservation import StoredRelease
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.compiler.shells import Shell
from dpdesk.planning.compiler.space import names_in
from dpdesk.planning.document.model import Rate
from dpdesk.planning.document.plan import Plan, meaning_of
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import problem
from dpdesk.release.canonical import codes_in_order, variables_of
from dpdesk.release.finish import measured
from dpdesk.release.reading.answers import printed_margins
from dpdesk.release.result import EXACT, IMPOSSIBLE, NOT_ESTIMABLE, Release, TableResult
from dpdesk.release.sealed import Sealed, opened, unpack
from dpdesk.release.series.margins import margins_of_sum
from dpdesk.release.stored import as_release, stored_plan

Values = NDArray[np.float64]

Shares = tuple[tuple[str, ...], dict[tuple[str, ...], Fraction]]
"""Variables, and by a code of each a share of the whole; what is 0 is left out."""

_HOW = frozenset({"group"})
"""What of a table's record says how it is measured, and not what is asked."""


@dataclass(frozen=True, slots=True, eq=False)
class TableBeside:
    """A table worked out of that table in several releases, in the shape of its shell.

    `values` are by name, in the order of the columns of its file: the number itself first, then its limits `lower` and
    `upper` and its `margin`, then others. NaN and the flag say where there is none.
    """

    shell: Shell
    values: Mapping[str, Values]
    flag: NDArray[np.object_]


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """Tables worked out of several releases, of which `release` is the last; `kind` is "change" or "total".

    `left_out` are tables that only some of the releases have.
    """

    kind: str
    release: Release
    earlier: tuple[Release, ...]
    tables: tuple[TableBeside, ...]
    left_out: tuple[str, ...]


@dataclass(slots=True, eq=False)
class Side:
    """One of several releases: what it published, and how it was drawn."""

    stored: StoredRelease
    release: Release
    chosen: ChosenPlan
    sealed: Sealed
    tables: Mapping[str, TableMap]
    results: Mapping[str, TableResult]
    _apart: dict[Fraction, dict[str, TableResult]] = field(default_factory=dict)

    @classmethod
    def of(cls, stored: StoredRelease) -> Side:
        """Make it of what the ledger keeps; BadInput if it was withdrawn.

        Raises:
            DpdeskError: another version of the program drew it by a method that this one does not know.
        """
        if stored.withdrawn is not None:
            raise BadInput(problem("release.change_withdrawn", release=stored.release_id))
        plan, release = stored_plan(stored.plan_json, stored.dictionary_json), as_release(stored)
        chosen = Forecaster(opened(stored.sealed)[1]).choose(plan)
        sealed = unpack(stored.sealed, chosen.decoders)  # refuses what was drawn by another method than is known here
        tables = {table.shell.name: table for table in chosen.compiled.tables}
        return cls(stored, release, chosen, sealed, tables, {table.shell.name: table for table in release.tables})

    def apart(self, name: str, level: Fraction) -> TableResult:
        """A table read off its own measurements at another level."""
        if level not in self._apart:
            read = measured(self.chosen, self.sealed, level)
            self._apart[level] = {table.shell.name: table for table in read}
        return self._apart[level][name]

    def drawn(self, name: str) -> bool:
        """Whether the quantiles of a table were drawn."""
        return self.chosen.groups[self.tables[name].group].drawn is not None


def common(sides: Sequence[Side]) -> tuple[list[str], tuple[str, ...]]:
    """The tables that all releases have, in the order of the last one, and those that only some have.

    Raises:
        BadInput: they have none in common, or one of them asks for something else in another release.
    """
    last = sides[-1]
    names = [name for name in last.results if all(name in side.results for side in sides)]
    if not names:
        first = sides[0].stored.release_id
        raise BadInput(problem("release.change_none", release=last.stored.release_id, earlier=first))
    for side in sides[:-1]:
        for name in names:
            _require_same_cells(last, side, name)
    return names, tuple(sorted({name for side in sides for name in side.results} - {*names}))


def _require_same_cells(now: Side, before: Side, name: str) -> None:
    """Refuse tables of which a cell of the one is not the same question as that cell of the other."""
    last, first = now.stored.release_id, before.stored.release_id
    label = now.results[name].shell.label
    if any(side.chosen.groups[side.tables[name].group].detail is not None for side in (now, before)):
        raise BadInput(problem("release.change_detail", table=label))
    if now.chosen.plan.level != before.chosen.plan.level:
        raise BadInput(problem("release.change_level", release=last, earlier=first))
    shells = [side.results[name].shell for side in (now, before)]
    shapes = [(shell.shape, variables_of(shell)) for shell in shells]
    codes = map(codes_in_order, shells)
    same = shapes[0] == shapes[1] and _meant(now, name) == _meant(before, name)
    if not same or any(a != b for a, b in zip(*codes, strict=True)):
        raise BadInput(problem("release.change_cells", table=label, release=last, earlier=first))
    standards = [_standards(side.chosen.plan, name) for side in (now, before)]
    for standard in standards[0]:
        if standards[0][standard] != standards[1].get(standard):
            raise BadInput(problem("release.change_standard", table=label, name=standard, release=last, earlier=first))


def _standards(plan: Plan, name: str) -> dict[str, Shares]:
    """The weights by which rates of a table are standardised: by name, each code's share of their sum.

    Populations and factors are of their day, and may be others in another release; a standard is what makes rates of
    several days comparable.
    """
    table = next(entry for entry in plan.record.tables if entry.name == name)
    used = {measure.standard for measure in table.measures if isinstance(measure, Rate)}
    found: dict[str, Shares] = {}
    for figures in plan.record.public_figures:
        if figures.name in used:
            weights = {tuple(row.codes): parse_exact(row.figure) for row in figures.rows}
            whole = sum(weights.values())
            shares = {codes: weight / whole for codes, weight in weights.items() if weight}
            found[figures.name] = tuple(figures.variables), shares
    return found


def _meant(side: Side, name: str) -> object:
    """What a table asks: its record, and what it names and its group counts by, as the dictionary means it.

    Groups of codes and factors of a weighted sum are named by the record alone.
    """
    plan, table = side.chosen.plan, side.tables[name]
    record = next(entry for entry in plan.record.tables if entry.name == name)
    group = side.chosen.groups[table.group].compiled
    asked = {key: value for key, value in meaning_of(record).items() if key not in _HOW}
    used = {*group.domain.variables, *names_in(record, plan.record.public_figures)}
    dictionary = plan.dictionary.meaning
    variables = {variable: dictionary["variables"][variable] for variable in sorted(used)}
    return asked, variables, dictionary["unit"]


def margins(sides: Sequence[Side], name: str, recipe: int) -> Values:
    """The margins of sums or differences of the answers of one recipe of a table, in the unit of the measure."""
    recipes = [side.tables[name].recipes[recipe] for side in sides]
    unit = float(recipes[-1].measured.unit)
    parts = [
        (
            side.chosen.noises[side.tables[name].group][side_recipe.measured.vector],
            side_recipe.rows,
            float(side_recipe.measured.unit) / unit,
        )
        for side, side_recipe in zip(sides, recipes, strict=True)
    ]
    return printed_margins(margins_of_sum(parts, sides[-1].chosen.plan.level)) * unit


def flags(sides: Sequence[Side], name: str, number: Values, lower: Values) -> NDArray[np.object_]:
    """Impossible where it is so in any release, exact where in all, not estimable where there is no number."""
    by_side = [side.results[name].flag.astype(str) for side in sides]
    flag = np.full(number.shape, "", dtype=object)
    flag[np.all([np.char.find(letters, EXACT) >= 0 for letters in by_side], axis=0)] = EXACT
    flag[np.isnan(number) | np.isnan(lower)] = NOT_ESTIMABLE
    flag[np.any([np.char.find(letters, IMPOSSIBLE) >= 0 for letters in by_side], axis=0)] = IMPOSSIBLE
    return flag


def without(flag: NDArray[np.object_], values: Sequence[Values]) -> None:
    """Take away the numbers of cells that are impossible or not estimable, and the signs of zeros."""
    missing = (flag != "") & (flag != EXACT)
    for array in values:
        array[missing] = np.nan
        array += 0.0
