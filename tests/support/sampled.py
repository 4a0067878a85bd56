"""A made-up survey whose plan declares sampling errors, released into a folder for the tests."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from outsider import data_file
from small import COUNT, block, dictionary_json, plan, table

from dpdesk.ledger.anchor import MemoryAnchor
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.publish.write import write_release
from dpdesk.release.result import Release
from dpdesk.release.run import ReleaseRequest, release
from dpdesk.schema.dictionary import Dictionary

WEIGHT = {
    "name": "wt", "kind": "quantity", "column": "kilos", "label": {"en": "Weight"}, "describes": "unit", "lower": "0",
    "upper": "200", "step": "1", "below": "clamp", "above": "clamp", "unreadable": "not_stated",
}  # fmt: skip
SOURCE = {"en": "Quality report 2024", "de": "Qualitätsbericht 2024"}
EFFECT = {
    "kind": "design_effect", "effect": "1.6", "sample": 2000, "population": 100_000, "deviation": "250",
    "source": SOURCE,
}  # fmt: skip
CLASSES = {
    "kind": "size_classes", "table": "second", "source": SOURCE,
    "classes": [{"from": "0", "error": "12"}, {"from": "100", "cv": "0.1"}, {"from": "1000", "cv": "1/20"}],
}  # fmt: skip
CELLS = {
    "kind": "cell_errors", "table": "third", "source": SOURCE, "columns": ["sex", "measure"],
    "rows": [["_T", "quantile:age:1/2:weighted:wt", "0.2"], ["f", "quantile:age:1/2:weighted:wt", "0.3"]],
}  # fmt: skip
DECLARED: list[dict[str, Any]] = [EFFECT, CLASSES, CELLS]


def weighted(**measure: Any) -> dict[str, Any]:
    return {**measure, "weight": "wt"}


FIRST = table(
    "first", stub=[block("sex")], boxhead=[block("colour")],
    measures=[COUNT, weighted(**COUNT), weighted(kind="percentage", base="row"), weighted(kind="mean", variable="pay")],
)  # fmt: skip
SECOND = table("second", stub=[block("colour")], measures=[COUNT])
THIRD = table("third", stub=[block("sex")], measures=[weighted(kind="median", variable="age")])


def survey(**more: Any) -> Dictionary:
    """The small dictionary as that of a sample with a weight, whose rows are added or removed."""
    cap = {"epsilon": "100", "delta": "1e-5", "rule": "rho"}
    tree = dictionary_json(neighbours="add_remove", budget_cap=cap, data_kind="sample", **more)
    return Dictionary.from_json({**tree, "variables": [*tree["variables"], WEIGHT]})


def survey_plan(*tables: dict[str, Any], declared: list[dict[str, Any]] | None = None, **more: Any) -> Plan:
    """A plan of three tables, each with another form of sampling errors."""
    given = {"loss": {"epsilon": "8"}, "sampling": DECLARED if declared is None else declared, **more}
    return plan(*(tables or (FIRST, SECOND, THIRD)), dictionary=survey(), **given)


def released(one: Plan, folder: Path) -> Release:
    """A release of a plan, written into `out` of a folder."""
    data = data_file(folder / "data.csv")
    with Ledger.open(folder / "ledger.sqlite", create=True, anchor=MemoryAnchor()) as ledger:
        done = release(ReleaseRequest(one, data), ledger).release
        write_release(done, folder / "out", audit=ledger.release_lines(done.release_id))
    return done
