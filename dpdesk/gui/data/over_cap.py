"""How many rows a cap leaves out: an amber lock, opened on purpose, with one exact sentence behind it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from dpdesk.gui.data.reading import LeftOut
from dpdesk.gui.kit.local import local, whole
from dpdesk.gui.kit.lock import lock_button, lock_label
from dpdesk.gui.kit.text import column, label, named, panel, row, show_if
from dpdesk.gui.kit.theme import UNIT


class OverCap(QWidget):
    """A button that emits `asked`, and the amber sentence that `show_left_out` brings; `forget` closes it."""

    asked = Signal()
    answered = Signal()  # the answer is in sight, if there is room

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.button = QPushButton(self.tr("How many rows does that leave out? (confidential)"))
        lock_button(self.button)
        named(
            self.button,
            self.button.text(),
            self.tr(
                "Reads the whole file. That somebody looked is in the ledger, and what is changed after that lies "
                "outside the guarantee."
            ),
        )
        self.button.clicked.connect(self.asked)
        self._frame: QFrame = panel(confidential=True)
        self.words = label("", "confidential")
        close = QPushButton(self.tr("Close"))
        named(close, self.tr("Close the exact figures"))
        close.clicked.connect(self.forget)
        inside = row(self._frame, margin=UNIT)
        inside.addWidget(lock_label())
        inside.addWidget(self.words, 1)
        inside.addWidget(close)
        layout = column(self)
        line = row()
        line.addWidget(self.button)
        line.addStretch(1)
        layout.addLayout(line)
        layout.addWidget(self._frame)
        self.forget()
        self.offer(False)

    def offer(self, possible: bool) -> None:
        """Whether there is a file, a column and a cap to look at; where not, the button is there and cannot be pressed:
        one that came while somebody types would lie under their next click.
        """
        self.button.setEnabled(possible)

    def show_busy(self) -> None:
        """Say that the file is being read."""
        self.words.setText(self.tr("Reading the file…"))
        self._open(True)

    def show_left_out(self, found: LeftOut) -> None:
        """Say how many rows are left out."""
        share = local(f"{100 * found.over / found.rows:.1f}") if found.rows else "0"
        words = (
            self.tr("{over} of {rows} rows ({share} %) are left out. Identifiers with more than one row: {units}.")
            if found.cap == 1
            else self.tr(
                "{over} of {rows} rows ({share} %) are left out. Identifiers with more than {cap} rows: {units}."
            )
        )
        self.words.setText(
            words.format(
                over=whole(found.over), rows=whole(found.rows), share=share, units=whole(found.units), cap=found.cap
            )
        )
        self._open(True)

    def show_problem(self, sentence: str) -> None:
        """Say why there is no answer; the sentence may depend on records."""
        self.words.setText(sentence)
        self._open(True)

    def forget(self) -> None:
        """Nothing is kept."""
        self.words.setText("")
        self._open(False)

    @property
    def opened(self) -> bool:
        """Whether the figures are in sight."""
        return not self._frame.isHidden()

    def _open(self, opened: bool) -> None:
        show_if(self._frame, opened)
        show_if(self.button, not opened)
        if opened:
            self.answered.emit()
