"""Plans in two languages whose publications say as much as there is to say: detail, targets, caps, every measure."""

from __future__ import annotations

from typing import Any

from bilingual import both
from detailed import BY_AREA, LEVELS
from small import COUNT, block, dictionary_json, table

from dpdesk.planning.document.plan import Plan


def _plan(*tables: dict[str, Any], dictionary: dict[str, Any], **more: Any) -> Plan:
    tree = {"format": "dpdesk-plan", "version": 1, "title": {"en": "Small tables"}, "tables": list(tables)}
    return both(tree | {"loss": {"rho": "1"}} | more, dictionary_json(budget_cap={"rho": "10"}, **dictionary))


def detail() -> Plan:
    """Adaptive detail, on a complete count whose units are added or removed."""
    return _plan(
        table("t", stub=BY_AREA, boxhead=[block("sex", "third"), block("sex", "age")], group="g"),
        groups=[
            {"name": "g", "part": "1", "detail": {"variable": "area", "first_share": "1/5", "levels": LEVELS}},
        ],
        targets=[{"table": "t", "margin": "50"}],
        dictionary={"neighbours": "add_remove"},
    )


def mixed() -> Plan:
    """A sample with a cap, bounds, quantiles, percentages, rounding and every kind of target."""
    share = {"kind": "percentage", "base": {"keep": ["sex"]}}
    unit = {"kind": "id", "column": "house", "describes": "household", "label": {"en": "one household"}}
    return _plan(
        table(
            "means",
            stub=[block("sex")],
            measures=[COUNT, *({"kind": k, "variable": "pay"} for k in PAY)],
            display={"picture": "bars"},
        ),
        table(
            "shares", pages=[block("sex")], stub=[block("state")], boxhead=[block("colour")], measures=[COUNT, share]
        ),
        table(
            "ages",
            stub=[block("sex")],
            measures=[
                {"kind": "quantiles", "variable": "age", "at": ["1/10", "1/2"]},
                {"kind": "cdf", "variable": "age"},
                {"kind": "all_intervals", "variable": "age"},
            ],
            display={"picture": "curve"},
        ),
        targets=[
            {"table": "means", "margin": "50"},
            {"table": "shares", "cv": "1/10", "above": 20000},
            {"table": "ages", "margin": "2"},
        ],
        display={"scale": 1000, "totals": "last"},
        notes=[{"text": {"en": "A note on all"}}, {"text": {"en": "A note on one"}, "table": "means"}],
        contact={"en": "The office"},
        reference_period={"en": "The first day"},
        dictionary={
            "neighbours": "replace_one",
            "data_kind": "sample",
            "unit": {**unit, "max_rows": 4, "rows_without_id": "drop"},
        },
    )


PAY = ("mean", "sum", "variance", "standard_deviation")
