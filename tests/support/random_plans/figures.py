"""Public figures of random plans: rates, expanded counts and sums, standardised rates; and their true values."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np

from random_plans.dictionaries import Json
from random_plans.meaning import Meaning
from random_plans.population import AXES, Points, Population, names_in
from random_plans.records import Row

MOST = 400
Value = Callable[[Points], np.ndarray]


def add_figures(chance: Random, dictionary: Json, plan: Json, *, quotients: bool) -> None:
    """Give a plan public figures, and some of its tables what is computed with them; indices and ratios if asked."""
    meaning = Meaning(dictionary)
    coded = [variable["name"] for variable in dictionary["variables"] if meaning.is_coded(variable["name"])]
    named = sorted({name for table in plan["tables"] for name in names_in(table) if meaning.is_coded(name)})
    if not named:
        return  # such a plan is refused, with figures or without
    pairs = [(a, b) for a in named for b in coded if meaning.root(a) != meaning.root(b)]
    people = list(chance.choice(pairs)) if pairs and chance.random() < 0.7 else [chance.choice(named)]
    stratum, age = chance.choice(coded), chance.choice([people[-1], meaning.root(people[-1])])
    plan["public_figures"] = [
        _figures(chance, meaning, "people", people, ["0", "7", "250", "1234", "99/2"]),
        _figures(chance, meaning, "factors", [stratum], ["1", "3", "12.5", "7/3", "12.5", "0"]),
        _figures(chance, meaning, "standard", [age], ["0", "1", "20", "5/2"]),
    ]
    quantities = [variable["name"] for variable in dictionary["variables"] if variable["kind"] == "quantity"]
    for table in plan["tables"]:
        on_axes = {meaning.root(variable["variable"]) for axis in AXES for block in table.get(axis, ())
                   for variable in block.get("variables", ())}  # fmt: skip
        more: list[Json] = []
        for _ in range(chance.choice([0, 1, 2])):
            made: Json = {"kind": "rate", "figures": "people", "per": chance.choice(["1", "1000", "100000"])}
            if meaning.root(age) not in on_axes and chance.random() < 0.5:
                made["standard"] = "standard"
            elif chance.random() < 0.4:
                made["expanded"] = "factors"
            more.append(made)
        if chance.random() < 0.5:
            more.append({"kind": "count", "expanded": "factors"})
        for made in more:
            if quantities and chance.random() < 0.3:
                made["variable"] = chance.choice(quantities)
                made["kind"] = "sum" if made["kind"] == "count" else "rate"
            if chance.random() < 0.3:
                made["weight"] = "w"
        if quotients:
            more += _quotients(chance, meaning, table, quantities)
        for made in more:
            if made not in table["measures"]:
                table["measures"].append(made)


def add_controls(chance: Random, dictionary: Json, plan: Json, columns: Sequence[str], rows: Sequence[Row]) -> None:
    """Give a plan public figures to which counts of some of its tables are adjusted, weighted ones among them.

    Mostly nobody is where the file has nobody: there is nothing to divide there.
    """
    meaning = Meaning(dictionary)
    named = sorted({name for table in plan["tables"] for name in names_in(table) if meaning.is_coded(name)})
    coded = [variable["name"] for variable in dictionary["variables"] if meaning.is_coded(variable["name"])]
    first = chance.choice(named)
    others = [one for one in coded if meaning.root(one) != meaning.root(first)]
    variables = [first, chance.choice(others)] if others and chance.random() < 0.5 else [first]
    own = _figures(chance, meaning, "control", variables, ["0", "7", "250", "1234", "99/2"])
    plan["public_figures"] = [own, *plan.get("public_figures", ())]
    for table in plan["tables"]:
        asked: list[Json] = [{"kind": "count", "controlled": "control"}]
        asked.append({**asked[0], "weight": "w"})
        table["measures"] += [one for one in asked if chance.random() < 0.6]
    there = Population(dictionary, plan).records(columns, rows)
    for row in own["rows"] if chance.random() < 0.8 and own["variables"][0] in there.codes else ():
        found = np.ones(there.size, dtype=bool)
        for name, code in zip(own["variables"], row["codes"], strict=True):
            if name in there.codes:  # others are of no table
                found = found & there.among(name, [code])
        if not found.any():
            row["figure"] = "0"


def _quotients(chance: Random, meaning: Meaning, table: Json, quantities: list[str]) -> list[Json]:
    """An index by a code of a variable of the table, and ratios of sums, counts and counts of some codes."""
    named = [one["variable"] for axis in AXES for block in table.get(axis, ()) for one in block.get("variables", ())]
    found: list[Json] = []
    if named and chance.random() < 0.5:
        variable = chance.choice(named)
        found.append({"kind": "index", "base": {"variable": variable, "code": chance.choice(meaning.codes(variable))}})
    if chance.random() < 0.4:
        sides: list[Json] = [{}, *({"variable": name} for name in quantities)]
        ordered = [one for one in named if meaning.variables[one]["kind"] == "number" and len(meaning.edges(one)) > 2]
        for name in ordered[:1]:
            cut = str(meaning.edges(name)[1])
            sides += [{"variable": name, "within": [{"below": cut}]}, {"variable": name, "within": [{"at_least": cut}]}]
        if len(sides) > 1:
            top, bottom = chance.sample(sides, 2)
            found.append({"kind": "ratio", "top": top, "bottom": bottom, "per": chance.choice(["1", "100"])})
    for made in found:
        if chance.random() < 0.3:
            made["weight"] = "w"
    return found


def _figures(chance: Random, meaning: Meaning, name: str, variables: list[str], sizes: list[str]) -> Json:
    lists = [meaning.codes(variable) for variable in variables]
    if prod(map(len, lists)) > MOST:
        variables, lists = variables[:1], lists[:1]
    rows = [{"codes": list(codes), "figure": chance.choice(sizes)} for codes in product(*lists)]
    return {"name": name, "source": {"en": "made up"}, "variables": variables, "rows": rows}


# --- what is true ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Places:
    """One place for each of some combinations of codes of the figures' roots; any code of another variable is on it."""

    meaning: Meaning
    codes: list[dict[str, str]]

    @property
    def size(self) -> int:
        return len(self.codes)

    def among(self, name: str, codes: Collection[str]) -> np.ndarray:
        root = self.meaning.root(name)
        return np.array(
            [root not in code or self.meaning.recoded(name, code[root]) in codes for code in self.codes], bool
        )


def stated(meaning: Meaning, name: str, code: str) -> str | None:
    """A stated code of the root that leads to a code; None if nothing stated does."""
    root = meaning.root(name)
    return next((own for own in meaning.ordered(root) if meaning.recoded(name, own) == code), None)


def known(meaning: Meaning, figures: Json) -> dict[str, Fraction]:
    """The figures of one variable, by those of its codes that state something."""
    (name,) = figures["variables"]
    rows = {row["codes"][0]: Fraction(row["figure"]) for row in figures["rows"]}
    return {code: figure for code, figure in rows.items() if stated(meaning, name, code) is not None}


def people(definition: Any, figures: Json, among: Mapping[str, str]) -> np.ndarray:
    """The public figure of each cell (P, S, B), of those with some code of a root alone."""
    meaning, codes, sizes = definition.meaning, [], []
    for row in figures["rows"]:
        pairs = zip(figures["variables"], row["codes"], strict=True)
        own = {meaning.root(name): stated(meaning, name, code) for name, code in pairs}
        if None not in own.values():
            codes.append(own)
            sizes.append(float(Fraction(row["figure"])))
    places = Places(meaning, codes)
    inside = definition.universe(places)
    for name, code in among.items():
        inside = inside & places.among(name, {code})
    lines = [definition.lines(axis, places).astype(float) for axis in AXES]
    return np.einsum("pn,sn,bn,n->psb", *lines, np.array(sizes) * inside)


def with_figures(definition: Any, points: Points, item: Any, value: Value) -> np.ndarray:
    """The true value of a rate or of what is expanded; `value` is that without public figures."""
    own = {figure["name"]: figure for figure in definition.figures}
    asked = [({}, Fraction(1), points)]
    for name in (item.expanded, item.standard):
        if name is not None:
            (variable,) = own[name]["variables"]
            asked = [({variable: code}, factor, some(points, variable, code))
                     for code, factor in known(definition.meaning, own[name]).items() if factor]  # fmt: skip
    if item.standard is not None:
        asked = [one for one in asked if _there(definition, *one[0].items())]
    whole = sum(factor for _, factor, _ in asked) if item.standard else Fraction(1)
    result = np.zeros(1)
    for among, factor, few in asked:
        part = value(few) * float(factor / whole)
        if item.figures is not None:
            below = people(definition, own[item.figures], among if item.standard else {})
            part = np.divide(part * float(item.per), below, out=np.full(below.shape, np.nan), where=below > 0)
        result = result + part
    return result


def adjusted(definition: Any, points: Points, item: Any, value: Value) -> np.ndarray:
    """A controlled count: of each cell of the control the public figure, divided as the records divide that cell.

    NaN where nobody is in one of them. A cell of the control is of the whole file, whatever universe a table has.
    """
    control = next(one for one in definition.figures if one["name"] == item.controlled)
    each = points.weights
    if item.weight is not None:
        each = each * np.array([one or 0 for one in points.steps[item.weight]], dtype=np.int64)
        step = float(Fraction(definition.meaning.variables[item.weight]["step"]))
    else:
        step = 1.0
    result = np.zeros(1)
    for row in control["rows"]:
        pairs = list(zip(control["variables"], row["codes"], strict=True))
        figure = Fraction(row["figure"])
        if not figure or any(stated(definition.meaning, *pair) is None for pair in pairs):
            continue
        if not _meets(definition, pairs):
            continue
        few = points
        for pair in pairs:
            few = some(few, *pair)
        inside = few.weights > 0
        whole = float(each[inside].sum()) * step
        part = value(few)
        result = result + (float(figure) * part / whole if whole > 0 else np.full(part.shape, np.nan))
    return np.broadcast_to(result, value(points).shape).copy()


def _meets(definition: Any, pairs: list[tuple[str, str]]) -> bool:
    """Whether a table's universe leaves somebody in a cell of a control."""
    meaning = definition.meaning
    lists = []
    for name, code in pairs:
        root = meaning.root(name)
        lists.append([(root, own) for own in meaning.ordered(root) if meaning.recoded(name, own) == code])
    return bool(definition.universe(Places(meaning, [dict(several) for several in product(*lists)])).any())


def some(points: Points, variable: str, code: str) -> Points:
    """Those with a code."""
    return replace(points, weights=points.weights * points.among(variable, [code]))


def _there(definition: Any, pair: tuple[str, str]) -> bool:
    """Whether the table counts anybody with a code."""
    meaning, (name, code) = definition.meaning, pair
    return bool(definition.universe(Places(meaning, [{meaning.root(name): str(stated(meaning, name, code))}]))[0])
