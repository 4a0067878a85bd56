"""Made-up files, dictionaries and plans of any size, for measuring what time and memory grow with.

Every family has one size that grows while the rest stays as it is: the records of a file, the cells of a domain that
is written down or is not, the variables of a plan, its tables. Codes of a record are made from its number by the
engine's hash, so that a file is the same whenever it is made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

FEW = 100_000
"""Records where these are not what grows."""
PERSONS = (("sex", 2), ("ethnic", 8), ("schooling", 16), ("age", 90))
"""Columns of the large files with the number of their codes; ages are counted in nine bins, which makes 2,304 cells."""
YOUNGEST = 10
INCOME = ("income", 64)
"""A column whose codes are bins of a number."""
ROW_GROUP, PARTS = 1 << 20, 8
"""Rows of a row group at most, and how many of these a smaller file has, so that all threads have work."""


@dataclass(frozen=True, slots=True)
class Case:
    """One plan with its dictionary and its file: columns with the number of their codes, tables, options of the group.

    `tables` name the columns of their stub and boxhead. `kind` is the format of the file, `typed` whether its codes are
    stored as integers (as texts otherwise), `capped` whether a unit is an id of which two rows count. `measure` is what
    the tables publish, within `loss`.
    """

    columns: tuple[tuple[str, int], ...]
    tables: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
    mechanism: str = "best"
    apart: bool = False
    rows: int = FEW
    kind: str = "parquet"
    typed: bool = True
    capped: bool = False
    measure: Mapping[str, Any] = field(default_factory=lambda: {"kind": "count"})
    loss: Mapping[str, str] = field(default_factory=lambda: {"rho": "1/2"})

    @property
    def stem(self) -> str:
        """The name of the file's contents: cases of the same name can share it."""
        shape = "x".join(str(size) for _, size in self.columns)
        short = shape if len(shape) < 40 else f"{len(self.columns)}x{self.columns[0][1]}"
        return f"{self.rows}-{short}-{'typed' if self.typed else 'text'}{'-ids' if self.capped else ''}"


def square(cells: int) -> Case:
    """Two variables and one table of about so many cells, all of which are published."""
    side = max(2, round(cells**0.5))
    return Case((("a", side), ("b", side)), ((("a",), ("b",)),))


def measured(cells: int) -> Case:
    """Four variables whose cells are all measured, about so many, for the four tables of three of them each."""
    names, side = "abcd", max(2, round(cells**0.25))
    tables = tuple(((left,), tuple(right)) for left, *right in combinations(names, 3))
    return Case(tuple((name, side) for name in names), tables, mechanism="histogram")


def margins(cells: float, variables: int = 6) -> Case:
    """Six variables whose product has about so many cells, in five tables of two neighbours each."""
    side = max(2, round(cells ** (1 / variables)))
    return chain(variables, side)


def chain(variables: int, codes: int = 8) -> Case:
    """So many variables, each in a table with the next."""
    names = [f"v{number}" for number in range(variables)]
    tables = tuple(((one,), (other,)) for one, other in pairwise(names))
    return Case(tuple((name, codes) for name in names), tables)


def pairs(tables: int) -> Case:
    """So many tables of two of 21 variables each, in one group."""
    names = [f"v{number}" for number in range(21)]
    gaps = [(names[at], names[(at + gap) % 21]) for gap in range(1, 11) for at in range(21)]
    chosen = tuple(((one,), (other,)) for one, other in gaps[:tables])
    used = {name for both in chosen for axis in both for name in axis}
    return Case(tuple((name, 6) for name in names if name in used), chosen)


def wide(tables: int) -> Case:
    """A million records of ten variables of sixteen codes: so many tables of two, neighbours first (9 are a chain)."""
    names = [f"v{number}" for number in range(10)]
    both = sorted(combinations(range(10), 2), key=lambda pair: (pair[1] - pair[0], pair))
    chosen = tuple(((names[one],), (names[other],)) for one, other in both[:tables])
    return Case(tuple((name, 16) for name in names), chosen, rows=10 * FEW)


def star(tables: int) -> Case:
    """So many tables, each in its own group: one variable that all have, by another of its own."""
    names = [f"v{number}" for number in range(tables + 1)]
    chosen = tuple(((names[0],), (other,)) for other in names[1:])
    return Case(tuple((name, 6) for name in names), chosen, apart=True)


def quartiles(lines: int, loss: Mapping[str, str]) -> Case:
    """Quartiles of incomes in 64 bins, in so many lines by area, sex and three ages: three numbers a line."""
    columns = (("area", lines // 6), ("sex", 2), ("age", 3), INCOME)
    measure = {"kind": "quantiles", "variable": INCOME[0], "at": ["1/4", "1/2", "3/4"]}
    return Case(columns, ((("area",), ("sex", "age")),), measure=measure, loss=loss)


def persons(rows: int, kind: str = "parquet", *, typed: bool = True, capped: bool = False) -> Case:
    """A file of so many persons, counted to 2,304 cells."""
    tables = ((("sex", "ethnic"), ("schooling", "age")),)
    return Case(PERSONS, tables, rows=rows, kind=kind, typed=typed, capped=capped)


def dictionary(case: Case) -> dict[str, Any]:
    """The dictionary of a case as JSON."""
    unit: dict[str, Any] = {"kind": "row", "describes": "person", "label": {"en": "persons"}}
    if case.capped:
        unit |= {"kind": "id", "column": "person", "max_rows": 2, "rows_without_id": "refuse"}
    return {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "scale",
        "title": {"en": "Scale"},
        "source": {"kind": case.kind},
        "data_kind": "sample",
        "unit": unit,
        "neighbours": "add_remove",
        "budget_cap": dict.fromkeys(case.loss, "1"),
        "max_rows": max(case.rows, 1_000_000),
        "variables": [_variable(name, size) for name, size in case.columns],
    }


def _variable(name: str, size: int) -> dict[str, Any]:
    bins: dict[str, Any]
    base = {"name": name, "label": {"en": name}, "column": name, "describes": "unit"}
    if (name, size) in PERSONS and name == "age":
        bins = {"edges": list(range(YOUNGEST, YOUNGEST + size + 1, 10))}
    elif (name, size) == INCOME:
        bins = {"first": 0, "last": size - 1}
    else:
        return base | {"kind": "category", "codes": [{"code": str(at)} for at in range(size)], "otherwise": "nowhere"}
    return base | {"kind": "number", "bins": bins} | dict.fromkeys(("below", "above", "unreadable"), "nowhere")


def plan(case: Case, meaning: str) -> dict[str, Any]:
    """The plan of a case as JSON, for a dictionary of this meaning."""
    count = len(case.tables) if case.apart else 1
    groups = [{"name": f"g{at}", "part": f"1/{count}", "mechanism": case.mechanism} for at in range(count)]
    tables = [
        {
            "name": f"t{at}",
            "group": f"g{at if case.apart else 0}",
            "title": {"en": f"Table {at}"},
            "stub": _blocks(stub),
            "boxhead": _blocks(boxhead),
            "measures": [dict(case.measure)],
        }
        for at, (stub, boxhead) in enumerate(case.tables)
    ]
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Scale"},
        "dictionary": {"path": "scale.dictionary.json", "meaning": meaning},
        "loss": dict(case.loss),
        "groups": groups,
        "tables": tables,
    }


def _blocks(names: Sequence[str]) -> list[dict[str, Any]]:
    return [{"variables": [{"variable": name, "total": "none"} for name in names]}]


def write_plan(case: Case, folder: Path) -> Path:
    """Write a case's plan and dictionary into a folder; returns the plan's path."""
    from dpdesk.schema.dictionary import Dictionary

    tree = dictionary(case)
    (folder / "scale.dictionary.json").write_text(json.dumps(tree), encoding="utf-8")
    path = folder / "scale.plan.json"
    meaning = Dictionary.from_json(tree).meaning_hash
    path.write_text(json.dumps(plan(case, meaning)), encoding="utf-8")
    return path


def write_data(case: Case, folder: Path) -> Path:
    """Write a case's file into a folder, unless it is there; returns its path."""
    import duckdb

    path = folder / f"{case.stem}.{case.kind}"
    if path.exists():
        return path
    waiting = path.with_suffix(".part")
    engine = duckdb.connect(":memory:", config={"threads": 2, "temp_directory": "", "memory_limit": "3GB"})
    engine.execute("SET enable_progress_bar = false")
    engine.execute("SET preserve_insertion_order = false")
    group = min(ROW_GROUP, -(-case.rows // PARTS))
    how = f"FORMAT parquet, ROW_GROUP_SIZE {group}" if case.kind == "parquet" else "FORMAT csv, HEADER"
    query = f"SELECT {', '.join(_columns(case))} FROM range({case.rows}) AS made(i)"
    target = str(waiting).replace("'", "''")
    engine.execute(f"COPY ({query}) TO '{target}' ({how})")
    engine.close()
    waiting.rename(path)
    return path


def _columns(case: Case) -> Iterator[str]:
    """Expressions of a record's number, one a column: codes that look independent."""
    for at, (name, size) in enumerate(case.columns):
        low = YOUNGEST if (name, size) == PERSONS[-1] else 0
        code = f"(hash(i * 64 + {at}) % {size} + {low})"
        kind = "VARCHAR" if not case.typed else "UTINYINT" if size + low < 256 else "USMALLINT"
        yield f"CAST({code} AS {kind}) AS {name}"
    if case.capped:  # two of three persons have one row, the third has seven
        yield "CASE WHEN i % 21 < 7 THEN i - i % 7 ELSE i END AS person"
