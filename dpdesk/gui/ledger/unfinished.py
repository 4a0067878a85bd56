"""Below the entries: what was begun and not finished, and a button that finishes what is sealed."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.gui.kit.sentences import problem_text
from dpdesk.gui.kit.text import label, named, row, show_if
from dpdesk.problems.problem import Phrase

_SEALED = "ledger.sealed_unfinished"


class Unfinished(QWidget):
    """A sentence each; `wanted` with the number of a release that is to be finished. Hidden where all is finished."""

    wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._release = ""
        self.words = label()
        self.button = QPushButton(self.tr("&Finish it now"))
        named(
            self.button, self.tr("Finish it now"),
            self.tr("Makes the tables of the sealed numbers. Nothing is read from the data, and nothing is spent."),
        )  # fmt: skip
        self.button.clicked.connect(lambda: self.wanted.emit(self._release))
        layout = row(self)
        layout.addWidget(self.words, 1)
        layout.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        self.show_phrases(())

    def show_phrases(self, found: Sequence[Phrase]) -> None:
        """Say how each stands; the first one that is sealed can be finished, and is said first."""
        found = sorted(found, key=lambda one: one.code != _SEALED)
        self._release = str(found[0].values["release"]) if found and found[0].code == _SEALED else ""
        self.words.setText("\n".join(map(problem_text, found)))
        show_if(self.button, bool(self._release))
        show_if(self, bool(found))
