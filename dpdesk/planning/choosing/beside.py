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
    for partner in sorted(
        bench.sharing.partners(compiled, group), key=lambda candidate_group: candidate_group != group
    ):
        partner_group = compiled.groups[partner]
        chosen = bench.chosen(plan, partner_group, progress).built
        choice = None if partner_group.detail is not None else compare(plan, compiled, partner, chosen)
        drawn = choice is not None and choice.chosen is not None
        if partner == group or not drawn:
            mechanisms[partner] = by_statistic(partner_group, chosen)
        if partner == group and drawn:  # its quantiles are drawn: whatever is said of its counts is its own
            break
    return bench.sharing.printed(compiled, mechanisms)
