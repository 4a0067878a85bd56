"""`dpdesk window`: the window, with a file in it where one is named."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dpdesk.cli.common import Add
from dpdesk.errors import BadInput, DpdeskError
from dpdesk.problems.problem import phrase, problem


def add_to(add: Add) -> None:
    """What may be written after `dpdesk window`."""
    help_text = "The window; with a plan, a dictionary, a submission or microdata in it, where they are named."
    window = add("window", open_the_window, help_text)
    window.add_argument("file", type=Path, nargs="?", metavar="FILE")


def open_the_window(options: argparse.Namespace) -> int:
    """Open the window, if there is a screen to open it on."""
    import os

    path: Path | None = getattr(options, "file", None)
    if path is not None and not path.is_file():
        raise BadInput(problem("cli.no_file_to_open", path=str(path)))

    platform = os.environ.get("QT_QPA_PLATFORM", "")
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not (platform or screen):
        raise BadInput(problem("cli.no_screen"))
    try:
        from dpdesk.gui.app.application import open_window
    except ImportError as error:
        lacking = error.name or "Qt"
        if getattr(sys, "frozen", False):  # then the names of modules say nothing: the loader names the file
            lacking = str(error).split(":")[0]
            advice = phrase("cli.install_package")
        else:
            advice = phrase("cli.run_says")
        raise DpdeskError(problem("cli.no_window", library=lacking, advice=advice)) from None
    return open_window(path)
