"""Reading the columns that no variable uses yet, to propose a variable for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.read import Read
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.dictionary.edits import variables as edits
from dpdesk.gui.shared.weights import columns_used, weight_answers
from dpdesk.progress import Progress
from dpdesk.schema.editing.starting import free_name

if TYPE_CHECKING:
    from dpdesk.data.proposing.proposal import ProposedVariable
    from dpdesk.schema.source import SourceFormat

OWNER = "dictionary"
"""The owner of the reading among the tasks."""


class Proposing(QObject):
    """`found` carries what was proposed of each column, and records of variables that may be added as they are."""

    began = Signal(str)  # a sentence
    progressed = Signal(object)  # 0 to 1, or None for unknown
    ended = Signal()
    said = Signal(str, str)  # kind and sentence of a message
    found = Signal(object, object)

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        desk.tasks.progressed.connect(self._on_progress)
        desk.tasks.ended.connect(self._on_end)

    @property
    def running(self) -> bool:
        """Whether columns are being read."""
        return self._desk.tasks.running(OWNER)

    def begin(self, language: str) -> None:
        """Read the columns; proposed labels are in a language."""
        from dpdesk.gui.dictionary.columns import proposed_variables

        path, form = self._desk.data_path, self._format()
        if path is None or form is None:
            self.said.emit("red", self.tr("Choose the file on the page Data first."))
            return
        dictionary = self._desk.dictionary
        answers = weight_answers(dictionary)
        used = {
            *columns_used(dictionary),
            dictionary.get("unit", {}).get("column"),
            dictionary.get("households", {}).get("column"),
            *(one for one, answer in answers.items() if answer == "ignored"),
        }
        taken = edits.names(dictionary)

        def work(progress: Progress) -> tuple[ProposedVariable, ...]:
            return proposed_variables(path, form, used, taken, language, progress)

        self._desk.tasks.start(OWNER, work, self._on_proposals, self._on_failure)
        self.began.emit(self.tr("Reading the columns of the file to propose codes."))
        self._desk.say(self.tr("The columns of the file are being read to propose codes."))

    def cancel(self) -> None:
        """Stop reading; nothing is kept of what was read."""
        self._desk.tasks.cancel(OWNER)
        self.ended.emit()
        self._desk.say_read(Read.STOPPED)

    def _format(self) -> SourceFormat | None:
        from dpdesk.gui.dictionary.columns import declared_format

        if isinstance(self._desk.dictionary.get("source"), dict):
            return declared_format(self._desk.dictionary)
        return None if self._desk.proposal is None else self._desk.proposal.format

    def _on_progress(self, owner: str, stage: str, fraction: float | None) -> None:
        if owner == OWNER:
            self.progressed.emit(fraction)

    def _on_end(self, owner: str) -> None:
        if owner == OWNER:
            self.ended.emit()

    def _on_failure(self, sentence: str) -> None:
        self.said.emit("red", sentence)
        self._desk.say_read(Read.FAILED)

    def _on_proposals(self, proposals: tuple[ProposedVariable, ...]) -> None:
        if not proposals:
            self.said.emit("info", self.tr("Every column of the file has a variable already."))
            self._desk.say_what_was_read()  # now it was no more than the headings
            return
        dictionary = self._desk.dictionary
        taken, used = edits.names(dictionary), columns_used(dictionary)
        records: list[Tree] = []
        for one in proposals:
            if one.record is not None and one.column not in used:
                name = free_name(str(one.record["name"]), taken)
                taken.append(name)
                records.append({**one.record, "name": name})
        self._desk.say_read(Read.PROPOSED if records else Read.NONE_PROPOSED)
        self.found.emit(proposals, records)
