"""The picture of a table: which kind is drawn of it once it is finished, if any, and of which measure."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.text import label, named, row, show_if
from dpdesk.gui.tables.bench import TableBench
from dpdesk.gui.tables.edits import display
from dpdesk.gui.tables.words import TableWords


class PictureChoice(QWidget):
    """Edits the picture of the table in view; `add` is its box, `measure` that of what it shows."""

    def __init__(self, bench: TableBench, words: TableWords, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._bench, self._words = bench, words
        self.add = Choice(
            [
                (display.NO_PICTURE, self.tr("none")),
                ("bars", self.tr("bars")),
                ("pyramid", self.tr("pyramid")),
                ("curve", self.tr("cumulative curve")),
                ("line", self.tr("lines")),
            ],
            preset=True,
        )
        named(
            self.add,
            self.tr("Picture"),
            self.tr("A picture of the finished table, in the window, the workbook and the PDF; it changes no number."),
        )
        self.measure = Choice([], preset=True)
        named(self.measure, self.tr("Measure of the picture"), self.tr("A picture shows one measure of the table."))
        self._of = label(self.tr("of"), wrap=False)
        layout = row(self)
        layout.setContentsMargins(0, 2, 0, 2)
        for one in (self.add, self._of, self.measure):
            layout.addWidget(one)
        layout.addStretch(1)
        self.add.chosen.connect(self._on_choice)
        self.measure.chosen.connect(self._on_measure)
        bench.plan_changed.connect(self.redraw)
        bench.chosen_changed.connect(self.redraw)
        bench.checked.connect(self.redraw)
        self.redraw()

    def redraw(self) -> None:
        """Show the picture of the table in view."""
        self.setEnabled(self._bench.count > 0)
        if self._bench.count:
            plan, t = self._bench.desk.plan, self._bench.t
            self.add.set_value(display.picture_of(plan, t))
            self._offer_measures(display.picture_of(plan, t), display.measure_drawn(plan, t))

    def _offer_measures(self, kind: str, chosen: str) -> None:
        """Offer the measures of which such a picture can be drawn, where there are several."""
        compiled, table = self._bench.desk.snapshot.compiled, self._bench.table
        shell = next((one for one in compiled.shells if one.name == table.get("name")), None) if compiled else None
        firsts = shell.items.firsts() if shell is not None else ()
        records = table.get("measures", [])
        if len(firsts) != len(records):  # the table was edited a moment ago
            return
        from dpdesk.planning.compiler.pictures import measure_code, suits  # loaded with the snapshot

        known = {measure_code(one): self._words.measure(of) for one, of in zip(firsts, records, strict=True)}
        fit = [measure_code(one) for one in firsts if suits(one, kind)]
        offered = list(dict.fromkeys([*fit, *([chosen] if chosen else [])]))
        options = [("", self.tr("the first that suits")), *((code, known.get(code, code)) for code in offered)]
        self.measure.set_options(options)
        self.measure.set_value(chosen)
        for one in (self._of, self.measure):
            show_if(one, kind != display.NO_PICTURE and (len(offered) > 1 or bool(chosen)))

    def _on_measure(self, code: str) -> None:
        plan = self._bench.desk.plan
        if code != display.measure_drawn(plan, self._bench.t):
            edited = display.draw_measure(plan, self._bench.t, code)
            self._bench.desk.edit_plan(self.tr("Measure of a picture"), edited)

    def _on_choice(self, picture: str) -> None:
        plan = self._bench.desk.plan
        if picture != display.picture_of(plan, self._bench.t):
            edited = display.set_picture(plan, self._bench.t, picture)
            self._bench.desk.edit_plan(self.tr("Picture of a table"), edited)
