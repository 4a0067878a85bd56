"""Vintages of boundaries: by which dated hierarchy of an area a table counts, and which later ones there are.

Nothing is chosen by a day: which boundaries a table uses decides its numbers, and a plan says so by name. What is
worked out here is only said, to those who make the plan of another year and to readers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from dpdesk.planning.document.plan import Plan
from dpdesk.problems.problem import Phrase, phrase
from dpdesk.schema.dictionary import Dictionary


@dataclass(frozen=True, slots=True)
class Vintage:
    """A dated hierarchy that a table counts by: `since` is the day from which it holds.

    `newer` is the latest one of the same variable that holds from a later day, `newer_since`; both "" for none.
    """

    table: str
    variable: str
    hierarchy: str
    since: str
    newer: str = ""
    newer_since: str = ""


def dated_hierarchies(dictionary: Dictionary, variable: str) -> dict[str, str]:
    """The dated hierarchies of a variable, each with the day (YYYY-MM-DD) from which it holds.

    Args:
        dictionary: which declares them.
        variable: its name.
    """
    records = (one for one in dictionary.record.variables if one.name == variable)
    every = [own for one in records for own in getattr(one, "hierarchies", ())]
    return {own.name: own.valid_from for own in every if own.valid_from is not None}


def vintages(plan: Plan, day: str = "") -> tuple[Vintage, ...]:
    """The dated hierarchies that the tables of a plan count by, in their order, each once a table.

    Args:
        plan: the plan.
        day: a day (YYYY-MM-DD) after which a vintage is not looked at; all are where it is "".
    """
    found: dict[tuple[str, str, str], Vintage] = {}
    for table, variable, hierarchy in _used(plan):
        known = dated_hierarchies(plan.dictionary, variable)
        if hierarchy not in known:
            continue
        since = known[hierarchy]
        later = [(other, name) for name, other in known.items() if other > since and (not day or other <= day)]
        newer_since, newer = max(later, default=("", ""))
        found.setdefault((table, variable, hierarchy), Vintage(table, variable, hierarchy, since, newer, newer_since))
    return tuple(found.values())


def outdated(plan: Plan, day: str = "") -> tuple[Vintage, ...]:
    """Those of `vintages` of which there is a later one."""
    return tuple(one for one in vintages(plan, day) if one.newer)


def warnings(plan: Plan, day: str) -> list[Phrase]:
    """That boundaries have changed since those that a table counts by, a phrase for each that has.

    Args:
        plan: the plan.
        day: of its figures, YYYY-MM-DD.
    """
    return [
        phrase(
            "planning.older_vintage",
            table=plan.table_label(one.table),
            variable=one.variable,
            hierarchy=one.hierarchy,
            since=one.since,
            newer=one.newer,
            newer_since=one.newer_since,
        )
        for one in outdated(plan, day)
    ]


def _used(plan: Plan) -> Iterator[tuple[str, str, str]]:
    for table in plan.tables:
        for block in (*table.pages, *table.stub, *table.boxhead):
            for nested in block.variables:
                if nested.hierarchy is not None:
                    yield table.name, nested.variable, nested.hierarchy
