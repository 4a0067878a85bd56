"""The end of a release tried on the plan's shape, before anything is reserved: what can fail, fails before the draw."""

from __future__ import annotations

from dpdesk.errors import BadInput
from dpdesk.planning.choosing.choose import ChosenPlan
from dpdesk.problems.problem import problem
from dpdesk.release.drawing import made_up
from dpdesk.release.finish import Prepared, finish
from dpdesk.release.result import unadjusted
from dpdesk.release.stored import pack_summary


def try_to_finish(chosen: ChosenPlan, prepared: Prepared, promise: bytes) -> None:
    """Finish the plan on integers that are all 0, as it will be finished on noisy ones.

    Whatever fails for the plan's shape or for want of memory fails here. Plans with quantiles that are drawn are left
    out: what they seal is read off lists of the plan.

    Raises:
        BadInput: no tables that add up can be found for a plan of this shape.
    """
    if any(group.drawn is not None for group in chosen.groups):
        return
    tried = finish(chosen, made_up(chosen), prepared)
    if tried.failed not in ("", MemoryError.__name__):
        raise BadInput(problem("release.trial_failed", chosen.plan.file.whole, kind=tried.failed))
    if any(map(unadjusted, tried.tables)):
        raise BadInput(problem("release.not_adjustable", chosen.plan.file.whole))
    pack_summary(tried, promise)
