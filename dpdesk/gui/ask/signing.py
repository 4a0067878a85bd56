"""What is said where a session is signed, and where it was refused."""

from __future__ import annotations

from PySide6.QtCore import QObject

from dpdesk.gui.shared.refusal import RefusalWords
from dpdesk.gui.shared.signature import SignatureWords


class SessionSigning(QObject):
    """Words for both panels."""

    def signature(self) -> SignatureWords:
        """Around the signature of a session."""
        return SignatureWords(
            heading=self.tr("Sign and open"),
            title=self.tr("&Title of the session"),
            title_tip=self.tr("Stands in the ledger and above the answers; it is typed once more below, to sign."),
            who_tip=self.tr("Written into the ledger. An office or a role, not the name of a person."),
            warning=self.tr("What is opened is spent: closing early, a crash or a wrong question gives nothing back."),
            sign=self.tr("Type the session's title to sign"),
            sign_tip=self.tr("The button opens when this is exactly the title of the session."),
            sign_titled=self.tr("Type the session's title to sign: {title}"),
            sign_untitled=self.tr("Type the session's title to sign."),
            button=self.tr("Open the session"),
            button_tip=self.tr("Counts the data and spends the budget. This cannot be taken back."),
            stop=self.tr("Stops before the session is opened; nothing is spent then."),
        )

    def refusal(self) -> RefusalWords:
        """Around the refusal of a session."""
        return RefusalWords(
            heading=self.tr("The session was refused"),
            reason_tip=self.tr("Why the session may be opened all the same; it is kept in the ledger for good."),
            accept=self.tr("Accept and open"),
            approval=self.tr(
                "This account demands an approval of this very session by a second office or role, and there is none "
                "that holds. Submit it and have it approved, below; the refusal is an entry of the ledger."
            ),
        )
