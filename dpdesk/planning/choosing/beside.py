"""What a plan prints of one group, with the mechanisms chosen for it and for the groups it shares numbers with."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.printed import Mechanisms, Printed, by_statistic
from dpdesk.planning.choosing.quantile_methods import compare
from dpdesk.planning.compiler.compiled import CompiledPlan
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan


def printed_beside(
    plan: Plan, compiled: CompiledPlan, group: int, bench: Bench, progress: Progress = silent
) -> Printed:
    """What a settled plan prints of one group, with the mechanisms chosen for it and the groups it shares with."""
    mechanisms: list[Mechanisms] = [{} for _ in compiled.groups]
    for at in sorted(bench.sharing.partners(compiled, group), key=lambda at: at != group):
        own = compiled.groups[at]
        chosen = bench.chosen(plan, own, progress).built
        choice = None if own.detail is not None else compare(plan, compiled, at, chosen)
        drawn = choice is not None and choice.chosen is not None
        if at == group or not drawn:
            mechanisms[at] = by_statistic(own, chosen)
        if at == group and drawn:  # its quantiles are drawn: whatever is said of its counts is its own
            break
    return bench.sharing.printed(compiled, mechanisms)
