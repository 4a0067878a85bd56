"""Step 4: what is wished of the tables and what it costs, what each comes to; methods and pictures under Details.

Every figure is the forecast's and rests on the plan and its dictionary alone. Pictures, budgets and ranges are worked
out in tasks beside the window, with the desk's forecaster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QSizePolicy, QStackedWidget, QWidget

from dpdesk.gui.accuracy import overview, wanted
from dpdesk.gui.accuracy.compose import Composer
from dpdesk.gui.accuracy.edits import loss as edits
from dpdesk.gui.accuracy.figure import tab_separated
from dpdesk.gui.accuracy.loss import LossField
from dpdesk.gui.accuracy.methods import MethodsPanel
from dpdesk.gui.accuracy.missing import ForecastMissing
from dpdesk.gui.accuracy.overview import Overview
from dpdesk.gui.accuracy.picture import BUDGET, CELL, DRAWS, LENGTH, Picture
from dpdesk.gui.accuracy.reference import PlanningFigures
from dpdesk.gui.accuracy.sampling import SamplingErrors
from dpdesk.gui.accuracy.target import short_combo, table_text
from dpdesk.gui.accuracy.wanted import WantedMargin
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.plots import loading
from dpdesk.gui.kit.plots.figure import Figure
from dpdesk.gui.kit.plots.numbers import number
from dpdesk.gui.kit.text import column, label, named, panel, row, splitter
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import SYMBOLS, amount_text
from dpdesk.gui.shared.methods import MethodRow
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.privacy.exact import parse_exact
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.forecast.forecast import Forecaster

COMPARISON = "accuracy comparison"
PICTURE = "accuracy"
COPY = "accuracy copy"
"""Owners of the tasks of this page."""
_LEVELS = (80, 90, 95, 99)
_QUIET_MS = 250
"""How long a computation may take before the page says that it is updating."""


class AccuracyPage(Page):
    """The page Accuracy: wishes with their costs over what each table comes to, or over methods and pictures."""

    name = PageName.ACCURACY
    help_topic = "accuracy"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Accuracy")

    # Layout ---------------------------------------------------------------------------------------------------

    def build(self) -> Iterator[None]:
        """Make the widgets and connect them to the desk; the library that draws is loaded in a thread."""
        self._composer = Composer(self, self.desk.language)
        self._table = ""
        self._compared: tuple[object, ...] = ()  # what the comparison in view, or being worked out, is about
        self._asked: tuple[object, ...] = ()  # what the picture in view, or being worked out, is about
        self._found: Any = None  # what it shows
        self.body.addLayout(self._head())
        self.body.addWidget(self._questions())
        self.tables = Box()
        short_combo(self.tables, 26)
        self.tables.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        yield
        self._views = QStackedWidget()
        self.nothing = ForecastMissing(self.desk)
        self.nothing.wanted.connect(self.go)
        self._views.addWidget(self.nothing)
        self.body.addWidget(self._views, 1)
        self._busy = QTimer(self)
        self._busy.setSingleShot(True)
        self._busy.setInterval(_QUIET_MS)
        self._busy.timeout.connect(self._show_busy)
        beside = splitter(Qt.Orientation.Horizontal, UNIT * 2)
        self.comparison = MethodsPanel(self.desk)
        self.comparison.head.insertWidget(
            1, _beside(self.tr("of &table"), self.tables, self.tr("The table whose accuracy is shown below.")), 3
        )
        beside.addWidget(self.comparison)
        yield
        self.picture = Picture()
        beside.addWidget(self.picture)
        beside.setStretchFactor(0, 56)
        beside.setStretchFactor(1, 44)
        beside.setSizes([690, 540])
        beside.setMinimumHeight(UNIT * 48)  # three methods, a picture, and what is said below them
        self._views.addWidget(_scrolled(beside, self.tr("Methods and pictures")))
        self.figures = PlanningFigures(self.desk)
        self._views.addWidget(self.figures)
        self.overview = Overview(self.desk)
        self._views.addWidget(self.overview)
        self.sampling = SamplingErrors(self.desk)
        self._views.addWidget(self.sampling)
        self._connect()
        yield
        self._on_documents()
        self._on_snapshot()

    def _connect(self) -> None:
        self.picture.wanted.connect(self._draw)
        self.picture.moved.connect(self._on_moved)
        self.picture.released.connect(self._on_released)
        self.picture.copied.connect(self._copy)
        self.figures.done.connect(lambda: self._show_figures(False))
        self.sampling.done.connect(lambda: self._show_sampling(False))
        for combo in (self.tables, self.wanted.sentence.tables):
            combo.activated.connect(lambda at, combo=combo: self.choose_table(str(combo.itemData(at))))
        self.overview.chosen.connect(self.choose_table)
        self.overview.kinds.connect(self.wanted.show_statistics)
        self.wanted.answered.connect(self.overview.show_answer)
        self.wanted.turned.connect(self.choose_table)
        for signal in (self.wanted.asked, self.wanted.answered):
            signal.connect(lambda *_: self.changed.emit())
        desk = self.desk
        self.follow(desk.documents_changed, self._on_documents)
        self.follow(desk.snapshot_changed, self._on_snapshot)
        self.follow(desk.account_changed, self._on_account)
        desk.looks_changed.connect(self.picture.take_colours)
        desk.tasks.started.connect(lambda _: self._watch())
        desk.tasks.ended.connect(lambda _: self._watch())

    def _head(self) -> QHBoxLayout:
        line = row(spacing=UNIT * 2)
        line.addWidget(label(self.title(), "title", wrap=False))
        line.addWidget(label(self.tr("How wrong each cell will be, before any data are read."), "caption"), 1)
        self.updating = label(self.tr("updating …"), "caption", wrap=False)
        self.updating.hide()
        line.addWidget(self.updating)
        self.planning = QPushButton(self.tr("Planni&ng figures"))
        self.planning.setProperty("flat", True)
        self.planning.setCheckable(True)
        named(
            self.planning,
            self.tr("Planning figures"),
            self.tr("Public figures from which targets learn how many people to expect."),
        )
        self.planning.clicked.connect(self._show_figures)
        line.addWidget(self.planning)
        self.errors = QPushButton(self.tr("&Sampling errors"))
        self.errors.setProperty("flat", True)
        self.errors.setCheckable(True)
        tip = self.tr("Of a survey: how far off its figures are because a sample was asked, as your office knows it.")
        named(self.errors, self.tr("Sampling errors"), tip)
        self.errors.clicked.connect(self._show_sampling)
        line.addWidget(self.errors)
        self.details = QPushButton(self.tr("&Details: methods, pictures"))
        self.details.setProperty("flat", True)
        self.details.setCheckable(True)
        named(
            self.details,
            self.tr("Details: methods, pictures"),
            self.tr("How the tables are measured, what other methods would do, and pictures of the errors."),
        )
        self.details.clicked.connect(self.show_details)
        line.addWidget(self.details)
        onward = QPushButton(self.tr("&Go to Release"))
        onward.setProperty("flat", True)
        onward.clicked.connect(lambda: self.go.emit(PageName.RELEASE))
        line.addWidget(onward)
        return line

    def _questions(self) -> QFrame:
        sheet = panel()
        inner = column(sheet, margin=UNIT * 2, spacing=UNIT)
        first = FlowLayout(spacing=UNIT * 2)
        self.loss = LossField()
        self.loss.edited.connect(self._on_loss)
        self.loss.kind_chosen.connect(self._on_kind)
        first.addWidget(self.loss)
        self.level = Box()
        for level in _LEVELS:
            self.level.addItem(f"{level} %", level)
        self.level.activated.connect(self._on_level)
        first.addWidget(
            _beside(
                self.tr("Noise margins at &level"),
                self.level,
                self.tr("How often, in a hundred, the true count lies within the margin."),
            )
        )
        inner.addLayout(first)
        self.problem = label("", "problem")
        self.problem.hide()
        inner.addWidget(self.problem)
        self.wanted = WantedMargin(self.desk)
        inner.addWidget(self.wanted)
        return sheet

    # What stands on the desk ----------------------------------------------------------------------------------

    def shown(self) -> None:
        """Work out what another page's edits have changed; the sentence to complete comes first.

        Where the plan asks for more than is left, what it may spend does.
        """
        if self.desk.too_much is not None:
            self.loss.first.setFocus(Qt.FocusReason.OtherFocusReason)
            self.loss.first.selectAll()
        elif self.wanted.sentence.isEnabled():
            self.wanted.sentence.margin.setFocus(Qt.FocusReason.OtherFocusReason)
        self._compare()
        self.wanted.ask(self._table)

    def forget(self) -> None:
        """What was wished of the plan before, and its planning figures, are out of view."""
        super().forget()
        self.wanted.forget()
        self._show_figures(False)
        self._show_sampling(False)
        self.show_details(False)

    def _on_documents(self) -> None:
        plan = self.desk.plan
        self.loss.show_loss(edits.parameters(plan), edits.loss_kinds(self.desk.dictionary.get("budget_cap")))
        at = self.level.findData(plan.get("level", 90))
        if at >= 0:
            self.level.setCurrentIndex(at)
        self._fill_tables()
        self.wanted.redraw()
        self.figures.redraw()
        self.sampling.redraw()
        self._watch()
        self._show_view()

    def _fill_tables(self) -> None:
        records = self.desk.plan.get("tables", [])
        names = [str(record.get("name", "")) for record in records]
        texts = [table_text(record, self.desk.language) for record in records]
        if self._table not in names:
            self._table = names[0] if names else ""
        for combo in (self.tables, self.wanted.sentence.tables):
            if [combo.itemData(at) for at in range(combo.count())] != names:
                combo.clear()
                for name in names:
                    combo.addItem(name, name)
            for position, text in enumerate(texts):
                combo.setItemText(position, text)
                combo.setItemData(position, text, Qt.ItemDataRole.ToolTipRole)
            combo.setCurrentIndex(names.index(self._table) if self._table else -1)

    def choose_table(self, name: str) -> None:
        """Show another table."""
        if name == self._table:
            return
        self._table = name
        for combo in (self.tables, self.wanted.sentence.tables):
            combo.setCurrentIndex(combo.findData(name))
        self.overview.choose(name)
        self._compare()
        self.wanted.ask(self._table)

    def _on_snapshot(self) -> None:
        self._watch()
        self._show_view()
        if self.desk.checked and self._forecast() is not None:
            self._compare()
            self.wanted.ask(self._table)
        if self.desk.checked:
            self.overview.take_snapshot()
            self.overview.choose(self._table)
            self.figures.redraw()
            self.wanted.redraw()

    def _on_account(self) -> None:
        self.loss.show_loss(edits.parameters(self.desk.plan), edits.loss_kinds(self.desk.dictionary.get("budget_cap")))
        self.wanted.show_answer()
        self._show_price()

    def _forecast(self) -> Mapping[str, Any] | None:
        """The forecast of the table in view, None where there is none."""
        forecast = self.desk.snapshot.forecast
        if forecast is None:
            return None
        return next((table for table in forecast["tables"] if table["table"] == self._table), None)

    # What is missing ------------------------------------------------------------------------------------------

    def _show_view(self) -> None:
        """Show the comparison, or what is missing; while a forecast is under way the one before stays in view."""
        sentence, page = self.nothing.found() if self.desk.checked else ("", None)
        if not self.desk.checked and self._views.currentIndex() == 0 and self.desk.snapshot.forecast is None:
            sentence, page = self.nothing.found()
            if not sentence:
                sentence = self.tr("The forecast is being worked out …")
        if sentence:
            self.nothing.show_missing(sentence, page)
            self._views.setCurrentIndex(0)
        elif self.desk.snapshot.forecast is not None:
            asked = ((self.planning, 2), (self.errors, 4), (self.details, 1))
            self._views.setCurrentIndex(next((at for button, at in asked if button.isChecked()), 3))
        usable = self._views.currentIndex() >= 1
        for widget in (self.wanted.sentence, self.level, self.tables):
            widget.setEnabled(usable or not page)
        self._show_price()

    def _show_figures(self, on: bool) -> None:
        """Show the planning figures in place of the comparison, or the comparison again."""
        self.planning.setChecked(on)
        if on:
            self.details.setChecked(False)
            self.errors.setChecked(False)
        self.figures.redraw()
        self._show_view()

    def _show_sampling(self, on: bool) -> None:
        """Show the sampling errors in place of the comparison, or the comparison again."""
        self.errors.setChecked(on)
        if on:
            self.details.setChecked(False)
            self.planning.setChecked(False)
        self.sampling.redraw()
        self._show_view()

    def show_details(self, on: bool = True) -> None:
        """Show methods and pictures in place of what each table comes to, or that again."""
        self.details.setChecked(on)
        if on:
            self.planning.setChecked(False)
            self.errors.setChecked(False)
        self.wanted.targets.crowded = on
        self.wanted.redraw()
        self._show_view()
        self._compare()

    def _show_price(self) -> None:
        """Say in words where the plan asks for more than is left."""
        account, asked, sentence = self.desk.account, self.desk.too_much, ""
        if account is not None and asked is not None:
            sentence = self.tr("This asks for {asked}; {left} is left.").format(
                asked=amount_text(asked), left=amount_text(account.left)
            )
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    # Updating -------------------------------------------------------------------------------------------------

    def _is_busy(self) -> bool:
        tasks = self.desk.tasks
        return not self.desk.checked or any(
            tasks.running(owner) for owner in (COMPARISON, PICTURE, *wanted.OWNERS, *overview.OWNERS)
        )

    def _watch(self) -> None:
        if not self._is_busy():
            self._busy.stop()
            self.updating.hide()
        elif not self.updating.isVisible() and not self._busy.isActive():
            self._busy.start()

    def _show_busy(self) -> None:
        self.updating.setVisible(self._is_busy())

    # The budget -----------------------------------------------------------------------------------------------

    def _on_loss(self, name: str, text: str) -> None:
        plan = edits.set_parameter(self.desk.plan, name, text)
        self.desk.edit_plan(self.tr("budget of the release"), plan, merge=f"loss-{name}")

    def _on_kind(self, kind: edits.Kind) -> None:
        loss = edits.of_kind(edits.parameters(self.desk.plan), kind, self.desk.dictionary.get("budget_cap"))
        self.desk.edit_plan(self.tr("kind of budget"), edits.set_loss(self.desk.plan, loss))

    def _on_level(self, at: int) -> None:
        level = int(self.level.itemData(at))
        if level != self.desk.plan.get("level", 90):
            self.desk.edit_plan(self.tr("level of the margins"), edits.set_level(self.desk.plan, level))

    def _on_moved(self, value: float) -> None:
        height = self.picture.chart.value_at(value) if self.picture.chart is not None else None
        said = f"{SYMBOLS[self.loss.unit]} {edits.readable(value)}"
        if height is not None:
            said = self.tr("{budget}: typical error {error}").format(budget=said, error=number(height))
        self.picture.say(said)

    def _on_released(self, value: float) -> None:
        text = edits.readable(value)
        self.picture.say("")
        unit = self.loss.unit
        if unit in edits.parameters(self.desk.plan):
            self.desk.edit_plan(
                self.tr("budget of the release"), edits.set_parameter(self.desk.plan, unit, text), merge="loss-point"
            )

    # Details --------------------------------------------------------------------------------------------------

    @property
    def _detailed(self) -> bool:
        """Whether methods and pictures are in view, and there is a forecast for them."""
        ready = self.desk.checked and self._forecast() is not None
        return ready and self.isVisible() and self.details.isChecked()

    def _compare(self) -> None:
        """Compare the methods for the table in view, unless they are compared already; then draw the picture."""
        plan, table = self.desk.snapshot.plan, self._table
        if plan is None or not self._detailed:
            return
        asked = (plan, table)
        if asked == self._compared:
            if not self.desk.tasks.running(COMPARISON):
                self._draw()
            return
        self._compared = asked

        def work(progress: Progress) -> Any:
            return self.desk.forecasts.forecaster.compared(plan, table, progress)

        self.desk.tasks.start(COMPARISON, work, self._on_compared, self._on_failed)

    def _on_compared(self, found: Mapping[str, Any]) -> None:
        entry = self._forecast()
        if entry is not None and self._compared == (self.desk.snapshot.plan, self._table):
            self.comparison.show_table(self._table, {**entry, **found["table"]}, found["group"])
            self._draw()

    def _draw(self) -> None:
        """Work out the picture in view, unless it is the one already there."""
        snapshot, table = self.desk.snapshot, self._table
        if snapshot.plan is None or not self._detailed:
            return
        picture = self.picture
        kind, drawn = picture.kind, picture.number
        asked = (snapshot.plan, table, kind, drawn if kind == DRAWS else 0)
        if asked == self._asked and not self.desk.tasks.running(PICTURE):
            self._compose()
            return
        self._asked = asked
        plan, compiled = snapshot.plan, snapshot.compiled

        def work(progress: Progress) -> Any:
            own = self.desk.forecasts.forecaster
            for shell in compiled.shells if compiled is not None else ():
                if shell.name == table:
                    _ = shell.pages.lines, shell.stub.lines, shell.boxhead.lines  # the labels of all cells
            found = _worked_out(kind, drawn, plan, table, own, progress)
            loading.load()  # the library that draws, the first time
            return found

        self.desk.tasks.start(PICTURE, work, self._on_drawn, self._on_failed)

    def _on_drawn(self, found: Any) -> None:
        self._found = found
        self.picture.begin()
        self._compose()

    def _on_failed(self, sentence: str) -> None:
        self._compared = self._asked = ()
        self.picture.show_figure(Figure(empty=sentence))

    def _compose(self) -> None:
        """Show what was worked out."""
        found: Any = self._found
        compiled = self.desk.snapshot.compiled
        forecast = self._forecast()
        if compiled is None or forecast is None:
            return
        kind, composer = self.picture.kind, self._composer
        composer.language = self.desk.language
        shell = next(one for one in compiled.shells if one.name == self._table)
        if kind == LENGTH:
            figure = composer.by_length(found, self.comparison.plain_names)
        elif kind == BUDGET:
            chosen = self.comparison.chosen
            present = float(parse_exact(edits.parameters(self.desk.plan)[found.unit]))
            figure = composer.by_budget(
                found,
                SYMBOLS[found.unit],
                chosen.plain if chosen is not None else found.mechanism,
                _own_ratio(chosen),
                present,
                self._most(found.unit),
            )
        elif kind == CELL:
            figure = composer.histogram(found) if self.picture.sorted_into_classes else composer.by_cell(found, shell)
        else:
            figure = composer.draws(found, shell)
        self.picture.show_figure(figure)

    def _copy(self) -> None:
        """Put the figures of the picture on the clipboard; a long table is written out beside the window."""
        figure = self.picture.figure
        clipboard = QGuiApplication.clipboard()
        self.desk.tasks.start(COPY, lambda progress: tab_separated(figure), lambda text: clipboard.setText(text))

    def _most(self, unit: str) -> float | None:
        """What is left for this release, where the account counts in the unit of the plan."""
        left = self.desk.account.left if self.desk.account is not None else {}
        return float(left[unit]) if unit in left and left[unit] > 0 else None

    # The path -------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Complete when there is a forecast for the documents as they stand."""
        if self.desk.checked and self.desk.snapshot.forecast is not None:
            return State(True)
        return State(False, self.tr("There is no forecast yet."))

    def action(self) -> Action | None:
        """What the page leads to: a rehearsal on made-up records, of the plan with what is wished."""
        ready = self.desk.checked and self.desk.snapshot.can_rehearse
        why = self.tr("A rehearsal needs a forecast first.")
        if ready and self.wanted.pending:
            ready, why = False, self.tr("The budget for your wish is being worked out.")
        words = self.tr("Use it and rehearse ▸") if ready and self.wanted.usable else self.tr("Rehearse ▸")
        return Action(words, self._rehearse, ready, why)

    def _rehearse(self) -> None:
        from dpdesk.gui.shared.releasing import start_rehearsal

        if self.wanted.usable:
            self.wanted.use()
        start_rehearsal(self.desk, self)
        self.go.emit(PageName.PUBLISH)


def _worked_out(kind: str, drawn: int, plan: Any, table: str, own: Forecaster, progress: Progress) -> Any:
    """What a picture shows; runs in a thread."""
    if kind == DRAWS:
        from dpdesk.planning.aids.draws import simulated_errors

        return simulated_errors(plan, table, drawn, progress, forecaster=own)
    from dpdesk.planning.aids import curves

    if kind == BUDGET:
        return curves.error_by_budget(plan, table, progress, forecaster=own)
    if kind == LENGTH:
        return curves.error_by_interval_length(plan, table, progress, forecaster=own)
    return curves.error_by_cell(plan, table, progress, forecaster=own)


def _own_ratio(chosen: MethodRow | None) -> float | None:
    """How far a table's typical error is above the best possible.

    The bound is one of the objective, which counts the group's kinds of figures alike; it says something about this
    table's typical error only where the two are the same.
    """
    if chosen is None or not chosen.rmse or chosen.minimised is None:
        return None
    return chosen.ratio if abs(chosen.rmse / chosen.minimised - 1) < 1e-9 else None


def _scrolled(parts: QWidget, name: str) -> QScrollArea:
    """What is higher than a low window has room for; its width is always there."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
    area.setAccessibleName(name)
    area.setMinimumWidth(parts.minimumSizeHint().width())
    area.setWidget(parts)
    return area


def _beside(text: str, widget: QWidget, description: str) -> QWidget:
    """An input after its label, as one piece of a line."""
    whole = QWidget()
    line = row(whole, spacing=UNIT)
    shown = label(text, wrap=False)
    shown.setBuddy(widget)
    named(widget, text.replace("&", ""), description)
    line.addWidget(shown)
    line.addWidget(widget)
    return whole
