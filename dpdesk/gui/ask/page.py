"""Side page: questions asked one after another, each before the next is known.

What somebody wants to know is chosen as a question in plain words. Before anything is spent the page says what the
session costs, what is left after it, how wrong an answer can be, and whether tables would serve better. It is opened by
typing its title, as a release is; then there is one question line with the transcript above it. Nothing here shows
more of the data than the answers that were published.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog, QScrollArea, QStackedWidget, QWidget

from dpdesk.gui.ask import draft as edits
from dpdesk.gui.ask.asking import View, asking
from dpdesk.gui.ask.board import SessionBoard
from dpdesk.gui.ask.draft import Draft
from dpdesk.gui.ask.figures import KnownFigures, made_session
from dpdesk.gui.ask.form import AskForm
from dpdesk.gui.ask.kinds import KindsPanel
from dpdesk.gui.ask.missing import MissingForSession, kept
from dpdesk.gui.ask.session import SessionView
from dpdesk.gui.ask.sheet import AskSheet
from dpdesk.gui.ask.signing import SessionSigning
from dpdesk.gui.ask.stored import StoredSessions
from dpdesk.gui.ask.words import AskWords
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.kit.choice import Choice
from dpdesk.gui.kit.text import bring_into_view, column, label, named, row, show_if
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.kit.words import day_text
from dpdesk.gui.shared.approval import ApprovalPanel
from dpdesk.gui.shared.missing import Here
from dpdesk.gui.shared.notes import add_note
from dpdesk.gui.shared.page import Action, Page, PageName, State
from dpdesk.gui.shared.price import Price
from dpdesk.gui.shared.refusal import ANSWERED, CHANGED_DATA, KNOWN_FINGERPRINT, RefusalPanel
from dpdesk.gui.shared.releasing import move_to_account
from dpdesk.gui.shared.signature import SignaturePanel
from dpdesk.schema.editing.saving import saving

if TYPE_CHECKING:
    from dpdesk.planning.sessions.plan import SessionPlan
    from dpdesk.schema.variables.variable import Variable

_WIDEST = 960
NEW, NOW = "", "now"
ANSWERS = "ask-answers"
"""The owner of what makes notes and files of answers."""


class AskPage(Page):
    """The page Ask: a session is prepared, signed and opened, questions are asked, and earlier sessions are read."""

    name = PageName.ASK
    help_topic = "ask"

    def __init__(self, desk: Desk, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(desk, settings, parent)
        self.asking = asking(desk)
        self._draft = Draft()
        self._begun = False  # whether the draft has got a budget to begin with
        self._accepted = ("", "")

    def title(self) -> str:
        """The page's name as shown."""
        return self.tr("Ask")

    def state(self) -> State:
        """A side page is never complete."""
        return State(False)

    def action(self) -> Action | None:
        """Nothing follows from here."""
        return None

    # Building -------------------------------------------------------------------------------------------------

    def build(self) -> Iterator[None]:
        """Make the form of a new session and the view of one."""
        self.words = AskWords(self.desk, self)
        self.figures = KnownFigures(self.desk, self)
        self.stored = StoredSessions(self.desk, self)
        self._missing = MissingForSession(self.desk, self)
        head = row(spacing=UNIT * 2)
        head.addWidget(label(self.title(), "title", wrap=False))
        head.addStretch(1)
        which_label = label(self.tr("&Session"), wrap=False)
        self.which = Choice()
        self.which.setSizeAdjustPolicy(Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.which.setMinimumContentsLength(36)
        named(self.which, self.tr("Session"), self.tr("A new session, the open one, or one of those before."))
        which_label.setBuddy(self.which)
        head.addWidget(which_label)
        head.addWidget(self.which)
        self.body.addLayout(head)
        self.stack = QStackedWidget()
        self.body.addWidget(self.stack, 1)
        yield
        self.kinds, self.form = KindsPanel(self.words), AskForm(self.words)
        yield
        self.sheet = AskSheet(self.words)
        signing = SessionSigning(self)
        self.signature, self.refusal = SignaturePanel(signing.signature()), RefusalPanel(signing.refusal())
        yield
        prepare = QWidget()
        both = row(prepare, spacing=UNIT * 2)
        both.addWidget(self._scrolled(self.tr("What is asked"), self.kinds, self.form), 6)
        self.approval = ApprovalPanel(self.desk.window_language, session=True)
        self.approval.hide()
        self.board = SessionBoard(self.desk, self.approval, self)
        self._side = self._scrolled(
            self.tr("Cost and signature"), self.sheet, self.approval, self.signature, self.refusal
        )  # fmt: skip
        self.refusal.grown.connect(lambda: bring_into_view(self._side, self.refusal))
        self.approval.form.opened.connect(lambda: bring_into_view(self._side, self.approval))
        both.addWidget(self._side, 5)
        both.addStretch(0)
        self.stack.addWidget(prepare)
        yield
        self.view = SessionView(self.desk, self.asking, self.words)
        self.stack.addWidget(self.view)
        yield
        self._connect()
        self._fill_which()

    @staticmethod
    def _scrolled(name: str, *parts: QWidget) -> QScrollArea:
        holder = QWidget()
        layout = column(holder, spacing=UNIT * 2)
        for part in parts:
            layout.addWidget(part)
        layout.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setWidget(holder)
        area.setMaximumWidth(_WIDEST)
        area.setAccessibleName(name)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # what is in it has the focus
        return area

    def _connect(self) -> None:
        desk, now = self.desk, self.asking
        self.kinds.chosen.connect(self._on_kind)
        self.form.edited.connect(self._put)
        self.sheet.tables.connect(lambda: self.go.emit(PageName.TABLES))
        self.signature.titled.connect(lambda text: self._put(replace(self._draft, title=text)))
        self.signature.wanted.connect(self._lead)
        self.board.said.connect(lambda kind, said: self.message.say(kind, said))
        self.signature.signed.connect(lambda: self._open("", ""))
        self.signature.stopped.connect(now.stop)
        self.signature.changed.connect(self._allow_accepting)
        self.refusal.accepted.connect(self._accept)
        self.refusal.moved.connect(self._move)
        self.which.chosen.connect(self._choose)
        self.view.standing.saved.connect(lambda: self._ask_file(copy=False))
        self.view.standing.copied.connect(lambda: self._ask_file(copy=True))
        self.view.standing.noted.connect(self._note)
        self.view.standing.closed.connect(self._ask_close)
        self.view.standing.another.connect(lambda: self._choose(NEW))
        self.figures.changed.connect(self._refresh)
        self.stored.changed.connect(self._on_stored)
        now.changed.connect(self._refresh)
        now.opened.connect(self._on_opened)
        now.failed.connect(lambda sentence: self.message.say("red", sentence))
        now.cut_short.connect(lambda asked, cells: self.message.say("amber", self.words.short(asked, cells)))
        now.ended.connect(self._on_ended)
        for signal in (desk.documents_changed, desk.snapshot_changed, desk.account_changed, desk.data_changed):
            self.follow(signal, self._refresh)
        desk.data_changed.connect(now.doubt)
        desk.looks_changed.connect(self.view.table.viewport().update)

    # The draft ------------------------------------------------------------------------------------------------

    def shown(self) -> None:
        """Look for sessions of before: other windows may have had some."""
        self.stored.read()
        self.desk.read_account()  # an approval may have come, or ended with its day
        self._refresh()

    def forget(self) -> None:
        """What was being prepared is given up; a session that is open stays open."""
        super().forget()
        self._draft, self._begun, self._accepted = Draft(), False, ("", "")
        self.signature.forget()
        self.refusal.forget()
        if not self.asking.busy:
            self.asking.refusal = None
        self._refresh()

    def _lead(self, where: PageName | Here) -> None:
        if where is Here.APPROVAL:
            self.approval.lead()
            bring_into_view(self._side, self.approval)
        else:
            self.go.emit(where)

    def _on_kind(self, name: str) -> None:
        self._put(edits.choose_kind(self._draft, name, self._variables()))

    def _put(self, draft: Draft) -> None:
        self._draft = draft
        self._refresh()

    def _variables(self) -> Mapping[str, Variable]:
        dictionary = self.desk.snapshot.dictionary
        return {} if dictionary is None else {one.name: one for one in dictionary.variables}

    def _labels(self) -> dict[str, str]:
        return {name: one.label.show(self.desk.language) for name, one in self._variables().items()}

    def _title(self, labels: Mapping[str, str]) -> str:
        draft = self._draft
        about = [labels.get(name, name) for name in draft.variables]
        return draft.title or self.words.title(draft.kind, draft.numbers, about)

    def _tree(self, title: str) -> Tree:
        path = self.desk.dictionary_path
        name = path.name if path is not None else "dpdesk.dictionary.json"
        return edits.tree(self._draft, title or "-", name, self.desk.language)

    # Showing --------------------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        if not self.built or not self.isVisible():
            return
        self._begin_budget()
        self._fill_which()
        view = self._view()
        if view is None:
            self._show_draft()
        else:
            self.view.show_view(view, self._why_no_notes(view))
        self.stack.setCurrentIndex(0 if view is None else 1)  # last: what is not in view is laid out but once
        self.changed.emit()

    def _begin_budget(self) -> None:
        cap = self.desk.dictionary.get("budget_cap")
        if not self._begun and cap:
            try:
                epsilon, delta = edits.first_epsilon(cap), edits.first_delta(cap)
            except (ValueError, ArithmeticError, LookupError):
                return
            self._begun = True
            self._draft = replace(self._draft, epsilon=epsilon, delta=delta)

    def _show_draft(self) -> None:
        draft, desk, now = self._draft, self.desk, self.asking
        variables, labels = self._variables(), self._labels()
        gone = [name for name in draft.variables if name not in variables]
        if gone and desk.checked:
            self._draft = draft = replace(draft, variables=tuple(one for one in draft.variables if one not in gone))
        title = self._title(labels)
        self.kinds.show_kind(draft.kind)
        self.form.show_draft(draft, variables, labels)
        dictionary = desk.snapshot.dictionary
        if dictionary is None or desk.snapshot.missing or edits.missing(draft) or not draft.variables:
            self.figures.forget()
        else:
            self.figures.read(self._tree(title), dictionary)
        figures = self.figures.now
        left = None if desk.account is None else desk.account.left
        self.sheet.show_figures(figures, edits.loss_of(draft), left)
        self.board.show_session(self._tree(title), dictionary, figures, waiting=self.figures.waiting)
        opening = now.busy == "opening"
        self.signature.show_title(
            title,
            self._missing.found(draft, title, figures, open_already=now.is_open),
            stage=desk.status if opening else None,
            stoppable=not now.committed and not now.stopping,
            asked_below=now.refusal is not None and now.refusal.cause in ANSWERED,
        )
        price = None
        if figures is not None and figures.method and left is not None:
            price = Price(figures.charge, kept(left, figures.charge))
        self.signature.show_price(price)
        refused = now.refusal is not None and bool(now.refusal.sentence) and not opening
        if refused and now.refusal is not None:
            account = str(desk.dictionary.get("dataset_id", ""))
            self.refusal.show_refusal(now.refusal.sentence, now.refusal.cause, account, price)
        show_if(self.refusal, refused)

    # Sessions of before ---------------------------------------------------------------------------------------

    def _view(self) -> View | None:
        chosen = self.which.value()
        if chosen == NOW:
            return self.asking.view
        return self.stored.views.get(chosen or NEW)

    def _fill_which(self) -> None:
        now, language = self.asking, self.desk.language
        options = [(NEW, self.tr("A new session"))]
        if now.view is not None:
            text = self.tr("Open: {title}") if now.is_open else self.tr("Just closed: {title}")
            options.append((NOW, text.format(title=now.view.plan.title.show(language))))
        known = now.view.id if now.view is not None else ""
        for one in self.stored.views.values():
            if one.id != known:
                day = day_text(one.date, self.desk.window_language)
                options.append(
                    (one.id, self.tr("{date}: {title}").format(date=day, title=one.plan.title.show(language)))
                )
        self.which.set_options(options)
        if self.which.value() is None:
            self.which.set_value(NEW)

    def _on_stored(self) -> None:
        if self.stored.problem:
            self.message.say("red", self.stored.problem)
        self._refresh()

    def _choose(self, value: str) -> None:
        self.which.set_value(value)
        self._refresh()

    # Opening and closing --------------------------------------------------------------------------------------

    def _allow_accepting(self) -> None:
        self.refusal.allow(self.signature.is_signed and not self.asking.busy)

    def _accept(self, reason: str) -> None:
        refusal = self.asking.refusal
        cause = refusal.cause if refusal is not None else ""
        changed, known = self._accepted
        self._open(reason if cause == CHANGED_DATA else changed, reason if cause == KNOWN_FINGERPRINT else known)

    def _move(self, account: str) -> None:
        """Put the session on the account of other people; it is signed anew."""
        move_to_account(self.desk, account)
        self.asking.refusal = None
        self.signature.sign_field.clear()
        self._refresh()
        self.message.say(
            "info",
            self.tr("The session is now one of the account {name}. Look at its cost once more, then sign it.").format(
                name=account
            ),
        )

    def _open(self, changed: str, known: str) -> None:
        dictionary = self.desk.snapshot.dictionary
        if dictionary is None:
            return
        self._accepted = (changed, known)
        self.refusal.forget()
        tree = self._tree(self._title(self._labels()))

        def make() -> SessionPlan:
            return made_session(tree, dictionary)

        self.asking.open(
            make,
            accept_changed=changed,
            confirm_known=known,
            office=self.signature.office_field.text(),
            role=self.signature.role_field.text(),
            error=(None, None) if self.figures.now is None else (self.figures.now.error, self.figures.now.questions),
        )

    def _on_opened(self) -> None:
        self.signature.sign_field.clear()
        self.message.clear()
        self._fill_which()
        self._choose(NOW)
        self.view.form.focus_first()

    def _ask_close(self) -> None:
        self.message.ask(
            self.tr("Close the session for good? What it has not used is not given back."),
            self.tr("Close it"),
            self.tr("Keep it open"),
            self.asking.close,
        )

    def may_close(self, go_on: Callable[[], None]) -> bool:
        """Ask once before a window is closed in which a session is open; closing the window closes the session."""
        if not self.asking.is_open and not self.asking.busy:
            return True
        self.message.ask(
            self.tr("A session is open. Closing the window closes it for good; its answers are kept in the ledger."),
            self.tr("Close both"),
            self.tr("Stay"),
            lambda: self.asking.close(go_on),
        )
        return False

    def _on_ended(self) -> None:
        self.stored.read()
        self._refresh()

    # What becomes of the answers ------------------------------------------------------------------------------

    def _why_no_notes(self, view: View) -> str:
        desk = self.desk
        if not desk.plan.get("tables"):
            return self.tr("There is no plan with tables on the desk whose notes could take them.")
        if desk.dictionary.get("dataset_id") != view.plan.dictionary.dataset_id:
            return self.tr("The plan on the desk is about other data.")
        return ""

    def _note(self) -> None:
        view, language = self._view(), self.desk.language
        if view is None:
            return

        def work(progress: object) -> list[str]:
            from dpdesk.publish.tables.session_answers import session_notes

            return session_notes(view.plan, view.exchanges, language)

        def done(texts: list[str]) -> None:
            plan = self.desk.plan
            for text in texts:
                plan = add_note(plan, text, language)
            self.desk.edit_plan(self.tr("Answers into the notes"), plan)
            self.message.say(
                "info", self.tr("The answers stand in the notes of the plan: they go into the workbook with it.")
            )

        self.desk.tasks.start(ANSWERS, work, done, lambda sentence: self.message.say("red", sentence))

    def _ask_file(self, *, copy: bool) -> None:
        view = self._view()
        if view is None:
            return
        name, _ = QFileDialog.getSaveFileName(
            self,
            self.tr("Save the blurred copy") if copy else self.tr("Save the answers"),
            f"{view.plan.variables[0]}.csv" if copy else "answers.csv",
            self.tr("Tables of text") + " (*.csv)",
        )
        if name:
            self._save(view, Path(name), copy=copy)

    def _save(self, view: View, path: Path, *, copy: bool = False) -> None:
        language = self.desk.language

        def work(progress: object) -> None:
            from dpdesk.publish.tables.session_answers import answers, column_lines, transcript_csv

            with saving(path) as stream:
                if copy:
                    stream.writelines(column_lines(view.plan, answers(view.plan, view.exchanges)[0].told))
                else:
                    stream.write(transcript_csv(view.plan, view.exchanges, language).encode())

        self.desk.tasks.start(
            ANSWERS,
            work,
            lambda nothing: self.message.say("info", self.tr("Written: {file}.").format(file=path)),
            lambda sentence: self.message.say("red", sentence),
        )
