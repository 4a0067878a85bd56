"""A plan ready to be forecast and released: its groups, what each measures and with what, and what groups share."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import prod

import numpy as np
from numpy.typing import NDArray

from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.planning.compiler.boxes import Part
from dpdesk.planning.compiler.detail import DetailTables
from dpdesk.planning.compiler.margins import (
    Axes,
    Masks,
)
from dpdesk.planning.compiler.recipes import TableMap
from dpdesk.planning.compiler.shared_margins import SharedMargin
from dpdesk.planning.compiler.shells import Shell
from dpdesk.planning.compiler.space import Space
from dpdesk.planning.document.plan import Plan, PlanGroup
from dpdesk.privacy.loss import Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.problems.problem import Label
from dpdesk.queries import Stack
from dpdesk.queries.reduction import Reduction
from dpdesk.schema.domain import GroupDomain


@dataclass(frozen=True, slots=True)
class SumVector:
    """One more integer vector over the group's cells: a quantity in steps, each row between `lower` and `upper`.

    `share` is its share of the group's budget; `nowhere` whether a row may contribute 0 from outside the domain.
    A row that does not state the quantity contributes 0, which then lies between the bounds.
    """

    quantity: str
    lower: int
    upper: int
    step: Fraction
    share: Fraction
    nowhere: bool


@dataclass(frozen=True, slots=True, eq=False)
class CompiledDetail:
    """The adaptive detail of a group: from which noisy size each level applies, and each as a group of one area.

    `first_share` of the group's loss, `first_loss`, measures sizes; the groups in `levels` have the rest.
    """

    tables: DetailTables
    first_share: Fraction
    first_loss: Loss
    starts: tuple[Fraction, ...]
    levels: tuple[CompiledGroup, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """Codes of the areas, in the order in which they are measured."""
        codes = self.tables.variable.codes
        return tuple(codes[at] for at in self.tables.areas.tolist())


@dataclass(frozen=True, slots=True, eq=False)
class CompiledGroup:
    """What one group of tables measures, and with what.

    `workload`, `shape` and `impossible` are over *classes* of codes that no query tells apart, to which `reduction`
    leads from the codes of `domain`: what is measured is no finer than what is asked. `weights` has one number for each
    part of the workload, for the objective √(Σ w·mean variance / Σ w) over statistics: a statistic whose queries are no
    one product has several parts that share its weight. `margins` are the largest sets of variables that a statistic
    counts by, from which every table follows; `excluded` the impossible cells as products of classes, and `impossible`
    the same cells written down, where they can be.

    With adaptive detail (`detail`) the group's `loss` is what its second stage may spend, and its workload that of
    every area at every detail; each level is a group of its own, of one area (`level` says which).
    """

    name: str
    plan: PlanGroup
    domain: GroupDomain
    shape: tuple[int, ...]
    workload: Stack
    parts: tuple[Part, ...]
    weights: tuple[Fraction, ...]
    exact_row: bool
    loss: Loss
    sums: tuple[SumVector, ...]
    count_share: Fraction
    impossible: NDArray[np.bool_] | None
    space: Space
    reduction: Reduction
    margins: tuple[Axes, ...]
    excluded: tuple[Masks, ...]
    detail: CompiledDetail | None = None
    level: int | None = None

    @property
    def label(self) -> Label:
        """What it is called in a sentence."""
        return self.plan.label

    @property
    def rows_per_unit(self) -> int:
        """In how many of the rows that are counted neighbours differ at most: one, where protected units are counted.

        Where a unit counts once in each cell, it has no more of them than there are cells.
        """
        _, most = self.space.dictionary.changed(of_units=self.space.of_units)
        return min(most, prod(self.shape)) if self.space.once else most

    @property
    def neighbours(self) -> Neighbours:
        """What neighbours are to the rows that are counted: the plan's, or its own where households are counted."""
        return self.space.dictionary.changed(of_units=self.space.of_units)[0]

    @property
    def written(self) -> bool:
        """Whether the product of all variables, by classes, is small enough to be written down."""
        return prod(self.shape) <= LARGEST_PRODUCT

    @property
    def ruled(self) -> bool:
        """Whether a public rule says that some of its cells are impossible."""
        return self.impossible is not None or bool(self.excluded)

    @property
    def statistics(self) -> tuple[str, ...]:
        """Names of the statistics, one for each part of the workload."""
        return tuple(part.statistic for part in self.parts)


@dataclass(frozen=True, slots=True, eq=False)
class CompiledPlan:
    """A plan ready to be forecast and released: groups and tables in the plan's order, and what groups share."""

    plan: Plan
    groups: tuple[CompiledGroup, ...]
    tables: tuple[TableMap, ...]
    shared: tuple[SharedMargin, ...]

    @property
    def shells(self) -> tuple[Shell, ...]:
        """The tables as they are before any number is in them."""
        return tuple(table.shell for table in self.tables)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all variables and quantities that are read."""
        domains = [group.domain for group in self.groups]
        return tuple(dict.fromkeys(name for domain in domains for name in (*domain.variables, *domain.quantities)))
