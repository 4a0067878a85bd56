"""Which persons make up a household, where each person is protected: for tables of households."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.choice import Choice, ColumnChoice
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, label, named, show_if
from dpdesk.gui.kit.theme import UNIT

_MOST = 1_000_000


class HouseholdsOfPersons(QWidget):
    """Emits `edited` (field of the dictionary's households, value or None)."""

    edited = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.column = ColumnChoice(self.tr("none"))
        self.most = NumberField(whole=True)
        self.most.setMaximumWidth(72)
        self.without = Choice(
            [
                ("refuse", self.tr("stop the release")),
                ("drop", self.tr("are in no household")),
                ("own_unit", self.tr("are a household each")),
            ],
            self.tr("choose…"),
        )
        named(self.column, self.tr("Column of households"), self.tr("Persons with the same value are one household."))
        named(self.most, self.tr("Most persons of a household"), self.tr("Of each, at most so many are looked at."))
        named(self.without, self.tr("Persons without a household"), self.tr("What becomes of rows with an empty one."))
        self._pieces: list[QWidget] = []  # hidden while there are no households
        which, cap, empty = FlowLayout(), FlowLayout(), FlowLayout()
        asked = label(self.tr("To count households, too, name the column they share:"), wrap=False)
        asked.setBuddy(self.column)
        for widget in (asked, self.column):
            which.addWidget(widget)
        self._line(cap, self.tr("Of each household, at most"), self.most, self.tr("persons are looked at"))
        self._line(empty, self.tr("Persons with nothing in that column"), self.without)
        self.problem = label("", "problem")
        self.remark = label(
            self.tr("The noise in tables of households allows for all that one person changes there."),
            "caption",
        )
        layout = column(self, spacing=UNIT)
        for line in (which, cap, empty):
            layout.addLayout(line)
        layout.addWidget(self.problem)
        layout.addWidget(self.remark)
        self.column.chosen.connect(lambda text: self.edited.emit("column", text or None))
        self.most.textEdited.connect(lambda _: self.edited.emit("max_rows", self.most.whole_from_one(_MOST)))
        self.without.chosen.connect(lambda value: self.edited.emit("rows_without_id", value))

    def _line(self, flow: FlowLayout, before: str, widget: QWidget, after: str = "") -> None:
        self._pieces += flow.add_gap(label(before, wrap=False), widget, label(after, wrap=False) if after else None)

    def show_households(self, own: Tree, columns: tuple[str, ...]) -> None:
        """Show what the dictionary says of households; {} where it has none."""
        self.column.set_columns(columns)
        self.column.set_value(own.get("column", ""))
        most = own.get("max_rows")
        if most is not None:
            self.most.set_value(str(most))
        elif self.most.whole_from_one(_MOST) is not None:
            self.most.set_value(None)
        self.without.set_value(own.get("rows_without_id"))
        problem = ""
        if own and self.most.text().strip() and self.most.whole_from_one(_MOST) is None:
            problem = self.tr("The most persons of a household must be a whole number from 1 to 1,000,000.")
        elif own and columns and own["column"] not in columns:
            problem = self.tr("The file has no column of that name.")
        self.problem.setText(problem)
        show_if(self.problem, bool(problem))
        for piece in (*self._pieces, self.remark):
            show_if(piece, bool(own))
        self.updateGeometry()
