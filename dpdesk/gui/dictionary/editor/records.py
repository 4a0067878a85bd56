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

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QColor

from dpdesk.errors import BadInput
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.rows import NO_INDEX, Index
from dpdesk.gui.kit.sentences import sentence_of

Record = dict[str, Any]
_CHUNK = 2_000
"""Records that are looked at in one go, a few milliseconds."""


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
    filtered = Signal()  # what a filter lets through has been found

    def __init__(self, fields: Sequence[Field] = (), parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.fields = tuple(fields)
        self.records: Sequence[Record] = ()
        self.places: list[int] | None = None  # of the records shown while a filter is set
        self._filter, self._searching = "", False
        self._searched: tuple[Sequence[Record], int, list[int]] = ((), 0, [])
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
            if self._searching:
                self._searched = (records, 0, [])
            self.refresh()
            return
        if another or self._filter:
            self.beginResetModel()
            self.records, self._searching = records, False
            self.places = self._found(0, len(records)) if self._filter else None
            self.endResetModel()
            return
        shorter = min(len(old), len(records))
        first = _alike(old, records, 0, 0, shorter)
        last = _alike(old, records, len(old), len(records), shorter - first)
        removed, added = len(old) - first - last, len(records) - first - last
        if removed > added:
            self.beginRemoveRows(NO_INDEX, first + added, first + removed - 1)
            self.records = records
            self.endRemoveRows()
        elif added > removed:
            self.beginInsertRows(NO_INDEX, first + removed, first + added - 1)
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
        """Show only the records in which some column holds a text, letter case ignored; all of them for none."""
        wanted = text.strip().casefold()
        if wanted == self._filter and not self._searching:
            return
        self._filter, self._searching = wanted, False
        if not wanted:
            self._let_through(None)
            return
        self._searched = (self.records, 0, [])
        self._searching = True
        self.search_on()

    def search_on(self) -> None:
        """Look through some more records for the filter's text; long lists are looked through bit by bit."""
        records, at, found = self._searched
        if not self._searching or records is not self.records:
            self._searching = False
            return
        end = min(at + _CHUNK, len(records))
        found += self._found(at, end)
        self._searched = (records, end, found)
        if end < len(records):
            QTimer.singleShot(0, self, self.search_on)
            return
        self._searching = False
        self._let_through(found)

    def _found(self, at: int, end: int) -> list[int]:
        reads = [field.read for field in self.fields if not field.checked]
        wanted, records = self._filter, self.records
        return [place for place in range(at, end) if any(wanted in read(records[place]).casefold() for read in reads)]

    def _let_through(self, places: list[int] | None) -> None:
        self.beginResetModel()
        self.places = places
        self.endResetModel()
        self.filtered.emit()

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

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of rows."""
        if parent.isValid():
            return 0
        return len(self.records) if self.places is None else len(self.places)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
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
            self.refused.emit(sentence_of(problem))
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


def _alike(one: Sequence[Record], other: Sequence[Record], at: int, there: int, most: int) -> int:
    """How many records are the same from the beginning (at = there = 0), else up to the ends `at` and `there`."""
    backwards = at > 0 or there > 0
    found = 0
    while found < most:
        size = min(_CHUNK, most - found)
        a, b = (at - found - size, there - found - size) if backwards else (found, found)
        if one[a : a + size] != other[b : b + size]:
            break
        found += size
    else:
        return found
    step = -1 if backwards else 1
    a, b = (at - found - 1, there - found - 1) if backwards else (found, found)
    while found < most and one[a] == other[b]:
        found, a, b = found + 1, a + step, b + step
    return found


def _in_words(field: Field, text: str) -> str:
    for value, words in field.choices:
        if value == text:
            return words
    return text
