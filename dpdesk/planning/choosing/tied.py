"""Whether groups of a plan share so much that their numbers may be printed as drawn, and which table to put elsewhere.

Ties are those of the joint tables (joint/ties.py). Which table is to be moved is found by moving: each table of what is
tied, the last one of the plan first, into each other group and into one of its own. The first table that unties all of
it is named, with the group of others whose products are smallest then, and a group of its own only where no other group
does. A function of plan and dictionary alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, prod
from typing import TYPE_CHECKING, Any

from dpdesk.errors import DpdeskError
from dpdesk.planning.choosing.placing import Tree, apart, group_of, naming, together
from dpdesk.planning.choosing.quantile_methods import asks_quantiles_only
from dpdesk.planning.choosing.refusals import refusal_json
from dpdesk.planning.compiler.margins import cells_of
from dpdesk.planning.document.plan import Plan
from dpdesk.planning.joint.junction_tree import LARGEST_WRITTEN
from dpdesk.planning.joint.nodes import Counted
from dpdesk.planning.joint.ties import OPEN, Tie, ties
from dpdesk.problems.problem import Phrase, phrase
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.choosing.candidates import Bench
    from dpdesk.planning.compiler.compiled import CompiledGroup
    from dpdesk.schema.dictionary import Dictionary

MOST = 12
"""Places that are tried, at most, the likeliest first."""
WORK = 200
"""Tables in all plans that are tried together: of a hundred tables one more or less seldom unties the rest."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A table, one whose group it is put into (None: a group of its own), and the plan made so: nothing is tied."""

    table: str
    beside: str | None
    plan: Tree


def tied(plan: Plan, bench: Bench) -> list[Tie]:
    """The groups of a plan that are tied together; the largest common table first.

    Raises:
        BadInput: the plan cannot be carried out.
    """
    compiled = bench.compile(plan)
    counting = tuple(
        group.detail is None and not asks_quantiles_only([one for one in compiled.tables if one.group == number])
        for number, group in enumerate(compiled.groups)
    )
    key = plan.dictionary, *(group.space for group in compiled.groups), *counting  # one space for tables alike

    def found() -> tuple[Tie, ...]:
        counted = [
            Counted(number, group, _listed(group))
            for number, (group, counts) in enumerate(zip(compiled.groups, counting, strict=True))
            if counts
        ]
        return tuple(ties(counted, plan.dictionary))

    return list(bench.ties.get(key, found))


def _listed(group: CompiledGroup) -> bool:
    """Whether a group's cells are kept as a list (`ChosenGroup.listed`), if its method can do with margins."""
    cells = prod(group.shape)
    few = OPEN * cells_of(group.margins, group.shape) <= cells
    return not group.space.once and (not group.written or (cells > LARGEST_WRITTEN and few))


def remedy(
    tree: Tree, dictionary: Dictionary, bench: Bench, tables: Sequence[str], progress: Progress = silent
) -> Remedy | None:
    """The table to put elsewhere, so that nothing is tied any more; None where no single table will do, or nothing is.

    Args:
        tree: the plan.
        dictionary: the plan's.
        bench: what was compiled before.
        tables: names of those that may be moved, in the order in which they are tried.
        progress: called between plans; what it raises ends the search.
    """
    return _untied(tree, dictionary, bench, tables, progress) if _is_tied(tree, dictionary, bench) else None


def _untied(
    tree: Tree, dictionary: Dictionary, bench: Bench, tables: Sequence[str], progress: Progress
) -> Remedy | None:
    """The same of a plan that is tied, which is not compiled again for it: of many tables that takes a while."""
    left = min(MOST, max(1, WORK // len(tree["tables"])))
    for table in tables:
        if not left:
            return None
        for place in sorted(
            _places(tree, table), key=lambda one: (one.beside is None, _cells(one.plan, dictionary, bench))
        ):
            if not left:
                return None
            left -= 1
            progress("comparing groups")
            if not _is_tied(place.plan, dictionary, bench):
                return place
    return None


def _places(tree: Tree, table: str) -> Iterator[Remedy]:
    """The plan with a table in each other group, and by itself."""
    for beside in {one.get("group"): one["name"] for one in reversed(tree["tables"])}.values():
        moved = together(tree, table, group_of(tree, beside))
        if moved is not None:
            yield Remedy(table, beside, moved)
    alone = apart(tree, table)
    if alone is not None:
        yield Remedy(table, None, alone)


def _cells(tree: Tree, dictionary: Dictionary, bench: Bench) -> float:
    """Cells of all groups' products; infinite where the plan cannot be carried out."""
    try:
        return sum(prod(group.shape) for group in bench.compile(_read(tree, dictionary)).groups)
    except DpdeskError:
        return inf


def _is_tied(tree: Tree, dictionary: Dictionary, bench: Bench) -> bool:
    """Whether groups are tied together, or the plan cannot be carried out at all."""
    try:
        return bool(tied(_read(tree, dictionary), bench))
    except DpdeskError:
        return True


def _read(tree: Tree, dictionary: Dictionary) -> Plan:
    return Plan.from_json(dict(tree) | {"dictionary": naming(dictionary)}, dictionary)


def tied_json(plan: Plan, bench: Bench, progress: Progress = silent) -> list[dict[str, Any]]:
    """What a forecast says of groups that are tied together: an entry for each common table."""
    found, groups = tied(plan, bench), bench.compile(plan).groups
    entries = []
    for tie in found:
        members = [groups[at] for at in tie.groups]
        names = [table.name for group in members for table in group.plan.tables]
        tables = [table.name for table in reversed(plan.tables) if table.name in names]
        says = phrase(
            "planning.tied",
            groups=tuple(group.label for group in members),
            variables=tie.variables,
            cells=tie.cells,
            advice=_advice(plan, _untied(plan.to_json(), plan.dictionary, bench, tables, progress)),
        )
        entries.append({"groups": [group.name for group in members], "cells": tie.cells, **refusal_json(says)})
    return entries


def _advice(plan: Plan, found: Remedy | None) -> Phrase:
    if found is None:
        return phrase("planning.tied_divide")
    table = plan.table_label(found.table)
    if found.beside is None:
        return phrase("planning.tied_alone", table=table)
    return phrase("planning.tied_beside", table=table, beside=plan.table_label(found.beside))
