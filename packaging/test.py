"""Set dpdesk up with its test tools and run every check: `python3 packaging/test.py [--fast] [PYTEST ARGUMENTS]`.

Order: ruff (style and security; format), mypy (types), import-linter (the floors); beside them, in a process of their
own, the tests of Spark and Dask, which use one processor and are reported when those have ended; then pytest. All of
them run even if one fails, pytest last: its closing line closes the output.
With arguments for pytest the tests of Spark and Dask run only if they are named (`tests/cluster`).

`--fast` is for after each edit, in a minute and a half on two cores: the same checks, and the fast part of the tests
(`tests/support/fast.py` says which).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from environment import TEST_TOOLS, WINDOW_LIBRARIES, SystemLibrary, Trouble, add_tools, begin, run, say, stand

CLUSTERS = "tests/cluster"
BESIDE = "pytest of clusters"
"""The check that runs beside those before it."""


def checks(python: Path, arguments: list[str]) -> list[tuple[str, list[str | Path]]]:
    """The name and the command of each check, in order."""
    chosen = any(part.startswith(("-n", "--numprocesses")) for part in arguments)
    workers = [] if chosen or CLUSTERS in arguments else ["-n", "2", "--dist", "worksteal"]
    lint_imports = "from importlinter.cli import lint_imports_command as lint; lint()"
    pytest: list[str | Path] = [python, "-m", "pytest"]
    found: list[tuple[str, list[str | Path]]] = [
        ("ruff", [python, "-m", "ruff", "check", "."]),
        ("ruff format", [python, "-m", "ruff", "format", "--check", "--quiet", "."]),
        ("mypy", [python, "-m", "mypy"]),
        ("import-linter", [python, "-c", lint_imports]),
    ]
    if not arguments:
        # Spark wants sockets of this machine, which all other tests are refused.
        found.append((BESIDE, [*pytest, CLUSTERS]))
        arguments = [f"--ignore={CLUSTERS}"]
    return [*found, ("pytest", [*pytest, *workers, *arguments])]


def main(arguments: list[str] | None = None) -> int:
    """Run every check and return 0 only if all of them passed."""
    given = sys.argv[1:] if arguments is None else arguments
    try:
        python = stand("test")
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    missing = add_tools([*TEST_TOOLS, *WINDOW_LIBRARIES])
    if any(isinstance(one, SystemLibrary) for one in missing):
        print("The tests of the window need these libraries; install them, then try again.", file=sys.stderr)
        return 1
    if missing:
        say("the tests that need the missing tools are skipped")
    failed = []
    every = checks(python, given)
    with _beside(dict(every).get(BESIDE)) as end:
        for name, command in every:
            say(f"{name} …")
            before, start = _used(), time.monotonic()
            if (end() if name == BESIDE else run(command)) != 0:
                failed.append(name)
                say(f"{name} failed")
            if name != "pytest":  # whose own closing line says it
                say(f"{name} took {time.monotonic() - start:.0f} s, {_used() - before:.0f} s of a processor")
    return 1 if failed else 0


@contextmanager
def _beside(command: list[str | Path] | None) -> Iterator[Callable[[], int]]:
    """Start a command, if there is one; what is given waits for its end, shows its output and returns its status."""
    if command is None:
        yield lambda: 0
        return
    with tempfile.TemporaryFile() as output, begin(command, output) as process:

        def end() -> int:
            status = process.wait()
            output.seek(0)
            shutil.copyfileobj(output, sys.stdout.buffer)
            sys.stdout.flush()
            return status

        try:
            yield end
        finally:
            process.kill()


def _used() -> float:
    """Seconds of processors that the checks so far have taken."""
    times = os.times()
    return times.children_user + times.children_system


if __name__ == "__main__":
    sys.exit(main())
