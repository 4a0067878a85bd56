"""The work by dpdesk: "best", as a plan without further wishes has it."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from dpdesk import __version__
from dpdesk.mechanisms import build
from dpdesk.mechanisms.quantiles.linear import ways
from dpdesk.postprocess.closest.non_negative import Projection
from dpdesk.postprocess.whole_numbers import round_cells
from dpdesk.privacy import ZCDP, Loss, Neighbours, PureDP
from dpdesk.queries import AllRange, Identity, Kronecker, Prefix, Stack, Total
from programs.ready import Ready
from programs.work import (
    EPSILON,
    INTERVALS,
    PREFIXES,
    QUARTILES,
    SHARES,
    TOTALS,
    Integers,
    Values,
    Work,
    counts,
    margins,
)

_ADD = Neighbours.ADD_REMOVE


def prepare(work: Work) -> Ready:
    """Build the best mechanism; non-negative answers are those a release publishes, whole numbers."""
    loss: Loss = PureDP("1") if work.budget == EPSILON else ZCDP("1/2")
    x = counts(work)
    if work.kind == QUARTILES:
        return _quartiles(work, loss, x)
    workload = Stack(*_parts(work))
    m = build("best", workload, loss, _ADD)
    if not work.non_negative:
        largest = m.expected_max_error
        return Ready(__version__, m.name, lambda: list(m.split(m.release(x))), m.objective, largest)
    projection = Projection(workload, [1.0 / part.shape[0] for part in workload.parts])

    def published() -> list[Values]:
        fit = projection.fit(list(workload.split(m.release(x))))
        cells = round_cells(fit.cells, workload).astype(np.float64)
        return list(workload.split(workload.answer(cells)))

    return Ready(__version__, m.name, published)


def _parts(work: Work) -> list[Kronecker]:
    if work.kind == TOTALS:
        return [
            Kronecker(*(Identity(size) if i in axes else Total(size) for i, size in enumerate(work.sizes)))
            for axes in margins(work.sizes)
        ]
    of = {PREFIXES: Prefix, INTERVALS: AllRange}.get(work.kind, Identity)
    return [Kronecker(*(of(size) for size in work.sizes))]


def _quartiles(work: Work, loss: Loss, x: Integers) -> Ready:
    found = ways(work.cells, [Fraction(share) for share in SHARES], loss, _ADD)
    drawn = found.drawn[found.best]

    def bins() -> list[int]:
        return [bin_ for bin_, *_ in drawn.bins(drawn.measure(x))[0]]

    return Ready(__version__, found.best, bins, drawn.expected_rank_error(x))
