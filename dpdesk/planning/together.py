"""Which groups of an (ε, δ) plan share one calibration of Gaussian noise, and which spend their part by themselves.

Gaussian noise of several groups composes like that of one: they share an (ε, δ), each with its part of it
(privacy/calibration.py). Laplace noise has no share in that; a group that uses it takes its part of ε by itself, drawn
quantiles their part of both, and the others share what is left, with all of the δ that is left. So the choice of one
group depends on the others. The rule: all groups share; those that are answered better by themselves leave; the others,
of whom each now has less, are asked again, until none leaves. A group that has left does not come back. Nobody is worse
off than by a division of ε and δ among the groups, and where fewer sharers mean more noise for each (so for any ε that
is large beside δ) no other stable division is better for any group.

A function of the plan alone; but a release sealed when each part was calibrated by itself is finished as it was sealed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from dpdesk.errors import Refused
from dpdesk.mechanisms.scales import LAPLACE
from dpdesk.planning.quantile_methods import compare
from dpdesk.privacy.loss import ZCDP, ApproxDP, Loss, SharedDP
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.candidates import Bench
    from dpdesk.planning.compile import CompiledGroup, CompiledPlan
    from dpdesk.planning.plan import Plan

Amount = tuple[Fraction, Fraction]
"""ε and δ."""
Taken = Mapping[int, Amount]
"""What groups take by themselves, by number."""


def settled(plan: Plan, compiled: CompiledPlan, bench: Bench, progress: Progress = silent) -> CompiledPlan:
    """The plan with what each group may spend beside the others.

    Raises:
        BadInput: the mechanism the plan names for a group cannot be used, with the reason.
    """
    if not any(isinstance(group.loss, SharedDP) for group in compiled.groups):
        return compiled
    if bench.drawn_apart:
        return replace(compiled, groups=tuple(_alone(group) for group in compiled.groups))
    taken: dict[int, Amount] = {}
    found = compiled
    while len(compiled.groups) > 1:
        more = {
            number: amount
            for number in range(len(compiled.groups))
            if number not in taken and (amount := _takes(plan, found, number, bench, progress)) is not None
        }
        if not more:
            break
        taken |= more
        groups = (_beside(group, number, taken) for number, group in enumerate(compiled.groups))
        found = replace(compiled, groups=tuple(groups))
    return found


def _takes(plan: Plan, compiled: CompiledPlan, number: int, bench: Bench, progress: Progress) -> Amount | None:
    """What a group takes by itself when it is answered as is best for it; None where it shares."""
    group = compiled.groups[number]
    if not isinstance(group.loss, SharedDP):
        return None
    mechanism = bench.chosen(plan, group, progress).built
    choice = compare(plan, compiled, number, mechanism)
    if choice is not None and choice.chosen is not None:
        return group.loss.epsilon, group.loss.delta
    return (group.loss.epsilon, Fraction(0)) if mechanism.noise == LAPLACE else None


def _beside(group: CompiledGroup, number: int, taken: Taken) -> CompiledGroup:
    """A group beside those that take something by themselves; one of these keeps to what it has chosen."""
    if not isinstance(group.loss, SharedDP):
        return group
    own = taken.get(number)
    if own is not None and own[1]:
        return _alone(group)
    others = [amount for other, amount in taken.items() if other != number]
    loss = group.loss.beside(sum((one for one, _ in others), Fraction(0)), sum((one for _, one in others), Fraction(0)))
    return replace(group, loss=loss, plan=group.plan if own is None else replace(group.plan, noise=LAPLACE))


def _alone(group: CompiledGroup) -> CompiledGroup:
    """A group with its part of ε and δ to itself, both stages of adaptive detail too."""
    detail = group.detail
    if detail is not None:
        levels = tuple(_alone(own) for own in detail.levels)
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
        raise Refused("The groups of the plan would cost more than the loss that the plan states; report this.")


def share_words(loss: Loss, noise: str | None, *, drawn: bool = False) -> str | None:
    """A sentence on what a group spends of an (ε, δ) that is divided; None where nothing is."""
    if not isinstance(loss, SharedDP):
        return f"It takes {loss} by itself." if drawn and isinstance(loss, ApproxDP) else None
    if drawn:
        return f"It takes {loss.alone} by itself."
    if noise == LAPLACE:
        return f"Laplace noise: it takes {loss.pure} by itself; groups with Gaussian noise share what is left."
    if loss.part == 1:
        return f"Gaussian noise: it has all of {loss.together}."
    return f"Gaussian noise is calibrated once for all groups that use it, to {loss.together}; its part is {loss.part}."


__all__ = ["require_within", "settled", "share_words"]
