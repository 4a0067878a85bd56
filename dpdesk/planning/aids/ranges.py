"""Between which noise margins the cells of each table lie, for a list: the least and the widest, before any data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from dpdesk.planning.aids.rough import RoughMargins, Values, rough_margins
from dpdesk.planning.choosing.beside import printed_beside
from dpdesk.planning.choosing.noise import Noise
from dpdesk.planning.choosing.printed import COUNT
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledPlan
    from dpdesk.planning.compiler.recipes import Recipe, TableMap
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.text import Text


@dataclass(frozen=True, slots=True)
class MarginRange:
    """The least and the widest noise margin of a table's cells, in their unit; `rough` where counts decide them.

    Of a table with counts they are those of its counts; else of its sums; else rough ones of what is derived.
    """

    least: float
    widest: float
    rough: bool = False
    people: int = 0  # for how many people a rough range is, where nobody has said how many there are
    only: str = ""  # "counts" or "sums" where the table has other numbers, too, about which the range says nothing
    hidden: bool = False  # whether there are rough ones that noise hides: some, or all where the range is infinite


def margin_ranges(
    plan: Plan, progress: Progress = silent, *, forecaster: Forecaster | None = None
) -> dict[str, MarginRange | None]:
    """The range of every table by name; None where nothing can be said. Raises BadInput for an impossible plan."""
    forecaster = forecaster or Forecaster()
    compiled = settled(plan, forecaster.bench.compile(plan), forecaster.bench, progress)
    found: dict[str, MarginRange | None] = {}
    for at, table in enumerate(compiled.tables):
        progress("ranges of margins", at / len(compiled.tables))
        found[table.shell.name] = _range(plan, compiled, table, forecaster, progress)
    return found


def _range(
    plan: Plan, compiled: CompiledPlan, table: TableMap, forecaster: Forecaster, progress: Progress
) -> MarginRange | None:
    direct = [recipe for recipe in table.recipes if recipe.measured.direct]
    counts = [recipe for recipe in direct if recipe.measured.vector == COUNT]
    if not direct:
        return _rough(plan, table.shell.name, forecaster, progress)
    shown = counts or direct
    noises = printed_beside(plan, compiled, table.group, forecaster.bench, progress).noises[table.group]
    ends = [end for recipe in shown if (end := _ends(plan.level, noises[recipe.measured.vector], recipe)) is not None]
    if not ends:
        return None
    only = "" if len(shown) == len(table.recipes) else "counts" if counts else "sums"
    return MarginRange(min(least for least, _ in ends), max(widest for _, widest in ends), only=only)


def _ends(level: int, noise: Noise, recipe: Recipe) -> tuple[float, float] | None:
    """The least and the widest margin of a recipe's cells, those that are exact left out; None where all are."""
    rows = np.unique(recipe.rows[recipe.rows != NO_ROW])
    rows = rows[noise.std[rows] > 0] if rows.size else rows
    if not rows.size:
        return None
    step, deviations = float(recipe.measured.unit), noise.std[rows]
    least = rows[deviations == deviations.min()][:1]
    return float(noise.margins(level, least)[0]) * step, noise.widest(level, rows) * step


def _rough(plan: Plan, table: str, forecaster: Forecaster, progress: Progress) -> MarginRange | None:
    found = rough_margins(plan, table, progress, forecaster=forecaster)
    return None if found is None else _rough_of(found, found.margins)


def _rough_of(found: RoughMargins, margins: Values) -> MarginRange | None:
    """The range of some rough margins; None where none of them is known."""
    known = margins[np.isfinite(margins)]
    if not known.size:
        return None
    known = known[known > 0] if (known > 0).any() else known  # a share of 100 % is always right, and tells of no other
    made_up, hidden = 0 if found.said else found.people, bool(np.isposinf(margins).any())
    return MarginRange(float(known.min()), float(known.max()), rough=True, people=made_up, hidden=hidden)


def _or_hidden(found: RoughMargins, margins: Values) -> MarginRange | None:
    if not np.isfinite(margins).any() and np.isposinf(margins).any():
        return MarginRange(float("inf"), float("inf"), rough=True, hidden=True)
    return _rough_of(found, margins)


def rough_ranges(
    plan: Plan, table: TableMap, progress: Progress = silent, *, forecaster: Forecaster | None = None
) -> tuple[tuple[Text, MarginRange | None], ...]:
    """What each figure of a table that counts decide is called, with the range of its rough margins, where known.

    Where noise hides all of them, the range is infinite.
    """
    derived = [recipe for recipe in table.recipes if not recipe.measured.direct]
    found = rough_margins(plan, table.shell.name, progress, forecaster=forecaster) if derived else None
    margins = None if found is None else found.margins.reshape(table.shell.shape)
    return tuple(
        (
            recipe.measured.item(at).label,
            None if found is None or margins is None else _or_hidden(found, margins[..., recipe.start + at]),
        )
        for recipe in derived
        for at in range(recipe.measured.size)
    )


__all__ = ["MarginRange", "margin_ranges", "rough_ranges"]
