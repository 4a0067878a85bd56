"""The one window: path and budget above, the task in view, one honest sentence about the data below."""

from __future__ import annotations

import base64
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QIcon, QKeySequence, QUndoGroup
from PySide6.QtWidgets import (
    QApplication,
    QFileDialog,
    QFrame,
    QMainWindow,
    QMessageBox,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QToolButton,
    QWidget,
)
from shiboken6 import isValid

from dpdesk.gui.app.beginning import Beginnings
from dpdesk.gui.app.budget_bar import BudgetBar
from dpdesk.gui.app.edit_menu import EditMenu
from dpdesk.gui.app.help import HelpPanel
from dpdesk.gui.app.notices import Notices
from dpdesk.gui.app.preferences import Preferences, window_language
from dpdesk.gui.app.step_bar import StepBar
from dpdesk.gui.desk import documents
from dpdesk.gui.desk.account import price
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.kit import theme
from dpdesk.gui.kit.text import column, label, named, row
from dpdesk.gui.kit.theme import UNIT
from dpdesk.gui.shared.drop import dropped_paths
from dpdesk.gui.shared.page import Page, PageName
from dpdesk.gui.shared.releasing import RELEASE

_USUAL = QSize(1280, 800)
_FRAME = QSize(16, 48)  # what a window manager may put around a window


def first_size(screen: QSize) -> QSize:
    """How large the window is at first: as usual, or as the room on the screen allows."""
    return _USUAL.boundedTo(screen - _FRAME)


class DeskWindow(QMainWindow):
    """The window over one desk; whoever makes it opens the page that is seen first."""

    language_chosen = Signal()  # another language of the window
    closed = Signal()  # in good order: what was unsaved is saved or given up, and no task runs any more

    def __init__(
        self, desk: Desk, settings: Settings, pages: list[Page], side_pages: list[Page], apart: Sequence[Page] = ()
    ) -> None:
        """Pages of the path, pages at its side, and pages `apart` that no step leads to."""
        super().__init__()
        self.desk, self.settings = desk, settings
        self._closing = False
        self.pages = {page.name: page for page in [*pages, *side_pages, *apart]}
        self._steps = StepBar()
        self._budget = BudgetBar()
        self.notices = Notices()
        self.help = HelpPanel(self, window_language(settings))
        self.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.help)
        self._stack = QStackedWidget()
        self._undo = QUndoGroup(self)  # of the page in view
        self._status = label(desk.status, "caption")
        self._next = QPushButton()
        self._next.setProperty("primary", True)
        self._next.clicked.connect(self._run_action)
        for number, page in enumerate(pages, start=1):
            self._steps.add(page.name, page.title(), number=number)
        for page in side_pages:
            self._steps.add(page.name, page.title())
        for page in self.pages.values():
            self._stack.addWidget(page)
            page.changed.connect(self._refresh_soon)
            page.go.connect(self.open_page)
        self._beginnings = Beginnings(self, self._leave, apart, self)
        self._steps.chosen.connect(self.open_page)
        self.setStyleSheet(theme.TIPS)
        self._lay_out()
        self._make_menus()
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.timeout.connect(self._refresh)
        desk.documents_changed.connect(self._refresh_soon)
        desk.snapshot_changed.connect(self._refresh_soon)
        desk.account_changed.connect(self._refresh_soon)
        desk.data_changed.connect(self._refresh_soon)
        desk.release_changed.connect(self._refresh_soon)
        desk.undo.cleanChanged.connect(self.show_title)
        desk.documents_changed.connect(self.show_title)
        desk.saved.connect(self.show_title)
        desk.status_changed.connect(self._status.setText)
        desk.open_wanted.connect(self.open_file)
        desk.style_wanted.connect(lambda wish: self.open_page(PageName.STYLE))
        QApplication.instance().focusChanged.connect(self._on_focus)  # type: ignore[union-attr]  # there is one
        desk.message.connect(lambda kind, sentence: self.page.message.say(kind, sentence))
        self.setAcceptDrops(True)
        self.setMinimumSize(960, 640)
        self.resize(first_size(self.screen().availableSize()))
        self._restore_place()
        self.show_title()

    # Layout ---------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        top = QFrame()
        top.setObjectName("topbar")
        above = column(top, margin=UNIT, spacing=UNIT)
        path = row()
        path.addWidget(self._steps, 1)
        question = QToolButton()
        question.setText("?")
        question.setProperty("flat", True)
        named(question, self.tr("Help for this page"), self.tr("Help for this page (F1)."))
        question.clicked.connect(self.show_help)
        path.addWidget(question)
        above.addLayout(path)
        above.addWidget(self._budget)
        bottom = QFrame()
        bottom.setObjectName("bottombar")
        below = row(bottom, margin=UNIT)
        below.addWidget(self._status, 1)
        self._undo_button, self._redo_button = QPushButton(), QPushButton()
        below.addWidget(self._undo_button)
        below.addWidget(self._redo_button)
        below.addWidget(self._next)
        centre = QWidget()
        whole = column(centre, spacing=0)
        whole.addWidget(top)
        whole.addWidget(self.notices)
        for bar in (top, bottom):  # large text in a small window: a page gives way, and not the bars
            bar.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        whole.addWidget(self._stack, 1)
        whole.addWidget(bottom)
        self.setCentralWidget(centre)
        self._around = (self.menuBar(), top, self.notices, bottom, self.help)
        for part in self._around:  # each page sees to itself
            theme.dress(part)

    def _make_menus(self) -> None:
        file, edit, view, help_menu = (
            self.menuBar().addMenu(text)
            for text in (self.tr("&File"), self.tr("&Edit"), self.tr("&View"), self.tr("&Help"))
        )
        key = QKeySequence.StandardKey
        self._add(file, self.tr("S&tart page"), lambda: self.open_page(PageName.START))
        self._add(file, self.tr("&New"), self.new, key.New)
        self._add(file, self.tr("&Open plan or dictionary…"), self.ask_open, key.Open)
        self.recent_menu = file.addMenu(self.tr("Open &recent"))
        self.recent_menu.aboutToShow.connect(self._fill_recent)
        self._add(file, self.tr("Open the e&xample"), self._beginnings.example)
        self._add(file, self.tr("Open published &folder…"), self.ask_published)
        file.addSeparator()
        self._add(file, self.tr("&Save"), self.save, key.Save)
        self._add(file, self.tr("Save &as…"), self.save_as, key.SaveAs)
        file.addSeparator()
        self._publishing = (
            self._add(file, self.tr("&Export the tables"), lambda: self._publish("export_button")),
            self._add(file, self.tr("&Print the tables…"), lambda: self._publish("print_button"), key.Print),
        )
        file.aboutToShow.connect(self._allow_publishing)
        file.addSeparator()
        self._add(file, self.tr("&Close the plan"), self.new, key.Close)
        self._add(file, self.tr("&Quit"), self.close, key.Quit)
        stack = self._undo
        undo, redo = stack.createUndoAction(self), stack.createRedoAction(self)
        undo.setShortcut(key.Undo)
        redo.setShortcut(key.Redo)
        edit.addActions([undo, redo])
        self._edit = EditMenu(edit, self)
        edit.addSeparator()
        self._add(edit, self.tr("&Find on this page"), self.find_on_page, key.Find)
        edit.addSeparator()
        self._add(edit, self.tr("P&references…"), self.open_preferences, key.Preferences)
        for button, run, can, text in (
            (self._undo_button, stack.undo, stack.canUndoChanged, stack.undoTextChanged),
            (self._redo_button, stack.redo, stack.canRedoChanged, stack.redoTextChanged),
        ):
            button.clicked.connect(run)
            button.setEnabled(False)
            can.connect(button.setEnabled)
            text.connect(button.setToolTip)
        self._undo_button.setText(self.tr("Undo"))
        self._redo_button.setText(self.tr("Redo"))
        self.view_menu, self.help_menu = view, help_menu
        for name, page in self.pages.items():
            self._add(view, page.title(), lambda name=name: self.open_page(name))
        view.addSeparator()
        self._preferences = Preferences(self.desk, self.settings, self.language_chosen, self)
        self._preferences.fill(view)
        self._add(help_menu, self.tr("&Help for this page"), self.show_help, key.HelpContents)
        self._add(help_menu, self.tr("&What differential privacy promises"), lambda: self.help.show_topic("promise"))
        self._add(help_menu, self.tr("&Reading noise margins"), lambda: self.help.show_topic("margins"))
        self._add(help_menu, self.tr("Gl&ossary"), lambda: self.help.show_topic("words"))
        self._add(help_menu, self.tr("&Keys"), lambda: self.help.show_topic("window"))
        help_menu.addSeparator()
        self._add(help_menu, self.tr("&About dpdesk"), self._show_about)

    def _add(self, menu: object, text: str, slot: object, shortcut: object = None) -> QAction:
        action = QAction(text, self)
        action.triggered.connect(lambda: slot())  # type: ignore[operator]  # a bound method
        if shortcut is not None:
            action.setShortcut(QKeySequence(shortcut))  # type: ignore[call-overload]  # a standard key or a text
        menu.addAction(action)  # type: ignore[attr-defined]  # a menu
        return action

    def open_preferences(self) -> None:
        """Show all preferences in one dialog."""
        self._preferences.open(self)

    # Pages ----------------------------------------------------------------------------------------------------

    @property
    def page(self) -> Page:
        """The page in view."""
        page = self._stack.currentWidget()
        if not isinstance(page, Page):
            raise LookupError("the stack holds pages only")
        return page

    def open_page(self, name: PageName) -> None:
        """Bring a page into view."""
        page = self.pages[name]
        page.catch_up()
        known = page.focusWidget() is not None  # it has it again; else the first that can take it would
        before = QApplication.focusWidget()
        inside = before is not None and self._stack.isAncestorOf(before)
        self._stack.setCurrentWidget(page)
        focused = QApplication.focusWidget()
        if focused is None or focused is before:
            strayed = False
        elif page.isAncestorOf(focused):
            strayed = not known
        else:  # Qt hands it on to the tab of another page
            strayed = inside
        if strayed:
            page.setFocus(Qt.FocusReason.OtherFocusReason)
        page.open()
        self._undo.addStack(page.undo_stack())
        self._undo.setActiveStack(page.undo_stack())
        self.help.follow(page.help_topic)
        self._refresh()

    def prepare_pages(self) -> None:
        """Build the pages nobody has opened yet, a part in each idle turn of the event loop."""
        left = next((page for page in self.pages.values() if not page.built), None)
        if left is not None:
            left.prepare()
            QTimer.singleShot(10, self, self.prepare_pages)

    def show_help(self) -> None:
        """Open the help on the topic of the page in view."""
        self.help.show_topic(self.page.help_topic)

    def _show_about(self) -> None:
        from dpdesk.gui.app.about import about

        about(self).show()

    def _refresh_soon(self) -> None:
        self._soon.start()

    def _refresh(self) -> None:
        for name, page in self.pages.items():
            if self._steps.has(name):
                self._steps.show_state(name, page.state(), in_view=page is self.page)
        plan = self.desk.snapshot.plan
        asked = price(plan) if plan is not None and "loss" in self.desk.plan else None
        account = self.desk.account
        self._budget.show_budget(account, asked, self.desk.account_problem, released=self.desk.is_released)
        action = self.page.action() if self.page.built else None
        self._next.setVisible(action is not None)
        if action is not None:
            self._next.setText(action.text)
            self._next.setEnabled(action.enabled)
            self._next.setToolTip("" if action.enabled else action.why_not)
            self._next.setAccessibleName(action.text)

    def _run_action(self) -> None:
        action = self.page.action()
        if action is not None and action.enabled:
            action.run()

    def show_title(self) -> None:
        """Say in the title what is on the desk."""
        path = self.desk.plan_path or self.desk.dictionary_path
        name = path.name if path else self.tr("untitled")
        self.setWindowTitle(f"{name}[*] – dpdesk")
        self.setWindowModified(not self.desk.undo.isClean())

    def _on_focus(self, before: QWidget | None, now: QWidget | None) -> None:
        """Where what had the focus is gone or shut, what held it has it next.

        The next in the order might be anything: a step of the path, or a button that a second Enter would press.
        """
        if not isValid(self):  # the application outlives its windows
            return
        self._edit.take_focus(now)
        if isinstance(now, QPushButton):
            now.setAutoDefault(True)  # Enter presses it, as Space does and as in a dialog
        gone = (
            before is not None and self.isAncestorOf(before) and not (before.isEnabled() and before.isVisibleTo(self))
        )
        if not gone or now is None or before is None or not self.isAncestorOf(now):
            return
        holder = before.parentWidget()
        while holder is not None and not (self.page.isAncestorOf(holder) and holder.isVisibleTo(self)):
            holder = holder.parentWidget()
        (holder or self.page).setFocus(Qt.FocusReason.OtherFocusReason)

    # Files ----------------------------------------------------------------------------------------------------

    def new(self) -> None:
        """Begin with empty documents, once what is not saved was seen to."""
        self._leave(self._clear)

    def _releasing(self) -> bool:
        """Whether a release is under way, which is then said: its documents stay on the desk until it has ended."""
        running = self.desk.tasks.running(RELEASE)
        if running:
            self.page.message.say("amber", self.tr("A release is under way: wait for its end, or stop it."))
        return running

    def _clear(self) -> None:
        self.desk.dictionary_path = self.desk.plan_path = None
        self.desk.set_data(None, None)
        self.desk.show_documents(documents.empty_dictionary())
        self.open_page(next(iter(self.pages)))

    def find_on_page(self) -> None:
        """Go to the field that searches the page in view."""
        field = self.page.find_field()
        if field is None:
            self.page.message.say("info", self.tr("On this page there is nothing to search."))
            return
        field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        field.selectAll()

    def _allow_publishing(self) -> None:
        """Export and print what the page Publish shows, once there is something."""
        there = self.desk.release is not None or self.desk.rehearsal is not None
        for action in self._publishing:
            action.setEnabled(there)

    def _publish(self, button: str) -> None:
        """Press a button of the page Publish: what is exported is then in view, and what is missing is said there."""
        if self.desk.release is None and self.desk.rehearsal is None:
            return
        self.open_page(PageName.PUBLISH)
        export = self.page.findChild(QPushButton, button)
        if export is not None:
            QTimer.singleShot(0, export, export.click)  # once the release is in view

    def ask_open(self) -> None:
        """Ask for a plan or dictionary and open it."""
        kinds = self.tr("Plans and dictionaries") + " (*.json)"
        name, _ = QFileDialog.getOpenFileName(self.page, self.tr("Open a plan or a dictionary"), "", kinds)
        if name:
            self.open_file(Path(name))

    def ask_published(self) -> None:
        """Ask for the folder of anybody's release and show its tables, beside what is open."""
        from dpdesk.gui.publish.published import open_published

        name = QFileDialog.getExistingDirectory(self.page, self.tr("Open the folder of a published release"))
        if name:
            open_published(Path(name), self.desk, self, lambda sentence: self.page.message.say("red", sentence))

    def open_file(self, path: Path) -> None:
        """Open a plan or dictionary after asking about unsaved changes; any other file as microdata, beside them."""
        if path.suffix.lower() != ".json":
            self.open_page(PageName.DATA)
            self.desk.data_wanted.emit(path)
            return

        def show() -> None:
            self._beginnings.leave_start()
            self.desk.open(path, lambda: self.settings.remember("plans", path))

        self._leave(show)

    def _fill_recent(self) -> None:
        self.recent_menu.clear()
        for path in self.settings.recent("plans"):
            self._add(self.recent_menu, str(path), lambda path=path: self.open_file(path))
        self.recent_menu.addSeparator()
        if self.settings.remembers_files:
            self._add(self.recent_menu, self.tr("Forget and remember no more"), self.settings.forget_files)
        else:
            self._add(
                self.recent_menu,
                self.tr("Remember recent files"),
                lambda: self.settings.set("remember_files", True),
            )

    def save(self) -> None:
        """Save where the documents came from; ask where, the first time."""
        self._save(None)

    def save_as(self) -> None:
        """Ask for a name; the plan and the dictionary lie beside each other under it."""
        self._save_as(None)

    def _save(self, then: Callable[[], None] | None) -> None:
        desk = self.desk
        if desk.dictionary_path is None or (desk.plan.get("tables") and desk.plan_path is None):
            self._save_as(then)
        else:
            self._save_to(desk.plan_path, desk.dictionary_path, then)

    def _save_as(self, then: Callable[[], None] | None) -> None:
        proposed = self.desk.dictionary.get("dataset_id", "untitled")
        name, _ = QFileDialog.getSaveFileName(
            self.page, self.tr("Save plan and dictionary"), f"{proposed}{documents.PLAN_SUFFIX}", "*.json"
        )
        if not name:
            return
        path = Path(name)
        stem = path.name
        for suffix in (documents.PLAN_SUFFIX, documents.DICTIONARY_SUFFIX, ".json"):
            stem = stem.removesuffix(suffix)
        plan = path.with_name(stem + documents.PLAN_SUFFIX) if self.desk.plan.get("tables") else None
        self._save_to(plan, path.with_name(stem + documents.DICTIONARY_SUFFIX), then)

    def _save_to(self, plan: Path | None, dictionary: Path, then: Callable[[], None] | None) -> None:
        def done() -> None:
            self.settings.remember("plans", plan or dictionary)
            if then is not None:
                then()

        self.desk.save(plan, dictionary, done)

    def _leave(self, then: Callable[[], None]) -> None:
        """Do what clears the desk, after asking about unsaved changes; not while a release is under way."""
        if not self._releasing():
            self._save_first(then)

    def _save_first(self, then: Callable[[], None]) -> None:
        """Do something, after asking about unsaved changes."""
        if self.desk.undo.isClean():
            then()
            return
        box = QMessageBox(self)
        theme.dress(box)
        box.setText(self.tr("The plan or the dictionary has unsaved changes."))
        box.setInformativeText(self.tr("Save them before leaving?"))
        buttons = QMessageBox.StandardButton
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        for button in box.buttons():
            button.setIcon(QIcon())  # as every other button of the window
        answer = box.exec()
        if answer == buttons.Save:
            self._save(then)
        elif answer == buttons.Discard:
            then()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """A file may be dropped anywhere."""
        if event.mimeData().hasUrls():
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open the one file that was dropped."""
        paths = dropped_paths(event.mimeData())
        if len(paths) == 1:
            event.acceptProposedAction()
            self.open_file(paths[0])
        else:
            self.page.message.say("red", self.tr("Drop one file from this computer."))

    # The window itself ----------------------------------------------------------------------------------------

    def _restore_place(self) -> None:
        stored = self.settings.text("window")
        if stored:
            self.restoreGeometry(QByteArray(base64.b64decode(stored.encode("ascii", "ignore"))))

    def may_be_replaced(self, go_on: Callable[[], None]) -> bool:
        """Whether another window may take this one's place now; a page that asks first calls `go_on` after that."""
        return not self._releasing() and all(page.may_close(go_on) for page in self.pages.values() if page.built)

    def _close_now(self) -> None:
        self._closing = True
        QTimer.singleShot(0, self.close)  # not from within the event that asked: Qt closes no window twice at a time

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask about an open session and unsaved changes, let a running task end, remember the window's place."""
        for page in self.pages.values():
            if page.built and not page.may_close(lambda: QTimer.singleShot(0, self.close)):
                event.ignore()
                self.open_page(page.name)
                return
        if not self.desk.undo.isClean() and not self._closing:
            event.ignore()
            self._save_first(self._close_now)
            return
        self.setCursor(Qt.CursorShape.WaitCursor)
        self.desk.tasks.wait()
        geometry = bytes(self.saveGeometry().data())
        self.settings.set("window", base64.b64encode(geometry).decode("ascii"))
        self.closed.emit()
        event.accept()
