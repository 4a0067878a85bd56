"""What is wrong with the table in view, and why its cells are still empty, in the words of the form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from dpdesk.gui.kit.sentences import problem_text, refusal_text
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.words import TableWords
from dpdesk.problems.problem import Place
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.document.plan import Plan

OWNER = "ties"


class TableRemarks(QObject):
    """Reads the bench and the desk's snapshot; which groups are tied together is looked for in a thread."""

    changed = Signal()

    def __init__(self, bench: TableBench, words: TableWords) -> None:
        super().__init__(bench)
        self._bench, self._desk, self._words = bench, bench.desk, words
        self._found: tuple[Plan | None, tuple[Mapping[str, Any], ...]] = (None, ())  # of which plan, and what

    def take_snapshot(self) -> None:
        """The documents are checked: look whether groups of the plan are tied together."""
        desk, plan = self._desk, self._desk.snapshot.plan
        if not desk.checked or desk.snapshot.forecast is None or plan is None or plan is self._found[0]:
            return

        def work(progress: Progress) -> tuple[Mapping[str, Any], ...]:
            from dpdesk.planning.choosing.tied import tied_json

            return tuple(tied_json(plan, desk.forecasts.forecaster.bench, progress))

        def done(found: tuple[Mapping[str, Any], ...]) -> None:
            self._found = plan, found
            self.changed.emit()

        desk.tasks.start(OWNER, work, done)

    @property
    def has_variable(self) -> bool:
        """Whether the table names a variable; one that does not is a form still to be filled."""
        table = self._bench.table
        measured = any("variable" in measure for measure in table.get("measures", []))
        return measured or "universe" in table or bool(edits.places(table))

    def problem(self) -> str:
        """What is wrong with the plan, "" for nothing; a form still to be filled is no problem."""
        found = self._desk.snapshot.plan_wrong
        if found is None:
            return self._desk.snapshot.plan_problem or self._tied()
        if found.code == "planning.no_variable" and not self.has_variable:
            return ""
        return problem_text(found, self._desk.plan, self._named)

    def _tied(self) -> str:
        """Which groups are tied together, and what to do about it."""
        plan, found = self._found
        return " ".join(map(refusal_text, found)) if plan is self._desk.snapshot.plan else ""

    def _named(self, place: Place) -> str:
        """A place in a table as the form names it, with the table's name where another one is in view."""
        if len(place.path) < 3 or place.path[0] != "tables":
            return ""
        _, at, part, *_ = place.path
        if part in edits.AXES:
            named = self._words.axis(str(part))
        elif part == "measures":
            named = self.tr("A measure")
        else:
            return ""
        if at == self._bench.t:
            return named
        return self.tr("Table “{name}”: ").format(name=edits.names_of(self._desk.plan)[int(at)]) + named

    def why_empty(self) -> str:
        """Why the cells have no margins, "" if they have, or if that is a problem."""
        snapshot, text = self._desk.snapshot, ""
        if snapshot.dictionary_problem:
            text = self.tr("The dictionary must be put right first: {problem}").format(
                problem=snapshot.dictionary_problem
            )
        elif not self.has_variable:
            text = self.tr("Drag variables from the left into rows or columns, or choose them from the + menus.")
        elif snapshot.plan_problem:
            text = ""
        elif snapshot.missing:
            text = self.tr(
                "The noise margins appear here once the page Data says who is protected and what may be spent in all."
            )
        elif "loss" not in self._desk.plan:
            text = self.tr("The noise margins appear here once the page Accuracy says what this release may spend.")
        return text

    def waiting(self) -> str:
        """A sentence while the forecast is being worked out."""
        snapshot = self._desk.snapshot
        blocked = (
            snapshot.plan_problem or snapshot.dictionary_problem or snapshot.missing or "loss" not in self._desk.plan
        )
        if blocked or (snapshot.final and snapshot.forecast is None):
            return ""
        return self.tr("The noise is being worked out.")
