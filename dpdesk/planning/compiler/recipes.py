"""How the cells of a table are read from the answers of its group: rows for counts, recipes for what is derived.

The table asks the group's builder for the queries of every combination of its blocks; once the workload stands, each
cell finds its rows in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from dpdesk.planning.compiler.boxes import NO_ROW, Rows, WorkloadBuilder
from dpdesk.planning.compiler.measures.base import Measured
from dpdesk.planning.compiler.measures.codes import CodeCells, CodeRanges, CodeSets
from dpdesk.planning.compiler.measures.combined import Combined
from dpdesk.planning.compiler.requests import Axes, Request, Tabulator
from dpdesk.planning.compiler.shells import Axis, Shell

NOT_A_ROW = -2
"""In `TableMap.rows`: the item is derived from several rows; see its recipe."""


@dataclass(frozen=True, slots=True, eq=False)
class Recipe:
    """How the items `start` … `stop`−1 of a table are computed from answers a = W x of its group; see `measured`.

    `rows` has shape (P, S, B, k), k = `measured.rows`, of the vector `measured.vector`; NO_ROW (−1) counts nobody: the
    answer is 0. `base` has shape (P, S, B), where there is one; a base of several answers stands
    behind the rows. `factors`, that of `rows`, are the public numbers by which answers are multiplied.
    """

    measured: Measured
    start: int
    stop: int
    rows: Rows
    base: Rows | None = None
    factors: NDArray[np.float64] | None = None

    @property
    def span(self) -> slice:
        """The places of its items."""
        return slice(self.start, self.stop)


def all_of(recipe: Recipe, answers: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each cell of counts, sums, or combinations, whether something holds of all of its answers."""
    return np.asarray(answers.all(axis=3, keepdims=True)) if recipe.measured.by_line else answers


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
            if recipe.measured.direct:
                result[..., recipe.span] = recipe.rows
        return result


Requests = Mapping[tuple[int, int, int, int], tuple[Request, Request | None]]
"""By block of each axis and measure: its queries, and those of its base, or of all that the file has of its codes."""


def ask_for(tabulator: Tabulator, universe: Sequence[int], shell: Shell, measures: Sequence[Measured]) -> Requests:
    """Ask for what a table needs: for each combination of blocks and each measure its queries and its base's."""
    requests: dict[tuple[int, int, int, int], tuple[Request, Request | None]] = {}
    whole: dict[int, Request] = {}
    axes = (shell.pages.blocks, shell.stub.blocks, shell.boxhead.blocks)
    for p, s, b in product(*(range(len(blocks)) for blocks in axes)):
        here = (axes[0][p], axes[1][s], axes[2][b])
        known: dict[object, Request] = {}

        def ask(
            along: CodeRanges | CodeSets | CodeCells | None = None,
            keeps: frozenset[str] | None = None,
            here: Axes = here,
            known: dict[object, Request] = known,
        ) -> Request:
            key = along.key if along is not None else None, keeps
            if key not in known:
                known[key] = tabulator.request(shell.name, universe, here, along, keeps)
            return known[key]

        for at, measured in enumerate(measures):
            main = ask(measured.along)
            base = ask(measured.base_along, measured.keeps) if measured.based else None
            if measured.and_whole and measured.along is not None:
                base = whole[at] = whole.get(at) or tabulator.all_of(measured.along)
            requests[p, s, b, at] = (main, base)
    return requests


def table_map(
    shell: Shell,
    measures: Sequence[Measured],
    builder: WorkloadBuilder,
    requests: Requests,
    nobody: NDArray[np.bool_] | None,
) -> tuple[tuple[Recipe, ...], NDArray[np.bool_]]:
    """Find the rows of a table's cells in the finished workload: its recipes, and which cells are empty.

    `requests` is what `ask_for` returned; `nobody` says for each row of the workload whether no cell it counts is
    possible, None if all are.
    """
    outer = shell.shape[:3]
    empty = np.zeros(shell.shape, dtype=bool)
    recipes: list[Recipe] = []
    start = 0
    slices = [_slices(axis) for axis in (shell.pages, shell.stub, shell.boxhead)]
    found: dict[int, Rows] = {}

    def fill(target: Rows, p: int, s: int, b: int, request: Request) -> None:
        if id(request) not in found:
            found[id(request)] = request.rows(builder)
        target[slices[0][p], slices[1][s], slices[2][b]] = found[id(request)]

    for at, measured in enumerate(measures):
        rows = np.full((*outer, measured.rows), NO_ROW, dtype=np.int64)
        base = np.full((*outer, measured.rows_of_base), NO_ROW, dtype=np.int64) if measured.based else None
        for p, s, b in product(*(range(len(one)) for one in slices)):
            main, below = requests[p, s, b, at]
            if measured.and_whole and below is not None:
                fill(rows[..., : measured.rows // 2], p, s, b, main)
                fill(rows[..., measured.rows // 2 :], p, s, b, below)
                continue
            fill(rows, p, s, b, main)
            if base is not None and below is not None:
                fill(base, p, s, b, below)
        stop = start + measured.size
        blank = rows == NO_ROW
        if nobody is not None:
            blank = blank | nobody[rows]
        empty[..., start:stop] = measured.blank(blank)
        factors = np.broadcast_to(measured.factors, rows.shape) if isinstance(measured, Combined) else None
        if base is not None and measured.rows_of_base > 1:
            rows, base = np.concatenate([rows, base], axis=-1), None
        recipes.append(Recipe(measured, start, stop, rows, None if base is None else base[..., 0], factors))
        start = stop
    return tuple(recipes), empty


def _slices(axis: Axis) -> list[slice]:
    """The lines of each block of an axis."""
    result, first = [], 0
    for block in axis.blocks:
        result.append(slice(first, first + block.size))
        first += block.size
    return result
