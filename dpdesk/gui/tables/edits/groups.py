"""Edits of a plan's groups: which tables are answered jointly, with which part of the budget and how. Pure functions.

A plan without groups answers all tables jointly with the whole budget; that is the default and nothing is written.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, ordered
from dpdesk.gui.tables.edits.plan import TABLE_ORDER, change_table, without_empty_groups
from dpdesk.privacy.exact import format_exact, parse_exact

if TYPE_CHECKING:
    from dpdesk.planning.aids.groupings import Division

GROUP_ORDER = ("name", "part", "mechanism", "noise", "weights", "split", "detail")
GROUP_DEFAULTS: Mapping[str, Any] = {"mechanism": "best"}


def groups_of(plan: Tree) -> list[Tree]:
    """The groups as they stand in the plan."""
    return list(plan.get("groups", []))


def part_of(group: Tree) -> Fraction:
    """A group's part; 0 where it cannot be read."""
    try:
        return parse_exact(group.get("part", "0"))
    except DpdeskError:
        return Fraction(0)


def left_over(plan: Tree) -> Fraction:
    """The part no group has: that of the tables without a group."""
    return 1 - sum((part_of(group) for group in groups_of(plan)), Fraction(0))


def with_groups(plan: Tree, groups: list[Tree]) -> Tree:
    """The plan with other groups."""
    return ordered({**plan, "groups": groups} if groups else drop(plan, ["groups"]), PLAN_ORDER)


def _clean(group: Tree) -> Tree:
    empty: tuple[Any, ...] = (None, [], {})
    kept = {key: value for key, value in group.items() if value not in empty and value != GROUP_DEFAULTS.get(key)}
    return ordered(kept, GROUP_ORDER)


def free_group_name(plan: Tree, stem: str) -> str:
    """A name no group has."""
    taken = {group["name"].casefold() for group in groups_of(plan)}
    stem = re.sub(r"[^A-Za-z0-9_-]", "_", stem)[:56] or "group"
    number, name = 1, stem
    while name.casefold() in taken:
        number += 1
        name = f"{stem}_{number}"
    return name


def evenly(plan: Tree) -> Tree:
    """The plan with the budget shared evenly among its groups, the tables without a group counting as one."""
    groups = groups_of(plan)
    loose = any(not table.get("group") for table in plan.get("tables", []))
    shares = len(groups) + loose
    return with_groups(plan, [{**group, "part": format_exact(Fraction(1, shares))} for group in groups])


def each_alone(plan: Tree) -> Tree:
    """The plan with a group for every table, named like it, the budget shared evenly."""
    tables = plan.get("tables", [])
    if not tables:
        return plan
    known = {group["name"]: group for group in groups_of(plan)}
    part = format_exact(Fraction(1, len(tables)))
    groups = [_clean({**known.get(table["name"], {}), "name": table["name"], "part": part}) for table in tables]
    made = {**plan, "tables": [_in_group(table, table["name"]) for table in tables]}
    return with_groups(made, groups)


def all_together(plan: Tree) -> Tree:
    """The plan without groups: all tables answered jointly."""
    return with_groups({**plan, "tables": [drop(table, ["group"]) for table in plan.get("tables", [])]}, [])


def divided(plan: Tree, division: Division) -> Tree:
    """The plan with its tables in the groups of a division, each with its share of the tables as its part."""
    from dpdesk.planning.aids.groupings import regrouped

    made = regrouped(plan, division)
    return ordered({**made, "tables": [ordered(table, TABLE_ORDER) for table in made["tables"]]}, PLAN_ORDER)


def _in_group(table: Tree, name: str) -> Tree:
    return ordered({**table, "group": name}, TABLE_ORDER)


def set_group(plan: Tree, t: int, name: str | None) -> Tree:
    """The plan with a table in another group (None: in none); a new group begins with the part that is left."""
    made = change_table(plan, t, lambda table: drop(table, ["group"]) if name is None else {**table, "group": name})
    groups = groups_of(plan)
    if name is not None and all(group["name"] != name for group in groups):
        groups.append({"name": name, "part": "1"})
        made = without_empty_groups(with_groups(made, groups))
        rest = [group for group in groups_of(made) if group["name"] != name]
        left = 1 - sum((part_of(group) for group in rest), Fraction(0))
        loose = any(not table.get("group") for table in made.get("tables", []))
        if left <= 0 or loose:
            return evenly(made)
        return set_part(made, len(rest), format_exact(left))
    made = without_empty_groups(made)
    return evenly(made) if name is None and left_over(made) <= 0 else made


def set_part(plan: Tree, g: int, part: str) -> Tree:
    """The plan with a group's part, an exact number."""
    groups = groups_of(plan)
    groups[g] = ordered({**groups[g], "part": part}, GROUP_ORDER)
    return with_groups(plan, groups)


def change_group(plan: Tree, g: int, **fields: Any) -> Tree:
    """The plan with a group's mechanism, noise, weights or split; what is at its default is not written."""
    groups = groups_of(plan)
    groups[g] = _clean({**groups[g], **fields})
    return with_groups(plan, groups)


def rename_group(plan: Tree, g: int, name: str) -> Tree:
    """The plan with a group under another name; the same plan if another group has it."""
    groups = groups_of(plan)
    old = groups[g]["name"]
    if not name or any(at != g and group["name"].casefold() == name.casefold() for at, group in enumerate(groups)):
        return plan
    groups[g] = {**groups[g], "name": name}
    tables = [{**table, "group": name} if table.get("group") == old else table for table in plan["tables"]]
    return with_groups({**plan, "tables": tables}, groups)


def set_split(plan: Tree, g: int, what: str, weight: str) -> Tree:
    """The plan with the weight of a group's counts ("") or of one of its sums when its part is divided; 1 is usual."""
    split = dict(groups_of(plan)[g].get("split", {}))
    if what == "":
        split = {**split, "counts": weight} if weight != "1" else drop(split, ["counts"])
    else:
        sums = {key: value for key, value in {**split.get("sums", {}), what: weight}.items() if value != "1"}
        split = {**split, "sums": sums} if sums else drop(split, ["sums"])
    return change_group(plan, g, split=split)


def set_weight(plan: Tree, g: int, statistic: str, weight: str) -> Tree:
    """The plan with the weight of a statistic in a group's objective; 1 is usual."""
    weights = {**groups_of(plan)[g].get("weights", {}), statistic: weight}
    return change_group(plan, g, weights={key: value for key, value in weights.items() if value != "1"})
