"""The options of what is chosen in the form of a table: a variable, a measure, or a condition on whom it counts."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QLineEdit,
    QListView,
    QSizePolicy,
    QWidget,
)

from dpdesk.gui.desk.trees import Tree, put_text
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, field, form, label, named
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.codes import CodesModel
from dpdesk.gui.tables.edits import plan as edits
from dpdesk.gui.tables.measures.options import MeasureOptions
from dpdesk.gui.tables.shelf import level_choices
from dpdesk.gui.tables.words import TableWords

ALL_ENTRIES = 4000


def show_text(line: QLineEdit, text: str) -> None:
    """Show a text without disturbing whoever is typing it."""
    if line.text() != text:
        line.setText(text)


def narrow(box: QComboBox) -> QComboBox:
    """A box no wider than its place: long entries are elided."""
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
    box.setMinimumContentsLength(6)
    box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
    return box


class CodesField(QWidget):
    """A list of codes to tick under a filter."""

    def __init__(self, name: str, description: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = CodesModel(self)
        self.view = QListView()
        self.view.setModel(self.model)
        self.view.setUniformItemSizes(True)
        self.view.setMinimumHeight(120)
        self.view.setTextElideMode(Qt.TextElideMode.ElideRight)
        named(self.view, name, description)
        head = label(name, wrap=False)
        head.setBuddy(self.view)
        layout = column(self, spacing=4)
        layout.addWidget(head)
        layout.addWidget(self.view, 1)


class VariableOptions(QWidget):
    """Totals, levels, codes and missing codes of a variable of a block; or a recode in its place."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        layout = column(self)
        self._form: QFormLayout = form()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.instead = narrow(Box())
        self._instead_label = field(
            self._form,
            self.tr("V&ariable"),
            self.instead,
            self.tr("Another grouping of the same variable in its place."),
        )
        self.levels = narrow(Box())
        self._levels_label = field(
            self._form, self.tr("&Levels"), self.levels, self.tr("How far down its hierarchy the lines go.")
        )
        self.total = QCheckBox(self.tr("A &total"))
        named(self.total, self.tr("A total"), self.tr("One line for all codes, before or after them."))
        self.total_label = QLineEdit()
        self.missing = QCheckBox(self.tr("Show &missing codes"))
        named(self.missing, self.tr("Show missing codes"), self.tr("Lines for not stated and not applicable."))
        self._form.addRow(self.total)
        self._total_text = field(
            self._form, self.tr("Total is &called"), self.total_label, self.tr("The label of the total's line.")
        )
        self._form.addRow(self.missing)
        layout.addLayout(self._form)
        self.codes = CodesField(self.tr("Codes shown"), self.tr("Untick codes that get no line; a total counts them."))
        layout.addWidget(self.codes, 1)
        self.instead.activated.connect(self._on_instead)
        self.levels.activated.connect(self._on_levels)
        self.total.clicked.connect(self._on_total)
        self.total_label.textEdited.connect(self._on_total_label)
        self.missing.clicked.connect(self._on_missing)
        self.codes.model.picked.connect(self._on_codes)

    def redraw(self) -> None:
        """Show the chosen variable."""
        record, bench = self._bench.chosen_record, self._bench
        variable = bench.variables.get(record.get("variable", ""))
        if not record or variable is None:
            return
        same = [name for name, one in bench.variables.items() if one.root == variable.root and not one.is_quantity]
        fill_box(self.instead, [(bench.label(name), name) for name in same], variable.name)
        self._show(self.instead, self._instead_label, len(same) > 1)
        choices = level_choices(bench, self._words, variable.name) if variable.levels else []
        entries: list[tuple[str, object]] = [(text, _level_key(one)) for text, one in choices]
        if choices and _level_key(record) not in [key for _, key in entries]:
            shown = " › ".join(self._words.level(variable.name, record["hierarchy"], one) for one in record["levels"])
            entries.append((shown, _level_key(record)))
        fill_box(self.levels, entries, _level_key(record))
        self._show(self.levels, self._levels_label, bool(choices))
        total = record.get("total", "first") == "first"
        self.total.setChecked(total)
        texts = record.get("total_label", {})
        show_text(self.total_label, texts.get(bench.language, ""))
        from dpdesk.planning.compiler.blocks import TOTAL_LABEL

        self.total_label.setPlaceholderText(TOTAL_LABEL.show(bench.language))
        self._show(self.total_label, self._total_text, total)
        self.missing.setChecked(record.get("missing", "show") == "show")
        self.missing.setVisible(any(variable.missing))
        codes, labels = self._entries(record)
        self.codes.model.set_codes(codes, labels, record.get("codes"))
        self.codes.setVisible(len(codes) <= ALL_ENTRIES)

    def _show(self, widget: QWidget, shown_by: QWidget, visible: bool) -> None:
        widget.setVisible(visible)
        shown_by.setVisible(visible)

    def _entries(self, record: Tree) -> tuple[list[str], list[str]]:
        """The codes that can be picked: the variable's own, or those of the levels, each once."""
        variable, language = self._bench.variables[record["variable"]], self._bench.language
        found: dict[str, str] = {}
        for name in record.get("levels", [variable.name]):
            level = variable.level(name, record.get("hierarchy")) if record.get("levels") else None
            codes, labels = (variable.codes, variable.labels) if level is None else (level.codes, level.labels)
            for code, text in zip(codes, labels, strict=True):
                found.setdefault(code, text.show(language))
        return list(found), list(found.values())

    # Editing --------------------------------------------------------------------------------------------------

    def _change(self, text: str, merge: str = "", **options: object) -> None:
        place = self._bench.chosen.place
        if place is not None:
            plan = edits.change_variable(self._bench.desk.plan, self._bench.t, place, **options)
            self._bench.edit(text, plan, merge)

    def _on_instead(self, at: int) -> None:
        name, place = self.instead.itemData(at), self._bench.chosen.place
        if place is not None and name != self._bench.chosen_record.get("variable"):
            plan = edits.swap_variable(self._bench.desk.plan, self._bench.t, place, name)
            self._bench.edit(self.tr("Use another grouping"), plan)

    def _on_levels(self, at: int) -> None:
        hierarchy, levels = self.levels.itemData(at)
        wanted = {"hierarchy": hierarchy, "levels": list(levels)} if hierarchy else {"hierarchy": None, "levels": None}
        if _level_key(self._bench.chosen_record) != (hierarchy, tuple(levels)):
            self._change(self.tr("Change the levels"), codes=None, **wanted)

    def _on_total(self) -> None:
        self._change(self.tr("Total"), total="first" if self.total.isChecked() else "none")

    def _on_total_label(self, text: str) -> None:
        made = put_text(self._bench.chosen_record, ["total_label"], text, self._bench.language)
        self._change(self.tr("Label of a total"), "total-label", total_label=made.get("total_label"))

    def _on_missing(self) -> None:
        self._change(self.tr("Missing codes"), missing="show" if self.missing.isChecked() else "hide")

    def _on_codes(self, picked: list[str]) -> None:
        every = self._entries(self._bench.chosen_record)[0]
        self._change(self.tr("Choose codes"), codes=None if picked == every else picked)


def _level_key(record: Tree) -> tuple[str | None, tuple[str, ...]]:
    return record.get("hierarchy"), tuple(record.get("levels", ()))


class ConditionOptions(QWidget):
    """Codes, a range of codes, or a range of values that a table's universe is limited to."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self._form = form()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.kind = narrow(Box())
        self.first, self.last = narrow(Box()), narrow(Box())
        self.low, self.high = NumberField(negative=True), NumberField(negative=True)
        field(self._form, self.tr("&Limit by"), self.kind, self.tr("Codes, a range of codes, or values."))
        self._labels = [
            field(self._form, self.tr("&From"), self.first, self.tr("The first code that is counted.")),
            field(self._form, self.tr("&Up to"), self.last, self.tr("The last code that is counted.")),
            field(self._form, self.tr("At &least"), self.low, self.tr("An edge of the variable's bins.")),
            field(self._form, self.tr("&Below"), self.high, self.tr("An edge of the variable's bins.")),
        ]
        self.codes = CodesField(self.tr("Codes counted"), self.tr("Untick codes the table leaves out."))
        layout = column(self)
        layout.addLayout(self._form)
        layout.addWidget(self.codes, 1)
        layout.addStretch(0)
        self.kind.activated.connect(self._on_kind)
        self.first.activated.connect(self._on_range)
        self.last.activated.connect(self._on_range)
        self.low.edited.connect(self._on_values)
        self.high.edited.connect(self._on_values)
        self.low.textEdited.connect(lambda text: self._on_values() if not text else None)
        self.high.textEdited.connect(lambda text: self._on_values() if not text else None)
        self.codes.model.picked.connect(self._on_codes)

    def redraw(self) -> None:
        """Show the chosen condition."""
        record, bench = self._bench.chosen_record, self._bench
        variable = bench.variables.get(record.get("variable", ""))
        if not record or variable is None:
            return
        kinds: list[tuple[str, object]] = [(self.tr("Codes"), "codes")]
        if variable.ordered:
            kinds.append((self.tr("A range of codes"), "range"))
        if variable.edges:
            kinds.append((self.tr("Values"), "values"))
        kind = "codes" if "codes" in record else "range" if {"from", "to"} & set(record) else "values"
        fill_box(self.kind, kinds, kind)
        labels = [text.show(bench.language) for text in variable.labels]
        ends = list(zip(labels[: variable.ordered], variable.codes[: variable.ordered], strict=True))
        if kind == "range" and variable.ordered:
            fill_box(self.first, list(ends), record.get("from", variable.codes[0]))
            fill_box(self.last, list(ends), record.get("to", variable.codes[variable.ordered - 1]))
        self.low.set_value(record.get("at_least"))
        self.high.set_value(record.get("below"))
        for at, widget in enumerate((self.first, self.last, self.low, self.high)):
            visible = kind == ("range" if at < 2 else "values")
            widget.setVisible(visible)
            self._labels[at].setVisible(visible)
        self.codes.setVisible(kind == "codes")
        if kind == "codes":
            self.codes.model.set_codes(variable.codes, labels, record.get("codes"))

    def _put(self, condition: Tree, merge: str = "") -> None:
        bench = self._bench
        made = {"variable": self._bench.chosen_record["variable"], **condition}
        plan = edits.set_condition(bench.desk.plan, bench.t, bench.chosen.at, made)
        bench.edit(self.tr("Change whom the table counts"), plan, merge)

    def _on_kind(self, at: int) -> None:
        variable = self._bench.variables[self._bench.chosen_record["variable"]]
        kind = self.kind.itemData(at)
        if kind == "codes":
            self._put({"codes": list(variable.codes)})
        elif kind == "range":
            self._put({"from": variable.codes[0], "to": variable.codes[variable.ordered - 1]})
        else:
            from dpdesk.privacy.exact import format_exact

            self._put({"at_least": format_exact(variable.edges[0])})

    def _on_range(self) -> None:
        self._put({"from": self.first.currentData(), "to": self.last.currentData()})

    def _on_values(self) -> None:
        ends = {"at_least": self.low.value(), "below": self.high.value()}
        made = {name: value for name, value in ends.items() if value is not None}
        if made:
            self._put(made, f"condition-{self._bench.chosen.at}")

    def _on_codes(self, picked: list[str]) -> None:
        self._put({"codes": picked})


class _Pages(QWidget):
    """Pages of which only the one in view asks for room (a stack asks for that of its highest).

    A page joins them when it is first looked at: until then a change of looks need not style what is in it.
    """

    def __init__(self) -> None:
        super().__init__()
        self._pages: list[QWidget] = []
        self._shown = 0
        self._layout = column(self)

    def addWidget(self, page: QWidget) -> None:
        """Add a page."""
        self._pages.append(page)
        if len(self._pages) == 1:
            self._layout.addWidget(page)

    def currentWidget(self) -> QWidget:
        """The page in view."""
        return self._pages[self._shown]

    def setCurrentWidget(self, page: QWidget) -> None:
        """Bring a page into view."""
        if page is not self._pages[self._shown]:
            self._pages[self._shown].hide()
            self._shown = self._pages.index(page)
            if page.parentWidget() is None:
                self._layout.addWidget(page)
            page.show()

    def setCurrentIndex(self, at: int) -> None:
        """Bring a page into view by its place."""
        self.setCurrentWidget(self._pages[at])


class OptionsPanel(QWidget):
    """Shows the options of whatever is chosen, under its name."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self.heading = label("", "heading")
        self._hint = label(
            self.tr("Choose a variable or a measure of the table: its options are shown here."), "caption"
        )
        self.variable = VariableOptions(bench, words)
        self.measure = MeasureOptions(bench, words)
        self.condition = ConditionOptions(bench, words)
        self._stack = _Pages()
        nothing = QWidget()
        quiet = column(nothing)
        quiet.addWidget(self._hint)
        quiet.addStretch(1)
        for widget in (nothing, self.variable, self.measure, self.condition):
            self._stack.addWidget(widget)
        self._stack.setMinimumWidth(1)  # a page that is not in view does not widen the panel
        layout = column(self)
        layout.addWidget(self.heading)
        layout.addWidget(self._stack, 1)
        bench.chosen_changed.connect(self.redraw)
        bench.plan_changed.connect(self.redraw)
        bench.variables_changed.connect(self.redraw)
        bench.options_wanted.connect(self.take_focus)
        self.redraw()

    def redraw(self) -> None:
        """Show what is chosen."""
        chosen, record = self._bench.chosen, self._bench.record(self._bench.chosen)
        known = isinstance(record, dict) and (
            chosen.kind == "measure" or record.get("variable") in self._bench.variables
        )
        if not known:
            self._stack.setCurrentIndex(0)
            self.heading.setText(self.tr("Options"))
            return
        page: VariableOptions | MeasureOptions | ConditionOptions
        if chosen.kind == "variable":
            page, text = self.variable, self._bench.label(record["variable"])
        elif chosen.kind == "measure":
            page, text = self.measure, self._words.measure(record)
        else:
            page, text = self.condition, self._words.condition(record)
        self.heading.setText(text if len(text) <= 120 else f"{text[:119]}…")
        self.heading.setToolTip(text)
        page.redraw()
        self._stack.setCurrentWidget(page)

    def take_focus(self) -> None:
        """Put the focus on the first option."""
        shown = self._stack.currentWidget()
        for widget in shown.findChildren(QWidget):
            if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisibleTo(self) and widget.isEnabled():
                widget.setFocus(Qt.FocusReason.OtherFocusReason)
                return
