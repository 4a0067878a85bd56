"""What the page Publish does with a finished release beside exporting it: withdraw it, set and lift its embargo."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.publish.files import FilesPanel
from dpdesk.gui.publish.standing import EMBARGO, LIFT, SIGN, WITHDRAW, StandingPanel
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.release.result import Release

STANDING = "publish-standing"
"""The owner of what is written about a finished release: one entry at a time."""


class Afterwards(QObject):
    """`said` with the kind and the sentence of a message, `changed` when the ledger has another entry."""

    said = Signal(str, str)
    changed = Signal()

    def __init__(self, desk: Desk, panel: StandingPanel, files: FilesPanel, parent: QWidget) -> None:
        super().__init__(parent)
        self._desk, self._panel, self._files = desk, panel, files
        panel.decided.connect(self._decide)
        files.folder_field.textChanged.connect(panel.notice_goes_to)

    def _decide(self, action: str, answers: dict[str, str]) -> None:
        """Write one entry; a second wish meanwhile is none."""
        from dpdesk.gui.shared import publishing

        release, desk = self._panel.release_id, self._desk
        if not release or desk.tasks.running(STANDING):
            return
        ledger = desk.ledger_path
        if action == SIGN:
            self._sign(release, answers)
            return
        folder = answers.get("folder", "")

        def work(progress: Progress) -> tuple[Release, str, str]:
            if action == WITHDRAW:
                made = publishing.withdraw(ledger, release, answers)
            else:
                change = publishing.set_embargo if action == EMBARGO else publishing.lift_embargo
                made = change(ledger, release, answers)
            if not folder or made.withdrawn is None:
                return made, "", ""
            try:  # it is withdrawn by now, whatever becomes of the notice
                return made, str(publishing.write_notice(made, Path(folder).expanduser())), ""
            except DpdeskError as error:
                return made, "", sentence_of(error)

        self.said.emit("", "")
        desk.tasks.start(STANDING, work, lambda done: self._on_done(action, *done), self._on_problem)

    def _sign(self, release: str, answers: dict[str, str]) -> None:
        from dpdesk.gui.shared.publishing import sign

        ledger, folder, key = self._desk.ledger_path, answers["folder"], answers["key"]
        passphrase = answers.pop("passphrase")

        def work(progress: Progress) -> list[Path]:
            return sign(ledger, release, Path(folder).expanduser(), Path(key).expanduser(), passphrase)

        def done(paths: list[Path]) -> None:
            self._panel.close_form()
            self._files.export_button.setFocus()
            said = self.tr("Signed: {files} stand beside the files of the release.")
            self.said.emit("info", said.format(files=", ".join(path.name for path in paths)))

        self.said.emit("", "")
        self._desk.tasks.start(STANDING, work, done, self._on_problem)

    def _on_done(self, action: str, release: Release, notice: str, problem: str) -> None:
        self._panel.close_form()
        self._files.export_button.setFocus()  # what comes next
        words = {
            WITHDRAW: self.tr("The release is withdrawn."),
            EMBARGO: self.tr("The embargo is set: export again, so that the files say so."),
            LIFT: self.tr("The embargo is lifted: export again, so that the files do not name it any more."),
        }
        said = words[action]
        if notice:
            said += " " + self.tr("The notice is in {file}.").format(file=notice)
        if problem:
            said += " " + self.tr("The notice could not be written: {why}").format(why=problem)
        self.said.emit("red" if problem else "info", said)
        if self._desk.release is not None and self._desk.release.release_id == release.release_id:
            self._desk.show_release(release)
        self.changed.emit()

    def _on_problem(self, sentence: str) -> None:
        if self._panel.form.isHidden():
            self.said.emit("red", sentence)
        else:
            self._panel.form.say(sentence)
        self.changed.emit()
