"""One installation tried in one clean system: where it is, what became of each step, and what all steps share."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from environment import Trouble, say

SCREEN = ":9"
SHARED = "/tmp"  # noqa: S108 - inside, where it is a folder of the trial's own
VARIABLES = {
    "DISPLAY": SCREEN,
    "XDG_RUNTIME_DIR": f"{SHARED}/run",
    "DBUS_SESSION_BUS_ADDRESS": f"unix:path={SHARED}/bus",
    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
}


@dataclass
class Trial:
    """One installation in one clean system, and what became of each step."""

    kind: str
    what: Path
    suite: str
    work: Path
    system: Path  # where commands are tried
    desk: Path  # where the window is tried; the same system, or one with the libraries of a screen
    hands: Path
    data: Path | None = None
    parts: Sequence[str] = ()
    failures: list[str] = field(default_factory=list)

    @contextmanager
    def step(self, name: str) -> Iterator[list[str]]:
        """A step: prints how long it took and what it adds to its list; what goes wrong ends it, not the trial."""
        said: list[str] = []
        start = time.monotonic()
        try:
            yield said
        except (Trouble, subprocess.TimeoutExpired) as trouble:
            self.failures.append(name)
            say(f"FAILED  {name}: {trouble}")
        else:
            say(f"passed  {name}: {time.monotonic() - start:.1f} s{''.join(f'; {one}' for one in said)}")
