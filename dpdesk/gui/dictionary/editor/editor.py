"""The editor of one variable: what every variable has above, what its type has in tabs below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QPushButton, QTabWidget, QWidget

from dpdesk.gui.desk.trees import Tree, put, put_text, shown
from dpdesk.gui.dictionary.editor.codes import CodesPart, MissingPart
from dpdesk.gui.dictionary.editor.fields import ColumnBox, Editing, Elided, TextLine, pair
from dpdesk.gui.dictionary.editor.levels import LevelsPart
from dpdesk.gui.dictionary.editor.members import MembersPart
from dpdesk.gui.dictionary.editor.number import BinsPart, BoundsPart
from dpdesk.gui.dictionary.editor.part import Part
from dpdesk.gui.dictionary.editor.public import PublicPart
from dpdesk.gui.dictionary.editor.rules import CombinationCodesPart, GroupsPart, RulesPart
from dpdesk.gui.dictionary.edits.variables import title_of
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.text import column, grid, label, named, panel, row, set_role
from dpdesk.gui.kit.theme import UNIT
from dpdesk.schema.editing.starting import is_unconfirmed


class VariableEditor(QWidget):
    """Shows the record of the variable in view. `renamed` with the name typed; the page does it in both documents."""

    renamed = Signal(str)

    def __init__(self, editing: Editing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._editing = editing
        self._kind = ""
        self._parts: dict[str, list[tuple[str, Part]]] = {}
        self._shown: list[Part] = []
        self._public: PublicPart | None = None
        self._levels: LevelsPart | None = None
        self._kinds = {
            "category": self.tr("Category"),
            "number": self.tr("Number"),
            "quantity": self.tr("Quantity"),
            "combination": self.tr("Combination"),
            "recode": self.tr("Groups"),
            "members": self.tr("Of the whole unit"),
        }
        layout = column(self)
        sheet = panel()
        inner = column(sheet, margin=UNIT)
        inner.addLayout(self._make_head())
        inner.addLayout(self._make_form())
        layout.addWidget(sheet)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.tr("Parts of the variable"))
        self.tabs.setUsesScrollButtons(True)
        layout.addWidget(self.tabs, 1)

    def _make_head(self) -> QHBoxLayout:
        head = row()
        self.heading = Elided("heading")
        self.badge = QPushButton()
        self.badge.setProperty("flat", True)
        named(self.badge, self.tr("Public or read from the data"), self.tr("Show where codes and bounds come from."))
        self.badge.clicked.connect(lambda: self.show_tab(PublicPart))
        head.addWidget(self.heading, 1)
        head.addWidget(self.badge)
        return head

    def _make_form(self) -> QGridLayout:
        self._form = form = grid()
        form.setColumnStretch(1, 3)
        form.setColumnStretch(3, 2)
        self.name, self.label = TextLine(), TextLine()
        self.column = ColumnBox()
        self.describes = Choice(preset=True)
        pair(form, 0, 0, self.tr("Na&me"), self.name, self.tr("The short name tables and other variables use."))
        pair(
            form,
            1,
            0,
            self.tr("La&bel"),
            self.label,
            self.tr("The title shown in tables, in the language chosen above."),
        )
        self._column_label = pair(
            form, 0, 1, self.tr("Colum&n"), self.column, self.tr("The column of the file it is read from.")
        )
        self._describes_label = pair(
            form,
            1,
            1,
            self.tr("&Belongs to"),
            self.describes,
            self.tr("What the value belongs to: a person, a household, or the area they live in."),
        )
        self.name.editingFinished.connect(self._rename)
        self.label.typed.connect(lambda text: self._put_words("label", text, self.tr("Change a label")))
        self.column.picked.connect(lambda text: self._put("column", text, self.tr("Choose another column")))
        self.describes.chosen.connect(lambda value: self._put("describes", value, self.tr("Change what it belongs to")))
        self.absent = label("", "problem")
        form.addWidget(self.absent, 2, 2, 1, 2)
        return form

    # Edits -----------------------------------------------------------------------------------------------------

    def _put(self, field: str, value: str, text: str) -> None:
        self._editing.edit(text, put(self._editing.record, [field], value))

    def _put_words(self, field: str, words: str, text: str) -> None:
        made = put_text(self._editing.record, [field], words, self._editing.language)
        self._editing.edit(text, made, f"{field}-{self._editing.language}")

    def _rename(self) -> None:
        text = self.name.text().strip()
        if text != self._editing.record.get("name", ""):
            self.renamed.emit(text)

    # What is shown ---------------------------------------------------------------------------------------------

    def _parts_of(self, kind: str) -> list[tuple[str, Part]]:
        if kind not in self._parts:
            editing = self._editing
            missing = self.tr("Missing codes")
            levels = self.tr("Hierarchies")
            public = self.tr("Public knowledge, note")
            make: dict[str, list[tuple[str, Callable[[], Part]]]] = {
                "category": [(self.tr("Codes"), lambda: CodesPart(editing))],
                "number": [(self.tr("Bins"), lambda: BinsPart(editing))],
                "quantity": [(self.tr("Bounds"), lambda: BoundsPart(editing))],
                "combination": [
                    (self.tr("Codes"), lambda: CombinationCodesPart(editing)),
                    (self.tr("Rules"), lambda: RulesPart(editing)),
                ],
                "recode": [(self.tr("Groups"), lambda: GroupsPart(editing))],
                "members": [(self.tr("Members"), lambda: MembersPart(editing))],
            }
            parts = [(text, one()) for text, one in make.get(kind, [])]
            if kind != "members":
                parts.append((self.tr("Not stated") if kind == "quantity" else missing, MissingPart(editing, kind)))
            if self._public is None:
                self._public, self._levels = PublicPart(editing), LevelsPart(editing)  # one for all types
            if kind not in ("quantity", "members") and self._levels is not None:
                parts.append((levels, self._levels))
            parts.append((public, self._public))
            self._parts[kind] = parts
        return self._parts[kind]

    def prepare(self) -> None:
        """Make the parts of the commonest type beforehand, and put them in their place."""
        self._show_parts("category")

    def _show_parts(self, kind: str) -> None:
        self._kind = kind
        parts = self._parts_of(kind)
        self.tabs.clear()
        for text, part in parts:
            self.tabs.addTab(part, text)
        self._shown = [part for _, part in parts]

    def take_snapshot(self) -> None:
        """The documents are checked: say what the forecast makes of a bound in view."""
        for part in self._shown:
            if isinstance(part, BoundsPart):
                part.show_cost()

    def show_tab(self, part: type[Part]) -> None:
        """Bring a part into view and the focus into it."""
        for at in range(self.tabs.count()):
            widget = self.tabs.widget(at)
            if isinstance(widget, part):
                self.tabs.setCurrentIndex(at)
                if isinstance(widget, PublicPart):
                    widget.by.setFocus()

    def part(self, kind: type[Part]) -> Part:
        """The part of that type in view."""
        for part in self._shown:
            if isinstance(part, kind):
                return part
        raise LookupError(f"the variable in view has no {kind.__name__}")

    def show_record(self, record: Tree, *, another: bool) -> None:
        """Show a record; `another` if it is another variable's."""
        kind = str(record.get("kind", ""))
        if kind != self._kind:
            self._show_parts(kind)
            another = True
        language = self._editing.language
        title = title_of(record, language)
        self.heading.setText(f"{self._kinds.get(kind, kind)}: {title}")
        waiting = is_unconfirmed(record)
        self.badge.setText(self.tr("read from the data: confirm…") if waiting else self.tr("public"))
        set_role(self.badge, "amber", waiting)
        if another or not self.name.hasFocus():
            self.name.show_text(str(record.get("name", "")))
        self.label.show_text(str(record.get("label", {}).get(language, "")), shown(record.get("label"), language))
        with_column = kind in ("category", "number", "quantity")
        self.column.setVisible(with_column)
        self._column_label.setVisible(with_column)
        columns = list(self._editing.columns())
        if with_column:
            self.column.set_columns(columns)
            self.column.show_text(str(record.get("column", "")))
        with_unit = kind not in ("recode", "members")
        self.describes.setVisible(with_unit)
        self._describes_label.setVisible(with_unit)
        special = self._editing.dictionary.get("unit", {}).get("describes") == "other"  # enterprises, stays in hospital
        self.describes.set_options(
            (
                ("unit", self.tr("each row") if special else self.tr("the person")),
                ("household", self.tr("the household")),
                ("area", self.tr("the area")),
            )
        )
        self.describes.set_value(str(record.get("describes", "")))
        self.absent.setVisible(False)
        absent = with_column and bool(columns) and record.get("column") not in columns
        self.absent.setText(self.tr("The file has no such column.") if absent else "")
        self.absent.setVisible(absent)
        for part in self._shown:
            part.show_record(record, another=another)
