"""One question: pickers for those who look, one line for those who type; each follows the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QStringListModel, Signal
from PySide6.QtWidgets import QComboBox, QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.errors import BadInput
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, grid, label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT

if TYPE_CHECKING:
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.planning.sessions.space import Asked

_MOST = 8  # names that get pickers of their own; the line takes all of them


class _Picker(QWidget):
    """All codes, one of them, or a range of them; `picked` when the user has chosen."""

    picked = Signal()

    def __init__(self, asked: Asked, language: str, *, along: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.asked = asked
        self._along = along
        name = asked.label.show(language)
        self.first, self.last = Box(), Box()
        self._ranged = bool(asked.ordered) and not along
        everything = [] if along else [self.tr("all")]
        size = asked.ordered if along else len(asked.codes)
        shown = [_labelled(asked, at, language) for at in range(size)]
        inside = row(self, spacing=UNIT)
        for box in (self.first, self.last):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(12)
            box.setMaxVisibleItems(16)
            box.activated.connect(lambda at: self._on_picked())
            inside.addWidget(box, 1)
        self.first.setModel(QStringListModel([*everything, *shown], self.first))
        self.last.setModel(QStringListModel([self.tr("only this"), *shown[: asked.ordered]], self.last))
        named(self.first, name, self.tr("At or below this value.") if along else self.tr("Which of them are counted."))
        named(self.last, self.tr("{variable}, up to").format(variable=name), self.tr("The last of a range."))
        self._up_to = label(self.tr("up to"), "caption", wrap=False)
        inside.insertWidget(1, self._up_to)
        self._show_range()

    def _on_picked(self) -> None:
        self._show_range()
        self.picked.emit()

    def _show_range(self) -> None:
        wanted = self._ranged and 0 < self.first.currentIndex() <= self.asked.ordered
        show_if(self.last, wanted)
        show_if(self._up_to, wanted)

    def condition(self) -> object | None:
        """What the pickers say in JSON, None for all codes."""
        codes = self.asked.codes
        if self._along:
            return {"to": codes[max(0, self.first.currentIndex())]}
        at = self.first.currentIndex() - 1
        if at < 0:
            return None
        end = self.last.currentIndex() - 1
        if self._ranged and at < self.asked.ordered and end > at:
            return {"from": codes[at], "to": codes[end]}
        return [codes[at]]

    def show_places(self, places: Sequence[int] | None) -> None:
        """Show what a question says of this name; a set that is no range shows its first code alone."""
        first = 0 if not places else places[-1] if self._along else places[0] + 1
        last = 0 if not places or len(places) == 1 or self._along else places[-1] + 1
        if self.first.currentIndex() != first:
            self.first.setCurrentIndex(first)
        if self.last.currentIndex() != last and last < self.last.count():
            self.last.setCurrentIndex(last)
        self._show_range()


class QuestionForm(QFrame):
    """`asked` with the line; `asked_each` with the names whose combinations are asked about one after another.

    Where the method asks by itself, `asked` carries no line, and `went_on` lets it ask until it has found.
    """

    asked = Signal(str)
    asked_each = Signal(object)
    went_on = Signal()
    stopped = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._plan: SessionPlan | None = None
        self._language = "en"
        self._open = self._itself = False
        self.pickers: dict[str, _Picker] = {}
        self._places = column()
        self._place: QWidget | None = None
        self.head = label(self.tr("Ask"), "heading")
        self.line = QLineEdit()
        self.line_label = label(self.tr("As &one line"), "caption", wrap=False)
        self.line_label.setBuddy(self.line)
        named(
            self.line,
            self.tr("The question as one line"),
            self.tr("Such as area=01,02; age=18..64; sex=F. It follows what is chosen above, and the other way round."),
        )
        self.words = label(role="caption")
        self.ask_button = QPushButton(self.tr("Ask"))
        self.ask_button.setProperty("primary", True)
        self.each_button = QPushButton()
        self.stop_button = QPushButton(self.tr("Stop after this question"))
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(self.head)
        layout.addLayout(self._places)
        line = row()
        line.addWidget(self.line_label)
        line.addWidget(self.line, 1)
        layout.addLayout(line)
        below = row()
        below.addWidget(self.words, 1)
        for button in (self.stop_button, self.each_button, self.ask_button):
            below.addWidget(button)
        layout.addLayout(below)
        self.line.textEdited.connect(self._on_line)
        self.line.returnPressed.connect(self._ask)
        self.ask_button.clicked.connect(self._ask)
        self.each_button.clicked.connect(self._ask_each)
        self.stop_button.clicked.connect(self.stopped)

    def show_session(self, plan: SessionPlan | None, language: str) -> None:
        """Make the pickers of another session."""
        if plan is self._plan and language == self._language:
            return
        self._plan, self._language = plan, language
        if self._place is not None:
            self._places.removeWidget(self._place)
            self._place.hide()
            self._place.deleteLater()
        self._place, self.pickers = None, {}
        if plan is None:
            return
        self._place = place = QWidget()
        rows = grid(place)
        rows.setColumnStretch(1, 1)
        along = plan.along
        names = [along] if along is not None else sorted(plan.space.asked.values(), key=lambda one: one.axis)
        for number, asked in enumerate(names[:_MOST]):
            picker = _Picker(asked, language, along=along is not None)
            picker.picked.connect(self._on_picked)
            shown = asked.label.show(language)
            text = label(shown if len(shown) <= 36 else f"{shown[:35]}…", wrap=False)
            text.setToolTip(shown)
            text.setBuddy(picker.first)
            rows.addWidget(text, number, 0)
            rows.addWidget(picker, number, 1)
            self.pickers[asked.name] = picker
        self._places.addWidget(place)  # with all that is in it, so that it is laid out once
        self._on_picked()

    def show_state(self, *, open_now: bool, asking: bool, stopping: bool, each: str, itself: str, comes: str) -> None:
        """Say whether questions are taken.

        each: the text of the button that asks about all cells, or lets a method go on; itself: that of the button of
        a method that asks by itself, whose next question is `comes`; "" where there is none.
        """
        self._open, self._itself = open_now and not asking, bool(itself)
        show_if(self.stop_button, asking)
        self.stop_button.setEnabled(not stopping)
        show_if(self.each_button, bool(each) and not asking)
        self.each_button.setText(each)
        self.ask_button.setText(itself or self.tr("Ask"))
        for part in (self._place, self.line_label, self.line):
            if part is not None:
                show_if(part, not itself)
        if itself:
            self._show_words(comes)
        self._show_button()

    def focus_first(self) -> None:
        """The keyboard begins with the first picker, or with the button of a method that asks by itself."""
        first = next((picker.first for picker in self.pickers.values()), None)
        (self.ask_button if self._itself or first is None else first).setFocus()

    @property
    def question(self) -> str:
        """The question as it would be asked."""
        return self.line.text().strip()

    # Following ------------------------------------------------------------------------------------------------

    def _on_picked(self) -> None:
        if self._plan is None:
            return
        wanted = {name: one.condition() for name, one in self.pickers.items()}
        try:
            found = self._plan.question({name: one for name, one in wanted.items() if one is not None})
        except BadInput as problem:
            self._show_problem(sentence_of(problem))
            return
        self.line.setText(found.to_text())
        self.line.setCursorPosition(0)
        self._show_words(found.words(self._language))

    def _on_line(self) -> None:
        if self._plan is None:
            return
        try:
            found = self._plan.question(self.question)
        except BadInput as problem:
            self._show_problem(sentence_of(problem))
            return
        told = {one.asked.name: one.places for one in found.conditions}
        for name, picker in self.pickers.items():
            picker.show_places(told.get(name))
        self._show_words(found.words(self._language))

    def _show_words(self, words: str) -> None:
        self.words.setText(words if len(words) <= 300 else f"{words[:299]}…")
        set_role(self.words, "role", "caption")
        set_role(self.line, "invalid", False)
        self._show_button()

    def _show_problem(self, sentence: str) -> None:
        self.words.setText(sentence)
        set_role(self.words, "role", "problem")
        set_role(self.line, "invalid", True)
        self._show_button()

    def _show_button(self) -> None:
        fine = self._itself or (bool(self.question) and not self.line.property("invalid"))
        self.ask_button.setEnabled(self._open and fine)
        self.each_button.setEnabled(self._open)
        self.line.setEnabled(self._open)
        for picker in self.pickers.values():
            picker.setEnabled(self._open)

    def _ask(self) -> None:
        if self.ask_button.isEnabled():
            self.asked.emit("" if self._itself else self.question)

    def _ask_each(self) -> None:
        if self._plan is None:
            return
        along = self._plan.along
        if self._itself:
            self.went_on.emit()
            return
        self.asked_each.emit((along.name,) if along is not None else self._plan.variables)


def _labelled(asked: Asked, at: int, language: str) -> str:
    """A code with its label, where the label says more."""
    shown, code = asked.labels[at].show(language), asked.codes[at]
    return shown if shown == code else f"{shown} ({code})"
