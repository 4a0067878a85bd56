"""Which tests `--fast` runs, and the list they are chosen by.

The fast part are the files of FOLDERS, in which every package has a folder, but for those that `tests/slow.txt` names:
a file is slow if its tests take more than LIMIT seconds of a processor together. `pytest --record-slow` measures what
it runs and writes the list anew for these files; it counts processor time, and the processes that tests start and wait
for. A busy machine can double it: measure on a quiet one. A file that nobody has measured counts as fast.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

FOLDERS = ("unit",)
LIMIT = 1.25
"""Seconds: with it all files together take about two and a half minutes of a processor, a minute and a half on two."""
SLOW = Path(__file__).resolve().parent.parent / "slow.txt"
_SECONDS = "processor seconds"


def read_slow(path: Path = SLOW) -> dict[str, float]:
    """Each slow file, as a path below tests/, and its seconds."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return {name: float(seconds) for seconds, name in (line.split() for line in lines)}


def write_slow(measured: dict[str, float], path: Path = SLOW) -> None:
    """Write the list: what was measured now, and what stood there of files that were not."""
    tests = path.parent
    kept = {name: seconds for name, seconds in read_slow(path).items() if (tests / name).exists()}
    slow = {name: seconds for name, seconds in {**kept, **measured}.items() if seconds > LIMIT}
    heading = [line for line in path.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    lines = [f"{seconds:7.1f}  {name}" for name, seconds in sorted(slow.items())]
    path.write_text("\n".join([*heading, *lines]) + "\n", encoding="utf-8")


class Fast:
    """Leaves out at collection what is not in the fast part."""

    def __init__(self, tests: Path) -> None:
        self._tests, self._slow = tests, read_slow()

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave a folder or a file out, or say nothing."""
        if self._tests not in collection_path.parents:
            return None
        below = collection_path.relative_to(self._tests)
        return True if below.parts[0] not in FOLDERS or below.as_posix() in self._slow else None


class Record:
    """Measures each test in the process that runs it; the first process adds up and writes."""

    def __init__(self, config: pytest.Config, tests: Path) -> None:
        self._first = not hasattr(config, "workerinput")
        self._below = tests.relative_to(config.rootpath).as_posix() + "/"
        self._seconds: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> Iterator[None]:
        """Look at the clock before the fixtures."""
        item.stash[_STARTED] = _used()
        return (yield)

    @pytest.hookimpl(wrapper=True, trylast=True)
    def pytest_runtest_teardown(self, item: pytest.Item) -> Iterator[None]:
        """Look again after them; the report of this phase carries the difference."""
        try:
            return (yield)
        finally:
            item.user_properties.append((_SECONDS, _used() - item.stash[_STARTED]))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add up by file."""
        if report.when == "teardown":
            self._seconds[report.nodeid.split("::")[0].removeprefix(self._below)] += dict(report.user_properties).get(
                _SECONDS, 0.0
            )

    def pytest_sessionfinish(self) -> None:
        """Write the list."""
        if self._first:
            chosen = {name: one for name, one in self._seconds.items() if name.split("/")[0] in FOLDERS}
            write_slow(chosen)


_STARTED: Any = pytest.StashKey[float]()


def _used() -> float:
    """Processor seconds of this process and of those it waited for."""
    return sum(os.times()[:4])
