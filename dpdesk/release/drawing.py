"""The draws of a release: all noise of a release comes from here, after the draw mark and before the seal.

Groups with adaptive detail draw in two stages. The noisy sizes of all of them are sealed before anything is computed
from them, the levels of areas included; then everything else is drawn. A crash between the two seals leaves the whole
charge spent, and no second stage is ever drawn for sealed sizes by anybody else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from dpdesk.ledger.reservation import Reservation
from dpdesk.planning.choosing.choose import COUNT, SIZES, ChosenPlan
from dpdesk.release.sealed import pack

if TYPE_CHECKING:
    from dpdesk.data.counting.contingency import Contingency


def measured_at_most(chosen: ChosenPlan) -> int:
    """How many noisy integers a plan draws, the most of any level of detail for every area."""
    total = 0
    for group in chosen.groups:
        total += sum(mechanism.measurements for mechanism in group.measured.values())
        if group.detail is not None:
            areas = group.detail.sizes.measurements
            levels = range(len(group.detail.levels))
            total += areas + areas * max(
                sum(mechanism.measurements for mechanism in group.detail.vectors(level)) for level in levels
            )
    return total


def made_up(chosen: ChosenPlan) -> dict[str, dict[str, NDArray[np.int64]]]:
    """Zeros in the shape of what a plan draws, with all areas at the level of nobody."""
    result: dict[str, dict[str, NDArray[np.int64]]] = {}
    for group in chosen.groups:
        integers = result.setdefault(group.name, {})
        for name, mechanism in group.measured.items():
            integers[name] = np.zeros(mechanism.measurements, dtype=np.int64)
        if group.detail is not None:
            sizes = np.zeros(group.detail.sizes.measurements, dtype=np.int64)
            integers[SIZES] = sizes
            vectors = group.detail.vectors(int(group.detail.levels_of(sizes)[0]))
            names = [COUNT, *(f"sum:{vector.quantity}" for vector in group.compiled.sums)]
            for name, mechanism in zip(names, vectors, strict=True):
                integers[name] = np.zeros(sizes.size * mechanism.measurements, dtype=np.int64)
    return result


def draw(
    chosen: ChosenPlan, contingencies: Sequence[Contingency], held: Reservation
) -> dict[str, dict[str, NDArray[np.int64]]]:
    """Return the noisy integers of every group by statistic; the first stage's are sealed in between.

    `held` bears the draw mark. One contingency a group. What is returned is to be sealed before anything else.
    """
    groups = list(zip(chosen.groups, contingencies, strict=True))
    first = {group.name: group.measure_first(counted.counts) for group, counted in groups if group.detail is not None}
    if first:
        decoders = chosen.decoders
        held.seal_first(pack(first, {name: decoders[name] for name in first}))
    return {group.name: group.measure(counted.counts, counted.sums, first.get(group.name)) for group, counted in groups}
