"""How the plan on the desk stands with those who approve it, in sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from dpdesk.gui.kit.words import day_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from dpdesk.ledger.board import Approval, Standing
    from dpdesk.ledger.chain import Entry
    from dpdesk.planning.approval_files import Submission

DRAFT, SUBMITTED, APPROVED, EXPIRED, WITHDRAWN, RELEASED = (
    "draft", "submitted", "approved", "expired", "withdrawn", "released",
)  # fmt: skip
"""The states of a plan, as the ledger calls them."""


class ApprovalWords(QObject):
    """Words a standing; the language is that of its days. `session` speaks of a session of questions, not of a plan."""

    def __init__(self, language: str, parent: QObject | None = None, *, session: bool = False) -> None:
        super().__init__(parent)
        self._language, self._session = language, session

    def heading(self, state: str) -> str:
        """The state in a word or two."""
        return {
            DRAFT: self.tr("Draft"),
            SUBMITTED: self.tr("Submitted"),
            APPROVED: self.tr("Approved"),
            EXPIRED: self.tr("Approval expired"),
            WITHDRAWN: self.tr("Approval withdrawn"),
            RELEASED: self.tr("Released"),
        }.get(state, state)

    def sentences(self, standing: Standing | None, others: Iterable[Standing], *, demanded: bool) -> list[str]:
        """What is to be said of a plan; `others` are the standings of other plans of these data."""
        state = DRAFT if standing is None else standing.state
        said: list[str] = []
        if standing is not None and standing.submitted is not None:
            said.append(self._submitted(standing.submitted))
        if standing is not None and standing.approval is not None:
            said += self._approval(state, standing.approval)
        if state in (DRAFT, SUBMITTED):
            said += self._before(others)
        if state == SUBMITTED:
            said.append(self.tr("It waits for an approval by another office or role."))
        if demanded and state in (DRAFT, EXPIRED, WITHDRAWN):
            said.append(
                self.tr("This account demands an approval before a session is opened.") if self._session
                else self.tr("This account demands an approval before a release.")
            )  # fmt: skip
        elif not demanded and state == DRAFT:
            said.append(self.tr("This account does not demand an approval; you may still ask for one."))
        return said

    def received(self, submission: Submission) -> list[str]:
        """Where a plan comes from that came in a file to be approved."""
        who = ", ".join(text for text in (submission.office, submission.role) if text)
        said = self.tr("This plan came as a submission of {date} by {who}.")
        found = [said.format(date=self._day(submission.date), who=who)]
        if submission.note:
            found.append(self.tr("Note: {text}").format(text=submission.note))
        return found

    def incomplete(self) -> str:
        """That there is nothing to decide on yet."""
        if self._session:
            return self.tr("The session is not complete: there is nothing to approve yet.")
        return self.tr("The plan is not complete: there is nothing to approve yet.")

    def checking(self) -> str:
        """That it is not known yet what there is to decide on."""
        return self.tr("The session is being worked out.") if self._session else self.tr("The plan is being checked.")

    def missing(self, standing: Standing | None) -> str:
        """Why the account will not take a release of the plan, in a sentence."""
        state = DRAFT if standing is None else standing.state
        if self._session:
            if state == SUBMITTED:
                return self.tr("The session is submitted and not approved yet.")
            return self.tr("The session has no approval that holds, and this account demands it.")
        if state == SUBMITTED:
            return self.tr("The plan is submitted and not approved yet.")
        if state == EXPIRED:
            return self.tr("The approval of the plan has expired.")
        if state == WITHDRAWN:
            return self.tr("The approval of the plan was withdrawn.")
        return self.tr("The plan is not approved, and this account demands it.")

    def who(self, entry: Entry) -> str:
        """Office and role of an entry: "Statistics, author"."""
        return ", ".join(text for text in (entry.text("office"), entry.text("role")) if text)

    def _submitted(self, entry: Entry) -> str:
        return self.tr("Submitted on {date} by {who} (entry {entry}).").format(
            date=self._day(entry.date), who=self.who(entry), entry=entry.number
        )

    def _approval(self, state: str, approval: Approval) -> list[str]:
        about = {
            "number": approval.number, "who": self.who(approval.entry), "entry": approval.entry.number,
            "date": self._day(approval.entry.date), "until": self._day(approval.expires),
        }  # fmt: skip
        if state == EXPIRED:
            said = self.tr("Approval no. {number} by {who} (entry {entry}) ended on {until}.")
        elif state == WITHDRAWN:
            said = self.tr("Approval no. {number} by {who} (entry {entry}) was withdrawn.")
        else:
            said = self.tr("Approved as no. {number} on {date} by {who} (entry {entry}), until {until}.")
        found = [said.format(**about)]
        if approval.conditions:
            found.append(self.tr("Conditions: {text}").format(text=approval.conditions))
        return found

    def _before(self, others: Iterable[Standing]) -> list[str]:
        """That something like this plan was approved, and that it is not this one."""
        alive = [one.approval for one in others if one.state == APPROVED and one.approval is not None]
        if not alive:
            return []
        newest = max(alive, key=lambda one: one.entry.number)
        return [
            self.tr(
                "Approval no. {number} is for another plan than the one on the desk: a change of what is counted, how, "
                "or for how much voids it."
            ).format(number=newest.number)
        ]

    def _day(self, date: object) -> str:
        return day_text(str(date), self._language)
