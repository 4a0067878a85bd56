"""Public planning figures: how many people are expected, and how they divide over the codes of each variable.

Targets about a CV, or about the cells above a number, need them. They are typed, pasted or read from something
published; nothing here reads data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QFrame, QGridLayout, QLabel, QLineEdit, QPushButton, QScrollArea, QWidget

from dpdesk.gui.accuracy.edits import reference as edits
from dpdesk.gui.accuracy.edits.published import read_labelled
from dpdesk.gui.accuracy.published import names_of, published_counts
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import shown
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.message import Message
from dpdesk.gui.kit.number import NumberField
from dpdesk.gui.kit.text import column, grid, label, named, row, set_role
from dpdesk.gui.kit.theme import UNIT
from dpdesk.progress import Progress

READ = "accuracy published"
"""The owner of the task that reads a published table."""
_FIRST = 2  # row of the grid with the first variable
_LONGEST, _MOST_WORDS = 40, 60  # characters of a label, and of what is said beside the counts


class PlanningFigures(QFrame):
    """A form in place of the comparison; `done` when it is to be closed."""

    done = Signal()

    def __init__(self, desk: Desk, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("panel", True)
        self._desk = desk
        self._names: tuple[str, ...] = ()
        self._fields: dict[str, tuple[QLineEdit, QLabel]] = {}
        self._folder = ""
        outer = column(self, margin=UNIT * 2)
        head = row()
        head.addWidget(label(self.tr("Planning figures"), "heading", wrap=False))
        head.addWidget(
            label(
                self.tr(
                    "Public figures, such as last year's table: with them a target can speak of the cells expected "
                    "above a number, and of their CV. They decide no published number."
                ),
                "caption",
            ),
            1,
        )
        self.read = QPushButton(self.tr("&Read from a published table…"))
        named(
            self.read,
            self.tr("Read from a published table"),
            self.tr("Finds the counts of the variables in a workbook or CSV file, by their codes or labels."),
        )
        self.read.clicked.connect(self._ask_file)
        head.addWidget(self.read)
        close = QPushButton(self.tr("&Back to the tables"))
        close.clicked.connect(self.done)
        head.addWidget(close)
        outer.addLayout(head)
        self.message = Message()
        outer.addWidget(self.message)
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setFrameShape(QFrame.Shape.NoFrame)
        inner = QWidget()
        whole = column(inner)
        self._grid: QGridLayout = grid()
        self._grid.setColumnStretch(1, 1)
        whole.addLayout(self._grid)
        whole.addStretch(1)
        scroll.setWidget(inner)
        outer.addWidget(scroll, 1)
        self.source = QLineEdit()
        self.source.editingFinished.connect(self._on_source)
        self.total = NumberField(whole=True)
        self.total.setMaximumWidth(160)
        self.total.edited.connect(self._on_total)
        self.forget = QPushButton(self.tr("F&orget planning figures"))
        self.forget.clicked.connect(self._on_forget)
        self._add(0, self.tr("Sour&ce"), self.source, self.tr("Where the figures were published."))
        self._add(1, self.tr("Number of peo&ple"), self.total, self.tr("How many people the tables count, about."))
        self._grid.addWidget(self.forget, 1, 2, Qt.AlignmentFlag.AlignLeading)

    def _add(self, at: int, text: str, field: QWidget, tip: str) -> QLabel:
        shown_by = label(text, wrap=False)
        shown_by.setBuddy(field)
        named(field, text.replace("&", ""), tip)
        self._grid.addWidget(shown_by, at, 0)
        self._grid.addWidget(field, at, 1)
        return shown_by

    def redraw(self) -> None:
        """Show the figures of the plan for the variables its tables are answered on."""
        plan, compiled = self._desk.plan, self._desk.snapshot.compiled
        if compiled is not None:
            names = edits.asked_variables(compiled)
            if names != self._names:
                self._rebuild(names)
        known = edits.reference_of(plan)
        self.forget.setEnabled(bool(known))
        source = shown(known.get("source"), self._desk.language)
        if not self.source.hasFocus() and self.source.text() != source:
            self.source.setText(source)
        self.total.set_value(None if "total" not in known else str(known["total"]))
        for name in self._names:
            self._show(name)

    def _rebuild(self, names: Sequence[str]) -> None:
        while self._grid.count() > 5:
            item = self._grid.takeAt(self._grid.count() - 1)
            widget = item.widget() if item is not None else None
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        self._names, self._fields = tuple(names), {}
        for at, name in enumerate(names):
            field = QLineEdit()
            field.setPlaceholderText(self.tr("one count for each code, in their order"))
            text = self._label(name)
            if len(text) > _LONGEST:
                text = text[:_LONGEST] + "…"
            self._add(at + _FIRST, text, field, self.tr("One count for each code, in their order; they can be pasted."))
            said = label("", "caption", wrap=False)
            self._grid.addWidget(said, at + _FIRST, 2)
            field.textEdited.connect(lambda text, n=name: self._on_counts(n, text))
            self._fields[name] = field, said

    def _label(self, name: str) -> str:
        dictionary = self._desk.snapshot.dictionary
        text = dictionary.variable(name).label.show(self._desk.language) if dictionary is not None else name
        return text.replace("&", "&&")

    def _size(self, name: str) -> int:
        dictionary = self._desk.snapshot.dictionary
        return dictionary.variable(name).size if dictionary is not None else 0

    def _show(self, name: str) -> None:
        """Show the counts of a variable; what is being typed is left alone while it means the same."""
        field, said = self._fields[name]
        counts, typed = edits.counts_of(self._desk.plan, name), edits.read_counts(field.text())
        if counts is not None and counts != typed:
            field.setText(" ".join(map(str, counts)))
        elif counts is None and typed is not None and len(typed) == self._size(name):
            field.clear()
        self._say(name, said)

    def _say(self, name: str, said: QLabel) -> None:
        field, _ = self._fields[name]
        typed, size = edits.read_counts(field.text()), self._size(name)
        right = typed is not None and len(typed) == size and any(typed)
        wrong = bool(field.text().strip()) and not right
        if not field.text().strip():
            names = self._codes(name)
            text = self.tr("{n} codes: {names}").format(
                n=size, names=", ".join(names) + (" …" if size > len(names) else "")
            )
        elif typed is None:
            text = self.tr("These are not whole numbers.")
        elif len(typed) != size:
            text = self.tr("{n} of {size} counts").format(n=len(typed), size=size)
        else:
            text = self.tr("{n} counts, {sum} people").format(n=size, sum=_total(typed))
        said.setText(text if len(text) <= _MOST_WORDS else text[:_MOST_WORDS] + "…")
        said.setToolTip(text)
        set_role(said, "role", "problem" if wrong else "caption")
        set_role(field, "invalid", wrong)

    def _codes(self, name: str) -> list[str]:
        dictionary = self._desk.snapshot.dictionary
        if dictionary is None:
            return []
        return [one.show(self._desk.language) for one in dictionary.variable(name).labels[:3]]

    # Published tables -----------------------------------------------------------------------------------------

    def _ask_file(self) -> None:
        kinds = self.tr("Published tables") + " (*.xlsx *.xlsm *.csv *.tsv *.txt)"
        name, _ = QFileDialog.getOpenFileName(self, self.tr("Read planning figures"), self._folder, kinds)
        if name:
            self.read_file(Path(name))

    def read_file(self, path: Path) -> None:
        """Take the counts of a published table over into the plan, as one edit."""
        desk, names, dictionary = self._desk, self._names, self._desk.snapshot.dictionary
        self._folder = str(path.parent)
        if dictionary is None:
            return
        data = desk.data_path

        def work(progress: Progress) -> Mapping[str, list[int]]:
            return published_counts(path, names, dictionary, data, progress)

        desk.tasks.start(
            READ, work, lambda found: self._on_read(path, found), lambda said: self.message.say("red", said)
        )

    def _on_read(self, path: Path, found: Mapping[str, list[int]]) -> None:
        plan, source = self._desk.plan, self.source.text().strip()
        if source in ("", self._unnamed()):
            source = path.name
            plan = edits.set_source(plan, source, self._desk.language) if edits.reference_of(plan) else plan
        for name, counts in found.items():
            plan = edits.set_counts(plan, name, counts, source, self._desk.language)
        self._desk.edit_plan(self.tr("planning figures"), plan)
        self.redraw()
        words = self.tr("Read from {file}: {found}. {n} of {all} variables; look whether the counts are right.")
        names = ", ".join(self._label(name).replace("&&", "&") for name in found)
        self.message.say("info", words.format(file=path.name, found=names, n=len(found), all=len(self._names)))

    # Edits ----------------------------------------------------------------------------------------------------

    def _named_source(self) -> str:
        return self.source.text().strip() or self._unnamed()

    def _unnamed(self) -> str:
        """The source of figures of which nobody has said where they were published."""
        return QCoreApplication.translate("ExpectedPeople", "Public planning figures")

    def _on_counts(self, name: str, text: str) -> None:
        typed = edits.read_counts(text)
        dictionary = self._desk.snapshot.dictionary
        if typed is None and dictionary is not None and (found := read_labelled(text, names_of(dictionary, name)[0])):
            typed, text = found, " ".join(map(str, found))  # two columns were pasted
            self._fields[name][0].setText(text)
        self._say(name, self._fields[name][1])
        plan = self._desk.plan
        if not text.strip():
            plan = edits.set_counts(plan, name, None, "", self._desk.language)
        elif typed is not None and len(typed) == self._size(name) and any(typed):
            plan = edits.set_counts(plan, name, typed, self._named_source(), self._desk.language)
        self._desk.edit_plan(self.tr("planning figures"), plan, merge=f"reference-{name}")

    def _on_total(self, text: str) -> None:
        if int(text) > 0:
            plan = edits.set_total(self._desk.plan, int(text), self._named_source(), self._desk.language)
            self._desk.edit_plan(self.tr("planning figures"), plan, merge="reference-total")

    def _on_source(self) -> None:
        plan = edits.set_source(self._desk.plan, self.source.text(), self._desk.language)
        self._desk.edit_plan(self.tr("planning figures"), plan, merge="reference-source")

    def _on_forget(self) -> None:
        self._desk.edit_plan(self.tr("forget planning figures"), edits.set_total(self._desk.plan, None, "", "en"))


def _total(counts: Sequence[int]) -> str:
    return whole(sum(counts))
