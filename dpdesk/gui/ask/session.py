"""A session in view: its transcript above, the question below, and beside them where it stands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHeaderView, QScrollArea, QWidget

from dpdesk.gui.ask.asking import Asking, View
from dpdesk.gui.ask.question import QuestionForm
from dpdesk.gui.ask.standing import StandingPanel
from dpdesk.gui.ask.transcript import NUMBER, QUESTION, TranscriptModel
from dpdesk.gui.ask.words import AskWords
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import column, label, row, show_if
from dpdesk.gui.kit.theme import UNIT

_SIDE = 320


class SessionView(QWidget):
    """Shows the session that is open, or one of long ago, in which nothing can be asked."""

    def __init__(self, desk: Desk, asking: Asking, words: AskWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk, self._asking, self._words = desk, asking, words
        self.title = label(role="heading")
        self.model = TranscriptModel(words, self)
        self.table = DataTable(self.tr("Questions and answers"))
        self.table.setModel(self.model)
        self.only_yes = QCheckBox(self.tr("&Only Yes"))
        self.only_yes.setAccessibleDescription(self.tr("Shows the questions answered with Yes."))
        self.only_yes.toggled.connect(self.model.show_only_yes)
        self.summary = label(role="caption", wrap=False)
        header = self.table.horizontalHeader()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(QUESTION, QHeaderView.ResizeMode.Stretch)
        header.resizeSection(NUMBER, 64)
        header.resizeSection(2, 240)
        self.table.setMinimumHeight(120)
        self.empty = label(self.tr("Nothing has been asked yet. The answers will stand here."), "caption")
        self.form = QuestionForm()
        self.standing = StandingPanel(desk, words)
        both = row(self, spacing=UNIT * 2)
        left = column(spacing=UNIT)
        above = row(spacing=UNIT * 2)
        above.addWidget(self.title, 1)
        above.addWidget(self.summary)
        above.addWidget(self.only_yes)
        left.addLayout(above)
        left.addWidget(self.empty)
        left.addWidget(self.table, 1)
        left.addWidget(self.form)
        both.addLayout(left, 1)
        both.addWidget(self._side())
        self.form.asked.connect(lambda line: asking.ask(line or None))
        self.form.went_on.connect(asking.ask_on)
        self.form.asked_each.connect(asking.ask_each)
        self.form.stopped.connect(asking.stop)

    def _side(self) -> QWidget:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(_SIDE)
        area.setWidget(self.standing)
        area.setAccessibleName(self.tr("Where the session stands"))
        return area

    def show_view(self, view: View, notes: str) -> None:
        """Show a session; `notes` is why its answers cannot go into the plan's notes."""
        asking, language = self._asking, self._desk.language
        present = view.open and asking.is_open and asking.view is view
        title = view.plan.title.show(language)
        if self.title.text() != title:
            self.title.setText(title)
        before = self.model.rowCount()
        self.model.show_view(view, language)
        if self.model.rowCount() != before:
            self.table.scrollToBottom()
        show_if(self.empty, not view.transcript)
        yes_or_no = view.kind in ("above-threshold", "sparse-vector")
        show_if(self.only_yes, yes_or_no)
        self.summary.setText(self._words.summary(len(view.transcript), self.model.hits if yes_or_no else None))
        show_if(self.form, present)
        if present:
            self.form.show_session(view.plan, language)
            self.form.show_state(
                open_now=not view.finished and not asking.busy,
                asking=asking.busy == "asking",
                stopping=asking.stopping,
                each=self._words.each(view.kind, view.plan.cells),
                itself=self._words.itself(view.kind),
                comes=self._comes(view),
            )
        self.standing.show_view(view, present=present, busy=bool(asking.busy) and present, notes=notes)

    def _comes(self, view: View) -> str:
        if view.next_question is not None:
            text = self.tr("Next: does the median lie {where}?")
            return text.format(where=view.next_question.words(self._desk.language))
        return ""
