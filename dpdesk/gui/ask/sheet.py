"""What is known before a session is opened: its cost, what is left, how wrong an answer can be, and a better tool."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QLabel, QPushButton, QWidget

from dpdesk.gui.ask.figures import Figures
from dpdesk.gui.ask.missing import kept
from dpdesk.gui.ask.words import AskWords
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.text import column, label, row, set_role, show_if
from dpdesk.gui.kit.theme import UNIT


class AskSheet(QFrame):
    """`tables` when the page Tables is wanted instead."""

    tables = Signal()

    def __init__(self, words: AskWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._words = words
        self.empty = label(
            self.tr(
                "Say what the questions are about: then the cost and the error stand here, before anything is spent."
            ),
            "caption",
        )
        self.cost, self.left = label(), label()
        self.error_head = label(self.tr("How wrong an answer can be"), "caption")
        self.error = label(role="accent")
        self.needed = label()
        self.tables_head = label(self.tr("Is this the right tool?"), "caption")
        self.tables_text = label()
        self.tables_button = QPushButton(self.tr("Use Tables instead ▸"))
        self.tables_button.clicked.connect(self.tables)
        self.cost_head = label(self.tr("What it costs"), "caption")
        layout = column(self, margin=UNIT * 2, spacing=UNIT // 2)
        layout.addWidget(label(self.tr("Before you open it"), "heading"))
        layout.addWidget(self.empty)
        for widget in (
            self.cost_head, self.cost, self.left, self.error_head, self.error, self.needed, self.tables_head,
            self.tables_text,
        ):  # fmt: skip
            layout.addWidget(widget)
        below = row()
        below.addStretch(1)
        below.addWidget(self.tables_button)
        layout.addLayout(below)
        self.show_figures(None, {}, None)

    def show_figures(
        self, figures: Figures | None, loss: Mapping[str, str], left: Mapping[str, Fraction] | None
    ) -> None:
        """Show the figures of a session; `left` is what the account has."""
        known = figures is not None and bool(figures.method)
        error = figures.error if figures is not None else None
        tables = figures.tables if figures is not None else None
        show_if(self.empty, not known)
        show_if(self.cost_head, known)
        show_if(self.cost, known)
        show_if(self.left, known and left is not None)
        show_if(self.error_head, error is not None)
        show_if(self.error, error is not None)
        show_if(self.needed, figures is not None and figures.needed is not None)
        parts: tuple[QWidget, ...] = (self.tables_head, self.tables_text, self.tables_button)
        for part in parts:
            show_if(part, tables is not None and (error is not None or tables.better))
        if figures is None or not known:
            return
        self._set(self.cost, self._words.cost(figures.charge, loss))
        if left is not None:
            rest = kept(left, figures.charge)
            short = {unit: -value for unit, value in rest.items() if value < 0}
            self._set(self.left, self._words.over(short) if short else self._words.left(rest))
            set_role(self.left, "role", "problem" if short else "")
        kind = str(figures.method["name"])
        if error is not None:
            self._set(self.error, self._words.error(kind, figures.method, error, figures.questions, figures.failure))
        if figures.needed is not None:
            text = self.tr("It needs at least {n} records.")
            self._set(self.needed, text.format(n=whole(figures.needed)))
        if tables is not None:
            self._set(self.tables_text, self._words.tables(kind, tables, self._words.certainty(figures.failure)))
            set_role(self.tables_button, "primary", tables.better)

    @staticmethod
    def _set(widget: QLabel, text: str) -> None:
        if widget.text() != text:
            widget.setText(text)
