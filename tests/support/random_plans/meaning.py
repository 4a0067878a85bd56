"""What a dictionary says of a record, read from its file alone: codes, members, values. Plain and slow.

Nothing of the program is used, so that it can be compared with this.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from math import floor

from random_plans.dictionaries import Json, codes_of, edges_of, stated_codes

Cells = Mapping[str, str]


class Meaning:
    """A dictionary's variables; a code is a text, None is nowhere."""

    def __init__(self, dictionary: Json) -> None:
        self.json = dictionary
        self.variables: dict[str, Json] = {variable["name"]: variable for variable in dictionary["variables"]}
        self._members: dict[str, dict[str, frozenset[str]]] = {}

    def is_coded(self, name: str) -> bool:
        return self.variables[name]["kind"] != "quantity"

    def codes(self, name: str) -> list[str]:
        return codes_of(self.variables[name])

    def ordered(self, name: str) -> list[str]:
        """The codes in order; what is not stated lies outside of it."""
        return stated_codes(self.variables[name])

    def root(self, name: str) -> str:
        variable = self.variables[name]
        return self.root(variable["of"]) if variable["kind"] == "recode" else name

    def columns(self, name: str) -> set[str]:
        variable = self.variables[name]
        if variable["kind"] == "recode":
            return self.columns(variable["of"])
        if variable["kind"] == "combination":
            return set(variable.get("columns", ())).union(*map(self.columns, variable.get("variables", ())))
        if variable["kind"] == "members":
            named = [*variable.get("where", ()), *([variable["of"]] if "of" in variable else [])]
            return set().union(*map(self.columns, named))
        return {variable["column"]}

    # --- one record ----------------------------------------------------------------------------------------------

    def code(self, name: str, cells: Cells) -> str | None:
        """The code of a record."""
        variable = self.variables[name]
        if variable["kind"] == "category":
            return _category(variable, cells[variable["column"]])
        if variable["kind"] == "number":
            return _binned(variable, cells[variable["column"]])
        if variable["kind"] == "recode":
            return self.recoded(name, self.code(self.root(name), cells))
        own = {one: self.code(one, cells) for one in variable["variables"]}
        for rule in variable["rules"]:
            if all(own[one] in codes for one, codes in rule["when"].items()):
                return str(rule["then"])
        return _fate(variable["otherwise"])

    def value(self, name: str, cells: Cells) -> int | None:
        """The whole steps of a quantity that a record states."""
        variable = self.variables[name]
        text = cells[variable["column"]]
        number = _number(text)
        for one in variable["missing"]:
            if text in one.get("texts", ()) or number in map(Fraction, one.get("numbers", ())):
                return None
        lower, upper, step = (Fraction(variable[field]) for field in ("lower", "upper", "step"))
        if number is None:
            fate = variable["unreadable"]
            return None if fate == "not_stated" else int(Fraction(fate["value"]) / step)
        for beyond, bound, fate in ((number < lower, lower, "below"), (number > upper, upper, "above")):
            if beyond:
                return int(bound / step) if variable[fate] == "clamp" else None
        return floor(number / step + Fraction(1, 2))

    def always_stated(self, name: str) -> bool:
        variable = self.variables[name]
        fates = {variable["below"], variable["above"], variable["unreadable"] == "not_stated" and "not_stated"}
        return "not_stated" not in fates and not variable["missing"]

    # --- codes ---------------------------------------------------------------------------------------------------

    def recoded(self, name: str, root_code: str | None) -> str | None:
        """The code of a variable that a code of its root leads to."""
        variable = self.variables[name]
        if variable["kind"] != "recode" or root_code is None:
            return root_code
        base = self.recoded(variable["of"], root_code)
        if base is None:
            return None
        for one in [*variable["codes"], *variable.get("missing", ())]:
            if base in one["members"]:
                return str(one["code"])
        return _fate(variable["otherwise"])

    def members(self, name: str, code: str) -> frozenset[str]:
        """The root's codes that make up a code."""
        if name not in self._members:
            found: dict[str, set[str]] = {own: set() for own in self.codes(name)}
            for own in self.codes(self.root(name)):
                to = self.recoded(name, own)
                if to is not None:
                    found[to].add(own)
            self._members[name] = {own: frozenset(codes) for own, codes in found.items()}
        return self._members[name][code]

    def covers(self, name: str) -> bool:
        """Whether every code of the root leads to a code of a variable."""
        return all(self.recoded(name, own) is not None for own in self.codes(self.root(name)))

    def above(self, name: str, code: str) -> set[str]:
        """The codes above a code in the variable's hierarchy."""
        found: set[str] = set()
        for hierarchy in self.variables[name].get("hierarchies", ()):
            parent = {row["code"]: row["parent"] for row in hierarchy["rows"]}
            while parent.get(code):
                code = parent[code]
                found.add(code)
        return found

    # --- bins ----------------------------------------------------------------------------------------------------

    def edges(self, name: str) -> list[int]:
        """The edges of the bins of a number, or of neighbouring bins put together."""
        variable = self.variables[name]
        if variable["kind"] == "number":
            return edges_of(variable)
        below = self.variables[variable["of"]]
        edges, codes = self.edges(variable["of"]), stated_codes(below)
        groups = [[codes.index(code) for code in self._grouped(variable, one)] for one in variable["codes"]]
        return [edges[min(group)] for group in groups] + [edges[max(groups[-1]) + 1]]

    def points(self, name: str) -> bool:
        """Whether each bin is a single value."""
        variable = self.variables[name]
        if variable["kind"] == "recode":
            return self.points(variable["of"]) and all(
                len(self._grouped(variable, one)) == 1 for one in variable["codes"]
            )
        return "first" in variable["bins"]

    def _grouped(self, variable: Json, group: Json) -> list[str]:
        """The codes with a meaning that a recode puts in a group: its members, and others that are sent to it."""
        named = {code for one in [*variable["codes"], *variable.get("missing", ())] for code in one["members"]}
        sent = _fate(variable["otherwise"]) == group["code"] if "otherwise" in variable else False
        stated = stated_codes(self.variables[variable["of"]])
        return [code for code in stated if code in group["members"] or (sent and code not in named)]

    @cached_property
    def rules(self) -> list[list[tuple[str, frozenset[str]]]]:
        """Impossible combinations: for each condition the root, and the codes of it that are excluded together."""
        return [
            [
                (self.root(name), frozenset().union(*(self.members(name, code) for code in codes)))
                for name, codes in rule["when"].items()
            ]
            for rule in self.json["impossible"]
        ]


def _fate(fate: str | Json) -> str | None:
    return str(fate["code"]) if isinstance(fate, dict) else None


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except ValueError:
        return None


def _category(variable: Json, text: str) -> str | None:
    texts = {own: one["code"] for one in variable["codes"] for own in one.get("texts", [one["code"]])}
    told = texts | {own: one["code"] for one in variable["missing"] for own in one["texts"]}
    if text in told:
        return str(told[text])
    if variable.get("match") == "longest_beginning":
        begun = [own for own in texts if text.startswith(own)]
        if begun:
            return str(texts[max(begun, key=len)])
    return _fate(variable["otherwise"])


def _binned(variable: Json, text: str) -> str | None:
    number, codes, edges = _number(text), stated_codes(variable), edges_of(variable)
    for one in variable["missing"]:
        if text in one["texts"] or number in map(Fraction, one.get("numbers", ())):
            return str(one["code"])
    if number is None:
        return _fate(variable["unreadable"])
    if number < edges[0]:
        return codes[0] if variable["below"] == "clamp" else _fate(variable["below"])
    if number == edges[-1] and "first" not in variable["bins"]:  # the last bin contains its right edge
        return codes[-1]
    if number >= edges[-1]:
        return codes[-1] if variable["above"] == "clamp" else _fate(variable["above"])
    return codes[sum(number >= edge for edge in edges) - 1]
