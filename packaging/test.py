"""Set dpdesk up with its test tools and run every check: `python3 packaging/test.py [PYTEST ARGUMENTS]`.

Order: ruff (style and security), mypy (types), import-linter (the floors), pytest. All of them run even if
one fails, pytest last, so that its closing line closes the output.

With `--cluster` it runs the tests of Spark and Dask instead (tests/cluster), in an environment of their own, which
needs Java 17 or newer; they are skipped otherwise.
"""

from __future__ import annotations

import sys
from pathlib import Path

from environment import TEST_TOOLS, WINDOW_LIBRARIES, SystemLibrary, SystemTool, Trouble, add_tools, run, say, stand


def checks(python: Path, arguments: list[str]) -> list[tuple[str, list[str | Path]]]:
    """The name and the command of each check, in order."""
    chosen = any(part.startswith(("-n", "--numprocesses")) for part in arguments)
    workers = [] if chosen else ["-n", "2"]
    lint_imports = "from importlinter.cli import lint_imports_command as lint; lint()"
    return [
        ("ruff", [python, "-m", "ruff", "check", "."]),
        ("mypy", [python, "-m", "mypy"]),
        ("import-linter", [python, "-c", lint_imports]),
        ("pytest", [python, "-m", "pytest", *workers, *arguments]),
    ]


def main(arguments: list[str] | None = None) -> int:
    """Run every check and return 0 only if all of them passed."""
    given = sys.argv[1:] if arguments is None else arguments
    if "--cluster" in given:
        return clusters([one for one in given if one != "--cluster"])
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
    for name, command in checks(python, given):
        say(f"{name} …")
        if run(command) != 0:
            failed.append(name)
            say(f"{name} failed")
    return 1 if failed else 0


def clusters(arguments: list[str]) -> int:
    """Run the tests of the engines of clusters, in one process: they share a session of Spark."""
    try:
        python = stand("cluster")
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    if add_tools([SystemTool(("java",), "default-jre-headless", "runs Spark")]):
        return 1
    return run([python, "-m", "pytest", "tests/cluster", *arguments])


if __name__ == "__main__":
    sys.exit(main())
