"""What one table does to the others of a plan, and what it would do computed by itself, or together with them.

A table that joins others shares their part of the budget and one mechanism with them; that can make each of them more
accurate, or far less. Computed by itself it takes its share of the part along, which every other table of the group
then misses. Which of the two is better is a matter of forecasts, of plan and dictionary alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from dpdesk.errors import Cancelled, DpdeskError
from dpdesk.planning.aids.groupings import BETTER, Figures, figures
from dpdesk.planning.document.plan import Plan
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.choosing.candidates import Bench
    from dpdesk.schema.dictionary import Dictionary

Tree = Mapping[str, Any]
ByTable = Mapping[str, Figures]
"""What a plan makes of each of its tables, by name."""


@dataclass(frozen=True, slots=True)
class Company:
    """A plan without a table (or before it was changed), the plan as it is, and the other choice for that table.

    `other` is the plan in which the table is by itself, or together with the others where it is by itself now
    (`alone`); None, with no figures, where there is no other choice.
    """

    table: str
    alone: bool
    before: ByTable
    now: ByTable
    other: Tree | None
    otherwise: ByTable

    @property
    def other_is_better(self) -> bool:
        """Whether the errors of all tables are smaller by the other choice, in the geometric mean."""
        return bool(self.otherwise) and _mean(self.otherwise) < _mean(self.now) - BETTER


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
    otherwise = None if other is None else _figures(other, dictionary, bench, progress)
    return Company(table, alone, was or {}, made, None if otherwise is None else other, otherwise or {})


def is_alone(plan: Tree, table: str) -> bool:
    """Whether a table is by itself in its group."""
    return len(_members(plan, _group_of(plan, table))) == 1


def apart(plan: Tree, table: str) -> Tree | None:
    """The plan with a table in a group of its own, which takes its share of the part; None where it is by itself."""
    group = _group_of(plan, table)
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
    """The plan with a table by itself back in a group, its part along; None where nobody is in that group."""
    own = _group_of(plan, table)
    if own is None or own == home or not _members(plan, home):
        return None
    whole = _part(plan, own) + _part(plan, home)
    kept = [group for group in plan.get("groups", []) if group["name"] != own]
    groups = [{**group, "part": format_exact(whole)} if group["name"] == home else group for group in kept]
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


def _group_of(plan: Tree, table: str) -> str | None:
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


def _figures(tree: Tree, dictionary: Dictionary, bench: Bench, progress: Progress) -> ByTable | None:
    try:
        plan = Plan.from_json(dict(tree) | {"dictionary": _named(dictionary)}, dictionary)
        found = figures(plan, bench, progress)
    except Cancelled:
        raise
    except DpdeskError:
        return None
    return {table["name"]: own for table, own in zip(tree["tables"], found, strict=True)}


def _named(dictionary: Dictionary) -> dict[str, str]:
    """How a plan names its dictionary; the path does not matter here."""
    return {"path": "this.dictionary.json", "meaning": dictionary.meaning_hash}


def _mean(found: ByTable) -> float:
    return sum(one.error for one in found.values()) / len(found)


__all__ = ["Company", "apart", "company", "is_alone", "together"]
