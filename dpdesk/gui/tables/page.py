"""Step 3: the tables, drawn empty with the expected noise margin in every cell.

The left side lists tables and variables, the middle shows the table in view over the form it is made with, the right
side tells about the chosen cell and the options of what is chosen in the form. Everything is an edit of the plan's
tree; what is drawn comes from the desk's snapshot.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QTabWidget,
    QWidget,
)

from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.sheet.grid import TableSheet
from dpdesk.gui.kit.sheet.model import CellAt, ShellModel, Shown
from dpdesk.gui.kit.text import column, grid, label, panel, row, show_if, splitter
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import few
from dpdesk.gui.shared.methods import plain_words
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.gui.shared.people import ExpectedPeople
from dpdesk.gui.shared.ranges import MarginRanges, digits_for, fixed
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.canvas import Canvas
from dpdesk.gui.tables.cell import CellPanel
from dpdesk.gui.tables.edits import display, groups
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.edits.once import counts_units
from dpdesk.gui.tables.effect import EffectWatcher
from dpdesk.gui.tables.effect_bar import EffectBar
from dpdesk.gui.tables.forecast import CellForecaster, CellOdds, TableForecast
from dpdesk.gui.tables.grouping_advisor import GroupingAdvisor
from dpdesk.gui.tables.grouping_bar import GroupingBar
from dpdesk.gui.tables.groups import GroupsPanel
from dpdesk.gui.tables.head import TableHead
from dpdesk.gui.tables.list import TablesPanel
from dpdesk.gui.tables.measures.once import OnceField
from dpdesk.gui.tables.measures.shelf import MeasureShelf
from dpdesk.gui.tables.notes import NotesPanel
from dpdesk.gui.tables.options import OptionsPanel
from dpdesk.gui.tables.picture import PictureChoice
from dpdesk.gui.tables.remarks import TableRemarks
from dpdesk.gui.tables.shelf import Shelf
from dpdesk.gui.tables.totals import TotalsField
from dpdesk.gui.tables.variables import VariablesPanel
from dpdesk.gui.tables.words import TableWords
from dpdesk.progress import Progress
from dpdesk.publish.documents.arranged import order_of, totals_last

OWNER = "tables"
RANGES = "tables ranges"


class TablesPage(Page):
    """The page Tables: the list of tables, the one in view, and the options of what is chosen in it."""

    name = PageName.TABLES
    help_topic = "tables"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Tables")

    # Layout ---------------------------------------------------------------------------------------------------

    def build(self) -> Iterator[None]:
        """Make the widgets and connect them to the desk."""
        self.bench = TableBench(self.desk, self)
        self.words = TableWords(self.bench)
        self.remarks = TableRemarks(self.bench, self.words)
        self.remarks.changed.connect(self._show_remarks)
        self.advisor = GroupingAdvisor(self.desk, self)
        self.advice = GroupingBar(self.bench, self.advisor)
        self.watcher = EffectWatcher(self.desk, self.advisor, self)
        self.effect = EffectBar(self.bench, self.watcher)
        self.watcher.found.connect(lambda _: self.advice.give_way(self.effect.sentence))
        self.ranges = MarginRanges(self.desk, RANGES, self)
        self._cells = CellForecaster(self.desk.forecasts)
        self._drawn: tuple[Any, ...] = ()
        self._turned: tuple[Any, Any] | None = None  # an empty table, and the same with its totals last
        self._good: dict[str, Any] = {}
        self._forecast: TableForecast | None = None
        self._forecast_of: tuple[Any, ...] = ()
        self._wanted_cell: int | None = None
        self._stack = QStackedWidget()
        self._stack.addWidget(self._build_empty())
        yield
        left = self._build_left()
        yield
        upper = self._build_upper()
        yield
        tabs = self._build_tabs()
        yield
        right = self._build_right()
        yield
        self._stack.addWidget(self._set_out(left, upper, tabs, right))
        self.body.addWidget(self._stack, 1)
        yield
        self.bench.plan_changed.connect(self._redraw)
        self.follow(self.desk.documents_changed, self.bench.take_documents)
        self.follow(self.desk.documents_changed, self.watcher.take_documents)
        self.follow(self.desk.documents_changed, self.advisor.take_documents)
        self.follow(self.desk.snapshot_changed, self._take_snapshot)
        self.desk.looks_changed.connect(self._on_looks)
        self._redraw()
        self._on_snapshot()
        self.ranges.take_snapshot()
        self.advisor.take_snapshot()

    def _take_snapshot(self) -> None:
        self.bench.take_variables()
        self.bench.checked.emit()
        self._on_snapshot()
        self.ranges.take_snapshot()
        self.watcher.take_snapshot()
        self.advisor.take_snapshot()

    def _build_empty(self) -> QWidget:
        sheet = QWidget()
        layout = column(sheet, spacing=UNIT * 2)
        layout.addStretch(2)
        self._empty_text = label("", "heading")
        self._empty_text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(self._empty_text)
        self._first = QPushButton()
        self._first.setProperty("primary", True)
        self._first.clicked.connect(self._begin)
        centred = row()
        centred.addStretch(1)
        centred.addWidget(self._first)
        centred.addStretch(1)
        layout.addLayout(centred)
        layout.addStretch(3)
        return sheet

    def _build_left(self) -> QWidget:
        self.tables = TablesPanel(self.bench, self.ranges)
        self.variables = VariablesPanel(self.bench, self.words)
        self.tables.rename_wanted.connect(lambda: self.head.begin_rename())
        left = panel()
        beside = column(left, margin=UNIT)
        halves = splitter(Qt.Orientation.Vertical)
        halves.addWidget(self.tables)
        halves.addWidget(self.variables)
        halves.setSizes([240, 260])
        beside.addWidget(halves)
        left.setMinimumWidth(196)
        left.setMaximumWidth(480)
        return left

    def _set_out(self, left: QWidget, upper: QWidget, tabs: QWidget, right: QWidget) -> QWidget:
        halves = splitter(Qt.Orientation.Vertical)
        halves.addWidget(upper)
        halves.addWidget(tabs)
        halves.setStretchFactor(0, 4)
        halves.setStretchFactor(1, 1)
        halves.setSizes([300, 206])
        self.sheet.grid.setMinimumHeight(UNIT * 18)  # a few rows below their heads: the form below scrolls
        tabs.setMinimumHeight(UNIT * 18)
        sides = splitter(Qt.Orientation.Horizontal)
        for at, (part, stretch) in enumerate(((left, 2), (halves, 9), (right, 3))):
            sides.addWidget(part)
            sides.setStretchFactor(at, stretch)
        sides.setSizes([272, 716, 260])
        return sides

    def _build_upper(self) -> QWidget:
        self.head = TableHead(self.bench, self.words)
        self.head.refused.connect(lambda sentence: self.message.say("amber", sentence))
        self.problem = label("", "problem")
        self.why = label("", "caption")
        self.sheet = TableSheet(self.tr("The empty table, with the expected noise margin in every cell"), titled=False)
        self.canvas = Canvas(self.sheet.grid, self.bench)
        self.sheet.grid.chosen.connect(self._on_cell)
        self.sheet.page_chosen.connect(lambda page: self._show_values())
        self._add_note_actions()
        upper = panel()
        above = column(upper, margin=UNIT)
        above.addWidget(self.head)
        above.addWidget(self.sheet, 1)
        for said in (self.problem, self.why):  # the table gives way to what is said, and nothing moves
            above.addWidget(said)
        self._above = above
        return upper

    def _build_tabs(self) -> QWidget:
        shelves = QWidget()
        form = grid(shelves)
        form.setContentsMargins(UNIT, UNIT // 2, UNIT, UNIT // 2)
        form.setVerticalSpacing(UNIT // 2)
        form.setColumnStretch(1, 1)
        self.shelves = {axis: Shelf(self.bench, self.words, axis) for axis in edits.AXES}
        self.measures = MeasureShelf(self.bench, self.words)
        self.once = OnceField(self.bench)
        self.picture = PictureChoice(self.bench, self.words)
        rows: list[tuple[str, Shelf | MeasureShelf | PictureChoice]] = [
            (self.tr("Rows (&stub)"), self.shelves["stub"]),
            (self.tr("Columns (&boxhead)"), self.shelves["boxhead"]),
            (self.tr("&Pages"), self.shelves["pages"]),
            (self.tr("M&easures"), self.measures),
            (self.tr("P&icture"), self.picture),
        ]
        form.addWidget(self.once, 4, 1)  # below the measures
        for at, (text, shelf) in zip((0, 1, 2, 3, 5), rows, strict=True):
            shown = label(text, wrap=False)
            shown.setBuddy(shelf.add)
            if isinstance(shelf, Shelf):
                shelf.take_from(shown)
            form.addWidget(shown, at, 0)
            form.addWidget(shelf, at, 1)
        self.totals = TotalsField(self.bench)
        shown = label(self.tr("Total&s"), wrap=False)
        shown.setBuddy(self.totals.choice)
        form.addWidget(shown, 6, 0)
        form.addWidget(self.totals, 6, 1)
        form.addWidget(self.head.layout_label, 7, 0)
        form.addWidget(self.head.layout_field, 7, 1, Qt.AlignmentFlag.AlignLeft)
        form.setRowStretch(8, 1)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
        scroll.setWidget(shelves)
        self.groups = GroupsPanel(self.bench, self.words)
        self.groups.by_forecast.clicked.connect(self.advisor.ask)
        self.notes = NotesPanel(self.bench)
        self.tabs = QTabWidget()
        self.tabs.setAccessibleName(self.tr("How the table is made"))
        self.tabs.addTab(scroll, self.tr("Form"))
        self.tabs.addTab(self.groups, self.tr("Parts of the budget"))
        self.tabs.addTab(self.notes, self.tr("Notes"))
        return self.tabs

    def _build_right(self) -> QWidget:
        self.cell, self.people = CellPanel(), ExpectedPeople(self.desk, stacked=True)
        self.options = OptionsPanel(self.bench, self.words)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        inner = QWidget()
        layout = column(inner, spacing=UNIT * 2)
        layout.addWidget(self.cell)
        layout.addWidget(self.options, 1)
        scroll.setWidget(inner)
        right = panel()
        beside = column(right, margin=UNIT)
        beside.addWidget(scroll, 1)
        for said in (self.people, self.effect, self.advice):  # where the table keeps its room
            beside.addWidget(said)
        right.setMinimumWidth(240)
        right.setMaximumWidth(440)
        return right

    def _add_note_actions(self) -> None:
        for where, text in (
            ("cell", self.tr("Note on this cell…")),
            ("row", self.tr("Note on this row…")),
            ("column", self.tr("Note on this column…")),
            ("table", self.tr("Note on this table…")),
            ("release", self.tr("Note on the release…")),
        ):
            action = QAction(text, self.sheet.grid)
            action.triggered.connect(lambda checked=False, w=where: self._begin_note(w))
            self.sheet.grid.addAction(action)

    def shown(self) -> None:
        """The page has come into view: where there is no table yet, Enter begins one."""
        if not self.bench.count:
            self._first.setFocus(Qt.FocusReason.OtherFocusReason)

    def forget(self) -> None:
        """Nothing of the tables of before is said or drawn."""
        super().forget()
        self.bench.forget()
        self._drawn, self._turned, self._wanted_cell = (), None, None
        self._good.clear()
        self._forget_forecast()
        self._draw_shell(None, good=False)
        self.ranges.forget()
        self._show_cell(None)

    def find_field(self) -> QLineEdit:
        """The filter of the variables."""
        return self.variables.filter

    # State ----------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Done when there is a table and nothing is wrong with the plan."""
        if not self.desk.plan.get("tables"):
            return State(False, self.tr("Add a table."))
        if self.desk.snapshot.plan_problem:
            return State(False, self.desk.snapshot.plan_problem)
        if self.desk.snapshot.dictionary_problem or self.desk.snapshot.compiled is None:
            return State(False, self.desk.snapshot.dictionary_problem or self.tr("The tables are not checked yet."))
        return State(True)

    def action(self) -> Action | None:
        """On to the accuracy."""
        state = self.state()
        return Action(self.tr("Next: Accuracy ▸"), lambda: self.go.emit(PageName.ACCURACY), state.done, state.missing)

    # Drawing --------------------------------------------------------------------------------------------------

    def _redraw(self) -> None:
        """Show the tree: what can be edited."""
        bench = self.bench
        self._stack.setCurrentIndex(1 if bench.count else 0)
        place = self._above if bench.count else self._outer
        if place.indexOf(self.message) < 0:
            place.addWidget(self.message)
        variables = bool(self.desk.dictionary.get("variables"))
        self._empty_text.setText(
            self.tr("No table yet. Add one, then drop variables into its rows and columns.")
            if variables
            else self.tr("Tables are made of the dictionary's variables, and there are none yet.")
        )
        self._first.setText(self.tr("New table") if variables else self.tr("Open the dictionary"))
        self._first.setAccessibleName(self._first.text())
        self.head.redraw()
        if bench.table and bench.shell() is not None and self.desk.snapshot.plan is not None:
            self._on_snapshot()

    def _on_snapshot(self) -> None:
        """Show what the tree amounts to: the empty table, and what is wrong."""
        bench, snapshot = self.bench, self.desk.snapshot
        name = bench.table.get("name", "")
        shell = self._arranged(bench.shell())
        if shell is not None:
            self._good[name] = shell
        drawn = shell if shell is not None else self._good.get(name)
        self._show_remarks()
        if shell is None and not self.remarks.has_variable:
            drawn = None
        self._draw_shell(drawn, good=shell is not None)
        self._ask_forecast()
        if not snapshot.final:
            return
        self.remarks.take_snapshot()
        self.changed.emit()

    def _arranged(self, shell: Any) -> Any:
        """The empty table with its totals where they are to be; the same one for the same one."""
        plan = self.desk.snapshot.plan
        if shell is None or plan is None or plan.record.display_of(shell.name).totals == "first":
            return shell
        if self._turned is None or self._turned[0] is not shell:
            self._turned = shell, totals_last(shell)
        return self._turned[1]

    def _show_remarks(self) -> None:
        remarks, problem, why = self.remarks, self.remarks.problem(), self.remarks.why_empty()
        self.sheet.grid.set_hint(why)
        self.why.setText(why)
        self.why.setVisible(bool(why) and (remarks.has_variable or self.bench.shell() is not None))
        self.problem.setText(problem)
        self.problem.setVisible(bool(problem))

    def _draw_shell(self, shell: Any, *, good: bool) -> None:
        grid_view = self.sheet.grid
        key = (id(self.bench.variables), self.bench.language, None if shell is None else (shell.name, self._form_of()))
        if shell is None:
            self._drawn = ()
            self.sheet.show_model(None)
        elif good and self.desk.current and key != self._drawn:  # an older shell is not the one of this form
            self._drawn = key
            self._forecast, self._forecast_of = None, ()
            model = ShellModel(shell, grid_view, language=self.bench.language)
            self.sheet.show_model(model)
        elif grid_view.shell_model is None or grid_view.shell_model.shell.name != shell.name:
            self._drawn = ()
            self.sheet.show_model(ShellModel(shell, grid_view, language=self.bench.language))
        grid_view.set_dimmed(not good)
        self._show_values()

    def _form_of(self) -> str:
        """What decides the labels and lines of the shell, to know whether it is another one."""
        kept = {key: self.bench.table.get(key) for key in ("pages", "stub", "boxhead", "measures")}
        return repr((kept, display.totals_of(self.desk.plan, self.bench.t)))

    # The forecast ---------------------------------------------------------------------------------------------

    def _entry(self) -> Any:
        forecast, name = self.desk.snapshot.forecast, self.bench.table.get("name")
        if forecast is None:
            return None
        return next((entry for entry in forecast["tables"] if entry["table"] == name), None)

    def _ask_forecast(self) -> None:
        """Work out the margins of the table in view, and what is known of the chosen cell, in a thread."""
        snapshot, entry = self.desk.snapshot, self._entry()
        plan = snapshot.plan
        if entry is None or plan is None:
            if snapshot.final:
                self._forget_forecast()
                self._show_values()
            if snapshot.final or self._forecast is None:
                self._show_cell(None)
            return
        key, cell = (snapshot.serial, entry["table"]), self._wanted_cell
        known = self._forecast if self._forecast_of == key else None

        def work(progress: Progress) -> tuple[TableForecast, CellOdds | None]:
            made = known or self._cells.margins(plan, entry, progress)
            progress("cell")
            fits = cell is not None and 0 <= cell < len(made.margins)
            return made, self._cells.odds(plan, entry["table"], cell) if fits and cell is not None else None

        def done(result: tuple[TableForecast, CellOdds | None]) -> None:
            if key != (self.desk.snapshot.serial, self.bench.table.get("name")):
                return
            if self._forecast is not result[0]:
                self._forecast, self._forecast_of = result[0], key
                self._show_values()
            self._show_cell(result[1])

        self.desk.tasks.start(OWNER, work, done, lambda sentence: self.cell.show_nothing(sentence))

    def _forget_forecast(self) -> None:
        self._forecast, self._forecast_of = None, ()
        self.desk.tasks.cancel(OWNER)
        show_if(self.people, False)

    def _show_values(self) -> None:
        model, found = self.sheet.grid.shell_model, self._forecast
        here = found is not None and found.entry["table"] == self.bench.table.get("name")
        self.options.measure.show_finer(found.finer if found is not None and here else {})
        if model is None:
            return
        shape = model.shell.shape
        if found is None or len(found.margins) != model.shell.cells or found.entry["table"] != model.shell.name:
            waiting = self.remarks.waiting()
            empty: Shown = ("…" if waiting else "·", waiting or self.why.text(), "muted")
            model.set_values(lambda page, line, across, item: empty)
            return
        margins, rough, level = found.margins, found.rough, found.level
        tip = self.tr("Noise margin ({level} %): the noise stays within ± {margin} of the count.")
        about = self.cell.how_rough(found)
        depends = any(margin == margin for margin in rough)
        told = f"≈ {about} {self.cell.too_few(math.inf in rough)}".strip() if found.said else ""
        self.people.show_rough(told, asked=depends and not found.planned, known=depends)
        exact: Shown = (
            self.tr("exact"),
            self.tr("Published exactly: what is public tells it already."),
            "muted",
        )
        unknown: Shown = ("·", self.tr("How wrong this will be depends on the counts themselves."), "muted")
        stub, boxhead = order_of(model.shell.stub), order_of(model.shell.boxhead)
        decimals = [digits_for(widest) for widest in found.widest(shape[3])]

        def cell(page: int, line: int, across: int, item: int) -> Shown:
            at = ((page * shape[1] + stub[line]) * shape[2] + boxhead[across]) * shape[3] + item
            margin = margins[at]
            if found.exact(at):
                return exact
            if margin == margin:
                text = fixed(margin, decimals[item])
                return f"± {text}", tip.format(level=level, margin=text), "accent"
            margin = rough[at] if rough else math.nan
            if margin != margin:
                return unknown
            if not found.said:
                return self.tr("size?"), about, "muted"
            if margin == math.inf:
                return self.tr("too few"), self.cell.too_few(True), "muted"
            # nearly always the very number; it bears noise all the same
            text = f"± {fixed(margin, decimals[item])}" if decimals[item] or margin else self.tr("under ± 1")
            return f"≈ {text}", about, "muted"

        model.set_values(cell)

    def _on_cell(self, cell: CellAt) -> None:
        model = self.sheet.grid.shell_model
        if model is None:
            return
        page, line, across, item = cell
        _, lines, columns, items = model.shell.shape
        stub, boxhead = order_of(model.shell.stub), order_of(model.shell.boxhead)
        self._wanted_cell = ((page * lines + stub[line]) * columns + boxhead[across]) * items + item
        self.notes.set_cell(model, cell)
        self._ask_forecast()
        if self._entry() is None:
            self._show_cell(None)

    def _cell_name(self) -> str:
        model, index = self.sheet.grid.shell_model, self.sheet.grid.currentIndex()
        return model.cell_words(index.row(), index.column()) if model is not None and index.isValid() else ""

    def _show_cell(self, odds: CellOdds | None) -> None:
        entry = self._entry()
        if odds is None or entry is None:
            why = self.remarks.waiting() or self.why.text()
            self.cell.show_nothing(why, self._cell_name())
            return
        chosen = entry["chosen"]
        group, name = self.bench.table.get("group"), self.bench.table.get("name")
        others = [table for table in self.desk.plan.get("tables", []) if group and table.get("group") == group]
        beside = few([f"“{shown(table.get('title'), self.desk.language) or table['name']}”" for table in others
                      if table.get("name") != name])  # fmt: skip
        wanted = next((one for one in groups.groups_of(self.desk.plan) if one.get("name") == group), {})
        named, (_, method) = self.words.method(chosen), plain_words(chosen, once=counts_units(self.bench.table))
        best = wanted.get("mechanism", "best") == "best"  # its name is for those who choose one, on the page Accuracy
        method = self.tr("Best method: {method}").format(method=method) if best else f"{named}. {method}"
        self.cell.show_cell(self._cell_name(), odds, beside, method, self._forecast)

    # Editing --------------------------------------------------------------------------------------------------

    def _begin(self) -> None:
        if not self.desk.dictionary.get("variables"):
            self.go.emit(PageName.DICTIONARY)
            return
        self.tables.add_table()
        self.tabs.setCurrentIndex(0)
        self.shelves["stub"].add.setFocus(Qt.FocusReason.OtherFocusReason)

    def _begin_note(self, where: str) -> None:
        self.tabs.setCurrentWidget(self.notes)
        self.notes.begin(where)

    def _on_looks(self) -> None:
        self.head.refresh_looks()
        self.sheet.grid.refresh_looks()
