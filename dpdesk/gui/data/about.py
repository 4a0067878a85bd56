"""What the data are: their title, and whether everybody is in them or a sample."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.proposed import ProposedLine
from dpdesk.gui.kit.text import column, field, form, label, named, row
from dpdesk.gui.kit.theme import UNIT


class AboutForm(QWidget):
    """Emits `title_edited` and `kind_edited`."""

    title_edited = Signal(str)
    kind_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.headline = ProposedLine()
        self.headline.setMaxLength(500)
        self.kind = Choice(
            [("complete_count", self.tr("A complete count")), ("sample", self.tr("A sample"))], self.tr("choose…")
        )
        self.meant = label("", "caption")
        rows = form()
        self.first_label = field(
            rows, self.tr("Title of the data"), self.headline, self.tr("It stands on everything that is published.")
        )
        asked = label(self.tr("The data are"), wrap=False)
        asked.setBuddy(self.kind)
        named(
            self.kind,
            asked.text(),
            self.tr(
                "Tables of a sample say in their title that they count sample cases, and whether these are weighted."
            ),
        )
        line = row()
        line.addWidget(self.kind)
        line.addWidget(self.meant, 1)
        rows.addRow(asked, line)
        layout = column(self, spacing=UNIT)
        layout.addLayout(rows)
        self.headline.textEdited.connect(lambda text: self.title_edited.emit(text.strip()))
        self.kind.chosen.connect(self.kind_edited)

    def take_focus(self) -> None:
        """Go to the title, ready to be replaced."""
        self.headline.setFocus(Qt.FocusReason.OtherFocusReason)
        self.headline.selectAll()

    def show_about(self, tree: Tree, language: str) -> None:
        """Show what the dictionary says; what is being typed is not replaced by an equal text."""
        title = shown(tree.get("title"), language)
        if title != self.headline.text().strip():
            self.headline.setText(title)
            self.headline.setCursorPosition(0)  # a long one is read from its beginning
        self.kind.set_value(tree.get("data_kind"))
        self.meant.setText(
            {
                "complete_count": self.tr("Everybody concerned is in the file."),
                "sample": self.tr("Titles will say that they count a sample."),
            }.get(self.kind.value() or "", self.tr("Is everybody concerned in the file?"))
        )
