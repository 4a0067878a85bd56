"""Where a session is named and signed: its title, who answers for it, what is still missing, and the button."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.gui.kit.text import column, field, form, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.missing import Here, Missing, MissingList
from dpdesk.gui.shared.page import PageName


class AskSignature(QFrame):
    """`titled` with a new title, `wanted` with the place that mends what is missing, `signed` by the button.

    The button opens when nothing is missing, nothing is under way, and exactly the title has been typed. While the
    session is being opened, the same place says how far that is and has the button that stops it.
    """

    titled = Signal(str)
    wanted = Signal(object)
    signed = Signal()
    stopped = Signal()
    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._running = False
        self.title_field, self.office_field, self.role_field = QLineEdit(), QLineEdit(), QLineEdit()
        self.missing_head = label(self.tr("Still missing"), "heading")
        self.missing_list = MissingList()
        self.warning = label(
            self.tr("What is opened is spent: closing early, a crash or a wrong question gives nothing back.")
        )
        self.sign_label, self.sign_field = label(), QLineEdit()
        self.open_button = QPushButton(self.tr("Open the session"))
        self.stop_button = QPushButton(self.tr("Cancel"))
        self.why_label = label(role="caption")
        self._set_out()
        self.title_field.textEdited.connect(self.titled)
        self.missing_list.wanted.connect(self._lead)
        self.sign_field.textChanged.connect(self._show_button)
        self.sign_field.returnPressed.connect(self.open_button.setFocus)
        self.open_button.clicked.connect(self.signed)
        self.stop_button.clicked.connect(self.stopped)

    def _set_out(self) -> None:
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("Sign and open"), "heading"))
        fields = form()
        field(
            fields,
            self.tr("&Title of the session"),
            self.title_field,
            self.tr("Stands in the ledger and above the answers; it is typed once more below, to sign."),
        )
        text = self.tr("Written into the ledger. An office or a role, not the name of a person.")
        who, role_label = QWidget(), label(self.tr("&Role"), wrap=False)
        inside = row(who)
        named(self.office_field, self.tr("Office"), text)
        named(self.role_field, self.tr("Role"), text)
        role_label.setBuddy(self.role_field)
        for widget in (self.office_field, role_label, self.role_field):
            inside.addWidget(widget)
        office_label = label(self.tr("&Office"), wrap=False)
        office_label.setBuddy(self.office_field)
        fields.addRow(office_label, who)
        self.office_field.setPlaceholderText(self.tr("optional"))
        self.role_field.setPlaceholderText(self.tr("optional"))
        layout.addLayout(fields)
        parts: tuple[QWidget, ...] = (
            self.missing_head, self.missing_list, self.warning, self.sign_label, self.sign_field,
        )  # fmt: skip
        for part in parts:
            layout.addWidget(part)
        self.sign_label.setBuddy(self.sign_field)
        named(
            self.sign_field,
            self.tr("Type the session's title to sign"),
            self.tr("The button opens when this is exactly the title of the session."),
        )
        self.open_button.setProperty("danger", True)
        self.open_button.setAccessibleDescription(
            self.tr("Counts the data and spends the budget. This cannot be taken back.")
        )
        self.stop_button.setAccessibleDescription(self.tr("Stops before the session is opened; nothing is spent then."))
        below = row()
        below.addWidget(self.why_label, 1)
        below.addWidget(self.stop_button)
        below.addWidget(self.open_button)
        layout.addLayout(below)

    @property
    def is_signed(self) -> bool:
        """Whether exactly the title of the session has been typed."""
        title = self.title_field.text()
        return bool(title.strip()) and self.sign_field.text() == title

    def show_session(
        self, title: str, missing: Sequence[Missing], *, running: bool, stoppable: bool, stage: str
    ) -> None:
        """Show the title and what is missing; `stage` says what is being done while a session is being opened."""
        self._running, self._stage = running, stage
        if self.title_field.text() != title:
            self.title_field.setText(title)
            self.title_field.setCursorPosition(0)
        self.sign_label.setText(
            self.tr("Type the session's title to sign: {title}").format(title=title)
            if title
            else self.tr("Type the session's title to sign.")
        )
        self.missing_list.show_missing(missing)
        show_if(self.missing_head, bool(missing))
        show_if(self.stop_button, running)
        self.stop_button.setEnabled(stoppable)
        for one in (self.title_field, self.office_field, self.role_field):
            one.setEnabled(not running)
        self._show_button()

    def _show_button(self) -> None:
        complete = not self.missing_list.sentences
        self.sign_field.setEnabled(not self._running)
        self.open_button.setEnabled(self.is_signed and complete and not self._running)
        if self._running:
            self.why_label.setText(self._stage)
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
