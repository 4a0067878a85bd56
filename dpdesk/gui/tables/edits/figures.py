"""Edits of a plan's public figures: populations, factors of strata, weights of a standard. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Sequence

from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import Tree, ordered, put_text
from dpdesk.planning.document.public_figures import ORDER
from dpdesk.schema.editing.starting import free_name

PERS = ("1", "100", "1000", "10000", "100000")
"""What a rate is usually per."""
_NO_NAME = re.compile(r"[^A-Za-z0-9_]+")


def names(plan: Tree) -> list[str]:
    """The names of the public figures that a plan has."""
    return [one["name"] for one in plan.get("public_figures", [])]


def of_name(plan: Tree, name: str | None) -> Tree:
    """Public figures by their name, empty if there are none."""
    return next((dict(one) for one in plan.get("public_figures", []) if one["name"] == name), {})


def by_one(plan: Tree) -> list[str]:
    """The names of those by one variable, which can be factors or a standard."""
    return [one["name"] for one in plan.get("public_figures", []) if len(one["variables"]) == 1]


def name_for(file: str, taken: Sequence[str]) -> str:
    """A name made of that of a file."""
    words = _NO_NAME.sub("_", file.rpartition(".")[0] or file).strip("_")
    return free_name(words[:40] if words[:1].isalpha() else f"figures_{words[:30]}".rstrip("_"), taken)


def put_figures(plan: Tree, made: Tree) -> Tree:
    """The plan with public figures, in the place of those that have their name."""
    others = [one for one in plan.get("public_figures", []) if one["name"] != made["name"]]
    return ordered({**plan, "public_figures": [*others, ordered(made, ORDER)]}, PLAN_ORDER)


def set_words(plan: Tree, name: str, key: str, text: str, language: str) -> Tree:
    """The plan with another source or date of public figures; the source is never empty."""
    known = of_name(plan, name)
    if not known or (key == "source" and not text.strip()):
        return plan
    made = put_text(known, [key], text, language)
    kept = [made if one["name"] == name else one for one in plan["public_figures"]]
    return {**plan, "public_figures": [ordered(one, ORDER) for one in kept]}
