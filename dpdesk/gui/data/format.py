"""How a file is written, field by field, each to be corrected: a proposal until it is confirmed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import (
    QComboBox,
    QFileDialog,
    QGridLayout,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.desk.written import full_source, source_problem
from dpdesk.gui.kit.choice import Choice, ChoiceOrOther
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.sentences import sentence_of
from dpdesk.gui.kit.text import column, label, named, set_role
from dpdesk.gui.kit.theme import UNIT
from dpdesk.limits import MOST_COLUMNS
from dpdesk.schema.file.sources import SOURCES

_ACROSS = 3
_LINE = re.compile(r"\s*(\S(?:.{0,498}\S)?)\s+([1-9][0-9]{0,5})\s+([1-9][0-9]{0,5})\s*")
_ORDER = (
    "kind", "sheet", "table", "delimiter", "quote", "encoding", "characters", "decimal", "thousands", "columns",
    "header_row",
)  # fmt: skip
_FIELDS = {kind: tuple(name for name in _ORDER if name in record.model_fields) for kind, record in SOURCES.items()}


def layout_of(text: str) -> list[Tree]:
    """The columns that a text states, a line each: name, first place and width; none where it states anything else."""
    found = [_LINE.fullmatch(line) for line in text.splitlines() if line.strip()]
    layout = [{"name": one[1], "start": int(one[2]), "width": int(one[3])} for one in found if one is not None]
    whole = len(layout) == len(found) == len({one["name"] for one in layout})
    return layout if whole and len(layout) <= MOST_COLUMNS else []


def layout_text(layout: Sequence[Tree], between: str = "; ") -> str:
    """Columns as such a text."""
    return between.join(f"{one.get('name')} {one.get('start')} {one.get('width')}" for one in layout)


class LayoutField(QPlainTextEdit):
    """The columns of a text of fixed width, a line each; emits `edited` with them, none while they are not in order."""

    edited = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout: list[Tree] = []
        self.setTabChangesFocus(True)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.setFixedHeight(UNIT * 15)
        self.textChanged.connect(self._on_text)

    def set_value(self, layout: list[Tree]) -> None:
        """Show columns; what is being typed and states the same, or nothing yet, is not replaced."""
        if layout != self._layout:
            self._layout = layout
            with QSignalBlocker(self):  # what a dictionary says is not edited by being shown
                self.setPlainText(layout_text(layout, "\n"))

    def _on_text(self) -> None:
        layout = layout_of(self.toPlainText())
        if layout != self._layout:
            self._layout = layout
            self.edited.emit(layout)


class FormatForm(QWidget):
    """Shows a `source` object and emits `edited` with a corrected one, `failed` with why a codebook cannot be read."""

    edited = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source: Tree = {}
        self._of_before: Tree = {}  # the table or the layout, kept while other kinds are passed over
        tr = self.tr
        self._names: dict[str, dict[str, str]] = {
            "kind": {
                **{kind: record.called for kind, record in SOURCES.items()},
                "csv": tr("Text with a delimiter (CSV)"), "fixed": tr("Text of fixed width"),
                "xlsx": tr("Excel workbook"),
                "duckdb": tr("DuckDB database"), "sqlite": tr("SQLite database"),
                "spss": tr("SPSS file"), "stata": tr("Stata file"), "sas": tr("SAS file"),
            },
            "delimiter": {",": tr("Comma"), ";": tr("Semicolon"), "\t": tr("Tab"), "|": tr("Bar")},
            "encoding": {
                "utf-8": "UTF-8", "cp1252": tr("Windows, western (cp1252)"), "iso8859-1": tr("Latin 1 (ISO 8859-1)"),
                "iso8859-15": tr("Latin 9 (ISO 8859-15)"), "utf-16-le": tr("UTF-16, little endian"),
                "utf-16-be": tr("UTF-16, big endian"), "cp1250": tr("Windows, central European (cp1250)"),
                "cp1251": tr("Windows, Cyrillic (cp1251)"), "cp437": tr("DOS (cp437)"),
            },
            "decimal": {".": tr("Point"), ",": tr("Comma")},
            "thousands": {
                "": tr("None"), ",": tr("Comma"), ".": tr("Point"), " ": tr("Space"), "'": tr("Apostrophe '"),
                "’": tr("Apostrophe ’"), "\u00a0": tr("No-break space"), "\u202f": tr("Narrow no-break space"),
            },
            "quote": {'"': tr('Double "'), "'": tr("Single '"), "": tr("None")},
        }  # fmt: skip
        self._names["characters"] = {"": tr("As the file says"), **self._names["encoding"]}
        self._titles = {
            "kind": tr("Kind of file"), "delimiter": tr("Delimiter"), "encoding": tr("Encoding"),
            "decimal": tr("Decimal mark"), "thousands": tr("Thousands mark"), "quote": tr("Quotation mark"),
            "header_row": tr("Line of the column names"), "sheet": tr("Sheet"),
            "table": tr("Table or view"), "characters": tr("Encoding of its texts"),
            "columns": tr("Columns: name, first place, width"),
        }  # fmt: skip
        self.missing = {
            "table": tr("Choose the table of the database that holds the data."),
            "columns": tr("Say where each column stands, in a line each: its name, its first place and its width."),
        }
        self._kind = Choice()
        self._delimiter = ChoiceOrOther(self._titles["delimiter"], (), tr("Other…"), longest=1)
        self._encoding = ChoiceOrOther(self._titles["encoding"], (), tr("Other…"), longest=40)
        self._characters = ChoiceOrOther(self._titles["characters"], (), tr("Other…"), longest=40)
        self._decimal, self._thousands, self._quote = Choice(), Choice(), Choice()
        self._sheet = ChoiceOrOther(self._titles["sheet"], (), tr("Other…"), longest=31)
        self._table = ChoiceOrOther(self._titles["table"], (), tr("Other…"), longest=500)
        self._columns = LayoutField()
        self._header = NumberField(whole=True)
        self._header.setMaximumWidth(80)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(UNIT * 2)
        self._grid.setVerticalSpacing(UNIT)
        for at, share in enumerate((7, 5, 5)):  # the first holds the longest names
            self._grid.setColumnStretch(at, share)
            self._grid.setColumnMinimumWidth(at, UNIT * 8)
        self._placed: tuple[str, ...] = ()
        self._cells: dict[str, QWidget] = {}
        self._inside: dict[str, QVBoxLayout] = {}
        self._add("kind", self._kind, tr("Whether the file is text, a workbook, a database or of which program."))
        self._add("sheet", self._sheet, tr("The sheet of the workbook that holds the data."))
        self._add("table", self._table, tr("The table or view of the database that holds the data."))
        self._add("delimiter", self._delimiter, tr("The character between two fields of a record."))
        self._add("quote", self._quote, tr("The mark around fields that contain the delimiter."))
        self._add("encoding", self._encoding, tr("Which characters the bytes of the file stand for."))
        self._add("characters", self._characters, tr("Another than the file states, where its texts come out wrong."))
        self._add("decimal", self._decimal, tr("The mark before the decimals of a number."))
        self._add("thousands", self._thousands, tr("The mark that groups the digits of large numbers."))
        self._add("columns", self._columns, tr("A line for each column: name, first place, width, as in: age 14 3."))
        self.codebook = QPushButton(tr("Take them from a codebook…"))
        named(self.codebook, self.codebook.text(), tr("A DDI codebook (XML), or CSV with name, start and width."))
        self.codebook.clicked.connect(self._take_codebook)
        self._inside["columns"].addWidget(self.codebook)
        self._add("header_row", self._header, tr("1 for the first line; 0 if the file has no column names."))

    def _add(self, name: str, widget: Choice | ChoiceOrOther | NumberField | LayoutField, description: str) -> None:
        shown = label(self._titles[name], "caption", wrap=False)
        if isinstance(widget, ChoiceOrOther):
            shown.setBuddy(widget.choice)
            widget.describe(description)
        else:
            shown.setBuddy(widget)
            named(widget, self._titles[name], description)
        cell = QWidget(self)
        cell.hide()
        inside = column(cell, spacing=UNIT // 2)
        inside.addWidget(shown)
        inside.addWidget(widget)
        self._inside[name] = inside
        box = widget.choice if isinstance(widget, ChoiceOrOther) else widget
        if isinstance(box, Choice):
            box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(4)
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        shown.setMinimumWidth(1)
        if isinstance(widget, NumberField):
            widget.edited.connect(lambda text: self._edit(name, int(text)))
        elif isinstance(widget, LayoutField):
            widget.edited.connect(lambda layout: self._edit(name, layout))
        else:
            if name in self._names:
                widget.set_options(list(self._names[name].items()))
            widget.chosen.connect(lambda value: self._edit(name, value))
        self._cells[name] = cell

    def _edit(self, name: str, value: Any) -> None:
        if name == "kind":
            source: Tree = {**self._of_before, "kind": value}
        else:
            source = {**self._source, name: value}
        self.edited.emit(full_source(source))

    def _take_codebook(self) -> None:
        """Let a codebook be chosen, and take the places of the columns from it."""
        from dpdesk.data.sources.fixed.codebooks import read_codebook

        kinds = self.tr("Codebooks (*.xml *.csv)")
        name, _ = QFileDialog.getOpenFileName(self, self.codebook.text(), "", kinds)
        if not name:
            return
        try:
            layout = read_codebook(Path(name)).layout()
        except BadInput as problem:
            self.failed.emit(sentence_of(problem))
            return
        self._edit("columns", layout)

    def show_source(self, source: Tree, sheets: tuple[str, ...] = (), tables: tuple[str, ...] = ()) -> None:
        """Show a source; `sheets` or `tables` are those of the file in hand. What is being typed is not replaced."""
        self._source = full_source(source)
        kind = self._source["kind"]
        self._of_before |= {name: self._source[name] for name in self.missing if name in self._source}
        self._place(_FIELDS.get(kind, ()))
        self._kind.set_value(kind)
        self._delimiter.set_value(self._source.get("delimiter", ","))
        self._encoding.set_value(self._source.get("encoding", "utf-8"))
        self._characters.set_value(self._source.get("characters", ""))
        self._decimal.set_value(self._source.get("decimal", "."))
        self._thousands.set_value(self._source.get("thousands", ""))
        self._quote.set_value(self._source.get("quote", '"'))
        self._sheet.set_options([(sheet, sheet) for sheet in sheets])
        self._sheet.set_value(self._source.get("sheet") or (sheets[0] if sheets else ""))
        self._table.set_options([(table, " ".join(table.split()) or table) for table in tables])
        self._table.set_value(self._source.get("table") or "")
        self._columns.set_value(self._source.get("columns", []))
        self._header.set_value(str(self._source.get("header_row", 1)))
        problem = source_problem(self._source)
        self._delimiter.mark(problem == "delimiter")
        self._encoding.mark(problem == "encoding")
        self._characters.mark(problem == "characters")
        set_role(self._thousands, "invalid", problem == "thousands")
        set_role(self._columns, "invalid", problem == "columns")

    def _place(self, names: tuple[str, ...]) -> None:
        """Show some fields, in lines of three."""
        if names == self._placed:
            return
        self._placed = names
        for name, cell in self._cells.items():
            self._grid.removeWidget(cell)
            cell.setVisible(name in names)
        for at, name in enumerate(names):
            across = _ACROSS - at % _ACROSS if at == len(names) - 1 else 1  # the last one has the rest of its line
            self._grid.addWidget(self._cells[name], at // _ACROSS, at % _ACROSS, 1, across, Qt.AlignmentFlag.AlignTop)

    def in_short(self, source: Tree) -> str:
        """How a file is written, in a line: "Text with a delimiter (CSV), Comma, UTF-8"."""
        full = full_source(source)
        kind = full["kind"]
        parts: list[str] = [self._names["kind"].get(kind, str(kind))]
        for name in ("delimiter", "sheet", "table", "encoding"):
            value = full.get(name)
            if value and name in _FIELDS.get(kind, ()):
                parts.append(self._names.get(name, {}).get(value, str(value)))
        if full.get("decimal") == "," and "decimal" in _FIELDS.get(kind, ()):
            parts.append(self.tr("decimal comma"))
        return ", ".join(parts)

    def in_words(self, source: Tree, fields: tuple[str, ...] = ()) -> str:
        """A source in words, such as "Delimiter Comma, Encoding UTF-8"; only some fields where they are given."""
        full = full_source(source)
        wanted = fields or tuple(full)
        parts = []
        for name in _FIELDS.get(full["kind"], ("kind",)):
            if name in wanted and name in full:
                value = layout_text(full[name]) if name == "columns" else full.get(name, "")
                text = self._names.get(name, {}).get(value, str(value)) if isinstance(value, str) else str(value)
                parts.append(f"{self._titles[name]}: {text}")
        return ", ".join(parts)
