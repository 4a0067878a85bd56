"""The transcript of a session as a table: number, question, answer. Everything in it has been published."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.rows import NO_INDEX, HeadedModel, Index

if TYPE_CHECKING:
    from dpdesk.gui.ask.asking import Answered, View
    from dpdesk.gui.ask.words import AskWords

NUMBER, QUESTION, ANSWER = range(3)
_QUIET = frozenset({"below", "left"})


class TranscriptModel(HeadedModel["Answered"]):
    """One row an exchange, put into words when it is looked at; all of them, or those that are a Yes."""

    def __init__(self, words: AskWords, parent: QObject | None = None) -> None:
        super().__init__([], parent, right=[NUMBER])
        self.headings = [self.tr("No."), self.tr("Question"), self.tr("Answer")]
        self._words = words
        self._view: View | None = None
        self._language = ""
        self._only_yes = False
        self._seen = 0  # so many exchanges of the view are among the rows, or left out

    def show_view(self, view: View, language: str) -> None:
        """Show a session's transcript; new exchanges are added to those that stand there."""
        known = self._view
        same = known is not None and known.id == view.id and language == self._language
        self._view, self._language = view, language
        if not same or len(view.transcript) < self._seen:
            self._reset()
            return
        new = self._wanted(view.transcript[self._seen :])
        self._seen = len(view.transcript)
        if new:
            self.beginInsertRows(NO_INDEX, len(self._rows), len(self._rows) + len(new) - 1)
            self._rows += new
            self.endInsertRows()

    def show_only_yes(self, only: bool) -> None:
        """Show the questions answered with Yes alone, or all."""
        self._only_yes = only
        self._reset()

    def _reset(self) -> None:
        self.beginResetModel()
        transcript = () if self._view is None else self._view.transcript
        self._rows, self._seen = self._wanted(transcript), len(transcript)
        self.endResetModel()

    def _wanted(self, exchanges: Sequence[Answered]) -> list[Answered]:
        return [one for one in exchanges if not self._only_yes or one.answer not in _QUIET]

    @property
    def hits(self) -> int:
        """How many answers are a Yes."""
        return 0 if self._view is None else sum(one.answer not in _QUIET for one in self._view.transcript)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows; answers in the colour of noisy values."""
        if not index.isValid() or self._view is None:
            return None
        one, column = self._rows[index.row()], index.column()
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            if column == NUMBER:
                return str(one.number)
            words = self._words.question_text if column == QUESTION else self._words.answer
            return words(self._view, one)
        if column == ANSWER and role == Qt.ItemDataRole.ForegroundRole:
            return QColor(theme.colours().muted if one.answer in _QUIET else theme.colours().accent)
        if column == ANSWER and role == Qt.ItemDataRole.FontRole and one.answer not in _QUIET:
            return theme.font(strong=True)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return self.side(column)
        return None
