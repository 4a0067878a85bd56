"""Adaptive detail, from sealed integers to cells: which integers are which area's, and which cells its level shows.

The levels are computed again from the sealed noisy sizes, by the same pure function; the sizes enter nothing else. Each
area is adjusted by itself: its cells at its level add up. A cell that the level does not show is marked so
(`LESS_DETAIL`); its people are counted in the coarser cells beside it, nothing is withheld.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.detail import DetailMechanism
from dpdesk.planning.choosing.choose import COUNT, SIZES, ChosenGroup
from dpdesk.planning.choosing.detail_stages import detail_of, impossible_by_area
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.detail import area_of_cells, at_level
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.joint.nodes import Counted
from dpdesk.planning.joint.tables import joint_tables
from dpdesk.release.population.cells import parts_of_all, scale_of
from dpdesk.release.population.written import Written
from dpdesk.release.result import IMPOSSIBLE, LESS_DETAIL, TableResult

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

Values = NDArray[np.float64]
Integers = NDArray[np.int64]


class Answered(Protocol):
    """Answers of one statistic."""

    unbiased: Values


T = TypeVar("T", bound=Answered)


@dataclass(frozen=True, slots=True, eq=False)
class Area(Generic[T]):
    """One area: its level, its answers by statistic, and the statistics that could not be made consistent."""

    level: int
    answers: dict[str, T]
    loose: frozenset[str] = frozenset()


class CellsByLevel:
    """The tables of cells behind an area's numbers at each level.

    Every area has cells of its own; which of them stay empty a rule may say for this area alone. Areas with the same
    empty cells share a table, and all tables of a level its projection.
    """

    def __init__(self, group: ChosenGroup, plan: Plan) -> None:
        """Prepare the projection of every level and the empty cells of every area: a function of the plan."""
        self._tables: list[list[Written]] = []
        rules = impossible_by_area(group.compiled, plan.dictionary)
        detail = mechanism_of(group)
        for number, (compiled, ruled) in enumerate(zip(detail_of(group.compiled).levels, rules, strict=True)):
            (table,) = joint_tables([Counted(0, compiled, listed=False)], plan.dictionary, plan.file)
            weights = [float(compiled.weights[part.part]) / part.queries.shape[0] for part in table.parts]
            vectors = {f"sum:{vector.quantity}": vector for vector in compiled.sums}
            names, scales = [COUNT, *vectors], [1.0, *map(scale_of, vectors.values())]
            deviations = {
                name: [errors / scale for errors in mechanism.split(mechanism.std)]
                for name, scale, mechanism in zip(names, scales, detail.vectors(number), strict=True)
            }
            level = Written(table, dict.fromkeys(names, weights), deviations, parts_of_all(vectors))
            alike: dict[bytes, Written] = {}
            for cells in ruled:
                alike.setdefault(cells.tobytes(), level.without(cells))
            self._tables.append([alike[cells.tobytes()] for cells in ruled])

    def of(self, level: int, area: int) -> Written:
        """The table of an area, by its place, at a level."""
        return self._tables[level][area]


def mechanism_of(group: ChosenGroup) -> DetailMechanism:
    """Both stages of a group with adaptive detail."""
    if group.detail is None:
        raise LookupError(f"group '{group.name}' has no adaptive detail")
    return group.detail


def drawn_areas(
    group: ChosenGroup, sealed: Mapping[str, Integers]
) -> Iterator[tuple[int, dict[str, tuple[Mechanism, Integers]]]]:
    """Yield for each area its level, and by statistic its mechanism and its noisy integers."""
    detail = mechanism_of(group)
    levels = detail.levels_of(sealed[SIZES])
    names = [COUNT, *(f"sum:{vector.quantity}" for vector in group.compiled.sums)]
    parts = [detail.split(sealed[name], levels, vector) for vector, name in enumerate(names)]
    for area, level in enumerate(levels.tolist()):
        mechanisms = detail.vectors(level)
        yield level, {name: (mechanisms[vector], parts[vector][area]) for vector, name in enumerate(names)}


def unbiased_by_area(group: ChosenGroup, areas: Sequence[Area[T]]) -> dict[str, Values]:
    """The unbiased answers of the group's queries by statistic; NaN where the level of the area does not show them."""
    tables = detail_of(group.compiled).tables
    unbiased: dict[str, Values] = {}
    for name in areas[0].answers if areas else ():
        values = np.full(tables.area.size, np.nan)
        for number, area in enumerate(areas):
            cells = np.flatnonzero(tables.area == number)
            rows = tables.levels[area.level].rows[cells]
            known = rows != NO_ROW
            values[cells[known]] = area.answers[name].unbiased[rows[known]]
        unbiased[name] = values
    return unbiased


@dataclass(frozen=True, slots=True, eq=False)
class Piece:
    """The cells of a table that belong to one area, as a table of their own: (1, cells, 1, items).

    `cells` are their places among pages × stub × boxhead, `hidden` what the level of the area does not show.
    """

    area: int
    group: ChosenGroup
    table: TableMap
    cells: Integers
    hidden: NDArray[np.bool_]


def pieces_of(group: ChosenGroup, table: TableMap, levels: Sequence[int]) -> list[Piece]:
    """Divide a table by areas; `levels` is each area's level."""
    mechanism, detail = mechanism_of(group), detail_of(group.compiled)
    by_level = [
        ChosenGroup(compiled, answering) for compiled, answering in zip(detail.levels, mechanism.levels, strict=True)
    ]
    tables = {level: at_level(table, detail.tables, level) for level in set(levels)}
    area = area_of_cells(table, detail.tables).ravel()
    order = np.argsort(area, kind="stable")
    places = np.split(order, np.searchsorted(area[order], np.arange(1, len(levels))))
    pieces = []
    for number, (level, cells) in enumerate(zip(levels, places, strict=True)):
        whole, hidden = tables[level]
        recipes = tuple(
            replace(
                recipe,
                rows=_listed(recipe.rows, cells),
                base=None if recipe.base is None else recipe.base.ravel()[cells][None, :, None],
                factors=None if recipe.factors is None else _listed(recipe.factors, cells),
            )
            for recipe in whole.recipes
        )
        piece = TableMap(table.shell, table.group, recipes, _listed(whole.empty, cells))
        pieces.append(Piece(number, by_level[level], piece, cells, _listed(hidden, cells)[0, :, 0, :]))
    return pieces


def _listed(values: NDArray[Any], cells: Integers) -> NDArray[Any]:
    """Some of pages × stub × boxhead as (1, cells, 1, items)."""
    return values.reshape(-1, values.shape[-1])[cells][None, :, None, :]


def joined(table: TableMap, pieces: Sequence[Piece], results: Sequence[TableResult]) -> TableResult:
    """One table of the pieces; what is hidden has no value and says so."""
    outer, items = int(np.prod(table.empty.shape[:3])), table.empty.shape[3]
    names = ("estimate", "lower", "upper", "margin", "unbiased")
    values = {name: np.full((outer, items), np.nan) for name in names}
    flag = np.full((outer, items), "", dtype=object)
    for piece, result in zip(pieces, results, strict=True):
        for name in names:
            values[name][piece.cells] = np.where(piece.hidden, np.nan, getattr(result, name)[0, :, 0, :])
        flag[piece.cells] = np.where(piece.hidden, LESS_DETAIL, result.flag[0, :, 0, :])
    shape = table.empty.shape
    flags: NDArray[np.object_] = flag.reshape(shape)
    flags[table.empty] = IMPOSSIBLE
    estimate, lower, upper, margin, unbiased = (values[name].reshape(shape) for name in names)
    return TableResult(table.shell, estimate, lower, upper, margin, unbiased, flags)
