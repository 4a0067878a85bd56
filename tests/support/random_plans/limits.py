"""Measures with a universe of their own: some of a random plan's count those alone who have some codes."""

from __future__ import annotations

from random import Random

from random_plans.dictionaries import Json
from random_plans.tables import Drawer

KINDS = ("count", "sum", "mean", "percentage")


def limit(chance: Random, dictionary: Json, plan: Json) -> None:
    """Limit some measures of a plan to one or two conditions, beside the same for everybody or in its place."""
    drawer = Drawer(chance, dictionary)
    for table in plan["tables"]:
        made: list[Json] = []
        for measure in [*table["measures"], {"kind": "count"}]:
            if measure["kind"] in KINDS and chance.random() < 0.6 and (where := drawer._universe()):
                made.append({**measure, "where": where})
                if measure["kind"] == "percentage" and chance.random() < 0.4:
                    axes = [block for axis in ("pages", "stub", "boxhead") for block in table.get(axis, ())]
                    every = dict.fromkeys(one["variable"] for block in axes for one in block.get("variables", ()))
                    made[-1]["base"] = {"keep": list(every)}
        table["measures"] = [one for one in table["measures"] if chance.random() < 0.8 or not made] + made
