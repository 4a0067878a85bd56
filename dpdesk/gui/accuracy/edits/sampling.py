"""Edits of the sampling errors that a plan declares: whose they are, in which form, from where. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, drop, ordered

Whose = tuple[str | None, str | None]
"""A table and one of its measures; None for all of them."""


def declared(plan: Tree) -> list[Tree]:
    """The declarations as they stand in the plan."""
    return list(plan.get("sampling", []))


def whose(one: Mapping[str, Any]) -> Whose:
    """The table and the measure that a declaration is about."""
    return one.get("table"), one.get("measure")


def declare(plan: Tree, about: Whose, form: Tree, source: str, language: str) -> Tree:
    """The plan with a declaration, in the place of a former one about the same."""
    table, measure = about
    named = {"table": table, "measure": measure}
    made = {**form, **{key: value for key, value in named.items() if value is not None}, "source": {language: source}}
    kept = [one for one in declared(plan) if whose(one) != about]
    return ordered({**plan, "sampling": [*kept, made]}, PLAN_ORDER)


def forget(plan: Tree, about: Whose) -> Tree:
    """The plan without the declaration about a table and measure."""
    kept = [one for one in declared(plan) if whose(one) != about]
    return {**plan, "sampling": kept} if kept else drop(plan, ["sampling"])
