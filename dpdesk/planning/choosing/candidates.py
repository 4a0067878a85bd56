"""The mechanisms a group could be answered with: every row of the catalogue with every noise its loss allows.

A `Bench` keeps what it has built. What decides a mechanism is the group's workload, weights and sums, the relation and
c, the name and the noise; another loss only calibrates it anew. So an edit of one group builds nothing for the others,
and an edit of a text builds nothing at all.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from threading import Lock
from typing import TYPE_CHECKING, Any

from dpdesk.errors import BadInput
from dpdesk.mechanisms import Builder, Mechanism, SumRange, catalogue, noises, why_not
from dpdesk.mechanisms.core.chain import Chain
from dpdesk.mechanisms.detail import AreaBuilder
from dpdesk.mechanisms.quantiles.mechanism import SENTENCES
from dpdesk.planning.choosing.checks import check_plan
from dpdesk.planning.choosing.printed import Sharing
from dpdesk.planning.choosing.refusals import Reason
from dpdesk.planning.compiler.compile import Compiler
from dpdesk.planning.compiler.compiled import CompiledGroup, CompiledPlan
from dpdesk.planning.compiler.measures.chains import chains_of
from dpdesk.planning.document.names import quantity_label
from dpdesk.planning.joint.ties import Tie
from dpdesk.planning.memory import Memory
from dpdesk.privacy.loss import ApproxDP, Loss
from dpdesk.privacy.neighbours import Neighbours
from dpdesk.privacy.noise import LARGEST_SCALE
from dpdesk.problems.problem import Document, Phrase, phrase, problem
from dpdesk.progress import Progress, heard_by, silent
from dpdesk.queries import Stack

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan
    from dpdesk.schema.dictionary import Dictionary

ROOM = 2**23
"""Numbers (standard errors, mostly) a bench keeps of strategies, and as many of calibrated mechanisms."""
TAKES_LONG = phrase("planning.takes_long")
PLANS = 64
"""Most compiled plans that are kept: the one on the desk, and what searches for groups or a budget try beside it."""
TIES = 256
"""Plans whose ties are kept."""
SMALLEST = 1000
"""What a mechanism weighs in such numbers, its arrays apart."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """One row of the comparison: a mechanism with one noise, or why it is not available.

    `takes_long`: it is found by optimisation, and nobody has asked for that.
    """

    name: str
    noise: str | None
    mechanism: Mechanism | None
    why_not: Reason | None = None
    takes_long: bool = False

    @property
    def built(self) -> Mechanism:
        """The mechanism of a row that is available; LookupError for one that is not."""
        if self.mechanism is None:
            raise LookupError("this row has no mechanism")
        return self.mechanism


Question = tuple[
    Stack, tuple[Fraction, ...], str, tuple[SumRange, ...], Neighbours, int, bool, bool, tuple[Chain, ...], int
]
"""What decides a group's strategies: workload, weights, objective, sums, relation, c, whether each unit has one row,
whether it counts once in each cell, which vectors are nested, and how many rows there can be."""


class Workshop:
    """Builds the mechanisms of one question for one loss after the other; `built` keeps those of all workshops.

    `sealed` is what sealed integers of the question were drawn for, if any: a row that searches takes it from there.
    `builder` is AreaBuilder for what is asked of one area among others. For all threads: a builder works for one at a
    time, and what it has built is had without waiting.
    """

    def __init__(
        self,
        question: Question,
        built: Memory[tuple[Workshop, str, str, Loss], Mechanism],
        sealed: Mapping[str, Any] | None = None,
        builder: type[Builder] = Builder,
    ) -> None:
        workload, weights, objective, sums, neighbours, rows_per_unit, exact_row, once, chains, most_rows = question
        self.builder = builder(
            workload,
            neighbours,
            weights=weights,
            objective=objective,
            rows_per_unit=rows_per_unit,
            exact_row=exact_row,
            once=once,
            sums=sums,
            sealed=sealed,
            chains=chains,
            most_rows=most_rows,
        )
        self.weight = SMALLEST + workload.shape[0] * (1 + len(sums))
        self._built = built
        self._building = Lock()

    def mechanism(self, name: str, noise: str, loss: Loss, progress: Progress = silent) -> Mechanism:
        """One row of the catalogue; an optimisation reports to `progress` and is stopped by what that raises."""

        def made() -> Mechanism:
            with self._building, heard_by(progress):
                return self.builder.build(name, noise, loss)

        return self._built.get((self, name, noise, loss), made, lambda _: self.weight)

    def best_first(
        self, rows: Sequence[tuple[str, str]], loss: Loss, progress: Progress = silent
    ) -> Iterator[tuple[str, str]]:
        """Rows of the catalogue by what "best" minimises, the least first; as `mechanism` reports and is stopped."""
        ranked = self.builder.best_first(rows, loss)
        while True:
            with self._building, heard_by(progress):
                row = next(ranked, None)
            if row is None:
                return
            yield row


class Bench:
    """Compiled plans and built mechanisms of earlier forecasts, as far as there is room. For all threads.

    `described` are by group the descriptions of mechanisms that integers are sealed for, each for its group alone.
    """

    def __init__(self, described: Mapping[str, Mapping[str, Any]] | None = None) -> None:
        self._described = described or {}
        self._compiler = Compiler()
        self._plans: Memory[tuple[Dictionary, str, Document], CompiledPlan] = Memory(ROOM)
        self.sharing = Sharing()
        self.ties: Memory[tuple[object, ...], tuple[Tie, ...]] = Memory(TIES)
        self._workshops: Memory[tuple[Question, type[Builder], str], Workshop] = Memory(ROOM)
        self._built: Memory[tuple[Workshop, str, str, Loss], Mechanism] = Memory(ROOM)
        self._chosen: Memory[tuple[Workshop, tuple[tuple[str, str], ...], str, Loss], Candidate] = Memory(ROOM)

    @property
    def drawn_apart(self) -> bool:
        """Whether the integers were sealed when each part of an (ε, δ) was still calibrated by itself.

        Then every group states an ε and a δ, and none is said to be a part of what groups share.
        """
        losses = [loss for described in self._described.values() for loss in _losses(described)]
        return bool(losses) and all(loss.get("delta") is not None and "part" not in loss for loss in losses)

    @property
    def sealed(self) -> bool:
        """Whether integers are sealed, so that nothing about how they were drawn is left to choose."""
        return bool(self._described)

    def left(self, group: CompiledGroup) -> Mapping[str, Any] | None:
        """The loss that the sealed integers of a group took by themselves; None where they share it with others."""
        losses = _losses(self._described[group.name])
        return losses[0] if losses and all("part" not in loss for loss in losses) else None

    def drawn_by(self, group: CompiledGroup) -> tuple[str, str] | None:
        """Mechanism and law of noise that a group's integers were drawn by; None where none are sealed."""
        described = self._sealed(group)
        return None if described is None else (described.get("mechanism", ""), described.get("noise", ""))

    def compile(self, plan: Plan) -> CompiledPlan:
        """Check and compile a plan, once for all who ask about it. Raises BadInput as `checks.check_plan` does."""
        # Where the plan says its dictionary lies decides nothing: the dictionary itself is part of the key.
        key = plan.dictionary, plan.record.model_dump_json(exclude={"dictionary"}), plan.file
        return self._plans.get(key, lambda: check_plan(plan, self._compiler), _weight)

    def tabulate(self, plan: Plan) -> CompiledPlan:
        """Compile a plan that need not be payable yet, with what earlier plans had in common with it.

        Raises BadInput for what cannot be tabulated.
        """
        return self._compiler.compile(plan)

    def _sealed(self, group: CompiledGroup) -> Mapping[str, Any] | None:
        """What the integers of a group, or of a level of it, were drawn for; None where none were."""
        described = self._described.get(group.name)
        return described if described is None or group.level is None else described["levels"][group.level]

    def workshop(self, plan: Plan, group: CompiledGroup) -> Workshop:
        """Where the mechanisms of a group are built."""
        sums = tuple(
            SumRange(sum_range.lower, sum_range.upper, sum_range.share, sum_range.nowhere) for sum_range in group.sums
        )
        areas = group.detail is not None or group.level is not None
        chains = () if areas else chains_of(plan.dictionary, [sum_range.quantity for sum_range in group.sums])
        question = (
            group.workload,
            group.weights,
            group.plan.objective,
            sums,
            group.neighbours,
            group.rows_per_unit,
            group.exact_row,
            group.space.once,
            chains,
            plan.dictionary.max_rows,
        )
        builder = Builder if group.level is None else AreaBuilder
        described = self._sealed(group)
        return self._workshops.get(
            (question, builder, "" if described is None else f"{group.name} {group.level}"),
            lambda: Workshop(question, self._built, described, builder),
            lambda made: made.weight * len(catalogue()),
        )

    def mechanism(self, plan: Plan, group: CompiledGroup, name: str, noise: str) -> Mechanism:
        """One mechanism of a group with one noise."""
        return self.workshop(plan, group).mechanism(name, noise, group.loss)

    def candidates(
        self, plan: Plan, group: CompiledGroup, progress: Progress = silent, *, numerical: bool = False
    ) -> list[Candidate]:
        """Every row of the catalogue for a group, in the catalogue's order.

        One that is found by optimisation is worked out where the plan names it, and otherwise if `numerical`.
        """
        candidates: list[Candidate] = []
        workshop = self.workshop(plan, group)
        for name in catalogue():
            laws = noises(name, group.loss)
            if not laws:
                reason = why_not(name, group.workload, group.loss, group.neighbours)
                candidates.append(Candidate(name, None, None, reason))
            for law in laws:
                progress("comparing methods")
                refused = workshop.builder.refuses(name, law)
                if refused is not None:
                    candidates.append(Candidate(name, law, None, refused))
                    continue
                if workshop.builder.takes_long(name, law) and group.plan.mechanism != name and not numerical:
                    candidates.append(Candidate(name, law, None, TAKES_LONG, takes_long=True))
                    continue
                mechanism = workshop.mechanism(name, law, group.loss, progress)
                too_large = overflow(plan, group, mechanism)
                if too_large is None:
                    candidates.append(Candidate(name, law, mechanism, None))
                else:
                    candidates.append(Candidate(name, law, None, too_large))
        return candidates

    def chosen(self, plan: Plan, group: CompiledGroup, progress: Progress = silent) -> Candidate:
        """The row the plan names, or the one with the smallest objective; ties go to the simpler.

        Where integers are sealed it is the row that they were drawn by, whatever would be chosen now.

        Raises:
            BadInput: the mechanism the plan names cannot be used, with the reason.
        """
        workshop, drawn, allowed = self.workshop(plan, group), self.drawn_by(group), [*allowed_rows(plan, group)]
        rows = tuple(row for row in allowed if row == drawn) or tuple(allowed)
        key = workshop, rows, group.plan.mechanism, group.loss
        return self._chosen.get(key, lambda: self._best(plan, group, rows, progress), lambda _: workshop.weight)

    def _best(self, plan: Plan, group: CompiledGroup, rows: Sequence[tuple[str, str]], progress: Progress) -> Candidate:
        """The best of some rows whose integers have room."""
        workshop, drawn = self.workshop(plan, group), self.drawn_by(group)
        refused: dict[tuple[str, str], Reason | None] = {}
        for name, law in rows:
            progress("comparing methods")
            refused[name, law] = workshop.builder.refuses(name, law)
        usable = [
            (name, law)
            for name, law in rows
            if refused[name, law] is None
            and (name == group.plan.mechanism or (name, law) == drawn or not workshop.builder.takes_long(name, law))
        ]
        for name, law in workshop.best_first(usable, group.loss, progress) if usable else ():
            progress("comparing methods")
            mechanism = workshop.mechanism(name, law, group.loss, progress)
            refused[name, law] = overflow(plan, group, mechanism)
            if refused[name, law] is None:
                return Candidate(name, law, mechanism)
        noise, asked = asked_noise(plan, group), group.plan.mechanism
        reason = refused[rows[-1]] if rows else None
        reason = reason or why_not(asked, group.workload, group.loss, group.neighbours, noise=noise)
        why = reason or phrase("planning.not_at_this_loss")
        raise BadInput(problem("planning.mechanism_refuses", plan.file.whole, group=group.label, why=why))


def _weight(compiled: CompiledPlan) -> int:
    """Numbers a compiled plan holds, roughly."""
    return ROOM // PLANS + sum(shell.cells for shell in compiled.shells)


def _losses(described: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """The losses that a description states, of both stages with adaptive detail."""
    stages = (
        [described["sizes"], *described["levels"]] if "sizes" in described and "levels" in described else [described]
    )
    return [stage["loss"] for stage in stages if stage.get("loss") is not None]


def overflow(plan: Plan, group: CompiledGroup, mechanism: Mechanism) -> Phrase | None:
    """Why a mechanism on a fine grid could exceed 64 bits with the dictionary's max_rows, or None where it cannot.

    Mechanisms that measure counts as they are have been checked with the plan.
    """
    rows = plan.dictionary.max_rows
    if mechanism.strategy.unit == 1 and not mechanism.strategy.mixes:
        return None
    for vector_mechanism in (mechanism, *mechanism.sums):
        widest = LARGEST_SCALE ** (1 if vector_mechanism.noise == "laplace" else 2)
        if vector_mechanism.scale.parameter is not None and vector_mechanism.scale.parameter > widest:
            return phrase("planning.noise_too_wide")
    if rows > mechanism.largest_total:
        return phrase("planning.integers_too_large", rows=rows)
    for vector, part in zip(group.sums, mechanism.sums, strict=True):
        if part.joint is None and max(abs(vector.lower), abs(vector.upper)) * rows > part.largest_total:
            return phrase(
                "planning.sum_integers_too_large", quantity=quantity_label(plan.dictionary, vector.quantity), rows=rows
            )
    return None


def allowed_rows(plan: Plan, group: CompiledGroup) -> Iterator[tuple[str, str]]:
    """Name and noise of every row among which a group's mechanism is chosen.

    Where the plan asks for a mechanism that draws quantiles, that with which it is compared.
    """
    noise = asked_noise(plan, group)
    for name in catalogue():
        if group.plan.mechanism in ("best", name, *SENTENCES):
            for law in noises(name, group.loss):
                if noise in (None, law):
                    yield name, law


def asked_noise(plan: Plan, group: CompiledGroup) -> str | None:
    """The law of noise a group is to use: the plan's, or none in particular.

    Where an account adds ρ and the plan gives (ε, δ), Laplace noise would be charged ε²/2, far above what Gaussian
    noise of the same (ε, δ) costs; there Gaussian noise is meant unless the plan or its mechanism says otherwise.
    """
    asked = group.plan
    if asked.noise is None and asked.mechanism != "laplace" and isinstance(group.loss, ApproxDP):
        return "gaussian" if plan.dictionary.cap.units == ("rho",) else None
    return asked.noise
