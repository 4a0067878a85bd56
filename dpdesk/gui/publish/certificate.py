"""What proves a release: its entry in the ledger, the ledger's head, and the hash of its cells, to be copied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from dpdesk.gui.kit.text import column, label, named
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text

if TYPE_CHECKING:
    from dpdesk.release.result import Release


class CertificatePanel(QFrame):
    """Shows the certificate of a release, or that a rehearsal has none."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("Certificate"), "heading"))
        self.certificate_text = label()
        layout.addWidget(self.certificate_text)
        self.head_field, self.hash_field = QLineEdit(), QLineEdit()
        self._of_releases: list[QWidget] = []
        for text, one, tip in (
            (
                self.tr("Check value of the ledger"),
                self.head_field,
                self.tr("The ledger's check value at this release; the workbook quotes it."),
            ),
            (
                self.tr("Check value of the tables"),
                self.hash_field,
                self.tr("Covers every published cell; the ledger has it too."),
            ),
        ):
            one.setReadOnly(True)
            shown = label(text, "caption", wrap=False)
            shown.setBuddy(one)
            named(one, text, tip)
            layout.addWidget(shown)
            layout.addWidget(one)
            self._of_releases += [shown, one]

    def show_release(self, release: Release, language: str) -> None:
        """Show what proves a release; the language is the window's."""
        from dpdesk.publish.documents.words import said

        if release.rehearsal:
            self.certificate_text.setText(
                self.tr("A rehearsal on made-up records: it stands in no ledger, and its numbers mean nothing.")
            )
        else:
            lines = [
                self.tr("Entry {entry} of the ledger, {date}").format(
                    entry=release.entry, date=day_text(release.date, language)
                ),
                self.tr("Release {number}, text version {version}").format(
                    number=release.release_id, version=release.text_version
                ),
                *(f"{said(language, role)}: {office}" for role, office in release.offices.items()),
            ]
            self.certificate_text.setText("\n".join(lines))
        self.head_field.setText(release.head)
        self.hash_field.setText(release.result_hash)
        for one in (self.head_field, self.hash_field):
            one.setCursorPosition(0)
        for widget in self._of_releases:
            widget.setVisible(not release.rehearsal)
