"""Which tables of a plan are best answered together: the division into groups whose forecast errors are smallest.

Tables of one group share a part of the budget and one mechanism; tables apart have noise of their own, averaged where
they count the same. Neither is always better: tables that share totals gain together, tables that have little in
common are in each other's way. So divisions are forecast and compared.

What is made small is the geometric mean of the tables' errors, each its typical error over all that it shows (counts,
each sum, ranks of quantiles), so that a table of large figures weighs no more than others. For that mean the best part
of a group is its share of the tables, since every error falls by the same power of the part (but for the rounding of
small noise); parts are chosen so.

The search begins with all together, each apart, those apart that share no variable, and those together that have the
same variables; from the best of them groups that share a variable are joined and tables taken out as long as that
helps, up to `most` divisions. One that ties groups so closely together that numbers may stay unadjusted is worse than
any that does not. A function of plan and dictionary alone: no figure of the data or of a reference enters.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import Cancelled, DpdeskError
from dpdesk.mechanisms.quantiles.linear import rank_error
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.printed import COUNT, Printed, by_statistic, own_noises
from dpdesk.planning.choosing.quantile_methods import compare, lines_of_tables
from dpdesk.planning.choosing.tied import tied
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.measures.quantiles import Quantiles
from dpdesk.planning.compiler.statistics import count_rows
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.exact import format_exact
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.mechanisms.quantiles.mechanism import QuantileMechanism
    from dpdesk.planning.choosing.noise import Noise
    from dpdesk.planning.compiler.compiled import CompiledPlan
    from dpdesk.planning.compiler.recipes import TableMap
    from dpdesk.schema.dictionary import Dictionary

MOST = 40
"""Divisions that are forecast, at most."""
FEW = 16
"""The same where nobody asked."""
MOST_TABLES = 12
"""Tables beyond which groups are not joined or divided one by one."""
BETTER = 0.01
"""Logarithms of mean errors that differ by less are alike; then there are fewer groups."""
_LEAST = 1e-300

Division = tuple[tuple[int, ...], ...]
"""Groups of tables by number, in the order of their first tables."""
Tree = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """What a division makes of a table: the logarithm of its typical error, and the noise of its counts.

    No noise where it shows no counts, or its quantiles are drawn. `rows` are those of its counts.
    """

    error: float
    noise: Noise | None
    rows: NDArray[np.int64]
    level: int

    @property
    def margin(self) -> float | None:
        """The widest noise margin of its counts."""
        return None if self.noise is None else self.noise.widest(self.level, self.rows)


@dataclass(frozen=True, slots=True)
class Grouping:
    """A division, what it makes of each table, and whether it ties groups together (choosing/tied.py)."""

    division: Division
    tables: tuple[Figures, ...]
    tied: bool = False

    @property
    def error(self) -> float:
        """The logarithm of the geometric mean of the tables' errors."""
        return sum(table.error for table in self.tables) / len(self.tables)


@dataclass(frozen=True, slots=True)
class Advice:
    """The best grouping found beside the one the plan has; None for that where it cannot be carried out."""

    best: Grouping
    now: Grouping | None

    @property
    def gain(self) -> float:
        """How many times the errors are larger now, in the geometric mean.

        Infinite where nothing can be told now, or numbers may be unadjusted now and not then.
        """
        if self.now is None or self.unties:
            return math.inf
        return math.exp(self.now.error - self.best.error)

    @property
    def unties(self) -> bool:
        """Whether groups are tied together now, and not in the best grouping."""
        return self.now is not None and self.now.tied and not self.best.tied


def advise(
    tree: Mapping[str, Any], dictionary: Dictionary, bench: Bench, progress: Progress = silent, *, most: int = MOST
) -> Advice | None:
    """The best grouping of a plan's tables, and what the plan's own makes of them. None where none can be forecast.

    A plan's own groups are kept in nothing but `now`; a plan with adaptive detail, or methods named for its groups, has
    been grouped by somebody who knows why, and is not to be brought here.
    """
    search = _Search(dict(tree), dictionary, bench, progress, most)
    best = search.best()
    return None if best is None else Advice(best, search.now())


def regrouped(tree: Mapping[str, Any], division: Division) -> Tree:
    """A plan with its tables in other groups, each named like its first table; all together has no groups."""
    tables = [{key: value for key, value in table.items() if key != "group"} for table in tree["tables"]]
    made = {key: value for key, value in tree.items() if key != "groups"} | {"tables": tables}
    if len(division) == 1:
        return made
    groups = []
    for members in division:
        name = tables[members[0]]["name"]
        groups.append({"name": name, "part": format_exact(Fraction(len(members), len(tables)))})
        for member in members:
            tables[member]["group"] = name
    return made | {"groups": groups}


@dataclass
class _Search:
    tree: Tree
    dictionary: Dictionary
    bench: Bench
    progress: Progress
    most: int
    known: dict[Division, Grouping | None] = field(default_factory=dict)

    def now(self) -> Grouping | None:
        """The division that the plan has."""
        by_group: dict[str | None, list[int]] = {}
        for number, table in enumerate(self.tree["tables"]):
            by_group.setdefault(table.get("group"), []).append(number)
        return self._forecast(self.tree, _ordered(by_group.values()))

    def best(self) -> Grouping | None:
        """The best of the divisions looked at."""
        found = self._least(self._first())
        while found is not None and len(self.tree["tables"]) <= MOST_TABLES:
            better = self._least([found.division, *self._near(found.division)])
            if better is None or better.division == found.division:
                break
            found = better
        return found

    def _first(self) -> list[Division]:
        numbers = range(len(self.tree["tables"]))
        alike: dict[frozenset[str], list[int]] = {}
        for number in numbers:
            alike.setdefault(self._variables[number], []).append(number)
        components = [[number] for number in numbers]
        for first, second in combinations(numbers, 2):
            if self._variables[first] & self._variables[second]:
                one = next(component for component in components if first in component)
                other = next(component for component in components if second in component)
                if one is not other:
                    one += other
                    components.remove(other)
        return [
            _ordered(found) for found in ([[*numbers]], components, alike.values(), [[number] for number in numbers])
        ]

    def _near(self, division: Division) -> Iterator[Division]:
        """Divisions with two groups joined that share a variable, or with a table taken out of its group."""
        used = {own: frozenset[str]().union(*(self._variables[at] for at in own)) for own in division}
        for one, other in combinations(division, 2):
            if used[one] & used[other]:
                yield _ordered([*(own for own in division if own not in (one, other)), one + other])
        for group in division:
            rest = [own for own in division if own != group]
            for at in group if len(group) > 1 else ():
                yield _ordered([*rest, [at], [own for own in group if own != at]])

    @cached_property
    def _variables(self) -> list[frozenset[str]]:
        """The variables each table is made of, its measures' included."""
        return [frozenset(_named(table)) for table in self.tree["tables"]]

    def _least(self, divisions: Sequence[Division]) -> Grouping | None:
        best: Grouping | None = None
        for division in sorted(divisions, key=len):
            found = self._of(division)
            if found is not None and (best is None or _better(found, best)):
                best = found
        return best

    def _of(self, division: Division) -> Grouping | None:
        if division not in self.known and len(self.known) < self.most:
            self.progress("comparing groups", len(self.known) / self.most)
            self.known[division] = self._forecast(regrouped(self.tree, division), division)
        return self.known.get(division)

    def _forecast(self, tree: Tree, division: Division) -> Grouping | None:
        try:
            plan = Plan.from_json(tree, self.dictionary)
            return Grouping(division, figures(plan, self.bench, self.progress), bool(tied(plan, self.bench)))
        except Cancelled:
            raise
        except DpdeskError:
            return None


def _better(found: Grouping, best: Grouping) -> bool:
    return found.tied < best.tied or (found.tied == best.tied and found.error < best.error - BETTER)


def figures(plan: Plan, bench: Bench, progress: Progress = silent) -> tuple[Figures, ...]:
    """What a plan makes of each of its tables. Raises BadInput for a plan that cannot be carried out."""
    compiled = settled(plan, bench.compile(plan), bench, progress)
    mechanisms: list[Mechanism] = []
    drawn: list[QuantileMechanism | None] = []
    for number, group in enumerate(compiled.groups):
        mechanisms.append(bench.chosen(plan, group, progress).built)
        choice = None if group.detail is not None else compare(plan, compiled, number, mechanisms[-1])
        drawn.append(None if choice is None else choice.chosen)
    counting = [
        by_statistic(group, mechanism) if instead is None and group.detail is None else {}
        for group, mechanism, instead in zip(compiled.groups, mechanisms, drawn, strict=True)
    ]
    printed = bench.sharing.printed(compiled, counting)
    return tuple(
        _figures(plan, compiled, table, mechanisms[table.group], drawn[table.group], printed)
        for table in compiled.tables
    )


def _figures(
    plan: Plan,
    compiled: CompiledPlan,
    table: TableMap,
    mechanism: Mechanism,
    drawn: QuantileMechanism | None,
    printed: Printed,
) -> Figures:
    """The errors of a table by kind: its counts, each sum, and the ranks of its quantiles."""
    rows = count_rows(table)
    if drawn is not None:
        return Figures(_log(drawn.rank_error), None, rows, plan.level)
    noises = printed.noises[table.group] or own_noises(compiled.groups[table.group], mechanism)
    errors = []
    if any(not isinstance(recipe.measured, Quantiles) for recipe in table.recipes):
        errors.append(_log(_typical(noises[COUNT], rows)))
    for vector in dict.fromkeys(own.measured.vector for own in table.recipes if own.measured.vector != COUNT):
        added = np.concatenate([own.rows.ravel() for own in table.recipes if own.measured.vector == vector])
        errors.append(_log(_typical(noises[vector], added[added != NO_ROW])))
    lines = lines_of_tables(compiled, [table])
    if lines is not None:
        errors.append(_log(rank_error(mechanism, lines.lines)))
    counted = any(recipe.measured.counts for recipe in table.recipes)
    return Figures(sum(errors) / max(len(errors), 1), noises[COUNT] if counted else None, rows, plan.level)


def _typical(noise: Noise, rows: NDArray[np.int64]) -> float:
    return math.sqrt(float(np.mean(noise.std[rows] ** 2))) if rows.size else 0.0


def _log(error: float) -> float:
    return math.log(max(error, _LEAST))


def _ordered(groups: Iterable[Iterable[int]]) -> Division:
    return tuple(sorted(tuple(sorted(group)) for group in groups))


def _named(tree: Any) -> Iterator[str]:
    """The variables that a table's record names, wherever."""
    if isinstance(tree, Mapping):
        found = tree.get("variable")
        if isinstance(found, str):
            yield found
        for value in tree.values():
            yield from _named(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _named(value)
