"""Weights: a quantity never below 0, by which some measures of a plan are weighted."""

from __future__ import annotations

from random import Random

from random_plans.dictionaries import Json, words

MOMENTS = ("sum", "mean", "mean", "variance", "standard_deviation")


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
    """Weight some measures of a plan, by the weight or by any other quantity that is never below 0, and add more."""
    quantities = [one for one in dictionary["variables"] if one["kind"] == "quantity"]
    able = ["w", *(one["name"] for one in quantities if int(one["lower"]) >= 0)]
    for table in plan["tables"]:
        for measure in table["measures"]:
            if chance.random() < 0.5:
                measure["weight"] = chance.choice(able)
        more: list[Json] = [{"kind": "count"}] if chance.random() < 0.3 else []
        if chance.random() < 0.5:
            kind, about = chance.choice(MOMENTS), chance.choice(quantities)["name"]
            more.append({"kind": kind, "variable": about, "weight": chance.choice(able)})
        intervals = [one for one in table["measures"] if one["kind"] == "intervals"]
        if intervals and chance.random() < 0.8:
            share = {"kind": "share", "within": chance.choice(intervals[0]["intervals"])}
            more.append({**share, "variable": intervals[0]["variable"]})
            if chance.random() < 0.6:
                more[-1]["weight"] = "w"
        if table.get("stub", [{}]) != [{}] and chance.random() < 0.2:
            more.append({"kind": "percentage", "base": "column", "weight": chance.choice(able)})
        table["measures"] += [one for one in more if _what(one) not in map(_what, table["measures"])]


def _what(measure: Json) -> tuple[object, ...]:
    """What two measures of a table must not both ask for."""
    return measure["kind"], measure.get("variable"), measure.get("weight")
