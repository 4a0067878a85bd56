"""Random tables in the file format: lines of any shape, universes, and every measure."""

from __future__ import annotations

from random import Random
from typing import Any

from random_plans.dictionaries import Json, codes_of, edges_of, stated_codes, words

AXES = ("pages", "stub", "boxhead")
SPREADS = ("variance", "standard_deviation")
MOMENTS = ("sum", "mean", *SPREADS)


class Drawer:
    """Draws tables over one dictionary; what is asked for is often what another table asks for, too."""

    def __init__(self, chance: Random, dictionary: Json) -> None:
        self.chance, self.variables = chance, dictionary["variables"]
        self.spreads = Random(repr(dictionary))  # by itself, so that all else is drawn as ever
        self.by_name = {variable["name"]: variable for variable in self.variables}
        self.coded = [variable for variable in self.variables if variable["kind"] != "quantity"]
        self.quantities = [variable["name"] for variable in self.variables if variable["kind"] == "quantity"]
        self.universes = [one for one in (self._universe() for _ in range(2)) if one]

    def root(self, name: str) -> str:
        """The variable that a recode, or a recode of a recode, is made of."""
        variable = self.by_name[name]
        return self.root(variable["of"]) if variable["kind"] == "recode" else name

    def table(self, name: str) -> Json:
        chance = self.chance
        tree: Json = {"name": name, "title": words(name)}
        tree |= self._axes()
        if self.universes and chance.random() < 0.35:
            tree["universe"] = {"text": words("some"), "where": chance.choice(self.universes)}
        if chance.random() < 0.12:
            tree["measures"] = self._only_quantiles() or [{"kind": "count"}]
            return tree
        if not any(block.get("variables") for axis in AXES for block in tree.get(axis, ())) and chance.random() < 0.9:
            tree["stub"] = [{"variables": [self._nested(chance.choice(self.coded)["name"])]}]
        drawn = [{"kind": "count"}] if chance.random() < 0.7 else []
        for _ in range(chance.choice([0, 0, 1, 1, 2])):
            one = self._measure(tree)
            if one is not None and all(_what(one) != _what(other) for other in drawn):
                drawn.append(one)
        tree["measures"] = drawn or [{"kind": "count"}]
        return tree

    def by_area(self, name: str, area: str, others: list[str]) -> Json:
        """A table whose cells are each of one area: a code of `area`."""
        chance = self.chance
        inner = chance.sample(others, min(len(others), chance.choice([1, 1, 2])))
        inner = [one for number, one in enumerate(inner) if self.root(one) not in map(self.root, inner[:number])]
        lines = [{"variable": area, "total": "none"}, *(self._nested(one, total="first") for one in inner)]
        measures: list[Json] = [{"kind": "count"}, {"kind": "percentage", "base": {"keep": [area]}}]
        measures = measures[: chance.randint(1, 2)]
        if self.quantities and chance.random() < 0.4:
            measures.append({"kind": chance.choice(["sum", "mean"]), "variable": chance.choice(self.quantities)})
        return {"name": name, "title": words(name), "stub": [{"variables": lines}], "measures": measures}

    # --- lines ---------------------------------------------------------------------------------------------------

    def _axes(self) -> dict[str, list[Json]]:
        """Each root on one axis; in blocks beside or within each other."""
        chance = self.chance
        roots: dict[str, list[str]] = {}
        for one in self.coded:
            roots.setdefault(self.root(one["name"]), []).append(one["name"])
        axes: dict[str, list[str]] = {axis: [] for axis in AXES}
        left = 3
        for root in chance.sample(sorted(roots), len(roots)):
            if left and chance.random() < 0.55:
                axes[chance.choice(["pages", "stub", "stub", "boxhead"])].append(root)
                left -= 1
        return {axis: blocks for axis, own in axes.items() if (blocks := self._blocks([roots[one] for one in own]))}

    def _blocks(self, roots: list[list[str]]) -> list[Json]:
        """`roots` holds for each root of the axis its variables."""
        chance = self.chance
        if not roots:
            return [{}] if chance.random() < 0.05 else []
        picked = [chance.choice(names) for names in roots]
        if len(roots) == 1 and len(roots[0]) > 1 and chance.random() < 0.3:
            return self._of_one_root(roots[0])
        if len(picked) == 1 or chance.random() < 0.6:
            blocks = [{"variables": [self._nested(name) for name in picked]}]
        else:
            blocks = [{"variables": [self._nested(name, total="none")]} for name in picked]
        if chance.random() < 0.2:
            for block in blocks:
                for variable in block["variables"]:
                    variable["total"] = "none"
            blocks.insert(0, {})
        return blocks

    def _of_one_root(self, names: list[str]) -> list[Json]:
        """A variable and a recode of it: the finer within the coarser, or below it."""
        recode = self.chance.choice([name for name in names if self.by_name[name]["kind"] == "recode"])
        outer, inner = recode, self.by_name[recode]["of"]
        if self.chance.random() < 0.5:
            return [{"variables": [self._nested(outer), self._nested(inner)]}]
        return [
            {"variables": [self._nested(outer)]},
            {"variables": [self._nested(inner, total="none")]},
        ]

    def _nested(self, name: str, total: str | None = None) -> Json:
        chance, variable = self.chance, self.by_name[name]
        tree: Json = {"variable": name}
        total = total or chance.choice(["first", "first", "none"])
        if total == "none" or chance.random() < 0.5:
            tree["total"] = total
        if variable.get("hierarchies") and chance.random() < 0.6:
            names = [level["name"] for level in variable["hierarchies"][0]["levels"]] + [name]
            kept = sorted(chance.sample(range(len(names)), chance.randint(1, len(names))))
            return tree | {"hierarchy": "map", "levels": [names[at] for at in kept]} | self._hidden(variable)
        if chance.random() < 0.2:
            codes = codes_of(variable)
            return tree | {"codes": chance.sample(codes, chance.randint(1, len(codes)))}
        return tree | self._hidden(variable)

    def _hidden(self, variable: Json) -> Json:
        return {"missing": "hide"} if variable.get("missing") and self.chance.random() < 0.5 else {}

    # --- universes and measures ----------------------------------------------------------------------------------

    def _universe(self) -> list[Json]:
        chance, found, seen = self.chance, [], set()
        for one in chance.sample(self.coded, min(len(self.coded), chance.choice([1, 1, 2]))):
            if self.root(one["name"]) not in seen:
                seen.add(self.root(one["name"]))
                found.append({"variable": one["name"], **self._condition(one)})
        return found

    def _condition(self, variable: Json) -> Json:
        chance, codes = self.chance, stated_codes(variable)
        ordered = variable["kind"] == "number" or variable.get("ordered")
        if not ordered or chance.random() < 0.4:
            every = codes_of(variable)
            return {"codes": chance.sample(every, chance.randint(1, max(1, len(every) - 1)))}
        return self._range(variable, codes)

    def _range(self, variable: Json, codes: list[str]) -> Json:
        low, high = sorted(self.chance.choices(range(len(codes)), k=2))
        return self._written(variable, codes, low, high)

    def _written(self, variable: Json, codes: list[str], low: int, high: int) -> Json:
        """Neighbouring codes, both ends included, by codes or by values; an end that is the variable's may be left."""
        if variable["kind"] == "number" and self.chance.random() < 0.5:
            edges = edges_of(variable)
            first, last = {"at_least": str(edges[low])}, {"below": str(edges[high + 1])}
        else:
            first, last = {"from": codes[low]}, {"to": codes[high]}
        if low == 0 and self.chance.random() < 0.5:
            return last
        return first if high == len(codes) - 1 and self.chance.random() < 0.5 else first | last

    def _ordered(self) -> list[Json]:
        """Numbers, ordered categories, and recodes that may turn out to be ordered."""
        return [
            one
            for one in self.coded
            if one["kind"] == "number" or one.get("ordered") or (one["kind"] == "recode" and self._in_order(one))
        ]

    def _in_order(self, recode: Json) -> bool:
        """Whether its groups follow each other in a number's bins."""
        base = self.by_name[recode["of"]]
        if base["kind"] != "number":
            return False
        members = [code for one in recode["codes"] for code in one["members"]]
        return "|".join(members) in "|".join(stated_codes(base))

    def _measure(self, table: Json) -> Json | None:
        chance, ordered = self.chance, self._ordered()
        numbers = [one for one in ordered if one["kind"] != "category"]
        kinds = ["percentage"] + ["sum", "mean"] * bool(self.quantities)
        kinds += ["cdf", "intervals", "all_intervals"] * bool(ordered) + ["median", "quantiles"] * bool(numbers)
        kinds += ["code_prefix"]
        kind = chance.choice(kinds)
        if kind == "percentage":
            return self._percentage(table)
        if kind in ("sum", "mean"):
            decimals = {} if chance.random() < 0.7 else {"decimals": chance.randrange(4)}
            if kind == "mean" and self.spreads.random() < 0.4:
                kind = self.spreads.choice(SPREADS)
            return {"kind": kind, "variable": chance.choice(self.quantities), **decimals}
        if kind == "code_prefix":
            variable = chance.choice(self.coded)
            codes = stated_codes(variable)
            beginnings = sorted({code[:1] for code in codes} | {chance.choice(codes), ""})
            some = chance.sample(beginnings, chance.randint(1, min(3, len(beginnings))))
            several = [sorted({*some, codes[0]})] if {codes[0]} - {*some} else []
            return {"kind": kind, "variable": variable["name"], "prefixes": [*some, *several]}
        if kind in ("median", "quantiles"):
            return self._quantile(chance.choice(numbers), kind)
        variable = chance.choice(ordered)
        if kind != "intervals":
            return {"kind": kind, "variable": variable["name"]}
        codes = stated_codes(variable)
        pairs = {(min(pair), max(pair)) for pair in (chance.choices(range(len(codes)), k=2) for _ in range(3))}
        some = [self._written(variable, codes, *pair) for pair in sorted(pairs)]
        return {"kind": kind, "variable": variable["name"], "intervals": some}

    def shares(self) -> list[Json]:
        """The share of those in a range of some variable, and a median; nothing where no variable has an order."""
        ordered, found = [one for one in self._ordered() if stated_codes(one)], []
        if ordered:
            one = self.chance.choice(ordered)
            within = self._range(one, stated_codes(one))
            found.append({"kind": "share", "variable": one["name"], "within": within})
        numbers = [one for one in ordered if one["kind"] != "category"]
        return [*found, self._quantile(self.chance.choice(numbers), "median")] if numbers else found

    def _quantile(self, variable: Json, kind: str) -> Json:
        if kind == "median":
            return {"kind": kind, "variable": variable["name"]}
        at = self.chance.sample(["1/10", "1/4", "1/3", "0.5", "3/4", "0.9"], self.chance.randint(1, 3))
        return {"kind": kind, "variable": variable["name"], "at": at}

    def _only_quantiles(self) -> list[Json]:
        numbers = [one for one in self._ordered() if one["kind"] == "number"]
        return [self._quantile(self.chance.choice(numbers), "quantiles")] if numbers else []

    def _percentage(self, table: Json) -> Json | None:
        names = [
            variable["variable"]
            for axis in AXES
            for block in table.get(axis, ())
            for variable in block.get("variables", ())
        ]
        if not names:
            return None
        kept = self.chance.sample(sorted({*names}), self.chance.randrange(len({*names})))
        bases: list[Any] = ["table", {"keep": kept}]
        bases += ["page"] * bool(table.get("pages")) + ["row"] * bool(table.get("boxhead"))
        bases += ["column"] * bool(table.get("stub"))
        return {"kind": "percentage", "base": self.chance.choice(bases)}


def _what(measure: Json) -> str:
    """What two measures of a table must not both ask for."""
    kind = measure["kind"].replace("median", "quantiles").replace("all_intervals", "intervals")
    return kind if kind == "percentage" else f"{kind} {measure.get('variable')}"
