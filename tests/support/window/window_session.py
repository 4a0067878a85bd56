"""A whole session at the window, in a process of its own: python window_session.py FOLDER.

FOLDER holds a folder for each file of microdata to be released, with `people.plan.json` and the file it is made from
(`town.csv` or `town.xlsx`). Every page is opened for each, the file is previewed and looked at, the plan rehearsed,
released, exported and printed; the ledger is verified, help read; then the window is closed. What the process has then
loaded of Qt, of libraries and of Python's network modules, and how often it asked the desktop to open an address, is
printed as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import walled
from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QAbstractButton, QApplication

from dpdesk.data.proposing.sniffing import sniff
from dpdesk.gui.app import application
from dpdesk.gui.app.window import DeskWindow
from dpdesk.gui.shared.releasing import start_rehearsal, start_release

SETTLED = 5


def session(window: DeskWindow, folder: Path, said: dict[str, Any]) -> Iterator[None]:
    """The steps, each of which begins when the one before has had its effect."""
    desk = window.desk
    for place in sorted(one for one in folder.iterdir() if one.is_dir()):
        desk.open(place / "people.plan.json")
        yield
        data = next(place.glob("town.[cx][sl]*"))
        desk.set_data(data, sniff(data))
        for name in window.pages:
            window.open_page(name)
            yield
        window.open_page("Check")
        press(window.page, "Look at the exact figures")
        yield
        start_rehearsal(desk, window.pages["Accuracy"])
        yield
        window.open_page("Publish")
        yield
        if not start_release(desk):
            raise SystemExit("the release did not start")
        yield
        said.setdefault("statuses", []).append(desk.status)
        window.open_page("Publish")
        yield
        files = window.page.files  # type: ignore[attr-defined]  # the page Publish has them
        files.folder_field.setText(str(place / "window"))
        files.export_button.click()
        yield
        files.folder_field.setText(str(place / "print"))
        files.pdf_button.click()
        yield
    window.open_page("Ledger")
    yield
    window._next.click()  # verify
    yield
    said["verified"] = window.page.message.sentence  # type: ignore[attr-defined]  # the page Ledger has it
    window.show_help()
    for topic in ("promise", "margins", "words"):
        window.help.show_topic(topic)
        yield


def press(page: Any, text: str) -> None:
    next(one for one in page.findChildren(QAbstractButton) if one.text().replace("&", "") == text).click()


def main(folder: Path) -> int:
    """Run the session and print what was found at its end."""
    said: dict[str, Any] = {"addresses": []}
    QDesktopServices.openUrl = lambda url: said["addresses"].append(QUrl(url).toString())  # type: ignore[method-assign]
    app = QApplication(["dpdesk"])
    steps: list[Iterator[None]] = []
    quiet = [False]

    def go() -> None:
        window = next(one for one in QApplication.topLevelWidgets() if isinstance(one, DeskWindow))
        if not steps:
            steps.append(session(window, folder, said))
        quiet.append(not window.desk.tasks.running() and window.desk.checked)
        if not all(quiet[-SETTLED:]):  # what a task brings is shown in later turns
            return
        quiet[:] = [False] * SETTLED
        if next(steps[0], steps) is steps:  # the end
            said["done"] = True
            watch.stop()
            window.desk.undo.setClean()
            window.close()

    watch = QTimer(app)
    watch.timeout.connect(go)
    QTimer.singleShot(0, lambda: watch.start(2))
    status = application.open_window()
    print(json.dumps({**said, **walled.loaded()}), flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
