"""The sessions of a data set that the ledger keeps, as they are shown; read in a thread, and no ledger is made."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from dpdesk.gui.ask.asking import stored_view
from dpdesk.gui.desk.desk import Desk
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.gui.ask.asking import View

STORED = "ask-stored"
"""The owner of the task that reads them."""


class StoredSessions(QObject):
    """`changed` when the sessions of the data set on the desk have been read; `views` by their identifiers."""

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self.views: Mapping[str, View] = {}
        self.problem = ""

    def read(self) -> None:
        """Read them, the newest first; those whose program ended are closed by that."""
        path, name = self._desk.ledger_path, self._desk.dictionary.get("dataset_id")

        def work(progress: Progress) -> dict[str, View]:
            from dpdesk.ledger.ledger import Ledger

            progress("reading the ledger")
            if not name or not path.exists():
                return {}
            with Ledger.open(path) as ledger:
                found = ledger.sessions(name)
            return {one.id: stored_view(one) for one in reversed(found)}

        def done(views: dict[str, View]) -> None:
            same = list(views) == list(self.views) and all(views[k].state == self.views[k].state for k in views)
            if same and not self.problem:
                return
            self.views, self.problem = views, ""
            self.changed.emit()

        def failed(sentence: str) -> None:
            self.views, self.problem = {}, sentence
            self.changed.emit()

        self._desk.tasks.start(STORED, work, done, failed)
