"""The file in hand: how it is written as the program understood it, its columns, and its first rows in amber."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, QStringListModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QListView, QPushButton, QWidget

from dpdesk.gui.data.format import FormatForm
from dpdesk.gui.data.preview import PreviewPanel
from dpdesk.gui.data.reading import ColumnsFound
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.desk.written import source_differences, source_problem
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.late import Late
from dpdesk.gui.kit.sentences import problem_text
from dpdesk.gui.kit.text import column, label, named, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import few
from dpdesk.problems.problem import Phrase

if TYPE_CHECKING:
    from dpdesk.data.proposing.sniffing import Proposal

_MOST_NAMED, _LONGEST = 12, 160
"""How many columns the folded line names, and in how many letters."""


class FilePanel(QWidget):
    """Emits `edited` with a corrected source, `confirmed`, and `theirs` to take what the dictionary says.

    `failed` carries the sentence why a codebook cannot be read.
    """

    edited = Signal(object)
    failed = Signal(str)
    confirmed = Signal()
    theirs = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open = False
        self._words = label("", "caption")
        self._summary = label()
        self.change = QPushButton()
        named(self.change, self.tr("How the file is written"), self.tr("Open or fold how the file is written."))
        self.change.clicked.connect(lambda: self._unfold(not self._open))
        self.form = FormatForm()
        self.form.edited.connect(self.edited)
        self.form.failed.connect(self.failed)
        self._problem = label("", "problem")
        self._remarks = label()
        self.confirm = QPushButton()
        self.confirm.setProperty("primary", True)
        self.confirm.clicked.connect(self.confirmed)
        self._theirs = QPushButton(self.tr("Use the dictionary's"))
        self._theirs.clicked.connect(self.theirs)
        self._done = label()
        self._heading = label()
        self._names = QStringListModel()
        self._list = QListView()
        self._list.setModel(self._names)
        self._list.setFlow(QListView.Flow.LeftToRight)
        self._list.setWrapping(True)
        self._list.setResizeMode(QListView.ResizeMode.Adjust)
        self._list.setLayoutMode(QListView.LayoutMode.Batched)
        self._list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self._list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self._list.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        named(self._list, self.tr("Columns of the file"))
        self._columns_words = label("", "caption")
        self.preview = PreviewPanel()
        buttons = FlowLayout()
        for button in (self.confirm, self._theirs, self.preview.button):
            buttons.addWidget(button)
        folded = row()
        folded.addWidget(self._summary, 1)
        folded.addWidget(self.change, 0, Qt.AlignmentFlag.AlignTop)
        details = QWidget()
        inside = column(details, spacing=UNIT)
        for one in (self.form, self._heading, self._list):
            inside.addWidget(one)
        self._details = Late(details, self.change)
        layout = column(self, spacing=UNIT)
        layout.addWidget(self._words)
        layout.addLayout(folded)
        for above in (self._details, self._problem, self._remarks):
            layout.addWidget(above)
        layout.addWidget(self._done)
        layout.addLayout(buttons)
        for below in (self._columns_words, self.preview):
            layout.addWidget(below)
        self._busy = False
        self._shown: tuple[str, ...] | None = None
        self.show_columns_found(None)

    def _unfold(self, opened: bool) -> None:
        """Show how the file is written field by field, or fold it to its line."""
        self._open = opened
        show_if(self._details, opened)
        self.change.setText(self.tr("Fold") if opened else self.tr("Change…"))

    def show_busy(self, busy: bool) -> None:
        """Say that the beginning of a file is being read."""
        self._busy = busy
        if busy:
            self._words.setText(self.tr("Reading the beginning of the file…"))
            self._words.show()

    def show_file(
        self,
        *,
        draft: Tree,
        source: Tree | None,
        proposal: Proposal | None,
        hint: Phrase | None,
        problem: str,
        notes: tuple[Phrase, ...] = (),
    ) -> None:
        """Show how the file in hand is taken to be written (`draft`), and what the dictionary says of it (`source`)."""
        shown = draft or source
        show_if(self.change, shown is not None)
        if shown is None:
            self._unfold(False)
        else:
            in_hand = proposal if draft else None
            self.form.show_source(
                shown, in_hand.sheets if in_hand is not None else (), in_hand.tables if in_hand is not None else ()
            )
        if not self._busy:
            if draft and source is not None and not source_differences(draft, source):
                words = self.tr("This is how the file is written.")  # the line stays: nothing below it moves
            elif draft:
                words = self.tr("This is how the file seems to be written. Correct what is wrong, then confirm.")
            elif source is not None:
                words = self.tr("This is how the dictionary says the file is written. No file is open yet.")
            else:
                words = self.tr("Open a file: how it is written and its columns appear here.")
            self._words.setText(words)
        field = source_problem(shown) if shown is not None else ""
        if field:
            problem = {
                "delimiter": self.tr("The delimiter must be one character, and not the quotation mark."),
                "encoding": self.tr("The program knows no encoding of that name."),
                "characters": self.tr("The program knows no encoding of that name."),
                "thousands": self.tr("The thousands mark must differ from the decimal mark."),
                **self.form.missing,
            }.get(field, self.tr("The line of the column names must be a whole number."))
        elif not draft:
            problem = ""
        self._problem.setText(problem)
        self._problem.setVisible(bool(problem))
        if problem or not self.change.text():
            self._unfold(bool(problem))
        said = [problem_text(one) for one in (*proposal.remarks, *notes)] if draft and proposal is not None else []
        if hint is not None and draft:
            words = problem_text(hint)
            said.insert(0, words[:1].upper() + words[1:] + ".")
        self._remarks.setText("\n".join(f"▸ {one}" for one in said))
        self._remarks.setVisible(bool(said))
        self._show_choice(draft, source, usable=not problem)
        columns = proposal.columns if proposal is not None and draft and not problem else ()
        self._show_columns(columns, guessed="header_row" in draft)
        self._summary.setText(self._line(shown, columns))
        show_if(self._summary, shown is not None)
        for one in (self.preview, self.preview.button):
            show_if(one, bool(draft) and not problem)

    def _line(self, shown: Tree | None, columns: tuple[str, ...]) -> str:
        """How the file is written, and its columns, in a line."""
        if shown is None:
            return ""
        parts = [self.form.in_short(shown)]
        if columns:
            names = ", ".join(columns[:_MOST_NAMED]) + (",\u00a0…" if len(columns) > _MOST_NAMED else "")
            if len(names) > _LONGEST:
                names = names[:_LONGEST] + "…"
            parts.append(
                self.tr("{number} columns: {names}").format(number=len(columns), names=names)
                if len(columns) != 1
                else self.tr("1 column: {name}").format(name=names)
            )
        return "; ".join(parts)

    def _show_choice(self, draft: Tree, source: Tree | None, *, usable: bool) -> None:
        differences = source_differences(draft, source) if draft and source is not None else ()
        confirmed = source is not None and not differences
        if confirmed:
            self.confirm.setText(self.tr("✓ Confirmed"))
        else:
            self.confirm.setText(self.tr("Put this into the dictionary") if differences else self.tr("Confirm"))
        self.confirm.setVisible(bool(draft))
        self.confirm.setEnabled(usable and not confirmed)
        self._theirs.setVisible(bool(differences))
        if differences and source is not None:
            words = self.tr("The dictionary says otherwise: {theirs}.").format(
                theirs=self.form.in_words(source, differences)
            )
        else:
            words = ""
        self._done.setText(words)
        show_if(self._done, bool(words))

    def _show_columns(self, columns: tuple[str, ...], guessed: bool = False) -> None:
        """Show the names, which are `guessed` where the file does not say that they are names."""
        for widget in (self._heading, self._list):
            show_if(widget, bool(columns))
        words = self.tr("Columns, {number} in all")
        if guessed:
            words = self.tr("Columns, {number} in all (if these are no names, correct their line)")
        self._heading.setText(words.format(number=len(columns)))
        if columns == self._shown:
            return
        self._shown = columns
        self._names.setStringList(list(columns))
        metrics = self._list.fontMetrics()
        widest = max((metrics.horizontalAdvance(name[:40]) for name in columns[:200]), default=0)
        width, height = max(64, min(widest + UNIT * 4, 208)), metrics.height() + UNIT
        self._list.setGridSize(QSize(width, height))
        self._list.setFixedHeight(height * min(5, max(1, -(-len(columns) // 3))) + UNIT)

    def show_columns_found(self, found: ColumnsFound | None) -> None:
        """Say whether the file has the columns that are needed; None where there is nothing to say."""
        self._columns_words.setVisible(found is not None)
        if found is None:
            return
        set_role(self._columns_words, "role", "problem" if found.problem else "caption")
        said = self.tr("✓ The file has all columns of the dictionary.")
        if found.unused:
            said = self.tr(
                "✓ The file has all columns that the tables need. It lacks columns of the dictionary that no table "
                "needs: {names}."
            ).format(names=few(found.unused))
        self._columns_words.setText(found.problem or said)
