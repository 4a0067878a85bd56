"""Whom a table counts: a sentence, and the conditions it stands for."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QMenu, QToolButton, QWidget

from dpdesk.gui.desk.trees import Tree, get
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import grid, label, named, set_menu
from dpdesk.gui.shared.people import counts_rows
from dpdesk.gui.tables.bench import NOTHING, Chosen, TableBench
from dpdesk.gui.tables.chip import Chip, Chips
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.edits.once import counts_units
from dpdesk.gui.tables.words import TableWords


class UniverseBar(Chips):
    """The sentence (edited in place once there is a condition), the conditions as chips, and a menu to add one.

    A sentence has a line of its own: the menu, and what else stands `beside` it, are beside the chips then.
    """

    def __init__(self, bench: TableBench, words: TableWords, beside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(bench, words, parent)
        head = label(self.tr("&Universe"), "caption", wrap=False)
        self.sentence = QLineEdit()
        head.setBuddy(self.sentence)
        named(
            self.sentence,
            self.tr("Universe"),
            self.tr("Whom the table counts, as a sentence with its date: Residents aged 18 and over, 1 April 2000."),
        )
        self._everyone = label(wrap=False)
        self.add = QToolButton()
        self.add.setText(self.tr("Limit to…"))
        self.add.setProperty("plain", True)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        named(self.add, self.tr("Limit whom the table counts"), self.tr("Adds a condition on a variable."))
        menu = QMenu(self)
        menu.aboutToShow.connect(lambda: self._fill(menu))
        set_menu(self.add, menu)
        self._beside = beside
        self._place = QWidget()
        self._flow = FlowLayout(self._place, spacing=4)
        self._lines = lines = grid(self)
        lines.setVerticalSpacing(4)
        lines.setColumnStretch(1, 1)
        lines.addWidget(head, 0, 0)
        lines.addWidget(self._everyone, 0, 1)
        lines.addWidget(self.sentence, 0, 1, 1, 3)
        lines.addWidget(self._place, 1, 0, 1, 2)
        self.sentence.textEdited.connect(self._on_text)
        self._follow()

    def redraw(self, again: bool = False) -> None:
        """Show the universe of the table in view."""
        bench = self._bench
        universe: Tree = bench.table.get("universe", {})
        self.setEnabled(bench.count > 0)
        rows = counts_rows(bench.desk.dictionary) and not counts_units(bench.table)
        self._everyone.setText(self.tr("every row that is counted") if rows else self.tr("everyone the file counts"))
        self._everyone.setVisible(not universe)
        self.sentence.setVisible(bool(universe))
        text = get(universe, ["text", bench.language], "")
        if self.sentence.text() != text:
            self.sentence.setText(text)
            self.sentence.setCursorPosition(0)
        self.sentence.setToolTip(text)
        wanted = (bench.t, universe.get("where", []))
        if wanted == self._drawn and not again:
            return
        self._drawn = wanted
        held = self._held()
        self._clear()
        for at, condition in enumerate(universe.get("where", [])):
            described = self.tr("Delete removes the condition, Return opens its options.")
            self._add_chip(Chip(Chosen("condition", None, at), self._words.condition(condition), described))
        self._place.setVisible(bool(self.chips))
        for at, widget in enumerate((self.add, self._beside), start=2):
            self._lines.addWidget(widget, int(bool(universe)), at)
        self._mark()
        if held is not None:
            self._focus(held)

    def _on_text(self, text: str) -> None:
        plan = edits.set_universe_text(self._bench.desk.plan, self._bench.t, text, self._bench.language)
        self._bench.edit(self.tr("Universe"), plan, "universe")

    def _remove(self, chosen: Chosen) -> None:
        plan = edits.remove_condition(self._bench.desk.plan, self._bench.t, chosen.at)
        self._bench.edit(self.tr("Remove a condition"), plan, chosen=NOTHING)
        self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        for name, variable in self._bench.variables.items():
            if not variable.is_quantity:
                shown = self._bench.label(name).replace("&", "&&")
                shown = shown if len(shown) <= 90 else f"{shown[:89]}…"
                menu.addAction(shown).triggered.connect(lambda checked=False, n=name: self.limit(n))

    def limit(self, name: str) -> None:
        """Add a condition on a variable that holds for all its codes, to be narrowed in the options."""
        bench, variable = self._bench, self._bench.variables[name]
        stated = [code for code, kind in zip(variable.codes, variable.missing, strict=False) if kind is None]
        condition: Tree = {"variable": name, "codes": stated or list(variable.codes)}
        if variable.ordered:
            condition = {"variable": name, "from": variable.codes[0], "to": variable.codes[variable.ordered - 1]}
        text = {bench.language: self._words.condition(condition)}
        at = len(get(bench.table, ["universe", "where"], []))
        plan = edits.add_condition(bench.desk.plan, bench.t, condition, text)
        bench.edit(self.tr("Limit whom a table counts"), plan, chosen=Chosen("condition", None, at))
        bench.options_wanted.emit()
