"""Measures with a universe of their own: some of a random plan's count those alone who have some codes."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from random_plans.dictionaries import Json
from random_plans.tables import Drawer

KINDS = ("count", "sum", "mean", "percentage")
LINES = (
    "share",
    "median",
    "quantiles",
    "cdf",
    "intervals",
    "all_intervals",
    "code_prefix",
    "variance",
    "standard_deviation",
)


def limit(chance: Random, dictionary: Json, plan: Json, kinds: Sequence[str] = KINDS) -> None:
    """Limit some measures of a plan to one or two conditions, beside the same for everybody or in its place."""
    drawer = Drawer(chance, dictionary)
    for table in plan["tables"]:
        made: list[Json] = []
        more = [{"kind": "count"}, *(drawer.shares() if "share" in kinds else [])]
        for measure in [*table["measures"], *more]:
            if measure["kind"] in kinds and chance.random() < 0.6 and (where := drawer._universe()):
                made.append({**measure, "where": where})
                if measure["kind"] == "percentage" and chance.random() < 0.4:
                    axes = [block for axis in ("pages", "stub", "boxhead") for block in table.get(axis, ())]
                    every = dict.fromkeys(one["variable"] for block in axes for one in block.get("variables", ()))
                    made[-1]["base"] = {"keep": list(every)}
        table["measures"] = [one for one in table["measures"] if chance.random() < 0.8 or not made] + made
