"""Tables and plans in few words: "area by sex, age" with "count" and "median income".

What stands before "by" are the rows, what stands after it the columns; a comma nests variables in each other, and "+"
puts them below or beside each other. What cannot be said so is written in the plan file.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from dpdesk.errors import BadInput
from dpdesk.planning.document.model import FORMAT, MEASURES, VERSION
from dpdesk.planning.document.titles import automatic_title
from dpdesk.problems.problem import problem
from dpdesk.schema.dictionary import Dictionary
from dpdesk.schema.editing.starting import free_name
from dpdesk.schema.file.spelling import meant

Tree = dict[str, Any]
_BY = re.compile(r"\s+by\s+", re.IGNORECASE)
_OF_A_VARIABLE = tuple(
    kind
    for kind, record in MEASURES.items()
    if {name for name, field in record.model_fields.items() if field.is_required()} == {"kind", "variable"}
)
"""The statistics that a variable alone says; quantiles need points, too."""
_WEIGHTED = re.compile(r"\s+weighted\s+(?:by\s+)?(\S+)\s*$", re.IGNORECASE)
_WHERE = re.compile(r"\s+where\s+(\S+=\S+(?:\s+\S+=\S+)*)\s*$", re.IGNORECASE)
_CONTROLLED = re.compile(r"\s+controlled\s+(?:(?:by|to)\s+)?(\S+)\s*$", re.IGNORECASE)
_EXPANDED = re.compile(r"\s+expanded\s+(?:by\s+)?(\S+)\s*$", re.IGNORECASE)
_RATE = re.compile(
    r"rate(?:\s+of\s+(?P<variable>\S+))?\s+per\s+(?P<per>\d\S*)\s+of\s+(?P<figures>\S+)"
    r"(?:\s+standardi[sz]ed\s+(?:to|by)\s+(?P<standard>\S+))?$",
    re.IGNORECASE,
)
_INDEX = re.compile(r"index\s+(?P<variable>[^\s=]+)(?:\s+|\s*=\s*)(?P<code>\S+)$", re.IGNORECASE)
_RATIO = re.compile(r"ratio\s+(?P<top>\S+)\s+over\s+(?P<bottom>\S+)(?:\s+times\s+(?P<per>\d\S*))?$", re.IGNORECASE)
_ENDS = ("below", "at_least")
_BASES = ("table", "page", "row", "column")
_UNITS = "units"
"""The statistic of a table that counts units, each once in each cell in which it has a record."""
_ITSELF = "cell"
"""The base of a percentage of some codes that is the cell itself."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it is said; every method returns another table.

    `rows` and `columns` name variables of the dictionary. Without a statistic the table counts. The name is made of the
    rows, and the title of the variables' labels, where none is given.

    Example:
        >>> Table("area").by("sex", "age").count().median("income")
        Table('area by sex, age', 'count', 'median income')
    """

    rows: str
    columns: str = ""
    statistics: tuple[str, ...] = ()
    name: str = ""
    title: str = ""
    once: bool = False

    @classmethod
    def in_words(cls, words: str) -> Table:
        """Return the table that words such as "area by sex, age" say.

        Raises:
            BadInput: there is more than one "by", or nothing before or after it.
        """
        sides = [side.strip() for side in _BY.split(f" {words} ")]
        if len(sides) > 2 or not all(_blocks(side) for side in sides):
            raise BadInput(problem("planning.table_words", words=words))
        return cls(sides[0], "".join(sides[1:]))

    def by(self, *columns: str) -> Table:
        """Return the table with these variables in its columns, nested in each other."""
        return replace(self, columns=", ".join(columns))

    def each_once(self) -> Table:
        """Return the table as one that counts units (persons, firms) once in each cell in which they have a record.

        It has no totals: a unit in two cells would count twice in them.
        """
        return replace(self, once=True)

    def named(self, name: str) -> Table:
        """Return the table under a name of its own: that of its CSV file."""
        return replace(self, name=name)

    def titled(self, title: str) -> Table:
        """Return the table with a title of its own."""
        return replace(self, title=title)

    def statistic(self, *words: str) -> Table:
        """Return the table with more statistics in words: "median income", "count weighted by weight"."""
        return replace(self, statistics=(*self.statistics, *words))

    def count(self) -> Table:
        """Return the table with how many there are."""
        return self.statistic("count")

    def percentage(self, base: str = "table") -> Table:
        """Return the table with percentages of the total of the "table", "page", "row" or "column"."""
        return self.statistic(f"percentage {base}")

    def sum(self, variable: str) -> Table:
        """Return the table with the sums of a quantity."""
        return self.statistic(f"sum {variable}")

    def mean(self, variable: str) -> Table:
        """Return the table with the means of a quantity."""
        return self.statistic(f"mean {variable}")

    def median(self, variable: str) -> Table:
        """Return the table with the medians of a variable whose codes have an order."""
        return self.statistic(f"median {variable}")

    def quantiles(self, variable: str, *at: str) -> Table:
        """Return the table with quantiles, each at an exact number between 0 and 1 such as "1/4"."""
        return self.statistic(f"quantiles {variable} {','.join(at)}")

    def to_json(self, dictionary: Dictionary, languages: Sequence[str] = ("en",), taken: Sequence[str] = ()) -> Tree:
        """Return the table as a plan file has it, under a name that is not `taken`.

        Raises:
            BadInput: no such variable or statistic; the nearest spelling is told.
        """
        once = self.once or _UNITS in self.statistics
        stub, boxhead = (_axis(words, dictionary, totals=not once) for words in (self.rows, self.columns))
        axes = {axis: blocks for axis, blocks in (("stub", stub), ("boxhead", boxhead)) if blocks}
        itself = {"keep": list(dict.fromkeys(_named(axes)))}
        statistics = ["count" if words == _UNITS else words for words in self.statistics or ("count",)]
        measures = [_measure(words, dictionary) for words in statistics]
        measures = [{**one, "base": itself} if one.get("base") == _ITSELF else one for one in measures]
        labels = {one.name: one.label for one in dictionary.variables}
        title: dict[str, str] = {}
        for language in languages:
            title |= {language: self.title} if self.title else automatic_title(axes, labels, language)
        made = {"name": self.name or free_name(self._usual_name(), taken), "title": title}
        return {**made, **({"counts": "units"} if once else {}), **axes, "measures": measures}

    def _usual_name(self) -> str:
        return "_".join(name for block in _blocks(self.rows) for name in block) or "total"

    def __repr__(self) -> str:
        words = f"{self.rows} by {self.columns}" if self.columns else self.rows
        once = (_UNITS,) if self.once else ()
        return f"Table({', '.join(map(repr, (words, *once, *self.statistics)))})"


def new_plan(
    dictionary: Dictionary,
    tables: Sequence[Table],
    loss: Mapping[str, str],
    *,
    path: str,
    title: str | None = None,
    language: str = "en",
    figures: Sequence[Tree] = (),
) -> Tree:
    """Return a plan of some tables as JSON.

    Args:
        dictionary: that of the data.
        tables: the tables, in words.
        loss: what the release may spend.
        path: where the dictionary lies, from the folder of the plan.
        title: of the release, in `language`; that of the dictionary, in its languages, where none is given.
        language: of the title.
        figures: public figures that the tables are computed with, as a plan file has them.

    Raises:
        BadInput: a table names what is not there.
    """
    titles = dict(dictionary.record.title) if title is None else {language: title}
    made: list[Tree] = []
    for table in tables:
        made.append(table.to_json(dictionary, list(titles), [one["name"] for one in made]))
    groups = _populations(dictionary, made)
    return {
        "format": FORMAT,
        "version": VERSION,
        "title": titles,
        "dictionary": {"path": path, "meaning": dictionary.meaning_hash},
        "loss": dict(loss),
        **({"groups": groups} if groups else {}),
        "tables": made,
        **({"public_figures": list(figures)} if figures else {}),
    }


def _populations(dictionary: Dictionary, tables: Sequence[Tree]) -> list[Tree]:
    """Groups of tables that count records, of those that count units, and each that counts them once in each cell.

    Equal parts, where there are several groups.
    """
    groups, usual = list[str](), ("records", "units")
    for table in tables:
        of_units = any(dictionary.variable(name).of_unit for name in _named(table))
        alone = free_name(table["name"], [*groups, *usual])
        groups.append(alone if "counts" in table else usual[of_units])
    names = [name for name in usual if name in groups] + [name for name in groups if name not in usual]
    if len(names) < 2:
        return []
    for table, named in zip(tables, groups, strict=True):
        table["group"] = named
    return [{"name": name, "part": f"1/{len(names)}"} for name in names]


def _named(table: Tree) -> Iterator[str]:
    """The variables that the blocks of a table name."""
    for axis in ("stub", "boxhead"):
        for block in table.get(axis, ()):
            for one in block["variables"]:
                yield one["variable"]


def _blocks(words: str) -> list[list[str]]:
    """The variables that words name: blocks of nested ones."""
    return [[name.strip() for name in block.split(",")] for block in words.split("+")] if words.strip() else []


def _axis(words: str, dictionary: Dictionary, *, totals: bool) -> list[Tree]:
    more = {} if totals else {"total": "none"}
    return [
        {"variables": [{"variable": dictionary.variable(name).name, **more} for name in block]}
        for block in _blocks(words)
    ]


def _measure(words: str, dictionary: Dictionary) -> Tree:
    """A statistic as a plan file has it, of some alone or of all, weighted or not, expanded or not."""
    if (limited := _WHERE.search(words)) is not None:
        conditions = [_condition(one, words, dictionary) for one in limited[1].split()]
        return {**_measure(words[: limited.start()], dictionary), "where": conditions}
    if (control := _CONTROLLED.search(words)) is not None:
        return {**_measure(words[: control.start()], dictionary), "controlled": control[1]}
    if (expanded := _EXPANDED.search(words)) is not None:
        return {**_measure(words[: expanded.start()], dictionary), "expanded": expanded[1]}
    if (weighted := _WEIGHTED.search(words)) is None:
        return _unweighted(words, dictionary)
    made = _unweighted(words[: weighted.start()], dictionary)
    return {**made, "weight": _variable("sum", weighted[1], dictionary)}


def _unweighted(words: str, dictionary: Dictionary) -> Tree:
    if (rate := _RATE.match(words.strip())) is not None:
        about = {"variable": _variable("sum", rate["variable"], dictionary)} if rate["variable"] else {}
        per = {name: rate[name] for name in ("figures", "per", "standard") if rate[name]}
        return {"kind": "rate", **about, **per}
    if (index := _INDEX.match(words.strip())) is not None:
        variable = dictionary.variable(index["variable"]).name
        return {"kind": "index", "base": {"variable": variable, "code": index["code"]}}
    if (ratio := _RATIO.match(words.strip())) is not None:
        sides = {side: _side(ratio[side], dictionary) for side in ("top", "bottom")}
        return {"kind": "ratio", **sides, **({"per": ratio["per"]} if ratio["per"] else {})}
    kind, *named = re.split(r"[\s:]+", words.strip())
    if kind == "count" and not named:
        return {"kind": kind}
    if kind == "percentage" and len(named) < 2:
        base = named[0] if named else "table"
        if base not in (*_BASES, _ITSELF):
            raise BadInput(problem("planning.statistic_base", base=base, near=meant(base, _BASES, "")))
        return {"kind": kind, "base": base}
    if kind == "at_risk" and len(named) == 2 and named[1] in _BASES:
        return {"kind": kind, "variable": _variable(kind, named[0], dictionary), "base": named[1]}
    if kind in _OF_A_VARIABLE and len(named) == 1:
        return {"kind": kind, "variable": _variable(kind, named[0], dictionary)}
    if kind == "quantiles" and len(named) == 2:
        return {"kind": kind, "variable": _variable(kind, named[0], dictionary), "at": named[1].split(",")}
    if kind == "share" and len(named) == 3 and named[1] in _ENDS:
        return {"kind": kind, "variable": _variable(kind, named[0], dictionary), "within": {named[1]: named[2]}}
    every = ("count", _UNITS, "percentage", "share", "rate", "index", "ratio", "quantiles", *_OF_A_VARIABLE)
    near = "" if kind in every else meant(kind, every, "")
    raise BadInput(problem("planning.statistic_words", words=words, near=near, known=_OF_A_VARIABLE))


def _condition(words: str, whole: str, dictionary: Dictionary) -> Tree:
    """One condition of a measure: "work=employed", "work=employed,self_employed", "age=15..64"."""
    name, _, codes = words.partition("=")
    variable = dictionary.variable(name).name
    first, between, last = codes.partition("..")
    if between and not (first and last):
        raise BadInput(problem("planning.statistic_words", words=whole, near="", known=_OF_A_VARIABLE))
    return {"variable": variable, **({"from": first, "to": last} if between else {"codes": codes.split(",")})}


def _side(name: str, dictionary: Dictionary) -> Tree:
    """One side of a ratio: "count", or a quantity to be summed."""
    return {} if name == "count" else {"variable": _variable("sum", name, dictionary)}


def _variable(kind: str, name: str, dictionary: Dictionary) -> str:
    """The variable that is meant: of a number that is to be summed, the quantity that was made of it."""
    found = dictionary.variable(name)
    amount = f"{found.name}_amount"
    summed = MEASURES[kind].about == "quantity"
    return amount if summed and not found.is_quantity and dictionary.has(amount) else found.name
