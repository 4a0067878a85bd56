"""What changed between two releases of one account: cell by cell, with limits that know the noise of both.

A change is post-processing of two releases, so it costs nothing and may be made whenever anyone likes. The noise of
two releases is independent, and that of a count or a sum of a quantity is a combination of integers drawn, so the law
of the difference of two unbiased values is that of one longer combination: the margin of the change is its quantile,
for Gaussian noise the root of the sum of squares. Cells that are derived (ratios, quantiles, variances) have limits in
either release at a level whose square is the level of the change; both hold at once as often as that, and with them the
limits of the difference, which are wider than they need be. Quantiles that were drawn have limits at their own level
alone, so their change is not estimable.

The change itself is the difference of the two official estimates, as a reader would work it out; the limits are those
of the unbiased difference, widened to contain it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, sqrt

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.ledger.reservation import StoredRelease
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.planning.compiler.recipes import Recipe, TableMap
from dpdesk.planning.compiler.shells import Shell
from dpdesk.planning.document.plan import meaning_of
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.problems.problem import problem
from dpdesk.release.canonical import codes_in_order, variables_of
from dpdesk.release.finish import measured
from dpdesk.release.reading.answers import printed_margins
from dpdesk.release.reading.cells import outward
from dpdesk.release.result import EXACT, IMPOSSIBLE, NOT_ESTIMABLE, Release, TableResult
from dpdesk.release.sealed import opened, unpack
from dpdesk.release.series.margins import margins_of_difference
from dpdesk.release.stored import as_release, stored_plan

Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class TableChange:
    """The change of one table, in the shape of its shell.

    `now` and `before` are the official estimates; `change` is their difference, `lower` and `upper` its limits and
    `margin` that of the unbiased difference. NaN and the flag say where there is none.
    """

    shell: Shell
    now: Values
    before: Values
    change: Values
    lower: Values
    upper: Values
    margin: Values
    flag: NDArray[np.object_]


@dataclass(frozen=True, slots=True, eq=False)
class Change:
    """What changed from an earlier release to a later one; `left_out` are tables that only one of them has."""

    release: Release
    earlier: Release
    tables: tuple[TableChange, ...]
    left_out: tuple[str, ...]


def change_between(now: StoredRelease, before: StoredRelease) -> Change:
    """The change of every table that two finished releases have in common.

    Raises:
        BadInput: either was withdrawn, they are of different accounts, in the other order, or their tables differ.
    """
    _require_comparable(now, before)
    releases = as_release(now), as_release(before)
    earlier = {table.shell.name: table for table in releases[1].tables}
    common = [table.shell.name for table in releases[0].tables if table.shell.name in earlier]
    if not common:
        raise BadInput(problem("release.change_none", release=now.release_id, earlier=before.release_id))
    sides = _Side.of(now, common), _Side.of(before, common)
    found = []
    for table in releases[0].tables:
        name = table.shell.name
        if name in earlier:
            _require_same_cells(sides, table, earlier[name])
            found.append(_changed(sides, table, earlier[name]))
    every = {table.shell.name for one in releases for table in one.tables}
    return Change(*releases, tuple(found), tuple(sorted(every - {*common})))


def _require_comparable(now: StoredRelease, before: StoredRelease) -> None:
    for one in (now, before):
        if one.withdrawn is not None:
            raise BadInput(problem("release.change_withdrawn", release=one.release_id))
    if now.dataset_id != before.dataset_id:
        raise BadInput(problem("release.change_account", release=now.release_id, earlier=before.release_id))
    if before.entry >= now.entry:
        raise BadInput(problem("release.change_order", release=now.release_id, earlier=before.release_id))


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """One of two releases as it was drawn: its methods, its tables, and what is read off at the level of each side."""

    release_id: str
    chosen: ChosenPlan
    tables: dict[str, TableMap]
    apart: dict[str, TableResult]

    @classmethod
    def of(cls, stored: StoredRelease, names: Sequence[str]) -> _Side:
        """Make it; what is derived is read off anew where some table has any."""
        plan = stored_plan(stored.plan_json, stored.dictionary_json)
        chosen = Forecaster(opened(stored.sealed)[1]).choose(plan)
        tables = {table.shell.name: table for table in chosen.compiled.tables if table.shell.name in names}
        for name, table in tables.items():
            if chosen.groups[table.group].detail is not None:
                raise BadInput(problem("release.change_detail", table=name))
        apart = {}
        if any(not recipe.measured.direct for table in tables.values() for recipe in table.recipes):
            level = _level_of_each(plan.level)
            read = measured(chosen, unpack(stored.sealed, chosen.decoders), level)
            apart = {table.shell.name: table for table in read}
        return cls(stored.release_id, chosen, tables, apart)


def _level_of_each(level: int) -> Fraction:
    """The level, in per cent, at which limits of two independent releases hold for both at once as often as asked."""
    return Fraction(ceil(10_000 * sqrt(level / 100) + 1e-6), 100)


def _require_same_cells(sides: tuple[_Side, _Side], now: TableResult, before: TableResult) -> None:
    """Refuse tables of which a cell of the one is not the same question as that cell of the other."""
    name = now.shell.name
    if sides[0].chosen.plan.level != sides[1].chosen.plan.level:
        raise BadInput(problem("release.change_level", release=sides[0].release_id, earlier=sides[1].release_id))
    shapes = [(one.shell.shape, variables_of(one.shell)) for one in (now, before)]
    meant = [_meant(side, name) for side in sides]
    codes = (codes_in_order(one.shell) for one in (now, before))
    if shapes[0] != shapes[1] or meant[0] != meant[1] or any(a != b for a, b in zip(*codes, strict=True)):
        told = problem("release.change_cells", table=name, release=sides[0].release_id, earlier=sides[1].release_id)
        raise BadInput(told)


def _meant(side: _Side, name: str) -> object:
    """What a table asks: its record, and the variables and quantities of its group as the dictionary means them."""
    plan, table = side.chosen.plan, side.tables[name]
    record = next(one for one in plan.record.tables if one.name == name)
    group = side.chosen.groups[table.group].compiled
    asked = {key: value for key, value in meaning_of(record).items() if key not in _HOW}
    used = {*group.domain.variables, *(one.quantity for one in group.sums)}
    dictionary = plan.dictionary.meaning
    variables = {one: dictionary["variables"].get(one) for one in sorted(used & dictionary["variables"].keys())}
    return asked, variables, dictionary["unit"]


_HOW = frozenset({"group"})
"""What of a table's record says how it is measured, and not what is asked."""


def _changed(sides: tuple[_Side, _Side], now: TableResult, before: TableResult) -> TableChange:
    change, lower, upper, margin = (np.full(now.shell.shape, np.nan) for _ in range(4))
    name = now.shell.name
    tables = sides[0].tables[name], sides[1].tables[name]
    for one, other in zip(tables[0].recipes, tables[1].recipes, strict=True):
        span = one.span
        decimals = now.shell.items[one.start].decimals
        own = now.estimate[..., span] - before.estimate[..., span]
        if one.measured.direct:
            middle = now.unbiased[..., span] - before.unbiased[..., span]
            half = _margin(sides, tables, one, other)
            low, high = middle - half, middle + half
        else:
            a, b = (side.apart[name] for side in sides)
            low, high = a.lower[..., span] - b.upper[..., span], a.upper[..., span] - b.lower[..., span]
            middle = a.unbiased[..., span] - b.unbiased[..., span]
            half = np.maximum(high - middle, middle - low)
            if any(side.chosen.groups[table.group].drawn for side, table in zip(sides, tables, strict=True)):
                low = high = half = np.full(own.shape, np.nan)
        change[..., span] = np.round(own, decimals)
        low, high = outward(np.round(low, 9), np.round(high, 9), decimals)
        lower[..., span] = np.minimum(low, change[..., span])
        upper[..., span] = np.maximum(high, change[..., span])
        margin[..., span] = half
    flag = _flags(now, before, change, lower)
    missing = flag != ""
    missing &= flag != EXACT
    for values in (change, lower, upper, margin):
        values[missing] = np.nan
        values += 0.0  # no negative zero
    return TableChange(now.shell, now.estimate, before.estimate, change, lower, upper, margin, flag)


def _flags(now: TableResult, before: TableResult, change: Values, lower: Values) -> NDArray[np.object_]:
    """Impossible where either is, exact where both are, not estimable where there is no number."""
    flag = np.full(change.shape, "", dtype=object)
    both = [np.char.find(one.flag.astype(str), EXACT) >= 0 for one in (now, before)]
    flag[both[0] & both[1]] = EXACT
    flag[np.isnan(change) | np.isnan(lower)] = NOT_ESTIMABLE
    for one in (now, before):
        flag[np.char.find(one.flag.astype(str), IMPOSSIBLE) >= 0] = IMPOSSIBLE
    return flag


def _margin(sides: tuple[_Side, _Side], tables: tuple[TableMap, TableMap], one: Recipe, other: Recipe) -> Values:
    """The margin of the difference of two answers, in the unit of the measure."""
    noises = [
        side.chosen.noises[table.group][recipe.measured.vector]
        for side, table, recipe in zip(sides, tables, (one, other), strict=True)
    ]
    units = float(one.measured.unit), float(other.measured.unit)
    widths = margins_of_difference(
        (noises[0], one.rows, 1.0), (noises[1], other.rows, units[1] / units[0]), sides[0].chosen.plan.level
    )
    return printed_margins(widths) * units[0]
