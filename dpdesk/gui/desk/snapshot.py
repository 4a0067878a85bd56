"""What the documents amount to at one moment: checked, compiled and forecast in a thread, then only read.

No widgets. `Checker.check` is called for every edit with the two trees; it redoes what the edit touched. The first part
(dictionary, plan, empty tables) is handed over as soon as it is there, the forecast after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from dpdesk.errors import Cancelled, DpdeskError
from dpdesk.gui.desk.documents import drafted, missing_fields
from dpdesk.gui.desk.forecasts import ForecastService
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.compiler.compiled import CompiledPlan
    from dpdesk.planning.document.plan import Plan
    from dpdesk.problems.problem import Problem
    from dpdesk.schema.dictionary import Dictionary


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """The checked documents. Problems are sentences, empty where there is none, and as data (`wrong`).

    `missing` names fields of the dictionary that are not given; while there are any, `plan` rests on placeholders:
    its tables can be drawn, and there is no forecast. `forecast` is the JSON object of `dpdesk forecast --json`
    with the chosen methods alone (`Forecaster.compared` compares those of one table);
    None while it is being computed (`final` is False then) or where there can be none.
    """

    serial: int = 0
    dictionary: Dictionary | None = None
    dictionary_problem: str = ""
    missing: tuple[str, ...] = ()
    plan: Plan | None = None
    plan_problem: str = ""
    compiled: CompiledPlan | None = None
    forecast: Mapping[str, Any] | None = None
    final: bool = True
    dictionary_wrong: Problem | None = None
    plan_wrong: Problem | None = None

    @property
    def can_rehearse(self) -> bool:
        """Whether the plan can be carried out, apart from the data and the budget that is left."""
        return self.final and self.forecast is not None

    @property
    def unconfirmed(self) -> tuple[str, ...]:
        """Variables whose domain was read from the data and is not confirmed to be public."""
        return () if self.dictionary is None else self.dictionary.unconfirmed()


class Checker:
    """Turns trees into snapshots, remembering what earlier ones computed. Used by one thread at a time."""

    def __init__(self, forecasts: ForecastService) -> None:
        self._forecasts = forecasts
        self._tree: Tree | None = None
        self._dictionary: Dictionary | None = None

    def check(
        self, serial: int, dictionary: Tree, plan: Tree, first: Callable[[Snapshot], None], progress: Progress
    ) -> Snapshot:
        """Check two trees; `first` gets the snapshot without its forecast."""
        begun = Snapshot(serial, missing=missing_fields(dictionary), final=False)
        if not dictionary.get("variables"):
            return replace(begun, final=True)
        try:
            made = self._made(drafted(dictionary))
        except DpdeskError as problem:
            sentence = sentence_of(problem, dictionary)
            return replace(begun, dictionary_problem=sentence, dictionary_wrong=problem.problem, final=True)
        begun = replace(begun, dictionary=made)
        if not plan.get("tables"):
            return replace(begun, final=True)
        progress("checking the tables")
        try:
            planned = made_plan(plan, made)
            begun = replace(begun, plan=planned)
            if begun.missing or "loss" not in plan:
                return replace(begun, compiled=self._drawn(planned), final=True)
            return self._forecast(begun, planned, first, progress)
        except DpdeskError as problem:
            if isinstance(problem, Cancelled):
                raise
            sentence, drawn = sentence_of(problem, plan), self._drawn_if_possible(begun.plan)
            return replace(begun, plan_problem=sentence, plan_wrong=problem.problem, compiled=drawn, final=True)

    def _forecast(self, begun: Snapshot, plan: Plan, first: Callable[[Snapshot], None], progress: Progress) -> Snapshot:
        forecaster = self._forecasts.forecaster
        begun = replace(begun, compiled=forecaster.bench.compile(plan))
        first(begun)
        return replace(begun, forecast=forecaster.forecast(plan, progress, compared=False), final=True)

    def _drawn(self, plan: Plan) -> CompiledPlan:
        """The tables of a plan that need not be payable yet."""
        return self._forecasts.forecaster.bench.tabulate(plan)

    def _drawn_if_possible(self, plan: Plan | None) -> CompiledPlan | None:
        try:
            return None if plan is None else self._drawn(plan)
        except DpdeskError:
            return None

    def _made(self, tree: Tree) -> Dictionary:
        if self._dictionary is None or tree != self._tree:
            from dpdesk.schema.dictionary import Dictionary

            self._dictionary, self._tree = Dictionary.from_json(tree), tree
        return self._dictionary


def made_plan(tree: Tree, dictionary: Dictionary, path: str = "this.dictionary.json") -> Plan:
    """The plan of a tree; one that states no loss yet gets the whole cap, so that its tables can be drawn.

    Raises:
        BadInput: the first thing that is wrong, as a sentence.
    """
    from dpdesk.gui.desk.documents import with_reference
    from dpdesk.planning.document.plan import Plan

    loss = {name: value for name, value in dictionary.budget_cap.items() if name != "rule"}
    return Plan.from_json(with_reference({"loss": loss, **tree}, path, dictionary.meaning_hash), dictionary)
