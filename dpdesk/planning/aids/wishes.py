"""What each target of a plan costs by itself: the least budget of its table's group with which it alone is met.

The figure is the one `dpdesk forecast --least-budget --json` has under "amounts" for that group, for the plan with that
target and no other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from dpdesk.planning.aids.least_budget import LeastBudget, least_budget
from dpdesk.planning.document.plan import Plan
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.forecast.forecast import Forecaster


@dataclass(frozen=True, slots=True)
class WishCost:
    """An exact amount of `unit` (epsilon or rho); `text` is empty where the target cannot be met."""

    unit: str
    text: str


def wish_cost(
    plan: Plan,
    at: int,
    known: LeastBudget | None = None,
    progress: Progress = silent,
    *,
    forecaster: Forecaster | None = None,
) -> WishCost:
    """What the target at a place costs; `known` is the least budget of the plan, of use where it has one target.

    Raises BadInput for an impossible plan.
    """
    target = plan.targets[at]
    alone = known if len(plan.targets) == 1 else None
    if alone is None:
        tree = plan.to_json()
        own = Plan.from_json({**tree, "targets": [tree["targets"][at]]}, plan.dictionary)
        alone = least_budget(own, progress, forecaster=forecaster)
    table = next(one for one in plan.tables if one.name == target.table)
    amounts = alone.to_json()["amounts"]
    return WishCost(alone.unit, amounts.get(table.group or "main", alone.text) if alone.possible else "")


__all__ = ["WishCost", "wish_cost"]
