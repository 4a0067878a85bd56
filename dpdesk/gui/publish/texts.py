"""Correcting titles, labels and notes of a finished release: a new version of its texts, never of its numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QPushButton, QWidget

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import put_text, shown
from dpdesk.gui.kit.fold import Fold
from dpdesk.gui.kit.text import column, label, named
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.release.result import Release

CORRECTION = "publish-correction"
"""The owner of the task that corrects texts."""
_MOST = 12
"""So many texts are listed; the files of the release have all of them."""


class TextsPanel(QFrame):
    """Gives a release the texts of the plan on the desk; `said` with the kind and the sentence of a message."""

    said = Signal(str, str)
    asked = Signal()  # there are texts to correct now, or no longer

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk = desk
        self._release: Release | None = None
        self.pending = False  # whether the plan on the desk has other texts than the release in view
        self.editable = False  # whether the plan on the desk is the one of the release in view
        self._lead = False  # a text was edited here: the reason comes next
        self.texts_text = label(role="caption")
        self.changes_text, self.told_text = label(), label(role="caption")
        for one in (self.changes_text, self.told_text):
            one.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.reason_label = label(self.tr("Reason for the correction"), wrap=False)
        self.reason_field = QLineEdit()
        self.reason_label.setBuddy(self.reason_field)
        self.reason_field.setPlaceholderText(self.tr("to be given first"))
        named(
            self.reason_field,
            self.tr("Reason for the correction"),
            self.tr("Stands in the workbook and in the ledger beside the new version of the texts."),
        )
        self.correct_button = QPushButton(self.tr("Correct the texts of this release"))
        inside = QWidget()
        layout = column(inside, spacing=UNIT)
        for widget in (
            self.told_text,
            self.texts_text,
            self.changes_text,
            self.reason_label,
            self.reason_field,
            self.correct_button,
        ):
            layout.addWidget(widget)
        tip = self.tr("Corrects titles, labels and notes of the release; numbers never change, and it costs nothing.")
        self.fold = Fold(self.tr("Correct titles, labels, notes"), tip, inside)
        column(self, margin=UNIT * 2, spacing=UNIT).addWidget(self.fold)
        self.reason_field.textChanged.connect(self._show)
        self.correct_button.clicked.connect(self.correct)
        self.reason_field.returnPressed.connect(self.correct)
        desk.tasks.ended.connect(self._on_end)

    def show_release(self, release: Release | None) -> None:
        """Say how the texts of a release are corrected; a rehearsal has none to correct."""
        if release is None or self._release is None or release.release_id != self._release.release_id:
            self.fold.fold_up()
        self._release = release
        self._show()

    def _show(self) -> None:
        from dpdesk.gui.shared.publishing import other_texts

        release, shot = self._release, self._desk.snapshot
        self.setVisible(release is not None and not release.rehearsal)
        if release is None or release.rehearsal:
            self.editable = False
            self._ask(False)
            return
        ready = False
        self.editable = shot.plan is not None and not shot.missing and shot.plan.meaning == release.plan.meaning
        if shot.plan is None or not self.editable:
            self.texts_text.setText(
                self.tr("To correct titles, labels or notes, open the plan of this release and edit them there.")
            )
        elif other_texts(shot.plan, release):
            ready = True
            self.fold.open()
            self.texts_text.setText(
                self.tr(
                    "The plan on the desk has other titles, labels or notes than this release. Correcting them makes a "
                    "new version, marked r; numbers never change, and it costs nothing."
                )
            )
        else:
            self.texts_text.setText(
                self.tr(
                    "A title is edited above its table; labels and notes in the tables and the dictionary as usual, "
                    "before you come back here. Numbers never change."
                )
            )
        for one in (self.reason_label, self.reason_field, self.correct_button):
            one.setVisible(ready)
        self._tell(self.changes_text, self._pending(release) if ready else [])
        self._tell(self.told_text, self._told(release))
        busy = self._desk.tasks.running(CORRECTION)
        self.correct_button.setEnabled(ready and bool(self.reason_field.text().strip()) and not busy)
        self._ask(ready)
        if ready and self._lead:
            self._lead = False
            self.reason_field.setFocus(Qt.FocusReason.OtherFocusReason)

    def title_on_desk(self, name: str, language: str) -> str | None:
        """A table's title as the plan on the desk has it; None where that is not the plan of the release in view."""
        at = self._table_on_desk(name)
        return None if at is None else shown(self._desk.plan["tables"][at].get("title"), language)

    def retitle(self, name: str, text: str, language: str) -> None:
        """Give a table of the plan on the desk another title; the reason for the correction is asked for next."""
        at = self._table_on_desk(name)
        if at is None:
            return
        self._lead = True
        plan = put_text(self._desk.plan, ["tables", at, "title"], text, language)
        self._desk.edit_plan(self.tr("Title of a table"), plan)

    def _table_on_desk(self, name: str) -> int | None:
        tables = self._desk.plan.get("tables", []) if self.editable else []
        return next((at for at, one in enumerate(tables) if one.get("name") == name), None)

    def _ask(self, pending: bool) -> None:
        if pending != self.pending:
            self.pending = pending
            self.asked.emit()

    def _pending(self, release: Release) -> list[str]:
        """Each text that would be corrected, as it would be and as it is."""
        from dpdesk.publish.documents.corrected import changes, words

        plan = self._desk.snapshot.plan
        found = () if plan is None else changes(release.plan, plan)
        return [words(one, release, self._desk.window_language) for one in found]

    def _told(self, release: Release) -> list[str]:
        """Each text that was corrected before, with the day and the reason."""
        from dpdesk.publish.documents.corrected import corrections, words

        language = self._desk.window_language
        return [
            f"{day_text(one.date, language)} ({one.reason}): {words(change, release, language)}"
            for one, found in corrections(release)
            for change in found
        ]

    def _tell(self, into: QLabel, lines: list[str]) -> None:
        """A line each, as many as there is room for."""
        more = len(lines) - _MOST
        last = [self.tr("… and {number} more").format(number=more)] if more > 0 else []
        into.setText("\n".join([*lines[:_MOST], *last]))
        into.setVisible(bool(lines))

    def correct(self) -> None:
        """Give the release the texts of the plan on the desk."""
        from dpdesk.gui.shared.publishing import correct_texts

        release, reason = self._release, self.reason_field.text().strip()
        if release is None or release.rehearsal or not reason or self._desk.tasks.running(CORRECTION):
            return
        make, ledger, number = self._desk.plan_maker(), self._desk.ledger_path, release.release_id

        def work(progress: Progress) -> Release:
            return correct_texts(make, number, ledger, reason)

        self._desk.tasks.start(CORRECTION, work, self._on_corrected, lambda sentence: self.said.emit("red", sentence))
        self.correct_button.setEnabled(False)

    def _on_corrected(self, release: Release) -> None:
        self.reason_field.clear()
        self._desk.show_release(release)
        self.said.emit(
            "info",
            self.tr("The texts are corrected: version {version}. Export it next; its folder is one of its own.").format(
                version=release.text_version
            ),
        )

    def _on_end(self, owner: str) -> None:
        if owner == CORRECTION:
            self._show()
