"""What a tool of the Dictionary page looks like: a sheet in the place of the editor, with a button and a way out.

Nothing is modal: the list stays in view, any other variable or page can be opened, Escape leaves the tool.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QVBoxLayout, QWidget

from dpdesk.gui.dictionary.editor.fields import Editing
from dpdesk.gui.kit.text import column, label, named, panel, row
from dpdesk.gui.kit.theme import UNIT


class Tool(QWidget):
    """A tool: a title and a sentence (`head`), fields in `body`, and a primary button that runs `apply`."""

    closed = Signal()
    made = Signal(object, str)  # records to be added, and what to call the step

    def __init__(self, editing: Editing) -> None:
        super().__init__()
        self.editing = editing
        layout = column(self)
        sheet = panel()
        inner = column(sheet, margin=UNIT * 2)
        self.title = label("", "heading")
        self.sentence = label("", "caption")
        inner.addWidget(self.title)
        inner.addWidget(self.sentence)
        self.body: QVBoxLayout = column()
        inner.addLayout(self.body, 1)
        buttons = row()
        self.button = QPushButton()
        self.button.setProperty("primary", True)
        self.button.clicked.connect(self.apply)
        leave = QPushButton(self.tr("Close"))
        named(leave, self.tr("Close"), self.tr("Back to the variable (Esc)."))
        leave.clicked.connect(self.closed)
        self.problem = label("", "problem")
        buttons.addWidget(self.problem, 1)
        buttons.addWidget(self.button)
        buttons.addWidget(leave)
        inner.addLayout(buttons)
        layout.addWidget(sheet, 1)

    def head(self, title: str, sentence: str, button: str) -> None:
        """Say what the tool is and does, and what its button does."""
        self.title.setText(title)
        self.sentence.setText(sentence)
        self.button.setText(button)
        self.button.setVisible(bool(button))
        named(self.button, button)

    def start(self) -> None:
        """The tool comes into view: show what it begins with and put the focus on its first field."""

    def apply(self) -> None:
        """Do what the primary button says."""

    def refresh(self) -> None:
        """The documents are new; most tools stay as they are."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape leaves."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)


def scrolled(widget: QWidget) -> QScrollArea:
    """A widget that scrolls where there is too little room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidget(widget)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    return area
