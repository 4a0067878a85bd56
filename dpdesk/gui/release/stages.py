"""The stages of a release as a list with marks: done ✓, under way ●, still to come ○, not needed –."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QLabel, QProgressBar, QWidget

from dpdesk.gui.kit.text import column, grid, label, named, set_role, show_if
from dpdesk.gui.kit.theme import UNIT

_MARKS = {"done": "✓", "now": "●", "later": "○", "skipped": "–"}


class StageList(QWidget):
    """One line a stage, and a bar for how far the present one is."""

    def __init__(self, names: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._names = list(names)
        layout = column(self, spacing=UNIT)
        lines = grid()
        lines.setColumnStretch(1, 1)
        lines.setVerticalSpacing(UNIT // 2)
        self._marks: list[QLabel] = []
        self._texts: list[QLabel] = []
        for at, name in enumerate(self._names):
            mark, text = label(wrap=False), label(name)
            mark.setMinimumWidth(UNIT * 2)
            lines.addWidget(mark, at, 0)
            lines.addWidget(text, at, 1)
            self._marks.append(mark)
            self._texts.append(text)
        layout.addLayout(lines)
        self._bar = QProgressBar()
        self._bar.setRange(0, 100)
        self._bar.setTextVisible(False)
        named(self._bar, self.tr("Progress of the present stage"))
        layout.addWidget(self._bar)
        self.states: list[str] = ["later"] * len(self._names)
        self.show_stage(-1, None)

    def show_stage(self, stage: int, fraction: float | None, *, over: bool = False, skipped: bool = False) -> None:
        """Mark a stage as the present one; `over`: all is done, `skipped`: the later ones were not needed."""
        for at, (mark, text) in enumerate(zip(self._marks, self._texts, strict=True)):
            if at < stage or (over and (at == stage or not skipped)):
                state = "done"
            elif at == stage:
                state = "now"
            else:
                state = "skipped" if over else "later"
            part = f", {int(100 * fraction)} %" if state == "now" and fraction is not None else ""
            if text.text() != self._names[at] + part:
                text.setText(self._names[at] + part)
            if self.states[at] == state and mark.text():
                continue
            self.states[at] = state
            mark.setText(_MARKS[state])
            set_role(text, "role", "caption" if state in ("later", "skipped") else "")
            set_role(mark, "role", "accent" if state in ("now", "done") else "caption")
            spoken = {
                "done": self.tr("done"), "now": self.tr("under way"),
                "later": self.tr("still to come"), "skipped": self.tr("not needed"),
            }[state]  # fmt: skip
            text.setAccessibleName(f"{self._names[at]}: {spoken}")
        show_if(self._bar, not over and stage >= 0)
        if fraction is None:
            self._bar.setRange(0, 0 if stage >= 0 and not over else 100)
        else:
            self._bar.setRange(0, 100)
            self._bar.setValue(int(100 * fraction))
