"""What is wrong with the dictionary, and the way there."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from dpdesk.gui.desk.snapshot import Snapshot
from dpdesk.gui.dictionary.edits.variables import variable_of
from dpdesk.gui.kit.text import label, named, row
from dpdesk.gui.kit.theme import UNIT


class ProblemBar(QFrame):
    """`show_wanted` for the variable with the problem, `unit_wanted` for the unit of protection."""

    show_wanted = Signal()
    unit_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("message", "red")
        self.text = label()
        self._variable = QPushButton(self.tr("Show it"))
        named(self._variable, self.tr("Show the variable with the problem"))
        self._variable.clicked.connect(self.show_wanted)
        self._unit = QPushButton(self.tr("Change the unit of protection"))
        named(self._unit, self._unit.text(), self.tr("Opens the page Data."))
        self._unit.clicked.connect(self.unit_wanted)
        layout = row(self, margin=UNIT)
        layout.addWidget(self.text, 1)
        layout.addWidget(self._variable)
        layout.addWidget(self._unit)
        self.hide()

    def show_problem(self, snapshot: Snapshot) -> None:
        """Show what is wrong with the dictionary, if anything is."""
        said, found = snapshot.dictionary_problem, snapshot.dictionary_wrong
        self.setVisible(bool(said))
        if said:
            self.text.setText(said)
            self._variable.setVisible(variable_of(found) is not None)
            self._unit.setVisible(found is not None and found.code == "schema.household")
