"""A form for what is written into the ledger for good: who decides, why, and whatever else the decision needs.

It opens in the page, not in a box. Its button works once: while the decision is being written everything is shut, and
what went wrong is said in the form, with all that was typed still there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QDate, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QFrame, QLineEdit, QPlainTextEdit, QPushButton, QWidget

from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.day import DayField
from dpdesk.gui.kit.text import column, grid, label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT

LINE, TEXT, DAY, CHOICE, SECRET, FILE = "line", "text", "day", "choice", "secret", "file"
SHORT, LONG = 200, 2000
"""How many characters the ledger takes for a name of an office, a role or a number, and for a reason."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One field: the key of its answer, its label (with its key for Alt), its kind, what it is for.

    `options` are the answers of a choice, `value` is what stands in it at first, `optional` whether it may stay empty.
    One with `exactly` is a signature: the form decides nothing before exactly that is typed.
    """

    key: str
    label: str
    kind: str = LINE
    tip: str = ""
    optional: bool = False
    value: str = ""
    options: tuple[str, ...] = ()
    longest: int = SHORT
    exactly: str = ""


class FileField(QWidget):
    """The path of a file that is there: typed, or found in a dialog."""

    def __init__(self, path: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.line, self.browse = QLineEdit(path), QPushButton(self.tr("Browse…"))
        self.browse.clicked.connect(self._browse)
        layout = row(self)
        layout.addWidget(self.line, 1)
        layout.addWidget(self.browse)
        self.setFocusProxy(self.line)

    def _browse(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, self.line.accessibleName(), self.line.text())
        if name:
            self.line.setText(name)


class DecisionForm(QFrame):
    """Hidden until asked for. `decided` carries the answers by key; `cancelled` when it is given up."""

    decided = Signal(object)
    cancelled = Signal()
    opened = Signal()  # or it has something to say: it should come into view

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._asked: tuple[Asked, ...] = ()
        self._fields: dict[str, QWidget] = {}
        self._busy = False
        layout = column(self, spacing=UNIT)
        self.heading = label("", "heading")
        self.sentence = label("")
        self._grid = grid()
        self._grid.setColumnStretch(1, 1)
        self._grid.setVerticalSpacing(UNIT)
        self.problem = label("", "problem")
        self.ok, self._cancel = QPushButton(), QPushButton(self.tr("Cancel"))
        self.why = label("", "caption")
        layout.addWidget(self.heading)
        layout.addWidget(self.sentence)
        layout.addLayout(self._grid)
        layout.addWidget(self.problem)
        layout.addWidget(self.why)
        below = row()
        below.addStretch(1)
        below.addWidget(self._cancel)
        below.addWidget(self.ok)
        layout.addLayout(below)
        self.ok.clicked.connect(self._decide)
        self._cancel.clicked.connect(self.give_up)
        self.hide()

    def ask(
        self,
        heading: str,
        sentence: str,
        button: str,
        asked: Sequence[Asked],
        *,
        danger: bool = False,
        locale: str = "",
    ) -> None:
        """Open the form; `danger`: what is decided cannot be taken back. The first empty field gets the focus."""
        self._empty()
        self._asked = tuple(asked)
        self._busy = False
        self.heading.setText(heading)
        self.sentence.setText(sentence)
        show_if(self.sentence, bool(sentence))
        set_role(self.heading, "role", "irreversible" if danger else "heading")
        set_role(self.ok, "danger", danger)
        set_role(self.ok, "primary", not danger)
        self.ok.setText(button)
        self.say("")
        for at, one in enumerate(self._asked):
            self._add(at, one, locale)
        self._check()
        self.show()
        lacking = (one for one in self._asked if not one.optional and not self._answer(one))
        first = next(lacking, self._asked[0] if self._asked else None)
        if first is not None:
            self._fields[first.key].setFocus()
        self.opened.emit()

    def say(self, sentence: str) -> None:
        """Say what went wrong; the form can be used again. A secret is typed anew: it is kept nowhere."""
        self._busy = False
        self._forget()
        self.problem.setText(sentence)
        show_if(self.problem, bool(sentence))
        self._check()
        if sentence:
            self.opened.emit()

    def close_form(self) -> None:
        """Close it; what was typed is forgotten."""
        self.hide()
        self._empty()

    def give_up(self) -> None:
        """Close it without a decision."""
        if not self._busy:
            self.close_form()
            self.cancelled.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape gives up."""
        if event.key() == Qt.Key.Key_Escape:
            self.give_up()
        else:
            super().keyPressEvent(event)

    # Fields ---------------------------------------------------------------------------------------------------

    def field(self, key: str) -> QWidget:
        """The field of a key."""
        return self._fields[key]

    def _forget(self) -> None:
        for one in self._asked:
            field = self._fields.get(one.key)
            if one.kind == SECRET and isinstance(field, QLineEdit):
                field.clear()

    def _empty(self) -> None:
        self._forget()
        while (item := self._grid.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.hide()
                widget.deleteLater()
        self._fields, self._asked = {}, ()

    def _add(self, at: int, one: Asked, locale: str) -> None:
        made: QWidget
        if one.kind == DAY:
            made = day = DayField(locale)
            if one.value:
                day.set_day(QDate.fromString(one.value, "yyyy-MM-dd"))
            day.changed.connect(self._check)
        elif one.kind == TEXT:
            made = text = QPlainTextEdit(one.value)
            text.setTabChangesFocus(True)
            if one.optional:
                text.setPlaceholderText(self.tr("optional"))
            text.setFixedHeight(text.fontMetrics().lineSpacing() * 3 + UNIT * 2)
            text.textChanged.connect(self._check)
        elif one.kind == CHOICE:
            made = box = Box()
            box.addItems(list(one.options))
            box.setCurrentIndex(max(0, box.findText(one.value)))
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            box.currentIndexChanged.connect(self._check)
        elif one.kind == FILE:
            made = file = FileField(one.value)
            file.line.textChanged.connect(self._check)
            named(file.line, one.label.replace("&", ""), one.tip)
        else:
            made = line = QLineEdit(one.value)
            line.setMaxLength(one.longest)
            if one.kind == SECRET:
                line.setEchoMode(QLineEdit.EchoMode.Password)
            if one.optional:
                line.setPlaceholderText(self.tr("optional"))
            line.textChanged.connect(self._check)
            line.returnPressed.connect(self._next)
        shown = label(one.label, wrap=False)
        shown.setBuddy(made)
        named(made, one.label.replace("&", ""), one.tip)
        top = Qt.AlignmentFlag.AlignTop if one.kind == TEXT else Qt.AlignmentFlag.AlignVCenter
        self._grid.addWidget(shown, at, 0, Qt.AlignmentFlag.AlignLeft | top)
        self._grid.addWidget(made, at, 1)
        self._fields[one.key] = made

    def _next(self) -> None:
        """Enter leads on and decides nothing: to the button once all is filled in."""
        if self.ok.isEnabled():
            self.ok.setFocus()
        else:
            self.focusNextChild()

    def _answer(self, one: Asked) -> str:
        made = self._fields[one.key]
        if isinstance(made, DayField):
            return made.day().toString("yyyy-MM-dd")
        if isinstance(made, QPlainTextEdit):
            return made.toPlainText().strip()
        if isinstance(made, QComboBox):
            return made.currentText()
        if isinstance(made, FileField):
            return made.line.text().strip()
        if isinstance(made, QLineEdit):
            return made.text() if one.kind == SECRET else made.text().strip()
        return ""

    def answers(self) -> dict[str, str]:
        """What has been filled in, by key."""
        return {one.key: self._answer(one) for one in self._asked}

    def _check(self) -> None:
        lacking = [
            one.label.replace("&", "") for one in self._asked
            if one.key in self._fields and not one.optional and not self._answer(one)
        ]  # fmt: skip
        long = [
            one.label.replace("&", "") for one in self._asked
            if one.kind == TEXT and one.key in self._fields and len(self._answer(one)) > one.longest
        ]  # fmt: skip
        unsigned = [
            one for one in self._asked if one.key in self._fields and one.exactly and self._answer(one) != one.exactly
        ]
        if self._busy:
            why = self.tr("It is being written…")
        elif lacking:
            why = self.tr("Still to be given: {fields}.").format(fields=", ".join(lacking))
        elif long:
            why = self.tr("Too long: {fields}.").format(fields=", ".join(long))
        elif unsigned:
            why = self.tr("Not signed yet: type “{text}”.").format(text=unsigned[0].exactly)
        else:
            why = ""
        self.why.setText(why)
        self.ok.setEnabled(not why)
        self._cancel.setEnabled(not self._busy)
        for made in self._fields.values():
            made.setEnabled(not self._busy)

    def _decide(self) -> None:
        if self._busy or not self.ok.isEnabled():
            return
        self._busy = True
        answers = self.answers()
        self.problem.setText("")
        show_if(self.problem, False)
        self._check()
        self.decided.emit(answers)
