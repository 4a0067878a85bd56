"""What public figures make of a measure: figures and standard of a rate, factors of strata, controls of a count."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QFormLayout, QLineEdit, QPushButton

from dpdesk.errors import BadInput
from dpdesk.gui.desk.trees import Tree, shown
from dpdesk.gui.kit.box import shrinking_box
from dpdesk.gui.kit.choice import fill_box
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.text import field, label, named
from dpdesk.gui.shared.small_tables import read_tables
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import figures, measures
from dpdesk.planning.document.public_figures import figures_of
from dpdesk.problems.problem import problem
from dpdesk.progress import Progress

READ = "tables public figures"
"""The owner of the task that reads public figures."""
KINDS = ("count", "sum", "rate")
"""The measures that public figures can be part of."""


class FiguresOptions(QObject):
    """Fields about public figures, as rows of a form; those that do not apply are hidden."""

    def __init__(self, bench: TableBench, form: QFormLayout, parent: QObject) -> None:
        super().__init__(parent)
        self._bench, self._folder = bench, ""
        self.figures, self.per, self.standard, self.expanded, self.controlled = (shrinking_box() for _ in range(5))
        self.source, self.date = QLineEdit(), QLineEdit()
        self._labels = {
            "figures": field(
                form,
                self.tr("Publi&c figures"),
                self.figures,
                self.tr("By what the count or the sum is divided: a population, say."),
            ),
            "per": field(form, self.tr("P&er"), self.per, self.tr("A rate is so many times the quotient.")),
            "standard": field(
                form,
                self.tr("&Standardised to"),
                self.standard,
                self.tr("Public weights of age groups, say, by which the rates of these are averaged."),
            ),
            "expanded": field(
                form,
                self.tr("E&xpanded by"),
                self.expanded,
                self.tr("Public factors of strata, by which noisy figures are multiplied before they are added up."),
            ),
            "controlled": field(
                form,
                self.tr("Contr&olled to"),
                self.controlled,
                self.tr("Public figures of whole cells, of which each part is its noisy share in the file."),
            ),
            "source": field(form, self.tr("So&urce"), self.source, self.tr("Where the public figures were published.")),
            "date": field(
                form, self.tr("Da&te"), self.date, self.tr("The day or period that the public figures are about.")
            ),
        }
        self.read = QPushButton(self.tr("&Read public figures…"))
        named(
            self.read,
            self.tr("Read public figures"),
            self.tr("A workbook or CSV file with a column for each variable, headed by its name, and the figure last."),
        )
        self.said = label("", "problem")
        form.addRow(self.read)
        form.addRow(self.said)
        for box, key in (
            (self.figures, "figures"),
            (self.per, "per"),
            (self.standard, "standard"),
            (self.expanded, "expanded"),
            (self.controlled, "controlled"),
        ):
            box.activated.connect(lambda at, box=box, key=key: self._change(key, box.itemData(at)))
        self.source.textEdited.connect(lambda text: self._words("source", text))
        self.date.textEdited.connect(lambda text: self._words("date", text))
        self.read.clicked.connect(self._ask_file)

    def redraw(self, record: Tree) -> None:
        """Show what public figures make of a measure."""
        plan, kind = self._bench.desk.plan, record.get("kind")
        apply = kind in KINDS
        self.read.setVisible(apply)
        self.said.setVisible(apply and bool(self.said.text()))
        if not apply:
            self._show(set())
            return
        own = {"rate": {"figures", "per", "standard", "expanded"}, "count": {"expanded", "controlled"}}
        visible = own.get(str(kind), {"expanded"})
        nothing: list[tuple[str, object]] = [(self.tr("nothing"), None)]
        by_one = [*nothing, *((self._label(name), name) for name in figures.by_one(plan))]
        every: list[tuple[str, object]] = [(self._label(name), name) for name in figures.names(plan)]
        fill_box(self.figures, every, record.get("figures"))
        fill_box(self.controlled, [*nothing, *every], record.get("controlled"))
        per = str(record.get("per", "1000"))
        pers = [*figures.PERS, *([per] if per not in figures.PERS else [])]
        fill_box(self.per, [(whole(int(one)) if one.isdecimal() else one, one) for one in pers], per)
        fill_box(self.standard, by_one, record.get("standard"))
        fill_box(self.expanded, by_one, record.get("expanded"))
        known = figures.of_name(plan, self._named(record))
        if known:
            visible |= {"source", "date"}
        for key, line in (("source", self.source), ("date", self.date)):
            text = shown(known.get(key), self._bench.language)
            if not line.hasFocus() and line.text() != text:
                line.setText(text)
        self._show(visible)

    def _show(self, visible: set[str]) -> None:
        widgets = {
            "figures": self.figures, "per": self.per, "standard": self.standard, "expanded": self.expanded,
            "controlled": self.controlled, "source": self.source, "date": self.date,
        }  # fmt: skip
        for name, widget in widgets.items():
            widget.setVisible(name in visible)
            self._labels[name].setVisible(name in visible)

    def _label(self, name: str) -> str:
        return shown(figures.of_name(self._bench.desk.plan, name).get("label"), self._bench.language) or name

    def _named(self, record: Tree) -> str | None:
        """Of which public figures source and date are shown."""
        return record.get("figures") or record.get("expanded") or record.get("controlled")

    # Editing --------------------------------------------------------------------------------------------------

    def _change(self, key: str, value: object) -> None:
        bench = self._bench
        if value != bench.chosen_record.get(key):
            fields = {key: value}
            made = measures.change_measure(bench.desk.plan, bench.t, bench.chosen.at, **fields)
            bench.edit(self.tr("Public figures of a measure"), made)

    def _words(self, key: str, text: str) -> None:
        bench, name = self._bench, self._named(self._bench.chosen_record)
        if name is not None:
            made = figures.set_words(bench.desk.plan, name, key, text, bench.language)
            bench.edit(self.tr("Source of public figures"), made, f"figures-{name}-{key}")

    def _ask_file(self) -> None:
        kinds = self.tr("Public figures") + " (*.xlsx *.xlsm *.csv *.tsv *.txt)"
        name, _ = QFileDialog.getOpenFileName(self.read, self.tr("Read public figures"), self._folder, kinds)
        if name:
            self.read_file(Path(name))

    def read_file(self, path: Path) -> None:
        """Take public figures over from a file into the plan, where measures find them by a name made of the file's."""
        desk, dictionary, language = self._bench.desk, self._bench.desk.snapshot.dictionary, self._bench.language
        self._folder = str(path.parent)
        self._say("")
        if dictionary is None:
            return
        name, data = figures.name_for(path.name, figures.names(desk.plan)), desk.data_path

        def work(progress: Progress) -> Tree:
            if data is not None and data.exists() and path.exists() and path.samefile(data):
                raise BadInput(problem("gui.published_is_data", file=path.name))
            tables = read_tables(path, progress)
            return figures_of(tables, dictionary, name=name, source=path.name, language=language, file=path.name)

        desk.tasks.start(READ, work, self._on_read, self._say)

    def _on_read(self, made: Tree) -> None:
        self._bench.edit(self.tr("Read public figures"), figures.put_figures(self._bench.desk.plan, made))

    def _say(self, text: str) -> None:
        self.said.setText(text)
        self.said.setVisible(bool(text))
