"""A sentence to complete: "I need ± 50 on all counts of T1 → ρ 0.09"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QSizePolicy, QWidget

from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import label, named
from dpdesk.gui.kit.theme import UNIT
from dpdesk.privacy.exact import parse_exact


class TargetSentence(QWidget):
    """`asked` whenever another margin or other cells are given; `returned` when Enter is pressed in the margin."""

    asked = Signal()
    returned = Signal()

    def __init__(self, tables: QComboBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        layout = FlowLayout(self, spacing=UNIT)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        head = label(self.tr("&I need ±"), wrap=False)
        self.margin = NumberField()
        self.margin.setFixedWidth(80)
        self.margin.setPlaceholderText("50")
        head.setBuddy(self.margin)
        named(
            self.margin,
            self.tr("Noise margin wanted, ±"),
            self.tr("How far off a figure may be, at the level of the margins; the budget it needs is worked out."),
        )
        self.cells = Box()
        named(
            self.cells,
            self.tr("Cells that need this margin"),
            self.tr("All counts of the table, one kind of them, or another figure."),
        )
        short_combo(self.cells, 18)
        self.tables = tables
        short_combo(self.tables, 38)
        named(self.tables, self.tr("Table that needs this margin"), self.tr("The same table as above."))
        self.cost = label("", "accent", wrap=False)
        self.cost.setToolTip(self.tr("What its table needs for this wish alone."))
        self.keep = QPushButton(self.tr("Wish for mo&re"))
        self.keep.setEnabled(False)
        named(
            self.keep,
            self.tr("Wish for more"),
            self.tr("Puts this wish into a list, so that one budget can serve wishes for several tables."),
        )
        for widget in (
            head,
            self.margin,
            label(self.tr("on"), wrap=False),
            self.cells,
            label(self.tr("of"), wrap=False),
            self.tables,
            self.keep,
            self.cost,
        ):
            layout.addWidget(widget)
        self.margin.textEdited.connect(lambda _: self._on_typed())
        self.margin.returnPressed.connect(self.returned)
        self.cells.activated.connect(lambda _: self.asked.emit())

    def _on_typed(self) -> None:
        self.keep.setEnabled(self.wanted is not None)
        self.asked.emit()

    def forget(self) -> None:
        """Nothing is typed."""
        self.margin.clear()
        self.keep.setEnabled(False)

    # What is asked --------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> str | None:
        """The margin typed, as an exact text; None while it is none."""
        text = self.margin.value()
        return None if text is None or parse_exact(text) <= 0 else text

    @property
    def statistic(self) -> str:
        """The kind of cells chosen, empty for all."""
        return str(self.cells.currentData() or "")

    def show_cells(self, statistics: Sequence[tuple[str, str]]) -> None:
        """Offer kinds of cells by name and label; the chosen one stays chosen where it still exists."""
        found = [(str(self.cells.itemData(at)), self.cells.itemText(at)) for at in range(self.cells.count())]
        if found == list(statistics):
            return
        chosen = self.statistic
        self.cells.clear()
        for name, text in statistics:
            self.cells.addItem(text, name)
        self.cells.setCurrentIndex(max(self.cells.findData(chosen), 0))

    def take_all_cells(self) -> None:
        """The kinds of cells of another table may be others."""
        self.cells.setCurrentIndex(min(0, self.cells.count() - 1))

    def show_cost(self, words: str) -> None:
        """Show what the wish costs by itself."""
        self.cost.setText(words)
        self.updateGeometry()


def table_text(record: Mapping[str, Any], language: str) -> str:
    """What a table of the plan is called in a list: its title, its name where it has none."""
    return shown(record.get("title"), language) or str(record.get("name", ""))


def short_combo(combo: QComboBox, characters: int) -> None:
    """A combo box as wide as so many characters, however long its texts."""
    combo.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    combo.setMinimumContentsLength(characters)


def figure_text(figure: str) -> str:
    """A figure as the forecast shows it, "±7.16", set as everywhere in the window."""
    return local(figure.replace("±", "± "))
