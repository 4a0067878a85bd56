"""The README's first command on a machine with a screen: the window stands on it, by the real X11 platform."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from screen import Screen, screen

PAPER = bytes.fromhex("ffffff")


def wait_for_window(on: Screen, process: subprocess.Popen[bytes], seconds: float) -> None:
    """Until the top of the screen shows the window's paper and letters on it."""
    for _ in range(int(seconds * 20)):
        width, _, pixels = on.pixels()
        band = pixels[: width * 4 * 100]
        seen = Counter(band[at : at + 3] for at in range(0, len(band), 4))
        if seen[PAPER] > width * 20 and len(seen) > 20:
            return
        try:
            process.wait(timeout=0.05)
        except subprocess.TimeoutExpired:
            continue
        raise AssertionError("the program ended before its window was up")
    raise AssertionError("no window came up")


@pytest.mark.story
def test_the_first_command_opens_the_window(checkout: Path, tmp_path: Path) -> None:
    own = {name: str(tmp_path / name.lower()) for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    variables = {name: value for name, value in os.environ.items() if name != "QT_QPA_PLATFORM"}
    with screen(tmp_path) as on:
        command = [sys.executable, str(checkout / "packaging" / "run.py")]
        variables |= {**own, "DISPLAY": on.display}
        with subprocess.Popen(command, cwd=tmp_path, env=variables, start_new_session=True) as process:
            try:
                wait_for_window(on, process, 60)
                if picture := os.environ.get("DPDESK_PICTURES"):
                    on.save(Path(picture) / "screen.png")
            finally:
                os.killpg(process.pid, signal.SIGTERM)  # the command and the window it started
