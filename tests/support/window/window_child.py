"""A real window in a process of its own, to be killed, to crash, or to raise: python window_child.py MODE."""

from __future__ import annotations

import ctypes
import os
import sys

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from dpdesk.gui.app import application, recovery
from dpdesk.gui.app.session import state_folder
from dpdesk.gui.app.window import DeskWindow
from dpdesk.gui.desk.trees import put

SECRET = "Mrs Miller of 12 High Street"  # stands for a cell of the data in a library's message


def window() -> DeskWindow:
    return next(one for one in QApplication.topLevelWidgets() if isinstance(one, DeskWindow))


def edit() -> None:
    """Change the plan's title and say when it is kept aside; then wait to be killed."""
    desk = window().desk
    desk.edit_plan("title", put(desk.plan, ["title", "en"], "Unsaved tables"))
    watch = QTimer(window())
    watch.timeout.connect(lambda: any(state_folder().glob("*.json")) and print("kept", flush=True))
    watch.start(5)


def fault() -> None:
    """Crash as a library does."""
    import faulthandler

    faulthandler._sigsegv()


def fail() -> None:
    """Raise in a slot what nobody expects, with a message that quotes the data; say whether memory may be dumped."""
    import resource

    dumpable = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0) if sys.platform.startswith("linux") else 0  # PR_GET_DUMPABLE
    print(resource.getrlimit(resource.RLIMIT_CORE), dumpable, flush=True)
    QTimer.singleShot(300, lambda: (print("dialog", len(QApplication.topLevelWidgets())), window().close()))
    try:
        put([], [5, SECRET], 1)
    except IndexError as error:
        raise ValueError(SECRET) from error


def main(mode: str) -> int:
    recovery._AFTER_EDIT = recovery._AT_MOST_EVERY = 0
    app = QApplication(["dpdesk"])
    QTimer.singleShot(0, app, {"edit": edit, "fault": fault, "fail": fail}[mode])
    return application.open_window()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
