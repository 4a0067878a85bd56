"""The mechanism of each group: the one the plan names, or the best by forecast. A function of the plan alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from dpdesk.errors import BadInput, Refused
from dpdesk.mechanisms import Mechanism
from dpdesk.planning.candidates import Bench
from dpdesk.planning.compile import CompiledGroup, CompiledPlan
from dpdesk.privacy.loss import ZCDP, Loss, PureDP
from dpdesk.privacy.noise import LARGEST_SCALE

if TYPE_CHECKING:
    from dpdesk.planning.plan import Plan
    from dpdesk.schema.domain import GroupDomain

COUNT = "count"


@dataclass(frozen=True, slots=True, eq=False)
class ChosenGroup:
    """One group of tables with the mechanism that answers it."""

    compiled: CompiledGroup
    mechanism: Mechanism

    @property
    def name(self) -> str:
        """Name of the group."""
        return self.compiled.name

    @property
    def mechanisms(self) -> dict[str, Mechanism]:
        """The mechanism of the counts and of each sum, by statistic."""
        sums = zip(self.compiled.sums, self.mechanism.sums, strict=True)
        return {COUNT: self.mechanism} | {f"sum:{vector.quantity}": own for vector, own in sums}

    def measure(self, counts: NDArray[np.int64], sums: Mapping[str, NDArray[np.int64]]) -> dict[str, NDArray[np.int64]]:
        """Return the noisy integers of the counts and of each sum over the group's domain.

        Codes that no query tells apart are added up first, exactly. Each call draws fresh noise.
        """
        vectors = {COUNT: counts} | {f"sum:{name}": values for name, values in sums.items()}
        merge = self.compiled.reduction.merge
        return {name: own.measure(merge(vectors[name])) for name, own in self.mechanisms.items()}


@dataclass(frozen=True, slots=True, eq=False)
class ChosenPlan:
    """A plan ready to be released."""

    compiled: CompiledPlan
    groups: tuple[ChosenGroup, ...]

    @property
    def plan(self) -> Plan:
        """The plan."""
        return self.compiled.plan

    @property
    def decoders(self) -> dict[str, dict[str, Any]]:
        """For each group what its noisy integers mean: the description of its mechanism."""
        return {group.name: group.mechanism.describe() for group in self.groups}

    @property
    def domains(self) -> list[GroupDomain]:
        """What is counted for each group."""
        return [group.compiled.domain for group in self.groups]

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all variables and quantities that are read."""
        found = [name for domain in self.domains for name in (*domain.variables, *domain.quantities)]
        return tuple(dict.fromkeys(found))

    @property
    def actual_loss(self) -> Loss:
        """What an account is charged: the sum of the groups' losses where ρ adds up, the plan's full loss elsewhere.

        Raises Refused where the account adds ρ and a group's mechanism has none.
        """
        cap = self.plan.dictionary.cap
        if cap.units != ("rho",):
            return self.plan.loss
        total = Fraction(0)
        for group in self.groups:
            loss = group.mechanism.account_loss
            if isinstance(loss, PureDP):
                total += loss.epsilon**2 / 2
            elif isinstance(loss, ZCDP):
                total += loss.rho
            elif not group.mechanism.unprotected:
                raise Refused(
                    f"Group '{group.name}' uses a method without a finite rho, and this account adds rho; "
                    "choose another mechanism for the group."
                )
        return ZCDP(total) if total else self.plan.loss


def choose(plan: Plan, bench: Bench | None = None) -> ChosenPlan:
    """Check and compile a plan, and choose each group's mechanism; `bench` may hold what earlier plans built.

    Raises BadInput where the plan cannot be carried out.
    """
    bench = bench or Bench()
    compiled = bench.compile(plan)
    groups = tuple(ChosenGroup(group, bench.chosen(plan, group).built) for group in compiled.groups)
    for group in groups:
        _require_drawable(plan, group)
    return ChosenPlan(compiled, groups)


def _require_drawable(plan: Plan, group: ChosenGroup) -> None:
    """Refuse noise wider than the samplers draw now, not after the budget is reserved and marked as drawn."""
    for statistic, own in group.mechanisms.items():
        parameter = own.scale.parameter  # of the integers drawn: the scale of Laplace noise, σ² of Gaussian noise
        if parameter is not None and parameter > LARGEST_SCALE ** (1 if own.noise == "laplace" else 2):
            raise BadInput(
                f"In {plan.where}: the noise of {statistic} in group '{group.name}' would be wider than can be drawn; "
                "give the quantity a greater step or closer bounds, or the group a larger part."
            )
