"""A published folder, opened by somebody who has nothing but the folder: its tables, and the sums of selected cells."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from dpdesk.gui.kit.text import column, label
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.publish.switches import Switches
from dpdesk.gui.publish.table import FinishedTable
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.gui.desk.desk import Desk
    from dpdesk.gui.desk.tasks import Tasks
    from dpdesk.release.result import Release


class PublishedFolder(QDialog):
    """The tables of a release that was read back. It never keeps the window from being used; deleted when closed."""

    def __init__(self, release: Release, language: str, tasks: Tasks, parent: QWidget | None = None) -> None:
        from dpdesk.gui.paper.values import languages_of

        super().__init__(parent)
        self.release = release
        self.language = language if language in languages_of(release) else languages_of(release)[0]
        title = release.plan.title.show(self.language)
        self.setWindowTitle(title)
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.switches, self.table = Switches(), FinishedTable(tasks)
        self.switches.show_releases([(title, release.release_id)], release.release_id)
        self.switches.show_tables([one.shell.title.show(self.language) or one.shell.name for one in release.tables], 0)
        words = self.tr(
            "Release {number} of {date}, read from its published files, which are those that it lists. Who wrote them, "
            "the ledger of the office can say."
        )
        inside = column(self, margin=UNIT * 2, spacing=UNIT * 2)
        inside.addWidget(label(words.format(number=release.release_id, date=day_text(release.date, language))))
        inside.addWidget(self.switches)
        inside.addWidget(self.table, 1)
        self.switches.table_chosen.connect(self._show)
        self.switches.values_chosen.connect(self._show)
        self.resize(UNIT * 130, UNIT * 90)
        self._show()

    def _show(self) -> None:
        table = self.release.tables[max(self.switches.table_field.currentIndex(), 0)]
        self.table.show_table(self.release, table, self.language, self.switches.which, self.switches.beside)

    def done(self, result: int) -> None:
        """Close, and give up what is being added up."""
        self.table.show_nothing()
        super().done(result)


OPENING = "published-folder"
"""The owner of what is read from a folder."""


def open_published(folder: Path, desk: Desk, parent: QWidget, failed: Callable[[str], None]) -> None:
    """Read a published folder, in a thread, and show its tables in a dialog; `failed` gets a sentence."""

    def work(progress: Progress) -> Release:
        from dpdesk.publish.proof.reopened import reopened

        progress("reading the files")
        return reopened(folder)

    def show(release: Release) -> None:
        PublishedFolder(release, desk.language, desk.tasks, parent).show()

    desk.tasks.start(OPENING, work, show, failed)
