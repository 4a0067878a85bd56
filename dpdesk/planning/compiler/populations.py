"""What a group of tables counts: the records of a file, or the units they belong to, each once.

A table whose variables are about whole units (schema/variables/members.py) counts units; every other counts records,
or units once in each cell in which they have a record, where it says so (once.py). These are populations of their own:
what agrees in one says nothing of the other, and a protected unit is one row of the second and up to as many rows as
its cap of the others (docs/proofs/households.md).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

from dpdesk.errors import BadInput
from dpdesk.planning.compiler.space import Space, names_in
from dpdesk.planning.document.model import TableRecord
from dpdesk.planning.document.names import table_of
from dpdesk.planning.document.plan import Plan
from dpdesk.problems.problem import problem

T = TypeVar("T")


def counts_units(plan: Plan, table: TableRecord) -> bool:
    """Whether a table names a variable of whole units."""
    return any(plan.dictionary.has(name) and plan.dictionary.variable(name).of_unit for name in _names(plan, table))


def _names(plan: Plan, table: TableRecord) -> Iterator[str]:
    return names_in(table, plan.record.public_figures)


def require_one_population(plan: Plan) -> None:
    """Refuse tables, and groups of tables, that would count records and units at once.

    Raises:
        BadInput: names the variable, or the table.
    """
    for at, table in enumerate(plan.tables):
        named = {name: plan.dictionary.variable(name).of_unit for name in _names(plan, table)}
        if len(set(named.values())) > 1:
            unit = next(name for name, own in named.items() if own)
            row = next(name for name, own in named.items() if not own)
            place = plan.file.whole.to("tables", at)
            raise BadInput(problem("planning.two_populations", place, unit=unit, row=row))
    for group in plan.groups:
        for one, other in pairwise(group.tables):
            if (counts_units(plan, one), one.counts) != (counts_units(plan, other), other.counts):
                raise BadInput(
                    problem(
                        "planning.group_of_two_populations",
                        plan.file.whole,
                        group=group.label,
                        table=table_of(one),
                        other=table_of(other),
                    )
                )


def one_population(space: Space, other: Space) -> bool:
    """Whether two groups count the same, so that what both tell are the same numbers."""
    return space.of_units == other.of_units and not (space.once or other.once)


def by_population(parties: Sequence[tuple[Space, T]]) -> list[list[T]]:
    """Parties apart: those that count records, those that count units, each that counts units once a cell by itself."""
    found = [
        [party for space, party in parties if space.of_units == units and not space.once] for units in (False, True)
    ]
    return [own for own in (*found, *([party] for space, party in parties if space.once)) if own]
