"""What stands between the documents on the desk and a release, in sentences, and the pages that mend it."""

from __future__ import annotations

from PySide6.QtCore import QObject

from dpdesk.gui.desk.account import price
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.words import few
from dpdesk.gui.release.known_sheet import KnownSheet
from dpdesk.gui.shared.approval_words import APPROVED, RELEASED, ApprovalWords
from dpdesk.gui.shared.missing import Here, Missing
from dpdesk.gui.shared.page import PageName
from dpdesk.gui.shared.weights import unanswered_weights


class MissingForRelease(QObject):
    """Reads the desk and the sheet; `waiting` says that the sheet has been asked for."""

    def __init__(self, desk: Desk, sheet: KnownSheet, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._sheet = desk, sheet
        self._approvals = ApprovalWords(desk.window_language, self)
        self.waiting = False

    def found(self) -> list[Missing]:
        """All that is missing, in the order of the path."""
        desk, shot = self._desk, self._desk.snapshot
        found: list[Missing] = []
        if desk.data_path is None:
            found.append(Missing(self.tr("No data file is chosen."), self.tr("Choose it"), PageName.DATA))
        if shot.missing or not desk.dictionary.get("variables"):
            found += self._in_dictionary()
        elif shot.dictionary_problem:
            found.append(Missing(shot.dictionary_problem, self.tr("Mend it"), PageName.DICTIONARY))
        elif not desk.plan.get("tables"):
            found.append(Missing(self.tr("There is no table yet."), self.tr("Build one"), PageName.TABLES))
        elif shot.plan_problem:
            found.append(Missing(shot.plan_problem, self.tr("Mend it"), PageName.TABLES))
        else:
            found += self._in_plan()
        if not shown(desk.plan.get("title"), desk.language).strip():
            found.append(Missing(self.tr("The release has no title."), self.tr("Give it one"), Here.TITLE))
        tables = desk.plan.get("tables", ())
        untitled = [one for one in tables if not all(text.strip() for text in one.get("title", {}).values())]
        if untitled:
            sentence = self.tr("The table {name} has no title.").format(name=untitled[0]["name"])
            found.append(Missing(sentence, self.tr("Give it one"), PageName.TABLES))
        return found

    def _in_dictionary(self) -> list[Missing]:
        shot, found = self._desk.snapshot, []
        names = {
            "dataset_id": self.tr("the short name of the data set"),
            "title": self.tr("the title of the data set"),
            "source": self.tr("how the file is written"),
            "data_kind": self.tr("whether it is a complete count or a sample"),
            "unit": self.tr("who is protected"),
            "households": self.tr("which persons make up a household"),
            "neighbours": self.tr("whether their number is public"),
            "budget_cap": self.tr("what may be spent in all"),
        }
        if shot.missing:
            listed = ", ".join(names.get(one, one) for one in shot.missing)
            found.append(
                Missing(self.tr("Not said yet: {fields}.").format(fields=listed), self.tr("Say it"), PageName.DATA)
            )
        if not self._desk.dictionary.get("variables"):
            found.append(Missing(self.tr("There is no variable yet."), self.tr("Add variables"), PageName.DICTIONARY))
        return found

    def _in_plan(self) -> list[Missing]:
        desk, shot, sheet = self._desk, self._desk.snapshot, self._sheet.now
        found: list[Missing] = []
        labels = shot.unconfirmed if sheet is None else sheet.unconfirmed
        if shot.unconfirmed and labels:
            found.append(
                Missing(
                    self.tr("Read from the data and not confirmed as public knowledge: {names}.").format(
                        names=few(labels)
                    ),
                    self.tr("Confirm"),
                    PageName.DICTIONARY,
                )
            )
        proposal = desk.proposal
        if asked := unanswered_weights(desk.dictionary, () if proposal is None else proposal.columns):
            sentence = self.tr("Say what the column ‘{column}’ is, which is named like a survey weight.")
            found.append(Missing(sentence.format(column=asked[0]), self.tr("Say it"), PageName.DICTIONARY))
        if desk.account_problem:
            found.append(Missing(desk.account_problem, self.tr("Look at the ledger"), PageName.LEDGER))
        if not desk.checked and sheet is None:
            found.append(Missing(self.tr("The plan is still being checked.")))
        elif shot.forecast is None and sheet is None:
            found.append(Missing(self.tr("The accuracy of the plan is not known."), self.tr("Look"), PageName.ACCURACY))
        elif sentence := self._sheet.problem or ("" if sheet is None else sheet.problem):
            if all(one.sentence != sentence for one in found):  # a damaged ledger is known to both
                found.append(Missing(sentence, self.tr("Mend it"), PageName.ACCURACY))
        elif self._over_budget():
            found.append(
                Missing(
                    self.tr("The plan asks for more than is left of the budget."),
                    self.tr("Lower it"),
                    PageName.ACCURACY,
                )
            )
        elif self.waiting and sheet is None:
            found.append(Missing(self.tr("The sheet is being worked out.")))
        return found + self._in_approval()

    def _in_approval(self) -> list[Missing]:
        """The approval, where the account demands one and what stands on the desk has none."""
        account, plan = self._desk.account, self._desk.snapshot.plan
        if account is None or not account.demanded or plan is None or not self._desk.current:
            return []
        standing = account.standing(plan)
        if (standing is not None and standing.state in (APPROVED, RELEASED)) or plan.meaning in account.released:
            return []
        return [Missing(self._approvals.missing(standing), self.tr("Obtain it"), Here.APPROVAL)]

    def _over_budget(self) -> bool:
        desk, sheet = self._desk, self._sheet.now
        if sheet is not None:
            return (not sheet.before or desk.another_file) and not sheet.affordable
        account, plan = desk.account, desk.snapshot.plan
        asked = price(plan) if plan is not None else None
        return account is not None and asked is not None and not account.covers(asked)
