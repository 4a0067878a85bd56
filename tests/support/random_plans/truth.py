"""The true value of every cell of a table, from records and the table's definition in the plan file.

A cell is known by what is printed beside it: the codes of its lines and the place of its item. For each the records are
looked at one by one: is one on the page, in the row, in the column, in the universe, in what the measure counts?
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import combinations_with_replacement
from math import prod
from typing import Any

import numpy as np

from random_plans.dictionaries import Json
from random_plans.figures import adjusted, some, with_figures
from random_plans.meaning import Meaning
from random_plans.population import AXES, Points
from random_plans.tables import MOMENTS

COUNTS = ("count", "cdf", "interval", "prefix")


@dataclass(frozen=True)
class Item:
    """One number of a cell: `codes` of `variable` are counted, None for all; `base` names what a percentage keeps.

    A weighted count is a sum of nothing but weights.
    """

    kind: str
    variable: str | None = None
    codes: frozenset[str] | None = None
    at: Fraction | None = None
    base: frozenset[str] | None = None
    weight: str | None = None
    figures: str | None = None
    per: Fraction = Fraction(1)
    standard: str | None = None
    expanded: str | None = None
    controlled: str | None = None
    where: tuple[tuple[str, frozenset[str]], ...] = ()
    at_code: tuple[str, str] | None = None
    sides: tuple[Item, Item] | None = None

    @property
    def summed(self) -> tuple[str, ...]:
        """Of which quantities it is the sum, each times the others."""
        own = None if self.codes is not None else self.variable
        return tuple(one for one in (own, self.weight) if one is not None)


class Definition:
    """A table as the plan defines it; `shell` is only asked for the codes printed beside its lines."""

    def __init__(self, meaning: Meaning, table: Json, shell: Any, figures: Sequence[Json] = ()) -> None:
        self.meaning, self.table, self.shell, self.figures = meaning, table, shell, figures
        self.items = [
            replace(item if "weight" not in measure else _weighted(item, measure["weight"]), where=self._where(measure))
            for measure in table["measures"]
            for item in self._items(measure)
        ]

    # --- who is where --------------------------------------------------------------------------------------------

    def lines(self, axis: str, points: Points, kept: frozenset[str] | None = None) -> np.ndarray:
        """Which records are on which line; only by the variables that a base keeps, if so (lines × records)."""
        own = getattr(self.shell, axis)
        names = [variable.name for variable in own.variables]
        found = np.ones((own.size, points.size), dtype=bool)
        known: dict[tuple[str, str], np.ndarray] = {}
        for number, line in enumerate(own.lines):
            for name, code in zip(names, line.codes, strict=True):
                if code and kept is not None and name not in kept:
                    code = "_T"
                if (name, code) not in known:
                    known[name, code] = self._on_line(name, code, points)
                found[number] &= known[name, code]
        return found

    def _on_line(self, name: str, code: str, points: Points) -> np.ndarray:
        if code == "":
            return np.ones(points.size, dtype=bool)
        codes = self.meaning.codes(name)
        if code != "_T":
            codes = [own for own in codes if code == own or code in self.meaning.above(name, own)]
        return points.among(name, codes)

    def universe(self, points: Points) -> np.ndarray:
        inside = np.ones(points.size, dtype=bool)
        for condition in self.table.get("universe", {"where": []})["where"]:
            inside &= points.among(condition["variable"], self._meant(condition["variable"], condition))
        return inside

    def item(self, item: Item, points: Points) -> np.ndarray:
        """Which records an item counts, wherever they are."""
        inside = np.ones(points.size, dtype=bool)
        for name, codes in item.where:
            inside = inside & points.among(name, codes)
        if item.variable is None or item.codes is None:
            return inside
        return inside & points.among(item.variable, item.codes)

    def _where(self, measure: Json) -> tuple[tuple[str, frozenset[str]], ...]:
        """The conditions of a measure with a universe of its own."""
        own = measure.get("where", ())
        return tuple((one["variable"], frozenset(self._meant(one["variable"], one))) for one in own)

    # --- what is counted -----------------------------------------------------------------------------------------

    def _meant(self, name: str, condition: Json) -> list[str]:
        """The codes of a condition or an interval."""
        if "codes" in condition:
            return list(condition["codes"])
        codes = self.meaning.ordered(name)
        start, end = 0, len(codes)
        if "from" in condition:
            start = codes.index(condition["from"])
        if "to" in condition:
            end = codes.index(condition["to"]) + 1
        if "at_least" in condition:
            start = self.meaning.edges(name).index(int(condition["at_least"]))
        if "below" in condition:
            end = self.meaning.edges(name).index(int(condition["below"]))
        return codes[start:end]

    def _items(self, measure: Json) -> list[Item]:
        kind, name = measure["kind"], measure.get("variable")
        public = {field: measure.get(field) for field in ("figures", "standard", "expanded")}
        if any(public.values()):
            kind = kind if kind == "rate" else "expanded"
            return [Item(kind, name, per=Fraction(measure.get("per", 1000)), **public)]
        if "controlled" in measure:
            return [Item("controlled", controlled=measure["controlled"])]
        if kind == "index":
            root = self.meaning.root(measure["base"]["variable"])
            others = (variable.name for axis in AXES for variable in getattr(self.shell, axis).variables)
            kept = frozenset(name for name in others if self.meaning.root(name) != root)
            return [Item(kind, base=kept, at_code=(measure["base"]["variable"], measure["base"]["code"]))]
        if kind == "ratio":
            top, bottom = (self._side(measure[side]) for side in ("top", "bottom"))
            return [Item(kind, per=Fraction(measure.get("per", 1)), sides=(top, bottom))]
        if kind in ("count", *MOMENTS):
            return [Item(kind, name)]
        if kind == "share":
            return [Item(kind, name, frozenset(self._meant(name, measure["within"])))]
        if kind == "percentage":
            return [Item(kind, base=self._base(measure["base"]))]
        if kind in ("median", "quantiles"):
            return [Item("quantile", name, at=Fraction(at)) for at in measure.get("at", ["1/2"])]
        if kind == "code_prefix":
            stated = self.meaning.ordered(name)
            wanted = [(prefix,) if isinstance(prefix, str) else tuple(prefix) for prefix in measure["prefixes"]]
            return [Item("prefix", name, frozenset(c for c in stated if c.startswith(one))) for one in wanted]
        codes = self.meaning.ordered(name)
        if kind == "cdf":
            return [Item("cdf", name, frozenset(codes[: at + 1])) for at in range(len(codes))]
        if kind == "all_intervals":
            pairs = combinations_with_replacement(range(len(codes)), 2)
            return [Item("interval", name, frozenset(codes[low : high + 1])) for low, high in pairs]
        return [Item("interval", name, frozenset(self._meant(name, interval))) for interval in measure["intervals"]]

    def _side(self, part: Json) -> Item:
        """One side of a ratio."""
        if "within" not in part:
            return Item("sum" if "variable" in part else "count", part.get("variable"))
        name = part["variable"]
        return Item("interval", name, frozenset(code for one in part["within"] for code in self._meant(name, one)))

    def _base(self, base: str | Json) -> frozenset[str]:
        if isinstance(base, dict):
            return frozenset(base["keep"])
        keeps = {"table": (), "page": ("pages",), "row": ("pages", "stub"), "column": ("pages", "boxhead")}[base]
        return frozenset(variable.name for axis in keeps for variable in getattr(self.shell, axis).variables)

    @cached_property
    def decimals(self) -> list[int]:
        return [item.decimals for item in self.shell.items]


def _weighted(item: Item, weight: str) -> Item:
    return replace(item, kind="sum" if item.kind in COUNTS else item.kind, weight=weight)


def counted(definition: Definition, points: Points, item: Item, weights: np.ndarray, base: bool = False) -> np.ndarray:
    """How many are in each cell of an item, or in its base: pages × stub × boxhead."""
    lines = [definition.lines(axis, points, item.base if base else None).astype(np.int64) for axis in AXES]
    item = replace(item, where=()) if base and item.kind == "percentage" else item
    weights = weights * (definition.universe(points) & definition.item(item, points))
    return np.einsum("pn,sn,bn,n->psb", *lines, weights)


def true_values(definition: Definition, points: Points) -> np.ndarray:
    """The value of each cell, in the shell's shape; NaN where there is none (nobody to divide by)."""
    values = [_value(definition, points, item) for item in definition.items]
    return np.stack(values, axis=-1)


def _value(definition: Definition, points: Points, item: Item) -> np.ndarray:
    if item.figures or item.expanded:
        plain = Item("count" if item.variable is None else "sum", item.variable)
        plain = plain if item.weight is None else _weighted(plain, item.weight)
        return with_figures(definition, points, item, lambda own: _value(definition, own, plain))
    if item.controlled is not None:
        plain = Item("count") if item.weight is None else _weighted(Item("count"), item.weight)
        return adjusted(definition, points, item, lambda own: _value(definition, own, plain))
    if item.at_code is not None:
        few = some(points, *item.at_code)
        top = counted(definition, points, replace(item, base=None), _each(points, item))
        return 100 * _ratio(top, counted(definition, few, item, _each(few, item), base=True))
    if item.sides is not None:
        sides = [replace(side, where=item.where) for side in item.sides]
        sides = [side if item.weight is None else _weighted(side, item.weight) for side in sides]
        return float(item.per) * _ratio(*(_value(definition, points, side) for side in sides))
    if item.kind in COUNTS:
        return counted(definition, points, item, points.weights).astype(float)
    if item.kind == "percentage":
        top, bottom = (counted(definition, points, item, _each(points, item), base) for base in (False, True))
        return 100 * _ratio(top, bottom)
    if item.kind == "share":
        stated = replace(item, codes=frozenset(definition.meaning.ordered(str(item.variable))))
        top, bottom = (counted(definition, points, own, _each(points, item)) for own in (item, stated))
        return 100 * _ratio(top, bottom)
    if item.kind == "quantile":
        return _quantile(definition, points, item)
    return _moment(definition, points, item)


def _moment(definition: Definition, points: Points, item: Item) -> np.ndarray:
    """A sum, mean, variance or standard deviation; of those who state the quantity, each as often as the weight."""
    unit = prod((Fraction(definition.meaning.variables[name]["step"]) for name in item.summed), start=Fraction(1))
    if item.kind == "sum":
        factors = [points.steps[name] for name in item.summed]
        products = [prod(one or 0 for one in several) for several in zip(*factors, strict=True)]
        return counted(definition, points, item, points.weights * np.array(products, dtype=np.int64)) * float(unit)
    steps = points.steps[str(item.variable)]
    stated = np.array([one is not None for one in steps], dtype=np.int64) * _each(points, item)
    values = np.array([one or 0 for one in steps], dtype=np.int64)
    number, total, square = (counted(definition, points, item, stated * values**power) for power in range(3))
    step = float(Fraction(definition.meaning.variables[str(item.variable)]["step"]))
    if item.kind == "mean":
        return step * _ratio(total, number)
    variance = step**2 * _ratio(number * square - total**2, number**2)
    return variance if item.kind == "variance" else np.sqrt(variance)


def _each(points: Points, item: Item) -> np.ndarray:
    """How many records there are of each kind, times the steps of their weight; 0 where they state none."""
    if item.weight is None:
        return points.weights
    return points.weights * np.array([one or 0 for one in points.steps[item.weight]], dtype=np.int64)


def _ratio(top: np.ndarray, bottom: np.ndarray) -> np.ndarray:
    return np.divide(top, bottom, out=np.full(top.shape, np.nan), where=bottom > 0)


def _quantile(definition: Definition, points: Points, item: Item) -> np.ndarray:
    """The first bin where the running count reaches q of all; placed within its bin unless bins are points."""
    name, q = str(item.variable), item.at or Fraction(1, 2)
    meaning = definition.meaning
    codes, edges, single = meaning.ordered(name), meaning.edges(name), meaning.points(name)
    of_codes = [replace(item, kind="", codes=frozenset([code])) for code in codes]
    counts = np.stack([counted(definition, points, of_code, _each(points, item)) for of_code in of_codes], axis=-1)
    found = np.full(counts.shape[:3], np.nan)
    for cell in np.ndindex(found.shape):
        line, before = [int(one) for one in counts[cell]], 0
        for number, here in enumerate(line):
            if sum(line) and before + here >= q * sum(line):
                share = Fraction(0) if single else (q * sum(line) - before) / here
                found[cell] = float(edges[number] + share * (edges[number + 1] - edges[number]))
                break
            before += here
    return found
