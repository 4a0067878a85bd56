"""What the table in the making does to the others, watched from edit to edit, and how a new table is computed.

A table that was added here is computed by itself or with the others, whichever makes the errors of all tables smaller,
until somebody chooses; in another group where it would tie so much together that numbers may not be adjusted. That
choice is made with the edit it follows, so that one undo takes back both. What the last edits of a table did to another
one is said in any case.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.tables.edits import groups
from dpdesk.gui.tables.edits.plan import names_of
from dpdesk.gui.tables.grouping_advisor import GroupingAdvisor
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.company import Company

OWNER = "company"
_MADE_OF = ("universe", "counts", "pages", "stub", "boxhead", "measures")
"""What decides the figures of a table, its group apart."""


class EffectWatcher(QObject):
    """Watches a desk; the page that owns it says what is found."""

    found = Signal(object)  # a `Company` of the table in the making, None where there is nothing to say of any

    def __init__(self, desk: Desk, advisor: GroupingAdvisor, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._advisor = desk, advisor
        self._seen: Tree = desk.plan
        self._dictionary: Tree = desk.dictionary
        self._before: Tree = {}  # the plan before the table in the making
        self.table = ""  # its name, empty for none
        self._by_hand = False  # whether the tables had been grouped by somebody else than the desk
        self.added = False  # whether it is new, and not an older one that was changed
        # Tables added here and grouped by nobody, with the group they came into.
        self._homes: dict[str, str | None] = {}
        desk.replaced.connect(self._forget)

    @property
    def pending(self) -> bool:
        """Whether something may still be found."""
        return self._desk.tasks.running(OWNER)

    @property
    def by_default(self) -> bool:
        """Whether nobody has chosen yet how the table in the making is computed."""
        return self.table in self._homes

    def take_documents(self) -> None:
        """There was an edit: begin anew where it is about another table."""
        before, self._seen = self._seen, self._desk.plan
        if self._dictionary is not self._desk.dictionary:
            self._dictionary = self._desk.dictionary
            self._rest()
        if before is self._seen:
            return
        self._desk.tasks.cancel(OWNER)
        old, new = _tables(before), _tables(self._seen)
        come, gone = [name for name in new if name not in old], [name for name in old if name not in new]
        if len(come) == 1 and len(gone) == 1:
            self._rename(gone[0], come[0])
        elif len(come) == 1 and not gone and len(new) > 1:
            self._begin(before, come[0], added=True)
            self._homes.setdefault(come[0], new[come[0]].get("group"))
            self._by_hand = self._advisor.by_hand
        elif come or gone:
            self._rest()
        elif groups.groups_of(before) != groups.groups_of(self._seen) or _homes(old) != _homes(new):
            self._decided(old, new)
        else:
            changed = [name for name in new if _made_of(old[name]) != _made_of(new[name])]
            if len(changed) > 1:
                self._rest()
            elif changed and changed[0] != self.table:
                self._begin(before, changed[0], added=changed[0] in self._homes)

    def take_snapshot(self) -> None:
        """The documents are checked: look at what the table in the making has made of the others."""
        desk, dictionary = self._desk, self._desk.snapshot.dictionary
        if not desk.checked or desk.snapshot.forecast is None or dictionary is None or not self.table:
            return
        if any(group.get("detail") for group in groups.groups_of(desk.plan)):
            return  # grouped by somebody who knows why
        tree, before, table, home = desk.plan, self._before, self.table, self._homes.get(self.table)

        def work(progress: Progress) -> Company | None:
            from dpdesk.planning.aids.company import company

            return company(before, tree, table, home, dictionary, desk.forecasts.forecaster.bench, progress)

        def done(company: Company | None) -> None:
            if desk.plan is tree and table == self.table:
                self._on_company(company)

        desk.tasks.start(OWNER, work, done)

    def choose(self, text: str, company: Company) -> None:
        """Compute the table the other way, as one edit called `text`; nobody chooses for its user any more."""
        if company.other is not None:
            self._homes.pop(company.table, None)
            self._desk.edit_plan(text, dict(company.other))

    def keep(self) -> None:
        """Let the table be computed as it is; what it has done is known."""
        self._homes.pop(self.table, None)
        self._rest()

    def _on_company(self, company: Company | None) -> None:
        # What was undone can be done again: nothing is edited in its way. Parts that the user gave are the user's, and
        # stay so where the table joins another group.
        joins = company is not None and company.untied is not None and company.untied.beside is not None
        free = self.by_default and not self._desk.undo.canRedo() and (joins or not self._by_hand)
        if free and company is not None and company.other is not None and company.other_is_better:
            made = dict(company.other)
            self._seen = made  # the desk's own edit is nobody's choice
            if not self._by_hand:
                self._advisor.made(made)
            self._desk.amend_plan(self.tr("Compute a table as forecast"), made)
        else:
            self.found.emit(company)

    def _begin(self, before: Tree, table: str, *, added: bool) -> None:
        self._before, self.table, self.added = before, table, added

    def _rename(self, old: str, new: str) -> None:
        if old in self._homes:
            self._homes[new] = self._homes.pop(old)
        if old == self.table:
            self.table = new

    def _decided(self, old: dict[str, Tree], new: dict[str, Tree]) -> None:
        """Somebody has put tables into other groups, or given these other parts."""
        moved = [name for name in new if old[name].get("group") != new[name].get("group")]
        for name in moved or list(new):
            self._homes.pop(name, None)
        self._rest()

    def _rest(self) -> None:
        """No table is in the making."""
        self.table = ""
        self.found.emit(None)

    def _forget(self) -> None:
        self._homes.clear()
        self._seen, self._dictionary = self._desk.plan, self._desk.dictionary
        self._rest()


def _tables(plan: Tree) -> dict[str, Tree]:
    return dict(zip(names_of(plan), plan.get("tables", []), strict=True))


def _homes(tables: dict[str, Tree]) -> list[str | None]:
    return [table.get("group") for table in tables.values()]


def _made_of(table: Tree) -> list[Any]:
    return [table.get(key) for key in _MADE_OF]
