"""The table of the ledger's entries: which columns there is room for, and how wide they are."""

from __future__ import annotations

from PySide6.QtGui import QResizeEvent

from dpdesk.gui.kit.table import DataTable
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.ledger.entries import COST, DATASET, DATE, LEFT, NUMBER, TITLE, WHAT


class EntriesTable(DataTable):
    """What happened and the title share the room; where there is too little, the data set goes, then the title."""

    _several = False

    def fit(self, *, several: bool) -> None:
        """Show the columns there is room for; `several`: the rows are of several data sets."""
        self._several = several
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the columns the new room."""
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        if self.model() is None:
            return
        self.horizontalHeader().setStretchLastSection(False)
        sign = self.fontMetrics().horizontalAdvance("0")
        widths = {at: sign * signs + UNIT * 2 for at, signs in ((NUMBER, 5), (DATE, 11), (COST, 8), (LEFT, 8))}
        room = self.viewport().width() - sum(widths.values())
        self.setColumnHidden(DATASET, False)  # a hidden head asks for no room
        account = max(sign * 13, self.horizontalHeader().sectionSizeHint(DATASET))
        several = self._several and room - account > sign * 44
        room -= account if several else 0
        title = room > sign * 60  # less would cut both
        what = min(max(int(room * 0.7), sign * 28), sign * 44) if title else room
        widths |= {DATASET: account, WHAT: what, TITLE: room - what}
        for at, more in ((LEFT, 7), (COST, 7), (DATASET, 14)):  # a wide screen shows them in full
            if widths[TITLE] > sign * (44 + more) and (several or at != DATASET):
                widths[at] += sign * more
                widths[TITLE] -= sign * more
        for at, hidden in ((DATASET, not several), (TITLE, not title)):
            self.setColumnHidden(at, hidden)
        for at, wide in widths.items():
            if not self.isColumnHidden(at):
                self.setColumnWidth(at, wide)
