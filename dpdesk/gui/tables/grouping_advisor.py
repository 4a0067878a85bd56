"""Whether other groups would answer the tables more accurately: looked for in idle time, or when asked.

A plan's groups are the user's unless the desk made them or there are none. Unasked, nothing is said about the user's
own, nor again about what was declined, as long as the plan has the same tables. The search is a thread's work; an edit
ends it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from dpdesk.gui.desk.desk import FORECAST, Desk
from dpdesk.gui.desk.documents import missing_fields
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.tables.edits import groups
from dpdesk.gui.tables.edits.plan import names_of
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.groupings import Advice

OWNER = "grouping"
WORTH_SAYING = 1.1
"""Times that all errors must fall, in the geometric mean, for unasked advice."""
_IDLE = 300
"""Milliseconds without an edit after which the search begins."""


class GroupingAdvisor(QObject):
    """Watches a desk; the page that owns it says when there is something to look at."""

    advised = Signal(object, bool)  # an `Advice` on the plan as it stands (None: there is none), and whether asked for

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._asked = False
        self._said: tuple[Any, ...] = ()  # what the last advice is about
        self._grouped: Mapping[str, Any] | None = None  # the groups the desk made, and the tables in them
        self._declined: frozenset[str] = frozenset()
        self._before: Tree = desk.plan
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(_IDLE)
        self._soon.timeout.connect(self._begin)

    @property
    def pending(self) -> bool:
        """Whether advice may still come."""
        return self._soon.isActive() or self._desk.tasks.running(OWNER)

    def take_documents(self) -> None:
        """There was an edit: what is being looked for is of no use, and what was said neither if groups are others."""
        before, self._before = self._before, self._desk.plan
        if before is self._before:
            return
        self._soon.stop()
        self._desk.tasks.cancel(OWNER)
        if names_of(before) == names_of(self._before) and groups.groups_of(before) and not _grouping(self._before):
            self.decline()  # undone, or put together by hand
        if (names_of(before), _grouping(before)) != (names_of(self._before), _grouping(self._before)):
            self._said = ()
            self.advised.emit(None, False)

    def take_snapshot(self) -> None:
        """The documents are checked: look for better groups soon, where they are not the user's own."""
        if not self._desk.checked or not self._possible or self._key == self._said:
            return
        if self._asked or (not self.by_hand and frozenset(names_of(self._desk.plan)) != self._declined):
            self._soon.start()

    def ask(self) -> None:
        """Look for better groups now, whoever made those there are."""
        self._asked, self._said = True, ()
        self.take_snapshot()

    def decline(self) -> None:
        """Let the groups be as they are, as long as there are the same tables."""
        self._declined = frozenset(names_of(self._desk.plan))

    def made(self, plan: Tree) -> None:
        """The desk is about to group the tables so itself: these groups are not the user's."""
        self._grouped = _grouping(plan)

    def accept(self, text: str, advice: Advice) -> None:
        """Group the tables as advised: one edit, called `text`."""
        made = groups.divided(self._desk.plan, advice.best.division)
        self.made(made)
        self._desk.edit_plan(text, made)

    @property
    def _possible(self) -> bool:
        """Whether there is a choice: several tables that can be forecast, and no detail that names its group."""
        plan, snapshot = self._desk.plan, self._desk.snapshot
        complete = snapshot.plan is not None and not missing_fields(self._desk.dictionary) and "loss" in plan
        detailed = any(group.get("detail") for group in groups.groups_of(plan))
        return complete and not detailed and len(plan.get("tables", [])) > 1

    @property
    def by_hand(self) -> bool:
        """Whether somebody else than the desk has put the tables into the groups they are in."""
        now, made = _grouping(self._desk.plan), self._grouped
        if not now:
            return False
        if made is None or any(group not in made["groups"] for group in now["groups"]):
            return True
        return any(made["tables"].get(name, group) != group for name, group in now["tables"].items())

    @property
    def _key(self) -> tuple[Any, ...]:
        plan = self._desk.snapshot.plan
        return () if plan is None else (plan.meaning, plan.level, tuple(names_of(self._desk.plan)))

    def _begin(self) -> None:
        if self._desk.tasks.running(FORECAST) or not self._desk.checked:
            return  # there will be another snapshot
        key, asked, tree = self._key, self._asked, self._desk.snapshot.plan
        if tree is None:
            return

        def work(progress: Progress) -> Advice | None:
            from dpdesk.planning.aids.groupings import FEW, MOST, advise

            bench = self._desk.forecasts.forecaster.bench
            return advise(tree.to_json(), tree.dictionary, bench, progress, most=MOST if asked else FEW)

        def done(advice: Advice | None) -> None:
            self._said, self._asked = key, False
            if advice is not None and not asked and advice.gain < WORTH_SAYING:
                advice = None
            self.advised.emit(advice, asked)

        self._desk.tasks.start(OWNER, work, done)


def _grouping(plan: Tree) -> dict[str, Any]:
    """The groups of a plan and the tables in them; empty for a plan without groups."""
    own = {table.get("name"): table.get("group") for table in plan.get("tables", [])}
    found = groups.groups_of(plan)
    return {"groups": found, "tables": own} if found or any(own.values()) else {}
