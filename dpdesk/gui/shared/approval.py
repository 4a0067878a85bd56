"""Where the plan stands between its draft and its release, and what can be done about it: submit, approve, files."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.gui.kit.day import today
from dpdesk.gui.kit.text import label, row, set_role, show_if
from dpdesk.gui.shared.approval_words import APPROVED, DRAFT, EXPIRED, RELEASED, SUBMITTED, WITHDRAWN, ApprovalWords
from dpdesk.gui.shared.decision_form import DAY, LONG, TEXT, Asked
from dpdesk.gui.shared.decision_panel import DecisionPanel

if TYPE_CHECKING:
    from dpdesk.ledger.board import Standing
    from dpdesk.planning.approval_files import Submission

SUBMIT, APPROVE, WITHDRAW, WRITE = "submit", "approve", "withdraw", "write"
_MONTHS = 3  # an approval is proposed to end after so many


class ApprovalPanel(DecisionPanel):
    """`decided` with what is to be written and its answers; the other signals ask for a file."""

    save_wanted = Signal()
    enter_wanted = Signal()
    review_wanted = Signal()

    def __init__(self, language: str, parent: QWidget | None = None, *, session: bool = False) -> None:
        super().__init__(language, parent)
        self._session = session
        self.words = ApprovalWords(language, self, session=session)
        self._standing: Standing | None = None
        self._about = ""  # the hash of the meaning that is shown
        self._submission: Submission | None = None
        self.who = ("", "")  # office and role to begin a submission with
        layout = self._layout
        head = row()
        head.addWidget(label(self.tr("Approval"), "heading", wrap=False))
        self.state_label = label("", "caption", wrap=False)
        head.addStretch(1)
        head.addWidget(self.state_label)
        layout.addLayout(head)
        self.state_text = label()
        layout.addWidget(self.state_text)
        self.submit_button = self._button(
            self.tr("Su&bmit…"), self._open_submit, self.tr("Enters in the ledger that this plan is to be approved.")
        )
        self.approve_button = self._button(
            self.tr("A&pprove…"), self._open_approve,
            self.tr("Enters the approval of this plan, by another office or role than the one that submitted it."),
        )  # fmt: skip
        self.withdraw_button = self._button(
            self.tr("&Withdraw the approval…"), self._open_withdraw, self.tr("The approval holds no longer after that.")
        )
        self.review_button = self._button(
            self.tr("Review pac&k (PDF)…"), self.review_wanted.emit,
            self.tr("One document without data, for those who decide: tables, margins, cost, and what is unprotected."),
        )  # fmt: skip
        self.save_button = self._button(
            self.tr("Save the sub&mission…"), self.save_wanted.emit,
            self.tr("Writes plan and dictionary into one file that travels to those who approve."),
        )  # fmt: skip
        self.enter_button = self._button(
            self.tr("E&nter an approval file…"), self.enter_wanted.emit,
            self.tr("Enters an approval that was given on another machine."),
        )  # fmt: skip
        self.write_button = self._button(
            self.tr("Write an approval f&ile…"), self._open_write,
            self.tr("Approves this submission in a file that travels back; the ledger here is not changed."),
        )  # fmt: skip
        openers = {
            SUBMIT: self.submit_button, APPROVE: self.approve_button, WITHDRAW: self.withdraw_button,
            WRITE: self.write_button,
        }  # fmt: skip
        self._add_buttons([*openers.values(), self.review_button, self.save_button, self.enter_button], openers)
        self.review_button.setVisible(not session)  # a pack is made of tables
        self.note_text = label("", "accent")
        self.note_text.hide()
        layout.addWidget(self.note_text)
        layout.addWidget(self.form)

    # Showing --------------------------------------------------------------------------------------------------

    def show_standing(
        self,
        meaning: str,
        standing: Standing | None,
        others: Iterable[Standing],
        *,
        demanded: bool,
        why_not: str = "",
        submission: Submission | None = None,
    ) -> None:
        """Show how a plan stands; without a meaning nothing can be decided yet, and `why_not` says why.

        `submission` is the file that it came in, if it did and was not changed since.
        """
        if meaning != self._about:
            self.note_text.hide()
            self.close_form()  # what was being decided was about another plan
        self._about, self._standing, self._submission = meaning, standing, submission
        state = DRAFT if standing is None else standing.state
        self.state_label.setText(self.words.heading(state) if meaning else "")
        blocked = demanded and state not in (APPROVED, RELEASED)
        set_role(self.state_label, "role", "accent" if state in (APPROVED, RELEASED) else "caption")
        said = self.words.sentences(standing, others, demanded=demanded) if meaning else [why_not]
        if submission is not None and (standing is None or standing.submitted is None):
            said = self.words.received(submission) + said
        set_role(self.state_text, "role", "problem" if meaning and blocked and state in (EXPIRED, WITHDRAWN) else "")
        self.state_text.setText("\n".join(said))
        submitted = standing is not None and standing.submitted is not None
        none_yet = self.tr("Submit it first.")
        self._allow(
            self.submit_button, bool(meaning) and state not in (APPROVED, RELEASED),
            why_not or self.tr("It is approved or released already."),
        )  # fmt: skip
        self._allow(
            self.approve_button, submitted and state in (SUBMITTED, EXPIRED, WITHDRAWN),
            none_yet if not submitted else self.tr("It is approved or released already."),
        )  # fmt: skip
        self._allow(self.save_button, submitted, none_yet)
        self._allow(self.enter_button, submitted and state != RELEASED, none_yet)
        self._allow(self.review_button, bool(meaning), why_not)
        for button, wanted in ((self.withdraw_button, state == APPROVED), (self.write_button, submission is not None)):
            self._allow(button, wanted, "")
            show_if(button, wanted)

    def show_waiting(self, sentence: str) -> None:
        """Show that it is not known yet how the plan stands; what is being filled in stays."""
        self.state_label.setText("")
        set_role(self.state_text, "role", "")
        self.state_text.setText(sentence)
        for button in self._buttons.findChildren(QPushButton):
            self._allow(button, False, sentence)

    def show_released(self, meaning: str) -> None:
        """Show that a plan was released without having been submitted; it costs nothing to release it again."""
        self.show_standing(meaning, None, (), demanded=False)
        self.state_label.setText(self.words.heading(RELEASED))
        set_role(self.state_label, "role", "accent")
        self.state_text.setText(self.tr("This very plan was released without an approval."))
        self._allow(self.submit_button, False, self.tr("It is approved or released already."))

    @property
    def number(self) -> str:
        """The number of the approval in view, "" for none."""
        standing = self._standing
        return standing.approval.number if standing is not None and standing.approval is not None else ""

    @staticmethod
    def _allow(button: QPushButton, can: bool, why_not: str) -> None:
        button.setEnabled(can)
        button.setToolTip(button.accessibleDescription() if can else why_not)

    def note(self, sentence: str) -> None:
        """Say below the buttons what was done."""
        self.note_text.setText(sentence)
        show_if(self.note_text, bool(sentence))

    def lead(self) -> None:
        """Put the focus where the next step is."""
        buttons = (self.approve_button, self.submit_button, self.review_button)
        next((one for one in buttons if one.isEnabled()), self.review_button).setFocus()

    # Forms ----------------------------------------------------------------------------------------------------

    def _ask(
        self, action: str, heading: str, sentence: str, button: str, asked: Iterable[Asked], *, danger: bool = False
    ) -> None:
        self.note("")
        super()._ask(action, heading, sentence, button, asked, danger=danger)

    def _who(self, office: str = "", role: str = "") -> tuple[Asked, Asked]:
        tip = self.tr("Written into the ledger. An office or a role, not the name of a person.")
        return (
            Asked("office", self.tr("Offi&ce"), tip=tip, value=office),
            Asked("role", self.tr("Ro&le"), tip=tip, value=role),
        )

    def _open_submit(self) -> None:
        received = self._submission
        note = Asked(
            "note", self.tr("&Note"), TEXT, self.tr("What those who decide should know; kept in the ledger."),
            optional=True, longest=LONG, value="" if received is None else received.note,
        )  # fmt: skip
        if received is not None:
            self.who = (received.office, received.role)
        self._ask(
            SUBMIT,
            self.tr("Submit the session") if self._session else self.tr("Submit the plan"),
            self.tr("As it stands now it is entered as submitted. Nothing is read from the data or spent."),
            self.tr("Submit now"), (*self._who(*self.who), note),
        )  # fmt: skip

    def _open_approve(self) -> None:
        self._ask(
            APPROVE, self.tr("Approve"), self._holds(), self.tr("Approve now"), self._decision()
        )  # fmt: skip

    def _open_write(self) -> None:
        self._ask(
            WRITE, self.tr("Approve the submission in a file"),
            self.tr("The file goes back to those who submitted the plan, who enter it in their ledger.")
            + " " + self._holds(),
            self.tr("Write the file…"), self._decision(),
        )  # fmt: skip

    def _holds(self) -> str:
        return self.tr(
            "It holds for exactly this until the end of the day named. Offices and roles are typed, not proved: this "
            "is a record and a brake, not a lock."
        )

    def _decision(self) -> tuple[Asked, ...]:
        end = today().addMonths(_MONTHS).toString("yyyy-MM-dd")
        return (
            Asked("number", self.tr("N&umber"), tip=self.tr("The number of the decision in the board’s files.")),
            Asked("expires", self.tr("Unt&il"), DAY, self.tr("The last day on which it holds."), value=end),
            Asked(
                "conditions", self.tr("Con&ditions"), TEXT, self.tr("Under which it is given; kept in the ledger."),
                optional=True, longest=LONG,
            ),
            *self._who(),
        )  # fmt: skip

    def _open_withdraw(self) -> None:
        reason = Asked("reason", self.tr("Re&ason"), TEXT, self.tr("Kept in the ledger for good."), longest=LONG)
        self._ask(
            WITHDRAW, self.tr("Withdraw the approval"),
            self.tr("A release that was made under it stays what it is."),
            self.tr("Withdraw the approval now"), (reason, *self._who()), danger=True,
        )  # fmt: skip
