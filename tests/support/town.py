"""A small town for stories: a dictionary, a file of some two thousand people, and plans on them.

The people are computed, not drawn, so that every story counts the same ones; `true_count` counts them again without
any of the program's code.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dpdesk.schema.dictionary import Dictionary

SEXES, REGIONS, AGES = ("f", "m"), ("n", "e", "s", "w"), range(10)
COUNT: dict[str, Any] = {"kind": "count"}
Person = dict[str, str]


def people(rows: int = 2000) -> Iterator[Person]:
    """Unequal cells, a few values outside the code list, some incomes not stated."""
    for i in range(rows):
        yield {
            "sex": SEXES[(i * 7 + i // 3) % 2],
            "region": REGIONS[(i * i + 3 * i) % 11 % 4] if i % 97 else "abroad",
            "age": str((i * i // 5 + i) % 10),
            "income": "" if i % 19 == 0 else str(37 * i % 1000),
        }


def _text(words: str) -> dict[str, str]:
    return {"en": words}


def _category(name: str, codes: tuple[str, ...], label: str) -> dict[str, Any]:
    return {
        "name": name,
        "kind": "category",
        "column": name,
        "label": _text(label),
        "describes": "unit",
        "codes": [{"code": code, "label": _text(f"{label} {code}")} for code in codes],
        "otherwise": "nowhere",
    }


def dictionary(**changes: Any) -> dict[str, Any]:
    """The town's dictionary; `changes` replace its top-level fields."""
    return {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "town",
        "title": _text("The town"),
        "source": {"kind": "csv"},
        "data_kind": "complete_count",
        "unit": {"kind": "row", "describes": "person", "label": _text("one person")},
        "neighbours": "add_remove",
        "budget_cap": {"epsilon": "10"},
        "variables": [
            _category("sex", SEXES, "Sex"),
            _category("region", REGIONS, "Region"),
            {
                "name": "age",
                "kind": "number",
                "column": "age",
                "label": _text("Age"),
                "describes": "unit",
                "bins": {"first": 0, "last": 9},
                "below": "clamp",
                "above": "clamp",
                "unreadable": "nowhere",
            },
            {
                "name": "ages",
                "kind": "recode",
                "of": "age",
                "label": _text("Age group"),
                "codes": [
                    {"code": "0-4", "label": _text("0 to 4"), "members": {"first": "0", "last": "4"}},
                    {"code": "5-9", "label": _text("5 to 9"), "members": {"first": "5", "last": "9"}},
                ],
            },
            {
                "name": "income",
                "kind": "quantity",
                "column": "income",
                "label": _text("Income"),
                "describes": "unit",
                "lower": "0",
                "upper": "1000",
                "step": "1",
                "below": "clamp",
                "above": "clamp",
                "unreadable": "not_stated",
            },
        ],
        **changes,
    }


def block(*names: str) -> dict[str, Any]:
    """A block of nested variables with totals; no name: one line for everyone."""
    return {"variables": [{"variable": name} for name in names]}


def table(name: str, **fields: Any) -> dict[str, Any]:
    """A table of counts by region and sex, unless told otherwise."""
    return {
        "name": name,
        "title": _text(f"Table {name}"),
        "stub": [block("region")],
        "boxhead": [block("sex")],
        "measures": [COUNT],
        **fields,
    }


def plan_json(tree: dict[str, Any], *tables: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """A plan on a dictionary that lies beside it under the name town.dictionary.json."""
    return {
        "format": "dpdesk-plan",
        "version": 1,
        "title": _text("The town's tables"),
        "dictionary": {"path": "town.dictionary.json", "meaning": Dictionary.from_json(tree).meaning_hash},
        "loss": {"epsilon": "1"},
        "tables": list(tables or (table("people"),)),
        **changes,
    }


class Town:
    """A folder with the dictionary and the file; plans are written as they are asked for."""

    def __init__(self, folder: Path, rows: int = 2000, **changes: Any) -> None:
        """Write the dictionary (with `changes`) and the file of `rows` people."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.tree = folder, dictionary(**changes)
        self.dictionary, self.data = folder / "town.dictionary.json", folder / "town.csv"
        self.dictionary.write_text(json.dumps(self.tree), encoding="utf-8")
        write_people(self.data, list(people(rows)))

    def plan(self, name: str, *tables: dict[str, Any], **changes: Any) -> Path:
        """Write a plan and return its path."""
        path = self.folder / f"{name}.plan.json"
        path.write_text(json.dumps(plan_json(self.tree, *tables, **changes)), encoding="utf-8")
        return path


def write_people(path: Path, rows: list[Person]) -> None:
    """Write people as a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, ["sex", "region", "age", "income"])
        writer.writeheader()
        writer.writerows(rows)


def true_count(rows: int = 2000, **cells: str) -> int:
    """How many people there are with these cells, among those every column places (region abroad is nowhere)."""
    return sum(
        all(person[name] == value for name, value in cells.items())
        for person in people(rows)
        if person["region"] in REGIONS
    )
