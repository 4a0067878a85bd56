"""Households in random cases: what their rows make up together, tables that count them, and their file made by hand.

Tables of whole units are drawn, and their numbers worked out, as those of a *file of households*: one row for each, a
column for each variable of the whole, in which stands a text that means its code. So all that is known of files of
rows serves for them; only this file is made here, from the kept rows of each household, by the rules written out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random

from random_plans import plans
from random_plans.dictionaries import Json, codes_of, combination, impossible, recode, stated_codes, words
from random_plans.meaning import Meaning
from random_plans.records import Row, kept

NOBODY = "nobody"
FATES = ("otherwise", "below", "above", "unreadable")


def counted(dictionary: Json) -> Json | None:
    """What a file's rows with the same id are, if they are anything: the protected unit, or households of persons."""
    own: Json | None = dictionary.get("households")
    return own or (dictionary["unit"] if dictionary["unit"]["kind"] == "id" else None)


def is_of_units(dictionary: Json, name: str) -> bool:
    """Whether a variable is about a whole unit."""
    variable = next(one for one in dictionary["variables"] if one["name"] == name)
    inputs = variable.get("variables", [variable["of"]] if variable["kind"] == "recode" else [])
    return variable["kind"] == "members" or any(is_of_units(dictionary, one) for one in inputs)


# --- the dictionary --------------------------------------------------------------------------------------------------


def add_households(chance: Random, dictionary: Json) -> None:
    """Make the unit a household, or persons have one, and add variables of the whole."""
    own: Json = {
        "label": words("one household"),
        "column": "id",
        "max_rows": chance.choice([1, 2, 3, 3, 4]),
        "missing_ids": chance.choice([[], ["0"]]),
    }
    if chance.random() < 0.5:
        own["rows_without_id"] = chance.choice(["refuse", "drop", "own_unit"])
        dictionary["unit"] = {"kind": "row", "describes": "person", "label": words("one person")}
        dictionary["households"] = own
    else:
        loose = ["own_unit"] if dictionary["neighbours"] == "add_remove" else []
        own["rows_without_id"] = chance.choice(["refuse", "drop", *loose])
        dictionary["unit"] = {"kind": "id", "describes": "household", **own}
    bases = [one for one in dictionary["variables"] if one["kind"] in ("category", "number")]
    takes = ["count", *(chance.choice(["count", "number", "first", "last"]) for _ in range(chance.choice([1, 2, 3])))]
    made = [_members(chance, f"h{at}", take, bases, own["max_rows"]) for at, take in enumerate(takes)]
    dictionary["variables"] += made
    coded = [one for one in file_of_households(dictionary)["variables"] if one["kind"] != "quantity"]
    if chance.random() < 0.4 and (wide := [one for one in coded if len(stated_codes(one)) > 1]):
        dictionary["variables"].append(recode(chance, "hr", wide))
    if chance.random() < 0.3:
        dictionary["variables"].append(combination(chance, "hm", coded))
    if chance.random() < 0.3 and (rule := impossible(chance, coded)):
        dictionary["impossible"].append(rule)


def _members(chance: Random, name: str, take: str, bases: Sequence[Json], cap: int) -> Json:
    tree: Json = {"name": name, "kind": "members", "take": take, "label": words(name)}
    if chance.random() < 0.4:
        asked = chance.choice(bases)
        codes = codes_of(asked)
        tree["where"] = {asked["name"]: chance.sample(codes, chance.randint(1, len(codes)))}
    least = 0 if "where" in tree else 1
    if take == "count":
        if chance.random() < 0.5:
            tree["most"] = chance.randint(max(least, 1), cap)
    elif take != "number":
        base = chance.choice(bases)
        tree["of"] = base["name"]
        if "where" in tree or any(base.get(fate) == "nowhere" for fate in FATES):
            tree["nobody"] = {"code": NOBODY, "kind": "not_applicable"}
    return tree


def file_of_rows(dictionary: Json) -> Json:
    """The dictionary without the variables of whole units."""
    whole = {one["name"] for one in dictionary["variables"] if is_of_units(dictionary, one["name"])}
    if not whole:
        return dictionary
    rows = [one for one in dictionary["variables"] if one["name"] not in whole]
    rules = [rule for rule in dictionary["impossible"] if whole.isdisjoint(rule["when"])]
    return {**dictionary, "variables": rows, "impossible": rules}


def file_of_households(dictionary: Json) -> Json:
    """The dictionary of the file that has one row for each household."""
    named = {one["name"]: one for one in dictionary["variables"]}
    whole = {name for name in named if is_of_units(dictionary, name)}
    own = counted(dictionary)
    made = [
        _column(one, named, own["max_rows"] if own else 1) if one["kind"] == "members" else one
        for name, one in named.items()
        if name in whole
    ]
    rules = [rule for rule in dictionary["impossible"] if {*rule["when"]} <= whole]
    unit = {"kind": "row", "describes": "household", "label": words("one household")}
    return {**dictionary, "unit": unit, "variables": made, "impossible": rules}


def _column(members: Json, named: Mapping[str, Json], cap: int) -> Json:
    """A variable of the whole as one that is read from a column."""
    tree = {"name": members["name"], "column": members["name"], "label": members["label"], "missing": []}
    least = 0 if "where" in members else 1
    if members["take"] == "number":
        bounds = {"lower": str(min(least, cap - 1)), "upper": str(cap), "step": "1"}
        fates = {"below": "clamp", "above": "clamp", "unreadable": {"value": bounds["lower"]}}
        return {**tree, "kind": "quantity", **bounds, **fates}
    if members["take"] == "count":
        codes = [{"code": str(number)} for number in range(least, members.get("most", cap) + 1)]
        return {**tree, "kind": "category", "codes": codes, "ordered": True, "otherwise": "nowhere"}
    base = {key: field for key, field in named[members["of"]].items() if key != "hierarchies"}
    nobody = [{**members["nobody"], "texts": [NOBODY]}] if "nobody" in members else []
    return {**base, **tree, "missing": [*base["missing"], *nobody]}


# --- the plan --------------------------------------------------------------------------------------------------------


def add_tables(chance: Random, dictionary: Json, plan: Json) -> None:
    """Add groups of tables that count households, and sometimes tables that count units once in each cell."""
    drawn = plans.plan(chance, file_of_households(dictionary), "", plan["loss"])
    groups = {group["name"]: {**group, "name": f"h{group['name']}"} for group in drawn["groups"]}
    tables = [
        {**table, "name": f"h{table['name']}", "group": f"h{table['group']}"}
        for table in drawn["tables"]
        if table.get("group") in groups
    ]
    if dictionary["unit"]["kind"] == "id" and chance.random() < 0.4:
        rows = [one for one in dictionary["variables"] if one["kind"] in ("category", "number")]
        some = chance.sample(rows, min(len(rows), chance.choice([1, 1, 2])))
        lines = [{"variable": one["name"], "total": "none"} for one in some]
        tables.append({"name": "once", "title": words("once"), "stub": [{"variables": lines}], "counts": "units",
                       "measures": [{"kind": "count"}], "group": "once"})  # fmt: skip
        groups["once"] = {"name": "once", "part": "1/4"}
    whole = sum(Fraction(group["part"]) for group in groups.values())
    for group in plan["groups"]:
        group["part"] = str(Fraction(group["part"]) / 2)
    plan["groups"] += [group | {"part": str(Fraction(group["part"]) / whole / 2)} for group in groups.values()]
    plan["tables"] = chance.sample([*plan["tables"], *tables], len(plan["tables"]) + len(tables))


# --- the file --------------------------------------------------------------------------------------------------------


def households(
    dictionary: Json, columns: Sequence[str], rows: Sequence[Row], read: Sequence[str]
) -> tuple[tuple[str, ...], list[Row]]:
    """The file of households: its columns and its rows."""
    own, meaning = counted(dictionary), Meaning(dictionary)
    members = [one for one in dictionary["variables"] if one["kind"] == "members"]
    found = []
    for unit in kept(own, columns, rows, read) if own else ():
        cells = [dict(zip(columns, row, strict=True)) for row in unit]
        found.append(tuple(_text(one, meaning, cells, own["max_rows"]) for one in members))
    return tuple(one["name"] for one in members), found


def _text(members: Json, meaning: Meaning, rows: Sequence[Mapping[str, str]], cap: int) -> str:
    """What stands in the column of a variable of the whole."""
    asked = members.get("where", {}).items()
    meant = [row for row in rows if all(meaning.code(name, row) in codes for name, codes in asked)]
    if members["take"] in ("count", "number"):
        return str(min(len(meant), members.get("most", cap)))
    name = members["of"]
    stated, every = meaning.ordered(name), meaning.codes(name)
    codes = {code: row[meaning.variables[name]["column"]] for row in meant if (code := meaning.code(name, row))}
    ranked = sorted(codes, key=every.index)
    if members["take"] == "last":  # what is not stated comes after all others, too
        ranked = [code for code in reversed(ranked) if code in stated] or ranked
    return codes[ranked[0]] if ranked else NOBODY
