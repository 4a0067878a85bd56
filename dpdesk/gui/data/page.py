"""Step 1: the file of microdata, and three questions: whose privacy, is their number public, how much may be revealed.

What the program finds out about the file is a proposal until it is confirmed; what matters for privacy has no default
and is asked. Only the beginning of the file is read here.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFileDialog, QFrame, QLabel, QScrollArea, QVBoxLayout, QWidget

from dpdesk.gui.data import edits as about
from dpdesk.gui.data import reading
from dpdesk.gui.data.about import AboutForm
from dpdesk.gui.data.account import AccountForm
from dpdesk.gui.data.budget import BudgetQuestion
from dpdesk.gui.data.figures import Figures
from dpdesk.gui.data.file import FilePanel
from dpdesk.gui.data.households import HouseholdsOfPersons
from dpdesk.gui.data.known import NumberQuestion
from dpdesk.gui.data.lacking import Lacking
from dpdesk.gui.data.unit import UnitQuestion
from dpdesk.gui.desk.account import is_dataset_id
from dpdesk.gui.desk.read import Read
from dpdesk.gui.desk.trees import Tree, put_text, shown
from dpdesk.gui.desk.written import full_source, source_problem
from dpdesk.gui.kit.text import bring_into_view, column, label, panel, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.drop import DropZone
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.problems.problem import Phrase
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.schema.dictionary import Dictionary

DATA = "data"
PREVIEW = "data-preview"
COLUMNS = "data-columns"
TERMS = "data-terms"
_TWO_COLUMNS = 1180  # the width of the page from which it stands in two columns


class DataPage(Page):
    """The page Data: a file is chosen, how it is written is confirmed, and its unit and budget are stated."""

    name = PageName.DATA
    help_topic = "data"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Data")

    # Making ---------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the parts of the page."""
        self._draft: Tree = {}  # how the file in hand is taken to be written; empty without a file
        self._hint: Phrase | None = None
        self._notes: tuple[Phrase, ...] = ()
        self._format_problem = ""
        self._columns_key: tuple[Any, ...] | None = None
        self._terms_key: tuple[Any, ...] | None = None
        self._shut: frozenset[str] = frozenset()  # the questions whose answers the account fixes
        self._opened = ""  # the last identifier of these documents that has an account
        self._zone = DropZone(self.settings)
        self._file = FilePanel()
        self._about = AboutForm()
        self._account = AccountForm()
        labels = (self._about.first_label, self._account.first_label)
        for caption in labels:  # their fields begin below each other
            caption.setMinimumWidth(max(one.sizeHint().width() for one in labels))
        self._unit = UnitQuestion()
        self._households = HouseholdsOfPersons()
        self._known = NumberQuestion()
        self._budget = BudgetQuestion()
        self._figures = Figures(self.desk, self._unit, self._budget, self)
        self._lay_out()
        self._zone.wanted.connect(self.open_data)
        self._zone.browse.connect(self.browse)
        self._zone.browse_folder.connect(self._browse_folder)
        self._zone.refused.connect(lambda sentence: self.message.say("red", sentence))
        self._file.edited.connect(self._correct)
        self._file.failed.connect(lambda sentence: self.message.say("red", sentence))
        self._file.confirmed.connect(self._confirm)
        self._file.theirs.connect(lambda: self._correct(full_source(self.desk.dictionary["source"])))
        self._file.preview.asked.connect(self._show_rows)
        self._about.title_edited.connect(self._edit_title)
        self._account.id_edited.connect(self._edit_id)
        self._account.ledger_wanted.connect(lambda: self.go.emit(PageName.LEDGER))
        self._about.kind_edited.connect(self._edit_kind)
        self._unit.unit_edited.connect(self._edit_unit)
        self._unit.words_edited.connect(self._edit_words)
        self._households.edited.connect(self._edit_households)
        self._known.answered.connect(self._edit_neighbours)
        self._budget.capped.connect(self._edit_cap)
        self.follow(self.desk.documents_changed, self._render)
        self.follow(self.desk.snapshot_changed, self._check_columns)
        self.desk.data_changed.connect(self._on_data)
        self.desk.data_wanted.connect(self.open_data)
        self.follow(self.desk.account_changed, self._read_terms)
        self._on_data()
        self._render()

    def _lay_out(self) -> None:
        self._needs = {name: label() for name in ("file", "unit", "known", "budget")}
        self._is_public = label("", "heading", wrap=False)
        left, right = column(spacing=UNIT * 2), column(spacing=UNIT * 2)
        left.addWidget(self._zone)
        left.addWidget(self._part(self._question(self.tr("The file")), "file", self._file, self._about, self._account))
        whose = self._question(self.tr("1  Whose privacy?"))
        left.addWidget(self._part(whose, "unit", self._unit, self._households))
        left.addStretch(1)
        right.addWidget(self._part(self._is_public, "known", self._known))  # in sight while the first is answered
        much = self._question(self.tr("3  How much may all releases reveal?"))
        right.addWidget(self._part(much, "budget", self._budget))
        right.addStretch(1)
        sheet = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.TopToBottom, sheet)
        self._columns.setContentsMargins(0, 0, UNIT // 2, 0)
        self._columns.setSpacing(UNIT * 2)
        self._columns.addLayout(left, 1)
        self._columns.addLayout(right, 1)
        scroll = self._scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(sheet)
        preview = self._file.preview
        preview.shown.connect(lambda: QTimer.singleShot(0, scroll, lambda: scroll.ensureWidgetVisible(preview)))
        self._unit.over_cap.answered.connect(lambda: bring_into_view(scroll, self._unit))
        self.body.addWidget(scroll, 1)

    @staticmethod
    def _question(text: str) -> QLabel:
        return label(text, "heading", wrap=False)

    def _part(self, heading: QLabel, name: str, *widgets: QWidget) -> QFrame:
        """A panel; what is still to be said stands beside its heading."""
        made, needs = panel(), self._needs[name]
        inside: QVBoxLayout = column(made, margin=UNIT * 2)
        line = row(spacing=UNIT * 2)
        line.addWidget(heading)
        inside.addLayout(line)
        line.addWidget(needs, 1)
        for widget in widgets:
            inside.addWidget(widget)
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two columns where there is room."""
        super().resizeEvent(event)
        if self.built:
            wide = self.width() >= _TWO_COLUMNS
            direction = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
            self._columns.setDirection(direction)

    def forget(self) -> None:
        """The account of the documents before is not that of these."""
        super().forget()
        self._opened, self._terms_key = "", None

    def shown(self) -> None:
        """The page has come into view, from its top: who comes back has another file."""
        self._scroll.verticalScrollBar().setValue(0)
        if not self._zone.path.text():
            self._zone.path.setFocus()

    # What comes next ------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Done when the dictionary says everything that concerns the data as a whole."""
        found = about.gaps(self.desk.dictionary)
        return State(False, self._gap(found[0])) if found else State(True)

    def action(self) -> Action:
        """On to the variables."""
        now = self.state()
        return Action(self.tr("Next: Dictionary ▸"), lambda: self.go.emit(PageName.DICTIONARY), now.done, now.missing)

    def _gap(self, gap: str) -> str:
        return Lacking().sentence(gap, file_open=self.desk.data_path is not None)

    # The file -------------------------------------------------------------------------------------------------

    def browse(self) -> None:
        """Look for a file of microdata in the folders."""
        present = self.desk.data_path
        folder = str(present.parent) if present is not None else ""
        kinds = self.tr("Microdata") + f" ({' '.join(f'*{ending}' for ending in reading.endings())})"
        everything = self.tr("All files") + " (*)"
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Open a file of microdata"), folder, f"{kinds};;{everything}"
        )
        if name:
            self.open_data(Path(name))

    def _browse_folder(self) -> None:
        present = self.desk.data_path
        folder = str(present.parent) if present is not None else ""
        name = QFileDialog.getExistingDirectory(self, self.tr("Open a folder of Parquet files"), folder)
        if name:
            self.open_data(Path(name))

    def open_data(self, path: Path) -> None:
        """Open a file of microdata as far as to see how it is written; a plan or a dictionary is opened as such."""
        self._zone.show_path(path)
        if path.suffix.lower() == ".json":
            self.desk.open_wanted.emit(path)
            self._zone.show_path(self.desk.data_path)
            return
        self.message.clear()
        self._file.show_busy(True)

        def failed(sentence: str) -> None:
            self._file.show_busy(False)
            self._render_file()  # the file of before is still the one in hand
            self._zone.show_path(self.desk.data_path)
            self.message.say("red", sentence)

        self.desk.tasks.start(DATA, lambda progress: reading.read_beginning(path), self._on_beginning, failed)

    def _on_beginning(self, found: reading.Beginning) -> None:
        self._hint, self._notes, self._format_problem = found.hint, found.notes, ""
        self._file.show_busy(False)
        self.settings.remember("data", found.path)
        self.desk.say_beginning_read(found.path)
        self.desk.set_data(found.path, found.proposal)

    def _on_data(self) -> None:
        desk = self.desk
        self._file.preview.forget()
        desk.tasks.cancel(PREVIEW)
        self._zone.show_path(desk.data_path)
        if desk.data_path is None:
            self._draft = {}
        elif desk.proposal is None:  # named by another page, or by a session taken up again
            self._draft = {}
            self.open_data(desk.data_path)
        else:
            self._draft = full_source(desk.proposal.format.to_json())
        self._render()
        self._check_columns()

    def _correct(self, source: Tree) -> None:
        """Take the file in hand to be written otherwise; without a file, the dictionary says it from now on."""
        desk = self.desk
        if desk.data_path is None or desk.proposal is None:
            tree = about.with_field(desk.dictionary, "source", source)
            desk.edit_dictionary(self.tr("Correct how the file is written"), tree, merge="source")
            return
        self._draft = source
        self._file.preview.forget()
        desk.tasks.cancel(PREVIEW)
        self._render_file()
        if source_problem(source):
            desk.tasks.cancel(DATA)
            return
        path, proposal = desk.data_path, desk.proposal

        def failed(sentence: str) -> None:
            self._format_problem = sentence
            self._render_file()

        def work(progress: Progress) -> reading.Beginning:
            return reading.read_beginning(path, proposal, source)

        desk.tasks.start(DATA, work, self._on_beginning, failed)

    def _confirm(self) -> None:
        desk = self.desk
        if desk.data_path is None or not self._draft:
            return
        from dpdesk.schema.editing.starting import friendly_dataset_id

        stem = desk.data_path.name.split(".")[0] or desk.data_path.name
        named = f"{stem} {self._draft.get('table', '')}"
        words = " ".join(named.replace("_", " ").split()) or desk.data_path.name
        tree = about.with_source(
            desk.dictionary, self._draft, friendly_dataset_id(words), words[:1].upper() + words[1:], desk.language
        )
        desk.edit_dictionary(self.tr("Confirm how the file is written"), tree)
        self._about.take_focus()  # the button that had it is gone; the title is a guess to be put right

    def _show_rows(self) -> None:
        path, source = self.desk.data_path, self._draft
        if path is None:
            return

        def done(found: tuple[tuple[str, ...], list[tuple[str, ...]]]) -> None:
            self.desk.say_read(Read.FIRST_ROWS)
            self._file.preview.show_rows(*found)

        self.desk.tasks.start(
            PREVIEW, lambda progress: reading.first_rows(path, source), done, self._file.preview.show_problem
        )

    def _check_columns(self) -> None:
        """See whether the file has the columns that the dictionary and the tables need."""
        desk = self.desk
        dictionary: Dictionary | None = desk.snapshot.dictionary
        plan, proposal = desk.snapshot.plan, desk.proposal
        key = (dictionary, plan, proposal, self._hint)
        if self._columns_key is not None and all(a is b for a, b in zip(key, self._columns_key, strict=True)):
            return
        self._columns_key = key
        if dictionary is None or proposal is None or desk.data_path is None:
            desk.tasks.cancel(COLUMNS)
            self._file.show_columns_found(None)
            return
        file, hint = desk.data_path.name, self._hint

        def work(progress: Progress) -> reading.ColumnsFound:
            return reading.columns_found(dictionary, plan, proposal.columns, file, hint)

        desk.tasks.start(COLUMNS, work, self._file.show_columns_found)

    # Edits ----------------------------------------------------------------------------------------------------

    def _edit_title(self, text: str) -> None:
        desk = self.desk
        tree = about.ordered(put_text(desk.dictionary, ["title"], text, desk.language))
        desk.edit_dictionary(self.tr("Title of the data"), tree, merge="title")

    def _edit_id(self, text: str) -> None:
        value = text if is_dataset_id(text) else None
        tree = about.with_field(self.desk.dictionary, "dataset_id", value)
        self.desk.edit_dictionary(self.tr("Budget account"), tree, merge="dataset_id")

    def _edit_kind(self, value: str) -> None:
        tree = about.with_field(self.desk.dictionary, "data_kind", value)
        self.desk.edit_dictionary(self.tr("Complete count or sample"), tree)

    def _edit_unit(self, name: str, value: object) -> None:
        tree = about.with_unit(self.desk.dictionary, name, value, self.desk.language)
        typed = name in ("max_rows", "column")
        self.desk.edit_dictionary(self.tr("Who is protected"), tree, merge=f"unit.{name}" if typed else "")

    def _edit_households(self, name: str, value: object) -> None:
        tree = about.with_households(self.desk.dictionary, name, value, self.desk.language)
        self.desk.edit_dictionary(self.tr("Which persons make up a household"), tree, merge=f"households.{name}")

    def _edit_words(self, words: str) -> None:
        tree = about.with_own_words(self.desk.dictionary, words, self.desk.language)
        self.desk.edit_dictionary(self.tr("Who is protected"), tree, merge="unit.label")

    def _edit_neighbours(self, value: str) -> None:
        tree = about.with_neighbours(self.desk.dictionary, value)
        self.desk.edit_dictionary(self.tr("Is the number public?"), tree)

    def _edit_cap(self, cap: Tree | None) -> None:
        tree = about.with_field(self.desk.dictionary, "budget_cap", cap)
        self.desk.edit_dictionary(self.tr("Budget"), tree, merge="budget_cap")
        self._render_needs()
        self._figures.find_out_what_it_buys()

    # Showing --------------------------------------------------------------------------------------------------

    def _render(self) -> None:
        desk, tree = self.desk, self.desk.dictionary
        self._render_file()
        self._about.show_about(tree, desk.language)
        columns = desk.proposal.columns if desk.proposal is not None else ()
        unit, neighbours = tree.get("unit", {}), tree.get("neighbours")
        self._unit.show_unit(unit, neighbours, desk.language, columns)
        show_if(self._households, (unit.get("kind"), unit.get("describes")) == ("row", "person"))
        self._households.show_households(tree.get("households", {}), columns)
        words = about.unit_words(unit, desk.window_language) or shown(unit.get("label"), desk.language)
        words = words or self.tr("one unit")
        self._is_public.setText(f"2  {self._known.question(unit.get('describes'))}")
        self._known.show_answer(unit, neighbours, words)
        if set(tree) <= {"format", "version", "variables"} and not desk.undo.canUndo():
            self._budget.reset()
        self._budget.show_cap(tree.get("budget_cap"), words, replaced=neighbours == "replace_one")
        self._account.show_id(tree.get("dataset_id", ""))
        self._figures.offer_over_cap()
        self._render_needs()
        self._figures.find_out_what_it_buys()
        self._read_terms()

    def _render_file(self) -> None:
        desk = self.desk
        self._file.show_file(
            draft=self._draft,
            source=desk.dictionary.get("source"),
            proposal=desk.proposal,
            hint=self._hint if desk.data_path else None,
            notes=self._notes,
            problem=self._format_problem if self._draft else "",
        )

    def _render_needs(self) -> None:
        found = about.gaps(self.desk.dictionary)
        parts = {
            "file": ("source", "title", "data_kind", "dataset_id"),
            "unit": tuple(gap for gap in found if gap.startswith(("unit.", "households."))),
            "known": ("neighbours",),
            "budget": ("budget_cap",),
        }
        for name, gaps in parts.items():
            first = next((gap for gap in gaps if gap in found), "")
            sentence = self._gap(first) if first else ""
            if first == "budget_cap" and self._budget.kind.value() is not None:
                sentence = self._budget.gap() if not self._budget.problem.text() else ""
            elif first == "dataset_id" and self._account.id_problem():
                sentence = ""
            fixed = self.tr("Fixed since the first release.") if name in self._shut else ""
            self._needs[name].setText(f"▸ {sentence}" if sentence else fixed)  # empty, it keeps its line

    # The account ----------------------------------------------------------------------------------------------

    def _read_terms(self) -> None:
        """See whether the ledger has the account already, which fixes the terms."""
        desk, tree = self.desk, self.desk.dictionary
        self._account.show_account(desk.account)
        fields = [tree.get(name) for name in ("dataset_id", "unit", "neighbours", "budget_cap")]
        key = (*fields, desk.account, desk.ledger_path)
        if key == self._terms_key:
            return
        self._terms_key = key
        if fields[0] is None or not desk.ledger_path.exists():
            desk.tasks.cancel(TERMS)
            self._on_terms(None)
            return
        ledger = desk.ledger_path
        desk.tasks.start(
            TERMS, lambda progress: reading.fixed_terms(ledger, tree), self._on_terms, lambda _: self._on_terms(None)
        )

    def _on_terms(self, fixed: reading.FixedTerms | None) -> None:
        name = str(self.desk.dictionary.get("dataset_id", ""))
        self._opened = self._opened if fixed is None else name
        self._account.warn_of_fresh_budget(bool(name) and bool(self._opened) and name != self._opened)
        differing = set(fixed.differing if fixed is not None else ())
        place, held = self._scroll.verticalScrollBar().value(), self.focusWidget()
        terms = fixed is not None and not {"unit", "neighbours"} & differing
        cap = fixed is not None and "budget_cap" not in differing
        self._unit.lock(terms)
        self._known.lock(terms)
        self._budget.lock(cap)
        self._shut = frozenset((*(("unit", "known") if terms else ()), *(("budget",) if cap else ())))
        self._render_needs()
        shut = held is not None and not held.isEnabled()  # type: ignore[redundant-expr]  # a page may have none
        if shut:  # what follows it would take the focus, and scroll to itself
            self._zone.path.setFocus()
            self._scroll.verticalScrollBar().setValue(place)
        self._account.show_terms(fixed, self._how(fixed.neighbours) if fixed is not None else "")

    def _how(self, neighbours: str) -> str:
        return self.tr("their number gets noise") if neighbours == "add_remove" else self.tr("their number is public")
