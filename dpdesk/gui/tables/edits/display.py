"""Edits of how a plan's tables are set out: text of the plan, which changes no number."""

from __future__ import annotations

from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, get, ordered, put
from dpdesk.gui.tables.edits.plan import TABLE_ORDER, table_of

USUAL = "accessible"
NO_PICTURE = "none"


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


def picture_of(plan: Tree, t: int) -> str:
    """The picture of a table: its own, or that of the plan."""
    return str(get(table_of(plan, t), ["display", "picture"], get(plan, ["display", "picture"], NO_PICTURE)))


def set_picture(plan: Tree, t: int, picture: str) -> Tree:
    """The plan with another picture of a table."""
    place: list[str | int] = ["tables", t, "display"]
    if picture != get(plan, ["display", "picture"], NO_PICTURE):
        made = put(plan, [*place, "picture"], picture)
        return put(made, ["tables", t], ordered(table_of(made, t), TABLE_ORDER))
    rest = drop(plan, [*place, "picture"])
    return rest if get(rest, place, {}) else drop(rest, place)
