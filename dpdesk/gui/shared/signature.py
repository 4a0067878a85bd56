"""Where a release is named and signed: its title, who answers for it, what is still missing, and the button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.gui.kit.text import column, field, form, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.missing import Here, Missing, MissingList
from dpdesk.gui.shared.page import PageName


class SignaturePanel(QFrame):
    """`titled` with a new title, `wanted` with the place that mends what is missing, `signed` by the button.

    The button opens when nothing is missing, no release runs, and exactly the title has been typed.
    """

    titled = Signal(str)
    wanted = Signal(object)
    signed = Signal()
    changed = Signal()  # the release is signed now, or no longer

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._running = False
        self.title_field, self.office_field, self.role_field = QLineEdit(), QLineEdit(), QLineEdit()
        self.missing_head = label(self.tr("Still missing"), "heading")
        self.missing_list = MissingList()
        self.sign_label, self.sign_field = label(), QLineEdit()
        self.release_button = QPushButton(self.tr("Release", "button"))
        self.why_label = label(role="caption")
        self._set_out()
        self._describe()
        self.title_field.textEdited.connect(self.titled)
        self.missing_list.wanted.connect(self._lead)
        self.sign_field.textChanged.connect(self._show_button)
        self.sign_field.returnPressed.connect(self.release_button.setFocus)
        self.release_button.clicked.connect(self.signed)

    def _set_out(self) -> None:
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        fields = form()
        field(
            fields,
            self.tr("&Title of the release"),
            self.title_field,
            self.tr("Stands on the cover of the workbook; it is typed once more below, to sign."),
        )
        text = self.tr("Written into the ledger and the workbook. An office or a role, not the name of a person.")
        field(fields, self.tr("&Office"), self.office_field, text)
        field(fields, self.tr("&Role"), self.role_field, text)
        layout.addLayout(fields)
        layout.addSpacing(UNIT)
        layout.addWidget(self.missing_head)
        layout.addWidget(self.missing_list)
        layout.addSpacing(UNIT)
        layout.addWidget(self.sign_label)
        layout.addWidget(self.sign_field)
        below = row()
        below.addWidget(self.why_label, 1)
        below.addWidget(self.release_button)
        layout.addLayout(below)

    def _describe(self) -> None:
        self.office_field.setPlaceholderText(self.tr("optional"))
        self.role_field.setPlaceholderText(self.tr("optional"))
        self.sign_label.setBuddy(self.sign_field)
        named(
            self.sign_field,
            self.tr("Type the release's title to sign"),
            self.tr("The button Release opens when this is exactly the title of the release."),
        )
        self.release_button.setProperty("danger", True)
        self.release_button.setAccessibleDescription(
            self.tr("Counts the data, draws the noise once and spends the budget. This cannot be taken back.")
        )

    @property
    def is_signed(self) -> bool:
        """Whether exactly the title of the release has been typed."""
        title = self.title_field.text()
        return bool(title.strip()) and self.sign_field.text() == title

    def show_release(self, title: str, missing: Sequence[Missing], *, running: bool) -> None:
        """Show the plan's title and what is missing; `running` while a release is under way."""
        self._running = running
        if self.title_field.text() != title:
            self.title_field.setText(title)
            self.title_field.setCursorPosition(0)
        self.sign_label.setText(
            self.tr("Type the release's title to sign: {title}").format(title=title)
            if title
            else self.tr("Type the release's title to sign.")
        )
        self.missing_list.show_missing(missing)
        show_if(self.missing_head, bool(missing))
        self._show_button()

    def _show_button(self) -> None:
        complete = not self.missing_list.sentences
        self.sign_field.setEnabled(not self._running)
        self.release_button.setEnabled(self.is_signed and complete and not self._running)
        if self._running:
            self.why_label.setText(self.tr("A release is under way."))
        elif not complete:
            self.why_label.setText(self.tr("Something is missing, see above."))
        else:
            self.why_label.setText("" if self.is_signed else self.tr("Not signed yet."))
        self.changed.emit()

    def _lead(self, where: PageName | Here) -> None:
        if where is Here.TITLE:
            self.title_field.setFocus()
        else:
            self.wanted.emit(where)
