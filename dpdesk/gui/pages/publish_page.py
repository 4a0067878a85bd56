"""Step 6: the finished tables, and the files that leave the building.

Everything here is made from sealed noisy integers, so that looking, copying, exporting and printing cost nothing, as
often as anyone likes. A rehearsal is shown the same way with REHEARSAL across it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QScrollArea,
    QWidget,
)

from dpdesk.gui.pages.page import Action, Page, State
from dpdesk.gui.theme import UNIT
from dpdesk.gui.widgets.flow import FlowLayout
from dpdesk.gui.widgets.publish_sheet import WATERMARK, PublishSheet
from dpdesk.gui.widgets.text import column, field, form, label, named, panel, row, show_if
from dpdesk.gui.words import day_text, without_options

if TYPE_CHECKING:
    from dpdesk.gui.publishing import StoredLine
    from dpdesk.progress import Progress
    from dpdesk.release.result import Release, TableResult

PUBLISH = "publish"
"""The owner of exports and prints."""
STORED = "publish-stored"
"""The owner of what is read from the ledger."""
CORRECTION = "publish-correction"
_SIDE = 336
_REHEARSAL = "rehearsal"


class PublishPage(Page):
    """See the module."""

    name = "Publish"
    help_topic = "publish"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Publish")

    def state(self) -> State:
        """Complete once the release was exported."""
        exported = getattr(self, "_exported", None)
        if self.desk.release is None:
            return State(False, self.tr("Nothing has been released yet."))
        return State(exported is not None and exported is self.desk.release, self.tr("Nothing has been exported yet."))

    def action(self) -> Action | None:
        """Write the files."""
        ready = self.release is not None and not self.desk.tasks.running(PUBLISH)
        return Action(self.tr("Export"), self.export, ready, self.tr("There is nothing to export yet."))

    # Building -------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the table, its switches, and beside them export, texts and certificate."""
        self.release: Release | None = None
        self._seen: tuple[Release | None, Release | None] = (None, None)
        self._stored: list[StoredLine] = []
        self._exported: Release | None = None
        self._table = 0
        self.body.addLayout(self._switches())
        self.empty = label(
            self.tr(
                "Nothing has been released or rehearsed yet; finished releases of this data set can be opened above."
            ),
            "caption",
        )
        self.body.addWidget(self.empty)
        both = row(spacing=UNIT * 2)
        both.addWidget(self._table_panel(), 1)
        both.addWidget(self._side())
        self.whole = QWidget()
        self.whole.hide()
        outer = column(self.whole)
        outer.addLayout(both, 1)
        self.body.addWidget(self.whole, 1)
        self.body.addStretch(0)
        desk = self.desk
        self.follow(desk.release_changed, self._on_release)
        self.follow(desk.snapshot_changed, self._show_texts)
        self.follow(desk.documents_changed, self._show_texts)
        desk.tasks.progressed.connect(self._on_progress)
        desk.tasks.ended.connect(self._on_task_end)
        soon = QTimer(self)  # the table comes with the next event: the window need not wait for both at once
        soon.setSingleShot(True)
        soon.timeout.connect(self._on_release)
        soon.start(0)

    def _switches(self) -> FlowLayout:
        self.release_field, self.table_field = QComboBox(), QComboBox()
        self.which_field, self.beside_field = QComboBox(), QComboBox()
        flow = FlowLayout(spacing=UNIT)
        adjust = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        for text, one, tip, width in (
            (self.tr("&Release"), self.release_field, self.tr("Which finished release, or the rehearsal."), 30),
            (self.tr("&Table"), self.table_field, self.tr("Which table of the release is shown."), 30),
            (
                self.tr("&Values"),
                self.which_field,
                self.tr("Consistent values add up and are the official ones; unbiased ones are for research."),
                18,
            ),
            (self.tr("&Beside"), self.beside_field, self.tr("What stands beside each number."), 14),
        ):
            one.setSizeAdjustPolicy(adjust)
            one.setMinimumContentsLength(width)
            shown = label(text, wrap=False)
            shown.setBuddy(one)
            named(one, text.replace("&", ""), tip)
            pair = QWidget()
            layout = row(pair)
            layout.addWidget(shown)
            layout.addWidget(one)
            flow.addWidget(pair)
        self.which_field.addItem(self.tr("consistent (official)"), "consistent")
        self.which_field.addItem(self.tr("unbiased"), "unbiased")
        self.beside_field.addItem(self.tr("noise margin"), "margin")
        self.beside_field.addItem(self.tr("limits"), "limits")
        self.beside_field.addItem(self.tr("nothing"), "alone")
        self.release_field.activated.connect(self._on_choice)
        self.table_field.activated.connect(self._on_table)
        self.which_field.currentIndexChanged.connect(self._fill)
        self.beside_field.currentIndexChanged.connect(self._fill)
        return flow

    def _table_panel(self) -> QFrame:
        made = panel()
        layout = column(made, margin=UNIT * 2, spacing=UNIT)
        self.sheet = PublishSheet(self.tr("Finished table"))
        self.legend = label(role="caption")
        layout.addWidget(self.sheet, 1)
        layout.addWidget(self.legend)
        return made

    def _side(self) -> QWidget:
        holder = QWidget()
        layout = column(holder, spacing=UNIT * 2)
        layout.addWidget(self._export_panel())
        layout.addWidget(self._texts_panel())
        layout.addWidget(self._certificate_panel())
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(holder)
        area.setFixedWidth(_SIDE)
        area.setAccessibleName(self.tr("Export, texts and certificate"))
        return area

    def _export_panel(self) -> QFrame:
        made = panel()
        layout = column(made, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("Export"), "heading"))
        self.folder_field = QLineEdit()
        self.folder_field.textChanged.connect(self._show_buttons)
        folder_label = label(self.tr("&Folder"), wrap=False)
        folder_label.setBuddy(self.folder_field)
        named(
            self.folder_field,
            self.tr("Folder"),
            self.tr("Where the workbook, the CSV files and the audit log go; it is made if it is missing."),
        )
        self.browse_button = QPushButton(self.tr("Browse…"))
        self.browse_button.clicked.connect(self._browse)
        where = row()
        where.addWidget(self.folder_field, 1)
        where.addWidget(self.browse_button)
        fields = form()
        self.language_field = QComboBox()
        field(
            fields,
            self.tr("&Language"),
            self.language_field,
            self.tr("The language of titles, labels and notes in the files."),
        )
        self.language_field.currentIndexChanged.connect(self._on_language)
        self.export_button = QPushButton(self.tr("Export"))
        self.export_button.setAccessibleDescription(self.tr("Writes all files of the release; costs nothing."))
        self.export_button.clicked.connect(self.export)
        self.pdf_button = QPushButton(self.tr("Save as PDF"))
        self.pdf_button.setAccessibleDescription(self.tr("Writes the tables as pages for print into the folder."))
        self.pdf_button.clicked.connect(self.save_pdf)
        self.print_button = QPushButton(self.tr("Print preview…"))
        self.print_button.clicked.connect(self.preview)
        self.export_bar = QProgressBar()
        self.export_bar.setTextVisible(False)
        named(self.export_bar, self.tr("Progress of the export"))
        self.cancel_button = QPushButton(self.tr("Cancel"))
        self.cancel_button.setAccessibleDescription(self.tr("Stops the export; no half-written file is left."))
        self.cancel_button.clicked.connect(self._cancel)
        self.export_text = label(role="caption")
        self.files_text = QPlainTextEdit()
        self.files_text.setReadOnly(True)
        self.files_text.setTabChangesFocus(True)
        self.files_text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        named(self.files_text, self.tr("Files written"), self.tr("The files of the last export."))
        layout.addWidget(folder_label)
        layout.addLayout(where)
        layout.addLayout(fields)
        buttons = FlowLayout(spacing=UNIT)
        for one in (self.export_button, self.pdf_button, self.print_button):
            buttons.addWidget(one)
        layout.addLayout(buttons)
        running = row()
        running.addWidget(self.export_bar, 1)
        running.addWidget(self.cancel_button)
        layout.addLayout(running)
        layout.addWidget(self.export_text)
        layout.addWidget(self.files_text)
        for hidden in (self.export_text, self.export_bar, self.cancel_button, self.files_text):
            hidden.hide()
        return made

    def _texts_panel(self) -> QFrame:
        self.texts_panel = panel()
        layout = column(self.texts_panel, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("Texts"), "heading"))
        self.texts_text = label(role="caption")
        self.reason_label = label(self.tr("Reason for the correction"), wrap=False)
        self.reason_field = QLineEdit()
        self.reason_label.setBuddy(self.reason_field)
        named(
            self.reason_field,
            self.tr("Reason for the correction"),
            self.tr("Stands in the workbook and in the ledger beside the new version of the texts."),
        )
        self.reason_field.textChanged.connect(self._show_texts)
        self.correct_button = QPushButton(self.tr("Correct the texts of this release"))
        self.correct_button.clicked.connect(self.correct)
        layout.addWidget(self.texts_text)
        layout.addWidget(self.reason_label)
        layout.addWidget(self.reason_field)
        layout.addWidget(self.correct_button)
        return self.texts_panel

    def _certificate_panel(self) -> QFrame:
        made = panel()
        layout = column(made, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("Certificate"), "heading"))
        self.certificate_text = label()
        layout.addWidget(self.certificate_text)
        self.head_field, self.hash_field = QLineEdit(), QLineEdit()
        self.certificate_fields: list[QWidget] = []
        for text, one, tip in (
            (self.tr("Head"), self.head_field, self.tr("The ledger's head at this release; the workbook quotes it.")),
            (self.tr("Result hash"), self.hash_field, self.tr("Covers every published cell; the ledger has it too.")),
        ):
            one.setReadOnly(True)
            shown = label(text, "caption", wrap=False)
            shown.setBuddy(one)
            named(one, text, tip)
            layout.addWidget(shown)
            layout.addWidget(one)
            self.certificate_fields += [shown, one]
        return made

    # What is shown --------------------------------------------------------------------------------------------

    def shown(self) -> None:
        """The ledger may hold other releases now."""
        self._read_stored()
        self._show_texts()

    def _read_stored(self) -> None:
        from dpdesk.gui.publishing import stored_lines

        name, ledger = str(self.desk.dictionary.get("dataset_id", "")), self.desk.ledger_path
        if self.desk.release is not None:
            name = self.desk.release.dictionary.dataset_id

        def work(progress: Progress) -> list[StoredLine]:
            return stored_lines(ledger, name) if name else []

        self.desk.tasks.start(
            STORED, work, self._on_stored, lambda sentence: self.message.say("red", without_options(sentence))
        )

    def _on_stored(self, found: list[StoredLine]) -> None:
        self._stored = found
        self._show_choices()

    def _on_release(self) -> None:
        """Whichever of release and rehearsal is new comes into view."""
        release, rehearsal = self.desk.release, self.desk.rehearsal
        before_release, before_rehearsal = self._seen
        self._seen = (release, rehearsal)
        if rehearsal is not before_rehearsal and rehearsal is not None:
            chosen: Release | None = rehearsal
        elif release is not before_release and release is not None:
            chosen = release
        else:
            known = (release, rehearsal)
            chosen = self.release if any(self.release is one for one in known) else release or rehearsal
        if release is not before_release and self.isVisible():
            self._read_stored()
        if chosen is not self.release:
            self.release = chosen
            self._table = 0
            self._tell("")
            self.files_text.hide()
            self._show_release()
        self._show_choices()
        self._show_texts()
        self.changed.emit()

    def _show_choices(self) -> None:
        """The releases that can be looked at; the one in view is chosen."""
        lines: list[tuple[str, Any]] = []
        if self.desk.rehearsal is not None:
            lines.append((self.tr("{watermark} on made-up records").format(watermark=WATERMARK), _REHEARSAL))
        held = self.desk.release
        stored = list(self._stored)
        if held is not None and all(one.release_id != held.release_id for one in stored):
            title = held.plan.title.show(self.desk.language)
            lines.append((self._line_words(held.entry, held.date, title), held.release_id))
        lines += [(self._line_words(one.entry, one.date, one.title), one.release_id) for one in stored]
        now = [(self.release_field.itemText(at), self.release_field.itemData(at)) for at in range(self._choices())]
        if now != lines:
            self.release_field.clear()
            for text, key in lines:
                self.release_field.addItem(text, key)
                self.release_field.setItemData(self.release_field.count() - 1, text, Qt.ItemDataRole.ToolTipRole)
        wanted = None
        if self.release is not None:
            wanted = _REHEARSAL if self.release.rehearsal else self.release.release_id
        self.release_field.setCurrentIndex(self.release_field.findData(wanted) if wanted is not None else -1)
        self.release_field.setEnabled(bool(lines))
        self.whole.setVisible(self.release is not None)
        self.empty.setVisible(self.release is None)

    def _choices(self) -> int:
        return self.release_field.count()

    def _line_words(self, entry: int, date: str, title: str) -> str:
        day = day_text(date, self.desk.window_language)
        return self.tr("Entry {entry} · {date} · {title}").format(entry=entry, date=day, title=title)

    def _on_choice(self, at: int) -> None:
        key = self.release_field.itemData(at)
        if key == _REHEARSAL:
            self._take(self.desk.rehearsal)
        elif self.desk.release is not None and self.desk.release.release_id == key:
            self._take(self.desk.release)
        else:
            self._open_stored(str(key))

    def _take(self, release: Release | None) -> None:
        if release is not None and release is not self.release:
            self.release, self._table = release, 0
            self._tell("")
            self.files_text.hide()
            self._show_release()
            self._show_texts()
            self.changed.emit()

    def _open_stored(self, release_id: str) -> None:
        from dpdesk.gui.publishing import open_stored

        ledger = self.desk.ledger_path

        def work(progress: Progress) -> Release:
            return open_stored(ledger, release_id)

        self.desk.tasks.start(
            STORED, work, self.desk.show_release, lambda sentence: self.message.say("red", without_options(sentence))
        )

    def _show_release(self) -> None:
        release = self.release
        self.table_field.clear()
        if release is None:
            self.sheet.sheet.show_model(None)
            return
        for one in release.tables:
            self.table_field.addItem(one.shell.title.show(self._language()) or one.shell.name, one.shell.name)
        from dpdesk.gui.models.publish_values import languages_of

        chosen = self._language()
        self.language_field.blockSignals(True)
        self.language_field.clear()
        for language in languages_of(release):
            self.language_field.addItem(_language_name(language), language)
        self.language_field.setCurrentIndex(max(0, self.language_field.findData(chosen)))
        self.language_field.blockSignals(False)
        self._show_certificate(release)
        self._show_table()

    def _language(self) -> str:
        return str(self.language_field.currentData() or "en")

    def _on_language(self) -> None:
        if self.release is not None:
            at = self._table
            for number, one in enumerate(self.release.tables):
                self.table_field.setItemText(number, one.shell.title.show(self._language()) or one.shell.name)
            self._table = at
            self._show_table()

    def _on_table(self, at: int) -> None:
        self._table = at
        self._show_table()

    def _show_table(self) -> None:
        from dpdesk.publish.accessible import table_title

        release = self.release
        if release is None or not release.tables:
            return
        table = release.tables[min(self._table, len(release.tables) - 1)]
        language = self._language()
        self.table_field.setCurrentIndex(self._table)
        universe = table.shell.universe.show(language) if table.shell.universe is not None else ""
        self.sheet.show_titles(
            table_title(release, table, None, language),
            self.tr("Universe: {text}").format(text=universe) if universe else "",
            rehearsal=release.rehearsal,
        )
        self._fill()

    def _fill(self) -> None:
        from dpdesk.gui.models.publish_values import Values, Words
        from dpdesk.gui.models.shell_model import ShellModel
        from dpdesk.publish.facts import symbol_meanings

        release = self.release
        if release is None or not release.tables:
            return
        table = release.tables[min(self._table, len(release.tables) - 1)]
        words = Words(
            self.tr("Estimate {value}"),
            self.tr("Unbiased value {value}"),
            self.tr("Noise margin ({level}) ± {value}"),
            self.tr("Limits ({level}) {low} to {high}"),
            symbol_meanings(),
        )
        which, beside = str(self.which_field.currentData()), str(self.beside_field.currentData())
        grid = self.sheet.sheet.grid
        self._show_legend(release, table)
        values = Values(release, table, words)
        grid.set_number_width(values.longest(which, beside))
        self.sheet.sheet.show_model(ShellModel(table.shell, grid, language=self._language()))
        grid.set_values(values.provider(which, beside))

    def _show_legend(self, release: Release, table: TableResult) -> None:
        from dpdesk.gui.models.publish_values import flags_in
        from dpdesk.publish.facts import level, symbol_meanings, symbols

        meanings, signs = symbol_meanings(), symbols(release)
        parts = [f"{signs[one]} {meanings[one]}" for one in flags_in(table) if one in signs]
        named_level = level(release)
        beside = str(self.beside_field.currentData())
        if beside == "limits":
            said = self.tr("In brackets: lower and upper limit ({level}) of the unbiased value.")
        elif beside == "margin":
            said = self.tr(
                "±: noise margin ({level}); in {share} of 100 releases the unbiased value is no further off."
            )
        else:
            said = self.tr("Noise margins ({level}) are in every cell's tool tip.")
        said = said.format(level=named_level, share=named_level.removesuffix(" %"))
        if self.which_field.currentData() == "unbiased":
            said += " " + self.tr(
                "Unbiased values need not add up, and can be negative; they are not the official ones."
            )
        if release.corrections:
            parts.append(f"{signs['r']} {meanings['r']}")
        self.legend.setText("   ".join([said, *parts]))

    def _show_certificate(self, release: Release) -> None:
        if release.rehearsal:
            self.certificate_text.setText(
                self.tr("A rehearsal on made-up records: it stands in no ledger, and its numbers mean nothing.")
            )
        else:
            lines = [
                self.tr("Entry {entry} of the ledger, {date}").format(
                    entry=release.entry, date=day_text(release.date, self.desk.window_language)
                ),
                self.tr("Release {number}, text version {version}").format(
                    number=release.release_id, version=release.text_version
                ),
                *(f"{role}: {office}" for role, office in release.offices.items()),
            ]
            self.certificate_text.setText("\n".join(lines))
        self.head_field.setText(release.head)
        self.hash_field.setText(release.result_hash)
        for one in (self.head_field, self.hash_field):
            one.setCursorPosition(0)
        for widget in self.certificate_fields:
            widget.setVisible(not release.rehearsal)

    # Corrections of text --------------------------------------------------------------------------------------

    def _show_texts(self) -> None:
        from dpdesk.gui.publishing import other_texts

        if not self.isVisible():
            return
        release, shot = self.release, self.desk.snapshot
        self.texts_panel.setVisible(release is not None and not release.rehearsal)
        if release is None or release.rehearsal:
            return
        ready = False
        if shot.plan is None or shot.missing or shot.plan.meaning != release.plan.meaning:
            self.texts_text.setText(
                self.tr("To correct titles, labels or notes, open the plan of this release and edit them there.")
            )
        elif other_texts(shot.plan, release):
            ready = True
            self.texts_text.setText(
                self.tr(
                    "The plan on the desk has other titles, labels or notes than this release. Correcting them makes a "
                    "new version, marked r; numbers never change, and it costs nothing."
                )
            )
        else:
            self.texts_text.setText(
                self.tr(
                    "To correct titles, labels or notes, edit them in the tables and the dictionary as usual, and come "
                    "back here. Numbers never change."
                )
            )
        for one in (self.reason_label, self.reason_field, self.correct_button):
            one.setVisible(ready)
        busy = self.desk.tasks.running(CORRECTION)
        self.correct_button.setEnabled(ready and bool(self.reason_field.text().strip()) and not busy)

    def correct(self) -> None:
        """Give the release in view the texts of the plan on the desk."""
        from dpdesk.gui.publishing import correct_texts

        release, reason = self.release, self.reason_field.text().strip()
        if release is None or release.rehearsal or not reason or self.desk.tasks.running(CORRECTION):
            return
        make, ledger, number = self.desk.plan_maker(), self.desk.ledger_path, release.release_id

        def work(progress: Progress) -> Release:
            return correct_texts(make, number, ledger, reason)

        self.desk.tasks.start(CORRECTION, work, self._on_corrected, self._on_problem)
        self.correct_button.setEnabled(False)

    def _on_corrected(self, release: Release) -> None:
        self.reason_field.clear()
        self.desk.show_release(release)
        self.message.say(
            "info",
            self.tr("The texts are corrected: version {version}. Export to another folder to publish it.").format(
                version=release.text_version
            ),
        )

    def _on_problem(self, sentence: str) -> None:
        self.message.say("red", without_options(sentence))
        self._show_texts()

    # Files ----------------------------------------------------------------------------------------------------

    def _browse(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("Folder for the files"), self.folder_field.text())
        if name:
            self.folder_field.setText(name)

    def _folder(self) -> Path | None:
        text = self.folder_field.text().strip()
        if not text:
            self.message.say("amber", self.tr("Name a folder for the files first."))
            self.folder_field.setFocus()
            return None
        return Path(text).expanduser()

    def export(self) -> None:
        """Write all files of the release in view."""
        from dpdesk.gui.publishing import export

        release, folder = self.release, self._folder()
        if release is None or folder is None or self.desk.tasks.running(PUBLISH):
            return
        ledger, language = self.desk.ledger_path, self._language()

        def work(progress: Progress) -> list[Path]:
            return export(release, folder, ledger, language=language, progress=progress)

        def done(files: list[Path]) -> None:
            if not release.rehearsal:
                self._exported = release
            self._list_files(files, folder)
            if release.rehearsal:
                self._tell(self.tr("The rehearsal is written; its numbers mean nothing."))
            else:
                self._tell(self.tr("Exported; exporting again is free and gives the same bytes."))
            self.changed.emit()

        self._start(work, done)

    def save_pdf(self) -> None:
        """Write the release in view as a PDF into the folder."""
        release, folder = self.release, self._folder()
        if release is None or folder is None or self.desk.tasks.running(PUBLISH):
            return
        options = self._print_options()

        def work(progress: Progress) -> list[Path]:
            from dpdesk.gui.printing import write_pdf

            return [write_pdf(release, folder, options, progress)]

        def done(files: list[Path]) -> None:
            self._list_files(files, folder)
            self._tell(self.tr("The PDF is written."))

        self._start(work, done)

    def preview(self) -> None:
        """Show the pages as they would be printed, and print them from there."""
        release = self.release
        if release is None or self.desk.tasks.running(PUBLISH):
            return
        options = self._print_options()

        def work(progress: Progress) -> Any:
            from dpdesk.gui.printing import Document

            return Document(release, options)

        def done(document: Any) -> None:
            from dpdesk.gui.printing import preview_dialog

            preview_dialog(document, self).open()

        self._start(work, done)

    def _print_options(self) -> Any:
        from dpdesk.gui.printing import Options

        return Options(
            language=self._language(),
            which=str(self.which_field.currentData()),
            beside=str(self.beside_field.currentData()),
        )

    def _start(self, work: Any, done: Any) -> None:
        self.message.clear()
        self.files_text.hide()
        self._tell("")
        self.desk.tasks.start(PUBLISH, work, done, self._on_problem)
        self.export_bar.setRange(0, 0)
        self._show_buttons()

    def _list_files(self, files: list[Path], folder: Path) -> None:
        shown = [path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path) for path in files]
        self.files_text.setPlainText("\n".join(shown))
        lines = self.fontMetrics().lineSpacing() * min(len(shown), 7)
        self.files_text.setFixedHeight(lines + UNIT * 4)
        self.files_text.show()

    def _tell(self, text: str) -> None:
        self.export_text.setText(text)
        show_if(self.export_text, bool(text))

    def _cancel(self) -> None:
        self.desk.tasks.cancel(PUBLISH)
        self._tell(self.tr("Stopped; nothing half-written is left."))

    def _on_progress(self, owner: str, stage: str, fraction: float | None) -> None:
        if owner != PUBLISH:
            return
        self._tell(f"{stage[:1].upper()}{stage[1:]}…")
        self.export_bar.setRange(0, 0 if fraction is None else 100)
        if fraction is not None:
            self.export_bar.setValue(int(100 * fraction))

    def _on_task_end(self, owner: str) -> None:
        if owner == PUBLISH:
            self._show_buttons()
        elif owner == CORRECTION:
            self._show_texts()

    def _show_buttons(self) -> None:
        running = self.desk.tasks.running(PUBLISH)
        for one in (self.export_button, self.pdf_button):
            one.setEnabled(not running)
        self.export_bar.setVisible(running)
        self.cancel_button.setVisible(running)
        self.changed.emit()


def _language_name(tag: str) -> str:
    """A language by its own name: "English", "Deutsch"."""
    from PySide6.QtCore import QLocale

    name = QLocale(tag).nativeLanguageName()
    return {"en": "English"}.get(tag, f"{name[:1].upper()}{name[1:]}") or tag
