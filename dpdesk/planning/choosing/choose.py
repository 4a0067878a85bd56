"""The mechanism of each group: the one the plan names, or the best by forecast. A function of the plan alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput, Refused
from dpdesk.mechanisms import Mechanism
from dpdesk.mechanisms.core.question import LARGEST_PRODUCT
from dpdesk.mechanisms.detail import DetailMechanism
from dpdesk.mechanisms.quantiles.mechanism import QuantileMechanism
from dpdesk.planning.choosing.candidates import Bench
from dpdesk.planning.choosing.detail_stages import build_detail, measure_at_levels, sizes_of
from dpdesk.planning.choosing.noise import JOINT, Noise
from dpdesk.planning.choosing.printed import COUNT as COUNT
from dpdesk.planning.choosing.printed import Sharing, by_statistic, measured
from dpdesk.planning.choosing.quantile_methods import QuantileChoice, compare
from dpdesk.planning.choosing.together import require_within, settled
from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
from dpdesk.planning.compiler.margins import cells_of, domain_margins
from dpdesk.planning.compiler.measures.base import vector_of
from dpdesk.planning.document.names import quantity_label
from dpdesk.planning.joint.junction_tree import LARGEST_WRITTEN
from dpdesk.planning.joint.nodes import Counted
from dpdesk.planning.joint.tables import JointTable, joint_tables
from dpdesk.privacy.accounting import charge
from dpdesk.privacy.exact import round_up
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, PureDP
from dpdesk.privacy.noise import LARGEST_SCALE
from dpdesk.problems.problem import Label, Phrase, phrase, problem

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.domain import GroupDomain

QUANTILE = "quantile"
SIZES = "sizes"
DIGITS = 60
"""Of a loss that is written down, where it has more."""
LONGEST = 13_000
"""Bits of the numbers of a fraction, some 3,900 digits: Python reads and writes no more than 4,300."""
FEW = 4
"""How many times fewer cells margins must have to be counted in the place of the product."""
Counts: TypeAlias = NDArray[np.int64] | Mapping[tuple[int, ...], NDArray[np.int64]]
"""Of the product of a group's variables, or of each of its margins."""


@dataclass(frozen=True, eq=False)
class ChosenGroup:
    """One group of tables with the mechanism that answers it."""

    compiled: CompiledGroup
    mechanism: Mechanism
    quantiles: QuantileChoice | None = None
    detail: DetailMechanism | None = None

    @property
    def answering(self) -> Mechanism | QuantileMechanism | DetailMechanism:
        """What draws this group's noise."""
        return self.detail or self.drawn or self.mechanism

    @property
    def losses(self) -> list[Loss]:
        """What is stated of each stage: two with adaptive detail, all levels of which state the same."""
        if self.detail is not None:
            levels = [level.loss for level in self.detail.levels if level.loss is not None]
            return [loss for loss in (self.detail.sizes.loss, *levels[:1]) if loss is not None]
        loss = (self.drawn or self.mechanism).loss
        return [] if loss is None else [loss]

    @property
    def drawn(self) -> QuantileMechanism | None:
        """What draws this group's quantiles in the place of `mechanism`, which is then not used; None for counts."""
        return None if self.quantiles is None else self.quantiles.chosen

    @property
    def name(self) -> str:
        """Name of the group."""
        return self.compiled.name

    @property
    def label(self) -> Label:
        """What it is called in a sentence."""
        return self.compiled.label

    @property
    def mechanisms(self) -> dict[str, Mechanism]:
        """The mechanism of the counts and of each sum, by statistic; none where quantiles are drawn.

        None either with adaptive detail, where each area has those of its level.
        """
        if self.drawn is not None or self.detail is not None:
            return {}
        return by_statistic(self.compiled, self.mechanism)

    @property
    def measured(self) -> dict[str, Mechanism]:
        """What draws integers, by the name they are sealed under; none where `mechanisms` has none."""
        return measured(self.compiled, self.mechanism) if self.mechanisms else {}

    @property
    def joined(self) -> tuple[str, ...]:
        """The statistics that are measured together, in the order of their chain."""
        joint, names = self.mechanism.joint, tuple(self.mechanisms)
        return () if joint is None else tuple(names[member] for member in joint.chain.members)

    def sealed_as(self, statistic: str) -> str:
        """The name under which the integers of a statistic are sealed."""
        return JOINT if self.mechanisms[statistic].joint is not None else statistic

    @cached_property
    def listed(self) -> bool:
        """Whether the cells of the group are counted by margins, and its one table of cells kept as a list.

        So where the product of its variables cannot be written down, and where that would be a waste: the mechanism
        works on margins, and these are few beside the cells of the product.
        """
        if self.compiled.space.once:
            return False
        if not self.compiled.written or self.drawn is not None or self.detail is not None:
            return not self.compiled.written
        cells, margins = prod(self.compiled.shape), cells_of(self.compiled.margins, self.compiled.shape)
        needed, given = self.mechanism.needed_margins, self.compiled.margins
        able = needed is not None and all(any({*variables} <= {*margin} for margin in given) for variables in needed)
        return able and cells > LARGEST_WRITTEN and margins * FEW <= cells

    @property
    def domain(self) -> GroupDomain:
        """What is counted: the product of the variables code by code, or its margins by classes of codes."""
        domain, reduction = self.compiled.domain, self.compiled.reduction
        if self.compiled.space.once:
            return replace(domain, margins=domain_margins([tuple(range(len(domain.variables)))], reduction))
        if self.listed:
            return replace(domain, margins=domain_margins(self.compiled.margins, reduction))
        if self.compiled.space.cells > LARGEST_PRODUCT:
            return replace(domain, margins=domain_margins([tuple(range(len(domain.variables)))], reduction))
        return domain

    def measure_first(self, counts: Counts) -> dict[str, NDArray[np.int64]]:
        """Return the noisy sizes of the areas, which a group with adaptive detail draws first.

        Args:
            counts: exact counts of the group's domain, one axis a variable.

        Returns:
            A noisy integer an area; fresh noise at each call, so that a release calls it once.
        """
        if self.detail is None:
            raise LookupError(f"group '{self.name}' has no first stage")
        return {SIZES: self.detail.sizes.measure(sizes_of(self.compiled, counts))}

    def measure(
        self,
        counts: Counts,
        sums: Mapping[str, Counts],
        first: Mapping[str, NDArray[np.int64]] | None = None,
    ) -> dict[str, NDArray[np.int64]]:
        """Return the noisy integers of the counts and of each sum over the group's domain.

        Codes that no query tells apart are added up first, exactly. Each call draws fresh noise.

        Args:
            counts: exact counts of the group's domain, one axis a variable.
            sums: quantity -> exact sums over the same cells, in steps of the quantity.
            first: with adaptive detail what `measure_first` returned, sealed; it is part of the result.

        Returns:
            Vector ("count", "sum:income") -> noisy integers, in units of the rows of the vector's mechanism.
        """
        if self.detail is not None:
            if first is None:
                raise LookupError(f"the first stage of group '{self.name}' is sealed before the second is measured")
            sizes = first[SIZES]
            return {SIZES: sizes} | measure_at_levels(self.compiled, self.detail, sizes, counts, sums)
        if self.drawn is not None:
            return {QUANTILE: self.drawn.measure(self._classes(counts))}
        vectors = {COUNT: counts} | {f"sum:{name}": values for name, values in sums.items()}
        classes = {name: self._classes(vectors[name]) for name in self.mechanisms}
        chain = [classes[name] for name in self.joined]
        return {
            name: mechanism.measure(classes[name]) if mechanism.joint is None else mechanism.measure_together(chain)
            for name, mechanism in self.measured.items()
        }

    def _classes(self, counts: Counts) -> Any:
        """Counts by classes: of the whole product, or of each margin where the group's cells are listed."""
        if not isinstance(counts, Mapping):
            return self.compiled.reduction.merge(counts)
        return dict(counts) if self.listed else next(iter(counts.values()))


@dataclass(frozen=True, eq=False)
class ChosenPlan:
    """A plan ready to be released; `joint` are the tables of cells behind the numbers of all groups that count."""

    compiled: CompiledPlan
    groups: tuple[ChosenGroup, ...]
    joint: tuple[JointTable, ...]

    @property
    def plan(self) -> Plan:
        """The plan for which methods were chosen."""
        return self.compiled.plan

    @cached_property
    def own_noises(self) -> list[dict[str, Noise]]:
        """For each group and statistic the noise of its own answers, before any are averaged."""
        everyone = [group.mechanisms for group in self.groups]
        return [
            {name: Noise(name, [mechanisms.get(name) for mechanisms in everyone], number) for name in everyone[number]}
            for number in range(len(everyone))
        ]

    @cached_property
    def noises(self) -> list[dict[str, Noise]]:
        """For each group and statistic the noise of what is printed: averages over groups where several answer."""
        return Sharing().printed(self.compiled, [group.mechanisms for group in self.groups]).noises

    @property
    def decoders(self) -> dict[str, dict[str, Any]]:
        """For each group what its noisy integers mean: the description of its mechanism."""
        return {group.name: group.answering.to_json() for group in self.groups}

    @property
    def domains(self) -> list[GroupDomain]:
        """What is counted for each group."""
        return [group.domain for group in self.groups]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all variables and quantities that are read."""
        return self.compiled.names

    @property
    def actual_loss(self) -> Loss:
        """What an account is charged: the sum of the groups' losses where ρ adds up, the plan's full loss elsewhere.

        A sum whose denominator is beyond 10^60 is rounded up to a multiple of 10^-60, never above what the plan may
        spend: the denominators of many groups multiply, to more digits than a ledger, or anybody, reads. Raises Refused
        where the account adds ρ and a group's mechanism has none.
        """
        cap = self.plan.dictionary.cap
        if cap.units != ("rho",):
            return self.plan.loss
        total = Fraction(0)
        for group in self.groups:
            loss = group.answering.account_loss
            if isinstance(loss, PureDP):
                total += loss.epsilon**2 / 2
            elif isinstance(loss, ZCDP):
                total += loss.rho
            elif not group.answering.unprotected:
                raise Refused(problem("planning.no_finite_rho", group=group.label))
        if not total:
            return self.plan.loss
        if total.denominator > 10**DIGITS:
            rounded = round_up(total, DIGITS)
            if not isinstance(self.plan.loss, ApproxDP):
                rounded = min(rounded, charge(cap, self.plan.loss)[0])
            total = max(total, rounded)
        return ZCDP(total)


def choose(plan: Plan, bench: Bench | None = None) -> ChosenPlan:
    """Check and compile a plan, and choose each group's mechanism; no data are read.

    Args:
        plan: the plan.
        bench: what earlier plans built, of which all that is the same is taken.

    Raises:
        BadInput: the plan cannot be carried out.
    """
    bench = bench or Bench()
    compiled = settled(plan, bench.compile(plan), bench)
    groups: list[ChosenGroup] = []
    for number, compiled_group in enumerate(compiled.groups):
        mechanism = bench.chosen(plan, compiled_group).built
        if compiled_group.detail is not None:
            groups.append(ChosenGroup(compiled_group, mechanism, None, build_detail(plan, compiled_group, bench)))
            continue
        choice = compare(plan, compiled, number, mechanism, bench.drawn_by(compiled_group))
        groups.append(ChosenGroup(compiled_group, mechanism, choice))
    require_within(plan, [loss for group in groups for loss in group.losses])
    for group in groups:
        _require_drawable(plan, group)
    counting = [
        Counted(group_number, group.compiled, group.listed, group.mechanisms[COUNT].rmse)
        for group_number, group in enumerate(groups)
        if group.drawn is None and group.detail is None
    ]
    return ChosenPlan(compiled, tuple(groups), joint_tables(counting, plan.dictionary, plan.file))


def _require_drawable(plan: Plan, group: ChosenGroup) -> None:
    """Refuse what cannot be drawn now, not after the budget is reserved and marked as drawn.

    That is noise wider than the samplers draw, fractions too long to be written down, and a method that would count
    what the group's margins do not tell.
    """
    if group.listed and group.drawn is None:
        given = [set(axes) for axes in group.compiled.margins]
        for mechanism in group.mechanisms.values():
            needed = mechanism.needed_margins
            if needed is None or not all(any(set(axes) <= margin for margin in given) for axes in needed):
                raise BadInput(
                    problem("planning.counts_more", plan.file.whole, mechanism=mechanism.name, group=group.label)
                )
    mechanisms = [(_noisy(plan, statistic), mechanism) for statistic, mechanism in group.mechanisms.items()]
    if group.detail is not None:
        stages = [group.detail.sizes, *group.detail.levels]
        mechanisms = [
            (phrase("planning.counts_or_sums"), stage_mechanism)
            for stage in stages
            for stage_mechanism in (stage, *stage.sums)
        ]
    for statistic, mechanism in mechanisms:
        if any(
            _bits(exact) > LONGEST for exact in (mechanism.scale.parameter, mechanism.rho, *_amounts(mechanism.loss))
        ):
            raise BadInput(problem("planning.noise_too_long", plan.file.whole, statistic=statistic, group=group.label))
        parameter = mechanism.scale.parameter  # of the integers drawn: the scale of Laplace noise, σ² of Gaussian noise
        if parameter is not None and parameter > LARGEST_SCALE ** (1 if mechanism.noise == "laplace" else 2):
            raise BadInput(
                problem("planning.noise_undrawable", plan.file.whole, statistic=statistic, group=group.label)
            )


def _noisy(plan: Plan, statistic: str) -> Phrase:
    """What bears a mechanism's noise: counts, or the sums of a quantity."""
    if statistic == COUNT:
        return phrase("planning.only_counts")
    return phrase("planning.only_sums", quantity=quantity_label(plan.dictionary, statistic.removeprefix(vector_of(""))))


def _amounts(loss: Loss | None) -> list[Fraction]:
    """The parameters of a loss."""
    if isinstance(loss, ZCDP):
        return [loss.rho]
    return [] if loss is None else [loss.epsilon]


def _bits(exact: Fraction | None) -> int:
    """The length of a fraction's longer number."""
    return 0 if exact is None else max(exact.numerator.bit_length(), exact.denominator.bit_length())
