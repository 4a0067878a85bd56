"""Edits of how a plan's tables are set out: text of the plan, which changes no number."""

from __future__ import annotations

from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, get, ordered, put
from dpdesk.gui.tables.edits.plan import table_of

USUAL = "accessible"


def layout_of(plan: Tree, t: int) -> str:
    """The layout of a table in the workbook: its own, or that of the plan."""
    return str(get(table_of(plan, t), ["display", "layout"], get(plan, ["display", "layout"], USUAL)))


def set_layout(plan: Tree, t: int, layout: str) -> Tree:
    """The plan with another layout: of the table alone where it has one of its own, else of all tables."""
    if get(table_of(plan, t), ["display", "layout"], ""):
        return put(plan, ["tables", t, "display", "layout"], layout)
    if layout != USUAL:
        return ordered(put(plan, ["display", "layout"], layout), PLAN_ORDER)
    rest = drop(plan, ["display", "layout"])
    return rest if rest.get("display") else drop(rest, ["display"])
