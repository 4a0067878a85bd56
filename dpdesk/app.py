"""The door of the program: no arguments open the window, anything else is the command line."""

from __future__ import annotations

import sys


def main(arguments: list[str] | None = None) -> int:
    """Run dpdesk and return its exit status."""
    from dpdesk.cli import run

    return run(sys.argv[1:] if arguments is None else arguments)
