"""What became of a release after it was made: withdrawn, under embargo, signed; and how to make it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QWidget

from dpdesk.gui.kit.day import today
from dpdesk.gui.kit.text import label, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.shared.decision_form import DAY, FILE, LONG, SECRET, TEXT, Asked
from dpdesk.gui.shared.decision_panel import DecisionPanel

if TYPE_CHECKING:
    from dpdesk.gui.shared.publishing import StoredLine

WITHDRAW, EMBARGO, LIFT, SIGN = "withdraw", "embargo", "lift", "sign"


class StandingBanner(QFrame):
    """Above the table, while a release is not simply public: a sentence nobody can close."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = row(self, margin=UNIT)
        self.text = label()
        layout.addWidget(self.text, 1)
        self.hide()

    def show_sentence(self, kind: str, sentence: str) -> None:
        """Show a sentence ("red" or "amber"); an empty one hides the banner."""
        set_role(self, "message", kind)
        if self.text.text() != sentence:
            self.text.setText(sentence)
        self.text.style().unpolish(self.text)  # its colour depends on the frame's kind
        self.text.style().polish(self.text)
        self.setAccessibleName(sentence)
        show_if(self, bool(sentence))


class StandingPanel(DecisionPanel):
    """What became of the release in view, and the buttons for what may become of it yet."""

    def __init__(self, language: str, parent: QWidget | None = None) -> None:
        super().__init__(language, parent)
        self._line: StoredLine | None = None
        self._notice = ""  # where the notice would be written
        self._layout.addWidget(label(self.tr("Publication"), "heading"))
        self.standing_text = label()
        self._layout.addWidget(self.standing_text)
        self.withdraw_button = self._button(
            self.tr("&Withdraw…"), self._open_withdraw,
            self.tr("Says for good that these tables are not to be used any more, and why."),
        )  # fmt: skip
        self.embargo_button = self._button(
            self.tr("Set an e&mbargo…"), self._open_embargo,
            self.tr("Marks the files as not for publication before a day."),
        )  # fmt: skip
        self.lift_button = self._button(
            self.tr("Lift the e&mbargo…"), self._open_lift, self.tr("The files bear no mark of an embargo after that.")
        )
        self.sign_button = self._button(
            self.tr("Si&gn…"), self._open_sign,
            self.tr("Signs the exported files with a key, so that others can check that they are the signed ones."),
        )  # fmt: skip
        openers = {
            EMBARGO: self.embargo_button, LIFT: self.lift_button, WITHDRAW: self.withdraw_button,
            SIGN: self.sign_button,
        }  # fmt: skip
        self._add_buttons(openers.values(), openers)
        self._layout.addWidget(self.form)

    # Words ----------------------------------------------------------------------------------------------------

    def words(self, line: StoredLine | None) -> tuple[str, str]:
        """The kind and the sentence of the banner; both empty for a release like any other."""
        if line is None:
            return "", ""
        if line.withdrawn is not None:
            said = self.tr("WITHDRAWN on {date}: {reason} These tables are not to be used any more.")
            date = day_text(line.withdrawn.date, self._language)
            return "red", said.format(date=date, reason=_sentence(line.withdrawn.reason))
        if line.embargo:
            said = self.tr("EMBARGO until {date}: not for publication before. The workbook and the metadata say so.")
            return "amber", said.format(date=day_text(line.embargo, self._language))
        return "", ""

    def mark(self, line: StoredLine) -> str:
        """A word before the release in a list, "" for none."""
        if line.withdrawn is not None:
            return self.tr("WITHDRAWN")
        return self.tr("EMBARGO") if line.embargo else ""

    # Showing --------------------------------------------------------------------------------------------------

    def show_line(self, line: StoredLine | None) -> None:
        """Show what became of a release; None hides the panel (a rehearsal, or none in view)."""
        if line is None or self._line is None or line.release_id != self._line.release_id:
            self.close_form()
        self._line = line
        show_if(self, line is not None)
        if line is None:
            return
        if line.withdrawn is not None:
            who = ", ".join(text for text in (line.withdrawn.office, line.withdrawn.role) if text)
            date = day_text(line.withdrawn.date, self._language)
            said = (self.tr("Withdrawn on {date} by {who}.") if who else self.tr("Withdrawn on {date}.")).format(
                date=date, who=who
            )
            said += "\n" + self.tr("The budget stays spent. Export writes a notice beside the files.")
        elif line.embargo:
            said = self.tr("Under embargo until {date}.").format(date=day_text(line.embargo, self._language))
        else:
            said = self.tr("Neither withdrawn nor under embargo.")
        if line.approval:
            said += "\n" + self.tr("Released under approval no. {number}.").format(number=line.approval)
        self.standing_text.setText(said)
        for button, can in (
            (self.withdraw_button, line.withdrawn is None),
            (self.embargo_button, line.withdrawn is None and not line.embargo),
            (self.lift_button, line.withdrawn is None and bool(line.embargo)),
        ):
            show_if(button, can)
        self._show_buttons()

    @property
    def release_id(self) -> str:
        """The release that is shown, "" for none."""
        return "" if self._line is None else self._line.release_id

    def notice_goes_to(self, folder: str) -> None:
        """Propose a folder for the notice of a withdrawal: that of the files."""
        self._notice = folder

    # Forms ----------------------------------------------------------------------------------------------------

    def _who(self) -> tuple[Asked, Asked]:
        tip = self.tr("Written into the ledger. An office or a role, not the name of a person.")
        return (
            Asked("office", self.tr("Offi&ce"), tip=tip, optional=True),
            Asked("role", self.tr("R&ole"), tip=tip, optional=True),
        )

    def _reason(self, tip: str, *, optional: bool = False) -> Asked:
        return Asked("reason", self.tr("Re&ason"), TEXT, tip, optional=optional, longest=LONG)

    def _open_withdraw(self) -> None:
        folder = Asked(
            "folder", self.tr("Not&ice to"),
            tip=self.tr("The folder with the files of this release; a notice is written beside them."),
            optional=True, value=self._notice, longest=4096,
        )  # fmt: skip
        self._ask(
            WITHDRAW, self.tr("Withdraw this release"),
            self.tr(
                "A withdrawal is an entry of the ledger and cannot be taken back. The budget stays spent, and whoever "
                "has the files keeps them."
            ),
            self.tr("Withdraw now"),
            (
                self._reason(self.tr("Stands in the notice and in the ledger, for everybody to read.")),
                folder,
                *self._who(),
            ),
            danger=True,
        )  # fmt: skip

    def _open_embargo(self) -> None:
        until = today().addDays(7).toString("yyyy-MM-dd")
        self._ask(
            EMBARGO, self.tr("Set an embargo"),
            self.tr("The files that are exported from now on say that they are not for publication before this day."),
            self.tr("Set it now"),
            (
                Asked("until", self.tr("Unt&il"), DAY, self.tr("The day of publication."), value=until),
                self._reason(self.tr("Kept in the ledger."), optional=True),
                *self._who(),
            ),
        )  # fmt: skip

    def _open_lift(self) -> None:
        self._ask(
            LIFT, self.tr("Lift the embargo"), self.tr("Export again afterwards: the mark is gone then."),
            self.tr("Lift it now"), (self._reason(self.tr("Kept in the ledger.")), *self._who()),
        )  # fmt: skip

    def _open_sign(self) -> None:
        self._ask(
            SIGN, self.tr("Sign the files of this release"),
            self.tr(
                "A signature proves that whoever made it held the key and that these files are the signed ones: not "
                "who that was, nor when, nor that the figures are right. The ledger must name the key."
            ),
            self.tr("Sign now"),
            (
                Asked(
                    "folder", self.tr("&In the folder"), tip=self.tr("Where the files of this release were exported."),
                    value=self._notice, longest=4096,
                ),
                Asked("key", self.tr("&Key file"), FILE, self.tr("The key, behind its passphrase.")),
                Asked(
                    "passphrase", self.tr("&Passphrase"), SECRET, self.tr("Of the key; it is stored nowhere."),
                    longest=1024,
                ),
            ),
        )  # fmt: skip


def _sentence(text: str) -> str:
    """A reason as a sentence."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
