"""Where I am in the path and what is complete: a row of steps, any of which opens at any time."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QToolButton, QWidget

from dpdesk.gui.kit.text import row
from dpdesk.gui.shared.page import PageName, State


class StepBar(QWidget):
    """One button a step, numbered, with a mark: ✓ complete, ● the one in view."""

    chosen = Signal(PageName)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._layout = row(self, spacing=1)
        self._buttons: dict[PageName, tuple[QToolButton, str]] = {}
        self._apart = False  # side pages have begun

    def add(self, name: PageName, title: str, *, number: int | None = None) -> None:
        """Add a step; one without a number is a side page, set apart."""
        if number is None and not self._apart:
            self._apart = True
            self._layout.addStretch(1)
        shown = title if number is None else f"{number} {title}"
        button = QToolButton()
        button.setText(shown)
        button.setCheckable(True)
        button.setProperty("step", True)
        if number is not None:
            # Not the button's own: that is dropped with every new text, and acts a moment later.
            QShortcut(QKeySequence(f"Alt+{number}"), button).activated.connect(lambda: self.chosen.emit(name))
        button.clicked.connect(lambda: self.chosen.emit(name))
        self._layout.addWidget(button)
        self._buttons[name] = (button, shown)

    def has(self, name: PageName) -> bool:
        """Whether a step leads to a page."""
        return name in self._buttons

    def show_state(self, name: PageName, state: State, *, in_view: bool) -> None:
        """Mark a step as the one in view, as complete, or with what it still lacks."""
        button, shown = self._buttons[name]
        button.setChecked(in_view)
        numbered = shown[:1].isdigit()
        marked = f"{shown} ✓" if numbered else shown
        button.setText(marked)
        button.setMinimumWidth(button.sizeHint().width())  # the others stay where they are, whatever is complete
        button.setText(marked if state.done else shown)
        spoken = self.tr("complete") if state.done else (state.missing or self.tr("not complete yet"))
        button.setAccessibleName(shown)
        button.setAccessibleDescription(spoken if numbered else "")
        button.setToolTip(spoken if numbered else "")
