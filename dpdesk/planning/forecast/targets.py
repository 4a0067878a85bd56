"""Targets of a plan: what they are about, and whether a budget reaches them.

A target is a widest noise margin, or a largest standard error as a share of the count expected (CV), for some counts of
a table. Which cells "the planning figures put above 500" and what a CV is a share of comes from the plan's public
planning figures, never from data. A target that cannot be judged says why in a sentence and stops nothing: targets
decide no number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.refusals import Reason, refusal_json
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.compiler.statistics import label_of, rows_of
from dpdesk.planning.document.model import TargetRecord
from dpdesk.planning.document.reference import expected_counts
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import Phrase, phrase

if TYPE_CHECKING:
    from dpdesk.planning.choosing.noise import Noise
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
    from dpdesk.planning.document.plan import Plan

LARGEST_REFERENCE = 2**24
"""Cells of a group's domain over which planning figures are spread."""


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """A target with the rows of its group's workload it is about, and what is expected in each for a CV.

    `why_not` says why it cannot be judged, if so; then there are no rows.
    """

    at: int
    record: TargetRecord
    group: int
    rows: NDArray[np.int64]
    expected: NDArray[np.float64] | None
    why_not: Reason | None = None

    @property
    def limit(self) -> Fraction:
        """The largest margin, or the largest CV."""
        return parse_exact(self.record.margin or self.record.cv or "0")

    def figure(self, noise: Noise, level: int) -> float:
        """The widest margin of its rows at a level, or their largest CV."""
        if self.expected is not None:
            return float((noise.std[self.rows] / self.expected).max(initial=0.0))
        return noise.widest(level, self.rows)

    def met(self, figure: float) -> bool:
        """Whether a figure is within the limit."""
        return Fraction(figure) <= self.limit


@dataclass(frozen=True, slots=True)
class Reached:
    """What a target comes to: its figure (a margin in counts, or a CV), and whether that is within the limit.

    `at` is its place in the plan. `figure` is None and `why_not` says why where it cannot be judged.
    """

    at: int
    table: str
    words: str
    figure: float | None
    shown: str
    met: bool
    why_not: Reason | None = None

    def to_json(self) -> dict[str, Any]:
        """One entry of a forecast's "targets"."""
        return {
            "target": self.at,
            "table": self.table,
            "words": self.words,
            "figure": self.figure,
            "shown": self.shown,
            "met": self.met,
            **refusal_json(self.why_not),
        }


def aims_of(plan: Plan, compiled: CompiledPlan) -> tuple[Aim, ...]:
    """Return the targets of a plan with what they are about."""
    expected: dict[int, NDArray[np.float64] | Phrase] = {}
    return tuple(_aim(plan, compiled, number, record, expected) for number, record in enumerate(plan.targets))


NO_COUNTS = phrase("planning.target_drawn")
WEIGHTED = phrase("planning.target_weighted")
"""No figure is computed from counts, whose margins are not those of weighted figures."""


def reached_by(plan: Plan, compiled: CompiledPlan, noises: Mapping[int, Noise]) -> tuple[Reached, ...]:
    """What each target of a plan comes to with the noise of each group's counts, by the group's place in the plan."""
    targets = []
    for aim in aims_of(plan, compiled):
        noise = noises.get(aim.group)
        known_aim = replace(aim, why_not=NO_COUNTS) if noise is None and not aim.why_not else aim
        targets.append(reached(plan, known_aim, noise))
    return tuple(targets)


def reached(plan: Plan, aim: Aim, noise: Noise | None) -> Reached:
    """What a target comes to with the noise of the counts it is about."""
    words = aim_words(plan, aim.record)
    if aim.why_not or noise is None:
        return Reached(aim.at, aim.record.table, words, None, "", False, aim.why_not)
    figure = aim.figure(noise, plan.level)
    return Reached(aim.at, aim.record.table, words, figure, figure_words(aim.record, figure), aim.met(figure))


def _aim(
    plan: Plan, compiled: CompiledPlan, number: int, record: TargetRecord, kept: dict[int, NDArray[np.float64] | Phrase]
) -> Aim:
    nothing = np.zeros(0, dtype=np.int64)
    try:
        table, group = named_table(compiled, record.table)
        rows = rows_of(plan, table, group, record.cells)
    except BadInput as wrong:
        return Aim(number, record, -1, nothing, None, wrong.problem)
    if all(recipe.measured.weight is not None or recipe.factors is not None for recipe in table.recipes):
        return Aim(number, record, table.group, nothing, None, WEIGHTED)
    if record.cv is None and record.above is None:
        return Aim(number, record, table.group, rows, None)
    if table.group not in kept:
        kept[table.group] = _expected(plan, group)
    expected = kept[table.group]
    if isinstance(expected, Phrase):
        return Aim(number, record, table.group, nothing, None, expected)
    least = -1.0 if record.above is None else float(record.above)
    there = rows[expected[rows] > max(least, 0.0)]
    if not there.size:
        why = phrase("planning.target_none_above", table=record.table, above=max(int(least), 0))
        return Aim(number, record, table.group, nothing, None, why)
    return Aim(number, record, table.group, there, None if record.cv is None else expected[there])


def _expected(plan: Plan, group: CompiledGroup) -> NDArray[np.float64] | Phrase:
    """How many people the planning figures expect in each answer of a group, or why they do not say."""
    if plan.reference is None:
        return phrase("planning.target_needs_figures")
    if group.space.cells > LARGEST_REFERENCE:
        return phrase("planning.target_cells")
    cells = expected_counts(plan.reference, plan.dictionary, group.domain.variables)
    if cells is None:
        return phrase("planning.target_figures_silent", variables=tuple(group.domain.variables))
    return np.asarray(group.workload.answer(group.reduction.merge(cells)), dtype=np.float64)


def aim_words(plan: Plan, record: TargetRecord, language: str = "en") -> str:
    """A target in words: "noise margin (90 %) at most 50 on Sex by Age of table 'people'"."""
    if record.margin is not None:
        what = f"noise margin ({plan.level} %) at most {_number(parse_exact(record.margin))}"
    else:
        what = f"CV at most {_number(parse_exact(record.cv or '0') * 100)} %"
    on = "all counts"
    if record.cells is not None:
        on = ", ".join(label_of(plan.dictionary, name).show(language) for name in record.cells)
    where = "" if record.above is None else f" that the planning figures put above {record.above:,}"
    return f"{what} on {on} of table '{record.table}'{where}"


def aim_phrase(record: TargetRecord, level: int) -> Phrase:
    """The same as a part of a sentence in any language, its counts by the names of their statistics."""
    counts = phrase("planning.aim_counts") if record.cells is None else tuple(record.cells)
    above = "" if record.above is None else phrase("planning.aim_above", above=record.above)
    if record.margin is not None:
        limit = _number(parse_exact(record.margin))
        return phrase("planning.aim_margin", level=level, limit=limit, counts=counts, table=record.table, above=above)
    limit = _number(parse_exact(record.cv or "0") * 100)
    return phrase("planning.aim_cv", limit=limit, counts=counts, table=record.table, above=above)


def figure_words(record: TargetRecord, figure: float) -> str:
    """What is reached, in the target's own measure, rounded up in three figures."""
    if record.margin is not None:
        return f"±{_up(figure)}"
    return f"{_up(figure * 100)} %"


def _number(value: Fraction) -> str:
    return f"{float(value):,.6g}" if value < 1_000_000 else f"{float(value):,.0f}"


def _up(value: float) -> str:
    """A figure in three digits, never rounded down."""
    if value <= 0:
        return "0"
    places = 2 - int(np.floor(np.log10(value)))
    scaled = np.ceil(value * 10.0**places * (1 - 1e-12)) / 10.0**places
    return f"{scaled:,.0f}" if scaled >= 100 else f"{scaled:.3g}"
