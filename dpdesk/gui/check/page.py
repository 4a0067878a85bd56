"""Check the file: the one page with exact figures of the real file, amber, opened on purpose and never exported.

It says first what looking means; that somebody looked is noted in the ledger before a figure is shown. The figures stay
on this page, do not copy, and are forgotten as soon as the file or the dictionary is another.
"""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from dpdesk.gui.check import findings
from dpdesk.gui.desk.documents import missing_fields
from dpdesk.gui.desk.read import Read
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.confidential_rows import ConfidentialRows
from dpdesk.gui.kit.local import whole
from dpdesk.gui.kit.lock import lock_button, lock_label
from dpdesk.gui.kit.table import RemarksTable
from dpdesk.gui.kit.text import column, label, named, panel, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.page import Page, PageName, State

CHECK = "check"


class CheckPage(Page):
    """The page Check: how the real file fits its dictionary, in exact figures, once looking was agreed to."""

    name = PageName.CHECK
    help_topic = "check"

    def title(self) -> str:
        """The page's name as shown."""
        return self.tr("Check the file")

    # Making ---------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the warning, the button, and the table that stays empty until it is asked for."""
        self._tree: Tree = self.desk.dictionary
        self._where = PageName.DATA  # the page that mends what is lacking
        frame = panel(confidential=True)
        inside = column(frame, margin=UNIT * 2, spacing=UNIT * 2)
        head = row()
        head.addWidget(lock_label())
        head.addWidget(label(self.tr("Check the file (confidential)"), "heading"), 1)
        inside.addLayout(head)
        inside.addWidget(
            label(
                self.tr(
                    "This page shows exact figures about the real file: for each variable how many rows get a code, "
                    "are not stated, not applicable, moved to a limit, or left out. It is there so that nobody "
                    "spends a budget on a mistyped code.\n"
                    "▸ The figures are for your eyes: they cannot be copied or exported.\n"
                    "▸ That somebody looked is noted in the ledger.\n"
                    "▸ What is changed in the dictionary or the tables after looking lies outside the guarantee: "
                    "change only what is plainly a mistake, and only by what is public."
                )
            )
        )
        inside.addLayout(self._buttons())
        self._summary = label()
        self._model = ConfidentialRows(right=range(1, 6))
        self._table = RemarksTable(self.tr("Exact figures about the file, confidential"), confidential=True)
        self._table.setModel(self._model)
        inside.addWidget(self._summary)
        inside.addWidget(self._table, 1)
        self._room = QWidget()
        inside.addWidget(self._room, 1)
        self.body.addWidget(frame, 1)
        desk = self.desk
        desk.documents_changed.connect(self._on_documents)
        desk.data_changed.connect(lambda: self._drop(self.tr("Another file is open: look again.")))
        self.follow(desk.snapshot_changed, self._render)
        desk.tasks.progressed.connect(self._on_progress)
        self._forget()

    def _buttons(self) -> QHBoxLayout:
        """Look, close, go where something is lacking; how far it is, and cancel."""
        self._lacking = label()
        self._go = QPushButton()
        self._go.clicked.connect(lambda: self.go.emit(self._where))
        self._look = QPushButton(self.tr("Look at the exact figures"))
        lock_button(self._look)
        named(
            self._look, self.tr("Look at the exact figures"), self.tr("Reads the whole file; noted in the ledger.")
        )  # fmt: skip
        self._look.clicked.connect(self._start)
        self._close = QPushButton(self.tr("Close the figures"))
        self._close.clicked.connect(self._forget)
        self._bar = QProgressBar()
        named(self._bar, self.tr("How much of the file is read"))
        self._cancel = QPushButton(self.tr("Cancel"))
        self._cancel.clicked.connect(self._stop)
        buttons = row()
        for widget in (self._look, self._close, self._go):
            buttons.addWidget(widget)
        buttons.addWidget(self._lacking, 1)
        buttons.addWidget(self._bar, 1)
        buttons.addWidget(self._cancel)
        buttons.addStretch(0)
        return buttons

    def state(self) -> State:
        """A side page is never complete."""
        return State(False)

    # Looking --------------------------------------------------------------------------------------------------

    def _lack(self) -> tuple[str, PageName]:
        """Why the file cannot be checked yet, and the page that mends it; no text if it can be."""
        desk = self.desk
        if desk.data_path is None:
            return self.tr("Open a file of microdata first."), PageName.DATA
        if any(field in findings.ASKED for field in missing_fields(desk.dictionary)):
            return self.tr(
                "Say first how the file is written, its budget account and whose privacy it is."
            ), PageName.DATA
        if not desk.dictionary.get("variables"):
            return self.tr("The dictionary has no variables yet."), PageName.DICTIONARY
        if desk.snapshot.dictionary_problem:
            return desk.snapshot.dictionary_problem, PageName.DICTIONARY
        return "", PageName.DATA

    def _start(self) -> None:
        desk = self.desk
        data, ledger, self._tree = desk.data_path, desk.ledger_path, desk.dictionary
        if data is None or self._lack()[0]:
            return
        tree = self._tree
        self.message.clear()
        self._forget()
        desk.tasks.start(
            CHECK, lambda progress: findings.look(data, tree, ledger, progress), self._on_look, self._on_problem
        )
        self._bar.setRange(0, 0)
        self._render()

    def _on_progress(self, owner: str, stage: str, fraction: float | None) -> None:
        if owner == CHECK:
            self._bar.setRange(0, 0 if fraction is None else 100)
            self._bar.setValue(0 if fraction is None else round(fraction * 100))

    def _on_look(self, found: findings.Look) -> None:
        self.desk.say_read(Read.CHECKED)
        self.desk.read_account()
        self._show(found)
        self._render()

    def _on_problem(self, sentence: str) -> None:
        self.message.say("red", sentence)
        self._render()

    def _stop(self) -> None:
        self.desk.tasks.cancel(CHECK)
        self.message.say("info", self.tr("Stopped. That somebody began to look stays noted in the ledger."))
        self._render(stopped=True)

    def _on_documents(self) -> None:
        if self.desk.dictionary is not self._tree:
            self._tree = self.desk.dictionary
            self._drop(self.tr("The dictionary has changed: look again."))
        else:
            self._render()

    def _drop(self, sentence: str) -> None:
        """Forget what no longer belongs to what is on the desk."""
        if self._model.rowCount() or self.desk.tasks.running(CHECK):
            self.message.say("info", sentence)
        self.desk.tasks.cancel(CHECK)
        self._forget(stopped=True)

    def _forget(self, *, stopped: bool = False) -> None:
        self._model.show((), ())
        self._summary.setText("")
        self._render(stopped=stopped)

    # Showing --------------------------------------------------------------------------------------------------

    def _render(self, *, stopped: bool = False) -> None:
        running = self.desk.tasks.running(CHECK) and not stopped
        looked = self._model.columnCount() > 0
        lack, self._where = self._lack()
        self._look.setVisible(not running and not looked)
        self._look.setEnabled(not lack)
        self._close.setVisible(looked)
        for widget in (self._bar, self._cancel):
            widget.setVisible(running)
        free = bool(lack) and not running and not looked
        self._lacking.setText(lack)
        self._lacking.setVisible(free)
        self._go.setText(
            self.tr("Open the dictionary") if self._where is PageName.DICTIONARY else self.tr("Open the page Data")
        )
        self._go.setVisible(free)
        self._summary.setVisible(looked)
        self._table.setVisible(looked)
        self._room.setVisible(not looked)

    def _show(self, found: findings.Look) -> None:
        report, dictionary = found.report, found.dictionary
        words = self._words()
        rows = []
        suspicious = 0
        for check, variable in zip(report.variables, dictionary.variables, strict=True):
            what = findings.finding(check, report.rows)
            suspicious += bool(what)
            figures = (check.coded, check.not_stated, check.not_applicable, check.clamped, check.not_tabulated)
            shown = variable.label.get(self.desk.language)
            name = f"{shown} ({check.name})" if shown and shown != check.name else check.name
            name = self.tr("{variable}: units").format(variable=name) if check.of_units else name
            rows.append((name, *(whole(figure) for figure in figures), words[what]))
        headings = (
            self.tr("Variable"), self.tr("Rows coded"), self.tr("Not stated"), self.tr("Not applicable"),
            self.tr("Moved to the limit"), self.tr("Left out"), self.tr("Look into"),
        )  # fmt: skip
        said = [self.tr("Rows in the file: {rows}.").format(rows=whole(report.rows))]
        counted = dictionary.counted
        if counted is not None:
            said.append(
                self.tr(
                    "Units with more than {cap} rows: {units}. Rows left out because of it: {over}. Rows without an "
                    "identifier: {none}."
                ).format(
                    cap=whole(counted.max_rows),
                    units=whole(report.units_over_cap),
                    over=whole(report.over_cap),
                    none=whole(report.without_id),
                )
            )
            if report.without_id and counted.rows_without_id == "refuse":
                said.append(self.tr("▲ A release of this file would be refused: rows without an identifier are."))
            if report.over_cap * 20 >= max(report.rows, 1):
                said.append(self.tr("▲ Many rows would be left out so: is that limit right?"))
        if not report.rows:
            said.append(self.tr("▲ The file has no rows."))
        said.append(
            self.tr("▲ {number} of {all} variables to look into.").format(number=suspicious, all=len(rows))
            if suspicious
            else self.tr("Nothing to look into in the variables.")
        )
        self._summary.setText(" ".join(said))
        self._model.show(headings, rows)

    def _words(self) -> dict[str, str]:
        return {
            "": "",
            "none_tabulated": self.tr("▲ All rows left out: is the code list right?"),
            "many_lost": self.tr("▲ Many rows left out: is a code missing or mistyped?"),
            "some_lost": self.tr("Some rows left out: is that meant?"),
            "none_coded": self.tr("▲ No row has a code: are the missing codes right?"),
            "mostly_missing": self.tr("Most rows are not stated: are the missing codes right?"),
            "many_clamped": self.tr("▲ Many rows outside the bounds: are they right?"),
        }
