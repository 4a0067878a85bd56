"""What one table does to the others of a plan, and what it would do computed by itself, or together with them.

A table that joins others shares their part of the budget and one mechanism with them; that can make each of them more
accurate, or far less. Computed by itself it takes its share of the part along, which every other table of the group
then misses. Which of the two is better is a matter of forecasts, of plan and dictionary alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpdesk.errors import Cancelled, DpdeskError
from dpdesk.planning.aids.groupings import BETTER, Figures, figures
from dpdesk.planning.choosing.placing import Tree, apart, is_alone, naming, together
from dpdesk.planning.choosing.tied import Remedy, remedy
from dpdesk.planning.document.plan import Plan
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.choosing.candidates import Bench
    from dpdesk.schema.dictionary import Dictionary

ByTable = Mapping[str, Figures]
"""What a plan makes of each of its tables, by name."""


@dataclass(frozen=True, slots=True)
class Company:
    """A plan without a table (or before it was changed), the plan as it is, and the other choice for that table.

    `other` is the plan in which the table is by itself, or together with the others where it is by itself now
    (`alone`); None, with no figures, where there is no other choice. Where the plan as it is ties groups together, it
    is the one in which the table ties nothing, if there is one (`untied`).
    """

    table: str
    alone: bool
    before: ByTable
    now: ByTable
    other: Tree | None
    otherwise: ByTable
    untied: Remedy | None = None

    @property
    def other_is_better(self) -> bool:
        """Whether the other choice ties nothing, or makes the errors of all tables smaller, in the geometric mean."""
        return bool(self.otherwise) and (self.untied is not None or _mean(self.otherwise) < _mean(self.now) - BETTER)


def company(
    before: Tree,
    now: Tree,
    table: str,
    home: str | None,
    dictionary: Dictionary,
    bench: Bench,
    progress: Progress = silent,
) -> Company | None:
    """What a table has made of the others. None where the plan as it is cannot be forecast.

    before: the plan without the table, or with it as it was; it is looked at with the loss and level of the plan as it
    is. home: the group that a table by itself would join, None for the tables without a group.
    """
    made = _figures(now, dictionary, bench, progress)
    if made is None:
        return None
    kept = {key: now[key] for key in ("loss", "level", "reference") if key in now}
    rest = {
        key: value for key, value in before.items() if key not in ("loss", "level", "reference", "notes", "targets")
    }
    was = _figures(rest | kept, dictionary, bench, progress) if before.get("tables") else None
    alone = is_alone(now, table)
    other = together(now, table, home) if alone else apart(now, table)
    untied = remedy(now, dictionary, bench, [table], progress)
    if untied is not None:
        other = untied.plan
    otherwise = None if other is None else _figures(other, dictionary, bench, progress)
    if otherwise is None:
        return Company(table, alone, was or {}, made, None, {})
    return Company(table, alone, was or {}, made, other, otherwise, untied)


def _figures(tree: Tree, dictionary: Dictionary, bench: Bench, progress: Progress) -> ByTable | None:
    try:
        plan = Plan.from_json(dict(tree) | {"dictionary": naming(dictionary)}, dictionary)
        found = figures(plan, bench, progress)
    except Cancelled:
        raise
    except DpdeskError:
        return None
    return {table["name"]: own for table, own in zip(tree["tables"], found, strict=True)}


def _mean(found: ByTable) -> float:
    return sum(one.error for one in found.values()) / len(found)
