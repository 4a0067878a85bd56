"""The language labels are shown and typed in: one of those there are, or a tag that begins another."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QWidget

from dpdesk.gui.dictionary.edits.variables import is_language
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.text import label, named, row


class LabelLanguage(QWidget):
    """`chosen` carries another language's tag, `refused` a sentence why what was typed is none."""

    chosen = Signal(str)
    refused = Signal(str)

    def __init__(self, language: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._language = language
        self.box = Box()
        self.box.setEditable(True)
        self.box.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.box.setMaximumWidth(96)
        shown = label(self.tr("Language of &labels"), "caption", wrap=False)
        shown.setBuddy(self.box)
        named(
            self.box,
            self.tr("Language of labels"),
            self.tr("Labels are shown and typed in this language; type a tag such as de to begin another."),
        )
        self.box.activated.connect(lambda _: self._choose())
        line = self.box.lineEdit()
        if line is not None:
            line.editingFinished.connect(self._choose)
        layout = row(self)
        layout.addWidget(shown)
        layout.addWidget(self.box)

    def show_languages(self, languages: Sequence[str], language: str) -> None:
        """Offer languages by tag, and choose one; it is offered in any case."""
        self._language = language
        found = [*languages, *(() if language in languages else (language,))]
        box = self.box
        if [box.itemText(at) for at in range(box.count())] != found:
            box.blockSignals(True)
            box.clear()
            box.addItems(found)
            box.setCurrentText(language)
            box.blockSignals(False)
        elif box.currentText() != language and not box.hasFocus():
            box.setCurrentText(language)

    def _choose(self) -> None:
        text = self.box.currentText().strip()
        if text == self._language:
            return
        if not is_language(text):
            self.refused.emit(self.tr("A language is named by a tag such as en, de or fr-CA."))
            self.box.setCurrentText(self._language)
            return
        self.chosen.emit(text)
