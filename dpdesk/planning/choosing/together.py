"""Which groups of an (ε, δ) plan share one calibration of Gaussian noise, and which spend their part by themselves.

Gaussian noise of several groups composes like that of one: they share an (ε, δ), each with its part of it
(privacy/calibration.py). Laplace noise has no share in that: a group that uses it takes its part of ε by itself, drawn
quantiles their part of both, and the others share what is left, with all of the δ that is left. A group that leaves
takes from the others, of whom each then has more noise, so that laws of noise are chosen for all groups together:
what is made small is the product of the groups' errors, each to the power of its part. Groups that gain most by leaving
leave first, none or one or ... or all of them, whichever comes out best; groups for which plan or account name a law of
noise have no choice.

With equal parts no other choice of those that leave is better, since what the others lose then depends on their number
alone (but for the δ that drawn quantiles take). A function of the plan alone; but a release that was sealed when each
part was calibrated by itself is finished as it was sealed.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from dpdesk.errors import BadInput, Refused
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE
from dpdesk.mechanisms.quantiles.mechanism import QuantileMechanism
from dpdesk.planning.choosing.candidates import asked_noise
from dpdesk.planning.choosing.quantile_methods import compare
from dpdesk.privacy.calibration import gaussian_scale
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, SharedDP
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.mechanisms import Mechanism
    from dpdesk.planning.choosing.candidates import Bench
    from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
    from dpdesk.planning.document.plan import Plan

Amount = tuple[Fraction, Fraction]
"""ε and δ."""
Taken = Mapping[int, Amount]
"""What groups take by themselves, by number."""
_LEAST = 1e-300
_BETTER = 1e-9
"""Products of errors that differ by less, in logarithms, are alike; then more groups share."""


@dataclass(frozen=True, slots=True)
class _Options:
    """A group's error if all groups share, and if it takes an amount by itself; None where it cannot."""

    loss: SharedDP
    sharing: float | None
    alone: float | None
    amount: Amount


def settled(plan: Plan, compiled: CompiledPlan, bench: Bench, progress: Progress = silent) -> CompiledPlan:
    """The plan with what each group may spend beside the others, and on what law of noise.

    Raises:
        BadInput: the mechanism the plan names for a group cannot be used, with the reason.
    """
    if not any(isinstance(group.loss, SharedDP) for group in compiled.groups):
        return compiled
    if bench.drawn_apart:
        return replace(compiled, groups=tuple(_alone(group) for group in compiled.groups))
    if len(compiled.groups) == 1:
        return compiled
    if bench.sealed:
        taken = {number: amount for number, group in enumerate(compiled.groups) if (amount := _left(group, bench))}
    else:
        taken = _taken([_options(plan, compiled, number, bench, progress) for number in range(len(compiled.groups))])
    groups = (_beside(group, number, taken) for number, group in enumerate(compiled.groups))
    return replace(compiled, groups=tuple(groups))


def _left(group: CompiledGroup, bench: Bench) -> Amount | None:
    """What the sealed integers of a group took by themselves; None where they share."""
    loss = bench.left(group)
    if loss is None or not isinstance(group.loss, SharedDP):
        return None
    return group.loss.epsilon, Fraction(0) if loss.get("delta") is None else group.loss.delta


def _taken(options: Sequence[_Options]) -> dict[int, Amount]:
    """What groups take by themselves, so that the product of all errors is least."""
    must = [number for number, option in enumerate(options) if option.sharing is None]
    free = {
        number: _log(option.sharing) - _log(option.alone)
        for number, option in enumerate(options)
        if option.sharing and option.alone
    }
    order = sorted(free, key=lambda number: -free[number])
    best, least = must, _product(options, must)
    for leaving in range(1, len(order) + 1):
        product = _product(options, [*must, *order[:leaving]])
        if product < least - _BETTER:
            best, least = [*must, *order[:leaving]], product
    return {number: options[number].amount for number in best}


def _product(options: Sequence[_Options], leaving: Sequence[int]) -> float:
    """The logarithm of the product of the errors if some groups leave."""
    staying = [number for number in range(len(options)) if number not in leaving]
    more = 0.0
    if staying and leaving:
        whole = options[staying[0]].loss
        left = whole.beside(*_sum([options[number].amount for number in leaving]))
        try:
            more = math.log(gaussian_scale(left, 1).sigma_squared / gaussian_scale(whole, 1).sigma_squared) / 2
        except BadInput:
            return math.inf
    errors = {number: _log(options[number].alone) for number in leaving} | {
        number: _log(options[number].sharing) + more for number in staying
    }
    return sum(float(options[number].loss.part) * error for number, error in errors.items())


def _log(error: float | None) -> float:
    return math.log(max(error or 0.0, _LEAST))


def _sum(amounts: Sequence[Amount]) -> Amount:
    return sum((part for part, _ in amounts), Fraction(0)), sum((part for _, part in amounts), Fraction(0))


def _options(plan: Plan, compiled: CompiledPlan, number: int, bench: Bench, progress: Progress) -> _Options:
    """What a group's error is with either law of noise, or with drawn quantiles."""
    group = compiled.groups[number]
    loss = group.loss
    if not isinstance(loss, SharedDP):
        raise TypeError("every group of a divided budget has a part of it")
    gaussian, laplace = (_best(plan, group, law, bench, progress) for law in (GAUSSIAN, LAPLACE))
    known = gaussian or laplace or bench.chosen(plan, group, progress).built  # which says why there is none
    score = bench.workshop(plan, group).builder.score
    sharing, alone = (None if mechanism is None else score(mechanism) for mechanism in (gaussian, laplace))
    amount, choice = (loss.epsilon, Fraction(0)), compare(plan, compiled, number, known)
    if choice is not None:
        ranks = [
            None if mechanism is None else compare(plan, compiled, number, mechanism)
            for mechanism in (gaussian, laplace)
        ]
        sharing, alone = (None if rank is None else rank.rank_error for rank in ranks)
        drawn = [method.rank_error for method in choice.drawn.values() if isinstance(method, QuantileMechanism)]
        if group.plan.mechanism != "best":
            sharing = alone = None
        if drawn and (alone is None or min(drawn) < alone * (1 - _BETTER)):
            alone, amount = min(drawn), (loss.epsilon, loss.delta)
    return _Options(loss, sharing, alone, amount)


def _best(plan: Plan, group: CompiledGroup, law: str, bench: Bench, progress: Progress) -> Mechanism | None:
    """The mechanism of a group with a law of noise; None where there is none, or it may not be used."""
    if asked_noise(plan, group) not in (None, law):
        return None
    try:
        return bench.chosen(plan, _with_law(group, law), progress).built
    except BadInput:
        return None


def _with_law(group: CompiledGroup, law: str) -> CompiledGroup:
    return replace(group, plan=replace(group.plan, noise=law))


def _beside(group: CompiledGroup, number: int, taken: Taken) -> CompiledGroup:
    """A group beside those that take something by themselves; each keeps to the law of noise chosen for it."""
    group_share = taken.get(number)
    if not isinstance(group.loss, SharedDP) or (group_share is not None and group_share[1]):
        return _alone(group)
    loss = group.loss.beside(*_sum([amount for other, amount in taken.items() if other != number]))
    return replace(_with_law(group, GAUSSIAN if group_share is None else LAPLACE), loss=loss)


def _alone(group: CompiledGroup) -> CompiledGroup:
    """A group with its part of ε and δ to itself, both stages of adaptive detail too."""
    detail = group.detail
    if detail is not None:
        levels = tuple(_alone(level) for level in detail.levels)
        detail = replace(detail, first_loss=_by_itself(detail.first_loss), levels=levels)
    return replace(group, loss=_by_itself(group.loss), detail=detail)


def _by_itself(loss: Loss) -> Loss:
    return loss.alone if isinstance(loss, SharedDP) else loss


def require_within(plan: Plan, stated: Sequence[Loss]) -> None:
    """Refuse mechanisms that would spend more than an (ε, δ) plan states together; the stated losses of all stages.

    `settled` sees to it that they do not; this is the last look before noise is drawn.
    """
    if not isinstance(plan.loss, ApproxDP):
        return
    shares = [loss for loss in stated if isinstance(loss, SharedDP)]
    pots = {loss.together for loss in shares}
    alone = [loss for loss in stated if not isinstance(loss, (SharedDP, ZCDP))]
    epsilon = sum((loss.epsilon for loss in (*alone, *pots)), Fraction(0))
    delta = sum((loss.delta for loss in (*alone, *pots) if isinstance(loss, ApproxDP)), Fraction(0))
    kept = epsilon <= plan.loss.epsilon and delta <= plan.loss.delta and len(pots) <= 1
    if not kept or sum((loss.part for loss in shares), Fraction(0)) > 1 or any(isinstance(o, ZCDP) for o in stated):
        raise Refused(problem("planning.beyond_its_loss"))


def share_words(loss: Loss, noise: str | None, *, drawn: bool = False) -> str | None:
    """A sentence on what a group spends of an (ε, δ) that is divided; None where nothing is."""
    if drawn:
        return f"It takes {_by_itself(loss)} by itself." if isinstance(loss, ApproxDP) else None
    if not isinstance(loss, SharedDP):
        return None
    if noise == LAPLACE:
        return f"Laplace noise: it takes {loss.pure} by itself; groups with Gaussian noise share what is left."
    if loss.part == 1:
        return f"Gaussian noise: it has all of {loss.together}."
    return f"Gaussian noise is calibrated once for all groups that use it, to {loss.together}; its part is {loss.part}."
