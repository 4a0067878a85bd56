"""Persons in households: a dictionary with variables of the household, made-up files, and both counted by hand."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from microdata import KEY, category, dictionary, id_unit, number, words
from random_plans.capping import order

from dpdesk.schema.dictionary import Dictionary

COLUMNS = ("age", "region", "rel")
"""In the order of their names, in which rows are put in order."""
REGIONS = ("north", "south", "west")
AGES = (0, 15, 30, 65, 120)
TABLE = ("hh_size", "children", "oldest", "hh_region", "hh_type")
Row = tuple[str, str, str, str]
"""Household, age, region, relation."""


def members(name: str, take: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "label": words(name), "kind": "members", "take": take, **more}


def variables(cap: int) -> list[dict[str, Any]]:
    return [
        number(
            "age",
            AGES,
            bins={"edges": list(AGES), "codes": ["child", "young", "adult", "old"]},
            missing=[{"code": "?", "kind": "not_stated", "texts": [""]}],
            unreadable={"code": "?"},
        ),
        category("region", REGIONS),
        category("rel", ["ref", "other"]),
        members("hh_size", "count", most=min(3, cap)),
        members("children", "count", where={"age": ["child"]}, most=1),
        members("persons", "number"),
        members("oldest", "last", of="age"),
        members(
            "hh_region",
            "first",
            of="region",
            where={"rel": ["ref"]},
            nobody={"code": "none", "kind": "not_applicable"},
        ),
        {
            "name": "hh_type",
            "label": words("type"),
            "kind": "combination",
            "variables": ["hh_size", "children"],
            "describes": "unit",
            "codes": [{"code": one} for one in ("single", "family", "adults")],
            "rules": [
                {"when": {"hh_size": ["1"]}, "then": "single"},
                {"when": {"children": ["1"]}, "then": "family"},
            ],
            "otherwise": {"code": "adults"},
        },
    ]


def described(cap: int, without: str = "refuse", *, persons: bool = False, **more: Any) -> Dictionary:
    """Of a file of persons, in which the household is protected, or the person."""
    if persons:
        own = {"column": "hid", "label": words("one household"), "max_rows": cap, "rows_without_id": without}
        return dictionary(variables(cap), households=own, **more)
    unit = id_unit("hid", cap, without) | {"describes": "household"}
    return dictionary(variables(cap), unit=unit, **more)


def some_rows(seed: int = 1, households: int = 80) -> list[Row]:
    rng = random.Random(seed)
    rows = [
        (
            f"h{household}",
            rng.choice(["", str(rng.randint(0, 99)), str(rng.randint(0, 20))]),
            rng.choice([*REGIONS, "elsewhere"]),
            rng.choice(["ref", "other", "other", "?"]),
        )
        for household in range(households)
        for _ in range(rng.choice([1, 1, 2, 3, 7]))
    ]
    rng.shuffle(rows)
    return rows


def write(path: Path, rows: Sequence[Row]) -> Path:
    path.write_text("hid,age,region,rel\n" + "".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    return path


def kept(rows: Sequence[Row], cap: int, key: bytes = KEY) -> dict[str, list[Row]]:
    """The rows of each household that the cap leaves, by the rule written out."""
    found: defaultdict[str, list[Row]] = defaultdict(list)
    for row in rows:
        found[row[0].strip(" \t")].append(row)
    return {
        household: sorted(own, key=lambda row: order(key, household, row[1:]))[:cap] for household, own in found.items()
    }


def made_of(rows: Sequence[Row], cap: int) -> dict[str, int]:
    """What a household's kept rows make up: the position of each variable's code, the number of persons."""
    bins = [bisected(int(age)) for _, age, _, _ in rows if age]
    regions = [REGIONS.index(region) for _, _, region, rel in rows if rel == "ref" and region in REGIONS]
    children = min(sum(1 for _, age, _, _ in rows if age and int(age) < 15), 1)
    return {
        "hh_size": min(len(rows), 3, cap) - 1,
        "children": children,
        "oldest": max(bins, default=4),
        "hh_region": min(regions, default=3),
        "hh_type": 0 if len(rows) == 1 else 1 if children else 2,
        "persons": len(rows),
    }


def bisected(age: int) -> int:
    return max(at for at, edge in enumerate(AGES[:-1]) if age >= edge)


def households_by_hand(rows: Sequence[Row], cap: int, names: Sequence[str], shape: Sequence[int]) -> Any:
    """Households in every cell, and the persons in them."""
    counts, persons = np.zeros(tuple(shape), np.int64), np.zeros(tuple(shape), np.int64)
    for own in kept(rows, cap).values():
        made = made_of(own, cap)
        cell = tuple(made[name] for name in names)
        counts[cell] += 1
        persons[cell] += made["persons"]
    return counts, persons
