"""Options of an index, whose base is the cell at a code, and of the ratio of two sums or counts."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFormLayout

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.box import shrinking_box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.text import field
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import measures
from dpdesk.gui.tables.words import TableWords

PERS = ("1", "100", "1000")


class QuotientOptions(QObject):
    """Fields about what is divided by what, as rows of a form; those that do not apply are hidden."""

    def __init__(self, bench: TableBench, words: TableWords, form: QFormLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self.code, self.top, self.bottom, self.times = (shrinking_box() for _ in range(4))
        self._labels = {
            "code": field(form, self.tr("&100 is"), self.code, self.tr("The code at which the index is 100.")),
            "top": field(form, self.tr("Di&vided"), self.top, self.tr("The count or sum above the line.")),
            "bottom": field(form, self.tr("B&y"), self.bottom, self.tr("The count or sum below the line.")),
            "times": field(form, self.tr("Ti&mes"), self.times, self.tr("The ratio is so many times as large.")),
        }
        self.code.activated.connect(self._on_code)
        for box, side in ((self.top, "top"), (self.bottom, "bottom")):
            box.activated.connect(lambda at, box=box, side=side: self._change(**{side: box.itemData(at)}))
        self.times.activated.connect(lambda at: self._change(per=self.times.itemData(at)))

    def redraw(self, record: Tree) -> None:
        """Show the chosen measure, where it is one of these."""
        kind = record.get("kind")
        visible = {"index": {"code"}, "ratio": {"top", "bottom", "times"}}.get(str(kind), set())
        if kind == "index":
            variable = self._bench.variables.get(record["base"]["variable"])
            if variable is not None:
                pairs = zip(variable.labels, variable.codes, strict=True)
                fill_box(self.code, [(label.show(self._bench.language), code) for label, code in pairs],
                         record["base"]["code"])  # fmt: skip
        if kind == "ratio":
            fill_box(self.top, self._sides(record["top"]), record["top"])
            fill_box(self.bottom, self._sides(record["bottom"]), record["bottom"])
            per = str(record.get("per", "1"))
            pers = [*PERS, *([per] if per not in PERS else [])]
            fill_box(self.times, [(whole(int(one)) if one.isdecimal() else one, one) for one in pers], per)
        for name, widget in (("code", self.code), ("top", self.top), ("bottom", self.bottom), ("times", self.times)):
            widget.setVisible(name in visible)
            self._labels[name].setVisible(name in visible)

    def _sides(self, own: Tree) -> list[tuple[str, object]]:
        """The count, the sums of quantities, and whatever else a plan file has there."""
        found: list[tuple[str, object]] = [
            (self._words.side(one), one) for one in measures.sides(self._bench.variables)
        ]
        return found if own in [one for _, one in found] else [*found, (self._words.side(own), own)]

    # Editing --------------------------------------------------------------------------------------------------

    def _change(self, **fields: object) -> None:
        bench = self._bench
        if any(bench.chosen_record.get(key) != value for key, value in fields.items()):
            made = measures.change_measure(bench.desk.plan, bench.t, bench.chosen.at, **fields)
            bench.edit(self.tr("Change a ratio"), made)

    def _on_code(self, at: int) -> None:
        base = self._bench.chosen_record.get("base", {})
        self._change(base={**base, "code": self.code.itemData(at)})
