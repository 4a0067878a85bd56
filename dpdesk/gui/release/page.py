"""Step 5: the sheet to sign, and the release.

One page like a contract: what is published and how accurate it will be, what that costs and leaves, about whom, what
one person's presence can change, and what cannot be taken back. It is signed by typing the release's title; the button
is there only when nothing is missing. Then the true stages are shown, with a way to stop until the first random byte.
Nothing here opens the data file before the button is pressed.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QWidget

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.desk.trees import put, shown
from dpdesk.gui.kit.side import SideArea
from dpdesk.gui.kit.text import bring_into_view, column, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.release.contract import Contract
from dpdesk.gui.release.cover import CoverPanel
from dpdesk.gui.release.known_sheet import KnownSheet
from dpdesk.gui.release.missing import MissingForRelease
from dpdesk.gui.release.progress import ProgressPanel
from dpdesk.gui.release.signing import ReleaseSigning
from dpdesk.gui.release.words import ContractWords
from dpdesk.gui.shared.approval import ApprovalPanel
from dpdesk.gui.shared.board import ReleaseBoard
from dpdesk.gui.shared.missing import Here
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.gui.shared.refusal import ANSWERED, CHANGED_DATA, KNOWN_FINGERPRINT, RefusalPanel
from dpdesk.gui.shared.releasing import move_to_account, releasing, start_release
from dpdesk.gui.shared.signature import SignaturePanel

_SIDE = 440


class ReleasePage(Page):
    """The page Release: the sheet, what is missing, the signature, and the stages of a release."""

    name = PageName.RELEASE
    help_topic = "release"

    def __init__(self, desk: Desk, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(desk, settings, parent)
        self._sheet = KnownSheet(desk, self)
        self._missing = MissingForRelease(desk, self._sheet, self)
        self._accepted = ("", "")  # reasons given: for changed data, for data known under another name

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Release")

    def state(self) -> State:
        """Complete once the plan on the desk is released."""
        account, plan = self.desk.account, self.desk.snapshot.plan
        if account is not None and plan is not None and plan.meaning in account.released:
            return State(not self.desk.another_file, self.tr("Nothing was released from this file yet."))
        found = self._missing.found()
        return State(False, found[0].sentence if found else self.tr("Nothing has been signed yet."))

    def action(self) -> Action | None:
        """On to the finished tables."""
        another = self.desk.another_file  # what was released is not of the file that lies here
        return Action(
            self.tr("Publish ▸"),
            lambda: self.go.emit(PageName.PUBLISH),
            self.desk.release is not None and self.state().done,
            self.tr("Nothing was released from this file yet.")
            if another
            else self.tr("The plan as it is now has not been released."),
        )

    # Building -------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the contract and, beside it, what is missing, the signature, and the stages."""
        self.releasing = releasing(self.desk)
        self.contract = Contract(self.tr("The sheet to sign"))
        self.words = ContractWords(self.desk, self)
        signing = ReleaseSigning(self)
        self.refusal, self.progress = RefusalPanel(signing.refusal()), ProgressPanel(self.releasing)
        self.signature = SignaturePanel(signing.signature())
        self.approval = ApprovalPanel(self.desk.window_language)
        self.cover = CoverPanel(self.desk)
        self.board = ReleaseBoard(self.desk, self.approval, self)
        both: QHBoxLayout = row(spacing=UNIT * 2)
        both.addWidget(self.contract, 3)
        both.addWidget(self._side(), 2)
        both.addStretch(0)
        self.body.addLayout(both, 1)
        self.signature.titled.connect(self._on_title)
        self.signature.wanted.connect(self._lead)
        self.signature.signed.connect(lambda: self._begin("", ""))
        self.signature.changed.connect(self._allow_accepting)
        self.refusal.accepted.connect(self._accept)
        self.refusal.moved.connect(self._move)
        self.refusal.lead.connect(lambda: self.go.emit(PageName.ACCURACY))
        self.progress.publish.connect(lambda: self.go.emit(PageName.PUBLISH))
        self.board.said.connect(self._say)
        self.cover.said.connect(self._say)
        desk = self.desk
        self.follow(desk.documents_changed, self._refresh)
        self.follow(desk.snapshot_changed, self._refresh)
        self.follow(desk.account_changed, self._refresh)
        self.follow(desk.data_changed, self._on_data)
        self.follow(desk.release_changed, self._refresh)
        self._missing.waiting = True
        self._sheet.changed.connect(self._refresh)
        self.releasing.changed.connect(self._show_progress)
        self.releasing.finished.connect(self._on_finished)

    def _side(self) -> QWidget:
        holder = QWidget()
        layout = column(holder, spacing=UNIT * 2)
        for part in (self.signature, self.refusal, self.progress, self.cover, self.approval):
            layout.addWidget(part)
        layout.addStretch(1)
        area = SideArea(holder, self.tr("Signature, progress, cover and approval"), _SIDE - 60)
        area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setMaximumWidth(_SIDE + 360)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
        self._area = area
        self.refusal.grown.connect(lambda: bring_into_view(area, self.refusal))
        self.approval.form.opened.connect(lambda: bring_into_view(area, self.approval))
        return area

    # Showing --------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        """Work the sheet out anew: the ledger may have another entry. Until then the one in view stays."""
        self._sheet.doubt()
        self.desk.read_account()  # an approval may have come, or ended with its day
        self._refresh()
        if self.signature.sign_field.isEnabled():
            self.signature.sign_field.setFocus(Qt.FocusReason.OtherFocusReason)  # all else is there to be read

    def forget(self) -> None:
        """Nothing of the release before is left on the page."""
        super().forget()
        self._accepted = ("", "")
        self.signature.forget()
        self.refusal.forget()

    def _refresh(self) -> None:
        if self.isVisible():
            self._sheet.read()
        title = self._title()
        self.cover.show_plan()
        self.contract.show_contract(title or self.tr("A release without a title"), self.words.sections(self._sheet.now))
        self.board.refresh(self.signature.office_field.text(), self.signature.role_field.text())
        self._show_progress()
        self.changed.emit()

    def _on_data(self) -> None:
        """What was signed was about the file of before."""
        self.signature.sign_field.clear()
        self._refresh()

    def _say(self, kind: str, sentence: str) -> None:
        if sentence:
            self.message.say(kind, sentence)
        else:
            self.message.clear()

    def _lead(self, where: PageName | Here) -> None:
        if where is Here.APPROVAL:
            self.approval.lead()
            bring_into_view(self._area, self.approval)
        else:
            self.go.emit(where)

    def _show_progress(self) -> None:
        running, ended = self.releasing.running, self.releasing.ended
        stage = self.tr("A release is under way.") if running else None
        sheet = self._sheet.now
        anew = self._costs_anew
        said = (
            self.tr("Released from another file, entry {entry}.")
            if anew
            else self.tr("Signed and released, entry {entry}.")
        )
        said = said.format(entry=sheet.before[-1][0]) if sheet is not None and sheet.before else ""
        asked = ended is not None and ended.cause in ANSWERED
        self.signature.show_title(
            self._title(), self._missing.found(), stage=stage, signed_before=said, asked_below=asked
        )
        self.signature.show_price(None if sheet is None else sheet.price if anew else sheet.price_here)
        self.progress.show_progress()
        refused = not running and ended is not None and bool(ended.sentence)
        if refused and ended is not None:
            sheet = self._sheet.now
            price = None if sheet is None else sheet.price
            account = str(self.desk.dictionary.get("dataset_id", ""))
            self.refusal.show_refusal(ended.sentence, ended.cause, account, price)
        show_if(self.refusal, refused)

    @property
    def _costs_anew(self) -> bool:
        """Whether the file on the desk is known not to be the one that was released from before."""
        ended = self.releasing.ended
        return self.desk.another_file or (ended is not None and ended.cause == CHANGED_DATA)

    def _title(self) -> str:
        return shown(self.desk.plan.get("title"), self.desk.language)

    def _on_title(self, text: str) -> None:
        others = {tag: said for tag, said in self.desk.plan.get("title", {}).items() if said}
        plan = put(self.desk.plan, ["title"], {**others, self.desk.language: text})
        self.desk.edit_plan(self.tr("title of the release"), plan, "release-title")

    # Signing and releasing ------------------------------------------------------------------------------------

    def _allow_accepting(self) -> None:
        self.refusal.allow(self.signature.is_signed and not self.releasing.running)

    def _accept(self, reason: str) -> None:
        ended = self.releasing.ended
        cause = ended.cause if ended is not None else ""
        changed, known = self._accepted
        self._begin(
            reason if cause == CHANGED_DATA else changed,
            reason if cause == KNOWN_FINGERPRINT else known,
        )

    def _move(self, account: str) -> None:
        """Put the plan on the account of other people: the sheet is worked out anew, and signed anew."""
        move_to_account(self.desk, account)
        self.signature.sign_field.clear()
        self._refresh()
        self._say(
            "info",
            self.tr(
                "The plan is now one of the account {name}. Look at the sheet once more, then sign it. Saving under "
                "another name keeps the plan of before."
            ).format(name=account),
        )

    def _begin(self, changed: str, known: str) -> None:
        self._accepted = (changed, known)
        self.refusal.forget()
        start_release(
            self.desk,
            accept_changed=changed,
            confirm_known=known,
            office=self.signature.office_field.text(),
            role=self.signature.role_field.text(),
        )
        self.progress.take_focus()  # the button that had it is shut
        bring_into_view(self._area, self.progress)

    def _on_finished(self) -> None:
        ended = self.releasing.ended
        if ended is not None and ended.outcome is not None:
            self.signature.sign_field.clear()
        self._sheet.doubt()
        self._refresh()
        if self.isVisible():
            self._lead_on()

    def _lead_on(self) -> None:
        """Where the hand goes on once a release has ended, whose button to stop it is gone."""
        if not self.refusal.isHidden():
            self.refusal.take_focus()
        elif not self.progress.publish_button.isHidden():
            self.progress.publish_button.setFocus()
            bring_into_view(self._area, self.progress)
        else:
            self.signature.sign_field.setFocus()
