"""What a session being prepared would cost and give: worked out in a thread when it is wanted, and kept while it holds.

The figures are those of `planning.session_plan` and `planning.session_forecast`, the ones the command line prints; no
data file is opened for them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from dpdesk.errors import Cancelled, DpdeskError
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.forecast.forecast import Forecaster
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.schema.dictionary import Dictionary

FIGURES = "ask-forecast"
"""The owner of the task that works the figures out."""


@dataclass(frozen=True, slots=True)
class Tables:
    """What a release of tables would give for the same loss: `cells` counts, none off by more than `error`.

    `ratio` is the session's error over that, `wide_ratio` the same where the table has totals and levels as well; None
    where one of them is not known. `verdict` is which of them is better: "tables", "session", or "cells" where Tables
    is for single cells and the session for whole groups.
    """

    cells: int
    error: int
    ratio: float | None
    wide_ratio: float | None
    verdict: str

    @property
    def better(self) -> bool:
        """Whether Tables is the better tool, for single cells at least."""
        return self.verdict != "session"


@dataclass(frozen=True, slots=True)
class Figures:
    """What the page shows before a session is opened; `problem` is why there can be none, as a sentence.

    `error` holds for `questions` answers together but for the chance `failure`; `needed` is how many records there
    must be, `size` the number of records for which the error is stated, where it depends on that.
    """

    problem: str = ""
    charge: Mapping[str, Fraction] = field(default_factory=dict)
    error: int | None = None
    questions: int | None = None
    needed: int | None = None
    size: int | None = None
    tables: Tables | None = None
    method: Mapping[str, Any] = field(default_factory=dict)
    failure: str = "1/20"
    plan: SessionPlan | None = None


def made_session(tree: Tree, dictionary: Dictionary) -> SessionPlan:
    """The session of a tree.

    Raises:
        BadInput: the first thing that is wrong, as a sentence.
    """
    from dpdesk.planning.sessions.plan import SessionPlan

    return SessionPlan.from_json(tree, dictionary)


def work_out(tree: Tree, dictionary: Dictionary, forecaster: Forecaster) -> Figures:
    """The figures of a session; a method that refuses its numbers says so in `problem`.

    Raises:
        BadInput: what is wrong with the session itself.
    """
    from dpdesk.planning.sessions.forecast import forecast_session

    plan = made_session(tree, dictionary)
    told = forecast_session(plan, forecaster)
    tool = told.wrong_tool
    return Figures(
        problem="" if told.refused is None else sentence_of(told.refused),
        charge=dict(told.charge),
        error=told.error,
        questions=told.questions,
        needed=told.needed,
        size=told.size,
        tables=None if tool is None else Tables(tool.cells, tool.error, tool.ratio, tool.wide_ratio, tool.verdict),
        method=plan.method.model_dump(mode="json"),
        failure=plan.record.failure,
        plan=plan,
    )


class KnownFigures(QObject):
    """`changed` when figures have arrived; `now` are those of the session last asked for, None until they are there."""

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._about: tuple[Tree, object] | None = None
        self.now: Figures | None = None

    @property
    def waiting(self) -> bool:
        """Whether figures have been asked for that are not there yet."""
        return self._about is not None and self.now is None

    def forget(self) -> None:
        """There is nothing to work out."""
        self._about = self.now = None
        self._desk.tasks.cancel(FIGURES)

    def read(self, tree: Tree, dictionary: Dictionary) -> None:
        """Work the figures of a session out, unless they are known or on their way."""
        if self._about is not None and self._about[1] is dictionary and _same(self._about[0], tree):
            return
        self._about, self.now = (tree, dictionary), None

        def work(progress: Progress) -> Figures:
            progress("working out the session")
            try:
                return work_out(tree, dictionary, self._desk.forecasts.forecaster)
            except Cancelled:
                raise
            except DpdeskError as problem:
                return Figures(problem=sentence_of(problem))

        def done(figures: Figures) -> None:
            self.now = figures
            self.changed.emit()

        def failed(sentence: str) -> None:
            done(Figures(problem=sentence))

        self._desk.tasks.start(FIGURES, work, done, failed)


def _same(one: Tree, other: Tree) -> bool:
    """Whether two sessions are the same but for the title: typing it changes no figure."""
    return {**one, "title": None} == {**other, "title": None}
