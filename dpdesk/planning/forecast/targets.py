"""Targets of a plan: what they are about, and whether a budget reaches them.

A target is a widest noise margin, or a largest standard error as a share of the count expected (CV), for some counts of
a table; or a widest margin for one of its other figures: exact for sums, for medians, means and percentages a rough one
at the people expected (rough.py). Which cells "the planning figures put above 500" and what a CV is a share of comes
from the plan's public planning figures, never from data. A target that cannot be judged says why in a sentence and
stops nothing: targets decide no number.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.printed import COUNT
from dpdesk.planning.choosing.refusals import Reason, refusal_json
from dpdesk.planning.compiler.boxes import NO_ROW
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.compiler.statistics import rows_of, statistics
from dpdesk.planning.document.model import TargetRecord
from dpdesk.planning.document.names import statistic_label, statistic_words
from dpdesk.planning.document.reference import expected_counts
from dpdesk.planning.forecast.rough import people_expected, recipe_margins
from dpdesk.privacy.exact import parse_exact
from dpdesk.problems.problem import Label, Phrase, phrase
from dpdesk.schema.text import Text

if TYPE_CHECKING:
    from dpdesk.planning.choosing.noise import Noise
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
    from dpdesk.planning.compiler.recipes import Recipe, TableMap
    from dpdesk.planning.document.plan import Plan

LARGEST_REFERENCE = 2**24
"""Cells of a group's domain over which planning figures are spread."""
MOST_FIGURES = 12
"""Items of a measure that can be wished for one by one."""


@dataclass(frozen=True, slots=True, eq=False)
class Answers:
    """What a group prints: the noise of each statistic, none where quantiles are drawn, `ranks` off then."""

    noises: Mapping[str, Noise]
    ranks: float | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Sought:
    """A figure of a table that is no count: item `at` of a recipe, in the cells `there`, with the people expected."""

    plan: Plan
    recipe: Recipe
    at: int
    there: NDArray[np.bool_]
    people: NDArray[np.float64] | None

    @property
    def label(self) -> Text:
        """What it is called."""
        return self.recipe.measured.item(self.at).label

    @property
    def rough(self) -> bool:
        """Whether its margins depend on the people expected."""
        return not self.recipe.measured.direct

    def widest(self, answers: Answers) -> float:
        """The widest margin of its cells, in its unit; infinite where the noise hides it."""
        measured = self.recipe.measured
        if measured.direct:
            rows = self.recipe.rows[..., self.at][self.there]
            return answers.noises[measured.vector].widest(self.plan.level, np.unique(rows)) * float(measured.unit)
        if self.people is None:
            return np.inf
        margins = recipe_margins(self.plan, self.recipe, answers.noises, answers.ranks, self.people)
        own = margins[..., self.at][self.there]
        return float(own[~np.isnan(own)].max(initial=-np.inf)) if not np.isnan(own).all() else np.inf


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """A target with the rows of its group's workload it is about, and what is expected in each for a CV.

    Of figures that are no counts it has `sought` instead. `why_not` says why it cannot be judged, if so; then there are
    no rows.
    """

    at: int
    record: TargetRecord
    group: int
    rows: NDArray[np.int64]
    expected: NDArray[np.float64] | None
    why_not: Reason | None = None
    sought: Sought | None = None

    @property
    def limit(self) -> Fraction:
        """The largest margin, or the largest CV."""
        return parse_exact(self.record.margin or self.record.cv or "0")

    def figure(self, answers: Answers, level: int) -> float:
        """The widest margin of its rows at a level, or their largest CV."""
        if self.sought is not None:
            return self.sought.widest(answers)
        noise = answers.noises[COUNT]
        if self.expected is not None:
            return float((noise.std[self.rows] / self.expected).max(initial=0.0))
        return noise.widest(level, self.rows)

    def met(self, figure: float) -> bool:
        """Whether a figure is within the limit."""
        return isfinite(figure) and Fraction(figure) <= self.limit

    @property
    def about(self) -> Text | None:
        """What its figure is called, None for counts."""
        return None if self.sought is None else self.sought.label


@dataclass(frozen=True, slots=True)
class Reached:
    """What a target comes to: its figure (a margin in counts, or a CV), and whether that is within the limit.

    `at` is its place in the plan. `figure` is None and `why_not` says why where it cannot be judged. `about` is what a
    figure that is no count is called, `rough` whether it is judged at the people expected.
    """

    at: int
    table: str
    words: str
    figure: float | None
    shown: str
    met: bool
    why_not: Reason | None = None
    about: Text | None = None
    rough: bool = False

    def to_json(self) -> dict[str, Any]:
        """One entry of a forecast's "targets"."""
        figure = self.figure if self.figure is None or isfinite(self.figure) else None
        return {
            "target": self.at,
            "table": self.table,
            "words": self.words,
            "figure": figure,
            "shown": self.shown,
            "met": self.met,
            **refusal_json(self.why_not),
            **({} if self.about is None else {"about": dict(self.about), "rough": self.rough}),
        }


def aims_of(plan: Plan, compiled: CompiledPlan) -> tuple[Aim, ...]:
    """Return the targets of a plan with what they are about."""
    expected: dict[int, NDArray[np.float64] | Phrase] = {}
    return tuple(_aim(plan, compiled, number, record, expected) for number, record in enumerate(plan.targets))


NO_COUNTS = phrase("planning.target_drawn")
WEIGHTED = phrase("planning.target_weighted")
"""No figure is computed from counts, whose margins are not those of weighted figures."""


def reached_by(plan: Plan, compiled: CompiledPlan, groups: Mapping[int, Answers]) -> tuple[Reached, ...]:
    """What each target of a plan comes to with what each group prints, by the group's place in the plan."""
    return tuple(reached(plan, aim, groups.get(aim.group)) for aim in aims_of(plan, compiled))


def reached(plan: Plan, aim: Aim, answers: Answers | None) -> Reached:
    """What a target comes to with what its group prints."""
    words, sought = aim_words(plan, aim.record, aim.about), aim.sought
    why = aim.why_not
    if why is None and answers is not None and sought is None and COUNT not in answers.noises:
        why = NO_COUNTS
    if why is not None or answers is None:
        return Reached(aim.at, aim.record.table, words, None, "", False, why)
    figure, rough = aim.figure(answers, plan.level), sought is not None and sought.rough
    shown = figure_words(aim.record, figure, rough=rough)
    about = None if sought is None else sought.label
    return Reached(aim.at, aim.record.table, words, figure, shown, aim.met(figure), None, about, rough)


def _aim(
    plan: Plan, compiled: CompiledPlan, number: int, record: TargetRecord, kept: dict[int, NDArray[np.float64] | Phrase]
) -> Aim:
    nothing = np.zeros(0, dtype=np.int64)
    try:
        table, group = named_table(compiled, record.table)
        if (own := _sought_item(table, group, record)) is not None:
            return _figure_aim(plan, table, group, number, record, own)
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
        why = phrase("planning.target_none_above", table=plan.table_label(record.table), above=max(int(least), 0))
        return Aim(number, record, table.group, nothing, None, why)
    return Aim(number, record, table.group, there, None if record.cv is None else expected[there])


def figures_of(table: TableMap) -> list[tuple[str, Recipe, int]]:
    """The figures of a table that are no counts and can be wished for: code, recipe, place among its items."""
    return [
        (recipe.measured.item(at).code, recipe, at)
        for recipe in table.recipes
        if not recipe.measured.counts and (recipe.measured.direct or not recipe.measured.linear)
        for at in range(recipe.measured.size if recipe.measured.size <= MOST_FIGURES else 0)
    ]


def _sought_item(table: TableMap, group: CompiledGroup, record: TargetRecord) -> tuple[Recipe, int] | None:
    """The figure that is no count and that a target names alone."""
    if (
        record.cells is None
        or len(record.cells) != 1
        or record.cells[0] in {name for name, _ in statistics(table, group)}
    ):
        return None
    return next(((recipe, at) for code, recipe, at in figures_of(table) if code == record.cells[0]), None)


def _figure_aim(
    plan: Plan, table: TableMap, group: CompiledGroup, number: int, record: TargetRecord, own: tuple[Recipe, int]
) -> Aim:
    recipe, at = own
    nothing = np.zeros(0, dtype=np.int64)
    expected = None if group.detail is not None else people_expected(plan, group)
    if record.cv is not None:
        return Aim(number, record, table.group, nothing, None, phrase("planning.target_cv_of_counts"))
    if expected is None:
        return Aim(number, record, table.group, nothing, None, phrase("planning.target_cells"))
    if record.above is not None and not expected.planned:
        return Aim(number, record, table.group, nothing, None, phrase("planning.target_needs_figures"))
    behind = recipe.rows[..., at] if recipe.measured.direct else recipe.rows[..., -1]
    behind = recipe.base if recipe.base is not None else behind
    size = np.where(behind == NO_ROW, 0.0, expected.answers[np.maximum(behind, 0)])
    there = (size > float(record.above or 0)) & ~table.empty[..., recipe.start + at]
    if not there.any():
        why = phrase("planning.target_none_above", table=plan.table_label(record.table), above=record.above or 0)
        return Aim(number, record, table.group, nothing, None, why)
    return Aim(number, record, table.group, nothing, None, None, Sought(plan, recipe, at, there, expected.answers))


def _expected(plan: Plan, group: CompiledGroup) -> NDArray[np.float64] | Phrase:
    """How many people the planning figures expect in each answer of a group, or why they do not say."""
    if plan.reference is None:
        return phrase("planning.target_needs_figures")
    if group.space.cells > LARGEST_REFERENCE:
        return phrase("planning.target_cells")
    cells = None if group.space.once else expected_counts(plan.reference, plan.dictionary, group.domain.variables)
    if cells is None:
        return phrase("planning.target_figures_silent", variables=tuple(group.domain.variables))
    return np.asarray(group.workload.answer(group.reduction.merge(cells)), dtype=np.float64)


def aim_words(plan: Plan, record: TargetRecord, about: Text | None = None) -> str:
    """A target in words: "noise margin (90 %) at most 50 on Sex by Age of table 'people'"; `about` a figure."""
    if record.margin is not None:
        what = f"noise margin ({plan.level} %) at most {_number(parse_exact(record.margin))}"
    else:
        what = f"CV at most {_number(parse_exact(record.cv or '0') * 100)} %"
    on = "all counts"
    if record.cells is not None:
        named = [statistic_words(plan.dictionary, name) for name in record.cells] if about is None else [about]
        on = ", ".join(label.show("en") for label in named)
    where = "" if record.above is None else f" that the planning figures put above {record.above:,}"
    return f"{what} on {on} of table '{record.table}'{where}"


def aim_phrase(plan: Plan, record: TargetRecord, about: Text | None = None) -> Phrase:
    """The same as a part of a sentence in any language."""
    named = tuple(statistic_label(plan.dictionary, name) for name in record.cells or ())
    counts: Phrase | Label | tuple[Label, ...] = named or phrase("planning.aim_counts")
    table = plan.table_label(record.table)
    if about is not None:
        counts = Label(tuple(sorted(about.items())))
    above = "" if record.above is None else phrase("planning.aim_above", above=record.above)
    if record.margin is not None:
        limit = _number(parse_exact(record.margin))
        return phrase("planning.aim_margin", level=plan.level, limit=limit, counts=counts, table=table, above=above)
    limit = _number(parse_exact(record.cv or "0") * 100)
    return phrase("planning.aim_cv", limit=limit, counts=counts, table=table, above=above)


def figure_words(record: TargetRecord, figure: float, *, rough: bool = False) -> str:
    """What is reached, in the target's own measure, rounded up in three figures; "≈ ±480" for a rough one."""
    if record.margin is not None:
        return f"{'≈ ' * rough}±{_up(figure) if isfinite(figure) else '∞'}"
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
