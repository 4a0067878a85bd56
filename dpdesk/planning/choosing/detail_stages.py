"""The two stages of adaptive detail: their mechanisms, chosen by forecast, and what each measures of the counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Mechanism, build
from dpdesk.mechanisms.detail import DetailMechanism
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES
from dpdesk.planning.choosing.candidates import Bench, Candidate, asked_noise
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent
from dpdesk.queries import Identity
from dpdesk.queries.reduction import Reduction
from dpdesk.schema.dictionary import Dictionary

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledDetail, CompiledGroup
    from dpdesk.planning.document.plan import Plan

Integers = NDArray[np.int64]


def detail_of(group: CompiledGroup) -> CompiledDetail:
    """The adaptive detail of a group that has it."""
    if group.detail is None:
        raise LookupError(f"group '{group.name}' has no adaptive detail")
    return group.detail


def build_detail(plan: Plan, group: CompiledGroup, bench: Bench, progress: Progress = silent) -> DetailMechanism:
    """Choose the mechanisms of both stages.

    Raises:
        BadInput: the mechanism the plan names cannot be used for a level.
    """
    detail = detail_of(group)
    levels = [candidate.built for candidate in chosen_levels(plan, group, bench, progress)]
    return DetailMechanism(
        detail.tables.variable.name,
        detail.labels,
        size_mechanism(plan, group, levels[0].noise),
        tuple(levels),
        detail.starts,
    )


def chosen_levels(plan: Plan, group: CompiledGroup, bench: Bench, progress: Progress = silent) -> list[Candidate]:
    """The mechanism of each level, all with the law of noise that is best at the last, which shows the most."""
    if group.plan.mechanism in SENTENCES:
        raise BadInput(
            problem("planning.detail_quantiles", plan.file.whole, group=group.label, mechanism=group.plan.mechanism)
        )
    levels = level_groups(plan, group, bench, progress)
    return [bench.chosen(plan, level_group, progress) for level_group in levels]


def level_groups(plan: Plan, group: CompiledGroup, bench: Bench, progress: Progress = silent) -> list[CompiledGroup]:
    """The levels as groups of one area, with the law of noise that all of them use."""
    levels = detail_of(group).levels
    law = bench.chosen(plan, levels[-1], progress).noise
    return [replace(level_group, plan=replace(level_group.plan, noise=law)) for level_group in levels]


def size_mechanism(plan: Plan, group: CompiledGroup, law: str | None = None) -> Mechanism:
    """Noise on the number of rows of each area, with the first share of the group's loss."""
    detail = detail_of(group)
    return build(
        "histogram",
        Identity(len(detail.labels)),
        detail.first_loss,
        group.neighbours,
        noise=asked_noise(plan, group) or law,
        rows_per_unit=group.rows_per_unit,
    )


def impossible_by_area(group: CompiledGroup, dictionary: Dictionary) -> list[NDArray[np.bool_]]:
    """For each level the cells that rules make impossible in each area: areas first, then the level's classes.

    A level by itself knows the rules about what it shows; those that name the area, too, differ from area to area.
    """
    detail = detail_of(group)
    areas = np.arange(len(detail.labels))
    never = dictionary.impossible_cells(group.space.names)
    if never is None:
        return [np.zeros((areas.size, *level.shape), dtype=bool) for level in detail.levels]
    ours = np.moveaxis(never, detail.tables.axis, 0)[detail.tables.areas]
    return [Reduction((areas, *level.reduction.classes)).every(ours) for level in detail.levels]


def sizes_of(group: CompiledGroup, counts: Any) -> Integers:
    """Exact numbers of rows of each area. Confidential."""
    areas = _by_area(group, counts)
    return np.asarray(areas.reshape(areas.shape[0], -1).sum(axis=1), dtype=np.int64)


def measure_at_levels(
    group: CompiledGroup, mechanism: DetailMechanism, sizes: Integers, counts: Any, sums: Mapping[str, Any]
) -> dict[str, Integers]:
    """The noisy integers of the counts and of each sum, area after area, each at the level of its noisy size."""
    levels = mechanism.levels_of(sizes).tolist()
    vectors = {"count": counts} | {f"sum:{name}": values for name, values in sums.items()}
    drawn_by_name: dict[str, Integers] = {}
    for vector, (name, values) in enumerate(vectors.items()):
        by_area = _by_area(group, values)
        drawn = [
            mechanism.vectors(level)[vector].measure(detail_of(group).levels[level].reduction.merge(by_area[number]))
            for number, level in enumerate(levels)
        ]
        drawn_by_name[name] = np.concatenate(drawn)
    return drawn_by_name


def _by_area(group: CompiledGroup, values: Any) -> Integers:
    """A vector over the group's domain with the areas of its tables first; others are left out."""
    tables = detail_of(group).tables
    return np.asarray(np.moveaxis(np.asarray(values), tables.axis, 0)[tables.areas], dtype=np.int64)
