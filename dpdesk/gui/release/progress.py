"""A release under way, stage by stage, with a way to stop it; and, in the same place, how it ended."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QWidget

from dpdesk.gui.kit.sentences import problem_text
from dpdesk.gui.kit.text import column, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text, loss_text
from dpdesk.gui.release.stages import StageList
from dpdesk.gui.shared.releasing import STAGES, Ended, Releasing
from dpdesk.progress import Stage


class ProgressPanel(QFrame):
    """Shows what `releasing` is doing; `publish` when the finished tables are wanted. A refusal is not shown here."""

    publish = Signal()

    def __init__(self, releasing: Releasing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._releasing = releasing
        self.progress_head = label(role="heading")
        names = {
            Stage.CHECK: self.tr("Check the plan"),
            Stage.FINGERPRINT: self.tr("Take the file's fingerprint"),
            Stage.RESERVE: self.tr("Reserve the budget"),
            Stage.COUNT: self.tr("Read and count"),
            Stage.COMPARE: self.tr("Compare the fingerprint: has the file changed?"),
            Stage.DRAW: self.tr("Draw the noise"),
            Stage.SEAL: self.tr("Seal the noisy numbers"),
            Stage.ADD: self.tr("Make the figures add up"),
            Stage.ENTER: self.tr("Enter the release in the ledger"),
        }
        self.stages = StageList([names[one] for one in STAGES])
        self.stop_note = label(role="caption")
        self.stop_button = QPushButton(self.tr("Cancel"))
        self.stop_button.setAccessibleDescription(
            self.tr("Stops before any noise is drawn, or once it is sealed: then the release can be finished later.")
        )
        self.stop_button.clicked.connect(releasing.stop)
        self.result_text = label()
        self.head_label = label(self.tr("Check value of the ledger"), "caption", wrap=False)
        self.head_field = QLineEdit()
        self.head_field.setReadOnly(True)
        self.head_label.setBuddy(self.head_field)
        named(
            self.head_field,
            self.tr("Check value of the ledger"),
            self.tr("The workbook quotes it: with it the release can be found in the ledger and checked."),
        )
        self.publish_button = QPushButton(self.tr("Publish ▸"))
        self.publish_button.clicked.connect(self.publish)
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        for widget in (self.progress_head, self.stages, self.result_text, self.head_label, self.head_field):
            layout.addWidget(widget)
        below = row()
        below.addWidget(self.stop_note, 1)
        below.addWidget(self.stop_button)
        below.addWidget(self.publish_button)
        layout.addLayout(below)
        self.hide()

    def take_focus(self) -> None:
        """Let the keyboard stop it."""
        if not self.stop_button.isHidden():
            self.stop_button.setFocus()

    def show_progress(self) -> None:
        """Show the present stage, or the end."""
        now, ended, running = self._releasing, self._releasing.ended, self._releasing.running
        show_if(self, running or (ended is not None and not ended.sentence))
        show_if(self.stop_button, running)
        self.stop_button.setEnabled(now.stoppable)
        for one in (self.publish_button, self.head_label, self.head_field):
            show_if(one, not running and ended is not None and ended.outcome is not None)
        show_if(self.result_text, not running)
        show_if(self.stages, running or (ended is not None and ended.outcome is None))  # what is done needs no list
        if running:
            self._show_stage()
        elif ended is not None:
            self.stop_note.setText("")
            self._show_end(ended)

    def _show_stage(self) -> None:
        now = self._releasing
        self.progress_head.setText(self.tr("Releasing"))
        self.stages.show_stage(now.stage, now.fraction)
        if now.adding and now.stopping:
            self.stop_note.setText(self.tr("Stopping; what is sealed is kept."))
        elif now.adding:
            self.stop_note.setText(
                self.tr("The noise is sealed. If you stop now, the same release finishes it later and spends no more.")
            )
        elif now.drawing:
            self.stop_note.setText(self.tr("The noise is drawn: this can no longer be stopped."))
        elif now.stopping:
            self.stop_note.setText(self.tr("Stopping; if noise is drawn already, the release is finished."))
        else:
            self.stop_note.setText(self.tr("Until noise is drawn, nothing is spent."))

    def _show_end(self, ended: Ended) -> None:
        now = self._releasing
        if ended.outcome is not None:
            made, again = ended.outcome.release, ended.outcome.again
            self.stages.show_stage(now.stage if again else len(STAGES) - 1, None, over=True, skipped=again)
            self.progress_head.setText(self.tr("Released before; shown again") if again else self.tr("Released"))
            lines = [
                self.tr("Nothing was spent this time.")
                if again
                else self.tr("Spent: {loss}.").format(loss=loss_text(made.loss.to_json())),
                self.tr("Entry {entry} of the ledger, {date}.").format(
                    entry=made.entry, date=day_text(made.date, now.desk.window_language)
                ),
            ]
            lines.extend(problem_text(one) for one in ended.outcome.notices)
            self.result_text.setText("\n".join(lines))
            self.head_field.setText(made.head)
            self.head_field.setCursorPosition(0)
        elif ended.stopped:
            self.stages.show_stage(now.stage, None, over=True, skipped=True)
            self.progress_head.setText(self.tr("Stopped"))
            if ended.drawn:
                words = self.tr(
                    "The noise is drawn and sealed, and the budget spent. Release the same plan again: it is finished "
                    "from its seal, and nothing more is spent."
                )
            else:
                words = self.tr("Nothing was drawn, nothing was spent.")
            self.result_text.setText(words)
