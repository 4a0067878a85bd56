"""Every page of the window as a picture: the same program frozen and unfrozen must paint the same, to the last byte.

Started again as `pictures PLAN FOLDER`: the plan is opened, and each page is painted light and dark at 1280 × 800.
What is painted depends on the platform plugin and the fonts, so both programs are to be started alike.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PySide6.QtGui import QImage

    from dpdesk.gui.app.window import DeskWindow

SIZE = (1280, 800)
_PATIENCE = 120.0


def main(words: Sequence[str]) -> int:
    """Write the pictures; status 1 if a page does not come to rest."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtWidgets import QApplication

    from dpdesk.gui.app.application import make_window
    from dpdesk.gui.desk.desk import Desk
    from dpdesk.gui.desk.settings import Settings
    from dpdesk.gui.kit import theme

    plan, folder = map(Path, words)
    folder.mkdir(parents=True, exist_ok=True)
    application = QApplication(["dpdesk"])
    theme.apply(application, "light")
    desk = Desk(Path("/office/ledger.sqlite"))  # there is none; its name stands on the page Ledger
    window = make_window(desk, Settings(folder / "settings.json"))
    window.resize(*SIZE)
    window.show()
    desk.open(plan)
    try:
        for mode in ("light", "dark"):
            theme.apply(application, mode)
            desk.looks_changed.emit()
            for name in window.pages:
                window.open_page(name)
                _at_rest(window)
                if (focus := window.focusWidget()) is not None:
                    focus.clearFocus()
                _at_rest(window).save(str(folder / f"{name.lower()}-{mode}.png"))
    except TimeoutError as error:
        print(error, file=sys.stderr)
        return 1
    finally:
        desk.undo.setClean()
        desk.tasks.wait()
        window.close()
    return 0


def _at_rest(window: DeskWindow) -> QImage:
    """The window once every task has ended and turns of the event loop leave it as it is."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    desk, before, end = window.desk, None, time.monotonic() + _PATIENCE
    while time.monotonic() < end:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        if desk.tasks.running() or not desk.checked:
            continue
        now = _painted(window)
        if now == before:
            return now
        before = now
    raise TimeoutError("The window does not come to rest.")


def _painted(window: DeskWindow) -> QImage:
    from PySide6.QtCore import Qt
    from PySide6.QtGui import QImage, QPixmap

    pixmap = QPixmap(window.size())
    pixmap.fill(Qt.GlobalColor.transparent)
    window.render(pixmap)
    return pixmap.toImage().convertToFormat(QImage.Format.Format_RGB32)
