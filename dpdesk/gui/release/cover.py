"""What the cover of the workbook says of the release: period, area, publisher, contact, and the house style.

All of it is text of the plan, edited like its other texts and undone like them. It decides no number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QLineEdit, QPushButton, QSizePolicy, QWidget

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.documents import PLAN_ORDER
from dpdesk.gui.desk.trees import get, ordered, put_text, shown
from dpdesk.gui.kit.text import column, field, form, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.house_style import StyleChoice, StyleRow, put_style
from dpdesk.gui.shared.page import PageName

if TYPE_CHECKING:
    from dpdesk.planning.document.style import StyleRecord


class _OneLine(QLabel):
    """A text in one line, with dots at its end where it is longer; the tool tip has all of it."""

    def __init__(self) -> None:
        super().__init__()
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setProperty("role", "caption")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str) -> None:
        """Show another text."""
        self.setToolTip(text)
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show as much of it as there is room for now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        self.setText(self.fontMetrics().elidedText(self.toolTip(), Qt.TextElideMode.ElideRight, self.width()))


class CoverPanel(QFrame):
    """One line that opens to the fields of the cover; `said` with the kind and the sentence of a message, both empty to
    take it back.
    """

    said = Signal(str, str)

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk = desk
        self._style_tree: Any = None
        layout = column(self, margin=UNIT * 2, spacing=UNIT)
        self.summary = _OneLine()
        self.open_button = QPushButton(self.tr("Cover…"))
        self.open_button.setCheckable(True)
        self.open_button.setAccessibleDescription(
            self.tr("Shows what the cover says of the release, and the house style, to be edited.")
        )
        line = row()
        line.addWidget(self.summary, 1)
        line.addWidget(self.open_button)
        layout.addLayout(line)
        asked = form()
        self.fields: dict[str, QLineEdit] = {}
        for name, text, tip in (
            ("reference_period", self.tr("Reference period"), self.tr("For which day or period the figures hold.")),
            ("region", self.tr("Area covered"), self.tr("The country or region that the figures describe.")),
            ("intended_use", self.tr("Intended use"), self.tr("What the tables are for.")),
            ("publisher", self.tr("Publisher"), self.tr("The office that publishes the tables.")),
            ("contact", self.tr("Contact"), self.tr("The name of the unit, its e-mail address and telephone.")),
            (
                "revision",
                self.tr("Revision status"),
                self.tr("Whether these figures are final, or correct earlier ones; else they are called final."),
            ),
            ("source", self.tr("Source"), self.tr("Where the figures come from; else the title of the data.")),
        ):
            self.fields[name] = QLineEdit()
            field(asked, text, self.fields[name], tip)
            self.fields[name].textEdited.connect(lambda text, name=name: self._on_text(name, text))
        self.style_field = StyleChoice(desk.window_language)
        field(
            asked,
            self.tr("House style"),
            StyleRow(desk, self.style_field, PageName.RELEASE),
            self.tr("How the office prints: its signs, layout and fonts. It changes no number."),
        )
        self.style_field.setAccessibleName(self.tr("House style"))
        self.style_field.styled.connect(self._on_style)
        self.style_field.refused.connect(lambda sentence: self.said.emit("red", sentence))
        self.opened = QWidget()
        self.opened.setLayout(asked)
        self.opened.hide()
        self.open_button.toggled.connect(self.opened.setVisible)
        layout.addWidget(self.opened)
        self.show_plan()

    def show_plan(self) -> None:
        """Show the texts of the plan on the desk, and what is printed where it has none."""
        plan, language = self._desk.plan, self._desk.language
        tree = plan.get("style")
        if tree is not self._style_tree or tree is None:
            self._style_tree = tree
            self.style_field.show_style(None if tree is None else _style(tree))
        usual = {"source": self._desk.dictionary.get("title")}
        for name, one in self.fields.items():
            text = get(plan, [name, language], "")
            if one.text() != text:
                one.setText(text)
                one.setCursorPosition(0)
            one.setPlaceholderText(shown(get(tree, [name], usual.get(name)), language) or self.tr("optional"))

        texts = [one.text() for one in self.fields.values() if one.text()]
        self.summary.show_text(
            " · ".join([*texts, self.tr("House style: {name}").format(name=self.style_field.currentText())])
        )

    def _on_text(self, name: str, text: str) -> None:
        plan = put_text(self._desk.plan, [name], text, self._desk.language)
        self._desk.edit_plan(self.tr("text of the cover"), ordered(plan, PLAN_ORDER), f"cover-{name}")

    def _on_style(self, style: StyleRecord) -> None:
        self.said.emit("", "")
        put_style(self._desk, style, self.tr("house style"))


def _style(tree: Any) -> StyleRecord | None:
    """The style in a plan; None where it is none, which the check of the plan says."""
    from pydantic import ValidationError

    from dpdesk.planning.document.style import StyleRecord

    try:
        return StyleRecord.model_validate(tree)
    except ValidationError:
        return None
