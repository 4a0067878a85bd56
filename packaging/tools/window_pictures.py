"""Paint a rehearsal, a release and a ledger for documents and help: `python packaging/tools/window_pictures.py`.

Opens the example in the window, rehearses it, releases it twice (the second time at another budget), has the ledger
verified, and writes what is seen on the pages Publish and Ledger to docs/pictures and to the help. Noise and check
values are fresh at every call, so the numbers are others each time; the ledger is a file of its own, which is deleted.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
PICTURES = ROOT / "docs" / "pictures"
HELP = ROOT / "resources" / "help" / "pictures"
SIZE = (1280, 800)


def main() -> int:
    """Write the pictures; return the exit status."""
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    sys.path.insert(0, str(ROOT))
    from PySide6.QtWidgets import QApplication

    from dpdesk.gui.app.application import make_window
    from dpdesk.gui.desk.desk import Desk
    from dpdesk.gui.desk.settings import Settings
    from dpdesk.gui.kit import theme

    with tempfile.TemporaryDirectory(prefix="dpdesk-picture-") as name:
        application = QApplication(["dpdesk"])
        theme.apply(application, "light")
        desk = Desk(Path(name) / "ledger.sqlite")
        window = make_window(desk, Settings(Path(name) / "settings.json"))
        window.resize(*SIZE)
        window.show()
        window._beginnings.example()
        _walk(window, lambda: _at_rest(window, application))
        desk.undo.setClean()
        window.close()
    return 0


def _walk(window: Any, rest: Callable[[], None]) -> None:
    """From the example to a rehearsal and to a ledger with entries."""
    from PySide6.QtWidgets import QLabel

    from dpdesk.gui.desk.trees import put
    from dpdesk.gui.shared.releasing import start_rehearsal, start_release

    desk = window.desk
    rest()
    start_rehearsal(desk, window.page)
    rest()
    window.open_page("Publish")
    rest()
    _paint(window, PICTURES / "rehearsal.png")
    for rho in ("1/2", "1/4"):
        desk.edit_plan("budget", put(desk.plan, ["loss"], {"rho": rho}))
        rest()
        start_release(desk, office="Statistics Norland", role="Custodian")
        rest()
    window.open_page("Publish")
    rest()
    _paint(window, HELP / "publish.png")
    window.open_page("Ledger")
    rest()
    window.page.action().run()
    rest()
    for label in window.page.findChildren(QLabel):
        if label.text() == str(desk.ledger_path):
            label.setText("/office/ledger.sqlite")
    _paint(window, PICTURES / "ledger.png")
    _paint(window, HELP / "ledger.png")


def _paint(window: Any, path: Path) -> None:
    if (focus := window.focusWidget()) is not None:
        focus.clearFocus()
    window.grab().save(str(path), "PNG", 0)


def _at_rest(window: Any, application: Any) -> None:
    """Wait until no task runs and the last of the events has passed."""
    quiet = 0
    while quiet < 20:
        application.processEvents()
        time.sleep(0.005)
        quiet = quiet + 1 if window.desk.checked and not window.desk.tasks.running() else 0


if __name__ == "__main__":
    sys.exit(main())
