"""Methods found by optimisation: worked out beside the window when somebody asks, with a sign and a way to stop it.

The forecast lists them and leaves them alone, since they take seconds. What has been worked out is shown for as long as
the plan means the same. One that the plan names is worked out with every forecast; then, too, the sign is shown, and
stopping it takes the name out of the plan again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QPushButton, QWidget

from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.gui.desk.desk import FORECAST, Desk
from dpdesk.gui.kit.text import label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.progress import Progress

SLOW = "accuracy slow"
"""The owner of the task that works them out."""
_OPTIMISING = "optimising"
_Part = Mapping[str, Any] | None


class SlowMethods(QWidget):
    """`found` when they have been worked out."""

    found = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._desk = desk
        self._table = ""
        self._waiting = False  # whether some method of the table has not been worked out
        self._asked: tuple[str, int, str] | None = None  # meaning of the plan, level and table
        self._result: Mapping[str, Any] | None = None
        self._named = False  # whether a forecast is held up by a method the plan names
        line = row(self, spacing=UNIT)
        self.sign = label("", "caption")
        self.ask = QPushButton(self.tr("W&ork out slower methods too"))
        named(
            self.ask,
            self.tr("Work out slower methods too"),
            self.tr("Methods found by optimisation may be more accurate; it takes a while, and can be stopped."),
        )
        self.ask.clicked.connect(self._on_ask)
        self.stop = QPushButton(self.tr("Sto&p"))
        self.stop.setAccessibleName(self.tr("Stop the optimisation"))
        self.stop.clicked.connect(self._on_stop)
        line.addWidget(self.ask)
        line.addWidget(self.sign, 1)
        line.addWidget(self.stop)
        line.addStretch(1)
        desk.tasks.progressed.connect(self._on_progress)
        desk.tasks.ended.connect(self._on_end)
        desk.documents_changed.connect(self._on_documents)
        self._redraw()

    # What is shown --------------------------------------------------------------------------------------------

    def show_table(self, name: str, group: _Part) -> None:
        """Another table is in view, or another forecast of it."""
        self._table = name
        self._waiting = any(one["takes_long"] for one in group["methods"]) if group else False
        self._redraw()

    def completed(self, entry: _Part, group: _Part) -> tuple[_Part, _Part]:
        """A table's forecast and its group's, with the slower methods where they have been worked out for it."""
        if entry is None or self._result is None or self._asked != self._key():
            return entry, group
        return self._result["table"], self._result["group"]

    def _key(self) -> tuple[str, int, str] | None:
        plan = self._desk.snapshot.plan
        return None if plan is None else (plan.meaning, plan.level, self._table)

    def _redraw(self) -> None:
        running = self._desk.tasks.running(SLOW) or self._named
        done = self._result is not None and self._asked == self._key()
        show_if(self.ask, self._waiting and not running and not done)
        show_if(self.sign, running)
        show_if(self.stop, running)
        show_if(self, running or (self._waiting and not done))

    # Working out ----------------------------------------------------------------------------------------------

    def _on_ask(self) -> None:
        plan, table = self._desk.snapshot.plan, self._table
        if plan is None:
            return

        def work(progress: Progress) -> Mapping[str, Any]:
            from dpdesk.planning.forecast.forecast import Forecaster

            # Not the desk's forecaster: an optimisation of minutes would hold up who builds for the same group.
            return Forecaster().compared(plan, table, progress, numerical=True)

        self._asked, self._result = self._key(), None
        self.sign.setText(self.tr("Working out slower methods …"))
        self._desk.tasks.start(SLOW, work, self._on_found, self._on_failed)
        self._redraw()

    def _on_found(self, result: Mapping[str, Any]) -> None:
        self._result = result
        self._redraw()
        self.found.emit()

    def _on_failed(self, sentence: str) -> None:
        self._asked = None
        self._desk.message.emit("amber", sentence)
        self._redraw()

    def _on_stop(self) -> None:
        self._desk.tasks.cancel(SLOW)
        if self._named:
            group = edits.group_of(self._desk.plan, self._table)
            plan = edits.set_method(self._desk.plan, group, edits.BEST)
            self._desk.edit_plan(self.tr("method: the best by forecast"), plan)

    def _on_documents(self) -> None:
        """What is being worked out is about a plan that is no more."""
        self._desk.tasks.cancel(SLOW)

    def _on_progress(self, owner: str, stage: str, fraction: float | None) -> None:
        if owner not in (SLOW, FORECAST) or stage != _OPTIMISING:
            return
        words = self.tr("Working out a slower method …")
        if fraction is not None:
            words = self.tr("Working out a slower method: {n} %").format(n=f"{fraction * 100:.0f}")
        self.sign.setText(words)
        if owner == FORECAST and not self._named:
            self._named = True
            self._redraw()

    def _on_end(self, owner: str) -> None:
        if owner == FORECAST:
            self._named = False
        if owner in (SLOW, FORECAST):
            self._redraw()
