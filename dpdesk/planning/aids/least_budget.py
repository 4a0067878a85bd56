"""The least budget with which a plan meets its targets, and how it is split among the groups of tables.

Each group with targets gets the least loss at which all of them are met; a group without targets keeps the ε or ρ it
has, in three digits, rounded up. Budgets are looked for among numbers of three significant digits, the mechanism chosen
anew at each of them, and the forecast is made at the very budget that is returned; a digit less in any group would miss
a target.

What several groups answer is printed as an average, better than what each of them knows (choosing/printed.py): where
groups with targets share something, the budgets that each would need by itself are made smaller together, in
proportion, until a target would be missed, and then those that can be made smaller still, one by one.

ε or ρ add up, so that the groups can be looked at one by one. Under (ε, δ) groups with Gaussian noise share one
calibration (choosing/together.py): the plan keeps its δ, and the least ε is looked for at which the parts that the
groups need sum to at most 1. Which groups take their part by themselves follows from the parts: those of the plan as it
is are assumed to, then those that come out, and a larger ε is taken where that does not agree.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from dpdesk.errors import BadInput
from dpdesk.mechanisms.core.scales import GAUSSIAN, LAPLACE
from dpdesk.planning.aids.budget_for_margin import DIGITS, LEAST, affordable, pays, value_at
from dpdesk.planning.choosing.printed import Mechanisms, by_statistic, own_noises
from dpdesk.planning.choosing.quantile_methods import compare
from dpdesk.planning.choosing.refusals import Reason, refusal_json
from dpdesk.planning.choosing.together import settled
from dpdesk.planning.compiler.budgets import short_text, three_digits, unit_of, value_of, with_value
from dpdesk.planning.forecast.forecast import Forecaster
from dpdesk.planning.forecast.targets import Aim, Answers, Reached, aim_phrase, aims_of, figure_words, reached
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.privacy.loss import ApproxDP, Loss, SharedDP
from dpdesk.problems.problem import phrase, problem
from dpdesk.problems.render import render
from dpdesk.progress import Progress, silent

if TYPE_CHECKING:
    from dpdesk.planning.choosing.candidates import Candidate
    from dpdesk.planning.compiler.compiled import CompiledGroup
    from dpdesk.planning.document.plan import Plan

ROUNDS = 8
"""So often are weights fitted to the targets."""
WORTH = Fraction(98, 100)
"""A fitted budget is worth mentioning up to this share of the plain one."""
LIGHTEST = Fraction(1, 1000)
"""The weight of statistics without a target, and the least of the others; the greatest is 1."""
FINEST_PART = 10_000
"""Under (ε, δ) parts are looked for among multiples of 1 / FINEST_PART."""


Weights = Mapping[str, Fraction]
"""The weight of each statistic of a group."""


@dataclass(frozen=True, slots=True)
class LeastBudget:
    """The budget of the whole plan that meets all its targets, or why there is none.

    `text` is the exact value of `unit` (epsilon or rho) for the plan's loss; a δ stays. `parts` are the groups in the
    plan's order, each with its part of it as an exact text; `binding` the target of each group that would be missed
    first. `failed` is the place in the plan of the target that cannot be met, where one is to blame. `weights` are
    those to be given to statistics, by group, where they were fitted to the targets.
    """

    possible: bool
    refused: Reason | None
    unit: str
    failed: int | None = None
    text: str = ""
    loss: Loss | None = None
    parts: tuple[tuple[str, str], ...] = ()
    binding: tuple[tuple[str, int], ...] = ()
    chosen: tuple[tuple[str, str, str], ...] = ()
    reached: tuple[Reached, ...] = ()
    weights: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()

    @property
    def why_not(self) -> str:
        """Why there is none, in English; "" where there is one."""
        return "" if self.refused is None else render(self.refused)

    def to_json(self) -> dict[str, Any]:
        """The object `dpdesk forecast --least-budget --json` has under "least_budget"."""
        value = None if self.loss is None else value_of(self.loss)
        return {
            "possible": self.possible,
            **refusal_json(self.refused),
            "failed": self.failed,
            "unit": self.unit,
            "text": self.text or None,
            "loss": None if self.loss is None else self.loss.to_json(),
            "parts": dict(self.parts),
            "amounts": {} if value is None else {name: short_text(parse_exact(p) * value) for name, p in self.parts},
            "binding": dict(self.binding),
            "chosen": {name: {"mechanism": mechanism, "noise": noise} for name, mechanism, noise in self.chosen},
            "targets": [one.to_json() for one in self.reached],
            "weights": {name: dict(weights) for name, weights in self.weights},
        }


def least_budget(plan: Plan, progress: Progress = silent, *, forecaster: Forecaster | None = None) -> LeastBudget:
    """The least loss of the plan, and its split, for which every target of the plan is met.

    `progress` is called at each budget tried and may raise; `forecaster` shares what it has built.

    Raises:
        BadInput: an impossible plan, or one without targets.
    """
    if not plan.targets:
        raise BadInput(problem("planning.no_targets", plan.file.whole))
    return _least(_Search(plan, forecaster or Forecaster(), progress))


def fitted_budget(
    plan: Plan, plain: LeastBudget, progress: Progress = silent, *, forecaster: Forecaster | None = None
) -> LeastBudget | None:
    """A smaller budget than `plain`, what `least_budget` found, with weights fitted to the targets; None for none.

    What a group makes small is weighted anew, each statistic by the square of how far it is from its target, until that
    no longer helps: the targets of a group then bind about at the same budget. Statistics without a target weigh next
    to nothing, and become less accurate. Groups of one statistic, or of another objective, stay as they are.

    Raises:
        BadInput: an impossible plan.
    """
    forecaster = forecaster or Forecaster()
    search = _Search(plan, forecaster, progress)
    if any(aim.why_not for aim in search.aims):
        return None
    best, at, least = plain, plain, None if plain.loss is None else value_of(plain.loss)
    for _ in range(ROUNDS):
        weights = search.weighed(at)
        if not weights:
            break
        search = _Search(plan, forecaster, progress, weights)
        at = _least(search)
        if at.loss is None:
            continue
        value = value_of(at.loss)
        if least is not None and value >= least * Fraction(995, 1000):
            break
        best, least = replace(at, weights=search.weights_text()), value
    if best is plain or (plain.loss is not None and least is not None and least > value_of(plain.loss) * WORTH):
        return None
    return best


def _least(search: _Search) -> LeastBudget:
    """The least budget for the aims of a search."""
    plan = search.plan
    for aim in search.aims:
        if aim.why_not is not None:
            what = aim_phrase(plan, aim.record, aim.about)
            why = phrase("planning.target_not_judged", aim=what, why=aim.why_not)
            return LeastBudget(False, why, search.unit, aim.at)
    most = affordable(plan)
    if most < LEAST * DIGITS:
        return LeastBudget(False, phrase("planning.no_budget"), search.unit)
    for number in search.groups:
        missed = search.missed(number, with_value(plan.loss, value_at(most)))
        if missed is not None:
            return search.cannot(missed, value_at(most))
    return search.shared(most) if isinstance(plan.loss, ApproxDP) else search.summed(most)


class _Search:
    """The groups with targets, and which budgets meet them."""

    def __init__(
        self, plan: Plan, forecaster: Forecaster, progress: Progress, weights: Mapping[int, Weights] | None = None
    ) -> None:
        self.plan, self.bench, self.progress = plan, forecaster.bench, progress
        self.weights = dict(weights or {})
        compiled = self.bench.compile(plan)
        groups = [_with_weights(one, self.weights.get(number)) for number, one in enumerate(compiled.groups)]
        self.compiled = replace(compiled, groups=tuple(groups))
        self.aims = aims_of(plan, self.compiled)
        self.unit = unit_of(plan.loss)
        self.sign = "rho" if self.unit == "rho" else "epsilon"
        self.groups: dict[int, list[Aim]] = {}
        for aim in self.aims:
            if aim.group >= 0:
                self.groups.setdefault(aim.group, []).append(aim)
        self._seen: dict[tuple[int, Loss, str | None], Candidate | None] = {}
        self._parts: dict[int, dict[Fraction, int]] = {}
        self._apart: set[int] = set()

    def weights_text(self) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
        """The weights of this search as texts, by group."""
        names = [group.name for group in self.compiled.groups]
        return tuple(
            (names[number], tuple((name, short_text(weight)) for name, weight in weights.items()))
            for number, weights in sorted(self.weights.items())
        )

    def weighed(self, answer: LeastBudget) -> dict[int, Weights]:
        """New weights for the groups whose targets could bind more evenly than they do at an answer's budget."""
        result: dict[int, Weights] = {}
        for number, aims in self.groups.items():
            group = self.compiled.groups[number]
            statistics = dict.fromkeys(group.statistics)
            if group.plan.objective != "weighted" or len(statistics) < 2 or any(aim.sought for aim in aims):
                continue
            loss = self.plan.loss if answer.loss is None else answer.loss
            parts = dict(answer.parts)
            if answer.loss is None:
                chosen = self.chosen(number, loss)
                answers = None if chosen is None else self.alone(number, self.group(number, loss), chosen)
            else:
                shares = {
                    position: loss.share(parse_exact(parts[one.name]))
                    for position, one in enumerate(self.compiled.groups)
                }
                answers = self.answers({at: self.group(at, own) for at, own in shares.items()}).get(number)
            if answers is None:
                continue
            far: dict[str, float] = {}
            for aim in aims:
                for name, own_rows in _by_statistic(group, aim).items():
                    share = own_rows.figure(answers, self.plan.level) / max(float(aim.limit), 1e-9)
                    far[name] = max(far.get(name, 0.0), share)
            own = {part.statistic: weight / part.share for part, weight in zip(group.parts, group.weights, strict=True)}
            raw = {name: float(own[name]) * far.get(name, 0.0) ** 2 for name in statistics}
            most = max(raw.values())
            if most > 0:
                result[number] = {
                    name: max(LIGHTEST, three_digits(value / most)) if value > 0 else LIGHTEST
                    for name, value in raw.items()
                }
        return result

    def group(self, number: int, loss: Loss) -> CompiledGroup:
        """A group that may spend a loss of its own."""
        return replace(self.compiled.groups[number], loss=loss)

    def chosen(self, number: int, loss: Loss) -> Candidate | None:
        """The mechanism of a group at a loss of its own; None where no noise can be calibrated."""
        return self.chosen_for(number, self.group(number, loss))

    def chosen_for(self, number: int, group: CompiledGroup) -> Candidate | None:
        """The mechanism of a group as it is, by its number; None where no noise can be calibrated."""
        key = (number, group.loss, group.plan.noise)
        if key not in self._seen:
            self.progress("working backwards")
            try:
                self._seen[key] = self.bench.chosen(self.plan, group, self.progress)
            except BadInput:
                self._seen[key] = None
        return self._seen[key]

    def missed(self, number: int, loss: Loss) -> tuple[Aim, float | None] | None:
        """The target of a group that a loss of its own misses by most, with what it reaches; None if all are met."""
        return self.missed_by(number, self.group(number, loss))

    def missed_beside(
        self, number: int, value: Fraction, part: Fraction, taken: Fraction
    ) -> tuple[Aim, float | None] | None:
        """The same of a part of (value, δ) beside others that take some of ε by themselves."""
        group = self.group(number, with_value(self.plan.loss, value).share(part))
        if isinstance(group.loss, SharedDP) and len(self.compiled.groups) > 1:
            law = LAPLACE if number in self._apart else GAUSSIAN
            loss = group.loss.beside(Fraction(0) if number in self._apart else taken, Fraction(0))
            group = replace(group, loss=loss, plan=replace(group.plan, noise=law))
        return self.missed_by(number, group)

    def missed_by(self, number: int, group: CompiledGroup) -> tuple[Aim, float | None] | None:
        """The target of a group that its mechanism misses by most, by itself."""
        chosen = self.chosen_for(number, group)
        return self.worst(number, None if chosen is None else self.alone(number, group, chosen))

    def alone(self, number: int, group: CompiledGroup, chosen: Candidate) -> Answers:
        """What a group prints with a mechanism, by itself."""
        return Answers(own_noises(group, chosen.built), self.ranks(number, group, chosen))

    def ranks(self, number: int, group: CompiledGroup, chosen: Candidate) -> float | None:
        """How far off drawn quantiles are in a group that asks for them alone, where anybody wishes to know."""
        if group.detail is not None or not any(aim.sought for aim in self.groups.get(number, ())):
            return None
        groups = tuple(group if position == number else own for position, own in enumerate(self.compiled.groups))
        choice = compare(self.plan, replace(self.compiled, groups=groups), number, chosen.built)
        return None if choice is None or choice.chosen is None else choice.chosen.limit_ranks

    def worst(self, number: int, answers: Answers | None) -> tuple[Aim, float | None] | None:
        """The target of a group that is missed by most with what it prints; None if all are met."""
        if answers is None:
            return self.groups[number][0], None
        worst: tuple[Aim, float] | None = None
        far = 0.0
        for aim in self.groups[number]:
            figure = aim.figure(answers, self.plan.level)
            if not aim.met(figure) and (worst is None or figure / float(aim.limit) > far):
                worst, far = (aim, figure), figure / float(aim.limit) if aim.limit else math.inf
        return worst

    def answers(self, groups: Mapping[int, CompiledGroup]) -> dict[int, Answers]:
        """What is printed of each group, by number; without those that cannot be calibrated."""
        chosen = {number: self.chosen_for(number, group) for number, group in groups.items()}
        mechanisms: list[Mechanisms] = [{} for _ in self.compiled.groups]
        for number, one in chosen.items():
            if one is not None and number not in self.apart:
                mechanisms[number] = by_statistic(self.compiled.groups[number], one.built)
        printed = self.bench.sharing.printed(self.compiled, mechanisms)
        return {
            number: Answers(printed.noises[number], self.ranks(number, groups[number], one))
            if mechanisms[number]
            else self.alone(number, groups[number], one)
            for number, one in chosen.items()
            if one is not None
        }

    @cached_property
    def apart(self) -> set[int]:
        """Groups whose counts nobody else answers: those with adaptive detail, and those whose quantiles are drawn."""
        found = {number for number, group in enumerate(self.compiled.groups) if group.detail is not None}
        there = settled(self.plan, self.compiled, self.bench, self.progress)
        for number, group in enumerate(there.groups):
            if number not in found:
                choice = compare(self.plan, there, number, self.bench.chosen(self.plan, group, self.progress).built)
                found |= set() if choice is None or choice.chosen is None else {number}
        return found

    @cached_property
    def sharing(self) -> bool:
        """Whether what a group with targets answers is answered by another group too."""
        partners = (self.bench.sharing.partners(self.compiled, number) for number in self.groups)
        return any(len(partner - self.apart) > 1 for partner in partners)

    def missed_together(self, groups: Mapping[int, CompiledGroup]) -> dict[int, Aim]:
        """Of each group the target that is missed by most in what is printed of all of them."""
        answers = self.answers(groups)
        found = {number: self.worst(number, answers.get(number)) for number in self.groups}
        return {number: missed[0] for number, missed in found.items() if missed is not None}

    def divided(self, amounts: Mapping[int, Fraction]) -> tuple[Fraction, dict[int, Fraction]]:
        """An ε of three digits for all amounts of the groups, and the part of it that each is."""
        total = _three_digits_up(sum(amounts.values(), Fraction(0)))
        return total, {number: amount / total for number, amount in amounts.items()}

    def at(self, amounts: Mapping[int, Fraction]) -> dict[int, CompiledGroup]:
        """All groups, each with an ε or ρ of its own, or its part of a common (ε, δ)."""
        if isinstance(self.plan.loss, ApproxDP):
            return dict(enumerate(self.settled(*self.divided(amounts))))
        return {number: self.group(number, with_value(self.plan.loss, value)) for number, value in amounts.items()}

    def bound(
        self, needs: Mapping[int, Fraction], kept: Mapping[int, Fraction], known: Mapping[int, int]
    ) -> dict[int, int]:
        """For each group with targets one that is missed with a digit less for it: its own, if any is."""
        found = {}
        for number, value in needs.items():
            missed = self.missed_together(self.at({**kept, **needs, number: value_at(_place(value) - 1)}))
            first = missed.get(number) or next(iter(missed.values()), None)
            found[number] = known[number] if first is None else first.at
        return found

    def lowered(self, needs: Mapping[int, Fraction], kept: Mapping[int, Fraction]) -> dict[int, Fraction]:
        """What groups need beside each other: the least sum of some ways to lower what each needs by itself.

        They are lowered together in proportion first, or left as they are; then one by one, from either end: a group
        that needs little is a help to one that needs much, or none, and which is cheaper only trying tells.
        """

        def scaled(place: int) -> dict[int, Fraction]:
            return {number: _three_digits_up(own * value_at(place)) for number, own in needs.items()}

        def met(amounts: Mapping[int, Fraction]) -> bool:
            return not self.missed_together(self.at({**kept, **amounts}))

        step = 1
        while not met(scaled(step - 1)):  # an average of noise on whole numbers may, just so, have a wider margin
            step *= 2
        together = scaled(_least_place(LEAST * DIGITS - 1, step - 1, lambda place: met(scaled(place))))
        if len(needs) == 1:
            return _one_by_one(together, list(needs), met)
        starts = [together, scaled(0)] if met(scaled(0)) else [together]
        ways = [_one_by_one(start, order, met) for start in starts for order in (list(needs), list(needs)[::-1])]
        return min(ways, key=lambda way: sum(way.values()))

    def cannot(self, missed: tuple[Aim, float | None], most: Fraction) -> LeastBudget:
        """The sentence about a target that is missed with all that the account allows."""
        aim, figure = missed
        what, known = aim_phrase(self.plan, aim.record, aim.about), phrase("planning.target_unanswered")
        if figure is not None:
            known = phrase(
                "planning.target_comes_to", figure=figure_words(aim.record, figure, rough=aim.sought is not None)
            )
        why = phrase("planning.target_not_met", aim=what, unit=self.sign, most=short_text(most), known=known)
        return LeastBudget(False, why, self.unit, aim.at)

    def least(self, number: int, most: int) -> int:
        """The least budget, as a place among three-digit numbers, at which a group of its own meets its targets."""
        low, high = LEAST * DIGITS - 1, most
        while high - low > 1:
            middle = (low + high) // 2
            if self.missed(number, with_value(self.plan.loss, value_at(middle))) is None:
                high = middle
            else:
                low = middle
        return high

    def summed(self, most: int) -> LeastBudget:
        """Where ε or ρ add up: each group's least budget, and what the others have."""
        needs: dict[int, Fraction] = {}
        binding: dict[int, int] = {}
        for number in self.groups:
            at = self.least(number, most)
            needs[number] = value_at(at)
            below = self.missed(number, with_value(self.plan.loss, value_at(at - 1)))
            binding[number] = self.groups[number][0].at if below is None else below[0].at
        kept = {
            number: _three_digits_up(value_of(self.plan.loss) * group.plan.part)
            for number, group in enumerate(self.compiled.groups)
            if number not in needs
        }
        if self.sharing:
            needs = self.lowered(needs, kept)
            binding = self.bound(needs, kept, binding)
        total = sum((needs | kept).values(), Fraction(0))
        if not pays(self.plan.dictionary.cap, with_value(self.plan.loss, total)):
            return self.too_dear(needs, binding, total, value_at(most))
        parts = {number: value / total for number, value in (needs | kept).items()}
        return self.found(total, parts, binding, self.settled(total, parts))

    def too_dear(
        self, needs: Mapping[int, Fraction], binding: Mapping[int, int], total: Fraction, most: Fraction
    ) -> LeastBudget:
        """The sentence about targets that can be met one by one and not together."""
        dearest = max(needs, key=lambda number: needs[number])
        aim = self.aims[binding[dearest]]
        why = phrase(
            "planning.targets_too_dear",
            unit=self.sign,
            total=short_text(total),
            most=short_text(most),
            aim=aim_phrase(self.plan, aim.record, aim.about),
            needs=short_text(needs[dearest]),
        )
        return LeastBudget(False, why, self.unit, aim.at)

    def part(self, number: int, value: Fraction, taken: Fraction) -> Fraction | None:
        """The least part of (value, δ) with which a group meets its targets beside others that take some of ε.

        None where all that is left does not do.
        """
        known = self._parts.setdefault(number, {})  # of a larger ε no larger part is needed
        low = max((part for other, part in known.items() if other >= value), default=1) - 1
        high = min((part for other, part in known.items() if other <= value), default=FINEST_PART)
        high = min(high, math.floor(FINEST_PART * (value - taken) / value))
        if high <= low or self.missed_beside(number, value, Fraction(high, FINEST_PART), taken) is not None:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if self.missed_beside(number, value, Fraction(middle, FINEST_PART), taken) is None:
                high = middle
            else:
                low = middle
        known[value] = high
        return Fraction(high, FINEST_PART)

    def parts(self, value: Fraction) -> dict[int, Fraction] | None:
        """What every group needs of (value, δ); None where that is more than there is."""
        spent, taken = value_of(self.plan.loss), Fraction(0)
        needed: dict[int, Fraction] = {}
        for number in sorted(range(len(self.compiled.groups)), key=lambda own: own not in self._apart):
            kept = self.compiled.groups[number].plan.part * spent / value
            apart = number in self._apart
            part = self.part(number, value, taken) if number in self.groups else kept
            if part is None or sum(needed.values(), part) > 1:
                return None
            needed[number] = part
            taken += part * value if apart else 0
        return needed

    def shared(self, most: int) -> LeastBudget:
        """Under (ε, δ): the least ε whose parts sum to at most 1, and at which the whole plan meets its targets."""
        floor, step, seen = LEAST * DIGITS - 1, 1, []
        self._apart = _leaving(settled(self.plan, self.compiled, self.bench, self.progress).groups)
        while (found := self.least_shared(floor, most)) is not None:
            at, parts = found
            groups = self.settled(value_at(at), parts)
            if not any(self.missed_by(number, groups[number]) for number in self.groups):
                binding = self.binding(value_at(at), parts)
                if not self.sharing:
                    return self.found(value_at(at), parts, binding, groups)
                amounts = {number: part * value_at(at) for number, part in parts.items()}
                kept = {number: amount for number, amount in amounts.items() if number not in self.groups}
                needs = self.lowered({number: amounts[number] for number in self.groups}, kept)
                total, less = self.divided(kept | needs)
                if total > value_at(most):
                    return self.found(value_at(at), parts, binding, groups)
                return self.found(total, less, self.bound(needs, kept, binding), self.settled(total, less))
            seen.append(self._apart)
            if (apart := _leaving(groups)) in seen:
                floor, step = at + step - 1, 2 * step
            else:
                self._apart = apart
                self._parts.clear()
        why = phrase("planning.targets_not_together", most=short_text(value_at(most)))
        return LeastBudget(False, why, self.unit)

    def least_shared(self, floor: int, most: int) -> tuple[int, dict[int, Fraction]] | None:
        """The place of the least ε above a floor whose parts sum to at most 1, and the parts; None if there is none."""
        low, high, best = floor, most, self.parts(value_at(most))
        if best is None or low >= high:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            found = self.parts(value_at(middle))
            if found is None:
                low = middle
            else:
                high, best = middle, found
        return high, best

    def settled(self, value: Fraction, parts: Mapping[int, Fraction]) -> tuple[CompiledGroup, ...]:
        """The groups of the plan with this ε and these parts."""
        whole = with_value(self.plan.loss, value)
        groups = (replace(own, loss=whole.share(parts[number])) for number, own in enumerate(self.compiled.groups))
        return settled(self.plan, replace(self.compiled, groups=tuple(groups)), self.bench, self.progress).groups

    def binding(self, value: Fraction, parts: Mapping[int, Fraction]) -> dict[int, int]:
        """For each group with targets the one that is missed first with a smaller part."""
        taken = sum((part * value for number, part in parts.items() if number in self._apart), Fraction(0))
        found = {}
        for number in self.groups:
            below = parts[number] - Fraction(1, FINEST_PART)
            missed = self.missed_beside(number, value, below, taken) if below > 0 else None
            found[number] = self.groups[number][0].at if missed is None else missed[0].at
        return found

    def found(
        self,
        total: Fraction,
        parts: Mapping[int, Fraction],
        binding: Mapping[int, int],
        groups: Sequence[CompiledGroup],
    ) -> LeastBudget:
        """The answer, with what each target comes to at the very losses it names."""
        chosen = {number: self.chosen_for(number, group) for number, group in enumerate(groups)}
        built = {number: one for number, one in chosen.items() if one is not None}
        answers = self.answers(dict(enumerate(groups)))
        names = [group.name for group in self.compiled.groups]
        return LeastBudget(
            True,
            None,
            self.unit,
            None,
            short_text(total),
            with_value(self.plan.loss, total),
            tuple((names[number], format_exact(parts[number])) for number in sorted(parts)),
            tuple((names[number], at) for number, at in sorted(binding.items())),
            tuple((names[number], one.name, str(one.noise)) for number, one in sorted(built.items())),
            tuple(reached(self.plan, aim, answers.get(aim.group)) for aim in self.aims),
        )


def _leaving(groups: Sequence[CompiledGroup]) -> set[int]:
    """The settled groups that take their part of an (ε, δ) by themselves, by number; a single group has it all."""
    alone = (
        number for number, own in enumerate(groups) if own.plan.noise == LAPLACE or not isinstance(own.loss, SharedDP)
    )
    return set(alone) if len(groups) > 1 else set()


def _by_statistic(group: CompiledGroup, aim: Aim) -> dict[str, Aim]:
    """An aim cut into one for each statistic it is about."""
    starts = np.array([part.first for part in group.parts], dtype=np.int64)
    part_of = np.searchsorted(starts, aim.rows, side="right") - 1
    names = [group.parts[at].statistic for at in np.unique(part_of).tolist()]
    result = {}
    for name in dict.fromkeys(names):
        own = np.isin(part_of, [number for number, part in enumerate(group.parts) if part.statistic == name])
        result[name] = replace(aim, rows=aim.rows[own], expected=None if aim.expected is None else aim.expected[own])
    return result


def _with_weights(group: CompiledGroup, weights: Weights | None) -> CompiledGroup:
    """A group whose statistics weigh something else."""
    if weights is None:
        return group
    return replace(
        group,
        plan=replace(group.plan, weights=weights),
        weights=tuple(weights[part.statistic] * part.share for part in group.parts),
    )


def _one_by_one(
    amounts: Mapping[int, Fraction], order: Sequence[int], met: Callable[[Mapping[int, Fraction]], bool]
) -> dict[int, Fraction]:
    """Each amount as little as it can be beside the others, in some order."""
    found = dict(amounts)
    for number in order:

        def alone(place: int, number: int = number) -> bool:
            return met({**found, number: value_at(place)})

        found[number] = value_at(_least_place(LEAST * DIGITS - 1, _place(found[number]), alone))
    return found


def _least_place(low: int, high: int, met: Callable[[int], bool]) -> int:
    """The least place above `low` at which targets are met, `high` being one."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if met(middle) else (middle, high)
    return high


def _place(value: Fraction) -> int:
    """The place of a number of three significant digits: `value_at` of it."""
    power = math.floor(math.log10(value) + 1e-9)
    return power * DIGITS + round(value / Fraction(10) ** power * 100) - 100


def _three_digits_up(value: Fraction) -> Fraction:
    """The least number of three significant digits that is no smaller."""
    places = 2 - math.floor(math.log10(value))
    scale = Fraction(10) ** places
    return Fraction(math.ceil(value * scale)) / scale
