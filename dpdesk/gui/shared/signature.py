"""Where a release or a session is named and signed: its title, who answers for it, what is missing, and the button."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from dpdesk.gui.kit.text import column, field, form, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.missing import Here, Missing, MissingList
from dpdesk.gui.shared.page import PageName
from dpdesk.gui.shared.price import Price, PriceWords


@dataclass(frozen=True, slots=True)
class SignatureWords:
    """What is said of the thing that is signed.

    A panel with a `heading` is narrow: office and role share a line. One with words for stopping (`stop`) shows how far
    the work is and is shut until it ends, with a button that stops it.
    """

    title: str
    title_tip: str
    who_tip: str
    sign: str
    sign_tip: str
    sign_titled: str  # with a place for the {title}
    sign_untitled: str
    button: str
    button_tip: str
    heading: str = ""
    warning: str = ""
    stop: str = ""


class SignaturePanel(QFrame):
    """`titled` with a new title, `wanted` with the place that mends what is missing, `signed` by the button.

    The button opens when nothing is missing, nothing is under way, and exactly the title has been typed.
    """

    titled = Signal(str)
    wanted = Signal(object)
    signed = Signal()
    stopped = Signal()
    changed = Signal()  # it is signed now, or no longer

    def __init__(self, words: SignatureWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._words, self._prices = words, PriceWords(self)
        self._stage: str | None = None
        self._signed_before = ""
        self._asked_below = False
        self.title_field, self.office_field, self.role_field = QLineEdit(), QLineEdit(), QLineEdit()
        self.missing_head = label(self.tr("Still missing"), "heading")
        self.missing_list = MissingList()
        self.warning = label(words.warning)
        self.sign_label, self.sign_field = label(), QLineEdit()
        self.sign_button, self.stop_button = QPushButton(words.button), QPushButton(self.tr("Cancel"))
        self.why_label = label(role="caption")
        self._set_out(column(self, margin=UNIT * 2, spacing=UNIT))
        self._describe()
        self.title_field.textEdited.connect(self.titled)
        self.missing_list.wanted.connect(self._lead)
        self.sign_field.textChanged.connect(self._show_button)
        self.sign_field.returnPressed.connect(self.sign_button.setFocus)
        self.sign_button.clicked.connect(self.signed)
        self.stop_button.clicked.connect(self.stopped)

    def _set_out(self, layout: QVBoxLayout) -> None:
        words, gap = self._words, 0 if self._words.heading else UNIT
        if words.heading:
            layout.addWidget(label(words.heading, "heading"))
        fields = form()
        field(fields, words.title, self.title_field, words.title_tip)
        self._add_who(fields)
        layout.addLayout(fields)
        layout.addSpacing(gap)
        layout.addWidget(self.missing_head)
        layout.addWidget(self.missing_list)
        layout.addSpacing(gap)
        for widget in (self.warning, self.sign_label, self.sign_field):
            layout.addWidget(widget)
        below = row()
        below.addWidget(self.why_label, 1)
        below.addWidget(self.stop_button)
        below.addWidget(self.sign_button)
        layout.addLayout(below)
        show_if(self.warning, bool(words.warning))
        show_if(self.stop_button, False)

    def _add_who(self, fields: QFormLayout) -> None:
        tip = self._words.who_tip
        if not self._words.heading:
            field(fields, self.tr("&Office"), self.office_field, tip)
            field(fields, self.tr("&Role"), self.role_field, tip)
            return
        who, office_label, role_label = (
            QWidget(), label(self.tr("&Office"), wrap=False), label(self.tr("&Role"), wrap=False)
        )  # fmt: skip
        office_label.setBuddy(self.office_field)
        role_label.setBuddy(self.role_field)
        named(self.office_field, self.tr("Office"), tip)
        named(self.role_field, self.tr("Role"), tip)
        inside = row(who)
        for widget in (self.office_field, role_label, self.role_field):
            inside.addWidget(widget)
        fields.addRow(office_label, who)

    def _describe(self) -> None:
        words = self._words
        self.office_field.setPlaceholderText(self.tr("optional"))
        self.role_field.setPlaceholderText(self.tr("optional"))
        self.sign_label.setBuddy(self.sign_field)
        named(self.sign_field, words.sign, words.sign_tip)
        self.sign_button.setProperty("danger", True)
        self.sign_button.setAccessibleDescription(words.button_tip)
        self.stop_button.setAccessibleDescription(words.stop)

    def show_price(self, price: Price | None) -> None:
        """Say on the button what it spends and what is left then; None where that is not known."""
        self.sign_button.setText(self._prices.on_button(self._words.button, price))

    def forget(self) -> None:
        """Nobody has signed, and nobody is named."""
        for one in (self.office_field, self.role_field, self.sign_field):
            one.clear()

    @property
    def is_signed(self) -> bool:
        """Whether exactly the title has been typed."""
        title = self.title_field.text()
        return bool(title.strip()) and self.sign_field.text() == title

    def show_title(
        self,
        title: str,
        missing: Sequence[Missing],
        *,
        stage: str | None = None,
        stoppable: bool = False,
        signed_before: str = "",
        asked_below: bool = False,
    ) -> None:
        """Show the title and what is missing; `stage` says what is being done while something is under way.

        `signed_before` says that it was signed already, where it was; `asked_below` that a refusal waits for an answer,
        with which alone it goes on.
        """
        self._stage, self._signed_before, self._asked_below = stage, signed_before, asked_below
        if self.title_field.text() != title:
            self.title_field.setText(title)
            self.title_field.setCursorPosition(0)
        words = self._words
        self.sign_label.setText(words.sign_titled.format(title=title) if title else words.sign_untitled)
        self.missing_list.show_missing(missing)
        show_if(self.missing_head, bool(missing))
        if words.stop:
            show_if(self.stop_button, stage is not None)
            self.stop_button.setEnabled(stoppable)
            for one in (self.title_field, self.office_field, self.role_field):
                one.setEnabled(stage is None)
        self._show_button()

    def _show_button(self) -> None:
        running, complete = self._stage is not None, not self.missing_list.sentences
        self.sign_field.setEnabled(not running)
        self.sign_button.setEnabled(self.is_signed and complete and not running and not self._asked_below)
        if self._stage is not None:
            self.why_label.setText(self._stage)
        elif not complete:
            self.why_label.setText(self.tr("Something is missing, see above."))
        elif self.is_signed and self._asked_below:
            self.why_label.setText(self.tr("Answer the question below."))
        else:
            self.why_label.setText("" if self.is_signed else self._signed_before or self.tr("Not signed yet."))
        self.changed.emit()

    def _lead(self, where: PageName | Here) -> None:
        if where is Here.TITLE:
            self.title_field.setFocus()
        else:
            self.wanted.emit(where)
