"""Small dictionaries for tests: a valid one to vary, and the independent reading of a code list."""

from __future__ import annotations

import copy
from typing import Any

from dpdesk.schema.dictionary import Dictionary


def text(words: str) -> dict[str, str]:
    return {"en": words}


def small(**changes: Any) -> dict[str, Any]:
    """A valid dictionary of a few variables; `changes` replace top-level fields."""
    tree: dict[str, Any] = {
        "format": "dpdesk-dictionary",
        "version": 1,
        "dataset_id": "small",
        "title": {"en": "A small file", "de": "Eine kleine Datei"},
        "source": {"kind": "csv"},
        "data_kind": "complete_count",
        "unit": {"kind": "row", "describes": "person", "label": text("person")},
        "neighbours": "add_remove",
        "budget_cap": {"epsilon": "1"},
        "variables": [category(), number(), quantity()],
    }
    return copy.deepcopy({**tree, **changes})


def category(name: str = "sex", **changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": name,
        "kind": "category",
        "label": text("Sex"),
        "column": "sex",
        "describes": "unit",
        "codes": [{"code": "F", "label": text("Female"), "texts": ["F", "female"]}, {"code": "M"}],
        "missing": [{"code": "NS", "kind": "not_stated", "texts": ["", "?"]}],
        "otherwise": "nowhere",
    }
    return {**record, **changes}


def number(name: str = "age", **changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": name,
        "kind": "number",
        "label": text("Age"),
        "column": "age",
        "describes": "unit",
        "bins": {"first": 0, "last": 9},
        "below": "nowhere",
        "above": "clamp",
        "unreadable": "nowhere",
    }
    return {**record, **changes}


def quantity(name: str = "income", **changes: Any) -> dict[str, Any]:
    record: dict[str, Any] = {
        "name": name,
        "kind": "quantity",
        "label": text("Income"),
        "column": "income",
        "describes": "unit",
        "lower": "-100",
        "upper": "1000",
        "step": "10",
        "below": "clamp",
        "above": "clamp",
        "unreadable": "not_stated",
        "missing": [{"kind": "not_applicable", "numbers": ["-8"]}],
    }
    return {**record, **changes}


def load(**changes: Any) -> Dictionary:
    return Dictionary.from_json(small(**changes))
