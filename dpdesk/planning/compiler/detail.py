"""Adaptive detail: which cells each area may show, by its noisy size, worked out from the plan before any data.

The level of an area is a pure function of the noisy size measured first; everything here is a pure function of the
plan. Each cell of the tables must belong to one area. A level divides each other variable as finely as the variables
it names do; a cell is shown at a level if what it counts is a union of the level's cells. So a level is a workload over
the domain of *one* area, to be asked of every area that is given this level.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import prod
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.planning.compiler.boxes import NO_ROW, Box, Part, WorkloadBuilder
from dpdesk.planning.compiler.margins import Axes, Masks, excluded_classes, needed_margins
from dpdesk.planning.compiler.recipes import Recipe, TableMap
from dpdesk.planning.compiler.space import Space
from dpdesk.planning.compiler.subsets import EMPTY, Ids, Subsets
from dpdesk.planning.document.model import Block, DetailRecord, TableRecord
from dpdesk.planning.document.names import item_label, statistic_label, table_of
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import Place, problem
from dpdesk.queries import Stack
from dpdesk.queries.reduction import Reduction, reduce_workload
from dpdesk.schema.file.spelling import meant

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan, PlanGroup
from dpdesk.schema.variables.variable import Variable

Integers = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class LevelTables:
    """What a level asks of one area, by the structure of the tables alone: workload, parts and classes of codes.

    `rows` says for each query of the whole group which of the level's it is for its area; NO_ROW: not shown.
    """

    cells: tuple[str, ...]
    space: Space
    workload: Stack
    parts: tuple[Part, ...]
    reduction: Reduction
    impossible: NDArray[np.bool_] | None
    margins: tuple[Axes, ...]
    excluded: tuple[Masks, ...]
    rows: Integers


@dataclass(frozen=True, slots=True, eq=False)
class DetailTables:
    """The areas of a group's tables (codes of `variable`, the domain's variable number `axis`), and its levels.

    `area` says for each query of the group which of the areas it is about, by its place in `areas`.
    """

    variable: Variable
    axis: int
    areas: Integers
    area: Integers
    levels: tuple[LevelTables, ...]


def check_detail(plan: Plan, group: PlanGroup, detail: DetailRecord) -> tuple[Fraction, tuple[Fraction, ...]]:
    """The share of the first stage and where each level begins, as exact numbers.

    Raises:
        BadInput: what no data could make sense of, with its place.
    """
    whole, where = plan.file.whole, _place(plan, group)
    if len(plan.groups) > 1:
        raise BadInput(problem("planning.detail_alone", whole, group=group.label))
    if any(measure.controlled for table in group.tables for measure in table.measures):
        raise BadInput(problem("planning.detail_controlled", whole, group=group.label))
    share = parse_exact(detail.first_share)
    if not 0 < share < 1:
        raise BadInput(problem("planning.detail_share", where.to("first_share")))
    starts = tuple(parse_exact(level.start) for level in detail.levels)
    if starts[0] != 0:
        raise BadInput(problem("planning.detail_first", where.to("levels", 0, "from")))
    for number, (low, high) in enumerate(pairwise(starts), start=1):
        if not low < high:
            raise BadInput(problem("planning.detail_order", where.to("levels", number, "from")))
    return share, starts


def _place(plan: Plan, group: PlanGroup) -> Place:
    """Where the detail of a group stands in the plan."""
    number = next(at for at, one in enumerate(plan.record.groups) if one.name == group.name)
    return plan.file.whole.to("groups", number, "detail")


def tabulate_detail(
    plan: Plan, group: PlanGroup, detail: DetailRecord, space: Space, parts: Sequence[Part]
) -> DetailTables:
    """Work out areas and levels from the queries of a group.

    Raises:
        BadInput: cells that belong to no single area, or levels that do not fit the tables.
    """
    whole, where = plan.file.whole, _place(plan, group)
    axis = _area_axis(plan, group, detail, space)
    if space.cells > LARGEST_PRODUCT:
        cells, most = int(space.cells), LARGEST_PRODUCT
        raise BadInput(problem("planning.detail_cells", whole, group=group.label, cells=cells, most=most))
    sets = space.sets[axis]
    singles: list[Integers] = []
    for part in parts:
        codes = [sets.codes(number) for number in part.box.lists[axis].tolist()]
        if any(len(code) != 1 for code in codes):
            raise BadInput(
                problem(
                    "planning.detail_several_areas",
                    whole,
                    group=group.label,
                    statistic=statistic_label(plan.dictionary, part.statistic),
                    variable=detail.variable,
                )
            )
        singles.append(np.array([code[0] for code in codes], dtype=np.int64))
    areas = np.unique(np.concatenate(singles))
    local = Space(plan.dictionary, _for_one_area(group.tables, plan, space.roots[axis]), plan.file, group.name)
    if local.roots != tuple(root for position, root in enumerate(space.roots) if position != axis):
        raise BadInput(problem("planning.detail_nested", whole, group=group.label, variable=detail.variable))
    area = np.concatenate(
        [
            np.broadcast_to(_along(np.searchsorted(areas, single), part, axis), _counts(part)).reshape(-1)
            for single, part in zip(singles, parts, strict=True)
        ]
    )
    levels = []
    for position, level in enumerate(detail.levels):
        classes = _classes(plan, group, position, level.cells, space, axis)
        found = _level(plan, tuple(level.cells), space, axis, local, parts, classes)
        if found is None:
            raise BadInput(problem("planning.detail_level_empty", where.to("levels", position)))
        levels.append(found)
    hidden = np.all([level.rows == NO_ROW for level in levels], axis=0)
    for part in parts:
        if hidden[part.first : part.first + part.box.size].any():
            raise BadInput(
                problem(
                    "planning.detail_hidden",
                    whole,
                    group=group.label,
                    statistic=statistic_label(plan.dictionary, part.statistic),
                )
            )
    return DetailTables(space.variables[axis], axis, areas, area, tuple(levels))


def _area_axis(plan: Plan, group: PlanGroup, detail: DetailRecord, space: Space) -> int:
    whole, where = plan.file.whole, _place(plan, group).to("variable")
    if not plan.dictionary.has(detail.variable):
        near = meant(detail.variable, plan.dictionary.names, "")
        raise BadInput(problem("planning.detail_variable", where, near=near, variable=detail.variable))
    variable = plan.dictionary.variable(detail.variable)
    names = [own.name for own in space.variables]
    if detail.variable not in names:
        raise BadInput(
            problem("planning.detail_divides", where, root=variable.root, known=tuple(names), variable=detail.variable)
        )
    if len(names) == 1:
        raise BadInput(problem("planning.detail_beside", whole, group=group.label, variable=detail.variable))
    return names.index(detail.variable)


def _for_one_area(tables: Sequence[TableRecord], plan: Plan, root: str) -> list[TableRecord]:
    """The tables without the areas: as if there were one."""

    def other(name: str) -> bool:
        return not plan.dictionary.has(name) or plan.dictionary.variable(name).root != root

    def stripped(blocks: list[Block]) -> list[Block]:
        return [
            block.model_copy(
                update={"variables": [variable for variable in block.variables if other(variable.variable)]}
            )
            for block in blocks
        ]

    found = []
    for table in tables:
        universe = table.universe
        if universe is not None:
            kept = [one for one in universe.where if other(one.variable)]
            universe = universe.model_copy(update={"where": kept}) if kept else None
        axes = {name: stripped(getattr(table, name)) for name in ("pages", "stub", "boxhead")}
        found.append(table.model_copy(update={**axes, "universe": universe}))
    return found


def _classes(plan: Plan, group: PlanGroup, level: int, cells: Sequence[str], space: Space, axis: int) -> list[Integers]:
    """For each variable of the domain the class of each code: those that a level's variables do not tell apart."""
    found = [np.zeros(size, dtype=np.int64) for size in space.shape]
    where = _place(plan, group).to("levels", level, "cells")
    for name in cells:
        if not plan.dictionary.has(name) or plan.dictionary.variable(name).is_quantity:
            near = meant(name, plan.dictionary.names, "")
            raise BadInput(problem("planning.detail_no_codes", where, near=near, name=name))
        variable = plan.dictionary.variable(name)
        if variable.root not in space.roots or variable.root == space.roots[axis]:
            raise BadInput(problem("planning.detail_divides_area", where, name=name))
        at = space.place(variable)
        for number in space.codes(variable).tolist():
            inside = np.zeros(space.shape[at], dtype=np.int64)
            inside[list(space.sets[at].codes(number))] = 1
            found[at] = np.unique(found[at] * 2 + inside, return_inverse=True)[1].reshape(-1)
    return found


def _level(
    plan: Plan,
    cells: tuple[str, ...],
    space: Space,
    axis: int,
    local: Space,
    parts: Sequence[Part],
    classes: Sequence[Integers],
) -> LevelTables | None:
    """One level; None where it shows nothing."""
    others = [at for at in range(len(space.shape)) if at != axis]
    builder = WorkloadBuilder(local.sets)
    asked: list[tuple[Box, list[Ids]] | None] = []
    for part in parts:
        wanted = [
            _local(space.sets[at], own, part.box.lists[at], classes[at])
            for at, own in zip(others, local.sets, strict=True)
        ]
        lists = [np.unique(numbers[numbers != EMPTY]) for numbers in wanted]
        if all(numbers.size for numbers in lists):
            asked.append((builder.ask(part.statistic, lists), wanted))
        else:
            asked.append(None)
    if not any(asked):
        return None
    workload = builder.finish()
    rows = np.concatenate([_rows(builder, part, axis, found) for part, found in zip(parts, asked, strict=True)])
    reduced, reduction = reduce_workload(workload)
    impossible = None
    if prod(local.shape) <= LARGEST_PRODUCT:
        never = plan.dictionary.impossible_cells(local.names)
        impossible = None if never is None else reduction.every(never)
    excluded = excluded_classes(plan.dictionary.impossible_products(local.names), reduction)
    return LevelTables(
        cells, local, reduced, builder.parts, reduction, impossible, needed_margins(reduced), excluded, rows
    )


def _local(outer: Subsets, inner: Subsets, numbers: Ids, classes: Integers) -> Ids:
    """Sets of one variable as one area's domain numbers them; EMPTY for those that are no unions of classes."""
    sizes = np.bincount(classes)
    found = np.full(numbers.size, EMPTY, dtype=np.int64)
    for position, number in enumerate(numbers.tolist()):
        codes = outer.codes(number)
        held = np.bincount(classes[list(codes)], minlength=sizes.size)
        if np.all((held == 0) | (held == sizes)):
            found[position] = inner.of(codes)
    return found


def _rows(builder: WorkloadBuilder, part: Part, axis: int, found: tuple[Box, list[Ids]] | None) -> Integers:
    """The level's row of each query of a part, the same for every area."""
    if found is None:
        return np.full(part.box.size, NO_ROW, dtype=np.int64)
    box, wanted = found
    dimensions = len(wanted)
    grid = [numbers.reshape([-1 if at == own else 1 for at in range(dimensions)]) for own, numbers in enumerate(wanted)]
    rows = np.expand_dims(builder.rows(box, grid), axis)
    return np.broadcast_to(rows, _counts(part)).reshape(-1).astype(np.int64)


def _counts(part: Part) -> tuple[int, ...]:
    return tuple(numbers.size for numbers in part.box.lists)


def _along(values: Integers, part: Part, axis: int) -> Integers:
    return values.reshape([-1 if at == axis else 1 for at in range(len(part.box.lists))])


def at_level(table: TableMap, tables: DetailTables, level: int) -> tuple[TableMap, NDArray[np.bool_]]:
    """A table as if every area were at a level: with the level's rows, and which cells it does not show."""
    known = tables.levels[level].rows
    hidden = np.zeros(table.empty.shape, dtype=bool)
    recipes = []
    for recipe in table.recipes:
        rows, lost = _moved(recipe.rows, known)
        if recipe.measured.by_line:
            lost = np.asarray(lost.any(axis=-1, keepdims=True))
        base = recipe.base
        if base is not None:
            base, without = _moved(base, known)
            lost = lost | without[..., None]
        hidden[..., recipe.span] = lost
        recipes.append(replace(recipe, rows=rows, base=base))
    return TableMap(table.shell, table.group, tuple(recipes), table.empty), hidden & ~table.empty


def _moved(rows: Integers, known: Integers) -> tuple[Integers, NDArray[np.bool_]]:
    """Rows of a group as rows of a level, and which of them it lacks; NO_ROW, which counts nobody, it has."""
    found = np.where(rows == NO_ROW, NO_ROW, known[np.maximum(rows, 0)])
    return found, (rows != NO_ROW) & (found == NO_ROW)


def require_one_area(plan: Plan, group: PlanGroup, recipes: Sequence[Sequence[Recipe]], tables: DetailTables) -> None:
    """Refuse numbers made of cells of several areas, as the index of an area to another: each is adjusted by itself.

    Args:
        plan: the plan.
        group: whose tables these are.
        recipes: of each of its tables.
        tables: its areas and levels.

    Raises:
        BadInput: names the first such number.
    """
    for record, own_recipes in zip(group.tables, recipes, strict=True):
        for recipe in own_recipes:
            base = recipe.rows[..., :0] if recipe.base is None else recipe.base[..., None]
            rows = np.concatenate([recipe.rows, base], axis=-1)
            own, nowhere = tables.area[np.maximum(rows, 0)], rows == NO_ROW
            most = np.where(nowhere, -1, own).max(axis=-1, initial=-1)
            least = np.where(nowhere, tables.areas.size, own).min(axis=-1, initial=tables.areas.size)
            if np.any((most >= 0) & (least < most)):
                item = recipe.measured.item(0)
                raise BadInput(
                    problem(
                        "planning.detail_between_areas",
                        plan.file.whole,
                        group=group.label,
                        table=table_of(record),
                        item=item_label(item.code, item.label),
                        variable=tables.variable.name,
                    )
                )


def area_of_cells(table: TableMap, tables: DetailTables) -> Integers:
    """The area that each of pages × stub × boxhead belongs to, by its place; the first for cells that count nobody."""
    found = np.zeros(table.empty.shape[:3], dtype=np.int64)
    for recipe in table.recipes:
        for rows in (recipe.rows, None if recipe.base is None else recipe.base[..., None]):
            if rows is not None:
                own = np.where(rows == NO_ROW, 0, tables.area[np.maximum(rows, 0)])
                found = np.maximum(found, own.max(axis=-1, initial=0))
    return found
