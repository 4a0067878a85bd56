"""Whose records another file holds: the same people's, corrected, or other people's, with an account of their own."""

from __future__ import annotations

import re

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QRadioButton, QWidget

from dpdesk.gui.desk.account import is_dataset_id
from dpdesk.gui.kit.text import column, label, named, set_role, show_if
from dpdesk.gui.kit.theme import UNIT

_LAST_NUMBER = re.compile(r"^(.*?)(\d{1,9})$")


class WhoseFile(QWidget):
    """Two answers, neither given at first; `answered` when one is.

    `changed` then, too, and when the name of the other account is another.
    """

    changed = Signal()
    answered = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = ""
        self.same = QRadioButton(self.tr("The same people: a register, a panel, a corrected file"))
        self.other = QRadioButton(self.tr("Other people: a new sample, another place"))
        self._both = QButtonGroup(self)
        self._both.addButton(self.same)
        self._both.addButton(self.other)
        self._same_words = label(
            self.tr("It goes on spending the same budget, and the noise is drawn anew: this is not free."), "caption"
        )
        self._name_label = label(self.tr("Their budget account"), wrap=False)
        self.name_field = QLineEdit()
        self.name_field.setMaxLength(128)
        self._name_label.setBuddy(self.name_field)
        named(
            self.name_field,
            self.tr("Their budget account"),
            self.tr("Everything that is ever released about these other people spends from this account."),
        )
        self._warning = label(
            self.tr(
                "A new account has a fresh budget. If some of the people of before are in this "
                "file, too, what both accounts reveal about them adds up, and no ledger limits the sum."
            ),
            "problem",
        )
        layout = column(self, spacing=UNIT // 2)
        for widget in (
            self.same, self.other, self._same_words, self._name_label, self.name_field, self._warning
        ):  # fmt: skip
            layout.addWidget(widget)
        self._both.buttonClicked.connect(self._on_answer)
        self.name_field.textChanged.connect(self._show)
        self._show()

    @property
    def same_people(self) -> bool:
        """Whether the file is said to hold the same people."""
        return self.same.isChecked()

    @property
    def other_people(self) -> bool:
        """Whether the file is said to hold other people."""
        return self.other.isChecked()

    @property
    def account(self) -> str:
        """The identifier of the account of the other people, as it is typed."""
        return self.name_field.text().strip()

    @property
    def is_another(self) -> bool:
        """Whether what is typed can be an identifier, and is not that of the account of before."""
        return is_dataset_id(self.account) and self.account != self._before

    def show_account(self, before: str) -> None:
        """Ask about a file that was refused on an account; an answer given for it stays."""
        if before != self._before:
            self.forget()
            self._before = before
            self.name_field.setText(following(before))

    def forget(self) -> None:
        """Neither has been said."""
        self._before = ""
        self._both.setExclusive(False)
        for one in (self.same, self.other):
            one.setChecked(False)
        self._both.setExclusive(True)
        self._show()

    def _on_answer(self) -> None:
        self._show()
        self.answered.emit()

    def _show(self) -> None:
        show_if(self._same_words, self.same_people)
        for one in (self._name_label, self.name_field, self._warning):
            show_if(one, self.other_people)
        set_role(self.name_field, "invalid", not self.is_another)
        self.changed.emit()


def following(name: str) -> str:
    """The identifier that comes after one: "survey-2023" gives "survey-2024", "town" gives "town-2"."""
    found = _LAST_NUMBER.match(name)
    if found is None:
        return f"{name}-2"
    stem, number = found.groups()
    return f"{stem}{str(int(number) + 1).zfill(len(number))}"
