"""The options of a measure: what it is about, its points, intervals or base, its own label and decimals."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFormLayout, QLineEdit, QPushButton, QWidget

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.box import shrinking_box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.number import exact_text
from dpdesk.gui.kit.text import column, field, form, named, set_role
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import measures, plan
from dpdesk.gui.tables.measures.figures import FiguresOptions
from dpdesk.gui.tables.measures.intervals import IntervalsField
from dpdesk.gui.tables.measures.limits import LimitOptions
from dpdesk.gui.tables.measures.quotients import QuotientOptions
from dpdesk.gui.tables.words import TableWords
from dpdesk.privacy.exact import parse_exact

_OWN = "own"
_SPLIT = re.compile(r"[;\s]+|,\s+|(?<=\d),(?=\d+/)|,(?=\S*/)")


class MeasureOptions(QWidget):
    """Fields for every kind of measure; those that do not apply are hidden."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self._form = form()
        self._form.setRowWrapPolicy(QFormLayout.RowWrapPolicy.WrapLongRows)
        self.about = shrinking_box()
        self.base = shrinking_box()
        self.median_of = shrinking_box()
        self.weight = shrinking_box()
        self.points = shrinking_box()
        self.own = QLineEdit()
        self.prefixes = QLineEdit()
        self.label_field = QLineEdit()
        self.decimals = shrinking_box()
        fill_box(self.decimals, [(self.tr("usual"), None), *((str(n), n) for n in range(7))], None)
        self._labels = {
            "about": field(self._form, self.tr("&Of"), self.about, self.tr("The variable the measure is about.")),
            "base": field(
                self._form,
                self.tr("Percentage o&f"),
                self.base,
                self.tr("A row's total is over the columns, a column's over the rows, a page's over both."),
            ),
            "median_of": field(
                self._form,
                self.tr("Median o&f"),
                self.median_of,
                self.tr(
                    "Whose median the share lies below. Published rates of poverty mean that of all, in each cell."
                ),
            ),
            "weight": field(
                self._form,
                self.tr("&Weighted by"),
                self.weight,
                self.tr("A quantity that is never below 0, such as a survey weight."),
            ),
            "points": field(self._form, self.tr("&Points"), self.points, self.tr("Which quantiles.")),
            "own": field(
                self._form, self.tr("&Quantiles"), self.own, self.tr("Numbers between 0 and 1, such as 1/4; 0.5; 9/10.")
            ),
            "prefixes": field(
                self._form,
                self.tr("&Beginnings"),
                self.prefixes,
                self.tr(
                    "Beginnings of codes, with spaces between; 31+32+33 counts codes that begin with any of the three."
                ),
            ),
            "label": field(
                self._form, self.tr("La&bel"), self.label_field, self.tr("Instead of the usual label of the measure.")
            ),
            "decimals": field(self._form, self.tr("&Decimals"), self.decimals, self.tr("Decimal places shown.")),
        }
        self._finer: Mapping[int, int] = {}
        self.finer = QPushButton()
        self._form.addRow(self.finer)
        self.public = FiguresOptions(bench, self._form, self)
        self.quotients = QuotientOptions(bench, words, self._form, self)
        self.limit = LimitOptions(bench, words, self._form, self)
        self.intervals = IntervalsField(bench)
        layout = column(self)
        layout.addLayout(self._form)
        layout.addWidget(self.intervals, 1)
        layout.addStretch(0)
        self.about.activated.connect(self._on_about)
        self.base.activated.connect(self._on_base)
        self.median_of.activated.connect(self._on_median_of)
        self.weight.activated.connect(self._on_weight)
        self.points.activated.connect(self._on_points)
        self.own.textEdited.connect(self._on_own)
        self.prefixes.textEdited.connect(self._on_prefixes)
        self.label_field.textEdited.connect(self._on_label)
        self.decimals.activated.connect(self._on_decimals)
        self.finer.clicked.connect(self._on_finer)
        self.intervals.edited.connect(lambda found: self._change(self.tr("Change intervals"), intervals=found))

    def show_finer(self, finer: Mapping[int, int]) -> None:
        """Offer the decimals that the noise of a measure wants, by its place, where it is printed more coarsely."""
        self._finer = finer
        self._show_finer()

    def _show_finer(self) -> None:
        wanted = None if "decimals" in self._record else self._finer.get(self._bench.chosen.at)
        self.finer.setVisible(wanted is not None and bool(self._record))
        if wanted is not None:
            self.finer.setText(self.tr("Print {n} decimals").format(n=wanted))
            tip = self.tr(
                "By the planning figures the noise is finer than the usual decimals: rounding would make the printed "
                "figures less accurate than they need be."
            )
            named(self.finer, self.finer.text(), tip)

    @property
    def _record(self) -> Tree:
        found = self._bench.record(self._bench.chosen)
        return found if isinstance(found, dict) else {}

    def redraw(self) -> None:
        """Show the chosen measure."""
        record = self._record
        if not record:
            return
        language = self._bench.language
        visible = {"label", "decimals"}
        if "variable" in record:
            visible.add("about")
            names = [name for name, one in self._bench.variables.items() if measures.suits(record["kind"], one)]
            fill_box(self.about, [(self._bench.label(name), name) for name in names], record.get("variable"))
        if record["kind"] == "percentage":
            visible.add("base")
            fill_box(self.base, self._bases(record), _key(record.get("base")))
        if record["kind"] == "at_risk":
            visible.add("median_of")
            bases = self._bases(record) if "base" in record else self._bases({"base": "table"})
            fill_box(self.median_of, [(self.tr("each cell alone"), None), *bases], _key(record.get("base")))
        entries: list[tuple[str, object]]
        weights = [name for name, one in self._bench.variables.items() if measures.can_weight(one)]
        if weights:
            visible.add("weight")
            entries = [(self.tr("nothing"), None), *((self._bench.label(weight), weight) for weight in weights)]
            fill_box(self.weight, entries, record.get("weight"))
        if "at" in record:
            visible |= {"points", "own"}
            self._redraw_points(record["at"])
        if "prefixes" in record:
            visible.add("prefixes")
            if _beginnings(self.prefixes.text()) != record["prefixes"]:
                self.prefixes.setText(_typed(record["prefixes"]))
        self.public.redraw(record)
        self.quotients.redraw(record)
        self.limit.redraw(record)
        self.intervals.setVisible("intervals" in record)
        if "intervals" in record:
            self.intervals.redraw(record)
        text = record.get("label", {}).get(language, "")
        if self.label_field.text() != text:
            self.label_field.setText(text)
        self.label_field.setPlaceholderText(self._words.measure({**record, "label": None}))
        self.decimals.setCurrentIndex(max(self.decimals.findData(record.get("decimals")), 0))
        self._show_finer()
        widgets = {
            "about": self.about, "base": self.base, "median_of": self.median_of, "weight": self.weight,
            "points": self.points, "own": self.own, "prefixes": self.prefixes, "label": self.label_field,
            "decimals": self.decimals,
        }  # fmt: skip
        for name, widget in widgets.items():
            widget.setVisible(name in visible)
            self._labels[name].setVisible(name in visible)

    def _redraw_points(self, points: Sequence[str]) -> None:
        """Show which quantiles are asked for, by their name if they have one."""
        named_points = {measures.QUARTILES: "quartiles", measures.QUINTILES: "quintiles", measures.DECILES: "deciles"}
        entries: list[tuple[str, object]] = [
            (self.tr("Quartiles"), "quartiles"),
            (self.tr("Quintiles"), "quintiles"),
            (self.tr("Deciles"), "deciles"),
            (self.tr("A list of your own"), _OWN),
        ]
        fill_box(self.points, entries, named_points.get(tuple(points), _OWN))
        if self._points(self.own.text()) != points:
            self.own.setText("; ".join(points))
        set_role(self.own, "invalid", False)

    def _bases(self, record: Tree) -> list[tuple[str, object]]:
        """The bases a table of this form has: its totals, and one for each variable kept."""
        table = self._bench.table
        found: list[tuple[str, object]] = [(self.tr("the whole table"), "table")]
        for base, axis, text in (
            ("page", "pages", self.tr("the page")),
            ("row", "boxhead", self.tr("the row")),
            ("column", "stub", self.tr("the column")),
        ):
            if table.get(axis):
                found.append((text, base))
        names = dict.fromkeys(plan.nested_at(table, place)["variable"] for place in plan.places(table))  # type: ignore[index]  # places of this table
        if len(names) > 1:
            each = self.tr("each code of {variable}")
            found += [(each.format(variable=self._bench.label(name)), f"keep:{name}") for name in names]
        key = _key(record.get("base"))
        if key not in [one for _, one in found]:
            found.append((self._words.percentage(record.get("base")), key))
        return found

    # Editing --------------------------------------------------------------------------------------------------

    def _change(self, text: str, merge: str = "", **fields: object) -> None:
        bench = self._bench
        made = measures.change_measure(bench.desk.plan, bench.t, bench.chosen.at, **fields)
        bench.edit(text, made, f"{merge}-{bench.chosen.at}" if merge else "")

    def _on_about(self, at: int) -> None:
        name, record = self.about.itemData(at), self._record
        if name == record.get("variable"):
            return
        fields: Tree = {"variable": name}
        variable = self._bench.variables[name]
        if "intervals" in record:
            codes = variable.codes[: variable.ordered]
            made = measures.some_intervals(variable.edges) if variable.edges else []
            fields["intervals"] = made or [measures.by_codes(code, code) for code in codes]
        if "within" in record:
            codes = variable.codes[: variable.ordered]
            fields["within"] = {"to": codes[(len(codes) - 1) // 2]}
        if "prefixes" in record:
            fields["prefixes"] = list(dict.fromkeys(code[:1] for code in variable.codes if code))
        self._change(self.tr("Change the variable of a measure"), **fields)

    def _on_base(self, at: int) -> None:
        base = _base(self.base.itemData(at))
        if base != self._record.get("base"):
            self._change(self.tr("Change the base of a percentage"), base=base)

    def _on_median_of(self, at: int) -> None:
        base = _base(self.median_of.itemData(at))
        if base != self._record.get("base"):
            self._change(self.tr("Change whose median a share lies below"), base=base)

    def _on_weight(self, at: int) -> None:
        if self.weight.itemData(at) != self._record.get("weight"):
            self._change(self.tr("Weight of a measure"), weight=self.weight.itemData(at))

    def _on_points(self, at: int) -> None:
        known = {"quartiles": measures.QUARTILES, "quintiles": measures.QUINTILES, "deciles": measures.DECILES}
        points = known.get(self.points.itemData(at))
        if points is not None:
            self._change(self.tr("Change quantiles"), at=list(points))
        else:
            self.own.setFocus(Qt.FocusReason.OtherFocusReason)

    def _points(self, text: str) -> list[str] | None:
        """The points typed, None if one of them is no number between 0 and 1."""
        found = []
        for part in _SPLIT.split(text.strip()):
            exact = exact_text(part) if part else None
            if exact is None or not 0 < parse_exact(exact) < 1:
                return None
            found.append(exact)
        return found or None

    def _on_own(self, text: str) -> None:
        points = self._points(text)
        set_role(self.own, "invalid", points is None)
        if points is not None and points != self._record.get("at"):
            self._change(self.tr("Change quantiles"), "points", at=points)

    def _on_prefixes(self, text: str) -> None:
        prefixes = _beginnings(text)
        if prefixes and prefixes != self._record.get("prefixes"):
            self._change(self.tr("Change beginnings of codes"), "prefixes", prefixes=prefixes)

    def _on_label(self, text: str) -> None:
        bench = self._bench
        made = measures.set_measure_label(bench.desk.plan, bench.t, bench.chosen.at, text, bench.language)
        bench.edit(self.tr("Label of a measure"), made, f"measure-label-{bench.chosen.at}")

    def _on_finer(self) -> None:
        self._change(self.tr("Decimals"), decimals=self._finer[self._bench.chosen.at])

    def _on_decimals(self, at: int) -> None:
        if self.decimals.itemData(at) != self._record.get("decimals"):
            self._change(self.tr("Decimals"), decimals=self.decimals.itemData(at))


def _beginnings(text: str) -> list[str | list[str]]:
    """Beginnings as typed: "31 32+33" is 31, and 32 or 33; a plus sign that joins nothing is part of a beginning."""
    found: list[str | list[str]] = []
    for word in dict.fromkeys(text.split()):
        several = list(dict.fromkeys(part for part in word.split("+") if part))
        found.append(several if len(several) > 1 else word)
    return found


def _typed(prefixes: list[str | list[str]]) -> str:
    """Beginnings as they are typed."""
    return " ".join(prefix if isinstance(prefix, str) else "+".join(prefix) for prefix in prefixes)


def _key(base: object) -> object:
    """A base as the value of an entry."""
    return f"keep:{'+'.join(base.get('keep', []))}" if isinstance(base, dict) else base


def _base(key: object) -> object:
    """The base an entry stands for; none where it is each cell's own."""
    keeps = isinstance(key, str) and key.startswith("keep:")
    return {"keep": str(key).removeprefix("keep:").split("+")} if keeps else key
