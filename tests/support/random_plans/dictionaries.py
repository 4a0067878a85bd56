"""Random dictionaries in the file format: variables of every kind, with every fate a cell may have."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

Json = dict[str, Any]


def words(text: str) -> dict[str, str]:
    return {"en": text}


def dictionary(chance: Random, *, rare: bool = False) -> Json:
    """Two to five variables that are read, others made of them, quantities, impossible combinations, a unit.

    With `rare` sometimes many more variables, recodes of recodes, and branches of a hierarchy that are shorter.
    """
    variables = [_category(chance, f"c{at}") for at in range(chance.choice([1, 1, 2, 2, 3]))]
    variables += [_number(chance, f"n{at}") for at in range(chance.choice([0, 1, 1, 2]))]
    variables += [recode(chance, f"r{at}", variables) for at in range(chance.choice([0, 1, 1, 2]))]
    if rare:
        variables += _rare(chance, variables)
    if chance.random() < 0.25:
        variables.append(combination(chance, "m0", variables))
    quantities = [_quantity(chance, f"q{at}", variables) for at in range(chance.choice([0, 1, 1, 2]))]
    neighbours = chance.choice(["add_remove", "replace_one"])
    tree: Json = {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "drawn",
        "title": words("Drawn"),
        "source": {"kind": "csv"},
        "data_kind": chance.choice(["complete_count", "sample"]),
        "unit": _unit(chance, neighbours),
        "neighbours": neighbours,
        "budget_cap": {"epsilon": "1000000"},
        "max_rows": 10**5,
        "variables": [*variables, *quantities],
    }
    rules = [impossible(chance, variables) for _ in range(chance.choice([0, 0, 0, 1, 1, 2]))]
    tree["impossible"] = [rule for rule in rules if rule]
    return tree


def codes_of(variable: Json) -> list[str]:
    """The codes of a variable that state something, then those that do not."""
    return [*stated_codes(variable), *(one["code"] for one in variable.get("missing", ()))]


def stated_codes(variable: Json) -> list[str]:
    if variable["kind"] != "number":
        return [code["code"] for code in variable["codes"]]
    bins = variable["bins"]
    if "first" in bins:
        return [str(value) for value in range(bins["first"], bins["last"] + 1)]
    if "codes" in bins:
        return list(bins["codes"])
    return [f"{low}..{high}" for low, high in pairwise(edges_of(variable))]


def edges_of(variable: Json) -> list[int]:
    """The edges of a number's bins: whole numbers here."""
    bins = variable["bins"]
    if "first" in bins:
        return list(range(bins["first"], bins["last"] + 2))
    if "edges" in bins:
        return [int(edge) for edge in bins["edges"]]
    return list(range(int(bins["lower"]), int(bins["upper"]) + 1, int(bins["width"])))


def _unit(chance: Random, neighbours: str) -> Json:
    if chance.random() < 0.6:
        return {"kind": "row", "describes": "person", "label": words("one person")}
    kinds = ["refuse", "drop"] + (["own_unit"] if neighbours == "add_remove" else [])
    return {
        "kind": "id",
        "describes": "person",
        "label": words("one person"),
        "column": "id",
        "max_rows": chance.choice([1, 2, 2, 3]),
        "rows_without_id": chance.choice(kinds),
        "missing_ids": chance.choice([[], ["0"], ["0", "none"]]),
    }


def _missing(chance: Random, *, numbers: bool = False) -> list[Json]:
    found: list[Json] = []
    if chance.random() < 0.35:
        found.append({"code": "ns", "kind": "not_stated", "texts": ["", "?"]})
    if chance.random() < 0.15:
        found.append({"code": "na", "kind": "not_applicable", "texts": ["-"]})
    if numbers and found and chance.random() < 0.5:
        found[0]["numbers"] = ["-9"]
    return found


def _fate(chance: Random, codes: list[str], nowhere: float = 0.3) -> Any:
    return "nowhere" if chance.random() < nowhere else {"code": chance.choice(codes)}


def _category(chance: Random, name: str) -> Json:
    codes = chance.choice([["a", "b"], ["a", "b", "c"], ["a1", "a2", "b1", "b2"], ["11", "12", "2", "31", "32"]])
    missing = _missing(chance)
    every = [*codes, *(one["code"] for one in missing)]
    tree: Json = {
        "name": name,
        "kind": "category",
        "column": name,
        "label": words(name),
        "describes": "unit",
        "codes": [{"code": code} for code in codes],
        "missing": missing,
        "ordered": chance.random() < 0.3,
        "otherwise": _fate(chance, every),
    }
    if chance.random() < 0.15:
        tree["match"] = "longest_beginning"
    if chance.random() < 0.2:
        tree["codes"][0]["texts"] = [codes[0], "first"]
    return _with_hierarchy(chance, tree)


def _number(chance: Random, name: str) -> Json:
    kind = chance.randrange(3)
    if kind == 0:
        bins: Json = {"first": 0, "last": chance.randint(2, 6)}
    elif kind == 1:
        width = chance.choice([1, 2, 5])
        bins = {"lower": "0", "upper": str(width * chance.randint(2, 5)), "width": str(width)}
    else:
        edges = sorted(chance.sample(range(-3, 20), chance.randint(3, 6)))
        bins = {"edges": [str(edge) for edge in edges]}
        if chance.random() < 0.3:
            bins["codes"] = [f"k{at}" for at in range(len(edges) - 1)]
    missing = _missing(chance, numbers=True)
    tree: Json = {
        "name": name,
        "kind": "number",
        "column": name,
        "label": words(name),
        "describes": "unit",
        "bins": bins,
        "missing": missing,
    }
    every = codes_of(tree)
    for field in ("below", "above"):
        tree[field] = "clamp" if chance.random() < 0.7 else _fate(chance, every, 0.6)
    tree["unreadable"] = _fate(chance, every)
    return _with_hierarchy(chance, tree, 0.15)


def _with_hierarchy(chance: Random, tree: Json, odds: float = 0.35) -> Json:
    """One hierarchy of one or two levels above the codes; missing codes are sometimes left out of it."""
    if chance.random() >= odds:
        return tree
    codes = stated_codes(tree)
    if chance.random() < 0.5:
        codes = codes_of(tree)
    low = [f"L{chance.randrange(2)}" for _ in codes]
    rows: list[Json] = []
    levels = [{"name": "low"}]
    if chance.random() < 0.5:
        levels.insert(0, {"name": "high"})
        top = {code: f"H{chance.randrange(2)}" for code in sorted({*low})}
        rows += [{"code": code, "parent": ""} for code in sorted({*top.values()})]
        rows += [{"code": code, "parent": top[code]} for code in sorted(top)]
    else:
        rows += [{"code": code, "parent": ""} for code in sorted({*low})]
    rows += [{"code": code, "parent": own} for code, own in zip(codes, low, strict=True)]
    return {**tree, "hierarchies": [{"name": "map", "levels": levels, "rows": rows}]}


def _rare(chance: Random, variables: list[Json]) -> list[Json]:
    found: list[Json] = []
    if chance.random() < 0.5:
        for at in range(chance.choice([6, 7])):
            found.append(_category(chance, f"w{at}"))
            found[-1]["codes"] = [{"code": code} for code in ("a1", "a2", "a3", "b1", "b2", "c")]
            found[-1] |= {"missing": [], "otherwise": {"code": "c"}, "hierarchies": []}
    recodes = [variable for variable in variables if variable["kind"] == "recode" and len(stated_codes(variable)) > 1]
    if recodes:
        found.append(recode(chance, "rr", recodes))
    for variable in variables:
        for tree in variable.get("hierarchies", ()):
            tops = [row["code"] for row in tree["rows"] if not row["parent"]]
            above = {row["code"]: row for row in tree["rows"]}
            if len(tree["levels"]) == 2 and sum(row["parent"].startswith("L") for row in tree["rows"]) > 4:
                tree["ragged"] = "repeat"
                above[stated_codes(variable)[0]]["parent"] = tops[0]
    return found


def recode(chance: Random, name: str, variables: list[Json]) -> Json:
    """Neighbouring codes in groups, or any; some left over; sometimes with a group of missing codes."""
    base = chance.choice([variable for variable in variables if variable["kind"] != "combination"])
    stated, missing = stated_codes(base), [one["code"] for one in base.get("missing", ())]
    groups = min(len(stated), chance.choice([2, 2, 3]))
    if chance.random() < 0.6:
        cuts = [0, *sorted(chance.sample(range(1, len(stated)), groups - 1)), len(stated)]
        members = [stated[low:high] for low, high in pairwise(cuts)]
    else:
        mixed = chance.sample(stated, len(stated))
        members = [mixed[at::groups] for at in range(groups)]
    if chance.random() < 0.2 and len(members) > 1:
        members.pop(chance.randrange(len(members)))
    tree: Json = {
        "name": name,
        "kind": "recode",
        "of": base["name"],
        "label": words(name),
        "codes": [{"code": f"g{number}", "members": member} for number, member in enumerate(members)],
    }
    if missing and chance.random() < 0.6:
        tree["missing"] = [{"code": "ns", "kind": "not_stated", "members": missing}]
    if {*codes_of(base)} - {code for own in tree["codes"] + tree.get("missing", []) for code in own["members"]}:
        tree["otherwise"] = _fate(chance, codes_of(tree), 0.5)
    return _with_hierarchy(chance, tree, 0.15)


def combination(chance: Random, name: str, variables: list[Json]) -> Json:
    inputs = chance.sample(variables, min(2, len(variables)))
    rules = []
    for _ in range(chance.randint(1, 3)):
        named = chance.sample(inputs, chance.randint(1, len(inputs)))
        when = {one["name"]: chance.sample(codes_of(one), chance.randint(1, len(codes_of(one)))) for one in named}
        rules.append({"when": when, "then": chance.choice(["x", "y"])})
    tree: Json = {
        "name": name,
        "kind": "combination",
        "variables": [one["name"] for one in inputs],
        "label": words(name),
        "describes": "unit",
        "codes": [{"code": "x"}, {"code": "y"}],
        "rules": rules,
        "otherwise": _fate(chance, ["x", "y"]),
    }
    return tree


def _quantity(chance: Random, name: str, variables: list[Json]) -> Json:
    """Bounds on either side of zero or across it; sometimes the column of a variable that is counted in bins."""
    numbers = [variable["column"] for variable in variables if variable["kind"] == "number"]
    lower = chance.choice([-3, 0, 0, 1])
    upper = lower + chance.choice([1, 5, 12])
    return {
        "name": name,
        "kind": "quantity",
        "column": chance.choice(numbers) if numbers and chance.random() < 0.3 else name,
        "label": words(name),
        "describes": "unit",
        "lower": str(lower),
        "upper": str(upper),
        "step": chance.choice(["1", "1", "1/2", "1/4", "1/3"]),
        "below": chance.choice(["clamp", "clamp", "not_stated"]),
        "above": chance.choice(["clamp", "clamp", "not_stated"]),
        "unreadable": chance.choice(["not_stated", {"value": str(lower)}]),
        "missing": chance.choice([[], [], [{"kind": "not_stated", "texts": ["?"], "numbers": ["-9"]}]]),
    }


def impossible(chance: Random, variables: list[Json]) -> Json | None:
    if len(variables) < 2:
        return None
    when = {one["name"]: codes_of(one) for one in chance.sample(variables, 2)}
    when = {name: chance.sample(codes, chance.randint(1, max(1, len(codes) - 1))) for name, codes in when.items()}
    return {"when": when, "reason": words("by rule")}
