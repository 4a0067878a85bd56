"""Edits of a plan's public planning figures: their source, how many people, how these divide. Pure functions.

Planning figures are public (last year's published table, say) and decide nothing but what a forecast can tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from dpdesk.gui.desk.documents import PLAN_ORDER, expect_people
from dpdesk.gui.desk.trees import Tree, drop, ordered, put_text
from dpdesk.schema.variables.build import declared

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledPlan

_ORDER = ("source", "total", "marginals", "weights")
_LARGEST = 10**12


def asked_variables(compiled: CompiledPlan) -> tuple[str, ...]:
    """What planning figures may tell of: variables of the tables, and bins of the amounts that these sum."""
    dictionary, groups = compiled.plan.dictionary, compiled.groups
    summed = [dictionary.variable(name) for group in groups for sums in group.sums for name in declared(sums.quantity)]
    columns = {one.columns for one in summed}
    bins = [
        one for one in map(dictionary.variable, dictionary.names) if one.kind == "number" and one.columns in columns
    ]
    counted = (name for group in groups for name in group.domain.variables)
    return tuple(dict.fromkeys((*counted, *(one.name for one in bins))))


def reference_of(plan: Tree) -> Tree:
    """The planning figures as they stand in the plan, empty for none."""
    return dict(plan.get("reference", {}))


def counts_of(plan: Tree, variable: str) -> list[int] | None:
    """The counts of a variable by itself, None where there are none."""
    for one in reference_of(plan).get("marginals", []):
        if one["variables"] == [variable]:
            return list(one["counts"])
    return None


def read_counts(text: str) -> list[int] | None:
    """Whole numbers separated by spaces, semicolons or lines (or by commas, where there is nothing else).

    None where something else stands between them.
    """
    parts = [one for one in re.split(r"[\s;]+" if re.search(r"[\s;]", text.strip()) else r",", text.strip()) if one]
    plain = [one.strip().rstrip(",").replace(",", "") for one in parts]
    if not all(one.isascii() and one.isdigit() and int(one) <= _LARGEST for one in plain):
        return None
    return [int(one) for one in plain]


def set_total(plan: Tree, total: int | None, source: str, language: str) -> Tree:
    """The plan whose planning figures are about so many people; None forgets them all."""
    if total is None:
        return drop(plan, ["reference"])
    return expect_people(plan, total, source, language)


def set_source(plan: Tree, text: str, language: str) -> Tree:
    """The plan whose planning figures come from elsewhere; the same plan where there are none, or nothing is said."""
    known = reference_of(plan)
    if not known or not text.strip():
        return plan
    return {**plan, "reference": put_text(known, ["source"], text, language)}


def set_counts(plan: Tree, variable: str, counts: Sequence[int] | None, source: str, language: str) -> Tree:
    """The plan with other counts of a variable (None: without). The first counts say how many people there are."""
    known = reference_of(plan)
    if not known:
        if counts is None or not sum(counts):
            return plan
        known = reference_of(set_total(plan, sum(counts), source, language))
    marginals = [one for one in known.get("marginals", []) if one["variables"] != [variable]]
    if counts is not None:
        marginals.append({"variables": [variable], "counts": list(counts)})
    known = {**known, "marginals": marginals} if marginals else drop(known, ["marginals"])
    return ordered({**plan, "reference": ordered(known, _ORDER)}, PLAN_ORDER)
