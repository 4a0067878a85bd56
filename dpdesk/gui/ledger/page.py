"""Side page: every entry of the ledger, what is left, and whether the ledger is whole."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFileDialog,
    QMenu,
    QPushButton,
    QWidget,
)

from dpdesk.errors import DpdeskError
from dpdesk.gui.kit.box import Box
from dpdesk.gui.kit.flow import FlowLayout
from dpdesk.gui.kit.sentences import problem_text, sentence_of
from dpdesk.gui.kit.text import column, label, named, panel, row, show_if, splitter
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.ledger.details import LedgerDetails
from dpdesk.gui.ledger.entries import NUMBER, LedgerEntriesModel
from dpdesk.gui.ledger.raise_cap import RaiseCap
from dpdesk.gui.ledger.series import SeriesForms, declare, release_next, write_changes
from dpdesk.gui.ledger.table import EntriesTable
from dpdesk.gui.ledger.unfinished import Unfinished
from dpdesk.gui.ledger.view import AccountView, LedgerView, accept_older, finish, read_view
from dpdesk.gui.shared.decision_form import LONG, TEXT, Asked, DecisionForm
from dpdesk.gui.shared.page import Action, Page, PageName
from dpdesk.problems.problem import Phrase
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.publish.proof.against import Verdict
    from dpdesk.release.result import Release

OWNER = "ledger"  # verifying, exporting, opening a release
DECIDING = "ledger-entry"  # what is written: one entry at a time, and never cancelled by another wish
READING = "ledger-view"
OLDER = frozenset({"ledger.rollback", "ledger.rollback_quoted"})
APART = frozenset({"ledger.fork", "ledger.fork_quoted", "publish.fork"})
"""What is wrong with a ledger in whose place an older or another copy lies."""


class LedgerPage(Page):
    """The page Ledger: entries, what is left of each account, and whether the chain of entries is whole."""

    name = PageName.LEDGER
    help_topic = "ledger"

    def title(self) -> str:
        """The step's name as shown."""
        return self.tr("Ledger")

    # Layout ---------------------------------------------------------------------------------------------------

    def build(self) -> None:
        """Make the table, the picture, the details and the buttons."""
        self._view = LedgerView(self.desk.ledger_path)
        self._number = 0  # the entry chosen
        self._problem = self._whole = ""  # what was said of the ledger, while it is said
        head = row(spacing=UNIT * 2)
        head.addWidget(label(self.title(), "title", wrap=False))
        self._place = label("", "caption")
        self._place.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        head.addWidget(self._place, 1)
        self.body.addLayout(head)
        self.body.addWidget(self._make_buttons())
        self._form = RaiseCap()
        self._form.raised.connect(self._raise)
        self._form.cancelled.connect(self._close_form)
        self.body.addWidget(self._form)
        self._demand = DecisionForm()
        self._demand.decided.connect(lambda answers: self._deciding(answers))
        self._demand.cancelled.connect(self._close_form)
        self._demand_panel = panel()
        self._demand_panel.hide()
        column(self._demand_panel, margin=UNIT * 2).addWidget(self._demand)
        self.body.addWidget(self._demand_panel)
        self._empty = self._make_empty()
        self.body.addWidget(self._empty)
        split = splitter(Qt.Orientation.Horizontal)
        split.addWidget(self._make_entries())
        self._details = LedgerDetails(self._model.words)
        self._details.wanted.connect(self._show_release)
        split.addWidget(self._details)
        split.setStretchFactor(0, 3)
        split.setStretchFactor(1, 1)
        self._split = split
        self.body.addWidget(split, 1)
        self._rest = QWidget()  # takes the room while there is no ledger
        self.body.addWidget(self._rest, 1)
        self.desk.account_changed.connect(self._read_if_seen)
        self.desk.release_changed.connect(self._read_if_seen)
        self.desk.looks_changed.connect(self._details.picture.update)
        self.message.acted.connect(self._ask_other)
        self.message.declined.connect(self._open_older)
        self._deciding: Callable[[dict[str, str]], None] = self._decide_older
        self._warned = ""  # the day of a wave of which it was said what speaks against it
        self._show_view(self._view)

    def _make_buttons(self) -> QWidget:
        bar = QWidget()
        flow = FlowLayout(bar)
        self._against = self._button(self.tr("Verify &against"), lambda: None)
        menu = QMenu(self._against)
        menu.addAction(self.tr("A &workbook…"), self._ask_workbook)
        menu.addAction(self.tr("The &folder of a release…"), self._ask_folder)
        self._against.setMenu(menu)
        named(
            self._against, self.tr("Verify against"),
            self.tr("Check that a published workbook or folder is what the ledger recorded."),
        )  # fmt: skip
        self._export = self._button(self.tr("E&xport the audit log…"), self._ask_export)
        self._raise_button = self._button(self.tr("&Raise the budget…"), self._open_form)
        other = self._button(self.tr("Open an&other ledger…"), self._ask_other)
        self._own = self._button(self.tr("&My own ledger"), self._open_own)
        self._own.setToolTip(self.tr("Back to the ledger in your own data folder."))
        self._demand_button = self._button("", self._open_demand)
        self._series_button = self._button("", self._open_series)
        self._change_button = self._button(self.tr("What chan&ged…"), self._ask_changed)
        named(
            self._change_button, self.tr("What changed"),
            self.tr("Writes what changed since the wave before the chosen release, with margins; it costs nothing."),
        )  # fmt: skip
        self._forms = SeriesForms(self)
        for button in (
            self._against, self._export, self._raise_button, self._demand_button, self._series_button,
            self._change_button, other, self._own,
        ):  # fmt: skip
            flow.addWidget(button)
        return bar

    @staticmethod
    def _button(text: str, run: Callable[[], object]) -> QPushButton:
        made = QPushButton(text)
        made.clicked.connect(lambda: run())
        return made

    def _make_empty(self) -> QWidget:
        made = panel()
        inside = column(made, margin=UNIT * 3)
        inside.addWidget(label(self.tr("There is no ledger here yet"), "heading"))
        inside.addWidget(
            label(
                self.tr(
                    "The first release makes it. From then on it records every release, every refusal and every look "
                    "at exact figures, and how much of each budget is left. Rehearsals never appear in it."
                )
            )
        )
        return made

    def _make_entries(self) -> QWidget:
        made = QWidget()
        inside = column(made)
        choose = row()
        shown = label(self.tr("&Show"), wrap=False)
        self._accounts = Box()
        self._accounts.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self._accounts.setMinimumContentsLength(18)
        named(self._accounts, self.tr("Show"), self.tr("The entries of one account, or of all."))
        shown.setBuddy(self._accounts)
        self._accounts.currentIndexChanged.connect(self._filter)
        self._steps = QCheckBox(self.tr("Steps &within a release"))
        self._steps.setChecked(True)
        self._steps.setAccessibleDescription(self.tr("Shows when noise was drawn and when it was stored, too."))
        self._steps.toggled.connect(self._filter)
        for widget in (shown, self._accounts, self._steps):
            choose.addWidget(widget)
        choose.addStretch(1)
        inside.addLayout(choose)
        self._model = LedgerEntriesModel(self)
        self._table = EntriesTable(self.tr("Entries of the ledger"))
        self._table.setModel(self._model)
        self._table.setMinimumWidth(UNIT * 50)
        self._table.selectionModel().currentRowChanged.connect(lambda now, before: self._choose(now.row()))
        self._table.activated.connect(lambda index: self._show_release())
        inside.addWidget(self._table, 1)
        self._unfinished = Unfinished()
        self._unfinished.wanted.connect(self._finish)
        inside.addWidget(self._unfinished)
        return made

    # Reading --------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        """Read the ledger anew: other windows may have released meanwhile."""
        self._read()

    def _read_if_seen(self) -> None:
        if self.isVisible():
            self._read()

    def _read(self) -> None:
        path = self.desk.ledger_path
        if path != self._view.path:
            self._show_view(LedgerView(path))
        self.desk.tasks.start(
            READING,
            lambda progress: read_view(path, progress),
            self._show_view,
            self._show_unreadable,
            refused=self._on_unreadable,
        )

    def _on_unreadable(self, error: DpdeskError) -> None:
        self._show_unreadable(self._trouble(error))
        if error.problem.code in OLDER | APART:
            other = self.tr("Open another ledger…"), self.tr("Go on with this copy…")
            self.message.say("red", self._problem, *other)

    def _show_unreadable(self, sentence: str) -> None:
        self._problem = sentence
        self._show_view(LedgerView(self.desk.ledger_path, exists=True))
        self.message.say("red", sentence)

    def _trouble(self, error: DpdeskError) -> str:
        """What is wrong with a ledger, and what to do about it where an older or another copy lies in its place."""
        sentence = sentence_of(error)
        if error.problem.code in OLDER:
            return self.tr(
                "This is an older copy of the ledger (ROLLBACK): this machine, or a document, knows of later entries, "
                "and what was spent in them is missing here. Nothing is released from it. Put the newest copy back in "
                "its place, or open it from where it lies. The ledger says: {sentence}"
            ).format(sentence=sentence)
        if error.problem.code in APART:
            return self.tr(
                "This ledger and another copy of it were spent from separately (FORK): each lacks what was spent in "
                "the other. Keep both, release from neither, and let those who answer for the data decide which one "
                "counts and what both have spent. The ledger says: {sentence}"
            ).format(sentence=sentence)
        return sentence

    def _show_view(self, view: LedgerView) -> None:
        if view.rows and self._problem:
            if self.message.sentence == self._problem:
                self.message.clear()
            self._problem = ""
        if self._whole and (view.path, view.rows) != (self._view.path, self._view.rows):
            self._forget_verdict()  # there are entries now that nobody has verified
        self._view = view
        self._place.setText(str(view.path))
        self._place.setToolTip(str(view.path))
        there = view.exists
        self._empty.setVisible(not there)
        self._rest.setVisible(not there)
        self._split.setVisible(there)
        readable = bool(view.rows)
        why = "" if readable else self.tr("There is no ledger that can be read.")
        for button in (self._export, self._against):
            button.setEnabled(readable)
            button.setToolTip(why or button.accessibleDescription())
        self._raise_button.setEnabled(bool(view.accounts))
        self._raise_button.setToolTip("" if view.accounts else self.tr("There is no account yet."))
        if not view.accounts:
            self._close_form()
        self._fill_accounts()
        self._unfinished.show_phrases(view.unfinished)
        self._filter()
        self.changed.emit()

    def _fill_accounts(self) -> None:
        wanted = [("", self.tr("All accounts")), *((name, name) for name in self._view.datasets)]
        if [self._accounts.itemData(at) for at in range(self._accounts.count())] == [name for name, _ in wanted]:
            return
        chosen = self._accounts.currentData()
        self._accounts.blockSignals(True)
        self._accounts.clear()
        for name, text in wanted:
            self._accounts.addItem(text, name)
        self._accounts.setCurrentIndex(max(0, self._accounts.findData(chosen)))
        self._accounts.blockSignals(False)

    def _filter(self) -> None:
        number = self._number
        dataset = self._accounts.currentData() or ""
        self._model.show(self._view, dataset, steps=self._steps.isChecked())
        self._table.fit(several=not dataset and len(self._view.accounts) > 1)
        at = self._model.row_of(number)
        if at < 0:
            at = self._model.rowCount() - 1
        if at >= 0:
            self._table.selectRow(at)
            self._table.scrollTo(self._model.index(at, NUMBER))
        self._choose(at)

    # The chosen entry -----------------------------------------------------------------------------------------

    def _choose(self, at: int) -> None:
        entry = self._model.entry(at)
        self._number = entry.number if entry is not None else 0
        self._details.show_entry(self._view, entry, str(self._accounts.currentData() or ""))
        self._show_demand()
        self._show_series()

    def _show_release(self) -> None:
        entry = self._model.entry(self._table.currentIndex().row())
        if entry is None or entry.release not in self._view.finished:
            return
        path, release_id = self.desk.ledger_path, entry.release

        def work(progress: Progress) -> Release:
            from dpdesk.gui.shared.publishing import open_stored

            progress("opening the release")
            return open_stored(path, release_id)

        self._start(self.tr("Opening release {release}…").format(release=release_id), work, self._on_release)

    def _finish(self, release_id: str) -> None:
        path = self.desk.ledger_path
        self._start(
            self.tr("Finishing release {release}…").format(release=release_id),
            lambda progress: finish(path, release_id, progress),
            self._on_release,
        )

    def _on_release(self, release: Release) -> None:
        self.message.clear()
        self.desk.show_release(release)
        self.go.emit(PageName.PUBLISH)

    # What can be done -----------------------------------------------------------------------------------------

    def action(self) -> Action:
        """What the page leads to: the ledger, verified."""
        return Action(
            self.tr("Verify"),
            lambda: self._verify(None),
            bool(self._view.rows),
            self.tr("There is no ledger that can be read."),
        )

    def _start(self, sentence: str, work: Callable[[Progress], Any], done: Callable[[Any], None]) -> None:
        self.message.say("info", sentence)
        self.desk.tasks.start(
            OWNER,
            work,
            done,
            lambda problem: self.message.say("red", problem),
            refused=lambda error: self.message.say("red", self._trouble(error)),
        )

    def _write(
        self, work: Callable[[Progress], Any], done: Callable[[Any], None], failed: Callable[[str], None]
    ) -> None:
        """Write an entry; a second wish meanwhile is none."""
        if not self.desk.tasks.running(DECIDING):
            self.message.say("info", self.tr("Writing the entry…"))
            self.desk.tasks.start(DECIDING, work, done, failed)

    def _verify(self, against: Path | None) -> None:
        path = self.desk.ledger_path

        def work(progress: Progress) -> Verdict:
            from dpdesk.publish.proof.against import verify_ledger

            return verify_ledger(path, against, progress)

        self._start(self.tr("Verifying every entry…"), work, self._on_verdict)

    def _on_verdict(self, verdict: Verdict) -> None:
        self._whole = self.tr("The ledger is whole. What was checked is said at the right.")
        self.message.say("info", self._whole)
        self._details.show_verified([problem_text(one) for one in verdict.sentences])

    def _forget_verdict(self) -> None:
        if self.message.sentence == self._whole:
            self.message.clear()
        self._whole = ""

    def _ask_workbook(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("A published workbook"), "", self.tr("Workbooks") + " (*.xlsx)"
        )
        if name:
            self._verify(Path(name))

    def _ask_folder(self) -> None:
        name = QFileDialog.getExistingDirectory(self, self.tr("The folder of a release"))
        if name:
            self._verify(Path(name))

    def _ask_export(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, self.tr("Export the audit log"), "audit.jsonl", self.tr("Audit logs") + " (*.jsonl)"
        )
        if not name:
            return
        path, target = self.desk.ledger_path, Path(name)

        def work(progress: Progress) -> Path:
            from dpdesk.ledger.ledger import Ledger

            with Ledger.open(path) as ledger:
                return ledger.export(target)

        self._start(
            self.tr("Writing the audit log…"), work,
            lambda written: self.message.say(
                "info",
                self.tr("The audit log is in {file}. It holds no plan, no figure and no key.").format(file=written),
            ),
        )  # fmt: skip

    def _close_form(self) -> None:
        self._form.hide()
        show_if(self._demand_panel, False)
        self._details.show()

    def _account_in_view(self) -> AccountView | None:
        """The account that is shown beside the entries."""
        return self._view.account(self._details.account_name.text())

    def _show_demand(self) -> None:
        account = self._account_in_view()
        demanded = account is not None and account.demanded
        self._demand_button.setText(
            self.tr("&Demand approvals no longer…") if demanded else self.tr("&Demand approvals…")
        )
        self._demand_button.setEnabled(account is not None)
        tip = self.tr("Whether anything is released from the account in view without an approval by a second office.")
        self._demand_button.setAccessibleDescription(tip)
        self._demand_button.setToolTip(tip if account is not None else self.tr("There is no account yet."))

    # Waves ----------------------------------------------------------------------------------------------------

    def _show_series(self) -> None:
        account = self._account_in_view()
        again = account is not None and self._forms.is_next(account)
        self._series_button.setText(self.tr("Nex&t wave…") if again else self.tr("Declare a ser&ies…"))
        self._series_button.setEnabled(account is not None)
        tip = (
            self.tr("Releases the plan of the last wave from another file.") if again
            else self.tr("Divides what is left of the account in view among waves of a survey.")
        )  # fmt: skip
        self._series_button.setAccessibleDescription(tip)
        self._series_button.setToolTip(tip if account is not None else self.tr("There is no account yet."))
        series = None if account is None else account.series
        release = self._chosen_release()
        later = series is not None and any(release in wave.charges for wave in series.begun[1:])
        why = self.tr("Choose an entry of a finished release that has a wave before it.")
        self._change_button.setEnabled(later)
        self._change_button.setToolTip(self._change_button.accessibleDescription() if later else why)

    def _chosen_release(self) -> str:
        entry = self._model.entry(self._table.currentIndex().row())
        return entry.release if entry is not None and entry.release in self._view.finished else ""

    def _open_series(self) -> None:
        account = self._account_in_view()
        if account is None:
            return
        self._form.hide()
        self._details.hide()
        self._deciding, self._warned = partial(self._decide_series, account), ""
        show_if(self._demand_panel, True)
        reason, *who = self._reason_and_who()
        self._forms.ask(self._demand, account, reason, who, self.desk.window_language)

    def _decide_series(self, account: AccountView, answers: dict[str, str]) -> None:
        path = self.desk.ledger_path

        def written(nothing: None) -> None:
            self._close_form()
            self._number = 0
            self.message.say("info", self.tr("The series of {dataset} is declared.").format(dataset=account.dataset))
            self.desk.read_account()
            self._read()

        def released(done: Release | list[Phrase]) -> None:
            if isinstance(done, list):
                self._warned = answers["day"]
                again = self.tr("Press the button once more to release the wave nonetheless.")
                failed(" ".join([*map(problem_text, done), again]))
                return
            self._close_form()
            self._number = 0
            self.desk.read_account()
            self._on_release(done)

        def failed(sentence: str) -> None:
            self.message.clear()
            self._demand.say(sentence)
            self._read()

        if self._forms.is_next(account):
            warned = self._warned == answers["day"]
            self._write(
                lambda progress: release_next(path, account.dataset, answers, progress, warned=warned), released, failed
            )
        else:
            self._write(lambda progress: declare(path, account, answers), written, failed)

    def _ask_changed(self) -> None:
        release = self._chosen_release()
        name = QFileDialog.getExistingDirectory(self, self.tr("A folder for what changed"))
        if not name or not release:
            return
        path, target = self.desk.ledger_path, Path(name)
        self._start(
            self.tr("Working out what changed…"), lambda progress: write_changes(path, release, target),
            lambda written: self.message.say(
                "info", self.tr("What changed is in {folder}.").format(folder=written[0].parent)
            ),
        )  # fmt: skip

    def _open_demand(self) -> None:
        account = self._account_in_view()
        if account is None:
            return
        self._form.hide()
        self._details.hide()
        if account.demanded:
            heading = self.tr("{dataset}: demand approvals no longer")
            said = self.tr("From then on one person alone can release from this account. It becomes an entry.")
            button = self.tr("Demand them no longer")
        else:
            heading = self.tr("{dataset}: demand approvals")
            said = self.tr(
                "From then on nothing is released from this account, and no session opened, unless this very plan was "
                "approved by another office or role than the one that submitted it. It becomes an entry."
            )
            button = self.tr("Demand approvals from now on")
        self._deciding = partial(self._decide_demand, account.dataset, not account.demanded)
        show_if(self._demand_panel, True)
        heading = heading.format(dataset=account.dataset)
        self._demand.ask(heading, said, button, self._reason_and_who(), danger=account.demanded)

    def _reason_and_who(self) -> tuple[Asked, ...]:
        tip = self.tr("Written into the ledger. An office or a role, not the name of a person.")
        return (
            Asked("reason", self.tr("Reaso&n"), TEXT, self.tr("Kept in the ledger for good."), longest=LONG),
            Asked("office", self.tr("Offi&ce"), tip=tip, optional=True),
            Asked("role", self.tr("Ro&le"), tip=tip, optional=True),
        )

    def _open_older(self) -> None:
        """What is left where the newest copy is lost: to go on with an older one, in writing."""
        self._form.hide()
        self._details.hide()
        self._deciding = self._decide_older
        show_if(self._demand_panel, True)
        self._demand.ask(
            self.tr("Go on with this copy"),
            self.tr(
                "Only where the newest copy is lost. What the missing entries spent on these people is not known any "
                "more, so it is not counted: the promise to them is weaker than the ledger says. It becomes an entry."
            ),
            self.tr("Go on with this copy now"), self._reason_and_who(), danger=True,
        )  # fmt: skip

    def _decide_older(self, answers: dict[str, str]) -> None:
        path = self.desk.ledger_path

        def done(nothing: None) -> None:
            self._close_form()
            self.message.say("info", self.tr("This copy is the ledger from now on."))
            self.desk.read_account()
            self._read()

        self._write(lambda progress: accept_older(path, answers), done, self._demand.say)

    def _decide_demand(self, dataset: str, wanted: bool, answers: dict[str, str]) -> None:
        path = self.desk.ledger_path

        def work(progress: Progress) -> None:
            from dpdesk.gui.shared.approvals import demand

            demand(dataset, path, wanted, answers)

        def done(nothing: None) -> None:
            self._close_form()
            self._number = 0
            said = (
                self.tr("From now on {dataset} releases nothing without an approval.") if wanted
                else self.tr("{dataset} demands no approval any more.")
            )  # fmt: skip
            self.message.say("info", said.format(dataset=dataset))
            self.desk.read_account()
            self._read()

        def failed(sentence: str) -> None:
            self.message.clear()
            self._demand.say(sentence)
            self._read()

        self._write(work, done, failed)

    def _open_form(self) -> None:
        self._forget_verdict()  # it points to details that make room for the form
        show_if(self._demand_panel, False)
        self._details.hide()  # one task in view: there is no room for both in a small window
        self._form.open_for(list(self._view.accounts), str(self._accounts.currentData() or self._chosen_dataset()))

    def _chosen_dataset(self) -> str:
        entry = self._model.entry(self._table.currentIndex().row())
        return entry.dataset if entry is not None else ""

    def _raise(self, dataset: str, cap: dict[str, str], reason: str, office: str, role: str) -> None:
        path = self.desk.ledger_path

        def work(progress: Progress) -> None:
            from dpdesk.ledger.ledger import Ledger
            from dpdesk.privacy.accounting import Cap

            with Ledger.open(path) as ledger:
                ledger.raise_cap(dataset, Cap.from_json(cap), reason, office=office, role=role)

        def done(result: None) -> None:
            self._close_form()
            self._number = 0
            self.message.say("info", self.tr("The budget of {dataset} was raised.").format(dataset=dataset))
            self.desk.read_account()
            self._read()

        self._write(work, done, lambda problem: self.message.say("red", problem))

    def _ask_other(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("A ledger"), str(self.desk.ledger_path.parent),
            self.tr("Ledgers") + " (*.sqlite);;" + self.tr("All files") + " (*)",
        )  # fmt: skip
        if name:
            self._open_ledger(Path(name))

    def _open_own(self) -> None:
        from dpdesk.ledger.place import default_path

        self._open_ledger(default_path())

    def _open_ledger(self, path: Path) -> None:
        """Use another ledger, for looking and for the next releases alike."""
        self.message.clear()
        self._problem = ""
        self._close_form()
        self._number = 0
        self.desk.ledger_path = path
        self.desk.read_account()
        self._read()
