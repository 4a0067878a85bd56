"""Step 4: how accurate the plan will be, methods compared, and which budget a wanted margin needs.

Every figure is the forecast's and rests on the plan and its dictionary alone. Pictures and the answer to a wanted
margin are worked out in two tasks beside the window, each with a forecaster of its own.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QFrame, QHBoxLayout, QPushButton, QSplitter, QStackedWidget, QWidget

from dpdesk.errors import DpdeskError
from dpdesk.gui.edits import accuracy as edits
from dpdesk.gui.edits.trees import shown
from dpdesk.gui.models.accuracy_figure_model import tab_separated
from dpdesk.gui.models.methods_model import MethodRow, MethodsModel
from dpdesk.gui.pages.page import Action, Page, State
from dpdesk.gui.plots import loading
from dpdesk.gui.plots.compose import Composer
from dpdesk.gui.plots.figure import Figure
from dpdesk.gui.plots.numbers import number
from dpdesk.gui.theme import UNIT
from dpdesk.gui.widgets.accuracy_loss import LossField
from dpdesk.gui.widgets.accuracy_picture import BUDGET, CELL, DRAWS, LENGTH, Picture
from dpdesk.gui.widgets.accuracy_target import TargetSentence, short_combo
from dpdesk.gui.widgets.flow import FlowLayout
from dpdesk.gui.widgets.methods_table import MethodsTable
from dpdesk.gui.widgets.text import column, label, named, panel, row
from dpdesk.gui.words import SYMBOLS, amount_text, number_text
from dpdesk.privacy.exact import parse_exact
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.planning.forecast import Forecaster
    from dpdesk.planning.targets import Target

PICTURE = "accuracy"
TARGET = "accuracy target"
COPY = "accuracy copy"
"""Owners of the tasks of this page."""
_LEVELS = (80, 90, 95, 99)
_QUIET_MS = 250
"""How long a computation may take before the page says that it is updating."""


class AccuracyPage(Page):
    """See the module."""

    name = "Accuracy"
    help_topic = "accuracy"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Accuracy")

    # Layout ---------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the widgets; the library that draws is loaded in a thread."""
        self._composer = Composer(self, self.desk.language)
        self._forecasters: dict[str, Forecaster] = {}
        self._table = ""
        self._target: Target | None = None
        self._asked: tuple[object, ...] = ()  # what the picture in view, or being worked out, is about
        self._found: Any = None  # what it shows
        self._complete = False
        self.body.addLayout(self._head())
        self.body.addWidget(self._questions())
        self._views = QStackedWidget()
        self._views.addWidget(self._nothing_yet())
        self.body.addWidget(self._views, 1)
        self._busy = QTimer(self)
        self._busy.setSingleShot(True)
        self._busy.setInterval(_QUIET_MS)
        self._busy.timeout.connect(self._show_busy)
        self._on_documents()
        QTimer.singleShot(0, self, self._build_comparison)

    def _build_comparison(self) -> None:
        """The second part of building, a turn of the event loop later: no part holds the window up."""
        self._splitter = QSplitter(Qt.Orientation.Horizontal)
        self._splitter.setChildrenCollapsible(False)
        self._splitter.setHandleWidth(UNIT * 2)
        self._splitter.addWidget(self._comparison())
        QTimer.singleShot(0, self, self._build_picture)

    def _build_picture(self) -> None:
        """The third part."""
        self.picture = Picture()
        self.picture.wanted.connect(self._draw)
        self.picture.moved.connect(self._on_moved)
        self.picture.released.connect(self._on_released)
        self.picture.copied.connect(self._copy)
        self._splitter.addWidget(self.picture)
        self._splitter.setStretchFactor(0, 56)
        self._splitter.setStretchFactor(1, 44)
        self._splitter.setSizes([690, 540])
        self._views.addWidget(self._splitter)
        self._complete = True
        desk = self.desk
        self.follow(desk.documents_changed, self._on_documents)
        self.follow(desk.snapshot_changed, self._on_snapshot)
        self.follow(desk.account_changed, self._on_account)
        desk.looks_changed.connect(self.picture.take_colours)
        desk.tasks.started.connect(lambda _: self._watch())
        desk.tasks.ended.connect(lambda _: self._watch())
        self.picture.hide()
        self._on_documents()
        QTimer.singleShot(0, self, self._begin)

    def _begin(self) -> None:
        """The last part: the comparison is shown, then the picture."""
        self._on_snapshot()
        QTimer.singleShot(0, self.picture, self.picture.show)
        if self.isVisible():
            self.shown()

    def _head(self) -> QHBoxLayout:
        line = row(spacing=UNIT * 2)
        line.addWidget(label(self.title(), "title", wrap=False))
        line.addWidget(label(self.tr("How wrong each cell will be, before any data are read."), "caption"), 1)
        self.updating = label(self.tr("updating …"), "caption", wrap=False)
        self.updating.hide()
        line.addWidget(self.updating)
        onward = QPushButton(self.tr("&Go to Release"))
        onward.setProperty("flat", True)
        onward.clicked.connect(lambda: self.go.emit("Release"))
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
        self.level = QComboBox()
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
        self.tables = QComboBox()
        short_combo(self.tables, 26)
        first.addWidget(_beside(self.tr("&Table"), self.tables, self.tr("The table whose accuracy is shown below.")))
        inner.addLayout(first)
        self.problem = label("", "problem")
        self.problem.hide()
        inner.addWidget(self.problem)
        self.target = TargetSentence(QComboBox())
        self.target.asked.connect(self._ask)
        self.target.used.connect(self._on_use)
        inner.addWidget(self.target)
        self.why_not = label("", "problem")
        self.why_not.hide()
        inner.addWidget(self.why_not)
        for combo in (self.tables, self.target.tables):
            combo.activated.connect(lambda at, combo=combo: self.choose_table(str(combo.itemData(at))))
        return sheet

    def _nothing_yet(self) -> QWidget:
        sheet = panel()
        inner = column(sheet, margin=UNIT * 4, spacing=UNIT * 2)
        inner.addStretch(1)
        self.missing = label("", "heading")
        self.missing.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        inner.addWidget(self.missing)
        self.there = QPushButton()
        self.there.clicked.connect(lambda: self.go.emit(self._destination()))
        line = row()
        line.addStretch(1)
        line.addWidget(self.there)
        line.addStretch(1)
        inner.addLayout(line)
        inner.addStretch(2)
        return sheet

    def _comparison(self) -> QFrame:
        sheet = panel()
        sheet.setMinimumWidth(UNIT * 66)
        left = column(sheet, margin=UNIT * 2)
        left.addWidget(label(self.tr("Methods compared"), "heading", wrap=False))
        self.methods = MethodsModel(self)
        self.methods_table = MethodsTable(self.tr("Methods compared"), self.methods)
        self.methods_table.selectionModel().selectionChanged.connect(lambda *_: self._show_choice())
        self.methods.modelReset.connect(self._show_choice)
        self.methods.dataChanged.connect(lambda *_: self._show_choice())
        left.addWidget(self.methods_table, 1)
        self.reason = label("")
        left.addWidget(self.reason)
        self.use_method = QPushButton(self.tr("Use this &method"))
        self.use_method.clicked.connect(self._on_method)
        self.use_best = QPushButton(self.tr("Choose the &best by forecast"))
        self.use_best.clicked.connect(self._on_best)
        line = row()
        line.addWidget(self.use_method)
        line.addWidget(self.use_best)
        line.addStretch(1)
        left.addLayout(line)
        return sheet

    # What stands on the desk ----------------------------------------------------------------------------------

    def shown(self) -> None:
        """Work out what another page's edits have changed; the sentence to complete comes first."""
        if self.target.isEnabled():
            self.target.margin.setFocus(Qt.FocusReason.OtherFocusReason)
        self._draw()
        self._ask()

    def _on_documents(self) -> None:
        plan = self.desk.plan
        self.loss.show_loss(edits.parameters(plan), edits.loss_kinds(self.desk.dictionary.get("budget_cap")))
        at = self.level.findData(plan.get("level", 90))
        if at >= 0:
            self.level.setCurrentIndex(at)
        self._fill_tables()
        self._watch()
        self._show_view()

    def _fill_tables(self) -> None:
        records = self.desk.plan.get("tables", [])
        names = [str(one.get("name", "")) for one in records]
        texts = [_table_text(one, self.desk.language) for one in records]
        if self._table not in names:
            self._table = names[0] if names else ""
        for combo in (self.tables, self.target.tables):
            if [combo.itemData(at) for at in range(combo.count())] != names:
                combo.clear()
                for name in names:
                    combo.addItem(name, name)
            metrics = combo.fontMetrics()
            wide = metrics.horizontalAdvance("X") * combo.minimumContentsLength()
            for at, text in enumerate(texts if combo is self.tables else names):
                combo.setItemText(at, metrics.elidedText(text, Qt.TextElideMode.ElideRight, wide))
                combo.setItemData(at, texts[at], Qt.ItemDataRole.ToolTipRole)
            combo.setCurrentIndex(names.index(self._table) if self._table else -1)

    def choose_table(self, name: str) -> None:
        """Show another table."""
        if name == self._table:
            return
        self._table = name
        if not self._complete:
            return
        for combo in (self.tables, self.target.tables):
            combo.setCurrentIndex(combo.findData(name))
        self._show_forecast()
        self._draw()
        self._ask()

    def _on_snapshot(self) -> None:
        self._watch()
        self._show_view()
        if self.desk.checked and self._forecast() is not None:
            self._show_forecast()
            self._draw()
            self._ask()

    def _on_account(self) -> None:
        self.loss.show_loss(edits.parameters(self.desk.plan), edits.loss_kinds(self.desk.dictionary.get("budget_cap")))
        self._show_answer()

    def _forecast(self) -> Mapping[str, Any] | None:
        """The forecast of the table in view, None where there is none."""
        forecast = self.desk.snapshot.forecast
        if forecast is None:
            return None
        return next((one for one in forecast["tables"] if one["table"] == self._table), None)

    # What is missing ------------------------------------------------------------------------------------------

    def _missing(self) -> tuple[str, str]:
        """What stands between here and a forecast, as a sentence, and the page that mends it; empty for nothing."""
        desk, snapshot = self.desk, self.desk.snapshot
        if not desk.dictionary.get("variables"):
            return self.tr("There are no variables yet: a forecast needs to know what can be counted."), "Dictionary"
        if snapshot.dictionary_problem:
            return snapshot.dictionary_problem, "Dictionary"
        if not desk.plan.get("tables"):
            return self.tr("There is no table yet: make one, and its accuracy is forecast here."), "Tables"
        missing = snapshot.missing
        if missing:
            if "budget_cap" in missing:
                return self.tr("The budget is not set: say on the page Data what may be spent in all."), "Data"
            if "unit" in missing or "neighbours" in missing:
                return self.tr("Whom the release protects is not said: complete the sentence on the page Data."), "Data"
            return self.tr("The description of the data has gaps: fill them on the page Data."), "Data"
        if snapshot.plan_problem:
            return snapshot.plan_problem, "Tables"
        return "", ""

    def _destination(self) -> str:
        return self._missing()[1] or "Tables"

    def _show_view(self) -> None:
        """Show the comparison, or what is missing; while a forecast is under way the one before stays in view."""
        sentence, page = self._missing() if self.desk.checked else ("", "")
        if not self.desk.checked and self._views.currentIndex() == 0 and self.desk.snapshot.forecast is None:
            sentence, page = self._missing()
            if not sentence:
                sentence = self.tr("The forecast is being worked out …")
        if sentence:
            self.missing.setText(sentence)
            self.there.setVisible(bool(page))
            self.there.setText(
                {
                    "Data": self.tr("Go to Data"),
                    "Dictionary": self.tr("Go to Dictionary"),
                    "Tables": self.tr("Go to Tables"),
                }.get(page, "")
            )
            self._views.setCurrentIndex(0)
        elif self.desk.snapshot.forecast is not None and self._complete:
            self._views.setCurrentIndex(1)
        usable = self._views.currentIndex() == 1
        for widget in (self.target, self.level, self.tables):
            widget.setEnabled(usable or not page)
        self._show_price()

    def _show_price(self) -> None:
        """Say in words where the plan asks for more than is left."""
        account, plan = self.desk.account, self.desk.snapshot.plan
        sentence = ""
        if account is not None and plan is not None and "loss" in self.desk.plan:
            from dpdesk.gui.account import price

            asked = price(plan)
            left = account.left
            if asked is not None and any(asked[unit] > left.get(unit, Fraction(0)) for unit in asked):
                sentence = self.tr("This asks for {asked}; {left} is left.").format(
                    asked=amount_text(asked), left=amount_text(left)
                )
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    # Updating -------------------------------------------------------------------------------------------------

    def _is_busy(self) -> bool:
        tasks = self.desk.tasks
        return not self.desk.checked or any(tasks.running(owner) for owner in (PICTURE, TARGET))

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

    # The methods ----------------------------------------------------------------------------------------------

    def _show_forecast(self) -> None:
        table = self._forecast()
        chosen = self._selected()
        self.methods.set_table(table)
        keys = [one.key for one in self.methods.rows]
        at = keys.index(chosen.key) if chosen is not None and chosen.key in keys else 0
        if keys and not self.methods_table.selectionModel().hasSelection():
            self.methods_table.selectRow(at)
        self._show_choice()

    def _selected(self) -> MethodRow | None:
        chosen = self.methods_table.selectionModel().selectedRows()
        at = chosen[0].row() if chosen else -1
        return self.methods.rows[at] if 0 <= at < len(self.methods.rows) else None

    def _group(self) -> str:
        return edits.group_of(self.desk.plan, self._table)

    def _show_choice(self) -> None:
        selected = self._selected()
        asked, _ = edits.asked_method(self.desk.plan, self._group())
        self.use_best.setVisible(asked != edits.BEST)
        usable = selected is not None and selected.available and not (selected.chosen and asked != edits.BEST)
        self.use_method.setEnabled(usable)
        keep = selected is not None and selected.chosen and asked == edits.BEST
        self.use_method.setText(self.tr("Keep this &method") if keep else self.tr("Use this &method"))
        if selected is None:
            self.reason.setText("")
        elif not selected.available:
            self.reason.setText(
                self.tr("{name} cannot be used: {reason}").format(name=selected.plain, reason=selected.why_not)
            )
        elif selected.chosen:
            self.reason.setText(f"{self._why(asked)} {selected.sentence}")
        else:
            self.reason.setText(selected.sentence)

    def _why(self, asked: str) -> str:
        """Why the chosen method is chosen, in a sentence."""
        rows = [one for one in self.methods.rows if one.available and one.objective is not None]
        chosen = next((one for one in rows if one.chosen), None)
        if chosen is None or chosen.objective is None:
            return ""
        others = sorted((one for one in rows if not one.chosen), key=lambda one: one.objective or 0.0)
        if asked != edits.BEST:
            best = others[0] if others else None
            if best is None or (best.objective or 0.0) >= chosen.objective:
                return self.tr("Chosen by you; no other method is more accurate.")
            return self.tr("Chosen by you; {best} would be more accurate: {error} against {own}.").format(
                best=best.plain, error=number(best.objective or 0.0), own=number(chosen.objective)
            )
        if not others:
            return self.tr("Chosen because no other method can be used.")
        return self.tr(
            "Chosen because its error is the smallest when all kinds of figures count alike: {own}, against {other} "
            "of the next, {name}."
        ).format(own=number(chosen.objective), other=number(others[0].objective or 0.0), name=others[0].plain)

    def _on_method(self) -> None:
        selected = self._selected()
        if selected is None:
            return
        rows = self.methods.rows
        several = sum(one.method == selected.method and one.available for one in rows) > 1
        plan = edits.set_method(self.desk.plan, self._group(), selected.method, selected.noise if several else None)
        self.desk.edit_plan(self.tr("method: {name}").format(name=selected.plain), plan)

    def _on_best(self) -> None:
        plan = edits.set_method(self.desk.plan, self._group(), edits.BEST)
        self.desk.edit_plan(self.tr("method: the best by forecast"), plan)

    # The picture ----------------------------------------------------------------------------------------------

    def _forecaster(self, owner: str) -> Forecaster:
        """The owner's own forecaster; called in its thread, of which one runs at a time."""
        if owner not in self._forecasters:
            from dpdesk.planning.forecast import Forecaster

            self._forecasters[owner] = Forecaster()
        return self._forecasters[owner]

    def _draw(self) -> None:
        """Work out the picture in view, unless it is the one already there."""
        snapshot, table = self.desk.snapshot, self._table
        forecast = self._forecast()
        ready = self._complete and self.desk.checked and self.isVisible()
        if forecast is None or snapshot.plan is None or not ready:
            return
        picture = self.picture
        kind, drawn = picture.kind, picture.number
        asked = (snapshot.plan, table, kind, drawn if kind == DRAWS else 0)
        if asked == self._asked and not self.desk.tasks.running(PICTURE):
            self._compose()
            return
        self._asked = asked
        plan, compiled = snapshot.plan, snapshot.compiled

        def work(progress: Progress) -> tuple[Any, Any]:
            own = self._forecaster(PICTURE)
            for shell in compiled.shells if compiled is not None else ():
                if shell.name == table:
                    _ = shell.pages.lines, shell.stub.lines, shell.boxhead.lines  # the labels of all cells
            from dpdesk.planning.targets import statistics_of

            statistics = statistics_of(plan, table, forecaster=own)
            found = _worked_out(kind, drawn, plan, table, own, progress)
            loading.load()  # the library that draws, the first time
            return statistics, found

        self.desk.tasks.start(PICTURE, work, self._on_drawn, self._on_failed)

    def _on_drawn(self, found: tuple[Any, Any]) -> None:
        statistics, self._found = found
        language = self.desk.language
        self.target.show_cells([(name, text.show(language)) for name, text in statistics])
        self.picture.begin()
        self._compose()

    def _on_failed(self, sentence: str) -> None:
        self._asked = ()
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
        names = {one.method: one.plain for one in self.methods.rows}
        if kind == LENGTH:
            figure = composer.by_length(found, names)
        elif kind == BUDGET:
            chosen = next((one for one in self.methods.rows if one.chosen), None)
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

    # The wanted margin ----------------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Work out which budget the wanted margin needs."""
        snapshot, table, wanted = self.desk.snapshot, self._table, self.target.wanted
        if wanted is None or self._forecast() is None or snapshot.plan is None or not self.desk.checked:
            self.desk.tasks.cancel(TARGET)
            self._target = None
            self._show_answer()
            return
        plan, statistic = snapshot.plan, self.target.statistic

        def work(progress: Progress) -> Target:
            from dpdesk.planning.targets import budget_for_margin

            cells = [statistic] if statistic else None
            return budget_for_margin(plan, table, wanted, cells, progress, forecaster=self._forecaster(TARGET))

        self.target.use.setEnabled(False)
        self.desk.tasks.start(TARGET, work, self._on_target, self._on_no_target)

    def _on_target(self, target: Target) -> None:
        self._target = target
        self._show_answer()

    def _on_no_target(self, sentence: str) -> None:
        self._target = None
        self._show_answer()
        self._say_why(sentence)

    def _say_why(self, sentence: str) -> None:
        """Say why a margin cannot be had, under the sentence; nothing for an empty text."""
        self.why_not.setText(sentence)
        self.why_not.setVisible(bool(sentence))

    def _show_answer(self) -> None:
        target = self._target
        self._say_why("" if target is None or target.possible else target.why_not)
        if target is None:
            self.target.show_answer("", usable=False)
        elif not target.possible:
            self.target.show_answer(self.tr("This cannot be had."), usable=False, problem=True)
        else:
            self._show_needed(target)

    def _show_needed(self, target: Target) -> None:
        """Say what the margin costs and what is left, in the account's units."""
        needed = f"{SYMBOLS[target.unit]} {number_text(parse_exact(target.text))}"
        account, cost = self.desk.account, self._cost(target)
        if account is None or cost is None:
            self.target.show_answer(self.tr("This takes {needed}.").format(needed=needed), usable=True)
            return
        left = account.left
        over = any(cost[unit] > left.get(unit, Fraction(0)) for unit in cost)
        if set(cost) != {target.unit}:
            needed = self.tr("{needed}, a charge of {cost}").format(needed=needed, cost=amount_text(cost))
        shown = number_text(left[target.unit]) if set(cost) == {target.unit} else amount_text(left)
        words = (
            self.tr("This takes {needed}; only {left} is left.")
            if over
            else self.tr("This takes {needed} of the {left} not yet spent.")
        )
        self.target.show_answer(words.format(needed=needed, left=shown), usable=not over, problem=over)

    def _cost(self, target: Target) -> dict[str, Fraction] | None:
        """What that loss costs the account; None where only the mechanisms decide it."""
        from dpdesk.privacy.accounting import charge

        plan = self.desk.snapshot.plan
        if plan is None or target.loss is None:
            return None
        cap = plan.dictionary.cap
        try:
            return dict(zip(cap.units, charge(cap, target.loss), strict=True))
        except DpdeskError:
            return None

    def _on_use(self) -> None:
        if self._target is None:
            return
        plan = edits.set_parameter(self.desk.plan, self._target.unit, self._target.text)
        self.desk.edit_plan(self.tr("budget for a noise margin"), plan)

    # The path -------------------------------------------------------------------------------------------------

    def state(self) -> State:
        """Complete when there is a forecast for the documents as they stand."""
        if self.desk.checked and self.desk.snapshot.forecast is not None:
            return State(True)
        return State(False, self.tr("There is no forecast yet."))

    def action(self) -> Action | None:
        """Rehearse."""
        ready = self.desk.checked and self.desk.snapshot.can_rehearse
        there = importlib.util.find_spec("dpdesk.gui.releasing") is not None
        why = self.tr("A rehearsal needs a forecast first.") if there else self.tr("Rehearsals come later.")
        return Action(self.tr("Rehearse ▸"), self._rehearse, ready and there, why)

    def _rehearse(self) -> None:
        from dpdesk.gui.releasing import start_rehearsal

        start_rehearsal(self.desk, self)
        self.go.emit("Publish")


def _worked_out(kind: str, drawn: int, plan: Any, table: str, own: Forecaster, progress: Progress) -> Any:
    """What a picture shows; runs in a thread."""
    if kind == DRAWS:
        from dpdesk.planning.draws import simulated_errors

        return simulated_errors(plan, table, drawn, progress, forecaster=own)
    from dpdesk.planning import curves

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
    if chosen is None or not chosen.rmse or chosen.objective is None:
        return None
    return chosen.ratio if abs(chosen.rmse / chosen.objective - 1) < 1e-9 else None


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


def _table_text(record: Mapping[str, Any], language: str) -> str:
    """A table's name and title."""
    words = shown(record.get("title"), language)
    return f"{record.get('name', '')}: {words}" if words else str(record.get("name", ""))
