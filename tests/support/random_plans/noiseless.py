"""Releases of a case in this process: with the noise of a release, or with none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

import numpy as np

from dpdesk.data.counting.contingency import Contingency
from dpdesk.data.counting.tabulation import tabulate
from dpdesk.mechanisms.core.scales import NoiseScale
from dpdesk.release.finish import Finished, finish, prepare
from random_plans.case import Case
from random_plans.records import KEY, Written

Sealed = dict[str, dict[str, np.ndarray]]


@contextmanager
def without_noise() -> Iterator[None]:
    """Exact integers where noisy ones would be drawn; quantiles that are drawn by themselves are as ever."""
    with patch.object(NoiseScale, "draw", lambda self, size: np.zeros(size, dtype=np.int64)):
        yield


def exact(case: Case) -> list[Contingency]:
    """The exact counts of each group."""
    return tabulate(Written(case.columns, case.rows), case.chosen.plan.dictionary, case.chosen.domains, KEY)


def measured(case: Case, counts: list[Contingency]) -> Sealed:
    """What a release seals."""
    sealed: Sealed = {}
    for group, own in zip(case.chosen.groups, counts, strict=True):
        first = group.measure_first(own.counts) if group.detail is not None else None
        sealed[group.name] = group.measure(own.counts, own.sums, first)
    return sealed


def released(case: Case, *, noise: bool) -> Finished:
    """A release from end to end."""
    prepared = prepare(case.chosen)
    counts = exact(case)
    if noise:
        return finish(case.chosen, measured(case, counts), prepared)
    with without_noise():
        sealed = measured(case, counts)
    return finish(case.chosen, sealed, prepared)
