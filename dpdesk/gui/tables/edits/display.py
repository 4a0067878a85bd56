"""Edits of how a plan's tables are set out: text of the plan, which changes no number."""

from __future__ import annotations

from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, get, ordered, put
from dpdesk.gui.tables.edits.plan import TABLE_ORDER, table_of

USUAL, FIRST, NO_PICTURE = "accessible", "first", "none"


def layout_of(plan: Tree, t: int) -> str:
    """The layout of a table in the workbook: its own, or that of the plan."""
    return _value(plan, t, "layout", USUAL)


def set_layout(plan: Tree, t: int, layout: str) -> Tree:
    """The plan with another layout: of the table alone where it has one of its own, else of all tables."""
    return _put(plan, t, "layout", layout, USUAL)


def totals_of(plan: Tree, t: int) -> str:
    """Whether the totals of a table come "first" or "last"."""
    return _value(plan, t, "totals", FIRST)


def set_totals(plan: Tree, t: int, totals: str) -> Tree:
    """The plan with totals first or last: of the table alone where it says so itself, else of all tables."""
    return _put(plan, t, "totals", totals, FIRST)


def picture_of(plan: Tree, t: int) -> str:
    """The picture of a table: its own, or that of the plan."""
    return _value(plan, t, "picture", NO_PICTURE)


def set_picture(plan: Tree, t: int, picture: str) -> Tree:
    """The plan with another picture of a table."""
    place: list[str | int] = ["tables", t, "display"]
    if picture != get(plan, ["display", "picture"], NO_PICTURE):
        made = put(plan, [*place, "picture"], picture)
        return put(made, ["tables", t], ordered(table_of(made, t), TABLE_ORDER))
    rest = drop(plan, [*place, "picture"])
    return rest if get(rest, place, {}) else drop(rest, place)


def measure_drawn(plan: Tree, t: int) -> str:
    """The code of the measure that the picture of a table shows; "" for the first that suits."""
    return _value(plan, t, "picture_of", "")


def draw_measure(plan: Tree, t: int, code: str) -> Tree:
    """The plan with another measure drawn of a table; "" for the first that suits."""
    place: list[str | int] = ["tables", t, "display"]
    if code:
        made = put(plan, [*place, "picture_of"], code)
        return put(made, ["tables", t], ordered(table_of(made, t), TABLE_ORDER))
    rest = drop(plan, [*place, "picture_of"])
    return rest if get(rest, place, {}) else drop(rest, place)


def _value(plan: Tree, t: int, key: str, usual: str) -> str:
    return str(get(table_of(plan, t), ["display", key], get(plan, ["display", key], usual)))


def _put(plan: Tree, t: int, key: str, value: str, usual: str) -> Tree:
    if get(table_of(plan, t), ["display", key], ""):
        return put(plan, ["tables", t, "display", key], value)
    if value != usual:
        return ordered(put(plan, ["display", key], value), PLAN_ORDER)
    rest = drop(plan, ["display", key])
    return rest if rest.get("display") else drop(rest, ["display"])
