"""A dialog that shows one text to read and copy. It never keeps the window from being used."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontDatabase, QGuiApplication
from PySide6.QtWidgets import QDialog, QPlainTextEdit, QPushButton, QWidget

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT


class TextDialog(QDialog):
    """A heading, a sentence, a text; buttons Copy and Close. Deleted when closed."""

    def __init__(self, title: str, sentence: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(False)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme.dress(self)
        inside = column(self, margin=UNIT * 2, spacing=UNIT * 2)
        inside.addWidget(label(title, "heading"))
        inside.addWidget(label(sentence))
        self.text = QPlainTextEdit(text)
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        named(self.text, title)
        inside.addWidget(self.text, 1)
        buttons = row()
        copy, close = QPushButton(self.tr("&Copy")), QPushButton(self.tr("C&lose"))
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.text.toPlainText()))
        close.clicked.connect(self.close)
        close.setDefault(True)
        buttons.addStretch(1)
        buttons.addWidget(copy)
        buttons.addWidget(close)
        inside.addLayout(buttons)
        self.resize(UNIT * 80, UNIT * 55)

    def add(self, text: str) -> None:
        """Append another text."""
        self.text.appendPlainText("\n" + text)
