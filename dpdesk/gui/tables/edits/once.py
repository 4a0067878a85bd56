"""Edits of what a table counts: records, or each unit once in every cell in which it has one. Pure functions."""

from __future__ import annotations

from dpdesk.gui.desk.trees import Tree, drop
from dpdesk.gui.tables.edits import groups
from dpdesk.gui.tables.edits.plan import change_table, change_variable, places, table_of


def counts_units(table: Tree) -> bool:
    """Whether a table counts each unit once in a cell."""
    return table.get("counts") == "units"


def set_once(plan: Tree, t: int, once: bool) -> Tree:
    """The plan with a table that counts units or records.

    Units need a group of their own, no totals and no measure but the count. For records totals come back.
    """
    table = table_of(plan, t)
    if not table or counts_units(table) == once:
        return plan
    made = change_table(plan, t, lambda own: {**own, "counts": "units"} if once else drop(own, ["counts"]))
    for place in places(table):
        made = change_variable(made, t, place, total="none" if once else "first")
    if not once:
        return made
    made = change_table(made, t, lambda own: {**own, "measures": [{"kind": "count"}]})
    beside = [one for at, one in enumerate(made["tables"]) if at != t and one.get("group") == table.get("group")]
    return groups.set_group(made, t, groups.free_group_name(made, table["name"])) if beside else made
