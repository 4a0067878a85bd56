"""The intervals of a measure as an editable list: from, to, label. By values for bins of numbers, else by codes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt, Signal

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.rows import NO_INDEX, Index
from dpdesk.gui.tables.edits.measures import label_interval, put_interval
from dpdesk.privacy.exact import format_exact, parse_exact

_EDIT = Qt.ItemDataRole.EditRole
_ENDS = (("at_least", "below"), ("from", "to"))


class IntervalsModel(QAbstractTableModel):
    """Emits `edited` with the new list, or `refused` with a sentence where what was typed is no end of an interval.

    A plan has intervals from a value to below another. Of whole numbers people name the last one in an interval, 25 to
    29, and that is what they see and type here.
    """

    edited = Signal(list)
    refused = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.intervals: list[Tree] = []
        self._language = "en"
        self._codes: dict[str, str] = {}
        self._edges: frozenset[Fraction] = frozenset()
        self._whole = False  # whether each bin is one whole number

    def set_intervals(
        self,
        intervals: Sequence[Tree],
        codes: Sequence[str],
        labels: Sequence[str],
        language: str,
        edges: Sequence[Fraction] = (),
    ) -> None:
        """Show a list; codes, labels and edges of the variable are what an end by code, or by value, may be."""
        self._codes, self._language = dict(zip(codes, labels, strict=True)), language
        self._edges = frozenset(edges)
        self._whole = bool(edges) and edges[0].denominator == 1 and all(b - a == 1 for a, b in pairwise(edges))
        if len(intervals) == len(self.intervals):
            self.intervals = list(intervals)
            if self.intervals:
                self.dataChanged.emit(self.index(0, 0), self.index(len(self.intervals) - 1, 2))
            return
        self.beginResetModel()
        self.intervals = list(intervals)
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of intervals."""
        return 0 if parent.isValid() else len(self.intervals)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """From, to, label."""
        return 0 if parent.isValid() else 3

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What the columns are."""
        if orientation != Qt.Orientation.Horizontal or role != Qt.ItemDataRole.DisplayRole or not 0 <= section < 3:
            return None
        return (self.tr("From"), self.tr("To"), self.tr("Label"))[section]

    def _by_code(self, record: Tree) -> bool:
        return "from" in record or "to" in record

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Every cell can be edited."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """An end or the label."""
        if not index.isValid() or role not in (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.EditRole,
            Qt.ItemDataRole.ToolTipRole,
        ):
            return None
        record = self.intervals[index.row()]
        if index.column() == 2:
            return record.get("label", {}).get(self._language, "")
        end = record.get(_ENDS[self._by_code(record)][index.column()])
        if end is None:
            return "" if role == Qt.ItemDataRole.EditRole else self.tr("open")
        if self._by_code(record):
            return self._codes.get(end, end)
        if index.column() == 0:
            return local(end)
        if self._whole and parse_exact(end).denominator == 1:
            return format_exact(parse_exact(end) - 1)
        return self.tr("below {value}").format(value=local(end)) if role != _EDIT else local(end)

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Take what was typed, if it is an end of an interval."""
        if role != Qt.ItemDataRole.EditRole or not index.isValid():
            return False
        text, at = str(value).strip(), index.row()
        if index.column() == 2:
            made = label_interval(self.intervals, at, text, self._language)
        else:
            by_code = self._by_code(self.intervals[at])
            end = self._code(text) if by_code else self._number(text, last=index.column() == 1)
            if text and end is None:
                what = self._wanted(by_code=by_code)
                self.refused.emit(self.tr("“{text}” is not {what}.").format(text=text[:60], what=what))
                return False
            made = put_interval(self.intervals, at, **{_ENDS[by_code][index.column()]: end})
            if not {"from", "to", "at_least", "below"} & set(made[at]):
                return False
        if made != self.intervals:
            self.intervals = made
            self.dataChanged.emit(index, index)
            self.edited.emit(made)
        return True

    def _code(self, text: str) -> str | None:
        if text in self._codes:
            return text
        return next((code for code, shown in self._codes.items() if shown.casefold() == text.casefold()), None)

    def _wanted(self, *, by_code: bool) -> str:
        if by_code:
            return self.tr("a code of the variable")
        return self.tr("a whole number") if self._whole else self.tr("a number such as 18 or 17.5")

    def _number(self, text: str, *, last: bool) -> str | None:
        """A typed end as the plan has it; the last number of an interval of whole numbers lies below the next one."""
        from dpdesk.gui.kit.number import exact_text

        exact = exact_text(text)
        if exact is None:
            return None
        value = parse_exact(exact)
        if self._whole and value.denominator != 1:
            return None
        after = value + 1
        if last and (self._whole or (value not in self._edges and after in self._edges and value.denominator == 1)):
            return format_exact(after)
        return exact
