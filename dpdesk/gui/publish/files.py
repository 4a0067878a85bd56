"""The files that leave the building: the folder, the language, export, PDF and print, with their progress."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QStandardPaths, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QLineEdit,
    QPlainTextEdit,
    QProgressBar,
    QPushButton,
    QWidget,
)

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.fold import Fold
from dpdesk.gui.kit.language import language_name
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, field, form, label, named, panel, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.publish.formats import FormatBoxes
from dpdesk.gui.shared.house_style import StyleChoice, StyleRow
from dpdesk.gui.shared.page import PageName
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.gui.paper.printing import Document, Options
    from dpdesk.planning.document.style import StyleRecord
    from dpdesk.release.result import Release

PUBLISH = "publish"
"""The owner of exports and prints among the tasks."""
_MOST_LINES = 5
_MOST_TRIED = 99


def proposed_folder(above: Path, release: Release, language: str) -> Path:
    """A folder for the files of a release, named by its title and version, that no other release has files in."""
    from dpdesk.publish.folders import release_in, stem

    version = f"-r{release.text_version}" if release.text_version > 1 else ""
    name = stem(release, language) + version
    tried = [above / name, *(above / f"{name}-{number}" for number in range(2, _MOST_TRIED))]
    return next((one for one in tried if not one.exists() or release_in(one) == release.release_id), tried[-1])


class FilesPanel(QFrame):
    """Writes the release in view; `said` with the kind and the sentence of a message, both empty to take it back."""

    said = Signal(str, str)
    exported = Signal(object, str)  # the release whose files have been written, and a sentence that says so
    language_chosen = Signal()
    style_chosen = Signal()
    changed = Signal()  # something has begun or ended

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk = desk
        self._release: Release | None = None
        self._values = ("consistent", "margin")
        self._style: StyleRecord | None = None
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        layout.addWidget(label(self.tr("Export"), "heading"))
        self._add_where(layout)
        self._add_buttons(layout)
        self.outcome = self._make_outcome()
        self.made_how = Fold(
            self.tr("How the files are made"), self.tr("Their language, layout, house style and other formats."),
            self._made_how(),
        )  # fmt: skip
        layout.addWidget(self.made_how)
        desk.tasks.progressed.connect(self._on_progress)
        desk.tasks.ended.connect(self._on_end)

    def _add_where(self, layout: Any) -> None:
        self.folder_field = QLineEdit()
        self.folder_field.textChanged.connect(self._on_folder)
        self._proposed = ""
        self._last: Path | None = None  # where the folder of the last export lies
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
        layout.addWidget(folder_label)
        layout.addLayout(where)

    def _made_how(self) -> QWidget:
        """Language, layout, house style and other formats: as the plan says, unless somebody wants them otherwise."""
        inside = QWidget()
        layout = column(inside, spacing=UNIT)
        fields = form()
        self.language_field = Box()
        field(
            fields,
            self.tr("&Language"),
            self.language_field,
            self.tr("The language of the table shown and of the print preview; files are written in all languages."),
        )
        self.language_field.currentIndexChanged.connect(self.language_chosen)
        self.formats = FormatBoxes()
        self.layout_field = Box()
        for text, name in (
            (self.tr("as the plan says"), ""),
            (self.tr("accessible: one header row"), "accessible"),
            (self.tr("classic: as on paper"), "classic"),
            (self.tr("list: a row a number"), "list"),
        ):
            self.layout_field.addItem(text, name)
        field(
            fields,
            self.tr("Lay&out"),
            self.layout_field,
            self.tr("How all tables of the workbook are set out in this export; it changes neither plan nor numbers."),
        )
        self.style_field = StyleChoice(self._desk.window_language, self.tr("As released"))
        field(
            fields,
            self.tr("House st&yle"),
            StyleRow(self._desk, self.style_field, PageName.PUBLISH, self._released_style),
            self.tr("How the files are printed; another style changes no number and costs nothing."),
        )
        self.style_field.setAccessibleName(self.tr("House style"))
        self.style_field.setMinimumContentsLength(10)
        self.style_field.styled.connect(self._on_style)
        self.style_field.refused.connect(lambda sentence: self.said.emit("red", sentence))
        layout.addLayout(fields)
        layout.addWidget(self.formats)
        return inside

    def _add_buttons(self, layout: Any) -> None:
        self.export_button = QPushButton(self.tr("Export"))
        self.export_button.setAccessibleDescription(self.tr("Writes all files of the release; costs nothing."))
        self.export_button.clicked.connect(self.export)
        self.pdf_button = QPushButton(self.tr("Save as PDF"))
        self.pdf_button.setAccessibleDescription(
            self.tr("Writes the tables as pages for print, a PDF a language, with all other files.")
        )
        self.pdf_button.clicked.connect(self.save_pdf)
        self.export_button.setObjectName("export_button")  # the menu File presses them, too
        self.print_button = QPushButton(self.tr("Print preview…"))
        self.print_button.setObjectName("print_button")
        self.print_button.clicked.connect(self.preview)
        self.open_button = QPushButton(self.tr("Open folder"))
        self.open_button.setAccessibleDescription(self.tr("Shows the folder of the last export."))
        self.open_button.setEnabled(False)
        self.open_button.clicked.connect(self.open_folder)
        buttons = FlowLayout(spacing=UNIT)
        for one in (self.export_button, self.pdf_button, self.print_button, self.open_button):
            buttons.addWidget(one)
        layout.addLayout(buttons)

    def _make_outcome(self) -> QWidget:
        """How an export goes and which files it wrote: the page puts it last, where it pushes nothing away."""
        outcome = panel()
        layout = column(outcome, margin=UNIT * 2, spacing=UNIT)
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
        running = row()
        running.addWidget(self.export_bar, 1)
        running.addWidget(self.cancel_button)
        layout.addLayout(running)
        layout.addWidget(self.export_text)
        layout.addWidget(self.files_text)
        for hidden in (self.export_text, self.export_bar, self.cancel_button, self.files_text, outcome):
            hidden.hide()
        return outcome

    # What is written ------------------------------------------------------------------------------------------

    @property
    def language(self) -> str:
        """The language chosen."""
        return str(self.language_field.currentData() or "en")

    @property
    def wanted_layout(self) -> str | None:
        """The layout chosen for this export; None for the plan's."""
        return str(self.layout_field.currentData()) or None

    @property
    def running(self) -> bool:
        """Whether files are being written."""
        return self._desk.tasks.running(PUBLISH)

    def show_release(self, release: Release | None, languages: Sequence[str]) -> None:
        """Write another release from now on, in one of these languages (tags); the one chosen is kept if it can be."""
        self._release, self._style = release, None
        self.style_field.show_style(None)
        self._tell("")
        self.files_text.hide()
        chosen = self.language
        self.language_field.blockSignals(True)
        self.language_field.clear()
        for language in languages:
            self.language_field.addItem(language_name(language), language)
        self.language_field.setCurrentIndex(max(0, self.language_field.findData(chosen)))
        self.language_field.blockSignals(False)
        self._propose_folder()

    def forget(self) -> None:
        """Nothing has been chosen for an export."""
        self.folder_field.clear()
        self.formats.forget()
        self.layout_field.setCurrentIndex(0)

    def in_style(self, release: Release) -> Release:
        """A release in the house style chosen."""
        from dpdesk.release.reliability import in_style

        return in_style(release, self._style)

    def _released_style(self) -> StyleRecord | None:
        return None if self._release is None else self._release.plan.record.house

    def _on_style(self, style: StyleRecord | None) -> None:
        from dpdesk.errors import DpdeskError

        before, self._style = self._style, style
        try:
            if self._release is not None:
                self.in_style(self._release)
        except DpdeskError as problem:
            self._style = before
            self.style_field.show_style(before)
            self.said.emit("red", sentence_of(problem))
            return
        self.said.emit("", "")
        self.style_chosen.emit()

    def choose_values(self, which: str, beside: str) -> None:
        """Print the values as they are shown: "consistent" or "unbiased", beside them "margin", "limits", "alone"."""
        self._values = (which, beside)

    def export(self) -> None:
        """Write all files of the release."""
        from dpdesk.gui.shared.publishing import export

        release, folder = self._release, self._folder()
        if release is None or folder is None or self.running:
            return
        ledger, layout, also = self._desk.ledger_path, self.wanted_layout, self.formats.wanted
        style = self._style

        def work(progress: Progress) -> list[Path]:
            return export(release, folder, ledger, layout=layout, style=style, also=also, progress=progress)

        def done(files: list[Path]) -> None:
            said = (
                self.tr("The rehearsal is written to {folder}; its numbers mean nothing.") if release.rehearsal
                else self.tr("Exported to {folder}. Exporting again is free and gives the same bytes.")
            )  # fmt: skip
            self._list_files(files, folder)
            self.exported.emit(release, said.format(folder=folder.name))

        self._start(work, done)

    def save_pdf(self) -> None:
        """Write all files of the release, with a PDF for each language among them."""
        from dpdesk.gui.shared.publishing import export

        release, folder = self._release, self._folder()
        if release is None or folder is None or self.running:
            return
        options, ledger, layout = self._print_options(), self._desk.ledger_path, self.wanted_layout
        also, style = self.formats.wanted, self._style

        def work(progress: Progress) -> list[Path]:
            return export(
                release,
                folder,
                ledger,
                layout=layout,
                style=style,
                pdf=options,
                also=also,
                progress=progress,
            )

        def done(files: list[Path]) -> None:
            from dpdesk.publish import folders

            self._list_files(
                [one for one in files if one.suffix == ".pdf" and one.parent.name == folders.PUBLISH], folder
            )
            said = self.tr("The PDF is written to {folder}, with the other files of the release.")
            self.exported.emit(release, said.format(folder=folder.name))

        self._start(work, done)

    def preview(self) -> None:
        """Show the pages as they would be printed, and print them from there."""
        release = self._release
        if release is None or self.running:
            return
        options, ledger = self._print_options(), self._desk.ledger_path

        def work(progress: Progress) -> Document:
            from dpdesk.gui.paper.printing import Document
            from dpdesk.gui.shared.publishing import as_it_stands
            from dpdesk.publish.documents.revised import revised

            return Document(revised(self.in_style(as_it_stands(release, ledger))), options)

        def done(document: Document) -> None:
            from dpdesk.gui.paper.printing import preview_dialog

            preview_dialog(document, self).open()

        self._start(work, done)

    def _print_options(self) -> Options:
        from dpdesk.gui.paper.printing import Options

        which, beside = self._values
        return Options(language=self.language, which=which, beside=beside)

    # Where ----------------------------------------------------------------------------------------------------

    def _browse(self) -> None:
        begin = self.folder_field.text() if Path(self.folder_field.text()).is_dir() else str(self._folder_above())
        name = QFileDialog.getExistingDirectory(self, self.tr("Folder for the files"), begin)
        if name:
            self.folder_field.setText(name)

    def _folder_above(self) -> Path:
        """Where a folder for files is likely to be wanted: beside the last one, beside the plan, in the documents."""
        if self._last is not None or self._desk.plan_path is not None:
            return self._last or Path(str(self._desk.plan_path)).parent
        return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation) or Path.home())

    def _propose_folder(self) -> None:
        """Name a folder of its own for the release in view, as long as nobody has typed another."""
        release = self._release
        if release is None or self.folder_field.text() not in ("", self._proposed):
            return
        self._proposed = str(proposed_folder(self._folder_above(), release, self.language))
        self.folder_field.setText(self._proposed)
        self.folder_field.setToolTip(self._proposed)

    def open_folder(self) -> None:
        """Show the folder of the files."""
        QDesktopServices.openUrl(QUrl.fromLocalFile(self.folder_field.text().strip()))

    def _on_folder(self, text: str) -> None:
        self.open_button.setEnabled(False)
        self.formats.show_folder(Path(text.strip()).expanduser() if text.strip() else None)
        self._show_buttons()

    def _folder(self) -> Path | None:
        text = self.folder_field.text().strip()
        if not text:
            self.said.emit("amber", self.tr("Name a folder for the files first."))
            self.folder_field.setFocus()
            return None
        return Path(text).expanduser()

    # Progress -------------------------------------------------------------------------------------------------

    def _start(self, work: Callable[[Progress], Any], done: Callable[[Any], None]) -> None:
        self.said.emit("", "")
        self.files_text.hide()
        self._tell("")
        self._desk.tasks.start(PUBLISH, work, done, self._on_problem)
        self.export_bar.setRange(0, 0)
        self._show_buttons()

    def _on_problem(self, sentence: str) -> None:
        self._tell("")
        self.said.emit("red", sentence)

    def _list_files(self, files: list[Path], folder: Path) -> None:
        shown = [path.relative_to(folder).as_posix() if path.is_relative_to(folder) else str(path) for path in files]
        self._tell("")
        self.files_text.setPlainText("\n".join(shown))
        self._last = folder.parent
        self.open_button.setEnabled(True)
        lines = self.fontMetrics().lineSpacing() * min(len(shown), _MOST_LINES)
        self.files_text.setFixedHeight(lines + UNIT * 4)
        self.files_text.show()
        self.outcome.show()

    def _tell(self, text: str) -> None:
        self.export_text.setText(text)
        show_if(self.export_text, bool(text))
        show_if(self.outcome, bool(text) or self.running)

    def _cancel(self) -> None:
        self._desk.tasks.cancel(PUBLISH)
        self._tell(self.tr("Stopped; nothing half-written is left."))

    def _on_progress(self, owner: str, stage: str, fraction: float | None) -> None:
        if owner != PUBLISH:
            return
        self._tell(f"{stage[:1].upper()}{stage[1:]}…")
        self.export_bar.setRange(0, 0 if fraction is None else 100)
        if fraction is not None:
            self.export_bar.setValue(int(100 * fraction))

    def _on_end(self, owner: str) -> None:
        if owner == PUBLISH:
            self._show_buttons()

    def _show_buttons(self) -> None:
        running = self.running
        for one in (self.export_button, self.pdf_button):
            one.setEnabled(not running)
        self.export_bar.setVisible(running)
        self.cancel_button.setVisible(running)
        self.changed.emit()
