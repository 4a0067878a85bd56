"""Where a session stands: what it still allows, how wrong an answer can be, its cost, and what can be done now."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from dpdesk.gui.ask.asking import View
from dpdesk.gui.ask.words import AskWords
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.text import column, label, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import amount_text, day_text


class StandingPanel(QFrame):
    """`saved` and `noted` when the answers are wanted as a file or in the plan's notes, `closed` to end the session,
    `another` to prepare one anew, `copied` for the file of a blurred copy.
    """

    saved = Signal()
    noted = Signal()
    closed = Signal()
    another = Signal()
    copied = Signal()

    def __init__(self, desk: Desk, words: AskWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk, self._words = desk, words
        self.head = label(role="heading")
        self.explanation = label(role="caption")
        self.still = label()
        self.error_head = label(self.tr("How wrong an answer can be"), "caption")
        self.error = label(role="accent")
        self.cost = label()
        self.entry = label(role="caption")
        self.save_button = QPushButton(self.tr("Save the &answers…"))
        self.save_button.setAccessibleDescription(self.tr("Writes questions and answers as a CSV file."))
        self.copy_button = QPushButton(self.tr("Save the blurred &copy…"))
        self.copy_button.setAccessibleDescription(self.tr("Writes the changed column, in an order that says nothing."))
        self.note_button = QPushButton(self.tr("Put them into the &notes"))
        self.note_button.setAccessibleDescription(
            self.tr("Adds the answers to the notes of the plan on the desk: they stand on the workbook's sheet Notes.")
        )
        self.close_button = QPushButton(self.tr("&Close the session…"))
        self.another_button = QPushButton(self.tr("Prepare a&nother session"))
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        for widget in (self.head, self.explanation, self.still, self.error_head, self.error, self.cost, self.entry):
            layout.addWidget(widget)
        layout.addSpacing(UNIT)
        for button in (
            self.copy_button, self.save_button, self.note_button, self.close_button, self.another_button,
        ):  # fmt: skip
            layout.addWidget(button)
        layout.addStretch(1)
        self.save_button.clicked.connect(self.saved)
        self.note_button.clicked.connect(self.noted)
        self.copy_button.clicked.connect(self.copied)
        self.close_button.clicked.connect(self.closed)
        self.another_button.clicked.connect(self.another)

    def show_view(self, view: View, *, present: bool, busy: bool, notes: str) -> None:
        """Show a session; `present` if it is the one open here.

        notes: why its answers cannot go into the plan's notes, "" if they can.
        """
        self.head.setText(self.tr("Open") if view.open else self.tr("Closed"))
        self.explanation.setText(self._words.explanation(view.kind) if view.open else self._words.ended(view.state))
        found = self._words.found(view)
        show_if(self.still, view.open or bool(found))
        if found:
            self.still.setText(found)
        elif view.open:
            self.still.setText(self._words.still(view.questions_left, view.hits_left, view.finished))
        for widget in (self.error_head, self.error):
            show_if(widget, view.error is not None)
        if view.error is not None:
            self.error.setText(
                self._words.error(view.kind, view.method, view.error, view.error_for, view.plan.record.failure)
            )
        self.cost.setText(self.tr("Spent: {amount}.").format(amount=amount_text(view.charge)))
        self.entry.setText(
            self.tr("Entry {entry} of the ledger, {date}.").format(
                entry=view.entry, date=day_text(view.date, self._desk.window_language)
            )
        )
        some = bool(view.transcript)
        self.save_button.setEnabled(some and not busy)
        self.note_button.setEnabled(some and not busy and not notes)
        for button in (self.save_button, self.note_button):
            why = notes if button is self.note_button else ""
            button.setToolTip(why if some else self.tr("Nothing has been asked yet."))
        show_if(self.copy_button, some and view.transcript[0].cell is not None)
        show_if(self.close_button, present)
        show_if(self.another_button, not present)
        self.close_button.setEnabled(not busy)
