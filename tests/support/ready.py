"""A dpdesk that is loaded already: `python ready.py` forks a process for each command it is told on its standard input.

Loading libraries, and taking them down again, is most of what a short command costs, and it is the same each time. A
child differs from `python -m dpdesk` in that alone: it is a process of its own with its own environment, folder,
streams and words, runs the same door, and leaves when its exit functions have run and its threads have ended. What must
be seen from the first instruction to the last (what is loaded, which files are opened, another hash seed) is started
anew by its story (`fresh=True` or an environment of its own). It is started in isolated mode, as dpdesk starts itself.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import json
import os
import runpy
import sys
import threading
import time
import traceback
from pathlib import Path
from typing import Any, NoReturn

sys.path[:0] = [str(Path(__file__).resolve().parents[2]), str(Path(__file__).resolve().parent)]

from dpdesk.problems.render import MODULES  # noqa: E402  # found by the line above

LOADED = (
    "duckdb",
    "narwhals",
    "narwhals._duckdb.group_by",
    "narwhals._duckdb.namespace",
    "narwhals._interchange.dataframe",
    "narwhals.group_by",
    "openpyxl",
    "openpyxl.packaging.extended",
    "platformdirs.unix",
    "scipy.fft",
    "scipy.linalg",
    "scipy.optimize",
    "scipy.special",
    "dpdesk.cli.commands",
    "dpdesk.cli.door",
    "dpdesk.cli.ledger",
    "dpdesk.cli.proof",
    "dpdesk.cli.rehearse",
    "dpdesk.cli.release",
    "dpdesk.data.engines.open",
    "dpdesk.data.engines.local",
    "dpdesk.data.engines.elsewhere",
    "dpdesk.data.counting.checking",
    "dpdesk.data.sources.open",
    "dpdesk.data.counting.tabulation",
    "dpdesk.data.sources.fingerprints",
    "dpdesk.ledger.late",
    "dpdesk.mechanisms.bounds.best_known",
    "dpdesk.planning.forecast.forecast",
    "dpdesk.mechanisms.p_identity.search",
    "dpdesk.release.run",
    "dpdesk.publish.proof.against",
    "dpdesk.publish.proof.taken",
    "dpdesk.publish.workbook.chart",
    "dpdesk.publish.workbook.logo",
    "dpdesk.publish.write",
    "dpdesk.release.rehearsal",
    "dpdesk.selftest.run",
    "dpdesk.ledger.ledger",
    "dpdesk.cli.lines",
    *(f"dpdesk.problems.english.{name}" for name in MODULES),
)
DRAWING = (
    "PySide6.QtWidgets",
    "dpdesk.gui.paper.certificate",
    "dpdesk.gui.paper.picture",
    "dpdesk.gui.paper.printing",
)
"""What draws certificates and pages; macOS lets no process fork that has its windows' libraries loaded."""


def load() -> None:
    """Load what most commands load, so that a child need not."""
    for name in (*LOADED, *(DRAWING if sys.platform == "linux" else ())):
        importlib.import_module(name)


def tell_loaded(words: list[str]) -> None:
    """Write what this process has loaded, at its end."""
    import walled

    with open(os.environ["DPDESK_TESTS_LOADED"], "a", encoding="utf-8") as stream:
        stream.write(json.dumps({"words": words, **walled.loaded()}) + "\n")


def become(run: dict[str, Any]) -> NoReturn:
    """Turn this process into the one that was asked for."""
    os.chdir(run["cwd"])
    os.environ.clear()
    os.environ.update(run["env"])
    time.tzset()
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for number, (name, flags) in enumerate(((os.devnull, os.O_RDONLY), (run["out"], writing), (run["err"], writing))):
        opened = os.open(name, flags, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.argv = ["dpdesk", *run["words"]]
    if "DPDESK_TESTS_LOADED" in os.environ:  # a story asks what the command has loaded
        atexit.register(tell_loaded, run["words"])
    status = 1
    try:
        runpy.run_module("dpdesk", run_name="__main__", alter_sys=True)
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
    threading._shutdown()  # type: ignore[attr-defined]  # what Python itself does first at its end
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def main() -> None:
    """Answer every line, a list of runs to start at once, with a line: the list of their exit statuses."""
    asked, answers = os.fdopen(os.dup(0), encoding="utf-8"), os.fdopen(os.dup(1), "w", encoding="utf-8")
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1):
        os.dup2(nothing, number)
    os.close(nothing)
    os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as dpdesk does before it loads numpy: no thread is lost in a fork
    load()
    importlib.import_module("dpdesk.installation").program()  # which program this is, is found out once in a process
    gc.collect()
    gc.freeze()  # no child copies the pages a collection would touch
    while line := asked.readline():
        children = []
        for run in json.loads(line):
            child = os.fork()
            if child == 0:
                asked.close()
                answers.close()
                become(run)
            children.append(child)
        statuses = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        answers.write(json.dumps(statuses) + "\n")
        answers.flush()
    gc.unfreeze()  # at the end all of it goes


if __name__ == "__main__":
    main()
