"""The true values of a plan's cells, from the file's text and the files of plan and dictionary alone.

The reference of the random plans (`random_plans.truth`) reads dictionaries that state everything; here those of real
files are put into that form, and what it says of a text is remembered, so that tens of thousands of records take
seconds.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

import numpy as np
from random_plans.dictionaries import Json, stated_codes
from random_plans.meaning import Meaning
from random_plans.population import Points, Population, names_in
from random_plans.truth import Definition, Item, counted, true_values


class Remembered(Meaning):
    """A dictionary's meaning, each text looked up once; a combination may be one of columns."""

    def __init__(self, dictionary: Json) -> None:
        super().__init__(dictionary)
        self._codes: dict[tuple[str, ...], str | None] = {}
        self._values: dict[tuple[str, str], int | None] = {}
        self._recoded: dict[tuple[str, str | None], str | None] = {}

    def columns(self, name: str) -> set[str]:
        variable = self.variables[name]
        return set(variable["columns"]) if variable.get("columns") else super().columns(name)

    def code(self, name: str, cells: Mapping[str, str]) -> str | None:
        key = (name, *(cells[one] for one in sorted(self.columns(name))))
        if key not in self._codes:
            self._codes[key] = self._of_columns(name, cells)
        return self._codes[key]

    def _of_columns(self, name: str, cells: Mapping[str, str]) -> str | None:
        variable = self.variables[name]
        if not variable.get("columns"):
            return super().code(name, cells)
        for rule in variable["rules"]:
            if all(cells[one] in texts for one, texts in rule["when"].items()):
                return str(rule["then"])
        otherwise = variable["otherwise"]
        return str(otherwise["code"]) if isinstance(otherwise, dict) else None

    def value(self, name: str, cells: Mapping[str, str]) -> int | None:
        key = (name, cells[self.variables[name]["column"]])
        if key not in self._values:
            self._values[key] = super().value(name, cells)
        return self._values[key]

    def recoded(self, name: str, root_code: str | None) -> str | None:
        key = (name, root_code)
        if key not in self._recoded:
            self._recoded[key] = super().recoded(name, root_code)
        return self._recoded[key]


def truths(dictionary: Json, plan: Json, shells: Sequence[Any], path: Path) -> tuple[list[Definition], list[Any], Any]:
    """The definition of each table, its true values, and of each cell how many are counted in it."""
    population = Population(explicit(dictionary), plan)
    meaning = Remembered(population.meaning.json)
    population.meaning = meaning
    points = population.records(*_records(path, dictionary, population))
    definitions, values, sizes = [], [], []
    for table, shell in zip(plan["tables"], shells, strict=True):
        definition = Definition(meaning, table, shell)
        own = narrowed(points, population, names_in(table))
        definitions.append(definition)
        values.append(true_values(definition, own))
        sizes.append(_sizes(definition, own))
    return definitions, values, sizes


def _sizes(definition: Definition, points: Points) -> np.ndarray:
    """How many are counted in each cell: for a count the count itself, else everybody on its lines."""
    items = [Item("", item.variable, item.codes) for item in definition.items]
    return np.stack([counted(definition, points, item, points.weights) for item in items], axis=-1)


def narrowed(points: Points, population: Population, names: Sequence[str]) -> Points:
    """The same records, told apart only by what a table names."""
    roots = list(dict.fromkeys(population.meaning.root(name) for name in names if name in population.names))
    quantities = [name for name in population.quantities if name in names]
    told = [points.codes[name].tolist() for name in roots] + [points.steps[name].tolist() for name in quantities]
    first: dict[tuple[Any, ...], int] = {}
    weights: Counter[tuple[Any, ...]] = Counter()
    for at, key in enumerate(zip(*told, strict=True) if told else [()] * points.size):
        first.setdefault(key, at)
        weights[key] += int(points.weights[at])
    where = np.array(list(first.values()), dtype=np.int64)
    kept = {name: codes[where] for name, codes in points.codes.items() if population.meaning.root(name) in roots}
    steps = {name: points.steps[name][where] for name in quantities}
    return Points(kept, steps, np.array([weights[key] for key in first], dtype=np.int64))


def _records(path: Path, dictionary: Json, population: Population) -> tuple[list[str], list[tuple[str, ...]]]:
    """The columns that the plan reads, that of the unit named "id" as the reference expects."""
    unit = dictionary["unit"].get("column")
    read = set().union(*(population.meaning.columns(name) for name in (*population.names, *population.quantities)))
    with path.open(encoding="utf-8", newline="") as file:
        lines = csv.reader(file)
        head = next(lines)
        wanted = [head.index(name) for name in sorted(read)]
        names = sorted(read)
        if unit is not None:
            wanted.append(head.index(unit))
            names.append("id")
        return names, [tuple(line[at] for at in wanted) for line in lines]


def explicit(dictionary: Json) -> Json:
    """The dictionary with all that may be left out, and lists in the place of "first … last"."""
    tree = deepcopy(dictionary)
    by_name = {one["name"]: one for one in tree["variables"]}
    for variable in tree["variables"]:
        for one in variable.setdefault("missing", []):
            one["texts"] = one.get("texts") or []
            one["numbers"] = one.get("numbers") or []
        if variable["kind"] == "number":
            variable["bins"] = {name: value for name, value in variable["bins"].items() if value is not None}
        if variable["kind"] == "category":
            for one in variable["codes"]:
                one["texts"] = one.get("texts") or [one["code"]]
        if variable["kind"] == "recode":
            below = stated_codes(by_name[variable["of"]])
            variable.setdefault("otherwise", "nowhere")
            for one in [*variable["codes"], *variable["missing"]]:
                one["members"] = _listed(one.get("members") or [], below)
    tree["unit"].setdefault("missing_ids", [])
    tree.setdefault("impossible", [])
    for rule in tree["impossible"]:
        for name, codes in rule["when"].items():
            rule["when"][name] = _listed(codes, stated_codes(by_name[name]))
    return tree


def _listed(codes: Any, every: list[str]) -> list[str]:
    if isinstance(codes, dict):
        return every[every.index(codes["first"]) : every.index(codes["last"]) + 1]
    return list(codes)
