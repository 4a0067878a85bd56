"""Random records for a dictionary: texts that mean codes, texts that mean nothing, numbers on and beyond edges."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from dpdesk.schema.variables.numberformat import NumberFormat
from random_plans.capping import order
from random_plans.dictionaries import Json, edges_of

Row = tuple[str, ...]
KEY = bytes(range(32))
"""The account's secret, by which the rows of a unit are put in order."""


def records(chance: Random, dictionary: Json) -> tuple[tuple[str, ...], list[Row]]:
    """The columns of a file and its rows, in any order; few or many, mostly unevenly spread over the cells."""
    texts = texts_of(dictionary)
    columns = tuple(sorted(texts))
    weights = {name: [chance.choice([1, 1, 3, 10]) for _ in own] for name, own in texts.items()}
    patterns = [
        tuple(chance.choices(texts[name], weights[name])[0] for name in columns)
        for _ in range(chance.choice([0, 1, 5, 20, 60, 120]))
    ]
    most = chance.choice([1, 1, 3, 30, 300])
    rows = [row for row in patterns for _ in range(chance.randint(1, most))]
    unit = dictionary.get("households", dictionary["unit"])
    if "column" not in unit:
        return columns, rows
    people = max(1, int(len(rows) / chance.choice([0.8, 1.5, 3])))
    none = ["", *unit["missing_ids"]] if unit["rows_without_id"] != "refuse" else []
    ids = [f"u{chance.randrange(people)}" if chance.random() < 0.95 or not none else chance.choice(none) for _ in rows]
    return ("id", *columns), [(one, *row) for one, row in zip(ids, rows, strict=True)]


def kept(own: Json, columns: Sequence[str], rows: Sequence[Row], read: Sequence[str]) -> Iterator[list[Row]]:
    """The rows of each unit, cut to the first few in the order of a keyed hash of the columns that a plan reads."""
    places = [columns.index(one) for one in sorted(read)]
    by_unit: defaultdict[str, list[tuple[bytes, Row]]] = defaultdict(list)
    for row in rows:
        unit = row[columns.index("id")]
        if unit in ("", *own["missing_ids"]):
            if own["rows_without_id"] == "own_unit":
                yield [row]
            continue
        by_unit[unit].append((order(KEY, unit, [row[at] for at in places]), row))
    for found in by_unit.values():
        yield [row for _, row in sorted(found)[: own["max_rows"]]]


def texts_of(dictionary: Json) -> dict[str, list[str]]:
    """For each column the texts its cells may have."""
    found: dict[str, list[str]] = {}
    for variable in dictionary["variables"]:
        if "column" not in variable:
            continue
        own = found.setdefault(variable["column"], [])
        own += ["", "?", "zz"]
        for one in variable.get("missing", ()):
            own += [*one.get("texts", ()), *one.get("numbers", ())]
        if variable["kind"] == "category":
            own += [text for one in variable["codes"] for text in one.get("texts", [one["code"]])] * 2
            own.append(variable["codes"][0]["code"] + "9")
        elif variable["kind"] == "number":
            edges = edges_of(variable)
            own += [str(edge) for edge in edges] + [f"{edge}.5" for edge in edges]
            own += [str(edges[0] - 2), str(edges[-1] + 3)]
        else:
            low, high = int(variable["lower"]), int(variable["upper"])
            own += [str(value) for value in range(low - 1, high + 2)] + [f"{low}.3", f"{high - 1}.75"]
    return found


class Written:
    """A file of these records that is only in memory: what `tabulate` reads of a source, as a stream."""

    path, name, hint, numbers = Path("records.csv"), "records.csv", "", NumberFormat()
    numeric: frozenset[str] = frozenset()
    only_by_engine = False

    def __init__(self, columns: Sequence[str], rows: Sequence[Row]) -> None:
        self.columns, self.rows = tuple(columns), rows

    def count(self, progress: Any = None) -> int:
        return len(self.rows)

    @contextmanager
    def engine(self, memory_limit: str = "") -> Iterator[None]:
        yield None

    def stored(self, engine: Any, wanted: Sequence[str]) -> None:
        return None

    def batches(self, wanted: Sequence[str], size: int = 0) -> Iterator[list[Row]]:
        where = [self.columns.index(name) for name in wanted]
        yield [tuple(row[at] for at in where) for row in self.rows]

    def alike(self, wanted: Sequence[str]) -> Iterator[Counter[Row]]:
        return map(Counter, self.batches(wanted))


def alike(rows: Sequence[Row]) -> Mapping[Row, int]:
    """Equal rows together."""
    return Counter(rows)
