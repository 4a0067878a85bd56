"""A published folder, opened by somebody who has nothing but the folder: its tables, and the sums of selected cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text import column, label, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.publish.standing import StandingBanner, StandingPanel
from dpdesk.gui.publish.switches import Switches
from dpdesk.gui.publish.table import FinishedTable
from dpdesk.gui.publish.tables import TablesList
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.gui.desk.desk import Desk
    from dpdesk.gui.desk.tasks import Tasks
    from dpdesk.publish.documents.corrected import Corrected
    from dpdesk.release.result import Release

SUMS = "published-sums"
"""The owner of additions in the dialog; the page Publish below it has its own."""


class PublishedFolder(QDialog):
    """The tables of a release that was read back. It never keeps the window from being used; deleted when closed."""

    def __init__(
        self,
        release: Release,
        changes: Sequence[Corrected],
        gone: bool,
        language: str,
        tasks: Tasks,
        parent: QWidget | None = None,
    ) -> None:
        """Show a release; its folder tells its corrections (`changes`), a notice that it was withdrawn (`gone`)."""
        from dpdesk.gui.paper.values import languages_of
        from dpdesk.gui.shared.publishing import line_of
        from dpdesk.publish.documents.corrected import changes_in

        super().__init__(parent)
        self.release = release
        self.language = language if language in languages_of(release) else languages_of(release)[0]
        title = release.plan.title.show(self.language)
        self.setWindowTitle(title)
        self.setModal(False)
        theme.dress(self)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.switches, self.tables, self.table = Switches(), TablesList(), FinishedTable(tasks, SUMS)
        self.switches.show_releases([(title, release.release_id)], release.release_id)
        self.tables.show_tables([one.shell.title.show(self.language) or one.shell.name for one in release.tables], 0)
        words = self.tr(
            "Release {number} of {date}, read from its published files, which are those that it lists. Who wrote them, "
            "the ledger of the office can say."
        )
        inside = column(self, margin=UNIT * 2, spacing=UNIT * 2)
        inside.addWidget(label(words.format(number=release.release_id, date=day_text(release.date, language))))
        self.banner, self.corrections = StandingBanner(), label()
        kind, sentence = StandingPanel(language).words(line_of(release))
        if gone and release.withdrawn is None:  # withdrawn after its files were written, which stay as they were
            kind, sentence = "red", self.tr("WITHDRAWN: a notice in this folder says why. Use these tables no more.")
        self.banner.show_sentence(kind, sentence)
        self.corrections.setText("\n".join(changes_in(changes, release, self.language)))
        self.corrections.setVisible(bool(changes))
        inside.addWidget(self.banner)
        inside.addWidget(self.corrections)
        inside.addWidget(self.switches)
        both = row(spacing=UNIT * 2)
        both.addWidget(self.tables)
        both.addWidget(self.table, 1)
        inside.addLayout(both, 1)
        self.tables.chosen.connect(self._show)
        self.switches.values_chosen.connect(self._show)
        self.resize(UNIT * 130, UNIT * 90)
        self._show()

    def _show(self) -> None:
        table = self.release.tables[self.tables.at]
        self.table.show_table(self.release, table, self.language, self.switches.which, self.switches.beside)

    def done(self, result: int) -> None:
        """Close, and give up what is being added up."""
        self.table.show_nothing()
        super().done(result)


OPENING = "published-folder"
"""The owner of what is read from a folder."""


def open_published(folder: Path, desk: Desk, parent: QWidget, failed: Callable[[str], None]) -> None:
    """Read a published folder, in a thread, and show its tables in a dialog; `failed` gets a sentence."""

    def work(progress: Progress) -> tuple[Release, list[Corrected], bool]:
        from dpdesk.publish.documents.notice import NAME
        from dpdesk.publish.folders import PUBLISH, root
        from dpdesk.publish.proof.reopened import corrected_in, reopened

        progress("reading the files")
        return reopened(folder), corrected_in(folder), (root(folder) / PUBLISH / NAME).exists()

    def show(read: tuple[Release, list[Corrected], bool]) -> None:
        PublishedFolder(*read, desk.language, desk.tasks, parent).show()

    desk.tasks.start(OPENING, work, show, failed)
