"""What every test stands on: real data where it is at hand, no network, no silent skips.

In continuous integration (CI=true) hypothesis is derandomised, and a skip whose reason is not in
`ALLOWED_SKIPS` fails the run: a test that quietly stopped running is worse than one that fails.
"""

from __future__ import annotations

import compileall
import gc
import os
import re
import shutil
import socket
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does, for the last digit of a forecast
os.environ["OPENPYXL_LXML"] = "False"  # a test tool brings lxml, which the program does without

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")  # before Qt is loaded; a real display may be asked for

import hypothesis
import pytest

gc.set_threshold(50_000)  # as a command does: a tenth of the time of a test went into looking for garbage

ROOT = Path(__file__).resolve().parent.parent
IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}

MEMORY, ROOM = "/dev/shm", 4 * 2**30
if "TMPDIR" not in os.environ and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free >= ROOM:
    # A ledger forces each entry to disk several times, and a processor waits meanwhile. In memory it does not, neither
    # in this process nor in those that tests start.
    os.environ["TMPDIR"] = tempfile.tempdir = MEMORY

# What the program remembers in the user's profile goes elsewhere: here, and in processes that inherit these variables.
STATE = os.environ["XDG_STATE_HOME"] = tempfile.mkdtemp(prefix="dpdesk-state-")

# Reasons for which a test may be skipped in continuous integration, as regular expressions that must match
# the whole reason, each with why that is acceptable.
ALLOWED_SKIPS: dict[str, str] = {
    r"needs (Windows|macOS)": "the continuous integration runs on Linux",
    r"this system gives no name space of one's own \(unshare -rm\)": "containers may forbid it; ENOSPC is injected too",
}

hypothesis.settings.register_profile("ci", derandomize=True, deadline=None, print_blob=True)
hypothesis.settings.register_profile("desk", deadline=None)
hypothesis.settings.load_profile("ci" if IN_CI else "desk")


def pytest_addoption(parser: pytest.Parser) -> None:
    """What may be asked for beside pytest's own options."""
    parser.addoption("--update-pictures", action="store_true", help="store the window's pictures anew")
    parser.addoption("--fast", action="store_true", help="run the fast part (tests/support/fast.py)")
    parser.addoption("--record-slow", action="store_true", help="measure the tests and write tests/slow.txt")


def _beside_the_checkout(variable: str, *relative: str) -> Path:
    """The path an environment variable names, else the same thing in `shared/` beside the checkout."""
    named = os.environ.get(variable)
    return Path(named) if named else ROOT.parent.joinpath("shared", *relative)


def pytest_configure(config: pytest.Config) -> None:
    """Compile the program once, as an installation does: the processes that stories start write no bytecode."""
    import fast

    if config.getoption("--fast"):
        config.pluginmanager.register(fast.Fast(ROOT / "tests"))
    if config.getoption("--record-slow"):
        config.pluginmanager.register(fast.Record(config, ROOT / "tests"))
    if not hasattr(config, "workerinput"):
        for folder in ("dpdesk", "tests/support"):
            compileall.compile_dir(ROOT / folder, quiet=2)


def pytest_collection_finish(session: pytest.Session) -> None:
    """What was loaded stays: no collection of garbage during a test looks through thousands of tests again."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    """At the end all of it goes."""
    gc.unfreeze()
    shutil.rmtree(STATE, ignore_errors=True)


@pytest.fixture
def memory() -> Iterator[Path]:
    """A folder in memory, for tests of the order of many durable writes, not of the disk of this machine."""
    with tempfile.TemporaryDirectory(prefix="dpdesk-test-", dir=Path(STATE).parent) as folder:
        yield Path(folder).resolve()


@pytest.fixture(scope="session")
def real_data() -> Path:
    """The folder of real public microdata files (DPDESK_DATA, else ../shared/data)."""
    folder = _beside_the_checkout("DPDESK_DATA", "data")
    if not folder.is_dir():
        pytest.skip("the real microdata is not on this machine (set DPDESK_DATA to its folder)")
    return folder


@pytest.fixture(scope="session")
def reference_errors() -> Path:
    """The table of published error figures (DPDESK_REFERENCE, else ../shared/reference/errors.csv)."""
    path = _beside_the_checkout("DPDESK_REFERENCE", "reference", "errors.csv")
    if not path.is_file():
        pytest.skip("the reference figures are not on this machine (set DPDESK_REFERENCE to errors.csv)")
    return path


@pytest.fixture(scope="session")
def checkout() -> Path:
    """The root of the checkout the tests run in."""
    return ROOT


@pytest.fixture(autouse=True, scope="session")
def own_state() -> Iterator[None]:
    """The anchors of this process lie in a folder of its own on systems that do not know the variable, too."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("dpdesk.ledger.ledger.anchor_folder", lambda: Path(STATE) / "anchors")
        yield


@pytest.fixture(autouse=True, scope="session")
def every_export_is_checked() -> Iterator[None]:
    """What a test of this process publishes is put before check_strategy.py, once for each strategy."""
    import rechecked

    from dpdesk.publish.outbox import Outbox

    publish = Outbox.publish

    def checked(self: Outbox) -> None:
        publish(self)
        rechecked.recheck(self.folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Outbox, "publish", checked)
        yield


class NetworkUsed(AssertionError):
    """A test reached for the network."""


def _refuse(*_: Any, **__: Any) -> NoReturn:
    raise NetworkUsed("dpdesk makes no network call of any kind, and neither do its tests")


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Fail any test that looks up a name, connects, or sends, in this process."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("connect", "connect_ex", "sendto", "bind"):
            patch.setattr(socket.socket, name, _refuse)
        for name in ("create_connection", "getaddrinfo", "gethostbyname"):
            patch.setattr(socket, name, _refuse)
        yield


def skip_reason(report: Any) -> str:
    """The reason of a skipped test or module, without pytest's prefix."""
    longrepr = report.longrepr
    text = longrepr[2] if isinstance(longrepr, tuple) else str(longrepr)
    return text.removeprefix("Skipped: ").strip()


def unexpected_skips(reports: list[Any]) -> list[str]:
    """One line for each skip whose reason is not in the written list."""
    return [
        f"{report.nodeid}: {reason}"
        for report in reports
        for reason in [skip_reason(report)]
        if not any(re.fullmatch(pattern, reason) for pattern in ALLOWED_SKIPS)
    ]


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """In continuous integration, turn a skip outside the list into a failed run."""
    terminal = session.config.pluginmanager.get_plugin("terminalreporter")
    if not IN_CI or terminal is None or hasattr(session.config, "workerinput"):
        return
    unexpected = unexpected_skips(terminal.stats.get("skipped", []))
    if unexpected:
        terminal.ensure_newline()
        terminal.write_sep("=", "skips that are not in the written list (tests/conftest.py)", red=True)
        for line in unexpected:
            terminal.write_line(line)
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
