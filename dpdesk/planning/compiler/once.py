"""Tables that count units once in each cell in which they have a record: what they may ask.

A unit in two cells counts in both, so that such counts do not add up: the sum of two cells is not the number of units
in either. So a group of such tables has cells that are all alike, none of which is part of another: each is measured,
printed and rounded by itself. A total is a table, and a group, of its own; groups cost no more apart than they would
together (docs/proofs/households.md).
"""

from __future__ import annotations

from math import prod

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.catalogue import ONCE
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.planning.compiler.populations import counts_units
from dpdesk.planning.document.model import Count
from dpdesk.planning.document.plan import Plan, PlanGroup
from dpdesk.problems.problem import problem
from dpdesk.queries import Stack


def require_once(plan: Plan) -> None:
    """Refuse what a table that counts units once in each cell cannot ask.

    Raises:
        BadInput: names the table, or the group.
    """
    for at, table in enumerate(plan.tables):
        if table.counts != "units":
            continue
        place = plan.file.whole.to("tables", at)
        if plan.dictionary.unit.kind != "id":
            raise BadInput(problem("planning.once_without_id", place.to("counts")))
        if counts_units(plan, table):
            raise BadInput(problem("planning.once_of_units", place.to("counts")))
        for number, measure in enumerate(table.measures):
            plain = not (measure.weight or measure.expanded or measure.controlled)
            if not isinstance(measure, Count) or not plain:
                raise BadInput(problem("planning.once_counts", place.to("measures", number)))
    for group in plan.groups:
        if group.tables[0].counts != "units":
            continue
        if group.detail is not None:
            raise BadInput(problem("planning.once_detail", plan.file.whole, group=group.label))
        if group.mechanism not in ("best", ONCE):
            raise BadInput(problem("planning.once_mechanism", plan.file.whole, group=group.label, mechanism=ONCE))


def require_alone(plan: Plan, group: PlanGroup, workload: Stack) -> None:
    """Refuse tables of which a count adds up several cells that others tell apart.

    Args:
        plan: the plan.
        group: whose tables count units once in each cell.
        workload: what they ask, over the classes of codes that any of them tells apart.

    Raises:
        BadInput: names the group, and what to do.
    """
    cells = prod(workload.domain)
    if cells > LARGEST_PRODUCT:
        raise BadInput(
            problem("planning.once_too_large", plan.file.whole, group=group.label, cells=cells, most=LARGEST_PRODUCT)
        )
    if not bool(np.all(np.asarray(workload.answer(np.ones(cells, dtype=np.int64))) == 1)):
        raise BadInput(problem("planning.once_adds_up", plan.file.whole, group=group.label))
