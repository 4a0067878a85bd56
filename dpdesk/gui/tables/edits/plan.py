"""Edits of a plan's tables: pure functions from one JSON tree to the next, in the order the plan file is documented in.

Only what differs from a default is written, so that a plan made in the window is the JSON a person would write by hand.
An edit that cannot be (a place that is not there) leaves the tree as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, get, ordered, put, put_text
from dpdesk.planning.document.titles import Labels as Labels
from dpdesk.planning.document.titles import automatic_title as automatic_title

AXES = ("stub", "boxhead", "pages")
_ABOUT_TABLES = ("notes", "targets")
"""Lists of a plan whose entries name a table."""
TABLE_ORDER = ("name", "group", "title", "universe", "counts", "pages", "stub", "boxhead", "measures", "display")
NESTED_ORDER = ("variable", "hierarchy", "levels", "total", "total_label", "codes", "missing")
NESTED_DEFAULTS: Mapping[str, Any] = {"total": "first", "missing": "show"}


@dataclass(frozen=True, slots=True)
class Place:
    """Where a variable stands: axis, block, and how deep it is nested."""

    axis: str
    block: int
    at: int

    @property
    def path(self) -> list[str | int]:
        """The path below a table."""
        return [self.axis, self.block, "variables", self.at]


def table_of(plan: Tree, t: int) -> Tree:
    """A table, empty if there is none at the place."""
    found = get(plan, ["tables", t], {})
    return found if isinstance(found, dict) else {}


def names_of(plan: Tree) -> list[str]:
    """The names of the tables."""
    return [table.get("name", "") for table in plan.get("tables", [])]


def put_table(plan: Tree, t: int, table: Tree) -> Tree:
    """The plan with another table at a place."""
    if not 0 <= t < len(plan.get("tables", [])):
        return plan
    return ordered(put(plan, ["tables", t], ordered(table, TABLE_ORDER)), PLAN_ORDER)


def change_table(plan: Tree, t: int, change: Callable[[Tree], Tree]) -> Tree:
    """The plan with a table changed."""
    return put_table(plan, t, change(table_of(plan, t))) if table_of(plan, t) else plan


# Tables -------------------------------------------------------------------------------------------------------------


def free_table_name(plan: Tree, stem: str = "table") -> str:
    """A name no table has: the stem, or the stem with a number."""
    taken = {name.casefold() for name in names_of(plan)}
    stem = stem[:56]
    if stem.casefold() not in taken and stem != "table":
        return stem
    number = next(n for n in range(1, len(taken) + 2) if f"{stem}_{n}".casefold() not in taken)
    return f"{stem}_{number}"


def new_table(plan: Tree, language: str = "en", *, name: str = "", group: str | None = None) -> tuple[Tree, int]:
    """The plan with one more table at the end, counting everyone; and its place."""
    named = name or free_table_name(plan)
    table: Tree = {"name": named, "title": automatic_title({}, {}, language), "measures": [{"kind": "count"}]}
    if group is not None:
        table["group"] = group
    tables = [*plan.get("tables", []), ordered(table, TABLE_ORDER)]
    return ordered({**plan, "tables": tables}, PLAN_ORDER), len(tables) - 1


def titled(plan: Tree, dictionary: Tree) -> Tree:
    """The plan under the title of its data where it has none, as on the command line."""
    given = any(text.strip() for text in plan.get("title", {}).values())
    named = any(text.strip() for text in (dictionary.get("title") or {}).values())
    return plan if given or not named else ordered({**plan, "title": dict(dictionary["title"])}, PLAN_ORDER)


def duplicate_table(plan: Tree, t: int) -> tuple[Tree, int]:
    """The plan with a copy of a table after it, with a name and notes of its own; and the copy's place."""
    table = table_of(plan, t)
    if not table:
        return plan, t
    name = free_table_name(plan, table["name"])
    tables = list(plan["tables"])
    tables.insert(t + 1, {**table, "name": name})
    made: Tree = {**plan, "tables": tables}
    copied = [{**note, "table": name} for note in plan.get("notes", []) if note.get("table") == table["name"]]
    if copied:
        made["notes"] = [*plan["notes"], *copied]
    return made, t + 1


def remove_table(plan: Tree, t: int) -> Tree:
    """The plan without a table, its notes and targets, and its group if no other table is in it."""
    table = table_of(plan, t)
    if not table:
        return plan
    made: Tree = {**plan, "tables": [one for number, one in enumerate(plan["tables"]) if number != t]}
    made = without_empty_groups(made)
    for field in _ABOUT_TABLES:
        kept = [one for one in plan.get(field, []) if one.get("table") != table["name"]]
        made = {**made, field: kept} if kept else drop(made, [field])
    return made


def move_table(plan: Tree, old: int, new: int) -> Tree:
    """The plan with a table at another place."""
    tables = list(plan.get("tables", []))
    if not (0 <= old < len(tables) and 0 <= new < len(tables)):
        return plan
    tables.insert(new, tables.pop(old))
    return {**plan, "tables": tables}


def rename_table(plan: Tree, t: int, name: str) -> Tree:
    """The plan with a table under another name, what is about it too; the same plan if another table has the name."""
    old = table_of(plan, t).get("name")
    others = {one.casefold() for number, one in enumerate(names_of(plan)) if number != t}
    if old is None or not name or name.casefold() in others:
        return plan
    made = put(plan, ["tables", t, "name"], name)
    for field in _ABOUT_TABLES:
        if field in plan:
            moved = [{**one, "table": name} if one.get("table") == old else one for one in plan[field]]
            made = {**made, field: moved}
    return made


def without_empty_groups(plan: Tree) -> Tree:
    """The plan without the groups no table names."""
    used = {table.get("group") for table in plan.get("tables", [])}
    groups = [group for group in plan.get("groups", []) if group["name"] in used]
    if groups == plan.get("groups", []):
        return plan
    return {**plan, "groups": groups} if groups else drop(plan, ["groups"])


# Texts and level ----------------------------------------------------------------------------------------------------


def retitled(before: Tree, after: Tree, t: int, labels: Labels, language: str = "en") -> Tree:
    """The plan after an edit of a table, its title made anew if it was the automatic one before."""
    old = table_of(before, t)
    if old.get("title") != automatic_title(old, labels, language):
        return after
    return change_table(after, t, lambda table: {**table, "title": automatic_title(table, labels, language)})


def set_title(plan: Tree, t: int, text: str, language: str = "en") -> Tree:
    """The plan with a table's title in one language; a title is never taken away altogether."""
    made = put_text(table_of(plan, t), ["title"], text, language)
    return put_table(plan, t, made if "title" in made else {**made, "title": {language: ""}})


def set_level(plan: Tree, level: int) -> Tree:
    """The plan with another level of the margins."""
    return ordered(drop(plan, ["level"]) if level == 90 else {**plan, "level": level}, PLAN_ORDER)


# Universe -----------------------------------------------------------------------------------------------------------


def add_condition(plan: Tree, t: int, condition: Tree, text: Mapping[str, str]) -> Tree:
    """The plan with one more condition on whom a table counts; `text` says it where nothing is said yet."""
    universe = table_of(plan, t).get("universe") or {"text": dict(text), "where": []}
    changed = {**universe, "where": [*universe["where"], condition]}
    return change_table(plan, t, lambda table: {**table, "universe": changed})


def set_condition(plan: Tree, t: int, at: int, condition: Tree) -> Tree:
    """The plan with another condition at a place."""
    path: list[str | int] = ["universe", "where", at]
    return change_table(plan, t, lambda table: put(table, path, condition) if get(table, path) is not None else table)


def remove_condition(plan: Tree, t: int, at: int) -> Tree:
    """The plan without a condition; without any, the table counts everyone and has no sentence about whom."""

    def change(table: Tree) -> Tree:
        where = [one for place, one in enumerate(get(table, ["universe", "where"], [])) if place != at]
        return put(table, ["universe", "where"], where) if where else drop(table, ["universe"])

    return change_table(plan, t, change)


def set_universe_text(plan: Tree, t: int, text: str, language: str = "en") -> Tree:
    """The plan with the sentence on whom a table counts, which only a table with conditions has."""
    if not table_of(plan, t).get("universe"):
        return plan
    path = ["universe", "text"]
    made = put_text(table_of(plan, t), path, text, language)
    return put_table(plan, t, made if get(made, path) else put(made, path, {language: ""}))


# Stub, boxhead, pages -----------------------------------------------------------------------------------------------


def nested(variable: str, hierarchy: str | None = None, levels: Iterable[str] = (), **options: Any) -> Tree:
    """A variable as it stands in a block, with what differs from the defaults."""
    record: Tree = {"variable": variable}
    if hierarchy is not None:
        record |= {"hierarchy": hierarchy, "levels": list(levels)}
    return without_defaults({**record, **options})


def without_defaults(record: Tree) -> Tree:
    """A nested variable with its keys in order and without what is at its default or empty."""
    kept = {key: value for key, value in record.items() if value not in (None, [], {}, NESTED_DEFAULTS.get(key))}
    return ordered(kept, NESTED_ORDER)


def places(table: Tree, axis: str | None = None) -> list[Place]:
    """Where the variables of a table stand, in reading order."""
    return [
        Place(name, b, at)
        for name in ((axis,) if axis else AXES)
        for b, block in enumerate(table.get(name, []))
        for at in range(len(block.get("variables", [])))
    ]


def nested_at(table: Tree, place: Place) -> Tree | None:
    """The variable at a place."""
    found = get(table, place.path)
    return found if isinstance(found, dict) else None


def insert_variable(plan: Tree, t: int, place: Place, given: Tree) -> Tree:
    """The plan with a variable nested at a place; a block number past the last makes a block (stacked).

    It has no total where units count once in each cell, which do not add up.
    """

    def change(table: Tree) -> Tree:
        record = {**given, "total": "none"} if table.get("counts") == "units" else given
        blocks = list(table.get(place.axis, []))
        if place.block >= len(blocks):
            blocks.append({"variables": [record]})
        else:
            variables = list(blocks[place.block].get("variables", []))
            variables.insert(place.at, record)
            blocks[place.block] = {**blocks[place.block], "variables": variables}
        return {**table, place.axis: blocks}

    return change_table(plan, t, change)


def remove_variable(plan: Tree, t: int, place: Place) -> Tree:
    """The plan without the variable at a place; a block that had no other goes with it, then the axis."""

    def change(table: Tree) -> Tree:
        blocks = list(table[place.axis])
        variables = [variable for number, variable in enumerate(blocks[place.block]["variables"]) if number != place.at]
        if variables:
            blocks[place.block] = {**blocks[place.block], "variables": variables}
        else:
            del blocks[place.block]
        return {**table, place.axis: blocks} if blocks else drop(table, [place.axis])

    return change_table(plan, t, change) if nested_at(table_of(plan, t), place) else plan


def move_variable(plan: Tree, t: int, old: Place, new: Place) -> Tree:
    """The plan with a variable at another place; `new` is counted before the variable is taken away."""
    record = nested_at(table_of(plan, t), old)
    if record is None or new == old:
        return plan
    made = insert_variable(plan, t, new, record)
    blocks = len(table_of(plan, t).get(new.axis, []))
    shifted = old.at
    if (old.axis, old.block) == (new.axis, new.block) and new.block < blocks and new.at <= old.at:
        shifted += 1
    return remove_variable(made, t, Place(old.axis, old.block, shifted))


def neighbour(table: Tree, place: Place, direction: str) -> Place | None:
    """Where a variable goes when it is moved "left", "right", "up" or "down", as `move_variable` takes it.

    Left and right go outward and inward in its block, then to the block before or after it; up and down go to the axis
    above or below, behind what stands there.
    """
    blocks = table.get(place.axis, [])
    here = len(blocks[place.block].get("variables", []))
    if direction == "left":
        if place.at > 0:
            return Place(place.axis, place.block, place.at - 1)
        if place.block > 0:
            before = len(blocks[place.block - 1].get("variables", []))
            return Place(place.axis, place.block - 1, before)
        return None
    if direction == "right":
        if place.at + 1 < here:
            return Place(place.axis, place.block, place.at + 2)
        if place.block + 1 < len(blocks):
            return Place(place.axis, place.block + 1, 0)
        return Place(place.axis, len(blocks), 0) if here > 1 else None
    at = AXES.index(place.axis) + (1 if direction == "down" else -1)
    if not 0 <= at < len(AXES):
        return None
    there = table.get(AXES[at], [])
    last = max(len(there) - 1, 0)
    return Place(AXES[at], last, len(there[last].get("variables", [])) if there else 0)


def landed(table: Tree, old: Place, new: Place) -> Place:
    """Where a variable stands after `move_variable(…, old, new)` of a table."""
    block, at = new.block, new.at
    alone = len(get(table, [old.axis, old.block, "variables"], [])) == 1
    if old.axis == new.axis:
        if old.block == new.block and new.at > old.at:
            at -= 1
        if alone and old.block < new.block:
            block -= 1
    return Place(new.axis, block, at)


def change_variable(plan: Tree, t: int, place: Place, **options: Any) -> Tree:
    """The plan with options of the variable at a place; an option at its default is not written."""
    record = nested_at(table_of(plan, t), place)
    if record is None:
        return plan
    changed = without_defaults({**record, **options})
    return change_table(plan, t, lambda table: put(table, place.path, changed))


def swap_variable(plan: Tree, t: int, place: Place, variable: str) -> Tree:
    """The plan with another variable (a recode) at a place; codes and levels, which are the old one's, go."""
    return change_variable(plan, t, place, variable=variable, codes=None, hierarchy=None, levels=None)
