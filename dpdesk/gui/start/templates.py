"""Templates of common tables: a dictionary and a plan to start from, without data, people or a budget. Qt-free.

What decides privacy is in none of them: it is asked on the page Data.
"""

from __future__ import annotations

from dpdesk.gui.desk.trees import Tree
from dpdesk.resources import resource
from dpdesk.schema.file.canonical import load_json

NAMES = ("age_by_sex", "area_by_status", "income", "census")


def template(name: str) -> tuple[Tree, Tree]:
    """The dictionary and the plan of a template, both unfinished."""
    found = load_json(resource(f"templates/{name}.json"), "file")
    return found["dictionary"], found["plan"]
