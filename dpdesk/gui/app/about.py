"""What this program is, and which versions it runs on."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from dpdesk.gui.app.crash import versions
from dpdesk.gui.kit.text_dialog import TextDialog


def about(parent: QWidget | None = None) -> TextDialog:
    """The dialog, not yet shown."""
    sentence = QCoreApplication.translate(
        "About",
        "dpdesk turns confidential microdata into publishable tables under differential privacy. It works without a "
        "network: nothing leaves this machine but the files you export. Licence: Apache 2.0.",
    )
    title = QCoreApplication.translate("About", "About dpdesk")
    return TextDialog(title, sentence, "\n".join(versions()), parent)
