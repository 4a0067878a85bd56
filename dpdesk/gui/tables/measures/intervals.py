"""A list of intervals to edit, with lists to begin from: age bands, groups of five, equal widths, all codes."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QMenu, QPushButton, QTableView, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import measures
from dpdesk.gui.tables.measures.interval_rows import IntervalsModel
from dpdesk.privacy.exact import format_exact, parse_exact


class IntervalsField(QWidget):
    """Emits `edited` with the new list."""

    edited = Signal(list)

    def __init__(self, bench: TableBench, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench = bench
        self._variable = ""
        self.model = IntervalsModel(self)
        self.view = QTableView()
        self.view.setModel(self.model)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(28)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.view.horizontalHeader().setSectionResizeMode(2, QHeaderView.ResizeMode.Stretch)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setTabKeyNavigation(False)
        self.view.setMinimumHeight(140)
        named(
            self.view,
            self.tr("Intervals"),
            self.tr("Each line is an interval; type to change an end or a label. An empty end is open."),
        )
        self.begin = QPushButton(self.tr("Begin from a list"))
        named(self.begin, self.tr("Begin from a list"), self.tr("Replaces the intervals by a usual list."))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.begin.setMenu(self._menu)
        self.by_codes = QPushButton(self.tr("By codes"))
        tip = self.tr("Gives the ends of the chosen interval as codes instead of values, or the other way.")
        named(self.by_codes, self.tr("By codes or by values"), tip)
        self.by_codes.clicked.connect(self._switch)
        add, remove = QPushButton(self.tr("Add")), QPushButton(self.tr("Remove"))
        named(add, self.tr("Add an interval"))
        named(remove, self.tr("Remove the chosen intervals"))
        self._problem = label("", "problem")
        self._problem.hide()
        self._overlap = label("", "caption")
        buttons = row(spacing=4)
        buttons.addWidget(add, 1)
        buttons.addWidget(remove, 1)
        buttons.addWidget(self.by_codes, 1)
        layout = column(self, spacing=4)
        layout.addWidget(self.begin)
        layout.addLayout(buttons)
        layout.addWidget(self.view, 1)
        layout.addWidget(self._problem)
        layout.addWidget(self._overlap)
        add.clicked.connect(self._add)
        remove.clicked.connect(self._remove)
        self.model.edited.connect(self.edited)
        self.model.refused.connect(self._refuse)

    def redraw(self, record: Tree) -> None:
        """Show the intervals of a measure."""
        self._variable = record.get("variable", "")
        variable = self._bench.variables.get(self._variable)
        codes = variable.codes[: variable.ordered] if variable is not None else ()
        labels = [text.show(self._bench.language) for text in (variable.labels if variable else ())][: len(codes)]
        self._problem.hide()
        self.by_codes.setVisible(bool(variable is not None and variable.edges))
        edges = variable.edges if variable is not None else ()
        self.model.set_intervals(record.get("intervals", []), codes, labels, self._bench.language, edges)
        both = measures.overlapping(record.get("intervals", []), codes, edges)
        words = self.tr("Lines {first} and {second} overlap: whoever lies in both is counted in both.")
        self._overlap.setText("" if both is None else words.format(first=both[0] + 1, second=both[1] + 1))

    def _refuse(self, sentence: str) -> None:
        self._problem.setText(sentence)
        self._problem.show()

    def _fill(self) -> None:
        self._menu.clear()
        variable = self._bench.variables.get(self._variable)
        if variable is None:
            return
        offers: list[tuple[str, list[Tree]]] = []
        edges, codes = variable.edges, variable.codes[: variable.ordered]
        if edges:
            offers.append((self.tr("About eight of equal width"), measures.some_intervals(edges)))
            bands = measures.age_bands(edges, self._bench.language)
            if bands:
                shown = ", ".join(one["label"][self._bench.language] for one in bands)
                offers.append((self.tr("Age bands: {bands}").format(bands=shown), bands))
            for width in _widths(edges):
                text = self.tr("Groups of {width}").format(width=format_exact(width))
                offers.append((text, measures.equal_widths(edges, width)))
        if len(codes) <= 200:
            offers.append((self.tr("Each code by itself"), [measures.by_codes(code, code) for code in codes]))
        for text, intervals in offers:
            if intervals:
                shown = self.tr("{list} ({n})").format(list=text, n=len(intervals))
                self._menu.addAction(shown).triggered.connect(lambda checked=False, i=intervals: self.edited.emit(i))

    def _add(self) -> None:
        intervals = self.model.intervals
        variable = self._bench.variables.get(self._variable)
        if variable is None:
            return
        if not variable.edges:
            first = variable.codes[0]
            made = measures.by_codes(first, variable.codes[variable.ordered - 1])
        else:
            last = intervals[-1].get("below") if intervals else None
            start = parse_exact(last) if last is not None else variable.edges[0]
            made = measures.by_values(start if start < variable.edges[-1] else variable.edges[0], None)
        if made in intervals:
            self._refuse(self.tr("There is already an interval from the first to the last; change that one first."))
            return
        self.edited.emit([*intervals, made])
        self.view.setCurrentIndex(self.model.index(len(intervals), 0))
        self.view.setFocus()

    def _switch(self) -> None:
        """Say an interval by codes instead of values, or by values instead of codes, as the same bins."""
        variable, at = self._bench.variables.get(self._variable), self.view.currentIndex().row()
        if variable is None or not 0 <= at < len(self.model.intervals):
            return
        record = self.model.intervals[at]
        edges, codes = variable.edges, variable.codes[: variable.ordered]
        if "from" in record or "to" in record:
            first = codes.index(record["from"]) if record.get("from") in codes else 0
            last = codes.index(record["to"]) if record.get("to") in codes else len(codes) - 1
            made = measures.by_values(edges[first], edges[last + 1])
        else:
            low = parse_exact(record["at_least"]) if "at_least" in record else edges[0]
            high = parse_exact(record["below"]) if "below" in record else edges[-1]
            inside = [n for n in range(len(codes)) if edges[n] >= low and edges[n + 1] <= high]
            made = measures.by_codes(codes[inside[0]], codes[inside[-1]]) if inside else record
        if "label" in record:
            made = {**made, "label": record["label"]}
        self.edited.emit([*self.model.intervals[:at], made, *self.model.intervals[at + 1 :]])

    def _remove(self) -> None:
        rows = {index.row() for index in self.view.selectionModel().selectedIndexes()}
        rows = rows or {self.view.currentIndex().row()}
        left = [one for at, one in enumerate(self.model.intervals) if at not in rows]
        if left and len(left) < len(self.model.intervals):
            self.edited.emit(left)


def _widths(edges: tuple[Fraction, ...]) -> list[Fraction]:
    """A few round widths that divide the bins into 3 to 60 groups."""
    span = edges[-1] - edges[0]
    usual = [Fraction(digit) * Fraction(10) ** power for power in range(-3, 12) for digit in (1, 2, 5)]
    fitting = [width for width in usual if 3 <= span / width <= 60]
    return [width for width in fitting if len(measures.equal_widths(edges, width)) >= 3][-4:]
