"""Plans as an office would make them, of kinds that random plans never draw, and each counted again by pandas.

Areas whose branches end at different levels, codes that are ends of intervals, universes that are the parent of another
table's margin, controlled and expanded counts beside weighted ones, at risk of poverty against all, adaptive detail of
a universe, many measures in one group, two hierarchies of one variable, protected households, recodes by runs, and
two groups that count some people each by what neither counts of all, and universes inside universes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

Json = dict[str, Any]
Cell = Mapping[str, str]
Frame = pd.DataFrame
Measure = Callable[[Frame], float]
TOTAL = "_T"
PARENTS = {
    "N": "", "S": "", "C": "",
    "N1": "N", "N2": "N", "S1": "S",
    "N1a": "N1", "N1b": "N1",
    "N1a-1": "N1a", "N1a-2": "N1a", "N1b-1": "N1b", "N2-0": "N2", "S1-0": "S1", "C-0": "C",
}  # fmt: skip
"""Parishes below counties below regions below parts; N2, S1 and C have fewer levels."""
LEAVES = ["N1a-1", "N1a-2", "N1b-1", "N2-0", "S1-0", "C-0"]
TOWNS = {"N1a-1": "town", "N1a-2": "land", "N1b-1": "land", "N2-0": "town", "S1-0": "land", "C-0": "town"}
AGES = [0, 5, 15, 25, 45, 65, 75, 100]
BANDS = ["LT5", "5-14", "15-24", "25-44", "45-64", "65-74", "GE75"]
INCOME = list(range(0, 4001, 250))
PEOPLE = {("f", "young"): 1200, ("f", "old"): 900, ("m", "young"): 1300, ("m", "old"): 700}


@cache
def persons() -> Frame:
    """Two thousand persons in households of one to five."""
    chance = np.random.default_rng(20)
    size = chance.choice([1, 2, 3, 4, 5], 800, p=[0.35, 0.3, 0.15, 0.15, 0.05])
    home = np.repeat(np.arange(800), size)
    n = home.size
    age = np.where(chance.random(n) < 0.3, chance.integers(0, 18, n), chance.integers(18, 100, n))
    works = (age >= 15) & (age < 75) & (chance.random(n) < 0.7)
    frame = pd.DataFrame({
        "home": home,
        "area": np.array(LEAVES)[chance.choice(6, 800, p=[0.3, 0.25, 0.2, 0.15, 0.09, 0.01])[home]],
        "sex": chance.choice(["f", "m"], n),
        "age": age,
        "work": np.where(age < 15, "na", np.where(works, "yes", np.where(chance.random(n) < 0.06, "ns", "no"))),
        "income": np.minimum(chance.lognormal(7, 0.6, n).astype(int), 3999),
        "hours": np.where(works, chance.integers(5, 61, n), 0),
        "wealth": chance.integers(-40, 200, n) * 50,
        "w": chance.choice([1, 2, 5], n),
    })  # fmt: skip
    frame["town"] = frame["area"].map(TOWNS)
    frame["band"] = pd.cut(frame["age"], AGES, right=False, labels=BANDS).astype(str)
    frame["ten"] = frame["income"] // 250
    frame["size"] = size[home].astype(str)
    frame["earners"] = np.minimum(np.bincount(home, works)[home].astype(int), 3).astype(str)
    frame["life"] = np.where(frame["age"] < 45, "young", "old")
    return frame


def words(text: str) -> Json:
    return {"en": text}


def _category(name: str, codes: Collection[str], **more: Any) -> Json:
    tree = {"name": name, "kind": "category", "column": name, "label": words(name), "describes": "unit"}
    return {**tree, "codes": [{"code": code} for code in codes], "otherwise": "nowhere", **more}


def _quantity(name: str, lower: int, upper: int, step: str = "1") -> Json:
    bounds = {"lower": str(lower), "upper": str(upper), "step": step, "below": "clamp", "above": "clamp"}
    tree = {"name": name, "kind": "quantity", "column": name, "label": words(name), "describes": "unit"}
    return {**tree, **bounds, "unreadable": "not_stated"}


def _recode(name: str, of: str, codes: Mapping[str, tuple[str, str]]) -> Json:
    """Runs of codes, each from its first to its last."""
    runs = [{"code": code, "members": {"first": low, "last": high}} for code, (low, high) in codes.items()]
    return {"name": name, "kind": "recode", "of": of, "label": words(name), "codes": runs}


def variables() -> list[Json]:
    parts = [{"name": name, "levels": [{"name": one} for one in levels], "ragged": "repeat", "rows": rows}
             for name, levels, rows in (
                 ("parts", ["part", "region", "county"],
                  [{"code": code, "parent": parent} for code, parent in PARENTS.items()]),
                 ("towns", ["kind"], [{"code": "town", "parent": ""}, {"code": "land", "parent": ""},
                                      *({"code": code, "parent": kind} for code, kind in TOWNS.items())]),
             )]  # fmt: skip
    missing = [{"code": code, "kind": kind, "texts": [code]}
               for code, kind in (("ns", "not_stated"), ("na", "not_applicable"))]  # fmt: skip
    number = {"kind": "number", "describes": "unit", "below": "clamp", "above": "clamp", "unreadable": "nowhere"}
    return [
        _category("area", LEAVES, hierarchies=parts),
        _category("sex", ["f", "m"]),
        _category("work", ["yes", "no"], missing=missing),
        {"name": "years", "column": "age", "label": words("years"), **number, "bins": {"first": 0, "last": 99}},
        {"name": "band", "column": "age", "label": words("band"), **number,
         "bins": {"edges": [str(edge) for edge in AGES], "codes": BANDS}},
        {"name": "ten", "column": "income", "label": words("income"), **number,
         "bins": {"lower": "0", "upper": "4000", "width": "250"}},
        _recode("life", "years", {"young": ("0", "44"), "old": ("45", "99")}),
        _recode("ages", "years", {"child": ("0", "14"), "main": ("15", "64"), "late": ("65", "99")}),
        _quantity("income", 0, 4000), _quantity("hours", 0, 60), _quantity("wealth", -2000, 10000, "50"),
        _quantity("w", 0, 5),
    ]  # fmt: skip


@dataclass(frozen=True)
class Office:
    """A dictionary, a plan without the meaning of the dictionary, and by code of an item its value among some rows.

    universes: whom each table counts; on: for each variable which rows have a code; based: items that are set against
    cells with all codes of some variables.
    """

    dictionary: Json
    plan: Json
    measures: Mapping[str, Measure]
    universes: Mapping[str, Callable[[Frame], pd.Series]] = field(default_factory=dict)
    based: Mapping[str, tuple[Callable[[Frame, Frame], float], frozenset[str]]] = field(default_factory=dict)
    frame: Frame = field(default_factory=persons)


def has(frame: Frame, variable: str, code: str) -> pd.Series:
    """Which rows have a code of a variable, of whatever level."""
    if variable == "area":
        return frame["area"].map(lambda leaf: code in (leaf, TOWNS[leaf], *_above(leaf)))
    if variable == "years":
        return frame["age"] == int(code)
    if variable == "ages":
        low, high = {"child": (0, 14), "main": (15, 64), "late": (65, 99)}[code]
        return frame["age"].between(low, high)
    if variable == "ten":
        return frame["ten"] == int(code.partition("..")[0]) // 250
    return frame[variable].astype(str) == code


def _above(code: str) -> list[str]:
    found = []
    while code:
        code = PARENTS[code]
        found.append(code)
    return found


def chosen_rows(frame: Frame, cell: Cell, without: Collection[str] = ()) -> Frame:
    """The rows of a cell, or of that with all codes of some variables."""
    inside = pd.Series(True, index=frame.index)
    for variable, code in cell.items():
        if code not in ("", TOTAL) and variable not in without:
            inside &= has(frame, variable, code)
    return frame[inside]


# --- what is computed ------------------------------------------------------------------------------------------------


def total(name: str, weight: str | None = None) -> Measure:
    return lambda rows: float((rows[name] * (rows[weight] if weight else 1)).sum())


def mean(name: str, weight: str | None = None) -> Measure:
    return lambda rows: float(np.average(rows[name], weights=rows[weight] if weight else None)) if len(rows) else np.nan


def share(rows: Frame, base: Frame) -> float:
    return 100 * len(rows) / len(base) if len(base) else np.nan


def _line(rows: Frame) -> np.ndarray:
    """The share below each edge of the bins of income, where people are spread evenly over their bins."""
    return np.concatenate([[0], np.bincount(rows["ten"], minlength=16).cumsum() / len(rows)])


def quantile(q: float) -> Measure:
    return lambda rows: _quantile(rows, q) if len(rows) else np.nan


def _quantile(rows: Frame, q: float) -> float:
    below = _line(rows)
    at = int(np.argmax(below[1:] >= q - 1e-12))
    return INCOME[at] + 250 * (q - below[at]) / (below[at + 1] - below[at])


def poor(rows: Frame, base: Frame) -> float:
    if not len(rows):
        return np.nan
    return 100 * float(np.interp(0.6 * _quantile(base, 0.5), INCOME, _line(rows)))


def gini(rows: Frame) -> float:
    if not len(rows):
        return np.nan
    fine = np.interp(np.linspace(0, 4000, 400_001), INCOME, _line(rows))
    return 100 * float((fine * (1 - fine)).mean() / (1 - fine).mean())


COUNT: Json = {"kind": "count"}


def block(*names: str | Json, total: bool = True) -> Json:
    lines = [{"variable": name} if isinstance(name, str) else dict(name) for name in names]
    return {"variables": lines if total else [{**line, "total": "none"} for line in lines]}


def levels(*kept: str, of: str = "parts") -> Json:
    return {"variable": "area", "hierarchy": of, "levels": list(kept)}


def table(name: str, stub: list[Json], boxhead: list[Json], *measures: Json, where: list[Json] | None = None,
          group: str = "all") -> Json:  # fmt: skip
    tree: Json = {"name": name, "group": group, "title": words(name), "stub": stub, "boxhead": boxhead}
    about = {"universe": {"text": words("some"), "where": where}} if where else {}
    return {**tree, **about, "measures": list(measures) or [COUNT]}


def office(tables: list[Json], measures: Mapping[str, Measure] | None = None, *, loss: Json | None = None,
           described: Json | None = None, planned: Json | None = None, **more: Any) -> Office:  # fmt: skip
    spent = loss or {"rho": "1"}
    cap = {"rho": "100"} if "rho" in spent else {"epsilon": "100"}
    dictionary = {
        "format": "dpdesk-dictionary", "version": 1, "dataset_id": "office", "title": words("Office"),
        "source": {"kind": "csv"}, "data_kind": "complete_count", "neighbours": "add_remove", "budget_cap": cap,
        "unit": {"kind": "row", "describes": "person", "label": words("one person")}, "max_rows": 10**5,
        "weight_columns": [{"column": "w", "answer": "weight"}], "variables": variables(), **(described or {}),
    }  # fmt: skip
    groups = list(dict.fromkeys(one["group"] for one in tables))
    plan = {
        "format": "dpdesk-plan", "version": 1, "title": words("Office"), "loss": spent, "tables": tables,
        "groups": [{"name": name, "part": f"1/{len(groups)}"} for name in groups], **(planned or {}),
    }  # fmt: skip
    return Office(dictionary, plan, {"count": len, **(measures or {})}, **more)


# --- the plans -------------------------------------------------------------------------------------------------------


def unequal_depth() -> Office:
    """Parts, regions, counties and parishes, where branches end at different levels; a second table has two of them."""
    column = "percentage:column"
    tables = [
        table("deep", [block(levels("part", "region", "county", "area"))], [block("sex")], COUNT,
              {"kind": "percentage", "base": "column"}),
        table("flat", [block(levels("region"))], [block("band")], group="b"),
    ]  # fmt: skip
    return office(tables, based={column: (share, frozenset({"area"}))})


def ends_of_intervals() -> Office:
    """Codes that are ends of intervals, in a universe from code to code, beside running counts and open intervals."""
    listed = [{"from": "LT5", "to": "15-24"}, {"from": "GE75"}, {"at_least": "25", "below": "65"}]
    tables = [
        table("runs", [block("sex")], [], COUNT, {"kind": "cdf", "variable": "band"},
              {"kind": "intervals", "variable": "band", "intervals": listed}),
        table("middle", [block("band")], [block("work")], where=[{"variable": "band", "from": "15-24", "to": "65-74"}],
              group="b"),
    ]  # fmt: skip
    measures = {f"cdf:band:{band}": _of_bands(BANDS[: at + 1]) for at, band in enumerate(BANDS)}
    measures |= {f"interval:band:{BANDS[low]}-{BANDS[high]}": _of_bands(BANDS[low : high + 1])
                 for low, high in ((0, 2), (6, 6), (3, 4))}  # fmt: skip
    return office(tables, measures, universes={"middle": lambda rows: rows["age"].between(15, 74)})


def _of_bands(bands: list[str]) -> Measure:
    return lambda rows: int(rows["band"].isin(bands).sum())


def parent_as_universe() -> Office:
    """One table's universe is the parent of another table's margin, in a third it is a recode of another's bins."""
    tables = [
        table("regions", [block(levels("part", "region"))], [block("sex")]),
        table("north", [block(levels("county", "area"))], [block("ages")], group="b",
              where=[{"variable": "area", "codes": ["N1a-1", "N1a-2", "N1b-1"]}]),
        table("late", [block("years")], [block("sex")], group="c", where=[{"variable": "ages", "codes": ["late"]}]),
    ]  # fmt: skip
    universes = {"north": lambda rows: rows["area"].str.startswith("N1"), "late": lambda rows: rows["age"] >= 65}
    return office(tables, universes=universes, loss={"epsilon": "2"})


def controlled() -> Office:
    """Counts adjusted to public figures beside weighted counts, weighted sums and weighted means of the same cells."""
    rows = [{"codes": list(codes), "figure": str(figure)} for codes, figure in PEOPLE.items()]
    public = [{"name": "people", "source": words("register"), "variables": ["sex", "life"], "rows": rows}]
    tables = [
        table("held", [block(levels("part"))], [block("life")], COUNT, {"kind": "count", "controlled": "people"}),
        table("weighted", [block(levels("part"))], [block("sex")], COUNT, {"kind": "count", "weight": "w"},
              {"kind": "sum", "variable": "hours", "weight": "w"}, {"kind": "mean", "variable": "hours", "weight": "w"},
              group="b"),
    ]  # fmt: skip
    measures = {"count:controlled:people": _held, "count:weighted:w": total("w"),
                "sum:hours:weighted:w": total("hours", "w"),
                "mean:hours:weighted:w": mean("hours", "w")}  # fmt: skip
    return office(tables, measures, planned={"public_figures": public})


def _held(rows: Frame) -> float:
    every = persons().groupby(["sex", "life"]).size()
    own = rows.groupby(["sex", "life"]).size().reindex(every.index, fill_value=0)
    return float(sum(PEOPLE[key] * own[key] / every[key] for key in PEOPLE))


def poverty() -> Office:
    """At risk of poverty against the median of all, the Gini coefficient and quantiles by part and sex."""
    asked = [{"kind": "at_risk", "variable": "ten", "base": "table"}, {"kind": "gini", "variable": "ten"},
             {"kind": "quantiles", "variable": "ten", "at": ["1/10", "1/2", "9/10"]}]  # fmt: skip
    tables = [table("poor", [block(levels("part"))], [block("sex")], COUNT, *asked)]
    measures = {"gini:ten": gini} | {f"quantile:ten:{at}": quantile(q) for at, q in
                                     (("1/10", 0.1), ("1/2", 0.5), ("9/10", 0.9))}  # fmt: skip
    return office(tables, measures, based={"at_risk:ten:3/5:table": (poor, frozenset({"area", "sex"}))})


def detail_of_a_universe() -> Office:
    """Adaptive detail by area among those who work, with sums."""
    detail = {"variable": "area", "first_share": "1/5", "levels": [
        {"from": "0", "cells": ["work"]}, {"from": "60", "cells": ["work", "sex"]},
        {"from": "200", "cells": ["work", "sex", "band"]},
    ]}  # fmt: skip
    tables = [table("work", [block({"variable": "area", "total": "none"})], [block("sex", "band")], COUNT,
                    {"kind": "sum", "variable": "hours"}, where=[{"variable": "work", "codes": ["yes"]}])]  # fmt: skip
    groups = [{"name": "all", "part": "1", "detail": detail}]
    return office(tables, {"sum:hours": total("hours")}, planned={"groups": groups},
                  universes={"work": lambda rows: rows["work"] == "yes"})  # fmt: skip


def many_measures() -> Office:
    """Counts, sums, means and deviations of three quantities, percentages and a share in one group."""
    moments = [{"kind": kind, "variable": name} for name in ("income", "hours", "wealth") for kind in ("sum", "mean")]
    within = {"at_least": "2000"}
    tables = [
        table("all", [block("ages")], [block("sex")], COUNT, *moments, {"kind": "percentage", "base": "row"},
              {"kind": "standard_deviation", "variable": "hours"}),
        table("ten", [block("sex")], [block("work")], COUNT, {"kind": "share", "variable": "ten", "within": within}),
    ]  # fmt: skip
    measures: dict[str, Measure] = {f"sum:{name}": total(name) for name in ("income", "hours", "wealth")}
    measures |= {f"mean:{name}": mean(name) for name in ("income", "hours", "wealth")}
    measures["standard_deviation:hours"] = lambda rows: float(rows["hours"].std(ddof=0)) if len(rows) else np.nan
    measures["share:ten:2000..2250-3750..4000"] = lambda rows: 100 * float((rows["income"] >= 2000).mean())
    return office(tables, measures, based={"percentage:row": (share, frozenset({"sex"}))})


def two_hierarchies() -> Office:
    """One variable by two hierarchies that cross, in one group and in another, some codes hidden."""
    hidden = {"variable": "work", "missing": "hide"}
    tables = [
        table("parts", [block(levels("part", "county"))], [block(hidden)]),
        table("towns", [block(levels("kind", "area", of="towns"))], [block("sex", hidden)], group="b"),
        table("kinds", [block(levels("kind", of="towns"))], [block("ages")], group="c",
              where=[{"variable": "work", "codes": ["yes", "no"]}]),
    ]  # fmt: skip
    return office(tables, universes={"kinds": lambda rows: rows["work"].isin(["yes", "no"])}, loss={"epsilon": "4"})


def homes() -> Office:
    """Protected households, counted by size and by those who work, beside their persons."""
    unit = {"kind": "id", "describes": "household", "label": words("one household"), "column": "home", "max_rows": 5,
            "rows_without_id": "refuse"}  # fmt: skip
    made = [{"name": "size", "kind": "members", "label": words("size"), "take": "count", "most": 5},
            {"name": "earners", "kind": "members", "label": words("earners"), "take": "count", "most": 3,
             "where": {"work": ["yes"]}}]  # fmt: skip
    tables = [
        table("homes", [block("size")], [block("earners")], group="b"),
        table("persons", [block(levels("part"))], [block("sex")], COUNT, {"kind": "sum", "variable": "hours"}),
    ]
    described = {"unit": unit, "variables": [*variables(), *made]}
    return office(tables, {"sum:hours": total("hours")}, described=described,
                  universes={"homes": lambda rows: ~rows["home"].duplicated()})  # fmt: skip


def known_number() -> Office:
    """A public number of persons, a rule that closes cells, and three groups whose margins are each other's parts."""
    rule = {"when": {"ages": ["child"], "work": ["yes", "no", "ns"]}, "reason": words("children do not work")}
    tables = [
        table("work", [block("ages", {"variable": "work", "missing": "hide"})], [block("sex")]),
        table("adults", [block("band")], [block("work")], group="b",
              where=[{"variable": "ages", "codes": ["main", "late"]}]),
        table("years", [block("years")], [], COUNT, {"kind": "sum", "variable": "wealth"}, group="c"),
    ]  # fmt: skip
    return office(tables, {"sum:wealth": total("wealth")}, universes={"adults": lambda rows: rows["age"] >= 15},
                  described={"neighbours": "replace_one", "impossible": [rule]})  # fmt: skip


SOME = {("x1", "y1", "r1"): 1, ("x1", "y1", "r3"): 10, ("x1", "y2", "r2"): 50, ("x1", "y2", "r3"): 2,
        ("x2", "y1", "r2"): 10, ("x2", "y1", "r3"): 10, ("x2", "y2", "r1"): 50, ("x2", "y2", "r2"): 2}  # fmt: skip


def crossing_universes() -> Office:
    """Two groups count some people by a variable of which nobody counts all: neither can choose the rest for both."""
    tables = [
        table("x", [block("x")], []),
        table("y", [block("y")], [], group="b"),
        table("of_x1", [block("r", total=False)], [], where=[{"variable": "x", "codes": ["x1"]}]),
        table("of_y1", [block("r", total=False)], [], where=[{"variable": "y", "codes": ["y1"]}], group="b"),
    ]
    codes = {"x": ["x1", "x2"], "y": ["y1", "y2"], "r": ["r1", "r2", "r3"]}
    described = {"variables": [_category(name, own) for name, own in codes.items()], "weight_columns": []}
    frame = pd.DataFrame([cell for cell, people in SOME.items() for _ in range(people)], columns=list(codes))
    universes = {"of_x1": lambda rows: rows["x"] == "x1", "of_y1": lambda rows: rows["y"] == "y1"}
    return office(tables, described=described, frame=frame, universes=universes)


def universes_inside() -> Office:
    """Everybody, those of an age, and those of them who work, by ages that cross; both of the last with incomes."""
    old = [{"variable": "life", "codes": ["old"]}, {"variable": "work", "codes": ["yes"]}]
    income: Json = {"kind": "sum", "variable": "income"}
    tables = [
        table("all", [block("sex")], [block("band")]),
        table("adults", [block("ages")], [block("sex")], COUNT, income, group="b",
              where=[{"variable": "ages", "codes": ["main", "late"]}]),
        table("workers", [block(levels("part"))], [block("band")], COUNT, income, group="c", where=old),
    ]  # fmt: skip
    universes = {"adults": lambda rows: rows["age"] >= 15,
                 "workers": lambda rows: (rows["life"] == "old") & (rows["work"] == "yes")}  # fmt: skip
    return office(tables, {"sum:income": total("income")}, universes=universes)


PLANS: dict[str, Callable[[], Office]] = {
    made.__name__: made
    for made in (unequal_depth, ends_of_intervals, parent_as_universe, controlled, poverty, detail_of_a_universe,
                 many_measures, two_hierarchies, homes, known_number, crossing_universes,
                 universes_inside)
}  # fmt: skip
