"""The first rows of the file in an amber panel: closed at first, opened on purpose, never copied."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.gui.kit.confidential_rows import ConfidentialRows
from dpdesk.gui.kit.lock import lock_button, lock_label
from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.text import column, label, panel, row
from dpdesk.gui.kit.theme import UNIT


class PreviewPanel(QWidget):
    """A button and, once the rows were asked for, the panel. `asked` wants the rows; `show_rows` brings them.

    Its height does not depend on the rows.
    """

    asked = Signal()
    shown = Signal()  # the panel has opened: it should come into view

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(self.tr("Show the first rows (confidential)"))  # the page has a place for it
        lock_button(self.button)
        self.button.clicked.connect(self.asked)
        self._frame = panel(confidential=True)
        self._frame.setFixedHeight(248)
        self._model = ConfidentialRows()
        self._table = DataTable(self.tr("First rows of the file, confidential"), confidential=True)
        self._table.setModel(self._model)
        self._words = label("", "confidential")
        close = QPushButton(self.tr("Close the first rows"))
        close.clicked.connect(self.forget)
        inside = column(self._frame, margin=UNIT)
        head = row()
        head.addWidget(lock_label())
        head.addWidget(self._words, 1)
        head.addWidget(close)
        inside.addLayout(head)
        inside.addWidget(self._table, 1)
        column(self).addWidget(self._frame)
        self.forget()

    @property
    def opened(self) -> bool:
        """Whether rows are in view."""
        return not self._frame.isHidden()

    def show_rows(self, columns: Sequence[str], rows: Sequence[tuple[str, ...]]) -> None:
        """Open the panel with some rows."""
        self._words.setText(self.tr("Confidential: records of the file as they are. Do not copy or photograph."))
        self._model.show(columns, rows)
        self._table.show()
        header = self._table.horizontalHeader()
        for at in range(min(len(columns), 40)):  # measuring thousands of columns would hold the window up
            wanted = max(header.sectionSizeHint(at), self._table.sizeHintForColumn(at)) + UNIT
            self._table.setColumnWidth(at, max(56, min(200, wanted)))
        self._set_open(True)

    def show_problem(self, sentence: str) -> None:
        """Open the panel with why there are no rows; the sentence may depend on records."""
        self._words.setText(sentence)
        self._model.show((), ())
        self._set_open(True)

    def forget(self) -> None:
        """Close the panel; nothing of the rows is kept."""
        self._model.show((), ())
        self._set_open(False)

    def _set_open(self, opened: bool) -> None:
        self._frame.setVisible(opened)
        self.button.setEnabled(not opened)
        if opened:
            self.shown.emit()
