"""What a release measures, as a file for others: `strategy.json`, written before the first bit of noise is drawn.

Its SHA-256 is part of the draw mark in the ledger, so that nobody, this program included, can later name other rows or
other noise for the integers that were drawn. It is made from the plan's mechanisms alone and holds no number from data.
resources/check_strategy.py recomputes sensitivity and loss from it.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from dpdesk.mechanisms.written import written

if TYPE_CHECKING:
    from dpdesk.planning.choosing.choose import ChosenPlan

NAME = "strategy.json"
_ABOVE = b'{"format":"dpdesk-strategy","version":1,"groups":[\n'


def strategy_bytes(chosen: ChosenPlan) -> bytes:
    """One group of tables a line; the same bytes for the same strategies."""
    groups = [
        {"group": group.name, "variables": list(group.compiled.domain.variables), **written(group.answering)}
        for group in chosen.groups
    ]
    lines = [json.dumps(tree, ensure_ascii=False, sort_keys=True, separators=(",", ":")) for tree in groups]
    return _ABOVE + ",\n".join(lines).encode() + b"\n]}\n"
