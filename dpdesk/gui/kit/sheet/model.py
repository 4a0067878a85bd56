"""One page of an empty table as a Qt model: rows and columns of labels, and cells that a provider fills.

Cells are asked for when they come into view; a table of a million cells costs as little as one of ten. The model knows
no number itself: a page gives it a *provider*, which says for a cell what is written there, what its tool tip says and
in which role it is drawn ("accent" for forecasts, "muted", "red", "" for plain text).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QColor

from dpdesk.gui.kit import theme
from dpdesk.gui.kit.rows import NO_INDEX, Index
from dpdesk.planning.compiler.sides import ShellSide

if TYPE_CHECKING:
    from dpdesk.planning.compiler.shells import Shell

Shown = tuple[str, str, str]
"""Text, tool tip, role."""
Provider = Callable[[int, int, int, int], Shown | None]
"""(page, stub line, boxhead line, item) -> what the cell shows, None for nothing."""
CellAt = tuple[int, int, int, int]
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
_LEFT = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

ROLE_NAME = Qt.ItemDataRole.UserRole
"""The role a cell is drawn in."""
CELL = Qt.ItemDataRole.UserRole + 1
"""(page, stub line, boxhead line, item) of a cell."""


class ShellModel(QAbstractTableModel):
    """A shell, one page of it in view: rows are stub lines, columns boxhead lines × items.

    Where the stub has no variable and there are several items (a distribution), the items stand in the rows instead,
    so that it reads downwards; `items_down` says which, and can be given.
    """

    def __init__(
        self, shell: Shell, parent: QObject | None = None, *, language: str = "en", items_down: bool | None = None
    ) -> None:
        super().__init__(parent)
        self.shell, self.language = shell, language
        _, stub, boxhead, items = shell.shape
        if items_down is None:
            items_down = stub == 1 and items > 1 and (boxhead > 1 or items > 4)
        self.items_down = items_down
        self.rows = ShellSide(shell.stub, shell.items if items_down else None, language)
        self.columns = ShellSide(shell.boxhead, None if items_down else shell.items, language)
        self.pages = ShellSide(shell.pages, None, language)
        self._page = 0
        self._provider: Provider | None = None

    # What is shown --------------------------------------------------------------------------------------------

    def set_values(self, provider: Provider | None) -> None:
        """Fill the cells from a provider, or empty them."""
        self._provider = provider
        self.refresh()

    def refresh(self) -> None:
        """The provider's answers have changed."""
        if self.rows.size and self.columns.size:
            self.dataChanged.emit(self.index(0, 0), self.index(self.rows.size - 1, self.columns.size - 1))

    @property
    def page(self) -> int:
        """The page in view."""
        return self._page

    def set_page(self, page: int) -> None:
        """Show another page; the lines stay."""
        page = max(0, min(page, self.pages.size - 1))
        if page != self._page:
            self._page = page
            self.refresh()

    def page_words(self, page: int) -> str:
        """A page in words."""
        return self.pages.words(page)

    def cell_at(self, row: int, column: int) -> CellAt:
        """Page, stub line, boxhead line and item of a cell."""
        item = self.rows.item(row) if self.items_down else self.columns.item(column)
        return self._page, self.rows.line(row), self.columns.line(column), item

    def cell_words(self, row: int, column: int) -> str:
        """A cell in words: "West · Female · 65 and over"."""
        page, line, across, item = self.cell_at(row, column)
        sides = ((self.pages, page), (self.rows, line), (self.columns, across))
        parts = [part for side, number in sides for part in side.line_words(number)]
        total = self.rows.label(0, 0) if not parts else ""
        plain = [part for part in parts if part != total] or parts or [total]
        distinct = list(dict.fromkeys(plain))
        if len(self.shell.items) > 1:
            distinct.append(self.shell.items[item].label.show(self.language))
        return " · ".join(part for part in distinct if part)

    def side(self, orientation: Qt.Orientation) -> ShellSide:
        """The boxhead (horizontal) or the stub."""
        return self.columns if orientation == Qt.Orientation.Horizontal else self.rows

    # Qt's model -----------------------------------------------------------------------------------------------

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        """Number of rows."""
        return 0 if parent.isValid() else self.rows.size

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        """Number of columns."""
        return 0 if parent.isValid() else self.columns.size

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        if not index.isValid():
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT
        if role == CELL:
            return self.cell_at(index.row(), index.column())
        wanted = (
            Qt.ItemDataRole.DisplayRole,
            Qt.ItemDataRole.ToolTipRole,
            Qt.ItemDataRole.ForegroundRole,
            Qt.ItemDataRole.AccessibleTextRole,
            ROLE_NAME,
        )
        if role not in wanted:
            return None
        shown = self.shown(index.row(), index.column())
        if role == Qt.ItemDataRole.AccessibleTextRole:
            words = self.cell_words(index.row(), index.column())
            return f"{words}: {shown[0]}" if shown else words
        if shown is None:
            return None
        text, tip, name = shown
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip or None
        if role == ROLE_NAME:
            return name
        colour = getattr(theme.colours(), name, None) if name else None
        return QColor(colour) if colour else None

    def shown(self, row: int, column: int) -> Shown | None:
        """What the provider says of a cell."""
        return self._provider(*self.cell_at(row, column)) if self._provider else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """A line in words; the levels themselves are drawn by the grid (see `side`)."""
        side = self.side(orientation)
        if not 0 <= section < side.size:
            return None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return side.words(section) or side.label(section, 0)
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _RIGHT if orientation == Qt.Orientation.Horizontal else _LEFT
        return None
