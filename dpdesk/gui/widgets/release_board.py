"""What the page Release does about approvals: reads how the plan stands, and writes what was decided, once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from dpdesk.gui.desk import Desk
from dpdesk.gui.widgets.release_approval import APPROVE, SUBMIT, WITHDRAW, ApprovalPanel
from dpdesk.gui.words import without_options
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.plan import Plan

BOARD = "board"
"""The owner of what is written about approvals: one entry at a time."""
PAPERS = "board-papers"
"""The owner of files for and from those who approve."""


class ReleaseBoard(QObject):
    """Fills the panel from the desk's account; `said` with the kind and the sentence of a message."""

    said = Signal(str, str)

    def __init__(self, desk: Desk, panel: ApprovalPanel, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._panel, self._page = desk, panel, parent
        panel.decided.connect(self._decide)
        panel.save_wanted.connect(self._ask_save)
        panel.enter_wanted.connect(self._ask_enter)
        panel.review_wanted.connect(self._ask_review)

    # Showing --------------------------------------------------------------------------------------------------

    def refresh(self, office: str = "", role: str = "") -> None:
        """Show how the plan on the desk stands; office and role are proposed for a submission."""
        desk, panel, plan = self._desk, self._panel, self._plan()
        panel.who = (office, role)
        account = desk.account
        demanded = account is not None and account.demanded
        if plan is None:
            waits = not desk.current and not desk.snapshot.missing
            why = (
                self.tr("The plan is being checked.") if waits
                else self.tr("The plan is not complete: there is nothing to approve yet.")
            )  # fmt: skip
            panel.show_standing("", None, (), demanded=demanded, why_not=why)
            return
        standings = {} if account is None else dict(account.standings)
        own = standings.pop(plan.meaning, None)
        if own is None and account is not None and plan.meaning in account.released:
            panel.show_released(plan.meaning)
        else:
            panel.show_standing(plan.meaning, own, standings.values(), demanded=demanded)

    def _plan(self) -> Plan | None:
        """The plan that stands on the desk, if it is complete."""
        desk = self._desk
        return desk.snapshot.plan if desk.current and not desk.snapshot.missing else None

    # Decisions ------------------------------------------------------------------------------------------------

    def _decide(self, action: str, answers: dict[str, str]) -> None:
        from dpdesk.gui import approvals

        plan, ledger = self._plan(), self._desk.ledger_path
        if plan is None:
            self._panel.form.say(self.tr("The plan has changed meanwhile: look at it again."))
            return
        dataset, meaning = plan.dictionary.dataset_id, plan.meaning
        if action == SUBMIT:
            make = self._desk.plan_maker()

            def work(progress: Progress) -> None:
                approvals.submit(make, ledger, answers)

            done = self.tr("Submitted. Save the submission, or the review pack, for those who decide.")
        elif action == APPROVE:

            def work(progress: Progress) -> None:
                approvals.approve(dataset, meaning, ledger, answers)

            done = self.tr("The approval is entered.")
        elif action == WITHDRAW:
            number = self._panel.number

            def work(progress: Progress) -> None:
                approvals.withdraw_approval(dataset, meaning, number, ledger, answers)

            done = self.tr("The approval is withdrawn.")
        else:
            return
        self._write(work, done)

    def _write(self, work: Callable[[Progress], Any], done: str) -> None:
        """Write one entry; a second wish meanwhile is none."""
        if self._desk.tasks.running(BOARD):
            return
        panel = self._panel

        def finished(nothing: object) -> None:
            panel.close_form()
            panel.note(done)
            self._desk.read_account()

        def failed(sentence: str) -> None:
            said = without_options(sentence)
            if panel.form.isHidden():
                self.said.emit("red", said)
            else:
                panel.form.say(said)
            self._desk.read_account()

        self.said.emit("", "")
        self._desk.tasks.start(BOARD, work, finished, failed)

    # Files ----------------------------------------------------------------------------------------------------

    def _ask_save(self) -> None:
        pass

    def _ask_enter(self) -> None:
        pass

    def _ask_review(self) -> None:
        pass

    def _name(self, suffix: str) -> str:
        """A name for a file about the plan, beside it."""
        path = self._desk.plan_path
        stem = str(self._desk.dictionary.get("dataset_id") or "plan")
        if path is not None:
            stem = path.name.removesuffix(".json").removesuffix(".plan")
        folder = path.parent if path is not None else Path.cwd()
        return str(folder / f"{stem}{suffix}")


__all__ = ["BOARD", "PAPERS", "QFileDialog", "ReleaseBoard"]
