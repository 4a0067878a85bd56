"""A made-up population of ten variables whose product has 10^12 cells, its dictionary and plans on it."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

import numpy as np
from microdata import category, dictionary, number, quantity
from small import COUNT, block, table

from dpdesk.planning.document.plan import Plan
from dpdesk.schema.dictionary import Dictionary

SIZES = {"sex": 2, "race": 7, "status": 5, "school": 16, "work": 12, "area": 50, "birth": 25, "tenure": 6, "home": 100}
AGES = 100
EVERYBODY = "first"


def wide_dictionary(**more: Any) -> Dictionary:
    variables = [category(name, [f"{name[0]}{code}" for code in range(size)]) for name, size in SIZES.items()]
    variables.append(number("age", [], "clamp", bins={"first": 0, "last": AGES - 1}))
    variables.append(quantity("pay", 0, 1000, 1, unreadable={"value": "0"}))
    return dictionary(variables, **({"budget_cap": {"rho": "10"}} | more))


def population(rows: int, seed: int = 1) -> dict[str, np.ndarray]:
    """Codes of made-up persons, correlated and skewed; some combinations never occur."""
    generator = np.random.default_rng(seed)
    hidden = generator.normal(size=(rows, 3))
    found: dict[str, np.ndarray] = {}
    for name, size in {**SIZES, "age": AGES}.items():
        direction = generator.normal(size=3)
        score = hidden @ direction / np.linalg.norm(direction) + 0.7 * generator.normal(size=rows)
        shares = generator.dirichlet(np.full(size, 0.8))
        found[name] = np.searchsorted(np.quantile(score, np.cumsum(shares)[:-1]), score)
    young = found["age"] < 15
    found["work"][young] = 0
    found["status"][young] = 0
    found["pay"] = np.where(young, 0, np.minimum(1000, generator.gamma(2.0, 150.0, rows).astype(np.int64)))
    return found


def write_population(path: Path, people: dict[str, np.ndarray]) -> Path:
    columns = [
        values.tolist() if name in ("age", "pay") else [f"{name[0]}{code}" for code in values.tolist()]
        for name, values in people.items()
    ]
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow(people)
        writer.writerows(zip(*columns, strict=True))
    return path


def total(name: str) -> dict[str, Any]:
    return {"variable": name, "total": EVERYBODY}


def wide_tables() -> list[dict[str, Any]]:
    """One- to three-way tables, some of which overlap in a circle."""
    return [
        table("one", stub=[block(total("home"))]),
        table("two", stub=[block(total("area"))], boxhead=[block(total("sex"))]),
        table("three", stub=[block(total("school"))], boxhead=[block(total("sex"), total("status"))]),
        table("four", stub=[block(total("race"))], boxhead=[block(total("sex"), total("status"))]),
        table("five", stub=[block(total("race"))], boxhead=[block(total("sex"), total("school"))]),
        table("six", stub=[block(total("race"))], boxhead=[block(total("school"), total("status"))]),
        table("seven", stub=[block(total("work"))], boxhead=[block(total("tenure"))]),
        table("eight", stub=[block(total("birth"))], boxhead=[block(total("tenure"))]),
        table("nine", stub=[block(total("work"))], boxhead=[block(total("birth"))]),
        table(
            "ten",
            stub=[block(total("sex"))],
            measures=[COUNT, {"kind": "median", "variable": "age"}, {"kind": "cdf", "variable": "age"}],
        ),
    ]


def wide_plan(d: Dictionary, tables: list[dict[str, Any]] | None = None, **more: Any) -> Plan:
    return Plan.from_json(wide_json(d, tables, **more), d)


def wide_json(d: Dictionary, tables: list[dict[str, Any]] | None = None, **more: Any) -> dict[str, Any]:
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": {"en": "Wide"},
        "dictionary": {"path": "wide.dictionary.json", "meaning": d.meaning_hash},
        "loss": {"rho": "1/2"},
        "tables": wide_tables() if tables is None else tables,
        **more,
    }
