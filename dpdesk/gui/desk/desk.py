"""The desk: the documents being edited, the file they are about, and what both amount to.

Every page reads from here and edits through here; none talks to another. An edit is one step of the undo stack and
starts a new check in a thread (`snapshot`), which cancels the one before. A release is no edit and cannot be undone.
Nothing about privacy is decided here: checks, forecast, rehearsal and release are the calls the command line makes.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtGui import QUndoStack

from dpdesk.errors import DpdeskError
from dpdesk.gui.desk import documents
from dpdesk.gui.desk.account import Account, price, read_account
from dpdesk.gui.desk.forecasts import ForecastService
from dpdesk.gui.desk.read import Read, ReadWords
from dpdesk.gui.desk.snapshot import Checker, Snapshot
from dpdesk.gui.desk.step import AMENDS, Step
from dpdesk.gui.desk.tasks import Tasks
from dpdesk.gui.desk.trees import Tree, drop, put
from dpdesk.gui.kit.local import speak
from dpdesk.gui.kit.words import number_text
from dpdesk.privacy.exact import format_exact, parse_exact
from dpdesk.progress import Progress

if TYPE_CHECKING:
    from dpdesk.data.proposing.sniffing import Proposal
    from dpdesk.planning.approval_files import Submission
    from dpdesk.planning.document.plan import Plan
    from dpdesk.release.result import Release

FORECAST = "forecast"
ACCOUNT = "account"
FILES = "files"
REHEARSAL = "rehearsal"


class Desk(QObject):
    """The state all pages share. Trees are never changed in place: a page makes a new tree and calls `edit_…`."""

    documents_changed = Signal()  # an edit, undo, redo, or another document: `dictionary` and `plan` are new
    replaced = Signal()  # other documents lie here: nothing that a page says of those before holds any more
    snapshot_changed = Signal()  # `snapshot` is new
    saved = Signal()  # the documents are in their files
    data_changed = Signal()  # `data_path` and `proposal` are new
    account_changed = Signal()  # `account` is new
    release_changed = Signal()  # `release` or `rehearsal` is new
    status_changed = Signal(str)  # the honest sentence about the data
    looks_changed = Signal()  # another palette or size of text: what is painted by hand is painted anew
    open_wanted = Signal(object)  # the path of a plan or dictionary a page would like opened: the window asks first
    style_wanted = Signal(object)  # a house style that a page would like edited, with what becomes of it
    data_wanted = Signal(object)  # the path of microdata that the page Data is to open
    message = Signal(str, str)  # kind ("info", "amber", "red") and a sentence, for the page in view

    def __init__(self, ledger_path: Path, parent: QObject | None = None, window_language: str = "en") -> None:
        super().__init__(parent)
        self.tasks = Tasks(self)
        self.undo = QUndoStack(self)
        self.window_language = window_language
        speak(window_language)
        self.language = window_language  # of the titles and labels that are shown and typed
        self.dictionary: Tree = documents.empty_dictionary()
        self.plan: Tree = documents.empty_plan()
        self.dictionary_path: Path | None = None
        self.plan_path: Path | None = None
        self.data_path: Path | None = None
        self.proposal: Proposal | None = None
        self.submission: Submission | None = None  # where the documents came from, if they came to be approved
        self.ledger_path = ledger_path
        self.account: Account | None = None
        self.account_problem = ""
        self.snapshot = Snapshot()
        self.release: Release | None = None  # the finished release in view
        self.rehearsal: Release | None = None
        self.newest: Release | None = None  # whichever of them came last
        self.released_files: frozenset[Path] = frozenset()  # from which these documents were released in this window
        self._new_file: Path | None = None  # said to be another than that of any release before
        self._read, self._read_words = Read.NOTHING, ReadWords(self)
        self._read_of: Path | None = None  # the file `_read` is about
        self.status = self._read_words.of(self._read)
        self.forecasts = ForecastService()  # of all pages
        self._checker = Checker(self.forecasts)
        self._serial = 0
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._check)
        self._relay = _Relay(self)
        self._relay.first.connect(self._on_snapshot)

    # Editing --------------------------------------------------------------------------------------------------

    def edit_dictionary(self, text: str, tree: Tree, merge: str = "") -> None:
        """Replace the dictionary by an edited one, as one undo step called `text`.

        Successive edits with the same non-empty `merge` (typing into one field) become one step.
        """
        self._push(text, tree, self.plan, merge)

    def edit_plan(self, text: str, tree: Tree, merge: str = "") -> None:
        """Replace the plan by an edited one; see `edit_dictionary`. A first table brings a loss to start from."""
        self._push(text, self.dictionary, tree, merge)

    def amend_plan(self, text: str, tree: Tree) -> None:
        """Replace the plan as a part of the last step: undo takes both back. A step of its own where it was saved."""
        self._push(text, self.dictionary, tree, AMENDS)

    def edit_both(self, text: str, dictionary: Tree, plan: Tree) -> None:
        """Replace both documents as one undo step (a variable renamed in the dictionary and the tables)."""
        self._push(text, dictionary, plan, "")

    def _push(self, text: str, dictionary: Tree, plan: Tree, merge: str) -> None:
        plan = _with_loss(dictionary, plan)
        if dictionary == self.dictionary and plan == self.plan:
            return
        self.undo.push(Step(text, self._show, (self.dictionary, self.plan), (dictionary, plan), merge))

    def _show(self, dictionary: Tree, plan: Tree) -> None:
        account = _account_fields(dictionary) != _account_fields(self.dictionary)
        self.dictionary, self.plan = dictionary, plan
        self.check_soon()
        self.documents_changed.emit()
        if account:
            self.read_account()

    # Documents ------------------------------------------------------------------------------------------------

    def show_documents(self, dictionary: Tree, plan: Tree | None = None, submission: Submission | None = None) -> None:
        """Take other documents onto the desk; there is nothing to undo after that."""
        self.undo.clear()
        self.undo.setClean()  # clear leaves an empty stack as it is, which need not be clean
        self.tasks.cancel(REHEARSAL)
        self.submission = submission
        self.language = documents.spoken(dictionary, self.window_language)
        self.release = self.rehearsal = None
        self.released_files, self._new_file = frozenset(), None
        self._show(dictionary, documents.empty_plan() if plan is None else plan)
        self.say_what_was_read()
        self.replaced.emit()
        self.read_account()
        self.release_changed.emit()

    def open(self, path: Path, then: Callable[[], None] | None = None) -> None:
        """Read a plan with its dictionary, or a dictionary, and put it onto the desk; `then` is called after that.

        The data file of the documents before goes with them, unless the new ones are about the same data set.
        """
        data = self.data_path

        def show(opened: documents.Opened) -> None:
            if data is not None and self.data_path == data and self._of_other_data(opened):
                self.set_data(None, None)
            self.dictionary_path, self.plan_path = opened.dictionary_path, opened.plan_path
            self.show_documents(opened.dictionary, opened.plan, opened.submission)
            if opened.stale:
                self.message.emit(
                    "amber", self.tr("The dictionary has changed since the plan was made: check the tables, then save.")
                )
            if then is not None:
                then()

        self.tasks.start(FILES, lambda progress: documents.open_document(path), show, self._on_file_problem)

    def _of_other_data(self, opened: documents.Opened) -> bool:
        """Whether what was opened is about other data than what lies here; a file named before all else stays."""
        if (
            self.dictionary == documents.empty_dictionary()
            or opened.dictionary_path == self.dictionary_path is not None
        ):
            return False
        name = self.dictionary.get("dataset_id")
        return name is None or name != opened.dictionary.get("dataset_id")

    def save(self, plan_path: Path | None, dictionary_path: Path, then: Callable[[], None] | None = None) -> None:
        """Write the dictionary, and the plan beside it where a path is given; `then` is called when both are there."""
        dictionary, plan = self.dictionary, self.plan

        def work(progress: Progress) -> None:
            documents.save(dictionary, dictionary_path, plan, plan_path)

        def done(nothing: object) -> None:
            self.dictionary_path, self.plan_path = dictionary_path, plan_path or self.plan_path
            if self.dictionary is dictionary and self.plan is plan:
                self.undo.setClean()
            self.saved.emit()
            if then is not None:
                then()

        self.tasks.start(FILES, work, done, self._on_file_problem)

    def _on_file_problem(self, sentence: str) -> None:
        self.message.emit("red", sentence)

    def finished_plan(self) -> Plan:
        """The plan as it will be released, under the dictionary's name as it is or would be saved.

        Raises:
            BadInput: the first thing that is wrong or missing.
        """
        return self.plan_maker()()

    def plan_maker(self) -> Callable[[], Plan]:
        """What makes the finished plan from the documents as they stand now; to be called in a thread."""
        dictionary, plan, name = self.dictionary, self.plan, "dpdesk.dictionary.json"
        if self.dictionary_path is not None:
            folder = self.plan_path.parent if self.plan_path else self.dictionary_path.parent
            name = documents.relative(self.dictionary_path, folder)

        def make() -> Plan:
            from dpdesk.gui.desk.snapshot import made_plan
            from dpdesk.schema.dictionary import Dictionary

            return made_plan(plan, Dictionary.from_json(dictionary), name)

        return make

    def take_over(self, other: Desk) -> None:
        """Go on with what lies on another desk; its steps cannot be undone here."""
        unsaved = not other.undo.isClean()
        self._read, self._read_of = other._read, other._read_of
        self.dictionary_path, self.plan_path = other.dictionary_path, other.plan_path
        self.show_documents(other.dictionary, other.plan, other.submission)
        if unsaved:
            self.undo.resetClean()
        if other.data_path is not None:
            self.set_data(other.data_path, None)
        self.rehearsal = other.rehearsal
        self.newest, self.released_files, self._new_file = other.newest, other.released_files, other._new_file
        if other.release is not None or other.rehearsal is not None:
            self.release = other.release
            self.release_changed.emit()

    # The data file --------------------------------------------------------------------------------------------

    def set_data(self, path: Path | None, proposal: Proposal | None) -> None:
        """Name the file of microdata and how it seems to be written."""
        self.data_path, self.proposal = path, proposal
        if path is None:
            self.say_read(Read.NOTHING)
        self.data_changed.emit()

    def begin_with_new_data(self, dictionary: Tree, plan: Tree, path: Path) -> None:
        """Take documents onto the desk that may have been released before, with a file that was not."""
        self.show_documents(dictionary, plan)
        self.undo.resetClean()
        self._new_file = path
        self.set_data(path, None)

    @property
    def is_released(self) -> bool:
        """Whether the very plan on the desk was released on its account, as far as is known from this file."""
        account, plan = self.account, self.snapshot.plan
        if account is None or not account.released or plan is None or self.another_file:
            return False
        return plan.meaning in account.released

    @property
    def too_much(self) -> dict[str, Fraction] | None:
        """What the plan on the desk asks for, where that is more than its account has left; None where it is not."""
        account, plan = self.account, self.snapshot.plan
        if account is None or plan is None or "loss" not in self.plan or self.is_released:
            return None
        asked = price(plan)
        return None if asked is None or account.covers(asked) else asked

    @property
    def another_file(self) -> bool:
        """Whether the file on the desk is known not to be the released one: releasing from it costs anew."""
        if self.data_path is None or self.data_path in self.released_files:
            return False
        return bool(self.released_files) or self.data_path == self._new_file

    def say(self, status: str) -> None:
        """Set the sentence about the data in the status line."""
        if status != self.status:
            self.status = status
            self.status_changed.emit(status)

    def say_read(self, what: Read) -> None:
        """Say in the status line what was read of the file on the desk; that outlives the documents."""
        self._read, self._read_of = what, self.data_path
        self.say_what_was_read()

    def say_beginning_read(self, path: Path) -> None:
        """Say that only the beginning of a file has been read, unless more of that file was read before."""
        if self._read_of != path:
            self._read, self._read_of = Read.BEGINNING, path
        self.say_what_was_read()

    def say_what_was_read(self) -> None:
        """Say in the status line what was read of the data, and no more of a release or a rehearsal."""
        self.say(self._read_words.of(self._read))

    # Checking -------------------------------------------------------------------------------------------------

    def check_soon(self) -> None:
        """Check and forecast what stands on the desk, once the present event is dealt with."""
        self._serial += 1
        self._soon.start()

    @property
    def current(self) -> bool:
        """Whether `snapshot` is about what stands on the desk now; its forecast may be still to come."""
        return self.snapshot.serial == self._serial

    @property
    def checked(self) -> bool:
        """Whether `snapshot` is about what stands on the desk now, its forecast included."""
        return self.snapshot.final and self.current

    def _check(self) -> None:
        serial, dictionary, plan = self._serial, self.dictionary, self.plan

        def work(progress: Progress) -> Snapshot:
            return self._checker.check(serial, dictionary, plan, self._relay.first.emit, progress)

        self.tasks.start(FORECAST, work, self._on_snapshot, lambda sentence: self.message.emit("red", sentence))

    def _on_snapshot(self, snapshot: Snapshot) -> None:
        if snapshot.serial == self._serial:
            self.snapshot = snapshot
            self.snapshot_changed.emit()

    # The account ----------------------------------------------------------------------------------------------

    def read_account(self) -> None:
        """Ask the ledger what the account of this data set has left."""
        if "budget_cap" not in self.dictionary:
            self._on_account(None)
            return
        ledger, tree = self.ledger_path, documents.drafted(self.dictionary)
        if not tree["variables"]:
            tree = put(tree, ["variables"], [_SOME_VARIABLE])

        def work(progress: Progress) -> Account:
            from dpdesk.schema.dictionary import Dictionary

            return read_account(ledger, Dictionary.from_json(drop(tree, ["impossible"])))

        self.tasks.start(ACCOUNT, work, self._on_account, self._on_account_problem)

    def _on_account(self, account: Account | None) -> None:
        if account is None or account != self.account:  # read again and unchanged, it stays the same object
            self.account = account
        self.account_problem = ""
        self.account_changed.emit()

    def _on_account_problem(self, sentence: str) -> None:
        self.account, self.account_problem = None, sentence
        self.account_changed.emit()

    # Releases -------------------------------------------------------------------------------------------------

    def show_release(self, release: Release | None) -> None:
        """Put a finished release (or a rehearsal) into view."""
        self.newest = release
        if release is not None and release.rehearsal:
            self.rehearsal = release
        else:
            self.release = release
        self.release_changed.emit()
        self.read_account()


_SOME_VARIABLE: dict[str, Any] = {
    "name": "some", "kind": "category", "label": {"en": "some"}, "column": "some", "describes": "unit",
    "codes": [{"code": "0"}], "otherwise": "nowhere",
}  # fmt: skip


class _Relay(QObject):
    """Brings the first half of a snapshot from the thread that made it."""

    first = Signal(object)


def _with_loss(dictionary: Tree, plan: Tree) -> Tree:
    """A plan with tables and no loss gets a tenth of the cap to start from; the page Accuracy asks for more."""
    cap = dictionary.get("budget_cap")
    if not plan.get("tables") or "loss" in plan or not cap:
        return plan
    try:
        amounts = {name: parse_exact(value) for name, value in cap.items() if name != "rule"}
    except DpdeskError:
        return plan
    whole = () if cap.get("rule") == "sum" else ("delta",)  # where δ does not add up, every release may name all of it
    shares = {name: value if name in whole else value / 10 for name, value in amounts.items()}
    return {**plan, "loss": {name: _typed(value) for name, value in shares.items()}}


def _typed(value: Fraction) -> str:
    """An exact number as somebody would type it: a decimal if it is short."""
    text = number_text(value)
    return format_exact(value) if "≈" in text else text


def _account_fields(dictionary: Tree) -> tuple[Any, ...]:
    return (dictionary.get("dataset_id"), dictionary.get("budget_cap"))
