"""From a plan to what is measured: each group's domain, workload and share of the loss, and each cell's rows in it.

A cell of a table counts a product of sets of codes, one for each variable of the group's domain: the set of its line,
met with the measure's and the universe's. Queries that count the same cells are one row of the workload, in whatever
tables they stand. Derived items keep the rows they are computed from: a percentage a count and its base, a mean a sum
and its base, a quantile the cumulative counts it is read from. A sum is the same row on the vector of the quantity.

Nothing here has seen data: a compiled plan is a function of the plan and its dictionary.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.agreement import SharedMargin, shared_margins
from dpdesk.planning.boxes import NO_ROW, Box, Part, WorkloadBuilder
from dpdesk.planning.measures import Measured, build_shell
from dpdesk.planning.plan import Plan, PlanGroup
from dpdesk.planning.shells import Axis, AxisBlock, Shell
from dpdesk.planning.space import Space
from dpdesk.planning.subsets import EMPTY, Ids
from dpdesk.privacy.loss import Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.queries import Stack
from dpdesk.schema.build import STATED
from dpdesk.schema.domain import GroupDomain

Rows = NDArray[np.int64]
LARGEST_RELEASE = 1_000_000
"""Cells of all tables of a release."""
LARGEST_COUNTED = 2**23
"""Counts behind the cells of one table."""
NOT_A_ROW = -2
"""In `TableMap.rows`: the item is derived from several rows; see its recipe."""


@dataclass(frozen=True, slots=True)
class SumVector:
    """One more integer vector over the group's cells: a quantity in steps, each row between `lower` and `upper`.

    `share` is its share of the group's budget; `nowhere` whether a row may contribute 0 from outside the domain.
    A row that does not state the quantity contributes 0, which then lies between the bounds.
    """

    quantity: str
    lower: int
    upper: int
    step: Fraction
    share: Fraction
    nowhere: bool


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """How the items `start` … `stop`−1 of a table are computed from answers a = W x of its group.

    `rows` has shape (P, S, B, k); NO_ROW (−1) counts nobody: the answer is 0.

    - count, cdf, interval, prefix: one row an item, k = stop − start; the answer itself.
    - percentage: k = 1; 100 × the answer over that of `base`, shape (P, S, B).
    - sum: k = 1, on the vector of `quantity`, in its steps.
    - mean: k = 1, on the vector of `quantity`; over `base` on the vector of `stated`, or on the counts if None.
    - quantile: k = number of ordered bins of `variable`, cumulative counts; one item for each q of `at`.
    """

    kind: str
    start: int
    stop: int
    rows: Rows
    base: Rows | None = None
    quantity: str | None = None
    stated: str | None = None
    variable: str | None = None
    at: tuple[Fraction, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class TableMap:
    """A table's shell, the position of its group, its recipes in the order of the items, and which cells are empty.

    `empty` has the shape of the shell: True where nobody can be, by universe or by public rule.
    """

    shell: Shell
    group: int
    recipes: tuple[Recipe, ...]
    empty: NDArray[np.bool_]

    @property
    def rows(self) -> Rows:
        """Return the workload row of every cell that is one row (counts, sums), else NOT_A_ROW; the shell's shape."""
        result = np.full(self.shell.shape, NOT_A_ROW, dtype=np.int64)
        for recipe in self.recipes:
            if recipe.kind in {"count", "cdf", "interval", "prefix", "sum"}:
                result[..., recipe.start : recipe.stop] = recipe.rows
        return result


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGroup:
    """What one group of tables measures, and with what.

    `weights` has one number for each part of the workload, for the objective √(Σ w·mean variance / Σ w) over
    statistics: a statistic whose queries are no one product has several parts that share its weight.
    """

    name: str
    plan: PlanGroup
    domain: GroupDomain
    shape: tuple[int, ...]
    workload: Stack
    parts: tuple[Part, ...]
    weights: tuple[Fraction, ...]
    exact_row: bool
    loss: Loss
    sums: tuple[SumVector, ...]
    count_share: Fraction
    impossible: NDArray[np.bool_] | None
    space: Space

    @property
    def statistics(self) -> tuple[str, ...]:
        """Names of the statistics, one for each part of the workload."""
        return tuple(part.statistic for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class CompiledPlan:
    """A plan ready to be forecast and released: groups in the plan's order, tables in the plan's order."""

    plan: Plan
    groups: tuple[CompiledGroup, ...]
    tables: tuple[TableMap, ...]
    shared: tuple[SharedMargin, ...]

    @property
    def shells(self) -> tuple[Shell, ...]:
        """The empty tables."""
        return tuple(table.shell for table in self.tables)


Axes = tuple[AxisBlock, AxisBlock, AxisBlock]


@dataclass(frozen=True, slots=True, eq=False)
class _Request:
    """Queries of one combination of blocks: for each variable the set of every cell, and the boxes they make up."""

    sets: tuple[Ids, ...]
    boxes: tuple[tuple[Box, tuple[Ids, ...]], ...]

    def rows(self, builder: WorkloadBuilder) -> Rows:
        shape = np.broadcast_shapes(*(numbers.shape for numbers in self.sets))
        result = np.full(shape, NO_ROW, dtype=np.int64)
        for box, wanted in self.boxes:
            np.maximum(result, builder.rows(box, wanted), out=result)
        return result


class _Tabulator:
    """Asks a group's builder for what its tables need."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.builder = WorkloadBuilder(space.sets)
        self._universes: dict[tuple[int, ...], str] = {}

    def request(
        self,
        table: str,
        universe: Sequence[int],
        axes: Axes,
        measured: Measured | None = None,
        keeps: frozenset[str] | None = None,
    ) -> _Request:
        """Ask for the counts of every cell of a combination of blocks.

        `measured` adds its sets as the last axis; `keeps` replaces the variables it does not name by their totals.
        """
        sets: list[Ids] = [np.full((1, 1, 1, 1), number, dtype=np.int64) for number in universe]
        names: list[Sequence[str]] = [("",)] * len(sets)
        kinds: list[NDArray[np.int64]] = [np.zeros((1, 1, 1, 1), dtype=np.int64)] * len(sets)
        for axis, block in enumerate(axes):
            shape = tuple(block.size if at == axis else 1 for at in range(4))
            for at, (numbers, kind, named) in self._block(block, keeps).items():
                sets[at] = self.space.sets[at].meet(sets[at], numbers.reshape(shape))
                kinds[at], names[at] = kind.reshape(shape), named
        if measured is not None and measured.variable is not None:
            at = self.space.place(measured.variable)
            sets[at] = self.space.sets[at].meet(sets[at], self.space.measured(measured))
            kinds[at] = np.broadcast_to(kinds[at], sets[at].shape)
            what = {"interval": "intervals", "prefix": "prefixes"}.get(measured.kind, "cdf")
            own = f"{measured.variable.name}:{what}"
            names[at] = tuple(f"{name} > {own}" if name else own for name in names[at])
        boxes = []
        within = self._within(table, universe)
        for combination in product(*(range(len(named)) for named in names)):
            wanted = tuple(
                numbers if len(named) == 1 else np.where(kind == chosen, numbers, EMPTY)
                for numbers, kind, named, chosen in zip(sets, kinds, names, combination, strict=True)
            )
            lists = [np.unique(numbers) for numbers in wanted]
            lists = [numbers[numbers != EMPTY] for numbers in lists]
            if all(numbers.size for numbers in lists):
                present = [named[chosen] for named, chosen in zip(names, combination, strict=True) if named[chosen]]
                boxes.append((self.builder.ask((" by ".join(present) or "total") + within, lists), wanted))
        return _Request(tuple(sets), tuple(boxes))

    def _within(self, table: str, universe: Sequence[int]) -> str:
        if all(number == subsets.full for number, subsets in zip(universe, self.space.sets, strict=True)):
            return ""
        return f" in the universe of {self._universes.setdefault(tuple(universe), table)}"

    def _block(
        self, block: AxisBlock, keeps: frozenset[str] | None
    ) -> dict[int, tuple[Ids, NDArray[np.int64], tuple[str, ...]]]:
        """For each variable of the domain that a block names: the set and the statistic of every line."""
        found: dict[int, tuple[Ids, NDArray[np.int64], tuple[str, ...]]] = {}
        for column, choice in enumerate(block.choices):
            at = self.space.place(choice.variable)
            named: tuple[str, ...]
            if keeps is not None and choice.variable.name not in keeps:
                numbers = np.full(block.size, self.space.total(choice), dtype=np.int64)
                kind, named = np.zeros(block.size, dtype=np.int64), ("",)
            else:
                position = block.index[:, column]
                names = list(dict.fromkeys(choice.statistics))
                kinds = np.array([names.index(name) for name in choice.statistics], dtype=np.int64)
                numbers, kind, named = self.space.choice(choice)[position], kinds[position], tuple(names)
            if at in found:
                other, outer, outers = found[at]
                numbers = self.space.sets[at].meet(other, numbers)
                pairs = [(a, b) for a in range(len(outers)) for b in range(len(named))]
                kind = outer * len(named) + kind
                named = tuple(" > ".join(n for n in (outers[a], named[b]) if n) for a, b in pairs)
            found[at] = (numbers, kind, named)
        return found


def compile_plan(plan: Plan) -> CompiledPlan:
    """Compile a plan.

    Raises:
        BadInput: one sentence with the place of the first thing that cannot be tabulated.
    """
    order = {id(table): at for at, table in enumerate(plan.tables)}
    names: dict[str, int] = {}
    shells: list[tuple[Shell, tuple[Measured, ...]]] = []
    for at, table in enumerate(plan.tables):
        if names.setdefault(table.name.casefold(), at) != at:
            raise BadInput(f"In {plan.where}: tables[{at}].name is the name of another table; give it its own.")
        shells.append(build_shell(plan.dictionary, table, f"In {plan.where}: tables[{at}]"))
    _require_sizes(plan, shells)
    groups: list[CompiledGroup] = []
    tables: dict[int, TableMap] = {}
    spaces = [Space(plan.dictionary, group.tables, plan.where, group.name) for group in plan.groups]
    complete = not _some_nowhere(plan, spaces)
    for number, (group, space) in enumerate(zip(plan.groups, spaces, strict=True)):
        own = [order[id(table)] for table in group.tables]
        exact_row = complete and _one_row(plan, group)
        compiled, maps = _compile_group(plan, group, space, exact_row, number, own, [shells[at] for at in own])
        groups.append(compiled)
        tables.update(zip(own, maps, strict=True))
    shared = shared_margins(plan.dictionary, [(group.name, group.space, group.domain) for group in groups], plan.where)
    return CompiledPlan(plan, tuple(groups), tuple(tables[at] for at in range(len(plan.tables))), shared)


def _require_sizes(plan: Plan, shells: Sequence[tuple[Shell, tuple[Measured, ...]]]) -> None:
    """Refuse more cells than a release may have, before room is made for them."""
    cells = sum(shell.cells for shell, _ in shells)
    if cells > LARGEST_RELEASE:
        raise BadInput(
            f"In {plan.where}: the tables have {cells:,} cells together, more than {LARGEST_RELEASE:,}; "
            "leave out a variable or make several plans of it."
        )
    for at, (shell, measures) in enumerate(shells):
        lines = shell.pages.size * shell.stub.size * shell.boxhead.size
        counted = lines * sum(measured.ends.size or measured.size for measured in measures)
        if counted > LARGEST_COUNTED:
            raise BadInput(
                f"In {plan.where}: tables[{at}] needs {counted:,} counts behind its quantiles, more than "
                f"{LARGEST_COUNTED:,}; make the bins wider or leave out a variable."
            )


def _compile_group(
    plan: Plan,
    group: PlanGroup,
    space: Space,
    exact_row: bool,
    number: int,
    own: Sequence[int],
    shells: Sequence[tuple[Shell, tuple[Measured, ...]]],
) -> tuple[CompiledGroup, list[TableMap]]:
    where = f"In {plan.where}:"
    tabulator = _Tabulator(space)
    asked = []
    for at, table, (shell, measures) in zip(own, group.tables, shells, strict=True):
        universe = space.universe(table.universe, f"{where} tables[{at}]")
        asked.append(_ask(tabulator, universe, shell, measures))
    workload = tabulator.builder.finish()
    quantities = _quantities(shells)
    sums, count_share = _sums(plan, group, quantities, exact_row)
    impossible = plan.dictionary.impossible_cells(space.names)
    nobody = None if impossible is None else workload.answer((~impossible).astype(np.int64)) == 0
    maps = [
        _table_map(shell, measures, number, tabulator.builder, requests, nobody)
        for (shell, measures), requests in zip(shells, asked, strict=True)
    ]
    parts = tabulator.builder.parts
    known = {part.statistic for part in parts}
    for name in group.weights:
        if name not in known:
            raise BadInput(
                f"{where} groups: the weights of '{group.name}' name the statistic '{name}', which its tables do not "
                f"have; they have: {'; '.join(sorted(known))}."
            )
    compiled = CompiledGroup(
        name=group.name,
        plan=group,
        domain=GroupDomain(space.names, tuple(one.quantity for one in sums)),
        shape=space.shape,
        workload=workload,
        parts=parts,
        weights=tuple(group.weights.get(part.statistic, Fraction(1)) * part.share for part in parts),
        exact_row=exact_row,
        loss=plan.loss.share(group.part),
        sums=sums,
        count_share=count_share,
        impossible=impossible,
        space=space,
    )
    return compiled, maps


Requests = Mapping[tuple[int, int, int, int], tuple[_Request, _Request | None]]


def _ask(
    tabulator: _Tabulator, universe: Sequence[int], shell: Shell, measures: Sequence[Measured]
) -> Requests:
    """Ask for what a table needs: for each combination of blocks and each measure its queries and its base's."""
    requests: dict[tuple[int, int, int, int], tuple[_Request, _Request | None]] = {}
    axes = (shell.pages.blocks, shell.stub.blocks, shell.boxhead.blocks)
    for p, s, b in product(*(range(len(blocks)) for blocks in axes)):
        here = (axes[0][p], axes[1][s], axes[2][b])
        known: dict[object, _Request] = {}

        def ask(
            key: object, measured: Measured | None = None, keeps: frozenset[str] | None = None,
            here: Axes = here, known: dict[object, _Request] = known,
        ) -> _Request:
            if key not in known:
                known[key] = tabulator.request(shell.name, universe, here, measured, keeps)
            return known[key]

        for at, measured in enumerate(measures):
            base: _Request | None = None
            if measured.kind in {"cdf", "quantile"} and measured.variable is not None:
                main = ask(("cdf", measured.variable.name), measured)
            elif measured.variable is not None:
                main = ask(at, measured)
            else:
                main = ask("plain")
                if measured.kind == "percentage":
                    base = ask(measured.keeps, None, measured.keeps)
                elif measured.kind == "mean":
                    base = main
            requests[p, s, b, at] = (main, base)
    return requests


def _table_map(
    shell: Shell,
    measures: Sequence[Measured],
    group: int,
    builder: WorkloadBuilder,
    requests: Requests,
    nobody: NDArray[np.bool_] | None,
) -> TableMap:
    outer = shell.shape[:3]
    empty = np.zeros(shell.shape, dtype=bool)
    recipes: list[Recipe] = []
    start = 0
    slices = [_slices(axis) for axis in (shell.pages, shell.stub, shell.boxhead)]
    found: dict[int, Rows] = {}

    def fill(target: Rows, p: int, s: int, b: int, request: _Request) -> None:
        if id(request) not in found:
            found[id(request)] = request.rows(builder)
        target[slices[0][p], slices[1][s], slices[2][b]] = found[id(request)]

    for at, measured in enumerate(measures):
        depth = measured.ends.size or measured.size
        rows = np.full((*outer, depth), NO_ROW, dtype=np.int64)
        based = measured.kind in {"percentage", "mean"}
        base = np.full((*outer, 1), NO_ROW, dtype=np.int64) if based else None
        for p, s, b in product(*(range(len(one)) for one in slices)):
            main, below = requests[p, s, b, at]
            fill(rows, p, s, b, main)
            if base is not None and below is not None:
                fill(base, p, s, b, below)
        stop = start + measured.size
        counted = rows[..., -1:] if measured.kind == "quantile" else rows
        blank = counted == NO_ROW
        if nobody is not None:
            blank = blank | nobody[counted]
        empty[..., start:stop] = blank
        quantity = measured.quantity
        stated = None
        if measured.kind == "mean" and quantity is not None and not quantity.always_stated:
            stated = quantity.name + STATED
        recipes.append(
            Recipe(
                measured.kind,
                start,
                stop,
                rows,
                None if base is None else base[..., 0],
                quantity.name if quantity else None,
                stated,
                measured.variable.name if measured.variable else None,
                measured.at,
            )
        )
        start = stop
    return TableMap(shell, group, tuple(recipes), empty)


def _slices(axis: Axis) -> list[slice]:
    """The lines of each block of an axis."""
    result, first = [], 0
    for block in axis.blocks:
        result.append(slice(first, first + block.size))
        first += block.size
    return result


def _some_nowhere(plan: Plan, spaces: Sequence[Space]) -> bool:
    """Whether some row could be counted nowhere: by its value of a variable of any group, or by an impossible rule.

    One release counts one population: a row that is nowhere for one group is nowhere for all of them.
    """
    if any(variable.sends_to_nowhere for space in spaces for variable in space.variables):
        return True
    roots = {root for space in spaces for root in space.roots}
    return any(
        all(plan.dictionary.variable(name).root in roots for name, _ in rule.when) for rule in plan.dictionary.impossible
    )


def _one_row(plan: Plan, group: PlanGroup) -> bool:
    """Whether every unit has exactly one row, which all tables of the group count.

    Derived, never declared. Relation replace; each row a unit of its own, so that none can be dropped or lack an id;
    no table of the group has a universe.
    """
    return (
        plan.dictionary.neighbours is Neighbours.REPLACE_ONE
        and plan.dictionary.unit.kind == "row"
        and not any(table.universe for table in group.tables)
    )


def _quantities(shells: Sequence[tuple[Shell, tuple[Measured, ...]]]) -> list[str]:
    """The vectors that are summed: quantities, and what counts the rows that state one where a mean needs it."""
    names: dict[str, None] = {}
    for _, measures in shells:
        for measured in measures:
            if measured.quantity is not None:
                names[measured.quantity.name] = None
                if measured.kind == "mean" and not measured.quantity.always_stated:
                    names[measured.quantity.name + STATED] = None
    return list(names)


def _sums(
    plan: Plan, group: PlanGroup, quantities: Sequence[str], exact_row: bool
) -> tuple[tuple[SumVector, ...], Fraction]:
    for name in group.sum_weights:
        if name not in quantities:
            raise BadInput(
                f"In {plan.where}: groups: split.sums of '{group.name}' names '{name}', which its tables do not sum; "
                "remove it."
            )
    weights = [group.sum_weights.get(name, Fraction(1)) for name in quantities]
    whole = group.count_weight + sum(weights)
    vectors = []
    for name, weight in zip(quantities, weights, strict=True):
        variable = plan.dictionary.variable(name)
        lower, upper = variable.lower_steps, variable.upper_steps
        if not variable.always_stated:
            lower, upper = min(lower, 0), max(upper, 0)
        vectors.append(SumVector(name, lower, upper, variable.step, weight / whole, not exact_row))
    return tuple(vectors), group.count_weight / whole
