"""Bins and bounds of a number, and the bounds of a quantity: parts of the variable's editor."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QPushButton, QWidget

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.dictionary.editor.fields import Editing, FateField, TextLine, pair
from dpdesk.gui.dictionary.editor.part import Part, label_field, text_field
from dpdesk.gui.dictionary.editor.records import Field, Record
from dpdesk.gui.dictionary.editor.table import RecordsTable
from dpdesk.gui.dictionary.edits.codes import bin_rows, bins_as, bins_kind, put_bin_rows, put_edges
from dpdesk.gui.dictionary.edits.lists import list_text, parse_list
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.number import NumberField, exact_text
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, grid, label, named
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.bounds import BoundWords
from dpdesk.privacy.exact import parse_exact


class BinsPart(Part):
    """How a number is cut into bins, and what happens outside them."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        self._grid = grid()
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(3, 1)
        layout.addLayout(self._grid)
        self.kind = Choice(
            (
                ("single", self.tr("whole numbers")),
                ("width", self.tr("of equal width")),
                ("edges", self.tr("between edges")),
            ),
            preset=True,
        )
        pair(self._grid, 0, 0, self.tr("&Bins"), self.kind, self.tr("How the numbers are counted."))
        self.kind.chosen.connect(self._choose_kind)
        self.unit = TextLine()
        pair(self._grid, 0, 1, self.tr("&Unit of measure"), self.unit, self.tr("Shown in tables, such as years."))
        self.unit.typed.connect(
            lambda text: self.put_words(["unit_of_measure"], text, self.tr("Change the unit of measure"), "measure")
        )
        self._of_kind: dict[str, list[QWidget]] = {"single": [], "width": [], "edges": []}
        self.first = self._bound("single", 1, 0, self.tr("&First number"), "first")
        self.last = self._bound("single", 1, 1, self.tr("&Last number"), "last")
        self.lower_bound = self._bound("width", 2, 0, self.tr("F&rom"), "lower")
        self.upper_bound = self._bound("width", 2, 1, self.tr("To"), "upper")
        self.width_field = self._bound("width", 3, 0, self.tr("&Width of a bin"), "width")
        self.edges = QLineEdit()
        shown_edges = pair(
            self._grid, 4, 0, self.tr("&Edges"), self.edges, self.tr("Growing numbers with semicolons between them.")
        )
        self._grid.addWidget(self.edges, 4, 1, 1, 3)
        self._of_kind["edges"] += [shown_edges, self.edges]
        self.edges.editingFinished.connect(self._put_edges)
        self._add_fates()
        fixed = (lambda one: str(one["from"])), (lambda one: str(one["to"]))
        self.table = RecordsTable(
            self.tr("Bins between edges"),
            [
                Field(self.tr("From"), fixed[0], width=90),
                Field(self.tr("To"), fixed[1], width=90),
                text_field(self.tr("Code"), "code", required=False),
                label_field(editing, self.tr("Label")),
            ],
        )
        self.table.edited.connect(self._put_rows)
        self.table.refused.connect(editing.refuse)
        self._rows: tuple[Any, list[Record]] = (None, [])
        layout.addWidget(self.table, 1)
        self.caption = label("", "caption")
        layout.addWidget(self.caption)
        layout.addStretch(1)

    def _add_fates(self) -> None:
        """What becomes of numbers outside the bins, and of what is no number."""
        nowhere = ("nowhere", self.tr("is left out"))
        low, high = ("clamp", self.tr("counts in the first bin")), ("clamp", self.tr("counts in the last bin"))
        code = self.tr("counts as the code")
        self.below = FateField(self.tr("A lower number"), [low, nowhere], code=code)
        self.above = FateField(self.tr("A higher number"), [high, nowhere], code=code)
        self.unreadable = FateField(self.tr("What is not a number"), [nowhere], code=code)
        for line, text, fate, key in (
            (5, self.tr("A l&ower number"), self.below, "below"),
            (6, self.tr("A &higher number"), self.above, "above"),
            (7, self.tr("What is &not a number"), self.unreadable, "unreadable"),
        ):
            pair(self._grid, line, 0, text, fate)
            self._grid.addWidget(fate, line, 1, 1, 3)
            fate.picked.connect(
                lambda value, key=key: self.put([key], value, self.tr("Change what happens outside the bins"))
            )

    def _bound(self, kind: str, line: int, side: int, text: str, key: str) -> NumberField:
        made = NumberField(whole=kind == "single", negative=True)
        self._of_kind[kind] += [pair(self._grid, line, side, text, made), made]
        made.edited.connect(lambda value: self._put_bound(kind, key, value))
        return made

    def _put_bound(self, kind: str, key: str, value: str) -> None:
        from dpdesk.privacy.exact import parse_exact

        made: Any = int(parse_exact(value)) if kind == "single" else value
        self.put(["bins", key], made, self.tr("Change the bins"), f"bins-{key}")

    def _choose_kind(self, kind: str) -> None:
        record = self.editing.record
        self._asked = kind
        self.editing.edit(self.tr("Choose the kind of bins"), {**record, "bins": bins_as(record.get("bins"), kind)})
        self._show_kind(kind)

    def _put_edges(self) -> None:
        record = self.editing.record
        try:
            found = [exact_text(one) for one in parse_list(self.edges.text())]
        except BadInput as problem:
            self.editing.refuse(sentence_of(problem))
            return
        edges = [one for one in found if one is not None]
        if len(edges) != len(found):
            self.editing.refuse(self.tr("Edges are numbers with semicolons between them, such as 0; 10; 20."))
            return
        if edges != list(record.get("bins", {}).get("edges", ())):
            self.put(["bins"], put_edges(record.get("bins", {}), edges), self.tr("Change the edges"))

    def _put_rows(self, rows: list[Record], text: str) -> None:
        self.put(["bins"], put_bin_rows(self.editing.record["bins"], rows), text)

    def _show_kind(self, kind: str) -> None:
        self.kind.set_value(kind)
        for other, widgets in self._of_kind.items():
            for widget in widgets:
                widget.setVisible(other == kind)
        self.table.setVisible(kind == "edges")
        self.caption.setText(
            {
                "single": self.tr("Decimals are cut off: 57.5 is counted as 57."),
                "width": self.tr("A bin holds its first number and not its last; the last bin holds both."),
            }.get(kind, "")
        )
        self.caption.setVisible(bool(self.caption.text()))

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show a number."""
        bins = record.get("bins")
        bins = bins if isinstance(bins, dict) else {}
        chosen = "" if bins or another else self.kind.value()  # and nothing typed yet
        kind = chosen or bins_kind(bins)
        for key, field in (
            ("first", self.first),
            ("last", self.last),
            ("lower", self.lower_bound),
            ("upper", self.upper_bound),
            ("width", self.width_field),
        ):
            value = bins.get(key)
            field.set_value(None if value is None else str(value))
        self.unit.show_text(
            str(record.get("unit_of_measure", {}).get(self.editing.language, "")),
            shown(record.get("unit_of_measure"), self.editing.language),
        )
        if not self.edges.hasFocus() or another:
            edges = list_text([str(edge) for edge in bins.get("edges") or ()])
            if edges != self.edges.text():
                self.edges.setText(edges)
        if self._rows[0] is not bins or another:
            self._rows = (bins, bin_rows(bins))
            self.table.show_records(self._rows[1], another=another)
        for fate, key in ((self.below, "below"), (self.above, "above"), (self.unreadable, "unreadable")):
            fate.show_fate(record.get(key))
            fate.offer_codes([str(one.get("code")) for one in record.get("missing", ())])
        self._show_kind(kind)


class BoundsPart(Part):
    """The bounds and the step of a quantity, and what happens outside them."""

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(editing, parent)
        layout = column(self, margin=UNIT)
        layout.addWidget(
            label(
                self.tr(
                    "Amounts are summed. The wider the bounds, the wider the noise of a sum: choose public bounds that "
                    "hold nearly everybody."
                ),
                "caption",
            )
        )
        form = grid()
        form.setColumnStretch(1, 1)
        form.setColumnStretch(3, 1)
        layout.addLayout(form)
        self.lower_bound, self.upper_bound = NumberField(negative=True), NumberField(negative=True)
        self.step = NumberField()
        self.unit = TextLine()
        pair(form, 0, 0, self.tr("&Lower bound"), self.lower_bound)
        pair(form, 0, 1, self.tr("&Upper bound"), self.upper_bound)
        pair(form, 1, 0, self.tr("&Step"), self.step, self.tr("Amounts are rounded to multiples of it."))
        pair(form, 1, 1, self.tr("Unit of &measure"), self.unit, self.tr("Shown in tables, such as euros."))
        for field, key in ((self.lower_bound, "lower"), (self.upper_bound, "upper"), (self.step, "step")):
            field.edited.connect(
                lambda value, key=key: self.put([key], value, self.tr("Change the bounds"), f"bound-{key}")
            )
        self.unit.typed.connect(
            lambda text: self.put_words(["unit_of_measure"], text, self.tr("Change the unit of measure"), "measure")
        )
        ends = (("clamp", self.tr("counts as the bound")), ("not_stated", self.tr("is not stated")))
        self.below, self.above = Choice(ends, preset=True), Choice(ends, preset=True)
        self.unreadable = Choice(
            (("not_stated", self.tr("is not stated")), ("value", self.tr("counts as the amount"))), preset=True
        )
        self.value = NumberField(negative=True)
        pair(form, 2, 0, self.tr("A l&ower amount"), self.below)
        pair(form, 2, 1, self.tr("A &higher amount"), self.above)
        pair(form, 3, 0, self.tr("What is &not a number"), self.unreadable)
        self._value_label = pair(form, 3, 1, self.tr("&Amount"), self.value)
        text = self.tr("Change what happens outside the bounds")
        self.below.chosen.connect(lambda value: self.put(["below"], value, text))
        self.above.chosen.connect(lambda value: self.put(["above"], value, text))
        self.unreadable.chosen.connect(
            lambda value: self.put(["unreadable"], value if value == "not_stated" else {"value": "0"}, text)
        )
        self.value.edited.connect(lambda value: self.put(["unreadable"], {"value": value}, text, "unreadable"))
        self._words = BoundWords(self)
        self.cost = label("", "caption")
        self.take_best = QPushButton()
        self.take_best.clicked.connect(self._on_take_best)
        layout.addWidget(self.cost)
        layout.addWidget(self.take_best, 0, Qt.AlignmentFlag.AlignLeft)
        layout.addStretch(1)

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show a quantity."""
        for field, key in ((self.lower_bound, "lower"), (self.upper_bound, "upper"), (self.step, "step")):
            value = record.get(key)
            field.set_value(None if value is None else str(value))
        self.below.set_value(str(record.get("below", "")))
        self.above.set_value(str(record.get("above", "")))
        unreadable = record.get("unreadable")
        is_value = isinstance(unreadable, dict)
        self.unreadable.set_value("value" if is_value else str(unreadable or ""))
        self.value.setVisible(is_value)
        self._value_label.setVisible(is_value)
        if isinstance(unreadable, dict):
            self.value.set_value(str(unreadable.get("value", "")))
        self.unit.show_text(
            str(record.get("unit_of_measure", {}).get(self.editing.language, "")),
            shown(record.get("unit_of_measure"), self.editing.language),
        )
        self.show_cost()

    def show_cost(self) -> None:
        """Say what the upper bound costs by the forecast, if it is of this bound, and offer the best."""
        record, found = self.editing.record, self.editing.bound_cost
        upper = exact_text(str(record.get("upper", "")))
        if found is not None and (upper is None or parse_exact(upper) != parse_exact(found["bound"])):
            found = None  # the forecast of another bound
        name = shown(record.get("label"), self.editing.language) or str(record.get("name", ""))
        self.cost.setText("" if found is None else self._words.sentence(found, name))
        self.cost.setVisible(found is not None)
        best = None if found is None else str(found["cells"][-1]["best"])
        self.take_best.setVisible(found is not None and best != found["bound"])
        if best is not None:
            tip = self.tr(
                "In the largest cell this bound makes what is cut off and the noise together least. Smaller cells want "
                "a lower one."
            )
            self.take_best.setText(self.tr("Take {bound} as the upper bound").format(bound=local(best)))
            named(self.take_best, self.take_best.text(), tip)

    def _on_take_best(self) -> None:
        found = self.editing.bound_cost
        if found is not None:
            self.put(["upper"], str(found["cells"][-1]["best"]), self.tr("Take the best bound"))
