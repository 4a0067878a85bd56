"""What reading the file's columns came to: what is proposed for each, and what is not, and why. Confidential.

The list rests on the data themselves, so it stands in an amber frame, is not copied and not kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QLabel

from dpdesk.gui.dictionary.editor.fields import Editing
from dpdesk.gui.dictionary.edits.variables import unconfirmed
from dpdesk.gui.dictionary.tools.tool import Tool
from dpdesk.gui.kit.rows import RowsModel
from dpdesk.gui.kit.sentences import problem_text
from dpdesk.gui.kit.table import RemarksTable
from dpdesk.gui.kit.text import column, label, panel, row
from dpdesk.gui.kit.theme import UNIT, is_dark
from dpdesk.resources import resource

if TYPE_CHECKING:
    from dpdesk.data.proposing.proposal import ProposedVariable


class ProposedTool(Tool):
    """The outcome of a proposal; its button goes on to the confirmation."""

    confirm = Signal()

    def __init__(self, editing: Editing) -> None:
        super().__init__(editing)
        self.head(
            self.tr("Proposed from the file"),
            self.tr(
                "The columns were read to propose codes and bounds. Look through the variables at the left and correct "
                "them; then confirm that what was read is public knowledge."
            ),
            self.tr("Go on to confirm them…"),
        )
        self._words = {
            "weight": self.tr("named like a survey weight"),
            "identifier": self.tr("identifies people"),
            "too_many": self.tr("too many different texts"),
            "date": self.tr("a date"),
            "empty": self.tr("empty"),
            "unreadable": self.tr("cannot be used"),
        }
        self._kinds = {"category": self.tr("category"), "number": self.tr("number")}
        sheet = panel(confidential=True)
        inner = column(sheet, margin=UNIT)
        head = row()
        lock = QLabel()
        scheme = "dark" if is_dark() else "light"
        lock.setPixmap(QIcon(str(resource(f"icons/lock-{scheme}.svg"))).pixmap(16, 16))
        head.addWidget(lock)
        head.addWidget(label(self.tr("Read from the data: seen only here"), "confidential"), 1)
        inner.addLayout(head)
        self.summary = label()
        inner.addWidget(self.summary)
        self.model = RowsModel([self.tr("Column"), self.tr("Proposed as"), self.tr("Remark")], self)
        self.table = RemarksTable(self.tr("Columns read"), confidential=True)
        self.table.setModel(self.model)
        inner.addWidget(self.table, 1)
        self.body.addWidget(sheet, 1)

    def offer(self, proposals: Sequence[ProposedVariable]) -> None:
        """Show what came out; columns without a proposal first."""
        made = [one for one in proposals if one.record is not None]
        left = [one for one in proposals if one.record is None]
        self.summary.setText(
            self.tr("Variables proposed: {made}. Columns without a proposal, for the reasons below: {left}.").format(
                made=len(made), left=len(left)
            )
            if left
            else self.tr("Variables proposed: {made}.").format(made=len(made))
        )
        rows = [
            (
                one.column,
                self.tr("not proposed: {why}").format(why=self._words.get(one.outcome, one.outcome)),
                _remark(one),
            )
            for one in left
        ]
        for one in made:
            kind = str(one.record["kind"]) if one.record is not None else ""
            words = self._kinds.get(kind, kind)
            if one.flag is not None:
                words = self.tr("{kind}, two codes").format(kind=words)
            rows.append((one.column, words, _remark(one)))
        self.model.set_rows(rows)
        self.table.scrollToTop()

    def start(self) -> None:
        """Show whether anything waits for a confirmation."""
        self.refresh()
        self.button.setFocus()

    def refresh(self) -> None:
        """Nothing to confirm, no button."""
        self.button.setEnabled(bool(unconfirmed(self.editing.dictionary)))

    def apply(self) -> None:
        """Go on to the confirmation."""
        self.confirm.emit()


def _remark(one: ProposedVariable) -> str:
    return " ".join(map(problem_text, one.remarks))
