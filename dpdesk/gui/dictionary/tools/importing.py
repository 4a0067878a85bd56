"""Taking labels, codes, missing codes and groups from files that have them: what will change, then who confirms it.

The calls are those of `dpdesk dictionary import`. Files are read in a task; nothing is changed before it is confirmed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFileDialog, QPushButton

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk.tasks import Tasks
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.dictionary.editor.fields import Editing, TextLine
from dpdesk.gui.dictionary.editor.public import today
from dpdesk.gui.dictionary.edits.variables import title_of, variables
from dpdesk.gui.dictionary.tools.tool import Tool
from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import field, form, named, row
from dpdesk.gui.shared.drop import path_of
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.data.importing.merging import Outcome

OWNER = "dictionary import"
_NOBODY = "–"
"""Who confirms in what is only shown."""


class ImportTool(Tool):
    """A file, what it changes, and the name of who confirms that this is public; `imported` with the new dictionary."""

    imported = Signal(object, str)

    def __init__(self, editing: Editing, tasks: Tasks) -> None:
        super().__init__(editing)
        self._tasks = tasks
        self._folder: Path | None = None
        self.head(
            self.tr("Import labels and codes"),
            self.tr(
                "A spreadsheet (CSV, xlsx), files of τ-ARGUS (.rda, .hrc, .cdl), SDMX-ML, a DDI codebook, or a file of "
                "SPSS, Stata or SAS, of which no record is read. What the file says nothing of stays as it is."
            ),
            self.tr("Take it over"),
        )
        self.path = TextLine()
        self.path.returnPressed.connect(self.look)
        browse = QPushButton(self.tr("Browse…"))
        named(browse, self.tr("Browse…"), self.tr("Look for the file with labels and codes in the folders."))
        browse.clicked.connect(self._browse)
        where = row()
        where.addWidget(self.path, 1)
        where.addWidget(browse)
        files, names = form(), form()
        named(self.path, self.tr("File with labels and codes"), self.tr("The path of the file; Enter reads it."))
        files.addRow(self.tr("File"), where)
        self.variable = TextLine()
        field(files, self.tr("&Variable"), self.variable, self.tr("Whose codes they are, where the file does not say."))
        self.variable.returnPressed.connect(self.look)
        self.model = RowsModel([self.tr("Variable"), self.tr("What will change")], self)
        self.table = DataTable(self.tr("What will change"))
        self.table.setModel(self.model)
        self.table.setColumnWidth(0, 220)
        self.by = TextLine()
        field(names, self.tr("&Confirmed by"), self.by, self.tr("An office or a role, such as Census methods unit."))
        self.by.returnPressed.connect(self.apply)
        self.body.addLayout(files)
        self.body.addWidget(self.table, 1)
        self.body.addLayout(names)

    def begin(self, folder: Path | None) -> None:
        """Take the folder in which code lists of the dictionary lie."""
        self._folder = folder

    def start(self) -> None:
        """Nothing is read yet."""
        self.path.clear()
        self.problem.setText("")
        self._show_nothing()
        self.path.setFocus()

    def refresh(self) -> None:
        """The dictionary is another: what would change is looked for again."""
        if self.button.isEnabled():
            self.look()

    def _show_nothing(self) -> None:
        self.model.set_rows([])
        self.button.setEnabled(False)

    def _browse(self) -> None:
        kinds = (
            self.tr("Labels and codes")
            + " (*.csv *.tsv *.txt *.xlsx *.rda *.hrc *.cdl *.xml *.json *.yaml *.yml *.sav *.zsav "
        )
        kinds += "*.por *.dta *.sas7bdat *.xpt);;" + self.tr("All files") + " (*)"
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Import labels and codes"), "", kinds)
        if name:
            self.path.setText(name)
            self.look()

    # What will change -----------------------------------------------------------------------------------------

    def _made(self, by: str) -> tuple[Tree, dict[str, Outcome]]:
        """The dictionary as it will be. Raises DpdeskError as the command does."""
        from dpdesk.data.importing.dictionary import imported

        path = path_of(self.path.text()) or Path()
        dictionary, variable = self.editing.dictionary, self.variable.text().strip() or None
        tree = {**dictionary, "variables": variables(dictionary)}
        return imported(tree, self._folder, [path], by, today(), variable=variable, language=self.editing.language)

    def look(self) -> None:
        """Read the file beside the window, and show what would change."""
        self._show_nothing()
        if path_of(self.path.text()) is None:
            return
        self.problem.setText(self.tr("Reading the file…"))
        self._tasks.start(OWNER, lambda progress: self._looked(progress), self._on_found, self.problem.setText)

    def _looked(self, progress: Progress) -> tuple[Tree, dict[str, Outcome]]:
        progress("reading")
        return self._made(_NOBODY)

    def _on_found(self, found: tuple[Tree, dict[str, Outcome]]) -> None:
        made, outcomes = found
        before = {str(one.get("name")): one for one in variables(self.editing.dictionary)}
        after = {str(one.get("name")): one for one in variables(made)}
        changing = [name for name, outcome in outcomes.items() if outcome != "same"]
        rows = [
            (title_of(after[name], self.editing.language), self._change(before.get(name), after[name]))
            for name in sorted(outcomes, key=lambda name: name not in changing)
        ]
        self.model.set_rows(rows)
        self.problem.setText("" if changing else self.tr("The dictionary says all of this already."))
        self.button.setEnabled(bool(changing))
        if changing:
            self.by.setFocus()

    def _change(self, before: Tree | None, after: Tree) -> str:
        if before is None:
            return self.tr("new: {n} codes").format(n=len(_codes(after)))
        said = []
        old, new = _codes(before), _codes(after)
        more, less = len(new.keys() - old.keys()), len(old.keys() - new.keys())
        relabelled = sum(old[code] != new[code] for code in old.keys() & new.keys())
        for count, words in (
            (more, self.tr("codes added: {n}")),
            (less, self.tr("codes taken away: {n}")),
            (relabelled, self.tr("codes with other labels or values: {n}")),
        ):
            if count:
                said.append(words.format(n=count))
        for key, words in (
            ("label", self.tr("its label")),
            ("missing", self.tr("missing codes")),
            ("hierarchies", self.tr("groups of codes")),
        ):
            if before.get(key) != after.get(key):
                said.append(words)
        return "; ".join(said) or (self.tr("where its codes come from") if before != after else self.tr("nothing"))

    # Taking it over -------------------------------------------------------------------------------------------

    def apply(self) -> None:
        """Change the dictionary under the name that was typed, or say what is wrong."""
        if not self.button.isEnabled():
            return
        if not self.by.text().strip():
            self.problem.setText(self.tr("Say who confirms that this is public knowledge: an office or a role."))
            self.by.setFocus()
            return
        by = self.by.text()
        self._tasks.start(OWNER, lambda progress: self._made(by), self._on_made, self.problem.setText)

    def _on_made(self, found: tuple[Tree, dict[str, Outcome]]) -> None:
        from dpdesk.gui.desk.documents import drafted
        from dpdesk.schema.dictionary import Dictionary

        made, _ = found
        try:
            Dictionary.from_json(drafted(made), self._folder)
        except DpdeskError as problem:
            self.problem.setText(sentence_of(problem, made))
            return
        self.button.setEnabled(False)
        self.imported.emit(made, self.tr("Import labels and codes"))
        self.closed.emit()


def _codes(record: Mapping[str, object]) -> dict[str, object]:
    """The codes of a variable with what stands beside each; none where they lie in a file of their own."""
    codes = record.get("codes")
    rows: Sequence[object] = codes if isinstance(codes, list) else ()
    return {str(one.get("code")): one for one in rows if isinstance(one, dict)}
