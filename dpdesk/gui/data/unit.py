"""Who is protected, as a sentence to complete: empty at first, each gap an input, the consequence in words below."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.choice import Choice, ColumnChoice
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, label, named, set_role
from dpdesk.gui.kit.theme import UNIT


class UnitSentence(QWidget):
    """Emits `unit_edited` (field of the unit, value or None), `words_edited` and `neighbours_edited`."""

    unit_edited = Signal(str, object)
    words_edited = Signal(str)
    neighbours_edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        prompt = self.tr("choose…")
        self.describes = Choice(
            [("person", self.tr("person")), ("household", self.tr("household")), ("other", self.tr("(in own words)"))],
            prompt,
        )
        self.words = QLineEdit()
        self.words.setMaxLength(200)
        self.words.setMinimumWidth(240)
        self.words.setPlaceholderText(self.tr("one hospital stay"))
        self.kind = Choice([("row", self.tr("one row each")), ("id", self.tr("identified by column"))], prompt)
        self.column = ColumnChoice(self.tr("column…"))
        self.most = NumberField(whole=True)
        self.most.setMaximumWidth(72)
        self.without = Choice((), prompt)
        self.neighbours = Choice(
            [("add_remove", self.tr("added or removed")), ("replace_one", self.tr("replaced by another"))], prompt
        )
        self._named_unit = label(wrap=False)
        named(self.describes, self.tr("Protect each"), self.tr("Whose presence in the data nobody may learn."))
        named(self.words, self.tr("The unit in own words"), self.tr("What is protected, with “one” before it."))
        named(self.kind, self.tr("How units are told apart"), self.tr("Whether each row is a unit of its own."))
        named(self.column, self.tr("Column of the identifier"), self.tr("Rows with the same value are one unit."))
        named(self.most, self.tr("Most rows of a unit"), self.tr("Of each unit at most so many rows are counted."))
        named(self.without, self.tr("Rows without an identifier"), self.tr("What becomes of rows with an empty one."))
        named(self.neighbours, self.tr("Two datasets are neighbours if one unit is"), self.tr("What is hidden."))
        # Pieces that belong to an identifier are hidden while there is none.
        self._id_pieces: list[QWidget] = []
        flow, second = FlowLayout(), FlowLayout()
        self._piece(flow, self.tr("Protect each"), self.describes)
        flow.addWidget(self.words)
        flow.addWidget(self.kind)
        flow.addWidget(self.column)
        self._id_pieces.append(self.column)
        self._piece(flow, self.tr("contributing at most"), self.most, of_id=True)
        self._piece(flow, self.tr("rows; rows without an identifier"), self.without, of_id=True)
        second.addWidget(label(self.tr("Two datasets are neighbours if"), wrap=False))
        second.addWidget(self._named_unit)
        self._piece(second, self.tr("is"), self.neighbours)
        self.problem = label("", "problem")
        self.consequence = label("", "caption")
        layout = column(self, spacing=UNIT)
        layout.addLayout(flow)
        layout.addLayout(second)
        layout.addWidget(self.problem)
        layout.addWidget(self.consequence)
        self.describes.chosen.connect(lambda value: self.unit_edited.emit("describes", value))
        self.words.textEdited.connect(lambda text: self.words_edited.emit(text.strip()))
        self.kind.chosen.connect(lambda value: self.unit_edited.emit("kind", value))
        self.column.chosen.connect(lambda text: self.unit_edited.emit("column", text or None))
        self.most.textEdited.connect(lambda _: self.unit_edited.emit("max_rows", self._most()))
        self.without.chosen.connect(lambda value: self.unit_edited.emit("rows_without_id", value))
        self.neighbours.chosen.connect(self.neighbours_edited)

    def _piece(self, flow: FlowLayout, text: str, widget: QWidget, *, of_id: bool = False) -> None:
        words = label(text, wrap=False)
        words.setBuddy(widget)
        flow.addWidget(words)
        flow.addWidget(widget)
        if of_id:
            self._id_pieces += [words, widget]

    def _most(self) -> int | None:
        text = self.most.value()
        if text is None or "/" in text or "." in text or "e" in text.lower():
            return None
        return int(text) if 1 <= int(text) <= 1_000_000 else None

    def show_unit(self, unit: Tree, neighbours: str | None, language: str, columns: tuple[str, ...]) -> None:
        """Show what the dictionary says; what is being typed is not replaced by an equal value."""
        self.describes.set_value(unit.get("describes"))
        own = unit.get("describes") == "other"
        self.words.setVisible(own)
        words = shown(unit.get("label"), language)
        if words != self.words.text().strip():
            self.words.setText(words)
            self.words.setCursorPosition(0)
        self.kind.set_value(unit.get("kind"))
        by_id = unit.get("kind") == "id"
        for widget in self._id_pieces:
            widget.setVisible(by_id)
        self.column.set_columns(columns)
        self.column.set_value(unit.get("column", ""))
        most = unit.get("max_rows")
        if most is not None:
            self.most.set_value(str(most))
        elif self._most() is not None:
            self.most.set_value(None)
        wrong = bool(self.most.text().strip()) and self._most() is None
        set_role(self.most, "invalid", wrong)
        choices = [("refuse", self.tr("are refused")), ("drop", self.tr("are dropped"))]
        if neighbours == "add_remove" or unit.get("rows_without_id") == "own_unit":
            choices.append(("own_unit", self.tr("count as a unit each")))
        self.without.set_options(choices)
        self.without.set_value(unit.get("rows_without_id"))
        self.neighbours.set_value(neighbours)
        named_unit = words or self.tr("one unit")
        metrics = self._named_unit.fontMetrics()
        self._named_unit.setText(metrics.elidedText(named_unit, Qt.TextElideMode.ElideRight, 240))
        self._named_unit.setToolTip(named_unit if len(named_unit) > 30 else "")
        missing = by_id and bool(columns) and unit.get("column") is not None and unit["column"] not in columns
        if wrong:
            self.problem.setText(self.tr("The most rows of a unit must be a whole number from 1 to 1,000,000."))
        elif missing:
            self.problem.setText(self.tr("The file has no column of that name."))
        else:
            self.problem.setText("")
        self.problem.setVisible(bool(self.problem.text()))
        said = self._consequence(unit, neighbours, named_unit)
        self.consequence.setText(said)
        self.consequence.setVisible(bool(said))
        self.updateGeometry()

    def _consequence(self, unit: Tree, neighbours: str | None, words: str) -> str:
        said = []
        most: Any = unit.get("max_rows") if unit.get("kind") == "id" else 1 if unit.get("kind") == "row" else None
        if neighbours == "add_remove":
            said.append(self.tr("The total is not treated as known: every count gets noise, the total included."))
            if most is not None:
                said.append(
                    self.tr("With or without {unit}, at most {most} of the counted rows differ.").format(
                        unit=words, most=whole(most)
                    )
                    if most > 1
                    else self.tr("With or without {unit}, one row differs, and a count by at most 1.").format(
                        unit=words
                    )
                )
        elif neighbours == "replace_one":
            said.append(
                self.tr("The total is treated as known: how many units the file holds counts as public knowledge.")
            )
            if most is not None:
                said.append(
                    self.tr("With another in the place of {unit}, at most {most} rows go and {most} come.").format(
                        unit=words, most=whole(most)
                    )
                    if most > 1
                    else self.tr(
                        "With another in the place of {unit}, one row differs: one count falls and another rises by 1."
                    ).format(unit=words)
                )
        if unit.get("kind") == "id" and most is not None:
            said.append(
                self.tr("Where a unit has more rows than that, the others are left out, chosen by a secret key.")
            )
        said += {
            "refuse": [self.tr("A file with a row that has no identifier is not released.")],
            "drop": [self.tr("Rows without an identifier are in no table.")],
            "own_unit": [self.tr("Each row without an identifier is protected by itself.")],
        }.get(unit.get("rows_without_id", ""), [])
        if unit.get("kind") == "row" and unit.get("describes") == "person":
            said.append(self.tr("Choose this only if nobody has two rows in the file."))
        return " ".join(said)

    def lock(self, locked: bool) -> None:
        """Whether the account fixes the terms, so that nothing here can be changed."""
        for widget in (
            self.describes, self.words, self.kind, self.column, self.most, self.without, self.neighbours,
        ):  # fmt: skip
            widget.setEnabled(not locked)
