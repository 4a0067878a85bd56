"""Step 6: the finished tables, and the files that leave the building.

Everything here is made from sealed noisy integers, so that looking, copying, exporting and printing cost nothing, as
often as anyone likes. A rehearsal is shown the same way with REHEARSAL across it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget
from shiboken6 import isValid

from dpdesk.gui.desk.desk import REHEARSAL
from dpdesk.gui.kit.fold import Fold
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.side import SideArea
from dpdesk.gui.kit.text import bring_into_view, column, label, panel, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.publish.afterwards import Afterwards
from dpdesk.gui.publish.certificate import CertificatePanel
from dpdesk.gui.publish.files import FilesPanel
from dpdesk.gui.publish.standing import StandingBanner, StandingPanel
from dpdesk.gui.publish.switches import Switches
from dpdesk.gui.publish.table import FinishedTable
from dpdesk.gui.publish.tables import TablesList
from dpdesk.gui.publish.texts import TextsPanel
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.gui.shared.publishing import line_of
from dpdesk.gui.shared.releasing import RELEASE
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.gui.shared.publishing import StoredLine
    from dpdesk.release.result import Release, TableResult

STORED = "publish-stored"
"""The owner of what is read from the ledger."""
_SIDE, _NARROW_SIDE, _WIDE_SIDE = 336, 280, 480
_ROOMY = 1150
"""How wide the page must be for a list of tables beside the table."""
_REHEARSAL = "rehearsal"


class PublishPage(Page):
    """The page Publish: the finished tables of a release, and the files written of them."""

    name = PageName.PUBLISH
    help_topic = "publish"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Publish")

    def state(self) -> State:
        """Complete once the release was exported."""
        exported = getattr(self, "_exported", None)
        if self.desk.release is None:
            return State(False, self.tr("Nothing has been released yet."))
        if self.desk.another_file:
            return State(False, self.tr("Nothing was released from this file yet."))
        return State(exported is not None and exported is self.desk.release, self.tr("Nothing has been exported yet."))

    def action(self) -> Action | None:
        """What the page leads to: of a rehearsal, the release; of a release, its texts put right and the files."""
        if self.release is not None and self.release.rehearsal and self.desk.release is None:
            return Action(self.tr("Next: Release ▸"), lambda: self.go.emit(PageName.RELEASE))
        if self.texts.pending:
            return Action(self.tr("Correct the texts ▸"), self._correct_texts)
        ready = self.release is not None and not self.files.running
        return Action(self.tr("Export"), self.files.export, ready, self.tr("There is nothing to export yet."))

    # Building -------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the tables, their switches, and beside them export, texts and certificate."""
        self.release: Release | None = None  # in view
        self._table = 0
        self._seen: tuple[Release | None, Release | None] = (None, None)
        self._stored: list[StoredLine] = []
        self._exported: Release | None = None
        self.switches, self.tables, self.table = Switches(), TablesList(), FinishedTable(self.desk.tasks)
        self.files, self.texts, self.certificate = FilesPanel(self.desk), TextsPanel(self.desk), CertificatePanel()
        self.banner, self.standing = StandingBanner(), StandingPanel(self.desk.window_language)
        self.afterwards = Afterwards(self.desk, self.standing, self.files, self)
        self._empty_heading, self._empty_words = label("", "heading"), label()
        self.empty = self._make_empty()
        self.whole = QWidget()
        self.whole.hide()
        self._line = row(self.whole, spacing=UNIT * 2)
        self._line.addWidget(self.tables)
        self._line.addWidget(self.table, 1)
        self._line.addWidget(self._side())
        self.body.addWidget(self.switches)
        self.body.addWidget(self.banner)
        self.body.addWidget(self.empty)
        self.body.addWidget(self.whole, 1)
        self.body.addStretch(0)
        self._arrange()
        self.switches.release_chosen.connect(self._on_choice)
        self.tables.chosen.connect(self._on_table)
        self.switches.values_chosen.connect(self._show_table)
        self.files.said.connect(self._say)
        self.message.acted.connect(self.files.open_folder)
        self.files.exported.connect(self._on_exported)
        self.files.language_chosen.connect(self._show_tables)
        self.files.style_chosen.connect(self._show_tables)
        self.files.changed.connect(self.changed)
        self.texts.said.connect(self._say)
        self.texts.asked.connect(self._on_texts_pending)
        self.table.sheet.head.edited.connect(self._on_title)
        self.afterwards.said.connect(self._say)
        self.afterwards.changed.connect(self._read_stored)
        desk = self.desk
        for signal in (desk.tasks.started, desk.tasks.ended):
            signal.connect(self._on_task)
        desk.looks_changed.connect(self.table.picture.take_colours)
        self.follow(desk.release_changed, self._on_release)
        self.follow(desk.snapshot_changed, self._show_texts)
        self.follow(desk.documents_changed, self._show_texts)
        soon = QTimer(self)  # the table comes with the next event: the window need not wait for both at once
        soon.setSingleShot(True)
        soon.timeout.connect(self._on_release)
        soon.start(0)

    def _make_empty(self) -> QWidget:
        made = panel()
        inside = column(made, margin=UNIT * 3, spacing=UNIT * 2)
        inside.addWidget(self._empty_heading)
        inside.addWidget(self._empty_words)
        self._empty_buttons = QWidget()
        buttons = row(self._empty_buttons)
        for text, page in (
            (self.tr("Rehearse on the page Accuracy"), PageName.ACCURACY),
            (self.tr("Open Release"), PageName.RELEASE),
        ):
            button = QPushButton(text)
            button.clicked.connect(lambda checked=False, page=page: self.go.emit(page))
            buttons.addWidget(button)
        buttons.addStretch(1)
        inside.addWidget(self._empty_buttons)
        self.stop_button = QPushButton(self.tr("Cancel"))
        self.stop_button.setAccessibleDescription(self.tr("Stops the rehearsal; nothing was spent."))
        self.stop_button.clicked.connect(self._stop_rehearsal)
        inside.addWidget(self.stop_button, 0, Qt.AlignmentFlag.AlignLeft)
        return made

    def _stop_rehearsal(self) -> None:
        self.stop_button.setEnabled(False)
        self.desk.tasks.cancel(REHEARSAL)
        self.desk.say_what_was_read()

    def _side(self) -> QWidget:
        holder = QWidget()
        layout = column(holder, spacing=UNIT * 2)
        inside = QWidget()
        proof = column(inside, spacing=UNIT * 2)
        proof.addWidget(self.standing)
        proof.addWidget(self.certificate)
        self.proof = Fold(
            self.tr("Proof"), self.tr("Embargo, withdrawal and signature of the release, and its check values."),
            inside, inset=UNIT * 2,
        )  # fmt: skip
        for part in (self.files, self.texts, self.proof, self.files.outcome):
            layout.addWidget(part)
        layout.addStretch(1)
        self._column = layout
        self._area = area = SideArea(holder, self.tr("Export, publication, texts and certificate"), _SIDE)
        self.standing.form.opened.connect(lambda: bring_into_view(area, self.standing))
        self.proof.opened.connect(lambda: bring_into_view(area, self.proof))
        self.texts.fold.opened.connect(lambda: bring_into_view(area, self.texts))
        return area

    def _say(self, kind: str, sentence: str) -> None:
        if sentence:
            self.message.say(kind, sentence)
        else:
            self.message.clear()

    # Which release --------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """In a narrow window the list of tables stands over the export: the table has its room; a wide one has more."""
        super().resizeEvent(event)
        if self.built:
            self._arrange()

    def _arrange(self) -> None:
        roomy = self.width() >= _ROOMY
        if roomy != (self._line.indexOf(self.tables) >= 0):
            (self._line if roomy else self._column).insertWidget(0, self.tables)
        self.tables.stand(beside=roomy, room=self.width())
        self._area.take_width(min(max(_SIDE, self.width() // 5), _WIDE_SIDE) if roomy else _NARROW_SIDE)

    def shown(self) -> None:
        """The ledger may hold other releases now."""
        self._read_stored()
        self._show_texts()

    def forget(self) -> None:
        """The folder and the choices of an export were meant for the release before."""
        super().forget()
        self._exported = None
        self.files.forget()
        self._stored = []
        if self.isVisible():
            self._read_stored()

    def _read_stored(self) -> None:
        from dpdesk.gui.shared.publishing import stored_lines

        name, ledger = str(self.desk.dictionary.get("dataset_id", "")), self.desk.ledger_path
        if self.desk.release is not None:
            name = self.desk.release.dictionary.dataset_id

        def work(progress: Progress) -> list[StoredLine]:
            return stored_lines(ledger, name) if name else []

        self.desk.tasks.start(STORED, work, self._on_stored, lambda sentence: self._say("red", sentence))

    def _on_stored(self, found: list[StoredLine]) -> None:
        self._stored = found
        self._show_choices()
        self._show_standing()

    def _on_release(self) -> None:
        """Whichever of release and rehearsal is new comes into view."""
        release, rehearsal = self.desk.release, self.desk.rehearsal
        before_release, before_rehearsal = self._seen
        self._seen = (release, rehearsal)
        rehearsed = rehearsal is not None and rehearsal is not before_rehearsal
        released = release is not None and release is not before_release
        if rehearsed and released:  # both while the page was out of view: the later one
            chosen: Release | None = rehearsal if self.desk.newest is rehearsal else release
        elif rehearsed:
            chosen = rehearsal
        elif released:
            chosen = release
        else:
            known = (release, rehearsal)
            chosen = self.release if any(self.release is one for one in known) else release or rehearsal
        if release is not before_release and self.isVisible():
            self._read_stored()
        if chosen is not self.release:
            self._take(chosen)
        self._show_choices()
        self._show_texts()
        self.changed.emit()

    def _on_task(self, owner: str) -> None:
        if owner in (REHEARSAL, RELEASE) and isValid(self):
            self._show_choices()

    def _show_choices(self) -> None:
        """The releases that can be looked at; the one in view is chosen."""
        lines: list[tuple[str, str]] = []
        if self.desk.rehearsal is not None:
            from dpdesk.planning.document.reference import made_up_rows

            made = self.desk.rehearsal
            rows = whole(made_up_rows(made.plan.reference, made.dictionary))
            words = self.tr("Rehearsal on {rows} made-up records").format(rows=rows)
            lines.append((words, _REHEARSAL))
        held = self.desk.release
        if held is not None and all(one.release_id != held.release_id for one in self._stored):
            title = held.plan.title.show(self.desk.language)
            lines.append((self._line_words(held.entry, held.date, title), held.release_id))
        for one in self._stored:
            words, mark = self._line_words(one.entry, one.date, one.title), self.standing.mark(one)
            lines.append((f"{mark} · {words}" if mark else words, one.release_id))
        chosen = ""
        if self.release is not None:
            chosen = _REHEARSAL if self.release.rehearsal else self.release.release_id
        self.switches.show_releases(lines, chosen)
        self.whole.setVisible(self.release is not None)
        self.empty.setVisible(self.release is None)
        show_if(self.switches, bool(lines))
        if self.desk.tasks.running(REHEARSAL):
            heading = self.tr("The rehearsal is under way")
            words = self.tr("Its tables come here as soon as it has ended. Nothing is read from the data.")
        elif self.desk.tasks.running(RELEASE):
            heading, words = self.tr("A release is under way"), self.tr("Its tables come here as soon as it has ended.")
        elif lines:
            heading, words = self.tr("No release is open"), self.tr("Choose one of the finished releases above.")
        else:
            heading = self.tr("Nothing is released or rehearsed yet")
            words = self.tr(
                "The finished tables come here. A rehearsal shows how they will look, on made-up records, at no cost."
            )
        self._empty_heading.setText(heading)
        self._empty_words.setText(words)
        rehearsing = self.desk.tasks.running(REHEARSAL)
        self._empty_buttons.setVisible(not rehearsing)
        show_if(self.stop_button, rehearsing)
        if not rehearsing:
            self.stop_button.setEnabled(True)

    def _show_standing(self) -> None:
        """What became of the release in view; as it was when it was read, until the ledger has been read again."""
        release = self.release
        line = None
        if release is not None and not release.rehearsal:
            line = next((one for one in self._stored if one.release_id == release.release_id), None) or line_of(release)
        self.standing.show_line(line)
        self.banner.show_sentence(*self.standing.words(line))
        self.table.sheet.show_withdrawn(self.standing.mark(line) if line is not None and line.withdrawn else "")

    def _line_words(self, entry: int, date: str, title: str) -> str:
        day = day_text(date, self.desk.window_language)
        return self.tr("Entry {entry} · {date} · {title}").format(entry=entry, date=day, title=title)

    def _on_choice(self, key: str) -> None:
        release = self.desk.rehearsal if key == _REHEARSAL else self.desk.release
        if key != _REHEARSAL and (release is None or release.release_id != key):
            self._open_stored(key)
        elif release is not None and release is not self.release:
            self._take(release)
            self._show_texts()
            self.changed.emit()

    def _open_stored(self, release_id: str) -> None:
        from dpdesk.gui.shared.publishing import open_stored

        ledger = self.desk.ledger_path

        def work(progress: Progress) -> Release:
            return open_stored(ledger, release_id)

        self.desk.tasks.start(STORED, work, self.desk.show_release, lambda sentence: self._say("red", sentence))

    # What is shown of it --------------------------------------------------------------------------------------

    def _take(self, release: Release | None) -> None:
        """Bring another release into view, or none."""
        from dpdesk.gui.paper.values import languages_of

        again = release is not None and self.release is not None and release.release_id == self.release.release_id
        if self.release is not None and not again:
            self.message.clear()  # what was said was about the release before
        self.release, self._table = release, self._table if again else 0  # with other texts, it is the same table
        self._show_standing()
        self.files.show_release(release, () if release is None else languages_of(release))
        if release is None:
            self.tables.show_tables((), -1)
            self.table.show_nothing()
            return
        self.certificate.show_release(release, self.desk.window_language)
        self._show_tables()

    def _show_tables(self) -> None:
        """Name the tables in the language of the files, and show the one in view."""
        if self.release is not None:
            language = self.files.language
            titles = [one.shell.title.show(language) or one.shell.name for one in self.release.tables]
            self.tables.show_tables(titles, self._table)
            self._show_table()

    def _on_table(self, at: int) -> None:
        self._table = at
        self._show_table()

    def _show_table(self) -> None:
        which, beside = self.switches.which, self.switches.beside
        self.files.choose_values(which, beside)
        if self.release is not None and self.release.tables:
            release, table, editable, coming = self._in_view(self.release)
            self.table.show_table(release, table, self.files.language, which, beside, editable, coming)

    def _in_view(self, release: Release) -> tuple[Release, TableResult, str | None, str]:
        """A release as it is printed, its table in view, what can be edited of the title, and another one to come."""
        from dpdesk.publish.documents.revised import revised

        at, language = min(self._table, len(release.tables) - 1), self.files.language
        shell = release.tables[at].shell
        editable = self.texts.title_on_desk(shell.name, language)
        coming = "" if editable in (None, shell.title.show(language)) else str(editable)
        release = revised(self.files.in_style(release))
        return release, release.tables[at], editable, coming

    def _show_texts(self) -> None:
        if self.isVisible():
            before = self.texts.editable
            self.texts.show_release(self.release)
            if self.texts.editable != before:
                self._show_table()

    def _on_title(self, text: str) -> None:
        """A title was edited above its table: it is corrected once a reason is given."""
        if self.release is not None:
            shell = self.release.tables[min(self._table, len(self.release.tables) - 1)].shell
            self.texts.retitle(shell.name, text, self.files.language)

    def _on_texts_pending(self) -> None:
        if self.release is not None and self.release.tables:
            release, table, editable, coming = self._in_view(self.release)
            self.table.show_titles(release, table, self.files.language, editable, coming)
        if self.texts.pending:
            bring_into_view(self._area, self.texts)
        self.changed.emit()

    def _correct_texts(self) -> None:
        """Correct them where the reason is given; else lead to it."""
        if self.texts.correct_button.isEnabled():
            self.texts.correct()
        else:
            bring_into_view(self._area, self.texts)
            self.texts.reason_field.setFocus()

    def _on_exported(self, release: Release, sentence: str) -> None:
        if not release.rehearsal:
            self._exported = release
        self.message.say("info", sentence, self.tr("Open folder"))  # in view however far the side is scrolled
        self.changed.emit()
