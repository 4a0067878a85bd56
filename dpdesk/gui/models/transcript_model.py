"""The transcript of a session as a table: number, question, answer. Everything in it has been published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from dpdesk.gui import theme
from dpdesk.gui.models.rows import NO_INDEX, HeadedModel, Index

if TYPE_CHECKING:
    from dpdesk.gui.asking import View
    from dpdesk.gui.widgets.ask_words import AskWords

NUMBER, QUESTION, ANSWER = range(3)
HIT = Qt.ItemDataRole.UserRole
"""Whether the answer is a Yes (or a count, or any but the quiet one)."""


class TranscriptModel(HeadedModel[tuple[str, str, str, bool]]):
    """One row an exchange: number, question and answer in words, and whether it was a Yes or a count."""

    def __init__(self, words: AskWords, parent: QObject | None = None) -> None:
        super().__init__([], parent, right=[NUMBER])
        self.headings = [self.tr("No."), self.tr("Question"), self.tr("Answer")]
        self._words = words
        self._shown: tuple[str, str] = ("", "")

    def show_view(self, view: View | None, language: str) -> None:
        """Show a session's transcript; new exchanges are added to those that stand there."""
        about = ("", "") if view is None else (view.id, language)
        exchanges = () if view is None else view.transcript
        if about == self._shown and len(exchanges) >= len(self._rows):
            first = len(self._rows)
            if len(exchanges) > first and view is not None:
                self.beginInsertRows(NO_INDEX, first, len(exchanges) - 1)
                self._rows += [self._row(view, at, language) for at in range(first, len(exchanges))]
                self.endInsertRows()
            return
        self.beginResetModel()
        self._shown = about
        self._rows = [] if view is None else [self._row(view, at, language) for at in range(len(exchanges))]
        self.endResetModel()

    @property
    def hits(self) -> int:
        """How many answers are a Yes."""
        return sum(row[3] for row in self._rows)

    def _row(self, view: View, at: int, language: str) -> tuple[str, str, str, bool]:
        one = view.transcript[at]
        answer = self._words.answer(view.kind, view.method, one.answer, one.value)
        return str(one.number), self._words.question_text(one), answer, one.answer not in ("below", "left")

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows; answers in the colour of noisy values."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        text = row[index.column()] if index.column() < 3 else ""
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return text
        if role == HIT:
            return row[3]
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == ANSWER:
            return QColor(theme.colours().accent if row[3] else theme.colours().muted)
        if role == Qt.ItemDataRole.FontRole and index.column() == ANSWER and row[3]:
            return theme.font(strong=True)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(index.column())
        return None
