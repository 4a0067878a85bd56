"""What is wrong with the table in view, and why its cells are still empty, in the words of the form."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject

from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.words import TableWords


class TableRemarks(QObject):
    """Reads the bench and the desk's snapshot."""

    def __init__(self, bench: TableBench, words: TableWords) -> None:
        super().__init__(bench)
        self._bench, self._desk, self._words = bench, bench.desk, words

    @property
    def has_variable(self) -> bool:
        """Whether the table names a variable; one that does not is a form still to be filled."""
        table = self._bench.table
        measured = any("variable" in measure for measure in table.get("measures", []))
        return measured or "universe" in table or bool(edits.places(table))

    def problem(self) -> str:
        """What is wrong with the plan, "" for nothing; a form still to be filled is no problem."""
        problem, at = self._desk.snapshot.plan_problem, self._bench.problem_at()
        if not problem or (_about_nobody(problem) and not self.has_variable):
            return ""
        words = problem.split("tables[", 1)
        where = ""
        if len(words) == 2 and "]" in words[1]:
            problem = words[1].split("]", 1)[1].lstrip(".: ")
            problem = self._plain_place(problem)
            if at is not None and at != self._bench.t:
                where = self.tr("Table “{name}”: ").format(name=edits.names_of(self._desk.plan)[at])
        else:
            problem = problem.removeprefix("In the plan: ")
        return where + problem[:1].upper() + problem[1:]

    def _plain_place(self, problem: str) -> str:
        """The place in the tree, as the form names it."""
        for axis in edits.AXES:
            problem = re.sub(
                rf"^{axis}(\[\d+\](\.variables\[\d+\](\.\w+(\[\d+\])?)?)?)?",
                self._words.axis(axis),
                problem,
            )
        return re.sub(r"^measures\[(\d+)\](\.\w+(\[\d+\])?)*", self.tr("A measure"), problem)

    def why_empty(self) -> str:
        """Why the cells have no margins, "" if they have, or if that is a problem."""
        snapshot, text = self._desk.snapshot, ""
        if snapshot.dictionary_problem:
            text = self.tr("The dictionary must be put right first: {problem}").format(
                problem=snapshot.dictionary_problem
            )
        elif not self.has_variable:
            text = self.tr("Drag variables from the left into stub or boxhead, or choose them from the + menus.")
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


def _about_nobody(problem: str) -> bool:
    """Whether a plan's problem is a group whose tables name no variable."""
    return "name no variable" in problem
