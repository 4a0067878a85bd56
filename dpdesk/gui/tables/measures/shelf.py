"""The measures of a table: count and percentage to tick, the others as chips, and a menu of all that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QMenu, QToolButton, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.text import named, set_menu
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.tables.bench import NOTHING, Chosen, TableBench
from dpdesk.gui.tables.chip import Chip, Chips
from dpdesk.gui.tables.edits import figures, measures
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.edits.measures import COUNT
from dpdesk.gui.tables.words import TableWords


class MeasureShelf(Chips):
    """What each cell of the table in view shows."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(bench, words, parent)
        self.setProperty("shelf", True)
        self.setAccessibleName(self.tr("Measures"))
        self._flow = FlowLayout(self, spacing=UNIT // 2)
        self._flow.setContentsMargins(4, 2, 4, 2)
        self.count = QCheckBox(self.tr("Count"))
        named(self.count, self.tr("Count"), self.tr("How many there are in each cell."))
        self.count.clicked.connect(self._on_count)
        self.percentage = QCheckBox(self.tr("Percentage"))
        named(self.percentage, self.tr("Percentage"), self.tr("The count as a percentage; its base is an option."))
        self.percentage.clicked.connect(self._on_percentage)
        self.add = QToolButton()
        self.add.setText("+")
        self.add.setProperty("plain", True)
        self.add.setProperty("small", True)
        self.add.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        tip = self.tr("Distributions, means, medians, intervals and more, each with the variables it can be asked of.")
        named(self.add, self.tr("Add a measure"), tip)
        menu = QMenu(self)
        menu.aboutToShow.connect(lambda: self._fill(menu))
        set_menu(self.add, menu)
        for widget in (self.count, self.percentage, self.add):
            self._flow.addWidget(widget)
        self._follow()

    def redraw(self, again: bool = False) -> None:
        """Draw the measures as they stand in the plan."""
        records: list[Tree] = self._bench.table.get("measures", [])
        self.setEnabled(self._bench.count > 0)
        self.count.setChecked(self._count_at() is not None)
        self.percentage.setChecked(self._percentage_at() is not None)
        wanted = (self._bench.t, records)
        if wanted == self._drawn and not again:
            return
        self._drawn = wanted
        held = self._held()
        self._clear()
        for number, record in enumerate(records):
            if record == COUNT:
                continue
            described = self.tr("Ctrl and an arrow key moves it, Delete removes it, Return opens its options.")
            chip = Chip(Chosen("measure", None, number), self._words.measure(record), described)
            chip.moved.connect(self._move)
            self._add_chip(chip)
        self._flow.removeWidget(self.add)
        self._flow.addWidget(self.add)
        self._mark()
        if held is not None:
            self._focus(held)

    def _count_at(self) -> int | None:
        """The count of cases: one that is weighted stands beside it."""
        other = {"weight", "expanded", "controlled", "where"}
        plain = (
            number
            for number, record in enumerate(self._records())
            if record.get("kind") == "count" and record.keys().isdisjoint(other)
        )
        return next(plain, None)

    def _percentage_at(self) -> int | None:
        plain = (
            number
            for number, record in enumerate(self._records())
            if record.get("kind") == "percentage" and "where" not in record
        )
        return next(plain, None)

    def _records(self) -> list[Tree]:
        records: list[Tree] = self._bench.table.get("measures", [])
        return records

    # Editing --------------------------------------------------------------------------------------------------

    def _on_count(self) -> None:
        bench, at = self._bench, self._count_at()
        if at is None:
            bench.edit(self.tr("Add the count"), measures.add_measure(bench.desk.plan, bench.t, COUNT))
        else:
            bench.edit(self.tr("Remove the count"), measures.remove_measure(bench.desk.plan, bench.t, at))
        self.count.setChecked(self._count_at() is not None)

    def _on_percentage(self) -> None:
        bench, at = self._bench, self._percentage_at()
        if at is not None:
            plan = measures.remove_measure(bench.desk.plan, bench.t, at)
            bench.edit(self.tr("Remove the percentage"), plan, chosen=NOTHING)
            return
        base = "column" if bench.table.get("stub") else "row" if bench.table.get("boxhead") else "table"
        self._take(measures.measure("percentage", base=base), self.tr("Add a percentage"))

    def _take(self, record: Tree, text: str) -> None:
        bench = self._bench
        plan = measures.add_measure(bench.desk.plan, bench.t, record)
        found = plan["tables"][bench.t]["measures"]
        bench.edit(text, plan, chosen=Chosen("measure", None, found.index(record)))

    def _move(self, chosen: Chosen, direction: str) -> None:
        new = chosen.at + (-1 if direction in ("left", "up") else 1)
        if 0 <= new < len(self._records()):
            plan = measures.move_measure(self._bench.desk.plan, self._bench.t, chosen.at, new)
            self._bench.edit(self.tr("Move a measure"), plan, chosen=Chosen("measure", None, new))

    def _remove(self, chosen: Chosen) -> None:
        plan = measures.remove_measure(self._bench.desk.plan, self._bench.t, chosen.at)
        self._bench.edit(self.tr("Remove a measure"), plan, chosen=NOTHING)
        if self.chips:
            self.chips[min(chosen.at, len(self.chips)) - 1].setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.add.setFocus(Qt.FocusReason.OtherFocusReason)

    # The menu -------------------------------------------------------------------------------------------------

    def _fill(self, menu: QMenu) -> None:
        menu.clear()
        self._under(menu, self.tr("Distribution of"), "intervals", self._distribution, self._distribution_text)
        menu.addSeparator()
        self._under(menu, self.tr("Count, weighted by"), measures.WEIGHT, self._weighted_count)
        self._under(menu, self.tr("Count of these, by"), "code_prefix", self._count_of_these)
        self._under(menu, self.tr("Percentage of these in each cell, by"), "code_prefix", self._percentage_of_these)
        self._rates(menu)
        self._quotients(menu)
        self._plain(menu, "quantity")
        self._plain(menu, "bins")
        self._under(menu, self.tr("Quartiles of"), "quantiles", lambda name: self._quantiles(name, measures.QUARTILES))
        self._under(menu, self.tr("Deciles of"), "quantiles", lambda name: self._quantiles(name, measures.DECILES))
        self._under(menu, self.tr("Share below 60 % of the median of"), "at_risk")
        menu.addSeparator()
        self._under(menu, self.tr("Interval counts of"), "intervals", self._intervals)
        self._plain(menu, "order")
        self._under(menu, self.tr("Beginnings of codes of"), "code_prefix", self._prefixes)

    def _plain(self, menu: QMenu, sort: str) -> None:
        """The measures that a variable of a sort alone says."""
        for kind, head in self._words.heads().items():
            if measures.about(kind) == sort:
                self._under(menu, head, kind)

    def _under(
        self,
        menu: QMenu,
        head: str,
        kind: str,
        take: Callable[[str], None] | None = None,
        text: Callable[[str], str] | None = None,
    ) -> None:
        """The variables that a kind of measure can be asked of; what is taken has no more than a variable by itself."""
        below = menu.addMenu(head)
        chosen = take or (lambda name: self._take(measures.measure(kind, name), self.tr("Add a measure")))
        for name in (name for name, one in self._bench.variables.items() if measures.suits(kind, one)):
            shown = (text(name) if text else self._bench.label(name)).replace("&", "&&")
            shown = shown if len(shown) <= 90 else f"{shown[:89]}…"
            below.addAction(shown).triggered.connect(lambda checked=False, n=name: chosen(n))
        if below.isEmpty():  # a menu that opens and says why, for a greyed one leads nowhere
            lacking = (
                self.tr("No variable is a quantity: choose a number on the page Dictionary and press Add a quantity.")
                if measures.needs_quantity(kind)
                else self.tr("No variable of the dictionary suits this.")
            )
            below.addAction(lacking).setEnabled(False)

    def _rates(self, menu: QMenu) -> None:
        """Rates by each of the plan's public figures."""
        below = menu.addMenu(self.tr("Rate per 1,000 of"))
        known = figures.names(self._bench.desk.plan)
        for name in known:
            record = {"kind": "rate", "figures": name}
            action = below.addAction(name.replace("&", "&&"))
            action.triggered.connect(lambda checked=False, one=record: self._take(one, self.tr("Add a measure")))
        if not known:
            lacking = self.tr("The plan has no public figures: choose a count and press Read public figures.")
            below.addAction(lacking).setEnabled(False)

    def _quotients(self, menu: QMenu) -> None:
        """Indices by the variables of the table, and a ratio of sums."""
        below = menu.addMenu(self.tr("Index by"))
        table = self._bench.table
        named = dict.fromkeys(
            str(nested["variable"]) for place in edits.places(table) if (nested := edits.nested_at(table, place))
        )
        for name in (name for name in named if name in self._bench.variables):
            record = measures.measure("index", base={"variable": name, "code": self._bench.variables[name].codes[0]})
            action = below.addAction(self._bench.label(name).replace("&", "&&"))
            action.triggered.connect(lambda checked=False, one=record: self._take(one, self.tr("Add a measure")))
        if below.isEmpty():
            below.addAction(self.tr("The table has no variable.")).setEnabled(False)
        ratio = measures.first_ratio(self._bench.variables)
        if ratio is not None:
            action = menu.addAction(self.tr("Ratio of two sums"))
            action.triggered.connect(lambda: self._take(ratio, self.tr("Add a measure")))

    def _weighted_count(self, name: str) -> None:
        self._take(measures.measure("count", weight=name), self.tr("Add a measure"))

    def _count_of_these(self, name: str) -> None:
        where = [measures.first_code(self._bench.variables[name])]
        self._take(measures.measure("count", where=where), self.tr("Add a measure"))

    def _percentage_of_these(self, name: str) -> None:
        table = self._bench.table
        nested = (edits.nested_at(table, place) for place in edits.places(table))
        kept = list(dict.fromkeys(str(one["variable"]) for one in nested if one))
        where = [measures.first_code(self._bench.variables[name])]
        self._take(measures.measure("percentage", base={"keep": kept}, where=where), self.tr("Add a measure"))

    def _quantiles(self, name: str, points: Iterable[str]) -> None:
        self._take(measures.measure("quantiles", name, at=list(points)), self.tr("Add quantiles"))

    def _some(self, name: str) -> list[Tree]:
        variable = self._bench.variables[name]
        if variable.edges:
            return measures.some_intervals(variable.edges)
        return [measures.by_codes(code, code) for code in variable.codes[: variable.ordered]]

    def _intervals(self, name: str) -> None:
        self._take(measures.measure("intervals", name, intervals=self._some(name)), self.tr("Add interval counts"))

    def _prefixes(self, name: str) -> None:
        starts = list(dict.fromkeys(code[:1] for code in self._bench.variables[name].codes if code))
        stated = [code for code, kind in zip(*self._stated(name), strict=True) if kind is None]
        starts = list(dict.fromkeys(code[:1] for code in stated if code)) or starts
        self._take(measures.measure("code_prefix", name, prefixes=starts), self.tr("Add beginnings of codes"))

    def _stated(self, name: str) -> tuple[tuple[str, ...], tuple[str | None, ...]]:
        variable = self._bench.variables[name]
        return variable.codes, variable.missing or (None,) * len(variable.codes)

    def _distribution_text(self, name: str) -> str:
        if self._bench.variables[name].edges:
            return self.tr("{variable} (intervals, median, quartiles)").format(variable=self._bench.label(name))
        return self.tr("{variable} (one interval a code)").format(variable=self._bench.label(name))

    def _distribution(self, name: str) -> None:
        bench = self._bench
        numbers = bool(bench.variables[name].edges)
        plan = measures.distribution(bench.desk.plan, bench.t, name, self._some(name), numbers=numbers)
        found = plan["tables"][bench.t]["measures"]
        at = next(n for n, one in enumerate(found) if one.get("kind") == "intervals" and one.get("variable") == name)
        bench.edit(self.tr("Add a distribution"), plan, chosen=Chosen("measure", None, at))
