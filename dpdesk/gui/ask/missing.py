"""What stands between the draft of a session and opening it, in sentences, and the pages that mend it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from PySide6.QtCore import QObject

from dpdesk.gui.ask.draft import Draft, kind_of, missing
from dpdesk.gui.ask.figures import Figures
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.words import few
from dpdesk.gui.shared.approval_words import APPROVED, ApprovalWords
from dpdesk.gui.shared.missing import Here, Missing
from dpdesk.gui.shared.page import PageName


class MissingForSession(QObject):
    """Reads the desk; the draft and its figures are given."""

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._approvals = ApprovalWords(desk.window_language, self, session=True)

    def found(self, draft: Draft, title: str, figures: Figures | None, *, open_already: bool) -> list[Missing]:
        """All that is missing, in the order of the path."""
        found = self._on_desk()
        found += self._in_draft(draft)
        if not found or figures is not None:
            found += self._in_figures(figures)
        found += self._in_approval(figures)
        if open_already:
            found.append(Missing(self.tr("A session is open: close it first.")))
        if not title.strip() and not found:
            found.append(Missing(self.tr("The session has no title."), self.tr("Give it one"), Here.TITLE))
        return found

    def _in_approval(self, figures: Figures | None) -> list[Missing]:
        account = self._desk.account
        if account is None or not account.demanded or figures is None or figures.plan is None:
            return []
        standing = account.standing(figures.plan)
        if standing is not None and standing.state == APPROVED:
            return []
        return [Missing(self._approvals.missing(standing), self.tr("Obtain it"), Here.APPROVAL)]

    def _on_desk(self) -> list[Missing]:
        desk, shot = self._desk, self._desk.snapshot
        found = []
        if desk.data_path is None:
            found.append(Missing(self.tr("No data file is chosen."), self.tr("Choose it"), PageName.DATA))
        if shot.missing or not desk.dictionary.get("variables"):
            text = self.tr("The description of the data is not complete yet.")
            found.append(Missing(text, self.tr("Complete it"), PageName.DATA if shot.missing else PageName.DICTIONARY))
        elif shot.dictionary_problem:
            found.append(Missing(shot.dictionary_problem, self.tr("Mend it"), PageName.DICTIONARY))
        elif shot.unconfirmed:
            text = self.tr("Read from the data and not confirmed as public knowledge: {names}.")
            found.append(Missing(text.format(names=few(shot.unconfirmed)), self.tr("Confirm"), PageName.DICTIONARY))
        if desk.account_problem:
            found.append(Missing(desk.account_problem, self.tr("Look at the ledger"), PageName.LEDGER))
        return found

    def _in_draft(self, draft: Draft) -> list[Missing]:
        kind, cap = kind_of(draft), self._desk.dictionary.get("budget_cap")
        found = []
        if kind.needs_delta and cap and not (isinstance(cap, Mapping) and cap.get("rule") == "sum"):
            found.append(Missing(self.tr("This kind needs an account in ε and δ that adds both up; yours is another.")))
        if kind.replace_only and self._desk.dictionary.get("neighbours") not in (None, "replace_one"):
            found.append(
                Missing(
                    self.tr(
                        "A blurred copy protects one answer replaced by another; yours protects a record's presence."
                    )
                )
            )
        names = {
            "variables": self.tr("what the questions are about"),
            "threshold": self.tr("the threshold"),
            "hits": self.tr("how many Yes"),
            "questions": self.tr("how many questions"),
            "lower": self.tr("the lower threshold"),
            "upper": self.tr("the upper threshold"),
            "size": self.tr("about how many records there are"),
            "accuracy": self.tr("the accuracy"),
            "epsilon": self.tr("what it may spend"),
            "delta": "δ",
        }
        absent = [names[name] for name in missing(draft)]
        if absent:
            found.append(Missing(self.tr("Not said yet: {fields}.").format(fields=", ".join(absent))))
        return found

    def _in_figures(self, figures: Figures | None) -> list[Missing]:
        if figures is None:
            return [Missing(self.tr("The session is being worked out."))]
        if figures.problem:
            return [Missing(figures.problem)]
        account = self._desk.account
        if account is not None and not account.covers(figures.charge):
            return [Missing(self.tr("The session asks for more than is left of the budget."))]
        return []


def kept(left: Mapping[str, Fraction], charge: Mapping[str, Fraction]) -> dict[str, Fraction]:
    """What an account would keep."""
    return {unit: value - charge.get(unit, Fraction(0)) for unit, value in left.items()}
