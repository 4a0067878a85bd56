"""What the page Release does about approvals: reads how the plan stands, and writes what was decided, once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.documents import same_but_the_cover
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.shared.approval import APPROVE, SUBMIT, WITHDRAW, ApprovalPanel
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.approval_files import AnyPlan, Submission

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
        self._shown: tuple[Tree, Tree] = ({}, {})  # the documents whose standing is in view
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
            if not self._waits():
                panel.show_standing("", None, (), demanded=demanded, why_not=panel.words.incomplete())
            elif not self._only_renamed():
                panel.show_waiting(panel.words.checking())
            return
        self._remember()
        own = None if account is None else account.standing(plan)
        others = [] if account is None else [one for one in account.standings.values() if one is not own]
        if own is None and account is not None and plan.meaning in account.released:
            panel.show_released(plan.meaning)
        else:
            panel.show_standing(plan.meaning, own, others, demanded=demanded, submission=self._submission(plan))

    def _waits(self) -> bool:
        """Whether the plan is still being checked."""
        return not self._desk.current and not self._desk.snapshot.missing

    def _remember(self) -> None:
        self._shown = (self._desk.dictionary, self._desk.plan)

    def _only_renamed(self) -> bool:
        """Whether the plan on the desk is the one that is shown, its cover apart."""
        dictionary, plan = self._shown
        return dictionary is self._desk.dictionary and same_but_the_cover(plan, self._desk.plan)

    def _submission(self, plan: AnyPlan) -> Submission | None:
        """The file in which the plan came, if it did and is what it was then."""
        found = self._desk.submission
        same = found is not None and (found.plan.meaning, found.plan.figures) == (plan.meaning, plan.figures)
        return found if same else None

    def _plan(self) -> AnyPlan | None:
        """The plan that stands on the desk, if it is complete."""
        desk = self._desk
        return desk.snapshot.plan if desk.current and not desk.snapshot.missing else None

    def _maker(self) -> Callable[[], AnyPlan]:
        """What makes it as it will be released; to be called in a thread."""
        return self._desk.plan_maker()

    # Decisions ------------------------------------------------------------------------------------------------

    def _decide(self, action: str, answers: dict[str, str]) -> None:
        from dpdesk.gui.shared import approvals

        plan, ledger = self._plan(), self._desk.ledger_path
        if plan is None:
            self._panel.form.say(self.tr("The plan has changed meanwhile: look at it again."))
            return
        dataset, meaning, figures = plan.dictionary.dataset_id, plan.meaning, plan.figures
        if action == SUBMIT:
            make = self._maker()

            def work(progress: Progress) -> None:
                approvals.submit(make, ledger, answers)

            done = self.tr("Submitted. Save the submission, or the review pack, for those who decide.")
        elif action == APPROVE:

            def work(progress: Progress) -> None:
                approvals.approve(dataset, meaning, figures, ledger, answers)

            done = self.tr("The approval is entered.")
        elif action == WITHDRAW:
            number = self._panel.number

            def work(progress: Progress) -> None:
                approvals.withdraw_approval(dataset, meaning, number, ledger, answers)

            done = self.tr("The approval is withdrawn.")
        else:
            self._write_approval(plan, answers)
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
            panel.review_button.setFocus()
            self._desk.read_account()

        def failed(sentence: str) -> None:
            if panel.form.isHidden():
                self.said.emit("red", sentence)
            else:
                panel.form.say(sentence)
            self._desk.read_account()

        self.said.emit("", "")
        self._desk.tasks.start(BOARD, work, finished, failed)

    # Files ----------------------------------------------------------------------------------------------------

    def _ask_save(self) -> None:
        from dpdesk.gui.shared.approvals import save_submission

        plan, account = self._plan(), self._desk.account
        standing = None if plan is None or account is None else account.standing(plan)
        if standing is None or standing.submitted is None:
            return
        entry, make = standing.submitted, self._maker()
        kind = self.tr("Submissions") + " (*.submission.json)"
        target = self._ask_target(self.tr("Save the submission"), ".submission.json", kind)
        if target is not None:
            self._paper(lambda progress: save_submission(make, entry, target), self.tr("The submission is in {file}."))

    def _ask_enter(self) -> None:
        from dpdesk.gui.shared.approvals import enter_approval

        plan, ledger = self._plan(), self._desk.ledger_path
        kind = self.tr("Approvals") + " (*.approval.json);;" + self.tr("All files") + " (*)"
        name, _ = QFileDialog.getOpenFileName(self._page, self.tr("Enter an approval file"), self._folder(), kind)
        if not name or plan is None:
            return
        self._write(lambda progress: enter_approval(Path(name), plan, ledger), self.tr("The approval is entered."))

    def _ask_review(self) -> None:
        from dpdesk.gui.shared.approvals import review_pack

        plan, desk = self._plan(), self._desk
        if plan is None:
            return
        make, ledger, language, submission = (
            desk.plan_maker(), desk.ledger_path, desk.language, self._submission(plan),
        )  # fmt: skip
        target = self._ask_target(self.tr("Save the review pack"), ".review.pdf", "PDF (*.pdf)")
        if target is not None:
            self._panel.note(self.tr("The review pack is being made…"))
            self._paper(
                lambda progress: review_pack(make, ledger, submission, language, target),
                self.tr("The review pack is in {file}."),
            )

    def _write_approval(self, plan: AnyPlan, answers: dict[str, str]) -> None:
        from dpdesk.gui.shared.approvals import write_approval

        submission, form = self._submission(plan), self._panel.form
        kind = self.tr("Approvals") + " (*.approval.json)"
        target = None if submission is None else self._ask_target(self.tr("Write an approval"), ".approval.json", kind)
        if submission is None or target is None:
            form.say("")
            return
        self._paper(
            lambda progress: write_approval(submission, answers, target),
            self.tr("The approval is in {file}."),
            form.say,
        )

    def _paper(self, work: Callable[[Progress], Path], done: str, failed: Callable[[str], None] | None = None) -> None:
        """Make a file; what was asked for last counts."""

        def finished(path: Path) -> None:
            self._panel.close_form()
            self._panel.note(done.format(file=path))

        def say(sentence: str) -> None:
            self._panel.note("")
            if failed is None:
                self.said.emit("red", sentence)
            else:
                failed(sentence)

        if self._desk.tasks.running(PAPERS):
            return
        self.said.emit("", "")
        self._desk.tasks.start(PAPERS, work, finished, say)

    def _ask_target(self, title: str, suffix: str, kind: str) -> Path | None:
        name, _ = QFileDialog.getSaveFileName(self._page, title, self._name(suffix), kind)
        if not name:
            return None
        path = Path(name)
        return path if path.suffix == Path(suffix).suffix else path.with_name(path.name + suffix)

    def _folder(self) -> str:
        path = self._desk.plan_path
        return "" if path is None else str(path.parent)

    def _name(self, suffix: str) -> str:
        """A name for a file about the plan, beside it."""
        path = self._desk.plan_path
        stem = str(self._desk.dictionary.get("dataset_id") or "plan")
        if path is not None:
            stem = path.name.removesuffix(".json").removesuffix(".plan")
        return str(Path(self._folder()) / f"{stem}{suffix}")
