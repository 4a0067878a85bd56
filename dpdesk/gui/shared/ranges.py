"""Between which noise margins the cells of each table lie: worked out in a thread after each check, for lists."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Signal

from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.kit.local import local, whole
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.aids.ranges import MarginRange

    Ranges = Mapping[str, MarginRange | None]


class MarginRanges(QObject):
    """Watches a desk; `found` are the ranges of the tables by name, as they were last worked out."""

    changed = Signal()

    def __init__(self, desk: Desk, owner: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._desk, self._owner = desk, owner
        self._of: object = None  # the plan they are about
        self.found: Ranges = {}

    def take_snapshot(self) -> None:
        """The documents are checked: work out the ranges of the tables as they are."""
        desk, plan = self._desk, self._desk.snapshot.plan
        if not desk.checked:
            return
        if plan is None or desk.snapshot.forecast is None:
            desk.tasks.cancel(self._owner)
            self._show(None, {})
            return
        if plan is self._of:
            return

        def work(progress: Progress) -> Ranges:
            from dpdesk.planning.aids.ranges import margin_ranges

            return margin_ranges(plan, progress, forecaster=desk.forecasts.forecaster)

        desk.tasks.start(self._owner, work, lambda found: self._show(plan, found), lambda _: self._show(None, {}))

    def forget(self) -> None:
        """Other documents lie on the desk."""
        self._desk.tasks.cancel(self._owner)
        self._show(None, {})

    def text(self, table: str) -> str:
        """The range of a table in words, empty where nothing is known; of which figures, where it has others too."""
        return self.words(self.found.get(table))

    def words(self, found: MarginRange | None) -> str:
        """A range in words; empty for none."""
        if found is None:
            return ""
        words = {"counts": self.tr("Counts: {range}"), "sums": self.tr("Sums: {range}")}
        return words.get(found.only, "{range}").format(range=range_text(found))

    def _show(self, of: object, found: Ranges) -> None:
        self._of, self.found = of, found
        self.changed.emit()


def range_text(found: MarginRange) -> str:
    """A range as it stands in a list: "± 8 … ± 22", "≈ ± 0.3" for a rough one, with the size that it assumes."""
    digits = digits_for(found.widest)
    if found.rough and all(margin == round(margin) for margin in (found.least, found.widest)):
        digits = 0  # a decimal of 0 would look exact
    least, widest = fixed(found.least, digits), fixed(found.widest, digits)
    said = f"± {least}" if least == widest else f"± {least} … ± {widest}"
    if found.rough and found.widest == 0:  # nearly always the very number; it bears noise all the same
        said = QCoreApplication.translate("MarginRanges", "under ± 1")
    if found.people:
        words = QCoreApplication.translate("MarginRanges", "with {people} records: {range}")
        return words.format(people=whole(found.people), range=said)
    return f"≈ {said}" if found.rough else said


def digits_for(widest: float) -> int:
    """Decimals in which margins are set under each other: two figures of the widest, none from a hundred on."""
    if widest >= 100 or widest <= 0 or not math.isfinite(widest):
        return 0
    return 1 if widest >= 1 else 1 - math.floor(math.log10(widest))


def fixed(margin: float, digits: int) -> str:
    """A margin with so many decimals, rounded up: no margin is promised too small."""
    return local(f"{math.ceil(margin * 10**digits - 1e-9) / 10**digits:,.{digits}f}")
