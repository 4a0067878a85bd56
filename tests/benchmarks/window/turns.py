"""The longest turn of the window's thread on each page, in milliseconds of its own processor time.

    export QT_QPA_PLATFORM=offscreen PYTHONPATH=tests/support:tests/support/window
    python tests/benchmarks/window/turns.py [--codes 100000] [--entries 10000] [--rounds 3]

Whoever moves the mouse waits for that turn. Asked are 50 ms. Pages are opened, typed into and given another look, over
the bundled sample; then the variables of the sample are proposed anew, a long ledger is read, and a variable of many
codes is looked at and tabulated. Each figure is the least of some rounds, so that what the machine does besides
counts little.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does

from PySide6.QtCore import QEventLoop
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton
from watchdog import Watchdog

from dpdesk.gui.app.application import make_window, settle, warm_up
from dpdesk.gui.app.window import DeskWindow
from dpdesk.gui.desk.desk import Desk
from dpdesk.gui.desk.settings import Settings
from dpdesk.gui.desk.trees import put
from dpdesk.gui.kit import theme
from dpdesk.gui.tables.bench import Chosen
from dpdesk.gui.tables.edits.plan import Place
from dpdesk.ledger import events
from dpdesk.ledger.ledger import Ledger
from dpdesk.planning.document.plan import Plan
from dpdesk.progress import silent
from dpdesk.release.terms import terms_of
from dpdesk.resources import resource
from dpdesk.schema.dictionary import Dictionary

BOUND = 50
Turns = dict[tuple[str, str], float]


class Walk:
    """Drives a window and notes the longest turn of each thing done, by page."""

    def __init__(self, window: DeskWindow, dog: Watchdog) -> None:
        self.window, self.desk, self._dog = window, window.desk, dog
        self.turns: Turns = {}

    def note(self, page: str, what: str, act: Callable[[], object]) -> None:
        """Do something and wait until all is at rest."""
        self._dog.lap("before")
        act()
        self.rest()
        self._dog.lap(what)
        self.turns[page, what] = self._dog.gaps.by_name[-1][0]

    def rest(self) -> None:
        """Turn the event loop until every task has ended and every page is built."""
        quiet, end = 0, time.monotonic() + 120
        while quiet < 20 and time.monotonic() < end:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 5)
            busy = self.desk.tasks.running() or not self.desk.checked
            quiet = 0 if busy or not all(page.built for page in self.window.pages.values()) else quiet + 1


def sample(walk: Walk) -> None:
    """Every page over the bundled sample: opened, typed into, and in another look."""
    window, desk = walk.window, walk.desk
    walk.note("Start", "the sample is opened", lambda: desk.open(resource("sample/plan.json")))
    for name in window.pages:
        walk.note(name, "opened", lambda name=name: window.open_page(name))
    window.open_page("Data")
    walk.note("Data", "a title typed", lambda: QTest.keyClicks(window.page._about.headline, "x"))
    window.open_page("Tables")
    walk.note("Tables", "a title typed", lambda: QTest.keyClicks(window.page.head.title_field, "x"))
    at = ["tables", 0, "stub", 0, "variables"]
    walk.note("Tables", "a variable more", lambda: desk.edit_plan("more", put(desk.plan, at, _nested(desk.plan))))
    place = Place("stub", 0, 0)
    walk.note("Tables", "a measure chosen", lambda: window.page.bench.choose(Chosen("measure", at=0)))
    walk.note("Tables", "a variable chosen", lambda: window.page.bench.choose(Chosen("variable", place)))
    window.open_page("Accuracy")
    walk.note("Accuracy", "a wish typed", lambda: QTest.keyClicks(window.page.wanted.sentence.margin, "50"))
    walk.note("Accuracy", "another budget", lambda: desk.edit_plan("loss", put(desk.plan, ["loss", "rho"], "1/7")))
    for name in window.pages:
        window.open_page(name)
        walk.rest()
        for mode in ("dark", "light"):
            walk.note(name, f"look switched to {mode}", lambda mode=mode: _dress(walk, mode))


def _nested(plan: dict[str, Any]) -> list[dict[str, Any]]:
    return [*plan["tables"][0]["stub"][0]["variables"], {"variable": "marital_status"}]


def _dress(walk: Walk, mode: str) -> None:
    application = QApplication.instance()
    if isinstance(application, QApplication):
        theme.apply(application, mode, then=walk.desk.looks_changed.emit)


def proposed(walk: Walk) -> None:
    """The variables of the sample are proposed anew."""
    walk.desk.set_data(resource("sample/sample.csv.gz"), None)
    walk.window.open_page("Dictionary")
    walk.rest()
    button = next(one for one in walk.window.page.findChildren(QPushButton) if "Propose" in one.text())
    walk.note("Dictionary", "variables proposed", button.click)


def codes(walk: Walk, many: int) -> None:
    """A variable of very many codes: in the dictionary, in a table, forecast."""
    desk, window = walk.desk, walk.window
    tree = Dictionary.load(resource("sample/sample.dictionary.json")).to_json()
    tree["variables"] = [
        {
            "name": "place", "kind": "category", "label": {"en": "Place"}, "column": "place", "describes": "unit",
            "codes": [{"code": f"{code:06d}", "label": {"en": f"Place {code}"}} for code in range(many)],
            "otherwise": "nowhere",
        }
    ]  # fmt: skip
    walk.note("Dictionary", f"{many:,} codes opened", lambda: desk.show_documents(tree))
    window.open_page("Tables")
    table = {
        "name": "places",
        "title": {"en": "Places"},
        "stub": [{"variables": [{"variable": "place"}]}],
        "measures": [{"kind": "count"}],
    }
    plan = {**desk.plan, "loss": {"rho": "1/2"}, "tables": [table]}
    walk.note("Tables", f"{many:,} codes in a table", lambda: desk.edit_plan("table", plan))
    for name in ("Dictionary", "Tables", "Accuracy", "Release"):
        walk.note(name, f"opened with {many:,} codes", lambda name=name: window.open_page(name))


def entries(walk: Walk, many: int, folder: Path) -> None:
    """A ledger of very many entries is read."""
    plan, path = Plan.load(resource("sample/plan.json")), folder / "long.sqlite"
    with Ledger.open(path, create=True) as ledger:
        ledger.ensure_account(terms_of(plan))
        with ledger._store.transaction() as history:
            for _ in range(many):
                ledger._store.append(history, events.CHECK_LOOKED, dataset=plan.dictionary.dataset_id)
    walk.desk.ledger_path = path
    walk.desk.open(resource("sample/plan.json"))
    walk.rest()
    walk.note("Ledger", f"{many:,} entries opened", lambda: walk.window.open_page("Ledger"))


def one_round(given: argparse.Namespace) -> Turns:
    """All of it once, in a window of its own."""
    with tempfile.TemporaryDirectory() as named:
        folder = Path(named)
        for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
            os.environ[name] = named
        desk = Desk(folder / "ledger.sqlite")
        window = make_window(desk, Settings(folder / "settings.json"))
        window.resize(1280, 800)
        window.show()
        dog = Watchdog()
        with dog:
            walk = Walk(window, dog)
            walk.note("Start", "the pages are built", lambda: settle(window))
            sample(walk)
            proposed(walk)
            entries(walk, given.entries, folder)
            codes(walk, given.codes)
        desk.undo.setClean()
        window.close()
        desk.tasks.wait()
        return walk.turns


def told(turns: Turns) -> Iterator[str]:
    """The longest turn of each page, then all that is above the bound."""
    pages = dict.fromkeys(page for page, _ in turns)
    for page in pages:
        longest, what = max((turns[one], one[1]) for one in turns if one[0] == page)
        yield f"{page:12}{longest:7.0f} ms  {what}"
    yield ""
    for (page, what), longest in sorted(turns.items(), key=lambda one: -one[1]):
        if longest > BOUND:
            yield f"above {BOUND} ms: {page}, {what}: {longest:.0f} ms"


def main() -> int:
    """Measure and print."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--codes", type=int, default=100_000)
    asked.add_argument("--entries", type=int, default=10_000)
    asked.add_argument("--rounds", type=int, default=3)
    given = asked.parse_args()
    application = QApplication(["dpdesk"])
    theme.apply(application, "light")
    sys.setswitchinterval(0.002)  # as the program does
    warm_up(silent)
    rounds = [one_round(given) for _ in range(given.rounds)]
    for line in told({one: min(turns[one] for turns in rounds) for one in rounds[0]}):
        print(line)
    return 0


if __name__ == "__main__":
    sys.stdout.flush()
    os._exit(main())
