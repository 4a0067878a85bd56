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
from dpdesk.planning.compiler.budgets import named_table
from dpdesk.planning.compiler.statistics import label_of, rows_of
from dpdesk.planning.document.model import TargetRecord
from dpdesk.planning.document.reference import expected_counts
from dpdesk.privacy.exact import parse_exact

if TYPE_CHECKING:
    from dpdesk.planning.choosing.noise import Noise
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
    from dpdesk.planning.document.plan import Plan

LARGEST_REFERENCE = 2**24
"""Cells of a group's domain over which planning figures are spread."""


@dataclass(frozen=True, slots=True, eq=False)
class Aim:
    """A target with the rows of its group's workload it is about, and what is expected in each for a CV.

    `why_not` is a sentence where it cannot be judged; then there are no rows.
    """

    at: int
    record: TargetRecord
    group: int
    rows: NDArray[np.int64]
    expected: NDArray[np.float64] | None
    why_not: str = ""

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

    `at` is its place in the plan. `figure` is None and `why_not` a sentence where it cannot be judged.
    """

    at: int
    table: str
    words: str
    figure: float | None
    shown: str
    met: bool
    why_not: str = ""

    def to_json(self) -> dict[str, Any]:
        """One entry of a forecast's "targets"."""
        return {
            "target": self.at,
            "table": self.table,
            "words": self.words,
            "figure": self.figure,
            "shown": self.shown,
            "met": self.met,
            "why_not": self.why_not or None,
        }


def aims_of(plan: Plan, compiled: CompiledPlan) -> tuple[Aim, ...]:
    """Return the targets of a plan with what they are about."""
    expected: dict[int, NDArray[np.float64] | str] = {}
    return tuple(_aim(plan, compiled, at, record, expected) for at, record in enumerate(plan.targets))


NO_COUNTS = "The quantiles of this table are drawn; it has no counts whose margin could meet a target."


def reached_by(plan: Plan, compiled: CompiledPlan, noises: Mapping[int, Noise]) -> tuple[Reached, ...]:
    """What each target of a plan comes to with the noise of each group's counts, by the group's place in the plan."""
    found = []
    for aim in aims_of(plan, compiled):
        own = noises.get(aim.group)
        told = replace(aim, why_not=NO_COUNTS) if own is None and not aim.why_not else aim
        found.append(reached(plan, told, own))
    return tuple(found)


def reached(plan: Plan, aim: Aim, noise: Noise | None) -> Reached:
    """What a target comes to with the noise of the counts it is about."""
    words = aim_words(plan, aim.record)
    if aim.why_not or noise is None:
        return Reached(aim.at, aim.record.table, words, None, "", False, aim.why_not)
    figure = aim.figure(noise, plan.level)
    return Reached(aim.at, aim.record.table, words, figure, figure_words(aim.record, figure), aim.met(figure))


def _aim(
    plan: Plan, compiled: CompiledPlan, at: int, record: TargetRecord, kept: dict[int, NDArray[np.float64] | str]
) -> Aim:
    nothing = np.zeros(0, dtype=np.int64)
    try:
        table, group = named_table(compiled, record.table)
        rows = rows_of(plan, table, group, record.cells)
    except BadInput as problem:
        return Aim(at, record, -1, nothing, None, str(problem))
    if record.cv is None and record.above is None:
        return Aim(at, record, table.group, rows, None)
    if table.group not in kept:
        kept[table.group] = _expected(plan, group)
    expected = kept[table.group]
    if isinstance(expected, str):
        return Aim(at, record, table.group, nothing, None, expected)
    least = -1.0 if record.above is None else float(record.above)
    there = rows[expected[rows] > max(least, 0.0)]
    if not there.size:
        return Aim(
            at,
            record,
            table.group,
            nothing,
            None,
            f"The planning figures put no such cell of the table '{record.table}' above {max(int(least), 0):,}.",
        )
    return Aim(at, record, table.group, there, None if record.cv is None else expected[there])


def _expected(plan: Plan, group: CompiledGroup) -> NDArray[np.float64] | str:
    """How many people the planning figures expect in each answer of a group, or why they do not say."""
    if plan.reference is None:
        return "It needs planning figures (reference): without them nothing is known of how many people to expect."
    if group.space.cells > LARGEST_REFERENCE:
        return "Its tables are answered on too many cells to spread planning figures over."
    cells = expected_counts(plan.reference, plan.dictionary, group.domain.variables)
    if cells is None:
        return (
            f"The planning figures do not say how people are spread over {', '.join(group.domain.variables)}; "
            "add their counts."
        )
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
