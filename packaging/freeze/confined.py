"""Run the frozen program where it has nothing but itself: no variables, no network, a folder it cannot write, nobody.

All at once, on Linux: `env -i` with a home and nothing more, a network namespace without routes, the folder mounted
read-only, an ordinary user where there is root to become one, and strace, which notes every file that is made, opened
for writing, renamed or removed, and every socket.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

NOBODY = 65534
_NAMED = "open,openat,openat2,creat,mkdir,mkdirat,unlink,unlinkat,rename,renameat,renameat2,link,linkat,symlink"
_CHANGE = "symlinkat,chmod,fchmodat,truncate,mknod,mknodat,rmdir,utimensat,socket"
_MOUNT = 'mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && shift && exec "$@"'
_LINE = re.compile(r"^\d+\s+(\w+)\((.*)\)\s+= (-?\d+|\?)")
_ENDLESS = ("/dev/null", "/dev/tty", "/proc/self/")


@dataclass(frozen=True)
class Told:
    """How a run ended, what it printed, what it wrote and which sockets it opened."""

    status: int
    out: str
    err: str
    written: tuple[str, ...]
    sockets: tuple[str, ...]

    def outside(self, *allowed: Path) -> list[str]:
        """Paths written to that lie in none of these folders."""
        within = tuple(f"{folder}/" for folder in allowed)
        return sorted({
            path for path in self.written
            if not f"{path}/".startswith(within) and not path.startswith(_ENDLESS)
        })  # fmt: skip


def run(folder: Path, words: Sequence[str | Path], home: Path, display: str = "", timeout: float = 900) -> Told:
    """Start the program of a folder confined, in `home`, which it may write; `display` is an X display or empty."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "tmp").mkdir(exist_ok=True)
    trace = home.parent / f"{home.name}.strace"
    root = os.geteuid() == 0
    if root:
        for path in (home, *home.rglob("*")):
            os.chown(path, NOBODY, NOBODY, follow_symlinks=False)
    variables = [f"HOME={home}", f"TMPDIR={home / 'tmp'}"]
    variables += [f"DISPLAY={display}"] if display else ["QT_QPA_PLATFORM=offscreen"]
    user = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"] if root else []
    command = [
        "unshare", *(() if root else ("--map-root-user",)), "--net", "--mount", "sh", "-c", _MOUNT, "sh", str(folder),
        "strace", "-f", "-qq", "-s", "4096", "-o", str(trace), "-e", f"trace={_NAMED},{_CHANGE}",
        *user, "env", "-i", *variables, str(folder / "dpdesk"), *map(str, words),
    ]  # fmt: skip
    done = subprocess.run(
        command, cwd=home, capture_output=True, text=True, errors="replace", timeout=timeout, check=False,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip
    written, sockets = read(trace, home)
    return Told(done.returncode, done.stdout, done.stderr, written, sockets)


def read(trace: Path, start: Path) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a record of strace says was written, as absolute paths, and which sockets of the network were opened."""
    written, sockets = [], []
    for line in trace.read_text(encoding="utf-8", errors="replace").splitlines():
        match = _LINE.match(line)
        if match is None or match[3].startswith("-"):
            continue
        call, words = match[1], match[2]
        if call == "socket":
            if not words.startswith(("AF_UNIX", "AF_LOCAL")):
                sockets.append(words)
        elif not call.startswith("open") or re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC|O_APPEND", words):
            written += [os.path.normpath(start / path) for path in re.findall(r'"((?:[^"\\]|\\.)*)"', words)]
    return tuple(written), tuple(sockets)
