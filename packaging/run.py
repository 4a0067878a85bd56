"""Set dpdesk up and do its main job on the bundled sample: `python3 packaging/run.py [--out FOLDER]`.

Where there is a display the window opens. Otherwise `dpdesk demo` makes a
release from the sample, and the last line says where the workbook is.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping
from pathlib import Path

from environment import ROOT, WINDOW_LIBRARIES, Trouble, add_tools, run, say, stand


def has_display(variables: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a window could be shown."""
    if platform in {"win32", "darwin"}:
        return True
    return bool(variables.get("DISPLAY") or variables.get("WAYLAND_DISPLAY"))


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    parser = argparse.ArgumentParser(prog="run.py", description="Set dpdesk up and show what it does.")
    parser.add_argument("--out", type=Path, default=ROOT / "demo", help="where to write (default: demo)")
    parser.add_argument("--no-window", action="store_true", help="make the release, open no window")
    options = parser.parse_args(arguments)
    out = options.out.resolve()
    try:
        python = stand("runtime")
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    if has_display() and not options.no_window:
        if not add_tools(WINDOW_LIBRARIES):
            return run([python, "-m", "dpdesk"])
        say("without these libraries there is no window; here is the release from the bundled sample instead")
    status = run([python, "-m", "dpdesk", "demo", "--out", out])
    if status == 0:
        for workbook in sorted(out.rglob("*.xlsx")):
            say(f"the workbook is {workbook}")
    return status


if __name__ == "__main__":
    sys.exit(main())
