"""From a plan to what is measured: each group's domain, workload and share of the loss, and each cell's rows in it.

A cell of a table counts a product of sets of codes, one for each variable of the group's domain: the set of its line,
met with the measure's and the universe's. Queries that count the same cells are one row of the workload, in whatever
tables they stand. Derived items keep the rows they are computed from: a percentage a count and its base, a mean a sum
and its base, a quantile the cumulative counts it is read from. A sum is the same row on the vector of the quantity.

Nothing here has seen data: a compiled plan is a function of the plan and its dictionary.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.planning.compiler.boxes import Part
from dpdesk.planning.compiler.compiled import CompiledDetail, CompiledGroup, CompiledPlan, SumVector
from dpdesk.planning.compiler.detail import DetailTables, LevelTables, check_detail, require_one_area, tabulate_detail
from dpdesk.planning.compiler.margins import (
    Axes,
    Masks,
    excluded_classes,
    impossible_on,
    needed_margins,
    nobody_in,
    require_countable,
    ruled_out,
)
from dpdesk.planning.compiler.measures.base import Measured
from dpdesk.planning.compiler.measures.build import build_shell
from dpdesk.planning.compiler.measures.controlled import require_agreeing
from dpdesk.planning.compiler.measures.figures import Figures, resolved
from dpdesk.planning.compiler.measures.quantity import contribution
from dpdesk.planning.compiler.once import require_alone, require_once
from dpdesk.planning.compiler.populations import require_one_population
from dpdesk.planning.compiler.recipes import Recipe, TableMap, ask_for, table_map
from dpdesk.planning.compiler.requests import Tabulator
from dpdesk.planning.compiler.shared_margins import Pairs, Party, shared_margins
from dpdesk.planning.compiler.shells import Shell
from dpdesk.planning.compiler.space import Space, names_in
from dpdesk.planning.document.model import TableRecord
from dpdesk.planning.document.names import statistic_label
from dpdesk.planning.document.plan import Plan, PlanGroup, meaning_of
from dpdesk.planning.memory import Memory
from dpdesk.privacy.loss import Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import phrase, problem
from dpdesk.queries import Stack
from dpdesk.queries.reduction import Reduction, reduce_workload
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.domain import GroupDomain
from dpdesk.schema.file.spelling import meant

LARGEST_RELEASE = 1_000_000
"""Cells of all tables of a release."""
LARGEST_COUNTED = 2**23
"""Counts behind the cells of one table."""
ROOM = 2**23
"""Numbers a compiler keeps from earlier plans."""


@dataclass(frozen=True, slots=True, eq=False)
class _Tabulated:
    """What the structure of a group's tables decides: everything but its loss, weights, noise and texts."""

    space: Space
    workload: Stack
    parts: tuple[Part, ...]
    reduction: Reduction
    impossible: NDArray[np.bool_] | None
    margins: tuple[Axes, ...]
    excluded: tuple[Masks, ...]
    maps: tuple[tuple[tuple[Recipe, ...], NDArray[np.bool_]], ...]
    detail: DetailTables | None = None

    @property
    def weight(self) -> int:
        """Numbers it holds, roughly."""
        cells = 0 if self.impossible is None else self.impossible.size
        cells += 0 if self.detail is None else len(self.detail.levels) * self.detail.area.size
        return 1000 + cells + sum(empty.size + sum(r.rows.size for r in recipes) for recipes, empty in self.maps)


def compile_plan(plan: Plan) -> CompiledPlan:
    """Compile a plan: what must be counted and summed for its tables, group by group; no data are read.

    Args:
        plan: the plan.

    Raises:
        BadInput: one sentence with the place of the first thing that cannot be tabulated.
    """
    return Compiler().compile(plan)


class Compiler:
    """Compiles plan after plan, and each time only the tables and groups that are not as they were.

    What is kept is bounded. For all threads.
    """

    def __init__(self) -> None:
        self._shells: Memory[tuple[Dictionary, str], tuple[Shell, tuple[Measured, ...]]] = Memory(ROOM)
        self._groups: Memory[tuple[Dictionary, str], _Tabulated] = Memory(ROOM)
        self._pairs: Pairs = Memory(ROOM)

    def compile(self, plan: Plan) -> CompiledPlan:
        """Compile a plan.

        Raises:
            BadInput: one sentence with the place of the first thing that cannot be tabulated.
        """
        order = {id(table): position for position, table in enumerate(plan.tables)}
        names: dict[str, int] = {}
        shells: list[tuple[Shell, tuple[Measured, ...]]] = []
        public = plan.record.public_figures
        figures = resolved(public, plan.dictionary, plan.file.whole.to("public_figures"))
        for at, table in enumerate(plan.tables):
            if names.setdefault(table.name.casefold(), at) != at:
                raise BadInput(problem("planning.table_twice", plan.file.whole.to("tables", at, "name")))
            shells.append(self._shell(plan, at, table, figures))
        _require_sizes(plan, shells)
        _require_agreeing(plan, figures)
        require_one_population(plan)
        require_once(plan)
        spaces = [Space(plan.dictionary, group.tables, plan.file, group.name, public) for group in plan.groups]
        complete = not _some_nowhere(plan, [space for space in spaces if not space.of_units])
        groups: list[CompiledGroup] = []
        tables: dict[int, TableMap] = {}
        for number, (group, space) in enumerate(zip(plan.groups, spaces, strict=True)):
            own = [order[id(table)] for table in group.tables]
            asked = [shells[at] for at in own]
            found = self._tabulated(plan, group, space, own, asked)
            exact_row = complete and group.detail is None and not space.of_units and _one_row(plan, group)
            groups.append(_compile_group(plan, group, found, exact_row, asked))
            for at, (shell, _), (recipes, empty) in zip(own, asked, found.maps, strict=True):
                tables[at] = TableMap(shell, number, recipes, empty)
        parties = [Party(g.name, g.space, g.reduction, g.domain, g.workload) for g in groups]
        shared = shared_margins(parties, self._pairs)
        return CompiledPlan(plan, tuple(groups), tuple(tables[at] for at in range(len(plan.tables))), shared)

    def _shell(
        self, plan: Plan, at: int, table: TableRecord, figures: Mapping[str, Figures]
    ) -> tuple[Shell, tuple[Measured, ...]]:
        """A table's shell, kept with its texts."""
        return self._shells.get(
            (plan.dictionary, table.model_dump_json() + _public(plan, table)),
            lambda: build_shell(plan.dictionary, table, plan.file.whole.to("tables", at), figures),
            lambda made: 100 + sum(axis.size for axis in (made[0].pages, made[0].stub, made[0].boxhead)),
        )

    def _tabulated(
        self,
        plan: Plan,
        group: PlanGroup,
        space: Space,
        own: Sequence[int],
        shells: Sequence[tuple[Shell, tuple[Measured, ...]]],
    ) -> _Tabulated:
        """What a group's tables ask for, kept by the meaning of the tables."""
        tables = [meaning_of(table) for table in group.tables]
        detail = None if group.detail is None else meaning_of(group.detail)
        meaning = json.dumps([tables, detail, [_public(plan, table) for table in group.tables]], sort_keys=True)
        return self._groups.get(
            (plan.dictionary, meaning),
            lambda: _tabulate(plan, group, space, own, shells),
            lambda made: made.weight,
        )


def _require_agreeing(plan: Plan, figures: Mapping[str, Figures]) -> None:
    """Refuse controls that contradict one another, those of tables of records and those of tables of units apart."""
    public = plan.record.public_figures
    for units in (False, True):
        names = dict.fromkeys(
            measure.controlled
            for table in plan.tables
            for measure in table.measures
            if measure.controlled is not None
            and units == any(plan.dictionary.variable(name).of_unit for name in names_in(table, public))
        )
        require_agreeing([figures[name] for name in names], plan.file.whole.to("public_figures"))


def _public(plan: Plan, table: TableRecord) -> str:
    """The public figures that a table is computed with, as text."""
    fields = ("expanded", "figures", "standard", "controlled")
    named = {getattr(measure, field, None) for measure in table.measures for field in fields}
    return "".join(
        public_figure.model_dump_json() for public_figure in plan.record.public_figures if public_figure.name in named
    )


def _require_sizes(plan: Plan, shells: Sequence[tuple[Shell, tuple[Measured, ...]]]) -> None:
    """Refuse more cells than a release may have, before room is made for them."""
    cells = sum(shell.cells for shell, _ in shells)
    if cells > LARGEST_RELEASE:
        raise BadInput(problem("planning.too_many_cells", plan.file.whole, cells=int(cells), most=LARGEST_RELEASE))
    for number, (shell, measures) in enumerate(shells):
        lines = shell.pages.size * shell.stub.size * shell.boxhead.size
        counted = lines * sum(measured.rows for measured in measures)
        if counted > LARGEST_COUNTED:
            place = plan.file.whole.to("tables", number)
            raise BadInput(problem("planning.too_many_counts", place, counts=int(counted), most=LARGEST_COUNTED))


def _tabulate(
    plan: Plan,
    group: PlanGroup,
    space: Space,
    own: Sequence[int],
    shells: Sequence[tuple[Shell, tuple[Measured, ...]]],
) -> _Tabulated:
    tables_at = plan.file.whole.to("tables")
    tabulator = Tabulator(space)
    asked = []
    for at, table, (shell, measures) in zip(own, group.tables, shells, strict=True):
        universe = space.universe(table.universe, tables_at.to(at))
        requests = ask_for(tabulator, universe, shell, measures)
        if not any(main.boxes for main, _ in requests.values()):
            raise BadInput(problem("planning.no_cell", tables_at.to(at)))
        asked.append(requests)
    workload = tabulator.builder.finish()
    reduced, reduction = reduce_workload(workload)
    if space.once:
        require_alone(plan, group, reduced)
    margins = needed_margins(reduced)
    excluded = excluded_classes(plan.dictionary.impossible_products(space.names), reduction)
    nobody: NDArray[np.bool_] | None = None
    merged: NDArray[np.bool_] | None = None
    if space.cells <= LARGEST_PRODUCT:
        out = ruled_out(workload, reduction, plan.dictionary.impossible_products(space.names))
        if out is not None:
            nobody, merged = out
    else:
        nobody = nobody_in(reduced, excluded)
        if prod(reduction.shape) <= LARGEST_PRODUCT:
            merged = impossible_on(tuple(range(len(reduction.shape))), excluded, reduction.shape)
        else:
            require_countable(margins, reduction, space, plan.file, group.label)
    maps = tuple(
        table_map(shell, measures, tabulator.builder, requests, nobody)
        for (shell, measures), requests in zip(shells, asked, strict=True)
    )
    parts = tabulator.builder.parts
    detail = None
    if group.detail is not None:
        check_detail(plan, group, group.detail)
        detail = tabulate_detail(plan, group, group.detail, space, parts)
        require_one_area(plan, group, [recipes for recipes, _ in maps], detail)
    return _Tabulated(space, reduced, parts, reduction, merged, margins, excluded, maps, detail)


def _compile_group(
    plan: Plan,
    group: PlanGroup,
    found: _Tabulated,
    exact_row: bool,
    shells: Sequence[tuple[Shell, tuple[Measured, ...]]],
) -> CompiledGroup:
    sums, count_share = _sums(plan, group, _quantities(shells), exact_row)
    known = {part.statistic for part in found.parts}
    for name in group.weights:
        if name not in known:
            words = partial(statistic_label, plan.dictionary)
            raise BadInput(
                problem(
                    "planning.weight_unknown",
                    plan.file.whole,
                    near=meant(name, known, ""),
                    known=tuple(map(words, sorted(known))),
                    group=group.label,
                    statistic=words(name),
                )
            )
    loss, detail = plan.loss.share(group.part), None
    if group.detail is not None and found.detail is not None:
        share, starts = check_detail(plan, group, group.detail)
        first, loss = loss.share(share), loss.share(1 - share)
        levels = tuple(
            _as_group(group, level, sums, count_share, loss, exact_row=False, level=number)
            for number, level in enumerate(found.detail.levels)
        )
        detail = CompiledDetail(found.detail, share, first, starts, levels)
    return _as_group(group, found, sums, count_share, loss, exact_row=exact_row, detail=detail)


def _as_group(
    group: PlanGroup,
    found: _Tabulated | LevelTables,
    sums: tuple[SumVector, ...],
    count_share: Fraction,
    loss: Loss,
    *,
    exact_row: bool,
    detail: CompiledDetail | None = None,
    level: int | None = None,
) -> CompiledGroup:
    """A group of tables, or what it asks of one area at a level."""
    return CompiledGroup(
        name=group.name,
        plan=group,
        domain=GroupDomain(
            found.space.names,
            tuple(one.quantity for one in sums),
            units=found.space.of_units,
            once=found.space.once,
        ),
        shape=found.reduction.shape,
        workload=found.workload,
        parts=found.parts,
        weights=tuple(group.weights.get(part.statistic, Fraction(1)) * part.share for part in found.parts),
        exact_row=exact_row,
        loss=loss,
        sums=sums,
        count_share=count_share,
        impossible=found.impossible,
        space=found.space,
        reduction=found.reduction,
        margins=found.margins,
        excluded=found.excluded,
        detail=detail,
        level=level,
    )


def _some_nowhere(plan: Plan, spaces: Sequence[Space]) -> bool:
    """Whether some row could be counted nowhere: by its value of a variable of any group, or by an impossible rule.

    One release counts one population: a row that is nowhere for one group is nowhere for all of them.
    """
    if any(variable.sends_to_nowhere for space in spaces for variable in space.variables):
        return True
    roots = {root for space in spaces for root in space.roots}
    ruled = ({plan.dictionary.variable(name).root for name, _ in rule.when} for rule in plan.dictionary.impossible)
    return any(own <= roots for own in ruled)


def _one_row(plan: Plan, group: PlanGroup) -> bool:
    """Whether every unit has exactly one row, which all tables of the group count.

    Derived, never declared. Relation replace; each row a unit of its own, so that none can be dropped or lack an id;
    no table of the group has a universe; the file has no form in which an empty record looks like none (a text file
    with one column is refused when it is opened).
    """
    return (
        plan.dictionary.neighbours is Neighbours.REPLACE_ONE
        and plan.dictionary.unit.kind == "row"
        and not plan.dictionary.source.hides_empty_records()
        and not any(table.universe for table in group.tables)
    )


def _quantities(shells: Sequence[tuple[Shell, tuple[Measured, ...]]]) -> list[str]:
    """The vectors that are summed: quantities, and what counts the rows that state one where a mean needs it."""
    return list(dict.fromkeys(name for _, measures in shells for measure in measures for name in measure.quantities))


def _sums(
    plan: Plan, group: PlanGroup, quantities: Sequence[str], exact_row: bool
) -> tuple[tuple[SumVector, ...], Fraction]:
    for name in group.sum_weights:
        if name not in quantities:
            near = meant(name, quantities, phrase("planning.remove_it"))
            raise BadInput(
                problem("planning.sum_unknown", plan.file.whole, near=near, group=group.label, quantity=name)
            )
    weights = [group.sum_weights.get(name, Fraction(1)) for name in quantities]
    whole = group.count_weight + sum(weights)
    vectors = []
    for name, weight in zip(quantities, weights, strict=True):
        variable = plan.dictionary.variable(name)
        vectors.append(SumVector(name, *contribution(variable), variable.step, weight / whole, not exact_row))
    return tuple(vectors), group.count_weight / whole
