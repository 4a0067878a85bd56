"""Why a mechanism cannot be used, and how a forecast says it: in English, and as programs read it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dpdesk.problems.problem import Phrase, Problem, to_json
from dpdesk.problems.render import render

Reason = Problem | Phrase


NO_FIGURES: Mapping[str, None] = dict.fromkeys(
    ("rmse", "objective", "max_std", "margin_max", "expected_max_error", "ratio_to_bound", "bound_is")
)
"""The figures of a row of a forecast that has none, for its mechanism is not available or not linear."""


def refusal_json(reason: Reason | None) -> dict[str, Any]:
    """The two fields of a forecast's row for a method: why it cannot be used; both None where it can."""
    if reason is None:
        return {"why_not": None, "refused": None}
    return {"why_not": render(reason), "refused": to_json(reason)}
