"""The sheet to sign of the plan on the desk: worked out in a thread when it is wanted, and kept while it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.documents import same_but_the_cover
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.gui.release.sheet import Sheet

SHEET = "release-sheet"
"""The owner of the task that works the sheet out."""


class KnownSheet(QObject):
    """`changed` when a sheet, or a sentence why there is none, has arrived."""

    changed = Signal()

    def __init__(self, desk: Desk, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._sheet: Sheet | None = None
        self._about: tuple[Any, ...] = ()  # what stood on the desk when it was asked for
        self._doubted = False
        self.problem = ""

    @property
    def now(self) -> Sheet | None:
        """The sheet; None while there is none about what stands on the desk."""
        return self._sheet if self._about and _same(self._about, self._on_desk()) else None

    def doubt(self) -> None:
        """The ledger may say something else now: it is read again, and until then the sheet stays."""
        self._doubted = True

    def read(self) -> None:
        """Work the sheet out, unless it is known; nothing while the documents are not checked or have gaps."""
        desk, about = self._desk, self._on_desk()
        unchanged = bool(self._about) and _same(self._about, about)
        if unchanged and not self._doubted:
            return
        if not desk.checked or desk.snapshot.forecast is None or desk.snapshot.missing:
            return
        make, ledger, language = desk.plan_maker(), desk.ledger_path, desk.language
        self._doubted = False
        self._about, self.problem = about, ""
        if not unchanged:
            self._sheet = None

        def work(progress: Progress) -> Sheet:
            from dpdesk.gui.release.sheet import read_sheet

            return read_sheet(make(), ledger, language, desk.forecasts.forecaster)

        desk.tasks.start(SHEET, work, self._on_sheet, self._on_problem)

    def _on_desk(self) -> tuple[Any, ...]:
        desk = self._desk
        return (desk.dictionary, desk.plan, desk.account, desk.ledger_path)

    def _on_sheet(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self.changed.emit()

    def _on_problem(self, sentence: str) -> None:
        self.problem = sentence
        self.changed.emit()


def _same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two keys name the same things, the cover apart: typing there changes nothing else on the sheet."""
    rest = (*one[:1], *one[2:]), (*other[:1], *other[2:])
    return all(left is right for left, right in zip(*rest, strict=True)) and same_but_the_cover(one[1], other[1])
