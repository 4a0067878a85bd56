"""Whom a release counts: records one by one, or every record there could be.

One release counts one population. A record that has no code of a variable the plan names, or contradicts a public rule
by what the plan names of it, is in none of its tables; so are the rows of a unit beyond its first few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

import numpy as np

from random_plans.dictionaries import Json
from random_plans.meaning import Meaning
from random_plans.records import Row, kept

AXES = ("pages", "stub", "boxhead")
Codes = Mapping[str, str | None]
Rule = Sequence[tuple[str, frozenset[str]]]
Kind = tuple[tuple[str | None, ...], tuple[int | None, ...]]
"""Codes of the roots, steps of the quantities."""


@dataclass(frozen=True)
class Points:
    """Kinds of records: codes of each variable, steps of each quantity (None: not stated), and how many there are."""

    codes: dict[str, np.ndarray]
    steps: dict[str, np.ndarray]
    weights: np.ndarray

    @property
    def size(self) -> int:
        return self.weights.size

    def among(self, name: str, codes: Iterable[str]) -> np.ndarray:
        """Which of them have one of some codes."""
        wanted = set(codes)
        return np.array([code in wanted for code in self.codes[name]], dtype=bool)


class Population:
    """What a plan names of a dictionary, by group and altogether; `read`: the columns that are read, if not its own."""

    def __init__(self, dictionary: Json, plan: Json, read: Sequence[str] = ()) -> None:
        self.meaning = Meaning(dictionary)
        self.plan = plan
        groups: dict[str, list[str]] = {}
        for table in plan["tables"]:
            groups.setdefault(table.get("group", ""), []).extend(names_in(table, plan.get("public_figures", ())))
        named = dict.fromkeys(name for names in groups.values() for name in names)
        self.names = [name for name in named if self.meaning.is_coded(name)]
        self.quantities = [name for name in named if not self.meaning.is_coded(name)]
        self.roots = list(dict.fromkeys(self.meaning.root(name) for name in self.names))
        coded = [[name for name in names if name in self.names] for names in groups.values()]
        self.together = [{self.meaning.root(name) for name in names} for names in coded]
        used = (self.meaning.columns(name) for name in (*self.names, *self.quantities))
        self.read = read or sorted(set().union(*used))
        told = [self._told(names) for names in coded]
        self.told = list(dict.fromkeys(name for own in told for name in own))

    def _told(self, names: Sequence[str]) -> list[str]:
        """What a group tells of a record: of each root its code, or that of the only recode named, if it has all."""
        by_root: dict[str, dict[str, None]] = {}
        for name in names:
            by_root.setdefault(self.meaning.root(name), {})[name] = None
        return [
            next(iter(own)) if len(own) == 1 and self.meaning.covers(next(iter(own))) else root
            for root, own in by_root.items()
        ]

    def possible(self, codes: Codes) -> bool:
        """Whether a record with these codes of the roots is counted."""
        return self._keeps(codes, self.meaning.rules)

    def _keeps(self, codes: Codes, rules: Sequence[Rule]) -> bool:
        if None in codes.values():
            return False
        return not any(all(self._excluded(codes, *one) for one in rule) for rule in rules)

    def _excluded(self, codes: Codes, root: str, excluded: frozenset[str]) -> bool:
        for name in self.told:
            if root in codes and self.meaning.root(name) == root:
                own = self.meaning.recoded(name, codes[root])
                if own is not None and self.meaning.members(name, own) <= excluded:
                    return True
        return False

    def records(self, columns: Sequence[str], rows: Sequence[Row]) -> Points:
        """The records of a file that are counted, alike ones together."""
        found: Counter[Kind] = Counter()
        for row, often in Counter(self._kept(columns, rows)).items():
            cells = dict(zip(columns, row, strict=True))
            codes = {root: self.meaning.code(root, cells) for root in self.roots}
            if self.possible(codes):
                steps = tuple(self.meaning.value(name, cells) for name in self.quantities)
                found[tuple(codes.values()), steps] += often
        return self._points(self.roots, list(found), list(found.values()))

    def once(self, columns: Sequence[str], rows: Sequence[Row], names: Sequence[str]) -> Points:
        """The units that have a record in a cell of some variables, each once in every such cell."""
        cells: set[tuple[int, tuple[str | None, ...]]] = set()
        roots = [root for root in self.roots if root in map(self.meaning.root, names)]
        for unit, own in enumerate(kept(self.meaning.json["unit"], columns, rows, self.read)):
            for row in own:
                codes = {root: self.meaning.code(root, dict(zip(columns, row, strict=True))) for root in self.roots}
                if self.possible(codes):
                    cells.add((unit, tuple(codes[root] for root in roots)))
        found = Counter(codes for _, codes in cells)
        nothing = (None,) * len(self.quantities)
        return self._points(roots, [(codes, nothing) for codes in found], list(found.values()))

    def everyone(self, most: int, names: Iterable[str] | None = None) -> Points | None:
        """Every record there could be, by its codes of some variables, or all; None where there are too many.

        A rule about variables that no group names together does not enter: a release has no table of them, and the
        population behind its numbers may contradict it (docs/proofs/joint_tables.md, claim 1).
        """
        named = {self.meaning.root(name) for name in (self.names if names is None else names)}
        roots = [root for root in self.roots if root in named]
        lists = [self.meaning.codes(root) for root in roots]
        if prod(map(len, lists)) > most:
            return None
        rules = [rule for rule in self.meaning.rules if any({root for root, _ in rule} <= own for own in self.together)]
        every = (dict(zip(roots, codes, strict=True)) for codes in product(*lists))
        nothing = (None,) * len(self.quantities)
        possible = [(tuple(codes.values()), nothing) for codes in every if self._keeps(codes, rules)]
        return self._points(roots, possible, [1] * len(possible))

    def _points(self, roots: Sequence[str], found: Sequence[Kind], often: list[int]) -> Points:
        codes = {}
        for name in dict.fromkeys([*self.roots, *self.names]):
            if self.meaning.root(name) not in roots:
                continue
            at = roots.index(self.meaning.root(name))
            codes[name] = np.array([self.meaning.recoded(name, own[at]) for own, _ in found], dtype=object)
        steps = {
            name: np.array([own[number] for _, own in found], dtype=object)
            for number, name in enumerate(self.quantities)
        }
        return Points(codes, steps, np.array(often, dtype=np.int64))

    def _kept(self, columns: Sequence[str], rows: Sequence[Row]) -> Iterator[Row]:
        """The rows of units, cut to the first few in the order of a keyed hash."""
        unit = self.meaning.json["unit"]
        if unit["kind"] == "row":
            yield from rows
            return
        for own in kept(unit, columns, rows, self.read):
            yield from own


def names_in(table: Json, figures: Sequence[Json] = ()) -> list[str]:
    """All variables a table names, those of its public figures among them: strata, ages, the cells of a control."""
    blocks = [block for axis in AXES for block in table.get(axis, ())]
    names = [variable["variable"] for block in blocks for variable in block.get("variables", ())]
    names += [measure[field] for measure in table["measures"] for field in ("variable", "weight") if field in measure]
    names += [own["variable"] for measure in table["measures"] for own in measure.get("where", ())]
    names += [measure[side]["variable"] for measure in table["measures"] for side in ("top", "bottom")
              if "variable" in measure.get(side, {})]  # fmt: skip
    used = {measure.get(field) for measure in table["measures"] for field in ("expanded", "standard", "controlled")}
    names += [name for figure in figures if figure["name"] in used for name in figure["variables"]]
    return names + [one["variable"] for one in table.get("universe", {"where": []})["where"]]
