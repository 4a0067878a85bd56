"""A plan with a table in another group: pure functions from tree to tree.

A group that nobody is left in gives its part along; a table that leaves others takes its share of their part only
into a group of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.privacy.exact import format_exact, parse_exact

if TYPE_CHECKING:
    from dpdesk.schema.dictionary import Dictionary

Tree = Mapping[str, Any]


def is_alone(plan: Tree, table: str) -> bool:
    """Whether a table is by itself in its group."""
    return len(_members(plan, group_of(plan, table))) == 1


def apart(plan: Tree, table: str) -> Tree | None:
    """The plan with a table in a group of its own, which takes its share of the part; None where it is by itself."""
    group = group_of(plan, table)
    members = _members(plan, group)
    if len(members) < 2:
        return None
    whole = _part(plan, group)
    share = whole / len(members)
    groups = [
        {**own, "part": format_exact(whole - share)} if own["name"] == group else own for own in plan.get("groups", [])
    ]
    name = _free_name(table, groups)
    groups.append({"name": name, "part": format_exact(share)})
    return _with(plan, table, name, groups)


def together(plan: Tree, table: str, home: str | None) -> Tree | None:
    """The plan with a table in a group of others; None where it is in that group, or nobody is."""
    own = group_of(plan, table)
    if own == home or not _members(plan, home):
        return None
    groups = plan.get("groups", [])
    if is_alone(plan, table):
        whole = format_exact(_part(plan, own) + _part(plan, home))
        kept = [group for group in groups if group["name"] != own]
        groups = [{**group, "part": whole} if group["name"] == home else group for group in kept]
    return _with(plan, table, home, groups)


def _with(plan: Tree, table: str, group: str | None, groups: list[dict[str, Any]]) -> Tree:
    tables = []
    for record in plan["tables"]:
        if record["name"] == table:
            record = {key: value for key, value in record.items() if key != "group"}
            record |= {} if group is None else {"group": group}
        tables.append(record)
    made = {key: value for key, value in plan.items() if key != "groups"} | {"tables": tables}
    return made | ({"groups": groups} if groups else {})


def group_of(plan: Tree, table: str) -> str | None:
    """The group of a table; None for the tables without one."""
    return next((one.get("group") for one in plan["tables"] if one["name"] == table), None)


def _members(plan: Tree, group: str | None) -> list[str]:
    return [one["name"] for one in plan["tables"] if one.get("group") == group]


def _part(plan: Tree, group: str | None) -> Fraction:
    """The part of a group; what the groups leave, for the tables without one."""
    parts = {own["name"]: parse_exact(own["part"]) for own in plan.get("groups", [])}
    return parts[group] if group is not None else 1 - sum(parts.values(), Fraction(0))


def _free_name(stem: str, groups: list[dict[str, Any]]) -> str:
    taken = {own["name"].casefold() for own in groups}
    names = [stem, *(f"{stem[:56]}_{number}" for number in range(2, len(taken) + 3))]
    return next(name for name in names if name.casefold() not in taken)


def naming(dictionary: Dictionary) -> dict[str, str]:
    """How a plan names its dictionary; the path does not matter here."""
    return {"path": "this.dictionary.json", "meaning": dictionary.meaning_hash}
