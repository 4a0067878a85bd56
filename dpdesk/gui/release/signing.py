"""What is said where a release is signed, and where it was refused."""

from __future__ import annotations

from PySide6.QtCore import QObject

from dpdesk.gui.shared.refusal import RefusalWords
from dpdesk.gui.shared.signature import SignatureWords


class ReleaseSigning(QObject):
    """Words for both panels."""

    def signature(self) -> SignatureWords:
        """Around the signature of a release."""
        return SignatureWords(
            title=self.tr("&Title of the release"),
            title_tip=self.tr("Stands on the cover of the workbook; it is typed once more below, to sign."),
            who_tip=self.tr("Written into the ledger and the workbook. An office or a role, not the name of a person."),
            sign=self.tr("Type the release's title to sign"),
            sign_tip=self.tr("The button Release opens when this is exactly the title of the release."),
            sign_titled=self.tr("Type the release's title to sign: {title}"),
            sign_untitled=self.tr("Type the release's title to sign."),
            button=self.tr("Release", "button"),
            button_tip=self.tr(
                "Counts the data, draws the noise once and spends the budget. This cannot be taken back."
            ),
        )

    def refusal(self) -> RefusalWords:
        """Around the refusal of a release."""
        return RefusalWords(
            heading=self.tr("The release was refused"),
            reason_tip=self.tr("Why the release may go on all the same; it is kept in the ledger for good."),
            accept=self.tr("Accept and release"),
            approval=self.tr(
                "This account demands an approval of this very plan by a second office or role, and there is none that "
                "holds. Submit the plan and have it approved, below; the refusal is an entry of the ledger."
            ),
            lead=self.tr("Lower the budget of this plan"),
            reason=self.tr("Reason, for the ledger and the cover of the tables"),
        )
