"""A sentence beside the tables on groups that would answer them more accurately, with the button that makes them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.message import Message
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.forecast import margin_text
from dpdesk.gui.tables.grouping_advisor import GroupingAdvisor

if TYPE_CHECKING:
    from dpdesk.planning.aids.groupings import Advice

_BETTER = 2
"""Tables named that gain most, at most; the one that loses most is named beside them."""
_SEEN = 1.05
"""Times by which margins must differ to be spoken of."""
_AS_GOOD = 1.01


class GroupingBar(Message):
    """Shows what an advisor finds; taking the advice is one step that can be undone."""

    def __init__(self, bench: TableBench, advisor: GroupingAdvisor, parent: QWidget | None = None) -> None:
        super().__init__(parent, narrow=True)
        self._bench, self._advisor = bench, advisor
        self._advice: Advice | None = None
        self._asked = False
        self._spoken = ""  # what is said beside of the table in the making
        advisor.advised.connect(self._on_advice)
        bench.desk.documents_changed.connect(self._on_edit)
        self.acted.connect(self._on_accept)
        self.declined.connect(self._on_decline)
        self.closed.connect(self._on_decline)

    def give_way(self, spoken: str) -> None:
        """Say nothing unasked while something else is said of the groups."""
        self._spoken = spoken
        if spoken and self._advice is not None and not self._asked:
            self._advice = None
            self.clear()

    def _on_edit(self) -> None:
        if self._advice is None:
            self.clear()

    def _on_advice(self, advice: Advice | None, asked: bool) -> None:
        if self._spoken and not asked:
            return
        had, self._advice = self._advice, None
        if advice is None:
            if asked:
                self.say("amber", self.tr("No groups were found in which these tables can be answered."))
            elif had is not None:
                self.clear()
        elif advice.gain < _AS_GOOD:
            self.say("info", self.tr("No other groups were found that would be more accurate."))
        else:
            self._advice, self._asked = advice, asked
            self.say("amber", self._sentence(advice), self.tr("Group them so"), self.tr("Keep as it is"))

    def _sentence(self, advice: Advice) -> str:
        words = self.tr("In other groups the tables would be more accurate. Widest noise margins: {tables}.")
        if advice.now is None:
            words = self.tr("As they are grouped, the tables cannot be answered. In other groups they can: {tables}.")
        elif advice.unties:
            words = self.tr(
                "As they are grouped, numbers may be printed as drawn, unadjusted; in other groups they are not. "
                "Widest noise margins: {tables}."
            )
        return words.format(tables=self._figures(advice))

    def _figures(self, advice: Advice) -> str:
        """The tables that gain most and the one that loses most, with their margins."""
        now = advice.now.tables if advice.now is not None else [None] * len(advice.best.tables)
        found: list[tuple[float, str]] = []
        for table, old, new in zip(self._bench.desk.plan["tables"], now, advice.best.tables, strict=True):
            name = shown(table.get("title"), self._bench.language) or table["name"]
            before, after = old.margin if old is not None else None, new.margin
            if after is None or (old is not None and before is None):
                continue
            if before is None:
                found.append((0.0, self.tr("“{name}” {after}").format(name=name, after=margin_text(after))))
                continue
            words = self.tr("“{name}” {after} instead of {before}")
            text = words.format(name=name, after=margin_text(after), before=margin_text(before))
            found.append((math.log(max(before, 1e-9) / max(after, 1e-9)), text))
        found.sort(key=lambda one: -one[0])
        told = found if advice.now is None else [one for one in found if one[0] > math.log(_SEEN)]
        worse = [one for one in found[-1:] if one[0] < -math.log(_SEEN)]
        return "; ".join(text for _, text in [*told[:_BETTER], *worse]) or self.tr("about as now")

    def _on_accept(self) -> None:
        advice, self._advice = self._advice, None
        if advice is None:
            return
        told = self._figures(advice)
        self._advisor.accept(self.tr("Group the tables by forecast"), advice)
        self.say("info", self.tr("Grouped by forecast: {tables}. Undo takes it back.").format(tables=told))

    def _on_decline(self) -> None:
        if self._advice is not None:
            self._advice = None
            self._advisor.decline()
            self.clear()
