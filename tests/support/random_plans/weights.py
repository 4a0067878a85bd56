"""Weights: a quantity never below 0, by which some measures of a plan are weighted."""

from __future__ import annotations

from random import Random

from random_plans.dictionaries import Json, words

KINDS = ("count", "percentage", "sum", "mean")


def weight(chance: Random) -> Json:
    """A quantity with a column of its own; 0 is a weight, and some rows state none."""
    lower = chance.choice([0, 0, 1])
    return {
        "name": "w",
        "kind": "quantity",
        "column": "w",
        "label": words("w"),
        "describes": "unit",
        "lower": str(lower),
        "upper": str(lower + chance.choice([1, 4])),
        "step": chance.choice(["1", "1", "1/2", "1/3"]),
        "below": chance.choice(["clamp", "clamp", "not_stated"]),
        "above": chance.choice(["clamp", "clamp", "not_stated"]),
        "unreadable": chance.choice(["not_stated", {"value": str(lower)}]),
        "missing": chance.choice([[], [{"kind": "not_stated", "texts": ["?"], "numbers": ["-9"]}]]),
    }


def weigh(chance: Random, dictionary: Json, plan: Json) -> None:
    """Weight some measures of a plan, by the weight or by any other quantity that is never below 0."""
    able = [one["name"] for one in dictionary["variables"] if one["kind"] == "quantity" and int(one["lower"]) >= 0]
    for table in plan["tables"]:
        for measure in table["measures"]:
            if measure["kind"] in KINDS and chance.random() < 0.5:
                measure["weight"] = chance.choice(["w", *able])
        if chance.random() < 0.3 and all(one["kind"] in KINDS for one in table["measures"]):
            plain = {"kind": "count"}
            table["measures"] += [plain] if plain not in table["measures"] else []
