"""Which tables are answered together, with which part of the budget, and by which method."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QComboBox, QGridLayout, QLineEdit, QPushButton, QScrollArea, QWidget

from dpdesk.gui.desk.trees import Tree, get
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.local import local
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, grid, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import shown_number
from dpdesk.gui.shared.methods import PLAIN
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import groups
from dpdesk.gui.tables.words import TableWords

NEW, NONE = "\x00new", "\x00none"


class GroupsPanel(QScrollArea):
    """The table's group above the list of all groups with their parts; how the budget is divided inside is folded."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self._rows: list[_GroupRow] = []
        inner = QWidget()
        self.setWidget(inner)
        self.setWidgetResizable(True)
        self.setAccessibleName(self.tr("Parts of the budget"))
        self.own = Box()
        self.own.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.own.setMinimumContentsLength(18)
        own_label = label(self.tr("This table is &computed together with"), wrap=False)
        own_label.setBuddy(self.own)
        tip = self.tr("Tables of one group share their part of the budget and are measured together.")
        named(self.own, self.tr("This table is computed together with"), tip)
        self.own.activated.connect(self._on_own)
        self.evenly = QPushButton(self.tr("Share &evenly"))
        self.evenly.clicked.connect(lambda: bench.edit(self.tr("Share evenly"), groups.evenly(bench.desk.plan)))
        named(self.evenly, self.tr("Share evenly"), self.tr("Gives every group the same part of the budget."))
        self.alone = QPushButton(self.tr("A part for &each table"))
        self.alone.clicked.connect(
            lambda: bench.edit(self.tr("A part for each table"), groups.each_alone(bench.desk.plan))
        )
        named(self.alone, self.tr("A part for each table"), self.tr("Puts every table in a group of its own, evenly."))
        self.together = QPushButton(self.tr("All &together"))
        self.together.clicked.connect(
            lambda: bench.edit(self.tr("All tables together"), groups.all_together(bench.desk.plan))
        )
        named(self.together, self.tr("All together"), self.tr("Computes all tables together, with the whole budget."))
        self.by_forecast = QPushButton(self.tr("Choose by forecast"))
        tip = self.tr("Looks for the groups in which the tables are most accurate, and proposes them.")
        named(self.by_forecast, self.tr("Choose the groups by forecast"), tip)
        first = row()
        first.addWidget(own_label)
        first.addWidget(self.own, 1)
        second = FlowLayout(spacing=UNIT)
        for button in (self.alone, self.evenly, self.together, self.by_forecast):
            second.addWidget(button)
        self._sum = label("", "caption")
        self.detail = label("", "caption")
        self._grid: QGridLayout = grid()
        self._grid.setColumnStretch(3, 1)
        self.advanced = QCheckBox(self.tr("Ad&vanced: noise, weights"))
        named(
            self.advanced,
            self.tr("Advanced"),
            self.tr("Shows the noise, and how a group's part is divided between counts, sums and statistics."),
        )
        self.advanced.toggled.connect(lambda on: self._unfold())
        layout = column(inner, margin=UNIT)
        layout.addLayout(first)
        layout.addLayout(second)
        layout.addWidget(self._sum)
        layout.addLayout(self._grid)
        layout.addWidget(self.detail)
        layout.addWidget(self.advanced)
        layout.addStretch(1)
        bench.plan_changed.connect(self.redraw)
        bench.checked.connect(self.redraw)
        self.redraw()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the rows of the groups as they are by now."""
        super().showEvent(event)
        self._redraw_rows(groups.groups_of(self._bench.desk.plan))

    def redraw(self) -> None:
        """Show the groups."""
        bench = self._bench
        found = groups.groups_of(bench.desk.plan)
        mine = bench.table.get("group")
        rest = self.tr("the tables without a group") if found else self.tr("all other tables")
        entries: list[tuple[str, object]] = [(rest, NONE)]
        entries += [(group["name"], group["name"]) for group in found]
        entries.append((self.tr("a new group of its own"), NEW))
        fill_box(self.own, entries, mine if mine is not None else NONE)
        self.setEnabled(bench.count > 0)
        self.evenly.setEnabled(bool(found))
        self.together.setEnabled(bool(found))
        self.by_forecast.setEnabled(bench.count > 1 and not any(group.get("detail") for group in found))
        if self.isVisibleTo(self.window()):  # behind another tab, many rows would take longer than the whole page
            self._redraw_rows(found)
        left = groups.left_over(bench.desk.plan)
        loose = [table for table in bench.desk.plan.get("tables", []) if not table.get("group")]
        if not found:
            text = self.tr("All tables are computed together, with the whole of this plan's budget.")
        elif left < 0:
            text = self.tr("The parts add up to {sum}: they must add up to at most 1.").format(
                sum=shown_number(1 - left)
            )
        elif loose:
            text = self.tr("The tables without a group share the rest: {part}.").format(part=shown_number(left))
        elif left > 0:
            text = self.tr("{part} of the plan's budget is given to no group.").format(part=shown_number(left))
        else:
            text = self.tr("The parts add up to the whole of this plan's budget.")
        self._sum.setText(text)
        self.detail.setText("\n".join(self._details(group) for group in found if group.get("detail")))
        self.detail.setVisible(bool(self.detail.text()))

    def _redraw_rows(self, found: Sequence[Tree]) -> None:
        while len(self._rows) > len(found):
            self._rows.pop().remove(self._grid)
        while len(self._rows) < len(found):
            self._rows.append(_GroupRow(self._bench, self._words, len(self._rows), self._grid))
        for group_row, group in zip(self._rows, found, strict=True):
            group_row.redraw(group)
        self._unfold()

    def _details(self, group: Tree) -> str:
        """The adaptive detail of a group, which the plan file holds and this page keeps."""
        bench = self._bench
        levels = [
            self.tr("from {size}: {variables}").format(
                size=level["from"],
                variables=", ".join(map(bench.label, level.get("cells", []))) or self.tr("totals only"),
            )
            for level in get(group, ["detail", "levels"], [])
        ]
        return self.tr(
            "{group}: how finely each code of {variable} is shown depends on its noisy size, measured first with "
            "{share} of the part; {levels}."
        ).format(
            group=group["name"],
            variable=bench.label(get(group, ["detail", "variable"], "")),
            share=get(group, ["detail", "first_share"], ""),
            levels="; ".join(levels),
        )

    def _unfold(self) -> None:
        self.advanced.setVisible(bool(self._rows))
        for group_row in self._rows:
            group_row.unfold(self.advanced.isChecked())

    def _on_own(self, at: int) -> None:
        bench, name = self._bench, self.own.itemData(at)
        if name == NEW:
            stem = bench.table.get("name", "group")
            name = groups.free_group_name(bench.desk.plan, stem)
        wanted = None if name == NONE else name
        if wanted != bench.table.get("group"):
            bench.edit(self.tr("Change the group of a table"), groups.set_group(bench.desk.plan, bench.t, wanted))


class _GroupRow:
    """The fields of one group in the grid."""

    def __init__(self, bench: TableBench, words: TableWords, at: int, layout: QGridLayout) -> None:
        self._bench, self._at = bench, at
        tr = words.tr
        self.name = QLineEdit()
        self.part = NumberField()
        self.part.setMaximumWidth(112)
        self.share = label("", "caption", wrap=False)
        self.method = Box()
        self.method.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.method.setMinimumContentsLength(16)
        self.noise = Box()
        self.weights = QWidget()
        self._weights_layout = FlowLayout(self.weights, spacing=UNIT)
        self._fields: dict[str, tuple[QWidget, NumberField]] = {}
        self._group: Tree = {}
        fill_box(self.method, [(words.method(name), name) for name in ("best", *PLAIN)], "best")
        noises: list[tuple[str, object]] = [
            (tr("either noise"), None), (tr("Laplace noise"), "laplace"), (tr("Gaussian noise"), "gaussian")
        ]  # fmt: skip
        fill_box(self.noise, noises, None)
        number = str(at + 1)
        named(self.name, tr("Name of group {n}").format(n=number), tr("What the group is called."))
        tip = tr("Its part of this plan's budget, such as 1/3 or 0.2; all parts add up to at most 1.")
        named(self.part, tr("Part of group {n}").format(n=number), tip)
        named(self.method, tr("Method of group {n}").format(n=number), tr("How the group is measured."))
        named(self.noise, tr("Noise of group {n}").format(n=number), tr("The kind of noise the method may use."))
        self._words = words
        self._widgets = (self.name, self.part, self.share, self.method, self.noise)
        for place, widget in enumerate(self._widgets):
            layout.addWidget(widget, 2 * at, place)
        layout.addWidget(self.weights, 2 * at + 1, 0, 1, 5)
        self.name.editingFinished.connect(self._on_name)
        self.part.edited.connect(self._on_part)
        self.method.activated.connect(lambda n: self._change(mechanism=self.method.itemData(n)))
        self.noise.activated.connect(lambda n: self._change(noise=self.noise.itemData(n)))

    def remove(self, layout: QGridLayout) -> None:
        """Take the row away."""
        for widget in (*self._widgets, self.weights):
            layout.removeWidget(widget)
            widget.hide()
            widget.deleteLater()

    def redraw(self, group: Tree) -> None:
        """Show a group."""
        if self.name.text() != group["name"] and not self.name.hasFocus():
            self.name.setText(group["name"])
        self.part.set_value(group.get("part"))
        part = groups.part_of(group)
        self.share.setText(local(f"{float(part * 100):.4g} %") if part <= 1 else "")
        method = group.get("mechanism", "best")
        if self.method.findData(method) < 0:
            self.method.addItem(method, method)
        self.method.setCurrentIndex(self.method.findData(method))
        self.method.setToolTip(self.method.currentText())
        self.noise.setCurrentIndex(max(self.noise.findData(group.get("noise")), 0))
        self._group = group

    def _redraw_weights(self, group: Tree) -> None:
        """Fields for the counts, each sum, and each statistic the group's tables have."""
        from dpdesk.planning.document.names import statistic_words

        tr = self._words.tr
        compiled = self._bench.desk.snapshot.compiled
        own = next((one for one in compiled.groups if one.name == group["name"]), None) if compiled else None
        wanted: dict[str, tuple[str, str]] = {}
        if own is not None and own.sums:
            wanted["split:"] = (tr("counts"), get(group, ["split", "counts"], "1"))
            for vector in own.sums:
                name = vector.quantity
                shown = tr("sum of {variable}").format(variable=self._bench.label(name))
                wanted[f"split:{name}"] = (shown, get(group, ["split", "sums", name], "1"))
        if own is not None:
            for statistic in dict.fromkeys(own.statistics):
                words = statistic_words(own.space.dictionary, statistic).show(self._bench.language)
                wanted[f"weight:{statistic}"] = (words, get(group, ["weights", statistic], "1"))
        if len(wanted) == 1:
            wanted = {}
        if list(wanted) != list(self._fields):
            for shown_by, number in self._fields.values():
                for widget in (shown_by, number):
                    self._weights_layout.removeWidget(widget)
                    widget.hide()
                    widget.deleteLater()
            self._fields = {}
            for key, (shown, _) in list(wanted.items())[:12]:
                text = label(shown, "caption", wrap=False)
                number = NumberField()
                number.setMaximumWidth(64)
                text.setBuddy(number)
                tip = tr("Its weight when the group's accuracy is divided; 1 is usual.")
                named(number, tr("Weight of {what} in group {n}").format(what=shown, n=self._at + 1), tip)
                number.edited.connect(lambda value, k=key: self._on_weight(k, value))
                self._weights_layout.addWidget(text)
                self._weights_layout.addWidget(number)
                text.show()
                number.show()
                self._fields[key] = (text, number)
        for key, (_, number) in self._fields.items():
            number.set_value(wanted[key][1])

    def unfold(self, on: bool) -> None:
        """Show or hide what is advanced; its fields are many, and are made when somebody looks at them."""
        self.noise.setVisible(on)
        if on:
            self._redraw_weights(self._group)
        self.weights.setVisible(on and bool(self._fields))

    def _change(self, **fields: object) -> None:
        text = self._words.tr("Change how a group is measured")
        self._bench.edit(text, groups.change_group(self._bench.desk.plan, self._at, **fields))

    def _on_name(self) -> None:
        found = groups.groups_of(self._bench.desk.plan)
        if self._at >= len(found) or self.name.text() == found[self._at]["name"]:
            return
        plan = groups.rename_group(self._bench.desk.plan, self._at, self.name.text().strip())
        self._bench.edit(self._words.tr("Rename a group"), plan)
        self.name.setText(groups.groups_of(self._bench.desk.plan)[self._at]["name"])

    def _on_part(self, value: str) -> None:
        plan = groups.set_part(self._bench.desk.plan, self._at, value)
        self._bench.edit(self._words.tr("Part of the budget"), plan, f"part-{self._at}")

    def _on_weight(self, key: str, value: str) -> None:
        kind, _, what = key.partition(":")
        change = groups.set_split if kind == "split" else groups.set_weight
        if Fraction(value) > 0:
            plan = change(self._bench.desk.plan, self._at, what, value)
            self._bench.edit(self._words.tr("Weights inside a group"), plan, f"weight-{self._at}-{key}")
