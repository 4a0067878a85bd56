"""Edits of a plan's targets, and of its budget as they need it. Pure functions.

A target is a widest noise margin in counts, or a largest CV, which people write in per cent and a plan as a share.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from dpdesk.gui.accuracy.edits.loss import UNGROUPED, set_parameter, set_weights, tables_of
from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, ordered
from dpdesk.gui.kit.words import number_text, shown_number
from dpdesk.privacy.exact import format_exact, parse_exact

MARGIN, CV = "margin", "cv"
_ORDER = ("table", "cells", MARGIN, CV, "above")
_MOST_PARTS = 2  # in a line of words: titles are long


def targets_of(plan: Tree) -> list[Tree]:
    """The targets as they stand in the plan."""
    return list(plan.get("targets", []))


def kind_of(target: Mapping[str, object]) -> str:
    """What a target is about: a margin, or a CV."""
    return CV if CV in target else MARGIN


def limit_of(target: Mapping[str, object]) -> str:
    """A target's number as people write it: counts, or per cent."""
    kind = kind_of(target)
    value = parse_exact(str(target.get(kind, "0")))
    return number_text(value * 100) if kind == CV else str(target.get(MARGIN, ""))


def with_targets(plan: Tree, targets: Sequence[Tree]) -> Tree:
    """The plan with other targets."""
    return ordered({**plan, "targets": list(targets)} if targets else drop(plan, ["targets"]), PLAN_ORDER)


def add_target(plan: Tree, table: str, limit: str, statistic: str = "", kind: str = MARGIN) -> Tree:
    """The plan with one more target: a limit as people write it, for a kind of cells of a table, or all its counts.

    It takes the place of one of the same kind on the same cells, and stands last.
    """
    target = {**_target(table, statistic), kind: _limit(kind, limit)}
    replaced = replaced_by(plan, table, statistic, kind)
    return with_targets(plan, [*(one for at, one in enumerate(targets_of(plan)) if at not in replaced), target])


def replaced_by(plan: Tree, table: str, statistic: str = "", kind: str = MARGIN) -> tuple[int, ...]:
    """Which targets one of a kind on some cells takes the place of."""
    target = {**_target(table, statistic), kind: None}
    return tuple(at for at, one in enumerate(targets_of(plan)) if {**one, kind: None} == target)


def next_without(plan: Tree, table: str) -> str | None:
    """The table after this one, in a circle, for which nothing is wished; None if something is for each of them."""
    names = [str(one.get("name", "")) for one in plan.get("tables", [])]
    at = names.index(table) + 1 if table in names else 0
    wished = {one["table"] for one in targets_of(plan)}
    return next((name for name in names[at:] + names[:at] if name not in wished), None)


def _target(table: str, statistic: str) -> Tree:
    return {"table": table, **({"cells": [statistic]} if statistic else {})}


def remove_target(plan: Tree, at: int) -> Tree:
    """The plan without a target."""
    return with_targets(plan, [one for number, one in enumerate(targets_of(plan)) if number != at])


def change_target(plan: Tree, at: int, **fields: object) -> Tree:
    """The plan with fields of a target replaced; None for one that is left out."""
    targets = targets_of(plan)
    if not 0 <= at < len(targets):
        return plan
    kept = {key: value for key, value in {**targets[at], **fields}.items() if value is not None}
    targets[at] = ordered(kept, _ORDER)
    return with_targets(plan, targets)


def set_limit(plan: Tree, at: int, limit: str, kind: str | None = None) -> Tree:
    """The plan with another limit, as people write it, and perhaps of the other kind."""
    targets = targets_of(plan)
    if not 0 <= at < len(targets):
        return plan
    kind = kind or kind_of(targets[at])
    other = MARGIN if kind == CV else CV
    return change_target(plan, at, **{kind: _limit(kind, limit), other: None})


def _limit(kind: str, limit: str) -> str:
    """A number as people write it, as the plan has it."""
    return format_exact(parse_exact(limit) / 100) if kind == CV else limit


def use_budget(plan: Tree, unit: str, text: str, parts: Mapping[str, str]) -> Tree:
    """The plan with another budget, and each of its groups with its part of it.

    A single group takes all of it; tables without a group that are not alone get a group of the name they have had.
    """
    made = set_parameter(plan, unit, text)
    groups = {str(one["name"]): one for one in plan.get("groups", [])}
    if len(parts) == 1 and not groups:
        return made
    known = [{**groups.get(name, {"name": name}), "part": parts[name]} for name in groups if name in parts]
    known += [{"name": name, "part": part} for name, part in parts.items() if name not in groups and name == UNGROUPED]
    return ordered({**made, "groups": known}, PLAN_ORDER)


def use_weights(plan: Tree, weights: Mapping[str, Mapping[str, str]]) -> Tree:
    """The plan whose groups make small what weights say, by group and statistic."""
    for group, own in weights.items():
        plan = set_weights(plan, group, own)
    return plan


def parts_in_words(plan: Tree, language: str, unit: str, total: str, parts: Mapping[str, str]) -> str:
    """How a budget is split, in amounts, the largest first: "“Places” ε 0.4 · “Ages”, “Incomes” ε 0.44 … (+2)"."""
    whole = parse_exact(total)
    largest = sorted(parts.items(), key=lambda part: -parse_exact(part[1]))
    words = " · ".join(
        f"{tables_of(plan, group, language)} {unit} {shown_number(parse_exact(part) * whole)}"
        for group, part in largest[:_MOST_PARTS]
    )
    return words if len(largest) <= _MOST_PARTS else f"{words} … (+{len(largest) - _MOST_PARTS})"
