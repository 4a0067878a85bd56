"""The page *Accuracy*: what was promised before the data were read, a line for each table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from dpdesk.planning.forecast.above import CERTIFIED, above_words, objective_words
from dpdesk.planning.forecast.detail_words import detail_words, level_words
from dpdesk.publish.documents import facts
from dpdesk.publish.tables.text import carried
from dpdesk.publish.workbook.ooxml import Cell
from dpdesk.release.result import Release, TableResult

_UNKNOWN: Cell = ("symbol", "not stated", False)


def accuracy_rows(
    release: Release, places: Sequence[tuple[str, TableResult, int | None]]
) -> tuple[tuple[str, ...], list[list[Cell]]]:
    """Headings and one row a table, or a level of one; from `release.forecast`, the JSON of `dpdesk forecast`.

    Cells of a level are those it shows of one area.
    """
    heads = (
        "Table",
        "Cells",
        "Typical error",
        f"Widest noise margin ({facts.level(release)})",
        "Expected worst cell",
        "Times the best possible error",
        "In words",
        "What was made small",
        "Targets",
        "Method in words",
    )
    promised = {str(one.get("table")): one for one in release.forecast.get("tables", ())}
    groups = {str(one.get("group")): one for one in release.forecast.get("groups", ())}
    rows: list[list[Cell]] = []
    seen: set[str] = set()
    for _, table, _ in places:
        shell = table.shell
        if shell.name in seen:
            continue
        seen.add(shell.name)
        promise = promised.get(shell.name, {})
        detail = promise.get("detail")
        lines = [(shell.name, shell.cells, chosen_row(promise), "")]
        if isinstance(detail, Mapping):  # a line for each level, since noisy sizes choose among them
            lines = [
                (f"{shell.name}: areas {level_words(one)}", int(one["shown"]), one, f" {detail_words(detail)}")
                for one in detail["levels"]
            ]
        for name, cells, row, more in lines:
            rows.append(
                [
                    ("text", carried(name), False),
                    ("number0", str(cells), True),
                    _figure(row.get("rmse")),
                    _figure(row.get("margin_max")),
                    _figure(row.get("expected_max_error")),
                    _times(row.get("ratio_to_bound")),
                    ("text-after", bound_words(row), False),
                    ("text", carried(small_words(groups.get(str(promise.get("group"))))), False),
                    ("text", carried(target_words(release.forecast.get("targets", ()), shell.name)), False),
                    ("text", carried(method_words(row) + more), False),
                ]
            )
    return heads, rows


def chosen_row(promise: Mapping[str, Any]) -> Mapping[str, Any]:
    """The row of the forecast for the method that was chosen; empty if the forecast does not say."""
    name, noise = promise.get("chosen"), promise.get("chosen_noise")
    fitting = [
        row
        for row in promise.get("mechanisms", ())
        if row.get("mechanism") == name and noise in (None, row.get("noise")) and row.get("available", True)
    ]
    return min(fitting, key=lambda row: row.get("objective") or float("inf"), default={})


def bound_words(row: Mapping[str, Any]) -> str:
    """How far above the best possible a method is, and whether that is proven."""
    ratio, kind = row.get("ratio_to_bound"), str(row.get("bound_is"))
    if not isinstance(ratio, int | float) or not 0 <= ratio < 1e9:
        return "not known"
    return f"{above_words(ratio, kind)} ({'proven' if kind == CERTIFIED else 'not proven to be the least'})"


def small_words(group: Mapping[str, Any] | None) -> str:
    """What the method of a group of tables was chosen to make small."""
    if not group:
        return "not stated"
    return objective_words(group)


def target_words(targets: Iterable[Mapping[str, Any]], table: str) -> str:
    """The targets for a table and what they come to."""
    own = [one for one in targets if one.get("table") == table]
    said = []
    for one in own:
        come = one.get("why_not") or f"{one.get('shown')}, {'met' if one.get('met') else 'not met'}"
        said.append(f"{one.get('words')}: {come}")
    return "; ".join(said) or "none"


def rank_words(row: Mapping[str, Any]) -> str:
    """How far off a quantile is in ranks, and how far its limits reach; rounded up."""
    limits = row.get("limit_ranks")
    reach = "the limits are the ends of the variable" if limits is None else f"limits reach {math.ceil(limits)} ranks"
    expected = row.get("expected_rank_error")
    figures = f" ({math.ceil(expected * 10) / 10:g} expected on the planning figures)" if expected is not None else ""
    return f"Quantiles are about {math.ceil(row['rank_error'] * 10) / 10:g} ranks off{figures}; {reach}."


def method_words(row: Mapping[str, Any]) -> str:
    """A mechanism's name, its noise and its sentence from the catalogue."""
    name = row.get("mechanism")
    if not name:
        return "not stated"
    from dpdesk.mechanisms import catalogue
    from dpdesk.mechanisms.quantiles.mechanism import SENTENCES

    sentence = str({**catalogue(), **SENTENCES}.get(name, "")).strip()
    if row.get("rank_error") is not None:
        sentence = f"{sentence} {rank_words(row)}".strip()
    noise = {"laplace": "discrete Laplace noise", "gaussian": "discrete Gaussian noise"}.get(str(row.get("noise")), "")
    start = f"{name}, {noise}" if noise else str(name)
    return f"{start}: {sentence}" if sentence else start


def _figure(value: object) -> Cell:
    """A promised figure to two decimals, rounded up: a promise is not made better by rounding."""
    if not isinstance(value, int | float) or not value < 1e15:
        return _UNKNOWN
    hundredths = -int(-value * 100 // 1)
    text = f"{hundredths // 100}.{hundredths % 100:02d}".rstrip("0").rstrip(".")
    return ("number2", text, True)


def _times(ratio: object) -> Cell:
    if not isinstance(ratio, int | float) or not 0 <= ratio < 1e9:
        return _UNKNOWN
    return ("number3", f"{ratio:.3f}".rstrip("0").rstrip("."), True)
