"""What the welcome and Next year put onto the desk, once unsaved work was seen to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QObject

from dpdesk.gui.data.page import DataPage
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.trees import Tree
from dpdesk.gui.shared.page import Page, PageName
from dpdesk.gui.start.next_year import NextYearPage
from dpdesk.gui.start.page import StartPage
from dpdesk.resources import resource


class Surroundings(Protocol):
    """What the window is to its beginnings."""

    desk: Desk
    pages: dict[PageName, Page]

    @property
    def page(self) -> Page:
        """The page in view."""

    def open_page(self, name: PageName) -> None:
        """Bring a page into view."""

    def show_title(self) -> None:
        """Say in the title what is on the desk."""


class Beginnings(QObject):
    """Ways to begin in a window; `leave` does something once its unsaved work was seen to."""

    def __init__(
        self,
        window: Surroundings,
        leave: Callable[[Callable[[], None]], None],
        apart: Sequence[Page],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._window, self._desk, self._leave = window, window.desk, leave
        for page in apart:
            if isinstance(page, StartPage):
                page.example_wanted.connect(self.example)
                page.browse_wanted.connect(self._browse)
                page.template_wanted.connect(self.template)
            elif isinstance(page, NextYearPage):
                page.begin_wanted.connect(self.year)

    def example(self) -> None:
        """Open the plan that comes with the program, with its data; it is saved under a name of its own."""

        def opened() -> None:
            self._leave_files()
            self._desk.set_data(resource("sample/sample.csv.gz"), None)

        def show() -> None:
            self._window.open_page(PageName.TABLES)  # ready to be rehearsed
            self._desk.open(resource("sample/plan.json"), opened)

        self._leave(show)

    def template(self, dictionary: Tree, plan: Tree) -> None:
        """Begin with the dictionary and the plan of a template."""

        def show() -> None:
            self._leave_files()
            self._desk.set_data(None, None)
            self._desk.show_documents(dictionary, plan)
            self._window.open_page(PageName.DATA)

        self._leave(show)

    def year(self, dictionary: Tree, plan: Tree, data: Path) -> None:
        """Begin with last year's documents, made this year's, on this year's file; nothing of it is saved yet."""

        def show() -> None:
            self._leave_files()
            self._window.open_page(PageName.DATA)
            self._desk.begin_with_new_data(dictionary, plan, data)

        self._leave(show)

    def leave_start(self) -> None:
        """Where something was chosen on the page Start, go on with its tables."""
        if self._window.page.name in (PageName.START, PageName.NEXT_YEAR):
            self._window.open_page(PageName.TABLES)

    def _leave_files(self) -> None:
        """What is on the desk is in no file of the user's yet."""
        self._desk.dictionary_path = self._desk.plan_path = None
        self._window.show_title()

    def _browse(self) -> None:
        page = self._window.pages[PageName.DATA]
        if isinstance(page, DataPage):
            page.browse()
