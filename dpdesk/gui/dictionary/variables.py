"""The variables of the dictionary as a table: name, type, label, and how it is known that the domain is public."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QColor

from dpdesk.gui.desk.trees import shown as words_of
from dpdesk.gui.dictionary.edits.variables import title_of
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.rows import NO_INDEX, Index
from dpdesk.gui.kit.words import bound_text
from dpdesk.schema.editing.starting import is_unconfirmed

NAME, KIND, KNOWN, LABEL = range(4)
_ENDS = (("first", "lower"), ("last", "upper"))


class VariablesModel(QAbstractTableModel):
    """One row a variable, filtered by name or label; `places` are those of the variables shown."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._records: Sequence[dict[str, Any]] = ()
        self._language = "en"
        self._filter = ""
        self._problem: tuple[int, str] | None = None
        self.places: list[int] = []
        self.kinds = {
            "category": self.tr("category"),
            "number": self.tr("number"),
            "quantity": self.tr("quantity"),
            "combination": self.tr("combination"),
            "recode": self.tr("groups"),
            "members": self.tr("of the whole unit"),
        }

    def show_variables(
        self, records: Sequence[dict[str, Any]], language: str, wanted: str, problem: tuple[int, str] | None
    ) -> None:
        """Show variables whose name or label holds a text; `problem` is a place and the sentence about it."""
        text = wanted.strip().casefold()
        places = [at for at, one in enumerate(records) if not text or text in _searched(one, language)]
        if places == self.places:
            changed = [
                row
                for row, at in enumerate(places)
                if self._records[at] is not records[at] or language != self._language or problem != self._problem
            ]
            self._records, self._language, self._filter, self._problem = records, language, text, problem
            if changed:
                self.dataChanged.emit(self.index(changed[0], 0), self.index(changed[-1], LABEL))
            return
        if not text and not self._filter and len(places) == len(self.places) + 1 and self._one_more(records):
            at = next((a for a, one in enumerate(self._records) if one is not records[a]), len(self._records))
            self.beginInsertRows(NO_INDEX, at, at)
            self._records, self._language, self._problem, self.places = records, language, problem, places
            self.endInsertRows()
            return
        self.beginResetModel()
        self._records, self._language, self._filter, self._problem = records, language, text, problem
        self.places = places
        self.endResetModel()

    def _one_more(self, records: Sequence[dict[str, Any]]) -> bool:
        at = next((a for a, one in enumerate(self._records) if one is not records[a]), len(self._records))
        return all(one is other for one, other in zip(self._records[at:], records[at + 1 :], strict=True))

    def row_of(self, place: int) -> int:
        """The row of the variable at a place of the dictionary, -1 if the filter hides it."""
        return self.places.index(place) if place in self.places else -1

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else len(self.places)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else 4

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        at, column = self.places[index.row()], index.column()
        record = self._records[at]
        if role == Qt.ItemDataRole.DisplayRole:
            shown = {
                NAME: lambda: str(record.get("name", "")),
                KIND: lambda: self._kind(record),
                KNOWN: lambda: self._known(at),
                LABEL: lambda: title_of(record, self._language),
            }
            return shown[column]()
        if role == Qt.ItemDataRole.ToolTipRole:
            if self._problem is not None and self._problem[0] == at:
                return self._problem[1]
            if column == KNOWN and is_unconfirmed(record):
                return self.tr("It was read from the data: somebody must confirm that it is public knowledge.")
            return title_of(record, self._language)
        if role == Qt.ItemDataRole.ForegroundRole:
            if column == KNOWN and self._problem is not None and self._problem[0] == at:
                return QColor(theme.colours().red)
            if column == KNOWN and is_unconfirmed(record):
                return QColor(theme.colours().amber)
            if column == KIND:
                return QColor(theme.colours().muted)
        return None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """The heading of a column."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole or not 0 <= section < 4:
            return None
        return (self.tr("Variable"), self.tr("Type"), self.tr("Origin"), self.tr("Label"))[section]

    def sorts(self) -> set[str]:
        """What is said of types and domains."""
        return {self._kind(self._records[at]) for at in self.places} | set(self.kinds.values())

    def names(self) -> list[str]:
        """The names of the variables shown."""
        return [str(self._records[at].get("name", "")) for at in self.places]

    def all_public(self) -> bool:
        """Whether every domain is public, and nothing is to be corrected."""
        return self._problem is None and not any(map(is_unconfirmed, self._records))

    def known(self) -> set[str]:
        """What is said of how the domains are known."""
        return {self._known(at) for at in self.places}

    def _kind(self, record: dict[str, Any]) -> str:
        kind = str(record.get("kind", ""))
        return " · ".join(part for part in (self.kinds.get(kind, kind), self._domain(record)) if part)

    def _domain(self, record: dict[str, Any]) -> str:
        """The domain itself, in short: how many codes, or from where to where."""
        codes, bins = record.get("codes"), record.get("bins") or record
        if isinstance(codes, list) and codes:
            return self.tr("{number} codes").format(number=whole(len(codes))) if len(codes) != 1 else self.tr("1 code")
        low, high = (next((bins[name] for name in names if name in bins), None) for names in _ENDS)
        return (
            ""
            if low is None or high is None
            else self.tr("{low} to {high}").format(low=bound_text(low), high=bound_text(high))
        )

    def _known(self, at: int) -> str:
        if self._problem is not None and self._problem[0] == at:
            return self.tr("! to be corrected")
        if is_unconfirmed(self._records[at]):
            return self.tr("to confirm")
        return self.tr("public")


def _searched(record: dict[str, Any], language: str) -> str:
    return f"{record.get('name', '')}\n{words_of(record.get('label'), language)}".casefold()
