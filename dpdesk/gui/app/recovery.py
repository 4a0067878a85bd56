"""Unsaved work survives: the plan and the dictionary are kept aside while they are edited, and offered after a crash.

Never the data, and nothing that was counted in them: only the two documents, which hold what the user made public or
is about to. Written in a thread two seconds after an edit and at most every five, removed when the work is saved or
the window is closed in good order.
"""

from __future__ import annotations

import time
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from dpdesk.errors import DpdeskError
from dpdesk.gui.app.crash import scrubbed_fault, stop_watching, versions, watch_faults
from dpdesk.gui.app.notices import Notice, Notices
from dpdesk.gui.app.session import Leftover, Session, Unsaved
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text_dialog import TextDialog
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.shared.page import PageName
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.gui.app.window import DeskWindow

OWNER = "autosave"
FOUND = "recovery"
_AFTER_EDIT = 2000
_AT_MOST_EVERY = 5000


def keep_safe(window: DeskWindow, folder: Path) -> Autosave | None:
    """Keep the window's unsaved work and the process's faults in a folder, and offer what earlier runs left there."""
    try:
        session = Session(folder)
    except DpdeskError as problem:
        text = QCoreApplication.translate("Autosave", "Unsaved work cannot be kept aside: {reason} Save often.")
        window.notices.add(Notice("red", text.format(reason=sentence_of(problem))))
        return None
    autosave = Autosave(window.desk, session, window)
    recovery = Recovery(window.desk, autosave, window.notices, window)
    recovery.restored.connect(lambda: window.open_page(PageName.TABLES))
    faults = watch_faults(session.faults)

    def end() -> None:
        stop_watching(faults)
        autosave.end()

    def offer(leftovers: list[Leftover]) -> None:
        for leftover in leftovers:
            recovery.offer(leftover)

    window.closed.connect(end)
    window.desk.tasks.start(FOUND, lambda progress: list(session.leftovers()), offer)
    return autosave


class Autosave(QObject):
    """Keeps the unsaved documents of a desk in the session's file."""

    def __init__(self, desk: Desk, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._session = desk, session
        self._kept = False
        self._last = -float(_AT_MOST_EVERY)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._write)
        desk.documents_changed.connect(self._on_edit)
        desk.undo.cleanChanged.connect(self._on_clean)

    def _on_edit(self) -> None:
        if not self._desk.undo.isClean() and not self._timer.isActive():
            since = time.monotonic() * 1000 - self._last
            self._timer.start(int(max(_AFTER_EDIT, _AT_MOST_EVERY - since)))

    def _on_clean(self, clean: bool) -> None:
        if not clean:
            self._on_edit()
            return
        self._timer.stop()
        if self._kept:
            self._kept = False
            session = self._session
            self._desk.tasks.start(OWNER, lambda progress: session.clear(), lambda result: None)

    def _write(self) -> None:
        desk, session = self._desk, self._session
        if desk.undo.isClean():
            return
        if desk.tasks.running(OWNER):
            self._timer.start(_AFTER_EDIT)
            return
        self._last = time.monotonic() * 1000
        self._kept = True
        now = datetime.now().astimezone().strftime("%Y-%m-%d %H:%M")
        unsaved = Unsaved(desk.dictionary, desk.plan, desk.dictionary_path, desk.plan_path, now)

        def work(progress: Progress) -> None:
            session.write(unsaved)

        desk.tasks.start(OWNER, work, lambda result: None, self._on_problem)

    def _on_problem(self, sentence: str) -> None:
        self._desk.message.emit(
            "red", self.tr("Unsaved work cannot be kept aside: {reason} Save often.").format(reason=sentence)
        )

    def take_over(self, leftover: Leftover) -> None:
        """The documents of an earlier run are on the desk: their file is this session's from now on."""
        leftover.move_unsaved(self._session)
        self._kept = True

    def end(self) -> None:
        """The window closes in good order; no task runs any more."""
        self._timer.stop()
        self._session.end()


class Recovery(QObject):
    """Offers what earlier runs left, as notices; `restored` when unsaved work is on the desk again."""

    restored = Signal()

    def __init__(self, desk: Desk, autosave: Autosave, notices: Notices, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._autosave, self._notices = desk, autosave, notices

    def offer(self, leftover: Leftover) -> None:
        """Offer a leftover: its unsaved work first, then the report of its fault."""
        if leftover.unsaved is not None:
            unsaved = leftover.unsaved
            day, _, hour = unsaved.saved.partition(" ")
            when = f"{day_text(day, self._desk.window_language)}, {hour}" if hour else unsaved.saved
            sentence = (
                self.tr("Unsaved work of {when} was found: {name}.").format(when=when, name=unsaved.name)
                if unsaved.name
                else self.tr("Unsaved work of {when} was found.").format(when=when)
            )
            self._notices.add(Notice(
                "info", sentence, self.tr("&Restore"), lambda: self._restore(leftover, unsaved),
                self.tr("&Discard"), leftover.discard_unsaved,
            ))  # fmt: skip
        if leftover.fault:
            self._notices.add(Notice(
                "info", self.tr("dpdesk stopped unexpectedly the last time."), self.tr("Show the &report"),
                lambda: self._show(leftover), self.tr("&Delete it"), leftover.discard_fault,
            ))  # fmt: skip

    def _restore(self, leftover: Leftover, unsaved: Unsaved) -> None:
        desk = self._desk
        if not desk.undo.isClean():  # work of this run would be lost: the other waits for the next start
            self._notices.add(Notice(
                "info",
                self.tr("Save or close what is on the desk first, then restore."),
                self.tr("&Restore"), lambda: self._restore(leftover, unsaved),
                self.tr("&Discard"), leftover.discard_unsaved,
            ))  # fmt: skip
            return
        desk.dictionary_path, desk.plan_path = unsaved.dictionary_path, unsaved.plan_path
        desk.show_documents(unsaved.dictionary, unsaved.plan)
        self._autosave.take_over(leftover)
        desk.undo.resetClean()
        self.restored.emit()

    def _show(self, leftover: Leftover) -> None:
        sentence = self.tr(
            "This is where dpdesk stood when it was stopped. The report holds nothing of your data and is not sent "
            "anywhere; it is deleted when you close this."
        )
        text = "\n".join([scrubbed_fault(leftover.fault), "", *versions()])
        window = self._notices.window()
        dialog = TextDialog(self.tr("The last stop"), sentence, text, window)
        dialog.finished.connect(lambda: leftover.discard_fault())  # holds on to what was found
        dialog.show()
