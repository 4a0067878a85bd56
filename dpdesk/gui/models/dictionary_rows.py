"""A model over a list of JSON records of the dictionary: codes, missing codes, groups, rules, levels; editable.

The model holds a reference to the list in the tree, however long, and changes nothing itself: an edit makes a new list,
which goes out through `edited`, comes back through the desk as every edit does, and is then shown by `set_records`.
Only what differs is told to the view, so that selection and place stay. A filter keeps the places of what it lets
through.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QColor

from dpdesk.errors import BadInput
from dpdesk.gui import theme

Index = QModelIndex | QPersistentModelIndex
Record = dict[str, Any]
_NONE = QModelIndex()


@dataclass(frozen=True, slots=True)
class Field:
    """A column of the table: how a record's value is shown, and the record with what the user typed instead.

    `write` may raise BadInput; None for what cannot be edited. `hint` is shown, muted, where the value is empty.
    `choices` (value, text) makes the cell a choice; `read` then gives the value. `checked` makes it a check box.
    """

    heading: str
    read: Callable[[Record], str]
    write: Callable[[Record, str], Record] | None = None
    hint: Callable[[Record], str] | None = None
    choices: tuple[tuple[str, str], ...] = ()
    checked: bool = False
    width: int = 120


class RecordsModel(QAbstractTableModel):
    """Records as rows. Emits `edited` with the new list and what was done, `refused` with a sentence."""

    edited = Signal(object, str)
    refused = Signal(str)

    def __init__(self, fields: Sequence[Field] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.fields = tuple(fields)
        self.records: Sequence[Record] = ()
        self.places: list[int] | None = None  # of the records shown while a filter is set
        self._filter = ""
        self.editable = True
        self.edit_text = self.tr("Edit a cell")

    # What is shown ---------------------------------------------------------------------------------------------

    def set_fields(self, fields: Sequence[Field]) -> None:
        """Show other columns."""
        self.beginResetModel()
        self.fields = tuple(fields)
        self.endResetModel()

    def set_records(self, records: Sequence[Record], *, another: bool = False) -> None:
        """Show a list of records; `another` if it is not the former one edited."""
        old = self.records
        if records is old and not another:
            return
        if self._filter and not another and len(old) == len(records):  # an edited record stays where it was found
            self.records = records
            self.refresh()
            return
        if another or self._filter:
            self.beginResetModel()
            self.records = records
            self._find()
            self.endResetModel()
            return
        first = 0
        shorter = min(len(old), len(records))
        while first < shorter and old[first] is records[first]:
            first += 1
        last = 0
        while last < shorter - first and old[-1 - last] is records[-1 - last]:
            last += 1
        removed, added = len(old) - first - last, len(records) - first - last
        if removed > added:
            self.beginRemoveRows(_NONE, first + added, first + removed - 1)
            self.records = records
            self.endRemoveRows()
        elif added > removed:
            self.beginInsertRows(_NONE, first + removed, first + added - 1)
            self.records = records
            self.endInsertRows()
        self.records = records
        same = min(removed, added)
        if same:
            self.dataChanged.emit(self.index(first, 0), self.index(first + same - 1, len(self.fields) - 1))

    def refresh(self) -> None:
        """Show the same records anew: the language is another."""
        if self.rowCount():
            self.dataChanged.emit(self.index(0, 0), self.index(self.rowCount() - 1, len(self.fields) - 1))

    def set_filter(self, text: str) -> None:
        """Show only the records in which some column holds a text, letter case ignored."""
        wanted = text.strip().casefold()
        if wanted == self._filter:
            return
        self.beginResetModel()
        self._filter = wanted
        self._find()
        self.endResetModel()

    def _find(self) -> None:
        if not self._filter:
            self.places = None
            return
        reads = [field.read for field in self.fields if not field.checked]
        wanted = self._filter
        self.places = [
            at for at, one in enumerate(self.records) if any(wanted in read(one).casefold() for read in reads)
        ]

    def place(self, row: int) -> int:
        """The place in the list of the record in a row."""
        return row if self.places is None else self.places[row]

    def row_of(self, place: int) -> int:
        """The row that shows the record at a place, -1 if the filter hides it."""
        if self.places is None:
            return place if place < len(self.records) else -1
        try:
            return self.places.index(place)
        except ValueError:
            return -1

    # Qt's side -------------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = _NONE) -> int:
        """Number of rows."""
        if parent.isValid():
            return 0
        return len(self.records) if self.places is None else len(self.places)

    def columnCount(self, parent: Index = _NONE) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else len(self.fields)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        field, record = self.fields[index.column()], self.records[self.place(index.row())]
        if role == Qt.ItemDataRole.CheckStateRole:
            if not field.checked:
                return None
            return Qt.CheckState.Checked if field.read(record) else Qt.CheckState.Unchecked
        if field.checked:
            return None
        if role == Qt.ItemDataRole.EditRole:
            return field.read(record)
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            text = _in_words(field, field.read(record))
            if not text and field.hint is not None:
                text = field.hint(record)
            if role == Qt.ItemDataRole.ToolTipRole:
                return text if len(text) > 20 else None
            return text[:500]
        if role == Qt.ItemDataRole.ForegroundRole and field.hint is not None and not field.read(record):
            return QColor(theme.colours().muted)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Cells can be chosen, and edited where they may be."""
        flags = super().flags(index)
        if not index.isValid() or not self.editable:
            return flags
        field = self.fields[index.column()]
        if field.checked:
            return flags | Qt.ItemFlag.ItemIsUserCheckable
        return flags | Qt.ItemFlag.ItemIsEditable if field.write is not None else flags

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation != Qt.Orientation.Horizontal or not 0 <= section < len(self.fields):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.fields[section].heading
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Ask for an edit of one cell."""
        if not index.isValid() or not self.editable:
            return False
        field, at = self.fields[index.column()], self.place(index.row())
        if role == Qt.ItemDataRole.CheckStateRole and field.checked:
            text = "1" if Qt.CheckState(value) == Qt.CheckState.Checked else ""
        elif role == Qt.ItemDataRole.EditRole and not field.checked:
            text = str(value).strip()
        else:
            return False
        if field.write is None or text == field.read(self.records[at]):
            return False
        try:
            record = field.write(self.records[at], text)
        except BadInput as problem:
            self.refused.emit(str(problem))
            return False
        records = list(self.records)
        records[at] = record
        self.edited.emit(records, self.edit_text)
        return True

    # Edits of rows ---------------------------------------------------------------------------------------------

    def without(self, rows: Sequence[int]) -> list[Record]:
        """The list without the records in some rows."""
        places = {self.place(row) for row in rows}
        return [one for at, one in enumerate(self.records) if at not in places]

    def moved(self, row: int, by: int) -> list[Record] | None:
        """The list with one record a place up or down, None at the ends or under a filter."""
        if self.places is not None or not 0 <= row + by < len(self.records):
            return None
        records = list(self.records)
        records.insert(row + by, records.pop(row))
        return records


def _in_words(field: Field, text: str) -> str:
    for value, words in field.choices:
        if value == text:
            return words
    return text
