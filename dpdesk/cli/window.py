"""`dpdesk window`: the window, with a file in it where one is named."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from dpdesk.cli.common import Add
from dpdesk.errors import BadInput, DpdeskError


def add_to(add: Add) -> None:
    """What may be written after `dpdesk window`."""
    help_text = "The window; with a plan, a dictionary or a submission in it, where one is named."
    window = add("window", open_the_window, help_text)
    window.add_argument("file", type=Path, nargs="?", metavar="FILE")


def open_the_window(options: argparse.Namespace) -> int:
    """Open the window, if there is a screen to open it on."""
    import os

    path: Path | None = getattr(options, "file", None)
    if path is not None and not path.is_file():
        raise BadInput(f"There is no file '{path}' to open.")

    platform = os.environ.get("QT_QPA_PLATFORM", "")
    screen = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    if sys.platform.startswith("linux") and not (platform or screen):
        raise BadInput("There is no screen to open the window on; name a command, `dpdesk --help` lists them.")
    try:
        from dpdesk.gui.app.application import open_window
    except ImportError as error:
        lacking = error.name or "Qt"
        if getattr(sys, "frozen", False):  # then the names of modules say nothing: the loader names the file
            lacking = str(error).split(":")[0]
            advice = "install the package it is in"
        else:
            advice = "`python3 packaging/run.py` says which to install"
        raise DpdeskError(
            f"The window cannot be opened: the system lacks a library of it ({lacking}); {advice}."
        ) from None
    return open_window(path)
