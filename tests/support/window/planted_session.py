"""A session at the window over a planted file, swept at every page: python planted_session.py FOLDER.

The pages are driven one after another, the confidential rows and figures looked at, a release made, exported, printed,
made again and corrected, a session of questions asked. At each page all that lies outside amber frames is searched and
every table copied from. What was found is printed as JSON, planted figures by their names alone, so that standard
output can be searched for them as every other channel is. How often the random source was asked is counted.
"""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import canary
import sweeping
import window_session  # before Qt is loaded: it says on which screen
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTableView, QWidget

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.gui.app.window import DeskWindow
from dpdesk.gui.desk.trees import put
from dpdesk.gui.shared.releasing import start_release

CELL, TOTAL, OUTSIDE, SECRET = 17389, 104729, 12007, "Quokka Island 5"
NUMBERS, TEXTS = [CELL, TOTAL, OUTSIDE, TOTAL - OUTSIDE], [SECRET, "quokka"]
NAMES = {str(CELL): "cell", str(TOTAL): "total", str(OUTSIDE): "outside", str(TOTAL - OUTSIDE): "inside"}
PAGES = ("Data", "Dictionary", "Tables", "Accuracy", "Release", "Publish", "Check", "Ledger", "Ask")
COPY = (Qt.Key.Key_C, Qt.Key.Key_Insert)


def session(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """The steps, each of which begins when the one before has had its effect."""
    desk, drawn = window.desk, counted_draws()
    said.update(swept=0, found=[], amber=[])
    desk.open(folder / "people.plan.json")
    yield
    desk.set_data(folder / "town.csv", sniff(folder / "town.csv"))
    for name in PAGES:
        window.open_page(name)
        yield
        yield from ACTIONS.get(name, nothing)(window, folder, said)
        yield
        if name == "Release":
            said["drawn"] = len(drawn)
            drawn.clear()
        elif name == "Ledger":
            said["drawn after"] = list(drawn)
        found = [*sweeping.swept(window.page), *copied(window.page), *sweeping.undo_texts(desk.undo)]
        found.append((f"status at {name}", desk.status.encode()))
        said["swept"] += len(found)
        said["found"] += named(found)
        if name in ("Data", "Check"):
            said["amber"] += named(sweeping.swept(window.page, with_amber=True))
    found = sweeping.swept(window)
    said["swept"] += len(found)
    said["found"] += named(found)
    said["reports"] = len(getattr(desk.tasks.report, "reports", []))
    window.page.asking.close()  # type: ignore[attr-defined]  # the page Ask has it
    yield


def named(found: list[sweeping.Found]) -> list[str]:
    """What was found, planted figures by their names."""
    by_place: dict[str, set[bytes]] = {}
    for where, content in found:
        by_place.setdefault(where, set()).add(content)
    joined = [(where, b"\n".join(sorted(contents))) for where, contents in by_place.items()]
    parts = (line.partition(" in ") for line in canary.leaks(joined, NUMBERS, TEXTS))
    return [f"{NAMES.get(what, 'text')} in {where}" for what, _, where in parts]


def counted_draws() -> list[str]:
    """From now on a list of the program's modules that asked for random bits."""
    calls: list[str] = []

    def count(module: Any, name: str) -> None:
        real = getattr(module, name)

        def asked(size: int) -> Any:
            caller = str(sys._getframe(1).f_globals.get("__name__", ""))
            if caller.startswith("dpdesk."):
                calls.append(caller)
            return real(size)

        setattr(module, name, asked)

    count(os, "urandom")
    count(secrets, "randbelow")
    return calls


def copied(page: QWidget) -> Iterator[sweeping.Found]:
    """Copy from every table that has rows, the amber ones too, and give what can then be pasted.

    Once with everything chosen; from amber tables also from each of the first cells: Qt itself copies the one a person
    stands on.
    """
    for view in page.findChildren(QTableView):
        model = view.model()
        if model is None or not model.rowCount() or not view.isVisibleTo(page):
            continue
        view.setFocus()
        view.selectAll()
        rows, columns = (5, 7) if sweeping.amber(view) else (1, 1)
        for row in range(min(model.rowCount(), rows)):
            for column in range(min(model.columnCount(), columns)):
                view.setCurrentIndex(model.index(row, column))
                QGuiApplication.clipboard().setText("nothing yet")
                for key in COPY:
                    QTest.keyClick(view, key, Qt.KeyboardModifier.ControlModifier)
                    yield from sweeping.clipboard()


# What is done at the pages ----------------------------------------------------------------------------------------


def nothing(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """The page is looked at."""
    yield


def look_at_rows(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """Open the first rows."""
    window_session.press(window.page, "Show the first rows (confidential)")
    yield


def edit(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """An edit, and back."""
    desk = window.desk
    desk.edit_plan("title", put(desk.plan, ["title", "en"], "Quiet tables"))
    yield
    desk.undo.undo()
    yield


def release(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """A release."""
    said["began"] = start_release(window.desk, office="Office")
    yield


def publish(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """Other columns and tables, files, print, the same plan again, another level and budget, undone and redone."""
    desk, page = window.desk, window.page
    said["status"], head = desk.status, desk.release.head if desk.release else ""
    for field in page.switches.findChildren(QComboBox):  # type: ignore[attr-defined]  # the page Publish has them
        for at in range(field.count()):
            field.setCurrentIndex(at)
            field.activated.emit(at)
        yield
    files = page.files  # type: ignore[attr-defined]  # the page Publish has them
    files.folder_field.setText(str(folder / "window"))
    for button in (files.export_button, files.pdf_button, files.export_button):
        button.click()
        yield
    start_release(desk)
    yield
    said["again"] = desk.release is not None and desk.release.head == head
    desk.edit_plan("level", put(desk.plan, ["level"], 95))
    desk.edit_plan("budget", put(desk.plan, ["loss"], {"epsilon": "1e-8"}))
    yield
    for step in (desk.undo.undo, desk.undo.undo, desk.undo.redo, desk.undo.undo):
        step()
    yield


def look_at_figures(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """Look at the exact figures."""
    window_session.press(window.page, "Look at the exact figures")
    yield


def ask(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """Open a session of questions whether regions reach a level, and ask for each of them."""
    page: Any = window.page
    click(page, "Which of these cells are large enough to publish?")
    yield
    page.form.menu.aboutToShow.emit()
    next(one for one in page.form.menu.actions() if one.text() == "Region").trigger()
    yield
    for name in ("Threshold", "Type the session's title to sign"):
        field = next(one for one in page.findChildren(QLineEdit) if one.accessibleName() == name and one.isVisible())
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, "5000" if name == "Threshold" else page.signature.title_field.text())
        yield
    click(page, "Open the session")
    yield
    said["asked"] = page.asking.is_open
    click(page, "Ask for each of the 4 cells")
    yield


def click(page: QWidget, text: str) -> None:
    """Press what can be seen under a text that begins so; what is spent may follow."""
    buttons = (one for one in page.findChildren(QAbstractButton) if one.text().replace("&", "").startswith(text))
    next(one for one in buttons if one.isVisible()).click()


ACTIONS = {
    "Data": look_at_rows,
    "Tables": edit,
    "Release": release,
    "Publish": publish,
    "Check": look_at_figures,
    "Ask": ask,
}

if __name__ == "__main__":
    window_session.session = session
    sys.exit(window_session.main(Path(sys.argv[1])))
