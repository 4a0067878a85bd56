"""Options of a measure with a universe of its own: the variable and the code of those whom alone it counts."""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFormLayout

from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.box import shrinking_box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.text import field
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import measures
from dpdesk.gui.tables.words import TableWords


class LimitOptions(QObject):
    """Two rows of a form: which variable, and which of its codes; what else a plan file says is shown as it is."""

    def __init__(self, bench: TableBench, words: TableWords, form: QFormLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self.variable, self.code = shrinking_box(), shrinking_box()
        self._labels = {
            "variable": field(
                form,
                self.tr("Of t&hese, by"),
                self.variable,
                self.tr("The measure counts those alone who have a code of this variable: of these, employed."),
            ),
            "code": field(form, self.tr("&those with"), self.code, self.tr("Whom the measure counts.")),
        }
        self.variable.activated.connect(self._on_variable)
        self.code.activated.connect(lambda at: self._change(self.code.itemData(at)))

    def redraw(self, record: Tree) -> None:
        """Show whom the chosen measure counts, where it may count some alone."""
        able = measures.can_limit(record)
        where: list[Tree] = record.get("where", []) if able else []
        name = where[0]["variable"] if where else None
        self._show("variable", able)
        self._show("code", name in self._bench.variables)
        if not able:
            return
        coded = [one for one, variable in self._bench.variables.items() if not variable.is_quantity]
        entries: list[tuple[str, object]] = [(self.tr("everybody"), None)]
        fill_box(self.variable, [*entries, *((self._bench.label(one), one) for one in coded)], name)
        variable = self._bench.variables.get(name or "")
        if variable is not None:
            pairs = zip(variable.labels, variable.codes, strict=True)
            every: list[tuple[str, object]] = [
                (label.show(self._bench.language), [measures.one_code(variable.name, code)]) for label, code in pairs
            ]
            written = "; ".join(self._words.condition(one) for one in where)
            fill_box(self.code, every if where in [one for _, one in every] else [*every, (written, where)], where)

    def _show(self, name: str, wanted: bool) -> None:
        (self.variable if name == "variable" else self.code).setVisible(wanted)
        self._labels[name].setVisible(wanted)

    # Editing --------------------------------------------------------------------------------------------------

    def _on_variable(self, at: int) -> None:
        name = self.variable.itemData(at)
        self._change(None if name is None else [measures.first_code(self._bench.variables[name])])

    def _change(self, where: object) -> None:
        bench = self._bench
        if where != bench.chosen_record.get("where"):
            made = measures.change_measure(bench.desk.plan, bench.t, bench.chosen.at, where=where)
            bench.edit(self.tr("Whom a measure counts"), made)
