"""Small files of microdata and dictionaries for them, and the slow, obvious way of counting a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from dpdesk.data.sources.base import Source
from dpdesk.schema.dictionary import Dictionary, SourceFormat

KEY = bytes(range(32))


def words(text: str) -> dict[str, str]:
    return {"en": text}


def category(name: str, codes: Sequence[str], otherwise: Any = "nowhere", **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "label": words(name),
        "kind": "category",
        "column": more.pop("column", name),
        "describes": "unit",
        "codes": [{"code": code} for code in codes],
        "otherwise": otherwise,
        **more,
    }


def number(name: str, edges: Sequence[Any], fate: str = "clamp", **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "label": words(name),
        "kind": "number",
        "column": more.pop("column", name),
        "describes": "unit",
        "bins": {"edges": list(edges)},
        "below": fate,
        "above": fate,
        "unreadable": "nowhere",
        **more,
    }


def quantity(name: str, lower: Any, upper: Any, step: Any = 1, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "label": words(name),
        "kind": "quantity",
        "column": more.pop("column", name),
        "describes": "unit",
        "lower": lower,
        "upper": upper,
        "step": step,
        "below": "clamp",
        "above": "clamp",
        "unreadable": "not_stated",
        **more,
    }


def dictionary(variables: list[dict[str, Any]], **more: Any) -> Dictionary:
    return Dictionary.from_json(
        {
            "format": "dpdesk-dictionary",
            "version": 1,
            "dataset_id": "test",
            "title": words("Test"),
            "source": {"kind": "csv"},
            "data_kind": "complete_count",
            "unit": {"kind": "row", "describes": "person", "label": words("persons")},
            "neighbours": "add_remove",
            "budget_cap": {"epsilon": "1"},
            "variables": variables,
            **more,
        }
    )


def id_unit(column: str, most: int, without: str = "refuse", **more: Any) -> dict[str, Any]:
    return {
        "kind": "id",
        "describes": "person",
        "label": words("persons"),
        "column": column,
        "max_rows": most,
        "rows_without_id": without,
        **more,
    }


def csv_format(**more: Any) -> SourceFormat:
    return SourceFormat("csv", **more)


def rows_by_stream(source: Source) -> list[tuple[str, ...]]:
    return [row for batch in source.batches(source.columns) for row in batch]


def rows_by_engine(source: Source) -> list[tuple[str, ...]] | None:
    """All rows as the engine reads them, None where it may not."""
    with source.engine() as engine:
        scan = source.scan(engine, source.columns)
        if scan is None:
            return None
        return engine.execute(f"SELECT * FROM {scan}").fetchall()


def count_by_hand(
    described: Dictionary,
    rows: Sequence[dict[str, str]],
    variables: Sequence[str],
    quantities: Sequence[str] = (),
) -> tuple[np.ndarray, dict[str, np.ndarray], int]:
    """Count rows one after the other: the counts, the sums, and how many are nowhere."""
    spanned = [described.variable(name) for name in variables]
    counts = np.zeros([v.size for v in spanned], np.int64)
    sums = {name: np.zeros_like(counts) for name in quantities}
    impossible = described.impossible_cells(variables)
    nowhere = 0
    for row in rows:
        cell = tuple(v.encode([row[c] for c in v.columns]) for v in spanned)
        if min(cell, default=0) < 0 or (impossible is not None and impossible[cell]):
            nowhere += 1
            continue
        counts[cell] += 1
        for name in quantities:
            v = described.variable(name)
            sums[name][cell] += v.value([row[c] for c in v.columns]) or 0
    return counts, sums, nowhere


def write(path: Path, text: str, encoding: str = "utf-8") -> Path:
    path.write_bytes(text.encode(encoding))
    return path
